"""What must be true of the table before every decision."""

from enum import IntEnum

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.ingredients import hand_size
from brewsim.games.brew_baron.judges import knows
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, N_IMPROVEMENTS, N_KINDS, N_TYPES
from brewsim.games.brew_baron.state import Phase
from brewsim.parts.compiling import compiled


class Invariant(IntEnum):
    WHOLE = 0
    INGREDIENT_LOST = 1
    ACTION_CARD_LOST = 2
    NEGATIVE_COUNT = 3
    WRONG_HAND_COUNTS = 4
    WRONG_BREWHOUSE_COUNTS = 5
    HAND_TOO_LARGE = 6
    PUBLIC_BUT_NOT_HELD = 7
    WRONG_KNOWLEDGE = 8
    WRONG_DECK_COUNTS = 9
    WRONG_PASSES = 10


INVARIANTS = {
    Invariant.INGREDIENT_LOST: "an ingredient card is lost or doubled",
    Invariant.ACTION_CARD_LOST: "an action card is lost or doubled",
    Invariant.NEGATIVE_COUNT: "a count or a number of tokens is negative",
    Invariant.WRONG_HAND_COUNTS: "the counts kept of a hand are wrong",
    Invariant.WRONG_BREWHOUSE_COUNTS: "the counts kept of a brewhouse are wrong, or it holds or brews too much",
    Invariant.HAND_TOO_LARGE: "a hand is larger than it can be",
    Invariant.PUBLIC_BUT_NOT_HELD: "more ingredient cards publicly known than held",
    Invariant.WRONG_KNOWLEDGE: "a face-up judge that somebody does not know, or a judge that nobody knows",
    Invariant.WRONG_DECK_COUNTS: "the counts kept of a deck or a pile are wrong",
    Invariant.WRONG_PASSES: "the count kept of the seats that have passed is wrong",
}


@compiled
def brewed_cards(state, seat, t, value):
    """Cards of this value in the beers of a seat, one without hops included."""
    cards = 0
    for beer in range(state.n_beers[seat]):
        cards += state.beer[seat, beer, t] == value
    if t == GRAIN and state.phase == Phase.BREW_HOPS and seat == state.seat:
        cards += state.beer[seat, state.n_beers[seat], GRAIN] == value
    return cards


@compiled
def check_ingredients(rules, state, t):
    """The invariants of one type of ingredient."""
    in_deck, in_pile = 0, 0
    for value in range(rules.n_values[t]):
        in_deck += state.deck[t, value]
        in_pile += state.pile[t, value]
        cards = state.deck[t, value] + state.pile[t, value] + (state.row[t] == value)
        if state.deck[t, value] < 0 or state.pile[t, value] < 0:
            return Invariant.NEGATIVE_COUNT
        for seat in range(state.n_seats):
            held, brewed = state.hand[seat, t, value], brewed_cards(state, seat, t, value)
            cards += held + brewed + (state.judge[seat, t] == value)
            if held < 0 or state.public[seat, t, value] < 0:
                return Invariant.NEGATIVE_COUNT
            if state.public[seat, t, value] > held + brewed:
                return Invariant.PUBLIC_BUT_NOT_HELD
        if cards != rules.value_copies[t]:
            return Invariant.INGREDIENT_LOST
    if in_deck != state.n_deck[t] or in_pile != state.n_pile[t]:
        return Invariant.WRONG_DECK_COUNTS
    for seat in range(state.n_seats):
        held = 0
        for value in range(rules.n_values[t]):
            held += state.hand[seat, t, value]
        if held != state.held[seat, t]:
            return Invariant.WRONG_HAND_COUNTS
    return Invariant.WHOLE


@compiled
def check_judges(state, t):
    """Whether somebody knows each judge card of a type, and everybody those that are face up."""
    for owner in range(state.n_seats):
        knowers = 0
        for seat in range(state.n_seats):
            knowers += knows(state, seat, owner, t)
        if state.judge[owner, t] != NONE and (knowers == 0 or (state.is_up[owner, t] == 1 and knowers < state.n_seats)):
            return Invariant.WRONG_KNOWLEDGE
    return Invariant.WHOLE


