"""Who knows what."""

import numpy as np

from brewsim.games.brew_crafters import checks, hidden
from brewsim.games.brew_crafters.checks import Invariant
from brewsim.games.brew_crafters.codes import BLIND, DISCARD, GIVE, PASS, PLAY, TAKE
from brewsim.games.brew_crafters.rules import KINDS
from brewsim.games.brew_crafters.state import Phase
from tests.games.brew_crafters.table import Table, kind


def test_what_was_taken_face_up_stays_known():
    """BC-24: concealing keeps the own hand and cards seen taken, and deals the rest of the unknown again."""
    row = ["farm", "mash_tun", "brewmaster", "hops_expert", "boil_kettle"]
    deck = ["night_shift", "oak_barrelhouse", "farm", "malt_expert", "barley_grower", "employee_manager"]
    table = Table([["farm", "farm"], ["malt_expert", "hops_expert"]], row, deck, phase=Phase.DRAW)
    table.state.seat = 1
    table.do(TAKE + kind("brewmaster"), BLIND, PASS)
    assert [KINDS[k] for k in np.flatnonzero(table.state.public[1])] == ["brewmaster"]
    hands = set()
    for key in range(40):
        copy = table.state.copy()
        with np.errstate(over="ignore"):
            hidden.conceal(table.rules, copy, 0, np.uint64(key))
        assert copy.hand[0].tolist() == table.state.hand[0].tolist()
        assert copy.hand[1, kind("brewmaster")] >= 1
        assert copy.n_hand[1] == copy.hand[1].sum() == 4
        assert checks.check(table.rules, copy) == Invariant.WHOLE
        hands.add(tuple(copy.hand[1]))
    assert len(hands) > 5


def test_what_leaves_a_hand_openly_is_no_longer_counted_on():
    """BC-24: a card seen taken is known as long as it is held; played or discarded it is not in the hand any more."""
    for action in (PLAY, DISCARD):
        table = Table([["farm"] * 4 + ["mash_tun"] * 4, []], ["brewmaster"] * 2, phase=Phase.DRAW)
        table.do(TAKE + kind("brewmaster"), TAKE + kind("brewmaster"))
        assert table.state.public[0, kind("brewmaster")] == 2
        if action == DISCARD:
            table.do(PASS)
        table.do(action + kind("brewmaster"))
        assert table.state.public[0, kind("brewmaster")] == 1


def test_a_gift_blurs_what_is_known():
    """BC-24: after a face-down gift nobody can be sure that a card seen taken is still there."""
    table = Table([["farm"], [], [], []], ["brewmaster", "mash_tun"], ["night_shift"] * 3, seats=4, phase=Phase.DRAW)
    table.do(TAKE + kind("brewmaster"), TAKE + kind("mash_tun"), PASS, GIVE + kind("farm"))
    assert table.state.public.sum() == 0
