"""Privilege cards for completed pairs."""

import numpy as np

from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import BREWMASTER, N_COLOURS, Card, Privilege
from brewsim.games.heaven_and_ale.state import Phase
from tests.games.heaven_and_ale.table import (
    BARLEY,
    HOPS,
    SPACE_C,
    WATER,
    WOOD,
    actions_of,
    colour_way,
    do,
    on_turn,
    plant,
    spot,
    stand,
    tile,
)


def complete_pair(state: np.record) -> None:
    """Score hops where yeast has a disc already."""
    plant(state, {0: tile(HOPS, 1), 1: tile(HOPS, 2), 16: tile(WATER, 1)})
    state.disc[0, spot("yeast")] = 1
    state.n_discs[0] = 1
    stand(state, SPACE_C, Phase.SCORE)
    do(state, colour_way(HOPS))


def test_a_card_may_be_placed_when_a_pair_is_completed_and_only_then():
    """HA-29: any held card or none; half a pair gives nothing; without a card the turn just ends."""
    state = on_turn()
    complete_pair(state)
    assert state.phase == Phase.PRIVILEGE
    assert actions_of(state) == [
        *(codes.place_colour_card(colour) for colour in range(N_COLOURS)),
        codes.place_lowest_card(BARLEY),
        codes.place_card(Privilege.BARREL),
        codes.place_card(Privilege.MONEY),
        codes.place_card(Privilege.BREWMASTER),
        codes.place_card(Privilege.NO_CARD),
    ]
    do(state, codes.place_card(Privilege.NO_CARD))
    assert state.card[0].tolist() == [Card.HELD] * 5
    assert (state.seat, state.phase) == (1, Phase.MOVE)
    state = on_turn()
    state.card[0] = [Card.SOLD, Card.SOLD, Card.PLACED, Card.HELD, Card.SOLD]
    state.n_held[0] = 1
    complete_pair(state)
    assert actions_of(state) == [codes.place_card(Privilege.MONEY), codes.place_card(Privilege.NO_CARD)]
    state = on_turn()
    state.card[0] = Card.SOLD
    state.n_held[0] = 0
    complete_pair(state)
    assert state.seat == 1
    state = on_turn()
    plant(state, {0: tile(HOPS, 1)})
    stand(state, SPACE_C, Phase.SCORE)
    state.disc[0, spot("water")] = 1  # the partner of barley, not of hops
    do(state, colour_way(HOPS))
    assert state.seat == 1


def test_the_colour_privilege_counts_tiles_of_a_colour():
    """HA-30: three hops tiles in sun and shade are three steps, whatever their fertility; a colour without a tile is none."""
    state = on_turn()
    plant(state, {20: tile(HOPS, 5)})
    complete_pair(state)
    hops = int(state.marker[0, HOPS])
    spare = state.copy()
    do(spare, codes.place_colour_card(BARLEY))
    assert spare.marker.tolist() == state.marker.tolist()
    assert spare.card[0, Privilege.COLOUR] == Card.PLACED
    do(state, codes.place_colour_card(HOPS))
    assert state.marker[0, HOPS] == hops + 3
    assert state.card[0].tolist() == [Card.PLACED, Card.HELD, Card.HELD, Card.HELD, Card.HELD]


def test_the_privilege_of_the_last_counts_discs():
    """HA-31: for one marker furthest behind, chosen among equals, with the disc just placed."""
    state = on_turn()
    state.marker[0] = [-3, 1, -2, -3, 0, 4]
    state.disc[0, spot("x")] = state.disc[0, spot("monk_1")] = 1
    complete_pair(state)
    state.n_discs[0] = state.disc[0].sum()
    lowest_cards = [codes.place_lowest_card(colour) for colour in range(N_COLOURS)]
    assert [a for a in actions_of(state) if a in lowest_cards] == [codes.place_lowest_card(WOOD), codes.place_lowest_card(WATER)]
    do(state, codes.place_lowest_card(WATER))
    assert state.marker[0].tolist() == [-3, 1, 1, 1, 0, 4]


def test_money_brewmaster_and_barrel_privileges():
    """HA-32: 12 ducats, 5 steps, a point a barrel."""
    for card, money, brewmaster in ((Privilege.MONEY, 37, -10), (Privilege.BREWMASTER, 25, -5), (Privilege.BARREL, 25, -10)):
        state = on_turn()
        complete_pair(state)
        do(state, codes.place_card(card))
        assert state.money[0] == money
        assert state.marker[0, BREWMASTER] == brewmaster
        assert state.card[0, card] == Card.PLACED
        assert state.n_held[0] == 4
        assert state.seat == 1
