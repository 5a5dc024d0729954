"""What the features of one decision have in common, computed once into the state's scratch fields.

Forests are weighed by the VP that this seat, and its best rival, may expect: what the forest is worth times a chance that
grows with the lead and sharpens as fewer dice can still come. Ingredients are weighed by the potions on offer: their VP,
times `patience` for each ingredient that is still missing.
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import can_top, owner_of
from brewsim.games.brew.codes import (
    ELEMENT_DIE,
    ELEMENT_OWNER,
    ELEMENT_SPACES,
    FACE_CODES,
    FORCED,
    N_FOREST_SPACES,
    N_GROUPS,
    PLAIN,
    POURED,
    SPACE_CODES,
    TOPPED,
    VILLAGE,
    VISIT,
    Phase,
)
from brewsim.games.brew.rules import (
    BERRY,
    CHANGE,
    CREATURE,
    CREATURE_FORAGER,
    CREATURE_HERALD,
    ELEMENT_SHIFTER,
    FIRE,
    FOREST_SCORCHER,
    GATHERS,
    HERALDS,
    MAX_LEAD,
    MAX_SEATS,
    MAX_SPACES,
    MOVE,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_INGREDIENTS,
    N_SEASONS,
    N_SYMBOLS,
    PLACE,
    POTION_HERALD,
    REMOVE_ELEMENT,
    REROLL,
    RETURN,
    SCORCHES,
    SWAP,
    VILLAGE_SCORCHER,
    WATER,
    WIND,
)
from brewsim.parts.compiling import compiled, inlined

SPITE = 0.4  # what a VP less for the best rival is worth where values are summed up beforehand
GOOD, PAID_BERRY = 0.35, 0.6  # and what a good, and a berry, is worth there beyond the plans
NEWCOMER = 0.3  # chance of a forest for who has no die there yet, against a lead that is equal
MARKET_SHARE = 0.8  # worth of a plan for a potion that another may brew first
DIE_WORTH = 2.2  # VP of a die more to place
NEXT_HOME = 0.35  # chance that a creature without a home finds one later, each round
NEVER = -100.0
ALL_SYMBOLS = (1 << N_SYMBOLS) - 1  # as a set


@inlined
def promise(rules, state, place, own, best, second, elements, n_open):
    """VP that the seat and its best rival may expect of a forest with these dice on top: its worth times the chance to hold it."""
    lead, rival_lead = own - max(best, elements), best - max(own, second, elements)
    hold = rules.hold_chance[min(n_open, state.dice_to_come[0]), MAX_LEAD + lead] * state.own_worth[place]
    rival = rules.hold_chance[min(n_open, state.dice_to_come[1]), MAX_LEAD + rival_lead] * rules.forest_vp[state.row[place]]
    return hold * (1.0 if own > 0 else NEWCOMER), rival * (1.0 if best > 0 else NEWCOMER)


@compiled
def outlook(rules, state, place, minus, plus, opened):
    """What a forest promises with one top die less, one more, and spaces opened."""
    seat = int(state.seat)
    elements = state.tops[place, ELEMENT_OWNER] - (minus == ELEMENT_OWNER) + (plus == ELEMENT_OWNER)
    own = state.tops[place, seat] - (minus == seat) + (plus == seat)
    best, second = 0, 0
    for other in range(MAX_SEATS):
        dice = (state.tops[place, other] - (minus == other) + (plus == other)) * (other != seat)
        second = max(second, min(best, dice))
        best = max(best, dice)
    return promise(rules, state, place, own, best, second, elements, state.n_open[place] + opened)


@inlined
def cleared(rules, state, place, elements, n_open):
    """What a forest promises with other numbers of element dice and open spaces."""
    best, second = int(state.best_other[place]), int(state.second_other[place])
    return promise(rules, state, place, int(state.tops[place, state.seat]), best, second, elements, n_open)


@compiled
def survey(rules, state):
    """Compute what all actions of this decision have in common."""
    phase = state.phase
    state.rounds_left[0] = rules.rounds - 1.0 - state.rounds + 0.12 * state.n_pool[state.seat]
    state.rounds_left[1] = rules.rounds - state.rounds
    if state.is_surveyed:
        return
    if phase == Phase.TURN or phase == Phase.GROUP:
        survey_turn(rules, state)
        state.is_surveyed = True
    elif phase == Phase.PAY or phase == Phase.CHOOSE or phase == Phase.RESERVE or phase == Phase.TRADE:
        survey_plans(rules, state)
    elif phase == Phase.TRAIN:
        if state.crew[state.seat, CREATURE_FORAGER] > 0:  # who may take a berry instead
            survey_plans(rules, state)
        survey_creatures(rules, state)
    elif phase != Phase.RELEASE:
        survey_forests(rules, state)
        if phase == Phase.SCORCH:
            survey_scorches(rules, state)
        elif (phase == Phase.PICK or phase == Phase.PARTNER) and state.purpose == SWAP:
            survey_swaps(rules, state)
        elif phase == Phase.CALL or phase == Phase.CHANGE or phase == Phase.REROLL:
            survey_plans(rules, state)
            survey_creatures(rules, state)
            if phase != Phase.CALL:
                survey_tops(rules, state, ELEMENT_OWNER, 2, True)
                value_faces(rules, state)


@compiled
def survey_turn(rules, state):
    """What a die and the potions in hand would bring. Where no die is due, only what those potions need."""
    seat = int(state.seat)
    places = state.to_place > 0
    changes, handles = False, False  # potions for dice of the pool, and for placed dice
    if not state.has_drunk:
        changes = state.in_hand[seat, CHANGE] + state.in_hand[seat, REROLL] > 0 and state.n_pool[seat] > 0
        for effect in range(MOVE, N_EFFECTS):
            handles = handles or state.in_hand[seat, effect] > 0
    if places or changes or handles:
        survey_forests(rules, state)
    if places or changes:
        survey_plans(rules, state)
        survey_creatures(rules, state)
        asks_faces = changes or has_shifter(state, seat)
        if asks_faces or state.pool[seat, FIRE] + state.pool[seat, WIND] > 0:
            survey_tops(rules, state, ELEMENT_OWNER, 2, asks_faces or state.pool[seat, FIRE] > 0)
        if asks_faces:
            value_faces(rules, state)
    if places:
        survey_placements(rules, state)
    if not state.has_drunk:
        for effect in range(N_EFFECTS):
            if state.in_hand[seat, effect] > 0:
                survey_drink(rules, state, effect)


@compiled
def survey_forests(rules, state):
    """What each forest promises, and what a die on an open space changes."""
    seat, n_seats = int(state.seat), int(state.n_seats)
    dice = 0
    for other in range(n_seats):
        dice += state.n_pool[other]
    state.dice_to_come[0] = dice - state.n_pool[seat]
    state.dice_to_come[1] = dice
    better = float(rules.creature_vp_in_forest - rules.creature_vp)
    tight = state.tight[seat]
    best_move, hope = 0.0, rules.hope[n_seats]
    for place in range(int(state.n_row)):
        forest = state.row[place]
        seasons = rules.forest_seasons[forest]
        worth = rules.forest_vp[forest] + better * (tight & rules.disjoint[seasons] == 0) + state.in_forest[seat, HERALDS, seasons]
        state.own_worth[place] = worth * hope
        state.scorches_at[place] = state.in_forest[seat, SCORCHES, seasons]
        state.more_at[place] = state.in_forest[seat, GATHERS, seasons]
        best, second = 0, 0
        for other in range(MAX_SEATS):  # a fixed number, which the compiler unrolls; who is not there has no dice
            dice = state.tops[place, other] * (other != seat)
            second = max(second, min(best, dice))
            best = max(best, dice)
        own_dice, elements, n_open = int(state.tops[place, seat]), int(state.tops[place, ELEMENT_OWNER]), int(state.n_open[place])
        own, rival = promise(rules, state, place, own_dice, best, second, elements, n_open)
        left = max(0, n_open - 1)
        forage_own, forage_rival = promise(rules, state, place, own_dice + 1, best, second, elements, left)
        element_own, element_rival = promise(rules, state, place, own_dice, best, second, elements + 1, left)
        state.best_other[place], state.second_other[place] = best, second
        state.own_hold[place], state.rival_hold[place] = own, rival
        state.own_swing[place, 0], state.rival_swing[place, 0] = forage_own - own, forage_rival - rival
        state.own_swing[place, 1], state.rival_swing[place, 1] = element_own - own, element_rival - rival
        forage_value = forage_own - own - SPITE * (forage_rival - rival)
        state.open_value[place, 0] = forage_value
        state.open_value[place, 1] = element_own - own - SPITE * (element_rival - rival)
        best_move = max(best_move, forage_value if n_open > 0 else 0.0)
    state.best_move = best_move


@inlined
def offer_value(rules, state, seat, potion):
    """What brewing a potion would bring, before its price."""
    return rules.potion_worth[potion] + state.crew[seat, POTION_HERALD] * rules.card_amount[POTION_HERALD]


@inlined
def add_plan(rules, state, potion, share):
    """Add a potion on offer to the plans: what one good more or less does to it."""
    seat = int(state.seat)
    value = share * offer_value(rules, state, seat, potion)
    berries = int(state.stock[seat, BERRY])
    total = 0
    for ingredient in range(N_INGREDIENTS):
        total += max(0, rules.cost[potion, ingredient] - state.stock[seat, ingredient])
    lack = max(0, total - berries)
    now = rules.patience[lack]
    one = value * (rules.patience[max(0, lack - 1)] - now)
    less = value * (rules.patience[lack + 1] - now) * (total >= berries)
    state.plan_one[BERRY] += one
    state.plan_less[BERRY] += less
    for ingredient in range(N_INGREDIENTS):
        cost, stock = int(rules.cost[potion, ingredient]), int(state.stock[seat, ingredient])
        gap = max(0, cost - stock)
        state.plan_one[ingredient] += one if gap > 0 else 0.0
        state.plan_three[ingredient] += value * (rules.patience[max(0, lack - min(gap, 1 + rules.water_bonus))] - now)
        state.plan_less[ingredient] += less if (cost >= stock) & (cost > 0) & (stock > 0) else 0.0


@compiled
def survey_plans(rules, state):
    """The potions on offer, and what ingredients do for them."""
    seat = int(state.seat)
    for good in range(N_INGREDIENTS + 1):
        state.plan_one[good] = 0.0
        state.plan_less[good] = 0.0
    for ingredient in range(N_INGREDIENTS):
        state.plan_three[ingredient] = 0.0
    n_market = int(rules.market_potions)
    for offer in range(n_market + int(state.n_reserved[seat])):
        in_market = offer < n_market
        potion = int(state.market[offer]) if in_market else int(state.reserved[seat, offer - n_market])
        if potion != NONE:
            add_plan(rules, state, potion, MARKET_SHARE if in_market else 1.0)
    state.best_choice = max(state.plan_one[0], state.plan_one[1], state.plan_one[2])
    for ingredient in range(N_INGREDIENTS):
        state.gain_of[ingredient] = GOOD + state.plan_one[ingredient]
        state.pour_of[ingredient] = GOOD * (1 + rules.water_bonus) + state.plan_three[ingredient]
        state.icon_plan[0, ingredient] = state.plan_one[ingredient]
        state.icon_plan[1, ingredient] = state.plan_three[ingredient]


@inlined
def power_value(rules, state, card):
    """What a creature's power will bring in the rest of the game."""
    return rules.power_worth[card] * state.rounds_left[rules.pays_late[card]]


