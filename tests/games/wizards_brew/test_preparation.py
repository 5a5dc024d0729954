"""Preparation, on hand-set tables."""

import numpy as np

from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import CITY, N_AREAS
from brewsim.games.wizards_brew.scoring import METRICS
from brewsim.games.wizards_brew.state import Phase
from tests.games.wizards_brew.table import Table, sealed_table


def test_cubes_and_elements_at_the_start():
    """WB-1: ten cubes, one card of each element, the rest in the stacks."""
    state = Table(5).state
    assert state.free[:5].tolist() == [10] * 5
    assert (state.hand[:5] == 1).all()
    assert state.stock.tolist() == [23] * 4


def test_ingredients_are_spread_over_the_board():
    """WB-2: three in each city, two elsewhere, all 52; another game lies differently; more than fit stay in the bag."""
    table, other = Table(key=1), Table(key=2)
    assert [int(n) for n in table.state.n_tokens] == [3 if a in (6, 11, 12, 17) else 2 for a in range(N_AREAS)]
    assert table.state.tokens.sum(axis=0).tolist() == [7] * 4 + [4] * 6
    assert (table.state.tokens != other.state.tokens).any()
    assert Table(changes={"ingredients.brown.tokens": 9}).state.bag.sum() == 5


def test_landmarks_lie_outside_the_cities():
    """WB-3: five of each landmark on the twenty areas that are no city."""
    landmark = Table().state.landmark
    assert np.flatnonzero(landmark == CITY).tolist() == [6, 11, 12, 17]
    assert np.bincount(landmark, minlength=5).tolist() == [5, 5, 5, 5, 4]
    assert (landmark != Table(key=2).state.landmark).any()


def test_the_first_wizard_is_random():
    """WB-4: every seat is first wizard in some game, and decides first."""
    tables = [Table(6, key) for key in range(60)]
    assert {int(table.state.marker) for table in tables} == set(range(6))
    assert all(table.at == (table.state.marker, Phase.CITY) for table in tables)


def test_a_game_reports_the_places_from_the_first_wizard():
    """WB-4: seats are numbered clockwise, so the seat after the first wizard is the second player, wherever the marker went since."""
    table = Table(4, key=3)
    first = int(table.state.first_wizard)
    assert first == table.state.marker
    table.state.marker = (first + 2) % 4
    places = table.outcome().metrics[:, METRICS.index("place")].tolist()
    assert places == [(seat - first) % 4 for seat in range(4)]


def test_the_horse_begins_in_a_city():
    """WB-5: any of the four cities, before the spells are dealt."""
    table = Table()
    assert table.legal() == {Verb.HORSE + a for a in (6, 11, 12, 17)}
    assert table.state.n_own.sum() == 0
    table.act(Verb.HORSE + 17)
    assert table.state.horse == 17
    assert table.state.n_own[:4].tolist() == [2] * 4


def test_two_spells_each():
    """WB-6: two spells each from the top of the deck, each known to its owner alone."""
    table = Table()
    deck = table.deck()
    marker = int(table.state.marker)
    table.act(Verb.HORSE + 6)
    assert table.state.own[marker, :2].tolist() == [deck[0], deck[4]]
    assert table.deck() == deck[8:]
    assert table.state.knows[deck[0], :4].tolist() == [seat == marker for seat in range(4)]


def test_exchange_once():
    """WB-7: each spell stays or goes; those that go are at the bottom before as many come from the top; then the next player."""
    table = Table().act(Verb.HORSE + 6)
    state, marker = table.state, int(table.state.marker)
    assert table.legal() == {Verb.HOLD, Verb.EXCHANGE}
    deck, (first, second) = table.deck(), state.own[marker, :2].tolist()
    table.act(Verb.EXCHANGE)
    assert table.deck() == deck  # nothing is drawn before all is decided
    assert table.at == (marker, Phase.EXCHANGE)
    table.act(Verb.EXCHANGE)
    assert state.own[marker, :2].tolist() == deck[:2]
    assert table.deck()[-2:] == [first, second]
    assert table.at == ((marker + 1) % 4, Phase.EXCHANGE)
    kept, gone = state.own[(marker + 1) % 4, :2].tolist()
    table.act(Verb.HOLD, Verb.EXCHANGE)
    assert state.own[(marker + 1) % 4, :2].tolist() == [kept, deck[2]]
    assert table.deck()[-1] == gone
    before = table.deck()
    table.act(*[Verb.HOLD] * 4)
    assert table.deck() == before
    assert state.phase == Phase.SEAL


def test_secret_cubes():
    """WB-8: at least one on each spell, at most what leaves one for the other; nobody sees the others' before all are placed."""
    table = sealed_table()
    state, marker = table.state, int(table.state.marker)
    assert table.legal() == {Verb.SEAL + n for n in range(1, 10)}
    table.act(Verb.SEAL + 7)
    assert table.legal() == {Verb.SEAL + n for n in range(1, 4)}
    table.act(Verb.SEAL + 3)
    assert state.free[marker] == 0
    assert table.at == ((marker + 1) % 4, Phase.SEAL)
    assert not state.revealed


def test_spells_lie_open_after_the_reveal():
    """WB-9: when the last cubes are placed everybody knows all starting spells, and the first round begins."""
    table = sealed_table().act(*[Verb.SEAL + 2] * 7)
    assert not table.state.revealed
    table.act(Verb.SEAL + 3)
    state = table.state
    assert state.revealed
    assert all(state.knows[s, :4].all() for seat in range(4) for s in state.own[seat, :2])
    assert state.free[:4].sum() == 40 - 17
    assert table.at == (state.marker, Phase.SPELL_BID)
