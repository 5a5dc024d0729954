"""Scoring discs, and what they activate."""

import itertools

import pytest

from brewsim.games.heaven_and_ale.box import BREWMASTER
from brewsim.games.heaven_and_ale.kernel import apply
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.rules import load_rules
from tests.games.heaven_and_ale.table import (
    BARLEY,
    HOPS,
    MONK_1,
    MONK_2,
    RULES,
    SHADY_SHED,
    SPACE_A,
    SPACE_ABC,
    SPACE_B,
    SPACE_C,
    WATER,
    WOOD,
    YEAST,
    actions_of,
    colour_way,
    do,
    enclose,
    monk_way,
    on_turn,
    open_spaces,
    plant,
    spot,
    stand,
    tile,
    x_way,
)


def test_a_disc_goes_to_an_empty_spot_that_scores_something():
    """HA-20: A for X, B for monks, C for colours, A/B/C for all; never a used spot or an absent type."""
    state = on_turn()
    plant(state, {0: tile(HOPS, 2), 20: tile(WATER, 3), 10: MONK_2})
    expected = {
        SPACE_A: [x_way(2), x_way(3)],
        SPACE_B: [monk_way(MONK_2)],
        SPACE_C: [colour_way(HOPS), colour_way(WATER)],
        SPACE_ABC: [x_way(2), x_way(3), colour_way(HOPS), colour_way(WATER), monk_way(MONK_2)],
    }
    assert set(expected) <= set(open_spaces(state))
    for space, options in expected.items():
        stand(state, space, Phase.SCORE)
        assert actions_of(state) == options
    state.position[0], state.phase = 0, Phase.MOVE
    state.disc[0, spot("x")] = state.disc[0, spot("monk_2")] = 1
    assert {SPACE_A, SPACE_B} & set(open_spaces(state)) == set()
    assert {SPACE_C, SPACE_ABC} <= set(open_spaces(state))
    state.space_discs[SPACE_C] = 0
    assert SPACE_C not in open_spaces(state)


def test_x_activates_all_tiles_of_one_fertility():
    """HA-21: in sun and shade, of all colours, and no others."""
    state = on_turn()
    plant(state, {0: tile(HOPS, 3), 8: tile(WOOD, 3), 20: tile(WATER, 3), 22: tile(WATER, 3), 12: tile(WOOD, 4), 29: tile(HOPS, 2)})
    stand(state, SPACE_A, Phase.SCORE)
    assert actions_of(state) == [x_way(2), x_way(3), x_way(4)]
    do(state, x_way(3))
    assert state.marker[0].tolist() == [3, -2, -1, -6, -8, -10]
    assert state.money[0] == 25 + 6
    assert state.disc[0].tolist() == [1] + [0] * 9
    assert state.space_discs[SPACE_A] == 0


def test_activation_gives_ducats_in_the_shade_and_steps_in_the_sun():
    """HA-22: by the fertility of the tile."""
    state = on_turn()
    plant(state, {3: tile(YEAST, 5), 18: tile(YEAST, 4)})
    stand(state, SPACE_C, Phase.SCORE)
    do(state, colour_way(YEAST))
    assert state.marker[0, YEAST] == -2 + 5
    assert state.money[0] == 25 + 4


def test_steps_beyond_twenty_become_ducats():
    """HA-23: a resource marker stops at 20."""
    state = on_turn()
    plant(state, {3: tile(YEAST, 5), 5: tile(YEAST, 4)})
    state.marker[0, YEAST] = 18
    stand(state, SPACE_C, Phase.SCORE)
    do(state, colour_way(YEAST))
    assert state.marker[0, YEAST] == 20
    assert state.money[0] == 25 + 7


@pytest.mark.parametrize(("ruling", "ducats"), [("lost", 0), ("ducats", 4)])
def test_the_brewmaster_stops_at_twenty(ruling, ducats):
    """HA-24: further steps are lost, or by the other ruling a ducat each."""
    rules = load_rules("heaven_and_ale", {"rulings.brewmaster_at_end": ruling}).record
    state = on_turn()
    state.marker[0, BREWMASTER] = 18
    do(state, enclose(state, SHADY_SHED, [tile(WOOD, 1)] * 6))
    apply(rules, state, actions_of(state)[0])
    assert state.marker[0, BREWMASTER] == 20
    assert state.money[0] == 25 + ducats


def test_a_monk_spot_triggers_all_monks_of_the_type():
    """HA-25: each activates what is next to it, a tile between two of them twice; other monks do nothing."""
    state = on_turn()
    middle = 8  # a sunny plot with neighbours on all sides
    near = RULES.near[middle, : RULES.n_near[middle]].tolist()
    plant(state, {middle: tile(HOPS, 4), near[0]: MONK_1, near[2]: MONK_1, near[1]: MONK_2})
    far = next(p for p in range(15, 30) if not set(RULES.near[p].tolist()) & {middle, *near})
    plant(state, {far: tile(WOOD, 5)})
    stand(state, SPACE_B, Phase.SCORE)
    steps = state.gain[0, 10].copy()
    do(state, monk_way(MONK_1))
    assert state.marker[0, HOPS] == -4 + 8
    assert state.money[0] == 25
    adjacent_monks = sum(b in RULES.near[a].tolist() for a, b in itertools.permutations((near[0], near[1], near[2]), 2) if a != near[1])
    assert steps[BREWMASTER] == adjacent_monks == state.marker[0, BREWMASTER] + 10


def test_two_adjacent_monks_of_the_type_each_move_the_brewmaster():
    """HA-26: triggered one after the other, each is activated by the other; no chain to what lies behind."""
    state = on_turn()
    first = 8
    second = int(RULES.near[first, 0])
    third = next(int(p) for p in RULES.near[second, : RULES.n_near[second]] if p not in RULES.near[first] and p != first)
    behind = next(
        int(p) for p in RULES.near[third, : RULES.n_near[third]] if p not in (*RULES.near[first], *RULES.near[second], first, second)
    )
    plant(state, {behind: tile(WOOD, 5), first: MONK_1, second: MONK_1, third: MONK_2})
    stand(state, SPACE_B, Phase.SCORE)
    do(state, monk_way(MONK_1))
    assert state.marker[0, BREWMASTER] == -10 + 3  # first by second, second by first, the third by second
    assert state.marker[0, WOOD] == 0  # the third monk does not trigger what lies behind it
    assert state.money[0] == 25


def test_a_resource_spot_activates_its_colour_only():
    """HA-27: all fertilities of one colour."""
    state = on_turn()
    plant(state, {0: tile(BARLEY, 1), 6: tile(BARLEY, 5), 16: tile(BARLEY, 2), 7: tile(WATER, 5), 17: tile(WATER, 5)})
    stand(state, SPACE_C, Phase.SCORE)
    do(state, colour_way(BARLEY))
    assert state.marker[0].tolist() == [0, -2, -4, -6, -2, -10]
    assert state.money[0] == 27


def test_one_disc_is_taken_where_two_lie():
    """HA-28: one disc, one scoring, and the second stays for another."""
    state = on_turn(2)
    plant(state, {0: tile(BARLEY, 1)})
    state.space_discs[SPACE_C] = 2
    stand(state, SPACE_C, Phase.SCORE)
    do(state, colour_way(BARLEY))
    assert state.space_discs[SPACE_C] == 1
    assert state.disc[0].sum() == state.n_discs[0] == 1
    assert state.seat == 1
