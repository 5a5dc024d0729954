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
    BLACKMAIL_CARD,
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
from brewsim.games.brew_baron.state import N_PLACES
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
def known_pairs(rules, state, seat):
    """The owners whose judges judge the beers of a seat that knows both cards, as the bits of their grain cards (BB-31)."""
    known = state.known[seat]
    judges = GRAIN_PLACES if rules.own_judge_counts else GRAIN_PLACES & ~(1 << (seat * N_TYPES))
    return known & (known >> 1) & judges


@inlined
def count_owners(owners):
    """How many owners these bits of grain cards name."""
    twos = (owners & 0b0100010001) + ((owners >> 2) & 0b0000010001)
    return (twos + (twos >> 4) + (twos >> 8)) & 0b1111


@compiled
def survey(rules, state):
    """Rate what this decision is about."""
    phase = state.phase
    if phase == Phase.JUDGE:
        rate_reach(rules, state)
    if phase < Phase.TURN:
        return
    state.price = 1.0
    if state.tokens[state.seat] > RICH:
        state.price = RICH / state.tokens[state.seat]
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
    """What each value of each type is worth in a beer, from what the seat knows of the judges, and which of them like it."""
    seat = state.seat
    base_grain, base_hops = 0.0, 0.0
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            state.worth[seat, t, value] = 0.0
            state.likes[seat, t, value] = 0
    for owner in range(state.n_seats):
        knows_grain, knows_hops = knows(state, seat, owner, GRAIN), knows(state, seat, owner, HOPS)
        grain, hops = state.judge[owner, GRAIN], state.judge[owner, HOPS]
        # A seat that does not know the card adds nothing to it: the factors are 0, whatever the card is.
        state.likes[seat, GRAIN, grain] |= knows_grain << (owner * N_TYPES)
        state.likes[seat, HOPS, hops] |= knows_hops << (owner * N_TYPES)
        if judged(rules, seat, owner):
            base_grain += (1 - knows_grain) * rules.match_tokens * rules.prior[GRAIN]
            base_hops += (1 - knows_hops) * rules.match_tokens * rules.prior[HOPS]
            state.worth[seat, GRAIN, grain] += knows_grain * (rules.match_tokens + (1 - knows_hops) * rules.pair_tokens * rules.prior[HOPS])
            state.worth[seat, HOPS, hops] += knows_hops * (rules.match_tokens + (1 - knows_grain) * rules.pair_tokens * rules.prior[GRAIN])
    rank_values(rules, state, GRAIN, base_grain)
    rank_values(rules, state, HOPS, base_hops)
    state.is_rated[seat] = 1


@inlined
def rank_values(rules, state, t, base):
    """Order the values of a type by their worth, and sum up what all that are better add to each; without a branch."""
    seat, n = state.seat, rules.n_values[t]
    for value in range(n):
        state.worth[seat, t, value] += base
    total = 0.0
    for value in range(n):
        worth, rank, gain = state.worth[seat, t, value], 0, 0.0
        for other in range(n):
            more = state.worth[seat, t, other] - worth
            rank += (more > 0.0) | ((more == 0.0) & (other < value))
            gain += higher(more, 0.0)
        state.ranked[seat, t, rank] = value
        state.ranked_worth[seat, t, rank] = worth
        state.ranked_gain[seat, t, rank] = gain
        total += worth
    state.ranked_worth[seat, t, n] = 0.0
    state.ranked_gain[seat, t, n] = total


@compiled
def rate_hand(rules, state):
    """Lay the hand out by worth, and find the judges that it pleases.

    A card takes its place and all that follow; the next one takes over from its own place on.
    """
    seat = state.seat
    for t in range(N_TYPES):
        place, matched = 0, 0
        for rank in range(rules.n_values[t]):
            fill_places(state, t, place, rank)
            value = state.ranked[seat, t, rank]
            copies = state.hand[seat, t, value]
            matched |= state.likes[seat, t, value] * min(copies, 1)
            place = min(place + copies, N_PLACES)
        fill_places(state, t, place, rules.n_values[t])
        state.matched[t] = matched


@inlined
def fill_places(state, t, first, rank):
    """Write the rank of a card to its place in the sorted hand and to all that follow."""
    for place in range(N_PLACES):
        state.rank_at[t, first + place] = rank


@inlined
def worth_at(state, t, place):
    """The worth of the card that stands at this place in the sorted hand; 0 where there is none."""
    return state.ranked_worth[state.seat, t, state.rank_at[t, place]]


@inlined
def higher(a, b):
    """The greater of two numbers in one instruction; `max` minds what is not a number."""
    return a if a > b else b


