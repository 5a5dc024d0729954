"""Four seats, two teams."""

import pytest

from brewsim.games.brew_crafters.codes import BLIND, BREW, GIVE, KEEP, PASS, PLAY
from brewsim.games.brew_crafters.state import Phase
from tests.games.brew_crafters.table import ALE, Table, finished, kind, recipe


def test_a_team_shares_brewery_and_score():
    """BC-21: what seat 0 builds and brews counts for seat 2, and for no other."""
    table = Table([["hops_expert", *ALE], [], ["malt_expert", "farm", "boil_kettle", "employee_manager"], []], ["farm"] * 2, seats=4)
    assert table.state.side.tolist() == [0, 1, 0, 1]
    table.do(PLAY + kind("hops_expert"), KEEP)
    table.state.seat, table.state.phase = 2, Phase.ACT
    assert PLAY + kind("hops_expert") not in table.legal()
    table.do(BREW + recipe("ale"))
    assert table.state.rep.tolist() == [4, 0, 0, 0]
    assert table.outcome().score.tolist() == [4, 0, 4, 0]
    assert table.state.beers[2, recipe("ale")] == 1


def test_the_gift():
    """BC-22: after step 2 one card goes to the mate, before the discard; a hand may exceed the limit until its own turn ends."""
    eight = ["farm"] * 3 + ["hops_expert"] * 2 + ["mash_tun"] * 2 + ["brewmaster"]
    seven = ["oak_barrelhouse"] * 4 + ["night_shift"] * 3
    table = Table([eight, [], seven, []], ["boil_kettle"], seats=4)
    table.do(PASS)
    assert table.state.phase == Phase.GIVE
    assert KEEP in table.legal()
    table.do(GIVE + kind("brewmaster"))
    assert table.state.n_hand[:4].tolist() == [7, 0, 8, 0]
    assert "brewmaster" in table.hand(2)
    assert table.state.seat == 1
    table.do(BLIND, BLIND, PASS, KEEP)
    assert (table.state.seat, table.state.n_hand[2]) == (2, 8)
    table.do(BLIND, BLIND, PASS, KEEP)
    assert table.state.phase == Phase.DISCARD
    while table.state.phase == Phase.DISCARD:
        table.do(table.legal()[0])
    assert (table.state.seat, table.state.n_hand[2]) == (3, 7)


@pytest.mark.parametrize("is_allowed", [True, False])
def test_the_gift_after_a_pass(is_allowed):
    """BC-22: who passes may hand a card over all the same, unless it is ruled that a pass ends the turn at once."""
    hand = ["farm"] * 3 + ["mash_tun"] * 3 + ["brewmaster"] * 2
    table = Table([hand, [], [], []], ["boil_kettle"], seats=4, changes={"rulings.gift_after_pass": is_allowed})
    table.do(PASS)
    assert table.state.phase == (Phase.GIVE if is_allowed else Phase.DISCARD)
    table = Table([hand, [], [], []], ["boil_kettle"], seats=4, changes={"rulings.gift_after_pass": is_allowed})
    table.do(PLAY + kind("farm"))
    assert table.state.phase == Phase.GIVE


def test_no_gift_without_teams():
    """BC-22: at 2 and 3 seats the turn simply ends."""
    table = Table([["farm"], [], []], seats=3)
    table.do(PASS)
    assert table.state.seat == 1


def test_team_ties_count_both_hands():
    """BC-23: 1 + 4 cards beat 2 + 2."""
    rows = finished([["farm"], ["farm", "mash_tun"], ["hops_expert"] * 3 + ["farm"], ["mash_tun"] * 2], [21, 21], seats=4)
    assert rows.tiebreak.tolist() == [5, 4, 5, 4]
    assert rows.win_share.tolist() == [1, 0, 1, 0]
    assert rows["rank"].tolist() == [1, 2, 1, 2]
