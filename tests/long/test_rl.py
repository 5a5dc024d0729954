"""PettingZoo's own tests on the environment of every title; `tests/test_rl.py` has all the others."""

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra brewsim[rl]")

from pettingzoo.test import api_test, seed_test

from brewsim import rl
from tests.test_rl import CYCLES, masked

pytestmark = pytest.mark.long


@masked
def test_pettingzoo_accepts_the_environment(title_name):
    api_test(rl.env(title_name), CYCLES)


def test_the_same_seed_plays_the_same_game(title_name):
    seed_test(lambda: rl.env(title_name), CYCLES)
