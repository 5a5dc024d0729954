"""What a seat may choose at each decision. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import (
    can_force,
    can_top,
    is_first,
)
from brewsim.games.brew.codes import (
    DEN_MOVE,
    DENS,
    ELEMENT_SPACES,
    FORCED,
    N_BOARD_SPACES,
    N_FOREST_SPACES,
    PLAIN,
    POURED,
    SLOTS,
    SPACE_CODES,
    TOPPED,
    VILLAGE,
    VISIT,
    Phase,
)
from brewsim.games.brew.potions import (
    can_use,
    has_open_space,
    list_brewable,
    list_dice,
    missing_ingredients,
)
from brewsim.games.brew.rounds import (
    can_match,
    is_tied,
)
from brewsim.games.brew.rules import (
    BERRY,
    CREATURE,
    CREATURE_FORAGER,
    ELEMENT_SHIFTER,
    FIRE,
    FORAGE_SPACE,
    MAX_SPACES,
    MOVE,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_GOODS,
    N_INGREDIENTS,
    N_SEASONS,
    N_SYMBOLS,
    NO_DEN,
    WATER,
    WIND,
)
from brewsim.parts.compiling import compiled, inlined

ELEMENT_FACES = (1 << N_FACES) - (1 << N_SYMBOLS)  # as a set
FORAGE_FACES = (1 << N_SYMBOLS) - 1


# The lists below write every candidate and count it only if it is legal: a branch that nobody can predict costs more.


@inlined
def list_faces(actions, n, faces, space):
    """Append the placing of each face of the set on a space."""
    for face in range(N_FACES):
        actions[n] = codes.PLACE_DIE + face * SPACE_CODES + space
        n += faces >> face & 1
    return n


@inlined
def faces_in_pool(state, seat):
    """The faces that the dice of a pool show, as a set."""
    faces = 0
    for face in range(N_FACES):
        faces |= (state.pool[seat, face] > 0) << face
    return faces


@compiled
def list_placements(rules, state, actions):
    """Every die of the pool on every space that takes it; equal dice and equal spaces once, rare ones as groups (BR-13 to BR-29)."""
    n, seat = 0, int(state.seat)
    pool = faces_in_pool(state, seat)
    forage, water, fire, wind = pool & FORAGE_FACES, pool >> WATER & 1, pool >> FIRE & 1, pool >> WIND & 1
    payable = 0  # icons of spaces that a die can be forced onto, as a set
    for icon in range(CREATURE + 1):
        payable |= can_force(state, seat, icon) << icon
    others = 0  # symbols that another face of the pool is forced onto, as a set
    for symbol in range(N_SYMBOLS):
        others |= (forage & ~(1 << symbol) != 0) << symbol
    forced = 0
    for i in range(int(state.n_open_list)):
        space = int(state.open_list[i])
        symbol = int(state.symbol_at[space])
        actions[n] = codes.PLACE_DIE + symbol * SPACE_CODES + space
        n += (pool >> symbol) & is_first(state, space)
        forced |= (payable >> state.icon_at[space]) & (others >> symbol)
    if fire | wind:
        for i in range(int(state.n_taken_list)):
            space = int(state.taken_list[i])
            in_forest = space < N_FOREST_SPACES
            actions[n] = codes.PLACE_DIE + FIRE * SPACE_CODES + space
            n += in_forest & fire
            actions[n] = codes.PLACE_DIE + WIND * SPACE_CODES + space
            n += in_forest & (state.top[space] == seat) & wind
    actions[n] = codes.OPEN_GROUP + FORCED
    n += forced & 1
    actions[n] = codes.OPEN_GROUP + POURED
    n += has_open_space(state) & water
    actions[n] = codes.OPEN_GROUP + PLAIN
    n += has_open_space(state) & (fire | wind)
    actions[n] = codes.OPEN_GROUP + TOPPED
    n += (forage > 0) & can_top(rules, state, seat) & (state.n_taken_list > 0 and state.taken_list[0] < N_FOREST_SPACES)
    for space in range(ELEMENT_SPACES - VILLAGE):
        actions[n] = codes.OPEN_GROUP + VISIT + space
        n += 1
    for element in range(N_ELEMENTS):
        actions[n] = codes.PLACE_DIE + (N_SYMBOLS + element) * SPACE_CODES + ELEMENT_SPACES + element
        n += (pool >> (N_SYMBOLS + element) & 1) & (state.height[ELEMENT_SPACES + element] == 0)
    for slot in range(SLOTS):
        card = state.trained[seat, slot]
        if card != NONE and rules.card_den[card] != NO_DEN and state.height[DENS + seat * SLOTS + slot] == 0:
            twin = False
            for other in range(slot):
                twin = twin or (state.trained[seat, other] == card and state.height[DENS + seat * SLOTS + other] == 0)
            if not twin:
                faces = pool & (FORAGE_FACES if rules.card_den[card] == FORAGE_SPACE else ELEMENT_FACES)
                n = list_faces(actions, n, faces, DENS + seat * SLOTS + slot)
    return n


@compiled
def list_group(state, actions):
    """The placements of the group that the seat has chosen (BR-15, BR-20 to BR-22, BR-71)."""
    n, seat, group = 0, int(state.seat), int(state.group)
    pool = faces_in_pool(state, seat)
    if group >= VISIT:
        return list_faces(actions, n, pool, VILLAGE + group - VISIT)
    for i in range(n_group_spaces(state, group)):
        space = group_space(state, group, i)
        n = list_faces(actions, n, pool & group_faces(state, group, space), space)
    return n


@inlined
def n_group_spaces(state, group):
    """How many spaces the group may put dice on: Lello covers dice, the others go on empty spaces."""
    return int(state.n_taken_list) if group == TOPPED else int(state.n_open_list)


@inlined
def group_space(state, group, i):
    """One of these spaces."""
    return int(state.taken_list[i]) if group == TOPPED else int(state.open_list[i])


@compiled
def group_faces(state, group, space):
    """The faces that the group puts on a space, as a set."""
    if group == TOPPED:
        return FORAGE_FACES if space < N_FOREST_SPACES else 0
    if not is_first(state, space):
        return 0
    if group == POURED:
        return 1 << WATER
    if group == PLAIN:
        return (1 << FIRE) | (1 << WIND)
    return FORAGE_FACES & ~(1 << state.symbol_at[space]) if can_force(state, int(state.seat), int(state.icon_at[space])) else 0


@compiled
def only_forest(state, group):
    """The place of the one forest that all placements of a group are in, or NONE if there are more."""
    pool, found = faces_in_pool(state, int(state.seat)), NONE
    for i in range(n_group_spaces(state, group)):
        space = group_space(state, group, i)
        place = space // MAX_SPACES
        if place != found and pool & group_faces(state, group, space):
            if found != NONE:
                return NONE
            found = place
    return found


@compiled
def list_turn(rules, state, actions):
    """Place, brew, drink, change elements, or end the turn (BR-8, BR-9)."""
    n, seat = 0, int(state.seat)
    if state.to_place > 0:
        n = list_placements(rules, state, actions)
        for element in range(N_ELEMENTS):
            if state.crew[seat, ELEMENT_SHIFTER + element] > 0 and not state.left_element[element]:
                for other in range(N_ELEMENTS):
                    actions[n] = codes.CONVERT + other * N_ELEMENTS + element
                    n += (other != element) & (state.pool[seat, N_SYMBOLS + other] > 0)
    else:
        actions[n] = codes.END
        n += 1
    if not state.has_brewed:
        n = list_brewable(rules, state, actions, n, codes.BREW)
    if not state.has_drunk:
        for effect in range(N_EFFECTS):
            if state.in_hand[seat, effect] > 0 and can_use(state, effect):
                actions[n] = codes.DRINK + effect
                n += 1
    return n


@compiled
def list_payments(rules, state, actions):
    """What Myla's first berry stands for: missing ingredients first, then those that she wants to spare (BR-70)."""
    n, seat, potion = 0, int(state.seat), int(state.brewing)
    missing = missing_ingredients(rules, state, seat, potion)
    if missing == 0:
        actions[n] = codes.PAY_PLAIN
        n += 1
    spares = rules.first_berry - missing
    listed = n
    if spares == 2:
        for i in range(N_INGREDIENTS):
            for j in range(i, N_INGREDIENTS):
                actions[n] = codes.PAY_SPARE + i * N_GOODS + j
                n += (rules.cost[potion, i] > 0) & (rules.cost[potion, j] > (i == j))
    if spares >= 1 and n == listed:
        for i in range(N_INGREDIENTS):
            actions[n] = codes.PAY_SPARE + i * N_GOODS + N_INGREDIENTS
            n += min(rules.cost[potion, i], state.stock[seat, i]) > 0
    if missing > 0 and n == listed:
        actions[n] = codes.PAY_SPARE + N_INGREDIENTS * N_GOODS + N_INGREDIENTS
        n += 1
    return n


