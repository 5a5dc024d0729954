"""The Setup Phase: decks, deal, judges, refill."""

import numpy as np
import pytest

from brewsim.engine.contract import new_record
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.codes import BREW_GRAIN, BREW_HOPS, BUILD, JUDGE, KEEP_HIDDEN, REVEAL
from brewsim.games.brew_baron.ingredients import next_value
from brewsim.games.brew_baron.options import item_of
from brewsim.games.brew_baron.rounds import begin_round
from brewsim.games.brew_baron.rules import GRAIN, HOPS, KINDS, N_KINDS
from brewsim.games.brew_baron.state import STATE, Phase
from brewsim.play import check
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted
from tests.games.brew_baron.table import Table, cards, kind, opened


def test_the_action_deck():
    """BB-1: 98 cards are in the deck and the hands."""
    new = opened(5)
    assert new.state.n_action_deck + new.state.n_cards.sum() == 98
    in_deck = np.bincount(new.state.action_deck[: new.state.n_action_deck], minlength=16)
    assert in_deck.tolist() == (new.rules.copies - new.state.cards.sum(axis=0))[: len(in_deck)].tolist()


def test_the_ingredient_decks():
    """BB-2: 5 copies of each of 13 values of both types, wherever they lie."""
    new = opened(4)
    state = new.state
    for t in (GRAIN, HOPS):
        everywhere = state.deck[t] + state.hand[:, t].sum(axis=0)
        everywhere[state.row[t]] += 1
        assert everywhere.tolist() == [5] * 13


def drawn_values(copies: list[int]) -> list[int]:
    """A deck of this many copies of each value of grain, drawn to the end."""
    new = Table(changes={"ingredients.grain.values": 5, "ingredients.grain.copies": 16})
    new.state.deck[GRAIN, :5] = copies
    new.state.n_deck[GRAIN] = sum(copies)
    new.state.drawn[GRAIN] = 0
    return [int(next_value(new.rules, new.state, GRAIN)) for _ in range(sum(copies))]


def test_cards_more_or_less_leave_the_order_of_the_others():
    """BB-2: with more copies of one value, the cards of the other values come in the same order."""
    few, many = drawn_values([13] * 5), drawn_values([13, 13, 16, 13, 12])
    assert np.bincount(few).tolist() == [13] * 5
    assert [v for v in few if v in (0, 1, 3)] == [v for v in many if v in (0, 1, 3)]
    assert few != many


def test_every_card_is_as_likely_to_be_on_top():
    """BB-2: a value comes as often as it lies in the deck."""
    new, n = Table(changes={"ingredients.grain.values": 5, "ingredients.grain.copies": 13}), fewer_if_interpreted(20_000)
    counts = np.zeros(5)
    for key in range(n):
        new.state.deck[GRAIN, :5] = 1, 2, 3, 4, 10
        new.state.deck_key[GRAIN], new.state.drawn[GRAIN] = key * 7919, 0
        counts[next_value(new.rules, new.state, GRAIN)] += 1
    chances = np.array([1, 2, 3, 4, 10]) / 20
    assert (np.abs(counts - n * chances) < 4 * np.sqrt(n * chances * (1 - chances))).all()


def test_a_scale_of_five_values_is_played():
    """BB-2: with 5 values of 13 copies all promises hold; every value that there can be is an item."""
    changes = {f"ingredients.{name}.{key}": n for name in ("grain", "hops") for key, n in (("values", 5), ("copies", 13))}
    rules = load_rules("brew_baron", changes)
    check(rules, 3, fewer_if_interpreted(200), "greedy")
    assert item_of(rules.record, new_record(STATE), BREW_GRAIN + 12) == N_KINDS + 12
    assert item_of(rules.record, new_record(STATE), BREW_HOPS + 0) == N_KINDS + 13


@pytest.mark.parametrize(("ruling", "firsts"), [("clockwise", [0, 1, 2, 0]), ("fixed", [0, 0, 0, 0])])
def test_the_first_player(ruling, firsts):
    """BB-3: the first player moves on with each round, or stays by the ruling."""
    new = opened(3, {"rulings.first_player": ruling})
    seen = []
    for round_ in range(4):
        new.state.rounds = round_
        begin_round(new.rules, new.state)
        seen.append(int(new.state.first))
        assert new.state.seat == new.state.first
    assert seen == firsts


