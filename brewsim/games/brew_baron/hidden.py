"""What a seat cannot know, dealt again. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.action_cards import add_action
from brewsim.games.brew_baron.ingredients import add_ingredient, next_value, remove_ingredient
from brewsim.games.brew_baron.judges import knows
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, N_KINDS, N_TYPES
from brewsim.games.brew_baron.state import CONCEAL_STREAM, Phase
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@compiled
def conceal(rules, state, seat, key):
    """Deal again all that `seat` has not seen: decks, hands, judges that it does not know, sealed choices (BB-37)."""
    for other in range(state.n_seats):
        if other != seat:
            take_back_beers(state, other)
    for t in range(N_TYPES):
        conceal_ingredients(rules, state, seat, t, stream_key(key, CONCEAL_STREAM + t))
    conceal_actions(state, seat, stream_key(key, CONCEAL_STREAM + N_TYPES))
    for other in range(state.n_seats):
        if other != seat:
            choose_again(state, other, stream_key(key, CONCEAL_STREAM + N_TYPES + 1 + other))


@compiled
def take_back_beers(state, other):
    """Return the cards of beers that are still face down to the hand; `choose_again` needs only their number."""
    for beer in range(state.n_beers[other]):
        for t in range(N_TYPES):
            add_ingredient(state, other, t, state.beer[other, beer, t])
        adjunct = state.beer_adjunct[other, beer]
        if adjunct != NONE:
            add_action(state, other, FIRST_ADJUNCT + adjunct)
            state.beer_adjunct[other, beer] = NONE
    if state.phase == Phase.BREW_HOPS and other == state.seat:
        add_ingredient(state, other, GRAIN, state.beer[other, state.n_beers[other], GRAIN])
    state.due[other] = 0


@compiled
def conceal_ingredients(rules, state, seat, t, key):
    """Shuffle the deck, the unknown judges and the cards in other hands that nobody saw taken."""
    for owner in range(state.n_seats):
        if state.judge[owner, t] != NONE and not knows(state, seat, owner, t):
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
        if state.judge[owner, t] != NONE and not knows(state, seat, owner, t):
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
def random_card(state, other, t, bits):
    """Take a card of this type from the hand, all equally likely."""
    place = below(bits, state.held[other, t])
    value = 0
    while place >= state.hand[other, t, value]:
        place -= state.hand[other, t, value]
        value += 1
    remove_ingredient(state, other, t, value)
    return value


@inlined
def seats_before(state, seat):
    """How many seats come before this one in the order of the round."""
    return (seat - state.first + state.n_seats) % state.n_seats


@compiled
def choose_again(state, other, key):
    """Make sealed choices of another seat again: which judge to turn up, and beers of random pairs.

    A seat that has brewed may have put any number of beers; it is taken to have brewed all it could, without adjuncts.
    A seat that is still brewing keeps the number it has come to.
    """
    is_done = seats_before(state, other) < seats_before(state, state.seat)
    if state.phase == Phase.REVEAL and is_done:
        n_choices = N_TYPES + 1 if state.keeps_hidden[other] > 0 else N_TYPES
        choice = below(draw(key, 0), n_choices)
        state.sealed_reveal[other] = choice if choice < N_TYPES else NONE
    is_brewing = state.phase == Phase.BREW_GRAIN or state.phase == Phase.BREW_HOPS or state.phase == Phase.ADJUNCT
    if not is_brewing or not (is_done or other == state.seat):
        return
    beers = state.n_beers[other]
    if is_done:
        beers = min(state.max_beers[other], min(state.held[other, GRAIN], state.held[other, HOPS]))
    for beer in range(beers):
        for t in range(N_TYPES):
            state.beer[other, beer, t] = random_card(state, other, t, draw(key, 1 + beer * N_TYPES + t))
        state.beer_adjunct[other, beer] = NONE
    state.n_beers[other] = beers
    if state.phase == Phase.BREW_HOPS and other == state.seat:
        state.beer[other, beers, GRAIN] = random_card(state, other, GRAIN, draw(key, 1 + beers * N_TYPES))
