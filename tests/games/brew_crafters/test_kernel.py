"""One test or more for every clause of RULES.md, each on a hand-set table."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from brewsim.engine.contract import MISSING, new_record
from brewsim.games.brew_crafters import kernel
from brewsim.games.brew_crafters.rules import INGREDIENTS, KINDS, MAX_DECK, RECIPES
from brewsim.games.brew_crafters.state import (
    BLIND,
    BREW,
    DECK_STREAM,
    DISCARD,
    DONE,
    FETCH,
    GIVE,
    INVARIANTS,
    ITEMS,
    KEEP,
    METRICS,
    NIGHT_PLAY,
    PASS,
    PAY,
    PLAY,
    STATE,
    SUBSTITUTE,
    TAKE,
    Phase,
)
from brewsim.play import simulate
from brewsim.rules import load_rules

RULES = load_rules("brew_crafters")


def kind(name: str) -> int:
    return KINDS.index(name)


def recipe(name: str) -> int:
    return RECIPES.index(name)


class Table:
    """A table set by hand: what is not named lies in the discard pile. Seat 0 is at its step 2 unless told otherwise."""

    def __init__(self, hands=(), row=(), deck=(), breweries=(), seats=2, phase=Phase.ACT, changes=None):
        self.rules = load_rules("brew_crafters", changes).record
        self.state = new_record(STATE)
        self.state.key, self.state.n_seats = 7, seats
        with np.errstate(over="ignore"):
            kernel.setup(self.rules, self.state)
        state = self.state
        for field in ("hand", "held", "n_hand", "public", "row", "discard", "brewery"):
            state[field][:] = 0
        state.n_row = state.n_deck = state.n_discard = 0
        for seat in range(seats):
            kernel.count_balance(self.rules, state, seat)
        left = Counter({k: int(n) for k, n in enumerate(self.rules.copies)})
        for side, names in enumerate(breweries):
            for name in names:
                state.seat = side
                kernel.add_card(self.rules, state, side, kind(name))
                kernel.play_card(self.rules, state, kind(name))
                left[kind(name)] -= 1
        state.cards_played[:] = 0
        state.seat = 0
        for seat, names in enumerate(hands):
            for name in names:
                kernel.add_card(self.rules, state, seat, kind(name))
                left[kind(name)] -= 1
        for name in row:
            state.row[kind(name)] += 1
            state.n_row += 1
            left[kind(name)] -= 1
        for place, name in enumerate(reversed(deck)):  # the first name is on top
            state.deck[place] = kind(name)
            state.n_deck += 1
            left[kind(name)] -= 1
        for k, n in left.items():
            assert n >= 0, f"too many {KINDS[k]}"
            state.discard[k] = n
            state.n_discard += n
        state.phase = phase

    def legal(self) -> list[int]:
        actions = np.zeros(128, np.int32)
        return actions[: kernel.legal(self.rules, self.state, actions)].tolist()

    def do(self, *actions: int) -> None:
        for action in actions:
            assert action in self.legal(), f"{action} is not among {self.legal()} in phase {Phase(self.state.phase).name}"
            with np.errstate(over="ignore"):
                kernel.apply(self.rules, self.state, action)
            assert kernel.check(self.rules, self.state) == 0

    def empty_discard(self) -> None:
        """Take the discard pile out of the game, rules and all."""
        self.rules.copies[:] -= self.state.discard
        self.state.discard[:] = 0
        self.state.n_discard = 0

    def hand(self, seat: int) -> list[str]:
        return [KINDS[k] for k in range(len(KINDS)) for _ in range(self.state.hand[seat, k])]

    def outcome(self) -> np.ndarray:
        out = np.zeros(self.state.n_seats, RULES.title.outcome_dtype).view(np.recarray)
        kernel.outcome(self.rules, self.state, out)
        return out


ALE = ["malt_expert", "farm", "hops_expert", "night_shift"]  # malt, hops, hops, yeast
FILLER = ["employee_manager"] * 3


def fresh(seats: int) -> Table:
    table = Table(seats=seats)
    table.state = new_record(STATE)
    table.state.key, table.state.n_seats = 99, seats
    with np.errstate(over="ignore"):
        kernel.setup(table.rules, table.state)
    return table


# --- set-up ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats):
    """BC-1, BC-2, BC-3: 46 cards: 4 in each hand, 5 face up, the rest face down."""
    state = fresh(seats).state
    assert state.n_hand[:seats].tolist() == [4] * seats
    assert state.row.sum() == state.n_row == 5
    assert state.n_deck == 46 - 4 * seats - 5
    cards = state.hand.sum(axis=0) + state.row + np.bincount(state.deck[: state.n_deck], minlength=13)
    assert cards.tolist() == RULES.record.copies.tolist()


def test_cards_are_dealt_one_at_a_time():
    """BC-2, BC-3: from the top of the deck, seat by seat, and then the row."""
    state = fresh(3).state
    deck, scratch = np.zeros(46, np.int16), np.zeros(46, np.uint64)
    with np.errstate(over="ignore"):
        kernel.order_deck(RULES.record.copies, np.uint64(kernel.stream_key(state.key, DECK_STREAM)), deck, scratch)
    from_top = deck[::-1].tolist()
    for seat in range(3):
        assert state.hand[seat].tolist() == np.bincount(from_top[seat:12:3], minlength=13).tolist()
    assert state.row.tolist() == np.bincount(from_top[12:17], minlength=13).tolist()
    assert state.deck[: state.n_deck][::-1].tolist() == from_top[17:]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_take_turns(seats):
    """BC-4, BC-21: seat 0 begins, the others follow in order, teams in turn, and a round is one turn each."""
    table = fresh(seats)
    seen = []
    for _ in range(2 * seats):
        seen.append((int(table.state.rounds), int(table.state.seat)))
        table.do(BLIND, BLIND, PASS, *([KEEP] if seats == 4 else []))
        while table.state.phase == Phase.DISCARD:
            table.do(table.legal()[0])
    assert seen == [(played, seat) for played in range(2) for seat in range(seats)]


# --- step 1 ---


def test_the_row_is_refilled_only_after_both_cards():
    """BC-5: one card face up, one blind; the gap is filled after the second."""
    row = ["farm", "mash_tun", "brewmaster", "hops_expert", "boil_kettle"]
    table = Table([[], []], row, ["night_shift", "oak_barrelhouse", "farm"], phase=Phase.DRAW)
    table.do(TAKE + kind("brewmaster"))
    assert table.state.n_row == 4
    assert TAKE + kind("brewmaster") not in table.legal()
    table.do(BLIND)
    assert table.hand(0) == ["brewmaster", "night_shift"]
    assert table.state.n_row == 5
    assert table.state.row[kind("oak_barrelhouse")] == 1
    assert table.state.phase == Phase.ACT


def test_both_cards_may_come_from_the_row():
    """BC-5: two cards of one kind can be taken one after the other."""
    table = Table([[], []], ["farm", "farm", "mash_tun", "mash_tun", "brewmaster"], ["night_shift"] * 3, phase=Phase.DRAW)
    table.do(TAKE + kind("farm"), TAKE + kind("farm"))
    assert table.hand(0) == ["farm", "farm"]
    assert table.state.row[kind("night_shift")] == 2


def test_an_empty_stack_is_made_anew_from_the_discard_pile():
    """BC-6: the shuffle happens when a card is needed, and takes the whole pile."""
    table = Table([[], []], ["farm"] * 4 + ["mash_tun"], ["brewmaster"], phase=Phase.DRAW)
    pile = int(table.state.n_discard)
    table.do(BLIND)
    assert (table.state.n_deck, table.state.n_discard) == (0, pile)
    table.do(BLIND)
    assert (table.state.n_deck, table.state.n_discard) == (pile - 1, 0)
    assert table.state.shuffles == 2


def test_with_stack_and_pile_empty_only_the_row_is_left():
    """BC-7: no blind card is offered, and the row stays short."""
    table = Table([[], []], ["farm", "mash_tun"], [], phase=Phase.DRAW)
    table.empty_discard()
    assert table.legal() == [TAKE + kind("farm"), TAKE + kind("mash_tun")]
    table.do(TAKE + kind("farm"), TAKE + kind("mash_tun"))
    assert table.state.n_row == 0
    assert table.state.phase == Phase.ACT


def test_a_seat_that_finds_no_card_draws_none():
    """BC-7: with nothing to draw the turn begins with step 2; a later discard is shuffled when needed."""
    table = Table([["farm"], ["mash_tun"] * 2 + FILLER + ["night_shift"]], ["brewmaster"], [], phase=Phase.DRAW)
    table.empty_discard()
    table.do(TAKE + kind("brewmaster"))
    assert table.state.phase == Phase.ACT
    table.do(PASS)
    assert (table.state.seat, table.state.phase) == (1, Phase.ACT)
    table.do(BREW + recipe("porter"))  # mash tuns for malt, two yeasts for the missing hops, one for the yeast
    while table.state.phase == Phase.PAY:
        table.do(table.legal()[0])
    assert table.state.seat == 0
    assert table.state.phase == Phase.DRAW
    assert table.state.n_row == 5  # the ingredients were shuffled to fill the row


# --- step 2: playing ---


def test_a_played_card_stays_and_works():
    """BC-8: the card leaves the hand, its effect raises later beers, its ingredient is gone."""
    table = Table([["hops_expert", *ALE], []])
    hops = int(table.state.held[0, INGREDIENTS.index("hops")])
    table.do(PLAY + kind("hops_expert"))
    assert table.state.brewery[0, kind("hops_expert")] == 1
    assert table.state.held[0, INGREDIENTS.index("hops")] == hops - 1
    assert table.state.worth[0].tolist() == [4, 3, 6, 5, 8]
    assert table.state.worth[1].tolist() == [3, 3, 5, 5, 8]
    assert table.state.cards_played[0] == 1
    assert table.state.seat == 1


def test_never_two_of_one_name():
    """BC-9: a second copy cannot be played, by action or by Night Shift."""
    table = Table([["farm", "hops_expert", *ALE], []], breweries=[["farm", "night_shift"]])
    assert PLAY + kind("farm") not in table.legal()
    assert PLAY + kind("hops_expert") in table.legal()
    table = after_ale(["farm", "night_shift"], [], hand=["night_shift", "brewmaster"], deck=["mash_tun"])
    assert table.hand(0) == ["brewmaster", "night_shift"]
    assert table.legal() == [NIGHT_PLAY + kind("brewmaster"), DONE]


# --- step 2: brewing ---


def test_brewing_takes_the_ingredients_and_ignores_their_effects():
    """BC-11: an Ale takes malt, two hops and yeast for 3 Rep, though one of the hops is a Hops Expert."""
    table = Table([ALE, []])
    table.do(BREW + recipe("ale"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 3
    assert table.state.beers[0].tolist() == [1, 0, 0, 0, 0]
    assert table.state.brewery.sum() == 0


def test_what_is_lacking_cannot_be_brewed():
    """BC-11: without yeast, and without a pair to spare, there is no Ale."""
    table = Table([["malt_expert", "farm", "hops_expert"], []])
    assert [action for action in table.legal() if BREW <= action < PASS] == []


def test_savings_lower_the_need_before_substitution():
    """BC-11: with Boil Kettle and Mash Tun a Special Reserve takes 5 cards; a need never falls below zero."""
    five = ["malt_expert", "hops_expert", "night_shift", "brewmaster", "brewery_tour"]
    assert BREW + recipe("special_reserve") not in Table([five, []]).legal()
    table = Table([five, []], breweries=[["boil_kettle", "mash_tun"]])
    table.do(BREW + recipe("special_reserve"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 8
    changed = Table([five, []], breweries=[["boil_kettle"]], changes={"cards.boil_kettle.saves.lambic.hops": 9})
    assert changed.state.needs[0, recipe("lambic")].tolist() == [1, 0, 1, 1, 0]


def test_two_matching_stand_in_for_a_missing_one():
    """BC-12: the rulebook's example: two hops in place of a yeast."""
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_expert"], []])
    table.do(BREW + recipe("ale"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 3


def test_substitutes_are_counted_in_whole_pairs():
    """BC-12: surplus of one hops and one malt make no pair."""
    table = Table([["malt_expert", "mash_tun", "farm", "farm", "hops_expert"], []])
    assert BREW + recipe("ale") not in table.legal()


def test_only_missing_ingredients_are_substituted():
    """BC-12: a yeast that the hand has is used, though two spare hops could stand in for it."""
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_expert", "night_shift"], []])
    table.do(BREW + recipe("ale"))
    while table.state.phase == Phase.PAY:
        table.do(table.legal()[0])
    assert "night_shift" not in table.hand(0)
    assert len(table.hand(0)) == 2


def test_what_is_there_is_used_and_only_the_rest_is_substituted():
    """BC-12: one of two hops is there, so a single pair of yeast makes up for the other."""
    table = Table([["malt_expert", "farm", "night_shift", "night_shift", "night_shift"], []])
    table.do(BREW + recipe("ale"))
    assert table.hand(0) == []
    assert table.state.rep[0] == 3


def test_several_missing_ingredients_need_several_pairs():
    """BC-12: a Lambic without fruit and yeast takes two pairs."""
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_infusers", "boil_kettle", "boil_kettle"], []])
    table.do(BREW + recipe("lambic"))
    assert table.hand(0) == []
    table = Table([["malt_expert", "farm", "farm", "hops_expert", "hops_infusers", "boil_kettle"], []])
    assert BREW + recipe("lambic") not in table.legal()


def test_the_player_chooses_the_cards_that_are_used():
    """BC-13: with three kinds of hops for two, the one that is kept is the player's choice."""
    table = Table([["malt_expert", "night_shift", "farm", "hops_expert", "boil_kettle"], []])
    table.do(BREW + recipe("ale"))
    assert table.legal() == [PAY + kind("boil_kettle"), PAY + kind("farm"), PAY + kind("hops_expert")]
    table.do(PAY + kind("farm"), PAY + kind("boil_kettle"))
    assert table.hand(0) == ["hops_expert"]


def test_the_player_chooses_what_stands_in():
    """BC-13: hops or malt for the missing yeast."""
    hand = ["malt_expert", "mash_tun", "mash_tun", "farm", "farm", "hops_expert", "hops_expert"]
    table = Table([hand, []])
    table.do(BREW + recipe("ale"))
    assert table.legal() == [SUBSTITUTE + INGREDIENTS.index("malt"), SUBSTITUTE + INGREDIENTS.index("hops")]
    table.do(SUBSTITUTE + INGREDIENTS.index("malt"))
    while table.state.phase == Phase.PAY:
        table.do(PAY + kind("farm"))
    assert table.hand(0) == ["hops_expert", "hops_expert"]


def test_bonuses_add_up():
    """BC-14: Hops Expert and Hops Infusers together give 2 extra Rep for an Ale (the rulebook's advice)."""
    table = Table([ALE, []], breweries=[["hops_expert", "hops_infusers", "malt_expert"]])
    table.do(BREW + recipe("ale"))
    assert table.state.rep[0] == 5
    assert (table.state.rep_recipes[0], table.state.rep_bonuses[0]) == (3, 2)


# --- after brewing ---


def after_ale(brewery, row, hand=(), deck=("night_shift",) * 2, changes=None) -> Table:
    table = Table([[*ALE[:3], "employee_manager", *hand], []], row, deck, [brewery], changes=changes)
    table.do(BREW + recipe("ale"))
    while table.state.phase == Phase.PAY:
        keep = {PAY + kind(name) for name in hand}
        table.do(next(action for action in table.legal() if action not in keep))
    return table


def test_the_order_of_effects_is_free_and_each_works_once():
    """BC-15: Farm takes hops, Barley Grower malt; after one the other is still there, the first is not."""
    row = ["mash_tun", "mash_tun", "boil_kettle", "boil_kettle", "brewmaster"]
    table = after_ale(["farm", "barley_grower"], row)
    assert table.legal() == [FETCH + kind("boil_kettle"), FETCH + kind("mash_tun"), DONE]
    table.do(FETCH + kind("mash_tun"))
    assert table.legal() == [FETCH + kind("boil_kettle"), DONE]
    table.do(FETCH + kind("boil_kettle"))
    assert table.hand(0) == ["boil_kettle", "mash_tun"]
    assert table.state.seat == 1


def test_night_shift_plays_a_card_that_is_usable_at_once():
    """BC-15: FAQ 2: the Farm played by Night Shift takes hops right away."""
    table = after_ale(["night_shift"], ["boil_kettle", "mash_tun"], hand=["farm"])
    assert table.legal() == [NIGHT_PLAY + kind("farm"), DONE]
    table.do(NIGHT_PLAY + kind("farm"), FETCH + kind("boil_kettle"))
    assert table.state.brewery[0, kind("farm")] == 1
    assert table.hand(0) == ["boil_kettle"]
    assert table.state.seat == 1


def test_effects_are_optional():
    """BC-16: DONE leaves the rest unused."""
    table = after_ale(["farm", "night_shift"], ["boil_kettle"], hand=["brewmaster"])
    table.do(DONE)
    assert table.hand(0) == ["brewmaster"]
    assert table.state.seat == 1


def test_effects_that_are_not_used_lapse():
    """BC-16: a Farm left unused after one beer takes a single hops after the next, not two."""
    table = after_ale(["farm", "night_shift"], ["boil_kettle"] * 2, hand=["brewmaster"])
    table.do(DONE)
    for name in ("oak_barrelhouse", "hops_infusers", "hops_infusers", "ale_and_porter_specialist"):
        kernel.add_card(table.rules, table.state, 0, kind(name))
        table.rules.copies[kind(name)] += 1
    table.state.seat, table.state.phase = 0, Phase.ACT
    table.do(BREW + recipe("ale"))
    assert table.state.phase == Phase.AFTER_BREW
    assert (table.state.takes_left[INGREDIENTS.index("hops")], table.state.plays_left) == (1, 1)


def test_impossible_effects_are_not_offered():
    """BC-16: no hops face up and no card to play: the turn goes on by itself."""
    table = after_ale(["farm", "night_shift"], ["mash_tun", "brewmaster"])
    assert table.state.seat == 1


@pytest.mark.parametrize(("ruling", "face_up"), [("after_all", 4), ("at_once", 5)])
def test_the_row_after_takes(ruling, face_up):
    """BC-10: refilled when all effects are done, or at once if so ruled."""
    row = ["mash_tun", "mash_tun", "boil_kettle", "boil_kettle", "brewmaster"]
    table = after_ale(["farm", "barley_grower"], row, changes={"rulings.refill_after_takes": ruling})
    table.do(FETCH + kind("mash_tun"))
    assert table.state.n_row == face_up
    table.do(DONE)
    assert table.state.n_row == 5


# --- the end of a turn and of the game ---


def test_discard_down_to_seven():
    """BC-17: a card of one's choice for each over the limit, and the pile is face up for all."""
    hand = ["farm"] * 3 + ["hops_expert"] * 2 + ["mash_tun"] * 2 + ["brewmaster", "malt_expert"]
    table = Table([hand, []])
    table.do(PASS)
    assert table.state.phase == Phase.DISCARD
    farms = int(table.state.discard[kind("farm")])
    table.do(DISCARD + kind("farm"), DISCARD + kind("mash_tun"))
    assert table.state.n_hand[0] == 7
    assert table.state.discard[kind("farm")] == farms + 1
    assert table.state.seat == 1


def test_passing_changes_nothing():
    """BC-18: a pass ends the turn with the hand as it was."""
    table = Table([ALE, []])
    before = table.hand(0)
    table.do(PASS)
    assert table.hand(0) == before
    assert table.state.rep.sum() == 0


def test_the_round_is_played_out():
    """BC-18: seat 0 reaches 21, seat 1 still has its turn and may pass it by; then the game is over."""
    table = Table([ALE, ["malt_expert", "hops_expert", "boil_kettle", "employee_manager"]], ["farm"] * 2)
    table.state.rep[:2] = 18, 20
    table.do(BREW + recipe("ale"))
    assert not table.state.over
    assert (table.state.end_round, table.state.end_side) == (1, 0)
    table.do(BLIND, BLIND)
    table.do(BREW + recipe("ale"))
    while not table.state.over:
        table.do(table.legal()[0])
    assert table.state.rep[:2].tolist() == [21, 23]
    assert table.state.end_side == 0


def test_the_last_seat_ends_the_game_at_once():
    """BC-18: if the last seat of a round reaches the target, no one gets another turn."""
    table = Table([[], ALE])
    table.state.seat = 1
    table.state.rep[:2] = 20, 18
    table.do(BREW + recipe("ale"))
    assert table.state.over


def test_end_bonuses():
    """BC-19: Tour counts equipment, Manager counts workers and itself; they come after the last turn."""
    table = Table([[], ALE], breweries=[["brewery_tour", "farm", "mash_tun", "hops_expert"], ["employee_manager", "night_shift"]])
    table.state.seat = 1
    table.state.rep[:2] = 19, 18
    table.do(BREW + recipe("ale"))
    while not table.state.over:
        table.do(DONE)
    assert table.state.rep[:2].tolist() == [19 + 2, 21 + 2]
    metrics = table.outcome().metrics
    assert metrics[0, METRICS.index("rep_equipment")] == 2
    assert metrics[1, METRICS.index("rep_workers")] == 2


def test_end_bonuses_do_not_trigger_the_end():
    """BC-19: 20 Rep and a bonus of 5 on the table: play goes on."""
    table = Table([[], []], breweries=[[], ["brewery_tour", "farm", "mash_tun", "boil_kettle", "hops_infusers", "oak_barrelhouse"]])
    table.state.rep[1] = 20
    table.state.seat = 1
    table.do(PASS)
    assert not table.state.over
    assert table.state.rounds == 1


def finished(hands, rep, seats=2) -> np.ndarray:
    from brewsim.engine.drivers import rank

    table = Table(hands, seats=seats)
    table.state.rep[: len(rep)] = rep
    table.state.end_round, table.state.over = 1, True
    rows = table.outcome()
    rank(rows)
    return rows


def test_the_winner():
    """BC-20: the highest score wins; then cards in hand; then it is shared."""
    rows = finished([["farm"], ["farm", "farm"]], [22, 21])
    assert rows.win_share.tolist() == [1, 0]
    assert not rows.tied_first.any()
    rows = finished([["farm"], ["farm", "farm"]], [22, 22])
    assert rows.win_share.tolist() == [0, 1]
    assert rows.tied_first.all()
    assert rows.tiebreak_used.all()
    rows = finished([["farm"], ["mash_tun"]], [22, 22])
    assert rows.win_share.tolist() == [0.5, 0.5]
    assert rows.tied_first.all()
    assert not rows.tiebreak_used.any()


# --- teams ---


def test_a_team_shares_brewery_and_score():
    """BC-21: what seat 0 builds and brews counts for seat 2, and for no other."""
    table = Table([["hops_expert", *ALE], [], ["malt_expert", "farm", "boil_kettle", "employee_manager"], []], ["farm"] * 2, seats=4)
    assert table.state.side.tolist() == [0, 1, 0, 1]
    table.do(PLAY + kind("hops_expert"), KEEP)
    table.state.seat, table.state.phase = 2, Phase.ACT
    assert PLAY + kind("hops_expert") not in table.legal()
    table.do(BREW + recipe("ale"))
    assert table.state.rep.tolist() == [4, 0, 0, 0]
    assert table.outcome().score.tolist() == [4, 0, 4, 0]
    assert table.state.beers[2, recipe("ale")] == 1


def test_the_gift():
    """BC-22: after step 2 one card goes to the mate, before the discard; a hand may exceed the limit until its own turn ends."""
    eight = ["farm"] * 3 + ["hops_expert"] * 2 + ["mash_tun"] * 2 + ["brewmaster"]
    seven = ["oak_barrelhouse"] * 4 + ["night_shift"] * 3
    table = Table([eight, [], seven, []], ["boil_kettle"], seats=4)
    table.do(PASS)
    assert table.state.phase == Phase.GIVE
    assert KEEP in table.legal()
    table.do(GIVE + kind("brewmaster"))
    assert table.state.n_hand[:4].tolist() == [7, 0, 8, 0]
    assert "brewmaster" in table.hand(2)
    assert table.state.seat == 1
    table.do(BLIND, BLIND, PASS, KEEP)
    assert (table.state.seat, table.state.n_hand[2]) == (2, 8)
    table.do(BLIND, BLIND, PASS, KEEP)
    assert table.state.phase == Phase.DISCARD
    while table.state.phase == Phase.DISCARD:
        table.do(table.legal()[0])
    assert (table.state.seat, table.state.n_hand[2]) == (3, 7)


def test_no_gift_without_teams():
    """BC-22: at 2 and 3 seats the turn simply ends."""
    table = Table([["farm"], [], []], seats=3)
    table.do(PASS)
    assert table.state.seat == 1


def test_team_ties_count_both_hands():
    """BC-23: 1 + 4 cards beat 2 + 2."""
    rows = finished([["farm"], ["farm", "mash_tun"], ["hops_expert"] * 3 + ["farm"], ["mash_tun"] * 2], [21, 21], seats=4)
    assert rows.tiebreak.tolist() == [5, 4, 5, 4]
    assert rows.win_share.tolist() == [1, 0, 1, 0]
    assert rows["rank"].tolist() == [1, 2, 1, 2]


# --- who knows what ---


def test_what_was_taken_face_up_stays_known():
    """BC-24: concealing keeps the own hand and cards seen taken, and deals the rest of the unknown anew."""
    row = ["farm", "mash_tun", "brewmaster", "hops_expert", "boil_kettle"]
    deck = ["night_shift", "oak_barrelhouse", "farm", "malt_expert", "barley_grower", "employee_manager"]
    table = Table([["farm", "farm"], ["malt_expert", "hops_expert"]], row, deck, phase=Phase.DRAW)
    table.state.seat = 1
    table.do(TAKE + kind("brewmaster"), BLIND, PASS)
    assert [KINDS[k] for k in np.flatnonzero(table.state.public[1])] == ["brewmaster"]
    hands = set()
    for key in range(40):
        copy = table.state.copy()
        with np.errstate(over="ignore"):
            kernel.conceal(table.rules, copy, 0, np.uint64(key))
        assert copy.hand[0].tolist() == table.state.hand[0].tolist()
        assert copy.hand[1, kind("brewmaster")] >= 1
        assert copy.n_hand[1] == copy.hand[1].sum() == 4
        assert kernel.check(table.rules, copy) == 0
        hands.add(tuple(copy.hand[1]))
    assert len(hands) > 5


def test_what_leaves_a_hand_openly_is_no_longer_counted_on():
    """BC-24: a card seen taken is known as long as it is held; played or discarded it is not in the hand any more."""
    for action in (PLAY, DISCARD):
        table = Table([["farm"] * 4 + ["mash_tun"] * 4, []], ["brewmaster"] * 2, phase=Phase.DRAW)
        table.do(TAKE + kind("brewmaster"), TAKE + kind("brewmaster"))
        assert table.state.public[0, kind("brewmaster")] == 2
        if action == DISCARD:
            table.do(PASS)
        table.do(action + kind("brewmaster"))
        assert table.state.public[0, kind("brewmaster")] == 1


def test_a_gift_blurs_what_is_known():
    """BC-24: after a face-down gift nobody can be sure that a card seen taken is still there."""
    table = Table([["farm"], [], [], []], ["brewmaster", "mash_tun"], ["night_shift"] * 3, seats=4, phase=Phase.DRAW)
    table.do(TAKE + kind("brewmaster"), TAKE + kind("mash_tun"), PASS, GIVE + kind("farm"))
    assert table.state.public.sum() == 0


def test_the_cap():
    """BC-25: bots that only pass are stopped, and nobody wins."""
    from brewsim.bots import Lineup

    title = RULES.title
    lazy = Lineup(("lazy", "lazy"), False, np.zeros((2, len(title.features))), np.zeros(2))
    lazy.weights[:, title.features.index("brew_rep")] = -1
    rows = simulate(RULES, lazy, 3)
    assert rows["aborted"].all()
    assert np.isnan(rows["win_share"]).all()
    assert (rows["rank"] == 0).all()
    assert not rows["tied_first"].any()


# --- items and metrics ---


def test_items_are_cards_when_played_and_recipes_when_brewed():
    table = Table()
    used = {
        action: kernel.item_of(table.rules, table.state, action) for action in (PLAY + 3, NIGHT_PLAY + 3, BREW + 2, TAKE + 3, PAY + 3, PASS)
    }
    assert [ITEMS[item] if item >= 0 else None for item in used.values()] == ["brewery_tour", "brewery_tour", "lambic", None, None, None]


def test_metrics_tell_seats_of_a_team_apart_and_follow_the_score():
    """Seat 2 plays a card, seat 3 brews twice, and the team of seats 1 and 3 triggers the end in round 2."""
    table = Table(
        [[], [], ["farm"], [*ALE, "malt_expert", "hops_infusers", "hops_infusers", "employee_manager"]], ["mash_tun"] * 4, seats=4
    )
    table.state.turns[:4] = 1, 0, 0, 0  # seat 0 is in its first turn
    table.state.rep[1] = 15

    def pass_turn() -> None:
        if table.state.phase == Phase.DRAW:
            table.do(TAKE + next(k for k in range(13) if table.state.row[k]), BLIND)
        table.do(PASS)
        if table.state.phase == Phase.GIVE:
            table.do(KEEP)

    def brew() -> None:
        table.do(BLIND, BLIND, BREW + recipe("ale"))
        while table.state.phase == Phase.PAY:
            table.do(table.legal()[0])
        table.do(KEEP)

    pass_turn()
    pass_turn()
    table.do(BLIND, BLIND, PLAY + kind("farm"), KEEP)
    brew()
    for _ in range(3):
        pass_turn()
    brew()
    assert table.state.over
    rows = table.outcome()
    values = {name: rows.metrics[:, METRICS.index(name)].tolist() for name in METRICS}
    assert values["beers_ale"] == [0, 0, 0, 2]
    assert values["cards_played"] == [0, 0, 1, 0]
    assert values["turns"] == [2, 2, 2, 2]
    assert values["end_round"] == [2, 2, 2, 2]
    assert values["triggered_end"] == [0, 1, 0, 1]
    assert values["score_after_1"] == [0, 18, 0, 18]
    assert values["score_after_2"] == [0, 21, 0, 21]
    assert values["score_after_3"] == [MISSING] * 4
    assert values["cards_left"] == table.state.n_hand[:4].tolist()


# --- the checking driver ---


@pytest.mark.parametrize(
    ("field", "place", "value", "broken"),
    [
        ("discard", 0, 40, "a card is lost or doubled"),
        ("n_row", (), 3, "a card is lost or doubled"),
        ("lacking", (), -1, "a count is negative"),
        ("n_hand", 1, 9, "the counts kept of a hand are wrong"),
        ("balance", (1, 0), 5, "the counts kept of a hand are wrong"),
        ("worth", (0, 0), 9, "the counts kept of a brewery are wrong"),
        ("needs", (1, 2, 3), 0, "the counts kept of a hand are wrong"),
        ("needs", (3, 2, 3), 0, "the counts kept of a brewery are wrong"),
        ("end_rates", (1, 0), 1, "the counts kept of a brewery are wrong"),
        ("public", (1, kind("farm")), 2, "more cards publicly known than held"),
    ],
)
def test_a_broken_table_is_found(field, place, value, broken):
    table = Table([ALE, ["farm"], [], []], ["mash_tun"] * 2, breweries=[["hops_expert"]], seats=4)
    assert kernel.check(table.rules, table.state) == 0
    if place == ():
        table.state[field] = value
    else:
        table.state[field][place] = value
    assert INVARIANTS[kernel.check(table.rules, table.state) - 1] == broken


@pytest.mark.parametrize(("seats", "allowed"), [(2, 7), (3, 7), (4, 8)])
def test_a_hand_that_waits_is_within_the_limit(seats, allowed):
    """BC-17, BC-22: one card more only where a team mate can have given it."""
    cards = ["oak_barrelhouse"] * 4 + ["mash_tun"] * 4 + ["farm"]
    for n in (allowed, allowed + 1):
        table = Table([[], cards[:n]], seats=seats)
        broken = kernel.check(table.rules, table.state)
        assert (INVARIANTS[broken - 1] == "a hand is larger than it can be") if n > allowed else broken == 0


def test_the_largest_hand_of_any_variant_is_counted():
    table = Table()
    table.state.held[0, 0] = MAX_DECK
    kernel.count_balance(table.rules, table.state, 0)
    assert table.state.balance[0, recipe("ale")] == (MAX_DECK - 1) // 2 - 3  # pairs of malt beyond the one needed; 2 hops, 1 yeast


def test_every_clause_is_named_by_a_test():
    clauses = set(re.findall(r"\*\*(BC-\d+)\*\*", (RULES.title.folder / "RULES.md").read_text()))
    named = set(re.findall(r"BC-\d+", Path(__file__).read_text()))
    assert clauses
    assert clauses <= named
