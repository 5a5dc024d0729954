"""What goods and creatures are worth: part of the view.

Goods are weighed by the potions on offer: what each is worth, times `patience` for each ingredient that is still missing,
and less where the dice that are left hardly bring them. Creatures are weighed by their VP, with a home or without, and by what
their power still brings: in the rounds to come, and in this one if it has what it needs.
"""

from enum import IntEnum

from brewsim.engine.contract import NONE
from brewsim.games.brew.beliefs import MAX_LACK, MAX_TURNS, Need
from brewsim.games.brew.creatures import on_show
from brewsim.games.brew.outlook import finds_home
from brewsim.games.brew.placing import bonus
from brewsim.games.brew.potions import berry_cover, missing_ingredients
from brewsim.games.brew.rules import N_GOODS, N_INGREDIENTS, N_SEASONS, N_SYMBOLS, Card, Good, Icon
from brewsim.games.brew.spaces import SLOTS
from brewsim.parts.compiling import compiled, inlined


class Pays(IntEnum):
    """When a creature's power works."""

    IN_TURNS = 0
    AT_ROUND_END = 1


class Amount(IntEnum):
    """How much of an ingredient a die gathers."""

    ONE = 0
    SEVERAL = 1  # as much as a Water die


@inlined
def offer_value(rules, beliefs, state, seat, potion):
    """What brewing a potion would bring, before its price."""
    return beliefs.potion_worth[potion] + bonus(rules, state, seat, Card.POTION_HERALD)


@compiled
def best_doubled(rules, beliefs, state):
    """Of the potions that only Myla's power can pay for, the best."""
    seat, best, found = state.seat, -1.0, 0
    berries, cover = state.stock[seat, Good.BERRY], berry_cover(rules, state, seat)
    n_market = rules.market_potions
    for offer in range(n_market + state.n_reserved[seat]):
        potion = state.market[offer] if offer < n_market else state.reserved[seat, offer - n_market]
        if potion != NONE and berries < missing_ingredients(rules, state, seat, potion) <= cover:
            value = offer_value(rules, beliefs, state, seat, potion)
            found = potion if value > best else found
            best = max(best, value)
    return found


@inlined
def plan_value(rules, beliefs, state, view, seat, potion):
    """The plan for a potion as the stock stands."""
    lack = missing_ingredients(rules, state, seat, potion) - state.stock[seat, Good.BERRY]
    return offer_value(rules, beliefs, state, seat, potion) * beliefs.patience[view.turns_left, max(0, lack)]


@inlined
def add_plan(rules, beliefs, state, view, potion, share):
    """Add a potion on offer to the plans: what one good more or less does to it. Returns the plan as the stock stands."""
    seat = state.seat
    value = share * offer_value(rules, beliefs, state, seat, potion)
    berries = state.stock[seat, Good.BERRY]
    missing = missing_ingredients(rules, state, seat, potion)
    lack, turns = max(0, missing - berries), view.turns_left
    now = beliefs.patience[turns, lack]
    one = value * (beliefs.patience[turns, max(0, lack - 1)] - now)
    less = value * (beliefs.patience[turns, lack + 1] - now) * (missing >= berries)
    view.plan_one[Good.BERRY] += one
    view.plan_less[Good.BERRY] += less
    for ingredient in range(N_INGREDIENTS):
        cost, stock = rules.cost[potion, ingredient], state.stock[seat, ingredient]
        gap = max(0, cost - stock)
        view.plan_one[ingredient] += one if gap > 0 else 0.0
        view.plan_three[ingredient] += value * (beliefs.patience[turns, max(0, lack - min(gap, 1 + rules.water_bonus))] - now)
        view.plan_less[ingredient] += less if (cost >= stock) & (cost > 0) & (stock > 0) else 0.0
    return value * now


@compiled
def survey_plans(rules, beliefs, state, view):
    """The potions on offer, what ingredients do for them, and what one more on offer, or one kept from the others, would be worth."""
    seat = state.seat
    for good in range(N_GOODS):
        view.plan_one[good] = 0.0
        view.plan_less[good] = 0.0
    for ingredient in range(N_INGREDIENTS):
        view.plan_three[ingredient] = 0.0
    n_market = rules.market_potions
    total, best = 0.0, 0.0
    for offer in range(n_market + state.n_reserved[seat]):
        in_market = offer < n_market
        potion = state.market[offer] if in_market else state.reserved[seat, offer - n_market]
        if potion != NONE:
            plan = add_plan(rules, beliefs, state, view, potion, beliefs.market_share if in_market else 1.0)
            total += plan if in_market else 0.0
            best = max(best, plan if in_market else 0.0)
    view.reserve_gain = total / n_market + (1.0 - beliefs.market_share) * best
    view.best_choice = max(view.plan_one[Good.HERB], view.plan_one[Good.SHROOM], view.plan_one[Good.CRYSTAL])
    for ingredient in range(N_INGREDIENTS):
        view.gain_of[ingredient] = beliefs.good_worth + view.plan_one[ingredient]
        view.pour_of[ingredient] = beliefs.good_worth * (1 + rules.water_bonus) + view.plan_three[ingredient]
        view.gather_plan[Amount.ONE, ingredient] = view.plan_one[ingredient]
        view.gather_plan[Amount.SEVERAL, ingredient] = view.plan_three[ingredient]


