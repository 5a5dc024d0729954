"""What an advisor finds: what each goal comes to by the rules as they are, by repairs, and by what comes closest."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from brewsim.advising.levers import Edits
from brewsim.advising.measuring import Component, Standing, standing
from brewsim.goals import Goal
from brewsim.rules import Rules


@dataclass(frozen=True)
class Reached:
    """What one component comes to with a candidate, with an interval that allows for all that was judged."""

    component: Component
    level: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Advice:
    """A candidate, judged on games that did not choose it."""

    edits: Edits
    words: tuple[str, ...]
    size: float
    rules: Rules
    reached: tuple[Reached, ...]
    margin: float  # standard errors that the worst component lies inside its limits
    needed: float  # the margin that is sure
    games: int  # that it was judged by, of each level
    found_at: int  # games that were played in all by then
    has_adapted: bool = False  # players were tuned for it, and play differently
    moves: str = ""  # what else it moves, in a sentence
    moved: int = 0  # how many measures those are

    @property
    def standings(self) -> dict[Goal, Standing]:
        """What is known of each goal."""
        goals = dict.fromkeys(one.component.goal for one in self.reached)
        return {goal: _standing([one for one in self.reached if one.component.goal == goal]) for goal in goals}

    def worst(self, goal: Goal) -> Reached:
        """The component of a goal that is farthest outside its limits, or least inside."""
        own = [one for one in self.reached if one.component.goal == goal]
        return min(own, key=lambda one: min(one.low - one.component.low, one.component.high - one.high))

    @property
    def is_sure(self) -> bool:
        """Whether all goals are surely met."""
        return all(found == Standing.HOLDS for found in self.standings.values())

    @property
    def fails(self) -> bool:
        """Whether a goal is surely missed."""
        return Standing.FAILS in self.standings.values()


@dataclass
class Answer:
    """What was found."""

    base: Advice  # the rules as they are
    repairs: list[Advice] = field(default_factory=list)  # that surely meet all goals; nobody beats one in everything
    closest: Advice | None = None  # if there are none, and if it is surely closer to the goals than the rules as they are
    tested: int = 0  # moves of single values
    moving: int = 0  # values that move a goal
    endless: list[tuple[str, ...]] = field(default_factory=list)  # edits in words, with which games do not end
    games: int = 0

    @property
    def is_met(self) -> bool:
        """Whether nothing needs to change."""
        return self.base.is_sure

    @property
    def more_games(self) -> float:
        """How many times as many games would tell whether the closest is a repair, or the rules need one; nan if that is no question."""
        found = self.closest or self.base
        is_open = not self.repairs and not found.is_sure and not found.fails and found.margin > 0
        return (found.needed / found.margin) ** 2 if is_open else np.nan


def _standing(reached: Sequence[Reached]) -> Standing:
    return standing([one.component for one in reached], [one.low for one in reached], [one.high for one in reached])


def pareto(advice: Sequence[Advice]) -> list[Advice]:
    """Those that no other one beats or equals in number of edits, size, how surely the goals are met and what else is moved.

    The fewest edits come first, then the smallest.
    """

    def cost(one: Advice) -> tuple[float, ...]:
        return len(one.edits), one.size, -one.margin, one.moved

    def is_beaten(one: Advice) -> bool:
        own = cost(one)
        return any(cost(other) != own and all(a <= b for a, b in zip(cost(other), own)) for other in advice)

    return sorted((one for one in advice if not is_beaten(one)), key=cost)
