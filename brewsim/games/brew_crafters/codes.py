"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.games.brew_crafters.rules import KINDS, N_INGREDIENTS, N_KINDS, N_RECIPES, RECIPES
from brewsim.parts.compiling import inlined


class Verb(IntEnum):
    TAKE = 0  # a kind from the face-up row
    BLIND = 1  # a card from the stack
    PLAY = 2  # a kind into the brewery
    BREW = 3  # a recipe
    PASS = 4
    SUBSTITUTE = 5  # an ingredient that is given for a missing one
    PAY = 6  # a kind into the kettle
    FETCH = 7  # a kind from the row after brewing
    NIGHT_PLAY = 8  # a kind played after brewing
    DONE = 9  # no more effects after brewing
    GIVE = 10  # a kind to the team mate
    KEEP = 11  # give nothing
    DISCARD = 12  # a kind


# The first code of each verb; what it is about is added.
TAKE = 0
BLIND = TAKE + N_KINDS
PLAY = BLIND + 1
BREW = PLAY + N_KINDS
PASS = BREW + N_RECIPES
SUBSTITUTE = PASS + 1
PAY = SUBSTITUTE + N_INGREDIENTS
FETCH = PAY + N_KINDS
NIGHT_PLAY = FETCH + N_KINDS
DONE = NIGHT_PLAY + N_KINDS
GIVE = DONE + 1
KEEP = GIVE + N_KINDS
DISCARD = KEEP + 1
N_ACTIONS = DISCARD + N_KINDS

ITEMS = KINDS + RECIPES
ITEM_KINDS = ("card",) * N_KINDS + ("recipe",) * N_RECIPES


@inlined
def decode(action):
    """The verb of an action, and what it is about: a kind, a recipe, an ingredient, or 0."""
    if action < BLIND:
        return Verb.TAKE, action - TAKE
    if action < PLAY:
        return Verb.BLIND, 0
    if action < BREW:
        return Verb.PLAY, action - PLAY
    if action < PASS:
        return Verb.BREW, action - BREW
    if action < SUBSTITUTE:
        return Verb.PASS, 0
    if action < PAY:
        return Verb.SUBSTITUTE, action - SUBSTITUTE
    if action < FETCH:
        return Verb.PAY, action - PAY
    if action < NIGHT_PLAY:
        return Verb.FETCH, action - FETCH
    if action < DONE:
        return Verb.NIGHT_PLAY, action - NIGHT_PLAY
    if action < GIVE:
        return Verb.DONE, 0
    if action < KEEP:
        return Verb.GIVE, action - GIVE
    if action < DISCARD:
        return Verb.KEEP, 0
    return Verb.DISCARD, action - DISCARD


@inlined
def card_item(kind):
    """The item that a card is."""
    return kind


@inlined
def recipe_item(recipe):
    """The item that a recipe is."""
    return N_KINDS + recipe
