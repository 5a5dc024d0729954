"""Games of many candidates on the same shuffles, added up by blocks: enough for values, differences, covariances and a journal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from operator import add
from typing import Protocol

import numpy as np

from brewsim.advising.levers import Edits, edited
from brewsim.advising.measuring import Component, Terms
from brewsim.matches import Workers
from brewsim.rules import Rules
from brewsim.tuning.journal import Journal

BLOCKS = 40  # of the games of a rung: the errors come from how these differ
RUNG = 100  # games of the first rung
HIGHEST = 20  # rung
BATCH = 32  # candidates that are written down together
UNKNOWN = 1e6  # how far a component misses its limits of which nothing is known
MOST_ABORTED = 0.001  # a larger part of games that do not end, beyond that of the rules as they are, and a candidate is dropped


class Measures(Protocol):
    """What a `Measurer` is to an advisor."""

    components: list[Component]
    piece_games: int  # that are worth a call

    def __call__(self, rules: Rules, ids: np.ndarray, work: Workers[Terms]) -> Terms:
        """The terms of these games by these rules."""

    def cost(self, ids: np.ndarray) -> int:
        """The games that a call plays."""


@dataclass(frozen=True)
class Tally:
    """What the games of one candidate came to."""

    sums: np.ndarray  # [block, numerator and denominator, component]
    aborted: int
    n: int

    def __add__(self, other: "Tally") -> "Tally":
        """The same candidate with the blocks of more games."""
        return Tally(np.concatenate([self.sums, other.sums]), self.aborted + other.aborted, self.n + other.n)

    @cached_property
    def value(self) -> np.ndarray:
        """(component) nan where no game says anything."""
        over, under = self.sums.sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            found: np.ndarray = over / under
        return np.where(np.isfinite(found), found, np.nan)

    @cached_property
    def influence(self) -> np.ndarray:
        """[block, component] how far each block moves the value: the linear terms of the delta method.

        The sum of products of two influences is the covariance of two values; candidates on the same games share their blocks.
        """
        over, under = self.sums[:, 0], self.sums[:, 1]
        blocks = len(self.sums)
        with np.errstate(divide="ignore", invalid="ignore"):
            found: np.ndarray = (over - self.value * under) / under.sum(axis=0) * np.sqrt(blocks / (blocks - 1))
        return found

    @property
    def error(self) -> np.ndarray:
        """(component) the standard error of the value."""
        return np.sqrt((self.influence**2).sum(axis=0))

    @property
    def scale(self) -> np.ndarray:
        """(component) what counts as a small difference from this one: its error."""
        return np.where(np.isfinite(self.error) & (self.error > 0), self.error, 1.0)

    def change(self, base: "Tally") -> tuple[np.ndarray, np.ndarray]:
        """(component) the paired difference to the same games by other rules, and its standard error."""
        return self.value - base.value, np.sqrt(((self.influence - base.influence) ** 2).sum(axis=0))

    def does_not_end(self, base: "Tally") -> bool:
        """Whether too many games were aborted."""
        return self.aborted / self.n > base.aborted / base.n + MOST_ABORTED


class Memory:
    """What was worked out already, in the order in which it is asked for; kept in a journal, if there is one."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal
        self.asked = 0

    def recall(self, work_out: Callable[[], list[float]]) -> tuple[list[float], bool]:
        """The next numbers, and whether they are new."""
        self.asked += 1
        known = self.journal.numbers(self.asked) if self.journal else None
        if known is not None:
            return known, False
        numbers = work_out()
        if self.journal:
            self.journal.add(self.asked, numbers)
        return numbers, True


