"""What ingredients, a hand and knowledge are worth to the seat to move; `survey` writes it into the view.

The worth of an ingredient is what the judges are expected to pay for it in a beer: the whole match for a judge card that the
seat knows, a chance for one that it does not (more for a value that its owner seems to look for), and the share of the pair's
extra token that a half-known judge promises. The worth of a hand is that of the best cards for as many beers as the brewhouse
allows, and of the fully known judges that it can please with both cards. Nothing here looks at a card that the seat has not seen.

Which judges like a card, or are matched by the hand, is a set of owners (judges.py).
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.judges import has, is_judged, judging_owners, knows, only
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, MAX_SEATS, N_ADJUNCTS, N_TYPES
from brewsim.parts.compiling import compiled, inlined

N_PLACES = 16  # in the sorted hand: more than beers, and as many as are written at once


@inlined
def holds(state, seat, t, value):
    """Whether a card of this value is in hand."""
    return state.hand[seat, t, value] > 0


@compiled
def rate_reach(rules, state, view):
    """How many cards the adjuncts in hand could shift onto each value."""
    seat = state.seat
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            view.reach[t, value] = 0.0
    for adjunct in range(N_ADJUNCTS):
        if state.cards[seat, FIRST_ADJUNCT + adjunct] > 0:
            for t in range(N_TYPES):
                shift = rules.shift[adjunct, t]
                for value in range(max(0, shift), min(rules.n_values[t], rules.n_values[t] + shift)):
                    if shift != 0 and holds(state, seat, t, value - shift):
                        view.reach[t, value] += 1.0


@compiled
def rate_values(rules, beliefs, state, view, t):
    """What each value of a type is worth in a beer, from what the seat knows of the judges, and which of them like it."""
    seat = state.seat
    judging = judging_owners(rules, state, seat)
    if view.game_key[t] != state.key:
        view.turn = beliefs.turn
        view.game_key[t] = state.key
    known, other_known = state.known[seat, t], state.known[seat, 1 - t]
    note_clues(state, view, t)
    view.known_pairs = known & other_known & judging
    guessed = guess_judges(beliefs, state, view, t, judging & ~known)
    unknown = beliefs.unknown_worth[t, judging & ~known] - guessed * (rules.match_tokens * beliefs.prior[t])
    for value in range(rules.n_values[t]):
        view.likes[t, value] = 0
        view.worth[t, value] = beliefs.known_worth[t, 0, other_known] + unknown  # as if nobody was known to like it
    for owner in range(state.n_seats):  # a card that the seat does not know changes nothing here
        value = state.judge[owner, t]
        view.likes[t, value] |= known & only(owner)
        view.worth[t, value] = beliefs.known_worth[t, view.likes[t, value] & judging, other_known] + unknown
    for owner in range(state.n_seats):
        view.worth[t, max(0, guessed_value(state, owner, t))] += view.guessed[t, owner] * rules.match_tokens
    rank_values(rules, view, t)


@inlined
def note_clues(state, view, t):
    """Store all that the worth of the values follows from."""
    view.rated_known[t], view.rated_other_known[t] = state.known[state.seat, t], state.known[state.seat, 1 - t]
    view.rated_dealt[t] = state.dealt_row[t]
    for owner in range(MAX_SEATS):
        view.rated_judges[t, owner] = state.judge[owner, t]
        view.rated_taken[t, owner] = state.taken[owner, t]
        view.rated_withheld[t, owner] = state.withheld[owner, t]


@inlined
def guessed_value(state, owner, t):
    """The value that an owner's judge card is likely to have: what he took last, else what lay there when he put it; or NONE."""
    return state.taken[owner, t] if state.taken[owner, t] != NONE else state.dealt_row[t]


@inlined
def guess_judges(beliefs, state, view, t, unknown):
    """How surely each unknown judge card has the value that is guessed; the sum over all owners."""
    total = 0.0
    for owner in range(state.n_seats):
        chance = beliefs.dealt if state.dealt_row[t] != NONE else 0.0
        if state.taken[owner, t] != NONE:
            chance = beliefs.withheld if state.withheld[owner, t] == 1 else beliefs.taken
        chance *= has(unknown, owner)
        view.guessed[t, owner] = chance
        total += chance
    return total


