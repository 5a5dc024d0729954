"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.games.wizards_brew.rules import (
    INGREDIENTS,
    LANDMARKS,
    MAX_CUBES,
    MAX_RAISE,
    N_AREAS,
    N_ELEMENTS,
    N_INGREDIENTS,
    N_LANDMARKS,
    N_PRINTED,
    N_SPELLS,
    SPELLS,
)
from brewsim.parts.compiling import compiled, inlined


class Verb(IntEnum):
    """The first code of each verb; what it is about is added, a spell by `about`."""

    HORSE = 0  # an area
    HOLD = HORSE + N_AREAS  # the starting spell in question stays
    EXCHANGE = HOLD + 1  # it goes
    SEAL = EXCHANGE + 1  # cubes
    SPELL_BID = SEAL + MAX_CUBES + 1  # cubes, or NO_BID
    CLAIM = SPELL_BID + MAX_CUBES + 1  # the spell that was won
    ECHO = CLAIM + 1  # a spell
    ECHO_NONE = ECHO + N_PRINTED
    MIRROR = ECHO_NONE + 1  # a spell
    DRAW = MIRROR + N_PRINTED  # an element
    GIVE = DRAW + N_ELEMENTS  # an element
    SWAP = GIVE + N_ELEMENTS  # two elements: see `swap`
    SWAP_DONE = SWAP + N_ELEMENTS**2
    BID = SWAP_DONE + 1  # a raise, or NO_BID
    EQUAL = BID + MAX_RAISE + 1  # Last Word
    TAKE = EQUAL + 1  # an ingredient
    PAY = TAKE + N_INGREDIENTS  # an element
    SECOND = PAY + N_ELEMENTS  # an ingredient
    SECOND_NONE = SECOND + N_INGREDIENTS
    SCAVENGE = SECOND_NONE + 1  # an element
    SCAVENGE_NONE = SCAVENGE + N_ELEMENTS
    RENEW = SCAVENGE_NONE + 1  # an own spell
    KEEP = RENEW + N_PRINTED  # an own spell
    DRAIN = KEEP + N_PRINTED  # an opponent's spell
    DISPEL = DRAIN + N_PRINTED  # an opponent's spell
    DONE = DISPEL + N_PRINTED  # no more yellow effects
    RECALL = DONE + 1  # an own spell and cubes: see `recall`
    SHIFT = RECALL + N_PRINTED * (MAX_CUBES + 1)  # two own spells: see `shift`


# Spells that a variant adds have codes behind all others: so those of printed spells, and with them the luck of bots, stay as they are.
N_CODES = Verb.SHIFT + N_PRINTED * N_PRINTED
ADDED_RECALL = 2 * N_CODES  # an own spell and cubes
ADDED_SHIFT = ADDED_RECALL + N_SPELLS * (MAX_CUBES + 1)  # two own spells, one of them at least added
NO_BID = 0  # what a bid is about that is a pass
# A yellow turn with every effect at once: no player has more spells than cubes, and no spell is in two hands.
MOST_ACTIONS = 3 * MAX_CUBES + MAX_CUBES * (MAX_CUBES - 1) + 2 * N_SPELLS + 1

ITEMS = (*SPELLS, *INGREDIENTS, *LANDMARKS, "city")
ITEM_KINDS = ("spell",) * N_PRINTED + ("ingredient",) * N_INGREDIENTS + ("landmark",) * (N_LANDMARKS + 1)


@inlined
def encode(verb, what):
    """The code of an action."""
    return verb + what


@inlined
def about(verb, spell):
    """The code of an action that is about a spell."""
    return encode(verb, spell + (spell >= N_PRINTED) * (N_CODES - N_PRINTED))


@inlined
def decode(action):
    """The verb of an action, and what it is about, or 0. Bids come first, since most options are bids."""
    if Verb.BID <= action < Verb.EQUAL:
        return Verb.BID, action - Verb.BID
    if Verb.SPELL_BID <= action < Verb.CLAIM:
        return Verb.SPELL_BID, action - Verb.SPELL_BID
    if action < Verb.HOLD:
        return Verb.HORSE, action - Verb.HORSE
    return decode_rare(action)


@inlined
def decode_rare(action):
    """The same for all other actions."""
    if action < N_CODES:
        return decode_printed(action)
    return decode_added(action)


