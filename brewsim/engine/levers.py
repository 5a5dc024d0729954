"""What may differ by seat, in all titles alike: values by seat, their limits, and how a game tells of them.

Nothing of it is in a rulebook. A lever is what designers make games fair with; all of them are off in print.
"""

from collections.abc import Mapping
from typing import Annotated, Generic, TypeVar

import numpy as np
from pydantic import Field

from brewsim.engine.schema import RuleModel

START_POINTS = "start_points"  # the metric of what a seat begins with; beside the sources of points, it makes up the score
MOST_POINTS = 20  # that a seat may begin with, or be behind by
MOST_HANDICAP = 9

Number = TypeVar("Number", bound=int)
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Handicap = Annotated[int, Field(ge=0, le=MOST_HANDICAP)]


class FourSeats(RuleModel, Generic[Number]):
    """A number for each seat. A change may give all of them at once, as a list."""

    first: Number
    second: Number
    third: Number
    fourth: Number

    def in_order(self) -> list[int]:
        """The numbers from the first seat on."""
        return list(self.model_dump().values())


class FiveSeats(FourSeats[Number], Generic[Number]):
    fifth: Number


class SixSeats(FiveSeats[Number], Generic[Number]):
    sixth: Number


SEAT_NAMES = tuple(SixSeats.model_fields)


def tell_levers(levers: Mapping[str, np.ndarray], seats: int) -> list[str]:
    """What is different for each seat, in words; nothing while all levers are off.

    >>> tell_levers({"cards": np.array([0, 0, 2]), "points": np.array([-1, 0, 3])}, seats=3)
    ['By the levers seat 1 has points -1.', 'By the levers seat 3 has cards +2, points +3.']
    """
    told = [", ".join(f"{what} {by_seat[seat]:+d}" for what, by_seat in levers.items() if by_seat[seat]) for seat in range(seats)]
    return [f"By the levers seat {seat} has {differences}." for seat, differences in enumerate(told, start=1) if differences]
