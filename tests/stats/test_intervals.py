"""Closed-form answers, and the coverage of the intervals by simulation."""

import math

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm, ttest_1samp
from statsmodels.stats.proportion import proportion_confint

from brewsim.stats.intervals import MIN_GAMES, Estimate, critical_value, with_means, with_shares


def test_no_data_is_no_number():
    nothing = Estimate(math.nan, math.nan, math.nan, 0)
    assert nothing.as_json() == {"value": None, "low": None, "high": None}


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


@pytest.mark.parametrize(("successes", "n"), [(0, 100), (3, 100), (100, 100), (333, 1000), (1, 100_000)])
def test_shares_are_wilsons_for_yes_and_no(successes, n):
    row = with_shares(sums_of(np.array([[1.0] * successes + [0.0] * (n - successes)]))).row(0, named=True)
    low, high = proportion_confint(successes, n, method="wilson")
    assert row["value"] == successes / n
    assert (row["low"], row["high"]) == pytest.approx((low, high), abs=1e-12)


def test_means_are_students():
    values = np.random.default_rng(1).normal(3, 2, 500)
    row = with_means(sums_of(values[None])).row(0, named=True)
    interval = ttest_1samp(values, 0).confidence_interval()
    assert (row["value"], row["low"], row["high"]) == pytest.approx((values.mean(), *interval))


@pytest.mark.parametrize("p", [0.05, 1 / 3, 0.5])
def test_coverage_of_shares(p):
    values = (np.random.default_rng(7).random((4000, 400)) < p).astype(float)
    assert 0.93 <= hits(with_shares(sums_of(values)), p) <= 0.97


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
    for size in range(2, 7):
        exact = norm.ppf(0.5 + 0.95 ** (1 / size) / 2)
        assert critical_value(np.diag(np.arange(1.0, size + 1))) == pytest.approx(exact, rel=0.004)
    assert critical_value(np.array([[1.0, -1.0], [-1.0, 1.0]])) == pytest.approx(norm.ppf(0.975))
    assert critical_value(np.ones((4, 4))) == pytest.approx(norm.ppf(0.975))
    assert critical_value(np.diag([1.0, 0.0])) == pytest.approx(1.96, abs=0.001)
    four_seats = critical_value(np.eye(4) - 0.25)
    assert 2.4 < four_seats < norm.ppf(1 - 0.025 / 4)