@compiled
def survey_creatures(rules, state):
    """The VP and power of a creature more, by season, and of the best on show."""
    seat = int(state.seat)
    better = rules.creature_vp_in_forest - rules.creature_vp
    tight, later = state.tight[seat], min(1.0, NEXT_HOME * (rules.rounds - state.rounds))
    herald = state.crew[seat, CREATURE_HERALD] * rules.card_amount[CREATURE_HERALD]
    best, gain, power = -1.0, 0.0, 0.0
    for season in range(N_SEASONS):
        finds_home = tight & ~rules.disjoint[1 << season] == 0  # no bottleneck is in forests of this season
        state.creature_gain[season] = rules.creature_vp + herald + better * (1.0 if finds_home else later)
        if state.n_pile[season] > 0:
            worth = power_value(rules, state, state.pile[season, state.n_pile[season] - 1])
            if state.creature_gain[season] + worth > best:
                best, gain, power = state.creature_gain[season] + worth, state.creature_gain[season], worth
    state.train_gain, state.train_power = gain, power
    state.icon_creature[CREATURE], state.icon_power[CREATURE] = gain, power
    state.gain_of[CREATURE] = gain + power
    state.pour_of[CREATURE] = gain + power


@compiled
def survey_scorches(rules, state):
    """What scorching a space of each forest is worth."""
    best = 0.0
    for place in range(int(state.n_row)):
        state.scorch_value[place] = 0.0
        if state.n_open[place] > 0:
            own, rival = cleared(rules, state, place, int(state.tops[place, ELEMENT_OWNER]), state.n_open[place] - 1)
            state.scorch_value[place] = own - state.own_hold[place] - SPITE * (rival - state.rival_hold[place])
            best = max(best, state.scorch_value[place])
    state.scorch_gain = best


