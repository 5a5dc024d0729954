"""What a seat cannot know."""

import copy

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.wizards_brew import hidden
from brewsim.games.wizards_brew.checks import Invariant
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.state import STATE, Stage
from tests.games.wizards_brew.table import Table, spell


def concealed(table: Table, seat: int, key: int) -> Table:
    """The same table with what the seat cannot know dealt again."""
    other = copy.copy(table)
    other.state = new_record(STATE)
    for field in STATE.names:
        other.state[field] = table.state[field]
    hidden.conceal(other.rules, other.state, seat, np.uint64(key))
    return other


def test_starting_spells_and_secret_cubes_are_dealt_again():
    """WB-45: unknown spells, secret cubes and the die change, but nothing that the seat has seen."""
    table = Table().act(Verb.HORSE + 6)
    state, marker = table.state, int(table.state.marker)
    mine = state.own[marker, :2].tolist()
    table.act(Verb.EXCHANGE, *[Verb.HOLD] * 7, Verb.SEAL + 2, Verb.SEAL + 3, Verb.SEAL + 4, Verb.SEAL + 5)
    kept, other = state.own[marker, :2].tolist(), (marker + 1) % 4
    others = set()
    for key in range(30):
        again = concealed(table, marker, key)
        assert again.broken() == Invariant.WHOLE
        assert again.state.own[marker, :2].tolist() == kept
        assert again.deck()[-1] == mine[0]
        assert [again.state.cubes[s] for s in kept] == [2, 3]
        others.add(tuple(again.owned(other).items()))
        assert again.state.die_key != state.die_key
    assert len(others) > 20


def test_a_spell_that_lay_open_stays_known():
    """WB-45: a spell that everybody saw go under the deck stays there; the others are shuffled."""
    table = Table().ready(spells={0: {"mud": 1}}).go(Stage.ENERGY)
    table.state.knows[spell("mud")] = 1
    decks = [tuple(concealed(table, 2, key).deck()) for key in range(10)]
    assert all(deck[-1] == spell("mud") for deck in decks)
    assert len(set(decks)) == 10
