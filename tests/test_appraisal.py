"""An appraisal takes the place of a vector of features and sums up what is added to it."""

import numpy as np

from brewsim.bots import make_lineup
from brewsim.engine.appraisal import Appraisal, weighs
from brewsim.engine.contract import new_record
from brewsim.engine.deciding import appraise, moment_of
from brewsim.games import load_title
from brewsim.parts.compiling import compiled
from brewsim.play import trace
from brewsim.rules import load_rules

WEIGHTS = np.array([[7.0, 7.0, 7.0], [1.0, 10.0, 100.0]])  # at two moments


@compiled
def tell(out, feature):
    out[0] += 2.0
    out[feature] += 3.0
    out[feature] -= 1.0


@compiled
def total_of(weights, moment, feature):
    appraisal = Appraisal(weights, moment)
    tell(appraisal, feature)
    return appraisal.total


def test_what_is_added_to_a_feature_adds_up():
    vector = np.zeros(3)
    tell(vector, 2)
    assert vector.tolist() == [2.0, 0.0, 2.0]
    assert total_of(WEIGHTS, 1, 2) == WEIGHTS[1] @ vector == 202.0
    assert total_of(WEIGHTS, 0, 2) == 28.0


@compiled
def tell_what_is_asked(out):
    for feature in range(3):
        if weighs(out, feature):
            out[feature] += np.inf if feature == 2 else 5.0


@compiled
def total_of_what_is_asked(weights, moment):
    appraisal = Appraisal(weights, moment)
    tell_what_is_asked(appraisal)
    return appraisal.total


def test_a_feature_without_weight_at_this_moment_is_not_asked_for():
    weights = np.array([[1.0, 1.0, 1.0], [0.0, -2.0, 0.0]])
    assert total_of_what_is_asked(weights, 1) == -10.0  # infinity times 0 would not be a number
    assert total_of_what_is_asked(weights, 0) == np.inf
    vector = np.zeros(3)
    tell_what_is_asked(vector)
    assert vector.tolist() == [5.0, 5.0, np.inf]


def test_an_option_is_worth_the_weighted_sum_of_its_features():
    title, rules = load_title("brew_crafters"), load_rules("brew_crafters")
    lineup = make_lineup(title, ["greedy", "random"])
    player, view, told = lineup.players(rules)[0][0], new_record(title.view_dtype), 0
    for step in trace(rules, lineup, game=3):
        title.functions.survey(rules.record, player.beliefs, step.before, view)
        vector = np.zeros(len(title.features))
        title.functions.features(rules.record, player.beliefs, step.before, view, step.action, vector)
        moment = moment_of(player, step.before)
        worth = appraise(rules.record, player, moment, step.before, view, step.action)
        assert np.isclose(worth, player.weights[moment] @ vector)
        told += vector.any()
    assert told > 20
