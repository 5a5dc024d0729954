"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.games.brew.rules import (
    CHARACTERS,
    FEWEST_MATCHING,
    FORESTS,
    KINDS,
    MAX_ROW,
    MOST_BERRIES,
    MOST_MATCHING,
    N_CHARACTERS,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_FORESTS,
    N_GOODS,
    N_INGREDIENTS,
    N_KINDS,
    N_POTIONS,
    N_PRINTED_POTIONS,
    N_SEASONS,
    N_VILLAGE_SPACES,
    POTIONS,
    SIDES,
    VILLAGE_SPACES,
)
from brewsim.games.brew.spaces import MAX_STACK, N_ANY_DIE_SPACES, N_FOREST_SPACES, N_SPACES, SLOTS
from brewsim.parts.compiling import inlined


class Verb(IntEnum):
    PLACE_DIE = 0  # a face of the pool on a space: `placement`
    BREW = 1  # a potion
    DRINK = 2  # a potion of an effect
    CONVERT = 3  # an element die of the pool to another element, by an Element Shifter: `old_and_new_element`
    OPEN_GROUP = 4  # a group of placements
    END = 5  # the turn
    DOUBLE_BERRY = 6  # Myla's first berry of this turn's brewing stands for more
    PAY_PLAIN = 7  # without Myla's berry
    PAY_SPARE = 8  # with it, where it is not needed: `spared_ingredients`
    CALL_GATHER = 9
    CALL_TRAIN = 10  # with Lyric's power
    CHOOSE = 11  # an ingredient
    TRAIN = 12  # the creature on show of a season
    TAKE_BERRY = 13  # instead of training
    NO_TRAIN = 14
    RELEASE = 15  # the creature in a slot
    RESERVE = 16  # a potion
    SCORCH = 17  # a forest space
    NO_SCORCH = 18
    PICK = 19  # a placed die: `space_and_level`
    NO_PICK = 20
    TARGET = 21  # a space
    CHANGE_DIE = 22  # a die of the pool to another face: `old_and_new_face`
    REROLL_DIE = 23  # one more face of the pool to roll again
    ROLL = 24
    CLAIM = 25  # the forest at a place of the row, with Wren's power
    NO_CLAIM = 26
    TRADE_BERRIES = 27  # `berries_traded`
    TRADE_MATCHING = 28  # `ingredient_and_count`
    NO_TRADE = 29


class Group(IntEnum):
    """Placements that are many, or seldom wanted, are one action of the turn, which leads to a decision among them."""

    FORCED = 0  # forage dice on spaces that show another symbol
    POURED = 1  # Water on empty spaces
    PLAIN = 2  # Fire and Wind on empty spaces, where they have no power
    TOPPED = 3  # Lello's forage dice on top of others
    VISIT = 4  # + any-die space: any die there


N_GROUPS = Group.VISIT + N_ANY_DIE_SPACES
SPACE_CODE_BITS = (N_SPACES - 1).bit_length()
SPACE_CODES = 1 << SPACE_CODE_BITS  # room for a space in the code of a placement; a power of two divides by a shift
N_TRADES = MOST_MATCHING - FEWEST_MATCHING + 1  # sizes of a trade with the Ingredient Merchant

