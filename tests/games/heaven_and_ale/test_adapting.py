"""Bots see what things do under the rules at hand: what is made void is used less, what is made strong is used more, without any tuning."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from brewsim.games.heaven_and_ale.box import BARRELS
from brewsim.play import simulate
from brewsim.rules import load_rules
from tests.games.heaven_and_ale.table import TITLE

GAMES, SEATS = 800, 4

pytestmark = pytest.mark.compiled_only


Play = Callable[[dict[str, Any]], np.ndarray]


@pytest.fixture(scope="module", params=["greedy", "expert"])
def play(request) -> Play:
    return lambda changes: simulate(load_rules(TITLE.name, changes), [request.param] * SEATS, GAMES, seed=17)


@pytest.fixture(scope="module")
def printed(play) -> np.ndarray:
    return play({})


def uses(rows: np.ndarray, *items: str) -> float:
    """How often a seat uses these items in a game."""
    return float(rows["uses"][:, [TITLE.item_numbers[item] for item in items]].sum(axis=1).mean())


def metric(rows: np.ndarray, name: str) -> float:
    return float(rows["metrics"][:, TITLE.metrics.index(name)].mean())


@pytest.mark.parametrize(
    ("items", "changes", "factor"),
    [
        (["privilege_money"], {"privileges.privilege_money.ducats": 0}, 0.1),
        (["privilege_brewmaster"], {"privileges.privilege_brewmaster.brewmaster_steps": 0}, 0.1),
        (["privilege_colour"], {"privileges.privilege_colour.steps_per_tile": 0}, 0.2),
        (["privilege_lowest"], {"privileges.privilege_lowest.steps_per_disc": 0}, 0.1),
        (["privilege_barrel"], {"privileges.privilege_barrel.vp_per_barrel": 0}, 0.2),
        (["shed_0"], {"sheds.shed_0.brewmaster_steps": 0}, 0.1),
        (["monk_1", "monk_2", "monk_3", "monk_4"], {"track.monk_prices": [20, 20, 20, 20]}, 0.5),
        (BARRELS, {"barrels.large_vp": 0, "barrels.small_vp": 0}, 0.9),
    ],
)
def test_what_is_made_void_or_dear_is_used_less(play, printed, items, changes, factor):
    """Barrels that are worth nothing are still claimed by those who have nothing better to do."""
    assert uses(play(changes), *items) < factor * uses(printed, *items)


@pytest.mark.parametrize(
    ("items", "changes", "factor"),
    [
        (["privilege_lowest"], {"privileges.privilege_lowest.steps_per_disc": 5}, 1.15),  # who completes a pair places it once
        (["privilege_barrel"], {"privileges.privilege_barrel.vp_per_barrel": 10}, 1.3),
        (["shed_2"], {"sheds.shed_2.brewmaster_steps": 10}, 4.0),
        (["shed_4"], {"sheds.shed_4.brewmaster_steps": 10}, 1.5),
        (["barrel_sun"], {"barrels.goals.barrel_sun.extra_large_vp": 46, "barrels.goals.barrel_sun.extra_small_vp": 48}, 2.0),
        (["barrel_fertile"], {"barrels.goals.barrel_fertile.extra_large_vp": 46}, 1.2),
        (["barrel_full_track"], {"barrels.goals.barrel_full_track.extra_large_vp": 46}, 1.3),
    ],
)
def test_what_is_made_strong_is_used_more(play, printed, items, changes, factor):
    assert uses(play(changes), *items) > factor * uses(printed, *items)


def test_a_brewmaster_who_multiplies_nothing_stays_behind(play, printed):
    """With 3 points for each spot, wherever he is."""
    flat = play({f"final.tier_{tier}.vp": 3 for tier in range(1, 9)})
    assert metric(flat, "brewmaster") < metric(printed, "brewmaster") - 5


def test_large_barrels_are_claimed_the_more_the_more_points_they_have(play, printed):
    """There are three for each seat, and nearly all are claimed in print."""
    void, strong = play({"barrels.large_vp": 0}), play({"barrels.large_vp": 50})
    assert metric(void, "barrels_large") < metric(printed, "barrels_large") < metric(strong, "barrels_large")


def test_a_dear_sun_is_left_empty(play, printed):
    assert metric(play({"game.sun_price": 5}), "sun_tiles") < 0.8 * metric(printed, "sun_tiles")
