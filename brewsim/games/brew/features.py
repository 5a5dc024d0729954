"""What a bot weighs in an action, from what `survey` has found. A bot is a row of weights over FEATURES, in bots.toml."""

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import owner_of
from brewsim.games.brew.codes import DENS, ELEMENT_DIE, MAX_STACK, N_FOREST_SPACES, SLOTS, SPACE_CODES, VILLAGE, Phase
from brewsim.games.brew.potions import is_move, missing_ingredients
from brewsim.games.brew.rules import (
    ASH_FORAGER,
    BERRY,
    BERRY_BEARER,
    CREATURE,
    DIE_MOVER,
    ELEMENT_DEN,
    FORAGE_DEN,
    LELLO,
    LYRIC,
    MAX_COST,
    MAX_SPACES,
    N_ELEMENTS,
    N_FACES,
    N_INGREDIENTS,
    N_SYMBOLS,
    POTION_HERALD,
    RETURN,
    SWAP,
    VILLAGE_GATHERER,
    VILLAGE_SCORCHER,
    WATER,
    WIND,
    WREN,
)
from brewsim.games.brew.survey import MARKET_SHARE, best_swap, lift_value, mean_face, offer_value, outlook, power_value, swap_value
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "own_forest",  # change of the VP that this seat may expect from forests
    "rival_forest",  # the same for the best rival
    "plan",  # change of the potion plans
    "goods",  # ingredients gained (or spent, negative)
    "berries",  # berries gained (or spent, negative)
    "creature",  # VP of a creature trained
    "power",  # worth of its power over the rounds left; negative for a creature that is released
    "reserve",  # potions reserved
    "scorch",  # value of the spaces that may be scorched
    "fit",  # share of the open spaces that the die would fit: what placing it elsewhere gives away
    "element",  # 1 for an element die
    "returned",  # 1 for a die that comes back to the pool
    "vp",  # VP of a potion brewed, with Potion Heralds, and of tokens
    "early",  # 1 for brewing before a die is placed
    "drink",  # 1 for drinking
    "trick",  # value of what potions do: of drinking one, of one that is brewed, of dice changed or rerolled
)
(
    OWN_FOREST, RIVAL_FOREST, PLAN, GOODS, BERRIES, CREATURE_VP, POWER, RESERVED, SCORCHED, FIT, IS_ELEMENT, RETURNED, VP, IS_EARLY,
    IS_DRINK, TRICK,
) = range(len(FEATURES))  # fmt: skip


CHANGE_PAYS = 0.3  # VP that an Element Shifter must bring
LATER_TRICK = 0.3  # what the effect of a potion counts when it is brewed, against drinking it now
OTHER_PLANS = 0.35  # and what its price does to the other plans, against plans that a placement furthers


