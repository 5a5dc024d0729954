"""Who wins: how much of it belongs to the seat, the skill of the players, the deal, and chance in their play."""

from functools import cache

import numpy as np
import polars as pl

from brewsim.stats.intervals import CONFIDENCE, MIN_GAMES, normal_quantile

SOURCES = ("seat", "skill", "deal", "play")
DRAWS = 2**13  # of the critical value for seats: its own error is about 1 %
DEFINITION = (
    "Players of the levels {levels} sit down at random. Whether a seat wins varies from game to game, and that variance is divided among "
    "four sources, each counted after those before it. Seat: what the place at the table changes on average. Skill: what who plays, and "
    "who sits where, adds to that, whatever is dealt. Deal: what decks and dice add, for given players at given seats; so a deal that "
    "only good players can use counts here. Play: the rest, what the same players at the same seats make of the same deal when they "
    "choose otherwise where they leave it to chance."
)


def luck(wins: np.ndarray) -> pl.DataFrame:
    """The parts of the variance of who wins.

    Parameters
    ----------
    wins : [table, deal, chance, seat] shares of the win, at tables with random players: each table plays two deals, each of them twice
        with other luck of the players.

    Returns
    -------
    A row per source: `source, value, low, high, n`: its part of the variance, between 0 and 1, and the number of tables.

    Notes
    -----
    Products of two games estimate squares of what they have in common (Sobol 2001, nested): of the same deal, E[E(W | players, seat,
    deal)^2]; of two deals at one table, E[E(W | players, seat)^2]. Tables are independent, so the error of each part, a ratio of
    means over tables, follows by the delta method. The part of the seat is a squared length, whose estimate is not normal near 0: its
    interval is the lengths of all vectors within the ball around the estimate that holds the truth with 95 %.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> first = rng.integers(0, 2, (500, 2, 1, 1)).repeat(2, axis=2)  # who wins is in the deal, nothing else
    >>> luck(np.concatenate([first, 1 - first], axis=3)).select("source", pl.col("value").round(1) + 0.0).rows()
    [('seat', 0.0), ('skill', 0.0), ('deal', 1.0), ('play', 0.0)]
    """
    wins = np.asarray(wins, np.float64)
    n, seats = len(wins), wins.shape[-1]
    if n < MIN_GAMES:
        nothing = [None] * len(SOURCES)
        estimates = {name: pl.Series(nothing, dtype=pl.Float64) for name in ("value", "low", "high")}
        return pl.DataFrame({"source": SOURCES, **estimates, "n": n})
    of_deal = wins.mean(axis=2)
    terms = np.column_stack(
        [
            (wins**2).mean(axis=(1, 2, 3)),
            (wins[:, :, 0] * wins[:, :, 1]).mean(axis=(1, 2)),
            (of_deal[:, 0] * of_deal[:, 1]).mean(axis=1),
            wins.mean(axis=(1, 2)),
        ]
    )
    means, covariance = terms.mean(axis=0), np.cov(terms.T) / n
    shares, fair = means[3:], means[3:].mean()
    by_seat = (shares**2).mean() - np.diag(covariance)[3:].mean()  # without what chance adds to a square
    # Each level of knowledge: its second moment, and how that changes with the means of the terms.
    levels = np.array([fair**2, by_seat, means[2], means[1], means[0]])
    changes = np.zeros((5, 3 + seats))
    changes[0, 3:], changes[1, 3:] = 2 * fair / seats, 2 * shares / seats
    changes[[2, 3, 4], [2, 1, 0]] = 1.0
    total = levels[-1] - levels[0]
    value = np.diff(levels) / total
    gradient = (np.diff(changes, axis=0) - np.outer(value, changes[-1] - changes[0])) / total
    variance = np.maximum(np.einsum("si,ij,sj->s", gradient, covariance, gradient), 0.0)  # rounding may leave less than nothing
    half = normal_quantile(CONFIDENCE) * np.sqrt(variance)
    low, high = value - half, value + half
    low[0], high[0] = (bound / total for bound in _squared_length(shares - fair, covariance[3:, 3:]))
    columns = {name: np.clip(bound, 0.0, 1.0) for name, bound in (("value", value), ("low", low), ("high", high))}
    return pl.DataFrame({"source": SOURCES, **columns, "n": n})


def _squared_length(vector: np.ndarray, covariance: np.ndarray) -> tuple[float, float]:
    """Bounds of the mean square of a vector that was estimated with this covariance."""
    centre = np.eye(len(vector)) - 1 / len(vector)
    spread = np.maximum(np.linalg.eigvalsh(centre @ covariance @ centre), 0.0)
    squares = _normal_squares(len(spread)) @ spread
    radius, length = np.sqrt(np.quantile(squares, CONFIDENCE)), np.linalg.norm(vector)
    nearest, farthest = max(0.0, length - radius), length + radius
    return float(nearest**2 / len(vector)), float(farthest**2 / len(vector))


@cache
def _normal_squares(size: int) -> np.ndarray:
    """[draw, coordinate] squares of standard normal numbers."""
    return np.random.default_rng(0).standard_normal((DRAWS, size)) ** 2
