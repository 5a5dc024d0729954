"""The whole table of one game as a record, and the codes of phases and actions."""

from enum import IntEnum

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.heaven_and_ale.rules import (
    BARRELS,
    COLOURS,
    MAX_PILE,
    MAX_ROUNDS,
    MAX_SEATS,
    MONKS,
    N_BACKS,
    N_BARRELS,
    N_CARDS,
    N_COLOURS,
    N_FERTILITIES,
    N_GAINS,
    N_KINDS,
    N_MONKS,
    N_OPTIONS,
    N_PLOTS,
    N_RESOURCES,
    N_SHED_TYPES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    PRIVILEGES,
    RING,
    SHEDS,
    SPACE_KINDS,
    SPOTS,
)

TILE_STREAM = 0  # of chance: the resource tiles of each back
MONK_STREAM = 2  # the monk tiles of each back
HOME = N_SPACES + 1  # position of a figure that has returned to the start area; 0 is one that has not left it
FIRST, BREW_PLACE, DUCAT_PLACE, RESOURCE_PLACE = 0, 1, 2, 3  # the places of the start area
N_PLACES = 4
SOLD, HELD, PLACED = 0, 1, 2  # where a privilege card is
SMALL, LARGE = 1, 2  # the barrel that a seat has
N_MASKS = 1 << RING
CLOSED = N_FERTILITIES + 1  # the column of `best_plot` for a monk whose spot is used


class Phase(IntEnum):
    START = 0  # the place in the start area, before the first round
    MOVE = 1  # where to go on the track
    BUY = 2  # a tile of the space and the side of the garden for it
    SELL = 3  # a card for the tile that the ducats do not pay
    PLACE = 4  # the plot for the tile just bought
    SHED = 5  # an enclosed shed and what its tile activates
    SCORE = 6  # the spot for the disc
    PRIVILEGE = 7  # the card for a completed pair
    CLAIM = 8  # the barrels that are due, one after the other
    ADVANCE = 9  # the marker that the resource place of the start area moves


# Action codes: a base plus an index. Plain integers, because kernels compare them.
MOVE = 0  # + space
ENTER = MOVE + N_SPACES  # + place
ADVANCE = ENTER + N_PLACES  # + colour
BUY = ADVANCE + N_COLOURS  # + 2 * kind + side
SELL = BUY + N_SIDES * N_KINDS  # + card
DONE = SELL + N_CARDS  # buy no more
PLACE = DONE + 1  # + plot
SHED = PLACE + N_PLOTS  # + N_MASKS * shed + mask of the ring places that are activated
SCORE = SHED + N_MASKS * N_SHEDS  # + option: X with a fertility, a colour, a monk
COLOUR_CARD = SCORE + N_OPTIONS  # + colour
LOWEST_CARD = COLOUR_CARD + N_COLOURS  # + colour of the marker that moves
BARREL_CARD = LOWEST_CARD + N_COLOURS
MONEY_CARD = BARREL_CARD + 1
BREW_CARD = MONEY_CARD + 1
NO_CARD = BREW_CARD + 1
CLAIM = NO_CARD + 1  # + barrel
N_ACTIONS = CLAIM + N_BARRELS

RESOURCE_ITEMS = tuple(f"{colour}_{fertility + 1}" for colour in COLOURS for fertility in range(N_FERTILITIES))
SPOT_ITEMS = tuple(f"spot_{spot}" for spot in SPOTS)
ITEMS = RESOURCE_ITEMS + MONKS + PRIVILEGES + BARRELS + SHEDS + SPOT_ITEMS
CARD_ITEM = N_KINDS
BARREL_ITEM = CARD_ITEM + N_CARDS
SHED_ITEM = BARREL_ITEM + N_BARRELS
SPOT_ITEM = SHED_ITEM + N_SHED_TYPES
ITEM_KINDS = (
    *("resource tile",) * N_RESOURCES,
    *("monk",) * N_MONKS,
    *("privilege",) * N_CARDS,
    *("barrel",) * N_BARRELS,
    *("shed tile",) * N_SHED_TYPES,
    *("scoring spot",) * N_SPOTS,
)
SCORE_SOURCES = ("points_beer", "points_barrels", "points_barrel_privilege", "points_first_player")
PROGRESS = tuple(f"score_after_{r + 1}" for r in range(MAX_ROUNDS))
METRICS = (
    *SCORE_SOURCES,
    "lowest_marker",
    "lowest_after_exchange",
    "brewmaster",
    "multiplier",
    "ducats_left",
    "exchange_steps",
    "ducat_steps",
    "sun_tiles",
    "shade_tiles",
    "monk_tiles",
    *(f"tiles_{shed}" for shed in SHEDS),
    "discs_used",
    "privileges_placed",
    "privileges_sold",
    "barrels_large",
    "barrels_small",
    *PROGRESS,
    *(f"lowest_after_{r + 1}" for r in range(MAX_ROUNDS)),
    *(f"brewmaster_after_{r + 1}" for r in range(MAX_ROUNDS)),
)
INVARIANTS = (
    "a resource tile is lost or doubled",
    "a monk tile is lost or doubled",
    "a scoring disc is lost or doubled",
    "a barrel is lost or doubled",
    "money is negative",
    "a marker is beyond the end of its track",
    "the gains kept of a garden are wrong",
    "the counts kept of a garden are wrong",
    "the sums kept of the sheds are wrong",
    "two figures stand on one place of the start area",
    "the lowest price kept of a space is wrong",
    "a tile lies on a plot outside the garden's kinds",
    "a shed is built without being enclosed, or enclosed without being built",
    "the counts kept of cards and discs are wrong",
)

