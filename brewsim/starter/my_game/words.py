"""A game of My Game in words: what a player at the table would say of each decision."""

import numpy as np

from my_game import codes
from my_game.rules import GOODS


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the deal."""
    return [f"Seat {seat + 1} draws {cards(state.hand[seat])}." for seat in range(state.n_seats)]


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    sells, good = codes.decode(action)
    what = f"{before.hand[before.seat, good]} {GOODS[good]}"
    return f"sells {what}: +{(after.score - before.score)[before.seat]} points" if sells else f"returns {what}"


def standing(rules: np.record, state: np.record) -> str:
    """What lies open, then a part for each seat, which only the seat itself is shown."""
    prices = ", ".join(f"{good} {price}" for good, price in zip(GOODS, state.price))
    hands = [f"seat {seat + 1} holds {cards(state.hand[seat])}" for seat in range(state.n_seats)]
    return "; ".join([f"prices {prices}", f"points {', '.join(map(str, state.score[: state.n_seats]))}", *hands])


def cards(counts: np.ndarray) -> str:
    """A list such as '2 salt, 1 gold'."""
    return ", ".join(f"{number} {good}" for good, number in zip(GOODS, counts) if number)
