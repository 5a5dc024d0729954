"""What a replay of Brew tells."""

import pytest

from brewsim.games.brew import codes, words
from tests.games.brew.table import (
    DEAR_MARKET,
    FIRE,
    MEADOW,
    REROLL,
    VILLAGE_FIRE,
    VILLAGE_WIND,
    WATER,
    WIND,
    Table,
    at,
    place,
    potion,
)


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


def test_a_new_potion_deck_is_told_with_what_it_pays():
    """And the VP of a Potion Herald where they are earned, not mixed with the tokens for drunk potions."""
    table = Table()
    table.state.n_potion_deck = 0
    table.train(0, "potion_herald")
    table.market("change_a", *DEAR_MARKET[1:])
    for seat, name in ((0, "change_d"), (1, "reroll_c")):
        table.state.drunk[seat, potion(name)] = 1
    table.stock(0, shroom=1, crystal=1)
    before, brew = table.state.copy(), codes.BREW + potion("change_a")
    table.do(brew)
    told = words.tell(table.rules, before, brew, table.state)
    assert told == (
        "brews change a (SC for 2 VP): -1 shroom, -1 crystal, +1 VP\n"
        "    The potion deck is empty, so all drunk potions make a new one: seat 0 +6 VP, seat 1 +4 VP"
    )


def test_the_end_of_a_round_is_a_line_of_its_own_with_the_vp_of_heralds():
    table = Table()
    table.train(0, "forest_herald", "spring")
    table.put(at(0, 1), 0, MEADOW)
    table.pool(0, MEADOW)
    table.pool(1)
    before, action = table.state.copy(), place(MEADOW, at(1, 0))
    table.do(action)
    told = words.tell(table.rules, before, action, table.state)
    assert told == (
        "places meadow on F02 (meadow: crystal): +1 crystal\n"
        "  The round ends: F01 goes to seat 0 (+2 VP, Forest Herald), F02 goes to seat 0, F09 is lost"
    )
