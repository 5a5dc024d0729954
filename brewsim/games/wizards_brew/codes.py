"""The codes of streams, phases, stages and actions. Imported as a module: `codes.BID` tells what the number means."""

from enum import IntEnum

from brewsim.games.wizards_brew.rules import MAX_CUBES, MAX_RAISE, N_AREAS, N_ELEMENTS, N_INGREDIENTS, N_SPELLS

# Streams of chance.
SPELL_STREAM, INGREDIENT_STREAM, LANDMARK_STREAM, FIRST_STREAM, DIE_STREAM = 0, 1, 2, 3, 4
CONCEAL_SPELLS, CONCEAL_CUBES, CONCEAL_DIE = 0, 1, 2  # of the key that `conceal` is given


class Phase(IntEnum):
    CITY = 0  # where the Horse begins
    EXCHANGE = 1  # whether one starting spell stays or goes
    SEAL = 2  # cubes for one starting spell, in secret
    SPELL_BID = 3  # the one bid for the spell turned up
    ECHO = 4  # the opponent's spell whose text Echo uses in this phase
    MIRROR = 5  # the opponent's spell whose symbols Mirror Pool copies
    DRAW = 6  # a card of choice
    GIVE = 7  # the card for the owner of Toll
    SWAP = 8  # Transmute
    BID = 9  # for an ingredient
    TAKE = 10  # which ingredient
    PAY = 11  # which card
    SECOND = 12  # which second ingredient
    SCAVENGE = 13  # which of the cards that were paid
    CONSOLE = 14  # a card of choice for the last to pass
    MOVE = 15  # the Horse
    ENERGY = 16  # yellow effects, in any order
    CLAIM = 17  # the spell that was won: no choice, but the moment at which it counts


class Stage(IntEnum):
    """What the game does by itself next, until somebody has to decide."""

    DECIDE = 0
    EXCHANGE = 1
    SEAL = 2
    ROUND = 3
    TURN_UP = 4
    SPELL_BIDDER = 5
    ELEMENTS = 6
    PRODUCE = 7
    COLLECT = 8
    INGREDIENTS = 9
    ROLL = 10
    AUCTION = 11
    BIDDER = 12
    WON = 13
    PAYING = 14
    AWARD = 15
    AFTERMATH = 16
    LEAVE = 17
    ENERGY = 18
    YELLOW = 19
    UPKEEP = 20


# Action codes: a base plus an area, spell, element, ... Plain integers, because kernels compare them.
HORSE = 0  # + area
HOLD = HORSE + N_AREAS  # the starting spell in question stays
EXCHANGE = HOLD + 1  # it goes
SEAL = EXCHANGE + 1  # + cubes
SPELL_BID = SEAL + MAX_CUBES + 1  # + cubes, 0 for a pass
CLAIM = SPELL_BID + MAX_CUBES + 1  # the spell that was won
ECHO = CLAIM + 1  # + spell
ECHO_NONE = ECHO + N_SPELLS
MIRROR = ECHO_NONE + 1  # + spell
DRAW = MIRROR + N_SPELLS  # + element
GIVE = DRAW + N_ELEMENTS  # + element
SWAP = GIVE + N_ELEMENTS  # + N_ELEMENTS * element given back + element drawn
SWAP_DONE = SWAP + N_ELEMENTS**2
BID = SWAP_DONE + 1  # + raise, 0 for a pass
EQUAL = BID + MAX_RAISE + 1  # Last Word
TAKE = EQUAL + 1  # + ingredient
PAY = TAKE + N_INGREDIENTS  # + element
SECOND = PAY + N_ELEMENTS  # + ingredient
SECOND_NONE = SECOND + N_INGREDIENTS
SCAVENGE = SECOND_NONE + 1  # + element
SCAVENGE_NONE = SCAVENGE + N_ELEMENTS
RENEW = SCAVENGE_NONE + 1  # + own spell
KEEP = RENEW + N_SPELLS  # + own spell
DRAIN = KEEP + N_SPELLS  # + an opponent's spell
DISPEL = DRAIN + N_SPELLS  # + an opponent's spell
DONE = DISPEL + N_SPELLS  # no more yellow effects
RECALL = DONE + 1  # + (MAX_CUBES + 1) * own spell + cubes
SHIFT = RECALL + N_SPELLS * (MAX_CUBES + 1)  # + N_SPELLS * own spell + own spell: one cube
MOST_ACTIONS = 640  # a yellow turn with every effect at once, whatever the variant

GAVE, GOT = 1, 2  # a spell in a Shift
BY_NEIGHBOUR, BY_LINE, ANYWHERE, BY_SPELL = 0, 1, 2, 3  # rules by which the Horse moves
N_MOVES = 4
