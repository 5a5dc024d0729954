"""Whose turn comes when in a round (BC-4, BC-29)."""

from enum import IntEnum

from brewsim.parts.compiling import inlined


class Order(IntEnum):
    AS_PRINTED = 0  # from the first seat on
    REVERSED_EACH_ROUND = 1  # to and fro
    START_CARD_MOVES_ON = 2  # the next seat begins the next round


@inlined
def place_of(rules, state, seat):
    """The place of a seat in this round, counted from 0."""
    if rules.order == Order.REVERSED_EACH_ROUND and state.rounds % 2 == 1:
        return state.n_seats - 1 - seat
    if rules.order == Order.START_CARD_MOVES_ON:
        return (seat - state.rounds) % state.n_seats
    return seat


@inlined
def seat_at(rules, state, place):
    """The seat at a place in this round."""
    if rules.order == Order.REVERSED_EACH_ROUND and state.rounds % 2 == 1:
        return state.n_seats - 1 - place
    if rules.order == Order.START_CARD_MOVES_ON:
        return (place + state.rounds) % state.n_seats
    return place
