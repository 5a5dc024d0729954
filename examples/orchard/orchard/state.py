"""The whole table of one game as a record, and its phases."""

from enum import IntEnum

import numpy as np
from brewsim.engine.contract import COMMON_STATE

from orchard.rules import MAX_DECK, MAX_SEATS, N_KINDS


class Phase(IntEnum):
    ACTION = 0  # play a card, or go on to buy
    CLEAR = 1  # remove a card of the hand from the game, or no more
    BUY = 2  # a card, or stop


STATE = np.dtype(
    [
        *COMMON_STATE,
        ("supply", np.int16, (N_KINDS,)),  # (kind) cards on its pile
        ("cleared", np.int16, (N_KINDS,)),  # (kind) cards that are out of the game
        ("deck", np.int16, (MAX_SEATS, MAX_DECK)),  # (seat, place) kinds face down; the top is deck[seat, n_deck[seat] - 1]
        ("n_deck", np.int16, (MAX_SEATS,)),  # (seat)
        ("hand", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind)
        ("played", np.int16, (N_KINDS,)),  # (kind) by the seat to move, in this turn
        ("discard", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind)
        ("shuffles", np.int16, (MAX_SEATS,)),  # (seat) so far
        ("actions", np.int16),  # that are left in this turn
        ("buys", np.int16),  # the same
        ("coins", np.int16),  # the same; the money of the hand is added when the seat goes on to buy
        ("clears", np.int16),  # cards that may still be removed
        ("plays", np.int16, (MAX_SEATS,)),  # (seat) cards played as actions
        ("owned", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind) derived: all cards of a seat
        ("priorities", np.uint64, (MAX_DECK,)),  # scratch of a shuffle
        ("pool", np.int16, (N_KINDS,)),  # (kind) scratch
    ],
    align=True,
)