@compiled
def decode_added(action):
    """The same for actions about added spells; not inlined, since they are seldom."""
    if action >= ADDED_SHIFT:
        return Verb.SHIFT, action - ADDED_SHIFT
    if action >= ADDED_RECALL:
        return Verb.RECALL, action - ADDED_RECALL
    verb, what = decode_printed(action - N_CODES)
    return verb, what + N_PRINTED


@inlined
def decode_printed(action):
    """The same for actions that are about no added spell, in the order of their codes."""
    if action < Verb.EXCHANGE:
        return Verb.HOLD, 0
    if action < Verb.SEAL:
        return Verb.EXCHANGE, 0
    if action < Verb.SPELL_BID:
        return Verb.SEAL, action - Verb.SEAL
    if action < Verb.ECHO:
        return Verb.CLAIM, 0
    if action < Verb.ECHO_NONE:
        return Verb.ECHO, action - Verb.ECHO
    if action < Verb.MIRROR:
        return Verb.ECHO_NONE, 0
    if action < Verb.DRAW:
        return Verb.MIRROR, action - Verb.MIRROR
    if action < Verb.GIVE:
        return Verb.DRAW, action - Verb.DRAW
    if action < Verb.SWAP:
        return Verb.GIVE, action - Verb.GIVE
    if action < Verb.SWAP_DONE:
        return Verb.SWAP, action - Verb.SWAP
    if action < Verb.BID:
        return Verb.SWAP_DONE, 0
    if action < Verb.TAKE:
        return Verb.EQUAL, 0
    if action < Verb.PAY:
        return Verb.TAKE, action - Verb.TAKE
    if action < Verb.SECOND:
        return Verb.PAY, action - Verb.PAY
    if action < Verb.SECOND_NONE:
        return Verb.SECOND, action - Verb.SECOND
    if action < Verb.SCAVENGE:
        return Verb.SECOND_NONE, 0
    if action < Verb.SCAVENGE_NONE:
        return Verb.SCAVENGE, action - Verb.SCAVENGE
    if action < Verb.RENEW:
        return Verb.SCAVENGE_NONE, 0
    if action < Verb.KEEP:
        return Verb.RENEW, action - Verb.RENEW
    if action < Verb.DRAIN:
        return Verb.KEEP, action - Verb.KEEP
    if action < Verb.DISPEL:
        return Verb.DRAIN, action - Verb.DRAIN
    if action < Verb.DONE:
        return Verb.DISPEL, action - Verb.DISPEL
    if action < Verb.RECALL:
        return Verb.DONE, 0
    if action < Verb.SHIFT:
        return Verb.RECALL, action - Verb.RECALL
    what = action - Verb.SHIFT
    return Verb.SHIFT, N_SPELLS * (what // N_PRINTED) + what % N_PRINTED


@inlined
def swap(given, drawn):
    """The code of Transmute: one element goes, another comes."""
    return encode(Verb.SWAP, N_ELEMENTS * given + drawn)


@inlined
def swapped(what):
    """What a swap is about: the element given back, the element drawn."""
    return what // N_ELEMENTS, what % N_ELEMENTS


@inlined
def recall(spell, cubes):
    """The code of Recall: cubes come back from an own spell."""
    return (Verb.RECALL if spell < N_PRINTED else ADDED_RECALL) + (MAX_CUBES + 1) * spell + cubes


@inlined
def recalled(what):
    """What a Recall is about: the spell, the cubes."""
    return what // (MAX_CUBES + 1), what % (MAX_CUBES + 1)


@inlined
def shift(giver, getter):
    """The code of Shift: a cube goes from one own spell to another."""
    if giver < N_PRINTED and getter < N_PRINTED:
        return Verb.SHIFT + N_PRINTED * giver + getter
    return ADDED_SHIFT + N_SPELLS * giver + getter


@inlined
def shifted(what):
    """What a Shift is about: the spell that gives, the spell that gets."""
    return what // N_SPELLS, what % N_SPELLS


@inlined
def spell_item(spell):
    """The item that a spell is."""
    return spell


@inlined
def ingredient_item(ingredient):
    """The item that an ingredient is."""
    return N_SPELLS + ingredient


@inlined
def landmark_item(landmark):
    """The item that a landmark or a city is."""
    return N_SPELLS + N_INGREDIENTS + landmark
