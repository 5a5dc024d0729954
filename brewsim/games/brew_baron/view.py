"""What the features of one decision have in common: VIEW, worked out once a decision by `survey`."""

import numpy as np

from brewsim.games.brew_baron.codes import N_TURN
from brewsim.games.brew_baron.judges import has
from brewsim.games.brew_baron.rating import N_PLACES, rate_hand, rate_looks, rate_losses, rate_matches, rate_reach, rate_values
from brewsim.games.brew_baron.rules import HOPS, MAX_SEATS, MAX_VALUES, N_IMPROVEMENTS, N_TYPES
from brewsim.games.brew_baron.state import Phase
from brewsim.games.brew_baron.turn_rating import N_EFFECTS, rate_builds, rate_turn
from brewsim.parts.compiling import compiled, inlined

# What each action of a turn brings and costs.
TURN = np.dtype(
    [
        ("gain", np.float64, (N_TURN,)),  # (action) change of the hand's worth
        ("cost", np.float64, (N_TURN,)),  # (action) tokens
        ("inform", np.float64, (N_TURN,)),  # (action) worth of the judge card that it shows
        ("value", np.float64, (N_TURN,)),  # (action) of the feature that only this verb has
    ],
    align=True,
)

# Each group is worked out only in the phases whose features ask for it. Sets of owners have a bit each (judges.py).
VIEW = np.dtype(
    [
        # The own judge.
        ("reach", np.float64, (N_TYPES, MAX_VALUES)),  # (type, value) cards in hand that an adjunct in hand could shift onto it
        # Tokens.
        ("price", np.float64),  # what a token matters to the seat
        ("tokens", np.float64),  # in hand
        ("refilled", np.float64),  # as many of them as the next refill would give back if they were spent
        ("remaining", np.float64),  # share of the trophies that the leader still has to win, less if he needs but one
        # Ingredients: those of a type are rated again only when the seat knows or guesses other judges, or in another game.
        ("game_key", np.uint64, (N_TYPES,)),  # (type)
        ("rated_known", np.int16, (N_TYPES,)),  # (type) owners whose judge card was known
        ("rated_other_known", np.int16, (N_TYPES,)),  # (type) owners whose judge card of the other type was known
        ("rated_judges", np.int16, (N_TYPES, MAX_SEATS)),  # (type, owner) the judge cards on the table
        ("rated_taken", np.int16, (N_TYPES, MAX_SEATS)),  # (type, owner) what the owner took last from beside the deck
        ("rated_withheld", np.int16, (N_TYPES, MAX_SEATS)),  # (type, owner) whether a bribe for it was refused
        ("rated_dealt", np.int16, (N_TYPES,)),  # (type) what lay beside the deck when the judges were put
        ("guessed", np.float64, (N_TYPES, MAX_SEATS)),  # (type, owner) how surely a judge card is what its owner seems to look for
        ("worth", np.float64, (N_TYPES, MAX_VALUES)),  # (type, value) tokens expected of it in a beer
        ("likes", np.int16, (N_TYPES, MAX_VALUES)),  # (type, value) owners known to have this judge card
        ("above", np.int16, (MAX_VALUES,)),  # (number) the values that are worth more than the least
        ("ranked", np.int16, (N_TYPES, MAX_VALUES)),  # (type, rank) the same values by their worth
        ("last_rank", np.int16, (N_TYPES,)),  # (type) the rank that all others share; the next one stands for no card
        ("ranked_worth", np.float64, (N_TYPES, MAX_VALUES + 1)),  # (type, rank) what they are worth; 0 for no card
        ("ranked_gain", np.float64, (N_TYPES, MAX_VALUES + 1)),  # (type, rank) by how much all others are better
        ("known_pairs", np.int16),  # owners of whose judges both cards are known, and who judge the beers of the seat
        # The hand.
        ("beers", np.int16),  # that a hand within its limit can make
        ("rank_at", np.int8, (N_TYPES, 2 * N_PLACES)),  # (type, place) rank of the cards in hand, sorted
        ("matched", np.int16, (N_TYPES,)),  # (type) owners whose judge card is known to match one in hand
        ("hops", np.int16, (MAX_VALUES,)),  # (number) values of the hops in hand, for the grain of a beer
        ("n_hops", np.int16),
        # Losses of cards.
        ("lost_share", np.float64, (N_TYPES,)),  # (type) of the card's worth: less if no beer can use it, for want of the other type
        ("locked", np.float64, (N_TYPES,)),  # (type) worth of the card of the other type that loses its other half
        ("follows", np.float64, (N_TYPES,)),  # (type) worth of the best card that no beer has a place for
        # Knowledge and swaps.
        ("inform", np.float64, (N_TYPES,)),  # (type) worth of knowing one more judge card
        ("match", np.float64, (N_TYPES, MAX_SEATS)),  # (type, owner) chance that the hand has a match for this judge card
        ("turn", TURN),  # the actions of a turn
        ("spare_tokens", np.int32),  # that can be spent in this turn if an adjunct in hand is still to be paid
        # Improvements: they are rated again only when the brewhouse has changed, or in another game.
        ("effects_key", np.uint64),
        ("rated_built", np.int16, (N_IMPROVEMENTS,)),  # (improvement) in the brewhouse
        ("effects", np.float64, (N_IMPROVEMENTS, N_EFFECTS)),  # (improvement, effect) what it would do for the seat
        ("prospect", np.float64, (N_IMPROVEMENTS, 2)),  # (improvement, early or late part) what it adds to the odds to win (prospects.py)
        ("promised_prospect", np.float64, (2,)),  # (early or late part) the same of any action card
        ("late", np.float64),  # share of the late part: the leader's trophies of those that win
        ("seat_share", np.float64),  # 1 / number of seats
        ("openness", np.float64),  # of the contest for this round's trophy: 1 if what the hand is expected to win is just what may win it
        ("promised", np.float64, (N_EFFECTS,)),  # (effect) what any action card promises
        ("built_in_time", np.float64),  # improvements expected of the cards that are drawn
        ("hoped", np.float64),  # share of that which the cards drawn will keep, fading
    ],
    align=True,
)


