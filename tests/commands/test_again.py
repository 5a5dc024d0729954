"""Every command that is printed or kept, entered as it stands, does what the sentence says."""

import json
import re
import shlex
from pathlib import Path

import polars as pl
import pytest

from brewsim.tuning import adapting

pytestmark = pytest.mark.compiled_only

FLAGS = ["-n", "40", "--seats", "2", "--seed", "5", "--no-rotate"]
STUDIES = {
    "run": ["run", "brew_crafters", "--variant", "./-my variant.toml"],
    "run of a file": ["run", "my study.toml", "--lineup", "greedy,rush"],
    "compare": ["compare", "brew_crafters", "./-my variant.toml", "--set", 'blank=["farm"]', "--set", "game.hand_limit=8"],
    "sweep": ["sweep", "brew_crafters", "--set", "game.target_rep=20, 21"],
    "cards": ["cards", "my study.toml", "--items", "ale,farm"],
}


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Path:
    """A folder with a variant and an experiment whose names need quoting."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-my variant.toml").write_text('title = "brew_crafters"\n[set]\n"game.target_rep" = 18\n')
    (tmp_path / "my study.toml").write_text('title = "brew_crafters"\n')
    return tmp_path


def kept_command(folder: Path) -> list[str]:
    """The words that the manifest keeps."""
    command = json.loads((folder / "manifest.json").read_text())["command"]
    return command if isinstance(command, list) else shlex.split(command)


def printed_command(text: str) -> list[str]:
    """The words of the command at the end of a message."""
    found = re.search(r"brewsim (run|compare|sweep|cards|report|verify|replay) .*$", text)
    assert found, text
    return shlex.split(found[0])


def files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"}


@pytest.mark.parametrize("folder", [None, "my runs/one", "./-dash"])
@pytest.mark.parametrize("study", STUDIES)
def test_the_command_that_a_run_keeps_finds_that_run(ok, desk, study, folder):
    made = json.loads(ok(*STUDIES[study], *FLAGS, "-j", "1", *(["-o", folder] if folder else []), "--json"))["out"]
    before = files(desk)
    program, *words = kept_command(Path(made))
    assert program == "brewsim"
    assert json.loads(ok(*words, "--json"))["out"] == made
    assert files(desk) == before


@pytest.mark.parametrize("study", STUDIES)
def test_the_command_of_a_message_completes_the_run_that_it_is_about(ok, brewsim, desk, study):
    ok(*STUDIES[study], *FLAGS, "-j", "1", "-o", "my run")
    before = files(desk)
    part = sorted(desk.rglob("*.parquet"))[-1]
    part.unlink()
    refused = brewsim("report", "my run")
    assert refused.returncode == 2
    ok(*printed_command(refused.stderr)[1:])
    assert files(desk).keys() == before.keys()
    kept = {path: time for path, time in before.items() if path != part}
    assert {path: files(desk)[path] for path in kept} == kept


def test_every_command_of_a_report_works(ok, desk):
    check_commands_of_report(ok, desk, STUDIES["compare"])


def test_every_command_of_a_report_works_where_bots_adapt(ok, desk, monkeypatch):
    """The bots are found where they are kept, and the run that the report names is found with them."""
    monkeypatch.setattr(adapting, "CONFIRMING_GAMES", 100)
    page = check_commands_of_report(
        ok, desk, ["compare", "brew_crafters", "--set", "game.target_rep=9", "--lineup", "greedy", "--adapt", "3000"]
    )
    assert "--bot-file adapted/greedy-" in (page.parent / "tables" / "replays.csv").read_text()
    text = page.read_text()
    assert "nobody has noticed yet" in text
    assert "once everybody has adapted" in text


def check_commands_of_report(ok, desk: Path, study: list[str]) -> Path:
    """The page of a study whose commands were all entered: they find what is there and leave it as it is."""
    ok(*study, *FLAGS, "-j", "1", "-o", "my run")
    page = Path(ok("report", "my run", "-o", "my report").removeprefix("Report: ").strip())
    before = files(desk)
    for line in pl.read_csv(page.parent / "tables" / "commands.csv")["command"]:
        assert "Data: my run" in ok(*shlex.split(line)[1:])
    replays = pl.read_csv(page.parent / "tables" / "replays.csv").rows(named=True)
    assert len(replays) > 3
    for row in replays:
        assert f"seed 5, game {row['game']}," in ok(*shlex.split(row["command"])[1:]).splitlines()[0]
    assert files(desk) == before
    return page
