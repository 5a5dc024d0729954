"""The whole table of one game as a record, and its phases."""

from enum import IntEnum

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.brew_crafters.rules import MAX_DECK, MAX_SEATS, N_CLASSES, N_INGREDIENTS, N_KINDS, N_RECIPES

TEAM_SEATS = 4  # the number of seats that is played in two teams
ROUNDS_KEPT = 30  # the score is recorded after each of these first rounds
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


STATE = np.dtype(
    [
        *COMMON_STATE,
        ("side", np.int16, (MAX_SEATS,)),  # (seat) whose brewery and score it plays for
        ("deck", np.int16, (MAX_DECK,)),  # (place) kinds face down; the top is deck[n_deck - 1]
        ("n_deck", np.int16),  # cards in the face-down stack
        ("shuffles", np.int16),  # shuffles so far
        ("discard", np.int16, (N_KINDS,)),  # (kind) cards in the discard pile
        ("row", np.int16, (N_KINDS,)),  # (kind) cards face up
        ("hand", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind) cards in hand
        ("public", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind) of those, the ones that everybody saw taken
        ("brewery", np.int16, (MAX_SEATS, N_KINDS)),  # (side, kind) 1 if played
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
        # Derived: counts that follow from the above and that the rules ask for often; `check` counts them again.
        ("n_row", np.int16),
        ("n_discard", np.int16),
        ("held", np.int16, (MAX_SEATS, N_INGREDIENTS)),  # (seat, ingredient) cards in hand
        ("n_hand", np.int16, (MAX_SEATS,)),  # (seat) cards in hand
        ("classes", np.int16, (MAX_SEATS, N_CLASSES)),  # (side, class) cards in the brewery
        ("end_rates", np.int16, (MAX_SEATS, N_CLASSES)),  # (side, class) Rep at the end for each card of the class
        ("needs", np.int16, (MAX_SEATS, N_RECIPES, N_INGREDIENTS)),  # (side, recipe, ingredient) after savings
        ("recipe_cards", np.int16, (MAX_SEATS, N_RECIPES)),  # (side, recipe) cards that it takes, after savings
        ("worth", np.int16, (MAX_SEATS, N_RECIPES)),  # (side, recipe) Rep with bonuses
        ("balance", np.int16, (MAX_SEATS, N_RECIPES)),  # (seat, recipe) substitutes in hand minus missing cards: brewable from 0 on
        # Scratch of a shuffle.
        ("priorities", np.uint64, (MAX_DECK,)),  # scratch of the shuffle
        ("pool", np.int16, (N_KINDS,)),  # (kind) scratch: cards that a seat has not seen
    ],
    align=True,
)
