"""The cards of Brew Baron on the move: decks, hands, piles, the face-up row, the judges. Clause numbers are those of RULES.md."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.rules import N_KINDS, N_TYPES
from brewsim.games.brew_baron.state import ACTION_STREAM, INGREDIENT_STREAM
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck

HALF_WORD = np.uint64(32)


@inlined
def shuffle_key(state, kind_of_card):
    """The key of this round's n-th shuffle of an ingredient deck."""
    stream = stream_key(state.key, INGREDIENT_STREAM + kind_of_card)
    return draw(draw(stream, state.rounds), state.reshuffles[kind_of_card])


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
            state.known[seat] = 0
            state.held[seat, t] = 0
            state.judge[seat, t] = NONE
            state.is_up[seat, t] = 0
            for value in range(rules.n_values[t]):
                state.hand[seat, t, value] = 0
                state.public[seat, t, value] = 0


@inlined
def deck_has_card(state, t):
    """Whether an ingredient of this type can be drawn, be it after a shuffle."""
    return (state.n_deck[t] > 0) | (state.n_pile[t] > 0)


@inlined
def next_value(rules, state, t):
    """Take the top card off a deck that is not empty.

    The chance of a shuffle names one card copy after the other; the first that still lies in the deck is the top card.
    Whether a copy does depends on its own value alone, so cards more or less leave the order of the others as it was.
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
    """The top card of an ingredient deck; an empty deck is first made anew from its pile (BB-13)."""
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
    if deck_has_card(state, t):
        state.hand[seat, t, draw_value(rules, state, t)] += 1
        state.held[seat, t] += 1


@compiled
def refill_row(rules, state, t):
    """The top card is turned up beside its deck (BB-5, BB-12)."""
    state.row[t] = draw_value(rules, state, t) if deck_has_card(state, t) else NONE


@inlined
def discard_ingredient(state, seat, t, value):
    """A card goes from the hand to its pile, face up (BB-14)."""
    state.hand[seat, t, value] -= 1
    state.held[seat, t] -= 1
    state.public[seat, t, value] -= state.public[seat, t, value] > 0
    state.pile[t, value] += 1
    state.n_pile[t] += 1


@inlined
def knows(state, seat, owner, t):
    """1 if a seat knows a judge card, else 0."""
    return (state.known[seat] >> (owner * N_TYPES + t)) & 1


@inlined
def show_judge(state, seat, owner, t):
    """A seat looks at a judge card, alone."""
    state.known[seat] |= 1 << (owner * N_TYPES + t)
    state.is_rated[seat] = 0


@compiled
def turn_up(state, owner, t):
    """A judge card is turned up; now everybody knows it."""
    state.is_up[owner, t] = 1
    for seat in range(state.n_seats):
        show_judge(state, seat, owner, t)


@compiled
def swap_judges(state, t, a, b):
    """Two judge cards of one type change places, facing as they were; who knew a card still knows it (BB-20)."""
    state.judge[a, t], state.judge[b, t] = state.judge[b, t], state.judge[a, t]
    state.is_up[a, t], state.is_up[b, t] = state.is_up[b, t], state.is_up[a, t]
    for seat in range(state.n_seats):
        differs = knows(state, seat, a, t) ^ knows(state, seat, b, t)
        state.known[seat] ^= (differs << (a * N_TYPES + t)) | (differs << (b * N_TYPES + t))
        state.is_rated[seat] = 0


@inlined
def actions_left(state):
    """Whether an action card can be drawn, be it after a shuffle."""
    return (state.n_action_deck > 0) | (state.n_action_pile > 0)


@compiled
def shuffle_actions(state, counts):
    """Make the action deck anew of these cards."""
    key = draw(stream_key(state.key, ACTION_STREAM), state.action_shuffles)
    state.n_action_deck = order_deck(counts, key, state.action_deck, state.priorities)
    state.action_shuffles += 1


@compiled
def draw_action(state, seat):
    """A seat draws the top action card, if there is one; an empty deck is first made anew from the pile (BB-13)."""
    if not actions_left(state):
        return
    if state.n_action_deck == 0:
        shuffle_actions(state, state.action_pile)
        state.n_action_pile = 0
        for kind in range(N_KINDS):
            state.action_pile[kind] = 0
    state.n_action_deck -= 1
    state.cards[seat, state.action_deck[state.n_action_deck]] += 1
    state.n_cards[seat] += 1


@inlined
def discard_action(state, seat, kind):
    """An action card goes from the hand to the pile."""
    state.cards[seat, kind] -= 1
    state.n_cards[seat] -= 1
    state.action_pile[kind] += 1
    state.n_action_pile += 1
