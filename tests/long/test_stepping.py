"""Stepping through the games of every title, which compiles it once more; `tests/test_stepping.py` has all the others."""

import pytest

from tests.test_stepping import plays_the_same_games

pytestmark = pytest.mark.long


def test_a_function_that_copies_its_bot_plays_the_same_games(title_name):
    assert plays_the_same_games(title_name)
