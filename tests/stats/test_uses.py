"""When items are first used and which go together, on data where both are known."""

import numpy as np
import pytest

from brewsim.stats.uses import companions, first_use_by_round
from tests.stats.planted import outcomes

GAMES, SEATS = 400, 2


def test_the_share_of_seats_is_counted_by_round_over_all_parts():
    first = np.zeros((GAMES, SEATS), int)
    first[::2, 0] = 1  # half of the games: one seat of two
    first[::4, 1] = 3  # a quarter
    frame = outcomes(np.zeros((GAMES, SEATS)), items={"farm": first > 0}, first={"farm": first})
    parts = [frame.head(GAMES).lazy(), frame.tail(GAMES).lazy()]
    found = first_use_by_round(parts, "farm")
    assert found.select("round", "value", "n").rows() == [(1, 0.25, GAMES), (2, 0.0, GAMES), (3, 0.125, GAMES)]
    assert found["low"][0] < 0.25 < found["high"][0]
    assert (found["low"][1], found["high"][1]) == (pytest.approx(0.0), pytest.approx(0.0, abs=0.01))


def test_aborted_games_and_items_that_nobody_uses_count_for_nothing():
    first = np.ones((GAMES, SEATS), int)
    aborted = np.arange(GAMES) < GAMES // 2
    frame = outcomes(np.zeros((GAMES, SEATS)), aborted=aborted, items={"farm": first, "mill": 0 * first}, first={"farm": first})
    assert first_use_by_round([frame.lazy()], "farm")["n"].to_list() == [GAMES // 2]
    assert first_use_by_round([frame.lazy()], "mill").is_empty()


def test_companions_are_those_whose_use_goes_along_and_not_those_that_all_use():
    rng = np.random.default_rng(0)
    farm = rng.random((GAMES, SEATS)) < 0.5
    items = {
        "farm": farm,
        "always": np.ones_like(farm),
        "often": farm & (rng.random(farm.shape) < 0.9),
        "sometimes": farm & (rng.random(farm.shape) < 0.3),
        "never": ~farm,
    }
    frame = outcomes(np.zeros((GAMES, SEATS)), items=items)
    assert companions(frame.lazy(), "farm", list(items)) == ["often", "sometimes"]
