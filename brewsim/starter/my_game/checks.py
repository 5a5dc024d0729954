"""What must be true of the table before every decision. Whatever is counted twice, or could go wrong, has an invariant."""

from enum import IntEnum

from brewsim.parts.compiling import compiled

from my_game.kernel import cards_in_hand
from my_game.rules import N_GOODS


class Invariant(IntEnum):
    WHOLE = 0
    CARD_LOST = 1
    NEGATIVE_COUNT = 2
    HAND_TOO_LARGE = 3
    GOOD_TWICE = 4
    WRONG_SCORE = 5


INVARIANTS = {
    Invariant.CARD_LOST: "a card is lost or doubled",
    Invariant.NEGATIVE_COUNT: "a count is negative",
    Invariant.HAND_TOO_LARGE: "a hand has more cards than it is filled up to",
    Invariant.GOOD_TWICE: "a boat has a good twice",
    Invariant.WRONG_SCORE: "a score is not the sum of what it is made of",
}


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    for good in range(N_GOODS):
        cards = state.discard[good] + state.boat[good]
        for place in range(state.n_deck):
            cards += state.deck[place] == good
        for seat in range(state.n_seats):
            cards += state.hand[seat, good]
            if state.hand[seat, good] < 0:
                return Invariant.NEGATIVE_COUNT
        if cards != rules.copies[good]:
            return Invariant.CARD_LOST
        if state.discard[good] < 0 or state.boat[good] < 0:
            return Invariant.NEGATIVE_COUNT
        if state.boat[good] > 1:
            return Invariant.GOOD_TWICE
    for seat in range(state.n_seats):
        if cards_in_hand(state, seat) > rules.hand_size:
            return Invariant.HAND_TOO_LARGE
        if state.score[seat] != rules.start_points[seat] + state.goods_points[seat] + state.bonus_points[seat]:
            return Invariant.WRONG_SCORE
    return Invariant.WHOLE
