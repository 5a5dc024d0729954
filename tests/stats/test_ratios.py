"""Differences of ratios: hand-made answers, and the coverage of the intervals when seats of a game depend on each other."""

import numpy as np
import pytest

from brewsim.stats.intervals import normal_interval
from brewsim.stats.ratios import BLOCKS, RatioSums, bounds_of_gain


def columns(*values):
    return [np.asarray(column, float).reshape(len(column), -1) for column in values]


def test_parts_add_up_to_the_whole():
    rng = np.random.default_rng(0)
    terms = [rng.random((200, 3)) for _ in range(4)]
    whole, halves = RatioSums(3), RatioSums(3)
    whole.add(*terms)
    halves.add(*(term[:70] for term in terms))
    halves.add(*(term[70:] for term in terms))
    for name in ("first", "second", "value", "error", "variance_ratio"):
        np.testing.assert_allclose(getattr(halves.differences(), name), getattr(whole.differences(), name))


def test_means_of_pairs_are_the_paired_t_test():
    """With denominators of 1 the error is that of the mean of the differences, and pairing gains what the correlation says."""
    rng = np.random.default_rng(1)
    base = rng.normal(5, 2, 500)
    changed = base + rng.normal(0.3, 0.5, 500)
    sums = RatioSums(1)
    sums.add(*columns(changed, np.ones(500), base, np.ones(500)))
    found = sums.differences()
    assert found.value[0] == pytest.approx((changed - base).mean())
    assert found.error[0] == pytest.approx((changed - base).std(ddof=1) / np.sqrt(500))
    assert found.variance_ratio[0] == pytest.approx((changed.var() + base.var()) / (changed - base).var())


def test_a_difference_of_differences_is_that_of_four_means():
    rng = np.random.default_rng(6)
    luck = rng.normal(0, 2, 500)
    means = [luck + rng.normal(shift, 0.5, 500) for shift in (1, 2, 3, 5)]
    sums = RatioSums(1, ratios=4)
    sums.add(*columns(*(term for mean in means for term in (mean, np.ones(500)))))
    of_games = means[3] - means[2] - (means[1] - means[0])
    found = sums.differences((1, -1, -1, 1))
    assert found.value[0] == pytest.approx(of_games.mean())
    assert found.error[0] == pytest.approx(of_games.std(ddof=1) / np.sqrt(500))
    two = sums.differences((0, 0, -1, 1))
    assert two.error[0] == pytest.approx((means[3] - means[2]).std(ddof=1) / np.sqrt(500))
    assert two.variance_ratio[0] == pytest.approx((means[3].var() + means[2].var()) / (means[3] - means[2]).var())


def test_identical_games_have_no_error():
    values = np.random.default_rng(2).random(100)
    sums = RatioSums(1)
    sums.add(*columns(values, np.ones(100), values, np.ones(100)))
    found = sums.differences()
    assert found.value[0] == 0
    assert found.error[0] == 0


@pytest.mark.parametrize("games", [5, 29])
def test_too_few_games_say_nothing(games):
    sums = RatioSums(1)
    sums.add(*(np.ones((games, 1)) for _ in range(4)))
    assert np.isnan(sums.differences().value).all()


def test_coverage_with_seats_that_share_one_win():
    """Three seats, one win a game; users of the item win more. The game is the unit."""
    rng = np.random.default_rng(3)
    repeats, games = 2000, 400
    uses = rng.random((repeats, games, 3)) < 0.4
    wins = (rng.gumbel(size=uses.shape) + 0.5 * uses).argmax(axis=2)[..., None] == np.arange(3)
    big = rng.random((400_000, 3)) < 0.4
    won = (rng.gumbel(size=big.shape) + 0.5 * big).argmax(axis=1)[:, None] == np.arange(3)
    truth = won[big].mean() - won[~big].mean()
    hits = 0
    for used, win in zip(uses, wins):
        sums = RatioSums(1)
        terms = ((used * win).sum(axis=1), used.sum(axis=1), (~used * win).sum(axis=1), (~used).sum(axis=1))
        sums.add(*columns(*terms))
        found = sums.differences()
        low, high = normal_interval(found.value, found.error)
        hits += bool(low[0] <= truth <= high[0])
    assert 0.93 <= hits / repeats <= 0.97


def test_coverage_of_the_gain_of_pairing():
    """Wins before and after a change, equal in half of the games: neither normal nor of equal variance."""
    rng = np.random.default_rng(4)
    repeats, games = 1000, 2000
    shared = rng.random((repeats, games)) < 0.5
    base = rng.random((repeats, games)) < 0.25
    changed = np.where(shared, base, rng.random((repeats, games)) < 0.4)
    p, q = 0.25, 0.5 * 0.25 + 0.5 * 0.4
    covariance = 0.5 * p + 0.5 * p * 0.4 - p * q
    truth = (p * (1 - p) + q * (1 - q)) / (p * (1 - p) + q * (1 - q) - 2 * covariance)
    whole, blocks = RatioSums(repeats), [RatioSums(repeats) for _ in range(BLOCKS)]
    ones = np.ones((games // BLOCKS, repeats))
    for block, before, after in zip(blocks, np.split(base.T, BLOCKS), np.split(changed.T, BLOCKS)):
        block.add(after, ones, before, ones)
        whole.take(block)
    low, high = bounds_of_gain(whole, blocks)
    assert 0.93 <= np.mean((low <= truth) & (truth <= high)) <= 0.97
