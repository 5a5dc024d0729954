"""The oldest numba that the package allows plays the same games as the one installed, compiled and loaded from the cache."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from brewsim.parts.compiling import OLDEST

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

ROOT = Path(__file__).parents[2]
NEEDED = ("platformdirs", "pydantic")  # what playing imports beside numba
PLAY = """
import hashlib, numba
from brewsim.engine import drivers
from brewsim.parts.compiling import MAKES_PROGRAMS
from brewsim.play import simulate
rows = simulate("brew_crafters", ["greedy", "engine", "random"], 1000, seed=8)
print(hashlib.sha256(rows.tobytes()).hexdigest(), numba.__version__, MAKES_PROGRAMS, sum(drivers.play_games.stats.cache_hits.values()))
"""


def play(python: str | Path, cache: Path) -> list[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "BREWSIM_CACHE": str(cache)}
    done = subprocess.run([python, "-c", PLAY], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module")
def oldest_python(tmp_path_factory) -> Path:
    """The interpreter of an environment with the oldest allowed numba."""
    folder = tmp_path_factory.mktemp("oldest")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    wanted = f"numba=={OLDEST[0]}.{OLDEST[1]}.0"
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", wanted, *NEEDED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode:
        pytest.skip(f"pip cannot install {wanted} here: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
    return python


def test_the_oldest_numba_plays_the_same_games(oldest_python, tmp_path):
    compiled, loaded = play(oldest_python, tmp_path), play(oldest_python, tmp_path)
    digest = play(sys.executable, tmp_path)[0]
    version = f"{OLDEST[0]}.{OLDEST[1]}.0"
    assert compiled == [digest, version, "True", "0"]
    assert loaded == [digest, version, "True", "1"]
