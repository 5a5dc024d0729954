"""The energy phase, on hand-set tables."""

from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.state import Phase, Stage
from tests.games.wizards_brew.table import Table, spell


def test_yellow_spells_come_first_in_turn():
    """WB-40: from the marker clockwise, in any order, each once, or not at all."""
    table = Table().ready(marker=2, spells={1: {"renewal": 1}, 3: {"stasis": 2, "drain": 2, "mud": 1}})
    table.go(Stage.ENERGY)
    assert table.at == (3, Phase.ENERGY)
    table.act(Verb.DRAIN + spell("renewal"), Verb.KEEP + spell("mud"))
    assert table.legal() == {Verb.DONE}
    table.act(Verb.DONE)
    assert table.at == (1, Phase.ENERGY)
    table.act(Verb.DONE)
    assert table.owned(1) == {}
    assert table.owned(3) == {"stasis": 1, "drain": 1, "mud": 1}


def test_upkeep():
    """WB-41: each spell loses its cost to the free cubes, never more than it has."""
    table = Table().ready(spells={0: {"toll": 5, "mud": 3, "fair_winds": 1}})
    table.go(Stage.ENERGY)
    assert table.owned(0) == {"toll": 3, "mud": 2}
    assert table.state.free[0] == 5


def test_empty_spells_go_under_the_deck():
    """WB-42: from the marker clockwise, of one player the newest first."""
    table = Table().ready(marker=3, spells={0: {"mud": 1, "smoke": 1}, 3: {"toll": 2}})
    table.go(Stage.ENERGY)
    assert [table.owned(s) for s in range(4)] == [{}, {}, {}, {}]
    turned_up = 1
    assert table.deck()[-3:] == [spell("toll"), spell("smoke"), spell("mud")]
    assert table.state.n_deck == 36 - turned_up
