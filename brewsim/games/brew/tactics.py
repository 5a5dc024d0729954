"""The best placements and what potions would do: part of the view."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.codes import Group
from brewsim.games.brew.outlook import NEVER, best_swap, lift_value, survey_swaps, top_value
from brewsim.games.brew.placements import forage_in_pool, shows
from brewsim.games.brew.placing import can_take_back, can_top, force_price, takes_element
from brewsim.games.brew.rules import N_ELEMENTS, N_FACES, N_ICONS, N_SYMBOLS, Effect, Face, Good, Icon
from brewsim.games.brew.spaces import (
    ELEMENT_OWNER,
    ELEMENT_SPACES,
    N_ANY_DIE_SPACES,
    N_OWNERS,
    VILLAGE,
    DieKind,
    element_face,
    is_element_face,
    is_in_forest,
    owner_of,
    place_of,
)
from brewsim.parts.compiling import compiled, inlined

POOL_EFFECTS = 1 << Effect.CHANGE | 1 << Effect.REROLL  # for dice of the pool, as a set
ONE = np.int64(1)  # wide enough for a set of single dice


@compiled
def survey_fit(state, view):
    """The share of the open spaces that each face fits."""
    n_open = state.n_open_list
    share = 1.0 / max(1, n_open)
    for symbol in range(N_SYMBOLS):
        view.fit[symbol] = state.open_symbols[symbol] * share
    for element in range(N_ELEMENTS):
        view.fit[element_face(element)] = 1.0 if n_open > 0 else 0.0


@compiled
def survey_groups(rules, beliefs, state, view):
    """The best placement of each group that may be on offer."""
    seat, loosest = state.seat, loosest_face(state, view, NONE)
    if forage_in_pool(state, seat) > 0:
        survey_forcing(beliefs, state, view)
        space = best_forced(state, view)
        symbol = state.symbol_at[space]
        face = loosest if loosest != symbol else loosest_face(state, view, symbol)
        view.group_placement[Group.FORCED] = codes.place_die(face, space)
    if shows(state, seat, Face.WATER):
        space, _ = best_open(state, view, DieKind.ELEMENT, view.pour_of)
        view.group_placement[Group.POURED] = codes.place_die(Face.WATER, space)
    if shows(state, seat, Face.FIRE) or shows(state, seat, Face.WIND):
        space, _ = best_open(state, view, DieKind.ELEMENT, view.gain_of)
        face = Face.FIRE if shows(state, seat, Face.FIRE) else Face.WIND
        view.group_placement[Group.PLAIN] = codes.place_die(face, space)
    if can_top(rules, state, seat):
        view.group_placement[Group.TOPPED] = codes.place_die(loosest, best_topped(beliefs, state, view))
    for v in range(N_ANY_DIE_SPACES):
        view.group_placement[Group.VISIT + v] = codes.place_die(loosest, VILLAGE + v)


@inlined
def survey_forcing(beliefs, state, view):
    """What a forced die costs, and which symbols no die of the pool is forced onto."""
    seat, forage = state.seat, forage_in_pool(state, state.seat)
    good_worth, berry_worth = beliefs.good_worth, beliefs.berry_worth
    for icon in range(N_ICONS):
        good = force_price(state, seat, icon)
        price = view.plan_less[good] - (berry_worth if good == Good.BERRY else good_worth)
        view.forcing[icon] = price if state.stock[seat, good] > 0 else NEVER
    for symbol in range(N_SYMBOLS):
        view.misfit[symbol] = 0.0 if forage > state.pool[seat, symbol] else NEVER


@compiled
def best_open(state, view, kind, worths):
    """The open space where a die of this kind and what the icon is worth bring most, and that value; if none is open, any."""
    best, found = NEVER, state.open_list[0]
    for i in range(state.n_open_list):
        space = state.open_list[i]
        worth = view.open_value[place_of(space), kind] + worths[state.icon_at[space]]
        found = space if worth > best else found
        best = max(best, worth)
    return found, best


@compiled
def best_forced(state, view):
    """The open space that a die of the pool is best forced onto: one that it does not fit; if there is none, any."""
    best, found = NEVER, state.open_list[0]
    for i in range(state.n_open_list):
        space = state.open_list[i]
        worth = view.open_value[place_of(space), DieKind.FORAGE] + view.forcing[state.icon_at[space]] + view.misfit[state.symbol_at[space]]
        found = space if worth > best else found
        best = max(best, worth)
    return found


@compiled
def best_topped(beliefs, state, view):
    """The die in a forest that Lello would best cover; if there is none, the first die anywhere."""
    best, found = NEVER, state.taken_list[0]
    for i in range(state.n_taken_list):
        space = state.taken_list[i]
        if is_in_forest(space):
            value = top_value(beliefs, view, place_of(space), state.top[space], DieKind.FORAGE)
            if value > best:
                best, found = value, space
    return found


@compiled
def loosest_face(state, view, symbol):
    """The die of the pool that fits least elsewhere, if it does not show this symbol; forage before element dice."""
    best, least = NONE, np.inf
    for face in range(N_SYMBOLS):
        is_looser = shows(state, state.seat, face) & (face != symbol) & (view.fit[face] < least)
        best, least = face if is_looser else best, view.fit[face] if is_looser else least
    if best != NONE:
        return best
    for element in range(N_ELEMENTS):  # all fit alike
        if shows(state, state.seat, element_face(element)):
            return element_face(element)
    return 0


@inlined
def offer_face(view, face, space, value):
    """Keep a placement if it is the best one of its face so far."""
    if value > view.face_value[face]:
        view.face_value[face] = value
        view.face_placement[face] = codes.place_die(face, space)


@compiled
def village_value(rules, beliefs, state, view, v):
    """What the goods and creatures of a village space are worth."""
    side = state.night
    each = view.gain_of[Icon.HERB] + view.gain_of[Icon.SHROOM] + view.gain_of[Icon.CRYSTAL]
    value = rules.each[side, v] * each + rules.train[side, v] * view.gain_of[Icon.CREATURE]
    value += rules.choice[side, v] * (beliefs.good_worth + view.best_choice)
    return value + rules.berries[side, v] * (beliefs.berry_worth + view.plan_one[Good.BERRY])


@compiled
def survey_faces(rules, beliefs, state, view):
    """The best placement of each face: in the village, on an open space, with Fire on any die, with Wind where an own one lies."""
    for face in range(N_FACES):  # the village always takes it
        view.face_value[face] = beliefs.good_worth + view.best_choice
        view.face_placement[face] = codes.place_die(face, VILLAGE)
    for element in range(N_ELEMENTS):
        space = ELEMENT_SPACES + element
        if takes_element(state, element):
            offer_face(view, element_face(element), space, village_value(rules, beliefs, state, view, space - VILLAGE))
    for i in range(state.n_open_list):
        space = state.open_list[i]
        value = view.gain_of[state.icon_at[space]] + view.open_value[place_of(space), DieKind.FORAGE]
        offer_face(view, state.symbol_at[space], space, value)
    space, value = best_open(state, view, DieKind.ELEMENT, view.pour_of)
    offer_face(view, Face.WATER, space, value)
    space, value = best_open(state, view, DieKind.ELEMENT, view.gain_of)
    offer_face(view, Face.FIRE, space, value)
    offer_face(view, Face.WIND, space, value)
    for i in range(state.n_taken_list):
        space = state.taken_list[i]
        if is_in_forest(space):
            place, owner = place_of(space), state.top[space]
            covered = view.gain_of[state.icon_at[space]] + view.own_top[place, owner, DieKind.ELEMENT]
            covered -= beliefs.spite * view.rival_top[place, owner, DieKind.ELEMENT]
            offer_face(view, Face.FIRE, space, covered)
            if can_take_back(rules, state, state.seat, space):
                offer_face(view, Face.WIND, space, covered + beliefs.die_worth)


@inlined
def mean_face(rules, view, face):
    """The value that a die like this one has on average when it is rolled."""
    is_element = is_element_face(face)
    first, total = N_SYMBOLS if is_element else 0, 0.0
    for other in range(first, first + N_SYMBOLS):
        total += rules.faces[other] * view.face_value[other]
    return total / rules.n_faces[DieKind.ELEMENT if is_element else DieKind.FORAGE]


@inlined
def is_last_call(rules, state):
    """Whether the die that is due ends the time for potions (BR-9)."""
    return rules.potions_need_die and state.n_pool[state.seat] == state.to_place


@compiled
def survey_drink(rules, beliefs, state, view, effect):
    """The best that drinking a potion of this effect brings."""
    if effect == Effect.CHANGE:
        view.drink_gain[effect] = best_change(state, view)
    elif effect == Effect.REROLL:
        view.drink_gain[effect] = best_reroll(rules, state, view)
    elif effect == Effect.PLACE:
        view.drink_gain[effect] = beliefs.effect_worth[Effect.PLACE]
    elif effect == Effect.SWAP:
        survey_swaps(beliefs, state, view, False)
        view.drink_gain[effect] = best_own_swap(state, view)
    else:
        view.drink_gain[effect] = best_pick(beliefs, state, view, effect)


@compiled
def best_change(state, view):
    """What turning the best die brings."""
    best = 0.0
    for face in range(N_FACES):
        if shows(state, state.seat, face):
            first = N_SYMBOLS if is_element_face(face) else 0
            for new in range(first, first + N_SYMBOLS):
                best = max(best, view.face_value[new] - view.face_value[face])
    return best


@compiled
def best_reroll(rules, state, view):
    """What rolling all poor dice again brings."""
    total = 0.0
    for face in range(N_FACES):
        if shows(state, state.seat, face):
            total += max(0.0, mean_face(rules, view, face) - view.face_value[face]) * state.pool[state.seat, face]
    return total


@compiled
def best_own_swap(state, view):
    """The best that a swap of an own die brings."""
    best = 0.0
    for i in range(state.n_taken_list):
        space = state.taken_list[i]
        for level in range(state.height[space]):
            if owner_of(state.stack[space, level]) == state.seat:
                best = max(best, best_swap(state, view, space, level))
    return best


@compiled
def best_pick(beliefs, state, view, effect):
    """The best that a potion for placed dice brings."""
    best, owners = 0.0, picked_owners(state.seat, effect)
    seen = 0  # forest and owner of single dice, a bit each: equal ones bring the same and are looked at once
    for i in range(state.n_taken_list):
        space = state.taken_list[i]
        if state.height[space] == 1 and is_in_forest(space):
            equal = ONE << (place_of(space) * N_OWNERS + state.top[space])
            if seen & equal or not owners >> state.top[space] & 1:
                continue
            seen |= equal
        for level in range(state.height[space]):
            if owners >> owner_of(state.stack[space, level]) & 1:
                best = max(best, pick_value(beliefs, state, view, space, level, effect))
    return best


@inlined
def picked_owners(seat, effect):
    """Whose dice an effect is used on: a set, a bit for each owner."""
    elements = 1 << ELEMENT_OWNER
    if effect == Effect.REMOVE_ELEMENT:
        return elements
    if effect == Effect.MOVE:
        return elements - 1
    return elements | elements - 1 if effect == Effect.REMOVE_ANY else 1 << seat


@compiled
def pick_value(beliefs, state, view, space, level, effect):
    """What picking this die for the effect brings, own VP and rival's as one."""
    own, rival = lift_value(beliefs, state, view, space, level)
    value = own - beliefs.spite * rival
    if effect == Effect.RETURN:
        value += beliefs.die_worth
    if effect == Effect.MOVE and owner_of(state.stack[space, level]) == state.seat:
        value += view.best_move
    return value
