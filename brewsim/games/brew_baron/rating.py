"""What the features of one decision have in common: the worth of ingredients, of the hand, and of the actions of a turn.

The worth of an ingredient is what the judges are expected to pay for it in a beer: the whole match for a judge card that the
seat knows, the prior chance for one that it does not, and the share of the pair's extra token that a half-known judge
promises. The worth of a hand is that of the best cards for as many beers as the brewhouse allows, and of the fully known
judges that it can please with both cards. Nothing here looks at a card that the seat has not seen.
"""

from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.codes import Phase
from brewsim.games.brew_baron.judging import judged
from brewsim.games.brew_baron.kernel import can_play, own_places, unknown_places
from brewsim.games.brew_baron.rules import (
    BUYBACK_CARD,
    FIRST_ADJUNCT,
    FIRST_INSTANT,
    GRAIN,
    HOPS,
    N_ADJUNCTS,
    N_IMPROVEMENTS,
    N_INSTANTS,
    N_TYPES,
    PALATE_SWAP_CARD,
    SWAP_MEET_CARD,
    TAX_COLLECTOR_CARD,
)
from brewsim.games.brew_baron.table import knows
from brewsim.parts.compiling import compiled, inlined

RICH = 15.0  # tokens in hand beyond which one more or less matters less and less
HALF = 0.5  # what a card is worth that no beer can use before its other half is drawn
SPARE = 0.03  # what the worth of a card counts that is not among the best
SEEK = 0.1  # chance, for each token in hand, to find a card that one looks for
FULL_HAND = 0.85  # how much less an action card is worth if it drives another from a full hand
AGAIN = 0.35  # what a second copy of an improvement is worth: most slots are better used for another
CARD_TAX = 0.12  # what it is worth if another pays the tax with a card
TOKEN_TAX = 0.012  # and if he can pay it with a token
REFUSED = 0.3  # how likely another bribe is accepted after one was refused in this round
GRAIN_PLACES = 0b0101010101  # the bits of the judges' grain cards, of five owners


@inlined
def holds(state, seat, t, value):
    """1 if a card of this value is in hand, else 0."""
    return 1 if state.hand[seat, t, value] > 0 else 0


