"""What may differ by seat."""

import pytest

from brewsim.errors import BadInput
from brewsim.games.brew_baron.scoring import METRICS
from brewsim.games.brew_baron.state import Phase
from brewsim.games.brew_baron.words import opening
from brewsim.rules import load_rules
from tests.games.brew_baron.table import Table, opened


def test_tokens_come_after_the_first_refill():
    """BB-40: 4 and 3 more in the first round; in the second the refill is as always."""
    table = opened(changes={"seats.start_tokens": [0, 3, 0, 0, 0]}).place_all()
    while table.state.phase == Phase.REVEAL:
        table.do(table.legal()[0])
    assert table.state.tokens[:3].tolist() == [4, 7, 4]
    table.state.tokens[:3] = 0
    rounds = int(table.state.rounds)
    table.brewing().brew("", "", "")
    assert table.state.rounds == rounds + 1
    table.place_all()
    while table.state.phase == Phase.REVEAL:
        table.do(table.legal()[0])
    assert table.state.tokens[:3].tolist() == [4, 4, 4]


def test_action_cards_come_after_all_have_theirs():
    """BB-40: the third seat gets the card on top of the deck; all other hands are as without."""
    plain, more = opened().state, opened(changes={"seats.start_cards.third": 1}).state
    gained = more.cards - plain.cards
    assert gained.sum() == gained[2, plain.action_deck[plain.n_action_deck - 1]] == 1
    assert more.n_cards[:3].tolist() == [2, 2, 3]


def test_trophies_at_the_start():
    """BB-41: one trophy more ends the game, and it is told apart from those that were won."""
    table = Table(hands=("g5 h5", ""), judges="g5 h5 g5 h5", changes={"seats.start_points": [4, 0, 0, 0, 0]})
    assert table.state.trophies[:2].tolist() == [4, 0]
    table.brewing().brew("g5 h5")
    assert table.state.over
    rows = table.outcome()
    assert rows.score.tolist() == [5, 0]
    assert [rows[0].metrics[METRICS.index(name)] for name in ("start_points", "trophies_clear", "trophies_tied")] == [4, 1, 0]


def test_the_handicap_parts_those_who_are_still_tied():
    """BB-42: after the tokens in hand, never before them."""
    table = Table(changes={"seats.tie_break.second": 1})
    rows = table.outcome()
    assert rows.win_share.tolist() == [0, 1]
    assert rows.tied_first.all()
    assert rows.tiebreak_used.all()
    table.state.tokens[0] += 1
    assert table.outcome().win_share.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game.trophies_to_win": 2, "seats.start_points.fifth": 2}, "2 trophies, but game.trophies_to_win is 2"),
        ({"game.action_limit": 3, "seats.start_cards.first": 2}, "seats.start_cards up to 2: more than game.action_limit = 3"),
    ],
)
def test_levers_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(BadInput, match=message):
        load_rules("brew_baron", changes)


def test_a_replay_tells_what_a_seat_has():
    table = opened(changes={"seats.start_cards.second": 2, "seats.start_points.second": 1})
    assert opening(table.rules, table.state)[-1] == "By the levers seat 2 has action cards +2, trophies +1."
