"""Forests in a row, and dice: rolled, on their spaces, set aside. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.rules import MAX_DICE, N_ELEMENTS, N_FACES, N_SYMBOLS
from brewsim.games.brew.spaces import (
    ELEMENT_OWNER,
    FACE_CODES,
    N_FOREST_SPACES,
    N_OWNERS,
    N_SPACES,
    bit_of,
    forest_space,
    is_element_face,
    is_forage,
    is_in_forest,
    owner_of,
    place_of,
    symbol_of,
)
from brewsim.games.brew.state import DICE_STREAM, REROLL_STREAM
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled, inlined


@compiled
def roll_face(rules, bits, is_element):
    """The face that a die shows (BR-6)."""
    face = N_SYMBOLS if is_element else 0
    number = below(bits, rules.n_faces[1 if is_element else 0])
    while number >= rules.faces[face]:
        number -= rules.faces[face]
        face += 1
    return face


@compiled
def roll_pools(rules, state):
    """Everybody takes back the dice and rolls them (BR-7)."""
    clear_spaces(state)
    dice = rules.forage_dice + rules.element_dice
    for seat in range(state.n_seats):
        key = stream_key(state.luck, DICE_STREAM + seat)
        for face in range(N_FACES):
            state.pool[seat, face] = 0
        for die in range(dice):
            bits = draw(key, state.rounds * MAX_DICE + die)
            state.pool[seat, roll_face(rules, bits, die >= rules.forage_dice)] += 1
        state.n_pool[seat] = dice


@compiled
def clear_spaces(state):
    """No die is placed or set aside any more."""
    for owner in range(N_OWNERS):
        state.n_placed[owner] = 0
        state.aside[owner] = 0
        for symbol in range(FACE_CODES):
            state.placed[owner, symbol] = 0
    for element in range(N_ELEMENTS):
        state.was_visited[element] = False
    state.n_taken_list = 0
    for space in range(N_SPACES):
        state.height[space] = 0
        state.top[space] = NONE


@compiled
def reroll_marked(rules, state):
    """Roll the chosen dice of the pool again (BR-43)."""
    seat = state.seat
    key = stream_key(state.luck, REROLL_STREAM + seat)
    for face in range(N_FACES):
        state.pool[seat, face] -= state.marked[face]
    for face in range(N_FACES):
        for _ in range(state.marked[face]):
            state.pool[seat, roll_face(rules, draw(key, state.rerolls[seat]), is_element_face(face))] += 1
            state.rerolls[seat] += 1
        state.marked[face] = 0
    state.n_marked = 0


@compiled
def deal_row(rules, state):
    """A fresh row of forests (BR-2, BR-65)."""
    state.n_scorched = 0
    state.n_open_list = 0
    state.n_row = rules.row_forests[state.n_seats]
    for space in range(N_FOREST_SPACES):
        state.symbol_at[space] = NONE
        state.icon_at[space] = NONE
        state.is_scorched[space] = False
    for symbol in range(N_SYMBOLS):
        state.open_symbols[symbol] = 0
    for place in range(state.n_row):
        state.n_forest_deck -= 1
        lay_forest(rules, state, place, state.forest_deck[state.n_forest_deck])


@compiled
def lay_forest(rules, state, place, forest):
    """A forest at its place in the row, all its spaces open."""
    state.row[place] = forest
    state.n_open[place] = 0
    state.open_spaces[place] = 0
    for owner in range(N_OWNERS):
        state.tops[place, owner] = 0
    for i in range(rules.forest_spaces[forest]):
        space = forest_space(place, i)
        state.symbol_at[space] = rules.symbol[forest, i]
        state.icon_at[space] = rules.icon[forest, i]
        state.twins_at[space] = rules.twins[forest, i]
        open_space(state, space)


@inlined
def insert_space(spaces, n, space):
    """Put a space into its place in an ordered list."""
    i = n
    while i > 0 and spaces[i - 1] > space:
        spaces[i] = spaces[i - 1]
        i -= 1
    spaces[i] = space


@inlined
def delete_space(spaces, n, space):
    """Take a space out of an ordered list: from where it stands on, each place takes the next one's space."""
    shift = 0
    for i in range(n - 1):
        shift |= spaces[i] == space
        spaces[i] = spaces[i + shift]


@inlined
def open_space(state, space):
    """A forest space is open."""
    state.open_spaces[place_of(space)] += bit_of(space)
    state.n_open[place_of(space)] += 1
    state.open_symbols[state.symbol_at[space]] += 1
    insert_space(state.open_list, state.n_open_list, space)
    state.n_open_list += 1


