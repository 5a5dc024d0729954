"""The whole table of one game as a record, and its phases."""

from enum import IntEnum

import numpy as np
from brewsim.engine.contract import COMMON_STATE

from my_game.rules import MAX_DECK, MAX_SEATS, N_GOODS

DECK_STREAM = 0  # of chance: shuffle s of the deck is stream DECK_STREAM + s
CONCEAL_STREAM = 0  # of the key that `conceal` is given


class Phase(IntEnum):
    LOAD = 0  # turn up a card, play one, or send the boat off
    DISCARD = 1  # one card of the hand, or none


STATE = np.dtype(
    [
        *COMMON_STATE,
        ("deck", np.int16, (MAX_DECK,)),  # (place) goods face down; the top is deck[n_deck - 1]
        ("n_deck", np.int16),
        ("shuffles", np.int16),  # so far
        ("discard", np.int16, (N_GOODS,)),  # (good) cards in the discard pile
        ("hand", np.int16, (MAX_SEATS, N_GOODS)),  # (seat, good) cards in hand
        ("boat", np.int16, (N_GOODS,)),  # (good) 1 if it is in the boat of the seat to move
        ("plays_left", np.int16),  # cards from the hand in this turn
        ("score", np.int16, (MAX_SEATS,)),  # (seat) points so far
        ("goods_points", np.int16, (MAX_SEATS,)),  # (seat) of those, for goods
        ("bonus_points", np.int16, (MAX_SEATS,)),  # (seat) of those, for full boats
        ("sunk", np.int16, (MAX_SEATS,)),  # (seat) boats lost
        ("arrived", np.int16, (MAX_SEATS,)),  # (seat) boats with goods that arrived
        ("priorities", np.uint64, (MAX_DECK,)),  # scratch of a shuffle
        ("pool", np.int16, (N_GOODS,)),  # (good) scratch: cards that a seat has not seen
    ],
    align=True,
)
