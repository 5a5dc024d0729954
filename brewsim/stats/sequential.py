"""When a run knows enough: a precision that is reached, or a difference that is surely larger or smaller than a limit.

Both are asked by the runner after fixed numbers of games, in the order of game ids (`runner.looks`).
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from brewsim.errors import BadInput, choice
from brewsim.results import Parts, PlayedCase, Results
from brewsim.stats.adding import by_game
from brewsim.stats.digits import with_unit
from brewsim.stats.intervals import CONFIDENCE
from brewsim.stats.names import seat_name
from brewsim.stats.seats import win_share_by_seat
from brewsim.stats.variants import WIN_SHARE, pairs

TIED = "tied first place"
TIGHTEST = 20_000  # games at which the sequence is as narrow as it can be; it is little wider from a quarter of them to ten times as many
MOST_GAMES = 10**9  # that are said to be needed; more is never
LARGER, SMALLER, OPEN = "larger", "smaller", "open"
LEAST, MOST = 0.01, 50.0  # points of win share that can be asked for
ANY_TIME = "95 % intervals that hold at every number of games, all numbers at once"


def check_points(name: str, points: float) -> None:
    """Refuse points of win share that no run can come to, or that say nothing; `name` is what the user chose them as."""
    if not LEAST <= points <= MOST:
        raise BadInput(f"{choice(name, f'{points:g}')}: points of win share, {LEAST:g} to {MOST:g}")


@dataclass
class Precision:
    """Asks whether the win shares of all seats of all plain cases are known to within these points, by the intervals that are shown.

    Notes
    -----
    A run that stops when an interval is narrow enough, not when its value pleases, keeps the interval's coverage (Chow & Robbins 1965;
    a first look at 2,048 games or more is far beyond where that begins to hold).
    """

    points: float  # half of the width
    games: int = 0  # of each case, at the last look
    reached: float = float("nan")  # the widest at the last look, in points

    def __call__(self, results: Results) -> bool:
        """Look at the games so far."""
        shares = win_share_by_seat(results.parts()).select(half=50 * (pl.col("high") - pl.col("low")))["half"]
        widest = shares.max() if len(shares) and not shares.has_nulls() else None
        self.games, self.reached = results.games, float("inf") if widest is None else float(widest)  # type: ignore[arg-type]
        return self.is_reached

    @property
    def is_reached(self) -> bool:
        return self.reached <= self.points

    @property
    def games_needed(self) -> int | None:
        """About how many games of each case are enough; None if nothing is known yet."""
        needed = self.games * (self.reached / self.points) ** 2
        return int(np.ceil(needed)) if needed <= MOST_GAMES else None

    @property
    def details(self) -> dict[str, Any]:
        """What else there is to know, as plain data."""
        return {"reached": self.reached}

    @property
    def briefly(self) -> str:
        """What is known, in few words."""
        return f"±{self.reached:.2f} of {with_unit(f'±{self.points:g}', ' points')}, " + games_in_words(self.games_needed)

    @property
    def sentence(self) -> str:
        """What is known, and what is still needed."""
        if np.isinf(self.reached):
            return f"After {self.games:,} games of each case too few are finished to know the win shares of seats."
        known = f"After {self.games:,} games of each case the win shares of seats are known to ±{self.reached:.2f} points"
        if self.is_reached:
            return f"{known}, as asked (±{self.points:g})."
        return f"{known}; ±{self.points:g} takes {games_in_words(self.games_needed)}."


@dataclass
class Decision:
    """Asks whether each paired difference that a variant makes is surely larger than these points, or surely smaller."""

    points: float
    games: int = 0  # of each case, at the last look
    found: pl.DataFrame = field(default_factory=pl.DataFrame)  # of `decide`, at the last look

    def __call__(self, results: Results) -> bool:
        """Look at the games so far."""
        self.games, self.found = results.games, decide(results, self.points / 100)
        return self.is_reached

    @property
    def is_reached(self) -> bool:
        return bool((self.found["decision"] != OPEN).all())

    @property
    def games_needed(self) -> int | None:
        """About how many games of each case decide everything, if the differences are what they seem; None if nobody can say."""
        needed = self.found.filter(pl.col("decision") == OPEN)["games_needed"]
        return None if needed.has_nulls() else int(needed.max() or self.games)  # type: ignore[arg-type]

    @property
    def details(self) -> dict[str, Any]:
        """What else there is to know, as plain data."""
        return {"differences": self.found.to_dicts()}

    @property
    def n_open(self) -> int:
        return int((self.found["decision"] == OPEN).sum())

    @property
    def briefly(self) -> str:
        """What is decided, in few words."""
        return f"{len(self.found) - self.n_open} of {len(self.found)} decided, " + games_in_words(self.games_needed)

    @property
    def sentence(self) -> str:
        """What is decided, and what is still needed."""
        if self.is_reached:
            return f"Decided after {self.games:,} games of each case."
        still = f"{self.n_open} of {len(self.found)} differences are open; they take {games_in_words(self.games_needed)}"
        return f"After {self.games:,} games of each case {still}."


def games_in_words(needed: int | None) -> str:
    return f"about {needed:,} games" if needed else f"more than {MOST_GAMES:,} games"


def decide(results: Results, limit: float) -> pl.DataFrame:
    """The paired differences of win shares by seat and of ties, each against the limit, by intervals that hold at any time.

    Returns
    -------
    A row per pair of cases and measure: `case, base_case, measure, group, value, low, high, n, decision, games_needed`. The decision
    is `larger` if the whole interval lies beyond the limit on one side, `smaller` if it lies between both limits, else `open`.

    Notes
    -----
    All intervals hold at once (Bonferroni over the rows), and at every look. Pairs with an aborted game are left out.
    """
    rows = [row for base, case in pairs(results) for row in _differences(results, base, case)]
    alpha = (1 - CONFIDENCE) / max(1, len(rows))
    frame = pl.DataFrame(rows, ["case", "base_case", "measure", "group", "n", "value", "variance"], orient="row")
    n, value, variance = (frame[name].to_numpy() for name in ("n", "value", "variance"))
    half = sequence_width(n, variance, alpha)
    low, high = value - half, value + half
    is_larger, is_smaller = (low > limit) | (high < -limit), (low > -limit) & (high < limit)
    decision = np.where(is_larger, LARGER, np.where(is_smaller, SMALLER, OPEN))
    needed = [games_that_decide(abs(abs(v) - limit), s, alpha) for v, s in zip(value, variance)]
    kept = {"decision": pl.Series(decision, dtype=pl.String), "games_needed": pl.Series(needed, dtype=pl.Int64)}
    made = frame.with_columns(low=low, high=high, **kept)
    columns = ("case", "base_case", "measure", "group", "value", "low", "high", "n", "decision", "games_needed")
    return made.select(columns)


def _differences(results: Results, base: PlayedCase, case: PlayedCase) -> list[tuple[str, str, str, str, int, float, float]]:
    """The mean paired difference of each measure and its variance over games.

    One pair more, with a difference of a whole win, is taken into the variance: that all games were the same so far proves little.
    """
    n, total, squares = _sums(results.parts(base), results.parts(case), case.seats)
    mean = total / max(n, 1)
    variance = (squares + 1) / max(n, 1) - mean**2
    names = [(WIN_SHARE, seat_name(seat)) for seat in range(case.seats)] + [(TIED, "")]
    return [(case.name, base.name, *name, n, float(m), float(v)) for name, m, v in zip(names, mean, variance)]


def _sums(before: Parts, after: Parts, seats: int) -> tuple[int, np.ndarray, np.ndarray]:
    """The number of finished pairs, and the sums and squares of their differences: win share by seat, then ties."""
    n, total, squares = 0, np.zeros(seats + 1), np.zeros(seats + 1)
    columns = [pl.col("win_share").cast(pl.Float64), pl.col("tied_first").cast(pl.Float64), pl.col("aborted").cast(pl.Float64)]
    for pair in zip(before, after):
        old, new = (by_game(part.with_columns(columns), ("win_share", "tied_first", "aborted")) for part in pair)
        is_finished = (old[:, 0, 2] + new[:, 0, 2]) == 0
        wins = (new - old)[is_finished, :, 0]
        ties = (new[..., 1].max(axis=1) - old[..., 1].max(axis=1))[is_finished, None]
        differences = np.hstack([wins, ties])
        n += len(differences)
        total += differences.sum(axis=0)
        squares += (differences**2).sum(axis=0)
    return n, total, squares


def sequence_width(n: np.ndarray, variance: np.ndarray, alpha: float) -> np.ndarray:
    """Half of the width, after n games, of an interval that holds at all n at once with chance 1 - alpha.

    Notes
    -----
    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit theory and
    asymptotic confidence sequences, Annals of Statistics 2024, theorem 2.2): a normal mixture with the variance estimated so far,
    sigma sqrt(2 (n r^2 + 1) / (n^2 r^2) log(sqrt(n r^2 + 1) / alpha)). r makes it narrowest at `TIGHTEST` games. It holds from a first
    look on that is late enough for the variance to be known; ours are at 2,048 games or more, or where a run has no more.

    Examples
    --------
    >>> round(float(sequence_width(np.array([20_000]), np.array([0.25]), 0.05)[0]), 4)  # a look at 20,000 games alone needs 0.0069
    0.0107
    """
    n = np.maximum(n, 1)
    budget = -2 * np.log(alpha)
    mixed = n * (budget + np.log(budget) + 1) / TIGHTEST
    width: np.ndarray = np.sqrt(variance * 2 * (mixed + 1) / (n * mixed) * np.log(np.sqrt(mixed + 1) / alpha))
    return width


def games_that_decide(distance: float, variance: float, alpha: float) -> int | None:
    """About how many games make the half-width as small as the distance of the estimate from the limit; None: too many."""
    grid = np.geomspace(1, MOST_GAMES, 1000)
    enough = sequence_width(grid, np.full(len(grid), variance), alpha) <= distance
    return int(np.ceil(grid[enough.argmax()])) if enough.any() else None
