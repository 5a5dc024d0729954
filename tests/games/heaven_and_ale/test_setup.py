"""The setup."""

import pytest

from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import BREWMASTER, EMPTY, N_COLOURS, N_PLOTS, N_RESOURCES, Card, Place, Space
from brewsim.games.heaven_and_ale.state import Phase
from tests.games.heaven_and_ale.table import HOPS, RULES, actions_of, do, end_round, new_game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_resource_spaces_get_tiles_with_one_on_the_back(seats):
    """HA-1: 15 tiles, all from the first pile."""
    state = new_game(seats)
    assert state.n_offer[RULES.space_kind == Space.RESOURCE].tolist() == [1] * 15
    assert state.n_piles.tolist() == [35, 50]
    assert (state.offer[RULES.space_kind == Space.RESOURCE, 0] < N_RESOURCES).all()


@pytest.mark.parametrize(("seats", "left"), [(2, [0, 12]), (3, [0, 8]), (4, [0, 0])])
def test_monks_come_in_stacks_of_four(seats, left):
    """HA-2: 3, 4 and 6 stacks are used, those with I first."""
    state = new_game(seats)
    assert state.n_offer[RULES.space_kind == Space.MONK].tolist() == [1] * 4
    assert state.n_cloister.tolist() == [8, 12]
    state.phase, state.seat = Phase.MOVE, 0
    state.place[:seats] = range(seats)
    for _ in range(RULES.total_rounds[seats]):
        end_round(state)
    assert state.over
    assert state.n_cloister.tolist() == left


def test_discs_and_barrels_are_laid_out():
    """HA-3: one disc on each of six spaces, twelve large barrels on twelve small ones."""
    state = new_game()
    assert state.space_discs[RULES.space_kind > Space.BARREL].tolist() == [1] * 6
    assert state.space_discs.sum() == 6
    assert state.disc_supply == 30
    assert state.large_left.sum() == state.small_left.sum() == 12


def test_players_begin_with_money_cards_and_markers():
    """HA-4: 25 ducats, 5 cards, markers on 0, -2, -4, -6, -8 and the brewmaster on -10."""
    state = new_game(3)
    for seat in range(3):
        assert state.money[seat] == 25
        assert state.card[seat].tolist() == [Card.HELD] * 5
        assert state.marker[seat].tolist() == [0, -2, -4, -6, -8, -10]
        assert state.tile[seat].tolist() == [EMPTY] * N_PLOTS


def test_places_are_chosen_counter_clockwise_with_their_rewards():
    """HA-5: the last seat first; seat 0 has the first player's place; each reward once; then seat 0 moves."""
    state = new_game(4)
    assert state.seat == 3
    assert actions_of(state) == [codes.enter(Place.BREWMASTER), codes.enter(Place.DUCATS), codes.enter(Place.RESOURCE)]
    do(state, codes.enter(Place.BREWMASTER))
    assert state.marker[3, BREWMASTER] == -9
    assert state.seat == 2
    assert codes.enter(Place.BREWMASTER) not in actions_of(state)
    do(state, codes.enter(Place.RESOURCE))
    assert actions_of(state) == [codes.advance(colour) for colour in range(N_COLOURS)]
    do(state, codes.advance(HOPS))
    assert state.marker[2].tolist() == [0, -2, -2, -6, -8, -10]
    assert actions_of(state) == [codes.enter(Place.DUCATS)]
    do(state, codes.enter(Place.DUCATS))
    assert state.money[:4].tolist() == [25, 27, 25, 25]
    assert (state.seat, state.phase) == (0, Phase.MOVE)
    assert state.place.tolist() == [Place.FIRST, Place.DUCATS, Place.RESOURCE, Place.BREWMASTER]
