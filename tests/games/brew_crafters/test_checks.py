"""The invariants, on tables that are broken on purpose."""

import pytest

from brewsim.games.brew_crafters import kernel
from brewsim.games.brew_crafters.checks import Invariant
from brewsim.games.brew_crafters.rules import MAX_DECK
from tests.games.brew_crafters.table import ALE, Table, kind, recipe


@pytest.mark.parametrize(
    ("field", "place", "value", "broken"),
    [
        ("discard", 0, 40, Invariant.CARD_LOST),
        ("n_row", (), 3, Invariant.CARD_LOST),
        ("lacking", (), -1, Invariant.NEGATIVE_COUNT),
        ("n_hand", 1, 9, Invariant.WRONG_HAND_COUNTS),
        ("balance", (1, 0), 5, Invariant.WRONG_HAND_COUNTS),
        ("worth", (0, 0), 9, Invariant.WRONG_BREWERY_COUNTS),
        ("needs", (1, 2, 3), 0, Invariant.WRONG_HAND_COUNTS),
        ("needs", (3, 2, 3), 0, Invariant.WRONG_BREWERY_COUNTS),
        ("end_rates", (1, 0), 1, Invariant.WRONG_BREWERY_COUNTS),
        ("public", (1, kind("farm")), 2, Invariant.KNOWN_BUT_NOT_HELD),
    ],
)
def test_a_broken_table_is_found(field, place, value, broken):
    table = Table([ALE, ["farm"], [], []], ["mash_tun"] * 2, breweries=[["hops_expert"]], seats=4)
    assert table.broken() == Invariant.WHOLE
    if place == ():
        table.state[field] = value
    else:
        table.state[field][place] = value
    assert table.broken() == broken


@pytest.mark.parametrize(("seats", "allowed"), [(2, 7), (3, 7), (4, 8)])
def test_a_hand_that_waits_is_within_the_limit(seats, allowed):
    """BC-17, BC-22: one card more only where a team mate can have given it."""
    cards = ["oak_barrelhouse"] * 4 + ["mash_tun"] * 4 + ["farm"]
    for n in (allowed, allowed + 1):
        table = Table([[], cards[:n]], seats=seats)
        assert table.broken() == (Invariant.HAND_TOO_LARGE if n > allowed else Invariant.WHOLE)


def test_the_largest_hand_of_any_variant_is_counted():
    table = Table()
    table.state.held[0, 0] = MAX_DECK
    kernel.count_balance(table.rules, table.state, 0)
    assert table.state.balance[0, recipe("ale")] == (MAX_DECK - 1) // 2 - 3  # pairs of malt beyond the one needed; 2 hops, 1 yeast
