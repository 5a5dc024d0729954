"""What a bot takes for granted: its named beliefs (bots.toml), as tables that follow from them and from the rules."""

from collections.abc import Mapping

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.brew_crafters.rules import MAX_HAND, MAX_ROW, N_INGREDIENTS, N_KINDS, N_RECIPES
from brewsim.parts.exact import powers

LESS, MORE = 0, 1  # cards in hand
ROW_BITS = MAX_ROW.bit_length()  # that count the cards of one ingredient in the row
LEAST_RATE = 1e-9  # Rep of a card, where all beers score nothing

BELIEFS = np.dtype(
    [
        ("patience", np.float64, (MAX_HAND,)),  # (missing cards) share of its Rep that a beer is worth to a plan
        ("is_cheap", np.float64, (N_RECIPES,)),  # (recipe) 1 if it is a cheap one to a plan
        ("largest_recipe", np.int16),  # the one that takes most cards
        ("deck_share", np.float64, (N_INGREDIENTS,)),  # (ingredient) share of the deck
        ("kind_share", np.float64, (N_KINDS,)),  # (kind) share of the deck
        ("matters", np.int16, (2, 2 * MAX_HAND)),  # (less or more, MAX_HAND + surplus) 1 if such a card changes what is covered
        # (MAX_HAND + surplus) 1 if one card more makes up for a missing one, plus 1 << N_INGREDIENTS if a second one does
        ("helps", np.int64, (2 * MAX_HAND,)),
        ("row_shift", np.int64, (N_KINDS,)),  # (kind) where its ingredient stands in the counts of the row
        ("per_card", np.float64, (MAX_HAND,)),  # (cards that a beer takes) share of a card in its Rep; one that takes none counts as 1
        ("total_bonus", np.float64, (N_KINDS,)),  # (kind) bonus Rep over all recipes, less for those that are worth little
        ("total_saved", np.int16, (N_KINDS,)),  # (kind) cards saved over all recipes and ingredients
        ("total_takes", np.float64, (N_KINDS,)),  # (kind) cards to take over all ingredients, as far as the row has them
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
    beliefs.kind_share[:] = rules.copies / rules.copies.sum()
    is_step = np.diff(rules.cover) != 0
    beliefs.matters[LESS, 1:] = beliefs.matters[MORE, :-1] = is_step
    beliefs.helps[:-2] = is_step[:-1] + (is_step[1:].astype(np.int64) << N_INGREDIENTS)
    beliefs.row_shift[:] = ROW_BITS * rules.ingredient
    beliefs.per_card[:] = 1.0 / np.maximum(1, np.arange(MAX_HAND))
    rates = (rules.rep + rules.bonus_rep) / recipe_cards  # Rep of a card in a beer, with the bonus of one kind
    best_rate = max(float((rules.rep / recipe_cards).max()), LEAST_RATE)
    beliefs.total_bonus[:] = (rules.bonus_rep * np.minimum(1.0, rates / best_rate)).sum(axis=1)
    beliefs.total_saved[:] = np.minimum(rules.saves, rules.needs).sum(axis=(1, 2))
    beliefs.total_takes[:] = np.minimum(rules.takes, rules.face_up_cards * beliefs.deck_share).sum(axis=1)
    return beliefs
