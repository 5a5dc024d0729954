"""The rules of Brew Baron as the drivers call them: set-up, what is legal, what an action does, the outcome. Clauses: RULES.md."""

from brewsim.engine.contract import MISSING, NONE
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.brewing import add_adjunct, add_hops, can_add, choose_reveal, end_brewing, place_judges, start_beer
from brewsim.games.brew_baron.codes import Phase
from brewsim.games.brew_baron.rounds import begin_round, end_turn, offer_brew
from brewsim.games.brew_baron.rules import (
    BLACKMAIL_CARD,
    BUYBACK_CARD,
    FIRST_ADJUNCT,
    FIRST_INSTANT,
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
from brewsim.games.brew_baron.state import ROUNDS_KEPT
from brewsim.games.brew_baron.table import actions_left, deck_has_card, discard_action, discard_ingredient, draw_action, shuffle_actions
from brewsim.games.brew_baron.turns import answer_bribe, choose_target, pay_tax, take_turn
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


# The lists below write every candidate and count it only if it is legal: a branch that nobody can predict costs more.


@inlined
def list_hand(rules, state, actions, n, t, base):
    """Append base + value for each ingredient card of a type in the hand of the seat to move; equal cards are one action."""
    for value in range(rules.n_values[t]):
        actions[n] = base + value
        n += state.hand[state.seat, t, value] > 0
    return n


@inlined
def unknown_places(state):
    """The judge cards that the seat to move does not know, as bits."""
    return ~state.known[state.seat] & ((1 << (N_TYPES * state.n_seats)) - 1)


@inlined
def own_places(state):
    """The judge cards on the mat of the seat to move, as bits."""
    return ((1 << N_TYPES) - 1) << (N_TYPES * state.seat)


@inlined
def can_play(rules, state, kind):
    """Whether the seat to move has an instant and can pay it (BB-18)."""
    return (state.cards[state.seat, kind] > 0) & (state.tokens[state.seat] >= rules.play_cost[kind])


@compiled
def list_turn(rules, state, actions):
    """What the turn offers (BB-11); after a refused bribe neither a bribe nor, if anything else can be done, a pass (BB-23)."""
    seat = state.seat
    tokens = state.tokens[seat]
    has_ingredients = state.held[seat, GRAIN] + state.held[seat, HOPS] > 0
    unknown = unknown_places(state)
    n = 0
    for t in range(N_TYPES):
        actions[n] = codes.TAKE + t
        n += state.row[t] != NONE
    for t in range(N_TYPES):
        actions[n] = codes.BLIND + t
        n += deck_has_card(state, t)
    actions[n] = codes.DRAW_ACTION
    n += actions_left(state)
    slot = state.n_built[seat]
    if slot < rules.n_slots and tokens >= rules.turn_cost + rules.slot_costs[slot]:
        for kind in range(N_IMPROVEMENTS):
            actions[n] = codes.BUILD + kind
            n += (state.cards[seat, kind] > 0) & (rules.copies_stack | (state.built[seat, kind] == 0))
    actions[n] = codes.BRIBE
    n += (tokens >= rules.bribe_cost) & (not state.refused) & (unknown & ~own_places(state) != 0)
    actions[n] = codes.BLACKMAIL
    n += can_play(rules, state, BLACKMAIL_CARD) & (unknown != 0)
    actions[n] = codes.BUYBACK
    n += can_play(rules, state, BUYBACK_CARD) & has_ingredients
    actions[n] = codes.PALATE_SWAP
    n += can_play(rules, state, PALATE_SWAP_CARD)
    actions[n] = codes.SWAP_MEET
    n += can_play(rules, state, SWAP_MEET_CARD) & has_ingredients
    actions[n] = codes.TAX_COLLECTOR
    n += can_play(rules, state, TAX_COLLECTOR_CARD)
    actions[n] = codes.PASS
    n += (not state.refused) | (n == 0)
    return n


@compiled
def list_targets(rules, state, actions):
    """What an instant or a bribe may be aimed at (BB-19, BB-20, BB-22)."""
    n = 0
    if state.phase == Phase.LOOK:
        places = unknown_places(state)
        if state.bribes:
            places &= ~own_places(state)
        for place in range(N_TYPES * state.n_seats):
            actions[n] = codes.LOOK + place
            n += (places >> place) & 1
    elif state.phase == Phase.SELL:
        n = list_hand(rules, state, actions, n, GRAIN, codes.SELL)
        n = list_hand(rules, state, actions, n, HOPS, codes.SELL + MAX_VALUES)
    else:
        for t in range(N_TYPES):
            for a in range(state.n_seats):
                for b in range(a + 1, state.n_seats):
                    actions[n] = codes.SWAP + (t * MAX_SEATS + a) * MAX_SEATS + b
                    n += 1
    return n


@compiled
def list_judges(rules, state, actions):
    """The pairs that may be put as judges (BB-6)."""
    seat = state.seat
    n = 0
    for grain in range(rules.n_values[GRAIN]):
        if state.hand[seat, GRAIN, grain] > 0:
            n = list_hand(rules, state, actions, n, HOPS, codes.JUDGE + grain * MAX_VALUES)
    return n


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    phase = state.phase
    if phase == Phase.TURN:
        return list_turn(rules, state, actions)
    n = 0
    if phase == Phase.DISCARD:
        n = list_hand(rules, state, actions, n, GRAIN, codes.DISCARD)
        n = list_hand(rules, state, actions, n, HOPS, codes.DISCARD + MAX_VALUES)
    elif phase == Phase.BREW_GRAIN:
        n = list_hand(rules, state, actions, n, GRAIN, codes.BREW_GRAIN)
        actions[n] = codes.NO_BREW
        n += 1
    elif phase == Phase.BREW_HOPS:
        n = list_hand(rules, state, actions, n, HOPS, codes.BREW_HOPS)
        actions[n] = codes.NO_BREW
        n += 1
    elif phase == Phase.JUDGE:
        n = list_judges(rules, state, actions)
    elif phase == Phase.REVEAL:
        for t in range(N_TYPES):
            actions[t] = codes.REVEAL + t
        actions[N_TYPES] = codes.KEEP_HIDDEN
        n = N_TYPES + (1 if state.keeps_hidden[state.seat] > 0 else 0)
    elif phase == Phase.ADJUNCT:
        for adjunct in range(N_ADJUNCTS):
            actions[n] = codes.ADJUNCT + adjunct
            n += can_add(rules, state, adjunct)
        actions[n] = codes.NO_ADJUNCT
        n += 1
    elif phase == Phase.ANSWER:
        actions[0] = codes.ACCEPT
        actions[1] = codes.REFUSE
        n = 2
    elif phase == Phase.TAX:
        actions[0] = codes.PAY_TOKEN
        n += state.tokens[state.seat] >= rules.tax_tokens
        n = list_hand(rules, state, actions, n, GRAIN, codes.PAY_CARD)
        n = list_hand(rules, state, actions, n, HOPS, codes.PAY_CARD + MAX_VALUES)
    elif phase == Phase.DROP:
        for kind in range(N_KINDS):
            actions[n] = codes.DROP + kind
            n += state.cards[state.seat, kind] > 0
    else:
        n = list_targets(rules, state, actions)
    return n


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    seat = state.seat
    if action < codes.N_TURN:
        take_turn(rules, state, action)
    elif action < codes.ACCEPT:
        choose_target(rules, state, action)
    elif action <= codes.REFUSE:
        answer_bribe(rules, state, action)
    elif action < codes.DISCARD:
        pay_tax(rules, state, action)
    elif action < codes.DROP:
        card = action - codes.DISCARD
        discard_ingredient(state, seat, card // MAX_VALUES, card % MAX_VALUES)
        end_turn(rules, state)
    elif action < codes.JUDGE:
        discard_action(state, seat, action - codes.DROP)
        end_turn(rules, state)
    elif action < codes.REVEAL:
        pair = action - codes.JUDGE
        place_judges(state, pair // MAX_VALUES, pair % MAX_VALUES)
    elif action <= codes.KEEP_HIDDEN:
        choose_reveal(rules, state, action - codes.REVEAL if action < codes.KEEP_HIDDEN else NONE)
    elif action < codes.NO_BREW:
        start_beer(state, action - codes.BREW_GRAIN)
    elif action == codes.NO_BREW:
        end_brewing(rules, state)
    elif action < codes.ADJUNCT:
        add_hops(rules, state, action - codes.BREW_HOPS)
    else:
        if action < codes.NO_ADJUNCT:
            add_adjunct(rules, state, action - codes.ADJUNCT)
        offer_brew(rules, state)


@inlined
def item_of(rules, state, action):
    """Action cards when they are built, played or put with a beer; ingredients, by value, when they are brewed."""
    if action < codes.N_TURN:
        if action < codes.BUILD or action == codes.BRIBE:
            return NONE
        return action - codes.BUILD if action < codes.BRIBE else FIRST_INSTANT + action - codes.INSTANT
    if action < codes.BREW_GRAIN or action == codes.NO_BREW or action == codes.NO_ADJUNCT:
        return NONE
    if action >= codes.ADJUNCT:
        return FIRST_ADJUNCT + action - codes.ADJUNCT
    value = action - codes.BREW_GRAIN if action < codes.NO_BREW else action - codes.BREW_HOPS
    first = N_KINDS if action < codes.NO_BREW else N_KINDS + PRINTED_VALUES
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
