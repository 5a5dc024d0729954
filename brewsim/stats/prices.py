"""At which price an item is worth as much as the others of its kind: a curve through the prices that were played, and where it is 0."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtr, ndtr

from brewsim.stats.bans import MOST_LEFT, NUMBERS, Losses, least_error
from brewsim.stats.cards import DRAWS, LEAST_ITEMS
from brewsim.stats.intervals import CONFIDENCE, Estimate, normal_interval, normal_quantile
from brewsim.stats.ratios import JointSums

ORDERS = (1, 2)  # of the curves that are tried, the simplest first; where none fits, lines from price to price
TOO_RARE = "too rare to tell"  # at all prices but one, or at all
STEPS = 100  # of the grid on which a curve is looked at, for each unit of the price

Basis = Callable[[np.ndarray], np.ndarray]  # prices -> [price, coefficient]


@dataclass(frozen=True)
class Curve:
    """A distance from the others of the kind over the price, linear in its coefficients."""

    basis: Basis
    coefficients: np.ndarray
    covariance: np.ndarray

    def at(self, prices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Its value at these prices, and the standard error."""
        terms = self.basis(prices)
        variance = np.einsum("pi,ij,pj->p", terms, self.covariance, terms)
        return terms @ self.coefficients, np.sqrt(np.maximum(variance, 0.0))


@dataclass(frozen=True)
class Crossing:
    """Where a curve is 0, between the lowest and the highest price that were played."""

    value: float  # where it is nearest to 0 if it only may be 0; nan if it surely is 0 nowhere
    low: float  # the prices at which it may be 0: -inf and inf if it may be 0 at an end and beyond it, nan if it surely is 0 nowhere
    high: float
    p_now: float  # the chance of a distance as far from 0 at the price of today, if in truth it is 0 there; 1 if nothing is known of it
    ends: tuple[float, float]  # the value at the lowest and at the highest price


@dataclass(frozen=True)
class Point:
    """One price that was played; nan where nothing is known of it."""

    price: int
    worth: Estimate  # in win shares, for each game in which the seat uses the item when it is free to; n are these games
    beyond: Estimate  # the median of the others

    @property
    def is_known(self) -> bool:
        return not np.isnan(self.beyond.value)


@dataclass(frozen=True)
class Found:
    """What is known of the price of an item."""

    points: tuple[Point, ...]  # from the lowest price to the highest
    crossing: Crossing | None
    why: str = ""  # nothing can be told


def find_price(own: Mapping[int, np.ndarray], others: Sequence[np.ndarray], now: int) -> Found:
    """The price at which an item is worth as much as the median of the others of its kind.

    Parameters
    ----------
    own : by price, (game, number) as `bans.numbers` has them: the item taken from one seat of every game.
    others : the same for each other item of the kind, by the rules of today and on the same games.
    now : the price of today.
    """
    prices = sorted(own)
    bans = [*(own[price] for price in prices), *others]
    sums = JointSums(len(NUMBERS) * len(bans))
    sums.add(np.stack(bans, axis=2).reshape(len(own[now]), -1))
    losses = Losses(sums, len(bans))
    worth, covariance = losses.ratios("loss", "used")
    covariance += np.diag(least_error(losses.total("used")) ** 2)  # two prices may have been the same in every game so far
    beyond, spread = np.full_like(worth, np.nan), np.full_like(covariance, np.nan)
    known = np.flatnonzero(losses.is_known)
    mine = known[known < len(prices)]
    together, kin, today = np.ix_(mine, mine), len(known) - len(mine), prices.index(now)
    if len(mine) and kin >= LEAST_ITEMS - 1:
        beyond[mine], spread[together] = distances(worth[known], covariance[np.ix_(known, known)], len(mine))
    columns = [_estimates(*one, losses.total("used")) for one in ((worth, covariance), (beyond, spread))]
    points = tuple(Point(price, *both) for price, *both in zip(prices, *columns))
    why = _why_not(losses.left[today], points[today], kin) or (TOO_RARE if len(mine) < 2 else "")
    crossing = None if why else find_crossing(np.array(prices, float)[mine], beyond[mine], spread[together], now)
    return Found(points, crossing, why)


def _estimates(value: np.ndarray, covariance: np.ndarray, n: np.ndarray) -> list[Estimate]:
    low, high = normal_interval(value, np.sqrt(np.diag(covariance)))
    return [Estimate(*one) for one in zip(value.tolist(), low.tolist(), high.tolist(), n.astype(np.int64).tolist())]


