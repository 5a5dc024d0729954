"""What a bot weighs in an action. A bot is a row of weights over FEATURES, in bots.toml.

The worth of an ingredient is what the judges are expected to pay for it in a beer: the whole match for a judge card that the
seat knows, the prior chance for one that it does not, and the share of the pair's extra token that a half-known judge
promises. The worth of a hand is that of the best cards for as many beers as the brewhouse allows, and of the fully known
judges that it can please with both cards. Nothing here looks at a card that the seat has not seen.
"""

import math

from brewsim.games.brew_baron.judging import judged
from brewsim.games.brew_baron.rules import (
    BLACKMAIL_CARD,
    BUYBACK_CARD,
    FIRST_ADJUNCT,
    GRAIN,
    HOPS,
    MAX_SEATS,
    MAX_VALUES,
    N_ADJUNCTS,
    N_IMPROVEMENTS,
    N_TYPES,
    PALATE_SWAP_CARD,
    SWAP_MEET_CARD,
    TAX_COLLECTOR_CARD,
)
from brewsim.games.brew_baron.state import (
    ACCEPT,
    ADJUNCT,
    BLACKMAIL,
    BREW_GRAIN,
    BREW_HOPS,
    BRIBE,
    BUILD,
    BUYBACK,
    DISCARD,
    DRAW_ACTION,
    DROP,
    JUDGE,
    KEEP_HIDDEN,
    NO_ADJUNCT,
    NO_BREW,
    PALATE_SWAP,
    PASS,
    PAY_CARD,
    PAY_TOKEN,
    REVEAL,
    SWAP_MEET,
    TAKE,
    Phase,
)
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "hand_worth",  # change of the tokens expected from the judges, by the cards that come or go
    "kept_tokens",  # change of the tokens that outlast the next refill, fading as the leader nears the last trophy
    "purse",  # change of the tokens in hand
    "action_card",  # action cards drawn, fading, and the less the fuller the hand is
    "build_farmers_market",  # 1 for building this improvement, fading; -1 for discarding the card
    "build_investors",
    "build_logistics",
    "build_storage_bins",
    "build_trade_secrets",
    "build_yeast_reserves",
    "build_again",  # copies of the same improvement already built, fading
    "inform",  # worth of knowing this judge card, for the hand as it is and for cards that might still be drawn
    "bribe",  # 1 for offering a bribe
    "instant",  # 1 for playing an instant; -1 for discarding one
    "accept",  # 1 for accepting a bribe
    "expose",  # 1 if the briber would see a card that the own hand matches
    "tax",  # others who must pay the tax with a card, and a tenth of those who can pay with a token
    "beer_worth",  # tokens expected of the beer; a little less than none for not brewing
    "adjunct_gain",  # tokens that an adjunct is expected to add, its cost not counted; -1 for discarding one
    "judge_match",  # tokens that the own judge will pay for the cards that stay in hand
    "judge_row",  # own judge cards that match the face-up cards beside the decks
    "judge_reach",  # cards staying in hand that an adjunct in hand would shift onto the own judge
    "reveal_match",  # 1 for turning up a judge card that the hand matches, and a fifth if the row does
    "pass",  # 1 for passing
)
(
    HAND_WORTH,
    KEPT_TOKENS,
    PURSE,
    ACTION_CARD,
    BUILD_FIRST,
    _,
    _,
    _,
    _,
    _,
    BUILD_AGAIN,
    INFORM,
    IS_BRIBE,
    IS_INSTANT,
    IS_ACCEPT,
    EXPOSE,
    TAX,
    BEER_WORTH,
    ADJUNCT_GAIN,
    JUDGE_MATCH,
    JUDGE_ROW,
    JUDGE_REACH,
    REVEAL_MATCH,
    IS_PASS,
) = range(len(FEATURES))

HALF = 0.5  # what a card is worth that no beer can use before its other half is drawn
SPARE = 0.03  # what the worth of a card counts that is not among the best
SEEK_SPAN = 10.0  # tokens that make it sure to find a card that one looks for
FULL_HAND = 0.85  # how much less an action card is worth if it drives another from a full hand
RICH_TAX = 0.1  # what a tax is worth that is paid with a token
ROW_MATCH = 0.2  # what it matters if all can see and take a match of the own judge


