"""What must be true of the table before every decision."""

from brewsim.parts.compiling import compiled

from orchard.rules import N_KINDS

WHOLE, CARD_LOST, NEGATIVE_COUNT, WRONG_DECK = range(4)
INVARIANTS = {
    CARD_LOST: "a card is lost or doubled",
    NEGATIVE_COUNT: "a count is negative",
    WRONG_DECK: "the cards of a seat are not those that it owns",
}


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    if state.actions < 0 or state.buys < 0 or state.coins < 0 or state.clears < 0:
        return NEGATIVE_COUNT
    for kind in range(N_KINDS):
        total = state.supply[kind] + state.cleared[kind]
        for seat in range(state.n_seats):
            if state.supply[kind] < 0 or state.hand[seat, kind] < 0 or state.discard[seat, kind] < 0:
                return NEGATIVE_COUNT
            cards = state.hand[seat, kind] + state.discard[seat, kind] + (state.played[kind] if seat == state.seat else 0)
            for place in range(state.n_deck[seat]):
                cards += state.deck[seat, place] == kind
            if cards != state.owned[seat, kind]:
                return WRONG_DECK
            total += cards
        if total != rules.copies[kind] + state.n_seats * (rules.copies_per_seat[kind] + rules.start[kind]):
            return CARD_LOST
    return WHOLE
