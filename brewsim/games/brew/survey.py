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
    FORCED,
    N_FOREST_SPACES,
    N_GROUPS,
    N_SPACES,
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
    CREATURE_HERALD,
    ELEMENT_SHIFTER,
    FIRE,
    FOREST_GATHERER,
    FOREST_HERALD,
    FOREST_SCORCHER,
    MAX_LEAD,
    MAX_SPACES,
    MOVE,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_GOODS,
    N_INGREDIENTS,
    N_SEASONS,
    N_SYMBOLS,
    PLACE,
    POTION_HERALD,
    REMOVE_ELEMENT,
    REROLL,
    RETURN,
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
    for other in range(int(state.n_seats)):
        dice = 0 if other == seat else state.tops[place, other] - (minus == other) + (plus == other)
        second = max(second, min(best, dice))
        best = max(best, dice)
    return promise(rules, state, place, own, best, second, elements, state.n_open[place] + opened)


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
        survey_plans(rules, state)
        survey_creatures(rules, state)
    elif phase != Phase.RELEASE:
        survey_forests(rules, state)
        if phase == Phase.SCORCH:
            survey_scorches(rules, state)
        elif phase == Phase.CALL or phase == Phase.CHANGE or phase == Phase.REROLL:
            survey_plans(rules, state)
            survey_creatures(rules, state)
            if phase != Phase.CALL:
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
        if changes or has_shifter(state, seat):
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
        worth = rules.forest_vp[forest] + (0.0 if tight & rules.disjoint[seasons] else better)
        scorches, more = 0, 0
        for season in range(N_SEASONS):
            matches = seasons >> season & 1
            worth += matches * state.crew[seat, FOREST_HERALD + season] * rules.card_amount[FOREST_HERALD + season]
            scorches += matches * state.crew[seat, FOREST_SCORCHER + season]
            more += matches * state.crew[seat, FOREST_GATHERER + season]
        state.own_worth[place] = worth * hope
        state.scorches_at[place] = scorches
        state.more_at[place] = more
        best, second = 0, 0
        for other in range(n_seats):
            dice = 0 if other == seat else int(state.tops[place, other])
            second = max(second, min(best, dice))
            best = max(best, dice)
        state.best_other[place], state.second_other[place] = best, second
        own_dice, elements, n_open = int(state.tops[place, seat]), int(state.tops[place, ELEMENT_OWNER]), int(state.n_open[place])
        own, rival = promise(rules, state, place, own_dice, best, second, elements, n_open)
        state.own_hold[place], state.rival_hold[place] = own, rival
        if n_open > 0:
            forage_own, forage_rival = promise(rules, state, place, own_dice + 1, best, second, elements, n_open - 1)
            element_own, element_rival = promise(rules, state, place, own_dice, best, second, elements + 1, n_open - 1)
            state.own_swing[place, 0], state.rival_swing[place, 0] = forage_own - own, forage_rival - rival
            state.own_swing[place, 1], state.rival_swing[place, 1] = element_own - own, element_rival - rival
            state.open_value[place, 0] = forage_own - own - SPITE * (forage_rival - rival)
            state.open_value[place, 1] = element_own - own - SPITE * (element_rival - rival)
            best_move = max(best_move, state.open_value[place, 0])
    state.best_move = best_move


@inlined
def offer_value(rules, state, seat, potion):
    """What brewing a potion would bring, before its price."""
    return rules.potion_worth[potion] + state.crew[seat, POTION_HERALD] * rules.card_amount[POTION_HERALD]


@compiled
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
    less = value * (rules.patience[lack + 1] - now) if total >= berries else 0.0
    state.plan_one[BERRY] += one
    state.plan_less[BERRY] += less
    for ingredient in range(N_INGREDIENTS):
        cost, stock = int(rules.cost[potion, ingredient]), int(state.stock[seat, ingredient])
        if cost > stock:
            state.plan_one[ingredient] += one
            state.plan_three[ingredient] += value * (rules.patience[max(0, lack - min(cost - stock, 1 + rules.water_bonus))] - now)
        state.plan_less[ingredient] += less if cost >= stock and cost > 0 and stock > 0 else 0.0


