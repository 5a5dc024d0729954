"""Advice as a notebook meets it: it shows itself, and has its numbers as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl

from brewsim.advising.advice import Request, notes, stands, verdict
from brewsim.advising.answers import Advice, Answer
from brewsim.showing import html
from brewsim.stats.digits import show


@dataclass(frozen=True)
class Advised:
    """Where the rules stand, and the smallest repairs that surely meet all goals, or what comes closest.

    `frame` has every number that a goal is judged by; the rules as they are come first, without edits.
    """

    request: Request
    answer: Answer

    @property
    def advice(self) -> list[Advice]:
        """The repairs, the smallest first; without one, what comes surely closer than the rules as they are."""
        return self.answer.repairs or [one for one in [self.answer.closest] if one]

    @property
    def changes(self) -> list[dict[str, Any]]:
        """Each of them as a patch by path, as `compare` takes it."""
        return [{lever.path: lever.new[step] for lever, step in advice.edits} for advice in self.advice]

    @property
    def frame(self) -> pl.DataFrame:
        """A row for each number: edits, goal, standing, what, seats, skill, value, low, high."""
        return pl.DataFrame(list(self._rows()))

    def _rows(self) -> Iterator[dict[str, Any]]:
        for advice in [self.answer.base, *self.advice]:
            for one in advice.reached:
                goal = one.component.goal
                yield {
                    **{"edits": "; ".join(advice.words), "goal": goal.text, "standing": str(advice.standings[goal])},
                    **{"what": one.component.name, "seats": one.component.seats, "skill": one.level},
                    **{"value": one.value, "low": one.low, "high": one.high},
                }

    def _lines(self) -> Iterator[tuple[str, ...]]:
        for advice in [self.answer.base, *self.advice]:
            for goal, standing in advice.standings.items():
                worst = advice.worst(goal)
                numbers = show(worst.value, worst.low, worst.high)
                yield "; ".join(advice.words) or "none", goal.text, str(standing), *numbers, f"{worst.component.seats} seats, {worst.level}"

    def _notes(self) -> list[str]:
        return [advice.moves for advice in self.advice if advice.moves] + notes(self.request, self.answer)

    def __repr__(self) -> str:
        return "\n".join([stands(self.answer), verdict(self.answer), *(", ".join(line) for line in self._lines()), *self._notes()])

    def _repr_html_(self) -> str:
        head = ["edits", "goal", "is", "value", "interval", "worst at"]
        return html(f"{self.request.rules.title.label}. {stands(self.answer)} {verdict(self.answer)}", head, self._lines(), self._notes())
