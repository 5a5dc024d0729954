"""The invariants, on tables that are broken on purpose."""

import pytest

from brewsim.games.brew_baron.checks import INVARIANTS, Invariant
from brewsim.games.brew_baron.rules import GRAIN, HOPS
from brewsim.games.brew_baron.state import Phase
from tests.games.brew_baron.table import Table, kind


def whole_table() -> Table:
    """In the Brewing Phase, with a card of every sort and an adjunct with a beer."""
    new = Table(
        hands=("g1 g2 h3", "g4 h4"),
        judges="g1 h1 g2 h2",
        up=[(1, GRAIN)],
        deck="g3 g5 h3 h5",
        actions=[["coffee", "honey"], ["investors"]],
        built=[["investors"]],
    )
    return new.brewing().brew("g1 h3 coffee")


@pytest.mark.parametrize(
    ("field", "place", "value", "broken"),
    [
        ("row", HOPS, 4, Invariant.INGREDIENT_LOST),
        ("action_deck", 0, kind("pumpkin"), Invariant.ACTION_CARD_LOST),
        ("pile", (GRAIN, 0), -1, Invariant.NEGATIVE_COUNT),
        ("tokens", 1, -1, Invariant.NEGATIVE_COUNT),
        ("held", (1, HOPS), 2, Invariant.WRONG_HAND_COUNTS),
        ("n_cards", 1, 2, Invariant.WRONG_HAND_COUNTS),
        ("n_built", 1, 1, Invariant.WRONG_BREWHOUSE_COUNTS),
        ("extra_ingredients", 0, 1, Invariant.WRONG_BREWHOUSE_COUNTS),
        ("tokens_per_round", 0, 0, Invariant.WRONG_BREWHOUSE_COUNTS),
        ("extra_actions", 1, 1, Invariant.WRONG_BREWHOUSE_COUNTS),
        ("limit", 1, 7, Invariant.WRONG_BREWHOUSE_COUNTS),
        ("keeps_hidden", 0, 1, Invariant.WRONG_BREWHOUSE_COUNTS),
        ("max_beers", 0, 2, Invariant.WRONG_BREWHOUSE_COUNTS),
        ("public", (1, GRAIN, 3), 2, Invariant.PUBLIC_BUT_NOT_HELD),
        ("known", (0, GRAIN), 0b01, Invariant.WRONG_KNOWLEDGE),
        ("known", (1, HOPS), 0b00, Invariant.WRONG_KNOWLEDGE),
        ("n_deck", GRAIN, 3, Invariant.WRONG_DECK_COUNTS),
        ("n_pile", HOPS, 0, Invariant.WRONG_DECK_COUNTS),
        ("n_action_pile", (), 1, Invariant.WRONG_DECK_COUNTS),
        ("passed", 1, 0, Invariant.WRONG_PASSES),
    ],
)
def test_a_broken_table_is_found(field, place, value, broken):
    new = whole_table()
    assert new.broken() == Invariant.WHOLE
    if place == ():
        new.state[field] = value
    else:
        new.state[field][place] = value
    assert new.broken() == broken


def test_a_hand_above_its_limit_is_found_unless_it_is_being_discarded():
    new = Table(hands=("g1 g2 g3 h1 h2", ""))
    new.state.hand[0, HOPS, 2] += 1
    new.state.held[0, HOPS] += 1
    new.state.deck[HOPS, 2] -= 1
    new.state.n_deck[HOPS] -= 1
    assert new.broken() == Invariant.HAND_TOO_LARGE
    new.state.phase = Phase.DISCARD
    assert new.broken() == Invariant.WHOLE


def test_every_invariant_is_explained():
    assert set(INVARIANTS) == set(Invariant) - {Invariant.WHOLE}
