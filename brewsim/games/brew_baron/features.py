"""What a bot weighs in an action, from what `survey` has found. A bot is a row of weights over FEATURES, in bots.toml."""

import math

from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.rating import SPARE, count_owners, higher, holds, known_pairs, look_worth, loss_of, swap_gain
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, MAX_SEATS, MAX_VALUES, N_IMPROVEMENTS, N_TYPES
from brewsim.games.brew_baron.table import knows
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "hand_worth",  # change of the tokens expected from the judges, by cards that come or go; what a beer is expected to earn
    "purse",  # change of the tokens in hand; a token matters less to the rich
    "kept_tokens",  # the same, fading as the leader nears the last trophy
    "inform",  # worth of knowing this judge card, for the hand as it is and for cards that might still be drawn
    "action_card",  # action cards drawn, fading, and the less the fuller the hand is
    "build_farmers_market",  # 1 for building this improvement, fading, less for a second copy; below 0 for discarding the card
    "build_investors",
    "build_logistics",
    "build_storage_bins",
    "build_trade_secrets",
    "build_yeast_reserves",
    "bribe",  # 1 for offering a bribe
    "instant",  # 1 for playing an instant; -1 for discarding one
    "accept",  # 1 for accepting a bribe; -1 if the briber would see a card that the own hand matches
    "adjunct_gain",  # tokens that an adjunct is expected to add, its cost not counted; -1 for discarding one
    "judge_match",  # tokens that the own judge will pay for the cards in hand or beside the decks; less if they see him
)
(
    HAND_WORTH,
    PURSE,
    KEPT_TOKENS,
    INFORM,
    ACTION_CARD,
    BUILD_FIRST,
    _,
    _,
    _,
    _,
    _,
    IS_BRIBE,
    IS_INSTANT,
    IS_ACCEPT,
    ADJUNCT_GAIN,
    JUDGE_MATCH,
) = range(len(FEATURES))

EXPOSE = -1.0  # what it is worth to let a briber see a card that the own hand matches
ROW_JUDGE = 0.5  # what it matters if the own judge matches a card beside the decks
ROW_REVEAL = 0.2  # and if all can see that
REACH = 0.2  # what a card is worth that an adjunct could shift onto the own judge


@inlined
def features(rules, state, action, out):
    """The features of one action."""
    if action < codes.N_TURN:
        see_turn(state, action, out)
    elif codes.DISCARD <= action < codes.DROP:
        lose_card(rules, state, action - codes.DISCARD, out)
    elif action >= codes.BREW_GRAIN:
        see_beer(rules, state, action, out)
    elif action >= codes.JUDGE:
        see_own_judges(state, action, out)
    else:
        see_answer(rules, state, action, out)


@inlined
def see_turn(state, action, out):
    """Tables that `survey` has filled, without a branch: from DRAW_ACTION on, features stand in the order of the actions."""
    cost = state.turn_cost[action] * state.price
    out[HAND_WORTH] += state.turn_gain[action]
    out[PURSE] -= cost
    out[KEPT_TOKENS] -= cost * state.remaining
    out[INFORM] += state.turn_inform[action]
    out[min(max(ACTION_CARD, action - codes.DRAW_ACTION + ACTION_CARD), IS_INSTANT)] += state.turn_value[action]


@inlined
def spend(state, cost, out):
    """The tokens of an action outside a turn."""
    out[PURSE] -= cost * state.price
    out[KEPT_TOKENS] -= cost * state.price * state.remaining


