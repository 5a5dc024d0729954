"""What is in the box, against the rulebook's own counts."""

import pytest

from brewsim.errors import BadInput
from brewsim.games.brew_baron.rules import ADJUNCTS, FIRST_ADJUNCT, FIRST_INSTANT, IMPROVEMENTS, INSTANTS, KINDS, N_PRINTED
from brewsim.rules import load_rules, rule_values

RULES = load_rules("brew_baron").record


def of(kind: str) -> int:
    return KINDS.index(kind)


def test_the_action_deck_has_the_98_cards_of_the_reference():
    assert (len(IMPROVEMENTS), len(INSTANTS), len(ADJUNCTS), N_PRINTED) == (6, 5, 5, 16)
    assert RULES.copies[:FIRST_INSTANT].tolist() == [8] * 6
    assert RULES.copies[FIRST_INSTANT:N_PRINTED].tolist() == [5] * 10
    assert RULES.copies.sum() == 98


def test_there_are_65_cards_of_each_ingredient():
    assert (RULES.n_values * RULES.value_copies).tolist() == [65, 65]
    assert RULES.n_values.tolist() == [13, 13]


def test_numbers_are_as_printed():
    assert (RULES.trophies_to_win, RULES.refill_to, RULES.ingredient_limit, RULES.action_limit) == (5, 4, 5, 7)
    assert (RULES.ingredients_dealt, RULES.actions_dealt, RULES.turn_cost) == (2, 2, 1)
    assert 2 * RULES.match_tokens + RULES.pair_tokens == 3


@pytest.mark.parametrize(
    ("field", "kind", "amount"),
    [
        ("extra_ingredients", "farmers_market", 1),
        ("tokens_per_round", "investors", 1),
        ("extra_actions", "logistics", 1),
        ("extra_limit", "storage_bins", 2),
        ("keeps_hidden", "trade_secrets", 1),
        ("extra_beers", "yeast_reserves", 1),
    ],
)
def test_each_improvement_does_one_thing(field, kind, amount):
    effects = RULES[field].tolist()
    assert effects[of(kind)] == amount
    assert sum(effects) == amount


@pytest.mark.parametrize(
    ("kind", "shift"), [("citrus", [0, -1]), ("coffee", [0, 1]), ("honey", [-1, 0]), ("pumpkin", [1, 0]), ("barrel_aging", [0, 0])]
)
def test_adjuncts_shift_as_printed(kind, shift):
    assert RULES.shift[of(kind) - FIRST_ADJUNCT].tolist() == shift
    assert RULES.replaces[of(kind) - FIRST_ADJUNCT] == (kind == "barrel_aging")


def test_costs_come_from_the_rules():
    assert RULES.slot_costs[: RULES.n_slots].tolist() == [0, 1, 2, 3, 4]
    assert [int(RULES.play_cost[of(kind)]) for kind in INSTANTS] == [2, 1, 2, 1, 2]
    assert [int(RULES.cost[of(kind)]) for kind in ADJUNCTS] == [2, 1, 1, 1, 1]
    assert load_rules("brew_baron", {"bribe.pays_turn": False}).record.bribe_cost == 2
    assert load_rules("brew_baron", {"game.turn_cost": 2}).record.bribe_cost == 2


def test_assumptions_are_marked():
    basis = {value.path: value.basis for value in rule_values("brew_baron")}
    assert basis["rulings.tie"] == basis["ingredients.hops.values"] == basis["instants.buyback.cost"] == "assumed"
    assert basis["game.trophies_to_win"] == basis["improvements.investors.copies"] == basis["adjuncts.honey.grain"] == "printed"


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("rulings.tie", "coin", "no_trophy"),
        ("improvements.investor.copies", 3, "investors"),
        ("game.turn_cost", 0, "greater than or equal to 1"),
        ("brewhouse.slot_costs", [0, -1], "from 0 to 20"),
        ("ingredients.grain.values", 2, "11 are dealt"),
        ("game.ingredients_dealt", 3.0, "integer"),
        ("adjuncts.honey.grain", 9, "less than or equal to 3"),
    ],
)
def test_impossible_values_are_refused_with_a_hint(path, value, said):
    with pytest.raises(BadInput, match=said):
        load_rules("brew_baron", {path: value})


def test_a_shorter_scale_of_values_can_be_played():
    changes = {f"ingredients.{name}.{key}": n for name in ("grain", "hops") for key, n in (("values", 5), ("copies", 13))}
    rules = load_rules("brew_baron", changes).record
    assert (rules.n_values * rules.value_copies).tolist() == [65, 65]
    assert rules.n_values.tolist() == [5, 5]
