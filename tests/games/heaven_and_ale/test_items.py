"""Which items are counted as used, and what a seat does that may not use one."""

import numpy as np
import pytest

from brewsim.engine.contract import LEADING
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.options import item_of
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.play import simulate, simulate_without
from tests.conftest import fewer_if_interpreted
from tests.games.heaven_and_ale.table import BARLEY, BARRELS_1, RULES, TITLE, actions_of, do, offer, on_turn, plan_two_sheds, tile


def use(state: np.record, action: int) -> str | None:
    """Carry an action out; returns the item that it uses."""
    code = item_of(RULES, state, action)
    do(state, action)
    item = code - LEADING if code < LEADING // 2 else code
    return {number: item for item, number in TITLE.item_numbers.items()}.get(item)


def test_sheds_and_barrels_count_once_each():
    """Sheds when they are built, barrels when they are claimed, also several at once."""
    state = on_turn()
    last_tile = plan_two_sheds(state, tile(BARLEY, 2))
    uses = []
    while state.seat == 0:
        uses.append(use(state, last_tile if state.phase == Phase.LAY else actions_of(state)[-1]))
    assert uses == [None, "shed_2", "shed_2"]
    state.seat = 0
    state.marker[0] = [1, 2, 3, 20, 5, 1]
    state.phase = Phase.MOVE
    uses = []
    while state.seat == 0:
        uses.append(use(state, codes.move(BARRELS_1) if state.phase == Phase.MOVE else actions_of(state)[-1]))
    assert uses == [None, "barrel_brewmaster", "barrel_all_resources", "barrel_full_track"]


def test_a_tile_counts_when_it_is_bought():
    state = on_turn()
    offer(state, 0, tile(BARLEY, 2))
    assert use(state, codes.move(0)) is None
    assert use(state, codes.buy(tile(BARLEY, 2), 0)) == "barley_2"
    assert use(state, actions_of(state)[0]) is None


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", TITLE.seats)
@pytest.mark.parametrize("item", ["wood_5", "monk_1", "privilege_money", "barrel_shade", "barrel_privileges", "shed_0", "spot_x"])
def test_a_banned_item_is_hardly_used(item, seats):
    """A seat stays away from spaces, plots and sides of the garden that leave it no other choice: at most 1 % of the uses remain."""
    games = np.arange(fewer_if_interpreted(400))
    restricted = games // seats % seats
    free = simulate(TITLE.name, ["greedy"] * seats, len(games), seed=9).reshape(-1, seats)
    banned = simulate_without([item], TITLE.name, ["greedy"] * seats, games, seed=9).reshape(-1, seats)
    uses = [rows["uses"][games, restricted, TITLE.item_numbers[item]].sum() for rows in (free, banned)]
    assert uses[1] <= 0.01 * uses[0]
