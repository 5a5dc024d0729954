"""The Brewing Phase: beers and adjuncts are put face down. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.action_cards import remove_action
from brewsim.games.brew_baron.ingredients import add_ingredient, remove_ingredient
from brewsim.games.brew_baron.rounds import end_round, next_in_round, offer_brew
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, N_ADJUNCTS
from brewsim.games.brew_baron.state import Phase
from brewsim.parts.compiling import compiled, inlined


@inlined
def can_add(rules, state, adjunct):
    """Whether the seat to move has this adjunct and can pay it (BB-25)."""
    seat = state.seat
    kind = FIRST_ADJUNCT + adjunct
    return (state.cards[seat, kind] > 0) & (state.tokens[seat] >= rules.cost[kind])


@compiled
def start_beer(state, grain):
    """The grain of a beer is put face down (BB-24)."""
    seat = state.seat
    remove_ingredient(state, seat, GRAIN, grain)
    state.beer[seat, state.n_beers[seat], GRAIN] = grain
    state.phase = Phase.BREW_HOPS


@compiled
def add_hops(rules, state, hops):
    """The hops of the beer are put face down; then an adjunct, if one can be paid (BB-24, BB-25)."""
    seat = state.seat
    beer = state.n_beers[seat]
    remove_ingredient(state, seat, HOPS, hops)
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
    """An adjunct is paid and put face down with the beer (BB-25, BB-26)."""
    seat = state.seat
    kind = FIRST_ADJUNCT + adjunct
    remove_action(state, seat, kind)
    state.beer_adjunct[seat, state.n_beers[seat] - 1] = adjunct
    state.tokens[seat] -= rules.cost[kind]
    offer_brew(rules, state)


@compiled
def end_brewing(rules, state):
    """This seat brews no more, taking back the grain of a beer without hops; the next, or the judges (BB-24)."""
    seat = state.seat
    if state.phase == Phase.BREW_HOPS:
        add_ingredient(state, seat, GRAIN, state.beer[seat, state.n_beers[seat], GRAIN])
    if next_in_round(state):
        offer_brew(rules, state)
    else:
        end_round(rules, state)