@compiled
def survey_placements(rules, state):
    """What the dice of the pool can do on top of others and in the village, and the best of each group of placements."""
    seat = int(state.seat)
    if can_scorch(rules, state, seat):
        survey_scorches(rules, state)
    else:
        state.scorch_gain = 0.0
    if can_top(rules, state, seat):
        survey_tops(rules, state, seat, 0, True)
    if state.pool[seat, FIRE] > 0 and rules.clears_elements[state.night, 3]:
        survey_clearing(rules, state)
    survey_groups(rules, state)


@compiled
def survey_groups(rules, state):
    """How many of the open spaces each face fits, and the best placement of each group that may be on offer."""
    seat, n_open, symbols = int(state.seat), 0, 0
    for symbol in range(N_SYMBOLS):
        n_open += state.open_symbols[symbol]
        symbols |= (state.pool[seat, symbol] > 0) << symbol
    share = 1.0 / max(1, n_open)
    for symbol in range(N_SYMBOLS):
        state.fit[symbol] = state.open_symbols[symbol] * share
    for element in range(N_SYMBOLS, N_FACES):
        state.fit[element] = 1.0 if n_open > 0 else 0.0
    if symbols > 0:
        survey_forcing(state, symbols)
    if state.pool[seat, WATER] > 0:
        space, _ = best_open(state, 1, state.pour_of, ALL_SYMBOLS)
        state.group_action[POURED] = WATER * SPACE_CODES + space
    if state.pool[seat, FIRE] + state.pool[seat, WIND] > 0:
        space, _ = best_open(state, 1, state.gain_of, ALL_SYMBOLS)
        state.group_action[PLAIN] = (FIRE if state.pool[seat, FIRE] > 0 else WIND) * SPACE_CODES + space
    loosest = loosest_face(state, seat, NONE)
    if can_top(rules, state, seat):
        state.group_action[TOPPED] = loosest * SPACE_CODES + best_topped(state)
    for space in range(N_GROUPS - VISIT):
        state.group_action[VISIT + space] = loosest * SPACE_CODES + VILLAGE + space


