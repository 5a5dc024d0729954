"""What is played in the background: its state, the parts it wants next, and the answer so far. What the answer says is its kind's own."""

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from brewsim.errors import BadInput
from brewsim.experiment import Experiment
from brewsim.manifest import Part
from brewsim.results import Results
from brewsim.workbench.sides import Side, Sides, Stopped

STAGE_PART_GAMES = 512  # of what has many cases
SPEED_SECONDS = 3.0  # over which the speed is measured
COMPILING = "Compiling: once after an update, it can take a minute."


@dataclass
class Topic:
    """Runs that go on together, row by row: of base and variant, or one alone."""

    part_games: int
    sides: list[Side] = field(default_factory=list)  # none before it was opened
    added: int = 0  # rows that are in the answer

    @property
    def rows(self) -> int:
        """All that can be played."""
        return min((side.rows for side in self.sides), default=0)

    def ready(self, most: int) -> int:
        """How many rows, up to this many, are there without a gap."""
        rows = self.added
        while rows < most and all(side.is_whole(rows) for side in self.sides):
            rows += 1
        return rows

    def missing(self, most: int) -> Iterator[tuple[Side, Part]]:
        """The parts to be played, up to this many rows; the sides go on together."""
        for row in range(self.added, min(most, self.rows)):
            for side in self.sides:
                for part in side.row(row):
                    if not side.has(part):
                        yield side, part

    def results(self) -> list[Results]:
        """The sides as far as they are in the answer."""
        return [side.results(self.added) for side in self.sides] if self.added else []


class Playing:
    """Something that is played, or was."""

    def __init__(self, id: str, sides: Sides) -> None:
        self.id = id
        self.state = "compiling"
        self.message = COMPILING
        self.pages: set[str] = set()  # that asked for it
        self._watchers = 0  # streams that its answers go to
        self.answer: dict[str, Any] = {}
        self.version = 0  # of the answer; who listens looks whether it moved on
        self._sides = sides
        self._is_open = False  # all runs are, not only the first
        self._publishing = threading.Lock()
        self._heard: deque[tuple[float, int]] = deque()  # games at a time

    # What its kind says.

    def _experiments(self) -> Iterator[tuple[Topic, list[Experiment]]]:
        """What is played: the experiments of each topic's sides."""
        raise NotImplementedError

    def _stages(self) -> Iterator[tuple[Topic, int]]:
        """What is played now, in this order, each topic up to so many rows."""
        raise NotImplementedError

    def _add_up(self) -> bool:
        """Add what is new to the answer; whether there was anything."""
        raise NotImplementedError

    def _content(self) -> dict[str, Any]:
        """The answer, without what all answers have."""
        raise NotImplementedError

    def _count(self) -> tuple[int, int, int]:
        """Games in the answer, games that it is to have, and how many must be played for each of them."""
        raise NotImplementedError

    @property
    def _topics(self) -> Sequence[Topic]:
        raise NotImplementedError

    # What the threads that play ask.

    def open(self) -> None:
        """Open the first runs, as far as they are not open, and compile."""
        self._is_open = False
        first, experiments = next(self._experiments())
        self._use(first, experiments)
        first.sides[0].warm_up()
        self._publish("playing", only_from="compiling")

    def open_rest(self) -> None:
        """Open the other runs, while the first ones are played."""
        for topic, experiments in islice(self._experiments(), 1, None):
            self._use(topic, experiments)
        self._is_open = True

    def _use(self, topic: Topic, experiments: Sequence[Experiment]) -> None:
        topic.sides = [self._sides.use(experiment, topic.part_games, self) for experiment in experiments]
        if not self.is_active:  # it was ended meanwhile
            self._sides.leave(self)
            raise Stopped

    def next_part(self, busy: set[Part]) -> tuple[Side, Part] | None:
        """The first part that is missing and not under way."""
        if self.state != "playing":
            return None
        return next(((side, part) for side, part in self._missing() if part not in busy), None)

    def fail(self, error: Exception) -> None:
        """Hear that it cannot be played."""
        if self.is_active:
            known = isinstance(error, BadInput)
            self.end("failed", str(error) if known else f"this is a fault of brewsim: {type(error).__name__}: {error}")

    def _missing(self) -> Iterator[tuple[Side, Part]]:
        for topic, rows in self._stages():
            yield from topic.missing(rows)

    # What the thread that tells asks.

    def tell(self) -> bool:
        """Add up what is new, and answer; whether there was anything, so that there may be more."""
        is_new = self._add_up()
        is_over = next(self._missing(), None) is None and not any(topic.ready(rows) > topic.added for topic, rows in self._stages())
        if self._is_open and is_over:
            self._publish("done", only_from="playing")
        elif is_new:
            self._publish()
        return is_new

    def _publish(self, state: str = "", message: str = "", only_from: str = "") -> None:
        """Answer again, in another state if one is named; only if it is in this one still, where that is said."""
        with self._publishing:
            if only_from and self.state != only_from:
                return
            if state:
                self.state, self.message = state, message
            told = {"id": self.id, "state": self.state, "message": self.message}
            self.answer = told | self._progress() | self._content()
            self.version += 1

    def _progress(self) -> dict[str, Any]:
        """How many games it takes, how fast they are played, and how long that lasts."""
        games, of, each = self._count()
        now, heard = time.monotonic(), sum(side.heard for topic in self._topics for side in topic.sides)
        if self._heard and heard < self._heard[-1][1]:
            self._heard.clear()  # the runs were opened again
        self._heard.append((now, heard))
        while now - self._heard[0][0] > SPEED_SECONDS and len(self._heard) > 2:
            self._heard.popleft()
        then, before = self._heard[0]
        speed = (heard - before) / (now - then) if now > then and self.state == "playing" else 0.0
        return {"games": games, "of": of, "speed": round(speed), "seconds_left": (of - games) * each / speed if speed > 0 else None}

    # What pages do.

    @property
    def is_active(self) -> bool:
        """Whether it is to be played."""
        return self.state in ("compiling", "playing")

    @property
    def is_watched(self) -> bool:
        """Whether somebody waits for it now."""
        return self._watchers > 0

    @property
    def is_urgent(self) -> bool:
        """Whether other work should give way to it."""
        return False

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Somebody waits for it meanwhile."""
        self._watchers += 1
        try:
            yield
        finally:
            self._watchers -= 1

    def begin(self) -> None:
        """Be played, again or for the first time, from where it was."""
        if not self.is_active:
            self.end("compiling", COMPILING)

    def end(self, state: str, message: str = "") -> None:
        """Be in another state, for this reason; what is there stays."""
        self._publish(state, message)

    def more(self) -> None:
        """Play more than was asked for, where that can be."""