@inlined
def knows(state, seat, owner, t):
    """1 if a seat knows a judge card, else 0."""
    return (state.knowers[owner, t] >> seat) & 1


@inlined
def holds(state, seat, t, value):
    """1 if a card of this value is in hand, else 0."""
    return 1 if state.hand[seat, t, value] > 0 else 0


@compiled
def survey(rules, state):
    """Say how far the game has come, and what the hand is worth with a card more or less."""
    seat = state.seat
    lead = 0
    for other in range(state.n_seats):
        lead = max(lead, state.trophies[other])
    state.remaining = 1.0 - lead / rules.trophies_to_win
    if state.phase < Phase.TURN:
        return
    if state.is_rated[seat] == 0:
        rate_values(rules, state)
    if state.phase >= Phase.BREW_GRAIN:
        return
    rate_hand(rules, state)
    if state.phase == Phase.TURN:
        rate_draws(rules, state)
        if state.cards[seat, BUYBACK_CARD] > 0:
            rate_losses(rules, state)
        if state.cards[seat, PALATE_SWAP_CARD] > 0:
            rate_matches(rules, state)
        if state.cards[seat, SWAP_MEET_CARD] > 0:
            state.redeal_gain = redeal_gain(rules, state)
    elif state.phase != Phase.ANSWER:
        rate_losses(rules, state)
    spare = state.tokens[seat] + state.prospect - rules.refill_to
    state.spare_tokens = spare
    state.turn_kept = state.remaining * (max(0.0, spare - rules.turn_cost) - max(0.0, spare))


@compiled
def rate_values(rules, state):
    """What each value of each type is worth in a beer, from what the seat knows of the judges."""
    seat = state.seat
    base_grain, base_hops, both_known = 0.0, 0.0, 0
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            state.worth[seat, t, value] = 0.0
    for owner in range(state.n_seats):
        if judged(rules, state, seat, owner):
            knows_grain, knows_hops = knows(state, seat, owner, GRAIN), knows(state, seat, owner, HOPS)
            grain, hops = state.judge[owner, GRAIN], state.judge[owner, HOPS]
            both_known |= (knows_grain & knows_hops) << owner
            base_grain += (1 - knows_grain) * rules.match_tokens * rules.prior[GRAIN]
            base_hops += (1 - knows_hops) * rules.match_tokens * rules.prior[HOPS]
            # A seat that does not know the card adds nothing to it: the factors are 0, whatever the card is.
            state.worth[seat, GRAIN, grain] += knows_grain * (rules.match_tokens + (1 - knows_hops) * rules.pair_tokens * rules.prior[HOPS])
            state.worth[seat, HOPS, hops] += knows_hops * (rules.match_tokens + (1 - knows_grain) * rules.pair_tokens * rules.prior[GRAIN])
    for value in range(rules.n_values[GRAIN]):
        state.worth[seat, GRAIN, value] += base_grain
    for value in range(rules.n_values[HOPS]):
        state.worth[seat, HOPS, value] += base_hops
    state.both_known[seat] = both_known
    state.is_rated[seat] = 1


@inlined
def rate_hand(rules, state):
    """Sort the worth of the best cards of each type, as many as there may be beers, and add up the beers."""
    seat = state.seat
    beers = state.max_beers[seat]
    prospect = 0.0
    if beers == 1:
        for t in range(N_TYPES):
            best = 0.0
            for value in range(rules.n_values[t]):
                best = max(best, state.worth[seat, t, value] if state.hand[seat, t, value] > 0 else 0.0)
            state.best[t, 0] = best
            prospect += best
    else:
        for t in range(N_TYPES):
            sort_best(rules, state, t)
        for beer in range(min(beers, min(state.held[seat, GRAIN], state.held[seat, HOPS]))):
            prospect += state.best[GRAIN, beer] + state.best[HOPS, beer]
    for owner in range(state.n_seats):
        if (state.both_known[seat] >> owner) & 1:
            has_grain = holds(state, seat, GRAIN, state.judge[owner, GRAIN])
            prospect += rules.pair_tokens * has_grain * holds(state, seat, HOPS, state.judge[owner, HOPS])
    state.prospect = prospect