# The first code of each verb; what it is about is added, a potion by `brew` and `reserve`.
PLACE_DIE = 0
BREW = PLACE_DIE + N_FACES * SPACE_CODES
DRINK = BREW + N_PRINTED_POTIONS
CONVERT = DRINK + N_EFFECTS
OPEN_GROUP = CONVERT + N_ELEMENTS * N_ELEMENTS
END = OPEN_GROUP + N_GROUPS
DOUBLE_BERRY = END + 1
PAY_PLAIN = DOUBLE_BERRY + 1
PAY_SPARE = PAY_PLAIN + 1
CALL_GATHER = PAY_SPARE + N_GOODS * N_GOODS
CALL_TRAIN = CALL_GATHER + 1
CHOOSE = CALL_TRAIN + 1
TRAIN = CHOOSE + N_INGREDIENTS
TAKE_BERRY = TRAIN + N_SEASONS
NO_TRAIN = TAKE_BERRY + 1
RELEASE = NO_TRAIN + 1
RESERVE = RELEASE + SLOTS
SCORCH = RESERVE + N_PRINTED_POTIONS
NO_SCORCH = SCORCH + N_FOREST_SPACES
PICK = NO_SCORCH + 1
NO_PICK = PICK + N_SPACES * MAX_STACK
TARGET = NO_PICK + 1
CHANGE_DIE = TARGET + N_SPACES
REROLL_DIE = CHANGE_DIE + N_FACES * N_FACES
ROLL = REROLL_DIE + N_FACES
CLAIM = ROLL + 1
NO_CLAIM = CLAIM + MAX_ROW
TRADE_BERRIES = NO_CLAIM + 1
TRADE_MATCHING = TRADE_BERRIES + MOST_BERRIES
NO_TRADE = TRADE_MATCHING + N_TRADES * N_INGREDIENTS
BREW_ADDED = NO_TRADE + 1  # potions that a variant adds: behind all others, so that these codes, and the luck of bots with them, stay
RESERVE_ADDED = BREW_ADDED + N_POTIONS - N_PRINTED_POTIONS
N_ACTIONS = RESERVE_ADDED + N_POTIONS - N_PRINTED_POTIONS

NO_INGREDIENT = N_INGREDIENTS  # that Myla's berry spares

VILLAGE_ITEMS = tuple(f"{side}_{space}" for side in SIDES for space in VILLAGE_SPACES)
ITEMS = (*POTIONS, *KINDS, *(f"forest_{name}" for name in FORESTS), *CHARACTERS, *VILLAGE_ITEMS)
ITEM_KINDS = (
    *("potion",) * N_PRINTED_POTIONS,
    *("creature",) * N_KINDS,
    *("forest",) * len(FORESTS),
    *("character",) * N_CHARACTERS,
    *("village space",) * len(VILLAGE_ITEMS),
)


@inlined
def decode(action):
    """The verb of an action, and what it is about: one number, which other helpers below take apart where it is two."""
    if action < BREW:
        return Verb.PLACE_DIE, action - PLACE_DIE
    if action < DRINK:
        return Verb.BREW, action - BREW
    if action < CONVERT:
        return Verb.DRINK, action - DRINK
    if action < OPEN_GROUP:
        return Verb.CONVERT, action - CONVERT
    if action < END:
        return Verb.OPEN_GROUP, action - OPEN_GROUP
    if action < DOUBLE_BERRY:
        return Verb.END, 0
    if action < PAY_PLAIN:
        return Verb.DOUBLE_BERRY, 0
    if action < PAY_SPARE:
        return Verb.PAY_PLAIN, 0
    if action < CALL_GATHER:
        return Verb.PAY_SPARE, action - PAY_SPARE
    if action < CALL_TRAIN:
        return Verb.CALL_GATHER, 0
    if action < CHOOSE:
        return Verb.CALL_TRAIN, 0
    if action < TRAIN:
        return Verb.CHOOSE, action - CHOOSE
    if action < TAKE_BERRY:
        return Verb.TRAIN, action - TRAIN
    if action < NO_TRAIN:
        return Verb.TAKE_BERRY, 0
    if action < RELEASE:
        return Verb.NO_TRAIN, 0
    if action < RESERVE:
        return Verb.RELEASE, action - RELEASE
    if action < SCORCH:
        return Verb.RESERVE, action - RESERVE
    if action < NO_SCORCH:
        return Verb.SCORCH, action - SCORCH
    if action < PICK:
        return Verb.NO_SCORCH, 0
    if action < NO_PICK:
        return Verb.PICK, action - PICK
    if action < TARGET:
        return Verb.NO_PICK, 0
    if action < CHANGE_DIE:
        return Verb.TARGET, action - TARGET
    if action < REROLL_DIE:
        return Verb.CHANGE_DIE, action - CHANGE_DIE
    if action < ROLL:
        return Verb.REROLL_DIE, action - REROLL_DIE
    if action < CLAIM:
        return Verb.ROLL, 0
    if action < NO_CLAIM:
        return Verb.CLAIM, action - CLAIM
    if action < TRADE_BERRIES:
        return Verb.NO_CLAIM, 0
    if action < TRADE_MATCHING:
        return Verb.TRADE_BERRIES, action - TRADE_BERRIES
    if action < NO_TRADE:
        return Verb.TRADE_MATCHING, action - TRADE_MATCHING
    if action < BREW_ADDED:
        return Verb.NO_TRADE, 0
    if action < RESERVE_ADDED:
        return Verb.BREW, action - BREW_ADDED + N_PRINTED_POTIONS
    return Verb.RESERVE, action - RESERVE_ADDED + N_PRINTED_POTIONS


