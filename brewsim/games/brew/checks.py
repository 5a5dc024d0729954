"""What must be true of the table before every decision."""

from enum import IntEnum

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import is_open
from brewsim.games.brew.creatures import creature_limit, has_season
from brewsim.games.brew.rules import (
    MAX_SPACES,
    N_CARDS,
    N_EFFECTS,
    N_FACES,
    N_FOREST_POWERS,
    N_FORESTS,
    N_GOODS,
    N_POTIONS,
    N_SEASONS,
    N_SETS,
    N_SYMBOLS,
)
from brewsim.games.brew.spaces import (
    ELEMENT_OWNER,
    ELEMENT_SPACES,
    FACE_CODES,
    N_OWNERS,
    N_SPACES,
    SLOTS,
    forest_space,
    is_in_forest,
    owner_of,
    place_of,
    symbol_of,
)
from brewsim.games.brew.state import Phase
from brewsim.parts.compiling import compiled


class Invariant(IntEnum):
    WHOLE = 0
    FORAGE_DIE_LOST = 1
    ELEMENT_DIE_LOST = 2
    POTION_LOST = 3
    CREATURE_LOST = 4
    FOREST_LOST = 5
    NEGATIVE_COUNT = 6
    WRONG_FOREST_COUNTS = 7
    DIE_ON_SCORCHED_SPACE = 8
    TOO_MANY_CREATURES = 9
    WRONG_SEAT_COUNTS = 10
    SPACE_TOO_FULL = 11


INVARIANTS: dict[int, str] = {
    Invariant.FORAGE_DIE_LOST: "a forage die is lost or doubled",
    Invariant.ELEMENT_DIE_LOST: "an element die is lost or doubled",
    Invariant.POTION_LOST: "a potion is lost or doubled",
    Invariant.CREATURE_LOST: "a creature is lost or doubled",
    Invariant.FOREST_LOST: "a forest is lost or doubled",
    Invariant.NEGATIVE_COUNT: "a stock or count is negative",
    Invariant.WRONG_FOREST_COUNTS: "the counts kept of a forest are wrong",
    Invariant.DIE_ON_SCORCHED_SPACE: "a die lies on a scorched space, or more scorch tokens lie than there are",
    Invariant.TOO_MANY_CREATURES: "more creatures trained than allowed",
    Invariant.WRONG_SEAT_COUNTS: "the counts kept of a seat are wrong",
    Invariant.SPACE_TOO_FULL: "a village space for one element or a creature's space holds more than one die",
}


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    broken = check_dice(rules, state)
    if broken == Invariant.WHOLE:
        broken = check_spaces(state)
    if broken == Invariant.WHOLE:
        broken = check_row(rules, state)
    if broken == Invariant.WHOLE:
        broken = check_potions(rules, state)
    if broken == Invariant.WHOLE:
        broken = check_creatures(rules, state)
    if broken == Invariant.WHOLE:
        broken = check_forests(rules, state)
    for seat in range(state.n_seats):
        if broken == Invariant.WHOLE:
            broken = check_seat(rules, state, seat)
    return broken


@compiled
def count_placed(state, owner, symbol):
    """Placed dice of an owner that show a symbol or element."""
    dice = 0
    for space in range(N_SPACES):
        for level in range(state.height[space]):
            die = state.stack[space, level]
            dice += owner_of(die) == owner and symbol_of(die) == symbol
    return dice


@compiled
def check_dice(rules, state):
    """Each die is in a pool, on a space or set aside, exactly once; the counts kept of dice are right."""
    elements = state.aside[ELEMENT_OWNER]
    for owner in range(N_OWNERS):
        placed = 0
        for symbol in range(FACE_CODES):
            dice = count_placed(state, owner, symbol)
            if dice != state.placed[owner, symbol]:
                return Invariant.WRONG_SEAT_COUNTS
            placed += dice
        if placed != state.n_placed[owner]:
            return Invariant.WRONG_SEAT_COUNTS
        if owner == ELEMENT_OWNER:
            elements += placed
        elif owner < state.n_seats:
            forage, in_pool = 0, 0
            for face in range(N_FACES):
                if state.pool[owner, face] < 0:
                    return Invariant.NEGATIVE_COUNT
                in_pool += state.pool[owner, face]
                if face < N_SYMBOLS:
                    forage += state.pool[owner, face]
            elements += in_pool - forage
            if forage + placed + state.aside[owner] != rules.forage_dice:
                return Invariant.FORAGE_DIE_LOST
            if in_pool != state.n_pool[owner]:
                return Invariant.WRONG_SEAT_COUNTS
    if elements != state.n_seats * rules.element_dice:
        return Invariant.ELEMENT_DIE_LOST
    marked = 0
    for face in range(N_FACES):
        marked += state.marked[face]
    return Invariant.WHOLE if marked == state.n_marked else Invariant.WRONG_SEAT_COUNTS


