"""The Turn Phase: draws, limits, improvements, instants, bribes."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron import codes, kernel, options
from brewsim.games.brew_baron.codes import (
    ACCEPT,
    BLACKMAIL,
    BLIND,
    BRIBE,
    BUILD,
    BUYBACK,
    DISCARD,
    DRAW_ACTION,
    DROP,
    LOOK,
    PALATE_SWAP,
    PASS,
    PAY_CARD,
    PAY_TOKEN,
    REFUSE,
    SELL,
    SWAP,
    SWAP_MEET,
    TAKE,
    TAX_COLLECTOR,
)
from brewsim.games.brew_baron.judges import show_judge
from brewsim.games.brew_baron.rounds import begin_round
from brewsim.games.brew_baron.rules import GRAIN, HOPS, N_KINDS
from brewsim.games.brew_baron.state import Phase
from tests.games.brew_baron.table import Table, card, kind, opened


def test_turns_go_round_until_all_have_passed():
    """BB-11: a turn costs a token; the turn goes to the next seat; the phase ends with the last pass."""
    new = Table(hands=("g1 h1", "g2 h2"))
    new.do(DRAW_ACTION)
    assert (new.state.seat, new.state.tokens[0], new.state.tokens[1]) == (1, 3, 4)
    new.do(PASS, DRAW_ACTION, DRAW_ACTION, PASS)
    assert new.state.phase == Phase.BREW_GRAIN


def test_the_first_player_begins_every_phase():
    """BB-11: in the second round of three seats, seat 1 puts its judges first, turns up first, and has the first turn and brew."""
    new = opened(3)
    new.state.rounds = 1
    begin_round(new.rules, new.state)
    seen = []
    for phase in (Phase.JUDGE, Phase.REVEAL, Phase.TURN):
        while new.state.phase == phase:
            seen.append(int(new.state.seat))
            new.do(PASS if phase == Phase.TURN else new.legal()[0])
    assert seen == [1, 2, 0] * 3
    assert (new.state.phase, new.state.seat) == (Phase.BREW_GRAIN, 1)


def test_what_a_turn_offers():
    """BB-11: both ingredients face up and blind, an action card, cards in hand, a bribe, a pass; no adjunct."""
    new = Table(hands=("g1", ""), actions=[["investors", "coffee"]])
    assert set(new.legal()) == {PASS, TAKE, TAKE + 1, BLIND, BLIND + 1, DRAW_ACTION, BUILD + kind("investors"), BRIBE}


def test_the_face_up_card_is_replaced_at_once():
    """BB-12: it goes to the hand before all eyes, and the top card takes its place."""
    new = Table(hands=("", ""), row="g3 h1", deck="g4 h2")
    new.do(TAKE + GRAIN)
    assert new.hand() == "g3"
    assert new.state.public[0, GRAIN, 2] == 1
    assert new.state.row[GRAIN] == 3
    assert new.state.n_deck.tolist() == [0, 1]


def test_the_top_card_is_drawn_unseen():
    """BB-12: a card from the deck is not public, and the face-up card stays."""
    new = Table(row="g3 h1", deck="g4 h2")
    new.do(BLIND + HOPS)
    assert new.hand() == "h2"
    assert new.state.public.sum() == 0
    assert new.state.row.tolist() == [2, 0]


def test_an_empty_deck_is_made_of_its_pile():
    """BB-13: the pile is shuffled when a card is needed."""
    new = Table(deck="h1")
    pile = int(new.state.n_pile[GRAIN])
    new.do(BLIND + GRAIN)
    assert new.state.held[0, GRAIN] == 1
    assert (new.state.n_deck[GRAIN], new.state.n_pile[GRAIN]) == (pile - 1, 0)


def test_without_deck_and_pile_nothing_is_drawn():
    """BB-13: a blind draw is not offered, and the place beside the deck stays empty."""
    new = Table(deck="g2")
    hoard = new.state.pile[GRAIN].copy()  # all other grain is in another hand
    new.state.hand[1, GRAIN] += hoard
    new.state.held[1, GRAIN] += hoard.sum()
    new.state.limit[1] = 99
    new.state.pile[GRAIN] = 0
    new.state.n_pile[GRAIN] = 0
    actions = np.zeros(64, np.int32)
    for action in (BLIND + GRAIN, TAKE + GRAIN):
        assert action in actions[: options.legal(new.rules, new.state, actions)]
        kernel.apply(new.rules, new.state, action)
        new.state.seat = new.state.active = 0
    assert new.state.row[GRAIN] == NONE
    legal = actions[: options.legal(new.rules, new.state, actions)]
    assert TAKE + GRAIN not in legal
    assert BLIND + GRAIN not in legal
    assert TAKE + HOPS in legal


def test_action_cards_are_reshuffled():
    """BB-13: the pile of action cards becomes the deck; without any, no action card can be drawn."""
    new = Table()
    state = new.state
    for k in range(N_KINDS):
        state.action_pile[k] = new.rules.copies[k]
    state.n_action_pile, state.n_action_deck = 98, 0
    new.do(DRAW_ACTION)
    assert (state.n_action_deck, state.n_action_pile, state.n_cards[0]) == (97, 0, 1)
    state.n_action_deck = 0
    assert DRAW_ACTION not in new.legal()


def test_ingredients_beyond_the_limit_are_discarded():
    """BB-14: at once, by choice, before the next seat; equal cards are one choice."""
    new = Table(hands=("g1 g1 g2 h3 h3", ""), row="g4 h1")
    new.do(TAKE + GRAIN)
    assert (new.state.phase, new.state.seat) == (Phase.DISCARD, 0)
    assert new.legal() == [DISCARD + card(text) for text in ("g1", "g2", "g4", "h3")]
    new.do(DISCARD + card("g4"))
    assert new.state.public[0].sum() == 0
    assert (new.state.seat, new.state.phase) == (1, Phase.TURN)
    assert new.state.pile[GRAIN, 3] == 1


def test_storage_bins_raise_the_limit():
    """BB-14: by two a copy."""
    new = Table(hands=("g1 g1 g2 h3 h3 h3 h4 h4", ""), built=[["storage_bins", "storage_bins"]])
    assert new.state.limit[0] == 9
    assert new.do(BLIND).state.phase == Phase.TURN
    new.do(PASS)
    assert new.do(BLIND).state.phase == Phase.DISCARD


def test_action_cards_beyond_the_limit_are_discarded():
    """BB-15: Logistics draws one more; above seven, discard at once by choice."""
    new = Table(actions=[["coffee"] * 3 + ["honey"] * 3], built=[["logistics"]])
    new.do(DRAW_ACTION)
    assert (new.state.n_cards[0], new.state.phase) == (8, Phase.DROP)
    new.do(DROP + kind("honey"))
    assert (new.state.n_cards[0], new.state.seat) == (7, 1)
    assert new.state.action_pile[kind("honey")] == 1


def test_farmers_market_draws_more_of_the_same_type():
    """BB-16: one more a copy from the deck, also when the face-up card is taken."""
    new = Table(row="g3 h1", deck="g4 g4 g4 g4 h2", built=[["farmers_market", "farmers_market"]])
    new.do(TAKE + GRAIN)
    assert new.hand() == "g3 g4 g4"
    assert new.state.public[0, GRAIN].tolist()[:4] == [0, 0, 1, 0]
    assert new.state.row[GRAIN] == 3


def test_slots_cost_more_and_more():
    """BB-17: the turn and 0, 1, 2, ... tokens; what cannot be paid is not offered; five slots."""
    new = Table(actions=[["investors"] * 6], tokens=20)
    spent = []
    for _ in range(5):
        before = int(new.state.tokens[0])
        new.do(BUILD + kind("investors"), DRAW_ACTION)
        spent.append(before - int(new.state.tokens[0]))
    assert spent == [1, 2, 3, 4, 5]
    assert new.state.tokens_per_round[0] == 5
    assert not any(BUILD <= action < BRIBE for action in new.legal())
    poor = Table(actions=[["investors"]], built=[["investors"]], tokens=1)
    assert BUILD + kind("investors") not in poor.legal()


def test_copies_may_be_stacked_unless_ruled_out():
    """BB-17: a second copy is allowed by the ruling."""
    assert BUILD in Table(actions=[["farmers_market"]], built=[["farmers_market"]]).legal()
    assert BUILD not in Table(actions=[["farmers_market"]], built=[["farmers_market"]], changes={"brewhouse.copies_stack": False}).legal()


def test_instants_cost_the_turn_and_more():
    """BB-18: paid, done and discarded; not offered without the tokens."""
    new = Table(hands=("g1", ""), actions=[["blackmail", "swap_meet", "tax_collector"]], tokens=1)
    assert SWAP_MEET in new.legal()
    assert TAX_COLLECTOR not in new.legal()
    assert BLACKMAIL not in new.legal()
    rich = Table(actions=[["blackmail"]])
    rich.do(BLACKMAIL, LOOK + codes.judge_card(1, GRAIN))
    assert (rich.state.tokens[0], rich.state.action_pile[kind("blackmail")], rich.state.n_cards[0]) == (2, 1, 0)


def test_an_instant_needs_something_to_work_on():
    """BB-18: without an ingredient in hand neither Buyback nor Swap Meet; without a hidden judge card no Blackmail."""
    instants = {BUYBACK, SWAP_MEET, BLACKMAIL}
    cards = [["buyback", "swap_meet", "blackmail"]]
    assert instants <= set(Table(hands=("g1", ""), actions=cards).legal())
    assert instants & set(Table(hands=("", "g1"), actions=cards).legal()) == {BLACKMAIL}
    all_up = [(owner, t) for owner in range(2) for t in (GRAIN, HOPS)]
    assert instants & set(Table(hands=("g1", ""), actions=cards, up=all_up).legal()) == {BUYBACK, SWAP_MEET}


def test_blackmail_turns_a_card_up():
    """BB-19: any card that lies face down, also one that its player knows; then everybody knows it."""
    new = Table(actions=[["blackmail"]], seats=3, hands=("",) * 3, up=[(1, HOPS)])
    show_judge(new.state, 0, 2, GRAIN)
    hidden = [codes.judge_card(owner, t) for owner, t in ((0, GRAIN), (0, HOPS), (1, GRAIN), (2, GRAIN), (2, HOPS))]
    assert new.do(BLACKMAIL).legal() == [LOOK + place for place in hidden]
    new.do(LOOK + codes.judge_card(1, GRAIN))
    assert new.knowers(1, GRAIN) == [0, 1, 2]
    assert new.state.is_up[1, GRAIN] == 1
    all_up = Table(actions=[["blackmail"]], up=[(owner, t) for owner in range(2) for t in (GRAIN, HOPS)])
    assert BLACKMAIL not in all_up.legal()


def test_blackmail_by_the_other_ruling_shows_a_card_to_its_player_alone():
    """BB-19: a card that he does not know; it stays face down."""
    ruling = {"rulings.blackmail_shows": "player"}
    new = Table(actions=[["blackmail"]], seats=3, hands=("",) * 3, up=[(1, HOPS)], changes=ruling)
    unknown = [codes.judge_card(owner, t) for owner, t in ((1, GRAIN), (2, GRAIN), (2, HOPS))]
    assert new.do(BLACKMAIL).legal() == [LOOK + place for place in unknown]
    new.do(LOOK + codes.judge_card(1, GRAIN))
    assert new.knowers(1, GRAIN) == [0, 1]
    assert new.state.is_up[1, GRAIN] == 0


def test_buyback():
    """BB-20: an ingredient of choice for two tokens: one more than the turn costs."""
    new = Table(hands=("g1 h2", ""), actions=[["buyback"]])
    assert new.do(BUYBACK).legal() == [SELL + card("g1"), SELL + card("h2")]
    new.do(SELL + card("h2"))
    assert (new.hand(), new.state.tokens[0], new.state.pile[HOPS, 1]) == ("g1", 5, 1)
    assert BUYBACK not in Table(actions=[["buyback"]]).legal()


def test_palate_swap():
    """BB-20: two judge cards of one type change places with their facing and with those who know them."""
    new = Table(judges="g1 h1 g2 h2 g3 h3", up=[(2, GRAIN)], seats=3, hands=("",) * 3, actions=[["palate_swap"]])
    assert len(new.do(PALATE_SWAP).legal()) == 6
    new.do(SWAP + codes.swap(GRAIN, 0, 2))
    assert new.state.judge[:3, GRAIN].tolist() == [2, 1, 0]
    assert new.state.judge[:3, HOPS].tolist() == [0, 1, 2]
    assert new.state.is_up[:3, GRAIN].tolist() == [1, 0, 0]
    assert [new.knowers(owner, GRAIN) for owner in range(3)] == [[0, 1, 2], [1], [0]]
    assert [new.knowers(owner, HOPS) for owner in range(3)] == [[0], [1], [2]]


def test_swap_meet():
    """BB-20: the hand is discarded and as many of each type are drawn, without Farmer's Market."""
    new = Table(hands=("g1 g1 h2", ""), deck="g5 g5 h4", actions=[["swap_meet"]], built=[["farmers_market"]])
    new.do(SWAP_MEET)
    assert new.hand() == "g5 g5 h4"
    assert new.state.pile[GRAIN, 0] >= 2
    assert new.state.tokens[0] == 3
    assert SWAP_MEET not in Table(actions=[["swap_meet"]]).legal()