@inlined
def lower(a, b):
    """The smaller of two numbers."""
    return a if a < b else b


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
    found = lower(1.0, max(0, state.tokens[seat] - rules.turn_cost) * SEEK)
    pleased = known_pairs(rules, state, seat)
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        unlocked = ((held < beers) & (held < other_held)) * worth_at(state, 1 - t, min(held, beers))
        factor = 1.0 - HALF * ((held < beers) & (held >= other_held))
        up = max(0, state.row[t])  # without a face-up card nobody asks what it would bring
        up_gain = higher(state.worth[seat, t, up] - worth_at(state, t, beers - 1), 0.0)
        missing = pleased & ~state.matched[t] & state.matched[1 - t]
        up_pairs = count_owners(missing & state.likes[seat, t, up])
        total = state.ranked_gain[seat, t, state.rank_at[t, beers - 1]]
        blind = (factor * total + rules.pair_tokens * count_owners(missing)) * rules.prior[t]
        state.turn_gain[codes.TAKE + t] = factor * up_gain + rules.pair_tokens * up_pairs + unlocked + extra * blind
        state.turn_gain[codes.BLIND + t] = (1 + extra) * blind + unlocked
        best, inform = worth_at(state, t, 0), -1.0
        for value in range(rules.n_values[t]):
            chance = higher(found, min(state.hand[seat, t, value], 1))
            inform += chance * higher(1.0 + state.worth[seat, t, value] - best, 0.0)
        state.inform[t] = rules.prior[t] * higher(inform, 0.0)
    state.halves = (state.matched[GRAIN] << 1) | state.matched[HOPS]


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
    state.build_value[0] = state.remaining
    state.build_value[1] = state.remaining * AGAIN
    for kind in range(N_IMPROVEMENTS):
        state.turn_cost[codes.BUILD + kind] = slot_cost
        state.turn_value[codes.BUILD + kind] = state.build_value[min(state.built[seat, kind], 1)]


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
    state.turn_inform[codes.BRIBE] = inform * higher(REFUSED, 1 - min(state.refusals[seat], 1))
    if can_play(rules, state, BLACKMAIL_CARD):
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
        best = higher(best, state.inform[t] * (min(of_type, 1) + min(of_type & state.halves, 1)))
    return best


@inlined
def rate_losses(rules, state):
    """What the losses of cards of one type have in common."""
    seat = state.seat
    beers = useful_beers(state, seat)
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        is_short = held <= beers  # without this card there may be a beer less
        locks = is_short & (held > 0) & (held <= other_held)
        state.locked[t] = locks * worth_at(state, 1 - t, min(max(held, 1), beers) - 1)
        state.lost_share[t] = 1.0 - HALF * (is_short & ((held == 0) | (held > other_held)))
        state.follows[t] = worth_at(state, t, beers)
        state.pairs_with[t] = state.matched[1 - t] & known_pairs(rules, state, seat)


@inlined
def loss_of(rules, state, t, value):
    """What the hand loses with one of its cards."""
    seat = state.seat
    worth = state.worth[seat, t, value]
    loss = state.lost_share[t] * higher(worth - state.follows[t], 0.0) + SPARE * worth + state.locked[t]
    pairs = count_owners(state.likes[seat, t, value] & state.pairs_with[t])
    return loss + rules.pair_tokens * (pairs >> (4 * (state.hand[seat, t, value] - 1)))  # only the last of its value costs pairs


@compiled
def least_loss(rules, state):
    """The loss of the card that the hand can best do without."""
    least = -1.0
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            if state.hand[state.seat, t, value] > 0:
                loss = loss_of(rules, state, t, value)
                least = loss if least < 0.0 or loss < least else least
    return least


@compiled
def rate_matches(rules, state):
    """How surely the hand matches each judge card: what a swap of judges goes by."""
    seat = state.seat
    for t in range(N_TYPES):
        for owner in range(state.n_seats):
            is_known = knows(state, seat, owner, t)
            likely = rules.prior[t] * min(state.held[seat, t], 1)
            state.match[t, owner] = is_known * holds(state, seat, t, state.judge[owner, t]) + (1 - is_known) * likely


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
        gain += state.ranked_worth[seat, t, 0] - worth_at(state, t, 0)
        for rank in range(1, rules.n_values[t]):
            chance = 1.0  # that no card is of a better rank
            for _ in range(state.held[seat, t]):
                chance *= 1.0 - rank * rules.prior[t]
            gain -= chance * (state.ranked_worth[seat, t, rank - 1] - state.ranked_worth[seat, t, rank])
    return gain
