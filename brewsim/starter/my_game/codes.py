"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.parts.compiling import inlined

from my_game.rules import GOODS, N_GOODS


class Verb(IntEnum):
    TURN_UP = 0  # the top card of the deck
    SEND_OFF = 1  # the boat
    KEEP = 2  # all cards of the hand
    PLAY = 3  # a good from the hand
    DISCARD = 4  # a good from the hand


# The first code of each verb; the good is added.
TURN_UP, SEND_OFF, KEEP, PLAY = 0, 1, 2, 3
DISCARD = PLAY + N_GOODS

ITEMS = GOODS  # what `brewsim cards` measures
ITEM_KINDS = ("good",) * N_GOODS


@inlined
def decode(action):
    """The verb of an action, and the good that it is about, or 0."""
    if action == TURN_UP:
        return Verb.TURN_UP, 0
    if action == SEND_OFF:
        return Verb.SEND_OFF, 0
    if action == KEEP:
        return Verb.KEEP, 0
    if action < DISCARD:
        return Verb.PLAY, action - PLAY
    return Verb.DISCARD, action - DISCARD
