"""A broken table is noticed, and no game breaks one."""

from collections.abc import Callable

import numpy as np
import pytest

from brewsim.games.heaven_and_ale.box import EMPTY, Goal, Place, Side
from brewsim.games.heaven_and_ale.checks import INVARIANTS, Invariant, check
from brewsim.play import check as play_and_check
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted
from tests.games.heaven_and_ale.table import HOPS, RULES, SPACE_B, WOOD, on_turn


def spoil(name: str, where: int | tuple[int, ...], value: int) -> Callable[[np.record], None]:
    """Overwrite one number of a table."""

    def change(state: np.record) -> None:
        state[name][where] = value

    return change


@pytest.mark.parametrize(
    ("invariant", "change"),
    [
        (Invariant.RESOURCE_LOST, spoil("n_piles", 0, 34)),
        (Invariant.MONK_LOST, spoil("n_cloister", 1, 11)),
        (Invariant.DISC_LOST, spoil("space_discs", SPACE_B, 2)),
        (Invariant.BARREL_LOST, spoil("small_left", Goal.FERTILE, 0)),
        (Invariant.NEGATIVE_MONEY, spoil("money", 1, -1)),
        (Invariant.MARKER_OFF_TRACK, spoil("marker", (2, WOOD), 21)),
        (Invariant.WRONG_GAINS, spoil("gain", (0, 3, HOPS), 1)),
        (Invariant.WRONG_TILE_COUNTS, spoil("n_tiles", (0, 7), 1)),
        (Invariant.WRONG_TILE_COUNTS, spoil("side_tiles", (1, Side.SHADE), 1)),
        (Invariant.WRONG_TILE_COUNTS, spoil("monks_near", (0, 4), 1)),
        (Invariant.WRONG_TILE_COUNTS, spoil("open_monks_near", (1, 4), 1)),
        (Invariant.WRONG_SHED_SUMS, spoil("shed_sum", (0, 2), 1)),
        (Invariant.WRONG_SHED_SUMS, spoil("shed_fill", (0, 2), 1)),
        (Invariant.WRONG_SHED_SUMS, spoil("shed_count", (0, 2), 1)),
        (Invariant.PLACE_SHARED, spoil("place", 2, Place.FIRST)),
        (Invariant.WRONG_CHEAPEST, spoil("cheapest", 0, 0)),
        (Invariant.NO_SUCH_TILE, spoil("tile", (0, 3), EMPTY + 1)),
        (Invariant.WRONG_SHED, spoil("shed", (0, 2), 1)),
        (Invariant.WRONG_HAND_COUNTS, spoil("n_held", 3, 4)),
        (Invariant.WRONG_HAND_COUNTS, spoil("n_discs", 0, 1)),
    ],
)
def test_a_broken_table_is_noticed(invariant, change):
    state = on_turn()
    assert check(RULES, state) == Invariant.WHOLE
    change(state)
    assert check(RULES, state) == invariant


def test_every_invariant_has_words():
    assert set(INVARIANTS) == set(Invariant) - {Invariant.WHOLE}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "changes",
    [
        {"game.card_sale_ducats": 0, "game.starting_ducats": 5},
        {"game.card_sale_ducats": 1, "game.starting_ducats": 0, "game.sun_price": 5},
        {"game.track_end": 5, "track.monk_prices": [0, 0, 20, 20], "rounds.two": 5},
    ],
)
def test_odd_variants_keep_every_promise(seats, changes):
    for bot in ("random", "greedy"):
        play_and_check(load_rules("heaven_and_ale", changes), seats, fewer_if_interpreted(200), bot, seed=6)
