"""What the features of one decision have in common, computed once into the state's scratch fields.

Forests are weighed by the VP that this seat, and its best rival, may expect: what the forest is worth times a chance that
grows with the lead and sharpens as fewer dice can still come. Ingredients are weighed by the potions on offer: their VP,
times `patience` for each ingredient that is still missing.
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import has_power, owner_of
from brewsim.games.brew.creatures import housed_creatures
from brewsim.games.brew.rules import (
    BERRY,
    CHANGE,
    CONTEST,
    CREATURE,
    CREATURE_HERALD,
    ELEMENT_SHIFTER,
    FIRE,
    FOREST_GATHERER,
    FOREST_HERALD,
    FOREST_SCORCHER,
    LELLO,
    MAX_LEAD,
    MAX_SPACES,
    MOVE,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_INGREDIENTS,
    N_MASKS,
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
from brewsim.games.brew.state import (
    ELEMENT_DIE,
    ELEMENT_OWNER,
    N_FOREST_SPACES,
    N_SPACES,
    Phase,
)
from brewsim.parts.compiling import compiled, inlined

SPITE = 0.4  # what a VP less for the best rival is worth where values are summed up beforehand
NEWCOMER = 0.3  # chance of a forest for who has no die there yet, against a lead that is equal
MARKET_SHARE = 0.8  # worth of a plan for a potion that another may brew first
DIE_WORTH = 2.2  # VP of a die more to place
NEXT_HOME = 0.35  # chance that a creature without a home finds one later, each round


@inlined
def chance(rules, contest, lead):
    """The chance to control a forest in the end with this lead, if so many dice can still come."""
    return rules.hold_chance[min(CONTEST, max(0, contest)), MAX_LEAD + max(-MAX_LEAD, min(MAX_LEAD, lead))]


@inlined
def promise(rules, state, place, own, best, second, elements, n_open):
    """VP that the seat and its best rival may expect of a forest with these dice on top."""
    hold = chance(rules, min(n_open, state.dice_to_come[0]), own - max(best, elements)) * state.own_worth[place]
    rival = chance(rules, min(n_open, state.dice_to_come[1]), best - max(own, second, elements)) * rules.forest_vp[state.row[place]]
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
    seat, phase = int(state.seat), state.phase
    state.rounds_left = rules.rounds - 1.0 - state.rounds + 0.12 * state.n_pool[seat]
    if phase == Phase.PAY or phase == Phase.CHOOSE or phase == Phase.RESERVE or phase == Phase.TRADE:
        survey_plans(rules, state)
        return
    if phase == Phase.TRAIN:
        survey_plans(rules, state)
        survey_creatures(rules, state)
        return
    if phase == Phase.RELEASE:
        return
    if phase == Phase.TURN and state.to_place == 0 and (state.has_drunk or not holds_potion(state)):
        return
    survey_forests(rules, state)
    if phase == Phase.SCORCH:
        survey_scorches(rules, state)
        return
    if phase == Phase.TURN or phase == Phase.CALL or phase == Phase.CHANGE or phase == Phase.REROLL:
        survey_plans(rules, state)
        survey_creatures(rules, state)
    if phase == Phase.TURN:
        survey_turn(rules, state)
    elif phase == Phase.CHANGE or phase == Phase.REROLL:
        value_faces(rules, state)
    elif phase == Phase.PICK and state.purpose == SWAP:
        survey_swaps(rules, state)


@inlined
def holds_potion(state):
    """Whether the seat has a potion to drink."""
    potions = 0
    for effect in range(N_EFFECTS):
        potions += state.in_hand[state.seat, effect]
    return potions > 0


@compiled
def survey_forests(rules, state):
    """What each forest promises, and what a die on an open space changes."""
    seat = int(state.seat)
    mine, others = state.n_pool[seat], 0
    for other in range(int(state.n_seats)):
        if other != seat:
            others += state.n_pool[other]
    state.dice_to_come[0] = others
    state.dice_to_come[1] = others + mine
    better = rules.creature_vp_in_forest - rules.creature_vp
    find_bottlenecks(state, seat)
    best_move = 0.0
    for place in range(int(state.n_row)):
        forest = state.row[place]
        seasons = rules.forest_seasons[forest]
        worth = rules.forest_vp[forest] + (0.0 if state.tight & rules.disjoint[seasons] else float(better))
        scorches, more = 0, 0
        for season in range(N_SEASONS):
            matches = seasons >> season & 1
            worth += matches * state.crew[seat, FOREST_HERALD + season] * rules.card_amount[FOREST_HERALD + season]
            scorches += matches * state.crew[seat, FOREST_SCORCHER + season]
            more += matches * state.crew[seat, FOREST_GATHERER + season]
        state.own_worth[place] = worth
        state.scorches_at[place] = scorches
        state.more_at[place] = more
        best, second = 0, 0
        for other in range(int(state.n_seats)):
            dice = 0 if other == seat else int(state.tops[place, other])
            second = max(second, min(best, dice))
            best = max(best, dice)
        state.best_other[place], state.second_other[place] = best, second
        own_dice, elements, n_open = state.tops[place, seat], state.tops[place, ELEMENT_OWNER], state.n_open[place]
        own, rival = promise(rules, state, place, own_dice, best, second, elements, n_open)
        state.own_hold[place], state.rival_hold[place] = own, rival
        if n_open > 0:
            forage_own, forage_rival = promise(rules, state, place, own_dice + 1, best, second, elements, n_open - 1)
            element_own, element_rival = promise(rules, state, place, own_dice, best, second, elements + 1, n_open - 1)
            state.own_swing[place, 0], state.rival_swing[place, 0] = forage_own - own, forage_rival - rival
            state.own_swing[place, 1], state.rival_swing[place, 1] = element_own - own, element_rival - rival
            best_move = max(best_move, forage_own - own - SPITE * (forage_rival - rival))
    state.best_move = best_move


@inlined
def find_bottlenecks(state, seat):
    """The cuts that bound how many creatures have a home (creatures.housed_creatures), by the seasons of their forests."""
    housed, tight = housed_creatures(state, seat), 0
    for mask in range(N_MASKS):
        rest = N_MASKS - 1 - mask
        is_tight = state.creatures_in[seat, mask] + state.homes_in[seat, rest] == housed
        tight |= (1 if is_tight else 0) << rest
    state.tight = tight


@compiled
def offer_value(rules, state, seat, potion):
    """What brewing a potion would bring, before its price."""
    herald = state.crew[seat, POTION_HERALD] * rules.card_amount[POTION_HERALD]
    return rules.potion_vp[potion] + herald + 0.3 * rules.effect_worth[rules.effect[potion]]


@inlined
def add_plan(rules, state, seat, potion, share):
    """Add a potion on offer to the plans: what one good more or less does to it."""
    value = share * offer_value(rules, state, seat, potion)
    berries = state.stock[seat, BERRY]
    total = 0
    for ingredient in range(N_INGREDIENTS):
        total += max(0, rules.cost[potion, ingredient] - state.stock[seat, ingredient])
    lack = max(0, total - berries)
    now = rules.patience[lack]
    state.plan_one[BERRY] += value * (rules.patience[max(0, lack - 1)] - now)
    if total >= berries:
        state.plan_less[BERRY] += value * (rules.patience[lack + 1] - now)
    for ingredient in range(N_INGREDIENTS):
        short = rules.cost[potion, ingredient] - state.stock[seat, ingredient]
        if short > 0:
            state.plan_one[ingredient] += value * (rules.patience[max(0, lack - 1)] - now)
            state.plan_three[ingredient] += value * (rules.patience[max(0, lack - min(short, 1 + rules.water_bonus))] - now)
        if short >= 0 and rules.cost[potion, ingredient] > 0 and state.stock[seat, ingredient] > 0 and total >= berries:
            state.plan_less[ingredient] += value * (rules.patience[lack + 1] - now)


@compiled
def survey_plans(rules, state):
    """The potions on offer, and what ingredients do for them."""
    seat = int(state.seat)
    for good in range(N_INGREDIENTS + 1):
        state.plan_one[good] = 0.0
        state.plan_less[good] = 0.0
    for ingredient in range(N_INGREDIENTS):
        state.plan_three[ingredient] = 0.0
    for place in range(rules.market_potions):
        if state.market[place] != NONE:
            add_plan(rules, state, seat, state.market[place], MARKET_SHARE)
    for place in range(state.n_reserved[seat]):
        add_plan(rules, state, seat, state.reserved[seat, place], 1.0)
    state.best_choice = max(state.plan_one[0], state.plan_one[1], state.plan_one[2])


@compiled
def survey_creatures(rules, state):
    """The VP and power of a creature more, by season, and of the best on show."""
    seat = int(state.seat)
    better = rules.creature_vp_in_forest - rules.creature_vp
    find_bottlenecks(state, seat)
    herald = state.crew[seat, CREATURE_HERALD] * rules.card_amount[CREATURE_HERALD]
    best, gain, power = -1.0, 0.0, 0.0
    for season in range(N_SEASONS):
        finds_home = True  # unless a bottleneck is in forests of this season
        for rest in range(N_MASKS):
            finds_home = finds_home and not (state.tight >> rest & 1 and rest >> season & 1)
        later = min(1.0, NEXT_HOME * (rules.rounds - state.rounds))
        state.creature_gain[season] = rules.creature_vp + herald + better * (1.0 if finds_home else later)
        if state.n_pile[season] > 0:
            worth = rules.power_worth[state.pile[season, state.n_pile[season] - 1]] * state.rounds_left
            if state.creature_gain[season] + worth > best:
                best, gain, power = state.creature_gain[season] + worth, state.creature_gain[season], worth
    state.train_gain, state.train_power = gain, power


@compiled
def survey_scorches(rules, state):
    """What scorching a space of each forest is worth."""
    best = 0.0
    for place in range(int(state.n_row)):
        state.scorch_value[place] = 0.0
        if state.n_open[place] > 0:
            own_dice, elements, n_open = state.tops[place, state.seat], state.tops[place, ELEMENT_OWNER], state.n_open[place]
            best_dice, second_dice = state.best_other[place], state.second_other[place]
            own, rival = promise(rules, state, place, own_dice, best_dice, second_dice, elements, n_open - 1)
            state.scorch_value[place] = own - state.own_hold[place] - SPITE * (rival - state.rival_hold[place])
            best = max(best, state.scorch_value[place])
    state.scorch_gain = best


@compiled
def survey_turn(rules, state):
    """What the dice of the pool can do on top of others, in the village, and what the potions in hand would bring."""
    seat = int(state.seat)
    if state.to_place > 0:
        if has_shifter(state, seat):
            value_faces(rules, state)
        if can_scorch(rules, state, seat):
            survey_scorches(rules, state)
        else:
            state.scorch_gain = 0.0
        survey_fit(rules, state)
        if state.pool[seat, FIRE] + state.pool[seat, WIND] > 0:
            survey_tops(rules, state, ELEMENT_OWNER, 2, state.pool[seat, FIRE] > 0)
        if has_power(rules, state, seat, LELLO) and state.stock[seat, BERRY] > 0:
            survey_tops(rules, state, seat, 0, True)
        if state.pool[seat, FIRE] > 0 and rules.clears_elements[state.night, 3]:
            survey_clearing(rules, state)
    if not state.has_drunk:
        for effect in range(N_EFFECTS):
            if state.in_hand[seat, effect] > 0:
                survey_drink(rules, state, effect)


@compiled
def survey_fit(rules, state):
    """How many of the open spaces each face fits."""
    n, s1, s2, s3 = 0, 0, 0, 0
    for space in range(state.n_row * MAX_SPACES):
        if state.is_open[space]:
            n += 1
            s1 += state.symbol_at[space] == 0
            s2 += state.symbol_at[space] == 1
            s3 += state.symbol_at[space] == 2
    share = 1.0 / max(1, n)
    state.fit[0], state.fit[1], state.fit[2] = share * s1, share * s2, share * s3
    for element in range(N_SYMBOLS, N_FACES):
        state.fit[element] = 1.0 if n > 0 else 0.0


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
            if state.tops[place, owner] > 0 and (on_all or owner == seat):
                own, rival = outlook(rules, state, place, owner, plus, 0)
                state.top_gain[place, owner, base] = own - state.own_hold[place]
                state.top_gain[place, owner, base + 1] = rival - state.rival_hold[place]


@compiled
def survey_clearing(rules, state):
    """What setting all element dice in the forests aside changes; covered dice are left out of account."""
    state.clear_own, state.clear_rival = 0.0, 0.0
    for place in range(int(state.n_row)):
        elements = state.tops[place, ELEMENT_OWNER]
        if elements > 0:
            state.tops[place, ELEMENT_OWNER] = 0
            own, rival = outlook(rules, state, place, NONE, NONE, int(elements))
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
        below_top = int(owner_of(state.stack[space, level - 1]))
    own, rival = outlook(rules, state, place, int(state.top[space]), below_top, 1 if level == 0 else 0)
    return own - state.own_hold[place], rival - state.rival_hold[place]


@compiled
def survey_drink(rules, state, effect):
    """The best that drinking a potion of this effect brings."""
    seat = int(state.seat)
    best = 0.0
    if effect in (CHANGE, REROLL):
        value_faces(rules, state)
        best = improvement(rules, state, effect)
    elif effect == PLACE:
        best = rules.effect_worth[PLACE]
    elif effect == SWAP:
        survey_swaps(rules, state)
        for symbol in range(N_SYMBOLS):
            for other in range(int(state.n_seats)):
                best = max(best, state.swap_up[symbol, other] + state.swap_down[symbol, other])
    else:
        for space in range(N_SPACES):
            for level in range(state.height[space]):
                best = max(best, pick_value(rules, state, seat, space, level, effect))
    state.drink_gain[effect] = best


@compiled
def pick_value(rules, state, seat, space, level, effect):
    """What picking this die for the effect brings, own VP and rival's as one; nothing if it may not be picked."""
    die = int(state.stack[space, level])
    is_own = die < ELEMENT_DIE and owner_of(die) == seat
    if (effect == RETURN and not is_own) or (effect == REMOVE_ELEMENT and die < ELEMENT_DIE) or (effect == MOVE and die >= ELEMENT_DIE):
        return 0.0
    own, rival = lift_value(rules, state, space, level)
    value = own - SPITE * rival
    if effect == RETURN:
        value += DIE_WORTH
    if effect == MOVE and is_own:
        value += state.best_move
    return value


