"""What a survey of Brew finds, and that it never finds what it did not look at."""

import itertools

import numpy as np
import pytest

from brewsim.games.brew import codes
from brewsim.games.brew.beliefs import LEVEL, MAX_DRIFT
from brewsim.games.brew.codes import Group
from brewsim.games.brew.outlook import lift_value, with_one_less, with_one_more
from brewsim.games.brew.rules import MAX_SEATS, MAX_SPACES
from brewsim.play import check
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted
from tests.games.brew.table import ANY_1, FIRE, MEADOW, ROW, VILLAGE_WATER, WATER, Table, at, place

EIGHT_SPACES = ["meadow:herb"] * MAX_SPACES


@pytest.mark.parametrize("owner", [None, 0, 1])
def test_a_full_forest_of_eight_spaces_promises_nothing_more(owner):
    """One die more than a forest has spaces: the largest lead that is ever asked for, on either side."""
    table = Table(changes={"forests.f01.spaces": EIGHT_SPACES})
    for i in range(MAX_SPACES):
        table.put(at(0, i), owner, FIRE if owner is None else MEADOW)
    beliefs, view = table.surveyed()
    assert beliefs.hold_chance.shape == (MAX_SPACES + 1, 2 * LEVEL + 1)
    assert np.isfinite(view.own_swing[: len(ROW)]).all()
    assert np.abs(view.own_swing[0]).max() < 0.01
    assert np.abs(view.rival_swing[0]).max() < 0.01


def test_games_with_forests_of_eight_spaces_read_no_lead_outside_the_table():
    changes = {
        "game.forage_dice": 1,
        "game.element_dice": 3,
        "game.forest_row.three_seats": 1,
        "dice.element.wind": 0,
        "forests.f04.spaces": EIGHT_SPACES,
    }
    games = fewer_if_interpreted(200)
    assert check(load_rules("brew", changes), 3, games, "forests", seed=451805) == games


REACH = {"reach.forage": 0.5, "reach.element": 0.25, "rival_reach.forage": 0.5, "rival_reach.element": 0.25}


def test_a_die_is_missed_in_all_forests_once_it_is_spent():
    """With dice to come that count, a die in the village costs chances in the forests, and the rival gains what it costs."""
    table = Table()
    table.pool(0, MEADOW, WATER)
    visit, pour = codes.OPEN_GROUP + Group.VISIT, place(WATER, VILLAGE_WATER)
    assert table.seen()[visit]["own_forest"] == table.seen()[visit]["rival_forest"] == 0.0
    for action in (visit, pour):
        seen = table.seen(**REACH)[action]
        assert seen["own_forest"] < 0 < seen["rival_forest"]
    assert table.seen(**REACH)[visit]["own_forest"] < table.seen(**REACH)[pour]["own_forest"]


@pytest.mark.parametrize(("own", "rivals", "sign"), [(4, 0, 1), (0, 4, -1), (2, 2, 0)])
def test_more_dice_to_come_than_the_rival_count_as_a_lead(own, rivals, sign):
    table = Table(seats=2)
    table.pool(0, *[MEADOW] * own)
    table.pool(1, *[MEADOW] * rivals)
    _, view = table.surveyed(**REACH)
    assert np.sign(view.drift) == -np.sign(view.rival_drift) == sign


@pytest.mark.parametrize(("reach", "drift"), [(1e6, MAX_DRIFT), (-1e6, -MAX_DRIFT)])
def test_what_dice_to_come_add_to_a_lead_has_a_bound(reach, drift):
    table = Table()
    _, view = table.surveyed(**{"reach.forage": reach})
    assert view.drift == drift


def test_what_a_forest_is_worth_to_a_rival_is_a_belief_for_each_number_of_seats():
    table = Table(seats=2)
    action = place(MEADOW, at(0, 0))
    plain, keen, other = table.seen(), table.seen(**{"rivalry.two_seats": 2.0}), table.seen(**{"rivalry.three_seats": 2.0})
    assert keen[action]["rival_forest"] == pytest.approx(2 * plain[action]["rival_forest"]) != 0.0
    assert other[action] == plain[action]


@pytest.mark.parametrize(("space", "face", "group"), [(ANY_1, MEADOW, Group.VISIT), (VILLAGE_WATER, WATER, None)])
def test_clearing_elements_is_seen_at_every_village_space_that_does_it(space, face, group):
    """Not only at the Fire space: also at spaces that do it in a variant, before and after a group is chosen."""
    name = "any_1" if space == ANY_1 else "water"
    table = Table(changes={f"village.day.{name}.clears_elements": True, "village.day.fire.clears_elements": False})
    table.pool(0, face)
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 2), None, FIRE)
    action = place(face, space) if group is None else codes.OPEN_GROUP + group
    assert table.seen()[action]["own_forest"] > 0
    assert table.seen(poison=0xFF)[action] == table.seen(poison=0x7F)[action]
    if group is not None:
        chosen = table.seen()[action]
        table.do(action)
        assert table.seen()[place(face, space)] == chosen


@pytest.mark.parametrize(
    "changes",
    [
        {"village.day.any_1.clears_elements": True, "village.night.wind.clears_elements": True},
        {"village.day.any_2.train": 1, "village.night.any_1.scorch": 2, "village.night.any_2.each": 1},
        {"creatures.element_shifter.copies": {"water": 9, "fire": 9, "wind": 9}},
    ],
)
def test_no_survey_of_a_variant_leaves_out_what_its_features_read(changes):
    games = fewer_if_interpreted(100)
    assert check(load_rules("brew", changes), 4, games, "greedy", seed=6) == games


def test_a_turn_is_seen_as_it_is_after_every_change_of_the_table():
    """A view that was used before holds nothing that is still believed."""
    table = Table()
    before = table.seen()[place(MEADOW, at(0, 1))]["own_forest"]
    table.put(at(0, 2), 1, MEADOW)
    assert table.seen()[place(MEADOW, at(0, 1))]["own_forest"] != before


def test_the_rivals_with_the_most_dice_are_known_after_one_has_a_die_more_or_less():
    for dice in itertools.product(range(4), repeat=MAX_SEATS - 1):
        best, second, third = sorted(dice, reverse=True)
        for rival, count in enumerate(dice):
            others = dice[:rival] + dice[rival + 1 :]
            if count > 0:
                assert with_one_less(best, second, third, count) == tuple(sorted((*others, count - 1))[:0:-1])
            assert with_one_more(best, second, count) == tuple(sorted((*others, count + 1))[:0:-1])


def test_a_die_on_top_of_one_of_the_same_seat_changes_nothing_when_it_is_lifted():
    table = Table(seats=4)
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 2), 1, MEADOW)
    beliefs, view = table.surveyed()
    assert lift_value(beliefs, table.state, view, at(0, 1), 1) == (0, 0)
    assert lift_value(beliefs, table.state, view, at(0, 2), 0) != (0, 0)
