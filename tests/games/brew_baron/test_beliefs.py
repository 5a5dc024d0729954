"""What a bot takes for granted: tables that follow from beliefs and rules, and what its beliefs change."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.games.brew_baron import TITLE, codes
from brewsim.games.brew_baron.beliefs import believe
from brewsim.games.brew_baron.codes import BRIBE, BUYBACK, DISCARD, DRAW_ACTION, NO_BREW, PASS, TAKE, TAX_COLLECTOR
from brewsim.games.brew_baron.features import Feature
from brewsim.games.brew_baron.rating import N_PLACES
from brewsim.games.brew_baron.rules import GRAIN, HOPS, IMPROVEMENTS, MAX_BEERS
from brewsim.games.brew_baron.state import Phase
from brewsim.rules import load_rules
from tests.games.brew_baron.table import Table, card

VALUES = read_bots(TITLE)["greedy"].beliefs


def beliefs_by(changes=None) -> np.record:
    return believe(load_rules("brew_baron", changes).record, VALUES)


def test_an_unknown_judge_card_has_any_value_alike():
    assert beliefs_by().prior.tolist() == [1 / 13, 1 / 13]
    assert beliefs_by({"ingredients.hops.values": 8}).prior.tolist() == [1 / 13, 0.125]


def test_judges_bring_what_each_of_them_brings():
    """Owners 0 and 2 like the card; of owner 2 the other card is known as well, so his pair is no more in question."""
    beliefs = beliefs_by({"ingredients.hops.values": 8, "judging.pair_tokens": 2})
    assert beliefs.known_worth[GRAIN, 0b00101, 0b00110] == (1 + 2 / 8) + 1
    assert beliefs.known_worth[HOPS, 0b00101, 0b00110] == pytest.approx((1 + 2 / 13) + 1)
    assert beliefs.known_worth[GRAIN, 0, 0b11111] == 0
    assert beliefs.unknown_worth[HOPS, 0b11010] == pytest.approx(3 / 8)
    assert beliefs.pair_tokens[[0b00000, 0b10000, 0b10101]].tolist() == [0, 2, 6]


def test_every_action_of_a_turn_has_the_feature_of_its_own():
    """Whatever the order of features and codes is."""
    features = beliefs_by().turn_feature
    assert [features[action] for action in (DRAW_ACTION, BRIBE, BUYBACK)] == [Feature.ACTION_CARD, Feature.BRIBE, Feature.INSTANT]


def test_an_action_of_a_turn_costs_what_it_takes_and_does_not_bring():
    cost = beliefs_by().turn.cost
    assert [cost[action] for action in (PASS, TAKE, DRAW_ACTION, BRIBE, BUYBACK, TAX_COLLECTOR)] == [0, 1, 1, 1, -1, 3]


def test_only_the_features_of_its_own_move_with_an_action():
    new = Table(hands=("g1 h1", ""), actions=[["logistics"]], built=[["logistics"]])
    build = new.vector(codes.BUILD + IMPROVEMENTS.index("logistics"))
    assert {name for name, value in build.items() if value != 0} == {"purse", "kept_tokens", "turns", "more_action_cards", "prospect"}
    assert (build["more_action_cards"], build["turns"]) == (0.5, -2)  # one card more than two


def test_the_sorted_hand_has_a_place_for_every_beer():
    assert N_PLACES > MAX_BEERS


def test_a_token_matters_less_to_the_rich():
    new = Table(tokens=30)
    assert new.vector(DRAW_ACTION)["purse"] == -VALUES["rich"] / 30
    assert new.vector(DRAW_ACTION, rich=60.0)["purse"] == -1
    assert new.vector(DRAW_ACTION, rich=-5.0)["purse"] == 0


def test_what_the_refill_gives_back_costs_nothing():
    """BB-9: with an award of 1 to come, the refill to 4 gives back what is spent of 3 tokens, and nothing of those above."""
    costs = [Table(tokens=tokens).vector(DRAW_ACTION, award=1.0)["purse"] for tokens in (2, 3, 4, 5)]
    assert costs == [0, 0, -1, -1]
    assert Table(tokens=4).vector(DRAW_ACTION, award=3.5)["purse"] == -1
    assert Table(tokens=2, changes={"game.refill_to": 1}).vector(DRAW_ACTION, award=1.0)["purse"] == -1


def test_a_pass_gives_up_the_turns_of_all_tokens():
    """BB-21: but for those that an adjunct in hand will cost."""
    new = Table(tokens=3)
    assert (new.vector(DRAW_ACTION)["turns"], new.vector(PASS)["turns"]) == (-1, -3)
    assert Table(tokens=3, actions=[["coffee"]]).vector(PASS)["turns"] == -2


def test_beliefs_change_what_a_bot_sees():
    brewing = Table(hands=("g1 h1", "")).brewing()
    assert brewing.vector(NO_BREW, no_brew=0.7)["hand_worth"] == -0.7
    new = Table(hands=("g1 g2 g2", ""), judges="g1 h3 g1 h5", row="g5 h5")
    new.state.phase = Phase.DISCARD
    full, half = (-new.vector(DISCARD + card("g1"), spare=0.0, unpaired=share)["hand_worth"] for share in (1.0, 0.5))
    assert full > 0
    assert half == full  # two more grains are left for the one beer: the card is not the scarce one
    scarce = Table(hands=("g1", ""), judges="g1 h3 g1 h5", row="g5 h5")
    scarce.state.phase = Phase.DISCARD
    full, half = (-scarce.vector(DISCARD + card("g1"), spare=0.0, unpaired=share)["hand_worth"] for share in (1.0, 0.5))
    assert half == full / 2 > 0