@compiled
def check_spaces(state):
    """The lists of open and of taken spaces are whole and in order, and the tops are right."""
    n_open, n_taken = 0, 0
    for space in range(N_SPACES):
        height, top = state.height[space], NONE
        if height > 0:
            top = owner_of(state.stack[space, height - 1])
            if n_taken == state.n_taken_list or state.taken_list[n_taken] != space:
                return Invariant.WRONG_FOREST_COUNTS
            n_taken += 1
        elif is_in_forest(space) and place_of(space) < state.n_row and is_open(state, space):
            if n_open == state.n_open_list or state.open_list[n_open] != space:
                return Invariant.WRONG_FOREST_COUNTS
            n_open += 1
        if top != state.top[space]:
            return Invariant.WRONG_FOREST_COUNTS
        if space >= ELEMENT_SPACES and height > 1:
            return Invariant.SPACE_TOO_FULL
    are_whole = n_open == state.n_open_list and n_taken == state.n_taken_list
    return Invariant.WHOLE if are_whole else Invariant.WRONG_FOREST_COUNTS


@compiled
def check_row(rules, state):
    """The counts kept of the forests in the row, and scorched spaces."""
    scorched = 0
    for place in range(state.n_row):
        forest, n_open = state.row[place], 0
        for i in range(MAX_SPACES):
            space = forest_space(place, i)
            exists = i < rules.forest_spaces[forest]
            scorched += state.is_scorched[space]
            if not keeps_space(rules, state, forest, i, space):
                return Invariant.WRONG_FOREST_COUNTS
            if is_open(state, space) != (exists and not state.is_scorched[space] and state.height[space] == 0):
                return Invariant.WRONG_FOREST_COUNTS
            if state.height[space] > 0 and (state.is_scorched[space] or not exists):
                return Invariant.DIE_ON_SCORCHED_SPACE
            n_open += is_open(state, space)
        if n_open != state.n_open[place]:
            return Invariant.WRONG_FOREST_COUNTS
        for owner in range(N_OWNERS):
            tops = 0
            for i in range(MAX_SPACES):
                tops += state.top[forest_space(place, i)] == owner
            if tops != state.tops[place, owner]:
                return Invariant.WRONG_FOREST_COUNTS
    for symbol in range(N_SYMBOLS):
        shown = 0
        for i in range(state.n_open_list):
            shown += state.symbol_at[state.open_list[i]] == symbol
        if shown != state.open_symbols[symbol]:
            return Invariant.WRONG_FOREST_COUNTS
    if scorched != state.n_scorched or scorched > rules.scorch_tokens:
        return Invariant.DIE_ON_SCORCHED_SPACE
    return Invariant.WHOLE


@compiled
def keeps_space(rules, state, forest, i, space):
    """Whether what is kept of a space is what the forest card says."""
    if i >= rules.forest_spaces[forest]:
        return state.symbol_at[space] == NONE and state.icon_at[space] == NONE
    is_right = state.symbol_at[space] == rules.symbol[forest, i] and state.icon_at[space] == rules.icon[forest, i]
    return is_right and state.twins_at[space] == rules.twins[forest, i]


@compiled
def check_potions(rules, state):
    """Every potion is in exactly one place."""
    for potion in range(N_POTIONS):
        cards = 1 if state.revealed == potion else 0
        for place in range(state.n_potion_deck):
            cards += state.potion_deck[place] == potion
        for place in range(len(state.market)):
            cards += state.market[place] == potion
        for seat in range(state.n_seats):
            cards += state.hand[seat, potion] + state.drunk[seat, potion]
            for place in range(state.n_reserved[seat]):
                cards += state.reserved[seat, place] == potion
        if cards != rules.potion_copies[potion]:
            return Invariant.POTION_LOST
    return Invariant.WHOLE


