"""The Setup Phase after the deal: the judges are put face down, and one of each seat is turned up. Clauses: RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.ingredients import remove_ingredient
from brewsim.games.brew_baron.judges import show_judge, turn_up
from brewsim.games.brew_baron.rounds import begin_turns, next_in_round
from brewsim.games.brew_baron.rules import GRAIN, HOPS
from brewsim.games.brew_baron.state import Phase
from brewsim.parts.compiling import compiled


@compiled
def place_judge(state, seat, t, value):
    """A card goes face down from the hand to the mat; its owner knows it (BB-6)."""
    remove_ingredient(state, seat, t, value)
    state.judge[seat, t] = value
    show_judge(state, seat, seat, t)


@compiled
def place_judges(state, grain, hops):
    """One card of each type; after the last seat the first chooses what to turn up (BB-6)."""
    place_judge(state, state.seat, GRAIN, grain)
    place_judge(state, state.seat, HOPS, hops)
    if not next_in_round(state):
        state.phase = Phase.REVEAL


@compiled
def choose_reveal(rules, state, t):
    """A sealed choice; after the last one all cards are turned up together (BB-7, BB-8)."""
    state.sealed_reveal[state.seat] = t
    if next_in_round(state):
        return
    for seat in range(state.n_seats):
        if state.sealed_reveal[seat] != NONE:
            turn_up(state, seat, state.sealed_reveal[seat])
    begin_turns(rules, state)