@compiled
def survey_swaps(rules, state):
    """For each symbol and rival the best place to gain and the cheapest to leave by a swap."""
    seat = int(state.seat)
    for symbol in range(N_SYMBOLS):
        for other in range(int(state.n_seats)):
            state.swap_up[symbol, other] = -100.0
            state.swap_down[symbol, other] = -100.0
    for space in range(N_SPACES):
        for level in range(state.height[space]):
            die = int(state.stack[space, level])
            if die < ELEMENT_DIE:
                owner, symbol = owner_of(die), die % N_SYMBOLS
                if owner != seat:
                    value = replace_value(rules, state, space, level, seat)
                    state.swap_up[symbol, owner] = max(state.swap_up[symbol, owner], value)
                else:
                    for other in range(int(state.n_seats)):
                        if other != seat:
                            value = replace_value(rules, state, space, level, other)
                            state.swap_down[symbol, other] = max(state.swap_down[symbol, other], value)


@compiled
def replace_value(rules, state, space, level, owner):
    """The value of putting a die of this owner into the place of another."""
    if space >= N_FOREST_SPACES or level < state.height[space] - 1:
        return 0.0
    place = space // MAX_SPACES
    own, rival = outlook(rules, state, place, int(state.top[space]), int(owner), 0)
    return own - state.own_hold[place] - SPITE * (rival - state.rival_hold[place])