@inlined
def is_placement(action):
    """Whether the verb is PLACE_DIE."""
    return action < BREW


@inlined
def leads_to_placement(action):
    """Whether the verb is CONVERT or OPEN_GROUP."""
    return CONVERT <= action < END


@inlined
def is_group(action):
    """Whether the verb is OPEN_GROUP."""
    return OPEN_GROUP <= action < END


@inlined
def group_of(action):
    """The group that an OPEN_GROUP opens."""
    return action - OPEN_GROUP


@inlined
def brew(potion):
    """To brew a potion, printed or added."""
    return potion + (BREW if potion < N_PRINTED_POTIONS else BREW_ADDED - N_PRINTED_POTIONS)


@inlined
def reserve(potion):
    """To reserve a potion, printed or added."""
    return potion + (RESERVE if potion < N_PRINTED_POTIONS else RESERVE_ADDED - N_PRINTED_POTIONS)


# Actions about two things: made, and taken apart.


@inlined
def place_die(face, space):
    """A die of the pool that shows this face, on a space."""
    return PLACE_DIE + face * SPACE_CODES + space


@inlined
def placement(action):
    """The face and the space of a placement."""
    return (action - PLACE_DIE) >> SPACE_CODE_BITS, (action - PLACE_DIE) & SPACE_CODES - 1


@inlined
def convert(old, new):
    """An element die of the pool to another element."""
    return CONVERT + old * N_ELEMENTS + new


@inlined
def old_and_new_element(what):
    return what // N_ELEMENTS, what % N_ELEMENTS


@inlined
def pay_spare(spared, spared_too):
    """Myla's berry spares two ingredients, or NO_INGREDIENT for one or both."""
    return PAY_SPARE + spared * N_GOODS + spared_too


@inlined
def spared_ingredients(what):
    return what // N_GOODS, what % N_GOODS


@inlined
def pick(space, level):
    """The die at a level of the stack on a space."""
    return PICK + space * MAX_STACK + level


@inlined
def space_and_level(what):
    return what // MAX_STACK, what % MAX_STACK


@inlined
def change_die(old, new):
    """A die of the pool to another face."""
    return CHANGE_DIE + old * N_FACES + new


@inlined
def old_and_new_face(what):
    return what // N_FACES, what % N_FACES


@inlined
def trade_berries(count):
    """This many to the Berry Merchant."""
    return TRADE_BERRIES + count - 1


@inlined
def berries_traded(what):
    return what + 1


@inlined
def trade_matching(ingredient, count):
    """This many of an ingredient to the Ingredient Merchant."""
    return TRADE_MATCHING + ingredient * N_TRADES + count - FEWEST_MATCHING


@inlined
def ingredient_and_count(what):
    return what // N_TRADES, what % N_TRADES + FEWEST_MATCHING


# Items.


@inlined
def potion_item(potion):
    return potion


@inlined
def creature_item(kind):
    return N_POTIONS + kind


@inlined
def forest_item(forest):
    return N_POTIONS + N_KINDS + forest


@inlined
def character_item(character):
    return N_POTIONS + N_KINDS + N_FORESTS + character


@inlined
def village_item(side, v):
    """The item that a village space is, on one side of the village."""
    return N_POTIONS + N_KINDS + N_FORESTS + N_CHARACTERS + side * N_VILLAGE_SPACES + v