@inlined
def plan_each(view):
    """What one of every ingredient does for the plans."""
    return view.plan_one[Good.HERB] + view.plan_one[Good.SHROOM] + view.plan_one[Good.CRYSTAL]


@inlined
def survey_time(rules, beliefs, state, view):
    """How many rounds, and how many own dice after the one that is due, are left of the game."""
    seat, dice = state.seat, rules.forage_dice + rules.element_dice
    later = rules.rounds - 1 - state.rounds
    view.later_rounds = later
    view.this_round[Pays.IN_TURNS] = beliefs.turn_share * state.n_pool[seat]
    view.this_round[Pays.AT_ROUND_END] = 1.0
    turns = max(0, state.n_pool[seat] - max(0, state.to_place)) + later * dice
    view.turns_left = min(turns, MAX_TURNS)
    view.late = 1.0 - turns / (rules.rounds * dice)
    view.leftover_vp = 1.0 / rules.leftovers_per_vp


@compiled
def survey_powers(rules, beliefs, state, view):
    """What the powers of creatures find in this round, and whom a Berry Herder would find."""
    seat, works = state.seat, Need.NOTHING + 0
    for place in range(state.n_row):
        works |= rules.forest_seasons[state.row[place]]
    forage, scorchers = 0, state.crew[seat, Card.VILLAGE_SCORCHER]
    for symbol in range(N_SYMBOLS):
        forage += state.pool[seat, symbol]
    for season in range(N_SEASONS):
        scorchers += state.crew[seat, Card.FOREST_SCORCHER + season]
        view.trained_in[season] = 0
    works |= Need.FORAGE_DIE if forage > 0 else 0
    works |= Need.ELEMENT_DIE if state.n_pool[seat] > forage else 0
    works |= Need.SCORCHING if scorchers > 0 or beliefs.scorching[state.night] != 0 else 0
    view.works = works
    for slot in range(SLOTS):
        card = state.trained[seat, slot]
        if card != NONE:
            view.trained_in[rules.card_season[card]] += 1


@inlined
def power_value(rules, beliefs, state, view, card, joins):
    """What a creature's power will bring in the rest of the game; `joins`: it is not among the trained ones yet."""
    works = beliefs.need[card] & view.works != 0
    rounds = view.later_rounds + (view.this_round[beliefs.pays_late[card]] if works else 0.0)
    value = beliefs.power_worth[card] * rounds
    season = card - Card.BERRY_HERDER
    if 0 <= season < N_SEASONS:
        value *= view.trained_in[season] + (joins and rules.card_season[card] == season)
    return value


@compiled
def survey_creatures(rules, beliefs, state, view):
    """The VP and power of a creature more, by season, and of the best on show."""
    survey_powers(rules, beliefs, state, view)
    better = rules.creature_vp_in_forest - rules.creature_vp
    later = min(1.0, beliefs.next_home * (rules.rounds - state.rounds))
    herald = bonus(rules, state, state.seat, Card.CREATURE_HERALD)
    best, gain, power = -1.0, 0.0, 0.0
    for season in range(N_SEASONS):
        view.creature_gain[season] = rules.creature_vp + herald + better * (1.0 if finds_home(beliefs, view, season) else later)
        if state.n_pile[season] > 0:
            worth = power_value(rules, beliefs, state, view, on_show(state, season), True)
            if view.creature_gain[season] + worth > best:
                best, gain, power = view.creature_gain[season] + worth, view.creature_gain[season], worth
    view.train_gain, view.train_power = gain, power
    view.gain_of[Icon.CREATURE] = gain + power
    view.pour_of[Icon.CREATURE] = gain + power


@compiled
def plan_loss(rules, beliefs, state, view, other, potion, berries):
    """What brewing one potion, with these berries, does to the plan for another."""
    seat, before, after = state.seat, 0, 0
    for ingredient in range(N_INGREDIENTS):
        need, stock = rules.cost[other, ingredient], state.stock[seat, ingredient]
        before += max(0, need - stock)
        after += max(0, need - max(0, stock - rules.cost[potion, ingredient]))
    before = max(0, before - state.stock[seat, Good.BERRY])
    after = max(0, after - state.stock[seat, Good.BERRY] + berries)
    turns = view.turns_left
    return offer_value(rules, beliefs, state, seat, other) * (
        beliefs.patience[turns, min(after, MAX_LACK)] - beliefs.patience[turns, before]
    )


@inlined
def plan_losses(rules, beliefs, state, view, potion, berries):
    """What brewing a potion does to the plans for all others on offer."""
    seat, change = state.seat, 0.0
    for place in range(rules.market_potions):
        other = state.market[place]
        if other != NONE and other != potion:
            change += beliefs.market_share * plan_loss(rules, beliefs, state, view, other, potion, berries)
    for place in range(state.n_reserved[seat]):
        other = state.reserved[seat, place]
        if other != potion:
            change += plan_loss(rules, beliefs, state, view, other, potion, berries)
    return change
