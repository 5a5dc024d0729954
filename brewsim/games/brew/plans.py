"""What goods and creatures are worth: part of the view.

Goods are weighed by the potions on offer: what each is worth, times `patience` for each ingredient that is still missing.
Creatures are weighed by their VP, with a home or without, and by what their power brings in the rounds that are left.
"""

from enum import IntEnum

from brewsim.engine.contract import NONE
from brewsim.games.brew.beliefs import MAX_LACK
from brewsim.games.brew.creatures import on_show
from brewsim.games.brew.outlook import finds_home
from brewsim.games.brew.placing import bonus
from brewsim.games.brew.potions import berry_cover, missing_ingredients
from brewsim.games.brew.rules import N_GOODS, N_INGREDIENTS, N_SEASONS, Card, Good, Icon
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
def plan_value(rules, beliefs, state, seat, potion):
    """The plan for a potion as the stock stands."""
    lack = missing_ingredients(rules, state, seat, potion) - state.stock[seat, Good.BERRY]
    return offer_value(rules, beliefs, state, seat, potion) * beliefs.patience[max(0, lack)]


@inlined
def add_plan(rules, beliefs, state, view, potion, share):
    """Add a potion on offer to the plans: what one good more or less does to it."""
    seat = state.seat
    value = share * offer_value(rules, beliefs, state, seat, potion)
    berries = state.stock[seat, Good.BERRY]
    missing = missing_ingredients(rules, state, seat, potion)
    lack = max(0, missing - berries)
    now = beliefs.patience[lack]
    one = value * (beliefs.patience[max(0, lack - 1)] - now)
    less = value * (beliefs.patience[lack + 1] - now) * (missing >= berries)
    view.plan_one[Good.BERRY] += one
    view.plan_less[Good.BERRY] += less
    for ingredient in range(N_INGREDIENTS):
        cost, stock = rules.cost[potion, ingredient], state.stock[seat, ingredient]
        gap = max(0, cost - stock)
        view.plan_one[ingredient] += one if gap > 0 else 0.0
        view.plan_three[ingredient] += value * (beliefs.patience[max(0, lack - min(gap, 1 + rules.water_bonus))] - now)
        view.plan_less[ingredient] += less if (cost >= stock) & (cost > 0) & (stock > 0) else 0.0


@compiled
def survey_plans(rules, beliefs, state, view):
    """The potions on offer, and what ingredients do for them."""
    seat = state.seat
    for good in range(N_GOODS):
        view.plan_one[good] = 0.0
        view.plan_less[good] = 0.0
    for ingredient in range(N_INGREDIENTS):
        view.plan_three[ingredient] = 0.0
    n_market = rules.market_potions
    for offer in range(n_market + state.n_reserved[seat]):
        in_market = offer < n_market
        potion = state.market[offer] if in_market else state.reserved[seat, offer - n_market]
        if potion != NONE:
            add_plan(rules, beliefs, state, view, potion, beliefs.market_share if in_market else 1.0)
    view.best_choice = max(view.plan_one[Good.HERB], view.plan_one[Good.SHROOM], view.plan_one[Good.CRYSTAL])
    for ingredient in range(N_INGREDIENTS):
        view.gain_of[ingredient] = beliefs.good_worth + view.plan_one[ingredient]
        view.pour_of[ingredient] = beliefs.good_worth * (1 + rules.water_bonus) + view.plan_three[ingredient]
        view.icon_plan[Amount.ONE, ingredient] = view.plan_one[ingredient]
        view.icon_plan[Amount.SEVERAL, ingredient] = view.plan_three[ingredient]
    view.icon_plan[Amount.ONE, Icon.CREATURE] = 0.0
    view.icon_plan[Amount.SEVERAL, Icon.CREATURE] = 0.0


@inlined
def plan_each(view):
    """What one of every ingredient does for the plans."""
    return view.plan_one[Good.HERB] + view.plan_one[Good.SHROOM] + view.plan_one[Good.CRYSTAL]


@inlined
def survey_rounds(rules, beliefs, state, view):
    """How many rounds a power can still work in."""
    view.rounds_left[Pays.IN_TURNS] = rules.rounds - 1.0 - state.rounds + beliefs.turn_share * state.n_pool[state.seat]
    view.rounds_left[Pays.AT_ROUND_END] = rules.rounds - state.rounds


@inlined
def power_value(beliefs, view, card):
    """What a creature's power will bring in the rest of the game."""
    return beliefs.power_worth[card] * view.rounds_left[beliefs.pays_late[card]]


@compiled
def survey_creatures(rules, beliefs, state, view):
    """The VP and power of a creature more, by season, and of the best on show."""
    better = rules.creature_vp_in_forest - rules.creature_vp
    later = min(1.0, beliefs.next_home * (rules.rounds - state.rounds))
    herald = bonus(rules, state, state.seat, Card.CREATURE_HERALD)
    best, gain, power = -1.0, 0.0, 0.0
    for season in range(N_SEASONS):
        view.creature_gain[season] = rules.creature_vp + herald + better * (1.0 if finds_home(beliefs, view, season) else later)
        if state.n_pile[season] > 0:
            worth = power_value(beliefs, view, on_show(state, season))
            if view.creature_gain[season] + worth > best:
                best, gain, power = view.creature_gain[season] + worth, view.creature_gain[season], worth
    view.train_gain, view.train_power = gain, power
    for ingredient in range(N_INGREDIENTS):
        view.icon_creature[ingredient] = 0.0
        view.icon_power[ingredient] = 0.0
    view.icon_creature[Icon.CREATURE], view.icon_power[Icon.CREATURE] = gain, power
    view.gain_of[Icon.CREATURE] = gain + power
    view.pour_of[Icon.CREATURE] = gain + power


@compiled
def plan_loss(rules, beliefs, state, other, potion, berries):
    """What brewing one potion, with these berries, does to the plan for another."""
    seat, before, after = state.seat, 0, 0
    for ingredient in range(N_INGREDIENTS):
        need, stock = rules.cost[other, ingredient], state.stock[seat, ingredient]
        before += max(0, need - stock)
        after += max(0, need - max(0, stock - rules.cost[potion, ingredient]))
    before = max(0, before - state.stock[seat, Good.BERRY])
    after = max(0, after - state.stock[seat, Good.BERRY] + berries)
    return offer_value(rules, beliefs, state, seat, other) * (beliefs.patience[min(after, MAX_LACK)] - beliefs.patience[before])


@inlined
def plan_losses(rules, beliefs, state, potion, berries):
    """What brewing a potion does to the plans for all others on offer."""
    seat, change = state.seat, 0.0
    for place in range(rules.market_potions):
        other = state.market[place]
        if other != NONE and other != potion:
            change += beliefs.market_share * plan_loss(rules, beliefs, state, other, potion, berries)
    for place in range(state.n_reserved[seat]):
        other = state.reserved[seat, place]
        if other != potion:
            change += plan_loss(rules, beliefs, state, other, potion, berries)
    return change
