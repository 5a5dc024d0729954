"""Brewing in words: what was used is told in full, and only once."""

from brewsim.games.brew_crafters import words
from brewsim.games.brew_crafters.codes import BREW, PAY
from tests.games.brew_crafters.table import ALE, Table, kind, recipe


def told(table: Table, action: int) -> str:
    before = table.state.copy()
    table.do(action)
    return words.tell(table.rules, before, action, table.state)


def test_the_cards_of_a_beer_are_told_though_the_pile_is_shuffled_at_once():
    table = Table([ALE, []], ["mash_tun"] * 4)
    text = told(table, BREW + recipe("ale"))
    assert table.state.n_discard == 0
    assert text == "brews Ale, using Farm (hops), Hops Expert (hops), Malt Expert (malt), Night Shift (yeast): +3 Rep"


def test_a_chosen_card_is_told_once():
    table = Table([[*ALE, "boil_kettle"], []])
    assert told(table, BREW + recipe("ale")) == "brews Ale, using Malt Expert (malt)"
    assert told(table, PAY + kind("farm")) == "puts Farm (hops) into the kettle"
    assert told(table, PAY + kind("boil_kettle")) == "puts Boil Kettle (hops) into the kettle, using Night Shift (yeast): +3 Rep"
