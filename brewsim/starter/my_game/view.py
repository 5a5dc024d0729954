"""What the features of one decision have in common: VIEW, worked out once a decision by `survey`, from what the seat may see."""

import numpy as np
from brewsim.parts.compiling import compiled

from my_game.rules import N_GOODS

VIEW = np.dtype(
    [
        ("goods", np.int16),  # in the boat
        ("worth", np.float64),  # points of the boat as it is
        ("risk", np.float64),  # chance that the next card sinks it
        ("gain", np.float64),  # expected points of the next card, where it does not sink it
        ("is_last_round", np.bool_),
        ("lead", np.float64),  # score of the seat minus the best other one
    ],
    align=True,
)


@compiled
def survey(rules, beliefs, state, view):
    """Fill every field of the view: it may hold anything before. A card that the seat has not seen is in the deck or in another hand."""
    seat = state.seat
    goods, worth = 0, 0.0
    unseen, sinking, gain = 0, 0, 0.0
    for good in range(N_GOODS):
        goods += state.boat[good]
        worth += state.boat[good] * rules.points[good]
        cards = rules.copies[good] - state.discard[good] - state.boat[good] - state.hand[seat, good]
        unseen += cards
        sinking += cards * state.boat[good]
        gain += cards * (1 - state.boat[good]) * rules.points[good]
    view.goods = goods
    view.worth = worth + (rules.full_bonus if goods >= rules.full_boat else 0)
    view.risk = sinking / max(1, unseen)
    view.gain = gain / max(1, unseen)
    if goods + 1 == rules.full_boat:
        view.gain += (1.0 - view.risk) * rules.full_bonus
    view.is_last_round = state.rounds + 1 == rules.rounds
    best = -1000
    for other in range(state.n_seats):
        if other != seat:
            best = max(best, state.score[other])
    view.lead = state.score[seat] - best
