"""What the seat to move may choose, and which item a choice uses. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.parts.compiling import compiled

from orchard import codes
from orchard.codes import Verb
from orchard.rules import N_KINDS, N_SOLD
from orchard.state import Phase


@compiled
def legal(rules, state, actions):
    """A card to play, to remove or to buy (OR-4, OR-5, OR-7), or no more of it."""
    actions[0], n = codes.DONE, 1
    if state.phase == Phase.BUY:
        for kind in range(N_SOLD):
            if state.supply[kind] > 0 and rules.cost[kind] <= state.coins:
                actions[n] = codes.BUY + kind
                n += 1
        return n
    for kind in range(N_KINDS):
        if state.hand[state.seat, kind] > 0 and (state.phase == Phase.CLEAR or rules.is_action[kind]):
            actions[n] = (codes.CLEAR if state.phase == Phase.CLEAR else codes.PLAY) + kind
            n += 1
    return n


@compiled
def item_of(rules, state, action):
    """A card is used when it is bought."""
    verb, kind = codes.decode(action)
    return kind if verb == Verb.BUY else NONE
