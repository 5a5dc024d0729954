"""The ladder: bots in the order of how good they are, whoever does the work."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.errors import BadInput
from brewsim.ladder import FAST_GAMES, SEARCH_GAMES, _meetings, choose_bots, climb, games_of
from brewsim.matches import Table, lay_table, whole_rotations, workers
from brewsim.rules import load_rules

pytestmark = pytest.mark.compiled_only

TABLE = Table(load_rules("brew_crafters"), (0, 1, 2))
BOTS = read_bots(TABLE.rules.title)
NOISY = BOTS["greedy"].model_copy(update={"temperature": 1.0})
WEAK = BOTS["greedy"].model_copy(update={"temperature": 4.0})
CHOSEN = {"weak": WEAK, "greedy": BOTS["greedy"], "noisy": NOISY}


@pytest.fixture(autouse=True)
def short_measurement(monkeypatch):
    monkeypatch.setattr("brewsim.ladder.SPEED_SECONDS", 0.01)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_bot_with_more_noise_stands_lower(seats):
    with workers(1) as work:
        rungs = climb(lay_table(TABLE.rules, seats), CHOSEN, 1200, 1, work)
    assert [rung.bot for rung in rungs] == ["greedy", "noisy", "weak"]
    greedy, noisy, weak = rungs
    assert greedy.rating.value == 0 > noisy.rating.high
    assert noisy.rating.low > weak.rating.high
    assert greedy.share.low < 1 < greedy.share.high
    assert 1 > noisy.share.high > noisy.share.low > weak.share.high
    assert greedy.score.low > weak.score.high
    assert greedy.own_score.n == whole_rotations(120, seats)
    assert 15 < greedy.own_score.low < greedy.own_score.high < 35
    assert all(rung.decisions_per_second > rung.games_per_second > 0 for rung in rungs)


def test_the_ladder_does_not_depend_on_the_number_of_workers():
    found = []
    for jobs in (1, 2):
        with workers(jobs) as work:
            found.append([(rung.bot, rung.rating, rung.share, rung.score, rung.own_score) for rung in climb(TABLE, CHOSEN, 300, 2, work)])
    assert found[0] == found[1]


def test_every_bot_gets_its_games_against_many_others():
    meetings = _meetings([30, 30, 60], 3, seed=1)
    assert meetings.shape == (40, 3)
    assert np.bincount(meetings.ravel()).tolist() == [30, 30, 60]
    assert len({tuple(sorted(who)) for who in meetings.tolist()}) > 5
    assert _meetings([1, 1], 3, seed=1).shape == (1, 3)


def test_searching_bots_play_fewer_games_and_only_if_they_are_named():
    chosen = choose_bots(TABLE, ["search:4", "rush"], BOTS)
    assert list(chosen) == ["search:4", "rush", "greedy"]
    assert [games_of(bot, None) for bot in chosen.values()] == [SEARCH_GAMES, FAST_GAMES, FAST_GAMES]
    searching = {**BOTS, "thinker": BOTS["greedy"].model_copy(update={"playouts": 8})}
    assert list(choose_bots(TABLE, [], searching)) == list(BOTS)


def test_games_that_never_end_make_no_ladder():
    recipes = ["ale", "porter", "lambic", "coffee_stout", "special_reserve"]
    table = lay_table(load_rules("brew_crafters", {"blank": recipes}), 2)
    with workers(1) as work, pytest.raises(BadInput, match="hardly any game came to an end"):
        climb(table, {"greedy": BOTS["greedy"], "rush": BOTS["rush"]}, 40, 1, work)


@pytest.mark.parametrize(
    ("names", "complaint"),
    [(["gredy"], "did you mean 'greedy'"), (["rush", "rush"], "'rush' is listed twice"), (["greedy"], "1 bots on the ladder: 2 to")],
)
def test_bots_that_make_no_ladder_are_refused(names, complaint):
    with pytest.raises(BadInput, match=complaint):
        choose_bots(TABLE, names, BOTS)
