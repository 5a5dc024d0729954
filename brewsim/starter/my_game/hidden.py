"""What a seat cannot know, dealt again: the hands of the others (MG-8), and with them what is left in the bag."""

from brewsim.parts.chance import draw, stream_key
from brewsim.parts.compiling import compiled

from my_game.kernel import take_from
from my_game.rules import N_GOODS


@compiled
def conceal(rules, state, seat, key):
    """Put all other hands into the bag, then draw as many cards for each, with the luck of `key`."""
    for other in range(state.n_seats):
        for good in range(N_GOODS):
            if other != seat:
                state.bag[good] += state.hand[other, good]
                state.hand[other, good] = 0
    for other in range(state.n_seats):
        if other != seat:
            for card in range(rules.hand_size):
                state.hand[other, take_from(state.bag, draw(stream_key(key, other), card))] += 1
