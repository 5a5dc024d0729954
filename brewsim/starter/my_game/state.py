"""Everything that lies on the table of one game, as a record, and the phases: what a seat decides."""

from enum import IntEnum

import numpy as np
from brewsim.engine.contract import COMMON_STATE

from my_game.rules import MAX_SEATS, N_GOODS


class Phase(IntEnum):
    MARKET = 0  # sell a good, or return it


STATE = np.dtype(
    [
        *COMMON_STATE,  # the seat to move, rounds that are over, and what else the drivers know
        ("bag", np.int16, (N_GOODS,)),  # (good) cards in the bag
        ("hand", np.int16, (MAX_SEATS, N_GOODS)),  # (seat, good) cards in hand
        ("price", np.int16, (N_GOODS,)),  # (good) of a card, today
        ("score", np.int16, (MAX_SEATS,)),  # (seat) points so far
        ("large_sales", np.int16, (MAX_SEATS,)),  # (seat)
        ("draws", np.int16, (MAX_SEATS,)),  # (seat) cards drawn so far: the next index of its stream of chance
    ],
    align=True,
)
