"""Dice on their spaces, stocks of ingredients, and what a placement gains. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.codes import DENS, ELEMENT_DIE, ELEMENT_OWNER, FACE_CODES, N_FOREST_SPACES, N_SPACES, SLOTS, VILLAGE
from brewsim.games.brew.rules import (
    ASH_FORAGER,
    BERRY,
    BERRY_BARTERER,
    BERRY_BEARER,
    CREATURE,
    DIE_MOVER,
    ELEMENT_DEN,
    FORAGE_DEN,
    GATHERS,
    LELLO,
    LYRIC,
    MAX_SPACES,
    N_FACES,
    N_INGREDIENTS,
    N_SEASONS,
    N_SYMBOLS,
    SCORCHES,
    VILLAGE_GATHERER,
    VILLAGE_SCORCHER,
    WATER,
    WIND,
)
from brewsim.games.brew.state import DICE_STREAM, REROLL_STREAM
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled, inlined


@inlined
def owner_of(die):
    """The seat that a placed die belongs to; element dice belong to nobody (BR-35)."""
    return die // FACE_CODES


@inlined
def spend_berries(state, seat, berries):
    """Berries go back to the supply."""
    state.stock[seat, BERRY] -= berries
    state.berries_spent[seat] += berries


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
    """Take a space out of an ordered list."""
    gap = 0
    for i in range(n - 1):
        gap |= spaces[i] == space
        spaces[i] = spaces[i + gap]


@inlined
def close_space(state, space):
    """A forest space is no longer open."""
    state.open_spaces[space // MAX_SPACES] -= 1 << space % MAX_SPACES
    state.n_open[space // MAX_SPACES] -= 1
    state.open_symbols[state.symbol_at[space]] -= 1
    delete_space(state.open_list, int(state.n_open_list), space)
    state.n_open_list -= 1


@inlined
def open_space(state, space):
    """A forest space is open again."""
    state.open_spaces[space // MAX_SPACES] += 1 << space % MAX_SPACES
    state.n_open[space // MAX_SPACES] += 1
    state.open_symbols[state.symbol_at[space]] += 1
    insert_space(state.open_list, int(state.n_open_list), space)
    state.n_open_list += 1


@compiled
def put_die(state, space, die):
    """A die lies down on a space, on top of what is there; only the top one counts (BR-30)."""
    height, owner = int(state.height[space]), owner_of(die)
    state.stack[space, height] = die
    state.height[space] = height + 1
    if height == 0:
        insert_space(state.taken_list, int(state.n_taken_list), space)
        state.n_taken_list += 1
    if space < N_FOREST_SPACES:
        place = space // MAX_SPACES
        if height == 0:
            close_space(state, space)
        else:
            state.tops[place, state.top[space]] -= 1
        state.tops[place, owner] += 1
    state.top[space] = owner
    state.n_placed[owner] += 1


@compiled
def take_die(state, space, level):
    """Lift a die, covered or not, from its space; what was below the top die counts again (BR-30)."""
    die, height = int(state.stack[space, level]), state.height[space] - 1
    owner = owner_of(die)
    for above in range(level, height):
        state.stack[space, above] = state.stack[space, above + 1]
    state.height[space] = height
    state.n_placed[owner] -= 1
    if height == 0:
        delete_space(state.taken_list, int(state.n_taken_list), space)
        state.n_taken_list -= 1
    below_top = NONE
    if height > 0:
        below_top = owner_of(int(state.stack[space, height - 1]))
    if space < N_FOREST_SPACES:
        place = space // MAX_SPACES
        state.tops[place, state.top[space]] -= 1
        if height > 0:
            state.tops[place, below_top] += 1
        else:
            open_space(state, space)
    state.top[space] = below_top
    return die


@compiled
def exchange_die(state, space, level, die):
    """Put another die into the place of one, for swaps (BR-46)."""
    old = int(state.stack[space, level])
    state.stack[space, level] = die
    if level == state.height[space] - 1:
        if space < N_FOREST_SPACES:
            state.tops[space // MAX_SPACES, owner_of(old)] -= 1
            state.tops[space // MAX_SPACES, owner_of(die)] += 1
        state.top[space] = owner_of(die)


@compiled
def set_aside(state, space, level):
    """Take a die out of play until the round ends (BR-47)."""
    state.aside[owner_of(take_die(state, space, level))] += 1


@compiled
def return_die(state, space, level):
    """An own forage die goes back to the pool as it shows (BR-28, BR-48)."""
    die = take_die(state, space, level)
    state.pool[owner_of(die), die % FACE_CODES] += 1
    state.n_pool[owner_of(die)] += 1


@compiled
def roll_face(rules, bits, is_element):
    """The face that a die shows (BR-6)."""
    first = N_SYMBOLS if is_element else 0
    number = below(bits, rules.n_faces[1 if is_element else 0])
    face = first
    while number >= rules.faces[face]:
        number -= rules.faces[face]
        face += 1
    return face


@compiled
def roll_pools(rules, state):
    """Everybody takes back the dice and rolls them (BR-7)."""
    dice = rules.forage_dice + rules.element_dice
    for seat in range(int(state.n_seats)):
        key = stream_key(state.luck, DICE_STREAM + seat)
        for face in range(N_FACES):
            state.pool[seat, face] = 0
        for die in range(dice):
            state.pool[seat, roll_face(rules, draw(key, state.rounds * 16 + die), die >= rules.forage_dice)] += 1
        state.n_pool[seat] = dice
    for owner in range(ELEMENT_OWNER + 1):
        state.n_placed[owner] = 0
        state.aside[owner] = 0
    state.n_taken_list = 0
    for space in range(N_SPACES):
        state.height[space] = 0
        state.top[space] = NONE


@compiled
def reroll_marked(rules, state):
    """Roll the chosen dice of the pool again (BR-43)."""
    seat = int(state.seat)
    key = stream_key(state.luck, REROLL_STREAM + seat)
    for face in range(N_FACES):
        state.pool[seat, face] -= state.marked[face]
    for face in range(N_FACES):
        for _ in range(int(state.marked[face])):
            state.pool[seat, roll_face(rules, draw(key, int(state.rerolls[seat])), face >= N_SYMBOLS)] += 1
            state.rerolls[seat] += 1
        state.marked[face] = 0


@compiled
def deal_row(rules, state):
    """A fresh row of forests (BR-2, BR-64)."""
    state.n_scorched = 0
    state.n_open_list = 0
    state.n_row = rules.row_forests[state.n_seats]
    for space in range(N_FOREST_SPACES):
        state.symbol_at[space] = NONE
        state.icon_at[space] = NONE
        state.is_scorched[space] = False
    for symbol in range(N_SYMBOLS):
        state.open_symbols[symbol] = 0
    for place in range(int(state.n_row)):
        state.n_forest_deck -= 1
        forest = state.forest_deck[state.n_forest_deck]
        state.row[place] = forest
        state.n_open[place] = rules.forest_spaces[forest]
        state.open_spaces[place] = (1 << rules.forest_spaces[forest]) - 1
        for owner in range(ELEMENT_OWNER + 1):
            state.tops[place, owner] = 0
        for i in range(int(rules.forest_spaces[forest])):
            space = place * MAX_SPACES + i
            state.symbol_at[space] = rules.symbol[forest, i]
            state.icon_at[space] = rules.icon[forest, i]
            state.twins_at[space] = rules.twins[forest, i]
            state.open_symbols[rules.symbol[forest, i]] += 1
            state.open_list[state.n_open_list] = space
            state.n_open_list += 1


@inlined
def is_first(state, space):
    """Whether no equal space of the same forest before this one is open: equal spaces are one choice (BR-14)."""
    return state.open_spaces[space // MAX_SPACES] & state.twins_at[space] == 0


@compiled
def gather(rules, state, seat, ingredient, amount):
    """Take ingredients; a Berry Barterer exchanges one of them in each placement (BR-58)."""
    state.stock[seat, ingredient] += amount
    card = BERRY_BARTERER + ingredient
    exchanged = min(amount, state.crew[seat, card] * rules.card_amount[card] - state.exchanged[ingredient])
    if exchanged > 0:
        state.stock[seat, ingredient] -= exchanged
        state.stock[seat, BERRY] += exchanged
        state.exchanged[ingredient] += exchanged


@inlined
def can_force(state, seat, icon):
    """Whether the seat can pay for a die that does not fit: the ingredient shown or a berry (BR-20, BR-21)."""
    return state.stock[seat, BERRY] > 0 or (icon != CREATURE and state.stock[seat, icon] > 0)


@inlined
def can_top(rules, state, seat):
    """Whether Lello can pay for a die on top of another (BR-71)."""
    return rules.power_of[state.character[seat]] == LELLO and state.stock[seat, BERRY] >= rules.power_berries[LELLO]


@compiled
def place_die(rules, state, face, space):
    """Place a die of the pool and collect what the placement brings (BR-13)."""
    seat = int(state.seat)
    state.pool[seat, face] -= 1
    state.n_pool[seat] -= 1
    state.to_place -= 1
    for ingredient in range(N_INGREDIENTS):
        state.exchanged[ingredient] = 0
    if space < N_FOREST_SPACES:
        place_in_forest(rules, state, face, space)
    elif space < DENS:
        place_in_village(rules, state, face, space)
    else:
        place_in_den(rules, state, face, space)


@inlined
def die_of(seat, face):
    """The code of a die of this seat once it is placed."""
    return seat * FACE_CODES + face if face < N_SYMBOLS else ELEMENT_DIE + face - N_SYMBOLS


@compiled
def place_in_forest(rules, state, face, space):
    """Forage or element die on a forest space: force, cover, take back, then gather or train (BR-14 to BR-29)."""
    seat, icon = int(state.seat), int(state.icon_at[space])
    gathers = True
    if face < N_SYMBOLS and state.height[space] > 0:
        spend_berries(state, seat, int(rules.power_berries[LELLO]))
        gathers = False
    elif face < N_SYMBOLS and state.symbol_at[space] != face:
        force_payment(state, seat, icon)
        gathers = False
    elif face == WIND and state.height[space] > 0:
        return_die(state, space, int(state.height[space] - 1))
    put_die(state, space, die_of(seat, face))
    seasons = rules.forest_seasons[state.row[space // MAX_SPACES]]
    state.scorches += state.in_forest[seat, SCORCHES, seasons]
    amount = 1 + (rules.water_bonus if face == WATER else 0) + state.in_forest[seat, GATHERS, seasons]
    if gathers and icon == CREATURE:
        state.trains += 1
        state.on_creature_space = True
    elif gathers and can_call(rules, state, seat):
        state.call_space = space
        state.call_amount = amount
    elif gathers:
        gather(rules, state, seat, icon, amount)


@inlined
def can_call(rules, state, seat):
    """Whether Lyric may train instead of gathering (BR-69)."""
    has_power = rules.power_of[state.character[seat]] == LYRIC
    return has_power and state.stock[seat, BERRY] >= rules.power_berries[LYRIC] and piles_have_card(state)


@inlined
def piles_have_card(state):
    """Whether a creature can be trained at all."""
    cards = 0
    for season in range(N_SEASONS):
        cards += state.n_pile[season]
    return cards > 0


@inlined
def force_payment(state, seat, icon):
    """The ingredient on the space, and a berry only if there is none (BR-20, BR-21)."""
    state.n_forced[seat] += 1
    if icon != CREATURE and state.stock[seat, icon] > 0:
        state.stock[seat, icon] -= 1
    else:
        spend_berries(state, seat, 1)


@compiled
def place_in_village(rules, state, face, space):
    """The special action of a village space; element powers don't work there (BR-22 to BR-26)."""
    seat, side, v = int(state.seat), state.night, space - VILLAGE
    if rules.clears_elements[side, v]:
        clear_elements(state)
    put_die(state, space, die_of(seat, face))
    state.choices += rules.choice[side, v] + state.crew[seat, VILLAGE_GATHERER] * rules.card_amount[VILLAGE_GATHERER]
    state.scorches += rules.scorch[side, v] + state.crew[seat, VILLAGE_SCORCHER] * rules.card_amount[VILLAGE_SCORCHER]
    state.stock[seat, BERRY] += rules.berries[side, v]
    state.reserves += rules.reserve[side, v]
    state.trains += rules.train[side, v]
    state.on_creature_space = rules.train[side, v] > 0
    if rules.each[side, v] > 0:
        for ingredient in range(N_INGREDIENTS):
            gather(rules, state, seat, ingredient, int(rules.each[side, v]))


