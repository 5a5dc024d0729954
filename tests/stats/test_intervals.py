"""Closed-form answers, and the coverage of the intervals by simulation."""

import math

import numpy as np
import pytest
from scipy.stats import ttest_1samp
from statsmodels.stats.proportion import proportion_confint

from brewsim.stats.intervals import mean, share


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
    """Half wins: the interval may be wide, but never narrow."""
    rng = np.random.default_rng(8)
    n, repeats = 400, 3000
    values = rng.choice([0.0, 0.5, 1.0], p=[0.6, 0.1, 0.3], size=(repeats, n))
    hits = sum(estimate.low <= 0.35 <= estimate.high for estimate in (share(x, n) for x in values.sum(axis=1)))
    assert 0.93 <= hits / repeats <= 0.99


def test_coverage_of_mean():
    rng = np.random.default_rng(9)
    n, repeats = 300, 4000
    values = rng.gamma(2.0, 1.5, (repeats, n))
    estimates = (mean(row.sum(), (row**2).sum(), n) for row in values)
    assert 0.93 <= sum(e.low <= 3.0 <= e.high for e in estimates) / repeats <= 0.97