@compiled
def value_faces(rules, state):
    """The best placement of each face: on an open space, with Fire on any die, with Wind on an own one."""
    seat = int(state.seat)
    survey_tops(rules, state, ELEMENT_OWNER, 2, True)
    for face in range(N_FACES):
        state.face_value[face] = max(0.4, state.best_choice)  # the village always takes it
    for place in range(int(state.n_row)):
        for i in range(rules.forest_spaces[state.row[place]]):
            space = place * MAX_SPACES + i
            icon, top = state.icon_at[space], state.top[space]
            gain = state.train_gain + state.train_power if icon == CREATURE else 0.35 + state.plan_one[min(icon, BERRY - 1)]
            if state.is_open[space]:
                symbol = state.symbol_at[space]
                forage = gain + state.own_swing[place, 0] - SPITE * state.rival_swing[place, 0]
                element = gain + state.own_swing[place, 1] - SPITE * state.rival_swing[place, 1]
                state.face_value[symbol] = max(state.face_value[symbol], forage)
                more = 0.0
                if icon != CREATURE:
                    more = 0.35 * rules.water_bonus + state.plan_three[icon] - state.plan_one[icon]
                state.face_value[WATER] = max(state.face_value[WATER], element + more)
                state.face_value[FIRE] = max(state.face_value[FIRE], element)
                state.face_value[WIND] = max(state.face_value[WIND], element)
            elif state.height[space] > 0:
                covered = gain + state.top_gain[place, top, 2] - SPITE * state.top_gain[place, top, 3]
                state.face_value[FIRE] = max(state.face_value[FIRE], covered)
                if top == seat:
                    state.face_value[WIND] = max(state.face_value[WIND], covered + DIE_WORTH)


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
