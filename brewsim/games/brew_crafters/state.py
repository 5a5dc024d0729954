"""The whole table of one game as a record, and the codes of phases and actions."""

from enum import IntEnum

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.brew_crafters.rules import (
    KINDS,
    MAX_DECK,
    MAX_SEATS,
    N_CLASSES,
    N_INGREDIENTS,
    N_KINDS,
    N_RECIPES,
    RECIPES,
)

ROUNDS_KEPT = 30  # the score is recorded after each of the first so many rounds
DECK_STREAM = 0  # of chance: shuffle s of the deck is stream DECK_STREAM + s
CONCEAL_STREAM = 0  # of the key that `conceal` is given


class Phase(IntEnum):
    DRAW = 0  # one of the cards of step 1
    ACT = 1  # step 2: play, brew or pass
    SUBSTITUTE = 2  # which ingredient stands in for a missing one
    PAY = 3  # which card of an ingredient goes into the kettle
    AFTER_BREW = 4  # Farm, Barley Grower, Night Shift, in any order
    GIVE = 5  # a card for the team mate
    DISCARD = 6  # down to the hand limit


# Action codes: a base plus a kind, recipe or ingredient. Plain integers, because kernels compare them.
TAKE = 0  # + kind, from the face-up row
BLIND = TAKE + N_KINDS  # from the stack
PLAY = BLIND + 1  # + kind
BREW = PLAY + N_KINDS  # + recipe
PASS = BREW + N_RECIPES
SUBSTITUTE = PASS + 1  # + ingredient that is given twice
PAY = SUBSTITUTE + N_INGREDIENTS  # + kind
FETCH = PAY + N_KINDS  # + kind taken from the row after brewing
NIGHT_PLAY = FETCH + N_KINDS  # + kind played after brewing
DONE = NIGHT_PLAY + N_KINDS  # no more effects after brewing
GIVE = DONE + 1  # + kind
KEEP = GIVE + N_KINDS  # give nothing
DISCARD = KEEP + 1  # + kind
N_ACTIONS = DISCARD + N_KINDS

ITEMS = KINDS + RECIPES
ITEM_KINDS = ("card",) * N_KINDS + ("recipe",) * N_RECIPES
SCORE_SOURCES = ("rep_recipes", "rep_bonuses", "rep_workers", "rep_equipment")
PROGRESS = tuple(f"score_after_{r + 1}" for r in range(ROUNDS_KEPT))
METRICS = (
    *SCORE_SOURCES,
    *(f"beers_{recipe}" for recipe in RECIPES),
    "cards_played",
    "cards_left",
    "turns",
    "end_round",
    "triggered_end",
    *PROGRESS,
)
INVARIANTS = (
    "a card is lost or doubled",
    "a count is negative",
    "two cards of one name in a brewery",
    "a hand is larger than it can be",
    "the counts kept of a hand are wrong",
    "the counts kept of a brewery are wrong",
    "more cards face up than there is room for",
    "more cards publicly known than held",
)

STATE = np.dtype(
    [
        *COMMON_STATE,
        ("side", np.int16, (MAX_SEATS,)),  # (seat) whose brewery and score it plays for
        ("deck", np.int16, (MAX_DECK,)),  # (place) kinds face down; the top is deck[n_deck - 1]
        ("n_deck", np.int16),  # cards in the face-down stack
        ("priorities", np.uint64, (MAX_DECK,)),  # scratch of the shuffle
        ("shuffles", np.int16),  # shuffles so far
        ("discard", np.int16, (N_KINDS,)),  # (kind) cards in the discard pile
        ("n_discard", np.int16),
        ("row", np.int16, (N_KINDS,)),  # (kind) cards face up
        ("n_row", np.int16),
        ("hand", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind) cards in hand
        ("public", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind) of those, the ones that everybody saw taken
        ("held", np.int16, (MAX_SEATS, N_INGREDIENTS)),  # (seat, ingredient) cards in hand
        ("n_hand", np.int16, (MAX_SEATS,)),  # (seat) cards in hand
        ("brewery", np.int16, (MAX_SEATS, N_KINDS)),  # (side, kind) 1 if played
        ("classes", np.int16, (MAX_SEATS, N_CLASSES)),  # (side, class) cards in the brewery
        ("end_rates", np.int16, (MAX_SEATS, N_CLASSES)),  # (side, class) Rep at the end for each card of the class
        ("needs", np.int16, (MAX_SEATS, N_RECIPES, N_INGREDIENTS)),  # (side, recipe, ingredient) after savings
        ("worth", np.int16, (MAX_SEATS, N_RECIPES)),  # (side, recipe) Rep with bonuses
        ("balance", np.int16, (MAX_SEATS, N_RECIPES)),  # (seat, recipe) substitutes in hand minus missing cards: brewable from 0 on
        ("rep", np.int16, (MAX_SEATS,)),  # (side) on the scorecard
        ("drawn", np.int16),  # cards drawn in this turn
        ("recipe", np.int16),  # being brewed
        ("lacking", np.int16),  # missing ingredients that still need a substitute
        ("due", np.int16, (N_INGREDIENTS,)),  # (ingredient) cards still to be paid
        ("takes_left", np.int16, (N_INGREDIENTS,)),  # (ingredient) face-up cards that may still be taken
        ("plays_left", np.int16),  # cards that may still be played after brewing
        ("end_round", np.int16),  # 1 + round in which the target was reached, 0 before
        ("end_side", np.int16),  # the side that reached it
        ("rep_recipes", np.int16, (MAX_SEATS,)),  # (side) Rep of the recipes themselves
        ("rep_bonuses", np.int16, (MAX_SEATS,)),  # (side) Rep of brewery cards while brewing
        ("rep_end", np.int16, (MAX_SEATS, N_CLASSES)),  # (side, class) Rep of the end bonuses
        ("beers", np.int16, (MAX_SEATS, N_RECIPES)),  # (seat, recipe) brewed
        ("cards_played", np.int16, (MAX_SEATS,)),  # (seat)
        ("turns", np.int16, (MAX_SEATS,)),  # (seat)
        ("rep_after", np.int16, (ROUNDS_KEPT, MAX_SEATS)),  # (round, side)
        ("pool", np.int16, (N_KINDS,)),  # (kind) scratch: cards that a seat has not seen
        # Scratch of `survey` for the features of one decision.
        ("value", np.float64, (N_RECIPES,)),  # (recipe) its Rep, discounted for each card that the hand lacks
        ("nearer", np.float64, (N_RECIPES,)),  # (recipe) the same if one card less were lacking
        ("farther", np.float64, (N_RECIPES,)),  # (recipe) the same if one card more were lacking
        ("plan", np.float64, (3,)),  # (plan) value of the hand: any beer, a cheap one, the dearest
        ("plan_gain", np.float64, (N_INGREDIENTS, 3)),  # (ingredient, plan) change of the hand's value with one card more
        ("plan_loss", np.float64, (N_INGREDIENTS, 3)),  # (ingredient, plan) the same with one card less
        ("blind_gain", np.float64, (3,)),  # (plan) expected change with a card from the stack
        ("remaining", np.float64),  # share of the way to the target that the leader still has to go
    ],
    align=True,
)
