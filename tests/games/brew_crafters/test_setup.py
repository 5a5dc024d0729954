"""Set-up and order of play."""

import numpy as np
import pytest

from brewsim.games.brew_crafters.codes import BLIND, KEEP, PASS
from brewsim.games.brew_crafters.rules import N_KINDS
from brewsim.games.brew_crafters.state import DECK_STREAM, Phase
from brewsim.parts.chance import stream_key
from brewsim.parts.decks import order_deck
from tests.games.brew_crafters.table import RULES, fresh


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats):
    """BC-1, BC-2, BC-3: 46 cards: 4 in each hand, 5 face up, the rest face down."""
    state = fresh(seats).state
    assert state.n_hand[:seats].tolist() == [4] * seats
    assert state.row.sum() == state.n_row == 5
    assert state.n_deck == 46 - 4 * seats - 5
    cards = state.hand.sum(axis=0) + state.row + np.bincount(state.deck[: state.n_deck], minlength=N_KINDS)
    assert cards.tolist() == RULES.record.copies.tolist()


def test_cards_are_dealt_one_at_a_time():
    """BC-2, BC-3: from the top of the deck, seat by seat, and then the row."""
    state = fresh(3).state
    deck, scratch = np.zeros(46, np.int16), np.zeros(46, np.uint64)
    with np.errstate(over="ignore"):
        order_deck(RULES.record.copies, np.uint64(stream_key(state.key, DECK_STREAM)), deck, scratch)
    from_top = deck[::-1].tolist()
    for seat in range(3):
        assert state.hand[seat].tolist() == np.bincount(from_top[seat:12:3], minlength=N_KINDS).tolist()
    assert state.row.tolist() == np.bincount(from_top[12:17], minlength=N_KINDS).tolist()
    assert state.deck[: state.n_deck][::-1].tolist() == from_top[17:]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_take_turns(seats):
    """BC-4, BC-21: seat 0 begins, the others follow in order, teams in turn, and a round is one turn each."""
    table = fresh(seats)
    seen = []
    for _ in range(2 * seats):
        seen.append((int(table.state.rounds), int(table.state.seat)))
        table.do(BLIND, BLIND, PASS, *([KEEP] if seats == 4 else []))
        while table.state.phase == Phase.DISCARD:
            table.do(table.legal()[0])
    assert seen == [(played, seat) for played in range(2) for seat in range(seats)]