@inlined
def survey_forcing(state, symbols):
    """What a forced die costs, and the best space for one; `symbols` is the set that the pool shows."""
    seat, others = int(state.seat), 0
    berry_price = state.plan_less[BERRY] - PAID_BERRY
    berry_price = berry_price if state.stock[seat, BERRY] > 0 else NEVER
    for ingredient in range(N_INGREDIENTS):
        price = state.plan_less[ingredient] - GOOD
        state.force_price[ingredient] = price if state.stock[seat, ingredient] > 0 else berry_price
    state.force_price[CREATURE] = berry_price
    for symbol in range(N_SYMBOLS):
        others |= (symbols & ~(1 << symbol) != 0) << symbol
    space, _ = best_open(state, 0, state.force_price, others)
    state.group_action[FORCED] = loosest_face(state, seat, int(state.symbol_at[space])) * SPACE_CODES + space


@compiled
def best_open(state, is_element, worths, symbols):
    """The open space with one of these symbols where a die and what its icon is worth bring most, and that value."""
    best, found = NEVER, 0
    for i in range(int(state.n_open_list)):
        space = int(state.open_list[i])
        worth = state.open_value[space // MAX_SPACES, is_element] + worths[state.icon_at[space]]
        worth = worth if symbols >> state.symbol_at[space] & 1 else NEVER
        found = space if worth > best else found
        best = max(best, worth)
    return found, best


@compiled
def best_topped(state):
    """The die in a forest that Lello would best cover."""
    best, found = NEVER, 0
    for i in range(int(state.n_taken_list)):
        space = int(state.taken_list[i])
        if space < N_FOREST_SPACES:
            place, owner = space // MAX_SPACES, state.top[space]
            value = state.top_gain[place, owner, 0] - SPITE * state.top_gain[place, owner, 1]
            if value > best:
                best, found = value, space
    return found


@compiled
def loosest_face(state, seat, symbol):
    """The die of the pool that fits least elsewhere, if it does not show this symbol; forage before element dice."""
    best, least = 0, 9.0
    for face in range(N_FACES):
        fit = state.fit[face] + (1.0 if face >= N_SYMBOLS else 0.0)
        is_looser = (state.pool[seat, face] > 0) & (face != symbol) & (fit < least)
        best, least = face if is_looser else best, fit if is_looser else least
    return best


@inlined
def has_shifter(state, seat):
    """Whether the seat can change its element dice."""
    shifters = 0
    for element in range(N_ELEMENTS):
        shifters += state.crew[seat, ELEMENT_SHIFTER + element]
    return shifters > 0


@inlined
def can_scorch(rules, state, seat):
    """Whether a placement may let the seat scorch."""
    scorches = state.crew[seat, VILLAGE_SCORCHER]
    for season in range(N_SEASONS):
        scorches += state.crew[seat, FOREST_SCORCHER + season]
    shifts = has_shifter(state, seat)
    for v in range(rules.scorch.shape[1]):
        has_die = v < ELEMENT_SPACES - VILLAGE or shifts or state.pool[seat, N_SYMBOLS + v - (ELEMENT_SPACES - VILLAGE)] > 0
        scorches += rules.scorch[state.night, v] if has_die else 0
    return scorches > 0


@compiled
def survey_tops(rules, state, plus, base, on_all):
    """What a die on top of another changes, by forest and by whose die is covered; `on_all`: not only on own dice."""
    seat = int(state.seat)
    for place in range(int(state.n_row)):
        for owner in range(ELEMENT_OWNER + 1):
            if owner == plus:  # like covers like
                state.top_gain[place, owner, base] = 0.0
                state.top_gain[place, owner, base + 1] = 0.0
            elif state.tops[place, owner] > 0 and (on_all or owner == seat):
                own, rival = outlook(rules, state, place, owner, plus, 0)
                state.top_gain[place, owner, base] = own - state.own_hold[place]
                state.top_gain[place, owner, base + 1] = rival - state.rival_hold[place]


@compiled
def survey_clearing(rules, state):
    """What setting all element dice in the forests aside changes; covered dice are left out of account."""
    state.clear_own, state.clear_rival = 0.0, 0.0
    for place in range(int(state.n_row)):
        elements = int(state.tops[place, ELEMENT_OWNER])
        if elements > 0:
            own, rival = cleared(rules, state, place, 0, state.n_open[place] + elements)
            state.clear_own += own - state.own_hold[place]
            state.clear_rival += rival - state.rival_hold[place]


@compiled
def lift_value(rules, state, space, level):
    """Own and rival change when a die is lifted from its space."""
    if space >= N_FOREST_SPACES or level < state.height[space] - 1:
        return 0.0, 0.0
    place, below_top = space // MAX_SPACES, NONE
    if level > 0:
        below_top = owner_of(int(state.stack[space, level - 1]))
    own, rival = outlook(rules, state, place, int(state.top[space]), below_top, 1 if level == 0 else 0)
    return own - state.own_hold[place], rival - state.rival_hold[place]


@compiled
def survey_drink(rules, state, effect):
    """The best that drinking a potion of this effect brings."""
    seat = int(state.seat)
    best = 0.0
    if effect in (CHANGE, REROLL):
        best = improvement(rules, state, effect)
    elif effect == PLACE:
        best = rules.effect_worth[PLACE]
    else:
        if effect == SWAP:
            survey_swaps(rules, state)
        owners = picked_owners(seat, effect)
        seen = 0  # a bit for each forest and owner of single dice: equal ones bring the same
        for i in range(int(state.n_taken_list)):
            space = int(state.taken_list[i])
            height = int(state.height[space])
            if height == 1 and space < N_FOREST_SPACES and effect != SWAP:
                equal = 1 << (space // MAX_SPACES * (ELEMENT_OWNER + 1) + int(state.top[space]))
                if seen & equal or not owners >> state.top[space] & 1:
                    continue
                seen |= equal
            for level in range(height):
                if owners >> owner_of(int(state.stack[space, level])) & 1:
                    best = max(best, pick_value(rules, state, seat, space, level, effect))
    state.drink_gain[effect] = best


@inlined
def picked_owners(seat, effect):
    """Whose dice an effect is used on, as a set."""
    if effect == REMOVE_ELEMENT:
        return 1 << ELEMENT_OWNER
    if effect == MOVE:
        return (1 << ELEMENT_OWNER) - 1
    return 1 << seat if effect in (RETURN, SWAP) else (2 << ELEMENT_OWNER) - 1


@compiled
def pick_value(rules, state, seat, space, level, effect):
    """What picking this die for the effect brings, own VP and rival's as one."""
    if effect == SWAP:
        return best_swap(state, space, level)
    own, rival = lift_value(rules, state, space, level)
    value = own - SPITE * rival
    if effect == RETURN:
        value += DIE_WORTH
    if effect == MOVE and owner_of(int(state.stack[space, level])) == seat:
        value += state.best_move
    return value


@compiled
def survey_swaps(rules, state):
    """What a die of another seat in the place of one on top does to a forest."""
    for place in range(int(state.n_row)):
        for owner in range(int(state.n_seats)):
            if state.tops[place, owner] > 0:
                for other in range(int(state.n_seats)):
                    own, rival = outlook(rules, state, place, owner, other, 0)
                    state.swap_gain[place, owner, other] = own - state.own_hold[place] - SPITE * (rival - state.rival_hold[place])


@compiled
def best_swap(state, space, level):
    """The best that a swap of this die brings; NEVER if there is no other to swap it with."""
    die, best = int(state.stack[space, level]), NEVER
    for i in range(int(state.n_taken_list)):
        other_space = int(state.taken_list[i])
        for other_level in range(int(state.height[other_space])):
            other = int(state.stack[other_space, other_level])
            if other < ELEMENT_DIE and other != die and other % FACE_CODES == die % FACE_CODES:
                best = max(best, swap_value(state, space, level, other_space, other_level))
    return best


@inlined
def swap_value(state, space, level, other_space, other_level):
    """The value of two dice changing places; if both are on top in one forest, nothing changes."""
    is_top, other_is_top = level == state.height[space] - 1, other_level == state.height[other_space] - 1
    place, other_place = space // MAX_SPACES, other_space // MAX_SPACES
    if is_top and other_is_top and place == other_place:
        return 0.0
    owner, other = owner_of(int(state.stack[space, level])), owner_of(int(state.stack[other_space, other_level]))
    value = 0.0
    if is_top and space < N_FOREST_SPACES:
        value += state.swap_gain[place, owner, other]
    if other_is_top and other_space < N_FOREST_SPACES:
        value += state.swap_gain[other_place, other, owner]
    return value


@inlined
def offer_face(state, face, space, value):
    """Keep a placement if it is the best one of its face so far."""
    if value > state.face_value[face]:
        state.face_value[face] = value
        state.face_action[face] = face * SPACE_CODES + space


@compiled
def village_value(rules, state, v):
    """What the goods and creatures of a village space are worth."""
    side = state.night
    value = rules.each[side, v] * (state.gain_of[0] + state.gain_of[1] + state.gain_of[2]) + rules.train[side, v] * state.gain_of[CREATURE]
    return value + rules.choice[side, v] * (GOOD + state.best_choice) + rules.berries[side, v] * (PAID_BERRY + state.plan_one[BERRY])


@compiled
def value_faces(rules, state):
    """The best placement of each face: in the village, on an open space, with Fire on any die, with Wind on an own one."""
    seat = int(state.seat)
    for face in range(N_FACES):  # the village always takes it
        state.face_value[face] = GOOD + state.best_choice
        state.face_action[face] = face * SPACE_CODES + VILLAGE
    for element in range(N_ELEMENTS):
        if state.height[ELEMENT_SPACES + element] == 0:
            offer_face(state, N_SYMBOLS + element, ELEMENT_SPACES + element, village_value(rules, state, 2 + element))
    for i in range(int(state.n_open_list)):
        space = int(state.open_list[i])
        value = state.gain_of[state.icon_at[space]] + state.open_value[space // MAX_SPACES, 0]
        offer_face(state, int(state.symbol_at[space]), space, value)
    space, value = best_open(state, 1, state.pour_of, ALL_SYMBOLS)
    offer_face(state, WATER, space, value)
    space, value = best_open(state, 1, state.gain_of, ALL_SYMBOLS)
    offer_face(state, FIRE, space, value)
    offer_face(state, WIND, space, value)
    for i in range(int(state.n_taken_list)):
        space = int(state.taken_list[i])
        if space < N_FOREST_SPACES:
            place, top = space // MAX_SPACES, state.top[space]
            covered = state.gain_of[state.icon_at[space]] + state.top_gain[place, top, 2] - SPITE * state.top_gain[place, top, 3]
            offer_face(state, FIRE, space, covered)
            if top == seat:
                offer_face(state, WIND, space, covered + DIE_WORTH)


@inlined
def mean_face(rules, state, face):
    """The value that a die like this one has on average when it is rolled."""
    is_element = face >= N_SYMBOLS
    first, total = N_SYMBOLS if is_element else 0, 0.0
    for other in range(first, first + N_SYMBOLS):
        total += rules.faces[other] * state.face_value[other]
    return total / rules.n_faces[1 if is_element else 0]


@compiled
def improvement(rules, state, effect):
    """What changing the best die, or rolling all poor dice again, brings."""
    seat = int(state.seat)
    best, total = 0.0, 0.0
    for face in range(N_FACES):
        if state.pool[seat, face] > 0:
            total += max(0.0, mean_face(rules, state, face) - state.face_value[face]) * state.pool[seat, face]
            first = N_SYMBOLS if face >= N_SYMBOLS else 0
            for new in range(first, first + N_SYMBOLS):
                best = max(best, state.face_value[new] - state.face_value[face])
    return best if effect == CHANGE else total
