"""Ratings of bots from games of two or more sides: Plackett-Luce, with shared places."""

import math
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp

from brewsim.stats.intervals import normal_interval

POINTS = 400 / math.log(10)  # of a rating for each unit of log strength: 400 points more are ten times the strength, as in chess
PRIOR = 6.0  # standard deviation of log strengths that is believed beforehand: keeps the rating of a bot that never wins finite
NUDGE = 1e-4  # of a log strength, for the curvature
TINY = 1e-9  # gradient for each game at which the search for the strengths ends


@dataclass(frozen=True)
class Ratings:
    """Ratings in points against a bot that has 0, with their intervals."""

    value: np.ndarray  # (bot)
    low: np.ndarray
    high: np.ndarray


@dataclass(frozen=True)
class _Orders:
    """Every order of finish that games may have had, each kind of game once."""

    bots: np.ndarray  # [order, place] the bot that finished there
    game: np.ndarray  # (order) the kind of game that it belongs to
    counts: np.ndarray  # (kind of game) how often it was played
    kinds: np.ndarray  # (game) its kind


def plackett_luce(bots: np.ndarray, ranks: np.ndarray, reference: int = 0, meetings: np.ndarray | None = None) -> Ratings:
    """Rate bots by the places that they took.

    Parameters
    ----------
    bots : [game, side] the bot of each side, as a number from 0.
    ranks : [game, side] its place, 1 for the first; sides that share a place have the same number.
    reference : the bot that has 0 points, and no error.
    meetings : (game) the meeting that it is of, if games of one lineup are not independent: who sits beside whom may help a bot.

    Notes
    -----
    The first place goes to a bot by its share of the strengths of all sides, the second by its share of the strengths of the rest, and
    so on (Plackett 1975). A shared place says nothing about the order of those who share it: the chances of all their orders are added.
    Log strengths have a wide normal prior around that of the reference. The error is the larger one of two: from the curvature of the
    likelihood, which is right if the model is, and from the variance over games, or over meetings (the sandwich; White 1982), which also
    is right if it is not, but knows nothing of a bot that always loses.

    Examples
    --------
    >>> found = plackett_luce(np.array([[0, 1]] * 110), np.array([[2, 1]] * 100 + [[1, 2]] * 10))
    >>> found.value.round(), bool(found.low[1] < 400 < found.high[1])
    (array([  0., 399.]), True)
    """
    n_bots = int(bots.max()) + 1
    orders = _all_orders(bots, ranks)
    free = np.delete(np.arange(n_bots), reference)

    def spread_out(strengths: np.ndarray) -> np.ndarray:
        return np.insert(strengths, reference, 0.0)

    def loss(strengths: np.ndarray) -> tuple[float, np.ndarray]:
        chances, gradients = _likelihood(orders, spread_out(strengths))
        value = orders.counts @ chances - (strengths**2).sum() / (2 * PRIOR**2)
        return -value, strengths / PRIOR**2 - (orders.counts @ gradients)[free]

    best = minimize(loss, np.zeros(len(free)), jac=True, method="BFGS", options={"gtol": TINY * orders.counts.sum()}).x
    curvature = np.array([(loss(best + step)[1] - loss(best - step)[1]) / (2 * NUDGE) for step in NUDGE * np.eye(len(free))])
    gradients = _likelihood(orders, spread_out(best))[1][:, free]
    inverse = np.linalg.inv((curvature + curvature.T) / 2)
    sums = _sums_by(np.arange(len(bots)) if meetings is None else meetings, gradients[orders.kinds])
    sandwich = inverse @ sums.T @ sums @ inverse
    error = spread_out(np.sqrt(np.maximum(np.diag(inverse), np.diag(sandwich))))
    value = POINTS * spread_out(best)
    return Ratings(value, *normal_interval(value, POINTS * error))


def _all_orders(bots: np.ndarray, ranks: np.ndarray) -> _Orders:
    """The orders of finish that games allow, each kind of game once."""
    order = np.lexsort((bots, ranks), axis=1)
    finish = np.concatenate([np.take_along_axis(array, order, axis=1) for array in (bots, ranks)], axis=1)
    rows, kinds, counts = np.unique(finish, axis=0, return_inverse=True, return_counts=True)
    found = [(one, kind) for kind, row in enumerate(rows) for one in _orders_of(*np.split(row, 2))]
    return _Orders(np.array([one for one, _ in found]), np.array([kind for _, kind in found]), counts, kinds.ravel())


def _sums_by(groups: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """[group, column] the sums of the rows of each group."""
    sums = np.zeros((int(groups.max()) + 1, rows.shape[1]))
    np.add.at(sums, groups, rows)
    return sums


def _orders_of(bots: np.ndarray, ranks: np.ndarray) -> list[list[int]]:
    """Every different order of these bots that the places allow."""
    groups = [sorted(set(permutations(bots[ranks == rank].tolist()))) for rank in np.unique(ranks)]
    return [[bot for group in chosen for bot in group] for chosen in product(*groups)]


def _likelihood(orders: _Orders, strengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(kind of game) the log of its chance, and [kind of game, bot] its gradient."""
    n_orders, sides = orders.bots.shape
    chances, gradients = np.zeros(n_orders), np.zeros((n_orders, len(strengths)))
    rows = np.arange(n_orders)
    for place in range(sides):
        rest = strengths[orders.bots[:, place:]]
        total = logsumexp(rest, axis=1)
        chances += rest[:, 0] - total
        gradients[rows, orders.bots[:, place]] += 1
        np.subtract.at(gradients, (rows[:, None], orders.bots[:, place:]), np.exp(rest - total[:, None]))
    top = np.full(len(orders.counts), -np.inf)
    np.maximum.at(top, orders.game, chances)
    weights = np.exp(chances - top[orders.game])
    sums = np.bincount(orders.game, weights)
    share = weights / sums[orders.game]
    mixed = np.zeros((len(sums), len(strengths)))
    np.add.at(mixed, orders.game, share[:, None] * gradients)
    return top + np.log(sums), mixed