@inlined
def features(rules, state, action, out):
    """The features of one action; a group of placements is seen by its best one, a changed element by what it then can do."""
    if codes.CONVERT <= action < codes.END:
        if action < codes.OPEN_GROUP:
            out[TRICK] -= CHANGE_PAYS
            action = int(state.face_action[N_SYMBOLS + (action - codes.CONVERT) % N_ELEMENTS])
        else:
            action = int(state.group_action[action - codes.OPEN_GROUP])
    if action < codes.BREW:
        see_placement(rules, state, action // SPACE_CODES, action % SPACE_CODES, out)
    elif action < codes.DRINK:
        see_brew(rules, state, action - codes.BREW, out)
    elif action < codes.CONVERT:
        out[IS_DRINK] += 1.0
        out[TRICK] += state.drink_gain[action - codes.DRINK]
    elif action != codes.END:
        see_rest(rules, state, action, out)


@inlined
def see_placement(rules, state, face, space, out):
    """A die on a space of a forest, the village or a creature."""
    out[FIT] += state.fit[face]
    is_element = 1 if face >= N_SYMBOLS else 0
    out[IS_ELEMENT] += is_element
    if space < N_FOREST_SPACES:
        see_forest(rules, state, face, space, is_element, out)
    elif space < DENS:
        see_village(rules, state, space - VILLAGE, out)
    else:
        see_den(rules, state, int(state.trained[state.seat, (space - DENS) % SLOTS]), out)


@inlined
def see_forest(rules, state, face, space, is_element, out):
    """A die in a forest: what it does to control, and what it gathers or trains."""
    seat, place, icon = int(state.seat), space // MAX_SPACES, state.icon_at[space]
    gathers = True
    if state.open_spaces[place] >> space % MAX_SPACES & 1:
        out[OWN_FOREST] += state.own_swing[place, is_element]
        out[RIVAL_FOREST] += state.rival_swing[place, is_element]
        if is_element == 0 and state.symbol_at[space] != face:
            gathers = False
            good = BERRY if icon == CREATURE or state.stock[seat, icon] == 0 else icon
            out[PLAN] += state.plan_less[good]
            out[BERRIES if good == BERRY else GOODS] -= 1.0
    else:
        owner = state.top[space]
        out[OWN_FOREST] += state.top_gain[place, owner, 2 * is_element]
        out[RIVAL_FOREST] += state.top_gain[place, owner, 2 * is_element + 1]
        out[RETURNED] += 1.0 if face == WIND else 0.0
        if is_element == 0:
            gathers = False
            out[BERRIES] -= rules.power_berries[LELLO]
            out[PLAN] += state.plan_less[BERRY]
    out[SCORCHED] += state.scorches_at[place] * state.scorch_gain
    if gathers:  # what an icon does not bring is zero, since a branch that nobody can predict costs more
        more, is_water = state.more_at[place], face == WATER
        goods = 1.0 + more + (rules.water_bonus if is_water else 0)
        out[CREATURE_VP] += state.icon_creature[icon]
        out[POWER] += state.icon_power[icon]
        out[GOODS] += 0.0 if icon == CREATURE else goods
        out[PLAN] += state.icon_plan[1 if is_water or more > 0 else 0, icon]


@inlined
def see_village(rules, state, v, out):
    """A die in the village: its special action and the creatures that look on."""
    seat, side = int(state.seat), state.night
    choices = rules.choice[side, v] + state.crew[seat, VILLAGE_GATHERER] * rules.card_amount[VILLAGE_GATHERER]
    each = rules.each[side, v]
    out[GOODS] += choices + 3.0 * each
    out[PLAN] += choices * state.best_choice + rules.berries[side, v] * state.plan_one[BERRY]
    if each > 0:
        out[PLAN] += state.plan_one[0] + state.plan_one[1] + state.plan_one[2]
    out[BERRIES] += rules.berries[side, v]
    out[RESERVED] += rules.reserve[side, v]
    out[CREATURE_VP] += rules.train[side, v] * state.train_gain
    out[POWER] += rules.train[side, v] * state.train_power
    out[SCORCHED] += (rules.scorch[side, v] + state.crew[seat, VILLAGE_SCORCHER]) * state.scorch_gain
    if rules.clears_elements[side, v]:
        out[OWN_FOREST] += state.clear_own
        out[RIVAL_FOREST] += state.clear_rival


@inlined
def see_den(rules, state, card, out):
    """A die on a creature."""
    amount = rules.card_amount[card]
    if card == DIE_MOVER:
        out[OWN_FOREST] += state.best_move
    elif card == BERRY_BEARER:
        out[BERRIES] += amount
        out[PLAN] += amount * state.plan_one[BERRY]
    elif card == ELEMENT_DEN:
        out[GOODS] += 3.0 * amount
        out[PLAN] += state.plan_one[0] + state.plan_one[1] + state.plan_one[2]
    else:
        out[GOODS] += amount
        out[PLAN] += amount * state.plan_one[card - FORAGE_DEN]


@inlined
def see_brew(rules, state, potion, out):
    """A potion: its VP, what it costs, and what the price does to the other plans."""
    seat = int(state.seat)
    out[VP] += rules.potion_vp[potion] + state.crew[seat, POTION_HERALD] * rules.card_amount[POTION_HERALD]
    out[TRICK] += LATER_TRICK * rules.effect_worth[rules.effect[potion]] * min(1.0, state.rounds_left[0])
    out[IS_EARLY] += 1.0 if state.to_place > 0 else 0.0
    berries = missing_ingredients(rules, state, seat, potion)
    out[BERRIES] -= berries
    out[GOODS] += berries - rules.cost_total[potion]
    change = 0.0
    for place in range(int(rules.market_potions)):
        other = int(state.market[place])
        if other != NONE and other != potion:
            change += MARKET_SHARE * plan_loss(rules, state, other, potion, berries)
    for place in range(int(state.n_reserved[seat])):
        other = int(state.reserved[seat, place])
        if other != potion:
            change += plan_loss(rules, state, other, potion, berries)
    out[PLAN] += OTHER_PLANS * change


@compiled
def plan_loss(rules, state, other, potion, berries):
    """What brewing one potion does to the plan for another."""
    seat, before, after = int(state.seat), 0, 0
    for ingredient in range(N_INGREDIENTS):
        need, stock = rules.cost[other, ingredient], state.stock[seat, ingredient]
        before += max(0, need - stock)
        after += max(0, need - max(0, stock - rules.cost[potion, ingredient]))
    before = max(0, before - state.stock[seat, BERRY])
    after = max(0, after - state.stock[seat, BERRY] + berries)
    return offer_value(rules, state, seat, other) * (rules.patience[min(after, MAX_COST - 1)] - rules.patience[before])


@inlined
def see_rest(rules, state, action, out):
    """Everything that is not placing, brewing or drinking."""
    seat = int(state.seat)
    if action < codes.CALL_GATHER:
        if action > codes.PAY_PLAIN:
            see_payment(rules, state, (action - codes.PAY_SPARE) // 4, (action - codes.PAY_SPARE) % 4, out)
    elif action == codes.CALL_GATHER:
        icon = state.icon_at[state.call_space]
        out[GOODS] += state.call_amount
        out[PLAN] += state.plan_three[icon] if state.call_amount > 1 else state.plan_one[icon]
    elif action == codes.CALL_TRAIN:
        out[BERRIES] -= rules.power_berries[LYRIC]
        out[PLAN] += state.plan_less[BERRY]
        out[CREATURE_VP] += state.train_gain
        out[POWER] += state.train_power
    elif action < codes.TRAIN:
        out[GOODS] += 1.0
        out[PLAN] += state.plan_one[action - codes.CHOOSE]
    elif action < codes.TAKE_BERRY:
        season = action - codes.TRAIN
        out[CREATURE_VP] += state.creature_gain[season]
        out[POWER] += power_value(rules, state, state.pile[season, state.n_pile[season] - 1])
    elif action == codes.TAKE_BERRY:
        out[BERRIES] += 1.0
        out[PLAN] += state.plan_one[BERRY]
    elif action < codes.RESERVE:
        out[POWER] += -power_value(rules, state, state.trained[seat, action - codes.RELEASE])
    elif action < codes.SCORCH:
        see_reserve(rules, state, action - codes.RESERVE, out)
    elif action < codes.NO_SCORCH:
        out[SCORCHED] += state.scorch_value[(action - codes.SCORCH) // MAX_SPACES]
        out[BERRIES] += 0.0 if state.has_scorched else state.crew[seat, ASH_FORAGER] * rules.card_amount[ASH_FORAGER]
    elif codes.PICK <= action < codes.NO_PICK:
        see_pick(rules, state, (action - codes.PICK) // MAX_STACK, (action - codes.PICK) % MAX_STACK, out)
    elif codes.TARGET <= action < codes.CHANGE_DIE:
        see_target(rules, state, action - codes.TARGET, out)
    elif codes.CHANGE_DIE <= action < codes.REROLL_DIE:
        code = action - codes.CHANGE_DIE
        out[TRICK] += state.face_value[code % N_FACES] - state.face_value[code // N_FACES]
    elif codes.REROLL_DIE <= action < codes.ROLL:
        out[TRICK] += mean_face(rules, state, action - codes.REROLL_DIE) - state.face_value[action - codes.REROLL_DIE]
    elif codes.CLAIM <= action < codes.NO_CLAIM:
        out[VP] += state.own_worth[action - codes.CLAIM]
        out[BERRIES] -= rules.power_berries[WREN]
    elif codes.TRADE_BERRIES <= action < codes.TRADE_MATCHING:
        count = action - codes.TRADE_BERRIES + 1
        out[VP] += rules.berry_trade_vp[count]
        out[BERRIES] -= count
        out[PLAN] += count * state.plan_less[BERRY] if state.rounds + 1 < rules.rounds else 0.0
    elif codes.TRADE_MATCHING <= action < codes.NO_TRADE:
        see_matching(rules, state, (action - codes.TRADE_MATCHING) // 2, (action - codes.TRADE_MATCHING) % 2 + 2, out)


@inlined
def see_payment(rules, state, spared, spared_too, out):
    """Myla's berry spares ingredients for other plans."""
    out[BERRIES] -= 1.0
    out[PLAN] += state.plan_less[BERRY]
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
    out[VP] += rules.match_trade_vp[count]
    out[GOODS] += berries - count
    out[BERRIES] -= berries
    if state.rounds + 1 < rules.rounds:
        out[PLAN] += (count - berries) * state.plan_less[ingredient] + berries * state.plan_less[BERRY]


@inlined
def reserve_value(rules, state, seat, potion):
    """The plan for a potion as the stock stands."""
    lack = missing_ingredients(rules, state, seat, potion) - state.stock[seat, BERRY]
    return offer_value(rules, state, seat, potion) * rules.patience[max(0, lack)]


@inlined
def see_reserve(rules, state, potion, out):
    """A potion reserved is safe from the others; the revealed one joins the market if it is not taken."""
    value = reserve_value(rules, state, int(state.seat), potion)
    if potion == state.revealed or state.revealed == NONE:
        out[PLAN] += value
    else:
        out[PLAN] += (1.0 - MARKET_SHARE) * value + MARKET_SHARE * reserve_value(rules, state, int(state.seat), int(state.revealed))


@inlined
def see_pick(rules, state, space, level, out):
    """A placed die that is picked: what lifting it does, and what can be made of it."""
    seat, purpose = int(state.seat), state.purpose
    die = int(state.stack[space, level])
    if purpose == SWAP:
        if state.phase == Phase.PARTNER:
            out[TRICK] += swap_value(state, int(state.picked_space), int(state.picked_level), space, level)
        else:
            out[TRICK] += best_swap(state, space, level)
    else:
        own, rival = lift_value(rules, state, space, level)
        out[OWN_FOREST] += own
        out[RIVAL_FOREST] += rival
        if purpose == RETURN:
            out[RETURNED] += 1.0
        elif is_move(purpose) and die < ELEMENT_DIE and owner_of(die) == seat:
            out[TRICK] += state.best_move


@inlined
def see_target(rules, state, space, out):
    """Where a moved die goes: into a forest it counts for its owner."""
    if space < N_FOREST_SPACES:
        place = space // MAX_SPACES
        owner = owner_of(int(state.stack[state.picked_space, state.picked_level]))
        own, rival = outlook(rules, state, place, NONE, owner, (-1))
        out[OWN_FOREST] += own - state.own_hold[place]
        out[RIVAL_FOREST] += rival - state.rival_hold[place]
