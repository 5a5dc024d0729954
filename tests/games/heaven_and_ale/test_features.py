"""What bots see and how they play: every plan visible, the all-rounder strong."""

from itertools import pairwise

import numpy as np
import pytest

from brewsim.bots import make_lineup, read_bots
from brewsim.engine.contract import new_record
from brewsim.games.heaven_and_ale.features import FEATURES, Feature, features
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.games.heaven_and_ale.view import VIEW, survey
from brewsim.play import simulate, trace
from brewsim.rules import load_rules
from tests.games.heaven_and_ale.table import RULES, TITLE, actions_of

BELIEFS = make_lineup(TITLE, ["greedy"] * 4).players(load_rules("heaven_and_ale"))[0][0].beliefs


def seen(state: np.record) -> np.ndarray:
    """The features of all legal actions, as the all-rounder sees them."""
    actions, view = actions_of(state), new_record(VIEW)
    survey(RULES, BELIEFS, state, view)
    out = np.zeros((len(actions), len(FEATURES)))
    for i, action in enumerate(actions):
        features(RULES, BELIEFS, state, view, action, out[i])
    return out


def test_a_turn_is_valued_alike_before_and_after_the_move():
    """A tile that a space is moved to for looks the same as a purchase when one stands there, but for what a move passes over."""
    compared = 0
    steps = list(trace("heaven_and_ale", ["greedy"] * 4, game=2, seed=3))
    same = [
        Feature.LATER_STEPS,
        Feature.LATER_DUCATS,
        Feature.TOUCH,
        Feature.HARVEST,
        Feature.SHED_BREW,
        Feature.SHED_YIELD,
        Feature.DUCATS,
    ]
    for move, buy in pairwise(steps):
        if move.before.phase == Phase.MOVE and buy.before.phase == Phase.BUY:
            as_move = seen(move.before)[move.options.tolist().index(move.action)]
            assert as_move[same].tolist() in seen(buy.before)[:, same].tolist()
            compared += 1
    assert compared > 50


def test_a_tile_that_no_disc_can_score_promises_nothing():
    """In the last round, behind the last disc, a tile in the sun brings no steps; before it, it may."""
    seen_behind, seen_before = [], []
    for step in trace("heaven_and_ale", ["greedy"] * 4, game=4, seed=3):
        state = step.before
        if state.phase == Phase.MOVE and state.rounds == RULES.total_rounds[4] - 1:
            has_discs_ahead = state.space_discs[state.position[state.seat] :].any()
            (seen_before if has_discs_ahead else seen_behind).append(seen(state))
    assert (np.vstack(seen_behind)[:, [Feature.LATER_STEPS, Feature.SELL]] == 0).all()
    assert (np.vstack(seen_before)[:, Feature.LATER_STEPS] > 0).any()


@pytest.mark.compiled_only
def test_greedy_reaches_the_level_of_a_good_heuristic():
    """A public program of the game reports 16 to 22 points at 4 seats for its better heuristic, 38 to 40 for tree search."""
    rows = simulate("heaven_and_ale", ["greedy"] * 4, 1000, seed=1)
    assert rows["score"].mean() > 39


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("bot", "wanted", "among", "factor"),
    [
        ("shade", ["ducats_left"], [], 1.5),
        ("sun", ["sun_tiles"], ["sun_tiles", "shade_tiles"], 1.2),
        ("monks", ["monk_tiles"], [], 1.5),
        ("sheds", ["tiles_shed_0", "tiles_shed_4"], [], 1.3),
        ("barrels", ["barrels_large", "barrels_small"], [], 1.1),
    ],
)
def test_every_plan_is_visible(bot, wanted, among, factor):
    """Among three all-rounders each bot has clearly more of what its plan is about."""
    lineup = make_lineup(TITLE, [bot, "greedy", "greedy", "greedy"], rotates=True)
    rows = simulate("heaven_and_ale", lineup, 1000, seed=2)
    amounts = rows["metrics"][:, [TITLE.metrics.index(metric) for metric in wanted]].sum(axis=1).astype(float)
    if among:
        amounts /= rows["metrics"][:, [TITLE.metrics.index(metric) for metric in among]].sum(axis=1)
    assert amounts[rows["bot"] == 0].mean() > factor * amounts[rows["bot"] != 0].mean()


@pytest.mark.compiled_only
@pytest.mark.parametrize("bot", sorted(set(read_bots(TITLE)) - {"greedy"}))
def test_no_plan_beats_the_all_rounder(bot):
    """One of it among three all-rounders wins no more than its fair quarter, within four standard errors of 1000 games."""
    lineup = make_lineup(TITLE, [bot, "greedy", "greedy", "greedy"], rotates=True)
    rows = simulate("heaven_and_ale", lineup, 1000, seed=4)
    assert rows["win_share"][rows["bot"] == 0].mean() < 0.25 + 4 * (0.25 * 0.75 / 1000) ** 0.5


@pytest.mark.compiled_only
@pytest.mark.parametrize("bot", ["shade", "sun", "monks", "sheds", "barrels"])
def test_plans_are_not_hopeless(bot):
    """They win more than half of a fair quarter."""
    lineup = make_lineup(TITLE, [bot, "greedy", "greedy", "greedy"], rotates=True)
    rows = simulate("heaven_and_ale", lineup, 1000, seed=5)
    assert rows["win_share"][rows["bot"] == 0].mean() > 0.125
