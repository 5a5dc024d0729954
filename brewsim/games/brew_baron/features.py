"""What a bot weighs in an action. A bot is a row of weights over FEATURES, in bots.toml.

The worth of an ingredient is what the judges are expected to pay for it in a beer: the whole match for a judge card that the
seat knows, the prior chance for one that it does not, and the share of the pair's extra token that a half-known judge
promises. The worth of a hand is that of the best cards for as many beers as the brewhouse allows, and of the fully known
judges that it can please with both cards. Nothing here looks at a card that the seat has not seen.
"""

from brewsim.games.brew_baron.judging import judged
from brewsim.games.brew_baron.rules import (
    BLACKMAIL_CARD,
    FIRST_ADJUNCT,
    GRAIN,
    HOPS,
    MAX_SEATS,
    MAX_VALUES,
    N_ADJUNCTS,
    N_IMPROVEMENTS,
    N_TYPES,
    SWAP_MEET_CARD,
)
from brewsim.games.brew_baron.state import (
    ACCEPT,
    ADJUNCT,
    BLACKMAIL,
    BLIND,
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
    REFUSE,
    REVEAL,
    SWAP_MEET,
    TAX_COLLECTOR,
    Phase,
)
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "hand_worth",  # change of the tokens expected from the judges, by the cards that come or go
    "card_worth",  # worth of the single card that comes (negative if it goes), whether it is among the best or not
    "blind",  # 1 for a card from the deck
    "kept_tokens",  # change of the tokens that outlast the next refill, fading as the leader nears the last trophy
    "purse",  # change of the tokens in hand
    "action_card",  # action cards drawn that the hand has room for, fading
    "first_action_cards",  # the same while fewer than three are in hand
    "build_farmers_market",  # 1 for each copy of this improvement built, fading; -1 for its loss
    "build_investors",
    "build_logistics",
    "build_storage_bins",
    "build_trade_secrets",
    "build_yeast_reserves",
    "build_more",  # improvements already built when another is, fading
    "build_again",  # copies of the same improvement already built, fading
    "inform",  # worth of knowing this judge card with the hand as it is
    "seek",  # worth of knowing it for cards that might still be drawn, with the tokens left
    "inform_pair",  # 1 if its other half is known and the hand matches that
    "bribe",  # 1 for offering a bribe
    "instant",  # 1 for playing an instant
    "accept",  # 1 for accepting a bribe
    "expose",  # worth of the hand's own match with the card that the briber would see
    "tax_poor",  # others who have no token and must give a card
    "tax_rich",  # others who can pay the tax with a token
    "brew",  # 1 for brewing
    "beer_worth",  # tokens expected of the beer
    "adjunct",  # 1 for putting an adjunct
    "adjunct_gain",  # tokens that it is expected to add, its cost not counted
    "judge_match",  # tokens that the own judge will pay for the cards that stay in hand
    "judge_row",  # own judge cards that match the face-up cards beside the decks
    "judge_reach",  # cards staying in hand that an adjunct in hand would shift onto the own judge
    "reveal_match",  # 1 for turning up a judge card that the hand matches
    "reveal_row",  # 1 for turning up one that matches the face-up card beside the deck
    "drop_instant",  # 1 for discarding an instant
    "drop_adjunct",  # 1 for discarding an adjunct
    "pass",  # 1 for passing
)
(
    HAND_WORTH,
    CARD_WORTH,
    IS_BLIND,
    KEPT_TOKENS,
    PURSE,
    ACTION_CARD,
    FIRST_ACTION_CARDS,
    BUILD_FIRST,
    _,
    _,
    _,
    _,
    _,
    BUILD_MORE,
    BUILD_AGAIN,
    INFORM,
    SEEK,
    INFORM_PAIR,
    IS_BRIBE,
    IS_INSTANT,
    IS_ACCEPT,
    EXPOSE,
    TAX_POOR,
    TAX_RICH,
    IS_BREW,
    BEER_WORTH,
    IS_ADJUNCT,
    ADJUNCT_GAIN,
    JUDGE_MATCH,
    JUDGE_ROW,
    JUDGE_REACH,
    REVEAL_MATCH,
    REVEAL_ROW,
    DROP_INSTANT,
    DROP_ADJUNCT,
    IS_PASS,
) = range(len(FEATURES))

