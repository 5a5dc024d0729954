"""What bots see and how they play: nothing stale, every plan visible, the all-rounder strong."""

import numpy as np
import pytest

from brewsim.bots import make_lineup, read_bots
from brewsim.games import load_title
from brewsim.games.heaven_and_ale.features import FEATURES, features
from brewsim.games.heaven_and_ale.options import legal
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.games.heaven_and_ale.survey import survey
from brewsim.play import simulate, trace
from brewsim.rules import load_rules

RULES = load_rules("heaven_and_ale").record
TITLE = load_title("heaven_and_ale")


def seen(state: np.record) -> np.ndarray:
    """The features of all legal actions."""
    actions = np.zeros(TITLE.max_actions + 64, np.int32)
    n = legal(RULES, state, actions)
    survey(RULES, state)
    out = np.zeros((n, len(FEATURES)))
    for i in range(n):
        features(RULES, state, actions[i], out[i])
    return out


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_kept_of_a_survey_is_never_stale(seats):
    """The parts that are valued once a turn are the same when they are valued anew."""
    kept = 0
    for step in trace("heaven_and_ale", ["greedy"] * seats, game=2, seed=3):
        with np.errstate(over="ignore"):
            kept += int(step.before.surveyed == step.before.stamp)
            before = seen(step.before)
            step.before.surveyed = -1
            np.testing.assert_array_equal(before, seen(step.before))
    assert kept > 0


def test_a_tile_that_no_disc_can_score_promises_nothing():
    """In the last round, behind the last disc, a tile in the sun brings no steps; before it, it may."""
    later_steps, sells = FEATURES.index("later_steps"), FEATURES.index("sell")
    seen_behind, seen_before = [], []
    for step in trace("heaven_and_ale", ["greedy"] * 4, game=4, seed=3):
        state = step.before
        if state.phase == Phase.MOVE and state.rounds == RULES.total_rounds[4] - 1:
            with np.errstate(over="ignore"):
                rows = seen(state)
            has_discs_ahead = state.space_discs[state.position[state.seat] :].any()
            (seen_before if has_discs_ahead else seen_behind).append(rows)
    assert (np.vstack(seen_behind)[:, [later_steps, sells]] == 0).all()
    assert (np.vstack(seen_before)[:, later_steps] > 0).any()


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
