"""The commands as a user types them: what they print, their codes, and that bad input leaves nothing behind."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import ProgressColumn, Task

from brewsim import cli
from brewsim.games import TITLES

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def ok(brewsim, monkeypatch, tmp_path):
    """Runs a command in an empty folder; what it prints."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        done = brewsim(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def in_a_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brewsim", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, timeout=180)


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


def test_run_prints_one_object(ok, tmp_path):
    result = json.loads(
        ok("run", "brew_crafters", "-n", "500", "--seats", "2", "--seed", "3", "-j", "1", "-o", str(tmp_path / "r"), "--json")
    )
    assert {"out", "games", "seats", "aborted", "seconds", "games_per_second", "win_share_by_seat", "tie_rate"} <= set(result)
    assert (result["games"], result["seats"], result["out"]) == (500, 2, str(tmp_path / "r"))
    for estimate in (*result["win_share_by_seat"], result["tie_rate"]):
        assert estimate["low"] <= estimate["value"] <= estimate["high"]
    assert sum(estimate["value"] for estimate in result["win_share_by_seat"]) == pytest.approx(1)


def test_run_tells_people_where_the_data_is(ok, tmp_path):
    text = ok("run", "brew_crafters", "-n", "200", "--lineup", "greedy,random", "-j", "1")
    assert "seat 1 (greedy) wins" in text
    assert "a seat of random wins" in text
    folder = Path(text.split("Data: ")[1].strip())
    assert folder.parts[:2] == ("runs", "brew_crafters")
    assert (tmp_path / folder / "manifest.json").exists()


def test_run_takes_an_experiment_file_and_flags_override_it(ok, tmp_path):
    (tmp_path / "target.toml").write_text('title = "brew_crafters"\ngames = 300\nseats = 2\n[variants.short]\n"game.target_rep" = 12\n')
    result = json.loads(ok("run", "target.toml", "-n", "100", "-j", "1", "--json"))
    assert result["games"] == 200
    assert list(result["cases"]) == ["printed.2.greedy", "short.2.greedy"]
    assert result["cases"]["short.2.greedy"]["rounds"]["high"] < result["cases"]["printed.2.greedy"]["rounds"]["low"]


def test_compare_tells_what_changed_and_how_sure_it_is(ok):
    arguments = ["compare", "brew_crafters", "--set", "game.target_rep=15", "-n", "400", "--seats", "2", "-j", "1"]
    found = json.loads(ok(*arguments, "--json"))["differences"]
    rounds = next(row for row in found if row["measure"] == "rounds")
    assert rounds["verdict"] == "changed"
    assert rounds["low"] < rounds["value"] < rounds["high"] < 0
    assert rounds["variant"] - rounds["base"] == pytest.approx(rounds["value"])
    blanked = json.loads(ok(*arguments, "--blank", "ale", "--json"))["differences"]
    used = next(row for row in blanked if (row["measure"], row["group"]) == ("used", "ale"))
    assert used["base"] > used["variant"] == 0
    text = ok(*arguments)
    assert "changed.2.greedy against printed.2.greedy" in text
    assert "independent runs need" in text


def test_sweep_tells_the_response_to_a_rule(ok):
    arguments = ["sweep", "brew_crafters", "--set", "game.target_rep=15,18,21", "-n", "200", "--seats", "2", "-j", "1"]
    found = [row for row in json.loads(ok(*arguments, "--json"))["response"] if row["measure"] == "rounds"]
    assert [row["rule"] for row in found] == [15, 18, 21]
    assert found[0]["high"] < found[2]["low"]
    assert "±" in ok(*arguments)


def test_cards_ranks_the_items_that_were_asked_for(ok):
    arguments = ["cards", "brew_crafters", "--items", "brewmaster,ale", "-n", "300", "--seats", "2", "-j", "1"]
    found = json.loads(ok(*arguments, "--json"))["items"]
    assert [row["item"] for row in found] == ["brewmaster", "ale"]
    assert all(row["restricted_low"] < row["restricted"] < row["restricted_high"] for row in found)
    text = ok(*arguments)
    assert "by restriction" in text
    assert "oak_barrelhouse" not in text


