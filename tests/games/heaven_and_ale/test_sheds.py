"""Sheds: when they are built, and what they activate."""

import pytest

from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import BREWMASTER, PLOTS_OF_SIDE, Side
from brewsim.games.heaven_and_ale.garden import any_pending
from brewsim.games.heaven_and_ale.state import Phase
from tests.games.heaven_and_ale.table import (
    BARLEY,
    HOPS,
    MONK_1,
    RULES,
    SHADY_SHED,
    SUNNY_SHED,
    SUNNY_SHED_BESIDE,
    TOP_SHED,
    WATER,
    WOOD,
    YEAST,
    actions_of,
    do,
    enclose,
    offer,
    on_turn,
    plan_two_sheds,
    plant,
    sheds_and_arrows,
    tile,
)


def test_a_shed_is_built_at_once_when_six_tiles_lie_around_it():
    """HA-15: not with five, and before further purchases."""
    state = on_turn()
    ring = RULES.ring[SHADY_SHED].tolist()
    plant(state, dict.fromkeys(ring[:5], tile(WOOD, 1)))
    assert not any_pending(state, 0)
    offer(state, 0, tile(WOOD, 1), tile(WOOD, 1))
    do(state, codes.move(0))
    do(state, codes.buy(tile(WOOD, 1), Side.SHADE))
    do(state, codes.lay(ring[5]))
    assert state.phase == Phase.BUILD
    do(state, actions_of(state)[0])
    assert state.shed[0, SHADY_SHED] == 1
    assert state.phase == Phase.BUY


@pytest.mark.parametrize(
    ("fertilities", "steps", "shed_type"),
    [
        ([1, 1, 1, 1, 1, 2], 6, 0),
        ([1, 1, 1, 1, 2, 2], 3, 1),
        ([1, 2, 2, 2, 2, 2], 3, 1),
        ([2, 2, 2, 2, 2, 2], 1, 2),
        ([2, 3, 3, 3, 3, 3], 1, 2),
        ([3, 3, 3, 3, 3, 3], 1, 3),
        ([3, 4, 4, 4, 4, 4], 1, 3),
        ([4, 4, 4, 4, 4, 4], 0, 4),
        ([5, 5, 5, 5, 5, 5], 0, 4),
        ([0, 5, 5, 5, 5, 5], 0, 4),
        ([0, 0, 0, 0, 0, 0], 6, 0),
        ([0, 0, 0, 0, 3, 5], 3, 1),
    ],
)
def test_the_fertility_sum_moves_the_brewmaster(fertilities, steps, shed_type):
    """HA-16: at both edges of each row; a monk (0 here) counts nothing."""
    state = on_turn()
    do(state, enclose(state, SHADY_SHED, [tile(WOOD, f) if f else MONK_1 for f in fertilities]))
    before = int(state.marker[0, BREWMASTER])
    _, arrows = sheds_and_arrows(state)[0]
    monks = sum(fertilities[i] == 0 for i in range(6) if arrows >> i & 1)
    do(state, actions_of(state)[0])
    assert state.marker[0, BREWMASTER] - before == steps + monks
    assert state.shed_count[0].tolist() == [int(t == shed_type) for t in range(5)]


@pytest.mark.parametrize(
    ("fertility", "arrows"),
    [
        (1, [0]),
        (2, [0b001001, 0b010010, 0b100100]),
        (3, [0b010101, 0b101010]),
    ],
)
def test_arrows_of_the_shed_tiles(fertility, arrows):
    """HA-17: none, opposite ones, every other one."""
    state = on_turn()
    do(state, enclose(state, SHADY_SHED, [tile(i % 5, fertility) for i in range(6)]))
    assert actions_of(state) == [codes.build(SHADY_SHED, tiles) for tiles in arrows]


def test_a_shed_of_one_arrow_or_four_chooses_freely_among_different_tiles():
    """HA-17: any one and any four; equal tiles on the same side are one choice."""
    state = on_turn()
    do(state, enclose(state, SHADY_SHED, [tile(WOOD, 1), tile(WOOD, 1), tile(HOPS, 1), tile(WATER, 2), tile(BARLEY, 2), tile(YEAST, 3)]))
    assert [arrows for _, arrows in sheds_and_arrows(state)] == [1, 4, 8, 16, 32]
    state = on_turn()
    do(state, enclose(state, SHADY_SHED, [tile(i % 5, 4 + i // 5) for i in range(6)]))
    choices = [arrows for _, arrows in sheds_and_arrows(state)]
    assert len(choices) == 15
    assert all(arrows.bit_count() == 4 for arrows in choices)


def test_a_shed_activates_tiles_of_sun_and_shade():
    """HA-18: steps in the sun, ducats in the shade, the brewmaster for a monk."""
    state = on_turn()
    ring = RULES.ring[TOP_SHED].tolist()
    sunny = [plot < PLOTS_OF_SIDE for plot in ring]
    kinds = [tile(HOPS, 5), tile(HOPS, 4), tile(HOPS, 3), MONK_1, tile(HOPS, 1), tile(HOPS, 5)]  # 18: three alternating, 1 step
    do(state, enclose(state, TOP_SHED, kinds))
    do(state, codes.build(TOP_SHED, 0b101010))
    steps = sum(f for i, f in ((1, 4), (5, 5)) if sunny[i])
    ducats = sum(f for i, f in ((1, 4), (5, 5)) if not sunny[i])
    assert steps + ducats == 9
    assert state.marker[0, HOPS] == -4 + steps
    assert state.money[0] == 25 + ducats
    assert state.marker[0, BREWMASTER] == -10 + 1 + 1


def test_two_sheds_enclosed_by_one_tile_are_resolved_in_any_order():
    """HA-19: both are offered, and the second waits for the first."""
    for first, second in ((SUNNY_SHED, SUNNY_SHED_BESIDE), (SUNNY_SHED_BESIDE, SUNNY_SHED)):
        state = on_turn()
        do(state, plan_two_sheds(state, tile(BARLEY, 2)))
        choices = sheds_and_arrows(state)
        assert {shed for shed, _ in choices} == {first, second}
        do(state, next(codes.build(shed, arrows) for shed, arrows in choices if shed == first))
        assert state.shed[0, first] == 3
        assert state.shed[0, second] == 0
        assert {shed for shed, _ in sheds_and_arrows(state)} == {second}
        do(state, actions_of(state)[0])
        assert state.marker[0, BARLEY] == -8 + 8
        assert state.marker[0, BREWMASTER] == -8
        assert state.seat == 1