@inlined
def rank_values(rules, view, t):
    """Order the values of a type by their worth, and sum up by how much all others are better.

    Most values are worth the least, since no judge is known or guessed to like them. They share the last rank, so that little
    is left to be compared.
    """
    least, total = view.worth[t, 0], 0.0
    for value in range(rules.n_values[t]):
        least = min(least, view.worth[t, value])
        total += view.worth[t, value]
    n = 0
    for value in range(rules.n_values[t]):  # free of branches: all are written, those above the least are counted
        view.above[n] = value
        n += view.worth[t, value] > least
    least_gain = 0.0
    for i in range(n):
        worth, rank, gain = view.worth[t, view.above[i]], 0, 0.0
        for j in range(n):
            more = view.worth[t, view.above[j]] - worth
            rank += (more > 0.0) | ((more == 0.0) & (j < i))
            gain += max(more, 0.0)
        view.ranked[t, rank] = view.above[i]
        view.ranked_worth[t, rank] = worth
        view.ranked_gain[t, rank] = gain
        least_gain += worth - least
    view.last_rank[t] = n
    view.ranked_worth[t, n] = least
    view.ranked_gain[t, n] = least_gain
    view.ranked_worth[t, n + 1] = 0.0
    view.ranked_gain[t, n + 1] = total


