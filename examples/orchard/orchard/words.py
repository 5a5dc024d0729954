"""A game of Orchard in words: what a player at the table would say of each decision."""

import numpy as np

from orchard import codes
from orchard.codes import Verb
from orchard.rules import KINDS, N_KINDS
from orchard.state import Phase


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the deal."""
    return [f"Seat {seat + 1} draws {cards(state.hand[seat])}." for seat in range(state.n_seats)]


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    verb, kind = codes.decode(action)
    drawn = f": {cards(np.maximum(0, (after.hand - before.hand)[before.seat]))}" if verb == Verb.PLAY and rules.cards[kind] else ""
    return overheard(rules, before, action, after) + drawn


def overheard(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """The same as another seat hears it: not which cards were drawn."""
    verb, kind = codes.decode(action)
    match verb:
        case Verb.PLAY:
            return f"plays {KINDS[kind]}" + (f", draws {rules.cards[kind]}" if rules.cards[kind] else "")
        case Verb.CLEAR:
            return f"removes {KINDS[kind]} from the game"
        case Verb.BUY:
            return f"buys {KINDS[kind]} for {rules.cost[kind]} of {before.coins}"
        case _:
            return {Phase.ACTION: "plays no more", Phase.CLEAR: "removes no more", Phase.BUY: "stops buying"}[Phase(before.phase)]


def standing(rules: np.record, state: np.record) -> str:
    """The points and decks, for the end of a round: a part for each seat."""
    points = state.owned @ rules.points
    return "; ".join(f"seat {seat + 1} {points[seat]} points ({cards(state.owned[seat])})" for seat in range(state.n_seats))


def cards(counts: np.ndarray) -> str:
    """A list such as '2 tree, well'."""
    return ", ".join(f"{counts[k]} {KINDS[k]}" if counts[k] > 1 else KINDS[k] for k in range(N_KINDS) if counts[k] > 0) or "nothing"
