"""The whole table of one game as a record, and what it reports."""

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.brew_baron.codes import N_TURN
from brewsim.games.brew_baron.rules import (
    ADJUNCTS,
    IMPROVEMENTS,
    INSTANTS,
    KINDS,
    MAX_BEERS,
    MAX_DECK,
    MAX_SEATS,
    MAX_SLOTS,
    MAX_VALUES,
    N_IMPROVEMENTS,
    N_KINDS,
    N_TYPES,
    PRINTED_VALUES,
    TYPES,
)

N_PLACES = 16  # in the sorted hand: more than beers, and as many as are written at once
ROUNDS_KEPT = 40  # the trophies are recorded after each of the first so many rounds
ACTION_STREAM = 0  # of chance: the action deck, then one substream a shuffle
INGREDIENT_STREAM = 1  # + type, then one substream a round, then one a shuffle in that round
CONCEAL_STREAM = 0  # of the key that `conceal` is given: + type, then the action deck, then the sealed choices of each seat


ITEMS = (*KINDS, *(f"{name}_{value + 1}" for name in TYPES for value in range(PRINTED_VALUES)))
ITEM_KINDS = (
    *("improvement" for _ in IMPROVEMENTS),
    *("instant" for _ in INSTANTS),
    *("adjunct" for _ in ADJUNCTS),
    *(name for name in TYPES for _ in range(PRINTED_VALUES)),
)
SCORE_SOURCES = ("trophies_clear", "trophies_tied")
PROGRESS = tuple(f"score_after_{r + 1}" for r in range(ROUNDS_KEPT))
METRICS = (
    *SCORE_SOURCES,
    "trophies",
    "tokens_from_judges",
    "tokens_left",
    "bribes_offered",
    "bribes_accepted",
    "bribes_taken",
    *(f"built_slot_{slot + 1}" for slot in range(MAX_SLOTS)),
    "beers_brewed",
    "judgings",
    "hits",
    "hits_own_judge",
    "pairs",
    "hits_per_100_judges",
    "turns",
    "fests_tied",
    "fests_without_trophy",
    *PROGRESS,
)
INVARIANTS = (
    "an ingredient card is lost or doubled",
    "an action card is lost or doubled",
    "a count or a number of tokens is negative",
    "the counts kept of a hand are wrong",
    "the counts kept of a brewhouse are wrong",
    "a hand is larger than it can be",
    "more ingredient cards publicly known than held",
    "a face-up judge that somebody does not know, or an own one never seen",
    "adjuncts that cannot be paid",
    "the counts kept of a deck are wrong",
)

