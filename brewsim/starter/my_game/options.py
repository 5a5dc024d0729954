"""What the seat to move may choose, and which item a choice uses. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.parts.compiling import compiled

from my_game import codes
from my_game.rules import N_GOODS


@compiled
def legal(rules, state, actions):
    """Sell or return a good that the seat holds (MG-3, MG-4): each action once, and always in the same order."""
    n = 0
    for good in range(N_GOODS):
        if state.hand[state.seat, good] > 0:
            actions[n], actions[n + 1] = codes.SELL + good, codes.RETURN + good
            n += 2
    return n


@compiled
def item_of(rules, state, action):
    """A good is used when it is sold."""
    sells, good = codes.decode(action)
    return good if sells else NONE