@inlined
def close_space(state, space):
    """A forest space is no longer open."""
    state.open_spaces[place_of(space)] -= bit_of(space)
    state.n_open[place_of(space)] -= 1
    state.open_symbols[state.symbol_at[space]] -= 1
    delete_space(state.open_list, state.n_open_list, space)
    state.n_open_list -= 1


@inlined
def is_open(state, space):
    """Whether a forest space exists, is not scorched and has no die."""
    return state.open_spaces[place_of(space)] & bit_of(space) != 0


@inlined
def has_open_space(state):
    """Whether a forest has an open space (BR-31, BR-45, BR-60)."""
    return state.n_open_list > 0


@inlined
def is_first(state, space):
    """Whether no equal space of the same forest before this one is open: equal spaces are one choice (BR-14).

    Both are sets of the spaces of a forest, a bit each, so that one operation looks at them all.
    """
    return state.open_spaces[place_of(space)] & state.twins_at[space] == 0


@inlined
def count_placed(state, die, by):
    """A die more, or one less, is placed."""
    state.n_placed[owner_of(die)] += by
    state.placed[owner_of(die), symbol_of(die)] += by


@inlined
def top_level(state, space):
    """The level of the top die on a space."""
    return state.height[space] - 1


@compiled
def put_die(state, space, die):
    """A die lies down on a space, on top of what is there; only the top one counts (BR-30)."""
    height, owner = state.height[space], owner_of(die)
    state.stack[space, height] = die
    state.height[space] += 1
    if height == 0:
        insert_space(state.taken_list, state.n_taken_list, space)
        state.n_taken_list += 1
    if is_in_forest(space):
        if height == 0:
            close_space(state, space)
        else:
            state.tops[place_of(space), state.top[space]] -= 1
        state.tops[place_of(space), owner] += 1
    state.top[space] = owner
    count_placed(state, die, 1)


@compiled
def take_die(state, space, level):
    """Lift a die, covered or not, from its space; what was below the top die counts again (BR-30)."""
    die, top = state.stack[space, level], NONE
    state.height[space] -= 1
    height = state.height[space]
    for above in range(level, height):
        state.stack[space, above] = state.stack[space, above + 1]
    if height == 0:
        delete_space(state.taken_list, state.n_taken_list, space)
        state.n_taken_list -= 1
    else:
        top = owner_of(state.stack[space, height - 1])
    if is_in_forest(space):
        state.tops[place_of(space), state.top[space]] -= 1
        if height == 0:
            open_space(state, space)
        else:
            state.tops[place_of(space), top] += 1
    state.top[space] = top
    count_placed(state, die, -1)
    return die


@compiled
def exchange_die(state, space, level, die):
    """Put another die into the place of one, for swaps (BR-46)."""
    old = state.stack[space, level]
    state.stack[space, level] = die
    if level == top_level(state, space):
        if is_in_forest(space):
            state.tops[place_of(space), owner_of(old)] -= 1
            state.tops[place_of(space), owner_of(die)] += 1
        state.top[space] = owner_of(die)


@compiled
def swap_dice(state, space, level, other_space, other_level):
    """Two placed dice change places (BR-46)."""
    die, other = state.stack[space, level], state.stack[other_space, other_level]
    exchange_die(state, space, level, other)
    exchange_die(state, other_space, other_level, die)


@compiled
def set_aside(state, space, level):
    """Take a die out of play until the round ends (BR-47)."""
    state.aside[owner_of(take_die(state, space, level))] += 1


@compiled
def own_level(state, space, seat):
    """The level of the highest forage die that the seat has on a space, or NONE."""
    level = top_level(state, space)
    while level >= 0 and owner_of(state.stack[space, level]) != seat:
        level -= 1
    return level


@compiled
def return_die(state, space, level):
    """An own forage die goes back to the pool as it shows (BR-28, BR-48)."""
    die = take_die(state, space, level)
    state.pool[owner_of(die), symbol_of(die)] += 1
    state.n_pool[owner_of(die)] += 1


@compiled
def clear_elements(state):
    """Set all element dice in the forests aside, covered ones too (BR-24)."""
    for space in range(N_FOREST_SPACES):
        for level in range(top_level(state, space), -1, -1):
            if not is_forage(state.stack[space, level]):
                set_aside(state, space, level)


@compiled
def forage_placed(state):
    """Forage dice that are placed anywhere."""
    dice = 0
    for seat in range(state.n_seats):
        dice += state.n_placed[seat]
    return dice


@inlined
def elements_placed(state):
    """Element dice that are placed anywhere."""
    return state.n_placed[ELEMENT_OWNER]
