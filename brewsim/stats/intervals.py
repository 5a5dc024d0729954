"""Estimates with their intervals."""

import math
from dataclasses import dataclass
from functools import cache

CONFIDENCE = 0.95


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


def share(total: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of n independent values between 0 and 1, given their sum, with Wilson's score interval.

    Notes
    -----
    Wilson (1927). Exact in its approximation for values of 0 and 1; values between (a shared win) vary less than a coin
    with the same mean, so the interval is then slightly wide, never narrow.

    >>> share(0, 10).high > 0.2
    True
    """
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    z = normal_quantile(confidence)
    p = total / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Estimate(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)), n)


def mean(total: float, total_of_squares: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of n independent values, given their sum and sum of squares, with the normal interval.

    >>> mean(30.0, 100.0, 10).value
    3.0
    """
    if n < 2:
        return Estimate(total / n if n else math.nan, math.nan, math.nan, n)
    value = total / n
    variance = max(0.0, total_of_squares - n * value * value) / (n - 1)
    half = normal_quantile(confidence) * math.sqrt(variance / n)
    return Estimate(value, value - half, value + half, n)