def test_action_cards_are_dealt_once():
    """BB-4: two action cards each at the start, none in later rounds."""
    new = opened(4)
    assert new.state.n_cards[:4].tolist() == [2] * 4
    new.state.rounds = 1
    begin_round(new.rules, new.state)
    assert new.state.n_cards[:4].tolist() == [2] * 4


def test_each_round_deals_two_of_each_type():
    """BB-5: two grain and two hops each, one card face up beside each deck, and another deal in each round."""
    new = opened(5)
    first = new.state.hand.copy()
    assert new.state.held.tolist() == [[2, 2]] * 5
    assert (new.state.row >= 0).all()
    assert new.state.n_deck.tolist() == [65 - 10 - 1] * 2
    new.state.rounds = 1
    begin_round(new.rules, new.state)
    assert new.state.held.tolist() == [[2, 2]] * 5
    assert (new.state.hand != first).any()


def test_a_deal_does_not_depend_on_earlier_decisions():
    """BB-5: the cards of a round are a function of game and round alone."""
    hands = []
    for reshuffled in (0, 3):
        new = opened(3)
        new.state.reshuffles[:] = reshuffled
        new.state.drawn[:] = 40
        new.state.rounds = 2
        begin_round(new.rules, new.state)
        hands.append(new.state.hand.copy())
    np.testing.assert_array_equal(*hands)


def test_judges_come_from_the_hand():
    """BB-6: one grain and one hops go face down; the others stay; only the owner knows them."""
    new = opened(2)
    state = new.state
    state.deck += state.hand[0]
    state.hand[0] = 0
    for t, value in cards("g1 g2 h3 h3"):
        state.hand[0, t, value] += 1
        state.deck[t, value] -= 1
    assert new.legal() == [JUDGE + codes.judges(0, 2), JUDGE + codes.judges(1, 2)]
    new.do(JUDGE + codes.judges(1, 2))
    assert new.hand(0) == "g1 h3"
    assert state.judge[0].tolist() == [1, 2]
    assert [new.knowers(0, t) for t in (GRAIN, HOPS)] == [[0], [0]]
    assert (state.seat, state.phase) == (1, Phase.JUDGE)


def test_judges_are_turned_up_together():
    """BB-7: no card is up before the last choice; then one of each seat, known to all."""
    new = opened(3).place_all()
    assert new.legal() == [REVEAL + GRAIN, REVEAL + HOPS]
    new.do(REVEAL + GRAIN, REVEAL + HOPS)
    assert new.state.is_up.sum() == 0
    new.do(REVEAL + HOPS)
    assert new.state.is_up[:3].tolist() == [[1, 0], [0, 1], [0, 1]]
    assert [new.knowers(*divmod(place, 2)) for place in range(6)] == [[0, 1, 2], [0], [1], [0, 1, 2], [2], [0, 1, 2]]
    assert (new.state.phase, new.state.seat) == (Phase.TURN, 0)


def test_trade_secrets_keep_both_hidden():
    """BB-8: only the owner of Trade Secrets may keep both judges hidden, and need not."""
    new = opened(2).place_all()
    assert KEEP_HIDDEN not in new.legal()
    new.build(0, "trade_secrets")
    assert new.legal() == [REVEAL + GRAIN, REVEAL + HOPS, KEEP_HIDDEN]
    new.do(KEEP_HIDDEN, REVEAL + GRAIN)
    assert new.state.is_up[:2].tolist() == [[0, 0], [1, 0]]


def test_connections_is_trade_secrets():
    """BB-8: there is no seventh improvement called Connections; building Trade Secrets gives its effect."""
    new = Table(actions=[["trade_secrets"]])
    assert "connections" not in KINDS
    assert new.do(BUILD + kind("trade_secrets")).state.keeps_hidden[0] == 1


def test_tokens_are_refilled_to_four():
    """BB-9: up to four, and who has more gets nothing."""
    new = opened(3).place_all()
    new.state.tokens[:3] = 0, 3, 9
    new.do(REVEAL, REVEAL, REVEAL)
    assert new.state.tokens[:3].tolist() == [4, 4, 9]


def test_investors_pay_after_the_refill():
    """BB-10: one token a copy on top of the refill."""
    new = opened(2).place_all()
    new.state.tokens[:2] = 1, 9
    for seat in (0, 0, 1):
        new.build(seat, "investors")
    new.do(REVEAL, REVEAL)
    assert new.state.tokens[:2].tolist() == [6, 10]
