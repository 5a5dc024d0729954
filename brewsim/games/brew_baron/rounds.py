"""How the phases of a round follow each other, from the deal to the next deal. Clause numbers are those of RULES.md."""

from brewsim.games.brew_baron.ingredients import draw_blind, gather_ingredients, hand_size, refill_row
from brewsim.games.brew_baron.judgement_phase import count_tokens_out, judge_all
from brewsim.games.brew_baron.judges import clear_judges
from brewsim.games.brew_baron.rules import GRAIN, HOPS, N_TYPES
from brewsim.games.brew_baron.state import Phase
from brewsim.parts.compiling import compiled, inlined


@compiled
def begin_round(rules, state):
    """Shuffle and deal the ingredients, turn one of each up, and let the first player choose his judges (BB-3, BB-5)."""
    state.first = state.rounds % state.n_seats if rules.first_moves else 0
    clear_judges(state)
    gather_ingredients(rules, state)
    for turn in range(state.n_seats):
        seat = (state.first + turn) % state.n_seats
        for t in range(N_TYPES):
            for _ in range(rules.ingredients_dealt):
                draw_blind(rules, state, seat, t)
    for t in range(N_TYPES):
        refill_row(rules, state, t)
        state.dealt_row[t] = state.row[t]
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
    """Refill, then the improvements of the start of a round; then the first turn (BB-9, BB-10, BB-40)."""
    for seat in range(state.n_seats):
        state.tokens[seat] = max(state.tokens[seat], rules.refill_to) + state.tokens_per_round[seat]
        state.tokens[seat] += rules.start_tokens[seat] if state.rounds == 0 else 0
        state.passed[seat] = 0
        state.refusals[seat] = 0
    count_tokens_out(state)
    state.n_passed = 0
    offer_turn(rules, state)


@inlined
def pass_turns(state, seat):
    """A seat is out of the turn phase (BB-21)."""
    state.passed[seat] = 1
    state.n_passed += 1


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
            pass_turns(state, seat)
        state.seat = next_seat(state, seat)
    state.seat = state.first
    offer_brew(rules, state)


@compiled
def end_turn(rules, state):
    """Discard down to the limits at once (BB-14, BB-15), then the next seat."""
    seat = state.active
    state.seat = seat
    if hand_size(state, seat) > state.limit[seat]:
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
        clear_judges(state)
        gather_ingredients(rules, state)
        state.phase = Phase.JUDGE
        return
    state.rounds += 1
    begin_round(rules, state)
