"""What each action of a turn brings and costs: tables over the actions of a turn, which `survey` writes into the view."""

from enum import IntEnum

from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.judges import has, only, unknown_owners
from brewsim.games.brew_baron.options import can_play
from brewsim.games.brew_baron.prospects import brewhouse_odds
from brewsim.games.brew_baron.rating import (
    N_PLACES,
    best_swap,
    better_than,
    least_loss,
    look_worth,
    rate_losses,
    redraw_gain,
    worth_at,
)
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, N_ADJUNCTS, N_IMPROVEMENTS, N_TYPES, Kind
from brewsim.parts.compiling import compiled, inlined


class Effect(IntEnum):
    """What improvements can do."""

    BEERS = 0  # more of them a round
    INGREDIENTS = 1  # more with each draw
    TOKENS = 2  # more each round
    ACTION_CARDS = 3  # more with each draw
    ROOM = 4  # for more ingredients in hand
    SECRECY = 5  # the own judge may stay hidden


N_EFFECTS = len(Effect)


@compiled
def rate_turn(rules, beliefs, state, view):
    """Fill in the tables: draws, improvements, knowledge, instants. What is the same in every turn is in them since the game began."""
    rate_draws(rules, beliefs, state, view)
    rate_contest(beliefs, state, view)
    rate_builds(rules, beliefs, state, view)
    rate_action_draw(rules, beliefs, state, view)
    rate_adjuncts(rules, beliefs, state, view)
    after_refusal = beliefs.after_refusal
    acceptance = 1.0 if state.refusals[state.seat] == 0 else after_refusal
    view.turn.inform[codes.BRIBE] = best_look(beliefs, state, view, False) * acceptance
    rate_instants(rules, beliefs, state, view)


@inlined
def rate_draws(rules, beliefs, state, view):
    """How the worth of the hand changes with each ingredient drawn.

    A face-up card counts for itself, one from the deck by its expectation. A card of the other type that waits for its
    other half is unlocked; a card that will itself wait is worth less.
    """
    seat, unpaired = state.seat, beliefs.unpaired  # read here, and `waiting` below: a branch that nobody can predict costs more
    extra = state.extra_ingredients[seat]
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        is_scarce, waiting = held < view.beers, worth_at(view, 1 - t, min(held, N_PLACES - 1))
        unlocked = waiting if is_scarce & (held < other_held) else 0.0
        share = unpaired if is_scarce & (held >= other_held) else 1.0
        last = worth_at(view, t, view.beers - 1)  # that a better card drives from its place in a beer
        missing = view.known_pairs & ~view.matched[t] & view.matched[1 - t]  # who would be pleased with a pair
        blind = (share * better_than(view, t, view.beers - 1) + beliefs.pair_tokens[missing]) * beliefs.prior[t]
        up = max(0, state.row[t])  # without a face-up card nobody asks what it would bring
        up_gain = share * max(view.worth[t, up] - last, 0.0) + beliefs.pair_tokens[missing & view.likes[t, up]]
        view.turn.gain[codes.TAKE + t] = up_gain + unlocked + extra * blind
        view.turn.gain[codes.BLIND + t] = (1 + extra) * blind + unlocked


@inlined
def rate_contest(beliefs, state, view):
    """How open the contest for this round's trophy is: far below what others may win it is lost, far above it is won."""
    expected = beliefs.per_token * state.tokens[state.seat]
    for beer in range(view.beers):
        expected += worth_at(view, GRAIN, beer) + worth_at(view, HOPS, beer)
    distance = (expected - beliefs.fest_level * state.n_seats) * beliefs.sharpness
    view.openness = 1.0 / (1.0 + distance * distance)


@inlined
def rate_builds(rules, beliefs, state, view):
    """The cost of the next slot, and the effects of all improvements if the brewhouse has changed since they were rated."""
    seat = state.seat
    slot_cost = rules.turn_cost + rules.slot_costs[min(state.n_built[seat], rules.n_slots - 1)]
    different = 0
    for kind in range(N_IMPROVEMENTS):
        view.turn.cost[codes.BUILD + kind] = slot_cost
        different |= view.rated_built[kind] ^ state.built[seat, kind]
    if different != 0 or view.effects_key != state.key:
        rate_effects(rules, beliefs, state, view)