STATE = np.dtype(
    [
        *COMMON_STATE,
        ("first", np.int16),  # the first player of this round
        ("active", np.int16),  # whose turn it is, while another seat answers or pays
        ("refused", np.bool_),  # the bribe of this turn was refused
        ("bribes", np.bool_),  # the card to look at is asked for with a bribe, not with Blackmail
        ("bribed_place", np.int16),  # owner * 2 + type of the card that a bribe is offered for
        ("refusals", np.int16, (MAX_SEATS,)),  # (seat) own bribes refused in this round
        ("tax_due", np.int16),  # seats that still have to pay the tax
        ("n_passed", np.int16),  # seats out of the turn phase
        ("passed", np.int16, (MAX_SEATS,)),  # (seat) 1 if out of the turn phase
        ("tokens", np.int16, (MAX_SEATS,)),  # (seat) adjuncts still face down are not yet paid
        ("trophies", np.int16, (MAX_SEATS,)),  # (seat)
        ("remaining", np.float64),  # share of the trophies that the leader still has to win
        # Ingredient cards. Values are counted from 0 here, from 1 on the cards.
        ("deck", np.int16, (N_TYPES, MAX_VALUES)),  # (type, value) cards face down; their order is told card by card
        ("n_deck", np.int16, (N_TYPES,)),  # (type)
        ("deck_key", np.uint64, (N_TYPES,)),  # (type) chance key of this shuffle
        ("drawn", np.int32, (N_TYPES,)),  # (type) numbers of this shuffle's chance used up
        ("reshuffles", np.int16, (N_TYPES,)),  # (type) in this round
        ("pile", np.int16, (N_TYPES, MAX_VALUES)),  # (type, value) discarded in this round
        ("n_pile", np.int16, (N_TYPES,)),  # (type)
        ("row", np.int16, (N_TYPES,)),  # (type) value of the face-up card beside the deck, or NONE
        ("hand", np.int16, (MAX_SEATS, N_TYPES, MAX_VALUES)),  # (seat, type, value)
        ("held", np.int16, (MAX_SEATS, N_TYPES)),  # (seat, type) cards in hand
        ("public", np.int16, (MAX_SEATS, N_TYPES, MAX_VALUES)),  # (seat, type, value) in hand or brewed, taken before all eyes
        ("judge", np.int16, (MAX_SEATS, N_TYPES)),  # (owner, type) value, or NONE before it is placed
        ("is_up", np.int16, (MAX_SEATS, N_TYPES)),  # (owner, type) 1 if face up
        ("known", np.int16, (MAX_SEATS,)),  # (seat) bit owner * 2 + type: the seat knows this judge card
        ("sealed_reveal", np.int16, (MAX_SEATS,)),  # (seat) type to turn up, or NONE
        ("beer", np.int16, (MAX_SEATS, MAX_BEERS, N_TYPES)),  # (seat, beer, type) value
        ("beer_adjunct", np.int16, (MAX_SEATS, MAX_BEERS)),  # (seat, beer) adjunct, or NONE
        ("n_beers", np.int16, (MAX_SEATS,)),  # (seat) in this round
        ("due", np.int16, (MAX_SEATS,)),  # (seat) tokens for the adjuncts put so far
        # Action cards.
        ("action_deck", np.int16, (MAX_DECK,)),  # (place) kinds; the top is action_deck[n_action_deck - 1]
        ("n_action_deck", np.int16),
        ("priorities", np.uint64, (MAX_DECK,)),  # scratch of the shuffle
        ("action_shuffles", np.int16),
        ("action_pile", np.int16, (N_KINDS,)),  # (kind) discarded
        ("n_action_pile", np.int16),
        ("cards", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind) in hand
        ("n_cards", np.int16, (MAX_SEATS,)),  # (seat)
        ("built", np.int16, (MAX_SEATS, N_IMPROVEMENTS)),  # (seat, improvement) in the brewhouse
        ("n_built", np.int16, (MAX_SEATS,)),  # (seat)
        ("extra_ingredients", np.int16, (MAX_SEATS,)),  # (seat) by the brewhouse: cards with each ingredient drawn
        ("tokens_per_round", np.int16, (MAX_SEATS,)),  # (seat) by the brewhouse
        ("extra_actions", np.int16, (MAX_SEATS,)),  # (seat) by the brewhouse: cards with each action card drawn
        ("limit", np.int16, (MAX_SEATS,)),  # (seat) ingredient cards in hand
        ("keeps_hidden", np.int16, (MAX_SEATS,)),  # (seat) above 0 if the judges may stay face down
        ("max_beers", np.int16, (MAX_SEATS,)),  # (seat) that may be brewed in a round
        # What the game reports.
        ("awarded", np.int16, (MAX_SEATS,)),  # (seat) tokens from the judges of the last fest
        ("trophies_tied", np.int16, (MAX_SEATS,)),  # (seat) trophies given by the tie rule
        ("tokens_won", np.int16, (MAX_SEATS,)),  # (seat) from judges
        ("offered", np.int16, (MAX_SEATS,)),  # (seat) bribes
        ("accepted", np.int16, (MAX_SEATS,)),  # (seat) own bribes that were accepted
        ("venal", np.int16, (MAX_SEATS,)),  # (seat) bribes taken
        ("beers_brewed", np.int16, (MAX_SEATS,)),  # (seat)
        ("hits", np.int16, (MAX_SEATS,)),  # (seat) matching ingredients
        ("hits_own", np.int16, (MAX_SEATS,)),  # (seat) of those, by the own judge
        ("pairs", np.int16, (MAX_SEATS,)),  # (seat) judges that matched both
        ("judgings", np.int16, (MAX_SEATS,)),  # (seat) beers times judges
        ("turns", np.int16, (MAX_SEATS,)),  # (seat) tokens' worth of turns taken
        ("tied", np.int16, (MAX_SEATS,)),  # (seat) fests in which it shared the most tokens
        ("no_trophy", np.int16),  # fests without a trophy
        ("trophies_after", np.int16, (ROUNDS_KEPT, MAX_SEATS)),  # (round, seat)
        ("pool", np.int16, (N_KINDS,)),  # (kind) scratch: action cards that a seat has not seen
        # Scratch of `survey` for the features of one decision.
        ("is_rated", np.int16, (MAX_SEATS,)),  # (seat) 1 if `worth` goes by all that the seat knows
        ("worth", np.float64, (MAX_SEATS, N_TYPES, MAX_VALUES)),  # (seat, type, value) tokens expected of it in a beer
        ("reach", np.float64, (N_TYPES, MAX_VALUES)),  # (type, value) cards in hand that an adjunct in hand could shift onto it
        ("price", np.float64),  # what a token matters to the seat to move
        ("likes", np.int16, (MAX_SEATS, N_TYPES, MAX_VALUES)),  # (seat, type, value) bit owner * 2: known to have this judge card
        ("ranked", np.int16, (MAX_SEATS, N_TYPES, MAX_VALUES)),  # (seat, type, rank) value; rank 0 is worth most
        ("ranked_worth", np.float64, (MAX_SEATS, N_TYPES, MAX_VALUES + 1)),  # (seat, type, rank) its worth; 0 behind the last
        ("ranked_gain", np.float64, (MAX_SEATS, N_TYPES, MAX_VALUES + 1)),  # (seat, type, rank) by how much all others are better
        ("rank_at", np.int8, (N_TYPES, 2 * N_PLACES)),  # (type, place) rank of the cards in hand, sorted
        ("matched", np.int16, (N_TYPES,)),  # (type) bit owner * 2: the seat knows that the hand matches his judge card
        ("follows", np.float64, (N_TYPES,)),  # (type) worth of the best card that no beer has a place for
        ("lost_share", np.float64, (N_TYPES,)),  # (type) of a card's worth, if it leaves the hand
        ("locked", np.float64, (N_TYPES,)),  # (type) worth of the card of the other type that loses its other half
        ("pairs_with", np.int16, (N_TYPES,)),  # (type) bit owner * 2: with a card of this type that he likes, he is pleased with a pair
        ("inform", np.float64, (N_TYPES,)),  # (type) worth of knowing one more judge card
        ("halves", np.int16),  # bit place: the seat knows the other half of this judge, and its hand matches it
        ("match", np.float64, (N_TYPES, MAX_SEATS)),  # (type, owner) chance that the hand has a match for this judge card
        ("is_priced", np.bool_),  # `turn_cost` is filled in
        ("build_value", np.float64, (2,)),  # (0, or 1 if it stands already) worth of building an improvement
        ("turn_gain", np.float64, (N_TURN,)),  # (action of a turn) change of the hand's worth
        ("turn_cost", np.float64, (N_TURN,)),  # (action of a turn) tokens
        ("turn_value", np.float64, (N_TURN,)),  # (action of a turn) the feature that only this kind of action has
        ("turn_inform", np.float64, (N_TURN,)),  # (action of a turn) worth of the judge card that it shows
    ],
    align=True,
)
