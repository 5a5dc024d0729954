"""A test for every clause of RULES.md, on tables that are set by hand. The docstring begins with the number of the clause."""

import numpy as np
from table import Table

from my_game import TITLE
from my_game.codes import DISCARD, KEEP, PLAY, SEND_OFF, TURN_UP
from my_game.rules import GOODS
from my_game.state import Phase

GRAIN, SALT, CLOTH, WINE, SPICE, GOLD = range(len(GOODS))


def test_every_seat_is_dealt_a_hand():
    """MG-1: cards of each good in the deck; a hidden hand for each seat."""
    table = Table()
    with np.errstate(over="ignore"):
        state = table.state.copy()
        state.hand[:], state.discard[:], state.score[:] = 0, 0, 0
        TITLE.functions.setup(table.rules, state)
    assert state.hand.sum(axis=1).tolist() == [3, 3, 0, 0]
    assert state.n_deck == table.rules.copies.sum() - 6


def test_a_round_is_a_turn_of_every_seat():
    """MG-2: the first seat begins, and the game ends after its rounds."""
    table = Table(changes={"game.rounds": 2})
    for seat, rounds in ((0, 0), (1, 0), (0, 1), (1, 1)):
        assert (table.state.seat, table.state.rounds, table.state.over) == (seat, rounds, False)
        table.play(SEND_OFF)
        if table.state.phase == Phase.DISCARD and not table.state.over:
            table.play(KEEP)
    assert table.state.over


def test_a_boat_is_loaded_from_the_deck_and_from_the_hand():
    """MG-3: one card of the hand in a turn, and only a good that the boat does not have."""
    table = Table(hands=[["salt", "gold", "wine"]], deck=["wine", "spice"])
    assert table.options() == [SEND_OFF, TURN_UP, PLAY + SALT, PLAY + WINE, PLAY + GOLD]
    table.play(TURN_UP)
    assert table.options() == [SEND_OFF, TURN_UP, PLAY + SALT, PLAY + GOLD]
    table.play(PLAY + GOLD)
    assert table.options() == [SEND_OFF, TURN_UP]
    assert np.flatnonzero(table.state.boat).tolist() == [WINE, GOLD]


def test_a_good_that_comes_twice_sinks_the_boat():
    """MG-4: all of its cards are discarded, and the turn ends."""
    table = Table(deck=["gold", "wine", "salt", "salt"], boat=["gold", "cloth"], changes={"game.hand_size": 0})
    table.play(TURN_UP)
    assert (table.state.seat, table.state.sunk[0], table.state.score[0]) == (1, 1, 0)
    assert not table.state.boat.any()
    assert table.state.discard[GOLD] == 3


def test_a_boat_that_arrives_scores_its_goods_and_the_bonus_of_a_full_one():
    """MG-5: points of each card, and the bonus from four goods on."""
    for boat, points in ((["gold", "salt", "grain"], 11), (["gold", "salt", "grain", "wine"], 21), ([], 0)):
        table = Table(boat=boat, deck=["salt"])
        table.play(SEND_OFF)
        assert table.state.score[0] == points
        assert table.outcome()["metrics"][0, :2].sum() == points


def test_after_a_boat_arrived_a_card_may_be_discarded():
    """MG-6: one card or none; then the hand is filled up."""
    table = Table(hands=[["salt", "gold"]], boat=["wine"], deck=["cloth", "spice", "spice"])
    table.play(SEND_OFF)
    assert table.options() == [KEEP, DISCARD + SALT, DISCARD + GOLD]
    table.play(DISCARD + SALT)
    assert table.hand(0) == ["cloth", "spice", "gold"]
    assert table.state.seat == 1


def test_an_empty_deck_is_made_of_the_discard_pile():
    """MG-7: it is shuffled when a card is needed; without any card none can be turned up."""
    table = Table()
    assert table.state.n_deck == 0
    table.play(TURN_UP)
    assert table.state.n_deck == table.rules.copies.sum() - 1
    assert not table.state.discard.any()
    table.state.n_deck = 0
    assert TURN_UP not in table.options()


def test_among_equals_the_seat_that_lost_fewer_boats_is_ahead():
    """MG-8: the tie-break is higher for fewer lost boats."""
    table = Table()
    table.state.sunk[0] = 2
    rows = table.outcome()
    assert rows.score[0] == rows.score[1]
    assert rows.tiebreak[0] < rows.tiebreak[1]


def test_a_seat_knows_its_own_hand_and_nothing_of_the_others():
    """MG-9: dealt again are the deck and the hands of the others, as many cards as before."""
    table = Table(hands=[["salt", "gold", "wine"], ["gold", "gold", "spice"]], deck=["cloth"] * 5 + ["wine"] * 4)
    hands = set()
    for key in range(20):
        state = table.state.copy()
        with np.errstate(over="ignore"):
            TITLE.functions.conceal(table.rules, state, 0, np.uint64(key))
        assert state.hand[0].tolist() == table.state.hand[0].tolist()
        assert (state.hand[1].sum(), state.n_deck) == (3, 9)
        hands.add(tuple(state.hand[1].tolist()))
    assert len(hands) > 3


def test_a_seat_may_begin_with_points():
    """MG-10: the lever start_points."""
    table = Table(changes={"seats.start_points": [0, 3, 0, 0]})
    assert table.state.score[:2].tolist() == [0, 3]
    assert table.outcome()["score"].tolist() == [0, 3]
