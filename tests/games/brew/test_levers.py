"""What may differ by seat in Brew, clause by clause."""

import numpy as np
import pytest

from brewsim.engine.ranking import rank
from brewsim.games.brew import TITLE
from brewsim.games.brew.scoring import METRICS, outcome
from brewsim.games.brew.words import opening
from tests.games.brew.table import Table


def ended(table: Table) -> np.recarray:
    """The outcome if the game ended now."""
    rows = np.zeros(table.state.n_seats, TITLE.outcome_dtype).view(np.recarray)
    outcome(table.rules, table.state, rows)
    rank(rows)
    return rows


def test_goods_at_the_start():
    """BR-73: beside the berry that everybody has."""
    table = Table(3, changes={"seats.start_berries.third": 2, "seats.start_ingredients": [0, 1, 0, 0]})
    assert [table.goods(seat) for seat in range(3)] == [[0, 0, 0, 1], [1, 1, 1, 1], [0, 0, 0, 3]]


def test_points_at_the_start():
    """BR-74: they count in the score, are no tokens, and may be negative."""
    table = Table(changes={"seats.start_points": [5, -3, 0, 0]})
    rows = ended(table)
    assert rows.score.tolist() == [5, -3]
    assert rows.metrics[:, METRICS.index("start_points")].tolist() == [5, -3]
    assert table.state.tokens[:2].tolist() == [0, 0]


def test_the_handicap_parts_those_who_are_still_tied():
    """BR-75: after the goods that are left, never before them."""
    table = Table(changes={"seats.tie_break.second": 1})
    rows = ended(table)
    assert rows.win_share.tolist() == [0, 1]
    assert rows.tied_first.all()
    assert rows.tiebreak_used.all()
    table.stock(0, berry=2)
    assert ended(table).win_share.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("order", "first"), [("as_printed", [0, 1, 2, 0]), ("marker_stays", [0, 0, 0, 0]), ("marker_moves_back", [0, 2, 1, 0])]
)
def test_who_begins_a_round(order, first):
    """BR-76: the seat with the marker, however that moves."""
    table, seen = Table(3, changes={"seats.order": order}), []
    while not table.state.over:
        assert table.state.seat == table.state.first
        seen.append(int(table.state.first))
        table.finish_round()
    assert seen == first


def test_a_replay_tells_what_a_seat_has():
    table = Table(changes={"seats.start_berries.second": 2, "seats.start_points.first": -1})
    told = opening(table.rules, table.state)
    assert "By the levers seat 1 has VP -1." in told
    assert "By the levers seat 2 has berries +2." in told