@compiled
def sort_best(rules, state, t):
    """The worth of the best cards of a type for several beers, the best first; 0 where there is no card."""
    seat = state.seat
    beers = state.max_beers[seat]
    for place in range(beers):
        state.best[t, place] = 0.0
    for value in range(rules.n_values[t]):
        worth = state.worth[seat, t, value]
        for _ in range(min(beers, state.hand[seat, t, value])):
            place = beers - 1
            if worth <= state.best[t, place]:
                break
            while place > 0 and state.best[t, place - 1] < worth:
                state.best[t, place] = state.best[t, place - 1]
                place -= 1
            state.best[t, place] = worth


@inlined
def rate_draws(rules, state):
    """How the worth of the hand changes with each draw, and what it is worth to know one more judge card.

    A face-up card counts for itself, one from the deck by its expectation; a card of the other type that waits for its other
    half is unlocked. Knowledge is worth the chance that it makes another card the best: one in hand, or one still to be found.
    """
    seat = state.seat
    beers = state.max_beers[seat]
    extra = state.extra_ingredients[seat]
    found = min(1.0, (state.tokens[seat] - rules.turn_cost) / SEEK_SPAN)
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        best, least = state.best[t, 0], state.best[t, beers - 1]
        factor, unlocked = 1.0, 0.0
        if held < beers:
            if held < other_held:
                unlocked = state.best[1 - t, held]
            else:
                factor = HALF
        up = state.row[t]
        total, up_gain, inform = 0.0, 0.0, -1.0
        for value in range(rules.n_values[t]):
            worth = state.worth[seat, t, value]
            gain = factor * max(0.0, worth - least)
            total += gain
            up_gain += gain if value == up else 0.0
            inform += (1.0 if state.hand[seat, t, value] > 0 else found) * max(0.0, 1.0 + worth - best)
        for owner in range(state.n_seats):
            if (state.both_known[seat] >> owner) & 1:
                value = state.judge[owner, t]
                pair = rules.pair_tokens * (1 - holds(state, seat, t, value)) * holds(state, seat, 1 - t, state.judge[owner, 1 - t])
                total += pair
                up_gain += pair if value == up else 0.0
        blind = total * rules.prior[t]
        state.draw_gain[t] = up_gain + unlocked + extra * blind
        state.draw_gain[N_TYPES + t] = (1 + extra) * blind + unlocked
        state.inform[t] = rules.prior[t] * max(0.0, inform)


@compiled
def rate_losses(rules, state):
    """What the hand loses with each of its cards."""
    seat = state.seat
    beers = state.max_beers[seat]
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        least = state.best[t, beers - 1]
        for value in range(rules.n_values[t]):
            worth = state.worth[seat, t, value]
            loss = max(0.0, worth - least)
            if state.hand[seat, t, value] > 1:
                loss = 0.0
            if held <= beers:  # without this card there may be a beer less
                loss = worth + state.best[1 - t, held - 1] if 0 < held <= other_held else HALF * worth
            elif least > 0.0 and worth == least and beers == 1 and state.hand[seat, t, value] == 1:
                loss = worth - second_best(rules, state, t, value)
            state.loss[t, value] = loss + SPARE * worth
    for owner in range(state.n_seats):
        if (state.both_known[seat] >> owner) & 1:
            grain, hops = state.judge[owner, GRAIN], state.judge[owner, HOPS]
            if state.hand[seat, GRAIN, grain] > 0 and state.hand[seat, HOPS, hops] > 0:
                state.loss[GRAIN, grain] += rules.pair_tokens if state.hand[seat, GRAIN, grain] == 1 else 0
                state.loss[HOPS, hops] += rules.pair_tokens if state.hand[seat, HOPS, hops] == 1 else 0


@inlined
def second_best(rules, state, t, without):
    """The worth of the best card of a type besides those of one value."""
    seat = state.seat
    best = 0.0
    for value in range(rules.n_values[t]):
        if value != without and state.hand[seat, t, value] > 0:
            best = max(best, state.worth[seat, t, value])
    return best


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