@inlined
def useful_beers(state, seat):
    """The beers that a hand within its limit can make: Yeast Reserves allow more in vain without Storage Bins."""
    return max(1, min(state.max_beers[seat], state.limit[seat] // N_TYPES))


@inlined
def judges_of(rules, state, seat):
    """The owners whose judges judge the beers of a seat, as the bits of their grain cards (BB-31)."""
    return GRAIN_PLACES if rules.own_judge_counts else GRAIN_PLACES & ~(1 << (seat * N_TYPES))


@inlined
def knows_both(rules, state, seat, owner):
    """1 if a seat knows both cards of a judge that judges its beers, else 0."""
    known = state.known[seat]
    return ((known & (known >> 1) & judges_of(rules, state, seat)) >> (owner * N_TYPES)) & 1


@compiled
def survey(rules, state):
    """Rate what this decision is about."""
    phase = state.phase
    if phase == Phase.JUDGE:
        rate_reach(rules, state)
    if phase < Phase.TURN:
        return
    state.price = RICH / max(RICH, state.tokens[state.seat])
    if state.is_rated[state.seat] == 0:
        rate_values(rules, state)
    if phase <= Phase.LOOK:
        rate_hand(rules, state)
        rate_draws(rules, state)
        if phase == Phase.TURN:
            rate_turn(rules, state)
    elif phase == Phase.DISCARD or phase == Phase.SELL or phase == Phase.TAX:
        rate_hand(rules, state)
        rate_losses(rules, state)
    elif phase == Phase.DROP:
        rate_builds(rules, state)
    elif phase == Phase.SWAP:
        rate_matches(rules, state)


@compiled
def rate_reach(rules, state):
    """How many cards the adjuncts in hand could shift onto each value."""
    seat = state.seat
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            state.reach[t, value] = 0.0
    for adjunct in range(N_ADJUNCTS):
        if state.cards[seat, FIRST_ADJUNCT + adjunct] > 0:
            for t in range(N_TYPES):
                shift = rules.shift[adjunct, t]
                for value in range(max(0, shift), min(rules.n_values[t], rules.n_values[t] + shift)):
                    state.reach[t, value] += holds(state, seat, t, value - shift) if shift != 0 else 0


@compiled
def rate_values(rules, state):
    """What each value of each type is worth in a beer, from what the seat knows of the judges."""
    seat = state.seat
    base_grain, base_hops = 0.0, 0.0
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            state.worth[seat, t, value] = 0.0
    for owner in range(state.n_seats):
        if judged(rules, seat, owner):
            knows_grain, knows_hops = knows(state, seat, owner, GRAIN), knows(state, seat, owner, HOPS)
            grain, hops = state.judge[owner, GRAIN], state.judge[owner, HOPS]
            base_grain += (1 - knows_grain) * rules.match_tokens * rules.prior[GRAIN]
            base_hops += (1 - knows_hops) * rules.match_tokens * rules.prior[HOPS]
            # A seat that does not know the card adds nothing to it: the factors are 0, whatever the card is.
            state.worth[seat, GRAIN, grain] += knows_grain * (rules.match_tokens + (1 - knows_hops) * rules.pair_tokens * rules.prior[HOPS])
            state.worth[seat, HOPS, hops] += knows_hops * (rules.match_tokens + (1 - knows_grain) * rules.pair_tokens * rules.prior[GRAIN])
    for value in range(rules.n_values[GRAIN]):
        state.worth[seat, GRAIN, value] += base_grain
    for value in range(rules.n_values[HOPS]):
        state.worth[seat, HOPS, value] += base_hops
    state.is_rated[seat] = 1


@compiled
def rate_hand(rules, state):
    """Sort the worth of the best cards of each type: as many as there may be beers, and the one that would follow.

    One or two beers need three places, which are sorted without a branch.
    """
    seat = state.seat
    if useful_beers(state, seat) > 2:
        for t in range(N_TYPES):
            sort_best(rules, state, t)
        return
    for t in range(N_TYPES):
        first, second, third = 0.0, 0.0, 0.0
        for value in range(rules.n_values[t]):
            copies, worth = state.hand[seat, t, value], state.worth[seat, t, value]
            one = worth if copies > 0 else 0.0
            two = worth if copies > 1 else 0.0
            three = worth if copies > 2 else 0.0
            third = higher(higher(third, lower(second, one)), three)
            second = higher(second, lower(first, one))
            first = higher(first, one)
            third = higher(third, lower(second, two))
            second = higher(second, two)
        state.best[t, 0] = first
        state.best[t, 1] = second
        state.best[t, 2] = third


@inlined
def higher(a, b):
    """The greater of two numbers in one instruction; `max` minds what is not a number."""
    return a if a > b else b


@inlined
def lower(a, b):
    """The smaller of two numbers."""
    return a if a < b else b


@compiled
def sort_best(rules, state, t):
    """The same for several beers; 0 where there is no card."""
    seat = state.seat
    places = useful_beers(state, seat) + 1
    for place in range(places):
        state.best[t, place] = 0.0
    for value in range(rules.n_values[t]):
        worth = state.worth[seat, t, value]
        for _ in range(min(places, state.hand[seat, t, value])):
            place = places - 1
            if worth <= state.best[t, place]:
                break
            while place > 0 and state.best[t, place - 1] < worth:
                state.best[t, place] = state.best[t, place - 1]
                place -= 1
            state.best[t, place] = worth


@inlined
def matched_places(state, seat):
    """The judge cards that the hand matches, as bits: hidden ones too, so use it with what the seat knows."""
    places = 0
    for owner in range(state.n_seats):
        for t in range(N_TYPES):
            places |= holds(state, seat, t, state.judge[owner, t]) << (owner * N_TYPES + t)
    return places


@compiled
def rate_draws(rules, state):
    """How the worth of the hand changes with each draw, and what it is worth to know one more judge card.

    A face-up card counts for itself, one from the deck by its expectation; a card of the other type that waits for its other
    half is unlocked. Knowledge is worth the chance that it makes another card the best: one in hand, or one still to be
    found; and twice if the hand matches the known other half of a judge.
    """
    seat = state.seat
    beers = useful_beers(state, seat)
    extra = state.extra_ingredients[seat]
    found = min(1.0, (state.tokens[seat] - rules.turn_cost) * SEEK)
    known = state.known[seat]
    matched = matched_places(state, seat) & known
    known_pairs = known & (known >> 1) & judges_of(rules, state, seat)
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        best, least = state.best[t, 0], state.best[t, beers - 1]
        unlocks = (held < beers) & (held < other_held)
        unlocked = state.best[1 - t, min(held, beers)] if unlocks else 0.0
        factor = HALF if (held < beers) & (held >= other_held) else 1.0
        up = state.row[t]
        total, up_gain, inform = 0.0, 0.0, -1.0
        for value in range(rules.n_values[t]):
            worth = state.worth[seat, t, value]
            gain = higher(worth - least, 0.0)
            total += gain
            up_gain += gain if value == up else 0.0
            better = higher(1.0 + worth - best, 0.0)
            inform += better if state.hand[seat, t, value] > 0 else found * better
        pairs, up_pairs = 0, 0
        missing = known_pairs & ~(matched >> t) & (matched >> (1 - t))
        for owner in range(state.n_seats):
            pair = (missing >> (owner * N_TYPES)) & 1
            pairs += pair
            up_pairs += pair if state.judge[owner, t] == up else 0
        blind = (factor * total + rules.pair_tokens * pairs) * rules.prior[t]
        state.turn_gain[codes.TAKE + t] = factor * up_gain + rules.pair_tokens * up_pairs + unlocked + extra * blind
        state.turn_gain[codes.BLIND + t] = (1 + extra) * blind + unlocked
        state.inform[t] = rules.prior[t] * inform if inform > 0.0 else 0.0
    state.halves = ((matched & GRAIN_PLACES) << 1) | ((matched >> 1) & GRAIN_PLACES)


@compiled
def price_turn(rules, state):
    """The tokens that each action of a turn costs, apart from the slots of the brewhouse: once a game."""
    for action in range(codes.TAKE, codes.BRIBE):
        state.turn_cost[action] = rules.turn_cost
    state.turn_cost[codes.BRIBE] = rules.bribe_cost
    for instant in range(N_INSTANTS):
        state.turn_cost[codes.INSTANT + instant] = rules.play_cost[FIRST_INSTANT + instant]
    state.turn_cost[codes.BUYBACK] -= rules.buyback_tokens
    state.turn_cost[codes.TAX_COLLECTOR] += rules.tax_tokens
    for action in range(codes.BRIBE, codes.N_TURN):
        state.turn_value[action] = 1.0
    state.is_priced = True


@inlined
def rate_builds(rules, state):
    """The cost of the next slot, and the worth of each improvement."""
    seat = state.seat
    slot_cost = rules.turn_cost + rules.slot_costs[min(state.n_built[seat], rules.n_slots - 1)]
    for kind in range(N_IMPROVEMENTS):
        state.turn_cost[codes.BUILD + kind] = slot_cost
        state.turn_value[codes.BUILD + kind] = state.remaining * (AGAIN if state.built[seat, kind] > 0 else 1.0)


@compiled
def rate_turn(rules, state):
    """The worth of action cards, of building, of instants and of a bribe."""
    if not state.is_priced:
        price_turn(rules, state)
    seat = state.seat
    room = 1.0 - FULL_HAND * rules.card_share * state.n_cards[seat]
    state.turn_value[codes.DRAW_ACTION] = state.remaining * room * (1 + state.extra_actions[seat])
    rate_builds(rules, state)
    unknown = unknown_places(state)
    inform = best_inform(state, unknown & ~own_places(state))
    state.turn_inform[codes.BRIBE] = inform if state.refusals[seat] == 0 else REFUSED * inform
    state.turn_inform[codes.BLACKMAIL] = best_inform(state, unknown)
    if can_play(rules, state, BUYBACK_CARD):
        rate_losses(rules, state)
        state.turn_gain[codes.BUYBACK] = -least_loss(rules, state)
    if can_play(rules, state, PALATE_SWAP_CARD):
        rate_matches(rules, state)
        gain = 0.0
        for a in range(state.n_seats):
            for b in range(a + 1, state.n_seats):
                gain = max(gain, swap_gain(rules, state, a, b))
        state.turn_gain[codes.PALATE_SWAP] = gain
    if can_play(rules, state, SWAP_MEET_CARD):
        state.turn_gain[codes.SWAP_MEET] = redeal_gain(rules, state)
    if can_play(rules, state, TAX_COLLECTOR_CARD):
        gain = 0.0
        for other in range(state.n_seats):
            if other != seat:
                gain += TOKEN_TAX if state.tokens[other] >= rules.tax_tokens else CARD_TAX
        state.turn_gain[codes.TAX_COLLECTOR] = gain


@inlined
def look_worth(state, place):
    """The worth of knowing a judge card."""
    return state.inform[place % N_TYPES] * (1 + ((state.halves >> place) & 1))


@inlined
def best_inform(state, places):
    """The worth of the best of these judge cards to know."""
    best = 0.0
    for t in range(N_TYPES):
        of_type = places & (GRAIN_PLACES << t)
        worth = state.inform[t] if of_type != 0 else 0.0
        worth = 2.0 * worth if of_type & state.halves != 0 else worth
        best = higher(best, worth)
    return best


@compiled
def rate_losses(rules, state):
    """What the hand loses with each of its cards."""
    seat = state.seat
    beers = useful_beers(state, seat)
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        follows = state.best[t, beers]
        is_short = held <= beers  # without this card there may be a beer less
        unlocked = state.best[1 - t, min(max(held, 1), beers) - 1] if is_short & (held > 0) & (held <= other_held) else 0.0
        factor = HALF if is_short & ((held == 0) | (held > other_held)) else 1.0
        for value in range(rules.n_values[t]):
            worth = state.worth[seat, t, value]
            state.loss[t, value] = factor * higher(worth - follows, 0.0) + SPARE * worth + unlocked
    for owner in range(state.n_seats):
        grain, hops = state.judge[owner, GRAIN], state.judge[owner, HOPS]
        n_grain, n_hops = state.hand[seat, GRAIN, grain], state.hand[seat, HOPS, hops]
        pair = rules.pair_tokens * knows_both(rules, state, seat, owner)
        state.loss[GRAIN, grain] += pair if n_grain == 1 and n_hops > 0 else 0
        state.loss[HOPS, hops] += pair if n_hops == 1 and n_grain > 0 else 0


@compiled
def least_loss(rules, state):
    """The loss of the card that the hand can best do without."""
    least = -1.0
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            if state.hand[state.seat, t, value] > 0 and (least < 0.0 or state.loss[t, value] < least):
                least = state.loss[t, value]
    return least


@compiled
def rate_matches(rules, state):
    """How surely the hand matches each judge card: what a swap of judges goes by."""
    seat = state.seat
    for t in range(N_TYPES):
        for owner in range(state.n_seats):
            match = rules.prior[t] if state.held[seat, t] > 0 else 0.0
            if knows(state, seat, owner, t) == 1:
                match = holds(state, seat, t, state.judge[owner, t])
            state.match[t, owner] = match


@inlined
def swap_gain(rules, state, a, b):
    """What it brings if two judges exchange their cards of one type, whichever it is: other pairs."""
    seat = state.seat
    gain = 0.0
    change = state.match[GRAIN, b] - state.match[GRAIN, a]
    if judged(rules, seat, a):
        gain += change * state.match[HOPS, a]
    if judged(rules, seat, b):
        gain -= change * state.match[HOPS, b]
    return rules.pair_tokens * gain


@compiled
def redeal_gain(rules, state):
    """How the worth of the best card of each type is expected to change if the hand is drawn anew."""
    seat = state.seat
    gain = 0.0
    for t in range(N_TYPES):
        if state.held[seat, t] == 0:
            continue
        expected = 0.0
        for value in range(rules.n_values[t]):
            better, equal = 0, 0
            for other in range(rules.n_values[t]):
                better += state.worth[seat, t, other] > state.worth[seat, t, value]
                equal += state.worth[seat, t, other] == state.worth[seat, t, value]
            none_better, none_as_good = 1.0, 1.0  # chance that no card is better, or as good
            for _ in range(state.held[seat, t]):
                none_better *= 1.0 - better * rules.prior[t]
                none_as_good *= 1.0 - (better + equal) * rules.prior[t]
            expected += state.worth[seat, t, value] * (none_better - none_as_good) / equal
        gain += expected - state.best[t, 0]
    return gain
