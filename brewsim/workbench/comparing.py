"""A question under way: base and variant on the same shuffles, then plans and items, until the precision asked for is reached."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from brewsim.experiment import Experiment
from brewsim.manifest import Limits
from brewsim.results import Results
from brewsim.runner import looks
from brewsim.stats.variants import Pairs, measures
from brewsim.workbench import answers
from brewsim.workbench.playing import STAGE_PART_GAMES, Playing, Topic
from brewsim.workbench.questions import MOST_GAMES, USUAL_GAMES, USUAL_PRECISION, Of, Question
from brewsim.workbench.sides import Sides

PART_GAMES = 512  # enough that writing them costs little, few enough to be there in a second
SEARCH_PART_GAMES = 32
FIRST_GAMES = 4_096  # before plans have their turn
SECOND_GAMES = 16_384  # before items have their first one
LONG_SECONDS = 0.25  # of adding up what lies there, before something is told of it
AHEAD = 4  # rows that are played while nobody knows yet whether they are needed


class Comparing(Playing):
    """A question that is played, or was."""

    def __init__(self, question: Question, sides: Sides) -> None:
        super().__init__(question.id, sides)
        self.question = question
        self._games = Topic(SEARCH_PART_GAMES if question.searches else PART_GAMES)
        self._plans, self._items = Topic(STAGE_PART_GAMES), Topic(STAGE_PART_GAMES)
        self._most = 0  # games of each side
        self._precision: float | None = None  # points of win share that are enough
        self._pairs: Pairs | None = None
        self._lines: list[str] = []
        self._measures: dict[str, list[dict[str, Any]]] = {"main": [], "plans": [], "cards": []}
        self.aim_at(question)
        self._publish()

    def aim_at(self, question: Question) -> None:
        """Play until this question, the same one, has its precision or its games; where several pages ask it, as long as any of them."""
        most = question.games or USUAL_GAMES
        is_open = question.precision is None and question.games is None
        precision = USUAL_PRECISION if is_open else question.precision
        if len(self.pages) > 1:
            most = max(most, self._most)
            precision = None if precision is None or self._precision is None else min(precision, self._precision)
        self._most, self._precision = most, precision
        self.is_enough = self._is_reached()  # the games, not those of plans and items

    def more(self) -> None:
        """Play twice as many games as there are."""
        self._most, self._precision = min(MOST_GAMES, 2 * max(self._n_games, self._games.part_games)), None
        self.is_enough = self._is_reached()

    def results(self) -> list[Results]:
        """Base and variant as far as they are in the answer; one of them if nothing is changed, none before the first games."""
        return self._games.results()

    @property
    def is_urgent(self) -> bool:
        """Whether somebody waits for its first numbers, which come soon."""
        return self.is_watched and not self.is_enough and not self.question.searches and self._n_games < FIRST_GAMES

    @property
    def _n_games(self) -> int:
        """Games of each side in the answer."""
        return self._games.added * self._games.part_games

    @property
    def _topics(self) -> Sequence[Topic]:
        return self._games, self._plans, self._items

    def _experiments(self) -> Iterator[tuple[Topic, list[Experiment]]]:
        of: tuple[Of, ...] = ("base",) if self.question.is_same else ("base", "variant")
        yield self._games, list(map(self.question.experiment, of))
        yield self._plans, list(map(self.question.plan_experiment, of))
        if not self.question.searches:  # it would take an hour
            yield self._items, list(map(self.question.item_experiment, of))

    def _stages(self) -> Iterator[tuple[Topic, int]]:
        for games, topic in ((FIRST_GAMES, self._plans), (SECOND_GAMES, self._items)):
            rows = -(-min(games, self._most) // self._games.part_games)
            if self._games.added < rows and not self.is_enough:
                yield self._games, min(rows, self._next_look() + AHEAD)
                return
            yield topic, min(1, topic.rows)
        if not self.is_enough:
            yield self._games, min(self._rows, self._next_look() + AHEAD)
        else:
            yield self._items, self._items.rows

    @property
    def _rows(self) -> int:
        """Rows of the games at most."""
        return -(-self._most // self._games.part_games)

    def _next_look(self) -> int:
        """The number of rows after which it is asked whether the games are enough; fixed, so that the answer is the same again."""
        side = self._games.sides[0]
        rows = (look // side.chunk for look in looks(side.run.manifest))
        return min(self._rows, next(look for look in rows if look > self._games.added or look >= side.rows))

    def _add_up(self) -> bool:
        is_new = self._add_games()
        for name, topic, tell in (("plans", self._plans, answers.plans), ("cards", self._items, answers.cards)):
            if (rows := topic.ready(topic.rows)) > topic.added:
                topic.added, is_new = rows, True
                self._measures[name] = tell(topic.results())
        return is_new

    def _add_games(self) -> bool:
        """Add the rows that are there, look by look, until they are enough, or there is much to tell already."""
        was, begun = self._games.added, time.monotonic()
        while not self.is_enough and time.monotonic() - begun < LONG_SECONDS:
            look = self._next_look()
            ready = self._games.ready(look)
            if ready > self._games.added:
                self._add_rows(ready)
                self._judge()
            if ready < look:
                break
            self.is_enough = self._is_reached()
        return self._games.added > was

    def _is_reached(self) -> bool:
        """Whether the precision, or the number of games, is there."""
        reached = self._reached
        return self._games.added >= self._rows or (self._precision is not None and reached is not None and reached <= self._precision)

    def _add_rows(self, last: int) -> None:
        base, variant = self._games.sides[0], self._games.sides[-1]
        before = base.frames(self._games.added, last)
        after = before if variant is base else variant.frames(self._games.added, last)
        if self._pairs is None:
            results = base.results(1)
            self._pairs = Pairs(measures(results, results.cases[0]), results.cases[0].seats)
        self._pairs.add(before, after)
        self._games.added = last

    def _judge(self) -> None:
        if self._pairs is not None:
            self._measures["main"], self._lines = answers.main(self._pairs.compare(Limits()), self.question.is_same)

    def _content(self) -> dict[str, Any]:
        found = [one for group in self._measures.values() for one in group]
        return {"reached": self._reached, "is_same": self.question.is_same, "lines": self._lines, "measures": found}

    @property
    def _reached(self) -> float | None:
        return answers.half_width(self._measures["main"])

    def _count(self) -> tuple[int, int, int]:
        of = self._most
        if self.is_enough:
            of = self._n_games
        elif self._precision is not None and self._reached is not None:
            of = max(self._n_games, min(of, int(self._n_games * (self._reached / self._precision) ** 2)))
        return self._n_games, of, len(self._games.sides)
