"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from brewsim.parts.compiling import inlined

from my_game.rules import GOODS, N_GOODS

SELL, RETURN = 0, N_GOODS  # the first code of each; the good is added

ITEMS = GOODS  # what `brewsim cards` measures
ITEM_KINDS = ("good",) * N_GOODS


@inlined
def decode(action):
    """Whether an action sells, and the good that it is about."""
    return action < RETURN, action % N_GOODS