@inlined
def lose_card(rules, state, card, out):
    """An ingredient card leaves the hand."""
    out[HAND_WORTH] -= loss_of(rules, state, card // MAX_VALUES, card % MAX_VALUES)


@compiled
def see_answer(rules, state, action, out):
    """The targets of instants and bribes, the answer to a bribe, the tax, action cards beyond the limit."""
    seat = state.seat
    if action < codes.SELL:
        out[INFORM] += look_worth(state, action - codes.LOOK)
    elif action < codes.SWAP:
        lose_card(rules, state, action - codes.SELL, out)
    elif action < codes.ACCEPT:
        pair = action - codes.SWAP
        out[HAND_WORTH] += swap_gain(rules, state, pair // MAX_SEATS % MAX_SEATS, pair % MAX_SEATS)
    elif action == codes.ACCEPT:  # a token more, and the briber knows what he may brew
        spend(state, -rules.bribe_offer, out)
        t = state.bribed_place % N_TYPES
        exposes = knows(state, seat, seat, t) & holds(state, seat, t, state.judge[seat, t])
        out[IS_ACCEPT] += EXPOSE if exposes == 1 else 1.0
    elif action == codes.PAY_TOKEN:
        spend(state, rules.tax_tokens, out)
    elif codes.PAY_CARD <= action < codes.DISCARD:
        lose_card(rules, state, action - codes.PAY_CARD, out)
    elif codes.DROP <= action < codes.DROP + N_IMPROVEMENTS:
        out[BUILD_FIRST + action - codes.DROP] += -state.turn_value[codes.BUILD + action - codes.DROP]
    elif codes.DROP <= action < codes.DROP + FIRST_ADJUNCT:
        out[IS_INSTANT] -= 1.0
    elif action >= codes.DROP:
        out[ADJUNCT_GAIN] -= 1.0


@compiled
def see_own_judges(state, action, out):
    """The own judge: what the cards that stay in hand will get from him; which card of his to show."""
    seat = state.seat
    if action < codes.REVEAL:
        grain, hops = (action - codes.JUDGE) // MAX_VALUES, (action - codes.JUDGE) % MAX_VALUES
        match_grain = 1 if state.hand[seat, GRAIN, grain] > 1 else 0
        match_hops = 1 if state.hand[seat, HOPS, hops] > 1 else 0
        in_row = (1 if state.row[GRAIN] == grain else 0) + (1 if state.row[HOPS] == hops else 0)
        out[JUDGE_MATCH] += match_grain + match_hops + match_grain * match_hops + ROW_JUDGE * in_row
        out[ADJUNCT_GAIN] += REACH * (state.reach[GRAIN, grain] + state.reach[HOPS, hops])
    elif action < codes.KEEP_HIDDEN:
        t = action - codes.REVEAL
        value = state.judge[seat, t]
        out[JUDGE_MATCH] -= holds(state, seat, t, value) + (ROW_REVEAL if state.row[t] == value else 0.0)


@compiled
def see_beer(rules, state, action, out):
    """The grain of a beer with the hops that suit it best, its hops, its adjunct."""
    seat = state.seat
    if action < codes.NO_BREW:
        out[HAND_WORTH] += grain_worth(rules, state, action - codes.BREW_GRAIN)
    elif action == codes.NO_BREW:
        out[HAND_WORTH] -= SPARE
    elif action < codes.ADJUNCT:
        out[HAND_WORTH] += pair_worth(rules, state, state.beer[seat, state.n_beers[seat], GRAIN], action - codes.BREW_HOPS)
    elif action < codes.NO_ADJUNCT:
        see_adjunct(rules, state, action - codes.ADJUNCT, out)


@inlined
def pair_worth(rules, state, grain, hops):
    """Tokens expected of a beer of these two."""
    seat = state.seat
    pleased = state.likes[seat, GRAIN, grain] & state.likes[seat, HOPS, hops] & known_pairs(rules, state, seat)
    return state.worth[seat, GRAIN, grain] + state.worth[seat, HOPS, hops] + rules.pair_tokens * count_owners(pleased)


@compiled
def grain_worth(rules, state, grain):
    """Tokens expected of a beer of this grain and the hops in hand that suit it best."""
    best = 0.0
    for hops in range(rules.n_values[HOPS]):
        best = higher(best, min(state.hand[state.seat, HOPS, hops], 1) * pair_worth(rules, state, grain, hops))
    return best


@inlined
def option_gain(change, spread):
    """The expected worth of being allowed, not obliged, to take an uncertain change: about E max(0, N(change, spread))."""
    return 0.5 * (change + math.sqrt(change * change + 0.64 * spread * spread))


@compiled
def see_adjunct(rules, state, adjunct, out):
    """An adjunct with the beer just put: the better of two ratings, or of the card and those left in hand."""
    seat = state.seat
    beer = state.n_beers[seat] - 1
    grain, hops = state.beer[seat, beer, GRAIN], state.beer[seat, beer, HOPS]
    plain = pair_worth(rules, state, grain, hops)
    gain = 0.0
    for t in range(N_TYPES):
        unknown = 0
        for owner in range(state.n_seats):
            unknown += 1 - knows(state, seat, owner, t)
        spread = math.sqrt(2.0 * unknown * rules.prior[t])
        old = state.beer[seat, beer, t]
        for value in range(rules.n_values[t]):
            is_shift = rules.shift[adjunct, t] != 0 and value == old + rules.shift[adjunct, t]
            is_spare = rules.replaces[adjunct] == 1 and state.hand[seat, t, value] > 0 and value != old
            if is_shift or is_spare:
                changed = pair_worth(rules, state, value if t == GRAIN else grain, value if t == HOPS else hops)
                gain = max(gain, option_gain(changed - plain, spread))
    out[ADJUNCT_GAIN] += gain
    spend(state, rules.cost[FIRST_ADJUNCT + adjunct], out)
