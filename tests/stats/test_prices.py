"""The price at which an item is worth as much as the others: planted worths are found again, planted nothings are said to be so."""

import numpy as np
import pytest

from brewsim.stats.bans import NUMBERS
from brewsim.stats.prices import TOO_RARE, find_crossing, find_price

GAMES, USED = 3000, 0.5
OTHERS = (0.02, 0.05, 0.08, 0.11)  # worths of the other items; their median is 0.065
MEDIAN = 0.065
PRICES = (0, 1, 2, 3, 4)
RUNS = 150
LEAST_COVERED = 0.9  # of 95 %: 150 runs leave an error of 1.8 points


def ban(rng, worth, used=USED, left=0.0):
    """(game, number) a ban that costs `worth` on average where the item would be used: a win that is lost, or won in spite of it."""
    numbers = np.zeros((GAMES, len(NUMBERS)))
    is_used = rng.random(GAMES) < used
    luck = rng.random(GAMES)
    loss = np.where(luck < 0.2 + worth, 1.0, np.where(luck > 0.8, -1.0, 0.0))
    columns = {"loss": loss * is_used, "used": is_used, "used_all": is_used, "uses": is_used, "is_over": 1.0, "left": left * is_used}
    for name, column in columns.items():
        numbers[:, NUMBERS.index(name)] = column
    return numbers


def planted(seed, worth_at, prices=PRICES, now=2):
    """What is found of an item whose worth depends on its price as told."""
    rng = np.random.default_rng(seed)
    return find_price({price: ban(rng, worth_at(price)) for price in prices}, [ban(rng, worth) for worth in OTHERS], now)


@pytest.mark.parametrize(
    ("worth_at", "right"),
    [
        (lambda price: MEDIAN + 0.06 * (2.7 - price), 2.7),
        (lambda price: MEDIAN - 0.05 * (1.4 - price), 1.4),  # of a reward
        (lambda price: MEDIAN + 0.015 * (3.2**2 - price**2), 3.2),  # a parabola
        (lambda price: MEDIAN + np.interp(price, [0, 3, 4], [0.1, 0.1, -0.15]), 3.4),  # with a bend that no parabola follows
    ],
)
def test_a_planted_price_lies_in_its_interval(worth_at, right):
    found = [planted(seed, worth_at).crossing for seed in range(RUNS)]
    assert np.mean([one.low <= right <= one.high for one in found]) >= LEAST_COVERED
    assert np.nanmedian([one.value for one in found]) == pytest.approx(right, abs=0.2)
    assert np.mean([one.high - one.low < 4 for one in found]) > 0.8  # and the interval tells something


def test_a_right_price_is_rarely_called_wrong():
    found = [planted(seed, lambda price: MEDIAN + 0.06 * (2 - price)).crossing for seed in range(RUNS)]
    assert np.mean([one.p_now < 0.05 for one in found]) <= 0.1


def test_a_flat_curve_has_no_price():
    """Where the price does nothing to an item as strong as the median, every price may be right."""
    found = [planted(seed, lambda price: MEDIAN).crossing for seed in range(RUNS)]
    assert np.mean([one.low == -np.inf and one.high == np.inf for one in found]) > 0.8
    assert np.mean([np.isfinite(one.low) and np.isfinite(one.high) for one in found]) < 0.05


def test_a_price_outside_the_played_ones_is_not_made_up():
    strong = planted(1, lambda price: 0.5 - 0.02 * price).crossing
    assert np.isnan([strong.value, strong.low, strong.high]).all()
    assert strong.ends[0] > strong.ends[1] > 0
    far = planted(1, lambda price: MEDIAN + 0.06 * (4.1 - price)).crossing
    assert far.high == np.inf
    assert 2 < far.low < 4


def test_what_cannot_be_told_says_why():
    rng = np.random.default_rng(3)
    others = [ban(rng, worth) for worth in OTHERS]
    usual = {price: ban(rng, 0.1) for price in (1, 3)}
    assert find_price({2: ban(rng, 0.1, left=0.5), **usual}, others, 2).why == "cannot be tested: 50 % of its uses remain under the ban"
    assert find_price({2: ban(rng, -0.15), **usual}, others, 2).why == "the bots misplay it"
    assert find_price({2: ban(rng, 0.1), **usual}, others[:1], 2).why == "too few items of its kind to compare"
    assert find_price({2: ban(rng, 0.1), 3: ban(rng, 0.1, used=0.001)}, others, 2).why == TOO_RARE


def test_a_price_at_which_the_item_is_rare_is_left_out():
    rng = np.random.default_rng(5)
    own = {price: ban(rng, MEDIAN + 0.06 * (1.5 - price)) for price in (0, 1, 2, 3)} | {4: ban(rng, 0.0, used=0.001)}
    found = find_price(own, [ban(rng, worth) for worth in OTHERS], 1)
    assert [point.is_known for point in found.points] == [True] * 4 + [False]
    assert found.crossing.value == pytest.approx(1.5, abs=0.5)


def test_an_item_that_nobody_uses_at_its_price_is_judged_by_others():
    rng = np.random.default_rng(5)
    own = {price: ban(rng, MEDIAN + 0.08 * (1 - price)) for price in (0, 1, 2)} | {3: ban(rng, 0.0, used=0.001)}
    found = find_price(own, [ban(rng, worth) for worth in OTHERS], 3).crossing
    assert found.low < 1 < found.high < 3
    assert found.p_now == 1.0  # so that it is never called sure


def test_prices_that_play_the_same_games_give_a_flat_curve():
    """As where nobody ever pays the price: the covariance has no inverse but for what so many games cannot have seen."""
    rng = np.random.default_rng(7)
    same = ban(rng, MEDIAN)
    found = find_price(dict.fromkeys(PRICES, same), [ban(rng, worth) for worth in OTHERS], 2).crossing
    assert (found.low, found.high) == (-np.inf, np.inf)


def test_of_two_crossings_the_nearer_one_is_told():
    prices = np.arange(5.0)
    found = find_crossing(prices, (prices - 0.5) * (prices - 3.0), 1e-4 * np.eye(5), now=4.0)
    assert found.value == pytest.approx(3.0, abs=0.01)
    assert found.low < 0.51 < 2.99 < found.high  # both may be right


def test_a_curve_that_only_comes_near_to_0_has_its_price_there():
    prices = np.arange(5.0)
    found = find_crossing(prices, 0.02 + (prices - 2.0) ** 2, 1e-3 * np.eye(5), now=4.0)
    assert found.value == pytest.approx(2.0, abs=0.05)
    assert found.low < found.value < found.high


def test_an_interval_narrower_than_the_grid_has_the_price_in_it():
    prices = np.arange(5.0)
    found = find_crossing(prices, 1.2345 - prices, 1e-12 * np.eye(5), now=2.0)
    assert found.low <= found.value <= found.high
    assert found.high - found.low < 0.05
