"""Scenes: whole games of all titles as data for drawing, in which no seat sees more than it may."""

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from brewsim.games import TITLES
from brewsim.play import simulate, trace
from brewsim.rules import Rules, load_rules
from brewsim.workbench.seeing import scene_of
from tests.conftest import INTERPRETED

GAME, SEED = 3, 1
MOST_SCENES = 12 if INTERPRETED else 60  # of a game, evenly apart


def game_of(rules: Rules, seats: int, bot: str = "random") -> list[np.record]:
    """The tables of a game from the deal to the end."""
    steps = list(trace(rules, [bot] * seats, GAME, SEED))
    return [*(step.before for step in steps), steps[-1].after]


def some(tables: list[np.record]) -> list[np.record]:
    """Tables evenly apart, the first and the last among them."""
    picked = np.unique(np.linspace(0, len(tables) - 1, MOST_SCENES).astype(int))
    return [tables[i] for i in picked]


def hidden_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something hidden stands in a scene."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in entries:
        if key == "hidden":
            yield (*path, key)
        yield from hidden_places(each, (*path, key))


def as_seen_by(scene: dict[str, Any], seat: int) -> dict[str, Any]:
    """The scene without what the others hide."""
    return {**scene, "seats": [each if i == seat else {**each, "hidden": None} for i, each in enumerate(scene["seats"])]}


@cache
def played(title: str, seats: int) -> tuple[Rules, int, list[np.record]]:
    """A game by the printed rules, played once for all tests."""
    rules = load_rules(title)
    return rules, seats, some(game_of(rules, seats))


@pytest.fixture
def whole_game(table: tuple[str, int]) -> tuple[Rules, int, list[np.record]]:
    return played(*table)


def test_a_scene_is_plain_json_and_says_whose_move_it_is(whole_game):
    rules, seats, tables = whole_game
    for state in tables:
        scene = scene_of(rules, state)
        assert json.loads(json.dumps(scene, allow_nan=False)) == scene
        assert [each["seat"] for each in scene["seats"]] == list(range(1, seats + 1))
        assert scene["now"]["round"] == state.rounds + 1
        assert scene["now"]["is_over"] == state.over
        assert scene["now"]["seat"] == (None if state.over else state.seat + 1)


def test_hidden_things_stand_only_in_the_entry_of_their_seat(whole_game):
    rules, seats, tables = whole_game
    for state in tables:
        places = list(hidden_places(scene_of(rules, state)))
        assert places == [("seats", seat, "hidden") for seat in range(seats)]


def test_a_scene_tells_a_seat_nothing_that_it_cannot_know(whole_game):
    rules, seats, tables = whole_game
    for number, state in enumerate(tables):
        for seat in range(seats):
            other = state.copy()
            with np.errstate(over="ignore"):
                rules.title.functions.conceal(rules.record, other, seat, np.uint64(1000 * number + seat))
            assert as_seen_by(scene_of(rules, other), seat) == as_seen_by(scene_of(rules, state), seat)


@pytest.mark.parametrize("title", ["brew_crafters", "brew_baron", "wizards_brew"])
def test_what_is_dealt_again_does_show_under_hidden(title):
    """Else the test above would prove nothing of these titles."""
    rules = load_rules(title)
    state = game_of(rules, rules.title.default_seats)[1]
    other = state.copy()
    with np.errstate(over="ignore"):
        rules.title.functions.conceal(rules.record, other, 0, np.uint64(7))
    assert scene_of(rules, other) != scene_of(rules, state)


def test_scores_are_those_of_the_outcome_and_come_from_their_sources(whole_game):
    rules, seats, tables = whole_game
    end = scene_of(rules, tables[-1])
    if end["now"]["is_over"]:  # random players of Wizard's Brew may reach the cap
        rows = simulate(rules, ["random"] * seats, [GAME], SEED)
        assert [each["score"] for each in end["seats"]] == rows["score"].tolist()
    for state in tables:
        for each in scene_of(rules, state)["seats"]:
            assert not each["score_from"] or sum(each["score_from"].values()) == each["score"]


