"""What a bot works out once a decision."""

import pytest

from brewsim.bots import read_bots
from brewsim.engine.contract import new_record
from brewsim.games.wizards_brew import TITLE, view
from brewsim.games.wizards_brew.beliefs import believe
from brewsim.games.wizards_brew.state import Stage
from tests.games.wizards_brew.table import BLUE, GRAY, GREEN, MONUMENT, PINK, RED, WHITE, Table, with_spare_tokens


@pytest.mark.parametrize(("seconds", "ingredients", "wins"), [(0, (PINK, GRAY), False), (1, (PINK, GRAY), True), (1, (PINK, PINK), False)])
def test_bots_see_a_victory_by_double_draught(seconds, ingredients, wins):
    """Who is two colours short wins an area with two new ones, if he may take both."""
    table = with_spare_tokens(Table(5)).ready(spells={1: {"double_draught": 2}} if seconds else {}, hands={1: (3, 0, 0, 0)})
    table.brew(1, RED, BLUE, GREEN, WHITE)
    table.auction(MONUMENT, ingredients)
    assert view.wins_in(table.rules, table.state, 1, table.state.horse) == wins


def surveyed(table, seen=None, **changes):
    """The view of the seat to move, by beliefs with these changes."""
    seen = new_record(view.VIEW) if seen is None else seen
    view.survey(table.rules, believe(table.rules, {**read_bots(TITLE)["greedy"].beliefs, **changes}), table.state, seen)
    return seen


@pytest.mark.parametrize(("new_first", "takes_new"), [(3, True), (1.5, True), (0.5, False), (-1, False)])
def test_a_bidder_takes_a_new_ingredient_unless_an_old_one_is_much_cheaper(new_first, takes_new):
    """Seat 1 has red, and pays 1 card less for it; a colour that is not here counts for nothing."""
    table = with_spare_tokens(Table(3)).ready(marker=1, hands=dict.fromkeys(range(3), (3, 0, 0, 0)))
    table.brew(1, RED)
    table.auction(MONUMENT, (BLUE, RED))
    table.state.less_for[1, RED] = 1
    table.state.less_for[1, WHITE] = 9
    seen = surveyed(table, new_first=new_first)
    assert (seen.best_is_new, seen.best_less) == ((1, 0) if takes_new else (0, 1))


def test_what_a_bidder_would_win_is_seen_again_in_the_next_auction_and_in_another_game():
    table = with_spare_tokens(Table(3)).ready(marker=1, hands=dict.fromkeys(range(3), (3, 0, 0, 0)))
    table.auction(MONUMENT, (RED,))
    seen = surveyed(table)
    assert seen.best_is_new == 1
    table.brew(1, RED)
    table.go(Stage.AUCTION)
    assert surveyed(table, seen).best_is_new == 0
    table.state.key += 1
    table.area(table.state.horse, MONUMENT, BLUE)
    assert surveyed(table, seen).best_is_new == 1
