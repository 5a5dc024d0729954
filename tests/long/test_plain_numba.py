"""With plain numba, as with a version that was not tested, titles compile, play the same games and write nothing."""

import hashlib
import os
import subprocess
import sys

import pytest

from brewsim.games import load_title
from brewsim.play import simulate

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

PLAY = """
import hashlib, sys
from brewsim.play import simulate
print(hashlib.sha256(simulate(sys.argv[1], ["greedy"] * int(sys.argv[2]), 50, seed=4).tobytes()).hexdigest())
print("brewsim.parts.programs" in sys.modules)
"""


@pytest.mark.parametrize("name", ["brew", "brew_baron"])  # the largest; without prospects, and with them: all that the drivers can meet
def test_plain_numba_plays_the_same_games(name, tmp_path):
    """Also with the numbers of references right, which crashed the process when they were not."""
    seats = load_title(name).default_seats
    environment = os.environ | {"BREWSIM_PLAIN_NUMBA": "1", "BREWSIM_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", PLAY, name, str(seats)], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    digest = hashlib.sha256(simulate(name, ["greedy"] * seats, 50, seed=4).tobytes()).hexdigest()
    assert done.stdout.split() == [digest, "False"]
    assert list(tmp_path.iterdir()) == []
