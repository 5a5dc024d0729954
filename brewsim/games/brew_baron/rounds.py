"""How a round of Brew Baron goes on: from the deal through turns and brewing to the next deal. Clause numbers are those of RULES.md."""

from brewsim.games.brew_baron.codes import Phase
from brewsim.games.brew_baron.judging import judge_all
from brewsim.games.brew_baron.rules import GRAIN, HOPS, N_TYPES
from brewsim.games.brew_baron.table import draw_blind, gather_ingredients, refill_row
from brewsim.parts.compiling import compiled, inlined


@compiled
def begin_round(rules, state):
    """Shuffle and deal the ingredients, turn one of each up, and let the first player choose his judges (BB-3, BB-5)."""
    state.first = state.rounds % state.n_seats if rules.first_moves else 0
    lead = 0
    for seat in range(state.n_seats):
        lead = max(lead, state.trophies[seat])
    state.remaining = 1.0 - lead / rules.trophies_to_win
    gather_ingredients(rules, state)
    for place in range(state.n_seats):
        seat = (state.first + place) % state.n_seats
        for t in range(N_TYPES):
            for _ in range(rules.ingredients_dealt):
                draw_blind(rules, state, seat, t)
    for t in range(N_TYPES):
        refill_row(rules, state, t)
    state.seat = state.first
    state.phase = Phase.JUDGE


@inlined
def next_seat(state, seat):
    """The seat to the left."""
    return seat + 1 if seat + 1 < state.n_seats else 0


@inlined
def next_in_round(state):
    """Move on to the next seat; whether it is not the first player again."""
    state.seat = next_seat(state, state.seat)
    return state.seat != state.first


@compiled
def begin_turns(rules, state):
    """Refill, then the improvements of the start of a round; then the first turn (BB-9, BB-10)."""
    for seat in range(state.n_seats):
        state.tokens[seat] = max(state.tokens[seat], rules.refill_to) + state.tokens_per_round[seat]
        state.passed[seat] = 0
        state.refusals[seat] = 0
        state.is_rated[seat] = 0
    state.n_passed = 0
    offer_turn(rules, state)


@compiled
def offer_turn(rules, state):
    """The turn of this seat, or of the next that is still in; without tokens it must pass (BB-11, BB-21)."""
    while state.n_passed < state.n_seats:
        seat = state.seat
        if state.passed[seat] == 0:
            if state.tokens[seat] >= rules.turn_cost:
                state.phase = Phase.TURN
                state.active = seat
                state.refused = False
                return
            state.passed[seat] = 1
            state.n_passed += 1
        state.seat = next_seat(state, seat)
    state.seat = state.first
    offer_brew(rules, state)


@compiled
def end_turn(rules, state):
    """Discard down to the limits at once (BB-14, BB-15), then the next seat."""
    seat = state.active
    state.seat = seat
    if state.held[seat, GRAIN] + state.held[seat, HOPS] > state.limit[seat]:
        state.phase = Phase.DISCARD
    elif state.n_cards[seat] > rules.action_limit:
        state.phase = Phase.DROP
    else:
        state.turns[seat] += 1
        state.seat = next_seat(state, seat)
        offer_turn(rules, state)


@compiled
def offer_brew(rules, state):
    """The next beer of this seat, or of the next seat that can brew; after the last one, the judges (BB-24)."""
    while True:
        seat = state.seat
        if state.held[seat, GRAIN] > 0 and state.held[seat, HOPS] > 0 and state.n_beers[seat] < state.max_beers[seat]:
            state.phase = Phase.BREW_GRAIN
            return
        if not next_in_round(state):
            break
    end_round(rules, state)


@compiled
def end_round(rules, state):
    """Judgement; then the next round, unless somebody has trophies enough (BB-35, BB-36)."""
    judge_all(rules, state)
    for seat in range(state.n_seats):
        state.over = state.over or state.trophies[seat] >= rules.trophies_to_win
    if state.over:
        gather_ingredients(rules, state)
        state.phase = Phase.JUDGE
        return
    state.rounds += 1
    begin_round(rules, state)
