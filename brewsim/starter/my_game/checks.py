"""What must be true of the table before every decision."""

from brewsim.parts.compiling import compiled

from my_game.rules import N_GOODS

CARD_LOST, WRONG_HAND, WRONG_PRICE, WRONG_SCORE = 1, 2, 3, 4  # 0 means that all is well
INVARIANTS = {
    CARD_LOST: "a card is lost or doubled",
    WRONG_HAND: "a hand is not full, or has fewer than no cards",
    WRONG_PRICE: "a price is below 1 or above that of the start",
    WRONG_SCORE: "a score is below 0",
}


@compiled
def check(rules, state):
    """The invariant that is broken, or 0."""
    for seat in range(state.n_seats):
        if state.hand[seat].sum() != rules.hand_size or state.hand[seat].min() < 0:
            return WRONG_HAND
        if state.score[seat] < 0:
            return WRONG_SCORE
    for good in range(N_GOODS):
        if state.bag[good] + state.hand[:, good].sum() != rules.copies[good] or state.bag[good] < 0:
            return CARD_LOST
        if not 1 <= state.price[good] <= rules.price[good]:
            return WRONG_PRICE
    return 0