HALF = 0.5  # what a card is worth that no beer can use before its other half is drawn
FEW_ACTIONS = 3
SEEK_SPAN = 5.0  # tokens that make it sure to find a card that one looks for


@inlined
def knows(state, seat, owner, t):
    """Whether a seat knows a judge card."""
    return (state.knowers[owner, t] >> seat) & 1 == 1


@inlined
def holds(state, seat, t, value):
    """1 if a card of this value is in hand, else 0."""
    return 1 if state.hand[seat, t, value] > 0 else 0


@compiled
def survey(rules, state):
    """Say how far the game has come, and what the hand is worth with a card more or less."""
    lead = 0
    for other in range(state.n_seats):
        lead = max(lead, state.trophies[other])
    state.remaining = 1.0 - lead / rules.trophies_to_win
    if state.phase == Phase.JUDGE or state.phase == Phase.REVEAL:
        return
    rate_values(rules, state)
    if state.phase >= Phase.BREW_GRAIN:
        return
    rate_hand(rules, state)
    rate_changes(rules, state)
    if state.phase == Phase.TURN:
        rate_knowledge(rules, state)
        state.redeal_gain = redeal_gain(rules, state) if state.cards[state.seat, SWAP_MEET_CARD] > 0 else 0.0


@inlined
def rate_values(rules, state):
    """What each value of each type is worth in a beer, from what the seat knows of the judges."""
    seat = state.seat
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            state.worth[t, value] = 0.0
    base_grain, base_hops = 0.0, 0.0
    for owner in range(state.n_seats):
        if judged(rules, state, seat, owner):
            knows_grain, knows_hops = knows(state, seat, owner, GRAIN), knows(state, seat, owner, HOPS)
            if knows_grain:
                state.worth[GRAIN, state.judge[owner, GRAIN]] += rules.match_tokens + (0.0 if knows_hops else rules.pair_tokens * rules.prior[HOPS])
            else:
                base_grain += rules.match_tokens * rules.prior[GRAIN]
            if knows_hops:
                state.worth[HOPS, state.judge[owner, HOPS]] += rules.match_tokens + (0.0 if knows_grain else rules.pair_tokens * rules.prior[GRAIN])
            else:
                base_hops += rules.match_tokens * rules.prior[HOPS]
    for value in range(rules.n_values[GRAIN]):
        state.worth[GRAIN, value] += base_grain
    for value in range(rules.n_values[HOPS]):
        state.worth[HOPS, value] += base_hops


@inlined
def rate_hand(rules, state):
    """Sort the worth of the best cards of each type, as many as there may be beers, and add up the beers."""
    seat = state.seat
    beers = state.max_beers[seat]
    for t in range(N_TYPES):
        for place in range(beers):
            state.best[t, place] = 0.0
        for value in range(rules.n_values[t]):
            worth = state.worth[t, value]
            for _ in range(min(beers, state.hand[seat, t, value])):
                place = beers - 1
                if worth <= state.best[t, place]:
                    break
                while place > 0 and state.best[t, place - 1] < worth:
                    state.best[t, place] = state.best[t, place - 1]
                    place -= 1
                state.best[t, place] = worth
    prospect = 0.0
    for beer in range(min(beers, min(state.held[seat, GRAIN], state.held[seat, HOPS]))):
        prospect += state.best[GRAIN, beer] + state.best[HOPS, beer]
    state.prospect = prospect


