"""The guard: plays the cases of an experiment until every goal of its `[check]` surely holds, or one surely fails.

It looks after fixed numbers of games, in the order of game ids, by intervals that hold at any time: the answer is the same for any
number of workers, and looking often does not make it less sure.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from brewsim.advising.measuring import PERCENT, Component, LineupMeasurer, Standing, check_measured, standing
from brewsim.engine.conventions import PLACE
from brewsim.errors import BadInput
from brewsim.experiment import Case, Experiment
from brewsim.goals import ITEMS, SEATS, WORTH, Goal, single_goals
from brewsim.manifest import CHUNK_GAMES
from brewsim.matches import Workers
from brewsim.runner import looks_up_to
from brewsim.stats.bans import MOST_LEFT
from brewsim.stats.digits import show
from brewsim.stats.intervals import MIN_GAMES
from brewsim.stats.ratios import JointSums
from brewsim.stats.sequential import games_in_words, games_that_decide, sequence_width

UNKNOWN = float("nan")
CLEAR = 2.0  # standard errors of a count


@dataclass
class Point:
    """One component of a goal, and what is known of it. What was decided once stays: its interval held at every look."""

    component: Component
    alpha: float  # the chance that its interval is ever wrong
    sums: JointSums = field(default_factory=lambda: JointSums(2))
    largest: float = 0.0  # of a game
    uses: int = 0
    left: int = 0
    value: float = UNKNOWN
    low: float = UNKNOWN
    high: float = UNKNOWN
    games_needed: int | None = None  # about, if the value is what it seems; None if nobody can say

    def add(self, over: np.ndarray, under: np.ndarray, uses: int = 0, left: int = 0) -> None:
        """Add the terms of games; those that were aborted are NaN."""
        rows = np.stack([over, under], axis=1)[~np.isnan(over)]
        self.sums.add(rows)
        self.largest = float(np.abs(rows[:, 0]).max(initial=self.largest))
        self.uses, self.left = self.uses + uses, self.left + left

    def look(self) -> None:
        """Estimate it from the games so far.

        The variance is that of the linearised ratio, as in `ratios.JointSums`. One game more, as far away as a game can be, is taken into
        it: that all games were the same so far proves little.
        """
        n, under = self.sums.n, self.sums.sums[1]
        if n < MIN_GAMES or under < MIN_GAMES or self.is_untestable:
            return
        value, covariance = self.sums.ratios([0], [1])
        bounds = (self.component.low, self.component.high)
        farthest = PERCENT if self.component.goal.is_in_points else max(self.largest, *(abs(b) for b in bounds if np.isfinite(b)))
        variance = covariance[0] * (n - 1) + (farthest * n / under) ** 2 / n
        half = float(sequence_width(np.array([n]), variance, self.alpha)[0])
        self.value = float(value[0])
        self.low, self.high = self.value - half, self.value + half
        self.games_needed = games_that_decide(min(abs(self.value - b) for b in bounds), float(variance[0]), self.alpha)

    @property
    def is_untestable(self) -> bool:
        """Whether the item is surely used too often in spite of the ban, so that its worth cannot be told."""
        return self.left - CLEAR * self.left**0.5 > MOST_LEFT * self.uses

    @property
    def standing(self) -> Standing:
        return standing([self.component], [self.low], [self.high])

    @property
    def excess(self) -> float:
        """How far the value lies beyond the limits; below 0 inside of them."""
        return max(self.value - self.component.high, self.component.low - self.value)


@dataclass
class Checked:
    """A goal in one case."""

    goal: Goal
    case: Case
    points: list[Point]

    @property
    def standing(self) -> Standing:
        found = [point.standing for point in self.points]
        if Standing.FAILS in found:
            return Standing.FAILS
        return Standing.OPEN if Standing.OPEN in found else Standing.HOLDS

    @property
    def open_points(self) -> list[Point]:
        """Those for which more games can tell something that counts."""
        is_failed = self.standing == Standing.FAILS
        return [point for point in self.points if point.standing == Standing.OPEN and not point.is_untestable and not is_failed]

    @property
    def told(self) -> Point:
        """The point that tells most: one that fails, else one that is open, and of these the one that is farthest out."""
        order = (Standing.FAILS, Standing.OPEN, Standing.HOLDS)
        return min(self.points, key=lambda point: (order.index(point.standing), -np.nan_to_num(point.excess, nan=-np.inf)))

    @property
    def games_needed(self) -> int | None:
        """About how many games of the case decide it; None if nobody can say."""
        needed = [(point.games_needed, point.excess > 0) for point in self.open_points]
        outside = [games for games, is_outside in needed if is_outside and games]
        if outside:
            return min(outside)
        inside = [games for games, _ in needed]
        return None if None in inside else max((games for games in inside if games), default=None)

    @property
    def numbers(self) -> tuple[str, str]:
        """The value that tells most, with its unit, and its interval."""
        point, measure = self.told, self.goal.measure
        unit = "" if not self.goal.is_in_points else " points" if measure in (SEATS, WORTH, ITEMS) else " %"
        return show(point.value, point.low, point.high, unit=unit)

    @property
    def sentence(self) -> str:
        """What is known of the goal."""
        value, interval = self.numbers
        point = self.told
        if point.is_untestable:
            return f"{point.component.name} cannot be tested: {point.left / max(point.uses, 1):.0%} of its uses remain under the ban"
        known = f"{point.component.name} is {value} ({interval})" if interval else f"{point.component.name}: {value}"
        return known + (f"; it takes {games_in_words(self.games_needed)}" if self.standing == Standing.OPEN and interval else "")


@dataclass
class Guard:
    """The goals of all cases, and what is known of them so far."""

    experiment: Experiment
    checked: list[Checked]
    games: int = 0  # of each case, at the last look
    played: int = 0  # of all cases together, with those of restricted play
    aborted: int = 0

    @property
    def standing(self) -> Standing:
        """Of all goals together."""
        found = {one.standing for one in self.checked}
        return next((one for one in (Standing.FAILS, Standing.OPEN) if one in found), Standing.HOLDS)

    @property
    def games_needed(self) -> int | None:
        """About how many games of each case decide all that more games can decide; None if nobody can say."""
        needed = [one.games_needed for one in self.checked if one.open_points]
        return None if None in needed else max((games for games in needed if games), default=None)

    def play(self, work: Workers, advance: Callable[[int], None] = lambda games: None) -> None:
        """Play as many games as are needed; `advance` is told how many of each case came to be known."""
        for look in looks_up_to(self.experiment.games):
            for case in dict.fromkeys(one.case.name for one in self.checked):
                own = [one for one in self.checked if one.case.name == case]
                self._play_case(own, range(self.games, look), work)
            advance(look - self.games)
            self.games = look
            if self.standing != Standing.OPEN or not any(one.open_points for one in self.checked):
                return

    def _play_case(self, checked: Sequence[Checked], ids: range, work: Workers) -> None:
        """Play these games of a case, as far as they can still decide something of it."""
        points = {(one.component.goal, one.component.name): one for goal in checked for one in goal.open_points}
        if not points:
            return
        case = checked[0].case
        measure = LineupMeasurer(case.rules.title, list(dict.fromkeys(goal for goal, _ in points)), case.lineup, self.experiment.seed)
        for first in range(ids.start, ids.stop, CHUNK_GAMES):
            terms = measure(case.rules, np.arange(first, min(first + CHUNK_GAMES, ids.stop)), work)
            self.played += terms.games
            self.aborted += terms.aborted
            for place, component in enumerate(measure.components):
                point = points.get((component.goal, component.name))
                if point:
                    point.add(terms.over[:, place], terms.under[:, place], int(terms.uses[place]), int(terms.left[place]))
        for point in points.values():
            point.look()


def make_guard(experiment: Experiment, goals: Sequence[Goal]) -> Guard:
    """The goals in every case of the experiment's own lineups, all intervals at the level that makes them hold together."""
    cases = [case for case in experiment.cases if case.as_played().is_plain]
    found: list[tuple[Goal, Case, list[Component]]] = []
    for case in cases:
        _check_lineup(experiment, case, goals)
        for goal in goals:
            parts = LineupMeasurer(experiment.title, single_goals(experiment.title, goal), case.lineup).components
            found += [(goal, case, parts)] if parts else []
    check_measured(goals, [goal for goal, _, _ in found])
    total = sum(len(parts) for _, _, parts in found)
    return Guard(experiment, [Checked(goal, case, [Point(part, (1 - goal.sure) / total) for part in parts]) for goal, case, parts in found])


def _check_lineup(experiment: Experiment, case: Case, goals: Sequence[Goal]) -> None:
    """Refuse goals on seats where a seat's share is that of its bot."""
    is_fair = len(set(case.lineup.names)) == 1 or case.lineup.rotates or PLACE in experiment.title.metrics
    for goal in goals:
        if (goal.measure == SEATS or goal.is_of_seat) and not is_fair:
            names = ",".join(case.lineup.names)
            raise BadInput(f"goal '{goal.text}': in the lineup {names} a seat wins as often as its bot; set rotate = true, or use one bot")


def case_in_words(case: Case) -> str:
    """The case as people read it."""
    names = case.lineup.names
    bots = names[0] if len(set(names)) == 1 else ", ".join(names)
    return f"{case.rules.variant}, {case.seats} seats, {bots}" + (" in turn" if case.lineup.rotates else "")
