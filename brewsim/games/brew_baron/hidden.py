"""What a seat cannot know, dealt again. Clause numbers are those of RULES.md.

All that everybody saw stays as it is: how many cards of each type a seat holds and has discarded, how many beers it has put and
what it has paid for adjuncts. Cards that others hold were chosen, so they are chosen again: each seat keeps and brews the cards
that most of the judges it knows like. Strangers' hands dealt blindly would make all others look weak.
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.ingredients import add_ingredient, next_value, remove_ingredient
from brewsim.games.brew_baron.judges import knows
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, MAX_BEERS, MAX_SEATS, N_ADJUNCTS, N_KINDS, N_TYPES
from brewsim.games.brew_baron.state import CONCEAL_STREAM, Phase
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck

# How often in a hundred a judge card that lies face down is what its owner seems to look for. In 500 games of `greedy` it was the card
# taken in 67 to 77, and the card dealt in 5 to 11; that both a card was taken and a bribe refused was too rare to count: assumed.
WITHHELD_CHANCE = 90  # the card that he took last, if he has refused a bribe for his judge
TAKEN_CHANCE = 65  # the card that he took last
DEALT_CHANCE = 10  # the card that lay beside the deck when he put his judge
PERCENT = 100
ACTION_STREAM, CHOICE_STREAM, FUTURE_STREAM, SEAT_STREAM = range(CONCEAL_STREAM + N_TYPES, CONCEAL_STREAM + N_TYPES + 4)


@compiled
def conceal(rules, state, seat, key):
    """Deal again all that `seat` has not seen: decks, hands, judges that it does not know, sealed choices, rounds to come (BB-37)."""
    for other in range(state.n_seats):
        if other != seat:
            take_back_beers(state, other)
    for t in range(N_TYPES):
        conceal_ingredients(rules, state, seat, t, key)
    conceal_actions(rules, state, seat, stream_key(key, ACTION_STREAM))
    for other in range(state.n_seats):
        if other != seat:
            choose_again(rules, state, other, stream_key(key, SEAT_STREAM + other))
    state.key = stream_key(key, FUTURE_STREAM)


@inlined
def is_half_brewed(state, other):
    """Whether a seat has put the grain of a beer and no hops yet."""
    return state.phase == Phase.BREW_HOPS and other == state.seat


@compiled
def take_back_beers(state, other):
    """Return the ingredients of beers that are still face down to the hand."""
    for beer in range(state.n_beers[other]):
        for t in range(N_TYPES):
            add_ingredient(state, other, t, state.beer[other, beer, t])
    if is_half_brewed(state, other):
        add_ingredient(state, other, GRAIN, state.beer[other, state.n_beers[other], GRAIN])


@compiled
def conceal_ingredients(rules, state, seat, t, key):
    """Shuffle the deck, the unknown judges and the cards in other hands that nobody saw taken."""
    for owner in range(state.n_seats):
        if state.judge[owner, t] != NONE and not knows(state, seat, owner, t):
            return_to_deck(state, t, state.judge[owner, t])
        if owner != seat:
            for value in range(rules.n_values[t]):
                for _ in range(state.hand[owner, t, value] - state.public[owner, t, value]):
                    state.hand[owner, t, value] -= 1  # `held` still says how many to deal
                    return_to_deck(state, t, value)
    state.deck_key[t] = stream_key(key, CONCEAL_STREAM + t)
    state.drawn[t] = 0
    choices = draw(stream_key(key, CHOICE_STREAM), t)
    for owner in range(state.n_seats):
        if state.judge[owner, t] != NONE and not knows(state, seat, owner, t):
            state.judge[owner, t] = deal_judge(rules, state, owner, t, draw(choices, owner))
    for other in range(state.n_seats):
        if other != seat:
            deal_hand(rules, state, other, t, draw(choices, MAX_SEATS + other))


@inlined
def return_to_deck(state, t, value):
    """A card goes back to its deck."""
    state.deck[t, value] += 1
    state.n_deck[t] += 1


@inlined
def take_from_deck(state, t, value):
    """A card of this value leaves its deck."""
    state.deck[t, value] -= 1
    state.n_deck[t] -= 1
    return value


@compiled
def deal_judge(rules, state, owner, t, bits):
    """A judge card for an owner: often the one that he has shown to look for, else any."""
    luck = below(bits, PERCENT)
    taken, dealt = state.taken[owner, t], state.dealt_row[t]
    if taken != NONE and state.deck[t, taken] > 0:
        if luck < (WITHHELD_CHANCE if state.withheld[owner, t] == 1 else TAKEN_CHANCE):
            return take_from_deck(state, t, taken)
    elif dealt != NONE and state.deck[t, dealt] > 0 and luck < DEALT_CHANCE:
        return take_from_deck(state, t, dealt)
    return next_value(rules, state, t)


@inlined
def likers(state, other, t, value):
    """How many judges a seat knows that like an ingredient."""
    n = 0
    for owner in range(state.n_seats):
        n += knows(state, other, owner, t) and state.judge[owner, t] == value
    return n


@compiled
def deal_hand(rules, state, other, t, key):
    """The cards of a type that nobody saw: as many as the seat has had, less the worst of them, which it has discarded."""
    missing = state.held[other, t]
    for value in range(rules.n_values[t]):
        missing -= state.hand[other, t, value]
    if missing == 0:
        return
    too_many = min(state.discarded[other, t], state.n_deck[t] - missing)
    for _ in range(missing + too_many):
        state.hand[other, t, next_value(rules, state, t)] += 1
    for n in range(too_many):
        value = choose_card(rules, state, other, t, draw(key, n), False)
        state.hand[other, t, value] -= 1
        return_to_deck(state, t, value)


@compiled
def choose_card(rules, state, other, t, key, is_best):
    """The card in a hand that most known judges like, or of those that nobody saw the one that fewest do; chance decides ties."""
    best, best_likers, best_luck = NONE, 0, draw(key, 0)
    for value in range(rules.n_values[t]):
        kept = 0 if is_best else state.public[other, t, value]
        if state.hand[other, t, value] > kept:
            n, luck = likers(state, other, t, value), draw(key, value)
            is_better = n > best_likers if is_best else n < best_likers
            if best == NONE or is_better or (n == best_likers and luck > best_luck):
                best, best_likers, best_luck = value, n, luck
    return best


@compiled
def conceal_actions(rules, state, seat, key):
    """Shuffle the action deck, the action cards in other hands, and adjuncts with beers: these cost what was paid for them."""
    for kind in range(N_KINDS):
        state.pool[kind] = 0
        for other in range(state.n_seats):
            if other != seat:
                state.pool[kind] += state.cards[other, kind]
                state.cards[other, kind] = 0
    for place in range(state.n_action_deck):
        state.pool[state.action_deck[place]] += 1
    for other in range(state.n_seats):
        if other != seat:
            for beer in range(state.n_beers[other]):
                if state.beer_adjunct[other, beer] != NONE:
                    state.pool[FIRST_ADJUNCT + state.beer_adjunct[other, beer]] += 1
    for other in range(state.n_seats):
        if other != seat:
            for beer in range(state.n_beers[other]):
                if state.beer_adjunct[other, beer] != NONE:
                    bits = draw(key, other * MAX_BEERS + beer)
                    state.beer_adjunct[other, beer] = adjunct_for(rules, state, state.beer_adjunct[other, beer], bits)
    n = order_deck(state.pool, key, state.action_deck, state.priorities)
    for other in range(state.n_seats):
        if other != seat:
            for _ in range(state.n_cards[other]):
                n -= 1
                state.cards[other, state.action_deck[n]] += 1
    state.n_action_deck = n


@compiled
def adjunct_for(rules, state, paid, bits):
    """Take an adjunct that costs as much as the one paid for from the pool, all cards equally likely."""
    cost, n = rules.cost[FIRST_ADJUNCT + paid], 0
    for adjunct in range(N_ADJUNCTS):
        n += state.pool[FIRST_ADJUNCT + adjunct] if rules.cost[FIRST_ADJUNCT + adjunct] == cost else 0
    place = below(bits, n)
    chosen = paid
    for adjunct in range(N_ADJUNCTS):
        if rules.cost[FIRST_ADJUNCT + adjunct] == cost:
            cards = state.pool[FIRST_ADJUNCT + adjunct]
            chosen = adjunct if 0 <= place < cards else chosen
            place -= cards
    state.pool[FIRST_ADJUNCT + chosen] -= 1
    return chosen


@inlined
def seats_before(state, seat):
    """How many seats come before this one in the order of the round."""
    return (seat - state.first + state.n_seats) % state.n_seats


@compiled
def choose_again(rules, state, other, key):
    """Make sealed choices of another seat again: which judge to turn up, and beers of the cards that it likes best."""
    if state.phase == Phase.REVEAL and seats_before(state, other) < seats_before(state, state.seat):
        n_choices = N_TYPES + 1 if state.keeps_hidden[other] > 0 else N_TYPES
        choice = below(draw(key, 0), n_choices)
        state.sealed_reveal[other] = choice if choice < N_TYPES else NONE
    for beer in range(state.n_beers[other]):
        for t in range(N_TYPES):
            brew_again(rules, state, other, beer, t, key)
    if is_half_brewed(state, other):
        brew_again(rules, state, other, state.n_beers[other], GRAIN, key)


@compiled
def brew_again(rules, state, other, beer, t, key):
    """Put an ingredient of a beer face down again."""
    value = choose_card(rules, state, other, t, draw(key, beer * N_TYPES + t), True)
    remove_ingredient(state, other, t, value)
    state.beer[other, beer, t] = value