@compiled
def list_open_spaces(state, actions, n, base):
    """Append base + space for each empty forest space, equal ones once."""
    for i in range(int(state.n_open_list)):
        space = int(state.open_list[i])
        actions[n] = base + space
        n += is_first(state, space)
    return n


@compiled
def list_releases(state, actions):
    """Each of the trained creatures, equal ones without a die once (BR-51)."""
    n, seat = 0, int(state.seat)
    for slot in range(SLOTS):
        card = state.trained[seat, slot]
        if card != NONE:
            twin = False
            for other in range(slot):
                both_free = state.height[DENS + seat * SLOTS + slot] == 0 and state.height[DENS + seat * SLOTS + other] == 0
                twin = twin or (state.trained[seat, other] == card and both_free)
            actions[n] = codes.RELEASE + slot
            n += not twin
    return n


@compiled
def list_trades(rules, state, actions):
    """The merchants' trades that the seat can still make (BR-65)."""
    n = 0
    for count in range(1, 3):
        actions[n] = codes.TRADE_BERRIES + count - 1
        n += state.berry_trades > 0 and state.stock[state.seat, BERRY] >= count
    for ingredient in range(N_INGREDIENTS):
        for count in range(2, 4):
            actions[n] = codes.TRADE_MATCHING + ingredient * 2 + count - 2
            n += state.match_trades > 0 and can_match(state, ingredient, count)
    actions[n] = codes.NO_TRADE
    return n + 1


