"""Ratings from games with planted strengths."""

import numpy as np
import pytest

from brewsim.stats.ratings import POINTS, plackett_luce

STRENGTHS = np.array([0.0, 0.8, -0.5, 0.3, -1.2])  # logs; the first is the reference


def planted(games: int, sides: int, seed: int, strengths: np.ndarray = STRENGTHS) -> tuple[np.ndarray, np.ndarray]:
    """Games of different bots whose places follow the model: the order of log strengths with Gumbel noise."""
    rng = np.random.default_rng(seed)
    bots = rng.permuted(np.tile(np.arange(len(strengths)), (games, 1)), axis=1)[:, :sides]
    scores = strengths[bots] + rng.gumbel(size=bots.shape)
    return bots, (-scores).argsort(axis=1).argsort(axis=1) + 1


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_planted_strengths_are_found(sides):
    found = plackett_luce(*planted(20_000, sides, seed=1))
    assert found.value == pytest.approx(POINTS * STRENGTHS, abs=20)
    assert (found.value[0], found.low[0], found.high[0]) == (0, 0, 0)
    assert (found.high - found.low)[1:].max() < 40


def test_two_sides_are_the_ratings_of_chess():
    """Without ties the best log strength of two bots is the log of their wins: Bradley and Terry's model."""
    ranks = np.array([[1, 2]] * 3000 + [[2, 1]] * 1000)
    found = plackett_luce(np.tile([0, 1], (4000, 1)), ranks)
    assert found.value[1] == pytest.approx(-400 * np.log10(3), abs=0.1)
    error = POINTS * np.sqrt(1 / 3000 + 1 / 1000)
    assert found.high[1] - found.low[1] == pytest.approx(2 * 1.96 * error, rel=0.01)


def test_intervals_hold_the_truth_as_often_as_they_say():
    runs = [plackett_luce(*planted(300, 3, seed)) for seed in range(150)]
    truth = POINTS * STRENGTHS[1:]
    held = np.mean([(one.low[1:] <= truth) & (truth <= one.high[1:]) for one in runs])
    assert 0.92 < held < 0.98


def test_who_sits_beside_whom_is_chance_too():
    """Bots of one strength, but the place of a meeting that a bot was dealt helps it in all its games."""

    def rated(seed: int, knows_meetings: bool) -> bool:
        rng = np.random.default_rng(seed)
        meetings = np.repeat(np.arange(100), 30)
        bots = rng.permuted(np.tile(np.arange(3), (100, 1)), axis=1)[meetings]
        scores = np.array([0.8, 0.0, -0.8]) + rng.gumbel(size=bots.shape)
        ranks = (-scores).argsort(axis=1).argsort(axis=1) + 1
        found = plackett_luce(bots, ranks, meetings=meetings if knows_meetings else None)
        return bool(found.low[1] <= 0 <= found.high[1])

    assert 0.9 < np.mean([rated(seed, True) for seed in range(150)]) < 0.99
    assert np.mean([rated(seed, False) for seed in range(150)]) < 0.7


def test_a_shared_place_says_nothing_of_the_order():
    """Places that are hidden at random leave the strengths where they are."""
    bots, ranks = planted(20_000, 3, seed=2)
    rng = np.random.default_rng(3)
    hidden = rng.random(len(ranks)) < 0.4
    ranks = np.where(hidden[:, None] & (ranks == 3), 2, ranks)
    assert (np.bincount(ranks.ravel())[2:] > 0).all()
    assert plackett_luce(bots, ranks).value == pytest.approx(POINTS * STRENGTHS, abs=25)


def test_games_in_which_all_are_level_leave_all_equal():
    bots, _ = planted(500, 3, seed=4)
    assert plackett_luce(bots, np.ones_like(bots)).value == pytest.approx(0, abs=1e-3)


def test_the_same_bot_at_two_sides_is_no_contest_with_itself():
    """Games of a bot with itself alone say nothing; with another in between they do."""
    bots, ranks = planted(20_000, 3, seed=5, strengths=STRENGTHS[:3])
    twins = np.tile([1, 1, 0], (20_000, 1))
    scores = STRENGTHS[twins] + np.random.default_rng(6).gumbel(size=twins.shape)
    more = (-scores).argsort(axis=1).argsort(axis=1) + 1
    both = plackett_luce(np.concatenate([bots, twins]), np.concatenate([ranks, more]))
    assert both.value == pytest.approx(POINTS * STRENGTHS[:3], abs=20)


def test_a_bot_that_always_loses_has_a_rating_and_a_wide_interval():
    bots = np.tile([0, 1, 2], (300, 1))
    ranks = np.array([[1, 2, 3], [2, 1, 3]] * 150)
    found = plackett_luce(bots, ranks)
    assert found.value[1] == pytest.approx(0, abs=1)
    assert -4000 < found.value[2] < -700
    assert found.low[2] < found.value[2] - 300
    assert found.high[2] < found.low[1]


def test_the_reference_can_be_any_bot():
    bots, ranks = planted(5_000, 3, seed=7)
    first, other = plackett_luce(bots, ranks), plackett_luce(bots, ranks, reference=3)
    assert other.value == pytest.approx(first.value - first.value[3], abs=0.5)