@inlined
def rate_changes(rules, state):
    """How the worth of the hand changes with each card more or less."""
    seat = state.seat
    beers = state.max_beers[seat]
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        least = state.best[t, beers - 1]
        factor, unlocked = 1.0, 0.0
        if held < beers:
            if held < other_held:
                unlocked = state.best[1 - t, held]
            else:
                factor = HALF
        is_needed = held <= min(beers, other_held)  # without this card there would be a beer less
        for value in range(rules.n_values[t]):
            worth = state.worth[t, value]
            state.gain[t, value] = factor * max(0.0, worth - least) + unlocked
            loss = max(0.0, worth - least)
            if is_needed:
                loss = worth + state.best[1 - t, max(0, held - 1)]
            elif held <= beers:
                loss = HALF * worth
            state.loss[t, value] = loss if state.hand[seat, t, value] == 1 or is_needed else 0.0
    for owner in range(state.n_seats):
        if judged(rules, state, seat, owner) and knows(state, seat, owner, GRAIN) and knows(state, seat, owner, HOPS):
            grain, hops = state.judge[owner, GRAIN], state.judge[owner, HOPS]
            has_grain, has_hops = holds(state, seat, GRAIN, grain), holds(state, seat, HOPS, hops)
            state.gain[GRAIN, grain] += rules.pair_tokens * has_hops * (1 - has_grain)
            state.gain[HOPS, hops] += rules.pair_tokens * has_grain * (1 - has_hops)
            if has_grain + has_hops == 2:
                state.prospect += rules.pair_tokens
                state.loss[GRAIN, grain] += rules.pair_tokens * (1 if state.hand[seat, GRAIN, grain] == 1 else 0)
                state.loss[HOPS, hops] += rules.pair_tokens * (1 if state.hand[seat, HOPS, hops] == 1 else 0)
    for t in range(N_TYPES):
        total = 0.0
        for value in range(rules.n_values[t]):
            total += state.gain[t, value]
        state.blind_gain[t] = total * rules.prior[t]


@inlined
def rate_knowledge(rules, state):
    """What it is worth to know one more judge card: the chance that it makes another card the best."""
    seat = state.seat
    tokens_after = min(1.0, (state.tokens[seat] - 1) / SEEK_SPAN)
    for t in range(N_TYPES):
        best = state.best[t, 0]
        inform, seek = -1.0, 0.0
        for value in range(rules.n_values[t]):
            change = max(0.0, 1.0 + state.worth[t, value] - best)
            if state.hand[seat, t, value] > 0:
                inform += change
            else:
                seek += change
        state.inform[t] = rules.prior[t] * max(0.0, inform)
        state.seek[t] = rules.prior[t] * seek * tokens_after


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
                better += state.worth[t, other] > state.worth[t, value]
                equal += state.worth[t, other] == state.worth[t, value]
            none_better, none_as_good = 1.0, 1.0  # chance that no card is better, or as good
            for _ in range(state.held[seat, t]):
                none_better *= 1.0 - better * rules.prior[t]
                none_as_good *= 1.0 - (better + equal) * rules.prior[t]
            expected += state.worth[t, value] * (none_better - none_as_good) / equal
        gain += expected - state.best[t, 0]
    return gain


@inlined
def pair_worth(rules, state, grain, hops):
    """Tokens expected of a beer of these two."""
    seat = state.seat
    worth = state.worth[GRAIN, grain] + state.worth[HOPS, hops]
    for owner in range(state.n_seats):
        is_known = knows(state, seat, owner, GRAIN) & knows(state, seat, owner, HOPS) & judged(rules, state, seat, owner)
        is_match = (state.judge[owner, GRAIN] == grain) & (state.judge[owner, HOPS] == hops)
        worth += rules.pair_tokens * (1 if is_known & is_match else 0)
    return worth


@inlined
def spend(rules, state, cost, out):
    """The tokens of an action: what is left below the next refill costs nothing."""
    at_end = state.tokens[state.seat] + state.prospect - rules.refill_to
    out[PURSE] = -cost
    out[KEPT_TOKENS] = state.remaining * (max(0.0, at_end - cost) - max(0.0, at_end))


