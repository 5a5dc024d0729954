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
            priorities[n] = draw(key, kind * MAX_COPIES + copy)
            deck[n] = np.int64(kind)
            n += 1
    gap = 57  # Shell's sort: then 23, 9, 3, 1
    while gap > 0:
        for place in range(gap, n):
            priority, kind, slot = priorities[place], deck[place], place
            while slot >= gap and priorities[slot - gap] > priority:
                priorities[slot] = priorities[slot - gap]
                deck[slot] = deck[slot - gap]
                slot -= gap
            priorities[slot] = priority
            deck[slot] = kind
        gap = gap * 7 // 17
    return n
