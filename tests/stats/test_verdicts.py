"""Grades against a limit, and games that are enough for an answer as often as they say."""

import numpy as np
import pytest

from brewsim.stats.intervals import normal_quantile
from brewsim.stats.verdicts import POWER, Grade, grade, more_games, size_bounds

LIMIT = 0.1
REPEATS = 4000


def grades(rng, share, games):
    """The grades of shares of games, by their distance from 1/2, in many data sets."""
    values = rng.binomial(games, 0.5 + share, REPEATS) / games
    half = normal_quantile(0.95) * np.sqrt(values * (1 - values) / games)
    return [grade(*size_bounds(value - width, value + width, 0.5), LIMIT) for value, width in zip(values, half)]


@pytest.mark.parametrize(("share", "right"), [(0.05, Grade.NO_PROBLEM), (0.15, Grade.PROBLEM), (0.0, Grade.NO_PROBLEM)])
def test_the_games_that_are_asked_for_give_an_answer_as_often_as_they_say(share, right):
    needed = more_games(share, LIMIT, spread=(0.25 - share**2) ** 0.5, n=0)
    found = grades(np.random.default_rng(1), share, needed)
    # Exact where the limit can be missed on one side only; ruling out nothing must hold on both sides.
    assert np.mean([one is right for one in found]) == pytest.approx(POWER, abs=0.02 if share else 0.25)
    assert np.mean([one is not right and one is not Grade.NOT_KNOWN for one in found]) == 0


def test_at_the_limit_both_answers_are_rare_and_no_games_tell():
    found = grades(np.random.default_rng(2), LIMIT, 1000)
    assert np.mean([one is Grade.NOT_KNOWN for one in found]) == pytest.approx(0.95, abs=0.015)
    assert more_games(LIMIT, LIMIT, spread=0.5, n=1000) is None


def test_what_seems_large_by_chance_is_not_planned_for_as_if_it_were():
    """Forty games in which a seat seems 30 points away: the games asked for also rule it out, if it is nothing."""
    assert more_games(0.3, 0.02, spread=0.5, n=40) == more_games(0.0, 0.02, spread=0.5, n=40)


def test_no_limit_at_all_is_no_division_by_zero():
    assert more_games(0.1, 0.0, spread=0.5, n=40) is None
    assert grade(0.0, 0.0, 0.0) is Grade.NO_PROBLEM