CHANGES = [
    ("brew_crafters", "game.target_rep", 18, lambda scene: scene["common"]["target_rep"]),
    ("brew_crafters", "recipes.porter.rep", 6, lambda scene: scene["common"]["recipes"][1]["rep"]),
    ("brew_crafters", "recipes.ale.ingredients.hops", 3, lambda scene: scene["common"]["recipes"][0]["needs"]["hops"]),
    ("brew", "game.rounds", 3, lambda scene: scene["common"]["rounds"]),
    ("brew", "village.day.water.train", 2, lambda scene: int(scene["common"]["village"][2]["gives"][0].split()[1])),
    ("heaven_and_ale", "game.starting_ducats", 31, lambda scene: scene["seats"][0]["ducats"]),
    ("heaven_and_ale", "resources.hops.start", 2, lambda scene: scene["seats"][0]["markers"]["hops"]),
    ("heaven_and_ale", "barrels.large_vp", 9, lambda scene: scene["common"]["barrels"][0]["large"]["points"]),
    ("wizards_brew", "victory.seats_3", {"different": 4, "total": 5}, lambda scene: scene["common"]["to_win"]),
    ("wizards_brew", "game.cubes", 12, lambda scene: scene["seats"][0]["hidden"]["free_cubes"]),
    ("brew_baron", "brewhouse.slot_costs", [1, 1, 7], lambda scene: scene["common"]["slot_costs"]),
    ("brew_baron", "game.trophies_to_win", 3, lambda scene: scene["common"]["trophies_to_win"]),
]


@pytest.mark.parametrize(("title", "path", "value", "find"), CHANGES, ids=[f"{title}:{path}" for title, path, *_ in CHANGES])
def test_a_changed_value_shows(title, path, value, find):
    printed, changed = load_rules(title), load_rules(title, {path: value})
    seats = min(printed.title.seats)
    assert find(scene_of(changed, game_of(changed, seats)[0])) == value
    assert find(scene_of(printed, game_of(printed, seats)[0])) != value


def test_effects_of_cards_are_told_by_the_rules_in_force():
    rules = load_rules("brew_crafters", {"cards.farm.takes.hops": 3, "cards.farm.ingredient": "coffee"})
    farm = next(kind for kind in scene_of(rules, game_of(rules, 2)[0])["common"]["kinds"] if kind["name"] == "Farm")
    assert (farm["ingredient"], farm["effects"]) == ("coffee", ["take 3 hops"])


def test_the_garden_lies_as_the_rules_say():
    """The rules record knows who is whose neighbour, not where; the scene finds the places again."""
    printed = load_rules("heaven_and_ale").values
    common = scene_of(load_rules("heaven_and_ale"), game_of(load_rules("heaven_and_ale"), 2)[0])["common"]
    wanted = [spot for kind in ("sun", "shade", "sheds") for spot in printed[f"garden.{kind}"]]
    found = [*(plot["at"] for plot in common["plots"]), *common["sheds"]]
    dx, dy = wanted[0][0] - found[0][0], wanted[0][1] - found[0][1]
    assert [[x + dx, y + dy] for x, y in found] == wanted
    assert [plot["side"] for plot in common["plots"]] == ["sun"] * 15 + ["shade"] * 15


def test_the_map_lies_as_the_rules_say():
    printed = load_rules("wizards_brew").values
    areas = scene_of(load_rules("wizards_brew"), game_of(load_rules("wizards_brew"), 3)[0])["common"]["areas"]
    wanted = [[printed[f"map.area_{i}.x"], printed[f"map.area_{i}.y"]] for i in range(len(areas))]
    dx, dy = wanted[0][0] - areas[0]["at"][0], wanted[0][1] - areas[0]["at"][1]
    assert [[area["at"][0] + dx, area["at"][1] + dy] for area in areas] == wanted


def test_every_title_has_a_scene():
    assert all(hasattr(import_module(f"{load_rules(title).title.package}.scene"), "scene") for title in TITLES)
