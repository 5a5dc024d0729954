"""The rules of Brew Baron: set-up, turns and brewing. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import MISSING, NONE
from brewsim.games.brew_baron.judging import judge_all
from brewsim.games.brew_baron.rules import (
    BLACKMAIL_CARD,
    BUYBACK_CARD,
    FIRST_ADJUNCT,
    GRAIN,
    HOPS,
    MAX_SEATS,
    MAX_SLOTS,
    MAX_VALUES,
    N_ADJUNCTS,
    N_IMPROVEMENTS,
    N_KINDS,
    N_TYPES,
    PALATE_SWAP_CARD,
    PRINTED_VALUES,
    SWAP_MEET_CARD,
    TAX_COLLECTOR_CARD,
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
    ROUNDS_KEPT,
    SWAP_MEET,
    TAKE,
    TAX_COLLECTOR,
    Phase,
)
from brewsim.games.brew_baron.table import (
    actions_left,
    deck_has_card,
    discard_action,
    discard_ingredient,
    draw_action,
    draw_blind,
    gather_ingredients,
    refill_row,
    shuffle_actions,
)
from brewsim.parts.compiling import compiled, inlined


@compiled
def setup(rules, state):
    """Shuffle the action deck, deal two cards each, then set up the first round (BB-1, BB-4)."""
    shuffle_actions(state, rules.copies)
    for seat in range(state.n_seats):
        state.limit[seat] = rules.ingredient_limit
        state.max_beers[seat] = 1
    for _ in range(rules.actions_dealt):
        for seat in range(state.n_seats):
            draw_action(state, seat)
    begin_round(rules, state)


@compiled
def begin_round(rules, state):
    """Shuffle and deal the ingredients, turn one of each up, and let the first player choose his judges (BB-3, BB-5)."""
    state.first = state.rounds % state.n_seats if rules.first_moves else 0
    gather_ingredients(rules, state)
    for place in range(state.n_seats):
        seat = (state.first + place) % state.n_seats
        for t in range(N_TYPES):
            for _ in range(rules.ingredients_dealt):
                draw_blind(rules, state, seat, t)
    for t in range(N_TYPES):
        refill_row(rules, state, t)
    state.seat = state.first
    state.phase = Phase.JUDGE


@inlined
def next_in_round(state):
    """Move on to the next seat; whether it is not the first player again."""
    state.seat = (state.seat + 1) % state.n_seats
    return state.seat != state.first


@compiled
def place_judges(rules, state, grain, hops):
    """One card of each type goes face down on the mat; its owner knows it (BB-6)."""
    seat = state.seat
    for t in range(N_TYPES):
        value = grain if t == GRAIN else hops
        state.hand[seat, t, value] -= 1
        state.held[seat, t] -= 1
        state.judge[seat, t] = value
        state.knowers[seat, t] = 1 << seat
    if not next_in_round(state):
        state.phase = Phase.REVEAL


@inlined
def forget_ratings(state):
    """What the bots made of their knowledge no longer holds."""
    for seat in range(state.n_seats):
        state.is_rated[seat] = 0


@inlined
def turn_up(state, owner, t):
    """A judge card is turned up; now everybody knows it."""
    state.is_up[owner, t] = 1
    state.knowers[owner, t] = (1 << state.n_seats) - 1
    forget_ratings(state)


@compiled
def choose_reveal(rules, state, t):
    """A sealed choice; after the last one all cards are turned up together (BB-7)."""
    state.sealed_reveal[state.seat] = t
    if next_in_round(state):
        return
    for seat in range(state.n_seats):
        if state.sealed_reveal[seat] != NONE:
            turn_up(state, seat, state.sealed_reveal[seat])
    for seat in range(state.n_seats):  # refill, then the improvements (BB-9, BB-10)
        state.tokens[seat] = max(state.tokens[seat], rules.refill_to) + state.tokens_per_round[seat]
        state.passed[seat] = 0
    state.n_passed = 0
    forget_ratings(state)
    offer_turn(rules, state)


@compiled
def offer_turn(rules, state):
    """The turn of this seat, or of the next that is still in; without tokens it must pass (BB-11, BB-21)."""
    while state.n_passed < state.n_seats:
        seat = state.seat
        if state.passed[seat] == 0:
            if state.tokens[seat] >= rules.turn_cost:
                state.phase = Phase.TURN
                state.active = seat
                state.refused = False
                return
            state.passed[seat] = 1
            state.n_passed += 1
        state.seat = (seat + 1) % state.n_seats
    state.seat = state.first
    offer_brew(rules, state)


@compiled
def end_turn(rules, state):
    """Discard down to the limits at once (BB-14, BB-15), then the next seat."""
    seat = state.active
    state.seat = seat
    if state.held[seat, GRAIN] + state.held[seat, HOPS] > state.limit[seat]:
        state.phase = Phase.DISCARD
    elif state.n_cards[seat] > rules.action_limit:
        state.phase = Phase.DROP
    else:
        state.turns[seat] += 1
        state.seat = (seat + 1) % state.n_seats
        offer_turn(rules, state)


# The lists below write every candidate and count it only if it is legal: a branch that nobody can predict costs more.


@inlined
def list_hand(rules, state, actions, n, base):
    """Append base + card for each ingredient card in the hand of the seat to move; equal cards are one action."""
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            actions[n] = base + t * MAX_VALUES + value
            n += state.hand[state.seat, t, value] > 0
    return n


@inlined
def list_unknown(state, actions, n, base, with_own):
    """Append base + place for each judge card that the seat to move does not know."""
    seat = state.seat
    for owner in range(state.n_seats):
        for t in range(N_TYPES):
            actions[n] = base + owner * N_TYPES + t
            n += ((state.knowers[owner, t] >> seat) & 1 == 0) & (with_own | (owner != seat))
    return n


@compiled
def list_instants(rules, state, actions, n):
    """Append the instants in hand that can be paid, with each of their targets (BB-18 to BB-20)."""
    seat = state.seat
    tokens = state.tokens[seat]
    if state.cards[seat, BLACKMAIL_CARD] > 0 and tokens >= rules.play_cost[BLACKMAIL_CARD]:
        n = list_unknown(state, actions, n, BLACKMAIL, True)
    if state.cards[seat, BUYBACK_CARD] > 0 and tokens >= rules.play_cost[BUYBACK_CARD]:
        n = list_hand(rules, state, actions, n, BUYBACK)
    if state.cards[seat, PALATE_SWAP_CARD] > 0 and tokens >= rules.play_cost[PALATE_SWAP_CARD]:
        for t in range(N_TYPES):
            for a in range(state.n_seats):
                for b in range(a + 1, state.n_seats):
                    actions[n] = PALATE_SWAP + (t * MAX_SEATS + a) * MAX_SEATS + b
                    n += 1
    if state.cards[seat, SWAP_MEET_CARD] > 0 and tokens >= rules.play_cost[SWAP_MEET_CARD]:
        actions[n] = SWAP_MEET
        n += state.held[seat, GRAIN] + state.held[seat, HOPS] > 0
    if state.cards[seat, TAX_COLLECTOR_CARD] > 0 and tokens >= rules.play_cost[TAX_COLLECTOR_CARD]:
        actions[n] = TAX_COLLECTOR
        n += 1
    return n


@compiled
def list_turn(rules, state, actions):
    """What a token can be spent on (BB-11), or a pass (BB-21)."""
    seat = state.seat
    tokens = state.tokens[seat]
    n = 0
    for t in range(N_TYPES):
        actions[n] = TAKE + t
        n += state.row[t] != NONE
        actions[n] = BLIND + t
        n += deck_has_card(state, t)
    actions[n] = DRAW_ACTION
    n += actions_left(state)
    if state.n_cards[seat] > 0:
        slot = state.n_built[seat]
        if slot < rules.n_slots and tokens >= rules.turn_cost + rules.slot_costs[slot]:
            for kind in range(N_IMPROVEMENTS):
                actions[n] = BUILD + kind
                n += (state.cards[seat, kind] > 0) & (rules.copies_stack | (state.built[seat, kind] == 0))
        n = list_instants(rules, state, actions, n)
    if tokens >= rules.bribe_cost and not state.refused:
        n = list_unknown(state, actions, n, BRIBE, False)
    if n == 0 or not state.refused:
        actions[n] = PASS
        n += 1
    return n


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    seat = state.seat
    n = 0
    if state.phase == Phase.TURN:
        n = list_turn(rules, state, actions)
    elif state.phase == Phase.JUDGE:
        for grain in range(rules.n_values[GRAIN]):
            if state.hand[seat, GRAIN, grain] > 0:
                for hops in range(rules.n_values[HOPS]):
                    actions[n] = JUDGE + grain * MAX_VALUES + hops
                    n += state.hand[seat, HOPS, hops] > 0
    elif state.phase == Phase.REVEAL:
        for t in range(N_TYPES):
            actions[n] = REVEAL + t
            n += 1
        actions[n] = KEEP_HIDDEN
        n += state.keeps_hidden[seat] > 0
    elif state.phase == Phase.ANSWER:
        actions[0] = ACCEPT
        actions[1] = REFUSE
        n = 2
    elif state.phase == Phase.TAX:
        actions[0] = PAY_TOKEN
        n += state.tokens[seat] >= rules.tax_tokens
        n = list_hand(rules, state, actions, n, PAY_CARD)
    elif state.phase == Phase.DISCARD:
        n = list_hand(rules, state, actions, n, DISCARD)
    elif state.phase == Phase.DROP:
        for kind in range(N_KINDS):
            actions[n] = DROP + kind
            n += state.cards[seat, kind] > 0
    elif state.phase == Phase.BREW_GRAIN:
        for value in range(rules.n_values[GRAIN]):
            actions[n] = BREW_GRAIN + value
            n += state.hand[seat, GRAIN, value] > 0
        actions[n] = NO_BREW
        n += 1
    elif state.phase == Phase.BREW_HOPS:
        for value in range(rules.n_values[HOPS]):
            actions[n] = BREW_HOPS + value
            n += state.hand[seat, HOPS, value] > 0
        actions[n] = NO_BREW
        n += 1
    else:
        for adjunct in range(N_ADJUNCTS):
            actions[n] = ADJUNCT + adjunct
            n += can_add(rules, state, adjunct)
        actions[n] = NO_ADJUNCT
        n += 1
    return n


@inlined
def can_add(rules, state, adjunct):
    """Whether the seat to move has this adjunct and can pay it besides those already put (BB-25)."""
    seat = state.seat
    kind = FIRST_ADJUNCT + adjunct
    return (state.cards[seat, kind] > 0) & (state.tokens[seat] - state.due[seat] >= rules.cost[kind])


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    seat = state.seat
    if action < ACCEPT:
        take_turn(rules, state, action)
    elif action == ACCEPT:
        take_bribe(rules, state)
    elif action == REFUSE:
        state.seat = state.active
        state.refused = True
        state.phase = Phase.TURN
    elif action < DISCARD:
        if action == PAY_TOKEN:
            state.tokens[seat] -= rules.tax_tokens
        else:
            card = action - PAY_CARD
            discard_ingredient(state, seat, card // MAX_VALUES, card % MAX_VALUES)
        state.seat = (seat + 1) % state.n_seats
        state.tax_due -= 1
        collect_tax(rules, state)
    elif action < DROP:
        card = action - DISCARD
        discard_ingredient(state, seat, card // MAX_VALUES, card % MAX_VALUES)
        end_turn(rules, state)
    elif action < JUDGE:
        discard_action(state, seat, action - DROP)
        end_turn(rules, state)
    elif action < REVEAL:
        pair = action - JUDGE
        place_judges(rules, state, pair // MAX_VALUES, pair % MAX_VALUES)
    elif action <= KEEP_HIDDEN:
        choose_reveal(rules, state, action - REVEAL if action < KEEP_HIDDEN else NONE)
    elif action < NO_BREW:
        start_beer(state, action - BREW_GRAIN)
    elif action == NO_BREW:
        end_brewing(rules, state)
    elif action < ADJUNCT:
        add_hops(rules, state, action - BREW_HOPS)
    else:
        if action < NO_ADJUNCT:
            add_adjunct(rules, state, action - ADJUNCT)
        offer_brew(rules, state)


@compiled
def take_turn(rules, state, action):
    """Spend a token on one of the actions of a turn, or pass (BB-11)."""
    seat = state.seat
    if action == PASS:
        state.passed[seat] = 1
        state.n_passed += 1
        state.seat = (seat + 1) % state.n_seats
        offer_turn(rules, state)
    elif action < DRAW_ACTION:
        state.tokens[seat] -= rules.turn_cost
        if action < BLIND:
            take_face_up(rules, state, action - TAKE)
        else:
            draw_blind(rules, state, seat, action - BLIND)
        t = (action - TAKE) % N_TYPES
        for _ in range(state.extra_ingredients[seat]):  # BB-16
            draw_blind(rules, state, seat, t)
        end_turn(rules, state)
    elif action == DRAW_ACTION:
        state.tokens[seat] -= rules.turn_cost
        for _ in range(1 + state.extra_actions[seat]):  # BB-15
            draw_action(state, seat)
        end_turn(rules, state)
    elif action < BLACKMAIL:
        build_improvement(rules, state, action - BUILD)
        end_turn(rules, state)
    elif action < BRIBE:
        play_instant(rules, state, action)
    else:
        state.bribed_place = action - BRIBE  # BB-22: nothing is paid before it is accepted
        state.offered[seat] += 1
        state.seat = state.bribed_place // N_TYPES
        state.phase = Phase.ANSWER


@inlined
def take_face_up(rules, state, t):
    """The seat to move takes the face-up card before all eyes; it is replaced at once (BB-12)."""
    seat = state.seat
    value = state.row[t]
    state.hand[seat, t, value] += 1
    state.public[seat, t, value] += 1
    state.held[seat, t] += 1
    refill_row(rules, state, t)


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


@inlined
def instant_of(action):
    """The kind of instant that an action plays."""
    if action < BUYBACK:
        return BLACKMAIL_CARD
    if action < PALATE_SWAP:
        return BUYBACK_CARD
    if action < SWAP_MEET:
        return PALATE_SWAP_CARD
    return SWAP_MEET_CARD if action == SWAP_MEET else TAX_COLLECTOR_CARD


@compiled
def play_instant(rules, state, action):
    """Pay for an instant, do what it says, discard it (BB-18)."""
    seat = state.seat
    kind = instant_of(action)
    state.tokens[seat] -= rules.play_cost[kind]
    discard_action(state, seat, kind)
    if kind == BLACKMAIL_CARD:  # BB-19
        place = action - BLACKMAIL
        if rules.blackmail_shows_all:
            turn_up(state, place // N_TYPES, place % N_TYPES)
        else:
            show_judge(state, place, seat)
    elif kind == BUYBACK_CARD:
        card = action - BUYBACK
        discard_ingredient(state, seat, card // MAX_VALUES, card % MAX_VALUES)
        state.tokens[seat] += rules.buyback_tokens
    elif kind == PALATE_SWAP_CARD:
        pair = action - PALATE_SWAP
        swap_judges(state, pair // (MAX_SEATS * MAX_SEATS), pair // MAX_SEATS % MAX_SEATS, pair % MAX_SEATS)
    elif kind == SWAP_MEET_CARD:
        redraw_hand(rules, state)
    else:
        state.tax_due = state.n_seats
        collect_tax(rules, state)
        return
    end_turn(rules, state)


@inlined
def show_judge(state, place, seat):
    """A seat looks at a judge card, alone."""
    state.knowers[place // N_TYPES, place % N_TYPES] |= 1 << seat
    state.is_rated[seat] = 0


@inlined
def swap_judges(state, t, a, b):
    """Two judge cards of one type change places, facing as they were; who knew a card still knows it (BB-20)."""
    state.judge[a, t], state.judge[b, t] = state.judge[b, t], state.judge[a, t]
    state.is_up[a, t], state.is_up[b, t] = state.is_up[b, t], state.is_up[a, t]
    state.knowers[a, t], state.knowers[b, t] = state.knowers[b, t], state.knowers[a, t]
    forget_ratings(state)


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
        state.seat = (seat + 1) % state.n_seats
        state.tax_due -= 1
    end_turn(rules, state)


@compiled
def take_bribe(rules, state):
    """The venal gets the offer, the briber alone looks at the card (BB-22, BB-23)."""
    state.tokens[state.active] -= rules.bribe_cost
    state.tokens[state.seat] += rules.bribe_offer
    state.accepted[state.active] += 1
    state.venal[state.seat] += 1
    show_judge(state, state.bribed_place, state.active)
    end_turn(rules, state)


@compiled
def offer_brew(rules, state):
    """The next beer of this seat, or of the next seat that can brew; after the last one, the judges (BB-24)."""
    while True:
        seat = state.seat
        has_pair = state.held[seat, GRAIN] > 0 and state.held[seat, HOPS] > 0
        if has_pair and state.n_beers[seat] < state.max_beers[seat]:
            state.phase = Phase.BREW_GRAIN
            return
        if not next_in_round(state):
            break
    end_round(rules, state)


@compiled
def end_brewing(rules, state):
    """This seat brews no more, taking back the grain of a beer without hops; the next, or the judges (BB-24)."""
    if state.phase == Phase.BREW_HOPS:
        state.hand[state.seat, GRAIN, state.beer[state.seat, state.n_beers[state.seat], GRAIN]] += 1
        state.held[state.seat, GRAIN] += 1
    if next_in_round(state):
        offer_brew(rules, state)
    else:
        end_round(rules, state)


@compiled
def start_beer(state, grain):
    """The grain of a beer is put face down (BB-24)."""
    seat = state.seat
    state.hand[seat, GRAIN, grain] -= 1
    state.held[seat, GRAIN] -= 1
    state.beer[seat, state.n_beers[seat], GRAIN] = grain
    state.phase = Phase.BREW_HOPS


@compiled
def add_hops(rules, state, hops):
    """The hops of the beer are put face down; then an adjunct, if one can be paid (BB-24, BB-25)."""
    seat = state.seat
    beer = state.n_beers[seat]
    state.hand[seat, HOPS, hops] -= 1
    state.held[seat, HOPS] -= 1
    state.beer[seat, beer, HOPS] = hops
    state.beer_adjunct[seat, beer] = NONE
    state.n_beers[seat] += 1
    for adjunct in range(N_ADJUNCTS):
        if can_add(rules, state, adjunct):
            state.phase = Phase.ADJUNCT
            return
    offer_brew(rules, state)


@compiled
def add_adjunct(rules, state, adjunct):
    """An adjunct is put face down with the beer; its cost is due when all is turned up (BB-25)."""
    seat = state.seat
    kind = FIRST_ADJUNCT + adjunct
    state.cards[seat, kind] -= 1
    state.n_cards[seat] -= 1
    state.beer_adjunct[seat, state.n_beers[seat] - 1] = adjunct
    state.due[seat] += rules.cost[kind]


@compiled
def end_round(rules, state):
    """Judgement; then the next round, unless somebody has trophies enough (BB-35, BB-36)."""
    judge_all(rules, state)
    for seat in range(state.n_seats):
        state.over = state.over or state.trophies[seat] >= rules.trophies_to_win
    if state.over:
        gather_ingredients(rules, state)
        state.phase = Phase.JUDGE
        return
    state.rounds += 1
    begin_round(rules, state)


@inlined
def item_of(rules, state, action):
    """Action cards when they are built, played or put with a beer; ingredients, by value, when they are brewed."""
    if action < BLACKMAIL:
        return action - BUILD if action >= BUILD else NONE
    if action < BRIBE:
        return instant_of(action)
    if action < BREW_GRAIN or action in (NO_BREW, NO_ADJUNCT):
        return NONE
    if action >= ADJUNCT:
        return FIRST_ADJUNCT + action - ADJUNCT
    value = action - BREW_GRAIN if action < NO_BREW else action - BREW_HOPS
    first = N_KINDS if action < NO_BREW else N_KINDS + PRINTED_VALUES
    return first + value if value < PRINTED_VALUES else NONE


@compiled
def outcome(rules, state, out):
    """Trophies are the score, tokens in hand break a tie (BB-36)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side = seat
        row.score = state.trophies[seat]
        row.tiebreak = state.tokens[seat]
        row.metrics[0] = state.trophies[seat] - state.trophies_tied[seat]
        row.metrics[1] = state.trophies_tied[seat]
        row.metrics[2] = state.trophies[seat]
        row.metrics[3] = state.tokens_won[seat]
        row.metrics[4] = state.tokens[seat]
        row.metrics[5] = state.offered[seat]
        row.metrics[6] = state.accepted[seat]
        row.metrics[7] = state.venal[seat]
        m = 8
        for slot in range(MAX_SLOTS):
            row.metrics[m + slot] = 1 if state.n_built[seat] > slot else 0
        m += MAX_SLOTS
        row.metrics[m] = state.beers_brewed[seat]
        row.metrics[m + 1] = state.judgings[seat]
        row.metrics[m + 2] = state.hits[seat]
        row.metrics[m + 3] = state.hits_own[seat]
        row.metrics[m + 4] = state.pairs[seat]
        judgings = int(state.judgings[seat])
        row.metrics[m + 5] = 100 * int(state.hits[seat]) // judgings if judgings > 0 else MISSING
        row.metrics[m + 6] = state.turns[seat]
        row.metrics[m + 7] = state.tied[seat]
        row.metrics[m + 8] = state.no_trophy
        m += 9
        for played in range(ROUNDS_KEPT):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            row.metrics[m + played] = state.trophies_after[played, seat] if was_played else MISSING
