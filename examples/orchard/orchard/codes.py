"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.parts.compiling import inlined

from orchard.rules import KINDS, N_KINDS, N_SOLD


class Verb(IntEnum):
    DONE = 0  # with actions, with removing cards, or with buying
    PLAY = 1  # a kind from the hand
    CLEAR = 2  # a kind of the hand
    BUY = 3  # a kind


DONE, PLAY, CLEAR, BUY = (verb * N_KINDS for verb in Verb)  # the first code of each; the kind is added
ITEMS = KINDS[:N_SOLD]
ITEM_KINDS = ("money",) * 3 + ("points",) * 3 + ("action",) * 5  # cards are compared with others of their kind


@inlined
def decode(action):
    """The verb of an action, and the kind that it is about, or 0."""
    return action // N_KINDS, action % N_KINDS
