"""What a replay of Brew tells."""

import pytest

from brewsim.games.brew import codes, words
from tests.games.brew.table import FIRE, MEADOW, REROLL, VILLAGE_FIRE, VILLAGE_WIND, WATER, WIND, Table, at, place


@pytest.mark.parametrize("rolls_all", [False, True])
def test_a_reroll_tells_what_the_dice_show(rolls_all):
    """By the word, or at once when the last die of the pool is taken up."""
    table = Table()
    table.pool(0, MEADOW, MEADOW, WATER)
    table.hold(0, "reroll_a")
    table.do(codes.DRINK + REROLL, codes.REROLL_DIE + MEADOW)
    if rolls_all:
        table.do(codes.REROLL_DIE + MEADOW)
    before = table.state.copy()
    action = codes.REROLL_DIE + WATER if rolls_all else codes.ROLL
    table.do(action)
    rolled = table.state.pool[0].copy()
    if not rolls_all:
        rolled -= [1, 0, 0, 1, 0, 0]
    told = words.tell(table.rules, before, action, table.state)
    assert told == f"{'takes up a water die and rolls' if rolls_all else 'rolls them'}: {words.dice(rolled)}"


def test_fire_in_the_village_tells_how_many_dice_it_clears():
    table = Table()
    table.pool(0, FIRE)
    table.put(at(0, 1), None, WATER)
    table.put(at(1, 0), None, FIRE)
    table.put(at(1, 0), 0, MEADOW)
    table.put(VILLAGE_WIND, None, WIND)
    before = table.state.copy()
    table.do(place(FIRE, VILLAGE_FIRE))
    told = words.tell(table.rules, before, place(FIRE, VILLAGE_FIRE), table.state)
    assert told == "places fire on the village's fire space by day and sets 2 element dice aside"


def test_dice_in_words():
    assert words.dice([2, 0, 1, 0, 1, 0]) == "2 meadow, brook, fire"
    assert words.dice([0] * 6) == "nothing"
