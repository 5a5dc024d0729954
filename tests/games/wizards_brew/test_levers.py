"""What may differ by place."""

import pytest

from brewsim.errors import BadInput
from brewsim.games.wizards_brew.rules import ELEMENTS
from brewsim.games.wizards_brew.scoring import METRICS
from brewsim.games.wizards_brew.state import Phase, Stage
from brewsim.games.wizards_brew.words import opening
from brewsim.rules import load_rules
from tests.games.wizards_brew.table import BLUE, GREEN, ORANGE, PURPLE, RED, WHITE, YELLOW, Table, with_spare_tokens


def seat_at(table: Table, place: int) -> int:
    return int((table.state.first_wizard + place) % table.state.n_seats)


@pytest.mark.parametrize("key", [1, 2, 3])
def test_cubes_and_cards_at_the_start(key):
    """WB-74: counted from the first wizard, whoever that is; the cards come from the stacks."""
    table = Table(key=key, changes={"seats.start_cubes.third": 2, "seats.start_cards": [0, 0, 0, 1, 0, 0]})
    assert [table.state.free[seat_at(table, place)] for place in range(4)] == [10, 10, 12, 10]
    assert [table.state.hand[seat_at(table, place)].tolist() for place in range(4)] == [[1] * 4, [1] * 4, [1] * 4, [2] * 4]
    assert table.state.n_hand[seat_at(table, 3)] == 2 * len(ELEMENTS)
    assert table.state.stock.tolist() == [28 - 5] * len(ELEMENTS)
    assert table.broken() == 0


def test_fewer_ingredients_to_victory():
    """WB-75: two less by either way, and the score says so from the start."""
    table = with_spare_tokens(Table(changes={"seats.start_points.second": 2}).ready())
    seat = seat_at(table, 1)
    assert table.state.missing[:4].tolist() == [5 if other == seat else 7 for other in range(4)]
    assert table.outcome().score[seat] == -5
    table.brew(seat, RED, BLUE, GREEN, WHITE)
    assert table.state.missing[seat] == 1
    table.brew(seat, RED)
    assert table.state.missing[seat] == 1
    table.brew(seat, RED)
    assert table.state.missing[seat] == 0  # six in all
    row = table.outcome()[seat]
    assert (row.score, row.metrics[METRICS.index("start_points")], row.metrics[METRICS.index("won_by_different")]) == (0, 2, 0)


def test_fewer_different_ingredients_to_victory():
    """WB-75: five different ones instead of seven; another place still needs seven."""
    table = with_spare_tokens(Table(changes={"seats.start_points.second": 2}).ready())
    for place, missing in ((1, 0), (2, 2)):
        table.brew(seat_at(table, place), YELLOW, PURPLE, ORANGE, RED, BLUE)
        assert table.state.missing[seat_at(table, place)] == missing
    assert table.outcome()[seat_at(table, 1)].metrics[METRICS.index("won_by_different")] == 1


@pytest.mark.parametrize(("order", "place"), [("as_printed", 3), ("marker_moves_on", 2)])
def test_who_begins_the_spell_phase(order, place):
    """WB-76: in the third round the third place, or the one who has the marker."""
    table = Table(changes={"seats.order": order})
    table.ready(marker=seat_at(table, 3))
    table.state.rounds = 2
    assert table.go(Stage.ROUND).at == (seat_at(table, place), Phase.SPELL_BID)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game.cubes": 18, "seats.start_cubes.first": 3}, "21 cubes in all, but a player has at most 20"),
        ({"elements.fire.cards": 9, "seats.start_cards": [0, 0, 0, 0, 0, 4]}, "10 are dealt at 6 seats"),
        ({"victory.seats_6.different": 4, "seats.start_points.sixth": 4}, "4 ingredients less, but victory.seats_6.different is 4"),
    ],
)
def test_levers_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(BadInput, match=message):
        load_rules("wizards_brew", changes)


def test_a_replay_tells_what_a_seat_has():
    table = Table(changes={"seats.start_points.second": 1})
    assert opening(table.rules, table.state)[-1] == f"By the levers seat {seat_at(table, 1) + 1} has ingredients to victory -1."
