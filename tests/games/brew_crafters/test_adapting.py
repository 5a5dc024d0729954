"""Bots see what a card or a recipe does under these rules: a change with a known effect moves its use, without any tuning."""

from collections.abc import Mapping
from functools import cache

import pytest

from brewsim.play import simulate
from brewsim.rules import load_rules

pytestmark = pytest.mark.compiled_only
GAMES, SEED = 2_000, 4

VOID = {
    "hops_infusers": {f"cards.hops_infusers.bonus_rep.{beer}": 0 for beer in ("ale", "lambic", "special_reserve")},
    "oak_barrelhouse": {f"cards.oak_barrelhouse.bonus_rep.{beer}": 0 for beer in ("porter", "coffee_stout", "special_reserve")},
    "brewmaster": {f"cards.brewmaster.bonus_rep.{beer}": 0 for beer in ("lambic", "coffee_stout", "special_reserve")},
    "mash_tun": {f"cards.mash_tun.saves.{beer}.malt": 0 for beer in ("coffee_stout", "special_reserve")},
    "boil_kettle": {  # it saves what these beers do not take
        **{f"cards.boil_kettle.saves.{beer}.hops": 0 for beer in ("lambic", "special_reserve")},
        "cards.boil_kettle.saves.ale.fruit": 3,
        "cards.boil_kettle.saves.porter.coffee": 3,
    },
    "brewery_tour": {"cards.brewery_tour.end_rep_per_equipment": 0},
    "employee_manager": {"cards.employee_manager.end_rep_per_worker": 0},
    "special_reserve": {"recipes.special_reserve.rep": 1},
    "coffee_stout": {"recipes.coffee_stout.rep": 0},
}
STRONG = {
    "ale_and_porter_specialist": {"cards.ale_and_porter_specialist.bonus_rep.ale": 5},
    "barley_grower": {"cards.barley_grower.takes.malt": 2, "cards.barley_grower.takes.hops": 2},
    "night_shift": {"cards.night_shift.extra_plays": 3},
    "brewery_tour": {"cards.brewery_tour.end_rep_per_equipment": 7},
    "ale": {"recipes.ale.rep": 9},
    "lambic": {"recipes.lambic.rep": 12},
}


PLAYERS = ("greedy", "expert")
BOTS = pytest.mark.parametrize("bot", PLAYERS)
LEARNED_AWAY = {("expert", "night_shift")}  # as it is in print it is worth next to nothing to expert, who takes no notice of more of it


def uses(bot: str, item: str, changes: Mapping[str, int] | None = None) -> float:
    """How often a seat uses an item in a game of three such bots."""
    rules = load_rules("brew_crafters", changes)
    rows = simulate(rules, [bot] * 3, GAMES, SEED)
    return float(rows["uses"][:, rules.title.item_numbers[item]].mean())


printed_uses = cache(uses)


@BOTS
@pytest.mark.parametrize("item", VOID)
def test_what_does_nothing_is_used_far_less(bot, item):
    assert uses(bot, item, VOID[item]) < 0.25 * printed_uses(bot, item)


@pytest.mark.parametrize(("bot", "item"), [(bot, item) for bot in PLAYERS for item in STRONG if (bot, item) not in LEARNED_AWAY])
def test_what_is_made_very_strong_is_used_far_more(bot, item):
    often = printed_uses(bot, item)
    assert uses(bot, item, STRONG[item]) > min(3 * often, 0.9)


@BOTS
def test_a_bonus_on_a_beer_makes_that_beer(bot):
    """Whoever builds the Specialist of a much better Ale also brews it."""
    assert uses(bot, "ale", STRONG["ale_and_porter_specialist"]) > 10 * printed_uses(bot, "ale")
