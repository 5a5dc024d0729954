"""The Judgement Phase: what the judges award, and who gets the trophy. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.rules import ALL_TIED, FIRST_ADJUNCT, GRAIN, HOPS, MOST_TOKENS, N_TYPES
from brewsim.games.brew_baron.state import ROUNDS_KEPT
from brewsim.games.brew_baron.table import discard_ingredient
from brewsim.parts.compiling import compiled, inlined


@inlined
def judged(rules, seat, owner):
    """Whether this owner's judge judges the beers of this seat (BB-31)."""
    return rules.own_judge_counts or owner != seat


@compiled
def tokens_of(rules, state, seat, grain, hops):
    """What all judges together award a beer with these ratings (BB-30, BB-32)."""
    tokens = 0
    for owner in range(state.n_seats):
        if judged(rules, seat, owner):
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
        old = state.beer[seat, beer, replaced]
        state.hand[seat, replaced, old] += 1  # for a moment: the pile takes cards from hands
        state.held[seat, replaced] += 1
        discard_ingredient(state, seat, replaced, old)
        state.hand[seat, replaced, replacement] -= 1
        state.held[seat, replaced] -= 1
        state.beer[seat, beer, replaced] = replacement


@compiled
def judge_beer(rules, state, seat, beer):
    """Every judge tastes a beer; the seat gets the tokens (BB-30)."""
    tokens = tokens_of(rules, state, seat, state.beer[seat, beer, GRAIN], state.beer[seat, beer, HOPS])
    hits, own, pairs, judges = 0, 0, 0, 0
    for owner in range(state.n_seats):
        if judged(rules, seat, owner):
            likes_grain = 1 if state.judge[owner, GRAIN] == state.beer[seat, beer, GRAIN] else 0
            likes_hops = 1 if state.judge[owner, HOPS] == state.beer[seat, beer, HOPS] else 0
            hits += likes_grain + likes_hops
            own += likes_grain + likes_hops if owner == seat else 0
            pairs += likes_grain * likes_hops
            judges += 1
    state.hits[seat] += hits
    state.hits_own[seat] += own
    state.pairs[seat] += pairs
    state.judgings[seat] += judges
    state.awarded[seat] += tokens
    state.tokens[seat] += tokens
    state.tokens_won[seat] += tokens


@compiled
def judge_all(rules, state):
    """All cards are turned up, adjuncts are paid and used, every beer is judged, the trophy is given (BB-26 to BB-34)."""
    for place in range(state.n_seats):
        seat = (state.first + place) % state.n_seats
        state.awarded[seat] = 0
        state.tokens[seat] -= state.due[seat]
        state.due[seat] = 0
        for beer in range(state.n_beers[seat]):
            use_adjunct(rules, state, seat, beer)
            judge_beer(rules, state, seat, beer)
            adjunct = state.beer_adjunct[seat, beer]
            if adjunct != NONE:
                state.action_pile[FIRST_ADJUNCT + adjunct] += 1
                state.n_action_pile += 1
        state.beers_brewed[seat] += state.n_beers[seat]
        state.n_beers[seat] = 0
    give_trophy(rules, state)
    for seat in range(state.n_seats):
        if state.rounds < ROUNDS_KEPT:
            state.trophies_after[state.rounds, seat] = state.trophies[seat]


@compiled
def give_trophy(rules, state):
    """The most tokens of this fest win the trophy; a tie goes by the rule for ties, and without any token nobody wins (BB-33, BB-34)."""
    most, tied = 0, 0
    for seat in range(state.n_seats):
        if state.awarded[seat] > most:
            most, tied = state.awarded[seat], 0
        tied += state.awarded[seat] == most
    if most == 0:
        state.no_trophy += 1
        return
    richest, n_richest = 0, 0
    for seat in range(state.n_seats):
        if state.awarded[seat] == most:
            if state.tokens[seat] > richest:
                richest, n_richest = state.tokens[seat], 0
            n_richest += state.tokens[seat] == richest
    given = 0
    for seat in range(state.n_seats):
        if state.awarded[seat] == most:
            wins = tied == 1 or rules.tie == ALL_TIED or (rules.tie == MOST_TOKENS and n_richest == 1 and state.tokens[seat] == richest)
            state.trophies[seat] += wins
            state.trophies_tied[seat] += wins and tied > 1
            state.tied[seat] += tied > 1
            given += wins
    state.no_trophy += given == 0
