"""The bots of Brew play the plans that bots.toml tells."""

import numpy as np
import pytest

from brewsim.bots import make_lineup
from brewsim.games.brew import TITLE
from brewsim.play import simulate

pytestmark = pytest.mark.compiled_only  # hundreds of games


def mean_metrics(bots, bot, games=2000):
    """What a bot of a rotating lineup reports on average."""
    rows = simulate("brew", make_lineup(TITLE, bots, rotates=True), games, seed=12)
    is_bot = np.array(bots)[rows["bot"]] == bot
    return dict(zip(TITLE.metrics, rows["metrics"][is_bot].mean(axis=0)))


@pytest.mark.parametrize(
    ("bot", "metric", "ratio"),
    [("forests", "vp_forests", 1.03), ("brewer", "potions_brewed", 1.08), ("trainer", "creatures_trained", 1.25)],
)
def test_a_plan_shows_in_what_the_bot_does(bot, metric, ratio):
    bots = ["greedy", bot, "greedy", "greedy"]
    assert mean_metrics(bots, bot)[metric] > ratio * mean_metrics(bots, "greedy")[metric]


def test_the_disruptor_spoils_forests():
    """Against it a bot wins fewer forests than against the others."""
    spoilt = mean_metrics(["greedy", "disruptor"], "greedy")
    for rival in ("brewer", "trainer"):
        assert spoilt["vp_forests"] < mean_metrics(["greedy", rival], "greedy")["vp_forests"]
