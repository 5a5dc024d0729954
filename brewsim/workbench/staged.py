"""Experiments that are played one after the other for one answer, in the background, as questions are: a card's games."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from brewsim.experiment import Experiment
from brewsim.results import Results
from brewsim.workbench.playing import STAGE_PART_GAMES, Playing, Topic
from brewsim.workbench.sides import Sides

GROWTH = 1.5  # of the games from one answer to the next: statistics of many cases take a while


@dataclass(frozen=True)
class Stage:
    """An experiment, and what is found in as much of it as there is."""

    experiment: Experiment
    find: Callable[[Results], Any]


class Staged(Playing):
    """Stages that are played, or were. Every stage has its first games before any has its second."""

    def __init__(self, stages: Sequence[Stage], tell: Callable[[list[Any]], dict[str, Any]], sides: Sides) -> None:
        super().__init__(stages_id(stages), sides)
        self._wanted, self._tell = stages, tell
        self._runs = [Topic(STAGE_PART_GAMES) for _ in stages]
        self._found: list[Any] = []  # of the stages that have games, what was found
        self._told = 0  # games that are in the answer
        self._publish()

    @property
    def _topics(self) -> Sequence[Topic]:
        return self._runs

    def _experiments(self) -> Iterator[tuple[Topic, list[Experiment]]]:
        return ((topic, [stage.experiment]) for topic, stage in zip(self._runs, self._wanted))

    def _stages(self) -> Iterator[tuple[Topic, int]]:
        for most in (1, None):
            yield from ((topic, topic.rows if most is None else most) for topic in self._runs)

    def _add_up(self) -> bool:
        """Look again, if there are enough new games, or all of them."""
        if not self._is_open:
            return False
        ready = [topic.ready(topic.rows) for topic in self._runs]
        games = sum(rows * topic.sides[0].chunk * len(topic.sides[0].cases) for rows, topic in zip(ready, self._runs))
        is_new_stage = any(rows and not topic.added for rows, topic in zip(ready, self._runs))
        is_over = all(rows == topic.rows for rows, topic in zip(ready, self._runs))
        if not (is_over or is_new_stage or games >= GROWTH * max(self._told, 1)):
            return False
        self._told = games
        self._find(ready)
        return True

    def _find(self, ready: Sequence[int]) -> None:
        """Look at the stages that have new games, as far as all before them have some."""
        for place, (rows, topic, stage) in enumerate(zip(ready, self._runs, self._wanted)):
            if rows == 0:
                return
            if rows > topic.added:
                topic.added = rows
                self._found[place : place + 1] = [stage.find(topic.sides[0].results(rows))]

    def _content(self) -> dict[str, Any]:
        return self._tell(self._found)

    def _count(self) -> tuple[int, int, int]:
        return self._told, sum(case.games for stage in self._wanted for case in stage.experiment.cases), 1


def stages_id(stages: Sequence[Stage]) -> str:
    """Names stages by all that decides a game of them."""
    return hashlib.sha256("+".join(stage.experiment.digest for stage in stages).encode()).hexdigest()[:16]
