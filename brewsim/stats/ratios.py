"""The difference of two ratios of sums over games: the estimator behind card strength and the comparison of variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from brewsim.stats.intervals import MIN_GAMES, student_quantile

BLOCKS = 20  # of games, for the error of what has no simple formula


@dataclass(frozen=True)
class Differences:
    """For each measure the two ratios, their difference and the standard errors; nan where there is too little to say."""

    first: np.ndarray
    second: np.ndarray
    errors: np.ndarray  # (ratio, measure) of the two by themselves
    value: np.ndarray
    error: np.ndarray
    variance_ratio: np.ndarray  # variance of the difference if both came from independent games, over that of the paired one
    n: int


class RatioSums:
    """Adds up, part by part, the per-game numerators and denominators of two ratios of many measures.

    Notes
    -----
    With per-game vectors x = (a, b, c, d) and D = sum a / sum b - sum c / sum d, the variance of D is g' S g / n, where S is the
    covariance of x over games and g the gradient (1, -r1) / mean b, -(1, -r2) / mean d (the delta method; Cochran, Sampling
    Techniques, 6.4). The game is the unit, so seats of one game may depend on each other in any way.

    >>> sums = RatioSums(1)
    >>> sums.add(*(np.array(column, float).reshape(-1, 1) for column in ([1, 0] * 20, [1, 1] * 20, [0, 0, 0, 1] * 10, [1] * 40)))
    >>> found = sums.differences()
    >>> float(found.first[0]), float(found.second[0]), float(found.value[0])
    (0.5, 0.25, 0.25)
    """

    def __init__(self, measures: int) -> None:
        self.n = 0
        self.sums = np.zeros((4, measures))
        self.products = np.zeros((4, 4, measures))

    def add(self, a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> None:
        """Add games: a and b are numerator and denominator of the first ratio, (game, measure); c and d of the second."""
        columns = np.stack([a, b, c, d]).astype(np.float64)
        self.n += columns.shape[1]
        self.sums += columns.sum(axis=1)
        for i, j in combinations_with_replacement(range(4), 2):
            product = np.einsum("gm,gm->m", columns[i], columns[j])
            self.products[i, j] += product
            if i != j:
                self.products[j, i] += product

    def take(self, other: "RatioSums", sign: int = 1) -> "RatioSums":
        """Add the sums of other games, or with sign -1 take them out again."""
        self.n += sign * other.n
        self.sums += sign * other.sums
        self.products += sign * other.products
        return self

    def differences(self) -> Differences:
        """The estimates. A measure with a denominator in fewer games than MIN_GAMES gets none."""
        n, measures = self.n, self.sums.shape[1]
        if n < MIN_GAMES:
            nothing = np.full(measures, np.nan)
            return Differences(nothing, nothing, np.stack([nothing, nothing]), nothing, nothing, nothing, n)
        means = self.sums / n
        covariance = (self.products / n - means[:, None] * means[None, :]) * n / (n - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            first, second = means[0] / means[1], means[2] / means[3]
            gradient = np.stack([1 / means[1], -first / means[1], -1 / means[3], second / means[3]])
            halves = np.stack([np.einsum("im,ijm,jm->m", g, covariance, g) / n for g in _halves(gradient)])
            variance = np.einsum("im,ijm,jm->m", gradient, covariance, gradient) / n
            variance = np.where(variance < 1e-12 * (halves[0] + halves[1]), 0.0, variance)  # identical games leave only rounding
            ratio = (halves[0] + halves[1]) / variance
        thin = (self.sums[1] < MIN_GAMES) | (self.sums[3] < MIN_GAMES)
        first, second, error, ratio = (
            np.where(thin, np.nan, array) for array in (first, second, np.sqrt(np.maximum(variance, 0.0)), ratio)
        )
        errors = np.sqrt(np.maximum(halves, 0.0))
        return Differences(first, second, errors, first - second, error, ratio, n)


def _halves(gradient: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The gradients of the two ratios by themselves."""
    first, second = gradient.copy(), gradient.copy()
    first[2:], second[:2] = 0.0, 0.0
    return first, second


def bounds_of_gain(whole: RatioSums, blocks: Sequence[RatioSums]) -> tuple[np.ndarray, np.ndarray]:
    """The interval of the `variance_ratio` of all games, given also the sums of the blocks that make them up.

    Notes
    -----
    The jackknife over blocks, of the logarithm, with Student's quantile (Efron & Tibshirani 1993, 11).
    """
    left = []
    for block in blocks:
        left.append(whole.take(block, -1).differences().variance_ratio)
        whole.take(block)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt((len(blocks) - 1) * np.log(left).var(axis=0))
        factor = np.exp(student_quantile(len(blocks)) * error)
    ratio = whole.differences().variance_ratio
    return ratio / factor, ratio * factor
