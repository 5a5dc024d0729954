"""What a bot weighs in an action. A bot is a row of weights over FEATURES, in bots.toml.

Forests are weighed by the VP that this seat, and its best rival, may expect: what the forest is worth times a chance that
grows with the lead and sharpens as fewer dice can still come. Ingredients are weighed by the potions on offer: their VP,
times `patience` for each ingredient that is still missing.
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import has_power, owner_of
from brewsim.games.brew.creatures import housed_creatures
from brewsim.games.brew.rules import (
    ASH_FORAGER,
    BERRY,
    BERRY_BEARER,
    CHANGE,
    CONTEST,
    CREATURE,
    CREATURE_HERALD,
    DIE_MOVER,
    ELEMENT_DEN,
    FIRE,
    FORAGE_DEN,
    FOREST_GATHERER,
    FOREST_HERALD,
    FOREST_SCORCHER,
    LELLO,
    MAX_COST,
    MAX_LEAD,
    MAX_SPACES,
    MOVE,
    N_EFFECTS,
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
    VILLAGE_GATHERER,
    VILLAGE_SCORCHER,
    WATER,
    WIND,
)
from brewsim.games.brew.state import (
    BREW,
    CALL_GATHER,
    CALL_TRAIN,
    CHANGE_DIE,
    CHOOSE,
    CLAIM,
    CONVERT,
    DEN_MOVE,
    DENS,
    DRINK,
    ELEMENT_DIE,
    ELEMENT_OWNER,
    END,
    MAX_STACK,
    N_FOREST_SPACES,
    N_SPACES,
    NO_CLAIM,
    NO_PICK,
    NO_SCORCH,
    NO_TRADE,
    PAY_PLAIN,
    PAY_SPARE,
    PICK,
    RELEASE,
    REROLL_DIE,
    RESERVE,
    ROLL,
    SCORCH,
    SLOTS,
    TAKE_BERRY,
    TARGET,
    TRADE_BERRIES,
    TRADE_MATCHING,
    TRAIN,
    VILLAGE,
    Phase,
)
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "own_forest",  # change of the VP that this seat may expect from forests
    "rival_forest",  # the same for the best rival
    "plan",  # change of the potion plans
    "goods",  # ingredients gained (or spent, negative)
    "berries",  # berries gained (or spent, negative)
    "creature",  # VP of a creature trained
    "power",  # worth of its power over the rounds left
    "release",  # worth of the power that is lost with a released creature
    "reserve",  # potions reserved
    "scorch",  # value of the spaces that may be scorched
    "fit",  # share of the open spaces that the die would fit: what placing it elsewhere gives away
    "element",  # 1 for an element die
    "returned",  # 1 for a die that comes back to the pool
    "village",  # 1 for a die in the village
    "forced",  # 1 for a die that is forced
    "brew_loss",  # change of the other potion plans by its price
    "brew_vp",  # VP of a potion brewed, with Potion Heralds
    "brew_effect",  # worth of drinking it
    "brew_early",  # 1 for brewing before a die is placed
    "drink",  # 1 for drinking
    "drink_gain",  # value that drinking brings
    "improve",  # value of changed or rerolled dice
    "vp",  # VP tokens gained
)
(
    OWN_FOREST, RIVAL_FOREST, PLAN, GOODS, BERRIES, CREATURE_VP, POWER, RELEASED, RESERVED, SCORCHED, FIT, IS_ELEMENT, RETURNED,
    IN_VILLAGE, FORCED, BREW_LOSS, BREW_VP, BREW_EFFECT, BREW_EARLY, IS_DRINK, DRINK_GAIN, IMPROVE, VP,
) = range(len(FEATURES))  # fmt: skip

SPITE = 0.4  # what a VP less for the best rival is worth where values are summed up beforehand
NEWCOMER = 0.3  # chance of a forest for who has no die there yet, against a lead that is equal
MARKET_SHARE = 0.8  # worth of a plan for a potion that another may brew first
DIE_WORTH = 1.2  # VP of a die more to place
NEXT_HOME = 0.35  # chance that a creature without a home finds one later, each round


@inlined
def chance(rules, contest, lead):
    """The chance to control a forest in the end with this lead, if so many dice can still come."""
    return rules.hold_chance[min(CONTEST, max(0, contest)), MAX_LEAD + max(-MAX_LEAD, min(MAX_LEAD, lead))]


@compiled
def outlook(rules, state, place, minus, plus, opened):
    """VP that the seat and its best rival may expect of a forest with one top die less, one more, and spaces opened."""
    seat = int(state.seat)
    elements = state.tops[place, ELEMENT_OWNER] - (minus == ELEMENT_OWNER) + (plus == ELEMENT_OWNER)
    own = state.tops[place, seat] - (minus == seat) + (plus == seat)
    best, second = 0, 0
    for other in range(int(state.n_seats)):
        if other != seat:
            dice = state.tops[place, other] - (minus == other) + (plus == other)
            if dice > best:
                best, second = dice, best
            elif dice > second:
                second = dice
    n_open = state.n_open[place] + opened
    hold = chance(rules, min(n_open, state.dice_to_come[0]), own - max(best, elements)) * state.own_worth[place]
    rival = chance(rules, min(n_open, state.dice_to_come[1]), best - max(own, second, elements)) * rules.forest_vp[state.row[place]]
    if own == 0:
        hold *= NEWCOMER
    if best == 0:
        rival *= NEWCOMER
    return hold, rival


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
    housed = housed_creatures(state, seat)
    best_move = 0.0
    for place in range(int(state.n_row)):
        forest = state.row[place]
        seasons = rules.forest_seasons[forest]
        with_home = state.creatures_in[seat, N_MASKS - 1] + 0
        for mask in range(N_MASKS):
            rest = N_MASKS - 1 - mask
            bound = state.creatures_in[seat, mask] + state.homes_in[seat, rest] + (1 if rest & seasons else 0)
            with_home = min(with_home, bound)
        worth = float(rules.forest_vp[forest] + better * (with_home - housed))
        scorches, more = 0, 0
        for season in range(N_SEASONS):
            matches = seasons >> season & 1
            worth += matches * state.crew[seat, FOREST_HERALD + season] * rules.card_amount[FOREST_HERALD + season]
            scorches += matches * state.crew[seat, FOREST_SCORCHER + season]
            more += matches * state.crew[seat, FOREST_GATHERER + season]
        state.own_worth[place] = worth
        state.scorches_at[place] = scorches
        state.more_at[place] = more
        own, rival = outlook(rules, state, place, NONE, NONE, 0)
        state.own_hold[place], state.rival_hold[place] = own, rival
        if state.n_open[place] > 0:
            forage_own, forage_rival = outlook(rules, state, place, NONE, seat, -1)
            element_own, element_rival = outlook(rules, state, place, NONE, ELEMENT_OWNER, -1)
            state.own_swing[place, 0], state.rival_swing[place, 0] = forage_own - own, forage_rival - rival
            state.own_swing[place, 1], state.rival_swing[place, 1] = element_own - own, element_rival - rival
            best_move = max(best_move, forage_own - own - SPITE * (forage_rival - rival))
    state.best_move = best_move


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
    housed = housed_creatures(state, seat)
    herald = state.crew[seat, CREATURE_HERALD] * rules.card_amount[CREATURE_HERALD]
    best, gain, power = -1.0, 0.0, 0.0
    for season in range(N_SEASONS):
        with_it = state.creatures_in[seat, N_MASKS - 1] + 1
        for mask in range(N_MASKS):
            with_it = min(with_it, state.creatures_in[seat, mask] + (mask >> season & 1) + state.homes_in[seat, N_MASKS - 1 - mask])
        later = min(1.0, NEXT_HOME * (rules.rounds - state.rounds))
        state.creature_gain[season] = rules.creature_vp + herald + better * (1.0 if with_it > housed else later)
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
            own, rival = outlook(rules, state, place, NONE, NONE, -1)
            state.scorch_value[place] = own - state.own_hold[place] - SPITE * (rival - state.rival_hold[place])
            best = max(best, state.scorch_value[place])
    state.scorch_gain = best


@compiled
def survey_turn(rules, state):
    """What the dice of the pool can do on top of others, in the village, and what the potions in hand would bring."""
    seat = int(state.seat)
    if state.to_place > 0:
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
    die = state.stack[space, level]
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
            die = state.stack[space, level]
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
    """The best placement of each face on an open space."""
    for face in range(N_FACES):
        state.face_value[face] = max(0.4, state.best_choice)  # the village always takes it
    for place in range(int(state.n_row)):
        for i in range(rules.forest_spaces[state.row[place]]):
            space = place * MAX_SPACES + i
            if state.is_open[space]:
                icon = state.icon_at[space]
                gain = state.train_gain + state.train_power if icon == CREATURE else 0.35 + state.plan_one[min(icon, 2)]
                forage = gain + state.own_swing[place, 0] - SPITE * state.rival_swing[place, 0]
                element = gain + state.own_swing[place, 1] - SPITE * state.rival_swing[place, 1]
                symbol = state.symbol_at[space]
                state.face_value[symbol] = max(state.face_value[symbol], forage)
                for face in range(N_SYMBOLS, N_FACES):
                    more = (
                        0.7 + state.plan_three[min(icon, 2)] - state.plan_one[min(icon, 2)] if face == WATER and icon != CREATURE else 0.0
                    )
                    state.face_value[face] = max(state.face_value[face], element + more)


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


@inlined
def features(rules, state, action, out):
    """The features of one action."""
    if action < BREW:
        see_placement(rules, state, action // N_SPACES, action % N_SPACES, out)
    elif action < DRINK:
        see_brew(rules, state, action - BREW, out)
    elif action < CONVERT:
        out[IS_DRINK] = 1.0
        out[DRINK_GAIN] = state.drink_gain[action - DRINK]
    else:
        see_rest(rules, state, action, out)


@inlined
def see_placement(rules, state, face, space, out):
    """A die on a space of a forest, the village or a creature."""
    out[FIT] = state.fit[face]
    is_element = 1 if face >= N_SYMBOLS else 0
    out[IS_ELEMENT] = is_element
    if space < N_FOREST_SPACES:
        see_forest(rules, state, face, space, is_element, out)
    elif space < DENS:
        see_village(rules, state, space - VILLAGE, out)
    else:
        see_den(rules, state, state.trained[state.seat, (space - DENS) % SLOTS], out)


@inlined
def see_forest(rules, state, face, space, is_element, out):
    """A die in a forest: what it does to control, and what it gathers or trains."""
    seat, place, icon = int(state.seat), space // MAX_SPACES, state.icon_at[space]
    gathers = True
    if state.is_open[space]:
        out[OWN_FOREST] = state.own_swing[place, is_element]
        out[RIVAL_FOREST] = state.rival_swing[place, is_element]
        if is_element == 0 and state.symbol_at[space] != face:
            gathers = False
            out[FORCED] = 1.0
            good = BERRY if icon == CREATURE or state.stock[seat, icon] == 0 else icon
            out[PLAN] = state.plan_less[good]
            out[BERRIES if good == BERRY else GOODS] = -1.0
    else:
        owner = state.top[space]
        out[OWN_FOREST] = state.top_gain[place, owner, 2 * is_element]
        out[RIVAL_FOREST] = state.top_gain[place, owner, 2 * is_element + 1]
        out[RETURNED] = 1.0 if face == WIND else 0.0
        if is_element == 0:
            gathers = False
            out[BERRIES] = -rules.power_berries[LELLO]
            out[PLAN] = state.plan_less[BERRY]
    out[SCORCHED] = state.scorches_at[place] * state.scorch_gain
    if gathers:
        if icon == CREATURE:
            out[CREATURE_VP] = state.train_gain
            out[POWER] = state.train_power
        else:
            water = 1 if face == WATER else 0
            out[GOODS] = 1.0 + state.more_at[place] + water * rules.water_bonus
            out[PLAN] = state.plan_three[icon] if water + state.more_at[place] > 0 else state.plan_one[icon]


@inlined
def see_village(rules, state, v, out):
    """A die in the village: its special action and the creatures that look on."""
    seat, side = int(state.seat), state.night
    out[IN_VILLAGE] = 1.0
    choices = rules.choice[side, v] + state.crew[seat, VILLAGE_GATHERER] * rules.card_amount[VILLAGE_GATHERER]
    each = rules.each[side, v]
    out[GOODS] = choices + 3.0 * each
    out[PLAN] = choices * state.best_choice + rules.berries[side, v] * state.plan_one[BERRY]
    if each > 0:
        out[PLAN] += state.plan_one[0] + state.plan_one[1] + state.plan_one[2]
    out[BERRIES] = rules.berries[side, v]
    out[RESERVED] = rules.reserve[side, v]
    out[CREATURE_VP] = rules.train[side, v] * state.train_gain
    out[POWER] = rules.train[side, v] * state.train_power
    out[SCORCHED] = (rules.scorch[side, v] + state.crew[seat, VILLAGE_SCORCHER]) * state.scorch_gain
    if rules.clears_elements[side, v]:
        out[OWN_FOREST] = state.clear_own
        out[RIVAL_FOREST] = state.clear_rival


@inlined
def see_den(rules, state, card, out):
    """A die on a creature."""
    amount = rules.card_amount[card]
    if card == DIE_MOVER:
        out[OWN_FOREST] = state.best_move
    elif card == BERRY_BEARER:
        out[BERRIES] = amount
        out[PLAN] = amount * state.plan_one[BERRY]
    elif card == ELEMENT_DEN:
        out[GOODS] = 3.0 * amount
        out[PLAN] = state.plan_one[0] + state.plan_one[1] + state.plan_one[2]
    else:
        out[GOODS] = amount
        out[PLAN] = amount * state.plan_one[card - FORAGE_DEN]


@compiled
def see_brew(rules, state, potion, out):
    """A potion: its VP, what it costs, and what the price does to the other plans."""
    seat = int(state.seat)
    herald = state.crew[seat, POTION_HERALD] * rules.card_amount[POTION_HERALD]
    out[BREW_VP] = rules.potion_vp[potion] + herald
    out[BREW_EFFECT] = rules.effect_worth[rules.effect[potion]] * min(1.0, state.rounds_left)
    out[BREW_EARLY] = 1.0 if state.to_place > 0 else 0.0
    berries = 0
    for ingredient in range(N_INGREDIENTS):
        berries += max(0, rules.cost[potion, ingredient] - state.stock[seat, ingredient])
    out[BERRIES] = -berries
    out[GOODS] = berries - rules.cost_total[potion]
    change = 0.0
    for place in range(rules.market_potions):
        if state.market[place] != NONE and state.market[place] != potion:
            change += MARKET_SHARE * plan_loss(rules, state, seat, state.market[place], potion, berries)
    for place in range(state.n_reserved[seat]):
        if state.reserved[seat, place] != potion:
            change += plan_loss(rules, state, seat, state.reserved[seat, place], potion, berries)
    out[BREW_LOSS] = change


@compiled
def plan_loss(rules, state, seat, other, potion, berries):
    """What brewing one potion does to the plan for another."""
    before, after = 0, 0
    for ingredient in range(N_INGREDIENTS):
        need, stock = rules.cost[other, ingredient], state.stock[seat, ingredient]
        before += max(0, need - stock)
        after += max(0, need - max(0, stock - rules.cost[potion, ingredient]))
    before = max(0, before - state.stock[seat, BERRY])
    after = max(0, after - state.stock[seat, BERRY] + berries)
    return offer_value(rules, state, seat, other) * (rules.patience[min(after, MAX_COST - 1)] - rules.patience[before])


@compiled
def see_rest(rules, state, action, out):
    """Everything that is not placing, brewing or drinking."""
    seat = int(state.seat)
    if action < END:
        out[IMPROVE] = 0.3 if (action - CONVERT) % 3 == 0 else 0.0
    elif action in (END, PAY_PLAIN):
        return
    elif action < CALL_GATHER:
        see_payment(rules, state, (action - PAY_SPARE) // 4, (action - PAY_SPARE) % 4, out)
    elif action == CALL_GATHER:
        icon = state.icon_at[state.call_space]
        out[GOODS] = state.call_amount
        out[PLAN] = state.plan_three[icon] if state.call_amount > 1 else state.plan_one[icon]
    elif action == CALL_TRAIN:
        out[BERRIES] = -1.0
        out[PLAN] = state.plan_less[BERRY]
        out[CREATURE_VP] = state.train_gain
        out[POWER] = state.train_power
    elif action < TRAIN:
        out[GOODS] = 1.0
        out[PLAN] = state.plan_one[action - CHOOSE]
    elif action < TAKE_BERRY:
        season = action - TRAIN
        out[CREATURE_VP] = state.creature_gain[season]
        out[POWER] = rules.power_worth[state.pile[season, state.n_pile[season] - 1]] * state.rounds_left
    elif action == TAKE_BERRY:
        out[BERRIES] = 1.0
        out[PLAN] = state.plan_one[BERRY]
    elif action < RESERVE:
        out[RELEASED] = rules.power_worth[state.trained[seat, action - RELEASE]] * state.rounds_left
    elif action < SCORCH:
        see_reserve(rules, state, action - RESERVE, out)
    elif action < NO_SCORCH:
        out[SCORCHED] = state.scorch_value[(action - SCORCH) // MAX_SPACES]
        out[BERRIES] = 0.0 if state.has_scorched else state.crew[seat, ASH_FORAGER] * rules.card_amount[ASH_FORAGER]
    elif PICK <= action < NO_PICK:
        see_pick(rules, state, (action - PICK) // MAX_STACK, (action - PICK) % MAX_STACK, out)
    elif TARGET <= action < CHANGE_DIE:
        see_target(rules, state, action - TARGET, out)
    elif CHANGE_DIE <= action < REROLL_DIE:
        code = action - CHANGE_DIE
        out[IMPROVE] = state.face_value[code % N_FACES] - state.face_value[code // N_FACES]
    elif REROLL_DIE <= action < ROLL:
        out[IMPROVE] = mean_face(rules, state, action - REROLL_DIE) - state.face_value[action - REROLL_DIE]
    elif CLAIM <= action < NO_CLAIM:
        out[VP] = state.own_worth[action - CLAIM]
        out[BERRIES] = -2.0
    elif TRADE_BERRIES <= action < TRADE_MATCHING:
        count = action - TRADE_BERRIES + 1
        out[VP] = rules.berry_trade_vp[count]
        out[BERRIES] = -count
        out[PLAN] = count * state.plan_less[BERRY] if state.rounds + 1 < rules.rounds else 0.0
    elif TRADE_MATCHING <= action < NO_TRADE:
        see_matching(rules, state, (action - TRADE_MATCHING) // 2, (action - TRADE_MATCHING) % 2 + 2, out)


@inlined
def see_payment(rules, state, spared, spared_too, out):
    """Myla's berry spares ingredients for other plans."""
    out[BERRIES] = -1.0
    out[PLAN] = state.plan_less[BERRY]
    if spared < N_INGREDIENTS:
        out[GOODS] += 1.0
        out[PLAN] -= state.plan_less[spared]
    if spared_too < N_INGREDIENTS:
        out[GOODS] += 1.0
        out[PLAN] -= state.plan_less[spared_too]


