"""The Turn Phase: what a seat does in its turn, and what others answer and pay. Clause numbers are those of RULES.md."""

from brewsim.games.brew_baron.action_cards import discard_action, draw_action, remove_action
from brewsim.games.brew_baron.ingredients import discard_ingredient, draw_blind, hand_size, take_face_up
from brewsim.games.brew_baron.judges import show_judge, turn_up
from brewsim.games.brew_baron.rounds import end_turn, next_seat, offer_turn, pass_turns
from brewsim.games.brew_baron.rules import N_TYPES, Kind
from brewsim.games.brew_baron.state import Phase
from brewsim.parts.compiling import compiled


@compiled
def pass_turn(rules, state):
    """The seat to move is out for this round (BB-21)."""
    pass_turns(state, state.seat)
    state.seat = next_seat(state, state.seat)
    offer_turn(rules, state)


@compiled
def draw_ingredients(rules, state, t, is_blind):
    """The face-up card or the top card, then those of Farmer's Market (BB-12, BB-16)."""
    seat = state.seat
    state.tokens[seat] -= rules.turn_cost
    if is_blind:
        draw_blind(rules, state, seat, t)
    else:
        take_face_up(rules, state, seat, t)
    for _ in range(state.extra_ingredients[seat]):
        draw_blind(rules, state, seat, t)
    end_turn(rules, state)


@compiled
def draw_actions(rules, state):
    """The top action card, then those of Logistics (BB-15)."""
    seat = state.seat
    state.tokens[seat] -= rules.turn_cost
    for _ in range(1 + state.extra_actions[seat]):
        draw_action(state, seat)
    end_turn(rules, state)


@compiled
def build_improvement(rules, state, kind):
    """A card goes from the hand to the next slot of the brewhouse for good and works from now on (BB-17)."""
    seat = state.seat
    state.tokens[seat] -= rules.turn_cost + rules.slot_costs[state.n_built[seat]]
    remove_action(state, seat, kind)
    state.built[seat, kind] += 1
    state.n_built[seat] += 1
    state.extra_ingredients[seat] += rules.extra_ingredients[kind]
    state.tokens_per_round[seat] += rules.tokens_per_round[kind]
    state.extra_actions[seat] += rules.extra_actions[kind]
    state.limit[seat] += rules.extra_limit[kind]
    state.keeps_hidden[seat] += rules.keeps_hidden[kind]
    state.max_beers[seat] += rules.extra_beers[kind]


@compiled
def play_instant(rules, state, kind):
    """Pay for an instant and discard it; do what it says, or choose its target first (BB-18)."""
    seat = state.seat
    state.tokens[seat] -= rules.play_cost[kind]
    discard_action(state, seat, kind)
    if kind == Kind.BLACKMAIL:
        state.bribes = False
        state.phase = Phase.LOOK
    elif kind == Kind.BUYBACK:
        state.phase = Phase.SELL
    elif kind == Kind.PALATE_SWAP:
        state.phase = Phase.SWAP
    elif kind == Kind.SWAP_MEET:
        redraw_hand(rules, state)
        end_turn(rules, state)
    else:
        state.tax_due = state.n_seats
        collect_tax(rules, state)


@compiled
def start_bribe(state):
    """The briber chooses a judge card first (BB-22)."""
    state.bribes = True
    state.phase = Phase.LOOK


@compiled
def look_at_judge(rules, state, owner, t):
    """The card that a bribe is offered for, or that Blackmail shows (BB-19, BB-22)."""
    if state.bribes:
        state.bribes_offered[state.seat] += 1
        state.bribed_type = t
        state.seat = owner
        state.phase = Phase.ANSWER
        return
    if rules.blackmail_shows_all:
        turn_up(state, owner, t)
    else:
        show_judge(state, state.seat, owner, t)
    end_turn(rules, state)


@compiled
def accept_bribe(rules, state):
    """The bribed seat gets the offer, and the briber alone looks at the card (BB-22, BB-23)."""
    briber, bribed = state.active, state.seat
    state.tokens[briber] -= rules.bribe_cost
    state.tokens[bribed] += rules.bribe_offer
    state.bribes_accepted[briber] += 1
    state.bribes_taken[bribed] += 1
    show_judge(state, briber, bribed, state.bribed_type)
    end_turn(rules, state)


@compiled
def refuse_bribe(state):
    """Nothing is paid, and the briber must do something else (BB-23)."""
    briber = state.active
    state.refusals[briber] += 1
    state.withheld[state.seat, state.bribed_type] = 1
    state.refused = True
    state.seat = briber
    state.phase = Phase.TURN


@compiled
def sell_ingredient(rules, state, t, value):
    """Buyback: an ingredient card for tokens (BB-20)."""
    discard_ingredient(state, state.seat, t, value)
    state.tokens[state.seat] += rules.buyback_tokens
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
        state.discarded[seat, t] = 0  # those were not chosen
        for _ in range(n):
            draw_blind(rules, state, seat, t)


@compiled
def collect_tax(rules, state):
    """Every seat, from the player of the card on, pays a token or an ingredient card; who has neither pays nothing (BB-20)."""
    while state.tax_due > 0:
        seat = state.seat
        if hand_size(state, seat) > 0:
            state.phase = Phase.TAX
            return
        if state.tokens[seat] >= rules.tax_tokens:
            state.tokens[seat] -= rules.tax_tokens
        tax_next(state)
    end_turn(rules, state)


@compiled
def tax_next(state):
    """One seat has paid; the next one's turn to pay."""
    state.seat = next_seat(state, state.seat)
    state.tax_due -= 1


@compiled
def pay_tax_token(rules, state):
    """A seat pays the tax with tokens (BB-20)."""
    state.tokens[state.seat] -= rules.tax_tokens
    tax_next(state)
    collect_tax(rules, state)


@compiled
def pay_tax_card(rules, state, t, value):
    """A seat pays the tax with an ingredient card (BB-20)."""
    discard_ingredient(state, state.seat, t, value)
    tax_next(state)
    collect_tax(rules, state)