def _why_not(left: float, point: Point, others: int) -> str:
    """Why nothing can be told of an item, from its price of today; in the words of `cards.card_strength`."""
    if left > MOST_LEFT:
        return f"cannot be tested: {100 * left:.0f} % of its uses remain under the ban"
    if point.worth.high < 0:
        return "the bots misplay it"
    return "too few items of its kind to compare" if others < LEAST_ITEMS - 1 else ""


def distances(worth: np.ndarray, covariance: np.ndarray, prices: int) -> tuple[np.ndarray, np.ndarray]:
    """(price) how far the worths of an item, the first ones, are from the median of the other items, all the rest; and their covariance.

    The error of the median is found by drawing all worths from their joint distribution.
    """
    draws = np.random.default_rng(0).multivariate_normal(worth, covariance, DRAWS, "ignore", method="eigh")
    drawn = draws[:, :prices] - np.median(draws[:, prices:], axis=1, keepdims=True)
    return worth[:prices] - np.median(worth[prices:]), np.atleast_2d(np.cov(drawn, rowvar=False))


def fit(prices: np.ndarray, values: np.ndarray, covariance: np.ndarray) -> Curve:
    """The simplest curve that goes through values with these errors: a straight line, a parabola, or lines from price to price.

    Notes
    -----
    Generalised least squares, since all prices are played on the same shuffles. A curve fits if its misfit is not larger than chance makes
    it in 95 % of cases (chi-square with as many degrees of freedom as there are prices more than coefficients).
    """
    weights = np.linalg.inv(covariance)
    middle, reach = (prices.min() + prices.max()) / 2, (prices.max() - prices.min()) / 2
    for order in ORDERS:
        spare = len(prices) - order - 1
        if spare < 1:
            break
        basis = _polynomial(order, middle, reach)
        terms = basis(prices)
        spread = np.linalg.inv(terms.T @ weights @ terms)
        coefficients = spread @ terms.T @ weights @ values
        left = values - terms @ coefficients
        if chdtr(spare, left @ weights @ left) <= CONFIDENCE:
            return Curve(basis, coefficients, spread)
    return Curve(lambda at: np.stack([np.interp(at, prices, one) for one in np.eye(len(prices))], axis=1), values, covariance)


def _polynomial(order: int, middle: float, reach: float) -> Basis:
    return lambda at: np.vander((at - middle) / reach, order + 1)


def find_crossing(prices: np.ndarray, values: np.ndarray, covariance: np.ndarray, now: float) -> Crossing:
    """Where the curve through these values is 0, with its 95 % interval; `prices` rise, `now` is the price of today.

    Notes
    -----
    Fieller's method (1954): the interval has the prices at which the curve is not surely above or below 0. So it has no end where the
    curve is flat, and nothing in it where the curve surely stays on one side. Of two crossings the one nearer to `now` is told.

    Examples
    --------
    >>> prices = np.arange(5.0)
    >>> found = find_crossing(prices, 3.0 - 2.0 * prices, 0.01 * np.eye(5), now=2.0)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2), found.ends[0] > 0
    (1.5, 1.45, 1.55, True)
    """
    curve = fit(prices, values, covariance)
    grid = np.linspace(prices[0], prices[-1], round(STEPS * (prices[-1] - prices[0])) + 1)
    value, error = curve.at(grid)
    is_open = np.abs(value) <= normal_quantile(CONFIDENCE) * error
    before = np.flatnonzero((value[:-1] > 0) != (value[1:] > 0))
    is_open[before] = True  # the interval may be narrower than the grid
    low = high = np.nan
    if is_open.any():
        first, last = np.flatnonzero(is_open)[[0, -1]]
        low, high = -np.inf if is_open[0] else grid[first - 1], np.inf if is_open[-1] else grid[last + 1]
    roots = grid[before] + (grid[before + 1] - grid[before]) * value[before] / (value[before] - value[before + 1])
    nearest = roots[np.abs(roots - now).argmin()] if len(roots) else grid[np.abs(value).argmin()] if is_open.any() else np.nan
    at_now, error_now = (float(number[0]) for number in curve.at(np.array([now])))
    p_now = 2 * ndtr(-abs(at_now) / error_now) if now in prices and error_now else 1.0
    return Crossing(float(nearest), float(low), float(high), float(p_now), (float(value[0]), float(value[-1])))
