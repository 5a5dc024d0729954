"""What may differ by seat."""

from typing import Any

import numpy as np
import pytest

from brewsim.engine.contract import new_record
from brewsim.engine.ranking import rank
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import BREWMASTER, Place
from brewsim.games.heaven_and_ale.kernel import apply, setup
from brewsim.games.heaven_and_ale.scoring import METRICS, outcome, total_points
from brewsim.games.heaven_and_ale.state import HOME, STATE, Phase
from brewsim.games.heaven_and_ale.words import opening
from brewsim.rules import load_rules
from tests.games.heaven_and_ale.table import TITLE


def game(changes: dict[str, Any], seats: int = 3) -> tuple[np.record, np.record]:
    """The rules and a new game by them."""
    rules, state = load_rules("heaven_and_ale", changes).record, new_record(STATE)
    state.key, state.n_seats = np.uint64(7), seats
    setup(rules, state)
    return rules, state


def ended(rules: np.record, state: np.record) -> np.recarray:
    """The outcome if the game ended now."""
    rows = np.zeros(state.n_seats, TITLE.outcome_dtype).view(np.recarray)
    outcome(rules, state, rows)
    rank(rows)
    return rows


def test_ducats_and_steps_at_the_start():
    """HA-46: beside the 25 ducats and the first spots of everybody."""
    _, state = game({"seats.start_ducats": [0, 3, 0, 0], "seats.start_brewmaster.third": 2})
    assert state.money[:3].tolist() == [25, 28, 25]
    assert state.marker[:3, BREWMASTER].tolist() == [-10, -10, -8]


def test_points_at_the_start():
    """HA-47: they count in the score, from the start."""
    rules, state = game({"seats.start_points": [5, -3, 0, 0]})
    assert [total_points(rules, state, seat) for seat in range(3)] == [5, -3, 0]
    rows = ended(rules, state)
    assert rows.score.tolist() == [5, -3, 0]
    assert rows.metrics[:, METRICS.index("start_points")].tolist() == [5, -3, 0]


def test_the_handicap_parts_those_who_are_tied():
    """HA-48: equal numbers share the win as before."""
    rows = ended(*game({"seats.tie_break": [0, 2, 2, 0]}))
    assert rows.win_share.tolist() == [0, 0.5, 0.5]
    assert rows.tied_first.all()
    assert rows.tiebreak_used.all()


@pytest.mark.parametrize(("order", "seen"), [("as_printed", [2, 1]), ("places_clockwise", [1, 2]), ("start_player_moves_on", [2, 1])])
def test_who_chooses_a_place_first(order, seen):
    """HA-49: the last seat, or the second one; then the first seat moves."""
    rules, state = game({"seats.order": order})
    chosen = []
    for place in (Place.BREWMASTER, Place.DUCATS):
        assert state.phase == Phase.START
        chosen.append(int(state.seat))
        apply(rules, state, codes.enter(place))
    assert chosen == seen
    assert (state.seat, state.phase) == (0, Phase.MOVE)


@pytest.mark.parametrize(("order", "begins"), [("as_printed", 2), ("places_clockwise", 2), ("start_player_moves_on", 1)])
def test_who_begins_a_round(order, begins):
    """HA-49: the holder of the first player's place, or the next seat, whoever stands there."""
    rules, state = game({"seats.order": order})
    state.place[:3] = Place.DUCATS, Place.BREWMASTER, Place.RESOURCE
    state.position[:3] = HOME, HOME, 20
    state.seat, state.phase = 2, Phase.MOVE
    apply(rules, state, codes.enter(Place.FIRST))
    assert (state.rounds, state.seat) == (1, begins)


def test_a_replay_tells_what_a_seat_has():
    told = opening(*game({"seats.start_ducats.second": 3, "seats.order": "places_clockwise"}))
    assert told[-1] == "By the levers seat 2 has ducats +3."
    assert "the others choose their places clockwise" in told[-2]
