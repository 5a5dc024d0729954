"""Decks as an order of kinds: each card copy has a keyed priority, so a copy more or less leaves the rest in order."""

import numpy as np

from brewsim.parts.chance import draw
from brewsim.parts.compiling import compiled

MAX_COPIES = 64  # of one kind in one deck: the copies of kind k have the indices k * MAX_COPIES + 0, 1, ...


@compiled
def order_deck(counts, key, deck, priorities):
    """Fill `deck` with counts[kind] copies of each kind in the order that `key` gives them, and return how many.

    The top of the deck is its last card. `priorities` is scratch of the same length.
    """
    n = 0
    for kind in range(len(counts)):
        for copy in range(counts[kind]):
            priority = draw(key, kind * MAX_COPIES + copy)
            slot = n
            while slot > 0 and priorities[slot - 1] > priority:
                priorities[slot] = priorities[slot - 1]
                deck[slot] = deck[slot - 1]
                slot -= 1
            priorities[slot] = priority
            deck[slot] = np.int64(kind)
            n += 1
    return n