@inlined
def pair_worth(rules, state, grain, hops):
    """Tokens expected of a beer of these two."""
    seat = state.seat
    pairs = 0
    for owner in range(state.n_seats):
        is_match = (state.judge[owner, GRAIN] == grain) & (state.judge[owner, HOPS] == hops)
        pairs += (state.both_known[seat] >> owner) & (1 if is_match else 0)
    return state.worth[seat, GRAIN, grain] + state.worth[seat, HOPS, hops] + rules.pair_tokens * pairs


@inlined
def spend(state, cost, out):
    """The tokens of an action: what is left below the next refill costs nothing."""
    out[PURSE] = -cost
    out[KEPT_TOKENS] = state.remaining * (max(0.0, state.spare_tokens - cost) - max(0.0, state.spare_tokens))


@inlined
def lose_card(state, card, out):
    """An ingredient card leaves the hand."""
    out[HAND_WORTH] = -state.loss[card // MAX_VALUES, card % MAX_VALUES]


@inlined
def features(rules, state, action, out):
    """The features of one action."""
    if action < BUILD:
        see_draw(rules, state, action, out)
    elif action < BLACKMAIL:
        see_build(rules, state, action - BUILD, out)
    elif action < BRIBE:
        see_instant(rules, state, action, out)
    elif action < ACCEPT:
        out[IS_BRIBE] = 1.0
        spend(state, rules.bribe_cost, out)
        see_judge(state, action - BRIBE, out)
    elif action < DROP:
        see_payment(rules, state, action, out)
    elif action < BREW_GRAIN:
        see_choice(rules, state, action, out)
    elif action < NO_BREW:
        see_grain(rules, state, action - BREW_GRAIN, out)
    elif action == NO_BREW:
        out[BEER_WORTH] = -SPARE
    elif action < ADJUNCT:
        grain = state.beer[state.seat, state.n_beers[state.seat], GRAIN]
        out[BEER_WORTH] = pair_worth(rules, state, grain, action - BREW_HOPS)
    elif action < NO_ADJUNCT:
        see_adjunct(rules, state, action - ADJUNCT, out)


@inlined
def see_draw(rules, state, action, out):
    """A pass, an ingredient card or an action card."""
    seat = state.seat
    if action == PASS:
        out[IS_PASS] = 1.0
        return
    out[PURSE] = -rules.turn_cost
    out[KEPT_TOKENS] = state.turn_kept
    if action == DRAW_ACTION:
        room = 1.0 - FULL_HAND * state.n_cards[seat] / rules.action_limit
        out[ACTION_CARD] = state.remaining * room * (1 + state.extra_actions[seat])
    else:
        out[HAND_WORTH] = state.draw_gain[action - TAKE]


@inlined
def see_build(rules, state, kind, out):
    """An improvement for the brewhouse."""
    seat = state.seat
    spend(state, rules.turn_cost + rules.slot_costs[state.n_built[seat]], out)
    out[BUILD_FIRST + kind] = state.remaining
    out[BUILD_AGAIN] = state.remaining * state.built[seat, kind]


@inlined
def see_judge(state, place, out):
    """A judge card that the seat would get to know; worth twice if the hand matches its known other half."""
    owner, t = place // N_TYPES, place % N_TYPES
    half = 0
    if knows(state, state.seat, owner, 1 - t) == 1:
        half = holds(state, state.seat, 1 - t, state.judge[owner, 1 - t])
    out[INFORM] = state.inform[t] * (1 + half)


@compiled
def see_instant(rules, state, action, out):
    """An instant: its cost, and what it brings."""
    seat = state.seat
    out[IS_INSTANT] = 1.0
    if action < BUYBACK:
        spend(state, rules.play_cost[BLACKMAIL_CARD], out)
        see_judge(state, action - BLACKMAIL, out)
    elif action < PALATE_SWAP:
        spend(state, rules.play_cost[BUYBACK_CARD] - rules.buyback_tokens, out)
        lose_card(state, action - BUYBACK, out)
    elif action < SWAP_MEET:
        spend(state, rules.play_cost[PALATE_SWAP_CARD], out)
        pair = action - PALATE_SWAP
        out[HAND_WORTH] = swap_gain(rules, state, pair // MAX_SEATS % MAX_SEATS, pair % MAX_SEATS)
    elif action == SWAP_MEET:
        spend(state, rules.play_cost[SWAP_MEET_CARD], out)
        out[HAND_WORTH] = state.redeal_gain
    else:
        spend(state, rules.play_cost[TAX_COLLECTOR_CARD] + rules.tax_tokens, out)
        for other in range(state.n_seats):
            if other != seat:
                out[TAX] += RICH_TAX if state.tokens[other] >= rules.tax_tokens else 1.0


@inlined
def swap_gain(rules, state, a, b):
    """What it brings if two judges exchange their cards of one type, whichever it is: other pairs."""
    seat = state.seat
    gain = 0.0
    change = state.match[GRAIN, b] - state.match[GRAIN, a]
    if judged(rules, state, seat, a):
        gain += change * state.match[HOPS, a]
    if judged(rules, state, seat, b):
        gain -= change * state.match[HOPS, b]
    return rules.pair_tokens * gain


@compiled
def see_payment(rules, state, action, out):
    """The answer to a bribe, the tax, and ingredients beyond the limit."""
    seat = state.seat
    if action == ACCEPT:  # a token more, and the briber knows what he may brew
        spend(state, -rules.bribe_offer, out)
        out[IS_ACCEPT] = 1.0
        t = state.bribed_place % N_TYPES
        if knows(state, seat, seat, t) == 1:
            out[EXPOSE] = holds(state, seat, t, state.judge[seat, t])
    elif action == PAY_TOKEN:
        spend(state, rules.tax_tokens, out)
    elif action >= DISCARD:
        lose_card(state, action - DISCARD, out)
    elif action >= PAY_CARD:
        lose_card(state, action - PAY_CARD, out)


@compiled
def see_choice(rules, state, action, out):
    """An action card beyond the limit, and the own judges."""
    seat = state.seat
    if action < DROP + N_IMPROVEMENTS:
        out[BUILD_FIRST + action - DROP] = -state.remaining
    elif action < DROP + FIRST_ADJUNCT:
        out[IS_INSTANT] = -1.0
    elif action < JUDGE:
        out[ADJUNCT_GAIN] = -1.0
    elif action < REVEAL:
        see_own_judges(rules, state, (action - JUDGE) // MAX_VALUES, (action - JUDGE) % MAX_VALUES, out)
    elif action < KEEP_HIDDEN:
        t = action - REVEAL
        value = state.judge[seat, t]
        out[REVEAL_MATCH] = holds(state, seat, t, value) + (ROW_MATCH if state.row[t] == value else 0.0)


@inlined
def see_own_judges(rules, state, grain, hops, out):
    """The own judge: what the cards that stay in hand will get from him."""
    seat = state.seat
    match_grain = 1 if state.hand[seat, GRAIN, grain] > 1 else 0
    match_hops = 1 if state.hand[seat, HOPS, hops] > 1 else 0
    out[JUDGE_MATCH] = match_grain + match_hops + match_grain * match_hops
    out[JUDGE_ROW] = (1.0 if state.row[GRAIN] == grain else 0.0) + (1.0 if state.row[HOPS] == hops else 0.0)
    reach = 0
    for adjunct in range(N_ADJUNCTS):
        if state.cards[seat, FIRST_ADJUNCT + adjunct] > 0:
            for t in range(N_TYPES):
                value = (grain if t == GRAIN else hops) - rules.shift[adjunct, t]
                if rules.shift[adjunct, t] != 0 and 0 <= value < rules.n_values[t]:
                    reach += holds(state, seat, t, value)
    out[JUDGE_REACH] = reach


@inlined
def see_grain(rules, state, grain, out):
    """The grain of a beer, with the hops that suit it best."""
    seat = state.seat
    best = 0.0
    for hops in range(rules.n_values[HOPS]):
        if state.hand[seat, HOPS, hops] > 0:
            best = max(best, pair_worth(rules, state, grain, hops))
    out[BEER_WORTH] = best


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
    out[ADJUNCT_GAIN] = gain
    cost = rules.cost[FIRST_ADJUNCT + adjunct]
    out[PURSE] = -cost
    at_end = state.tokens[seat] - state.due[seat] + plain - rules.refill_to
    out[KEPT_TOKENS] = state.remaining * (max(0.0, at_end - cost) - max(0.0, at_end))
