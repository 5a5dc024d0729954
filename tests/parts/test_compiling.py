"""The switch: programs with a tested numba, plain numba otherwise. `tests/long/test_plain_numba.py` plays the same games with both."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numba
import pytest

from brewsim.parts import compiling

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.compiled_only


def in_a_process(code: str, **environment: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("version", ["0.67.0", "0.69.0", "1.0", "2.68.1", "0+untagged"])
def test_an_untested_numba_is_used_plainly(version, tmp_path):
    code = f"""
import sys, numba, numpy as np
numba.__version__ = "{version}"
from brewsim.parts.decks import order_deck
deck = np.zeros(2, np.int64)
dealt = order_deck(np.array([1, 1]), np.uint64(7), deck, np.zeros(2, np.uint64))
print(dealt, type(order_deck).__name__, "brewsim.parts.programs" in sys.modules)
"""
    assert in_a_process(code, BREWSIM_CACHE=str(tmp_path)) == ["2", "CPUDispatcher", "False"]


@pytest.mark.parametrize("version", ["0.68.0", "0.68.1rc1", "0.68.1"])
def test_tested_versions(version):
    assert compiling.is_tested(version)


def test_this_numba_is_tested():
    assert compiling.MAKES_PROGRAMS
    assert compiling.is_tested(numba.__version__)


def test_the_package_asks_for_the_tested_range_and_installs_its_newest():
    requirements = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    oldest, beyond = (".".join(map(str, version)) for version in (compiling.OLDEST, compiling.BEYOND))
    assert f"numba>={oldest},<{beyond}" in requirements
    installed = re.search(r"^numba==(\d+)\.(\d+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    assert installed is not None
    assert (int(installed[1]), int(installed[2]) + 1) == compiling.BEYOND
