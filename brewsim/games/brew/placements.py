"""Where the dice of a pool may be placed, with the groups of placements that are one choice. Clause numbers are those of RULES.md.

The lists write every candidate and count it only if it is legal: a branch that nobody can predict costs more.
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import has_open_space, is_first
from brewsim.games.brew.codes import Group
from brewsim.games.brew.creatures import offers_space
from brewsim.games.brew.placing import can_force, can_take_back, can_top, takes_element
from brewsim.games.brew.rules import N_ELEMENTS, N_FACES, N_SYMBOLS, Den, Face, Good
from brewsim.games.brew.spaces import (
    ELEMENT_SPACES,
    N_ANY_DIE_SPACES,
    SLOTS,
    VILLAGE,
    den_of,
    element_face,
    is_in_forest,
    place_of,
)
from brewsim.parts.compiling import compiled, inlined


@inlined
def shows(state, seat, face):
    """Whether a die of the pool shows this face."""
    return state.pool[seat, face] > 0


@inlined
def forage_in_pool(state, seat):
    """Forage dice of the pool."""
    dice = 0
    for symbol in range(N_SYMBOLS):
        dice += state.pool[seat, symbol]
    return dice


@inlined
def faces_in_pool(state, seat):
    """The faces that a pool shows, as a set. With it, and with `can_force_any` stopping early, legal took 15 us a game, not 22."""
    faces = 0
    for face in range(N_FACES):
        faces |= shows(state, seat, face) << face
    return faces


@inlined
def has_face(faces, face):
    """1 if a face is in a set of faces, else 0."""
    return faces >> face & 1


@compiled
def list_placements(rules, state, actions):
    """Every die of the pool on every space that takes it; equal dice and equal spaces once, rare ones as groups (BR-13 to BR-29)."""
    pool = faces_in_pool(state, state.seat)
    n = list_matching(state, actions, 0, pool)
    n = list_covering(rules, state, actions, n, pool)
    n = list_groups(rules, state, actions, n, pool)
    n = list_element_spaces(state, actions, n, pool)
    return list_dens(rules, state, actions, n, pool)


@inlined
def list_matching(state, actions, n, pool):
    """Append forage dice on open spaces with their symbol (BR-14)."""
    for i in range(state.n_open_list):
        space = state.open_list[i]
        symbol = state.symbol_at[space]
        actions[n] = codes.place_die(symbol, space)
        n += has_face(pool, symbol) & is_first(state, space)
    return n


@inlined
def list_covering(rules, state, actions, n, pool):
    """Append Fire on all dice in forests, and Wind where own ones lie (BR-28, BR-29)."""
    seat, fire, wind = state.seat, has_face(pool, Face.FIRE), has_face(pool, Face.WIND)
    if fire | wind:
        for i in range(state.n_taken_list):
            space = state.taken_list[i]
            actions[n] = codes.place_die(Face.FIRE, space)
            n += fire & is_in_forest(space)
            actions[n] = codes.place_die(Face.WIND, space)
            n += wind & is_in_forest(space) & can_take_back(rules, state, seat, space)
    return n


@inlined
def list_groups(rules, state, actions, n, pool):
    """Append the groups of placements that have at least one (BR-15, BR-20 to BR-22, BR-72)."""
    seat = state.seat
    actions[n] = codes.OPEN_GROUP + Group.FORCED
    n += can_force_any(state, seat)
    actions[n] = codes.OPEN_GROUP + Group.POURED
    n += has_open_space(state) & has_face(pool, Face.WATER)
    actions[n] = codes.OPEN_GROUP + Group.PLAIN
    n += has_open_space(state) & (has_face(pool, Face.FIRE) | has_face(pool, Face.WIND))
    actions[n] = codes.OPEN_GROUP + Group.TOPPED
    n += can_top(rules, state, seat) and forage_in_pool(state, seat) > 0 and has_die_in_forest(state)
    for v in range(N_ANY_DIE_SPACES):
        actions[n] = codes.OPEN_GROUP + Group.VISIT + v
        n += 1
    return n


@inlined
def list_element_spaces(state, actions, n, pool):
    """Append element dice on the free village space of their element (BR-23)."""
    for element in range(N_ELEMENTS):
        face = element_face(element)
        actions[n] = codes.place_die(face, ELEMENT_SPACES + element)
        n += has_face(pool, face) & takes_element(state, element)
    return n


@inlined
def list_dens(rules, state, actions, n, pool):
    """Append dice on own creatures that offer a space, equal creatures once (BR-59)."""
    seat = state.seat
    for slot in range(SLOTS):
        if offers_space(rules, state, seat, slot) and not has_free_twin(state, seat, slot):
            takes_forage = rules.card_den[state.trained[seat, slot]] == Den.FORAGE
            for face in range(N_FACES):
                actions[n] = codes.place_die(face, den_of(seat, slot))
                n += has_face(pool, face) & ((face < N_SYMBOLS) == takes_forage)
    return n


@compiled
def has_free_twin(state, seat, slot):
    """Whether an earlier creature of the seat is the same as this one and has no die either."""
    has_twin = False
    for other in range(slot):
        is_equal = state.trained[seat, other] == state.trained[seat, slot]
        has_twin = has_twin or (is_equal and state.height[den_of(seat, other)] == 0)
    return has_twin


@inlined
def can_force_onto(state, seat, space):
    """Whether a forage die of the pool can be forced onto an open space: one that does not fit, and paid for (BR-20, BR-21)."""
    symbol = state.symbol_at[space]
    return forage_in_pool(state, seat) > state.pool[seat, symbol] and can_force(state, seat, state.icon_at[space])


@compiled
def can_force_any(state, seat):
    """Whether any die can be forced. A berry pays everywhere, so that it is enough that one does not fit all open spaces."""
    if state.stock[seat, Good.BERRY] > 0:
        can_force_one = False
        for symbol in range(N_SYMBOLS):
            can_force_one |= shows(state, seat, symbol) & (state.open_symbols[symbol] < state.n_open_list)
        return can_force_one
    i = 0
    while i < state.n_open_list and not can_force_onto(state, seat, state.open_list[i]):
        i += 1
    return i < state.n_open_list


@inlined
def has_die_in_forest(state):
    """Whether a die lies in a forest: the list of spaces with dice begins with forest spaces."""
    return state.n_taken_list > 0 and is_in_forest(state.taken_list[0])


@compiled
def list_group(state, actions):
    """The placements of the group that the seat has chosen (BR-15, BR-20 to BR-22, BR-72)."""
    n, seat, group = 0, state.seat, state.group
    if group >= Group.VISIT:
        for face in range(N_FACES):
            actions[n] = codes.place_die(face, VILLAGE + group - Group.VISIT)
            n += shows(state, seat, face)
    elif group == Group.TOPPED:
        for i in range(state.n_taken_list):
            space = state.taken_list[i]
            for symbol in range(N_SYMBOLS):
                actions[n] = codes.place_die(symbol, space)
                n += is_in_forest(space) & shows(state, seat, symbol)
    else:
        for i in range(state.n_open_list):
            space = state.open_list[i]
            if is_first(state, space):
                n = list_on_open(state, actions, n, seat, group, space)
    return n


@inlined
def list_on_open(state, actions, n, seat, group, space):
    """Append the dice of a group on an open space."""
    if group == Group.POURED:
        actions[n] = codes.place_die(Face.WATER, space)
        return n + 1
    if group == Group.PLAIN:
        actions[n] = codes.place_die(Face.FIRE, space)
        n += shows(state, seat, Face.FIRE)
        actions[n] = codes.place_die(Face.WIND, space)
        return n + shows(state, seat, Face.WIND)
    if can_force(state, seat, state.icon_at[space]):
        for symbol in range(N_SYMBOLS):
            actions[n] = codes.place_die(symbol, space)
            n += shows(state, seat, symbol) & (symbol != state.symbol_at[space])
    return n


@compiled
def only_forest(state, group):
    """The place of the one forest that all placements of a group on open spaces are in, or NONE if there are more."""
    found = NONE
    for i in range(state.n_open_list):
        space = state.open_list[i]
        place = place_of(space)
        if place != found and (group != Group.FORCED or can_force_onto(state, state.seat, space)):
            if found != NONE:
                return NONE
            found = place
    return found
