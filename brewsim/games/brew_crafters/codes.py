"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.games.brew_crafters.rules import KINDS, N_INGREDIENTS, N_KINDS, N_PRINTED, N_RECIPES, RECIPES
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


# The first code of each verb; what it is about is added, a kind by `about`.
TAKE = 0
BLIND = TAKE + N_PRINTED
PLAY = BLIND + 1
BREW = PLAY + N_PRINTED
PASS = BREW + N_RECIPES
SUBSTITUTE = PASS + 1
PAY = SUBSTITUTE + N_INGREDIENTS
FETCH = PAY + N_PRINTED
NIGHT_PLAY = FETCH + N_PRINTED
DONE = NIGHT_PLAY + N_PRINTED
GIVE = DONE + 1
KEEP = GIVE + N_PRINTED
DISCARD = KEEP + 1
N_CODES = DISCARD + N_PRINTED

ITEMS = KINDS + RECIPES
ITEM_KINDS = ("card",) * N_PRINTED + ("recipe",) * N_RECIPES


@inlined
def about(first, kind):
    """The code of a verb, by its first one, that is about a kind. Cards that a variant adds have codes behind all others.

    So the codes of printed cards stay as they are, and the luck of bots with them.
    """
    return first + kind + (kind >= N_PRINTED) * (N_CODES - N_PRINTED)


@inlined
def decode(action):
    """The verb of an action, and what it is about: a kind, a recipe, an ingredient, or 0."""
    is_added = action >= N_CODES
    verb, what = decode_printed(action - is_added * N_CODES)
    return verb, what + is_added * N_PRINTED


@inlined
def decode_printed(action):
    """The same for an action that is about no added card."""
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