@inlined
def lose_card(state, card, out):
    """An ingredient card leaves the hand."""
    t, value = card // MAX_VALUES, card % MAX_VALUES
    out[HAND_WORTH] = -state.loss[t, value]
    out[CARD_WORTH] = -state.worth[t, value]


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
        spend(rules, state, rules.bribe_cost, out)
        see_judge(rules, state, action - BRIBE, out)
    elif action == ACCEPT:
        see_accept(rules, state, out)
    elif action == REFUSE:
        return
    elif action == PAY_TOKEN:
        spend(rules, state, rules.tax_tokens, out)
    elif action < DISCARD:
        lose_card(state, action - PAY_CARD, out)
    elif action < DROP:
        lose_card(state, action - DISCARD, out)
    elif action < JUDGE:
        see_drop(state, action - DROP, out)
    elif action < REVEAL:
        see_own_judges(rules, state, (action - JUDGE) // MAX_VALUES, (action - JUDGE) % MAX_VALUES, out)
    elif action < KEEP_HIDDEN:
        t = action - REVEAL
        value = state.judge[state.seat, t]
        out[REVEAL_MATCH] = holds(state, state.seat, t, value)
        out[REVEAL_ROW] = 1.0 if state.row[t] == value else 0.0
    elif action == KEEP_HIDDEN:
        return
    elif action < NO_BREW:
        see_grain(rules, state, action - BREW_GRAIN, out)
    elif BREW_HOPS <= action < ADJUNCT:
        grain = state.beer[state.seat, state.n_beers[state.seat], GRAIN]
        out[BEER_WORTH] = pair_worth(rules, state, grain, action - BREW_HOPS)
    elif ADJUNCT <= action < NO_ADJUNCT:
        see_adjunct(rules, state, action - ADJUNCT, out)


@inlined
def see_draw(rules, state, action, out):
    """A pass, an ingredient card or an action card."""
    seat = state.seat
    if action == PASS:
        out[IS_PASS] = 1.0
        return
    spend(rules, state, rules.turn_cost, out)
    if action == DRAW_ACTION:
        cards = min(1 + state.extra_actions[seat], rules.action_limit - state.n_cards[seat])
        out[ACTION_CARD] = state.remaining * cards
        out[FIRST_ACTION_CARDS] = state.remaining * cards if state.n_cards[seat] < FEW_ACTIONS else 0.0
        return
    t = (action - 1) % N_TYPES
    blind = state.extra_ingredients[seat]
    if action < BLIND:
        out[HAND_WORTH] = state.gain[t, state.row[t]] + blind * state.blind_gain[t]
        out[CARD_WORTH] = state.worth[t, state.row[t]]
    else:
        out[HAND_WORTH] = (1 + blind) * state.blind_gain[t]
        out[IS_BLIND] = 1.0


@inlined
def see_build(rules, state, kind, out):
    """An improvement for the brewhouse."""
    seat = state.seat
    slot = state.n_built[seat]
    spend(rules, state, rules.turn_cost + rules.slot_costs[slot], out)
    out[BUILD_FIRST + kind] = state.remaining
    out[BUILD_MORE] = state.remaining * slot
    out[BUILD_AGAIN] = state.remaining * state.built[seat, kind]


@inlined
def see_judge(rules, state, place, out):
    """A judge card that the seat would get to know."""
    owner, t = place // N_TYPES, place % N_TYPES
    out[INFORM] = state.inform[t]
    out[SEEK] = state.seek[t]
    if knows(state, state.seat, owner, 1 - t):
        out[INFORM_PAIR] = holds(state, state.seat, 1 - t, state.judge[owner, 1 - t])


@inlined
def see_instant(rules, state, action, out):
    """An instant: its cost, and what it brings."""
    seat = state.seat
    out[IS_INSTANT] = 1.0
    if action < BUYBACK:
        spend(rules, state, rules.play_cost[BLACKMAIL_CARD], out)
        see_judge(rules, state, action - BLACKMAIL, out)
    elif action < PALATE_SWAP:
        spend(rules, state, rules.play_cost[BLACKMAIL_CARD + 1] - rules.buyback_tokens, out)
        lose_card(state, action - BUYBACK, out)
    elif action < SWAP_MEET:
        spend(rules, state, rules.play_cost[BLACKMAIL_CARD + 2], out)
        pair = action - PALATE_SWAP
        out[HAND_WORTH] = swap_gain(rules, state, pair // (MAX_SEATS * MAX_SEATS), pair // MAX_SEATS % MAX_SEATS, pair % MAX_SEATS)
    elif action == SWAP_MEET:
        spend(rules, state, rules.play_cost[SWAP_MEET_CARD], out)
        out[HAND_WORTH] = state.redeal_gain
    else:
        spend(rules, state, rules.play_cost[SWAP_MEET_CARD + 1] + rules.tax_tokens, out)
        for other in range(state.n_seats):
            can_pay = state.tokens[other] >= rules.tax_tokens
            out[TAX_POOR] += 1.0 if other != seat and not can_pay else 0.0
            out[TAX_RICH] += 1.0 if other != seat and can_pay else 0.0


@compiled
def pairs_pleased(rules, state, owner, grain_owner, hops_owner):
    """Expected extra tokens of the best pair in hand for a judge with the grain of one owner and the hops of another."""
    seat = state.seat
    if not judged(rules, state, seat, owner):
        return 0.0
    grain, hops = 0.0, 0.0
    if knows(state, seat, grain_owner, GRAIN):
        grain = holds(state, seat, GRAIN, state.judge[grain_owner, GRAIN])
    elif state.held[seat, GRAIN] > 0:
        grain = rules.prior[GRAIN]
    if knows(state, seat, hops_owner, HOPS):
        hops = holds(state, seat, HOPS, state.judge[hops_owner, HOPS])
    elif state.held[seat, HOPS] > 0:
        hops = rules.prior[HOPS]
    return rules.pair_tokens * grain * hops


@inlined
def swap_gain(rules, state, t, a, b):
    """What it brings if two judges exchange their cards of one type: other pairs."""
    before = pairs_pleased(rules, state, a, a, a) + pairs_pleased(rules, state, b, b, b)
    if t == GRAIN:
        return pairs_pleased(rules, state, a, b, a) + pairs_pleased(rules, state, b, a, b) - before
    return pairs_pleased(rules, state, a, a, b) + pairs_pleased(rules, state, b, b, a) - before


@inlined
def see_accept(rules, state, out):
    """A bribe: a token more, and the briber knows what he may brew."""
    seat = state.seat
    spend(rules, state, -rules.bribe_offer, out)
    out[IS_ACCEPT] = 1.0
    t = state.bribed_place % N_TYPES
    if knows(state, seat, seat, t):
        out[EXPOSE] = holds(state, seat, t, state.judge[seat, t])


@inlined
def see_drop(state, kind, out):
    """An action card too many."""
    if kind < N_IMPROVEMENTS:
        out[BUILD_FIRST + kind] = -state.remaining
    elif kind < FIRST_ADJUNCT:
        out[DROP_INSTANT] = 1.0
    else:
        out[DROP_ADJUNCT] = 1.0


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
    out[IS_BREW] = 1.0
    out[BEER_WORTH] = best


@inlined
def option_gain(change, spread):
    """The expected worth of being allowed, not obliged, to take an uncertain change: about E max(0, N(change, spread))."""
    return 0.5 * (change + (change * change + 0.64 * spread * spread) ** 0.5)


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
            unknown += 0 if knows(state, seat, owner, t) else 1
        spread = (2.0 * unknown * rules.prior[t]) ** 0.5
        old = state.beer[seat, beer, t]
        for value in range(rules.n_values[t]):
            is_shift = rules.shift[adjunct, t] != 0 and value == old + rules.shift[adjunct, t]
            is_spare = rules.replaces[adjunct] == 1 and state.hand[seat, t, value] > 0 and value != old
            if is_shift or is_spare:
                changed = pair_worth(rules, state, value if t == GRAIN else grain, value if t == HOPS else hops)
                gain = max(gain, option_gain(changed - plain, spread))
    out[IS_ADJUNCT] = 1.0
    out[ADJUNCT_GAIN] = gain
    cost = rules.cost[FIRST_ADJUNCT + adjunct]
    out[PURSE] = -cost
    at_end = state.tokens[seat] - state.due[seat] + plain - rules.refill_to
    out[KEPT_TOKENS] = state.remaining * (max(0.0, at_end - cost) - max(0.0, at_end))
