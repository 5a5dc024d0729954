"""What a seat cannot know, dealt anew; and the invariants that every table keeps. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.codes import Phase
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, N_IMPROVEMENTS, N_KINDS, N_TYPES
from brewsim.games.brew_baron.state import CONCEAL_STREAM
from brewsim.games.brew_baron.table import knows, next_value
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def conceal(rules, state, seat, key):
    """Deal anew all that `seat` has not seen: decks, hands, judges that it does not know, sealed choices (BB-37)."""
    for other in range(state.n_seats):
        if other != seat:
            take_back_beers(state, other)
    for t in range(N_TYPES):
        conceal_ingredients(rules, state, seat, t, stream_key(key, CONCEAL_STREAM + t))
    conceal_actions(state, seat, stream_key(key, CONCEAL_STREAM + N_TYPES))
    for other in range(state.n_seats):
        if other != seat:
            choose_anew(rules, state, other, stream_key(key, CONCEAL_STREAM + N_TYPES + 1 + other))
        state.is_rated[other] = 0


@compiled
def take_back_beers(state, other):
    """Return the cards of beers that are still face down to the hand; `choose_anew` needs only their number."""
    for beer in range(state.n_beers[other]):
        for t in range(N_TYPES):
            state.hand[other, t, state.beer[other, beer, t]] += 1
            state.held[other, t] += 1
        adjunct = state.beer_adjunct[other, beer]
        if adjunct != NONE:
            state.cards[other, FIRST_ADJUNCT + adjunct] += 1
            state.n_cards[other] += 1
            state.beer_adjunct[other, beer] = NONE
    if state.phase == Phase.BREW_HOPS and other == state.seat:
        state.hand[other, GRAIN, state.beer[other, state.n_beers[other], GRAIN]] += 1
        state.held[other, GRAIN] += 1
    state.due[other] = 0


@compiled
def conceal_ingredients(rules, state, seat, t, key):
    """Shuffle the deck, the unknown judges and the cards in other hands that nobody saw taken."""
    for owner in range(state.n_seats):
        if state.judge[owner, t] != NONE and knows(state, seat, owner, t) == 0:
            state.deck[t, state.judge[owner, t]] += 1
            state.n_deck[t] += 1
        if owner != seat:
            for value in range(rules.n_values[t]):
                unseen = state.hand[owner, t, value] - state.public[owner, t, value]
                state.deck[t, value] += unseen
                state.n_deck[t] += unseen
                state.hand[owner, t, value] -= unseen
    state.deck_key[t] = key
    state.drawn[t] = 0
    for owner in range(state.n_seats):
        if state.judge[owner, t] != NONE and knows(state, seat, owner, t) == 0:
            state.judge[owner, t] = next_value(rules, state, t)
        if owner != seat:
            missing = state.held[owner, t]
            for value in range(rules.n_values[t]):
                missing -= state.hand[owner, t, value]
            for _ in range(missing):
                state.hand[owner, t, next_value(rules, state, t)] += 1


@compiled
def conceal_actions(state, seat, key):
    """Shuffle the action deck and the action cards in other hands."""
    for kind in range(N_KINDS):
        state.pool[kind] = 0
        for other in range(state.n_seats):
            if other != seat:
                state.pool[kind] += state.cards[other, kind]
                state.cards[other, kind] = 0
    for place in range(state.n_action_deck):
        state.pool[state.action_deck[place]] += 1
    n = order_deck(state.pool, key, state.action_deck, state.priorities)
    for other in range(state.n_seats):
        if other != seat:
            for _ in range(state.n_cards[other]):
                n -= 1
                state.cards[other, state.action_deck[n]] += 1
    state.n_action_deck = n


@compiled
def random_card(rules, state, other, t, bits):
    """Take a card of this type from the hand, all equally likely."""
    place = below(bits, state.held[other, t])
    value = 0
    while place >= state.hand[other, t, value]:
        place -= state.hand[other, t, value]
        value += 1
    state.hand[other, t, value] -= 1
    state.held[other, t] -= 1
    return value


@compiled
def choose_anew(rules, state, other, key):
    """Make sealed choices of another seat anew: which judge to turn up, and beers of random pairs.

    A seat that has brewed may have put any number of beers; it is taken to have brewed all it could, without adjuncts.
    A seat in the midst of brewing keeps the number it has come to.
    """
    turn_of_other = (other - state.first + state.n_seats) % state.n_seats
    turn_now = (state.seat - state.first + state.n_seats) % state.n_seats
    if state.phase == Phase.REVEAL and turn_of_other < turn_now:
        state.sealed_reveal[other] = below(draw(key, 0), N_TYPES + (1 if state.keeps_hidden[other] > 0 else 0))
        if state.sealed_reveal[other] == N_TYPES:
            state.sealed_reveal[other] = NONE
    if state.phase < Phase.BREW_GRAIN or turn_of_other > turn_now:
        return
    beers = state.n_beers[other]
    if turn_of_other < turn_now:
        beers = min(state.max_beers[other], min(state.held[other, GRAIN], state.held[other, HOPS]))
    for beer in range(beers):
        for t in range(N_TYPES):
            state.beer[other, beer, t] = random_card(rules, state, other, t, draw(key, 1 + beer * N_TYPES + t))
        state.beer_adjunct[other, beer] = NONE
    state.n_beers[other] = beers
    if state.phase == Phase.BREW_HOPS and turn_of_other == turn_now:
        state.beer[other, beers, GRAIN] = random_card(rules, state, other, GRAIN, draw(key, 1 + beers * N_TYPES))


@compiled
def check_ingredients(rules, state, t):
    """The invariants of one type of ingredient."""
    in_deck = 0
    for value in range(rules.n_values[t]):
        in_deck += state.deck[t, value]
        cards = state.deck[t, value] + state.pile[t, value] + (state.row[t] == value)
        if state.deck[t, value] < 0 or state.pile[t, value] < 0:
            return 3
        for seat in range(state.n_seats):
            brewed = 0
            for beer in range(state.n_beers[seat]):
                brewed += state.beer[seat, beer, t] == value
            if t == GRAIN and state.phase == Phase.BREW_HOPS and seat == state.seat:
                brewed += state.beer[seat, state.n_beers[seat], GRAIN] == value
            held = state.hand[seat, t, value]
            cards += held + brewed + (state.judge[seat, t] == value)
            if held < 0 or state.public[seat, t, value] < 0:
                return 3
            if state.public[seat, t, value] > held + brewed:
                return 7
        if cards != rules.value_copies[t]:
            return 1
    if in_deck != state.n_deck[t]:
        return 10
    for seat in range(state.n_seats):
        knowers = 0
        for other in range(state.n_seats):
            knowers += knows(state, other, seat, t)
        if state.judge[seat, t] != NONE and (knowers == 0 or (state.is_up[seat, t] == 1 and knowers < state.n_seats)):
            return 8
        held = 0
        for value in range(rules.n_values[t]):
            held += state.hand[seat, t, value]
        if held != state.held[seat, t]:
            return 4
    return 0


@compiled
def check_seat(rules, state, seat):
    """The invariants of one seat's tokens, action cards and brewhouse."""
    cards, built = 0, 0
    for kind in range(N_KINDS):
        if state.cards[seat, kind] < 0:
            return 3
        cards += state.cards[seat, kind]
    if cards != state.n_cards[seat]:
        return 4
    limit, beers = rules.ingredient_limit, 1
    for kind in range(N_IMPROVEMENTS):
        if state.built[seat, kind] < 0:
            return 3
        built += state.built[seat, kind]
        limit += state.built[seat, kind] * rules.extra_limit[kind]
        beers += state.built[seat, kind] * rules.extra_beers[kind]
    if built != state.n_built[seat] or built > rules.n_slots or limit != state.limit[seat] or beers != state.max_beers[seat]:
        return 5
    if state.tokens[seat] < 0:
        return 3
    if state.due[seat] < 0 or state.due[seat] > state.tokens[seat]:
        return 9
    if state.n_beers[seat] > state.max_beers[seat]:
        return 5
    is_full = state.phase == Phase.JUDGE or (state.phase == Phase.DISCARD and seat == state.seat)
    if not is_full and state.held[seat, GRAIN] + state.held[seat, HOPS] > limit:
        return 6
    if state.n_cards[seat] > rules.action_limit and not (seat == state.active and state.phase in (Phase.DROP, Phase.DISCARD)):
        return 6
    return 0


@compiled
def check(rules, state):
    """0, or the number of the invariant (INVARIANTS) that is broken."""
    for t in range(N_TYPES):
        broken = check_ingredients(rules, state, t)
        if broken != 0:
            return broken
    for kind in range(N_KINDS):
        cards = state.action_pile[kind]
        for place in range(state.n_action_deck):
            cards += state.action_deck[place] == kind
        for seat in range(state.n_seats):
            cards += state.cards[seat, kind]
            if kind < N_IMPROVEMENTS:
                cards += state.built[seat, kind]
            for beer in range(state.n_beers[seat]):
                cards += state.beer_adjunct[seat, beer] != NONE and state.beer_adjunct[seat, beer] + FIRST_ADJUNCT == kind
        if state.action_pile[kind] < 0:
            return 3
        if cards != rules.copies[kind]:
            return 2
    for seat in range(state.n_seats):
        broken = check_seat(rules, state, seat)
        if broken != 0:
            return broken
    return 0
