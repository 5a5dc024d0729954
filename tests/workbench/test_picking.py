"""The typical, the closest and the most surprising game are what they say they are."""

import numpy as np
import pytest

from brewsim.bots import make_lineup
from brewsim.games import load_title
from brewsim.play import simulate
from brewsim.rules import load_rules
from brewsim.workbench import picking
from brewsim.workbench.picking import FOLLOW_EVERY, LEAST_SAMPLE, SAMPLE, pick_from, pick_games
from tests.conftest import fewer_if_interpreted

CRAFTERS = load_title("brew_crafters")


def outcomes(*games: tuple[list[int], int, list[float]]) -> np.ndarray:
    """Outcomes of these games: scores, rounds, chances at half-time."""
    rows = np.zeros((len(games), 2), CRAFTERS.outcome_dtype)
    for number, (scores, rounds, chances) in enumerate(games):
        rows[number]["game"] = number
        rows[number]["score"] = scores
        rows[number]["margin"] = [scores[0] - scores[1], scores[1] - scores[0]]
        rows[number]["win_share"] = [scores[0] > scores[1], scores[1] > scores[0]]
        rows[number]["rounds"] = rounds
        rows[number]["chance_at_half"] = chances
    return rows


def test_of_hand_made_games_each_is_the_right_one():
    nan = float("nan")
    games = outcomes(
        ([30, 10], 5, [0.9, 0.1]),
        ([21, 15], 8, [0.7, 0.3]),
        ([20, 19], 9, [0.4, 0.6]),
        ([22, 10], 8, [0.2, 0.8]),
        ([24, 18], 7, [nan, nan]),
    )
    picks = pick_from(games)
    assert {kind: pick.game for kind, pick in picks.items()} == {"typical": 1, "closest": 2, "surprising": 3}
    assert "1 point ahead" in picks["closest"].why
    assert "Seat 1 won with a chance of 20 %" in picks["surprising"].why


def test_games_that_were_aborted_are_not_looked_at():
    games = outcomes(([20, 20], 5, [0.5, 0.5]), ([30, 10], 5, [0.5, 0.5]))
    games["aborted"][0] = True
    assert {pick.game for pick in pick_from(games).values()} == {1}
    games["aborted"] = True
    assert pick_from(games)["typical"].why == "None of 2 games came to an end."


def test_without_a_half_time_the_closest_game_stands_for_the_surprising_one():
    nan = float("nan")
    assert pick_from(outcomes(([9, 1], 1, [nan, nan]), ([5, 4], 1, [nan, nan])))["surprising"].game == 1


@pytest.mark.compiled_only
def test_no_other_game_of_the_sample_is_closer_or_surprises_more():
    lineup = make_lineup(CRAFTERS, ["greedy"] * 3)
    picks = pick_games(load_rules("brew_crafters"), lineup, 7)
    rows = simulate("brew_crafters", lineup, SAMPLE, 7, follow_every=FOLLOW_EVERY).reshape(SAMPLE, 3)
    margin = rows["margin"].max(axis=1)
    assert margin[picks["closest"].game] == margin.min()
    chance = np.nanmin(np.where(rows["win_share"] > 0, rows["chance_at_half"], np.nan)[::FOLLOW_EVERY], axis=1)
    winner = rows[picks["surprising"].game]["win_share"] > 0
    assert rows[picks["surprising"].game]["chance_at_half"][winner].min() == np.nanmin(chance)
    score = rows["score"].max(axis=1)
    assert abs(score[picks["typical"].game] - np.median(score)) <= 1
    assert pick_games(load_rules("brew_crafters"), lineup, 7) == picks


def test_bots_that_search_play_a_smaller_sample(monkeypatch):
    asked = []
    monkeypatch.setattr(
        picking, "simulate", lambda rules, lineup, games, seed, follow_every: asked.append(games) or simulate(rules, ["random"] * 2, games)
    )
    pick_games(load_rules("brew_crafters"), make_lineup(CRAFTERS, ["search:1000", "random"]), 0)
    monkeypatch.setattr(picking, "SAMPLE", fewer_if_interpreted(2000))
    pick_games(load_rules("brew_crafters"), make_lineup(CRAFTERS, ["random"] * 2), 0)
    assert asked == [LEAST_SAMPLE, fewer_if_interpreted(2000)]
