"""The Judgement Phase: what the judges award, and who gets the trophy. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.action_cards import pile_action
from brewsim.games.brew_baron.ingredients import add_ingredient, discard_ingredient, remove_ingredient
from brewsim.games.brew_baron.judges import is_judged
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, N_TYPES, Tie
from brewsim.games.brew_baron.state import ROUNDS_KEPT
from brewsim.parts.compiling import compiled


@compiled
def tokens_of(rules, state, seat, grain, hops):
    """What all judges together award a beer with these ratings (BB-30, BB-32)."""
    tokens = 0
    for owner in range(state.n_seats):
        if is_judged(rules, seat, owner):
            likes_grain = 1 if state.judge[owner, GRAIN] == grain else 0
            likes_hops = 1 if state.judge[owner, HOPS] == hops else 0
            tokens += rules.match_tokens * (likes_grain + likes_hops) + rules.pair_tokens * likes_grain * likes_hops
    return tokens


@compiled
def use_adjunct(rules, state, seat, beer):
    """Turn the adjunct to the beer's best use: a shift of its ratings, or a better card from the hand (BB-28, BB-29)."""
    adjunct = state.beer_adjunct[seat, beer]
    if adjunct == NONE:
        return
    grain, hops = state.beer[seat, beer, GRAIN], state.beer[seat, beer, HOPS]
    best = tokens_of(rules, state, seat, grain, hops)
    rated_grain, rated_hops = grain, hops
    for shifts_grain in range(2):
        for shifts_hops in range(2):
            new_grain = grain + shifts_grain * rules.shift[adjunct, GRAIN]
            new_hops = hops + shifts_hops * rules.shift[adjunct, HOPS]
            tokens = tokens_of(rules, state, seat, new_grain, new_hops)
            if tokens > best:
                best, rated_grain, rated_hops = tokens, new_grain, new_hops
    replaced, replacement = NONE, NONE
    if rules.replaces[adjunct] == 1:
        for t in range(N_TYPES):
            for value in range(rules.n_values[t]):
                if state.hand[seat, t, value] > 0:
                    tokens = tokens_of(rules, state, seat, value if t == GRAIN else grain, value if t == HOPS else hops)
                    if tokens > best:
                        best, replaced, replacement = tokens, t, value
    if replaced == NONE:
        state.beer[seat, beer, GRAIN] = rated_grain
        state.beer[seat, beer, HOPS] = rated_hops
    else:
        replace_ingredient(state, seat, beer, replaced, replacement)


@compiled
def replace_ingredient(state, seat, beer, t, value):
    """A card of a beer is discarded, and one from the hand takes its place (BB-29)."""
    old = state.beer[seat, beer, t]
    add_ingredient(state, seat, t, old)  # for a moment: the pile takes cards from hands
    discard_ingredient(state, seat, t, old)
    remove_ingredient(state, seat, t, value)
    state.beer[seat, beer, t] = value


@compiled
def judge_beer(rules, state, seat, beer):
    """Every judge tastes a beer; the seat gets the tokens (BB-30)."""
    grain, hops = state.beer[seat, beer, GRAIN], state.beer[seat, beer, HOPS]
    tokens = tokens_of(rules, state, seat, grain, hops)
    state.awarded[seat] += tokens
    state.tokens[seat] += tokens
    state.tokens_won[seat] += tokens
    for owner in range(state.n_seats):
        if is_judged(rules, seat, owner):
            likes_grain = 1 if state.judge[owner, GRAIN] == grain else 0
            likes_hops = 1 if state.judge[owner, HOPS] == hops else 0
            state.judgings[seat] += 1
            state.hits[seat] += likes_grain + likes_hops
            state.hits_own[seat] += likes_grain + likes_hops if owner == seat else 0
            state.pairs[seat] += likes_grain * likes_hops


@compiled
def judge_all(rules, state):
    """All cards are turned up, adjuncts are used, every beer is judged, the trophy is given (BB-28 to BB-34)."""
    for turn in range(state.n_seats):
        seat = (state.first + turn) % state.n_seats
        state.awarded[seat] = 0
        for beer in range(state.n_beers[seat]):
            use_adjunct(rules, state, seat, beer)
            judge_beer(rules, state, seat, beer)
            if state.beer_adjunct[seat, beer] != NONE:
                pile_action(state, FIRST_ADJUNCT + state.beer_adjunct[seat, beer])
        state.beers_brewed[seat] += state.n_beers[seat]
        state.n_beers[seat] = 0
    give_trophy(rules, state)
    count_tokens_out(state)
    if state.rounds < ROUNDS_KEPT:
        for seat in range(state.n_seats):
            state.trophies_after[state.rounds, seat] = state.trophies[seat]


@compiled
def count_tokens_out(state):
    """How many tokens the box must have (BB-38)."""
    tokens = 0
    for seat in range(state.n_seats):
        tokens += state.tokens[seat]
    state.most_tokens_out = max(state.most_tokens_out, tokens)


@compiled
def give_trophy(rules, state):
    """The most tokens of this fest win the trophy; a tie goes by the rule for ties, and without any token nobody wins (BB-33, BB-34)."""
    most, n_most = 0, 0
    for seat in range(state.n_seats):
        if state.awarded[seat] > most:
            most, n_most = state.awarded[seat], 0
        n_most += state.awarded[seat] == most
    if most == 0:
        state.fests_without_trophy += 1
        return
    is_tied, is_given = n_most > 1, False
    for turn in range(state.n_seats):
        seat = (state.first + turn) % state.n_seats
        if state.awarded[seat] == most:
            wins = not is_tied or wins_tie(rules, state, seat, not is_given)
            state.trophies[seat] += wins
            state.trophies_tied[seat] += wins and is_tied
            state.fests_tied[seat] += is_tied
            is_given = is_given or wins
    state.fests_without_trophy += not is_given


@compiled
def wins_tie(rules, state, seat, is_first):
    """Whether one of those who share the most tokens of the fest gets a trophy (BB-34)."""
    if rules.tie == Tie.MOST_TOKENS:
        for other in range(state.n_seats):
            if other != seat and state.awarded[other] == state.awarded[seat] and state.tokens[other] >= state.tokens[seat]:
                return False
        return True
    return rules.tie == Tie.ALL_TIED or (rules.tie == Tie.FIRST_JUDGED and is_first)
