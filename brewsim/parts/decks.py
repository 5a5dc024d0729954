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
            n += 1
    card = 0
    for kind in range(len(counts)):
        for _ in range(counts[kind]):
            priority, rank = priorities[card], 0
            for other in range(n):  # free of branches, so faster than any sort; no two priorities under one key are equal
                rank += priorities[other] < priority
            deck[rank] = np.int64(kind)
            card += 1
    return n
