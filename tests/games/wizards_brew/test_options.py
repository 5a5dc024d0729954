"""Which items actions use."""

import numpy as np

from brewsim.engine.contract import AIMED, NONE
from brewsim.games import load_title
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import ELEMENTS, LANDMARKS, N_ELEMENTS, N_SPELLS, SPELLS
from brewsim.games.wizards_brew.scoring import METRICS
from brewsim.games.wizards_brew.state import Phase
from brewsim.play import simulate
from tests.games.wizards_brew.table import PASS, PASS_SPELL, PINK, Table, spell_table


def test_actions_name_their_items():
    """A spell that is kept or won, an ingredient and an area each name the item; a pass names none."""
    table = spell_table()
    state = table.state
    items = load_title("wizards_brew").items
    assert table.item(Verb.SPELL_BID + 1) == AIMED - state.lot
    assert table.item(Verb.CLAIM) == state.lot
    assert table.item(PASS_SPELL) == NONE
    assert items[table.item(Verb.TAKE + PINK)] == "pink"
    assert items[table.item(Verb.SECOND + PINK)] == "pink"
    assert items[table.item(Verb.HORSE + 6)] == "city"
    assert items[table.item(Verb.HORSE + 0)] == LANDMARKS[state.landmark[0]]
    assert table.item(PASS) == NONE
    assert len(ELEMENTS) == N_ELEMENTS


def test_a_starting_spell_counts_once():
    """It counts when it is kept, or with its first cubes if it came by exchange and could not be refused."""
    table = Table().act(Verb.HORSE + 6)
    state, marker = table.state, int(table.state.marker)
    first, second = state.own[marker, :2].tolist()
    assert table.item(Verb.HOLD) == first
    assert table.item(Verb.EXCHANGE) == NONE
    table.act(Verb.HOLD)
    assert table.item(Verb.HOLD) == second
    table.act(Verb.EXCHANGE, *[Verb.HOLD] * 6)
    assert table.at == (marker, Phase.SEAL)
    assert table.item(Verb.SEAL + 1) == NONE
    table.act(Verb.SEAL + 1)
    assert table.item(Verb.SEAL + 1) == state.own[marker, 1] != second


def test_spells_count_when_they_are_won():
    """As many uses as spells won and starting spells; who may not use a spell does not bid for it and keeps none by choice."""
    rows = simulate("wizards_brew", ["greedy"] * 4, 40, seed=5)
    won = rows["metrics"][:, METRICS.index("spells_won")]
    np.testing.assert_array_equal(rows["uses"][:, :N_SPELLS].sum(axis=1), won + 2)
    rows = simulate("wizards_brew", ["greedy"] * 4, 40, seed=5, banned=[SPELLS])
    assert (rows["metrics"][rows["seat"] == 0, METRICS.index("spells_won")] == 0).all()
