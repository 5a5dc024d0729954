"""How likely a seat wins when a round begins."""

import pytest

from brewsim.bots import read_bots
from brewsim.games.brew_baron import TITLE
from brewsim.games.brew_baron.beliefs import believe, read_prospects
from brewsim.games.brew_baron.prospects import SIGNS, prospect
from brewsim.games.brew_baron.rules import MAX_SEATS, MIN_SEATS
from brewsim.rules import load_rules
from tests.games.brew_baron.table import opened


def chances(table) -> list[float]:
    beliefs = believe(table.rules, read_bots(TITLE)["greedy"].beliefs)
    return [prospect(table.rules, beliefs, table.state, seat) for seat in range(table.state.n_seats)]


@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
def test_all_are_as_likely_to_win_at_first(seats):
    assert chances(opened(seats)) == pytest.approx([1 / seats] * seats)


def test_chances_add_up_to_one_and_follow_the_trophies():
    new = opened(3)
    new.state.trophies[:3] = (4, 2, 0)
    found = chances(new)
    assert sum(found) == pytest.approx(1)
    assert found[0] > found[1] > found[2]


def test_improvements_raise_the_chance():
    """Each by what it does; tokens that the refill gives everybody do not."""
    for field in ("extra_ingredients", "max_beers", "tokens_per_round"):
        new = opened(4)
        new.state[field][1] += 1
        assert chances(new)[1] > 0.26
    new = opened(4)
    new.state.tokens[:4] = (0, 4, 0, 0)
    assert chances(new)[1] == pytest.approx(0.25)
    new.state.tokens[1] = 7
    assert chances(new)[1] > 0.25


def test_every_sign_has_a_number_for_each_number_of_seats():
    assert list(read_prospects()) == list(SIGNS)
    assert {len(values) for values in read_prospects().values()} == {MAX_SEATS - MIN_SEATS + 1}
    beliefs = believe(load_rules("brew_baron").record, read_bots(TITLE)["greedy"].beliefs)
    assert beliefs.prospects[4, SIGNS.index("beers")] == read_prospects()["beers"][2]
