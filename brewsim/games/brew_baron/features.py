"""What a bot weighs in an action, from what `survey` has found. A bot is a row of weights over the features, in bots.toml."""

import math
from enum import IntEnum

from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.codes import Verb
from brewsim.games.brew_baron.judges import knows, unknown_owners
from brewsim.games.brew_baron.rating import holds, look_worth, loss_of, swap_gain
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, FIRST_INSTANT, GRAIN, HOPS, N_TYPES
from brewsim.games.brew_baron.turn_rating import N_EFFECTS
from brewsim.parts.compiling import compiled, inlined


class Feature(IntEnum):
    HAND_WORTH = 0  # change of the tokens expected from the judges, by cards that come or go; what a beer is expected to earn
    PURSE = 1  # change of the tokens in hand that the next refill would not give back; a token matters less to the rich
    KEPT_TOKENS = 2  # the same, fading as the leader nears the last trophy
    INFORM = 3  # worth of knowing this judge card, for the hand as it is and for cards that might still be drawn
    ACTION_CARD = 4  # action cards drawn, fading, and the less the fuller the hand is
    MORE_BEERS = 5  # that a hand can make, by an improvement that is built, fading; a part of it for one that may be drawn
    MORE_INGREDIENTS = 6  # the same: cards with each draw; the next one matters less than the one before it
    MORE_TOKENS = 7  # the same: tokens a round
    MORE_ACTION_CARDS = 8  # the same: cards with each draw
    MORE_ROOM = 9  # the same: places in hand for ingredients, as a share of those that there are
    SECRECY = 10  # the same: 1 if the own judge may stay hidden from now on
    BRIBE = 11  # 1 for offering a bribe
    INSTANT = 12  # 1 for playing an instant; -1 for discarding one
    ACCEPT = 13  # 1 for accepting a bribe; `exposed` if the briber would see a card that the own hand matches
    ADJUNCT_GAIN = 14  # tokens that an adjunct is expected to add, its cost not counted; below 0 for giving one up
    JUDGE_MATCH = 15  # tokens that the own judge will pay for the cards in hand or beside the decks; less if they see him
    TURNS = 16  # change of the tokens that can still be spent on turns of this round; a pass gives all of them up
    PROSPECT = 17  # change of the logarithm of the odds to win, by an improvement that is built; a part of it for one that may be drawn
    CONTEST = 18  # change of the hand's worth by a turn, where the contest for the trophy is open
    RIVALRY = 19  # the same, shared by all seats: with more of them a token more is less likely to win the trophy


FEATURES = tuple(feature.name.lower() for feature in Feature)

HALF_NORMAL = 0.64  # about 2 / pi, so that `option_gain` is right where the expected change is 0


@inlined
def features(rules, beliefs, state, view, action, out):
    """The features of one action."""
    if action < codes.N_TURN:
        see_turn(beliefs, view, action, out)
        return
    verb, what = codes.decode(action)
    if verb == Verb.DISCARD or verb == Verb.SELL or verb == Verb.PAY_CARD:
        t, value = codes.read_card(what)
        out[Feature.HAND_WORTH] -= loss_of(beliefs, state, view, t, value)
    elif codes.is_answer(action):
        see_answer(rules, beliefs, state, view, verb, what, out)
    elif action >= codes.BREW_GRAIN:
        see_beer(rules, beliefs, state, view, verb, what, out)
    else:
        see_own_judge(beliefs, state, view, verb, what, out)


@inlined
def see_turn(beliefs, view, action, out):
    """An action of a turn, from the tables that `survey` has filled: a branch for each verb would cost more."""
    out[Feature.HAND_WORTH] += view.turn.gain[action]
    out[Feature.CONTEST] += view.turn.gain[action] * view.openness
    out[Feature.RIVALRY] += view.turn.gain[action] * view.seat_share
    spend(view, view.turn.cost[action], out)
    out[Feature.TURNS] -= view.turn.cost[action] if action != codes.PASS else view.spare_tokens
    out[Feature.INFORM] += view.turn.inform[action]
    out[beliefs.turn_feature[action]] += view.turn.value[action]
    if view.turn.cost[action] > view.spare_tokens:
        out[Feature.ADJUNCT_GAIN] -= beliefs.adjunct_hope
    if action == codes.DRAW_ACTION:
        for effect in range(N_EFFECTS):
            out[Feature.MORE_BEERS + effect] += view.hoped * view.promised[effect]
        out[Feature.PROSPECT] += view.built_in_time * (view.promised_prospect[0] + view.late * view.promised_prospect[1])
    elif codes.BUILD <= action < codes.BRIBE:
        see_effects(view, action - codes.BUILD, view.remaining, out)


@inlined
def see_effects(view, improvement, share, out):
    """What an improvement does in the rest of the game if it is built; with a negative share, if it is given up."""
    for effect in range(N_EFFECTS):
        out[Feature.MORE_BEERS + effect] += share * view.effects[improvement, effect]
    sign = 1.0 if share > 0.0 else -1.0
    out[Feature.PROSPECT] += sign * (view.prospect[improvement, 0] + view.late * view.prospect[improvement, 1])


@inlined
def spend(view, tokens, out):
    """Tokens leave the hand: what the next refill gives back costs nothing."""
    kept, left = view.tokens - view.refilled, view.tokens - tokens - view.refilled
    cost = (max(kept, 0.0) - max(left, 0.0)) * view.price
    out[Feature.PURSE] -= cost
    out[Feature.KEPT_TOKENS] -= cost * view.remaining


