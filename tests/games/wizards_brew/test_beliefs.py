"""What a bot takes for granted, by the rules and by its own numbers."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.games.wizards_brew import TITLE
from brewsim.games.wizards_brew.beliefs import LONGEST_GAME, Use, believe
from brewsim.games.wizards_brew.rules import TextPhase
from brewsim.rules import load_rules
from tests.games.wizards_brew.table import spell

PRINTED = read_bots(TITLE)["greedy"].beliefs
RULES = load_rules("wizards_brew").record


def test_the_worth_of_spells_follows_from_rules_and_beliefs():
    beliefs = believe(RULES, PRINTED)
    assert beliefs.worth[spell("earth_font")].tolist() == [3, 0, 0, 0, 0, 0]
    assert beliefs.worth[spell("great_thrift"), Use.CARDS] == 1.3
    assert beliefs.worth[spell("great_thrift"), Use.SAVING] == 2 * 1.3
    assert beliefs.worth[spell("red_magic"), Use.COLOUR] == 2 * 0.25
    assert beliefs.worth[spell("quintessence"), Use.REACH] == 12 * 0.25
    assert beliefs.worth[spell("mud"), Use.REACH] == 2 * 0.25
    assert beliefs.worth[spell("wayfarer"), [Use.REACH, Use.CONTROL]].tolist() == [0.4, 0.6]
    assert beliefs.text_worth[spell("sceptre")].tolist() == [0.1, 0.8, 0.3]
    assert beliefs.text_worth[spell("thrift"), TextPhase.INGREDIENT] == 1.3
    richer = load_rules("wizards_brew", {"spells.great_thrift.less": 3}).record
    assert believe(richer, PRINTED).worth[spell("great_thrift"), Use.SAVING] == pytest.approx(3 * 1.3)


def test_cubes_last_by_the_cost_of_the_spell():
    beliefs = believe(RULES, PRINTED)
    assert beliefs.life[spell("earth_font"), :4].tolist() == [0, 1, 2, 3]
    assert beliefs.life[spell("toll"), :6].tolist() == [0, 1, 1, 2, 2, 3]
    assert beliefs.annuity[1, :4].tolist() == [0, 1, 1.5, 1.75]
    assert beliefs.expected[[0, 1, 5, 7]].tolist() == [1, 1, 4, 5]


def test_a_mean_spell_brings_no_gain_on_average():
    np.testing.assert_allclose(believe(RULES, PRINTED).exchange_gain.mean(axis=0), 0, atol=1e-12)


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
