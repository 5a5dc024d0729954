"""What the seat to move may choose, and which item a choice uses. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.parts.compiling import compiled

from my_game import codes
from my_game.codes import Verb
from my_game.kernel import deck_has_card
from my_game.rules import N_GOODS
from my_game.state import Phase


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose, each once and always in the same order (MG-3, MG-5, MG-6)."""
    seat, n = state.seat, 0
    if state.phase == Phase.DISCARD:
        actions[n] = codes.KEEP
        n += 1
        for good in range(N_GOODS):
            if state.hand[seat, good] > 0:
                actions[n] = codes.DISCARD + good
                n += 1
        return n
    actions[n] = codes.SEND_OFF
    n += 1
    if deck_has_card(state):
        actions[n] = codes.TURN_UP
        n += 1
    if state.plays_left > 0:
        for good in range(N_GOODS):
            if state.hand[seat, good] > 0 and state.boat[good] == 0:
                actions[n] = codes.PLAY + good
                n += 1
    return n


@compiled
def item_of(rules, state, action):
    """A good is used when it is played from the hand: nobody chooses what is turned up."""
    verb, good = codes.decode(action)
    return good if verb == Verb.PLAY else NONE
