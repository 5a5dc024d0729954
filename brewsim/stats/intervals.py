"""Estimates with their intervals, for frames of sums over games.

A number has one interval, wherever it is shown. Win shares by seat stand beside each other to be compared, so their intervals hold
for all seats of a case at once (`seats.win_share_by_seat`). Every other interval holds for its number by itself. Tables and captions
say which kind they show, in the words of `EACH`, `ALL_SEATS` and `MIXED`.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl
from scipy.special import chdtr, ndtr, ndtri, stdtrit

CONFIDENCE = 0.95
MIN_GAMES = 30  # fewer make no estimate
DIRECTIONS = 2**12  # of the simulated critical value: its own error is some 0.1 %
REAL = 1e-9  # smaller eigenvalues of a correlation are rounding
EACH = "95 % intervals, each number by itself"
ALL_SEATS = "95 % intervals, all seats at once"
MIXED = "95 % intervals: win shares of seats all at once, every other number by itself"


@dataclass(frozen=True)
class Estimate:
    """A value with the bounds of its confidence interval and the number of games behind it."""

    value: float
    low: float
    high: float
    n: int

    def as_json(self) -> dict[str, float | None]:
        """Value and bounds; null where there is nothing to estimate from."""
        return {
            key: None if math.isnan(number) else number for key, number in (("value", self.value), ("low", self.low), ("high", self.high))
        }


@cache
def normal_quantile(confidence: float) -> float:
    """The z with `confidence` of a standard normal between -z and z.

    >>> round(normal_quantile(0.95), 3)
    1.96
    """
    from statistics import NormalDist

    return NormalDist().inv_cdf(0.5 + confidence / 2)


def student_quantile(n: Any, confidence: float = CONFIDENCE) -> Any:
    """The same for Student's distribution, with a variance that was estimated from n values or blocks."""
    return stdtrit(np.maximum(n - 1, 1), 0.5 + confidence / 2)