@compiled
def check_creatures(rules, state):
    """Every creature is in exactly one place."""
    for card in range(N_CARDS):
        cards = 0
        for season in range(N_SEASONS):
            for place in range(state.n_pile[season]):
                cards += state.pile[season, place] == card
        for seat in range(state.n_seats):
            crew = 0
            for slot in range(SLOTS):
                crew += state.trained[seat, slot] == card
            if crew != state.crew[seat, card]:
                return Invariant.WRONG_SEAT_COUNTS
            cards += crew + state.released[seat, card]
        if cards != rules.card_copies[card]:
            return Invariant.CREATURE_LOST
    return Invariant.WHOLE


@compiled
def check_forests(rules, state):
    """Every forest is in exactly one place."""
    forests, dealt = 0, 0
    for forest in range(N_FORESTS):
        forests += rules.forest_min_seats[forest] <= state.n_seats
        dealt += state.claimed[forest] > 0
    in_row = 0
    for place in range(state.n_row):
        in_row += state.claimed[state.row[place]] == 0
    if state.over or state.phase == Phase.TRADE:
        in_row = 0  # the unclaimed ones are already discarded
    is_whole = dealt + state.n_discarded + in_row + state.n_forest_deck == forests
    return Invariant.WHOLE if is_whole else Invariant.FOREST_LOST


@compiled
def check_seat(rules, state, seat):
    """The stock of a seat, its limit of creatures, and the counts kept of it."""
    for good in range(N_GOODS):
        if state.stock[seat, good] < 0:
            return Invariant.NEGATIVE_COUNT
    if state.tokens[seat] < 0:
        return Invariant.NEGATIVE_COUNT
    is_choosing = state.phase == Phase.RELEASE and state.seat == seat
    if state.n_trained[seat] > creature_limit(rules, state, seat) + is_choosing:
        return Invariant.TOO_MANY_CREATURES
    are_right = knows_creatures(state, seat) and knows_homes(rules, state, seat) and knows_forest_powers(rules, state, seat)
    if are_right and knows_potions(rules, state, seat):
        return Invariant.WHOLE
    return Invariant.WRONG_SEAT_COUNTS


@compiled
def knows_creatures(state, seat):
    """Whether the creatures of a seat are counted right."""
    trained, all_creatures = 0, 0
    for card in range(N_CARDS):
        trained += state.crew[seat, card]
        all_creatures += state.crew[seat, card] + state.released[seat, card]
    return trained == state.n_trained[seat] and all_creatures == state.n_creatures[seat]


@compiled
def knows_homes(rules, state, seat):
    """Whether creatures and forests are counted right by sets of seasons, and the VP of forests."""
    for seasons in range(N_SETS):
        creatures, homes = 0, 0
        for card in range(N_CARDS):
            creatures += (state.crew[seat, card] + state.released[seat, card]) * has_season(seasons, rules.card_season[card])
        for forest in range(N_FORESTS):
            homes += state.claimed[forest] == seat + 1 and (rules.forest_seasons[forest] & seasons) > 0
        if creatures != state.creatures_in[seat, seasons] or homes != state.homes_in[seat, seasons]:
            return False
    vp = 0
    for forest in range(N_FORESTS):
        vp += rules.forest_vp[forest] * (state.claimed[forest] == seat + 1)
    return vp == state.vp_forests[seat]


@compiled
def knows_forest_powers(rules, state, seat):
    """Whether what the trained creatures bring in forests is kept right."""
    for power in range(N_FOREST_POWERS):
        for seasons in range(N_SETS):
            brings = 0
            for card in range(N_CARDS):
                if rules.forest_power[card] == power:
                    brings += has_season(seasons, rules.power_season[card]) * state.crew[seat, card] * rules.card_amount[card]
            if brings != state.in_forest[seat, power, seasons]:
                return False
    return True


@compiled
def knows_potions(rules, state, seat):
    """Whether the potions of a seat are counted right."""
    vp = 0
    for potion in range(N_POTIONS):
        vp += (state.hand[seat, potion] + state.drunk[seat, potion]) * rules.potion_vp[potion]
    for effect in range(N_EFFECTS):
        in_hand = 0
        for potion in range(N_POTIONS):
            in_hand += state.hand[seat, potion] * (rules.effect[potion] == effect)
        if in_hand != state.in_hand[seat, effect]:
            return False
    return vp == state.vp_potions[seat]
