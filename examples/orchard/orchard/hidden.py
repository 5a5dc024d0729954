"""What a seat cannot know, dealt again: the order of its own deck, and which cards of the others are in their hands (OR-11)."""

from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck

from orchard.rules import N_KINDS


@compiled
def conceal(rules, state, seat, key):
    """Shuffle every deck, those of the others with their hands, and deal the hands again."""
    for other in range(state.n_seats):
        cards = 0
        for kind in range(N_KINDS):
            state.pool[kind] = 0
            if other != seat:
                cards += state.hand[other, kind]
                state.pool[kind] = state.hand[other, kind]
                state.hand[other, kind] = 0
        for place in range(state.n_deck[other]):
            state.pool[state.deck[other, place]] += 1
        n = order_deck(state.pool, stream_key(key, other), state.deck[other], state.priorities)
        for _ in range(cards):
            n -= 1
            state.hand[other, state.deck[other, n]] += 1
        state.n_deck[other] = n
