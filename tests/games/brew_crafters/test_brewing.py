"""Step 2: a beer, its ingredients, and the effects after brewing."""

import pytest

from brewsim.games.brew_crafters import kernel
from brewsim.games.brew_crafters.codes import BREW, DONE, FETCH, NIGHT_PLAY, PASS, PAY, SUBSTITUTE
from brewsim.games.brew_crafters.rules import INGREDIENTS
from brewsim.games.brew_crafters.state import Phase
from tests.games.brew_crafters.table import ALE, Table, after_ale, kind, recipe


def test_brewing_takes_the_ingredients_and_ignores_their_effects():
    """BC-11: an Ale takes malt, two hops and yeast for 3 Rep, though one of the hops is a Hops Expert."""
    table = Table([ALE, []])
    table.do(BREW + recipe("ale"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 3
    assert table.state.beers[0].tolist() == [1, 0, 0, 0, 0]
    assert table.state.brewery.sum() == 0


def test_what_is_lacking_cannot_be_brewed():
    """BC-11: without yeast, and without a pair to spare, there is no Ale."""
    table = Table([["malt_expert", "farm", "hops_expert"], []])
    assert [action for action in table.legal() if BREW <= action < PASS] == []


def test_savings_lower_the_need_before_substitution():
    """BC-11: with Boil Kettle and Mash Tun a Special Reserve takes 5 cards; a need never falls below zero."""
    five = ["malt_expert", "hops_expert", "night_shift", "brewmaster", "brewery_tour"]
    assert BREW + recipe("special_reserve") not in Table([five, []]).legal()
    table = Table([five, []], breweries=[["boil_kettle", "mash_tun"]])
    table.do(BREW + recipe("special_reserve"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 8
    changed = Table([five, []], breweries=[["boil_kettle"]], changes={"cards.boil_kettle.saves.lambic.hops": 9})
    assert changed.state.needs[0, recipe("lambic")].tolist() == [1, 0, 1, 1, 0]


def test_two_matching_stand_in_for_a_missing_one():
    """BC-12: the rulebook's example: two hops in place of a yeast."""
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_expert"], []])
    table.do(BREW + recipe("ale"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 3


def test_substitutes_are_counted_in_whole_pairs():
    """BC-12: surplus of one hops and one malt make no pair."""
    table = Table([["malt_expert", "mash_tun", "farm", "farm", "hops_expert"], []])
    assert BREW + recipe("ale") not in table.legal()


def test_only_missing_ingredients_are_substituted():
    """BC-12: a yeast that the hand has is used, though two spare hops could stand in for it."""
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_expert", "night_shift"], []])
    table.do(BREW + recipe("ale"))
    while table.state.phase == Phase.PAY:
        table.do(table.legal()[0])
    assert "night_shift" not in table.hand(0)
    assert len(table.hand(0)) == 2


def test_what_is_there_is_used_and_only_the_rest_is_substituted():
    """BC-12: one of two hops is there, so a single pair of yeast makes up for the other."""
    table = Table([["malt_expert", "farm", "night_shift", "night_shift", "night_shift"], []])
    table.do(BREW + recipe("ale"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 3


def test_several_missing_ingredients_need_several_pairs():
    """BC-12: a Lambic without fruit and yeast takes two pairs."""
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_infusers", "boil_kettle", "boil_kettle"], []])
    table.do(BREW + recipe("lambic"))
    assert table.hand(0) == []
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_infusers", "boil_kettle"], []])
    assert BREW + recipe("lambic") not in table.legal()


def test_the_player_chooses_the_cards_that_are_used():
    """BC-13: with three kinds of hops for two, the one that is kept is the player's choice."""
    table = Table([["malt_expert", "night_shift", "farm", "hops_expert", "boil_kettle"], []])
    table.do(BREW + recipe("ale"))
    assert table.legal() == [PAY + kind("boil_kettle"), PAY + kind("farm"), PAY + kind("hops_expert")]
    table.do(PAY + kind("farm"), PAY + kind("boil_kettle"))
    assert table.hand(0) == ["hops_expert"]


def test_the_player_chooses_what_stands_in():
    """BC-13: hops or malt for the missing yeast."""
    hand = ["malt_expert", "mash_tun", "mash_tun", "farm", "farm", "hops_expert", "hops_expert"]
    table = Table([hand, []])
    table.do(BREW + recipe("ale"))
    assert table.legal() == [SUBSTITUTE + INGREDIENTS.index("malt"), SUBSTITUTE + INGREDIENTS.index("hops")]
    table.do(SUBSTITUTE + INGREDIENTS.index("malt"))
    while table.state.phase == Phase.PAY:
        table.do(PAY + kind("farm"))
    assert table.hand(0) == ["hops_expert", "hops_expert"]


def test_bonuses_add_up():
    """BC-14: Hops Expert and Hops Infusers together give 2 extra Rep for an Ale (the rulebook's advice)."""
    table = Table([ALE, []], breweries=[["hops_expert", "hops_infusers", "malt_expert"]])
    table.do(BREW + recipe("ale"))
    assert table.state.rep[0] == 5
    assert (table.state.rep_recipes[0], table.state.rep_bonuses[0]) == (3, 2)


def test_the_order_of_effects_is_free_and_each_works_once():
    """BC-15: Farm takes hops, Barley Grower malt; after one the other is still there, the first is not."""
    row = ["mash_tun", "mash_tun", "boil_kettle", "boil_kettle", "brewmaster"]
    table = after_ale(["farm", "barley_grower"], row)
    assert table.legal() == [FETCH + kind("boil_kettle"), FETCH + kind("mash_tun"), DONE]
    table.do(FETCH + kind("mash_tun"))
    assert table.legal() == [FETCH + kind("boil_kettle"), DONE]
    table.do(FETCH + kind("boil_kettle"))
    assert table.hand(0) == ["boil_kettle", "mash_tun"]
    assert table.state.seat == 1


def test_night_shift_plays_a_card_that_is_usable_at_once():
    """BC-15: FAQ 2: the Farm played by Night Shift takes hops right away."""
    table = after_ale(["night_shift"], ["boil_kettle", "mash_tun"], hand=["farm"])
    assert table.legal() == [NIGHT_PLAY + kind("farm"), DONE]
    table.do(NIGHT_PLAY + kind("farm"), FETCH + kind("boil_kettle"))
    assert table.state.brewery[0, kind("farm")] == 1
    assert table.hand(0) == ["boil_kettle"]
    assert table.state.seat == 1


def test_effects_are_optional():
    """BC-16: DONE leaves the rest unused."""
    table = after_ale(["farm", "night_shift"], ["boil_kettle"], hand=["brewmaster"])
    table.do(DONE)
    assert table.hand(0) == ["brewmaster"]
    assert table.state.seat == 1


def test_effects_that_are_not_used_lapse():
    """BC-16: a Farm left unused after one beer takes a single hops after the next, not two."""
    table = after_ale(["farm", "night_shift"], ["boil_kettle"] * 2, hand=["brewmaster"])
    table.do(DONE)
    for name in ("oak_barrelhouse", "hops_infusers", "hops_infusers", "ale_and_porter_specialist"):
        kernel.add_card(table.rules, table.state, 0, kind(name))
        table.rules.copies[kind(name)] += 1
    table.state.seat, table.state.phase = 0, Phase.ACT
    table.do(BREW + recipe("ale"))
    assert table.state.phase == Phase.AFTER_BREW
    assert (table.state.takes_left[INGREDIENTS.index("hops")], table.state.plays_left) == (1, 1)


def test_impossible_effects_are_not_offered():
    """BC-16: no hops face up and no card to play: the turn goes on by itself."""
    table = after_ale(["farm", "night_shift"], ["mash_tun", "brewmaster"])
    assert table.state.seat == 1


@pytest.mark.parametrize(("ruling", "face_up"), [("after_all", 4), ("at_once", 5)])
def test_the_row_after_takes(ruling, face_up):
    """BC-10: refilled when all effects are done, or at once if so ruled."""
    row = ["mash_tun", "mash_tun", "boil_kettle", "boil_kettle", "brewmaster"]
    table = after_ale(["farm", "barley_grower"], row, changes={"rulings.refill_after_takes": ruling})
    table.do(FETCH + kind("mash_tun"))
    assert table.state.n_row == face_up
    table.do(DONE)
    assert table.state.n_row == 5
