"""What the long tests of the data share: a run of many small parts, started as a user starts it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import brewsim

collect_ignore = ["counting.py", "killing.py"]  # preloaded by workers, whom they change
ROOT = Path(brewsim.__file__).parents[1]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}  # commands start in other folders
QUESTION = """
title = "brew_crafters"
question = "Does a kill change a byte?"
games = 200
seats = [2, 3]
lineups = ["greedy", "random"]
seed = 9
[variants.short]
"game.target_rep" = 15
[variants.long]
"game.target_rep" = 24
"""
PARTS = 12  # of the question's run: a case each
RUN = ["run", "question.toml", "-j", "2", "-o", "run", "--json"]


def enter(folder: Path, *arguments: str, module: str = "brewsim", **options) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; one that hangs fails."""
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, **options)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def assert_is_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """A command that was refused said why in one line."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    lines = [line for line in done.stderr.splitlines() if not line.startswith("Compiling")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("brewsim: ")
    for word in words:
        assert word in lines[0]


@pytest.fixture
def desk(tmp_path) -> Path:
    """A folder with the question, and something of the user's beside where the run will be."""
    (tmp_path / "question.toml").write_text(QUESTION)
    (tmp_path / "letter.txt").write_text("Dear publisher")
    return tmp_path


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory) -> Path:
    """The question's run as nobody disturbed it. It also fills the compile cache for the commands that follow."""
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "question.toml").write_text(QUESTION)
    done = enter(folder, *RUN)
    assert done.returncode == 0, done.stderr
    return folder / "run"


@pytest.fixture
def played(undisturbed, desk) -> Path:
    """A copy of that run on a desk of its own, to be spoilt."""
    return Path(shutil.copytree(undisturbed, desk / "run"))
