"""What the features of one decision have in common: VIEW, worked out once a decision by `survey`.

The value of a hand to a plan is the best beer it is near to: its Rep, times `patience` for each card that is missing. While a card is
drawn, the view looks ahead to the next one: the row is not refilled in between, so what lies there can still be taken.
"""

from enum import IntEnum

import numpy as np

from brewsim.games.brew_crafters.beliefs import LESS, MORE, ROW_BITS
from brewsim.games.brew_crafters.rules import MAX_HAND, N_CLASSES, N_INGREDIENTS, N_KINDS, N_RECIPES
from brewsim.games.brew_crafters.state import Phase
from brewsim.parts.compiling import compiled, inlined


class Plan(IntEnum):
    ANY = 0  # looks at all beers
    CHEAP = 1  # at the cheap ones
    LARGEST = 2  # at the one that takes most cards


N_PLANS = len(Plan)
LOOK_AHEAD = 2  # cards that are drawn one after the other
ALL_INGREDIENTS = (1 << N_INGREDIENTS) - 1  # as a set, a bit each
ROW_MASK = (1 << ROW_BITS) - 1

VIEW = np.dtype(
    [
        ("remaining", np.float64),  # share of the way to the target that the leader still has to go
        ("is_last_turn", np.bool_),  # the end was triggered: what the seat does not score now is lost
        ("per_card", np.float64, (N_RECIPES,)),  # (recipe) 1 / cards that it takes
        ("best_rate", np.float64),  # Rep of a card in the best beer of the brewery
        ("made_up", np.float64, (N_RECIPES, LOOK_AHEAD + 1)),  # (recipe, n) its Rep, discounted for each card that n more leave lacking
        ("farther", np.float64, (N_RECIPES,)),  # (recipe) the same if the hand had one card less
        ("plan", np.float64, (N_PLANS,)),  # (plan) value of the hand
        # What comes next is worked out only in the phases whose features ask for it.
        ("plan_gain", np.float64, (N_INGREDIENTS, N_PLANS)),  # (ingredient, plan) change of the hand's value with one card more
        ("plan_loss", np.float64, (N_INGREDIENTS, N_PLANS)),  # (ingredient, plan) the same with what leaves the hand
        ("next_gain", np.float64, (N_INGREDIENTS,)),  # (ingredient) what the next draw can add to that from the row
        ("last_rep", np.float64, (N_INGREDIENTS,)),  # (ingredient) most Rep that the last turn can score after such a card
        ("blind_gain", np.float64, (N_PLANS,)),  # (plan) expected change with a card from the stack
        ("blind_next_gain", np.float64),  # expected of a card from the stack
        ("blind_last_rep", np.float64),  # expected of a card from the stack
        # Scratch.
        ("helps", np.int64, (N_RECIPES,)),  # (recipe) set of ingredients of which a card makes up for a missing one
        ("has_next", np.int64, (N_RECIPES,)),  # (recipe) set of ingredients after which the row has such a card
        ("left", np.int16, (N_INGREDIENTS,)),  # (ingredient) MAX_HAND + cards in hand that are not yet due
    ],
    align=True,
)


@compiled
def survey(rules, beliefs, state, view):
    """Say how far the game has come, and value the hand with a card of each ingredient more or less."""
    seat = state.seat
    side = state.side[seat]
    lead = 0
    for other in range(state.n_seats):
        lead = max(lead, state.rep[other])
    view.remaining = max(0.0, 1.0 - lead / rules.target_rep)
    view.is_last_turn = state.end_round > 0
    rate_recipes(beliefs, state, view)
    if state.phase == Phase.PAY:  # the ingredient is due anyhow, so no plan depends on which card is paid
        return
    for recipe in range(N_RECIPES):
        lack = -state.balance[seat, recipe]  # cards that neither the hand nor its substitutes cover
        worth = state.worth[side, recipe]
        view.farther[recipe] = worth * beliefs.patience[max(0, lack + 1)]
        view.made_up[recipe, 0] = worth * beliefs.patience[max(0, lack)]
        if state.phase == Phase.DRAW or state.phase == Phase.AFTER_BREW:
            for cards in range(1, LOOK_AHEAD + 1):
                view.made_up[recipe, cards] = worth * beliefs.patience[max(0, lack - cards)]
    best, cheap = 0.0, 0.0
    for recipe in range(N_RECIPES):
        best = max(best, view.made_up[recipe, 0])
        cheap = max(cheap, view.made_up[recipe, 0] * beliefs.is_cheap[recipe])
    view.plan[Plan.ANY], view.plan[Plan.CHEAP], view.plan[Plan.LARGEST] = best, cheap, view.made_up[beliefs.largest_recipe, 0]
    if state.phase == Phase.DRAW:
        look_ahead(rules, beliefs, state, view)
        gain_cards(beliefs, view)
        if view.is_last_turn:
            look_for_last_rep(rules, beliefs, state, view)
    elif state.phase == Phase.SUBSTITUTE:
        lose_substitutes(rules, beliefs, state, view)
    else:
        if state.phase == Phase.AFTER_BREW:
            change_plans(beliefs, state, view, MORE, view.made_up[:, 1], view.plan_gain)
        change_plans(beliefs, state, view, LESS, view.farther, view.plan_loss)


