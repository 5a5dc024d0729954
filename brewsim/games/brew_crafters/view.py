"""What the features of one decision have in common: VIEW, worked out once a decision by `survey`.

The value of a hand to a plan is the best beer it is near to: its Rep, times `patience` for each card that is missing.
"""

from enum import IntEnum

import numpy as np

from brewsim.games.brew_crafters.beliefs import LESS, MORE
from brewsim.games.brew_crafters.rules import MAX_HAND, N_INGREDIENTS, N_RECIPES
from brewsim.games.brew_crafters.state import Phase
from brewsim.parts.compiling import compiled, inlined


class Plan(IntEnum):
    ANY = 0  # looks at all beers
    CHEAP = 1  # at the cheap ones
    LARGEST = 2  # at the one that takes most cards


N_PLANS = len(Plan)

VIEW = np.dtype(
    [
        ("remaining", np.float64),  # share of the way to the target that the leader still has to go
        ("value", np.float64, (N_RECIPES,)),  # (recipe) its Rep, discounted for each card that the hand lacks
        ("nearer", np.float64, (N_RECIPES,)),  # (recipe) the same if one card less were lacking
        ("farther", np.float64, (N_RECIPES,)),  # (recipe) the same if one card more were lacking
        ("plan", np.float64, (N_PLANS,)),  # (plan) value of the hand
        # What comes next is worked out only in the phases whose features ask for it.
        ("plan_gain", np.float64, (N_INGREDIENTS, N_PLANS)),  # (ingredient, plan) change of the hand's value with one card more
        ("plan_loss", np.float64, (N_INGREDIENTS, N_PLANS)),  # (ingredient, plan) the same with one card less
        ("blind_gain", np.float64, (N_PLANS,)),  # (plan) expected change with a card from the stack
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
    for recipe in range(N_RECIPES):
        lack = -state.balance[seat, recipe]  # cards that neither the hand nor its substitutes cover
        worth = state.worth[side, recipe]
        view.value[recipe] = worth * beliefs.patience[max(0, lack)]
        view.nearer[recipe] = worth * beliefs.patience[max(0, lack - 1)]
        view.farther[recipe] = worth * beliefs.patience[max(0, lack + 1)]
    best, cheap = 0.0, 0.0
    for recipe in range(N_RECIPES):
        best = max(best, view.value[recipe])
        cheap = max(cheap, view.value[recipe] * beliefs.is_cheap[recipe])
    view.plan[Plan.ANY], view.plan[Plan.CHEAP], view.plan[Plan.LARGEST] = best, cheap, view.value[beliefs.largest_recipe]
    if state.phase == Phase.DRAW or state.phase == Phase.AFTER_BREW:
        change_plans(beliefs, state, view, MORE, view.nearer, view.plan_gain)
    if state.phase == Phase.DRAW:
        expect_blind_card(beliefs, view)
    elif state.phase != Phase.PAY:
        change_plans(beliefs, state, view, LESS, view.farther, view.plan_loss)


@inlined
def change_plans(beliefs, state, view, more, other_value, out):
    """How the value of the hand to each plan changes with a card of each ingredient more or less.

    One card either makes up one more missing ingredient (`other_value`) or does not matter (`view.value`).
    """
    seat = state.seat
    side = state.side[seat]
    for ingredient in range(N_INGREDIENTS):
        held = MAX_HAND + state.held[seat, ingredient]
        best, cheap = 0.0, 0.0
        for recipe in range(N_RECIPES):
            matters = beliefs.matters[more, held - state.needs[side, recipe, ingredient]]
            value = other_value[recipe] if matters else view.value[recipe]
            if value > best:
                best = value
            if value * beliefs.is_cheap[recipe] > cheap:
                cheap = value
        out[ingredient, Plan.ANY] = best - view.plan[Plan.ANY]
        out[ingredient, Plan.CHEAP] = cheap - view.plan[Plan.CHEAP]
        matters = beliefs.matters[more, held - state.needs[side, beliefs.largest_recipe, ingredient]]
        out[ingredient, Plan.LARGEST] = other_value[beliefs.largest_recipe] - view.plan[Plan.LARGEST] if matters else 0.0


@inlined
def expect_blind_card(beliefs, view):
    """Average the gain over the deck as a whole, as a player does who knows its composition."""
    gain, cheap, largest = 0.0, 0.0, 0.0
    for ingredient in range(N_INGREDIENTS):
        share = beliefs.deck_share[ingredient]
        gain += share * view.plan_gain[ingredient, Plan.ANY]
        cheap += share * view.plan_gain[ingredient, Plan.CHEAP]
        largest += share * view.plan_gain[ingredient, Plan.LARGEST]
    view.blind_gain[Plan.ANY], view.blind_gain[Plan.CHEAP], view.blind_gain[Plan.LARGEST] = gain, cheap, largest
