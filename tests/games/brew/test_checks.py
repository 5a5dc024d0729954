"""Games of variants of Brew keep every promise, and counts that are wrong are noticed."""

import pytest

from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.checks import Invariant
from brewsim.games.brew.codes import Verb
from brewsim.games.brew.rules import N_POTIONS, N_PRINTED_POTIONS
from brewsim.play import check, simulate
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted
from tests.games.brew.table import (
    BROOK,
    GROVE,
    MEADOW,
    WATER,
    Table,
    at,
    place,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_without_powers_keep_every_promise(seats):
    rules = load_rules("brew", {"game.character_powers": False})
    games = fewer_if_interpreted(300)
    assert check(rules, seats, games, "random", seed=3) == games
    rows = simulate(rules, ["random"] * seats, fewer_if_interpreted(300), seed=3)
    powers = [TITLE.item_numbers[name] for name in ("lello", "wren", "lyric", "myla")]
    assert rows["uses"][:, powers].sum() == 0


def test_games_of_a_flat_box_keep_every_promise():
    """Two copies of each kind, as if there were no versions: equal creatures at one seat."""
    changes = {"creatures.die_mover.copies": 4, "creatures.element_den.copies": 4, "creatures.berry_merchant.copies": 4}
    games = fewer_if_interpreted(200)
    assert check(load_rules("brew", changes), 4, games, "random", seed=4) == games


def test_action_codes_do_not_overlap():
    assert codes.PLACE_DIE == 0
    assert codes.N_ACTIONS < 2**15


def test_printed_and_added_potions_have_codes_of_their_own():
    potions = range(N_POTIONS)
    for first, code, verb in ((codes.BREW, codes.brew, Verb.BREW), (codes.RESERVE, codes.reserve, Verb.RESERVE)):
        assert [codes.decode(code(potion)) for potion in potions] == [(verb, potion) for potion in potions]
        assert [code(potion) for potion in range(N_PRINTED_POTIONS)] == [first + potion for potion in range(N_PRINTED_POTIONS)]
        assert codes.NO_TRADE < code(N_PRINTED_POTIONS) <= code(N_POTIONS - 1) < codes.N_ACTIONS
    assert codes.decode(codes.NO_TRADE) == (Verb.NO_TRADE, 0)


DERIVED = {
    Invariant.WRONG_FOREST_COUNTS: (
        "symbol_at", "icon_at", "twins_at", "open_spaces", "n_open", "open_list", "n_open_list", "open_symbols", "taken_list",
        "n_taken_list", "top", "tops",
    ),
    Invariant.DIE_ON_SCORCHED_SPACE: ("n_scorched",),
    Invariant.WRONG_SEAT_COUNTS: (
        "n_pool", "placed", "n_placed", "n_marked", "in_hand", "vp_potions", "vp_forests", "crew", "in_forest", "n_creatures",
        "creatures_in", "homes_in",
    ),
    Invariant.TOO_MANY_CREATURES: ("n_trained",),
}  # fmt: skip


def test_every_derived_field_is_counted_again():
    """Those of STATE from the first derived one up to the scratch."""
    names = list(TITLE.state_dtype.names)
    derived = names[names.index("symbol_at") : names.index("counts")]
    assert sorted(derived) == sorted(name for counts in DERIVED.values() for name in counts)


@pytest.mark.parametrize(("counts", "fault"), [(name, fault) for fault, names in DERIVED.items() for name in names])
def test_counts_that_are_kept_wrong_are_noticed(counts, fault):
    table = Table()
    table.pool(0, MEADOW, GROVE, BROOK, BROOK, WATER, WATER)
    table.pool(1, MEADOW, GROVE, BROOK, BROOK, WATER, WATER)
    table.do(place(MEADOW, at(0, 1)))
    assert table.fault() == Invariant.WHOLE
    table.state[counts] += 4 if counts == "n_trained" else 1
    assert table.fault() == fault
