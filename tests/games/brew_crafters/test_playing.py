"""Step 2: a card into the brewery."""

from brewsim.games.brew_crafters.codes import DONE, NIGHT_PLAY, PLAY
from brewsim.games.brew_crafters.rules import INGREDIENTS
from tests.games.brew_crafters.table import ALE, Table, after_ale, kind


def test_a_played_card_stays_and_works():
    """BC-8: the card leaves the hand, its effect raises later beers, its ingredient is gone."""
    table = Table([["hops_expert", *ALE], []])
    hops = int(table.state.held[0, INGREDIENTS.index("hops")])
    table.do(PLAY + kind("hops_expert"))
    assert table.state.brewery[0, kind("hops_expert")] == 1
    assert table.state.held[0, INGREDIENTS.index("hops")] == hops - 1
    assert table.state.worth[0].tolist() == [4, 3, 6, 5, 8]
    assert table.state.worth[1].tolist() == [3, 3, 5, 5, 8]
    assert table.state.cards_played[0] == 1
    assert table.state.seat == 1


def test_never_two_of_one_name():
    """BC-9: a second copy cannot be played, by action or by Night Shift."""
    table = Table([["farm", "hops_expert", *ALE], []], breweries=[["farm", "night_shift"]])
    assert PLAY + kind("farm") not in table.legal()
    assert PLAY + kind("hops_expert") in table.legal()
    table = after_ale(["farm", "night_shift"], [], hand=["night_shift", "brewmaster"], deck=["mash_tun"])
    assert table.hand(0) == ["brewmaster", "night_shift"]
    assert table.legal() == [NIGHT_PLAY + kind("brewmaster"), DONE]
