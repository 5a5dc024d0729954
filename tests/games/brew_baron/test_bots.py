"""The bots of Brew Baron play the plans that bots.toml tells, and none of them is a plan to lose."""

import numpy as np
import pytest

from brewsim.bots import make_lineup, read_bots
from brewsim.games.brew_baron import TITLE
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, N_IMPROVEMENTS, N_KINDS
from brewsim.play import simulate

pytestmark = pytest.mark.compiled_only  # hundreds of games
PLANS = ("builder", "briber", "finetuner", "hoarder")


def rows_of_both(plan: str, games: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """The outcomes of one seat of a plan and of its three greedy rivals, in a rotating lineup."""
    rows = simulate("brew_baron", make_lineup(TITLE, [plan, "greedy", "greedy", "greedy"], rotates=True), games, seed=12)
    return rows[rows["bot"] == 0], rows[rows["bot"] > 0]


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_can_win(plan):
    """At least two thirds of a fair share against greedy, who in turn beats play at random nearly always."""
    assert np.nanmean(rows_of_both(plan, 1000)[0]["win_share"]) > 0.25 * 2 / 3


def test_random_play_loses():
    assert np.nanmean(rows_of_both("random")[0]["win_share"]) < 0.02


def test_the_builder_builds_more():
    own, rivals = (rows["uses"][:, :N_IMPROVEMENTS].sum(axis=1).mean() for rows in rows_of_both("builder"))
    assert own > 1.1 * rivals


def test_the_finetuner_uses_more_adjuncts():
    own, rivals = (rows["uses"][:, FIRST_ADJUNCT:N_KINDS].sum(axis=1).mean() for rows in rows_of_both("finetuner"))
    assert own > 1.25 * rivals


def test_the_briber_bribes_more():
    own, rivals = (rows["metrics"][:, TITLE.metrics.index("bribes_offered")].mean() for rows in rows_of_both("briber"))
    assert own > 2 * rivals


def test_the_hoarder_opens_its_purse_at_the_end():
    """A token matters more to it than to greedy while all trophies are to be won, and less when the leader lacks one."""
    bots = read_bots(TITLE)
    hoarder, greedy = bots["hoarder"].weights, bots["greedy"].weights
    assert hoarder["purse"] + hoarder["kept_tokens"] > 1.5 * greedy["purse"]
    assert hoarder["purse"] + hoarder["kept_tokens"] / 5 < greedy["purse"]
