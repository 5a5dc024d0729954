"""What is in the box of Wizard's Brew, and which rules are refused."""

import numpy as np
import pytest

from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.games.wizards_brew.rules import ELEMENTS, INGREDIENTS, LANDMARKS, N_AREAS, N_ELEMENTS, SPELLS, STEPS
from brewsim.rules import load_rules, rule_values

# Facts 4.2: every straight line of the map, from one edge to the other.
LINES = {
    (2, 0): ["0 1 2 3", "4 5 6 7 8", "9 10 11 12 13 14", "15 16 17 18 19", "20 21 22 23"],
    (1, 1): ["9 15 20", "4 10 16 21", "0 5 11 17 22", "1 6 12 18 23", "2 7 13 19", "3 8 14"],
    (-1, 1): ["0 4 9", "1 5 10 15", "2 6 11 16 20", "3 7 12 17 21", "8 13 18 22", "14 19 23"],
}
# Facts 4.3: colour and symbols, by the letter of the card's number.
COLOURS = ("green",) * 12 + ("blue",) * 14 + ("yellow",) * 6 + ("red",) * 4


@pytest.fixture(scope="module")
def rules():
    return load_rules("wizards_brew")


def test_components_of_the_rulebook(rules):
    record = rules.record
    assert record.in_deck.sum() == 36
    assert record.cards.tolist() == [28] * 4
    assert record.tokens.tolist() == [7] * 4 + [4] * 6
    assert record.tokens.sum() == 52
    assert record.landmark_tokens.sum() == 20
    assert record.is_city.sum() == 4
    assert record.cubes == 10
    assert sorted(record.die) == [3, 4, 4, 5, 5, 6]
    assert record.tokens.sum() == 4 * record.city_tokens + 20 * record.area_tokens


def test_victory_conditions(rules):
    assert rules.record.to_win_different[3:].tolist() == [7, 7, 6, 5]
    assert rules.record.to_win_total[3:].tolist() == [8, 8, 7, 6]


def test_each_landmark_asks_for_another_element(rules):
    assert {LANDMARKS[i]: ELEMENTS[e] for i, e in enumerate(rules.record.landmark_element)} == {
        "monument": "earth",
        "tower": "air",
        "temple": "fire",
        "fountain": "water",
    }


def test_lines_of_the_map_follow_from_the_coordinates(rules):
    neighbours = rules.record.neighbours
    for step, lines in LINES.items():
        forth, back = STEPS.index(step), STEPS.index((-step[0], -step[1]))
        expected_forth, expected_back = np.full(N_AREAS, -1), np.full(N_AREAS, -1)
        for line in lines:
            areas = [int(area) for area in line.split()]
            expected_forth[areas[:-1]], expected_back[areas[1:]] = areas[1:], areas[:-1]
        np.testing.assert_array_equal(neighbours[:, forth], expected_forth)
        np.testing.assert_array_equal(neighbours[:, back], expected_back)


def test_cities_touch_in_the_middle_and_terrain_is_even(rules):
    assert np.flatnonzero(rules.record.is_city).tolist() == [6, 11, 12, 17]
    terrains = [rules.values[f"map.area_{a}.terrain"] for a in range(N_AREAS)]
    assert {terrain: terrains.count(terrain) for terrain in set(terrains)} == dict.fromkeys(
        ("city", "forest", "mountain", "ocean", "desert", "plains"), 4
    )
    for a in range(N_AREAS):
        for b in rules.record.neighbours[a]:
            assert b < 0 or terrains[a] == "city" or terrains[a] != terrains[b]


def test_spells_are_as_the_rulebook_has_them(rules):
    """36 in four colours, most make cards, all cost one or two cubes; the elements are made equally often."""
    assert tuple(rules.values[f"spells.{name}.colour"] for name in SPELLS) == COLOURS
    assert len(set(rules.record.makes.sum(axis=0)[:N_ELEMENTS].tolist())) == 1
    assert set(rules.record.energy.tolist()) == {1, 2}
    assert (rules.record.symbols[: len(SPELLS)] == 0).sum() <= 9


def test_what_is_assumed_is_said():
    basis = {value.path: value.basis for value in rule_values("wizards_brew")}
    assert basis["game.cubes"] == "printed"
    assert basis["map.area_6.x"] == "inferred"
    assert basis["landmarks.tower.element"] == "inferred"
    assert all(basis[path] == "assumed" for path in basis if path.startswith("spells."))
    rulings = {path for path in basis if path.startswith("rulings.")}
    assert rulings == {f"rulings.{name}" for name in ("largest_raise", "bids_without_cards", "horse_after_last_area", "empty_stacks")}
    assert {basis[path] for path in rulings} == {"assumed"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"spells.tol.energy": 2}, "spells.toll.energy"),
        ({"spells.toll.energy": 0}, "greater than or equal to 1"),
        ({"spells.toll.energy": "2"}, "valid integer"),
        ({"spells.toll.less": 1}, "blue or red"),
        ({"game.die": [0, 1, 2, 3, 4, 5]}, "every face"),
        ({"ingredients.red.tokens": 2}, "are placed on the board"),
        ({"victory.seats_6.total": 12}, "may be taken before somebody wins"),
        ({"victory.seats_3.total": 5}, "is reached before"),
        ({"rulings.largest_raise": -1}, "greater than or equal to 0"),
        ({"rulings.empty_stacks": "owed"}, "lost"),
        ({"map.area_3.x": 1}, "same place"),
        ({"map.area_3.x": 4}, "odd or even"),
        ({"landmarks.tower.tokens": 3}, "are no cities"),
        ({f"landmarks.{name}.tokens": 17 for name in LANDMARKS}, "at most 64"),
        ({"game.starting_cubes": 5, "game.cubes": 8}, "take 5 each"),
    ],
)
def test_impossible_rules_are_refused(changes, message):
    with pytest.raises(BadInput, match=message):
        load_rules("wizards_brew", changes)


def test_a_spell_can_be_taken_out_or_changed():
    record = load_rules("wizards_brew", {"spells.toll.copies": 0, "spells.thrift.less": 3, "spells.mud.stand_in": ["earth", "air"]}).record
    assert record.in_deck.sum() == 35
    assert record.less[SPELLS.index("thrift")] == 3
    earth_or_air, none = [1, 0, 1, 0], [0, 0, 0, 0]
    assert record.stand_ins[SPELLS.index("mud")].tolist() == [earth_or_air, none, earth_or_air, none]


def test_names_of_ingredients_are_items():
    title = load_title("wizards_brew")
    assert len(title.items) == 36 + 10 + 5
    assert set(INGREDIENTS) <= set(title.items)
