"""The win chance over a game: a chance at every point, the same as the drivers find at half-time, and sure at the end."""

import numpy as np
import pytest

from brewsim.bots import make_lineup
from brewsim.games import load_title
from brewsim.play import simulate
from brewsim.rules import load_rules
from brewsim.stepping import Game
from brewsim.workbench.chances import LEAST_PLAYOUTS, MOST_PLAYOUTS, chances_of, without_search
from brewsim.workbench.frames import play_game

pytestmark = pytest.mark.compiled_only  # hundreds of games each
RULES = load_rules("brew_crafters")
GREEDY = make_lineup(load_title("brew_crafters"), ["greedy"] * 3)


def test_chances_add_up_and_stand_within_their_intervals():
    found = chances_of(play_game(RULES, GREEDY, 2, 0))
    assert LEAST_PLAYOUTS <= found["playouts"] <= MOST_PLAYOUTS
    for point in found["points"]:
        assert sum(point["value"]) == pytest.approx(1, abs=2e-4)
        assert all(low <= value <= high for low, value, high in zip(point["low"], point["value"], point["high"]))


def test_the_last_point_is_how_the_game_ended():
    played = play_game(RULES, GREEDY, 2, 0)
    last = chances_of(played)["points"][-1]
    assert last["frame"] == len(played.steps)
    assert last["value"] == played.rows["win_share"].tolist()


def test_without_time_each_point_still_has_an_interval_and_the_same_numbers():
    played = play_game(RULES, GREEDY, 2, 0)
    found = chances_of(played, seconds=0)
    assert found["playouts"] == LEAST_PLAYOUTS
    assert found == chances_of(played, seconds=0)


def test_the_chance_at_half_time_is_what_the_drivers_find_there():
    """On average over games: both play out 16 times with other luck."""
    games = 40
    followed = simulate(RULES, GREEDY, games, 3, follow_every=1).reshape(games, 3)
    mine = np.full((games, 3), np.nan)
    for game in range(games):
        half = max(1, followed["rounds"][game, 0] // 2)
        table = Game(RULES, GREEDY, ())
        at_half = next((step.before for step in play_game(RULES, GREEDY, game, 3).steps if step.before.rounds == half), None)
        if at_half is not None:
            mine[game] = np.mean([table.play_out(at_half, game, number)["win_share"] for number in range(16)], axis=0)
    theirs = followed["chance_at_half"]
    is_known = ~np.isnan(mine) & ~np.isnan(theirs)
    assert is_known.sum() > 90
    assert np.corrcoef(mine[is_known], theirs[is_known])[0, 1] > 0.85


def test_a_bot_that_searches_decides_without_it_in_play_outs():
    lineup = make_lineup(load_title("brew_crafters"), ["search:8/greedy", "greedy", "greedy"])
    played = play_game(RULES, lineup, 0, 0)
    table, plain = Game(RULES, without_search(lineup), ()), Game(RULES, GREEDY, ())
    for number in range(5):
        before = played.steps[0].before
        assert table.play_out(before, 0, number)["score"].tolist() == plain.play_out(before, 0, number)["score"].tolist()