STATE = np.dtype(
    [
        *COMMON_STATE,
        ("piles", np.int16, (N_BACKS, MAX_PILE)),  # (back, place) resource kinds face down; the top is piles[b, n_piles[b] - 1]
        ("n_piles", np.int16, (N_BACKS,)),  # (back) resource tiles face down
        ("cloister", np.int16, (N_BACKS, MAX_PILE)),  # (back, place) monk types face down, with those that stay in the box
        ("n_cloister", np.int16, (N_BACKS,)),  # (back) monk tiles face down
        ("priorities", np.uint64, (MAX_PILE,)),  # scratch of the shuffle
        ("pool", np.int16, (N_RESOURCES,)),  # (kind) scratch: tiles that nobody has seen
        ("offer", np.int16, (N_SPACES, MAX_ROUNDS)),  # (space, i) kinds of the tiles on a space
        ("n_offer", np.int16, (N_SPACES,)),  # (space) tiles on it
        ("cheapest", np.int16, (N_SPACES,)),  # (space) lowest price in the shade, NO_TILE if it is empty
        ("space_discs", np.int16, (N_SPACES,)),  # (space) scoring discs on it
        ("disc_supply", np.int16),  # scoring discs beside the board
        ("large_left", np.int16, (N_BARRELS,)),  # (barrel) 1 while the large one is on the board
        ("small_left", np.int16, (N_BARRELS,)),  # (barrel) 1 while the small one is on the board
        ("position", np.int16, (MAX_SEATS,)),  # (seat) 0 not yet moved, 1 to 27 on the track, HOME
        ("left_from", np.int16),  # position from which the seat to move came in this turn
        ("place", np.int16, (MAX_SEATS,)),  # (seat) place in the start area, NONE on the track
        ("money", np.int16, (MAX_SEATS,)),  # (seat) ducats
        ("marker", np.int16, (MAX_SEATS, N_COLOURS + 1)),  # (seat, marker) spot of the five resources and the brewmaster
        ("card", np.int16, (MAX_SEATS, N_CARDS)),  # (seat, card) SOLD, HELD or PLACED
        ("n_held", np.int16, (MAX_SEATS,)),  # (seat) privilege cards in hand
        ("barrel", np.int16, (MAX_SEATS, N_BARRELS)),  # (seat, barrel) 0, SMALL or LARGE
        ("disc", np.int16, (MAX_SEATS, N_SPOTS)),  # (seat, spot) 1 with a disc
        ("n_discs", np.int16, (MAX_SEATS,)),  # (seat) discs placed
        ("tile", np.uint16, (MAX_SEATS, N_PLOTS + 1)),  # (seat, plot) kind, or EMPTY; the last is no plot and always EMPTY
        ("shed", np.int16, (MAX_SEATS, N_SHEDS)),  # (seat, shed) 1 + type of the tile built there, 0 before
        ("shed_fill", np.int16, (MAX_SEATS, N_SHEDS + 1)),  # (seat, shed) tiles around it; the last is no shed
        ("shed_sum", np.int16, (MAX_SEATS, N_SHEDS + 1)),  # (seat, shed) their fertility
        ("shed_count", np.int16, (MAX_SEATS, N_SHED_TYPES)),  # (seat, type) sheds built
        ("side_tiles", np.int16, (MAX_SEATS, N_SIDES)),  # (seat, side) tiles in the garden
        ("n_colour", np.int16, (MAX_SEATS, N_COLOURS)),  # (seat, colour) tiles in the garden
        ("n_fertility", np.int16, (MAX_SEATS, N_FERTILITIES)),  # (seat, fertility - 1) tiles in the garden
        ("n_monk", np.int16, (MAX_SEATS, N_MONKS)),  # (seat, type) tiles in the garden
        ("gain", np.int16, (MAX_SEATS, N_OPTIONS, N_GAINS)),  # (seat, option, gain) what scoring it would bring now
        ("recount", np.int16, (N_OPTIONS, N_GAINS)),  # (option, gain) scratch of the check
        ("bought", np.int16),  # tiles bought on this space in this turn
        ("bought_kind", np.int16),  # the tile to be paid and placed, NONE otherwise
        ("bought_side", np.int16),  # the side that it was bought for
        ("counted", np.int16),  # the shed or barrel that `item_of` has named already
        ("stamp", np.int32),  # actions so far that changed more than a position or money
        ("score_after", np.int16, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat) points if the game had ended then
        ("lowest_after", np.int16, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat) lowest resource marker
        ("brewmaster_after", np.int16, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat)
        # Scratch of `survey` for the features of one decision.
        ("surveyed", np.int32),  # `stamp` when plots and steps were last valued
        ("left", np.float64),  # rounds still to play, with the rest of this one
        ("share", np.float64),  # the same as a share of the game
        ("chance", np.float64),  # that a free scoring spot will be used
        ("need", np.float64, (N_COLOURS,)),  # (colour) how much a step of its marker is needed, about 0 to 1
        ("neediest", np.int16),  # the colour that needs a step most
        ("worth", np.float64, (N_GAINS,)),  # (gain) value of a step or a ducat
        ("uses", np.float64, (N_COLOURS,)),  # (colour) expected activations of a tile by its own spot and by X
        ("surplus", np.float64, (N_SIDES, N_COLOURS)),  # (side, colour) value of these less the price, for each fertility
        ("fertility_progress", np.float64, (N_FERTILITIES + 1,)),  # (fertility) points of barrels that a tile brings nearer
        ("side_progress", np.float64, (N_SIDES,)),  # (side) the same for any tile on a side
        ("spot_progress", np.float64, (3,)),  # (X, resource, monk) the same for a disc
        ("card_progress", np.float64),  # the same for a privilege card
        ("option_value", np.float64, (N_OPTIONS,)),  # (option) value of scoring it now, -1 if impossible
        ("best_option", np.int16, (len(SPACE_KINDS),)),  # (space kind) the best option, NONE if there is none
        ("monk_open", np.float64, (N_KINDS + 1,)),  # (kind) chance that this monk's spot will be scored; 0 for all but monks
        ("closed", np.uint16, (N_KINDS,)),  # (kind) CLOSED for a monk whose spot is used, else 0
        ("plot_value", np.float64, (N_PLOTS + 1,)),  # (plot) value of activating its tile
        ("free_plots", np.uint16, (N_PLOTS + 1,)),  # (i) the free plots, the sunny ones first
        ("n_free", np.int16, (N_SIDES,)),  # (side) free plots
        ("monk_plots", np.uint16, (N_PLOTS + 1,)),  # (i) the plots with monks
        ("touch", np.float64, (N_PLOTS + 1,)),  # (plot) expected activations by the monks around it
        ("harvest", np.float64, (N_PLOTS,)),  # (plot) what a monk there would activate
        ("brothers", np.float64, (N_PLOTS + 1,)),  # (plot) monks around it
        ("brew_outlook", np.float64, (N_SHEDS + 1, N_FERTILITIES + 1)),  # (shed, fertility) change with one such tile more
        ("yield_outlook", np.float64, (N_SHEDS + 1, N_FERTILITIES + 1)),  # (shed, fertility) change with one such tile more
        ("shed_value", np.float64, (N_SHEDS + 1, N_FERTILITIES + 1)),  # (shed, fertility) value of both changes
        ("best_plot", np.uint16, (N_SIDES, CLOSED + 1)),  # (side, fertility; 0 a monk, CLOSED one already scored)
        ("best_value", np.float64, (N_SIDES, CLOSED + 1)),  # (side, fertility) value of that plot
        ("use", np.int16, (N_SPACES,)),  # (space) what it would be used for: the code of a purchase or a scoring, else CLAIM
        ("contest", np.float64, (N_SPACES,)),  # (space) rough value of that, times the share of rivals that could come first
        ("skipped_buys", np.float64, (N_SPACES + 1,)),  # (space) value of the purchases before it
        ("skipped_scores", np.float64, (N_SPACES + 1,)),  # (space) value of the scorings before it
        ("due_points", np.float64),  # points of the barrels that could be claimed now
        ("last_barrel_space", np.int16),  # the last one on the track
    ],
    align=True,
)
