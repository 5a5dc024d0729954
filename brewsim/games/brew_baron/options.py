"""What the seat to move may choose, and which item a choice uses. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.action_cards import can_draw_action
from brewsim.games.brew_baron.brewing_phase import can_add
from brewsim.games.brew_baron.codes import Verb
from brewsim.games.brew_baron.ingredients import can_draw_ingredient, hand_size
from brewsim.games.brew_baron.judges import blackmailed_owners, has, only, unknown_owners
from brewsim.games.brew_baron.rules import GRAIN, HOPS, N_ADJUNCTS, N_IMPROVEMENTS, N_KINDS, N_TYPES, Kind
from brewsim.games.brew_baron.state import Phase
from brewsim.parts.compiling import compiled, inlined

# The lists below write every candidate and count it only if it is legal: a branch that nobody can predict costs more.


@inlined
def list_values(rules, state, actions, n, t, first):
    """Append first + value for each ingredient card of a type in the hand of the seat to move; equal cards are one action."""
    seat = state.seat  # read once: the compiler cannot know that the list is no part of the table
    for value in range(rules.n_values[t]):
        actions[n] = first + value
        n += state.hand[seat, t, value] > 0
    return n


@inlined
def list_cards(rules, state, actions, n, first):
    """Append first + card for each ingredient card in hand."""
    n = list_values(rules, state, actions, n, GRAIN, first + codes.card(GRAIN, 0))
    return list_values(rules, state, actions, n, HOPS, first + codes.card(HOPS, 0))


@inlined
def can_play(rules, state, kind):
    """Whether the seat to move has an instant and can pay it (BB-18)."""
    return (state.cards[state.seat, kind] > 0) & (state.tokens[state.seat] >= rules.play_cost[kind])


@inlined
def can_blackmail(rules, state):
    """Whether there is a judge card that Blackmail can show (BB-19)."""
    seat = state.seat
    return blackmailed_owners(rules, state, seat, GRAIN) | blackmailed_owners(rules, state, seat, HOPS) != 0


@compiled
def list_turn(rules, state, actions):
    """What the turn offers (BB-11); after a refused bribe neither a bribe nor, if anything else can be done, a pass (BB-23)."""
    seat = state.seat
    tokens = state.tokens[seat]
    has_ingredients = hand_size(state, seat) > 0
    unknown = unknown_owners(state, seat, GRAIN) | unknown_owners(state, seat, HOPS)
    n = 0
    for t in range(N_TYPES):
        actions[n] = codes.TAKE + t
        n += state.row[t] != NONE
    for t in range(N_TYPES):
        actions[n] = codes.BLIND + t
        n += can_draw_ingredient(state, t)
    actions[n] = codes.DRAW_ACTION
    n += can_draw_action(state)
    slot = state.n_built[seat]
    if slot < rules.n_slots and tokens >= rules.turn_cost + rules.slot_costs[slot]:
        for kind in range(N_IMPROVEMENTS):
            actions[n] = codes.BUILD + kind
            n += (state.cards[seat, kind] > 0) & (rules.copies_stack | (state.built[seat, kind] == 0))
    actions[n] = codes.BRIBE
    n += (tokens >= rules.bribe_cost) & (not state.refused) & (unknown & ~only(seat) != 0)
    actions[n] = codes.BLACKMAIL
    n += can_play(rules, state, Kind.BLACKMAIL) and can_blackmail(rules, state)
    actions[n] = codes.BUYBACK
    n += can_play(rules, state, Kind.BUYBACK) & has_ingredients
    actions[n] = codes.PALATE_SWAP
    n += can_play(rules, state, Kind.PALATE_SWAP)
    actions[n] = codes.SWAP_MEET
    n += can_play(rules, state, Kind.SWAP_MEET) & has_ingredients
    actions[n] = codes.TAX_COLLECTOR
    n += can_play(rules, state, Kind.TAX_COLLECTOR)
    actions[n] = codes.PASS
    n += (not state.refused) | (n == 0)
    return n


@compiled
def list_looks(rules, state, actions):
    """The judge cards that Blackmail can show; for a bribe, those of others that the seat does not know (BB-19, BB-22)."""
    seat = state.seat
    n = 0
    for owner in range(state.n_seats):
        for t in range(N_TYPES):
            owners = unknown_owners(state, seat, t) & ~only(seat) if state.bribes else blackmailed_owners(rules, state, seat, t)
            actions[n] = codes.LOOK + codes.judge_card(owner, t)
            n += has(owners, owner)
    return n


@compiled
def list_swaps(state, actions):
    """Any two judge cards of one type (BB-20)."""
    n = 0
    for t in range(N_TYPES):
        for owner in range(state.n_seats):
            for later_owner in range(owner + 1, state.n_seats):
                actions[n] = codes.SWAP + codes.swap(t, owner, later_owner)
                n += 1
    return n


@compiled
def list_judges(rules, state, actions):
    """The pairs that may be put as judges (BB-6)."""
    n = 0
    for grain in range(rules.n_values[GRAIN]):
        if state.hand[state.seat, GRAIN, grain] > 0:
            n = list_values(rules, state, actions, n, HOPS, codes.JUDGE + codes.judges(grain, 0))
    return n


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    phase, seat = state.phase, state.seat
    n = 0
    if phase == Phase.TURN:
        n = list_turn(rules, state, actions)
    elif phase == Phase.DISCARD:
        n = list_cards(rules, state, actions, n, codes.DISCARD)
    elif phase == Phase.BREW_GRAIN:
        n = list_values(rules, state, actions, n, GRAIN, codes.BREW_GRAIN)
        actions[n] = codes.NO_BREW
        n += 1
    elif phase == Phase.BREW_HOPS:
        n = list_values(rules, state, actions, n, HOPS, codes.BREW_HOPS)
        actions[n] = codes.NO_BREW
        n += 1
    elif phase == Phase.ADJUNCT:
        for adjunct in range(N_ADJUNCTS):
            actions[n] = codes.add(adjunct)
            n += can_add(rules, state, adjunct)
        actions[n] = codes.NO_ADJUNCT
        n += 1
    elif phase == Phase.JUDGE:
        n = list_judges(rules, state, actions)
    elif phase == Phase.REVEAL:
        for t in range(N_TYPES):
            actions[n] = codes.REVEAL + t
            n += 1
        actions[n] = codes.KEEP_HIDDEN
        n += state.keeps_hidden[seat] > 0
    elif phase == Phase.LOOK:
        n = list_looks(rules, state, actions)
    elif phase == Phase.SELL:
        n = list_cards(rules, state, actions, n, codes.SELL)
    elif phase == Phase.SWAP:
        n = list_swaps(state, actions)
    elif phase == Phase.ANSWER:
        actions[0], actions[1] = codes.ACCEPT, codes.REFUSE
        n = 2
    elif phase == Phase.TAX:
        actions[n] = codes.PAY_TOKEN
        n += state.tokens[seat] >= rules.tax_tokens
        n = list_cards(rules, state, actions, n, codes.PAY_CARD)
    else:
        for kind in range(N_KINDS):
            actions[n] = codes.drop(kind)
            n += state.cards[seat, kind] > 0
    return n


@inlined
def item_of(rules, state, action):
    """Action cards when they are built, played or put with a beer; ingredients, by value, when they are brewed."""
    verb, what = codes.decode(action)
    if verb == Verb.BUILD or verb == Verb.INSTANT:
        return codes.kind_item(what)
    if verb == Verb.ADJUNCT:
        return codes.adjunct_item(what)
    if verb == Verb.BREW_GRAIN:
        return codes.ingredient_item(GRAIN, what)
    if verb == Verb.BREW_HOPS:
        return codes.ingredient_item(HOPS, what)
    return NONE
