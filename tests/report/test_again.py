"""The commands that the report prints do what they say."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable

import polars as pl
import pytest

from brewsim.experiment import make_experiment, override, read_experiment
from brewsim.report.again import replay_command
from brewsim.report.folder import MARKER
from brewsim.results import open_run
from brewsim.runner import execute, prepare

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def enter(brewsim, tmp_path, monkeypatch) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """Runs a line as if it was typed in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> subprocess.CompletedProcess[str]:
        words = shlex.split(line)
        assert words[0] == "brewsim"
        return brewsim(*words[1:])

    return run


@pytest.mark.parametrize(("variant", "which"), [("short", "comeback"), ("printed", "closest")])
def test_a_printed_command_replays_the_very_game(enter, small_run, small_report, variant, which):
    replays = pl.read_csv(small_report.parent / "tables" / "replays.csv")
    row = replays.filter(pl.col("case").str.starts_with(variant), pl.col("case").str.contains("rush"), pl.col("which") == which).to_dicts()[
        0
    ]
    done = enter(row["command"])
    assert done.returncode == 0, done.stderr
    case = next(case for case in small_run.cases if case.variant == variant and "rush" in case.lineup and not case.without)
    rows = pl.concat(small_run.parts(case)).filter(pl.col("game") == row["game"]).sort("seat").collect().to_dicts()
    story = done.stdout.splitlines()
    assert f"seed 3, game {row['game']}" in story[0]
    for seat, told in zip(rows, story[-len(rows) :]):
        assert told.startswith(f"Seat {seat['seat'] + 1} ({seat['bot']})")
        assert f" with {seat['score']}:" in told
    winner = max(rows, key=lambda seat: seat["win_share"])
    assert (winner["margin"], winner["rounds"]) == (row["margin"], row["rounds"])


def test_bots_of_an_experiment_are_named_by_its_file(enter, tmp_path):
    (tmp_path / "mine.toml").write_text(
        'title = "brew_crafters"\nbaseline = false\n[variants.x]\n"game.target_rep" = 9\n[bots.mine]\nplan = "Whatever comes."\n'
    )
    file = override(read_experiment("mine.toml")[1], games=2, seats=2, seed=3, lineups=["mine"], variants={})
    run = prepare(make_experiment("mine", file), tmp_path / "run")
    assert sum(games for games, _ in execute(run, 1)) == 2
    results = open_run(run.folder)
    command = replay_command(results, results.cases[0], 1)
    assert command == "brewsim replay mine.toml --seed 3 --game 1 --seats 2 --lineup mine"
    done = enter(command)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Brew Crafters Travel Card Game, seed 3, game 1, rules: printed")


def test_report_tells_where_it_is(enter, small_run, tmp_path):
    done = enter(shlex.join(["brewsim", "report", str(small_run.folder)]))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Report: reports/trial/index.html\n"
    assert sorted(path.name for path in (tmp_path / "reports" / "trial").iterdir()) == [MARKER, "figures", "index.html", "tables"]


def test_a_bad_run_is_one_line_and_leaves_nothing(enter, copied_run, tmp_path):
    part = sorted(copied_run.rglob("*.parquet"))[0]
    part.write_bytes(part.read_bytes()[:50])
    before = sorted(tmp_path.rglob("*"))
    for line, complaint in (
        (
            f"brewsim report {copied_run}",
            f"{part} is damaged: its checksum is wrong; to play again what is missing: brewsim verify {copied_run} --repair",
        ),
        ("brewsim report nowhere", "nowhere holds no run"),
        ("brewsim report", "Missing argument"),
        ("brewsim replay brew_crafters --set game.target_rp=3", "did you mean 'game.target_rep'?"),
    ):
        done = enter(line)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("brewsim: ")
        assert complaint in done.stderr
        assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_titles_do_not_mix(enter, small_run, tmp_path):
    other = ["run", "wizards_brew", "-n", "1", "--seats", "3", "-j", "1", "-o", str(tmp_path / "other")]
    interpreted = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # faster for a single game than to compile the title
    subprocess.run([sys.executable, "-m", "brewsim", *other], check=True, env=interpreted)
    assert open_run(tmp_path / "other").title.name == "wizards_brew"
    done = enter(shlex.join(["brewsim", "report", str(small_run.folder), str(tmp_path / "other"), "-o", str(tmp_path / "out")]))
    assert done.returncode == 2
    assert (
        done.stderr == "brewsim: a report is about one title, but these runs are of brew_crafters and wizards_brew; make one report each\n"
    )
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_no_report_is_refused_in_one_line(enter, small_run, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "index.html").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    for folder in ("home", "home/../home", "."):
        done = enter(shlex.join(["brewsim", "report", str(small_run.folder), "-o", folder]))
        assert (done.returncode, done.stdout) == (2, "")
        assert "is not empty and is no report that this version made" in done.stderr
        assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_bots_of_ones_own_are_named_by_their_file(enter, tmp_path):
    """Also beside bots of the experiment's own: each is found where it was."""
    (tmp_path / "mine.toml").write_text('title = "brew_crafters"\n[bots.mine]\nplan = "Whatever comes."\n')
    (tmp_path / "my bots.toml").write_text('[other]\nplan = "Whatever comes, too."\n')
    for arguments, title in (
        (["brew_crafters", "--lineup", "other,rush"], "brew_crafters"),
        (["mine.toml", "--lineup", "mine,other"], "mine.toml"),
    ):
        words = ["brewsim", "run", *arguments, "--bot-file", "my bots.toml", "-n", "3", "-j", "1", "-o", f"run of {title}"]
        assert enter(shlex.join(words)).returncode == 0
        results = open_run(tmp_path / f"run of {title}")
        command = replay_command(results, results.cases[0], 2)
        assert command.startswith(f"brewsim replay {title} ")
        assert command.endswith("--bot-file 'my bots.toml'")
        done = enter(command)
        assert done.returncode == 0, done.stderr
        assert "(other)" in done.stdout
