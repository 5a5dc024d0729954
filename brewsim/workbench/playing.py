"""A question under way: what it plays next, what it has added up, and the answer so far."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from brewsim.errors import BadInput
from brewsim.manifest import Limits, Part
from brewsim.runner import looks
from brewsim.stats.variants import Pairs, measures
from brewsim.workbench import answers
from brewsim.workbench.questions import MOST_GAMES, USUAL_GAMES, USUAL_PRECISION, Of, Question
from brewsim.workbench.sides import Side, Sides

PART_GAMES = 1_024  # enough that writing them costs little, few enough to be there in a second
SEARCH_PART_GAMES = 32
EXTRA_PART_GAMES = 512  # of items and plans
FIRST_GAMES = 4_096  # before items and plans have their first turn
AHEAD = 4  # rows that are played while nobody knows yet whether they are needed
SPEED_SECONDS = 3.0  # over which the speed is measured
COMPILING = "Compiling: once after an update, it can take a minute."


@dataclass
class Topic:
    """One kind of games: those of the question itself, of its items, or of its plans."""

    name: str
    part_games: int
    sides: list[Side] = field(default_factory=list)  # base and variant; one if nothing is changed; none while nobody plays
    added: int = 0  # rows that are in the answer

    def ready(self, most: int) -> int:
        """How many rows, up to this many, are there without a gap."""
        rows = self.added
        while rows < most and all(side.is_whole(rows) for side in self.sides):
            rows += 1
        return rows

    def missing(self, most: int) -> Iterator[tuple[Side, Part]]:
        """The parts to be played, up to this many rows; both sides go on together."""
        for row in range(self.added, most):
            for side in self.sides:
                for part in side.row(row):
                    if not side.has(part):
                        yield side, part


class Playing:
    """A question that is played, or was."""

    def __init__(self, question: Question, sides: Sides) -> None:
        self.question = question
        self._sides = sides
        self._publishing = threading.Lock()
        self.state = "compiling"
        self.message = COMPILING
        self.version = 0  # of the answer; listeners look whether it moved on
        self.pages: set[str] = set()
        self.answer: dict[str, Any] = {}
        self.most, self.precision = 0, None  # type: int, float | None
        self.games = Topic("games", SEARCH_PART_GAMES if question.searches else PART_GAMES)
        self.items = Topic("items", EXTRA_PART_GAMES)
        self.plans = Topic("plans", EXTRA_PART_GAMES)
        self._is_enough = False
        self._pairs: Pairs | None = None
        self._main: list[dict[str, Any]] = []
        self._lines: list[str] = []
        self._extra: dict[str, list[dict[str, Any]]] = {"plans": [], "cards": []}
        self._heard: deque[tuple[float, int]] = deque()
        self.aim_at(question)
        self._publish()

    def aim_at(self, question: Question) -> None:
        """Play until this question has its precision, or its games."""
        self.most = question.games or USUAL_GAMES
        is_open = question.precision is None and question.games is None
        self.precision = USUAL_PRECISION if is_open else question.precision
        self._is_enough = False

    def more(self) -> None:
        """Play twice as many games as there are."""
        self.most, self.precision = min(MOST_GAMES, 2 * max(self.n_games, self.games.part_games)), None
        self._is_enough = False

    @property
    def n_games(self) -> int:
        """Games of each side in the answer."""
        return self.games.added * self.games.part_games

    # What the threads that play ask.

    def open(self) -> None:
        """Open the runs, as far as they are not open, and compile."""
        which: tuple[Of, ...] = ("base",) if self.question.is_same else ("base", "variant")
        made = {self.games.name: self.question.experiment, self.plans.name: self.question.plan_experiment}
        made |= {} if self.question.searches else {self.items.name: self.question.item_experiment}
        for topic in (self.games, self.items, self.plans):
            if topic.name in made:
                topic.sides = [self._sides.use(made[topic.name](of), topic.part_games, self) for of in which]
        self.games.sides[0].warm_up()
        self._move("compiling", "playing")

    def fail(self, error: Exception) -> None:
        """Hear that it cannot be played."""
        self.end("failed", str(error) if isinstance(error, BadInput) else f"this is a fault of brewsim: {type(error).__name__}: {error}")

    def next_part(self, busy: set[Part]) -> tuple[Side, Part] | None:
        """The first part that is missing and not under way."""
        if self.state != "playing":
            return None
        for topic, rows in self._stages():
            if found := next(((side, part) for side, part in topic.missing(rows) if part not in busy), None):
                return found
        return None

    def _stages(self) -> Iterator[tuple[Topic, int]]:
        """What is played, in this order, each up to so many rows."""
        first = -(-min(FIRST_GAMES, self.most) // self.games.part_games)
        yield self.games, first
        if self.games.added < first and not self._is_enough:
            return
        yield from ((topic, 1) for topic in (self.plans, self.items) if topic.sides)
        if not self._is_enough:
            yield self.games, min(self._next_look() + AHEAD, self._rows)
        if self._is_enough and self.items.sides:
            yield self.items, self.items.sides[0].rows

    @property
    def _rows(self) -> int:
        """Rows of the games at most."""
        return -(-self.most // self.games.part_games)

    def _next_look(self) -> int:
        """The number of rows after which it is asked whether the games are enough; fixed, so that the answer is the same again."""
        side = self.games.sides[0]
        rows = (look // side.chunk for look in looks(side.run.manifest))
        return min(self._rows, next(look for look in rows if look > self.games.added or look >= side.rows))

    # What the thread that tells asks.

    def tell(self) -> None:
        """Add up what is new, and answer."""
        is_new = self._add_games()
        for topic, name in ((self.plans, "plans"), (self.items, "cards")):
            if topic.sides and (rows := topic.ready(topic.sides[0].rows)) > topic.added:
                topic.added = rows
                results = [side.results(rows) for side in topic.sides]
                self._extra[name] = (answers.plans if name == "plans" else answers.cards)(results)
                is_new = True
        if self.is_active and self._is_enough and next(self._left(), None) is None:
            self._move("playing", "done")
        elif is_new:
            self._publish()

    def _left(self) -> Iterator[tuple[Side, Part]]:
        for topic, rows in self._stages():
            yield from topic.missing(rows)

    def _add_games(self) -> bool:
        """Add the rows that are there, look by look, until it is enough."""
        was = self.games.added
        while self.games.sides and not self._is_enough:
            look = self._next_look()
            ready = self.games.ready(look)
            if ready > self.games.added:
                self._add_rows(ready)
            if ready < look:
                break
            self._judge()
            reached = answers.half_width(self._main)
            is_reached = self.precision is not None and reached is not None and reached <= self.precision
            self._is_enough = is_reached or self.games.added >= self._rows
        if self.games.added > was:
            self._judge()
        return self.games.added > was

    def _add_rows(self, last: int) -> None:
        base, variant = self.games.sides[0], self.games.sides[-1]
        before = base.frames(self.games.added, last)
        after = before if variant is base else variant.frames(self.games.added, last)
        if self._pairs is None:
            results = base.results(1)
            self._pairs = Pairs(measures(results, results.cases[0]), results.cases[0].seats)
        self._pairs.add(before, after)
        self.games.added = last

    def _judge(self) -> None:
        if self._pairs is not None:
            frame = self._pairs.compare(Limits())
            self._main, self._lines = answers.main(frame, self.question.is_same)

    def _publish(self) -> None:
        with self._publishing:
            self.answer = {
                "id": self.question.id,
                "state": self.state,
                "message": self.message,
                "games": self.n_games,
                **self._progress(),
                "is_same": self.question.is_same,
                "lines": self._lines,
                "measures": [*self._main, *self._extra["plans"], *self._extra["cards"]],
            }
            self.version += 1

    def _move(self, before: str, after: str, message: str = "") -> None:
        """From one state to another, unless it is in a third one meanwhile."""
        with self._publishing:
            if self.state != before:
                return
            self.state, self.message = after, message
        self._publish()

    def _progress(self) -> dict[str, Any]:
        """How many games it takes, how fast they are played, and how long that lasts."""
        reached = answers.half_width(self._main)
        of = self.most
        if self._is_enough:
            of = self.n_games
        elif self.precision is not None and reached is not None:
            of = max(self.n_games, min(self.most, int(self.n_games * (reached / self.precision) ** 2)))
        now, heard = time.monotonic(), sum(side.heard for topic in (self.games, self.items, self.plans) for side in topic.sides)
        self._heard.append((now, heard))
        while now - self._heard[0][0] > SPEED_SECONDS and len(self._heard) > 2:
            self._heard.popleft()
        (then, before) = self._heard[0]
        speed = (heard - before) / (now - then) if now > then and self.state == "playing" else 0.0
        left = (of - self.n_games) * len(self.games.sides) / speed if speed > 0 else None
        return {"of": of, "reached": reached, "speed": round(max(speed, 0.0)), "seconds_left": left}

    # What the page and its server say.

    @property
    def is_active(self) -> bool:
        """Whether it is to be played."""
        return self.state in ("compiling", "playing")

    def end(self, state: str, message: str = "") -> None:
        """Play no more; what is there stays."""
        with self._publishing:
            self.state, self.message = state, message
        self._heard.clear()
        self._publish()
