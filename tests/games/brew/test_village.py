"""Dice in the village of Brew."""

from brewsim.games.brew import codes
from brewsim.games.brew.spaces import ELEMENT_OWNER, die_of
from brewsim.games.brew.state import Phase
from tests.games.brew.table import (
    ANY_1,
    ANY_2,
    BERRY,
    FIRE,
    HERB,
    MEADOW,
    MOVE,
    REMOVE_ELEMENT,
    VILLAGE_FIRE,
    VILLAGE_WATER,
    VILLAGE_WIND,
    WATER,
    WIND,
    Table,
    at,
    pick,
    place,
)


def test_any_die_spaces_cannot_be_blocked():
    """BR-22: every die, even if others lie there."""
    table = Table()
    table.put(ANY_1, 1, MEADOW)
    table.put(ANY_1, None, FIRE)
    for face in range(6):
        table.pool(0, face)
        assert table.can(place(face, ANY_1))
        assert table.can(place(face, ANY_2))


def test_element_spaces():
    """BR-23: one die of the element; no element power: Fire does not cover, Wind does not return, Water gains no more."""
    table = Table()
    table.pool(0, WATER, FIRE, WIND, MEADOW)
    for face, space in ((WATER, VILLAGE_WATER), (FIRE, VILLAGE_FIRE), (WIND, VILLAGE_WIND)):
        assert [f for f in range(6) if table.can(place(f, space))] == [face]
    table.put(VILLAGE_FIRE, None, FIRE)
    assert not table.can(place(FIRE, VILLAGE_FIRE))
    table.put(VILLAGE_WIND, 0, MEADOW)
    assert not table.can(place(WIND, VILLAGE_WIND))
    assert table.do(place(WATER, ANY_1), codes.CHOOSE + HERB).goods() == [1, 0, 0, 1]


def test_element_spaces_take_one_die_a_round():
    """BR-23: also after that die was removed; in the next round the space takes a die again."""
    table = Table()
    table.pool(0, WIND, WIND, MEADOW)
    table.hold(0, "remove_element_a")
    table.do(place(WIND, VILLAGE_WIND))
    table.do(table.legal()[0], codes.DRINK + REMOVE_ELEMENT, pick(VILLAGE_WIND))
    assert table.state.height[VILLAGE_WIND] == 0
    table.fresh_turn()
    assert not table.can(place(WIND, VILLAGE_WIND))
    table.finish_round()
    table.fresh_turn()
    table.pool(0, WIND)
    assert table.can(place(WIND, VILLAGE_WIND))


def test_a_moved_die_is_not_placed():
    """BR-23: it blocks an element space only while it lies there, and may lie where a die was already placed."""
    table = Table()
    table.put(at(0, 1), 1, MEADOW)
    table.pool(0, WIND, MEADOW)
    table.hold(0, "move_a")
    table.do(codes.DRINK + MOVE, pick(at(0, 1)), codes.TARGET + VILLAGE_WIND)
    assert not table.can(place(WIND, VILLAGE_WIND))
    table.fresh_turn()
    table.hold(0, "move_b")
    table.do(codes.DRINK + MOVE, pick(VILLAGE_WIND), codes.TARGET + at(0, 1))
    assert table.can(place(WIND, VILLAGE_WIND))
    table.state.was_visited[2] = True
    table.fresh_turn()
    table.hold(0, "move_c")
    assert table.do(codes.DRINK + MOVE, pick(at(0, 1))).can(codes.TARGET + VILLAGE_WIND)


def test_village_by_day():
    """BR-24: choice, reserve, train, clear all forests of elements, berry and reserve."""
    table = Table()
    table.do(place(MEADOW, ANY_2))
    assert table.state.phase == Phase.RESERVE
    table = Table()
    table.pool(0, WATER)
    table.do(place(WATER, VILLAGE_WATER))
    assert table.state.phase == Phase.TRAIN
    table = Table()
    table.pool(0, FIRE)
    table.put(at(0, 1), None, WATER)
    table.put(at(1, 0), 1, MEADOW)
    table.put(at(1, 0), None, FIRE)
    table.put(at(1, 0), 0, MEADOW)
    table.put(VILLAGE_WIND, None, WIND)
    table.do(place(FIRE, VILLAGE_FIRE))
    assert table.state.aside[ELEMENT_OWNER] == 2
    assert table.state.n_placed[ELEMENT_OWNER] == 2
    assert table.state.stack[at(1, 0), :2].tolist() == [die_of(1, MEADOW), die_of(0, MEADOW)]
    table = Table()
    table.pool(0, WIND)
    table.do(place(WIND, VILLAGE_WIND))
    assert table.goods() == [0, 0, 0, 2]
    assert table.state.phase == Phase.RESERVE


def test_village_by_night():
    """BR-25: choice and reserve as by day; one of each; two scorches; berry and creature."""
    for space, phase in ((ANY_1, Phase.CHOOSE), (ANY_2, Phase.RESERVE)):
        table = Table()
        table.state.night = 1
        assert table.do(place(MEADOW, space)).state.phase == phase
    table = Table()
    table.state.night = 1
    table.pool(0, WATER)
    assert table.do(place(WATER, VILLAGE_WATER)).goods() == [1, 1, 1, 1]
    table = Table()
    table.state.night = 1
    table.pool(0, FIRE)
    table.do(place(FIRE, VILLAGE_FIRE), codes.SCORCH + at(0, 0), codes.SCORCH + at(2, 4))
    assert table.state.seat == 1
    assert table.state.n_scorched == 2
    table = Table()
    table.state.night = 1
    table.pool(0, WIND)
    table.do(place(WIND, VILLAGE_WIND))
    assert table.goods()[BERRY] == 2
    assert table.state.phase == Phase.TRAIN


def test_choice_is_no_berry():
    """BR-26: herb, shroom or crystal."""
    assert Table().do(place(MEADOW, ANY_1)).options() == [codes.CHOOSE, codes.CHOOSE + 1, codes.CHOOSE + 2]
