"""Ingredient cards on the move: decks, hands, piles, the face-up row. Clause numbers are those of RULES.md."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.rules import GRAIN, HOPS, N_TYPES
from brewsim.games.brew_baron.state import INGREDIENT_STREAM
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled, inlined

HALF_WORD = np.uint64(32)


@inlined
def add_ingredient(state, seat, t, value):
    """A card comes into a hand."""
    state.hand[seat, t, value] += 1
    state.held[seat, t] += 1


@inlined
def remove_ingredient(state, seat, t, value):
    """A card leaves a hand."""
    state.hand[seat, t, value] -= 1
    state.held[seat, t] -= 1


@inlined
def discard_ingredient(state, seat, t, value):
    """A card goes from a hand to its pile, face up (BB-14)."""
    remove_ingredient(state, seat, t, value)
    state.public[seat, t, value] -= state.public[seat, t, value] > 0
    state.discarded[seat, t] += 1
    state.pile[t, value] += 1
    state.n_pile[t] += 1


@inlined
def hand_size(state, seat):
    """The ingredient cards in a hand."""
    return state.held[seat, GRAIN] + state.held[seat, HOPS]


@inlined
def shuffle_key(state, t):
    """The key of this round's n-th shuffle of an ingredient deck."""
    stream = stream_key(state.key, INGREDIENT_STREAM + t)
    return draw(draw(stream, state.rounds), state.reshuffles[t])


@compiled
def gather_ingredients(rules, state):
    """All ingredient cards of both types go back to their decks, which are shuffled (BB-5, BB-35)."""
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            state.deck[t, value] = rules.value_copies[t]
            state.pile[t, value] = 0
        state.n_deck[t] = rules.n_values[t] * rules.value_copies[t]
        state.n_pile[t] = 0
        state.reshuffles[t] = 0
        state.drawn[t] = 0
        state.deck_key[t] = shuffle_key(state, t)
        state.row[t] = NONE
        for seat in range(state.n_seats):
            state.held[seat, t] = 0
            state.discarded[seat, t] = 0
            for value in range(rules.n_values[t]):
                state.hand[seat, t, value] = 0
                state.public[seat, t, value] = 0


@inlined
def can_draw_ingredient(state, t):
    """Whether an ingredient of this type can be drawn, perhaps after a shuffle."""
    return (state.n_deck[t] > 0) | (state.n_pile[t] > 0)


@inlined
def next_value(rules, state, t):
    """Take the top card off a deck that is not empty.

    The chance of a shuffle names one card copy after the other; the first that still lies in the deck is the top card.
    Whether a copy does depends on its own value alone, so with more or fewer cards of one value the others keep their order.
    """
    key, drawn = state.deck_key[t], state.drawn[t]
    while True:
        bits = draw(key, drawn)
        drawn += 1
        value = below(bits, rules.n_values[t])
        if below(bits << HALF_WORD, rules.copy_slots[t]) < state.deck[t, value]:
            break
    state.drawn[t] = drawn
    state.n_deck[t] -= 1
    state.deck[t, value] -= 1
    return value


@compiled
def draw_value(rules, state, t):
    """The top card of an ingredient deck; an empty deck is first made again from its pile (BB-13)."""
    if state.n_deck[t] == 0:
        for value in range(rules.n_values[t]):
            state.deck[t, value] = state.pile[t, value]
            state.pile[t, value] = 0
        state.n_deck[t] = state.n_pile[t]
        state.n_pile[t] = 0
        state.reshuffles[t] += 1
        state.drawn[t] = 0
        state.deck_key[t] = shuffle_key(state, t)
    return next_value(rules, state, t)


@compiled
def draw_blind(rules, state, seat, t):
    """A seat draws the top card of a deck, if there is one."""
    if can_draw_ingredient(state, t):
        add_ingredient(state, seat, t, draw_value(rules, state, t))


@compiled
def refill_row(rules, state, t):
    """The top card is turned up beside its deck (BB-5, BB-12)."""
    state.row[t] = draw_value(rules, state, t) if can_draw_ingredient(state, t) else NONE


@compiled
def take_face_up(rules, state, seat, t):
    """A seat takes the face-up card, which everybody sees; the top card takes its place at once (BB-12)."""
    value = state.row[t]
    add_ingredient(state, seat, t, value)
    state.public[seat, t, value] += 1
    state.taken[seat, t] = value
    refill_row(rules, state, t)
