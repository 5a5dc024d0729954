"""The whole table of one game as a record, and its phases."""

from enum import IntEnum

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.heaven_and_ale.box import (
    MAX_PILE,
    MAX_ROUNDS,
    MAX_SEATS,
    N_BACKS,
    N_CARDS,
    N_GAINS,
    N_GOALS,
    N_MARKERS,
    N_PLOTS,
    N_RESOURCES,
    N_SHED_TYPES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    N_WAYS,
)

TILE_STREAM = 0  # of chance: the resource tiles of each back
MONK_STREAM = TILE_STREAM + N_BACKS  # the monk tiles of each back
HOME = N_SPACES + 1  # position of a figure that has returned to the start area; 0 is one that has not left it


class Phase(IntEnum):
    START = 0  # the place in the start area, before the first round
    MOVE = 1  # where to go on the track
    BUY = 2  # a tile of the space and the side of the garden for it
    SELL = 3  # a card for the tile that the ducats do not pay
    LAY = 4  # the plot for the tile just bought
    BUILD = 5  # an enclosed shed and what its tile activates
    SCORE = 6  # the spot for the disc
    PRIVILEGE = 7  # the card for a completed pair
    CLAIM = 8  # the barrels that are due, one after the other
    ADVANCE = 9  # the marker that the resource place of the start area moves


STATE = np.dtype(
    [
        *COMMON_STATE,
        # The common board.
        ("piles", np.int16, (N_BACKS, MAX_PILE)),  # (back, i) resource kinds face down; the top is piles[b, n_piles[b] - 1]
        ("n_piles", np.int16, (N_BACKS,)),  # (back) resource tiles face down
        ("cloister", np.int16, (N_BACKS, MAX_PILE)),  # (back, i) monk types face down, with those that stay in the box
        ("n_cloister", np.int16, (N_BACKS,)),  # (back) monk tiles face down
        ("offer", np.int16, (N_SPACES, MAX_ROUNDS)),  # (space, i) kinds of the tiles on a space
        ("n_offer", np.int16, (N_SPACES,)),  # (space) tiles on it
        ("space_discs", np.int16, (N_SPACES,)),  # (space) scoring discs on it
        ("disc_supply", np.int16),  # scoring discs beside the board
        ("large_left", np.int16, (N_GOALS,)),  # (goal) 1 while the large barrel is on the board
        ("small_left", np.int16, (N_GOALS,)),  # (goal) 1 while the small barrel is on the board
        ("position", np.int16, (MAX_SEATS,)),  # (seat) 0 not yet moved, 1 to 27 on the track, HOME
        ("place", np.int16, (MAX_SEATS,)),  # (seat) Place in the start area, NONE on the track
        # The boards of the players.
        ("money", np.int16, (MAX_SEATS,)),  # (seat) ducats
        ("card", np.int16, (MAX_SEATS, N_CARDS)),  # (seat, privilege) a Card: sold, held or placed
        ("marker", np.int16, (MAX_SEATS, N_MARKERS)),  # (seat, marker) spot of the five resources and the brewmaster
        ("tile", np.int16, (MAX_SEATS, N_PLOTS)),  # (seat, plot) kind, or EMPTY
        ("shed", np.int16, (MAX_SEATS, N_SHEDS)),  # (seat, shed) 1 + type of the tile built there, 0 before
        ("disc", np.int16, (MAX_SEATS, N_SPOTS)),  # (seat, spot) 1 with a disc
        ("barrel", np.int16, (MAX_SEATS, N_GOALS)),  # (seat, goal) the Barrel that it has for it
        # This turn.
        ("left_from", np.int16),  # position from which the seat to move came
        ("changes", np.int32),  # actions so far that changed more than a position, money and cards in hand
        ("bought", np.int16),  # tiles bought on this space
        ("bought_kind", np.int16),  # the tile to be paid and laid, NONE otherwise
        ("bought_side", np.int16),  # the side that it was bought for
        # What is told of the game when it is over.
        ("score_after", np.int16, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat) points if the game had ended then
        ("lowest_after", np.int16, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat) lowest resource marker
        ("brewmaster_after", np.int16, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat)
        # Derived: counts that follow from the above and that the rules ask for often; `check` counts them again.
        ("cheapest", np.int16, (N_SPACES,)),  # (space) lowest price in the shade, NO_TILE if it is empty
        ("n_held", np.int16, (MAX_SEATS,)),  # (seat) privilege cards in hand
        ("n_discs", np.int16, (MAX_SEATS,)),  # (seat) discs on scoring spots
        ("side_tiles", np.int16, (MAX_SEATS, N_SIDES)),  # (seat, side) tiles in the garden
        ("n_tiles", np.int16, (MAX_SEATS, N_WAYS)),  # (seat, way) tiles with this fertility, of this colour, monks of this type
        ("gain", np.int16, (MAX_SEATS, N_WAYS, N_GAINS)),  # (seat, way, gain) what scoring it would bring now
        ("monks_near", np.int16, (MAX_SEATS, N_PLOTS)),  # (seat, plot) monks around it
        ("open_monks_near", np.int16, (MAX_SEATS, N_PLOTS)),  # (seat, plot) those of them whose spot is free
        ("shed_fill", np.int16, (MAX_SEATS, N_SHEDS)),  # (seat, shed) tiles around it
        ("shed_sum", np.int16, (MAX_SEATS, N_SHEDS)),  # (seat, shed) their fertility
        ("shed_count", np.int16, (MAX_SEATS, N_SHED_TYPES)),  # (seat, type) sheds built
        # Scratch of the shuffles and of the check.
        ("priorities", np.uint64, (MAX_PILE,)),
        ("unseen", np.int16, (N_RESOURCES,)),  # (kind or type) tiles face down
        ("recount", np.int16, (N_WAYS, N_GAINS)),  # (way, gain)
    ],
    align=True,
)