def test_run_makes_the_report_as_well(ok, tmp_path):
    text = ok("run", "brew_crafters", "-n", "100", "--seats", "2", "-j", "1", "--report")
    assert "Report: reports/brew_crafters/index.html" in text
    assert (tmp_path / "reports" / "brew_crafters" / "index.html").stat().st_size > 10_000


def test_replay_tells_the_game_that_was_run(ok):
    text = ok("replay", "brew_crafters", "--seed", "3", "--game", "7", "--seats", "2", "--lineup", "greedy,rush")
    assert text.startswith("Brew Crafters Travel Card Game, seed 3, game 7")
    assert "Round 1" in text
    assert " wins" in text.splitlines()[-1] + text.splitlines()[-2]


def test_bench_measures(ok):
    speed = json.loads(ok("bench", "brew_crafters", "--seconds", "0.2", "--json"))
    keys = {"title", "seats", "bot", "games_per_second", "decisions_per_second", "options_per_second", "compile_seconds"}
    assert keys <= set(speed)
    assert speed["options_per_second"] > speed["decisions_per_second"] > speed["games_per_second"] > 0


def test_bench_without_a_title_measures_all(ok, monkeypatch):
    monkeypatch.setattr("brewsim.games.TITLES", ("brew_crafters",))
    assert [speed["title"] for speed in json.loads(ok("bench", "--seconds", "0.1", "--json"))] == ["brew_crafters"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "brew_crafers"], "unknown title 'brew_crafers'; did you mean 'brew_crafters'?"),
        (["run", "nowhere.toml"], "no such file: nowhere.toml"),
        (["run", "brew_crafters", "--seats", "5"], "not played with 5 seats; allowed: 2, 3, 4"),
        (["run", "brew_crafters", "--lineup", "gredy"], "did you mean 'greedy'?"),
        (["run", "brew_crafters", "--lineup", "greedy,rush", "--seats", "3"], "has 2 bots, but the seats are 3"),
        (["run", "brew_crafters", "--games", "0"], "greater than or equal to 1"),
        (["run", "brew_crafters", "--games", "many"], "'--games': Input should be a valid integer"),
        (["run", "brew_crafters", "--seed", "-1"], "greater than or equal to 0"),
        (["run", "brew_crafters", "--gams", "5"], "No such option"),
        (["run", "brew_crafters", "-j", "0"], "--jobs 0: at least 1"),
        (["run", "brew_crafters", "--backend", "dask"], "unknown backend 'dask'; allowed: threading, loky"),
        (["run", "bad_experiment.toml"], "unknown key 'game'; did you mean 'games'?"),
        (["run", "no_seats.toml"], "seats = []: at least one of 2, 3, 4"),
        (["run", "climbing_bot.toml"], "bot '../me': a name has letters, digits, - and _"),
        (["run", "brew_crafters", "--variant", "printed.toml"], "'printed' is the name of the unchanged rules"),
        (["run", "brew_crafters", "--variant", "long_recipe.toml"], "recipes.ale.ingredients: 12 cards, but a hand holds 1 to 9"),
        (["run", "brew_crafters", "--variant", "negative.toml"], "cards.farm.copies = -1: input should be greater than or equal to 0"),
        (["run", "brew_crafters", "--variant", "unknown.toml"], "did you mean 'cards.farm.copies'?"),
        (["run", "brew_crafters", "-o", "letters"], "letters is not empty and holds no run"),
        (["rules", "chess"], "unknown title 'chess'"),
        (["replay", "brew_crafters", "--game", "-1"], "--game -1: at least 0"),
        (["replay", "brew_crafters", "--game", "99999999999999999999"], "at least 0 and less than"),
        (["bench", "brew_crafters", "--seats", "9"], "not played with 9 seats"),
        (["bench", "--seconds", "0"], "more than 0"),
        (["bench", "--seconds", "nan"], "more than 0, and finite"),
        (["shuffle"], "No such command"),
        (["compare", "brew_crafters"], "nothing to compare with brew_crafters"),
        (["compare", "brew_crafters", "--set", "game.target_reb=18"], "did you mean 'game.target_rep'?"),
        (["compare", "brew_crafters", "--blank", "brewmeister"], "unknown item of brew_crafters 'brewmeister'; did you mean 'brewmaster'?"),
        (["compare", "brew_crafters", "nowhere.toml"], "no such file: nowhere.toml"),
        (["compare", "brew_crafters", "--set", "game.target_rep=18", "-j", "0"], "--jobs 0: at least 1"),
        (["sweep", "brew_crafters", "--set", "game.target_rep=18"], "at least two values"),
        (["sweep", "brew_crafters", "--set", 'blank=["farm"],["ale"]'], "unknown rule of brew_crafters 'blank'"),
        (["sweep", "brew_crafters"], "Missing option '--set'"),
        (["cards", "brew_crafters", "-n", "0"], "greater than or equal to 1"),
        (["cards", "brew_crafters", "--items", "aile"], "did you mean 'ale'?"),
        (["report", "nowhere"], "nowhere holds no run"),
        (["compile", "chess"], "unknown title 'chess'"),
        (["report"], "Missing argument 'RUN...'"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(brewsim, tmp_path, monkeypatch, arguments, complaint):
    (tmp_path / "bad_experiment.toml").write_text('title = "brew_crafters"\ngame = 5\n')
    (tmp_path / "no_seats.toml").write_text('title = "brew_crafters"\nseats = []\n')
    (tmp_path / "climbing_bot.toml").write_text('title = "brew_crafters"\nlineups = ["../me"]\n[bots."../me"]\nplan = "Out."\n')
    for name, value in (
        ("long_recipe", '"recipes.ale.ingredients.yeast" = 9'),
        ("negative", '"cards.farm.copies" = -1'),
        ("printed", '"cards.farm.copies" = 1'),
        ("unknown", '"cards.frm.copies" = 1'),
    ):
        (tmp_path / f"{name}.toml").write_text(f'title = "brew_crafters"\n[set]\n{value}\n')
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("Dear publisher")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    done = brewsim(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("brewsim: ")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_without_a_command_there_is_help():
    done = in_a_process()
    assert done.returncode == 2
    assert "Usage" in done.stdout + done.stderr
    assert "brewsim:" not in done.stderr


def test_names_with_brackets_are_no_patterns(ok, tmp_path):
    (tmp_path / "v[1].toml").write_text('title = "brew_crafters"\n[set]\n"game.target_rep" = 18\n')
    arguments = ["run", "brew_crafters", "-n", "50", "-j", "1", "--variant", "v[1].toml", "-o", "r[2]"]
    assert "50 games played" in ok(*arguments)
    assert "50 were there already" in ok(*arguments)


def test_the_bar_counts_what_was_there_but_not_in_its_speed(monkeypatch):
    tasks: list[Task] = []

    class Spy(ProgressColumn):
        def render(self, task: Task) -> str:
            tasks.append(task)
            return ""

    monkeypatch.setattr(cli, "err", Console(file=io.StringIO(), force_terminal=True))
    with cli._progress("playing", 100, Spy()) as advance:
        advance(30, False)
        advance(30, False)
    assert (tasks[-1].completed, tasks[-1].speed) == (60, None)


def test_an_unwritable_cache_is_no_obstacle(tmp_path):
    """Without a home the machine code goes to a temporary folder."""
    nowhere = dict.fromkeys(("BREWSIM_CACHE", "XDG_CACHE_HOME", "HOME"), "/proc/nowhere")
    done = in_a_process("games", **nowhere, TMPDIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert any(tmp_path.iterdir())