@inlined
def change_plans(beliefs, state, view, more, other_value, out):
    """How the value of the hand to each plan changes with a card of each ingredient more or less.

    One card either makes up one more missing ingredient (`other_value`) or does not matter.
    """
    seat = state.seat
    side = state.side[seat]
    for ingredient in range(N_INGREDIENTS):
        held = MAX_HAND + state.held[seat, ingredient]
        best, cheap = 0.0, 0.0
        for recipe in range(N_RECIPES):
            matters = beliefs.matters[more, held - state.needs[side, recipe, ingredient]]
            value = other_value[recipe] if matters else view.made_up[recipe, 0]
            if value > best:
                best = value
            if value * beliefs.is_cheap[recipe] > cheap:
                cheap = value
        out[ingredient, Plan.ANY] = best - view.plan[Plan.ANY]
        out[ingredient, Plan.CHEAP] = cheap - view.plan[Plan.CHEAP]
        matters = beliefs.matters[more, held - state.needs[side, beliefs.largest_recipe, ingredient]]
        out[ingredient, Plan.LARGEST] = other_value[beliefs.largest_recipe] - view.plan[Plan.LARGEST] if matters else 0.0


@inlined
def look_ahead(rules, beliefs, state, view):
    """For each recipe, what a card of each ingredient and, if one more is drawn, the best second one from the row make up for.

    The second one may be of another ingredient, or of the same: the other half of a pair that stands in for a missing card.
    """
    seat = state.seat
    side = state.side[seat]
    in_row, twice_in_row = 0, 0
    if state.drawn + 1 < rules.cards_drawn:
        in_row, twice_in_row = row_ingredients(beliefs, state)
    for recipe in range(N_RECIPES):
        helps = 0
        for ingredient in range(N_INGREDIENTS):
            helps |= beliefs.helps[MAX_HAND + state.held[seat, ingredient] - state.needs[side, recipe, ingredient]] << ingredient
        ready = helps & in_row
        is_one = ready & (ready - 1) == 0
        others = (~ready if is_one else ALL_INGREDIENTS) if ready != 0 else 0
        view.helps[recipe] = helps & ALL_INGREDIENTS
        view.has_next[recipe] = others | (helps >> N_INGREDIENTS & twice_in_row)


@inlined
def gain_cards(beliefs, view):
    """How the value of the hand changes with a card of each ingredient, and what the next draw can add to that."""
    gain, cheap_gain, largest_gain, next_gain = 0.0, 0.0, 0.0, 0.0
    for ingredient in range(N_INGREDIENTS):
        best, cheap, best_next = 0.0, 0.0, 0.0
        for recipe in range(N_RECIPES):
            cards = view.helps[recipe] >> ingredient & 1
            value = view.made_up[recipe, cards]
            best = max(best, value)
            cheap = max(cheap, value * beliefs.is_cheap[recipe])
            best_next = max(best_next, view.made_up[recipe, cards + (view.has_next[recipe] >> ingredient & 1)])
        largest = view.made_up[beliefs.largest_recipe, view.helps[beliefs.largest_recipe] >> ingredient & 1]
        view.plan_gain[ingredient, Plan.ANY] = best - view.plan[Plan.ANY]
        view.plan_gain[ingredient, Plan.CHEAP] = cheap - view.plan[Plan.CHEAP]
        view.plan_gain[ingredient, Plan.LARGEST] = largest - view.plan[Plan.LARGEST]
        view.next_gain[ingredient] = best_next - best
        share = beliefs.deck_share[ingredient]  # a player knows what is in the deck as a whole
        gain += share * (best - view.plan[Plan.ANY])
        cheap_gain += share * (cheap - view.plan[Plan.CHEAP])
        largest_gain += share * (largest - view.plan[Plan.LARGEST])
        next_gain += share * (best_next - best)
    view.blind_gain[Plan.ANY], view.blind_gain[Plan.CHEAP], view.blind_gain[Plan.LARGEST] = gain, cheap_gain, largest_gain
    view.blind_next_gain = next_gain