def normal_interval(value: np.ndarray, error: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The bounds of normal estimates with these standard errors."""
    half = normal_quantile(CONFIDENCE) * error
    return value - half, value + half


def two_sided_p(value: np.ndarray, error: np.ndarray) -> np.ndarray:
    """The chance of normal estimates at least this far from 0, if in truth they are 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        p_values: np.ndarray = 2 * ndtr(-np.abs(value / error))
    return p_values


def _wilson(p: Any, n: Any, z: Any) -> tuple[Any, Any]:
    """The bounds for a share p of n, as numbers or as expressions."""
    centre = p + z * z / (2 * n)
    half = z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    return (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)


def spread() -> pl.Expr:
    """The sum of squared deviations from the mean, of sums `n`, `total` and `squares`."""
    return (pl.col("squares") - pl.col("total") ** 2 / pl.col("n")).clip(0).alias("spread")


def with_shares(sums: pl.DataFrame, z: float | str = normal_quantile(CONFIDENCE)) -> pl.DataFrame:
    """Add `value`, `low` and `high` to sums `n`, `total` and `spread` of values between 0 and 1, one a game.

    Parameters
    ----------
    sums : the number of games, the sum of their values and the sum of their squared deviations.
    z : the critical value, or the column that holds it.

    Notes
    -----
    Wilson's score interval for an effective number of games n / d, with the design effect d = s^2 / (p (1 - p)): 1 for values
    of 0 and 1, less where wins are shared, where a bot's seats are averaged, or where a rotation's strata take up a part of
    the variance, more where games depend on each other (Kish 1965; Korn & Graubard 1998). Both sums of squares are taken
    larger by z^2 / 4, as Wilson does, so that rare events do not make d too small. Null for fewer than `MIN_GAMES` games.

    Examples
    --------
    >>> with_shares(pl.DataFrame({"n": [100], "total": [50.0], "spread": [25.0]})).select(pl.col("low", "high").round(3)).row(0)
    (0.404, 0.596)
    """
    critical = pl.col(z) if isinstance(z, str) else pl.lit(z)
    n, p = pl.col("n"), pl.col("total") / pl.col("n")
    effect = (pl.col("spread") + critical**2 / 4) / (n * p * (1 - p) + critical**2 / 4)
    low, high = _wilson(p, n / effect, critical)
    return _with_estimates(sums, p, pl.min_horizontal(p, low.clip(0.0)), pl.max_horizontal(p, high.clip(upper_bound=1.0)))


def with_means(sums: pl.DataFrame, z: float | str = normal_quantile(CONFIDENCE)) -> pl.DataFrame:
    """Add `value`, `low` and `high` to sums `n`, `total` and `spread` of values of any size, one a game.

    Notes
    -----
    Student's interval: the critical value z of the normal distribution (or the column that holds it) is exchanged for
    that of Student's with the same confidence. Null for fewer than `MIN_GAMES` games.

    Examples
    --------
    >>> with_means(pl.DataFrame({"n": [100], "total": [50.0], "spread": [99.0]})).select(pl.col("low", "high").round(3)).row(0)
    (0.302, 0.698)
    """
    n, value = pl.col("n"), pl.col("total") / pl.col("n")
    confidence = ndtr(sums[z].to_numpy() if isinstance(z, str) else z)
    half = pl.Series(stdtrit(np.maximum(sums["n"].to_numpy() - 1.0, 1.0), confidence)) * (pl.col("spread") / (n * (n - 1.0))) ** 0.5
    return _with_estimates(sums, value, value - half, value + half)


def _with_estimates(sums: pl.DataFrame, value: pl.Expr, low: pl.Expr, high: pl.Expr) -> pl.DataFrame:
    is_enough = pl.col("n") >= MIN_GAMES
    named = {"value": value, "low": low, "high": high}
    return sums.with_columns(pl.when(is_enough).then(bound.cast(pl.Float64)).alias(name) for name, bound in named.items())


def critical_value(covariance: np.ndarray, confidence: float = CONFIDENCE) -> float:
    """The c with `confidence` of all |z_i| <= c at once, for normal estimates with this covariance.

    Notes
    -----
    Exact for dependent estimates, where Bonferroni's c is too large (Hothorn, Bretz & Westfall 2008). The estimates are a radius, with
    a chi distribution, times a direction; the chance that all stay within c is averaged over fixed directions (Genz & Bretz 2009,
    4.1). Two seats whose wins add up to 1 are one estimate, so c is 1.96; four seats need 2.47, Bonferroni's is 2.50. The covariance
    may be singular.

    Examples
    --------
    >>> round(critical_value(np.array([[1.0, -1.0], [-1.0, 1.0]])), 2)
    1.96
    """
    varies = np.diag(covariance) > 0
    if varies.sum() < 2:
        return normal_quantile(confidence)
    errors = np.sqrt(np.diag(covariance)[varies])
    values, vectors = np.linalg.eigh(covariance[np.ix_(varies, varies)] / np.outer(errors, errors))
    is_real = values > REAL
    farthest = np.abs(vectors[:, is_real] * np.sqrt(values[is_real]) @ _directions(int(is_real.sum()))).max(axis=0)

    def scaled_chance(bound: float) -> float:
        """The chance that all stay within the bound, on a scale where it is nearly a straight line over the bounds."""
        return float(ndtri(chdtr(is_real.sum(), (bound / farthest) ** 2).mean()))

    bounds = [normal_quantile(confidence), normal_quantile(1 - (1 - confidence) / len(errors))]  # of one estimate, and Bonferroni's
    chances = [scaled_chance(bound) for bound in bounds]
    nearly = float(np.interp(ndtri(confidence), chances, bounds))
    return float(np.interp(ndtri(confidence), [chances[0], scaled_chance(nearly), chances[1]], [bounds[0], nearly, bounds[1]]))


def of_several(critical: float, cases: int) -> float:
    """The critical value for all estimates of that many cases at once, of which one case alone needs `critical`.

    Notes
    -----
    Sidak (1967): the confidence of each estimate to the power of 1 / cases, whether the cases depend on each other or not.

    Examples
    --------
    >>> round(of_several(1.96, 1), 2), round(of_several(1.96, 12), 2)
    (1.96, 2.86)
    """
    return float(ndtri((1 + (2 * ndtr(critical) - 1) ** (1 / cases)) / 2))


@cache
def _directions(size: int) -> np.ndarray:
    """[coordinate, direction] evenly distributed over all directions of a space."""
    points = np.random.default_rng(0).standard_normal((size, DIRECTIONS))
    return points / np.linalg.norm(points, axis=0)
