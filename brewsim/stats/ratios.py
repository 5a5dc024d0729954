"""The difference of ratios of sums over games: the estimator behind card strength and the comparison of variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from brewsim.stats.intervals import MIN_GAMES, student_quantile

BLOCKS = 20  # of games, for the error of what has no simple formula


@dataclass(frozen=True)
class Differences:
    """For each measure the first two ratios, the difference and the standard errors; nan where there is too little to say."""

    first: np.ndarray
    second: np.ndarray
    errors: np.ndarray  # (ratio, measure) of the ratios by themselves
    value: np.ndarray
    error: np.ndarray
    variance_ratio: np.ndarray  # variance of the difference if both came from independent games, over that of the paired one
    n: int


class RatioSums:
    """Adds up, part by part, the per-game numerators and denominators of two ratios of many measures, or of more than two.

    Notes
    -----
    With per-game vectors x = (a, b, c, d) and D = sum a / sum b - sum c / sum d, the variance of D is g' S g / n, where S is the
    covariance of x over games and g the gradient (1, -r1) / mean b, -(1, -r2) / mean d (the delta method; Cochran, Sampling
    Techniques, 6.4). The game is the unit, so seats of one game may depend on each other in any way. More ratios add to x and g alike.

    >>> sums = RatioSums(1)
    >>> sums.add(*(np.array(column, float).reshape(-1, 1) for column in ([1, 0] * 20, [1, 1] * 20, [0, 0, 0, 1] * 10, [1] * 40)))
    >>> found = sums.differences()
    >>> float(found.first[0]), float(found.second[0]), float(found.value[0])
    (0.5, 0.25, 0.25)
    """

    def __init__(self, measures: int, ratios: int = 2) -> None:
        self.n = 0
        self.sums = np.zeros((2 * ratios, measures))
        self.products = np.zeros((2 * ratios, 2 * ratios, measures))

    def add(self, *terms: np.ndarray) -> None:
        """Add games: numerator and denominator of the first ratio, (game, measure), then those of the second and so on."""
        columns = np.stack(terms).astype(np.float64)
        self.n += columns.shape[1]
        self.sums += columns.sum(axis=1)
        for i, j in combinations_with_replacement(range(len(columns)), 2):
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

    def differences(self, signs: Sequence[int] = (1, -1)) -> Differences:
        """The estimates: the sum of the ratios with these signs. A measure with a denominator in fewer games than MIN_GAMES gets none."""
        n, measures = self.n, self.sums.shape[1]
        if n < MIN_GAMES:
            nothing = np.full(measures, np.nan)
            return Differences(nothing, nothing, np.stack([nothing] * len(signs)), nothing, nothing, nothing, n)
        means = self.sums / n
        covariance = (self.products / n - means[:, None] * means[None, :]) * n / (n - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = means[0::2] / means[1::2]
            alone = np.stack([_gradient(ratios, means, only) for only in np.eye(len(signs)).tolist()])
            halves = np.stack([np.einsum("im,ijm,jm->m", g, covariance, g) / n for g in alone])
            gradient = _gradient(ratios, means, signs)
            variance = np.einsum("im,ijm,jm->m", gradient, covariance, gradient) / n
            is_in = np.array(signs) != 0
            apart = halves[is_in].sum(axis=0)
            variance = np.where(variance < 1e-12 * apart, 0.0, variance)  # identical games leave only rounding
            variance_ratio = apart / variance
            value = np.einsum("r,rm->m", signs, np.where(is_in[:, None], ratios, 0.0))
        thin = (self.sums[1::2][is_in] < MIN_GAMES).any(axis=0)
        error = np.sqrt(np.maximum(variance, 0.0))
        value, error, variance_ratio = (np.where(thin, np.nan, array) for array in (value, error, variance_ratio))
        first, second = (np.where(thin, np.nan, ratio) for ratio in ratios[:2])
        return Differences(first, second, np.sqrt(np.maximum(halves, 0.0)), value, error, variance_ratio, n)


def _gradient(ratios: np.ndarray, means: np.ndarray, signs: Sequence[float]) -> np.ndarray:
    """(term, measure) how the sum of the ratios with these signs changes with the mean of each term."""
    gradient = np.zeros_like(means)
    for place, sign in enumerate(signs):
        if sign:
            gradient[2 * place] = sign / means[2 * place + 1]
            gradient[2 * place + 1] = -sign * ratios[place] / means[2 * place + 1]
    return gradient


class JointSums:
    """Adds up, part by part, vectors with one row a game: enough for ratios of any two columns, and for how these vary together.

    Notes
    -----
    The delta method of `RatioSums`, with the covariance of all ratios: they may share games, and whatever happened in them.

    >>> sums = JointSums(3)
    >>> sums.add(np.array([[1, 1, 2], [0, 1, 2], [0, 0, 2], [1, 1, 2]] * 10, float))
    >>> value, covariance = sums.ratios([0, 0], [1, 2])
    >>> value.round(3).tolist(), covariance.shape
    ([0.667, 0.25], (2, 2))
    """

    def __init__(self, columns: int) -> None:
        self.n = 0
        self.sums = np.zeros(columns)
        self.products = np.zeros((columns, columns))

    def add(self, rows: np.ndarray) -> None:
        """Add games, (game, column)."""
        self.n += len(rows)
        self.sums += rows.sum(axis=0)
        self.products += rows.T @ rows

    def ratios(self, top: Sequence[int] | np.ndarray, bottom: Sequence[int] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The ratios of the sums of these columns, and the covariance of their errors; nan where the bottom is 0."""
        means = self.sums / max(self.n, 1)
        spread = self.products / max(self.n, 1) - np.outer(means, means)
        with np.errstate(divide="ignore", invalid="ignore"):
            value = means[top] / means[bottom]
            gradient = np.zeros((len(top), len(means)))
            gradient[np.arange(len(top)), top] = 1 / means[bottom]
            gradient[np.arange(len(top)), bottom] -= value / means[bottom]
            gradient[~np.isfinite(value)] = np.nan
            covariance = gradient @ spread @ gradient.T / max(self.n - 1, 1)
        return np.where(np.isfinite(value), value, np.nan), covariance


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