class Panel:
    """Plays candidates with every level of skill; one row of components for all."""

    def __init__(
        self,
        measures: Mapping[str, Measures],
        work: Workers,
        memory: Memory | None = None,
        advance: Callable[[int, bool], None] = lambda games, is_new: None,
    ) -> None:
        self.measures, self.work, self.memory, self.advance = list(measures.values()), work, memory or Memory(), advance
        self.components = [component for one in self.measures for component in one.components]
        self.levels = [level for level, one in measures.items() for _ in one.components]  # (component) who plays
        self.low, self.high = (np.array([getattr(one, end) for one in self.components], float) for end in ("low", "high"))
        self.played = 0

    def cost(self, games: int) -> int:
        """The games that one candidate takes."""
        return sum(one.cost(np.arange(games)) for one in self.measures)

    def games_for(self, budget: float, candidates: int) -> int:
        """How many game ids each of these candidates can have with this budget."""
        many = 1000
        return int(budget / max(1, candidates) * many / self.cost(many))

    def play(self, rules: Sequence[Rules], ids: np.ndarray, blocks: int = BLOCKS) -> list[Tally]:
        """(candidate) what its games came to; the same for any number of workers."""
        found: list[Tally] = []
        for first in range(0, len(rules), BATCH):
            batch = rules[first : first + BATCH]
            numbers, is_new = self.memory.recall(partial(self.numbers, batch, ids, blocks))
            found += self.tallies(numbers, len(ids), blocks)
            games = len(batch) * sum(one.cost(ids) for one in self.measures)
            self.played += games
            self.advance(games, is_new)
        return found

    def tallies(self, numbers: Sequence[float], n: int, blocks: int) -> list[Tally]:
        """(candidate) its tally, from `numbers`."""
        rows = np.array(numbers).reshape(-1, 1 + blocks * 2 * len(self.components))
        return [Tally(row[1:].reshape(blocks, 2, -1), int(row[0]), n) for row in rows]

    def numbers(self, rules: Sequence[Rules], ids: np.ndarray, blocks: int) -> list[float]:
        """The number of aborted games and the sums of the blocks, candidate after candidate."""
        parts = np.array_split(ids, blocks)
        calls = [max(1, min(blocks, len(ids) // one.piece_games)) for one in self.measures]  # each with whole blocks
        spans = [np.array_split(np.arange(blocks), many) for many in calls]  # (level)
        tasks = [(one, own, [parts[i] for i in span]) for own in rules for one, of_level in zip(self.measures, spans) for span in of_level]
        pieces = iter(self.work(_measure, tasks))
        numbers: list[float] = []
        for _ in rules:
            aborted, columns = 0, []
            for many in calls:
                of_spans = [next(pieces) for _ in range(many)]
                aborted += sum(lost for _, lost in of_spans)
                columns.append(np.concatenate([sums for sums, _ in of_spans]))
            numbers += [float(aborted), *np.concatenate(columns, axis=2).ravel().tolist()]
        return numbers


class Field:
    """The games that choose between candidates: the same for all of them, in rungs, and none is played twice.

    The first rung has RUNG games, each further one as many as all before it. Candidates on the same rung share their blocks.
    """

    def __init__(self, panel: Panel, rules: Rules) -> None:
        self.panel, self.base_rules = panel, rules
        self._rules: dict[Edits, Rules | None] = {}
        self._rungs: dict[Edits, list[Tally]] = {}  # what each rung has added

    def rules(self, edits: Edits) -> Rules | None:
        """The rules with these edits; None if they are impossible together."""
        if edits not in self._rules:
            self._rules[edits] = edited(self.base_rules, edits)
        return self._rules[edits]

    def known(self, rung: int) -> list[Edits]:
        """All that was played on this rung."""
        return [edits for edits, added in self._rungs.items() if len(added) > rung]

    def cost(self, candidates: Iterable[Edits], rung: int) -> int:
        """The games that it takes to have these on a rung; what was played costs nothing."""
        added = [len(self._rungs.get(edits, ())) for edits in candidates]
        return sum(self.panel.cost(games_on(rung) - (games_on(had - 1) if had else 0)) for had in added if had <= rung)

    def highest(self, candidates: Sequence[Edits], budget: float) -> int:
        """The highest rung that there are games for; -1 if there is none."""
        rung = -1
        while self.cost(candidates, rung + 1) <= budget and rung < HIGHEST:
            rung += 1
        return rung

    def play(self, candidates: Sequence[Edits], rung: int) -> list[Tally]:
        """(candidate) what its games up to this rung came to; all of them must be possible."""
        for step in range(rung + 1):
            new = [edits for edits in dict.fromkeys(candidates) if len(self._rungs.get(edits, ())) == step]
            possible = [rules for edits in new for rules in [self.rules(edits)] if rules]
            first = games_on(step - 1) if step else 0
            for edits, tally in zip(new, self.panel.play(possible, np.arange(first, games_on(step)))):
                self._rungs.setdefault(edits, []).append(tally)
        return [reduce(add, self._rungs[edits][: rung + 1]) for edits in candidates]

    def all_of(self, edits: Edits) -> Tally:
        """What all games of a candidate came to that were played so far."""
        return reduce(add, self._rungs[edits])


def games_on(rung: int) -> int:
    """The games that a candidate has on a rung, with those of all rungs before."""
    return RUNG << rung


def _measure(measures: Measures, rules: Rules, parts: Sequence[np.ndarray]) -> tuple[np.ndarray, int]:
    """[block, numerator and denominator, component] of consecutive blocks, and how many of their games were aborted."""
    terms = measures(rules, np.concatenate(parts), lambda function, arguments: [function(*given) for given in arguments])
    starts = np.cumsum([0, *map(len, parts[:-1])])
    rows = np.nan_to_num(np.stack([terms.over, terms.under], axis=1))
    return np.add.reduceat(rows, starts, axis=0), terms.aborted


def margins(value: np.ndarray, error: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """By how many standard errors values lie inside their bounds; outside it is negative, as where nothing is known.

    >>> margins(np.array([9.0, 12.0, np.nan]), np.array([0.5, 0.5, 0.5]), np.array([8.0] * 3), np.array([10.0] * 3)).tolist()
    [2.0, -4.0, -inf]
    """
    inside = np.minimum(value - low, high - value)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(error > 0, inside / error, np.sign(inside) * np.inf)
    return np.where(np.isnan(found), -np.inf, found)


def shortfall(value: np.ndarray, scale: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """[candidate] How far values [candidate, component] are from their bounds together, in units of `scale`; 0 if all are inside.

    What no game says anything about is far away: an item that nobody uses any more is not repaired.
    """
    outside = np.maximum(0.0, np.maximum(low - value, value - high)) / scale
    return np.sqrt((np.where(np.isnan(outside), UNKNOWN, outside) ** 2).sum(axis=-1))


def approach(seen: Tally, before: Tally, after: Tally, scale: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[float, float]:
    """How much less `after` falls short of its bounds than `before` on the same games, at the least, and the standard error of that.

    Notes
    -----
    Noise makes a shortfall larger, and the more so the nearer it is to 0. A plain difference of two could thus take noise for a gain.
    A shortfall is the distance to a convex set, and never less than what is missed in one fixed direction. So `before` is taken in the
    direction in which other games (`seen`) missed the bounds, which has no such bias, and `after` in full: on average this is too
    little, never too much.
    """

    def outside(value: np.ndarray) -> np.ndarray:
        return np.nan_to_num((np.maximum(0.0, value - high) - np.maximum(0.0, low - value)) / scale)

    missed, left = outside(seen.value), outside(after.value)
    ways = [own / max(float(np.linalg.norm(own)), np.finfo(float).tiny) for own in (missed, left)]
    bounds = np.where(missed > 0, high, np.where(missed < 0, low, 0.0))
    gain = np.where(missed == 0, 0.0, ways[0] * (before.value - bounds) / scale).sum() - shortfall(after.value, scale, low, high)
    moved = [np.where(way == 0, 0.0, tally.influence / scale * way).sum(axis=1) for way, tally in zip(ways, (before, after))]
    return float(gain), float(np.linalg.norm(moved[0] - moved[1]))