@compiled
def survey_plans(rules, state):
    """The potions on offer, and what ingredients do for them."""
    seat = int(state.seat)
    for good in range(N_INGREDIENTS + 1):
        state.plan_one[good] = 0.0
        state.plan_less[good] = 0.0
    for ingredient in range(N_INGREDIENTS):
        state.plan_three[ingredient] = 0.0
    for place in range(int(rules.market_potions)):
        if state.market[place] != NONE:
            add_plan(rules, state, int(state.market[place]), MARKET_SHARE)
    for place in range(int(state.n_reserved[seat])):
        add_plan(rules, state, int(state.reserved[seat, place]), 1.0)
    state.best_choice = max(state.plan_one[0], state.plan_one[1], state.plan_one[2])
    for ingredient in range(N_INGREDIENTS):
        state.gain_of[ingredient] = GOOD + state.plan_one[ingredient]
        state.pour_of[ingredient] = GOOD * (1 + rules.water_bonus) + state.plan_three[ingredient]


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
    state.gain_of[CREATURE] = gain + power
    state.pour_of[CREATURE] = gain + power


@compiled
def survey_scorches(rules, state):
    """What scorching a space of each forest is worth."""
    best = 0.0
    for place in range(int(state.n_row)):
        state.scorch_value[place] = 0.0
        if state.n_open[place] > 0:
            own, rival = outlook(rules, state, place, NONE, NONE, (-1))
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
    if state.pool[seat, FIRE] + state.pool[seat, WIND] > 0:
        survey_tops(rules, state, ELEMENT_OWNER, 2, state.pool[seat, FIRE] > 0)
    if can_top(rules, state, seat):
        survey_tops(rules, state, seat, 0, True)
    if state.pool[seat, FIRE] > 0 and rules.clears_elements[state.night, 3]:
        survey_clearing(rules, state)
    survey_groups(rules, state)


@compiled
def survey_groups(rules, state):
    """How many of the open spaces each face fits, and the best placement of each group."""
    seat = int(state.seat)
    for good in range(N_GOODS):  # the price of forcing by icon; the place of the creature icon is that of the berry
        price = state.plan_less[BERRY] - PAID_BERRY if state.stock[seat, BERRY] > 0 else NEVER
        if good < N_INGREDIENTS and state.stock[seat, good] > 0:
            price = state.plan_less[good] - GOOD
        state.force_price[good] = price
    for symbol in range(N_SYMBOLS):
        state.fit[symbol] = 0.0
    n, forced, poured, plain, topped = 0, 0, 0, 0, 0
    best_forced, best_poured, best_plain, best_topped = NEVER, NEVER, NEVER, NEVER
    tops = can_top(rules, state, seat)
    for place in range(int(state.n_row)):
        spaces = int(state.open_spaces[place])
        for i in range(int(rules.forest_spaces[state.row[place]])):
            space = place * MAX_SPACES + i
            if spaces >> i & 1:
                icon = state.icon_at[space]
                n += 1
                state.fit[state.symbol_at[space]] += 1.0
                value = state.open_value[place, 0] + state.force_price[icon]
                if value > best_forced and has_other(state, seat, int(state.symbol_at[space])):
                    best_forced, forced = value, space
                value = state.open_value[place, 1] + state.pour_of[icon]
                if value > best_poured:
                    best_poured, poured = value, space
                value = state.open_value[place, 1] + state.gain_of[icon]
                if value > best_plain:
                    best_plain, plain = value, space
            elif tops and state.height[space] > 0:
                value = state.top_gain[place, state.top[space], 0] - SPITE * state.top_gain[place, state.top[space], 1]
                if value > best_topped:
                    best_topped, topped = value, space
    share = 1.0 / max(1, n)
    for symbol in range(N_SYMBOLS):
        state.fit[symbol] *= share
    for element in range(N_SYMBOLS, N_FACES):
        state.fit[element] = 1.0 if n > 0 else 0.0
    state.group_action[FORCED] = loosest_face(state, seat, int(state.symbol_at[forced])) * SPACE_CODES + forced
    state.group_action[POURED] = WATER * SPACE_CODES + poured
    state.group_action[PLAIN] = (FIRE if state.pool[seat, FIRE] > 0 else WIND) * SPACE_CODES + plain
    loosest = loosest_face(state, seat, NONE)
    state.group_action[TOPPED] = loosest * SPACE_CODES + topped
    for space in range(N_GROUPS - VISIT):
        state.group_action[VISIT + space] = loosest * SPACE_CODES + VILLAGE + space


@inlined
def has_other(state, seat, symbol):
    """Whether the pool has a forage die that shows another symbol."""
    dice = -state.pool[seat, symbol]
    for face in range(N_SYMBOLS):
        dice += state.pool[seat, face]
    return dice > 0