@compiled
def rate_effects(rules, beliefs, state, view):
    """What each improvement would do for the seat under these rules, and what a card of the whole action deck promises."""
    seat = state.seat
    view.effects_key = state.key
    limit = state.limit[seat]
    beers = beers_of(state.max_beers[seat], limit)
    for effect in range(N_EFFECTS):
        view.promised[effect] = 0.0
    for part in range(2):
        view.promised_prospect[part] = 0.0
    for kind in range(N_IMPROVEMENTS):
        view.rated_built[kind] = state.built[seat, kind]
        more_room = rules.extra_limit[kind]
        view.effects[kind, Effect.BEERS] = beers_of(state.max_beers[seat] + rules.extra_beers[kind], limit + more_room) - beers
        # The next card of a draw matters less than the one before it.
        view.effects[kind, Effect.INGREDIENTS] = rules.extra_ingredients[kind] / (1 + state.extra_ingredients[seat])
        view.effects[kind, Effect.TOKENS] = rules.tokens_per_round[kind]
        view.effects[kind, Effect.ACTION_CARDS] = rules.extra_actions[kind] / (1 + state.extra_actions[seat])
        view.effects[kind, Effect.ROOM] = more_room / limit
        view.effects[kind, Effect.SECRECY] = rules.keeps_hidden[kind] if state.keeps_hidden[seat] == 0 else 0
        for effect in range(N_EFFECTS):
            view.promised[effect] += beliefs.share[kind] * view.effects[kind, effect]
        early, whole = odds_with(rules, beliefs, state, kind, 0.0), odds_with(rules, beliefs, state, kind, 1.0)
        view.prospect[kind, 0], view.prospect[kind, 1] = early, whole - early
        for part in range(2):
            view.promised_prospect[part] += beliefs.share[kind] * view.prospect[kind, part]


@compiled
def odds_with(rules, beliefs, state, kind, late):
    """What an improvement adds to the seat's odds to win."""
    seat = state.seat
    signs = beliefs.prospects[state.n_seats]
    ingredients, income, actions = state.extra_ingredients[seat], state.tokens_per_round[seat], state.extra_actions[seat]
    beers, room = state.max_beers[seat] - 1, state.limit[seat] - rules.ingredient_limit
    before = brewhouse_odds(signs, late, ingredients, income, actions, beers, room)
    ingredients += rules.extra_ingredients[kind]
    income += rules.tokens_per_round[kind]
    actions += rules.extra_actions[kind]
    beers += rules.extra_beers[kind]
    room += rules.extra_limit[kind]
    return brewhouse_odds(signs, late, ingredients, income, actions, beers, room) - before


@inlined
def beers_of(max_beers, limit):
    """Beers that a hand within its limit can make: each takes two cards."""
    return min(max_beers, limit // N_TYPES)


@inlined
def rate_action_draw(rules, beliefs, state, view):
    """What action cards promise that are drawn: improvements what they would do, all of them less the fuller the hand is.

    A card that the hand has no room for drives another one out.
    """
    seat = state.seat
    drawn = 1 + state.extra_actions[seat]
    fitting = min(drawn, rules.action_limit - state.n_cards[seat])
    room = 1.0 - beliefs.crowding * state.n_cards[seat]
    cards = room * fitting + beliefs.overflow * (drawn - fitting)
    view.turn.value[codes.DRAW_ACTION] = view.remaining * cards
    view.built_in_time = cards * beliefs.hope if state.n_built[seat] < rules.n_slots else 0.0
    view.hoped = view.remaining * view.built_in_time


@inlined
def rate_adjuncts(rules, beliefs, state, view):
    """How many tokens the seat can spend and still pay for an adjunct in hand; all, if it has none that it could pay."""
    seat = state.seat
    view.spare_tokens = state.tokens[seat]
    least = state.tokens[seat] + 1
    for adjunct in range(N_ADJUNCTS):
        kind = FIRST_ADJUNCT + adjunct
        if state.cards[seat, kind] > 0 and beliefs.adjunct_use[adjunct] > 0.0:
            least = min(least, rules.cost[kind])
    if least <= state.tokens[seat]:
        view.spare_tokens = state.tokens[seat] - least


@inlined
def best_look(beliefs, state, view, is_own_too):
    """The worth of the best unknown judge card on any mat, or on those of others."""
    seat = state.seat
    best = 0.0
    for t in range(N_TYPES):
        unknown = unknown_owners(state, seat, t)
        asked = unknown if is_own_too else unknown & ~only(seat)
        for owner in range(state.n_seats):
            look = look_worth(beliefs, view, t, owner)
            best = max(best, look if has(asked, owner) == 1 else 0.0)
    return best


@inlined
def rate_instants(rules, beliefs, state, view):
    """What the instants do that can be played."""
    if can_play(rules, state, Kind.BLACKMAIL):
        view.turn.inform[codes.BLACKMAIL] = best_look(beliefs, state, view, True)
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
