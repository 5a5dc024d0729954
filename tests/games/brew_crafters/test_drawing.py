"""Step 1: two cards from the row or the stack."""

from brewsim.games.brew_crafters.codes import BLIND, BREW, PASS, TAKE
from brewsim.games.brew_crafters.state import Phase
from tests.games.brew_crafters.table import FILLER, Table, kind, recipe


def test_the_row_is_refilled_only_after_both_cards():
    """BC-5: one card face up, one blind; the gap is filled after the second."""
    row = ["farm", "mash_tun", "brewmaster", "hops_expert", "boil_kettle"]
    table = Table([[], []], row, ["night_shift", "oak_barrelhouse", "farm"], phase=Phase.DRAW)
    table.do(TAKE + kind("brewmaster"))
    assert table.state.n_row == 4
    assert TAKE + kind("brewmaster") not in table.legal()
    table.do(BLIND)
    assert table.hand(0) == ["brewmaster", "night_shift"]
    assert table.state.n_row == 5
    assert table.state.row[kind("oak_barrelhouse")] == 1
    assert table.state.phase == Phase.ACT


def test_both_cards_may_come_from_the_row():
    """BC-5: two cards of one kind can be taken one after the other."""
    table = Table([[], []], ["farm", "farm", "mash_tun", "mash_tun", "brewmaster"], ["night_shift"] * 3, phase=Phase.DRAW)
    table.do(TAKE + kind("farm"), TAKE + kind("farm"))
    assert table.hand(0) == ["farm", "farm"]
    assert table.state.row[kind("night_shift")] == 2


def test_an_empty_stack_is_made_again_from_the_discard_pile():
    """BC-6: the shuffle happens when a card is needed, and takes the whole pile."""
    table = Table([[], []], ["farm"] * 4 + ["mash_tun"], ["brewmaster"], phase=Phase.DRAW)
    pile = int(table.state.n_discard)
    table.do(BLIND)
    assert (table.state.n_deck, table.state.n_discard) == (0, pile)
    table.do(BLIND)
    assert (table.state.n_deck, table.state.n_discard) == (pile - 1, 0)
    assert table.state.shuffles == 2


def test_an_empty_stack_is_made_again_at_its_last_card_if_so_ruled():
    """BC-6: by the other ruling the pile is shuffled at once, so that what is discarded later is not in the new stack."""
    row = ["farm"] * 4 + ["mash_tun"]
    table = Table([[], []], row, ["brewmaster"], phase=Phase.DRAW, changes={"rulings.reshuffle": "when_empty"})
    pile = int(table.state.n_discard)
    table.do(BLIND)
    assert table.hand(0) == ["brewmaster"]
    assert (table.state.n_deck, table.state.n_discard, table.state.shuffles) == (pile, 0, 2)


def test_with_stack_and_pile_empty_only_the_row_is_left():
    """BC-7: no blind card is offered, and the row stays short."""
    table = Table([[], []], ["farm", "mash_tun"], [], phase=Phase.DRAW)
    table.empty_discard()
    assert table.legal() == [TAKE + kind("farm"), TAKE + kind("mash_tun")]
    table.do(TAKE + kind("farm"), TAKE + kind("mash_tun"))
    assert table.state.n_row == 0
    assert table.state.phase == Phase.ACT


def test_a_seat_that_finds_no_card_draws_none():
    """BC-7: with nothing to draw the turn begins with step 2; a later discard is shuffled when needed."""
    table = Table([["farm"], ["mash_tun"] * 2 + FILLER + ["night_shift"]], ["brewmaster"], [], phase=Phase.DRAW)
    table.empty_discard()
    table.do(TAKE + kind("brewmaster"))
    assert table.state.phase == Phase.ACT
    table.do(PASS)
    assert (table.state.seat, table.state.phase) == (1, Phase.ACT)
    table.do(BREW + recipe("porter"))  # mash tuns for malt, two yeasts for the missing hops, one for the yeast
    while table.state.phase == Phase.PAY:
        table.do(table.legal()[0])
    assert table.state.seat == 0
    assert table.state.phase == Phase.DRAW
    assert table.state.n_row == 5  # the ingredients were shuffled to fill the row