@compiled
def loosest_face(state, seat, symbol):
    """The die of the pool that fits least elsewhere, if it does not show this symbol; forage before element dice."""
    best, least = 0, 9.0
    for face in range(N_FACES):
        fit = state.fit[face] + (1.0 if face >= N_SYMBOLS else 0.0)
        if state.pool[seat, face] > 0 and face != symbol and fit < least:
            best, least = face, fit
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
    for v in range(rules.scorch.shape[1]):
        scorches += rules.scorch[state.night, v]
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
            state.tops[place, ELEMENT_OWNER] = 0
            own, rival = outlook(rules, state, place, NONE, NONE, elements)
            state.tops[place, ELEMENT_OWNER] = elements
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
        for space in range(N_SPACES):
            for level in range(int(state.height[space])):
                best = max(best, pick_value(rules, state, seat, space, level, effect))
    state.drink_gain[effect] = best


@compiled
def pick_value(rules, state, seat, space, level, effect):
    """What picking this die for the effect brings, own VP and rival's as one; nothing if it may not be picked."""
    die = int(state.stack[space, level])
    is_element, is_own = die >= ELEMENT_DIE, owner_of(die) == seat
    if (effect in (RETURN, SWAP) and not is_own) or (effect == REMOVE_ELEMENT and not is_element) or (effect == MOVE and is_element):
        return 0.0
    if effect == SWAP:
        return best_swap(rules, state, space, level)
    own, rival = lift_value(rules, state, space, level)
    value = own - SPITE * rival
    if effect == RETURN:
        value += DIE_WORTH
    if effect == MOVE and is_own:
        value += state.best_move
    return value


@compiled
def best_swap(rules, state, space, level):
    """The best that a swap of this die brings; NEVER if there is no other to swap it with."""
    die, best = int(state.stack[space, level]), NEVER
    for other_space in range(N_SPACES):
        for other_level in range(int(state.height[other_space])):
            other = int(state.stack[other_space, other_level])
            if other < ELEMENT_DIE and other != die and other % N_SYMBOLS == die % N_SYMBOLS:
                best = max(best, swap_value(rules, state, space, level, other_space, other_level))
    return best


@compiled
def swap_value(rules, state, space, level, other_space, other_level):
    """The value of two dice changing places; if both are on top in one forest, nothing changes."""
    both_on_top = level == state.height[space] - 1 and other_level == state.height[other_space] - 1
    if both_on_top and space // MAX_SPACES == other_space // MAX_SPACES:
        return 0.0
    owner, other = owner_of(int(state.stack[space, level])), owner_of(int(state.stack[other_space, other_level]))
    return replace_value(rules, state, space, level, other) + replace_value(rules, state, other_space, other_level, owner)


@compiled
def replace_value(rules, state, space, level, owner):
    """The value of putting a die of this owner into the place of another."""
    if space >= N_FOREST_SPACES or level < state.height[space] - 1:
        return 0.0
    place = space // MAX_SPACES
    own, rival = outlook(rules, state, place, int(state.top[space]), owner, 0)
    return own - state.own_hold[place] - SPITE * (rival - state.rival_hold[place])


@compiled
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
    survey_tops(rules, state, ELEMENT_OWNER, 2, True)
    for face in range(N_FACES):  # the village always takes it
        state.face_value[face] = GOOD + state.best_choice
        state.face_action[face] = face * SPACE_CODES + VILLAGE
    for element in range(N_ELEMENTS):
        if state.height[ELEMENT_SPACES + element] == 0:
            offer_face(state, N_SYMBOLS + element, ELEMENT_SPACES + element, village_value(rules, state, 2 + element))
    for place in range(int(state.n_row)):
        for i in range(int(rules.forest_spaces[state.row[place]])):
            space = place * MAX_SPACES + i
            icon, top, symbol = state.icon_at[space], state.top[space], state.symbol_at[space]
            gain = state.gain_of[icon]
            if state.open_spaces[place] >> i & 1:
                offer_face(state, symbol, space, gain + state.open_value[place, 0])
                offer_face(state, WATER, space, state.pour_of[icon] + state.open_value[place, 1])
                offer_face(state, FIRE, space, gain + state.open_value[place, 1])
                offer_face(state, WIND, space, gain + state.open_value[place, 1])
            elif state.height[space] > 0:
                covered = gain + state.top_gain[place, top, 2] - SPITE * state.top_gain[place, top, 3]
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
