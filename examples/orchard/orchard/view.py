"""What the features of one decision have in common: how late it is, and what the deck of the seat is like."""

import numpy as np
from brewsim.parts.compiling import compiled

from orchard.kernel import empty_piles
from orchard.rules import GROVE, N_KINDS, WEED

VIEW = np.dtype(
    [
        ("late", np.float64),  # part of the game that is over
        ("money", np.float64),  # of a card of the deck, on average
        ("crowd", np.float64),  # cards of a hand that need an action and give none back
        ("junk", np.float64),  # part of the deck that is apples, saplings at the start of the game, and weeds
        ("weeds_left", np.float64),  # 1 if there are any
    ],
    align=True,
)


@compiled
def survey(rules, beliefs, state, view):
    """Fill every field of the view, from the cards that the seat is known to own."""
    seat = state.seat
    cards, money, crowd, junk = 0, 0, 0, 0
    for kind in range(N_KINDS):
        owned = state.owned[seat, kind]
        cards += owned
        money += owned * rules.money[kind]
        crowd += owned * (rules.is_action[kind] and rules.actions[kind] == 0)
        junk += owned * (rules.start[kind] > 0 or kind == WEED)
    groves = rules.copies[GROVE] + state.n_seats * rules.copies_per_seat[GROVE]
    sold = 1.0 - state.supply[GROVE] / max(1, groves)
    view.late = max(beliefs.late[state.rounds], max(sold, empty_piles(state) / rules.empty_piles))
    view.money = money / max(1, cards)
    view.crowd = crowd * rules.hand_size / max(1, cards)
    view.junk = junk / max(1, cards)
    view.weeds_left = 1.0 if state.supply[WEED] > 0 else 0.0
