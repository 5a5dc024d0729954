"""Sealed choices: the judges before the turns, the beers after them. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.codes import Phase
from brewsim.games.brew_baron.rounds import begin_turns, end_round, next_in_round, offer_brew
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, N_ADJUNCTS, N_TYPES
from brewsim.games.brew_baron.table import turn_up
from brewsim.parts.compiling import compiled, inlined


@compiled
def place_judges(state, grain, hops):
    """One card of each type goes face down on the mat; its owner knows it (BB-6)."""
    seat = state.seat
    for t in range(N_TYPES):
        value = grain if t == GRAIN else hops
        state.hand[seat, t, value] -= 1
        state.held[seat, t] -= 1
        state.judge[seat, t] = value
        state.known[seat] |= 1 << (seat * N_TYPES + t)
    if not next_in_round(state):
        state.phase = Phase.REVEAL


@compiled
def choose_reveal(rules, state, t):
    """A sealed choice; after the last one all cards are turned up together (BB-7)."""
    state.sealed_reveal[state.seat] = t
    if next_in_round(state):
        return
    for seat in range(state.n_seats):
        if state.sealed_reveal[seat] != NONE:
            turn_up(state, seat, state.sealed_reveal[seat])
    begin_turns(rules, state)


@inlined
def can_add(rules, state, adjunct):
    """Whether the seat to move has this adjunct and can pay it besides those already put (BB-25)."""
    seat = state.seat
    kind = FIRST_ADJUNCT + adjunct
    return (state.cards[seat, kind] > 0) & (state.tokens[seat] - state.due[seat] >= rules.cost[kind])


@compiled
def start_beer(state, grain):
    """The grain of a beer is put face down (BB-24)."""
    seat = state.seat
    state.hand[seat, GRAIN, grain] -= 1
    state.held[seat, GRAIN] -= 1
    state.beer[seat, state.n_beers[seat], GRAIN] = grain
    state.phase = Phase.BREW_HOPS


@compiled
def add_hops(rules, state, hops):
    """The hops of the beer are put face down; then an adjunct, if one can be paid (BB-24, BB-25)."""
    seat = state.seat
    beer = state.n_beers[seat]
    state.hand[seat, HOPS, hops] -= 1
    state.held[seat, HOPS] -= 1
    state.beer[seat, beer, HOPS] = hops
    state.beer_adjunct[seat, beer] = NONE
    state.n_beers[seat] += 1
    for adjunct in range(N_ADJUNCTS):
        if can_add(rules, state, adjunct):
            state.phase = Phase.ADJUNCT
            return
    offer_brew(rules, state)


@compiled
def add_adjunct(rules, state, adjunct):
    """An adjunct is put face down with the beer; its cost is due when all is turned up (BB-25)."""
    seat = state.seat
    kind = FIRST_ADJUNCT + adjunct
    state.cards[seat, kind] -= 1
    state.n_cards[seat] -= 1
    state.beer_adjunct[seat, state.n_beers[seat] - 1] = adjunct
    state.due[seat] += rules.cost[kind]


@compiled
def end_brewing(rules, state):
    """This seat brews no more, taking back the grain of a beer without hops; the next, or the judges (BB-24)."""
    if state.phase == Phase.BREW_HOPS:
        state.hand[state.seat, GRAIN, state.beer[state.seat, state.n_beers[state.seat], GRAIN]] += 1
        state.held[state.seat, GRAIN] += 1
    if next_in_round(state):
        offer_brew(rules, state)
    else:
        end_round(rules, state)
