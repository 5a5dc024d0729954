"""What goals are judged by: rules and games in, numbers by game out. The same games of two rules meet the same shuffles and dice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from brewsim.bots import Bot, Lineup, make_lineup
from brewsim.engine.contract import Title
from brewsim.engine.conventions import restricted_seat
from brewsim.errors import BadInput
from brewsim.goals import SEATS, WIN_SHARE, WORTH, Goal, items_of
from brewsim.matches import Workers, lay_table, piece_games, pieces
from brewsim.outcomes import to_frame, uses_of
from brewsim.play import simulate, simulate_without
from brewsim.rules import Rules, load_rules
from brewsim.stats.names import measure_name, seat_name
from brewsim.stats.pace import HALF_TIME
from brewsim.stats.variants import Measure, measures_of, per_game, ratio_terms

PERCENT = 100.0


@dataclass(frozen=True)
class Component:
    """One number that must lie within the limits of its goal."""

    goal: Goal
    seats: int
    name: str  # in words, without the number of seats
    low: float
    high: float


@dataclass(frozen=True)
class Terms:
    """What games add to each component, whose value is sum(over) / sum(under).

    Games that were aborted at any number of seats are NaN in both.
    """

    over: np.ndarray  # [game, component]
    under: np.ndarray
    aborted: int  # games, of those that were free
    games: int  # that were played, with those of restricted play
    uses: np.ndarray  # [component] of the item whose worth it is, by the seat that may not, while it was free to; else 0
    left: np.ndarray  # [component] uses in spite of the ban


class Standing(StrEnum):
    """What is known of a goal."""

    HOLDS = "holds"  # surely
    FAILS = "fails"  # surely
    OPEN = "not known"


def standing(components: Iterable[Component], low: Iterable[float], high: Iterable[float]) -> Standing:
    """What the intervals of all components of a goal say of it; an interval of nan says nothing."""
    bounds = list(zip(components, low, high))
    if any(least > one.high or most < one.low for one, least, most in bounds):
        return Standing.FAILS
    is_inside = all(least >= one.low and most <= one.high for one, least, most in bounds)
    return Standing.HOLDS if bounds and is_inside else Standing.OPEN


class LineupMeasurer:
    """Measures goals in the games of one lineup."""

    def __init__(self, title: Title, goals: Sequence[Goal], lineup: Lineup, seed: int = 0) -> None:
        self.title, self.lineup, self.seed = title, lineup, seed
        self.seats = len(lineup.names)
        self.items = list(dict.fromkeys(item for goal in goals for item in items_of(title, goal)))
        self.follow_every = int(any(goal.measure in HALF_TIME for goal in goals))  # every game, or none
        measures = measures_of(title, lineup.names, lineup.rotates)
        shares = measures[: self.seats]  # the win shares of seats come first
        what = {share.key: share for share in shares}
        self.components: list[Component] = []
        self._columns: list[tuple[str, Any]] = []  # (component) the key of its terms in `__call__`
        known = {(measure.name, measure.group): measure for measure in measures}
        known |= {(WIN_SHARE, seat_name(seat)): measure for seat, measure in enumerate(shares)}  # also where it is a place
        for goal in goals:
            measure = known.get((goal.measure, goal.group))
            if measure:
                what[measure.key] = measure
                self._add(goal, _name(measure), ("", measure.key))
            for seat in self._first_seats() if goal.measure == SEATS else ():
                self._add(goal, f"{_name(shares[seat])} minus fair", (SEATS, seat))
            for item in items_of(title, goal):
                self._add(goal, measure_name({"measure": WORTH, "group": item}), (WORTH, item))
        self.what = list(what.values())

    def _add(self, goal: Goal, name: str, key: tuple[str, Any]) -> None:
        self.components.append(Component(goal, self.seats, name, goal.low, goal.high))
        self._columns.append(key)

    def _first_seats(self) -> list[int]:
        """The first seat of each side. Of two sides one has what the other lacks, so that one tells all."""
        sides = lay_table(load_rules(self.title.name), self.seats).sides
        first = [sides.index(side) for side in dict.fromkeys(sides)]
        return first if len(first) > 2 else first[:1]

    @property
    def most_games(self) -> int:
        """That one game id can take."""
        return 1 + len(self.items)

    def __call__(self, rules: Rules, ids: np.ndarray, work: Workers) -> Terms:
        """Play these games by these rules."""
        tasks = [(rules, self.lineup, piece, self.seed, (), self.follow_every) for piece in pieces(ids, self.lineup.bots)]
        rows = np.concatenate([np.zeros(0, self.title.outcome_dtype), *work(simulate, tasks)])
        frame = per_game(to_frame(rules, rows, "", self.lineup.names).lazy(), self.what)
        over, under = ratio_terms([frame], self.what)
        over *= [PERCENT if measure.is_share else 1.0 for measure in self.what]
        losses = self._losses(rules, rows, work)
        shares = over[:, : self.seats]
        columns: dict[tuple[str, Any], tuple[np.ndarray, np.ndarray]] = {
            **{("", measure.key): (over[:, place], under[:, place]) for place, measure in enumerate(self.what)},
            **{(SEATS, seat): (shares[:, seat] - shares.mean(axis=1), np.ones(len(ids))) for seat in range(self.seats)},
            **{(WORTH, item): loss.terms for item, loss in losses.items()},
        }
        tops, bottoms = (np.stack([columns[key][side] for key in self._columns], axis=1) for side in (0, 1))
        is_aborted = frame["aborted"].to_numpy()
        tops[is_aborted], bottoms[is_aborted] = np.nan, np.nan
        counts = [(losses[which].uses, losses[which].left) if kind == WORTH else (0, 0) for kind, which in self._columns]
        games = len(ids) + sum(loss.games for loss in losses.values())
        return Terms(tops, bottoms, int(is_aborted.sum()), games, *np.array(counts, np.int64).reshape(-1, 2).T)

    def _losses(self, rules: Rules, rows: np.ndarray, work: Workers) -> dict[str, "Loss"]:
        """What a seat loses that may not use an item. Games that the ban leaves as they are are not played again."""
        free = rows[rows["seat"] == restricted_seat(rows["game"], self.seats)]
        uses = {item: uses_of(rules, free, item) for item in self.items}
        changed = {
            item: (own > 0 if not self.title.has_bids else np.ones(len(free), bool)) & ~free["aborted"] for item, own in uses.items()
        }
        cut = {item: pieces(free["game"][which], self.lineup.bots) for item, which in changed.items()}
        tasks = [((item,), rules, self.lineup, piece, self.seed) for item, own in cut.items() for piece in own]
        played = iter(work(simulate_without, tasks))
        found = {}
        for item, which in changed.items():
            again = np.concatenate([rows[:0], *(next(played) for _ in cut[item])])
            again = again[again["seat"] == restricted_seat(again["game"], self.seats)]
            is_over, own = ~again["aborted"], uses[item][which]
            loss, used = np.zeros(len(free)), np.zeros(len(free))
            loss[which] = np.where(is_over, PERCENT * (free["win_share"][which].astype(np.float64) - again["win_share"]), 0.0)
            used[which] = is_over & (own > 0)
            left = uses_of(rules, again, item)[is_over]
            found[item] = Loss((loss, used), len(again), int(own[is_over].sum()), int(left.sum()))
        return found


@dataclass(frozen=True)
class Loss:
    """What one ban takes away."""

    terms: tuple[np.ndarray, np.ndarray]  # (game) points of win share that are lost; whether the seat would have used the item
    games: int  # that were played again
    uses: int
    left: int


class Measurer:
    """Measures goals at several numbers of seats, with one bot at all seats.

    Parameters
    ----------
    title : the title.
    goals : what is wanted.
    seats : numbers of seats.
    bot : its name; it sits at every seat.
    seed : of the series of games.
    bots : where the bot is found; those of the title by default.
    """

    def __init__(
        self, title: Title, goals: Sequence[Goal], seats: Sequence[int], bot: str, seed: int = 0, bots: Mapping[str, Bot] | None = None
    ) -> None:
        self.lineups = [LineupMeasurer(title, goals, make_lineup(title, [bot] * count, bots), seed) for count in seats]
        self.components = [component for lineup in self.lineups for component in lineup.components]
        self.piece_games = piece_games(bot for lineup in self.lineups for bot in lineup.lineup.bots)
        check_measured(goals, [component.goal for component in self.components])

    def __call__(self, rules: Rules, ids: np.ndarray, work: Workers) -> Terms:
        """Play these games by these rules at every number of seats. Same ids, same shuffles: differences of rules are paired."""
        parts = [lineup(rules, ids, work) for lineup in self.lineups]
        over, under = (np.concatenate([getattr(part, name) for part in parts], axis=1) for name in ("over", "under"))
        is_aborted = np.isnan(over).any(axis=1)
        over[is_aborted], under[is_aborted] = np.nan, np.nan
        uses, left = (np.concatenate([getattr(part, name) for part in parts]) for name in ("uses", "left"))
        return Terms(over, under, sum(part.aborted for part in parts), sum(part.games for part in parts), uses, left)

    def cost(self, ids: np.ndarray) -> int:
        """Games that a call plays at most; `Terms.games` says how many they were."""
        return len(ids) * sum(lineup.most_games for lineup in self.lineups)


def _name(measure: Measure) -> str:
    return measure_name({"measure": measure.name, "group": measure.group})


def check_measured(goals: Iterable[Goal], measured: Sequence[Goal]) -> None:
    """Refuse a goal that is about nothing here: a seat that no table has, or bots that never meet."""
    for goal in goals:
        if goal not in measured:
            raise BadInput(f"goal '{goal.text}': no table here has {goal.group}")
