"""What is there: titles, rules, one game in words."""

import json

import pytest

from brewsim.games import TITLES, load_title
from brewsim.rules import load_rules

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
    assert "[recipes.porter] assumed: Only its name" in ok("rules", "brew_crafters", "--assumed")


def test_rules_tell_limits_and_meaning_of_every_path_that_can_be_set(ok):
    every = json.loads(ok("rules", "brew_crafters", "--json"))
    known = {one["path"]: one for one in every}
    assert set(known) == set(load_rules("brew_crafters").values)
    target = known["game.target_rep"]
    assert (target["value"], target["allowed"], target["meaning"]) == (21, "1 to 200", "reaching it triggers the end")
    assert known["rulings.reshuffle"]["allowed"] == "when_needed, when_empty"
    assert known["cards.farm.bonus_rep.ale"]["basis"] == ""
    assert "cards.farm.copies" not in ok("rules", "brew_crafters", "--section", "game")
    assert "bonus_rep.ale" in ok("rules", "brew_crafters", "--section", "cards.farm")
    found = ok("rules", "brew_crafters", "triggers the END")
    assert "target_rep" in found
    assert "hand_limit" not in found


def test_bots_and_items_explain_themselves(ok):
    text = ok("bots", "brew_crafters")
    assert "rush\n  Brew early and cheap" in text
    assert "weighs:" in ok("bots", "brew_crafters", "rush")
    assert {one["bot"] for one in json.loads(ok("bots", "brew_crafters", "--json"))} >= {"random", "greedy"}
    listed = json.loads(ok("items", "brew_crafters", "--json"))
    assert [one["item"] for one in listed] == list(load_title("brew_crafters").items)
    farm = next(one for one in listed if one["item"] == "farm")
    assert (farm["kind"], farm["name"], farm["path"]) == ("card", "Farm", "cards.farm")
    assert "takes hops 1" in farm["does"]
    assert "brewmaster" not in ok("items", "brew_crafters", "farm")


def test_rules_of_a_variant_are_the_difference(ok, tmp_path):
    (tmp_path / "short.toml").write_text('title = "brew_crafters"\n[set]\n"game.target_rep" = 18\n')
    rows = json.loads(ok("rules", "brew_crafters", "--variant", str(tmp_path / "short.toml"), "--json"))
    assert rows == [{"path": "game.target_rep", "printed": 21, "variant": 18}]


@pytest.mark.compiled_only
def test_replay_writes_the_game_as_a_page_and_never_over_something_else(brewsim, ok, tmp_path):
    told = ok("replay", "brew_crafters", "--seats", "2", "--lineup", "greedy", "--html", "game.html")
    assert told == "game.html holds game 0 as a page; open it in a browser.\n"
    page = (tmp_path / "game.html").read_text()
    assert page.startswith("<!doctype html>")
    again = brewsim("replay", "brew_crafters", "--seats", "2", "--html", "game.html")
    assert again.returncode == 2
    assert again.stderr == "brewsim: --html game.html is there already; remove it, or choose another file\n"
    assert (tmp_path / "game.html").read_text() == page


def test_replay_tells_the_game_that_was_run(ok):
    text = ok("replay", "brew_crafters", "--seed", "3", "--game", "7", "--seats", "2", "--lineup", "greedy,rush")
    assert text.startswith("Brew Crafters Travel Card Game, seed 3, game 7")
    assert "Round 1" in text
    assert " wins" in text.splitlines()[-1] + text.splitlines()[-2]
