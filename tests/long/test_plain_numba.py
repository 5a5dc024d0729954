"""Every title with plain numba, as with a version that was not tested: it compiles, and plays the same games."""

import hashlib
import os
import subprocess
import sys

import pytest

from brewsim.games import TITLES, load_title
from brewsim.play import simulate

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

PLAY = """
import hashlib, sys
from brewsim.play import simulate
print(hashlib.sha256(simulate(sys.argv[1], ["greedy"] * int(sys.argv[2]), 50, seed=4).tobytes()).hexdigest())
"""


@pytest.mark.parametrize("name", TITLES)
def test_plain_numba_plays_the_same_games(name):
    seats = load_title(name).default_seats
    environment = os.environ | {"BREWSIM_PLAIN_NUMBA": "1"}
    done = subprocess.run([sys.executable, "-c", PLAY, name, str(seats)], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == hashlib.sha256(simulate(name, ["greedy"] * seats, 50, seed=4).tobytes()).hexdigest()
