"""The checks find what is wrong on a table."""

import pytest

from brewsim.games.wizards_brew.checks import INVARIANTS, Invariant
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.state import Stage
from tests.games.wizards_brew.table import EARTH, FIRE, MONUMENT, RED, Table, spell


def bidding() -> Table:
    """In the middle of an auction at a monument, with a text in force."""
    table = Table().ready(spells={0: {"thrift": 2}, 1: {"mud": 2}}, hands={0: (3, 1, 0, 0), 1: (2, 0, 0, 0), 2: (1, 0, 0, 0)})
    table.auction(MONUMENT).act(Verb.BID + 1)
    assert table.broken() == Invariant.WHOLE
    return table


def test_every_invariant_is_told_in_words():
    assert set(INVARIANTS) == set(Invariant) - {Invariant.WHOLE}


@pytest.mark.parametrize(
    ("field", "place", "invariant"),
    [
        ("n_hand", 0, Invariant.WRONG_COUNTS),
        ("n_tokens", 3, Invariant.WRONG_COUNTS),
        ("colours", 3, Invariant.WRONG_COUNTS),
        ("owned_colours", 1, Invariant.WRONG_COUNTS),
        ("n_total", 2, Invariant.WRONG_COUNTS),
        ("n_different", 2, Invariant.WRONG_COUNTS),
        ("missing", 1, Invariant.WRONG_COUNTS),
        ("less", 0, Invariant.WRONG_TEXTS),
        ("less_for", (0, RED), Invariant.WRONG_TEXTS),
        ("usable", (0, MONUMENT, FIRE), Invariant.WRONG_TEXTS),
        ("free_horse", 2, Invariant.WRONG_TEXTS),
        ("consolation", 2, Invariant.WRONG_TEXTS),
        ("scavenges", 2, Invariant.WRONG_TEXTS),
        ("purse", 1, Invariant.WRONG_AUCTION),
        ("limit", 1, Invariant.WRONG_AUCTION),
        ("is_in", 3, Invariant.WRONG_AUCTION),
        ("paid", EARTH, Invariant.WRONG_AUCTION),
        ("hand", (0, EARTH), Invariant.CARD_LOST),
        ("tokens", (3, RED), Invariant.INGREDIENT_LOST),
        ("cubes", spell("mud"), Invariant.CUBE_LOST),
        ("free", 2, Invariant.CUBE_LOST),
    ],
)
def test_one_too_many_of_anything_is_found(field, place, invariant):
    table = bidding()
    table.state[field][place] += 1
    assert table.broken() == invariant


@pytest.mark.parametrize(
    ("field", "value", "invariant"),
    [
        ("n_in", 1, Invariant.WRONG_AUCTION),
        ("n_paid", 1, Invariant.WRONG_AUCTION),
        ("marker", 4, Invariant.NO_MARKER),
        ("over", True, Invariant.WRONG_END),
        ("lot", spell("mud"), Invariant.SPELL_LOST),
        ("n_deck", 30, Invariant.SPELL_LOST),
    ],
)
def test_a_wrong_value_is_found(field, value, invariant):
    table = bidding()
    table.state[field] = value
    assert table.broken() == invariant


def test_what_cannot_be_is_found():
    table = bidding()
    table.state.hand[0, EARTH], table.state.stock[EARTH] = -1, table.state.stock[EARTH] + 4
    assert table.broken() == Invariant.NEGATIVE_COUNT
    table = bidding()
    table.area(int(table.state.horse), MONUMENT)
    assert table.broken() == Invariant.NOTHING_TO_WIN
    table = bidding()
    table.state.free[0], table.state.cubes[spell("thrift")] = 10, 0
    assert table.broken() == Invariant.SPELL_WITHOUT_CUBE


def test_a_copied_text_is_counted_as_well():
    table = Table().ready(spells={0: {"echo": 2}, 1: {"thrift": 1}}, hands={0: (3, 0, 0, 0)}).go(Stage.INGREDIENTS)
    table.act(Verb.ECHO + spell("thrift"))
    table.state.less[0] = 0
    assert table.broken() == Invariant.WRONG_TEXTS
