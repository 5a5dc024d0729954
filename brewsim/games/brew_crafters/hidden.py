"""What a seat cannot know, dealt again: the stack, and what nobody saw in other hands."""

from brewsim.games.brew_crafters.kernel import count_balance
from brewsim.games.brew_crafters.rules import N_KINDS
from brewsim.games.brew_crafters.state import CONCEAL_STREAM
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def conceal(rules, state, seat, key):
    """Shuffle the stack and the cards in other hands that nobody saw taken, and deal them again."""
    for kind in range(N_KINDS):
        state.pool[kind] = 0
    for place in range(state.n_deck):
        state.pool[state.deck[place]] += 1
    for other in range(state.n_seats):
        if other != seat:
            for kind in range(N_KINDS):
                hidden = state.hand[other, kind] - state.public[other, kind]
                state.pool[kind] += hidden
                state.hand[other, kind] -= hidden
                state.held[other, rules.ingredient[kind]] -= hidden
    n = order_deck(state.pool, stream_key(key, CONCEAL_STREAM), state.deck, state.priorities)
    for other in range(state.n_seats):
        if other != seat:
            missing = state.n_hand[other]
            for kind in range(N_KINDS):
                missing -= state.hand[other, kind]
            for _ in range(missing):
                n -= 1
                state.hand[other, state.deck[n]] += 1
                state.held[other, rules.ingredient[state.deck[n]]] += 1
            count_balance(rules, state, other)
    state.n_deck = n
