"""Where dice lie, as numbers: the spaces of the board and of creatures, and the dice on them. No other file does arithmetic on them.

Hot helpers shift and mask: // and % would test each number for being negative.
"""

from enum import IntEnum

from brewsim.games.brew.rules import (
    MAX_DICE,
    MAX_LIMIT,
    MAX_ROW,
    MAX_SEATS,
    MAX_SPACES,
    N_ELEMENTS,
    N_SYMBOLS,
    N_VILLAGE_SPACES,
    SPACE_BITS,
)
from brewsim.parts.compiling import inlined

# Spaces: those of the row, forest by forest; then the village; then the creatures' own.
N_FOREST_SPACES = MAX_ROW * MAX_SPACES
VILLAGE = N_FOREST_SPACES  # + village space
N_ANY_DIE_SPACES = N_VILLAGE_SPACES - N_ELEMENTS  # the first ones of the village; then one for each element
ELEMENT_SPACES = VILLAGE + N_ANY_DIE_SPACES  # + element
N_BOARD_SPACES = VILLAGE + N_VILLAGE_SPACES
DENS = N_BOARD_SPACES
SLOTS = MAX_LIMIT + 1  # of trained creatures, with the one above the limit
N_SPACES = DENS + MAX_SEATS * SLOTS
MAX_STACK = MAX_SEATS * MAX_DICE  # dice on one space

# A placed die is owner * FACE_CODES + face if it is a forage die, ELEMENT_DIE + element if it is an element die.
FACE_BITS = 2
FACE_CODES = 1 << FACE_BITS
ELEMENT_OWNER = MAX_SEATS  # who owns element dice in counts by owner (BR-35)
N_OWNERS = MAX_SEATS + 1
ELEMENT_DIE = ELEMENT_OWNER * FACE_CODES


class DieKind(IntEnum):
    FORAGE = 0
    ELEMENT = 1


N_DIE_KINDS = len(DieKind)


@inlined
def forest_space(place, i):
    """Space i of the forest at a place of the row."""
    return place * MAX_SPACES + i


@inlined
def place_of(space):
    """The place in the row of the forest that a forest space is in."""
    return space >> SPACE_BITS


@inlined
def bit_of(space):
    """The bit of a forest space in a set of the spaces of its forest."""
    return 1 << (space & MAX_SPACES - 1)


@inlined
def is_in_forest(space):
    return space < N_FOREST_SPACES


@inlined
def den_of(seat, slot):
    """The space that a trained creature may offer."""
    return DENS + seat * SLOTS + slot


@inlined
def seat_and_slot(den):
    """Whose creature offers the space, and which."""
    return (den - DENS) // SLOTS, (den - DENS) % SLOTS


@inlined
def is_element_face(face):
    """Whether a die of the pool that shows this face is an element die."""
    return face >= N_SYMBOLS


@inlined
def kind_of_face(face):
    """The kind of a die of the pool that shows this face."""
    return DieKind.ELEMENT if is_element_face(face) else DieKind.FORAGE


@inlined
def element_face(element):
    """The face that shows an element."""
    return N_SYMBOLS + element


@inlined
def die_of(seat, face):
    """A die of this seat once it is placed."""
    return seat * FACE_CODES + face if face < N_SYMBOLS else ELEMENT_DIE + face - N_SYMBOLS


@inlined
def owner_of(die):
    """The seat that a placed die belongs to; element dice belong to nobody (BR-35)."""
    return die >> FACE_BITS


@inlined
def is_forage(die):
    return die < ELEMENT_DIE


@inlined
def symbol_of(die):
    """The symbol that a placed forage die shows, or the element of an element die."""
    return die & FACE_CODES - 1
