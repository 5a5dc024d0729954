"""What a bot takes for granted, by the rules and by its own numbers."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.games.wizards_brew import TITLE
from brewsim.games.wizards_brew.beliefs import LONGEST_GAME, Use, believe
from brewsim.games.wizards_brew.rules import SPELLS, TextPhase
from brewsim.rules import load_rules
from tests.games.wizards_brew.table import SPELLS_OF_TESTS, spell

PRINTED = read_bots(TITLE)["greedy"].beliefs
RULES = load_rules("wizards_brew", SPELLS_OF_TESTS).record


def test_the_worth_of_spells_follows_from_rules_and_beliefs():
    beliefs, worth = believe(RULES, PRINTED), {name: PRINTED[f"effect_worth.{name}"] for name in ("less", "less_for", "stand_ins")}
    assert beliefs.worth[spell("earth_font")].tolist() == [3, 0, 0, 0, 0, 0]
    assert beliefs.worth[spell("great_thrift"), Use.CARDS] == PRINTED["wild_card"]
    assert beliefs.worth[spell("great_thrift"), Use.SAVING] == 2 * worth["less"]
    assert beliefs.worth[spell("red_magic"), Use.COLOUR] == 2 * worth["less_for"]
    assert beliefs.worth[spell("quintessence"), Use.REACH] == 12 * worth["stand_ins"]
    assert beliefs.worth[spell("mud"), Use.REACH] == 2 * worth["stand_ins"]
    assert beliefs.worth[spell("wayfarer"), [Use.REACH, Use.CONTROL]].tolist() == [
        PRINTED["free_horse.reach"],
        PRINTED["free_horse.control"],
    ]
    assert beliefs.text_worth[spell("sceptre")].tolist() == [0.1, 0.8, 0.3]
    assert beliefs.text_worth[spell("thrift"), TextPhase.INGREDIENT] == worth["less"]
    richer = load_rules("wizards_brew", {**SPELLS_OF_TESTS, "spells.great_thrift.less": 3}).record
    assert believe(richer, PRINTED).worth[spell("great_thrift"), Use.SAVING] == pytest.approx(3 * worth["less"])


def test_echo_is_worth_what_it_can_copy():
    """More with more phases, and nothing in a deck without texts."""
    plain = [
        name for name in SPELLS if name in ("earth_font", "fire_font", "air_font", "water_font", "small_wish", "great_wish", "fair_winds")
    ]
    phases = [load_rules("wizards_brew", {**SPELLS_OF_TESTS, "spells.echo.echo": n}).record for n in range(4)]
    worth = [believe(rules, PRINTED).total_worth[spell("echo")] for rules in phases]
    assert worth == sorted(worth)
    assert worth[0] == 2 < worth[1]
    few = {
        f"spells.{name}.copies": 0
        for name in SPELLS
        if name not in (*plain, "echo", "red_magic", "blue_magic", "ward", "sceptre", "late_start")
    }
    changes = {**SPELLS_OF_TESTS, **few, "spells.late_start.cards_if_last": 0, "spells.ward.ward": False, "spells.sceptre.sceptre": False}
    changes |= {"spells.red_magic.less_for.red": 0, "spells.blue_magic.less_for.blue": 0}
    assert believe(load_rules("wizards_brew", changes).record, PRINTED).total_worth[spell("echo")] == 2


def test_a_dispel_of_more_cubes_is_worth_more():
    one, two = (load_rules("wizards_brew", {**SPELLS_OF_TESTS, "spells.dispel.dispel_cubes": n}).record for n in (1, 2))
    assert believe(one, PRINTED).total_worth[spell("dispel")] < believe(two, PRINTED).total_worth[spell("dispel")]


def test_cubes_last_by_the_cost_of_the_spell():
    beliefs = believe(RULES, PRINTED)
    assert beliefs.life[spell("earth_font"), :4].tolist() == [0, 1, 2, 3]
    assert beliefs.life[spell("toll"), :6].tolist() == [0, 1, 1, 2, 2, 3]
    assert beliefs.annuity[1, :4].tolist() == [0, 1, 1.5, 1.75]
    slower = believe(RULES, {**PRINTED, "rounds_per_missing": 0.7})
    assert slower.expected[[0, 1, 5, 7]].tolist() == [1, 1, 4, 5]


def test_a_mean_spell_brings_no_gain_on_average():
    np.testing.assert_allclose(believe(RULES, PRINTED).exchange_gain[RULES.in_deck > 0].mean(axis=0), 0, atol=1e-12)


@pytest.mark.parametrize("name", PRINTED)
def test_every_belief_changes_what_a_bot_sees(name):
    changed = believe(RULES, {**PRINTED, name: PRINTED[name] + 1.5})
    assert changed.tobytes() != believe(RULES, PRINTED).tobytes()


@pytest.mark.parametrize("value", [-1e300, -1.0, 0.0, 1e300])
def test_any_number_can_be_believed(value):
    """Tables that are looked up stay in their range."""
    for name in PRINTED:
        beliefs = believe(RULES, {**PRINTED, name: value})
        assert 1 <= beliefs.expected.min() <= beliefs.expected.max() <= LONGEST_GAME
        assert beliefs.most_edge >= 1
        assert np.isfinite(beliefs.exchange_rounds).all()
        assert not np.isnan(beliefs.fade).any()


def test_who_asks_twice_gets_beliefs_of_his_own():
    believe(RULES, PRINTED).worth[:] = 0
    assert believe(RULES, PRINTED).worth.any()


@pytest.mark.parametrize(("cards", "halves"), [(3, 6), (2.9, 5), (2.1, 5), (0, 0), (-0.5, -1), (-2, -4)])
def test_new_first_is_compared_in_halves_of_a_card(cards, halves):
    assert believe(RULES, {**PRINTED, "new_first": cards}).new_first == halves