def test_tax_collector():
    """BB-20: everybody, the player first, gives a token or a card; who has no card pays the token, who has nothing gives nothing."""
    new = Table(hands=("g1", "h2 h2", "", ""), seats=4, tokens=3, actions=[["tax_collector"]])
    new.state.tokens[1], new.state.tokens[3] = 0, 0
    new.do(TAX_COLLECTOR)
    assert (new.state.phase, new.state.seat) == (Phase.TAX, 0)
    assert new.legal() == [PAY_TOKEN, PAY_CARD + card("g1")]
    new.do(PAY_TOKEN)
    assert (new.state.seat, new.legal()) == (1, [PAY_CARD + card("h2")])
    new.do(PAY_CARD + card("h2"))
    assert new.state.tokens[:4].tolist() == [0, 0, 2, 0]
    assert new.state.held[1, HOPS] == 1
    assert (new.state.phase, new.state.seat) == (Phase.TURN, 2)


def test_without_tokens_one_must_pass():
    """BB-21: a seat without tokens is passed over for the rest of the round, even if it is paid later."""
    new = Table(seats=3, hands=("",) * 3)
    new.state.tokens[1] = 0
    new.do(DRAW_ACTION)
    assert new.state.seat == 2
    assert new.state.passed[:3].tolist() == [0, 1, 0]
    new.do(BRIBE, LOOK + codes.judge_card(1, GRAIN), ACCEPT)
    assert (new.state.tokens[1], new.state.seat) == (1, 0)
    new.do(DRAW_ACTION)
    assert new.state.seat == 2


