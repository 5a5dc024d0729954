"""Installed from its wheel into an empty environment, brewsim works, with the newest and the oldest libraries that it allows."""

import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

ROOT = Path(__file__).parents[2]
NEWCOMER = (
    ["--version"],
    ["games"],
    ["rules", "brew_crafters", "target"],
    ["bots", "brew_crafters"],
    ["items", "brew_crafters"],
    ["run", "brew_crafters", "-n", "500", "--report"],
    ["run", "experiments/brew_crafters_target.toml", "-n", "200"],
    ["compare", "brew_crafters", "--set", "game.target_rep=18", "-n", "300"],
    ["sweep", "brew_crafters", "--set", "game.target_rep=18..21..3", "-n", "200"],
    ["cards", "brew_crafters", "--items", "farm,ale", "-n", "300"],
    ["replay", "brew_crafters", "--seed", "1", "--game", "0"],
    ["ladder", "brew_crafters", "--bots", "greedy,expert", "-n", "200"],
    ["verify", "runs/brew_crafters"],
)
# With the oldest libraries: what reads and writes data, plots, and fits.
IN_SHORT = [words for words in NEWCOMER if words[0] in ("--version", "cards", "ladder") or "--report" in words]


def pip(python: Path | str, *words: str | Path) -> None:
    """Call pip; where it cannot reach its packages, the test is skipped."""
    command = [python, "-m", "pip", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    if done.returncode:
        pytest.skip(f"pip cannot {words[0]} here: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")


def lowest() -> str:
    """The lower bounds of pyproject.toml as pins."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    bounds = [line.partition(">=") for line in needed]
    return "\n".join(f"{name}=={bound.partition(',')[0]}.*" for name, _, bound in bounds)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "-w", folder, ROOT)
    return next(folder.glob("*.whl"))


def test_the_wheel_has_every_file_that_is_no_python(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"brewsim/experiments/{path.relative_to(ROOT / 'experiments').as_posix()}" for path in (ROOT / "experiments").rglob("*.toml")
    }
    package = [path.relative_to(ROOT) for path in (ROOT / "brewsim").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    # Hidden folders are caches of tools, such as that of ruff.
    expected |= {path.as_posix() for path in package if not any(folder.startswith(".") for folder in path.parts[:-1])}
    assert len(expected) > 30
    assert sorted(expected - names) == []


@pytest.mark.parametrize("libraries", ["newest", "oldest"])
def test_a_newcomer_installs_it_and_gets_an_answer(libraries, wheel, tmp_path):
    venv.create(tmp_path / "environment", with_pip=True)
    scripts = tmp_path / "environment" / ("Scripts" if os.name == "nt" else "bin")
    (tmp_path / "pins.txt").write_text(lowest() if libraries == "oldest" else "")
    quietly = ("--quiet", "--disable-pip-version-check", "--only-binary", ":all:")
    pip(scripts / "python", "install", *quietly, "-c", tmp_path / "pins.txt", wheel)
    (tmp_path / "empty").mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {
        "BREWSIM_CACHE": str(tmp_path / "cache")
    }
    for words in NEWCOMER if libraries == "newest" else IN_SHORT:
        command = [scripts / "brewsim", *words]
        done = subprocess.run(command, cwd=tmp_path / "empty", env=environment, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
        assert "Warning" not in done.stderr
    assert (tmp_path / "empty" / "reports" / "brew_crafters" / "index.html").exists()