@compiled
def check_action_cards(rules, state):
    """The invariants of the action cards, wherever they lie."""
    in_pile = 0
    for kind in range(N_KINDS):
        in_pile += state.action_pile[kind]
        cards = state.action_pile[kind]
        for place in range(state.n_action_deck):
            cards += state.action_deck[place] == kind
        for seat in range(state.n_seats):
            cards += state.cards[seat, kind]
            if kind < N_IMPROVEMENTS:
                cards += state.built[seat, kind]
            for beer in range(state.n_beers[seat]):
                cards += state.beer_adjunct[seat, beer] != NONE and state.beer_adjunct[seat, beer] + FIRST_ADJUNCT == kind
        if state.action_pile[kind] < 0:
            return Invariant.NEGATIVE_COUNT
        if cards != rules.copies[kind]:
            return Invariant.ACTION_CARD_LOST
    return Invariant.WHOLE if in_pile == state.n_action_pile else Invariant.WRONG_DECK_COUNTS


@compiled
def check_brewhouse(rules, state, seat):
    """Whether what is kept of a brewhouse is what its improvements come to."""
    built, extra_ingredients, tokens_per_round, extra_actions, keeps_hidden = 0, 0, 0, 0, 0
    limit, max_beers = rules.ingredient_limit, 1
    for kind in range(N_IMPROVEMENTS):
        copies = state.built[seat, kind]
        if copies < 0:
            return Invariant.NEGATIVE_COUNT
        built += copies
        extra_ingredients += copies * rules.extra_ingredients[kind]
        tokens_per_round += copies * rules.tokens_per_round[kind]
        extra_actions += copies * rules.extra_actions[kind]
        keeps_hidden += copies * rules.keeps_hidden[kind]
        limit += copies * rules.extra_limit[kind]
        max_beers += copies * rules.extra_beers[kind]
    are_counts_right = (
        built == state.n_built[seat]
        and extra_ingredients == state.extra_ingredients[seat]
        and tokens_per_round == state.tokens_per_round[seat]
        and extra_actions == state.extra_actions[seat]
        and keeps_hidden == state.keeps_hidden[seat]
        and limit == state.limit[seat]
        and max_beers == state.max_beers[seat]
    )
    if not are_counts_right or built > rules.n_slots or state.n_beers[seat] > max_beers:
        return Invariant.WRONG_BREWHOUSE_COUNTS
    return Invariant.WHOLE


@compiled
def check_seat(rules, state, seat):
    """The invariants of one seat's tokens and action cards, and of the size of its hands."""
    cards = 0
    for kind in range(N_KINDS):
        if state.cards[seat, kind] < 0:
            return Invariant.NEGATIVE_COUNT
        cards += state.cards[seat, kind]
    if cards != state.n_cards[seat]:
        return Invariant.WRONG_HAND_COUNTS
    if state.tokens[seat] < 0:
        return Invariant.NEGATIVE_COUNT
    may_have_more = state.phase == Phase.JUDGE or (state.phase == Phase.DISCARD and seat == state.seat)
    if hand_size(state, seat) > state.limit[seat] and not may_have_more:
        return Invariant.HAND_TOO_LARGE
    may_have_more = (state.phase == Phase.DROP or state.phase == Phase.DISCARD) and seat == state.active
    if state.n_cards[seat] > rules.action_limit and not may_have_more:
        return Invariant.HAND_TOO_LARGE
    return Invariant.WHOLE


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    for t in range(N_TYPES):
        broken = check_ingredients(rules, state, t)
        if broken == Invariant.WHOLE:
            broken = check_judges(state, t)
        if broken != Invariant.WHOLE:
            return broken
    broken = check_action_cards(rules, state)
    if broken != Invariant.WHOLE:
        return broken
    passed = 0
    for seat in range(state.n_seats):
        passed += state.passed[seat]
        broken = check_brewhouse(rules, state, seat)
        if broken == Invariant.WHOLE:
            broken = check_seat(rules, state, seat)
        if broken != Invariant.WHOLE:
            return broken
    return Invariant.WHOLE if passed == state.n_passed else Invariant.WRONG_PASSES
