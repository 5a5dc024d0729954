"""What must be true of the table before every decision."""

from enum import IntEnum

from brewsim.parts.compiling import compiled

from orchard.rules import N_KINDS


class Invariant(IntEnum):
    WHOLE = 0
    CARD_LOST = 1
    NEGATIVE_COUNT = 2
    WRONG_DECK = 3


INVARIANTS = {
    Invariant.CARD_LOST: "a card is lost or doubled",
    Invariant.NEGATIVE_COUNT: "a count is negative",
    Invariant.WRONG_DECK: "the cards of a seat are not those that it owns",
}


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    if state.actions < 0 or state.buys < 0 or state.coins < 0 or state.clears < 0:
        return Invariant.NEGATIVE_COUNT
    for kind in range(N_KINDS):
        if state.supply[kind] < 0:
            return Invariant.NEGATIVE_COUNT
        total = state.supply[kind] + state.cleared[kind]
        for seat in range(state.n_seats):
            if state.hand[seat, kind] < 0 or state.discard[seat, kind] < 0:
                return Invariant.NEGATIVE_COUNT
            cards = state.hand[seat, kind] + state.discard[seat, kind] + (state.played[kind] if seat == state.seat else 0)
            for place in range(state.n_deck[seat]):
                cards += state.deck[seat, place] == kind
            if cards != state.owned[seat, kind]:
                return Invariant.WRONG_DECK
            total += cards
        if total != rules.copies[kind] + state.n_seats * (rules.copies_per_seat[kind] + rules.start[kind]):
            return Invariant.CARD_LOST
    return Invariant.WHOLE
