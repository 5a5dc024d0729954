"""Buying tiles, and selling cards for them."""

import numpy as np
import pytest

from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import PLOTS_OF_SIDE, Card, Side
from brewsim.games.heaven_and_ale.codes import Verb
from brewsim.games.heaven_and_ale.scoring import Metric, final_level, outcome
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.games.heaven_and_ale.track import funds
from tests.games.heaven_and_ale.table import (
    HOPS,
    MONK_1,
    RULES,
    TITLE,
    WATER,
    WOOD,
    actions_of,
    do,
    end_round,
    of_verb,
    offer,
    on_turn,
    open_spaces,
    plant,
    tile,
)


def test_one_buys_at_least_one_tile_and_then_as_many_as_one_likes():
    """HA-10: no end before the first; equal tiles are one action; the turn ends by itself when the space is empty."""
    state = on_turn()
    offer(state, 0, tile(HOPS, 2), tile(HOPS, 2), tile(WOOD, 1))
    do(state, codes.move(0))
    first = actions_of(state)
    assert sorted(first) == sorted(codes.buy(kind, side) for kind in (tile(HOPS, 2), tile(WOOD, 1)) for side in (Side.SUN, Side.SHADE))
    for kind, left in ((tile(HOPS, 2), 2), (tile(WOOD, 1), 1)):
        do(state, codes.buy(kind, Side.SHADE))
        do(state, actions_of(state)[0])
        assert state.n_offer[0] == left
        assert codes.DONE in actions_of(state)
    assert codes.buy(tile(HOPS, 2), Side.SUN) in actions_of(state)
    do(state, codes.buy(tile(HOPS, 2), Side.SUN))
    do(state, actions_of(state)[0])
    assert state.seat == 1
    assert state.money[0] == 25 - 2 - 1 - 4


def test_buying_may_stop():
    """HA-10: after one tile the rest may stay."""
    state = on_turn()
    offer(state, 0, tile(HOPS, 2), tile(WOOD, 1))
    do(state, codes.move(0))
    do(state, codes.buy(tile(WOOD, 1), Side.SHADE))
    do(state, actions_of(state)[0])
    do(state, codes.DONE)
    assert state.offer[0, : state.n_offer[0]].tolist() == [tile(HOPS, 2)]
    assert state.seat == 1


@pytest.mark.parametrize(("side", "cost"), [(Side.SHADE, 5), (Side.SUN, 10)])
def test_a_resource_costs_its_fertility_and_twice_in_the_sun(side, cost):
    """HA-11: and goes to any free plot of that side."""
    state = on_turn()
    plant(state, {0: MONK_1, 15: MONK_1})
    offer(state, 0, tile(WATER, 5))
    do(state, codes.move(0))
    do(state, codes.buy(tile(WATER, 5), side))
    assert state.money[0] == 25 - cost
    first = PLOTS_OF_SIDE * side
    assert actions_of(state) == [codes.lay(plot) for plot in range(first + 1, first + PLOTS_OF_SIDE)]
    do(state, codes.lay(first + 7))
    assert state.tile[0, first + 7] == tile(WATER, 5)


@pytest.mark.parametrize(("space", "price"), [(2, 4), (9, 3), (17, 2), (24, 1)])
def test_a_monk_costs_the_price_of_its_space_and_twice_in_the_sun(space, price):
    """HA-12: 4, 3, 2 and 1 along the track."""
    for side, factor in ((Side.SHADE, 1), (Side.SUN, 2)):
        state = on_turn()
        kind = int(state.offer[space, 0])
        do(state, codes.move(space))
        do(state, codes.buy(kind, side))
        assert state.money[0] == 25 - factor * price
        assert len(actions_of(state)) == PLOTS_OF_SIDE


def test_cards_can_be_sold_for_a_tile_that_the_ducats_do_not_pay():
    """HA-13: cards count for what one can afford, each brings 3 ducats and is gone."""
    state = on_turn()
    offer(state, 0, tile(WOOD, 4))
    state.money[0] = 0
    state.card[0] = [Card.HELD, Card.SOLD, Card.PLACED, Card.SOLD, Card.HELD]
    state.n_held[0] = 2
    assert 0 in open_spaces(state)
    do(state, codes.move(0))
    assert actions_of(state) == [codes.buy(tile(WOOD, 4), Side.SHADE)]
    do(state, codes.buy(tile(WOOD, 4), Side.SHADE))
    assert actions_of(state) == [codes.sell(0), codes.sell(4)]
    do(state, codes.sell(4))
    assert state.money[0] == 3
    assert state.card[0].tolist() == [Card.HELD, Card.SOLD, Card.PLACED, Card.SOLD, Card.SOLD]
    assert actions_of(state) == [codes.sell(0)]
    do(state, codes.sell(0))
    assert (state.money[0], state.n_held[0], state.phase) == (2, 0, Phase.LAY)
    state = on_turn()
    offer(state, 0, tile(WOOD, 4))
    state.money[0], state.n_held[0], state.card[0] = 0, 1, [Card.HELD, Card.SOLD, Card.SOLD, Card.SOLD, Card.SOLD]
    assert 0 not in open_spaces(state)


def test_no_card_is_sold_for_nothing():
    """HA-13: only for a tile that one has chosen, and only until the ducats pay it."""
    for money, sold in ((8, 0), (7, 1), (5, 1), (4, 2)):
        state = on_turn()
        offer(state, 0, tile(WOOD, 4), tile(WOOD, 5))
        state.money[0] = money
        do(state, codes.move(0))
        do(state, codes.buy(tile(WOOD, 4), Side.SUN))
        for card in range(sold):
            assert actions_of(state) == [codes.sell(held) for held in range(card, 5)]
            do(state, codes.sell(card))
        assert state.phase == Phase.LAY
        assert state.money[0] == money + 3 * sold - 8
        do(state, codes.lay(0))
        assert not of_verb(state, Verb.SELL)
        assert codes.DONE in actions_of(state)


def test_cards_that_are_still_held_count_as_ducats_at_the_end():
    """HA-14: 3 each, none for a placed one; they are not counted as sold."""
    state = on_turn(2)
    state.rounds = 2
    state.marker[0] = [9, 9, 9, 9, 8, 9]
    state.money[0] = 1
    state.card[0] = [Card.HELD, Card.PLACED, Card.HELD, Card.SOLD, Card.HELD]
    state.n_held[0] = 3
    assert final_level(RULES, state.marker[0], funds(RULES, state, 0)) == (9, 0, 1)
    state.money[0] = 0
    assert final_level(RULES, state.marker[0], funds(RULES, state, 0)) == (8, 0, 0)
    end_round(state)
    assert state.over
    rows = np.zeros(2, TITLE.outcome_dtype).view(np.recarray)
    outcome(RULES, state, rows)
    assert rows.metrics[0, [Metric.PRIVILEGES_SOLD, Metric.PRIVILEGES_PLACED, Metric.DUCATS_LEFT]].tolist() == [1, 1, 9]
