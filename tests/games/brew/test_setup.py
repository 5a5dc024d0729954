"""The deal of Brew, clause by clause."""

import numpy as np
import pytest

from brewsim.engine.contract import NONE, new_record
from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.rules import CHARACTERS
from brewsim.rules import load_rules, rule_values
from tests.games.brew.table import (
    BERRY,
    GROVE,
    LELLO,
    MEADOW,
    MOVE,
    Table,
    at,
    place,
)


@pytest.mark.parametrize(("seats", "cards"), [(2, 12), (3, 16), (4, 20)])
def test_forest_deck_is_filtered(seats, cards):
    """BR-1: only forests of the player count."""
    table = Table(seats, row=None)
    assert table.state.n_forest_deck + table.state.n_row == cards
    assert all(table.rules.forest_min_seats[f] <= seats for f in table.state.row[: table.state.n_row])


@pytest.mark.parametrize(("seats", "size"), [(2, 3), (3, 4), (4, 5)])
def test_row(seats, size):
    """BR-2: 3, 4 or 5 forests, and none left after four rounds."""
    table = Table(seats, row=None)
    assert table.state.n_row == size
    assert table.state.n_forest_deck == 3 * size


def test_creature_piles():
    """BR-3: a pile of 9 for each season; the choice is among the four top cards."""
    table = Table()
    assert table.state.n_pile.tolist() == [9, 9, 9, 9]
    for season in range(4):
        assert (table.rules.card_season[table.state.pile[season, :9]] == season).all()
    table.do(place(MEADOW, at(0, 0)))
    assert table.options() == [codes.TRAIN, codes.TRAIN + 1, codes.TRAIN + 2, codes.TRAIN + 3, codes.NO_TRAIN]


def test_potion_market():
    """BR-4: 4 of 32 potions in the market, and hidden decks are dealt again by conceal while hands stay."""
    table = Table()
    table.hold(1, "move_a")
    assert table.state.n_potion_deck == 28
    assert (table.state.market[:4] != NONE).all()
    before = table.state.potion_deck[:28].tolist()
    visible = [table.state.pile[s, 8] for s in range(4)]
    with np.errstate(over="ignore"):
        TITLE.functions.conceal(table.rules, table.state, 0, np.uint64(99))
    assert table.state.potion_deck[:28].tolist() != before
    assert sorted(table.state.potion_deck[:28].tolist()) == sorted(before)
    assert [table.state.pile[s, 8] for s in range(4)] == visible
    assert table.state.in_hand[1, MOVE] == 1


def test_characters():
    """BR-5: different characters; without powers no power is offered and the limit is 3 for all; names are assumed."""
    assert sorted(Table(4).state.character.tolist()) == [0, 1, 2, 3]
    for powers in (False, True):
        table = Table(powers=powers)
        table.cast(LELLO)
        table.put(at(0, 0), 1, MEADOW)
        assert table.can(place(GROVE, at(0, 0))) == powers
    assert (Table().rules.creature_limit == 3).all()
    basis = {value.path: value.basis for value in rule_values("brew")}
    assert {basis[f"characters.{name}.name"] for name in CHARACTERS} == {"assumed"}


def test_dice_faces():
    """BR-6: three symbols and three elements, each equally likely."""
    counts = np.zeros(6)
    for game in range(60):
        state = new_record(TITLE.state_dtype)
        state.key, state.n_seats = np.uint64(game * 7919 + 1), 4
        with np.errstate(over="ignore"):
            TITLE.functions.setup(load_rules("brew").record, state)
        counts += state.pool.sum(axis=0)
    assert counts[:3].sum() == 60 * 16
    assert np.abs(counts[:3] - 320).max() < 65
    assert np.abs(counts[3:] - 160).max() < 50


def test_start():
    """BR-7: 4 forage and 2 element dice each, 1 berry, day, seat 0 first."""
    state = Table(3, row=None).state
    assert state.pool[:3, :3].sum(axis=1).tolist() == [4, 4, 4]
    assert state.pool[:3, 3:].sum(axis=1).tolist() == [2, 2, 2]
    assert state.stock[:3, BERRY].tolist() == [1, 1, 1]
    assert (state.night, state.seat, state.first) == (0, 0, 0)
