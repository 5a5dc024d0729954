"""What a bot works out once a decision."""

import pytest

from brewsim.games.wizards_brew import view
from tests.games.wizards_brew.table import BLUE, GRAY, GREEN, MONUMENT, PINK, RED, WHITE, Table, with_spare_tokens


@pytest.mark.parametrize(("seconds", "ingredients", "wins"), [(0, (PINK, GRAY), False), (1, (PINK, GRAY), True), (1, (PINK, PINK), False)])
def test_bots_see_a_victory_by_double_draught(seconds, ingredients, wins):
    """Who is two colours short wins an area with two new ones, if he may take both."""
    table = with_spare_tokens(Table(5)).ready(spells={1: {"double_draught": 2}} if seconds else {}, hands={1: (3, 0, 0, 0)})
    table.brew(1, RED, BLUE, GREEN, WHITE)
    table.auction(MONUMENT, ingredients)
    assert view.wins_in(table.rules, table.state, 1, table.state.horse) == wins
