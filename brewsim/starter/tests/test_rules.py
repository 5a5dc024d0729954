"""A test for every clause of RULES.md, on tables that are set by hand. The docstring begins with the number of the clause."""

import numpy as np
from table import Table

from my_game import TITLE
from my_game.codes import RETURN, SELL
from my_game.rules import GOODS

GRAIN, SALT, WINE, SILK, GOLD = range(len(GOODS))
MIXED = ["grain", "grain", "salt", "wine", "gold"]


def test_every_seat_draws_a_hand():
    """MG-1: cards of each good in the bag, at the price of the start."""
    table = Table(seats=3)
    assert table.state.hand.sum(axis=1).tolist() == [5, 5, 5, 0]
    assert (table.state.bag + table.state.hand.sum(axis=0)).tolist() == [14, 12, 10, 8, 5]
    assert table.state.price.tolist() == [3, 4, 5, 7, 10]


def test_a_round_is_a_turn_of_every_seat():
    """MG-2: the first seat begins, and the game ends after its rounds."""
    table = Table(changes={"game.rounds": 2})
    for seat, rounds in ((0, 0), (1, 0), (0, 1), (1, 1)):
        assert (table.state.seat, table.state.rounds, table.state.over) == (seat, rounds, False)
        table.play(table.options()[0])
    assert table.state.over


def test_a_sale_brings_the_price_of_each_card_and_lowers_it():
    """MG-3: all cards of one good, and a bonus from three cards on; a price is never below 1."""
    for hand, good, points, price in ((MIXED, GRAIN, 6, 1), (MIXED, GOLD, 10, 9), (["grain"] * 4 + ["salt"], GRAIN, 12 + 5, 1)):
        table = Table(hand)
        table.play(SELL + good)
        assert (table.state.score[0], table.state.price[good]) == (points, price)
        assert table.outcome()["metrics"][0].sum() == points


def test_cards_are_returned_for_nothing():
    """MG-4: the price stays."""
    table = Table(MIXED)
    assert table.options() == [action + good for good in (GRAIN, SALT, WINE, GOLD) for action in (SELL, RETURN)]
    table.play(RETURN + GRAIN)
    assert (table.state.score[0], table.state.price[GRAIN]) == (0, 3)


def test_cards_go_back_into_the_bag_and_the_hand_is_filled():
    """MG-5: as many new cards as are missing; the others stay."""
    table = Table(MIXED)
    table.play(SELL + GRAIN)
    assert len(table.hand(0)) == 5
    assert {"salt", "wine", "gold"} <= set(table.hand(0))
    assert table.state.bag.sum() == table.rules.copies.sum() - 10


def test_prices_rise_after_a_round():
    """MG-6: by a number for each number of seats, and not above the price of the start."""
    for seats, price in ((2, 6), (3, 6), (4, 7)):
        table = Table(["silk"] * 2 + ["gold"] * 3, *[MIXED] * (seats - 1), seats=seats, changes={"goods.gold.copies": 20})
        table.play(SELL + SILK, *[RETURN + WINE] * (seats - 1))
        assert table.state.price[[SILK, GOLD]].tolist() == [price, 10]


def test_among_equals_the_seat_with_more_large_sales_is_ahead():
    """MG-7: the tie-break is higher."""
    table = Table()
    table.state.large_sales[1] = 1
    rows = table.outcome()
    assert rows.score[0] == rows.score[1]
    assert rows.tiebreak[0] < rows.tiebreak[1]


def test_a_seat_knows_its_own_hand_and_nothing_of_the_others():
    """MG-8: dealt again are the hands of the others, as many cards as before."""
    table, hands = Table(MIXED, ["gold"] * 4 + ["silk"]), set()
    for key in range(20):
        state = table.state.copy()
        with np.errstate(over="ignore"):
            TITLE.functions.conceal(table.rules, state, 0, np.uint64(key))
        assert state.hand[0].tolist() == table.state.hand[0].tolist()
        assert TITLE.functions.check(table.rules, state) == 0
        hands.add(tuple(state.hand[1].tolist()))
    assert len(hands) > 10
