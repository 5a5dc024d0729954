"""Bots against bots at one table: a bot a side, all move on by one seat with every game, and what share of the wins each gets."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import polars as pl

from brewsim.bots import Bot, Lineup, bad_seats, make_lineup
from brewsim.play import simulate
from brewsim.rules import Rules
from brewsim.stats.intervals import CONFIDENCE, Estimate, normal_quantile, with_shares

FIRST = 0  # the side whose share is measured
PIECE_GAMES = 500  # that a worker plays in one go: short enough to share the work, long enough to be worth a call
SEARCHED_GAMES = 10  # the same where a bot searches, whose games take seconds

T = TypeVar("T")
Workers = Callable[[Callable[..., T], Iterable[tuple[Any, ...]]], list[T]]


@dataclass(frozen=True)
class Table:
    """The rules of a title and who sits together. Sides must still be sides when everybody moves on by one seat."""

    rules: Rules
    sides: tuple[int, ...]  # (seat) its side: 0, 1, ...

    @property
    def seats(self) -> int:
        return len(self.sides)

    @property
    def n_sides(self) -> int:
        return max(self.sides) + 1

    def lineup(self, bots: Sequence[Bot]) -> Lineup:
        """The lineup with one bot a side, at all seats of the side. Equal bots share a name, so that the drivers keep one copy."""
        names = [str(list(bots).index(bot)) for bot in bots]
        return Lineup(tuple(names[side] for side in self.sides), True, tuple(bots[side] for side in self.sides))

    def play(self, bots: Sequence[Bot], games: np.ndarray, seed: int) -> np.ndarray:
        """The outcomes of games of these bots, one a side: [game, seat of the lineup], whatever seat it had in a game."""
        rows = simulate(self.rules, self.lineup(bots), games, seed).reshape(-1, self.seats)
        return np.take_along_axis(rows, np.argsort(rows["bot"], axis=1), axis=1)

    def first_rows(self, bots: Sequence[Bot], games: np.ndarray, seed: int) -> np.ndarray:
        """(game) The outcome of the first of these bots."""
        return self.play(bots, games, seed)[:, FIRST].copy()  # a view would keep those of all the others

    def wins(self, bots: Sequence[Bot], games: np.ndarray, seed: int) -> np.ndarray:
        """(game) The share of the win that the first of these bots has."""
        return wins_of(self.first_rows(bots, games, seed))


def wins_of(rows: np.ndarray) -> np.ndarray:
    """(row) Its share of the win. A game that is aborted is won by nobody."""
    return np.nan_to_num(rows["win_share"].astype(np.float64))


def lay_table(rules: Rules, seats: int | None = None) -> Table:
    """The table for this number of seats, or for the title's usual one. Who sits together is read off a game."""
    title = rules.title
    seats = title.default_seats if seats is None else seats
    if seats not in title.seats:
        raise bad_seats(title, seats)
    found = simulate(rules, make_lineup(title, ["random"] * seats), 1)["side"]
    sides = [list(dict.fromkeys(found)).index(side) for side in found]
    moved = sides[1:] + sides[:1]
    assert len(set(zip(sides, moved))) == len(set(sides)), f"{title.name}: sides break up when everybody moves on by one seat"
    return Table(rules, tuple(sides))


def whole_rotations(games: int, seats: int) -> int:
    """At least this many games, so that every bot had every seat equally often."""
    return -(-games // seats) * seats


def piece_games(bots: Iterable[Bot]) -> int:
    """How many games of these bots a worker plays in one go."""
    return SEARCHED_GAMES if any(bot.playouts for bot in bots) else PIECE_GAMES


def pieces(games: np.ndarray, bots: Sequence[Bot]) -> list[np.ndarray]:
    """Games of these bots, one a seat or a side, cut into pieces for the workers."""
    size = piece_games(bots)
    return [games[first : first + size] for first in range(0, len(games), size)]


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """Calls a function with many arguments, this many at a time; answers come in the order of the arguments.

    Threads, since kernels release the interpreter lock.
    """
    if jobs == 1:
        yield lambda function, arguments: [function(*given) for given in arguments]
        return
    import joblib  # takes an eighth of a second, which a short run need not wait for

    with joblib.Parallel(n_jobs=jobs, backend="threading", batch_size=1) as work:
        yield lambda function, arguments: work(joblib.delayed(function)(*given) for given in arguments)


def share_of_fair(table: Table, bots: Sequence[Bot], games: int, seed: int, work: Workers, confidence: float = CONFIDENCE) -> Estimate:
    """The share of wins of the first of these bots, with its interval, relative to the fair share: 1 is as good as the others.

    The interval takes the games for independent; that every seat has the same number of them makes it a little too wide, not too narrow.
    """
    ids = np.arange(whole_rotations(games, table.seats))
    wins = np.concatenate(work(table.wins, [(bots, piece, seed) for piece in pieces(ids, bots)]))
    return relative_to_fair(table, wins, confidence)


def relative_to_fair(table: Table, wins: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """(game) shares of the win of one side -> their mean with its interval, relative to the fair share."""
    sums = pl.DataFrame({"n": [len(wins)], "total": [wins.sum()], "spread": [((wins - wins.mean()) ** 2).sum()]})
    shares = with_shares(sums, normal_quantile(confidence)).select("value", "low", "high").row(0)
    value, low, high = (bound * table.n_sides for bound in shares)
    return Estimate(value, low, high, len(wins))
