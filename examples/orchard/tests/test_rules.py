"""A test for every clause of RULES.md, on tables that are set by hand. The docstring begins with the number of the clause."""

import numpy as np
from table import Table, k

from orchard import TITLE
from orchard.codes import BUY, CLEAR, DONE, PLAY
from orchard.rules import KINDS
from orchard.state import Phase


def counts(**cards: int) -> list[int]:
    return [cards.get(kind, 0) for kind in KINDS]


def test_every_seat_has_a_deck_and_a_hand():
    """OR-1: seven apples and three saplings, five of them in hand."""
    table = Table(decks=((), (), ()))
    state = np.zeros(1, table.state.dtype).view(np.recarray)[0]
    state.key, state.n_seats, table.state = 3, 3, state
    table.setup()
    assert state.owned[:3].tolist() == [counts(apple=7, sapling=3)] * 3
    assert (state.hand.sum(axis=1).tolist(), state.n_deck.tolist()) == ([5, 5, 5, 0], [5, 5, 5, 0])


def test_the_supply_grows_with_the_seats():
    """OR-2: of some kinds there are cards for each seat."""
    assert Table(decks=[()] * 4).state.supply.tolist() == counts(
        apple=20, basket=20, wagon=15, sapling=16, tree=16, grove=12, well=10, bees=10, market=10, gardener=10, fox=10, weed=32
    )


def test_seats_take_turns():
    """OR-3: a round is a turn of every seat."""
    table = Table(decks=[()] * 3)
    seen = []
    for _ in range(4):
        seen.append((int(table.state.seat), int(table.state.rounds)))
        table.play(DONE)
    assert seen == [(0, 0), (1, 0), (2, 0), (0, 1)]


def test_a_card_is_played_for_an_action_and_does_what_it_says():
    """OR-4: one action; bees bring two and a card, a market brings a card, an action, a coin and a buy, a well three cards."""
    table = Table(hand=["bees", "well", "market", "apple"], decks=(["market", "wagon", "apple", "apple", "apple"], ()))
    assert table.offered() == {"bees", "well", "market"}
    table.play(PLAY + k("bees"))
    assert (table.state.actions, table.state.hand[0, k("market")]) == (2, 2)
    table.play(PLAY + k("market"))
    assert (table.state.actions, table.state.coins, table.state.buys) == (2, 1, 2)
    table.play(PLAY + k("well"))
    assert table.state.hand[0].tolist() == counts(apple=4, wagon=1, market=1)
    table.play(DONE)
    assert (table.state.phase, table.state.coins) == (Phase.BUY, 1 + 4 + 3)


def test_without_an_action_or_a_card_for_it_the_seat_buys():
    """OR-4: a second card cannot be played after one that gives no action back."""
    assert Table(hand=["apple", "sapling"]).state.phase == Phase.BUY
    table = Table(hand=["well", "well"], decks=(["apple"] * 3, ()))
    table.play(PLAY + k("well"))
    assert table.state.phase == Phase.BUY


def test_a_gardener_removes_up_to_two_cards():
    """OR-5: one by one, or fewer; they are out of the game."""
    table = Table(hand=["gardener", "apple", "sapling"])
    table.play(PLAY + k("gardener"))
    assert table.offered() == {"apple", "sapling"}
    table.play(CLEAR + k("sapling"))
    assert (table.state.phase, table.state.owned[0, k("sapling")], table.state.cleared[k("sapling")]) == (Phase.CLEAR, 2, 1)
    table.play(DONE)
    assert (table.state.phase, table.state.coins) == (Phase.BUY, 1)


def test_a_fox_gives_weeds_to_the_others_as_long_as_there_are_any():
    """OR-6: to every other seat, from the next one on."""
    table = Table(hand=["fox"], decks=((), (), ()), changes={"cards.weed.copies_per_seat": 0, "cards.weed.copies": 1})
    table.play(PLAY + k("fox"))
    assert table.state.owned[:3, k("weed")].tolist() == [0, 1, 0]
    assert table.state.discard[1, k("weed")] == 1


def test_a_card_is_bought_for_the_coins_that_are_left():
    """OR-7: not more than the coins, not from an empty pile, no weeds; onto the discard pile."""
    table = Table(hand=["market", "wagon", "basket"], decks=(["apple"], ()))
    table.play(PLAY + k("market"))
    assert table.state.coins == 1 + 3 + 2 + 1
    assert table.offered() == set(KINDS) - {"grove", "weed"}
    table.state.supply[k("tree")] = 0
    assert "tree" not in table.offered()
    table.state.supply[k("tree")] = 8
    table.play(BUY + k("market"))
    assert (table.state.coins, table.state.buys, table.state.discard[0, k("market")]) == (2, 1, 1)
    assert table.offered() == {"apple", "sapling"}


def test_the_hand_is_discarded_and_a_new_one_is_drawn():
    """OR-8: an empty deck is made of the shuffled discard pile."""
    table = Table(hand=["basket", "apple"], decks=(["wagon", "wagon"], ()))
    table.play(DONE)
    assert (table.state.hand[0].sum(), table.state.hand[0, k("wagon")]) == (5, 2)
    assert (table.state.n_deck[0], table.state.discard[0].sum()) == (8, 0)


def test_a_deck_that_is_too_small_gives_a_small_hand():
    """OR-8: if deck and discard pile are empty, no card is drawn."""
    table = Table(hand=["basket"], changes={"cards.apple.start": 1, "cards.sapling.start": 0})
    table.play(DONE)
    assert table.state.hand[0].sum() == 2


def test_the_game_ends_after_a_round_with_empty_piles():
    """OR-9: no grove, or three empty piles, or the last round; the round is played out."""
    for change in ({}, {"game.rounds": 1}):
        table = Table(changes=change)
        table.play(DONE)
        assert not table.state.over
        table.play(DONE)
        assert table.state.over == bool(change)
    for empty in (["grove"], ["apple", "well", "fox"]):
        table = Table()
        table.state.cleared[[k(kind) for kind in empty]] = table.state.supply[[k(kind) for kind in empty]]
        table.state.supply[[k(kind) for kind in empty]] = 0
        table.play(DONE)
        assert not table.state.over
        table.play(DONE)
        assert table.state.over


def test_all_cards_of_a_seat_score_and_fewer_cards_break_ties():
    """OR-10: wherever they lie."""
    table = Table(hand=["grove", "sapling"], decks=(["tree"], ["weed"]))
    rows = table.outcome()
    assert rows.score.tolist() == [6 + 3 * 1 + 3, 3 - 1]
    assert rows.tiebreak.tolist() == [-12, -11]


def test_a_seat_knows_which_cards_others_have_but_not_which_they_hold():
    """OR-11: dealt again are all decks, and the hands of the others from their decks."""
    table = Table(hand=["basket"], decks=(["apple", "sapling", "wagon"], ["grove", "apple", "well", "fox"]))
    table.play(DONE)  # now seat 1, which has an empty hand, decides
    hands, tops = set(), set()
    for key in range(30):
        state = table.state.copy()
        with np.errstate(over="ignore"):
            TITLE.functions.conceal(table.rules, state, 1, np.uint64(key))
        assert state.hand[1].tolist() == table.state.hand[1].tolist()
        assert state.owned.tolist() == table.state.owned.tolist()
        assert TITLE.functions.check(table.rules, state) == 0
        hands.add(tuple(state.hand[0].tolist()))
        tops.add(int(state.deck[1, state.n_deck[1] - 1]))
    assert len(hands) > 3
    assert len(tops) > 2
