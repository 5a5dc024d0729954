"""What may differ by seat."""

import numpy as np
import pytest

from brewsim.engine.ranking import rank
from brewsim.errors import BadInput
from brewsim.games.brew_crafters.codes import BLIND, BREW, PASS
from brewsim.games.brew_crafters.features import safety_of_end
from brewsim.games.brew_crafters.rules import N_KINDS
from brewsim.games.brew_crafters.state import Phase
from brewsim.games.brew_crafters.words import opening
from brewsim.rules import load_rules
from tests.games.brew_crafters.table import ALE, Table, fresh, recipe


def test_start_cards_come_after_the_row():
    """BC-26: seat 3 gets the two cards that lie on top of the stack; all else is as without."""
    plain, more = fresh(3).state, fresh(3, {"seats.start_cards.third": 2}).state
    assert (more.row == plain.row).all()
    assert (more.hand[:2] == plain.hand[:2]).all()
    top = plain.deck[plain.n_deck - 2 : plain.n_deck].tolist()
    assert (more.hand[2] - plain.hand[2]).tolist() == np.bincount(top, minlength=N_KINDS).tolist()
    assert more.n_deck == plain.n_deck - 2


def test_start_cards_must_be_in_the_deck():
    with pytest.raises(BadInput, match="46 copies in all, but 51 are dealt"):
        load_rules("brew_crafters", {"game.starting_hand": 9, "game.face_up_cards": 10, "seats.start_cards": [0, 0, 0, 5]})


def test_start_points_are_on_the_scorecard():
    """BC-27: they bring the target nearer, and are told apart from what was earned."""
    table = Table([ALE, []], changes={"seats.start_points": [18, -2, 0, 0]})
    assert table.state.rep[:2].tolist() == [18, -2]
    table.do(BREW + recipe("ale"))
    assert table.state.end_round == 1
    rows = table.outcome()
    assert rows.score.tolist() == [21, -2]
    assert [rows.metrics[0, table.metric(name)] for name in ("rep_recipes", "start_points")] == [3, 18]


def test_a_team_has_the_start_points_of_both():
    """BC-27: seats 1 and 3 have one scorecard."""
    table = Table(seats=4, changes={"seats.start_points": [1, 0, 2, 5]})
    assert table.state.rep.tolist() == [3, 5, 0, 0]
    assert table.outcome().metrics[:, table.metric("start_points")].tolist() == [3, 5, 3, 5]


def test_the_handicap_parts_those_who_are_still_tied():
    """BC-28: after the cards in hand, never before them."""
    for hands, shares in (([["farm"], ["farm"]], [0, 1]), ([["farm", "farm"], ["farm"]], [1, 0])):
        table = Table(hands, changes={"seats.tie_break.second": 1})
        table.state.over = True
        rows = table.outcome()
        rank(rows)
        assert rows.win_share.tolist() == shares
        assert rows.tied_first.all()
        assert rows.tiebreak_used.all()


def test_the_handicap_of_a_team_is_that_of_both():
    """BC-28: 1 + 1 is equal to 2."""
    rows = Table(seats=4, changes={"seats.tie_break": [1, 2, 1, 0]}).outcome()
    assert rows.handicap.tolist() == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("order", "seen"),
    [
        ("as_printed", [0, 1, 2] * 3),
        ("reversed_each_round", [0, 1, 2, 2, 1, 0, 0, 1, 2]),
        ("start_card_moves_on", [0, 1, 2, 1, 2, 0, 2, 0, 1]),
    ],
)
def test_the_order_of_a_round(order, seen):
    """BC-29: every order gives each seat one turn in a round."""
    table = fresh(3, {"seats.order": order})
    turns = []
    for _ in seen:
        turns.append((int(table.state.rounds), int(table.state.seat)))
        table.do(BLIND, BLIND, PASS)
        while table.state.phase == Phase.DISCARD:
            table.do(table.legal()[0])
    assert turns == [(turn // 3, seat) for turn, seat in enumerate(seen)]
    assert table.state.turns[:3].tolist() == [4 if seat == table.state.seat else 3 for seat in range(3)]


def test_the_last_seat_of_a_reversed_round_ends_the_game():
    """BC-29: then the first seat has the last turn, and who ends the game fears only those who still come."""
    table = Table([ALE, ALE], changes={"seats.order": "reversed_each_round"})
    table.state.rounds, table.state.seat, table.state.turns[:2] = 1, 1, (1, 2)
    table.state.rep[:2] = 20, 18
    assert safety_of_end(table.rules, table.state, 3, 4) < 1.0
    table.state.seat, table.state.turns[0] = 0, 2
    table.state.rep[:2] = 18, 20
    assert safety_of_end(table.rules, table.state, 4, 0) == 1.0
    table.do(BREW + recipe("ale"))
    assert table.state.over


def test_a_replay_tells_what_a_seat_has():
    table = fresh(3, {"seats.start_cards.third": 2, "seats.start_points": [-1, 0, 1, 0]})
    assert opening(table.rules, table.state)[-2:] == ["By the levers seat 1 has Rep -1.", "By the levers seat 3 has cards +2, Rep +1."]
