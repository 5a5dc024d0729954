"""What a seat cannot know, dealt again: the deck and the hands of the others (MG-9)."""

from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck

from my_game.kernel import cards_in_hand
from my_game.rules import N_GOODS
from my_game.state import CONCEAL_STREAM


@compiled
def conceal(rules, state, seat, key):
    """Put the deck and all other hands together, shuffle, and deal as many cards to each as it had."""
    for good in range(N_GOODS):
        state.pool[good] = 0
    for place in range(state.n_deck):
        state.pool[state.deck[place]] += 1
    for other in range(state.n_seats):
        for good in range(N_GOODS):
            state.pool[good] += state.hand[other, good] if other != seat else 0
    n = order_deck(state.pool, stream_key(key, CONCEAL_STREAM), state.deck, state.priorities)
    for other in range(state.n_seats):
        if other != seat:
            cards = cards_in_hand(state, other)
            for good in range(N_GOODS):
                state.hand[other, good] = 0
            for _ in range(cards):
                n -= 1
                state.hand[other, state.deck[n]] += 1
    state.n_deck = n