@inlined
def see_answer(rules, beliefs, state, view, verb, what, out):
    """The judges that a bribe or an instant is aimed at, the answer to a bribe, the tax, action cards beyond the limit."""
    seat = state.seat
    if verb == Verb.LOOK:
        owner, t = codes.read_judge_card(what)
        if not knows(state, seat, owner, t):
            out[Feature.INFORM] += look_worth(beliefs, view, t, owner)
    elif verb == Verb.SWAP:
        _, owner, later_owner = codes.read_swap(what)
        out[Feature.HAND_WORTH] += swap_gain(rules, state, view, owner, later_owner)
    elif verb == Verb.ACCEPT:
        spend(view, -rules.bribe_offer, out)
        t = state.bribed_type
        is_exposed = knows(state, seat, seat, t) and holds(state, seat, t, state.judge[seat, t])
        out[Feature.ACCEPT] += beliefs.exposed if is_exposed else 1.0
    elif verb == Verb.PAY_TOKEN:
        spend(view, rules.tax_tokens, out)
    elif verb == Verb.DROP:
        if what < FIRST_INSTANT:
            see_effects(view, what, -view.remaining, out)
        elif what < FIRST_ADJUNCT:
            out[Feature.INSTANT] -= 1.0
        else:
            out[Feature.ADJUNCT_GAIN] -= beliefs.adjunct_use[what - FIRST_ADJUNCT]


@inlined
def see_own_judge(beliefs, state, view, verb, what, out):
    """The own judge: what the cards that stay in hand will get from him; which card of his to show."""
    seat = state.seat
    if verb == Verb.JUDGE:
        grain, hops = codes.read_judges(what)
        match_grain = 1.0 if state.hand[seat, GRAIN, grain] > 1 else 0.0
        match_hops = 1.0 if state.hand[seat, HOPS, hops] > 1 else 0.0
        in_row = (1.0 if state.row[GRAIN] == grain else 0.0) + (1.0 if state.row[HOPS] == hops else 0.0)
        pair = beliefs.judge_pair * match_grain * match_hops
        out[Feature.JUDGE_MATCH] += match_grain + match_hops + pair + beliefs.judge_in_row * in_row
        out[Feature.ADJUNCT_GAIN] += beliefs.reach * (view.reach[GRAIN, grain] + view.reach[HOPS, hops])
    elif verb == Verb.REVEAL:
        t, value = what, state.judge[seat, what]
        matches = 1.0 if holds(state, seat, t, value) else 0.0
        out[Feature.JUDGE_MATCH] -= matches + (beliefs.shown_in_row if state.row[t] == value else 0.0)


@inlined
def see_beer(rules, beliefs, state, view, verb, what, out):
    """The grain of a beer with the hops that suit it best, its hops, its adjunct."""
    seat = state.seat
    if verb == Verb.BREW_GRAIN:
        out[Feature.HAND_WORTH] += grain_worth(beliefs, view, what)
    elif verb == Verb.BREW_HOPS:
        out[Feature.HAND_WORTH] += pair_worth(beliefs, view, state.beer[seat, state.n_beers[seat], GRAIN], what)
    elif verb == Verb.NO_BREW:
        out[Feature.HAND_WORTH] -= beliefs.no_brew
    elif verb == Verb.ADJUNCT:
        out[Feature.ADJUNCT_GAIN] += adjunct_gain(rules, beliefs, state, view, what)
        spend(view, rules.cost[FIRST_ADJUNCT + what], out)


@inlined
def pair_worth(beliefs, view, grain, hops):
    """Tokens expected of a beer of these two."""
    pleased = view.likes[GRAIN, grain] & view.likes[HOPS, hops] & view.known_pairs
    return view.worth[GRAIN, grain] + view.worth[HOPS, hops] + beliefs.pair_tokens[pleased]


@compiled
def grain_worth(beliefs, view, grain):
    """Tokens expected of a beer of this grain and the hops in hand that suit it best."""
    best = 0.0
    for i in range(view.n_hops):
        best = max(best, pair_worth(beliefs, view, grain, view.hops[i]))
    return best


@inlined
def option_gain(change, spread):
    """The expected worth of being allowed, not obliged, to take an uncertain change: about E max(0, N(change, spread))."""
    return 0.5 * (change + math.sqrt(change * change + HALF_NORMAL * spread * spread))


@compiled
def adjunct_gain(rules, beliefs, state, view, adjunct):
    """An adjunct with the beer just put: the better of two ratings, or of the card and those left in hand."""
    seat = state.seat
    beer = state.n_beers[seat] - 1
    grain, hops = state.beer[seat, beer, GRAIN], state.beer[seat, beer, HOPS]
    plain = pair_worth(beliefs, view, grain, hops)
    gain = 0.0
    for t in range(N_TYPES):
        spread = beliefs.unknown_spread[t, unknown_owners(state, seat, t)]
        old = state.beer[seat, beer, t]
        for value in range(rules.n_values[t]):
            is_shift = rules.shift[adjunct, t] != 0 and value == old + rules.shift[adjunct, t]
            is_spare = rules.replaces[adjunct] == 1 and holds(state, seat, t, value) and value != old
            if is_shift or is_spare:
                changed = pair_worth(beliefs, view, value if t == GRAIN else grain, value if t == HOPS else hops)
                gain = max(gain, option_gain(changed - plain, spread))
    return gain
