"""What a seat does in its turn, and what others answer and pay. Clause numbers are those of RULES.md."""

from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.codes import Phase
from brewsim.games.brew_baron.rounds import end_turn, next_seat, offer_turn
from brewsim.games.brew_baron.rules import FIRST_INSTANT, GRAIN, HOPS, MAX_SEATS, MAX_VALUES, N_TYPES
from brewsim.games.brew_baron.table import (
    discard_action,
    discard_ingredient,
    draw_action,
    draw_blind,
    refill_row,
    show_judge,
    swap_judges,
    turn_up,
)
from brewsim.parts.compiling import compiled, inlined


@compiled
def take_turn(rules, state, action):
    """Spend a token on one of the actions of a turn, or pass (BB-11)."""
    seat = state.seat
    if action == codes.PASS:
        state.passed[seat] = 1
        state.n_passed += 1
        state.seat = next_seat(state, seat)
        offer_turn(rules, state)
    elif action < codes.DRAW_ACTION:
        draw_ingredients(rules, state, action)
        end_turn(rules, state)
    elif action == codes.DRAW_ACTION:
        state.tokens[seat] -= rules.turn_cost
        for _ in range(1 + state.extra_actions[seat]):  # BB-15
            draw_action(state, seat)
        end_turn(rules, state)
    elif action < codes.BRIBE:
        build_improvement(rules, state, action - codes.BUILD)
        end_turn(rules, state)
    elif action == codes.BRIBE:
        state.bribes = True
        state.phase = Phase.LOOK
    else:
        play_instant(rules, state, action)


@inlined
def draw_ingredients(rules, state, action):
    """The face-up card, taken before all eyes and replaced at once, or the top card; then those of Farmer's Market (BB-12, BB-16)."""
    seat = state.seat
    state.tokens[seat] -= rules.turn_cost
    t = (action - codes.TAKE) % N_TYPES
    blind = 1 + state.extra_ingredients[seat]
    if action < codes.BLIND:
        value = state.row[t]
        state.hand[seat, t, value] += 1
        state.public[seat, t, value] += 1
        state.held[seat, t] += 1
        refill_row(rules, state, t)
        blind -= 1
    for _ in range(blind):
        draw_blind(rules, state, seat, t)


@compiled
def build_improvement(rules, state, kind):
    """A card goes from the hand to the next slot of the brewhouse for good and works from now on (BB-17)."""
    seat = state.seat
    state.tokens[seat] -= rules.turn_cost + rules.slot_costs[state.n_built[seat]]
    state.cards[seat, kind] -= 1
    state.n_cards[seat] -= 1
    state.built[seat, kind] += 1
    state.n_built[seat] += 1
    state.extra_ingredients[seat] += rules.extra_ingredients[kind]
    state.tokens_per_round[seat] += rules.tokens_per_round[kind]
    state.extra_actions[seat] += rules.extra_actions[kind]
    state.limit[seat] += rules.extra_limit[kind]
    state.keeps_hidden[seat] += rules.keeps_hidden[kind]
    state.max_beers[seat] += rules.extra_beers[kind]


@compiled
def play_instant(rules, state, action):
    """Pay for an instant and discard it; do what it says, or choose its target first (BB-18)."""
    seat = state.seat
    kind = FIRST_INSTANT + action - codes.INSTANT
    state.tokens[seat] -= rules.play_cost[kind]
    discard_action(state, seat, kind)
    if action == codes.BLACKMAIL:
        state.bribes = False
        state.phase = Phase.LOOK
    elif action == codes.BUYBACK:
        state.phase = Phase.SELL
    elif action == codes.PALATE_SWAP:
        state.phase = Phase.SWAP
    elif action == codes.SWAP_MEET:
        redraw_hand(rules, state)
        end_turn(rules, state)
    else:
        state.tax_due = state.n_seats
        collect_tax(rules, state)


@compiled
def choose_target(rules, state, action):
    """The judge card to look at, the ingredient to sell, or the judge cards to swap (BB-19, BB-20, BB-22)."""
    seat = state.seat
    if action < codes.SELL:
        owner, t = (action - codes.LOOK) // N_TYPES, (action - codes.LOOK) % N_TYPES
        if state.bribes:
            state.bribed_place = action - codes.LOOK
            state.offered[seat] += 1
            state.seat = owner
            state.phase = Phase.ANSWER
            return
        if rules.blackmail_shows_all:
            turn_up(state, owner, t)
        else:
            show_judge(state, seat, owner, t)
    elif action < codes.SWAP:
        card = action - codes.SELL
        discard_ingredient(state, seat, card // MAX_VALUES, card % MAX_VALUES)
        state.tokens[seat] += rules.buyback_tokens
    else:
        pair = action - codes.SWAP
        swap_judges(state, pair // (MAX_SEATS * MAX_SEATS), pair // MAX_SEATS % MAX_SEATS, pair % MAX_SEATS)
    end_turn(rules, state)


@compiled
def redraw_hand(rules, state):
    """Swap Meet: the whole hand of ingredients is discarded, and as many of each type are drawn (BB-20)."""
    seat = state.seat
    for t in range(N_TYPES):
        n = state.held[seat, t]
        for value in range(rules.n_values[t]):
            while state.hand[seat, t, value] > 0:
                discard_ingredient(state, seat, t, value)
        for _ in range(n):
            draw_blind(rules, state, seat, t)


@compiled
def collect_tax(rules, state):
    """Every seat, from the player of the card on, pays a token or an ingredient card; who has neither pays nothing (BB-20)."""
    while state.tax_due > 0:
        seat = state.seat
        if state.held[seat, GRAIN] + state.held[seat, HOPS] > 0:
            state.phase = Phase.TAX
            return
        if state.tokens[seat] >= rules.tax_tokens:
            state.tokens[seat] -= rules.tax_tokens
        state.seat = next_seat(state, seat)
        state.tax_due -= 1
    end_turn(rules, state)


@compiled
def pay_tax(rules, state, action):
    """One seat pays; then the next (BB-20)."""
    seat = state.seat
    if action == codes.PAY_TOKEN:
        state.tokens[seat] -= rules.tax_tokens
    else:
        card = action - codes.PAY_CARD
        discard_ingredient(state, seat, card // MAX_VALUES, card % MAX_VALUES)
    state.seat = next_seat(state, seat)
    state.tax_due -= 1
    collect_tax(rules, state)


@compiled
def answer_bribe(rules, state, action):
    """The venal gets the offer, and the briber alone looks at the card; or the briber must do something else (BB-22, BB-23)."""
    briber = state.active
    if action == codes.ACCEPT:
        state.tokens[briber] -= rules.bribe_cost
        state.tokens[state.seat] += rules.bribe_offer
        state.accepted[briber] += 1
        state.venal[state.seat] += 1
        show_judge(state, briber, state.seat, state.bribed_place % N_TYPES)
        end_turn(rules, state)
    else:
        state.refusals[briber] += 1
        state.seat = briber
        state.refused = True
        state.phase = Phase.TURN