@compiled
def clear_elements(state):
    """Set all element dice in the forests aside, covered ones too (BR-24)."""
    for space in range(N_FOREST_SPACES):
        for level in range(state.height[space] - 1, -1, -1):
            if state.stack[space, level] >= ELEMENT_DIE:
                set_aside(state, space, level)


@compiled
def place_in_den(rules, state, face, space):
    """A die on a creature that offers a space (BR-59)."""
    seat = int(state.seat)
    card = int(state.trained[seat, (space - DENS) % SLOTS])
    amount = int(rules.card_amount[card])
    put_die(state, space, die_of(seat, face))
    if card == DIE_MOVER:
        state.moves += amount
    elif card == BERRY_BEARER:
        state.stock[seat, BERRY] += amount
    elif card == ELEMENT_DEN:
        for ingredient in range(N_INGREDIENTS):
            gather(rules, state, seat, ingredient, amount)
    else:
        gather(rules, state, seat, card - FORAGE_DEN, amount)


@compiled
def scorch_space(rules, state, space):
    """The space no longer exists; the first scorch of a turn feeds an Ash Forager (BR-31, BR-57)."""
    state.is_scorched[space] = True
    close_space(state, space)
    state.n_scorched += 1
    state.scorches -= 1
    if not state.has_scorched:
        state.stock[state.seat, BERRY] += state.crew[state.seat, ASH_FORAGER] * rules.card_amount[ASH_FORAGER]
    state.has_scorched = True
