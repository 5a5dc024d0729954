"""What must be true of the table before every decision."""

from enum import IntEnum

from brewsim.games.brew_crafters.rules import MAX_HAND, N_CLASSES, N_INGREDIENTS, N_KINDS, N_RECIPES
from brewsim.games.brew_crafters.state import TEAM_SEATS, Phase
from brewsim.parts.compiling import compiled


class Invariant(IntEnum):
    WHOLE = 0
    CARD_LOST = 1
    NEGATIVE_COUNT = 2
    CARD_TWICE = 3
    HAND_TOO_LARGE = 4
    WRONG_HAND_COUNTS = 5
    WRONG_BREWERY_COUNTS = 6
    ROW_TOO_LONG = 7
    KNOWN_BUT_NOT_HELD = 8


INVARIANTS = {
    Invariant.CARD_LOST: "a card is lost or doubled",
    Invariant.NEGATIVE_COUNT: "a count is negative",
    Invariant.CARD_TWICE: "two cards of one name in a brewery",
    Invariant.HAND_TOO_LARGE: "a hand is larger than it can be",
    Invariant.WRONG_HAND_COUNTS: "the counts kept of a hand are wrong",
    Invariant.WRONG_BREWERY_COUNTS: "the counts kept of a brewery are wrong",
    Invariant.ROW_TOO_LONG: "more cards face up than there is room for",
    Invariant.KNOWN_BUT_NOT_HELD: "more cards publicly known than held",
}


@compiled
def check_seat(rules, state, seat):
    """The invariants of one seat's hand, and of the cards in the brewery with the same number."""
    cards = 0
    for kind in range(N_KINDS):
        cards += state.hand[seat, kind]
        if state.hand[seat, kind] < 0 or state.public[seat, kind] < 0 or state.brewery[seat, kind] < 0:
            return Invariant.NEGATIVE_COUNT
        if state.brewery[seat, kind] > 1:
            return Invariant.CARD_TWICE
        if state.public[seat, kind] > state.hand[seat, kind]:
            return Invariant.KNOWN_BUT_NOT_HELD
    if cards != state.n_hand[seat]:
        return Invariant.WRONG_HAND_COUNTS
    for ingredient in range(N_INGREDIENTS):
        cards = 0
        for kind in range(N_KINDS):
            cards += state.hand[seat, kind] * (rules.ingredient[kind] == ingredient)
        if cards != state.held[seat, ingredient]:
            return Invariant.WRONG_HAND_COUNTS
    for recipe in range(N_RECIPES):
        balance = 0
        for ingredient in range(N_INGREDIENTS):
            balance += rules.cover[MAX_HAND + state.held[seat, ingredient] - state.needs[state.side[seat], recipe, ingredient]]
        if balance != state.balance[seat, recipe]:
            return Invariant.WRONG_HAND_COUNTS
    is_waiting = seat != state.seat or state.over or (state.phase == Phase.DRAW and state.drawn == 0)
    gift = rules.team_gift if state.n_seats == TEAM_SEATS else 0
    if is_waiting and state.n_hand[seat] > max(rules.starting_hand + rules.start_cards[seat], rules.hand_limit) + gift:
        return Invariant.HAND_TOO_LARGE
    return Invariant.WHOLE


@compiled
def check_brewery(rules, state, side):
    """Whether what is kept of a brewery is what its cards come to."""
    for card_class in range(N_CLASSES):
        cards, rate = 0, 0
        for kind in range(N_KINDS):
            cards += state.brewery[side, kind] * (rules.card_class[kind] == card_class)
            rate += state.brewery[side, kind] * rules.end_rep[kind, card_class]
        if cards != state.classes[side, card_class] or rate != state.end_rates[side, card_class]:
            return False
    for recipe in range(N_RECIPES):
        worth = rules.rep[recipe]
        for kind in range(N_KINDS):
            worth += state.brewery[side, kind] * rules.bonus_rep[kind, recipe]
        if worth != state.worth[side, recipe]:
            return False
        cards = 0
        for ingredient in range(N_INGREDIENTS):
            need = rules.needs[recipe, ingredient]
            for kind in range(N_KINDS):
                need -= state.brewery[side, kind] * rules.saves[kind, recipe, ingredient]
            if max(0, need) != state.needs[side, recipe, ingredient]:
                return False
            cards += state.needs[side, recipe, ingredient]
        if cards != state.recipe_cards[side, recipe]:
            return False
    return True


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    face_up, discarded = 0, 0
    for kind in range(N_KINDS):
        face_up += state.row[kind]
        discarded += state.discard[kind]
        cards = state.discard[kind] + state.row[kind]
        for place in range(state.n_deck):
            cards += state.deck[place] == kind
        for seat in range(state.n_seats):
            cards += state.hand[seat, kind] + state.brewery[seat, kind]
        if cards != rules.copies[kind]:
            return Invariant.CARD_LOST
        if state.discard[kind] < 0 or state.row[kind] < 0:
            return Invariant.NEGATIVE_COUNT
    if face_up != state.n_row or discarded != state.n_discard:
        return Invariant.CARD_LOST
    for ingredient in range(N_INGREDIENTS):
        if state.due[ingredient] < 0 or state.takes_left[ingredient] < 0:
            return Invariant.NEGATIVE_COUNT
    if state.n_deck < 0 or state.n_row < 0 or state.n_discard < 0 or state.lacking < 0 or state.plays_left < 0:
        return Invariant.NEGATIVE_COUNT
    if state.n_row > rules.face_up_cards:
        return Invariant.ROW_TOO_LONG
    for seat in range(state.n_seats):
        broken = check_seat(rules, state, seat)
        if broken != Invariant.WHOLE:
            return broken
        if not check_brewery(rules, state, seat):
            return Invariant.WRONG_BREWERY_COUNTS
    return Invariant.WHOLE
