"""What each action of a turn brings and costs: tables over the actions of a turn, which `survey` writes into the view."""

from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.judges import only, unknown_owners
from brewsim.games.brew_baron.options import can_play
from brewsim.games.brew_baron.rating import best_swap, better_than, higher, least_loss, look_worth, rate_losses, redraw_gain, worth_at
from brewsim.games.brew_baron.rules import N_IMPROVEMENTS, N_TYPES, Kind
from brewsim.parts.compiling import compiled, inlined


@compiled
def rate_turn(rules, beliefs, state, view):
    """Fill in the tables: draws, improvements, knowledge, instants. What is the same in every turn is in them since the game began."""
    rate_draws(rules, beliefs, state, view)
    room = 1.0 - beliefs.crowding * state.n_cards[state.seat]
    view.turn.value[codes.DRAW_ACTION] = view.remaining * room * (1 + state.extra_actions[state.seat])
    rate_builds(rules, beliefs, state, view)
    acceptance = 1.0 if state.refusals[state.seat] == 0 else beliefs.after_refusal
    view.turn.inform[codes.BRIBE] = best_look(beliefs, state, view, ~only(state.seat)) * acceptance
    rate_instants(rules, beliefs, state, view)


@inlined
def rate_draws(rules, beliefs, state, view):
    """How the worth of the hand changes with each ingredient drawn.

    A face-up card counts for itself, one from the deck by its expectation. A card of the other type that waits for its
    other half is unlocked; a card that will itself wait is worth less.
    """
    seat = state.seat
    extra = state.extra_ingredients[seat]
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        is_scarce = held < view.beers
        unlocked = worth_at(view, 1 - t, held) if is_scarce and held < other_held else 0.0
        share = beliefs.unpaired if is_scarce and held >= other_held else 1.0
        last = worth_at(view, t, view.beers - 1)  # that a better card drives from its place in a beer
        missing = view.known_pairs & ~view.matched[t] & view.matched[1 - t]  # who would be pleased with a pair
        blind = (share * better_than(view, t, view.beers - 1) + beliefs.pair_tokens[missing]) * beliefs.prior[t]
        up = max(0, state.row[t])  # without a face-up card nobody asks what it would bring
        up_gain = share * higher(view.worth[t, up] - last, 0.0) + beliefs.pair_tokens[missing & view.likes[t, up]]
        view.turn.gain[codes.TAKE + t] = up_gain + unlocked + extra * blind
        view.turn.gain[codes.BLIND + t] = (1 + extra) * blind + unlocked


@inlined
def rate_builds(rules, beliefs, state, view):
    """The cost of the next slot, and the worth of each improvement."""
    seat = state.seat
    slot_cost = rules.turn_cost + rules.slot_costs[min(state.n_built[seat], rules.n_slots - 1)]
    for kind in range(N_IMPROVEMENTS):
        view.turn.cost[codes.BUILD + kind] = slot_cost
        view.turn.value[codes.BUILD + kind] = view.remaining if state.built[seat, kind] == 0 else view.remaining * beliefs.second_copy


@inlined
def best_look(beliefs, state, view, owners):
    """The worth of the best unknown judge card of these owners."""
    best = 0.0
    for t in range(N_TYPES):
        best = higher(best, look_worth(beliefs, view, t, unknown_owners(state, state.seat, t) & owners))
    return best


@inlined
def rate_instants(rules, beliefs, state, view):
    """What the instants do that can be played."""
    if can_play(rules, state, Kind.BLACKMAIL):
        view.turn.inform[codes.BLACKMAIL] = best_look(beliefs, state, view, only(state.n_seats) - 1)
    if can_play(rules, state, Kind.BUYBACK):
        rate_losses(beliefs, state, view)
        view.turn.gain[codes.BUYBACK] = -least_loss(rules, beliefs, state, view)
    if can_play(rules, state, Kind.PALATE_SWAP):
        view.turn.gain[codes.PALATE_SWAP] = best_swap(rules, beliefs, state, view)
    if can_play(rules, state, Kind.SWAP_MEET):
        view.turn.gain[codes.SWAP_MEET] = redraw_gain(rules, beliefs, state, view)
    if can_play(rules, state, Kind.TAX_COLLECTOR):
        gain = 0.0
        for other in range(state.n_seats):
            if other != state.seat:
                gain += beliefs.token_tax if state.tokens[other] >= rules.tax_tokens else beliefs.card_tax
        view.turn.gain[codes.TAX_COLLECTOR] = gain
