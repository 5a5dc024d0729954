"""The round and its spell phase, on hand-set tables."""

from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import SPELLS
from brewsim.games.wizards_brew.state import Phase, Stage
from tests.games.wizards_brew.table import PASS_SPELL, Table, spell_table


def test_order_of_the_phases():
    """WB-10: spells, elements, ingredients, energy, and again."""
    table = Table().ready(spells={0: {"small_wish": 5, "renewal": 4}}).go(Stage.ROUND)
    seen = []
    while table.state.rounds < 3:
        if seen[-1:] != [Phase(table.state.phase)]:
            seen.append(Phase(table.state.phase))
        table.act(Verb.DONE if table.state.phase == Phase.ENERGY else min(table.legal()))
    assert seen == [Phase.SPELL_BID, Phase.DRAW, Phase.MOVE, Phase.BID, Phase.ENERGY] * 2


def test_the_marker_turns_up_the_first_spell():
    """WB-11: the top spell lies open and the player with the marker bids first."""
    table = Table().ready(marker=1)
    top = table.deck()[0]
    table.go(Stage.ROUND)
    assert table.state.lot == top
    assert table.state.knows[top, :4].all()
    assert table.at == (1, Phase.SPELL_BID)


def test_one_bid_each():
    """WB-12: pass or raise up to the free cubes, once; who has too few is passed over."""
    table = spell_table(spells={2: {"toll": 6}, 3: {"mud": 9}})
    assert table.legal() == {PASS_SPELL + n for n in range(11)}
    table.act(Verb.SPELL_BID + 3)
    assert table.legal() == {PASS_SPELL, Verb.SPELL_BID + 4}
    table.act(PASS_SPELL)
    assert table.at == (0, Phase.SPELL_BID)
    assert table.legal() == {PASS_SPELL, *(Verb.SPELL_BID + n for n in range(4, 11))}
    table.act(PASS_SPELL, Verb.CLAIM)
    assert table.state.lots_done == 1


def test_the_winner_pays_with_cubes_and_takes_the_marker():
    """WB-13: the bid lies on the card, the marker moves."""
    table = spell_table()
    lot = SPELLS[table.state.lot]
    table.act(Verb.SPELL_BID + 1, PASS_SPELL, Verb.SPELL_BID + 4, PASS_SPELL)
    assert table.at == (3, Phase.CLAIM)
    table.act(Verb.CLAIM)
    assert table.owned(3) == {lot: 4}
    assert table.state.free[3] == 6
    assert table.state.free[1] == 10
    assert table.state.marker == 3
    assert table.state.spells_won.tolist()[:4] == [0, 0, 0, 1]


def test_a_spell_that_nobody_wants():
    """WB-14: it goes to the bottom and is not replaced; the marker stays."""
    table = spell_table()
    lot = table.state.lot
    table.act(*[PASS_SPELL] * 4)
    assert table.deck()[-1] == lot
    assert table.state.lots_done == 1
    assert table.at == (1, Phase.SPELL_BID)


def test_as_many_spells_as_players():
    """WB-15: the new marker begins the next auction; after four the element phase comes."""
    table = spell_table()
    table.act(PASS_SPELL, Verb.SPELL_BID + 1, PASS_SPELL, PASS_SPELL, Verb.CLAIM)
    assert table.at == (2, Phase.SPELL_BID)
    table.act(*[PASS_SPELL] * 8)
    assert table.state.phase == Phase.SPELL_BID
    table.act(*[PASS_SPELL] * 4)
    assert table.state.lots_done == 4
    assert table.state.phase != Phase.SPELL_BID


def test_an_empty_deck_ends_the_phase():
    """WB-16: with one spell left there is one auction."""
    table = Table(6).ready()
    names = [SPELLS[s] for s in table.deck()]
    for i, name in enumerate(names[:-1]):
        table.give(i % 6, name, 1)
    table.go(Stage.ROUND).act(*[Verb.SPELL_BID + i for i in range(1, 5)], PASS_SPELL, Verb.CLAIM)
    assert table.state.lots_done == 1
    assert table.state.n_deck == 0
    assert table.state.phase != Phase.SPELL_BID


def test_cubes_on_spells_are_bound():
    """WB-17: only free cubes can be bid, and a player may own many spells."""
    table = spell_table(spells={1: {"toll": 3, "mud": 2, "smoke": 4}})
    assert table.legal() == {PASS_SPELL, Verb.SPELL_BID + 1}
    table.act(Verb.SPELL_BID + 1, *[PASS_SPELL] * 3, Verb.CLAIM)
    assert table.state.n_own[1] == 4
    assert table.at == (2, Phase.SPELL_BID)
