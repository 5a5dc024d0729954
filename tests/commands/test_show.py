"""What is there: titles, rules, one game in words."""

import json

import pytest

from brewsim.games import TITLES

pytestmark = pytest.mark.compiled_only


def test_games_lists_every_title(ok):
    listed = json.loads(ok("games", "--json"))
    assert [game["title"] for game in listed] == list(TITLES)
    assert all(set(game["rule_values"]) == {"printed", "inferred", "assumed"} for game in listed)
    text = ok("games")
    assert all(title in text for title in TITLES)
    assert "\x1b" not in text


def test_rules_list_sources_and_assumptions(ok):
    every = json.loads(ok("rules", "brew_crafters", "--json"))
    assumed = json.loads(ok("rules", "brew_crafters", "--assumed", "--json"))
    assert 0 < len(assumed) < len(every)
    assert {value["basis"] for value in assumed} == {"assumed"}
    assert "recipes.porter.rep" in ok("rules", "brew_crafters", "--assumed")


def test_rules_of_a_variant_are_the_difference(ok, tmp_path):
    (tmp_path / "short.toml").write_text('title = "brew_crafters"\n[set]\n"game.target_rep" = 18\n')
    rows = json.loads(ok("rules", "brew_crafters", "--variant", str(tmp_path / "short.toml"), "--json"))
    assert rows == [{"path": "game.target_rep", "printed": 21, "variant": 18}]


def test_replay_tells_the_game_that_was_run(ok):
    text = ok("replay", "brew_crafters", "--seed", "3", "--game", "7", "--seats", "2", "--lineup", "greedy,rush")
    assert text.startswith("Brew Crafters Travel Card Game, seed 3, game 7")
    assert "Round 1" in text
    assert " wins" in text.splitlines()[-1] + text.splitlines()[-2]
