"""What a bot takes for granted: its named beliefs (bots.toml), as tables that follow from them and from the rules."""

from collections.abc import Mapping

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.brew_crafters.rules import MAX_HAND, N_INGREDIENTS, N_KINDS, N_RECIPES
from brewsim.parts.exact import powers

LESS, MORE = 0, 1  # cards in hand

BELIEFS = np.dtype(
    [
        ("patience", np.float64, (MAX_HAND,)),  # (missing cards) share of its Rep that a beer is worth to a plan
        ("is_cheap", np.float64, (N_RECIPES,)),  # (recipe) 1 if it is a cheap one to a plan
        ("largest_recipe", np.int16),  # the one that takes most cards
        ("deck_share", np.float64, (N_INGREDIENTS,)),  # (ingredient) share of the deck
        ("matters", np.int16, (2, 2 * MAX_HAND)),  # (less or more, MAX_HAND + surplus) 1 if such a card changes what is covered
        ("total_bonus", np.int16, (N_KINDS,)),  # (kind) bonus Rep over all recipes
        ("total_saved", np.int16, (N_KINDS,)),  # (kind) cards saved over all recipes and ingredients
        ("total_takes", np.int16, (N_KINDS,)),  # (kind) cards to take over all ingredients
    ],
    align=True,
)


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules."""
    beliefs = new_record(BELIEFS)
    recipe_cards = rules.needs.sum(axis=1)
    beliefs.patience[:] = powers(values["patience"], MAX_HAND)
    beliefs.is_cheap[:] = recipe_cards <= values["cheap_cards"]
    beliefs.largest_recipe = recipe_cards.argmax()
    beliefs.deck_share[:] = np.bincount(rules.ingredient, rules.copies, N_INGREDIENTS) / rules.copies.sum()
    is_step = np.diff(rules.cover) != 0
    beliefs.matters[LESS, 1:] = beliefs.matters[MORE, :-1] = is_step
    beliefs.total_bonus[:] = rules.bonus_rep.sum(axis=1)
    beliefs.total_saved[:] = rules.saves.sum(axis=(1, 2))
    beliefs.total_takes[:] = rules.takes.sum(axis=1)
    return beliefs
