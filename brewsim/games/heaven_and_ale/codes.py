"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.games.heaven_and_ale.box import (
    BARRELS,
    COLOURS,
    MONKS,
    N_CARDS,
    N_COLOURS,
    N_FERTILITIES,
    N_GOALS,
    N_KINDS,
    N_MONKS,
    N_PLACES,
    N_PLOTS,
    N_RESOURCES,
    N_SHED_TYPES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    N_WAYS,
    PRIVILEGES,
    RING,
    SHEDS,
    SPOTS,
    Privilege,
)
from brewsim.parts.compiling import inlined


class Verb(IntEnum):
    MOVE = 0  # to a space of the track
    ENTER = 1  # a place of the start area
    ADVANCE = 2  # the marker of a colour, on the resource place
    BUY = 3  # a tile for a side: `purchase`
    SELL = 4  # a privilege card
    DONE = 5  # buy no more
    LAY = 6  # the tile just bought on a plot
    BUILD = 7  # a shed, with its arrows: `shed_and_arrows`
    SCORE = 8  # a way of scoring a disc
    PLACE_CARD = 9  # beside a completed pair, or none: `privilege`
    CLAIM = 10  # the barrel of a goal


N_ARROWS = 1 << RING  # sets of the tiles around a shed, one bit a tile

# The first code of each verb.
MOVE = 0
ENTER = MOVE + N_SPACES
ADVANCE = ENTER + N_PLACES
BUY = ADVANCE + N_COLOURS
SELL = BUY + N_SIDES * N_KINDS
DONE = SELL + N_CARDS
LAY = DONE + 1
BUILD = LAY + N_PLOTS
SCORE = BUILD + N_ARROWS * N_SHEDS
PLACE_CARD = SCORE + N_WAYS
LOWEST_CARD = PLACE_CARD + N_COLOURS  # after the colour card for each colour
OTHER_CARD = LOWEST_CARD + N_COLOURS  # the cards that need no colour, and none at all
CLAIM = OTHER_CARD + Privilege.NO_CARD - Privilege.BARREL + 1
N_ACTIONS = CLAIM + N_GOALS

ITEMS = (
    *(f"{colour}_{fertility + 1}" for colour in COLOURS for fertility in range(N_FERTILITIES)),
    *MONKS,
    *PRIVILEGES,
    *BARRELS,
    *SHEDS,
    *(f"spot_{spot}" for spot in SPOTS),
)
ITEM_KINDS = (
    *("resource tile",) * N_RESOURCES,
    *("monk",) * N_MONKS,
    *("privilege",) * N_CARDS,
    *("barrel",) * N_GOALS,
    *("shed tile",) * N_SHED_TYPES,
    *("scoring spot",) * N_SPOTS,
)


@inlined
def decode(action):
    """The verb of an action, and what it is about; what it is about is taken apart by the helpers that Verb names."""
    if action < ENTER:
        return Verb.MOVE, action - MOVE
    if action < ADVANCE:
        return Verb.ENTER, action - ENTER
    if action < BUY:
        return Verb.ADVANCE, action - ADVANCE
    if action < SELL:
        return Verb.BUY, action - BUY
    if action < DONE:
        return Verb.SELL, action - SELL
    if action < LAY:
        return Verb.DONE, 0
    if action < BUILD:
        return Verb.LAY, action - LAY
    if action < SCORE:
        return Verb.BUILD, action - BUILD
    if action < PLACE_CARD:
        return Verb.SCORE, action - SCORE
    if action < CLAIM:
        return Verb.PLACE_CARD, action - PLACE_CARD
    return Verb.CLAIM, action - CLAIM


@inlined
def purchase(what):
    """The kind of tile that is bought, and the side that it is bought for."""
    return what // N_SIDES, what % N_SIDES


@inlined
def shed_and_arrows(what):
    """The shed that is built, and the tiles around it that its arrows point to, as bits."""
    return what // N_ARROWS, what % N_ARROWS


@inlined
def points_to(arrows, i):
    """Whether the arrows point to the i-th tile around the shed."""
    return arrows >> i & 1 == 1


@inlined
def privilege(what):
    """The privilege card that is placed, and the colour whose marker it moves, if it moves one."""
    if what < N_COLOURS:
        return Privilege.COLOUR, what
    if what < 2 * N_COLOURS:
        return Privilege.LOWEST, what - N_COLOURS
    card = what - 2 * N_COLOURS + Privilege.BARREL
    if card == Privilege.BARREL:
        return Privilege.BARREL, 0
    if card == Privilege.MONEY:
        return Privilege.MONEY, 0
    if card == Privilege.BREWMASTER:
        return Privilege.BREWMASTER, 0
    return Privilege.NO_CARD, 0


@inlined
def move(space):
    return MOVE + space


@inlined
def enter(place):
    return ENTER + place


@inlined
def advance(colour):
    return ADVANCE + colour


@inlined
def buy(kind, side):
    return BUY + N_SIDES * kind + side


@inlined
def sell(card):
    return SELL + card


@inlined
def lay(plot):
    return LAY + plot


@inlined
def build(shed, arrows):
    return BUILD + N_ARROWS * shed + arrows


@inlined
def score(way):
    return SCORE + way


@inlined
def place_colour_card(colour):
    return PLACE_CARD + colour


@inlined
def place_lowest_card(colour):
    return LOWEST_CARD + colour


@inlined
def place_card(card):
    """A card that needs no colour, or none."""
    return OTHER_CARD + card - Privilege.BARREL


@inlined
def claim(goal):
    return CLAIM + goal


# The item that a thing is. That of a tile is its kind.


@inlined
def card_item(card):
    return N_KINDS + card


@inlined
def barrel_item(goal):
    return N_KINDS + N_CARDS + goal


@inlined
def shed_item(shed_type):
    return N_KINDS + N_CARDS + N_GOALS + shed_type


@inlined
def spot_item(spot):
    return N_KINDS + N_CARDS + N_GOALS + N_SHED_TYPES + spot
