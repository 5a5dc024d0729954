"""Barrels and their goals."""

import numpy as np
import pytest

from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.barrels import due_barrels
from brewsim.games.heaven_and_ale.box import BREWMASTER, N_GOALS, Barrel, Card, Goal, Side
from brewsim.games.heaven_and_ale.state import Phase
from tests.games.heaven_and_ale.table import BARRELS_1, RULES, WATER, actions_of, do, on_turn, open_spaces, spot, stand


def due(state: np.record, seat: int = 0) -> list[int]:
    goals = due_barrels(RULES, state, seat)
    return [goal for goal in range(N_GOALS) if goals >> goal & 1]


def reach(state: np.record, goal: Goal, amount: int) -> None:
    """Set what a goal counts to an amount."""
    match goal:
        case Goal.BREWMASTER:
            state.marker[0, BREWMASTER] = amount
        case Goal.ALL_RESOURCES:
            state.marker[0, :BREWMASTER] = amount
        case Goal.BARREN:
            state.n_tiles[0, 0] = amount
        case Goal.FERTILE:
            state.n_tiles[0, 4] = amount
        case Goal.MONK_SPOTS:
            state.disc[0, spot("monk_1") : spot("monk_1") + amount] = 1
        case Goal.RESOURCE_SPOTS:
            state.disc[0, spot("wood") : spot("wood") + amount] = 1
        case Goal.SAME_SHEDS:
            state.shed_count[0, 2] = amount
        case Goal.DIFFERENT_SHEDS:
            state.shed_count[0, :amount] = 1
        case Goal.FULL_TRACK:
            state.marker[0, WATER] = amount
        case Goal.PRIVILEGES:
            state.card[0, :amount] = Card.PLACED
        case Goal.SUN:
            state.side_tiles[0, Side.SUN] = amount
        case Goal.SHADE:
            state.side_tiles[0, Side.SHADE] = amount


def test_no_goal_is_met_at_the_start():
    """HA-33: not one of the twelve."""
    assert due(on_turn()) == []


@pytest.mark.parametrize(
    ("goal", "needed"),
    [
        (Goal.BREWMASTER, 1), (Goal.ALL_RESOURCES, 1), (Goal.BARREN, 6), (Goal.FERTILE, 6), (Goal.MONK_SPOTS, 4), (Goal.RESOURCE_SPOTS, 5),
        (Goal.SAME_SHEDS, 3), (Goal.DIFFERENT_SHEDS, 4), (Goal.FULL_TRACK, 20), (Goal.PRIVILEGES, 3), (Goal.SUN, 15), (Goal.SHADE, 15),
    ],
)  # fmt: skip
def test_each_of_the_twelve_goals_is_met_exactly_at_its_threshold(goal, needed):
    """HA-33: and no other goal with it."""
    state = on_turn()
    reach(state, goal, needed - 1)
    assert due(state) == []
    reach(state, goal, needed)
    assert due(state) == [goal]


def test_large_before_small_and_never_both():
    """HA-34: the second to come gets the small one, the third nothing."""
    state = on_turn(3)
    state.marker[:3, BREWMASTER] = 1
    for seat, size in ((0, Barrel.LARGE), (1, Barrel.SMALL)):
        state.seat = seat
        stand(state, BARRELS_1, Phase.CLAIM)
        assert actions_of(state) == [codes.claim(Goal.BREWMASTER)]
        do(state, codes.claim(Goal.BREWMASTER))
        assert state.barrel[seat, Goal.BREWMASTER] == size
        assert due(state, 0) == []
    assert due(state, 2) == []
    state = on_turn(3)
    state.marker[0, BREWMASTER] = 1
    state.barrel[0, Goal.BREWMASTER] = Barrel.LARGE
    state.large_left[Goal.BREWMASTER] = 0
    assert BARRELS_1 not in open_spaces(state)


def test_all_due_barrels_are_taken():
    """HA-35: one move to the barrel space, all goals that are met; then the turn ends."""
    state = on_turn()
    state.marker[0] = [1, 2, 3, 20, 5, 1]
    state.large_left[Goal.ALL_RESOURCES] = 0
    state.barrel[1, Goal.ALL_RESOURCES] = Barrel.LARGE
    do(state, codes.move(BARRELS_1))
    for goal in (Goal.BREWMASTER, Goal.ALL_RESOURCES, Goal.FULL_TRACK):
        assert state.seat == 0
        assert actions_of(state) == [codes.claim(goal)]
        do(state, codes.claim(goal))
    assert state.seat == 1
    assert state.barrel[0].tolist() == [Barrel.LARGE, Barrel.SMALL, 0, 0, 0, 0, 0, 0, Barrel.LARGE, 0, 0, 0]
