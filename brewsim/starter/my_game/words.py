"""A game of My Game in words: what a player at the table would say of each decision."""

import numpy as np
from brewsim.engine.levers import tell_levers

from my_game import codes
from my_game.codes import Verb
from my_game.rules import GOODS, N_GOODS


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the deal."""
    lines = [f"Seat {seat + 1} is dealt {cards(state.hand[seat])}." for seat in range(state.n_seats)]
    return lines + tell_levers({"points": rules.start_points}, state.n_seats)


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    seat = int(before.seat)
    verb, good = codes.decode(action)
    match verb:
        case Verb.TURN_UP if after.sunk[seat] > before.sunk[seat]:
            return f"turns up a card: the boat with {cards(before.boat)} sinks"
        case Verb.TURN_UP:
            return f"turns up a card: {GOODS[int(np.argmax(after.boat - before.boat))]}"
        case Verb.PLAY:
            return f"loads {GOODS[good]} from the hand"
        case Verb.SEND_OFF:
            return f"sends off {cards(before.boat)}: +{after.score[seat] - before.score[seat]} points"
        case Verb.KEEP:
            return "keeps its hand"
        case _:
            return f"discards {GOODS[good]}"


def standing(rules: np.record, state: np.record) -> str:
    """The scores, for the end of a round: a part for each seat."""
    return "; ".join(f"seat {seat + 1} {state.score[seat]} points ({state.sunk[seat]} boats lost)" for seat in range(state.n_seats))


def cards(counts: np.ndarray) -> str:
    """A list such as '2 salt, gold'."""
    named = [f"{counts[good]} {GOODS[good]}" if counts[good] > 1 else GOODS[good] for good in range(N_GOODS) if counts[good] > 0]
    return ", ".join(named) or "nothing"