@inlined
def row_ingredients(beliefs, state):
    """The ingredients in the row, and those of which there are two or more, as sets."""
    counts = 0  # of all ingredients in one number, ROW_BITS for each
    for kind in range(N_KINDS):
        counts += state.row[kind] << beliefs.row_shift[kind]
    once, twice = 0, 0
    for ingredient in range(N_INGREDIENTS):
        count = counts >> (ROW_BITS * ingredient) & ROW_MASK
        once |= (count > 0) << ingredient
        twice |= (count > 1) << ingredient
    return once, twice


@compiled
def look_for_last_rep(rules, beliefs, state, view):
    """The most Rep that the last turn can score after a card of each ingredient: a beer, or the end bonus of a card in hand."""
    seat = state.seat
    side = state.side[seat]
    best_end = 0
    for kind in range(N_KINDS):
        if state.hand[seat, kind] > 0 and state.brewery[side, kind] == 0:
            best_end = max(best_end, end_of(rules, state, side, kind))
    view.blind_last_rep = 0.0
    for ingredient in range(N_INGREDIENTS):
        rep = best_end
        for recipe in range(N_RECIPES):
            cards = (view.helps[recipe] >> ingredient & 1) + (view.has_next[recipe] >> ingredient & 1)
            if state.balance[seat, recipe] + cards >= 0:
                rep = max(rep, state.worth[side, recipe])
        view.last_rep[ingredient] = rep
        view.blind_last_rep += beliefs.deck_share[ingredient] * rep


@compiled
def lose_substitutes(rules, beliefs, state, view):
    """How the value of what stays in the hand changes if a substitute's cards of each ingredient leave it, all of them."""
    side = state.side[state.seat]
    for ingredient in range(N_INGREDIENTS):
        view.left[ingredient] = MAX_HAND + state.held[state.seat, ingredient] - state.due[ingredient]
        for plan in range(N_PLANS):
            view.plan_loss[ingredient, plan] = 0.0
    view.plan[Plan.ANY], view.plan[Plan.CHEAP], view.plan[Plan.LARGEST] = 0.0, 0.0, 0.0
    for recipe in range(N_RECIPES):
        balance = 0
        for ingredient in range(N_INGREDIENTS):
            balance += rules.cover[view.left[ingredient] - state.needs[side, recipe, ingredient]]
        add_to_plans(beliefs, state, recipe, balance, view.plan)
        for ingredient in range(N_INGREDIENTS):
            surplus = view.left[ingredient] - state.needs[side, recipe, ingredient]
            change = rules.cover[surplus - rules.substitute_cards] - rules.cover[surplus]
            add_to_plans(beliefs, state, recipe, balance + change, view.plan_loss[ingredient])
    for ingredient in range(N_INGREDIENTS):
        for plan in range(N_PLANS):
            view.plan_loss[ingredient, plan] -= view.plan[plan]


@inlined
def add_to_plans(beliefs, state, recipe, balance, plans):
    """Let the plans look at one more recipe, with this balance of the hand."""
    value = state.worth[state.side[state.seat], recipe] * beliefs.patience[max(0, -balance)]
    plans[Plan.ANY] = max(plans[Plan.ANY], value)
    plans[Plan.CHEAP] = max(plans[Plan.CHEAP], value * beliefs.is_cheap[recipe])
    if recipe == beliefs.largest_recipe:
        plans[Plan.LARGEST] = value


@inlined
def rate_recipes(beliefs, state, view):
    """What a card is worth in the beers that the brewery makes."""
    side = state.side[state.seat]
    best = 0.0
    for recipe in range(N_RECIPES):
        share = beliefs.per_card[state.recipe_cards[side, recipe]]
        view.per_card[recipe] = share
        best = max(best, state.worth[side, recipe] * share)
    view.best_rate = best


@inlined
def end_of(rules, state, side, kind):
    """End bonus that a card brings: it counts for itself and for earlier cards, and earlier cards count for it."""
    card_class = rules.card_class[kind]
    end = rules.end_rep[kind, card_class] + state.end_rates[side, card_class]
    for other_class in range(N_CLASSES):
        end += rules.end_rep[kind, other_class] * state.classes[side, other_class]
    return end