@compiled
def survey(rules, beliefs, state, view):
    """Rate what this decision is about."""
    phase = state.phase
    if phase == Phase.JUDGE:
        rate_reach(rules, state, view)
    elif phase == Phase.SWAP:
        rate_matches(beliefs, state, view)
    elif phase != Phase.REVEAL:
        rate_tokens(rules, beliefs, state, view)
        if phase == Phase.DROP:
            rate_builds(rules, beliefs, state, view)
        elif phase != Phase.ANSWER:
            for t in range(N_TYPES):
                if not knows_the_same(state, view, t):
                    rate_values(rules, beliefs, state, view, t)
            survey_hand(rules, beliefs, state, view)


@inlined
def knows_the_same(state, view, t):
    """Whether the ingredients of a type were rated in this game, by what the seat knows and guesses of the judges now."""
    known, other_known = state.known[state.seat, t], state.known[state.seat, 1 - t]
    different = (view.rated_known[t] ^ known) | (view.rated_other_known[t] ^ other_known)  # bits; free of branches,
    different |= view.rated_dealt[t] ^ state.dealt_row[t]
    for owner in range(MAX_SEATS):  # over all seats that there can be
        different |= view.rated_judges[t, owner] ^ state.judge[owner, t]
        clues = (view.rated_taken[t, owner] ^ state.taken[owner, t]) | (view.rated_withheld[t, owner] ^ state.withheld[owner, t])
        different |= clues * (1 - has(known, owner))  # a card that is known is not guessed
    return (view.game_key[t] == state.key) & (different == 0)


@inlined
def survey_hand(rules, beliefs, state, view):
    """Rate the hand, and what may come to it or leave it."""
    phase = state.phase
    if phase == Phase.TURN or phase == Phase.LOOK:
        rate_hand(rules, state, view)
        rate_looks(rules, beliefs, state, view)
        if phase == Phase.TURN:
            rate_turn(rules, beliefs, state, view)
    elif phase == Phase.DISCARD or phase == Phase.SELL or phase == Phase.TAX:
        rate_hand(rules, state, view)
        rate_losses(beliefs, state, view)
    elif phase == Phase.BREW_GRAIN:
        list_hops(rules, state, view)


@inlined
def list_hops(rules, state, view):
    """The hops in hand, which every grain is tried with; all values are written, those in hand are counted."""
    seat, n = state.seat, 0
    for value in range(rules.n_values[HOPS]):
        view.hops[n] = value
        n += state.hand[seat, HOPS, value] > 0
    view.n_hops = n


@inlined
def rate_tokens(rules, beliefs, state, view):
    """A token matters less to the rich, and less to keep when the game is near its end: this round may be the last."""
    tokens = state.tokens[state.seat]
    lead = 0
    for seat in range(state.n_seats):
        lead = max(lead, state.trophies[seat])
    future = beliefs.match_point if lead + 1 >= rules.trophies_to_win else 1.0
    view.price = future * (beliefs.rich / tokens if tokens > beliefs.rich else 1.0)
    view.tokens, view.refilled = tokens, beliefs.refilled
    view.seat_share = 1.0 / state.n_seats
    view.late = lead / rules.trophies_to_win
    view.remaining = future * (1.0 - view.late)
