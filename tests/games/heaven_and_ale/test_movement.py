"""Movement on the track and into the start area."""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import BREWMASTER, PLOTS_OF_SIDE, Card, Goal, Place, Side, Space
from brewsim.games.heaven_and_ale.codes import Verb
from brewsim.games.heaven_and_ale.state import HOME
from tests.games.heaven_and_ale.table import BARLEY, RULES, WOOD, actions_of, do, enter, of_verb, offer, on_turn, open_spaces, tile


def test_figures_move_forward_only_and_may_share_a_space():
    """HA-6: any space ahead, also one with another figure, never back; clockwise turns."""
    state = on_turn()
    state.position[0] = 5
    state.position[1] = 8
    spaces = open_spaces(state)
    assert min(spaces) == 5
    assert 7 in spaces
    do(state, codes.move(7))
    do(state, of_verb(state, Verb.BUY)[0])
    do(state, actions_of(state)[0])
    assert state.position[:2].tolist() == [8, 8]
    assert state.seat == 1


def test_who_is_back_is_passed_over():
    """HA-6: seats in the start area have no turn until the round ends."""
    state = on_turn()
    state.position[1] = state.position[2] = HOME
    do(state, codes.enter(Place.FIRST))
    assert state.seat == 3


def test_a_space_whose_action_is_impossible_is_closed():
    """HA-7: no tile, no disc, nothing to score, no money, no plot, no barrel."""
    state = on_turn()
    spaces = open_spaces(state)
    assert all(RULES.space_kind[space] in (Space.RESOURCE, Space.MONK) for space in spaces)
    assert len(spaces) == 19
    offer(state, 0)
    offer(state, 1, tile(WOOD, 5))
    offer(state, 4, tile(WOOD, 4))
    state.money[0], state.n_held[0] = 4, 0
    state.card[0] = Card.SOLD
    spaces = open_spaces(state)
    assert 0 not in spaces
    assert 1 not in spaces
    assert 4 in spaces
    state.side_tiles[0, Side.SHADE] = PLOTS_OF_SIDE  # only the sun is left, at twice the price
    assert 4 not in open_spaces(state)
    state.money[0] = 8
    assert 4 in open_spaces(state)
    state.side_tiles[0, Side.SUN] = PLOTS_OF_SIDE
    assert [RULES.space_kind[space] for space in open_spaces(state)] == [Space.BARREL, Space.BARREL]  # for the full sides
    state.small_left[Goal.SUN] = state.small_left[Goal.SHADE] = 0
    assert open_spaces(state) == []


def test_places_of_figures_that_have_not_left_are_taken():
    """HA-8: at the first turn of a round the others still stand on their places; one's own is free."""
    state = on_turn()
    assert of_verb(state, Verb.ENTER) == [codes.enter(Place.FIRST)]
    state.position[1] = 3
    state.place[1] = NONE
    assert of_verb(state, Verb.ENTER) == [codes.enter(Place.FIRST), codes.enter(Place.BREWMASTER)]


def test_returning_takes_the_reward_and_ends_the_round_for_the_seat():
    """HA-8: brewmaster, resource or ducats; the figure is home."""
    for place, marker, spot, money in (
        (Place.BREWMASTER, BREWMASTER, -9, 25),
        (Place.DUCATS, WOOD, 0, 27),
        (Place.RESOURCE, BARLEY, -6, 25),
    ):
        state = on_turn(2)
        state.position[:2] = 9
        state.place[:2] = NONE
        enter(state, place, BARLEY)
        assert state.marker[0, marker] == spot
        assert state.money[0] == money
        assert state.position[0] == HOME
        assert state.seat == 1


def test_the_last_one_in_must_take_the_first_place_if_it_is_free():
    """HA-9: at 2 and 3 seats the first player's place may be left."""
    state = on_turn(3)
    state.position[1] = state.position[2] = HOME
    state.place[1], state.place[2] = Place.BREWMASTER, Place.DUCATS
    assert of_verb(state, Verb.ENTER) == [codes.enter(Place.FIRST)]
    state.place[1] = Place.FIRST
    assert codes.enter(Place.BREWMASTER) in actions_of(state)
    state.place[1], state.position[2], state.place[2] = Place.BREWMASTER, 20, NONE  # not the last: free choice
    assert codes.enter(Place.DUCATS) in actions_of(state)