@inlined
def see_matching(rules, state, ingredient, count, out):
    """Matching ingredients for VP."""
    berries = max(0, count - state.stock[state.seat, ingredient])
    out[VP] = rules.match_trade_vp[count]
    out[GOODS] = berries - count
    out[BERRIES] = -berries
    if state.rounds + 1 < rules.rounds:
        out[PLAN] = (count - berries) * state.plan_less[ingredient] + berries * state.plan_less[BERRY]


@inlined
def reserve_value(rules, state, seat, potion):
    """The plan for a potion as the stock stands."""
    lack = -state.stock[seat, BERRY]
    for ingredient in range(N_INGREDIENTS):
        lack += max(0, rules.cost[potion, ingredient] - state.stock[seat, ingredient])
    return offer_value(rules, state, seat, potion) * rules.patience[max(0, lack)]


@inlined
def see_reserve(rules, state, potion, out):
    """A potion reserved is safe from the others; the revealed one joins the market if it is not taken."""
    value = reserve_value(rules, state, int(state.seat), potion)
    if potion == state.revealed or state.revealed == NONE:
        out[PLAN] = value
    else:
        out[PLAN] = (1.0 - MARKET_SHARE) * value + MARKET_SHARE * reserve_value(rules, state, int(state.seat), state.revealed)


