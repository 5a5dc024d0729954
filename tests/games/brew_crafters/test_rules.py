"""What is in the box, against the rulebook's own counts."""

import numpy as np
import pytest

from brewsim.errors import BadInput
from brewsim.games.brew_crafters.rules import INGREDIENTS, KINDS, RECIPES, CardClass
from brewsim.rules import load_rules, rule_values

RULES = load_rules("brew_crafters").record


def of(kind: str) -> int:
    return KINDS.index(kind)


def test_the_deck_has_46_cards_of_13_kinds():
    assert len(KINDS) == 13
    assert RULES.copies.sum() == 46
    assert sorted(RULES.copies[:13].tolist()) == [3] * 6 + [4] * 7


def test_all_kinds_of_three_copies_are_workers():
    assert {CardClass(RULES.card_class[k]) for k in range(13) if RULES.copies[k] == 3} == {CardClass.WORKER}


def test_ingredients_add_up():
    totals = dict(zip(INGREDIENTS, np.bincount(RULES.ingredient, RULES.copies, 5).astype(int).tolist()))
    assert totals == {"malt": 14, "hops": 15, "yeast": 10, "fruit": 3, "coffee": 4}


def test_ale_is_as_printed():
    assert RULES.needs[RECIPES.index("ale")].tolist() == [1, 2, 1, 0, 0]
    assert RULES.rep[RECIPES.index("ale")] == 3


@pytest.mark.parametrize(
    ("kind", "bonus"),
    [
        ("ale_and_porter_specialist", [1, 1, 0, 0, 0]),
        ("brewmaster", [0, 0, 1, 1, 2]),
        ("hops_expert", [1, 0, 1, 0, 0]),
        ("hops_infusers", [1, 0, 1, 0, 1]),
        ("malt_expert", [0, 1, 0, 1, 0]),
        ("oak_barrelhouse", [0, 1, 0, 1, 1]),
        ("farm", [0, 0, 0, 0, 0]),
    ],
)
def test_bonus_rep_is_as_printed(kind, bonus):
    assert RULES.bonus_rep[of(kind)].tolist() == bonus


def test_savings_takes_and_end_bonuses_are_as_printed():
    lambic, stout, reserve = (RECIPES.index(name) for name in ("lambic", "coffee_stout", "special_reserve"))
    malt, hops = 0, 1
    assert np.argwhere(RULES.saves).tolist() == [
        [of("boil_kettle"), lambic, hops],
        [of("boil_kettle"), reserve, hops],
        [of("mash_tun"), stout, malt],
        [of("mash_tun"), reserve, malt],
    ]
    assert np.argwhere(RULES.takes).tolist() == [[of("barley_grower"), malt], [of("farm"), hops]]
    assert np.argwhere(RULES.extra_plays).tolist() == [[of("night_shift")]]
    assert np.argwhere(RULES.end_rep).tolist() == [
        [of("brewery_tour"), CardClass.EQUIPMENT],
        [of("employee_manager"), CardClass.WORKER],
    ]


def test_what_is_not_in_the_rulebook_is_marked_assumed():
    bases = {value.path: value.basis for value in rule_values("brew_crafters")}
    assert bases["recipes.ale.rep"] == "printed"
    assert bases["recipes.porter.ingredients.malt"] == "assumed"
    assert bases["cards.farm.copies"] == "printed"
    assert bases["cards.farm.ingredient"] == "assumed"
    assert bases["cards.farm.class"] == "inferred"
    for ruling in ("refill_after_takes", "reshuffle", "gift_after_pass"):
        assert bases[f"rulings.{ruling}"] == "assumed"


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("cards.farm.copies", -1, "greater than or equal to 0"),
        ("cards.farm.copies", 9, "less than or equal to 8"),
        ("cards.farm.ingredient", "water", "'malt', 'hops', 'yeast', 'fruit' or 'coffee'"),
        ("recipes.ale.ingredients.hops", 8, "a hand holds 1 to 9"),
        ("game.starting_hand", 10, "45 are dealt"),
        ("game.target_rep", "21", "valid integer"),
    ],
)
def test_impossible_values_are_refused(path, value, complaint):
    if path == "game.starting_hand":
        changes = {path: value, "cards.farm.copies": 2}
    else:
        changes = {path: value}
    with pytest.raises(BadInput, match=complaint):
        load_rules("brew_crafters", changes)


def test_an_unknown_path_names_the_nearest():
    with pytest.raises(BadInput, match=r"cards\.boil_ketle\.copies.*did you mean 'cards\.boil_kettle\.copies'"):
        load_rules("brew_crafters", {"cards.boil_ketle.copies": 3})