@compiled
def rate_hand(rules, state, view):
    """Lay the hand out by worth, and find the judges that it matches.

    A card takes its place and all that follow; the next one takes over from its own place on. That is one store of 16 bytes
    a rank in place of branches that nobody can predict.
    """
    seat = state.seat
    # A beer takes two cards: more beers than a hand within its limit has cards for are of no use.
    view.beers = max(1, min(state.max_beers[seat], state.limit[seat] // N_TYPES))
    for t in range(N_TYPES):
        place = 0
        for rank in range(view.last_rank[t]):
            fill_places(view, t, place, rank)
            place = min(place + state.hand[seat, t, view.ranked[t, rank]], N_PLACES)
        fill_places(view, t, place, view.last_rank[t])  # all other cards
        fill_places(view, t, min(state.held[seat, t], N_PLACES), view.last_rank[t] + 1)  # no card
        matched = 0
        for owner in range(state.n_seats):
            is_held = int(holds(state, seat, t, state.judge[owner, t]))  # not by `min`, which becomes a branch that nobody can predict
            matched |= state.known[seat, t] & (is_held << owner)
        view.matched[t] = matched


@inlined
def fill_places(view, t, first, rank):
    """Write the rank of a card to its place in the sorted hand and to all that follow."""
    for place in range(N_PLACES):
        view.rank_at[t, first + place] = rank


@inlined
def worth_at(view, t, place):
    """The worth of the card at this place in the sorted hand; 0 where there is none."""
    return view.ranked_worth[t, view.rank_at[t, place]]


@inlined
def better_than(view, t, place):
    """The sum over all values of what they are worth more than the card at this place."""
    return view.ranked_gain[t, view.rank_at[t, place]]


@compiled
def rate_looks(rules, beliefs, state, view):
    """What it is worth to know one more judge card of each type.

    It is the chance that the card makes another ingredient the best: one in hand, or one that can still be found.
    """
    seat = state.seat
    found = max(0.0, min(1.0, max(0, state.tokens[seat] - rules.turn_cost) * beliefs.seek))  # the chance to get one
    for t in range(N_TYPES):
        best = worth_at(view, t, 0)
        inform = -beliefs.known_match  # the best card would be matched without the knowledge, too
        for value in range(rules.n_values[t]):
            chance = 1.0 if holds(state, seat, t, value) else found  # sure to have one that is in hand
            inform += chance * max(beliefs.known_match + view.worth[t, value] - best, 0.0)
        view.inform[t] = beliefs.prior[t] * max(inform, 0.0)


@inlined
def look_worth(beliefs, view, t, owner):
    """The worth of knowing a judge card: more if the hand matches the known other half of that judge, less if one guesses it."""
    known_half = beliefs.known_half
    half = known_half if has(view.matched[1 - t], owner) == 1 else 0.0
    return view.inform[t] * (1.0 + half) * (1.0 - view.guessed[t, owner])


@compiled
def rate_losses(beliefs, state, view):
    """What the losses of cards of one type have in common: without a card that no other can replace there is a beer less."""
    seat, unpaired = state.seat, beliefs.unpaired  # read here, and `other_half` below: a branch that nobody can predict costs more
    for t in range(N_TYPES):
        held, other_held = state.held[seat, t], state.held[seat, 1 - t]
        is_scarce = (held > 0) & (held <= view.beers)
        other_half = worth_at(view, 1 - t, min(max(0, held - 1), N_PLACES - 1))
        view.lost_share[t] = unpaired if is_scarce & (held > other_held) else 1.0
        view.locked[t] = other_half if is_scarce & (held <= other_held) else 0.0
        view.follows[t] = worth_at(view, t, view.beers)


@inlined
def loss_of(beliefs, state, view, t, value):
    """What the hand loses with one of its cards."""
    worth = view.worth[t, value]
    loss = view.lost_share[t] * max(worth - view.follows[t], 0.0) + beliefs.spare * worth + view.locked[t]
    is_last = state.hand[state.seat, t, value] == 1
    pairs = beliefs.pair_tokens[view.likes[t, value] & view.matched[1 - t] & view.known_pairs]  # read in any case, as above
    return loss + (pairs if is_last else 0.0)


@compiled
def least_loss(rules, beliefs, state, view):
    """The loss of the card that the hand can best do without."""
    least = -1.0
    for t in range(N_TYPES):
        for value in range(rules.n_values[t]):
            if holds(state, state.seat, t, value):
                loss = loss_of(beliefs, state, view, t, value)
                least = loss if least < 0.0 or loss < least else least
    return least


@compiled
def rate_matches(beliefs, state, view):
    """How surely the hand matches each judge card: what a swap of judges goes by."""
    seat = state.seat
    for t in range(N_TYPES):
        likely = beliefs.prior[t] if state.held[seat, t] > 0 else 0.0
        for owner in range(state.n_seats):
            if knows(state, seat, owner, t):
                view.match[t, owner] = 1.0 if holds(state, seat, t, state.judge[owner, t]) else 0.0
            else:
                view.match[t, owner] = likely


@inlined
def swap_gain(rules, state, view, a, b):
    """What it brings if two judges exchange their cards of one type, whichever it is: other pairs."""
    seat = state.seat
    gain = 0.0
    change = view.match[GRAIN, b] - view.match[GRAIN, a]
    if is_judged(rules, seat, a):
        gain += change * view.match[HOPS, a]
    if is_judged(rules, seat, b):
        gain -= change * view.match[HOPS, b]
    return rules.pair_tokens * gain


@compiled
def best_swap(rules, beliefs, state, view):
    """The gain of the best exchange of judges, or 0."""
    rate_matches(beliefs, state, view)
    gain = 0.0
    for a in range(state.n_seats):
        for b in range(a + 1, state.n_seats):
            gain = max(gain, swap_gain(rules, state, view, a, b))
    return gain


@compiled
def redraw_gain(rules, beliefs, state, view):
    """How the worth of the best card of each type is expected to change if the hand is drawn again."""
    gain = 0.0
    for t in range(N_TYPES):
        held = state.held[state.seat, t]
        if held == 0:
            continue
        gain += view.ranked_worth[t, 0] - worth_at(view, t, 0)
        for rank in range(1, view.last_rank[t] + 1):
            chance = 1.0  # that no card is of a better rank
            for _ in range(held):
                chance *= 1.0 - rank * beliefs.prior[t]
            gain -= chance * (view.ranked_worth[t, rank - 1] - view.ranked_worth[t, rank])
    return gain
