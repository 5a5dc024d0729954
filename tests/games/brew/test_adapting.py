"""Bots of Brew see what things do under the rules at hand: what does nothing is used far less, what is made strong far more."""

from functools import cache

import pytest

from brewsim.games.brew import TITLE
from brewsim.play import simulate
from brewsim.rules import load_rules

pytestmark = pytest.mark.compiled_only  # a thousand games a case

GAMES, SEATS = 1000, 3


@cache
def mean_uses(bot: str, **changes: float) -> dict[str, float]:
    """How often a seat uses each item, with rules changed: `a__b` stands for `a.b`."""
    rules = load_rules("brew", {name.replace("__", "."): value for name, value in changes.items()})
    rows = simulate(rules, [bot] * SEATS, GAMES, seed=17)
    uses = rows["uses"].mean(axis=0).tolist()
    return {item: uses[number] for item, number in TITLE.item_numbers.items()}


@pytest.mark.parametrize("bot", ["greedy", "expert"])
@pytest.mark.parametrize(
    ("item", "changes"),
    [
        ("potion_herald", {"creatures__potion_herald__amount": 0}),
        ("creature_herald", {"creatures__creature_herald__amount": 0}),
        ("berry_merchant", {"creatures__berry_merchant__vp_for_1": 0, "creatures__berry_merchant__vp_for_2": 0}),
        ("forage_den", {"creatures__forage_den__amount": 0}),
        ("element_den", {"game__element_dice": 0}),
        ("day_any_1", {"village__day__any_1__choice": 0}),
        ("forest_f01", {"forests__f01__vp": 0}),
        ("reroll_b", {"potions__reroll_b__vp": 0}),
    ],
)
def test_what_does_nothing_is_used_far_less(bot, item, changes):
    assert mean_uses(bot, **changes)[item] < 0.5 * mean_uses(bot)[item]


@pytest.mark.parametrize("bot", ["greedy", "expert"])
@pytest.mark.parametrize(
    ("item", "changes"),
    [
        ("day_any_1", {"village__day__any_1__choice": 4}),
        ("day_any_2", {"village__day__any_2__train": 1}),
        ("day_fire", {"village__day__fire__berries": 4}),
        ("night_water", {"village__night__water__each": 3}),
        ("forest_f01", {"forests__f01__vp": 20}),
        ("place_d", {"potions__place_d__vp": 15}),
    ],
)
def test_what_is_made_strong_is_used_far_more(bot, item, changes):
    assert mean_uses(bot, **changes)[item] > 1.3 * mean_uses(bot)[item]
