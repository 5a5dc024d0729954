"""The codes of phases, spaces, dice and actions."""

from enum import IntEnum

from brewsim.games.brew.rules import (
    MAX_DICE,
    MAX_LIMIT,
    MAX_ROW,
    MAX_SEATS,
    MAX_SPACES,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_GOODS,
    N_INGREDIENTS,
    N_POTIONS,
    N_SEASONS,
    VILLAGE_SPACES,
)


class Phase(IntEnum):
    TURN = 0  # place, brew, drink, in any order
    PAY = 1  # what Myla's first berry stands for
    CALL = 2  # Lyric: gather, or train instead
    CHOOSE = 3  # an ingredient
    TRAIN = 4  # a creature
    RELEASE = 5  # a creature above the limit
    RESERVE = 6  # the revealed potion or one of the market
    SCORCH = 7  # an empty forest space
    PICK = 8  # a placed die, for `purpose`
    TARGET = 9  # where the picked die goes
    PARTNER = 10  # the die that it is swapped with
    CHANGE = 11  # a die of the pool and its new face
    REROLL = 12  # dice of the pool to roll again
    CLAIM = 13  # Wren: a forest in which she is tied
    TRADE = 14  # end of round: the merchants
    GROUP = 15  # a placement of the group that was chosen in the turn
    # Stations between decisions, in the order in which `apply` passes them.
    SETTLE = 16  # what a placement or potion still asks for
    TURN_END = 17
    ROUND_END = 18  # claims
    CLAIMED = 19  # losses, then end-of-round powers
    TRADES = 20  # the next seat with a merchant
    NEXT_ROUND = 21  # or the end of the game
    DEAL = 22  # dice and row of a round


# Spaces: those of the row, forest by forest; the village; the creatures' own.
N_FOREST_SPACES = MAX_ROW * MAX_SPACES
VILLAGE = N_FOREST_SPACES  # any_1, any_2, then the elements
ELEMENT_SPACES = VILLAGE + 2
N_BOARD_SPACES = VILLAGE + len(VILLAGE_SPACES)
DENS = N_BOARD_SPACES  # + seat * SLOTS + slot
SLOTS = MAX_LIMIT + 1  # of trained creatures, with the one above the limit
N_SPACES = DENS + MAX_SEATS * SLOTS
SPACE_CODES = 128  # room for a space in the code of a placement; a power of two, which divides by a shift
MAX_STACK = MAX_SEATS * MAX_DICE  # dice on one space
# A placed die is owner * FACE_CODES + face for a forage die, ELEMENT_DIE + element for an element die.
FACE_CODES = 4
ELEMENT_OWNER = MAX_SEATS  # who owns element dice in counts by owner
ELEMENT_DIE = ELEMENT_OWNER * FACE_CODES

# Placements that are many, or seldom wanted, are offered as one action of the turn, which leads to a decision among them.
FORCED = 0  # forage dice on spaces that show another symbol
POURED = 1  # Water on empty spaces
PLAIN = 2  # Fire and Wind on empty spaces, where they have no power
TOPPED = 3  # Lello's forage dice on top of others
VISIT = 4  # + 0 or 1: any die on an any-die space
N_GROUPS = VISIT + 2

# Actions: a base plus what is chosen.
PLACE_DIE = 0  # + face * SPACE_CODES + space
BREW = PLACE_DIE + N_FACES * SPACE_CODES  # + potion
DRINK = BREW + N_POTIONS  # + effect
CONVERT = DRINK + N_EFFECTS  # + element * N_ELEMENTS + new element, by an Element Shifter
OPEN_GROUP = CONVERT + N_ELEMENTS * N_ELEMENTS  # + group of placements
END = OPEN_GROUP + N_GROUPS
PAY_PLAIN = END + 1  # without a berry
PAY_SPARE = PAY_PLAIN + 1  # + ingredient * N_GOODS + second ingredient that the berry spares; N_INGREDIENTS for none
CALL_GATHER = PAY_SPARE + N_GOODS * N_GOODS
CALL_TRAIN = CALL_GATHER + 1
CHOOSE = CALL_TRAIN + 1  # + ingredient
TRAIN = CHOOSE + N_INGREDIENTS  # + season of the pile
TAKE_BERRY = TRAIN + N_SEASONS  # instead of training
RELEASE = TAKE_BERRY + 1  # + slot
RESERVE = RELEASE + SLOTS  # + potion
SCORCH = RESERVE + N_POTIONS  # + forest space
NO_SCORCH = SCORCH + N_FOREST_SPACES
PICK = NO_SCORCH + 1  # + space * MAX_STACK + level
NO_PICK = PICK + N_SPACES * MAX_STACK
TARGET = NO_PICK + 1  # + space of the board
CHANGE_DIE = TARGET + N_BOARD_SPACES  # + face * N_FACES + new face
REROLL_DIE = CHANGE_DIE + N_FACES * N_FACES  # + face
ROLL = REROLL_DIE + N_FACES
CLAIM = ROLL + 1  # + place in the row
NO_CLAIM = CLAIM + MAX_ROW
TRADE_BERRIES = NO_CLAIM + 1  # + 0 for one, 1 for two
TRADE_MATCHING = TRADE_BERRIES + 2  # + ingredient * 2, + 0 for two, 1 for three
NO_TRADE = TRADE_MATCHING + 2 * N_INGREDIENTS
N_ACTIONS = NO_TRADE + 1

DEN_MOVE = N_EFFECTS  # the purpose of a PICK that a Die Mover allows; others are effects