@inlined
def see_pick(rules, state, space, level, out):
    """A placed die that is picked: what lifting it does, and what can be made of it."""
    seat, purpose = int(state.seat), state.purpose
    die = state.stack[space, level]
    if purpose == SWAP:
        if state.phase == Phase.PARTNER:
            first = state.stack[state.picked_space, state.picked_level]
            value = replace_value(rules, state, space, level, owner_of(first))
            out[DRINK_GAIN] = value + replace_value(rules, state, state.picked_space, state.picked_level, owner_of(die))
            return
        owner, symbol, best = owner_of(die), die % N_SYMBOLS, -100.0
        if owner == seat:
            for other in range(int(state.n_seats)):
                if other != seat and state.swap_up[symbol, other] > -50.0:
                    best = max(best, replace_value(rules, state, space, level, other) + state.swap_up[symbol, other])
        else:
            best = replace_value(rules, state, space, level, seat) + state.swap_down[symbol, owner]
        out[DRINK_GAIN] = best
        return
    own, rival = lift_value(rules, state, space, level)
    out[OWN_FOREST] = own
    out[RIVAL_FOREST] = rival
    if purpose == RETURN:
        out[RETURNED] = 1.0
    elif purpose in (MOVE, DEN_MOVE) and die < ELEMENT_DIE and owner_of(die) == seat:
        out[DRINK_GAIN] = state.best_move


@inlined
def see_target(rules, state, space, out):
    """Where a moved die goes: into a forest it counts for its owner."""
    if space < N_FOREST_SPACES:
        place = space // MAX_SPACES
        owner = owner_of(state.stack[state.picked_space, state.picked_level])
        own, rival = outlook(rules, state, place, NONE, int(owner), -1)
        out[OWN_FOREST] = own - state.own_hold[place]
        out[RIVAL_FOREST] = rival - state.rival_hold[place]
