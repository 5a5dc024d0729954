"""Closed-form answers, and the coverage of the intervals by simulation."""

import math

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm, ttest_1samp
from statsmodels.stats.proportion import proportion_confint

from brewsim.stats.intervals import MIN_GAMES, critical_value, mean, share, with_means, with_shares


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (3, 10), (10, 10), (333, 1000), (1, 100_000)])
def test_share_is_wilsons_interval(successes, n):
    low, high = proportion_confint(successes, n, method="wilson")
    estimate = share(successes, n)
    assert estimate.value == successes / n
    assert estimate.low == pytest.approx(low, abs=1e-12)
    assert estimate.high == pytest.approx(high, abs=1e-12)


def test_mean_against_numpy():
    values = np.random.default_rng(1).normal(3, 2, 500)
    estimate = mean(values.sum(), (values**2).sum(), len(values))
    interval = ttest_1samp(values, 0).confidence_interval()
    assert estimate.value == pytest.approx(values.mean())
    assert (estimate.low, estimate.high) == pytest.approx(tuple(interval))


def test_no_data_is_no_number():
    assert math.isnan(share(0, 0).value)
    assert math.isnan(mean(5.0, 25.0, 1).low)
    assert share(0, 0).as_json() == {"value": None, "low": None, "high": None}


@pytest.mark.parametrize("p", [0.05, 1 / 3, 0.5])
def test_coverage_of_share(p):
    rng = np.random.default_rng(7)
    n, repeats = 400, 4000
    hits = sum(estimate.low <= p <= estimate.high for estimate in (share(x, n) for x in rng.binomial(n, p, repeats)))
    assert 0.93 <= hits / repeats <= 0.97


def test_coverage_of_share_with_shared_wins():
    """Half wins: the interval may be a little wide, but never narrow."""
    rng = np.random.default_rng(8)
    n, repeats = 400, 3000
    values = rng.choice([0.0, 0.5, 1.0], p=[0.6, 0.1, 0.3], size=(repeats, n))
    hits = sum(estimate.low <= 0.35 <= estimate.high for estimate in (share(x, n) for x in values.sum(axis=1)))
    assert 0.93 <= hits / repeats <= 0.97


def test_coverage_of_mean():
    rng = np.random.default_rng(9)
    n, repeats = 300, 4000
    values = rng.gamma(2.0, 1.5, (repeats, n))
    estimates = (mean(row.sum(), (row**2).sum(), n) for row in values)
    assert 0.93 <= sum(e.low <= 3.0 <= e.high for e in estimates) / repeats <= 0.97


def sums_of(values):
    """The sums of data sets, a row each."""
    return pl.DataFrame(
        {
            "n": np.full(len(values), values.shape[1]),
            "total": values.sum(axis=1),
            "spread": ((values - values.mean(axis=1, keepdims=True)) ** 2).sum(axis=1),
        }
    )


def hits(estimates, truth):
    return estimates.select(pl.lit(truth).is_between("low", "high").mean()).item()


def test_shares_of_a_frame_are_wilsons_for_yes_and_no():
    values = np.array([[0.0] * 100, [0.0] * 97 + [1.0] * 3, [1.0] * 100])
    frame = with_shares(sums_of(values))
    for row, successes in zip(frame.iter_rows(named=True), (0, 3, 100)):
        expected = share(successes, 100)
        assert (row["value"], row["low"], row["high"]) == pytest.approx((expected.value, expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize("chances", [(0.6, 0.1, 0.3), (0.2, 0.6, 0.2), (0.95, 0.04, 0.01)])
def test_coverage_of_shares_with_halves(chances):
    """What Wilson's plain interval is too wide for is exact with the variance of the values."""
    values = np.random.default_rng(10).choice([0.0, 0.5, 1.0], p=chances, size=(4000, 200))
    assert 0.93 <= hits(with_shares(sums_of(values)), chances[1] / 2 + chances[2]) <= 0.97


def test_coverage_of_means():
    values = np.random.default_rng(11).gamma(2.0, 1.5, (4000, 100))
    assert 0.93 <= hits(with_means(sums_of(values)), 3.0) <= 0.97


def test_values_that_never_vary_have_a_short_interval_but_have_one():
    row = with_shares(pl.DataFrame({"n": [400], "total": [200.0], "spread": [0.0]})).row(0, named=True)
    assert 0.001 < row["high"] - row["value"] < 0.01


@pytest.mark.parametrize("estimate", [with_shares, with_means])
def test_too_few_games_make_no_estimate(estimate):
    frame = estimate(pl.DataFrame({"n": [0, MIN_GAMES - 1, MIN_GAMES], "total": [0.0, 9.0, 9.0], "spread": [0.0, 6.0, 6.0]}))
    assert frame["value"].is_null().to_list() == [True, True, False]
    assert frame["low"].is_null().to_list() == frame["high"].is_null().to_list() == [True, True, False]


def test_the_critical_value_of_independent_and_of_opposite_estimates():
    assert critical_value(np.diag([1.0, 4.0, 9.0])) == pytest.approx(norm.ppf(0.5 + 0.95 ** (1 / 3) / 2), abs=0.02)
    assert critical_value(np.array([[1.0, -1.0], [-1.0, 1.0]])) == pytest.approx(1.96, abs=0.02)
    assert critical_value(np.ones((4, 4))) == pytest.approx(1.96, abs=0.02)
    assert critical_value(np.diag([1.0, 0.0])) == pytest.approx(1.96, abs=0.001)
    four_seats = critical_value(np.eye(4) - 0.25)
    assert 2.4 < four_seats < norm.ppf(1 - 0.025 / 4)
