"""How far players are expected to bid for an ingredient, on hand-set tables."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.games.wizards_brew import TITLE, auctions
from brewsim.games.wizards_brew.beliefs import believe
from brewsim.games.wizards_brew.rules import CITY, MAX_SEATS
from tests.games.wizards_brew.table import BLUE, BROWN, GRAY, GREEN, MONUMENT, ORANGE, PINK, RED, WHITE, Table, with_spare_tokens

BELIEFS = read_bots(TITLE)["greedy"].beliefs


def expected(table: Table, area: int | None = None, fade: float = 1.0, **changes: float) -> tuple[list[float], list[float]]:
    """How far each seat is expected to bid where the Horse is or in another area, and what a win is worth to each."""
    reserves, worths = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    beliefs = believe(table.rules, {**BELIEFS, **changes})
    auctions.expect_auction(table.rules, beliefs, table.state, fade, table.state.horse if area is None else area, reserves, worths)
    return reserves[: table.state.n_seats].tolist(), worths[: table.state.n_seats].tolist()


def test_nobody_is_expected_to_bid_more_than_he_can_pay():
    """Three cards count at a monument, the others do not; who has none that counts does not bid. In a city all count."""
    hands = {0: (3, 5, 0, 0), 1: (9, 0, 0, 0), 2: (0, 9, 0, 0)}
    table = Table().ready(hands=hands).auction(MONUMENT)
    reserves, _ = expected(table, **{"rival.ingredient": 1000.0})
    assert reserves == [3, 9, 0, 0]
    table.area(table.state.horse, CITY, RED)
    assert expected(table, **{"rival.ingredient": 1000.0})[0] == [8, 9, 9, 0]


def test_a_player_bids_until_his_cards_are_worth_more_than_what_he_gains():
    table = with_spare_tokens(Table(3)).ready(hands=dict.fromkeys(range(3), (9, 0, 0, 0)))
    table.brew(1, RED)
    table.auction(MONUMENT, (RED,))
    plain = {"rival.pressing": 0.0, "rival.nearing": 0.0, "rival.ingredient": 2.0, "rival.new": 3.0, "rival.card": 1.0, "rival.share": 0.0}
    assert expected(table, **plain) == ([5, 2, 5], [5, 2, 5])
    assert expected(table, fade=0.5, **plain)[0] == [9, 4, 9]  # cards are good for less and less


def test_what_makes_a_win_cheaper_lets_a_player_bid_more():
    table = Table(3).ready(spells={0: {"red_magic": 1}, 1: {"thrift": 1}}, hands=dict.fromkeys(range(3), (9, 0, 0, 0)))
    table.auction(MONUMENT, (RED,))
    (red, thrift, none), _ = expected(table)
    assert (red - none, thrift - none) == pytest.approx((2.0, 1.0))


def test_all_others_stop_a_player_who_would_win_the_game():
    """He bids all that he has, and so do they; if he has no card that counts here, nobody needs to."""
    table = with_spare_tokens(Table(3)).ready(hands=dict.fromkeys(range(3), (9, 0, 0, 0)))
    table.brew(0, RED, BLUE, GREEN, WHITE, PINK, GRAY)
    table.auction(MONUMENT, (BROWN,))
    sure = {"rival.wins": 1000.0, "rival.stops": 1000.0}
    assert expected(table, **sure)[0] == [9, 9, 9]
    table.hand(0, 0, 9, 0, 0)
    reserves, worths = expected(table, **sure)
    assert reserves[0] == 0
    assert max(worths[1:]) < 1000 < worths[0]


@pytest.mark.parametrize(("ingredients", "left"), [((ORANGE, BROWN), 3), ((BROWN, BROWN), 4), ((BROWN,), 4)])
def test_a_second_ingredient_counts(ingredients, left):
    """Who has two colours is missing 5 of 7; Double Draught brings two more if there are two new ones."""
    table = with_spare_tokens(Table(3)).ready(spells={0: {"double_draught": 2}}, hands={0: (9, 0, 0, 0)})
    table.brew(0, RED, BLUE)
    table.auction(MONUMENT, ingredients)
    state = table.state
    assert auctions.missing_after(table.rules, state, 0, state.horse) == left
    assert auctions.nearing_in(table.rules, state, 0, state.horse) == (5 - left) / 5
    assert auctions.has_second(state, 0, state.horse) == (len(ingredients) > 1)
    assert not auctions.has_second(state, 1, state.horse)