@compiled
def list_dice_changes(state, actions):
    """A die of the pool and another face of the same kind of die (BR-43)."""
    n = 0
    for face in range(N_FACES):
        for new in range(N_FACES):
            actions[n] = codes.CHANGE_DIE + face * N_FACES + new
            n += (state.pool[state.seat, face] > 0) & (new != face) & ((new < N_SYMBOLS) == (face < N_SYMBOLS))
    return n


@compiled
def list_rerolls(state, actions):
    """One more die to roll again, in the order of faces, or the roll (BR-43)."""
    n, last = 0, 0
    for face in range(N_FACES):
        if state.marked[face] > 0:
            last = face
    for face in range(last, N_FACES):
        actions[n] = codes.REROLL_DIE + face
        n += state.pool[state.seat, face] > state.marked[face]
    actions[n] = codes.ROLL
    n += state.n_marked > 0
    return n


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    n, seat, phase = 0, int(state.seat), state.phase
    if phase == Phase.TURN:
        n = list_turn(rules, state, actions)
    elif phase == Phase.GROUP:
        n = list_group(state, actions)
    elif phase == Phase.PAY:
        n = list_payments(rules, state, actions)
    elif phase == Phase.CALL:
        actions[0] = codes.CALL_GATHER
        actions[1] = codes.CALL_TRAIN
        n = 2
    elif phase == Phase.CHOOSE:
        for ingredient in range(N_INGREDIENTS):
            actions[n] = codes.CHOOSE + ingredient
            n += 1
    elif phase == Phase.TRAIN:
        for season in range(N_SEASONS):
            actions[n] = codes.TRAIN + season
            n += state.n_pile[season] > 0
        actions[n] = codes.TAKE_BERRY
        n += state.on_creature_space and state.crew[seat, CREATURE_FORAGER] > 0
    elif phase == Phase.RELEASE:
        n = list_releases(state, actions)
    elif phase == Phase.RESERVE:
        actions[n] = codes.RESERVE + state.revealed
        n += state.revealed != NONE
        for place in range(int(rules.market_potions)):
            actions[n] = codes.RESERVE + state.market[place]
            n += state.market[place] != NONE
    elif phase == Phase.SCORCH:
        n = list_open_spaces(state, actions, n, codes.SCORCH)
        actions[n] = codes.NO_SCORCH
        n += 1
    elif phase == Phase.PICK or phase == Phase.PARTNER:
        n = list_dice(state, actions, n)
        actions[n] = codes.NO_PICK
        n += state.purpose == DEN_MOVE
    elif phase == Phase.TARGET:
        n = list_open_spaces(state, actions, n, codes.TARGET)
        for space in range(ELEMENT_SPACES, N_BOARD_SPACES):
            actions[n] = codes.TARGET + space
            n += (state.purpose == MOVE) & (state.height[space] == 0)
    elif phase == Phase.CHANGE:
        n = list_dice_changes(state, actions)
    elif phase == Phase.REROLL:
        n = list_rerolls(state, actions)
    elif phase == Phase.CLAIM:
        for place in range(int(state.n_row)):
            actions[n] = codes.CLAIM + place
            n += is_tied(state, place, seat)
        actions[n] = codes.NO_CLAIM
        n += 1
    else:
        n = list_trades(rules, state, actions)
    return n
