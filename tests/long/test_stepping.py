"""Stepping through the games of every title, which compiles it once more; what is about no title is in the short tests."""

import pytest

from tests.test_stepping import look_at_views, plays_the_same_games
from tests.workbench.test_sitting import play_a_game

pytestmark = pytest.mark.long


def test_a_function_that_copies_its_bot_plays_the_same_games(title_name):
    assert plays_the_same_games(title_name)


def test_nothing_in_a_view_depends_on_what_its_seat_cannot_know(table):
    look_at_views(*table)


def test_a_person_can_play_a_game_to_its_end(title_name):
    play_a_game(title_name)
