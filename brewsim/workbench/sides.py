"""A side of a question: a run of one set of rules, played part by part and shared by all questions that ask about these rules."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import polars as pl

from brewsim.experiment import Case, Experiment
from brewsim.manifest import Part
from brewsim.outcomes import State, inspect, scan_part
from brewsim.results import Results
from brewsim.runner import end_at, play_part, prepare, warm_up, writing


class Stopped(Exception):
    """Nobody wants the rest any more."""


class Side:
    """The run of one set of rules. A row of it is the next part of each of its cases, which all have the same games."""

    def __init__(self, experiment: Experiment, folder: Path, chunk: int) -> None:
        self.run = prepare(experiment, folder, chunk)
        self.chunk = self.run.manifest.chunk
        self.cases: dict[str, Case] = {case.name: case for case in experiment.cases}
        self.users: set[object] = set()  # questions that play it now
        self.heard = 0  # games played since it was opened
        self._parts = [list(self.run.manifest.parts(case)) for case in self.run.manifest.cases]
        self._whole: set[Part] = set()
        self._missing: set[Part] = set()  # looked for in vain, or under way
        self._held = ExitStack()
        self._is_held = False
        self._holding = threading.Lock()

    @property
    def rows(self) -> int:
        return max(map(len, self._parts))

    def row(self, index: int) -> list[Part]:
        """The parts of a row."""
        return [parts[index] for parts in self._parts if index < len(parts)]

    def is_whole(self, index: int) -> bool:
        """Whether all parts of a row are there."""
        return all(map(self.has, self.row(index)))

    def has(self, part: Part) -> bool:
        """Whether a part is there as it was written. What lies in its place and is not ours stops everything."""
        if part in self._whole:
            return True
        if part in self._missing:
            return False
        found = inspect(part, self.run.folder)
        (self._whole if found.state == State.WHOLE else self._missing).add(part)
        return found.state == State.WHOLE

    def hold(self) -> None:
        """Hold the folder, which only one process may write to. A second call does nothing."""
        with self._holding:
            if not self._is_held:
                self._held.enter_context(writing(self.run))
                self._is_held = True

    def warm_up(self) -> None:
        """Compile, or load what is compiled."""
        warm_up(self.run)

    def play(self, part: Part, hear: Callable[[int], object]) -> None:
        """Play a part and write it; `hear` is told of games several times a second, and may raise to leave the part unplayed."""
        with self.run.folder.told_errors():
            play_part(self.run.folder, part, self.cases[part.case], self.run.experiment.seed, hear)
        self._whole.add(part)

    def frames(self, first: int, last: int) -> pl.LazyFrame:
        """The games of these rows of the first case."""
        return pl.concat([scan_part(part, self.run.folder) for part in self._parts[0][first:last]])

    def results(self, rows: int) -> Results:
        """The run as far as these rows."""
        games = rows * self.chunk
        stopped_at = games if games < self.run.manifest.games else None
        return Results(self.run.folder, self.run.manifest.model_copy(update={"stopped_at": stopped_at}))

    def close(self) -> None:
        """Let the folder go; its manifest says how many games can be read."""
        if self._is_held:
            rows = next((index for index in range(self.rows) if not self.is_whole(index)), self.rows)
            with self._held:
                if rows:
                    end_at(self.run, rows * self.chunk)
            self._is_held = False


class Sides:
    """The sides that are open, each once, whatever questions they are asked by."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._open: dict[str, Side] = {}
        self._opening = threading.Lock()

    def use(self, experiment: Experiment, chunk: int, user: object) -> Side:
        """The side that plays this experiment, for a question that stops using it by `leave`."""
        digest = experiment.digest
        with self._opening:
            if digest not in self._open:
                self._open[digest] = Side(experiment, self._out / experiment.name / digest, chunk)
            self._open[digest].users.add(user)
            return self._open[digest]

    def leave(self, user: object) -> None:
        """Use no side any more."""
        with self._opening:
            for side in self._open.values():
                side.users.discard(user)

    def sweep(self, is_busy: Callable[[str], bool]) -> None:
        """Close the sides that nobody uses, unless parts of their run are still under way."""
        with self._opening:
            for digest in [digest for digest, side in self._open.items() if not side.users and not is_busy(digest)]:
                self._open.pop(digest).close()