def test_a_pass_is_final():
    """BB-21: who has passed gets no further turn in the round."""
    new = Table()
    new.do(PASS, DRAW_ACTION)
    assert (new.state.seat, new.state.tokens[0]) == (1, 4)


def test_a_bribe_asks_for_a_hidden_card():
    """BB-22: of another player, not known to the briber; the offer is the token of the turn."""
    new = Table(seats=3, hands=("",) * 3, up=[(1, GRAIN)])
    assert new.do(BRIBE).legal() == [LOOK + place for place in (3, 4, 5)]
    new.do(LOOK + codes.judge_card(1, HOPS))
    assert (new.state.phase, new.state.seat, new.state.tokens[0]) == (Phase.ANSWER, 1, 4)
    new.do(ACCEPT)
    assert new.state.tokens[:3].tolist() == [3, 5, 4]
    costly = Table(changes={"bribe.pays_turn": False}).do(BRIBE, LOOK + codes.judge_card(1, GRAIN), ACCEPT)
    assert costly.state.tokens[:2].tolist() == [2, 5]


def test_the_briber_alone_learns_the_card():
    """BB-23: not even the others at the table; a known card cannot be asked for again."""
    new = Table(seats=3, hands=("",) * 3).do(BRIBE, LOOK + codes.judge_card(2, GRAIN), ACCEPT)
    assert new.knowers(2, GRAIN) == [0, 2]
    assert (new.state.bribes_offered[0], new.state.bribes_accepted[0], new.state.bribes_taken[2]) == (1, 1, 1)
    new.do(PASS, PASS, BRIBE)
    assert LOOK + codes.judge_card(2, GRAIN) not in new.legal()


def test_a_refused_bribe_costs_nothing_but_another_action():
    """BB-23: nothing is paid or learnt, and neither a bribe nor a pass is allowed then."""
    new = Table().do(BRIBE, LOOK + codes.judge_card(1, GRAIN), REFUSE)
    assert (new.state.seat, new.state.phase) == (0, Phase.TURN)
    assert new.state.tokens[:2].tolist() == [4, 4]
    assert [new.knowers(1, t) for t in (GRAIN, HOPS)] == [[1], [1]]
    assert set(new.legal()) == {TAKE, BLIND, TAKE + 1, BLIND + 1, DRAW_ACTION}
    new.do(DRAW_ACTION, DRAW_ACTION)
    assert BRIBE in new.legal()


def test_after_a_refusal_one_may_pass_if_nothing_else_is_possible():
    """BB-23: with all cards gone, the pass is offered."""
    new = Table()
    state = new.state
    state.refused = True
    state.n_deck[:] = state.n_pile[:] = 0
    state.row[:] = NONE
    state.n_action_deck = state.n_action_pile = 0
    assert new.legal() == [PASS]
