"""`brewsim advise` with real games: a repair as a variant file, the same for any number of workers, and bad input in one line."""

import json
import tomllib
from pathlib import Path

import pytest

from brewsim.rules import read_variant

SMALL = ("--seats", "2", "--skill", "greedy", "-n", "20k", "--no-adapt", "--may", "game.target_rep")
GOAL = ("--goal", "rounds 5.4..6.6")


def files(folder: Path = Path("advice")) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.compiled_only
def test_a_shorter_game_is_found_and_written_as_a_variant(ok):
    text = ok("advise", "brew_crafters", *GOAL, *SMALL, "-j", "1")
    assert text.index("rounds 5.4..6.6 is surely missed") < text.index("Repairs that surely meet all goals")
    assert "game: target rep 21 -> 1" in text
    written = files()
    ok("advise", "brew_crafters", *GOAL, *SMALL, "-j", "2")
    assert files() == written  # and no journal is left
    first = Path("advice") / min(written)
    assert 15 <= read_variant(first, "brew_crafters").values["game.target_rep"] <= 19
    assert tomllib.loads(written[first.name])["title"] == "brew_crafters"


@pytest.mark.compiled_only
def test_players_adapt_to_a_repair(ok):
    small = [word for word in SMALL if word != "--no-adapt"]
    told = json.loads(ok("advise", "brew_crafters", *GOAL, *small, "--adapt", "5k", "--json"))
    assert [set(repair["edits"]) for repair in told["repairs"]] == [{"game.target_rep"}] * len(told["repairs"])
    for repair in told["repairs"]:
        assert {one["skill"] for one in repair["reached"]} == {"greedy"} | ({"adapted"} if repair["has_adapted"] else set())
        assert all(5.4 <= one["low"] <= one["high"] <= 6.6 for one in repair["reached"])
        assert Path(repair["file"]).is_file()


@pytest.mark.compiled_only
def test_goals_come_from_the_check_of_a_file(ok, tmp_path):
    text = 'title = "brew_crafters"\nseats = 2\nskill = ["greedy"]\n[check]\n"rounds" = "5..30"\n'
    (tmp_path / "mine.toml").write_text(text)
    text = ok("advise", "mine.toml", "-n", "10k", "--may", "game.target_rep", "--no-adapt")
    assert "The rules as they are: rounds 5..30 is surely met." in text
    assert "nothing needs to change" in text
    assert "Nothing was searched." in text
    assert [name.rpartition(".")[2] for name in files()] == ["json"]  # for a report; no variant, no journal


@pytest.mark.compiled_only
def test_what_is_found_is_shown_in_a_report(ok, tmp_path):
    told = json.loads(ok("advise", "brew_crafters", *GOAL, *SMALL, "--sure", "90", "--json"))
    ok("run", "brew_crafters", "--seats", "2", "-n", "50", "-j", "1", "--report", "--with", told["out"])
    page = (tmp_path / "reports" / "brew_crafters" / "index.html").read_text()
    assert all(word in page.replace("&gt;", ">") for repair in told["repairs"] for word in repair["words"])
    assert "90 % intervals, for all numbers of the rules as they are at once" in page


@pytest.mark.compiled_only
def test_what_is_out_of_reach_comes_with_what_is_closest(ok):
    told = json.loads(ok("advise", "brew_crafters", "--goal", "rounds below 2", *SMALL, "--edits", "1", "--json"))
    assert told["stands"] == "The rules as they are: rounds below 2 is surely missed."
    assert told["base"]["goals"] == {"rounds below 2": "fails"}
    assert told["base"]["worst"]["rounds below 2"]["low"] > told["closest"]["worst"]["rounds below 2"]["high"]
    assert told["verdict"] == "Nothing in reach meets the goals; the closest, surely closer than the rules as they are, is:"
    assert told["repairs"] == []
    assert told["closest"]["edits"]["game.target_rep"]["to"] == 13
    assert told["closest"]["goals"] == {"rounds below 2": "fails"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), "0 goals: 1 to 100"),
        (("--goal", "fun above 3"), "has no measure 'fun'"),
        (("--goal", "rounds 11..9"), "upside down"),
        (("--goal", "rounds below 5", "--goal", "rounds above 6"), "contradict each other"),
        ((*GOAL, "--may", "cards.*.price"), "--may cards.*.price matches no rule; "),
        ((*GOAL, "--never", "*"), "nothing is left to change"),
        ((*GOAL, "-n", "0"), "--games 0: 10,000 to"),
        ((*GOAL, "--seats", "2,3,4", "-n", "10k"), "--games 10000: with these goals, seats and levels of skill at least 12,000 games"),
        ((*GOAL, "--edits", "0"), "--edits 0: 1 to 4"),
        ((*GOAL, "--seats", "2,x"), "--seats 2,x: whole numbers, as 2,3,4"),
        ((*GOAL, "--seats", "9"), "9"),
        ((*GOAL, "--skill", "nobody"), "unknown bot of brew_crafters 'nobody'"),
        ((*GOAL, "--adapt", "10"), "--adapt 10"),
        ((*GOAL, "--seed", "-1"), "--seed -1"),
        ((*GOAL, "--sure", "100"), "--sure 100: 50 to 99.9 percent"),
        (("--goal", "seat 4 below 30", "--seats", "2,3"), "goal 'seat 4 below 30': no table here has seat 4"),
        ((*GOAL, "--variant", "none.toml"), "no such file: none.toml"),
    ],
)
def test_bad_input_ends_in_one_line_and_leaves_nothing_behind(brewsim, monkeypatch, tmp_path, words, line):
    monkeypatch.chdir(tmp_path)
    done = brewsim("advise", "brew_crafters", *words)
    assert done.returncode == 2
    assert line in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
