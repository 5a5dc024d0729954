"""The whole table of one game as a record, and its phases."""

from enum import IntEnum

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.brew_baron.rules import MAX_BEERS, MAX_DECK, MAX_SEATS, MAX_VALUES, N_IMPROVEMENTS, N_KINDS, N_TYPES

ROUNDS_KEPT = 40  # the trophies are recorded after each of these first rounds
ACTION_STREAM = 0  # of chance: the action deck, then one substream a shuffle
INGREDIENT_STREAM = 1  # + type, then one substream a round, then one a shuffle in that round
CONCEAL_STREAM = 0  # of the key that `conceal` is given: + type for the decks, then those that hidden.py names


class Phase(IntEnum):
    JUDGE = 0  # which grain and hops to put face down as judges
    REVEAL = 1  # which of the two to turn up, sealed until all have chosen
    TURN = 2
    LOOK = 3  # the judge card that a bribe is offered for, or that Blackmail shows
    SELL = 4  # the ingredient card for Buyback
    SWAP = 5  # the judge cards for Palate Swap
    ANSWER = 6  # to a bribe
    TAX = 7  # a token or an ingredient card, after Tax Collector
    DISCARD = 8  # down to the limit of ingredient cards
    DROP = 9  # down to the limit of action cards
    BREW_GRAIN = 10  # the grain of the next beer, sealed until all have brewed
    BREW_HOPS = 11  # the hops of that beer
    ADJUNCT = 12  # with that beer


STATE = np.dtype(
    [
        *COMMON_STATE,
        ("first", np.int16),  # the first player of this round
        ("tokens", np.int32, (MAX_SEATS,)),  # (seat)
        ("trophies", np.int16, (MAX_SEATS,)),  # (seat)
        # Action cards.
        ("action_deck", np.int16, (MAX_DECK,)),  # (place) kinds; the top is action_deck[n_action_deck - 1]
        ("n_action_deck", np.int16),
        ("action_shuffles", np.int16),
        ("action_pile", np.int16, (N_KINDS,)),  # (kind) discarded
        ("cards", np.int16, (MAX_SEATS, N_KINDS)),  # (seat, kind) in hand
        ("built", np.int16, (MAX_SEATS, N_IMPROVEMENTS)),  # (seat, improvement) in the brewhouse
        # Ingredient cards. Values are counted from 0 here, from 1 on the cards.
        ("deck", np.int16, (N_TYPES, MAX_VALUES)),  # (type, value) cards face down; chance tells their order card by card
        ("deck_key", np.uint64, (N_TYPES,)),  # (type) chance key of this shuffle
        ("drawn", np.int32, (N_TYPES,)),  # (type) numbers of this shuffle's chance used up
        ("reshuffles", np.int16, (N_TYPES,)),  # (type) in this round
        ("row", np.int16, (N_TYPES,)),  # (type) value of the face-up card beside the deck, or NONE
        ("pile", np.int16, (N_TYPES, MAX_VALUES)),  # (type, value) discarded in this round
        ("hand", np.int16, (MAX_SEATS, N_TYPES, MAX_VALUES)),  # (seat, type, value)
        ("public", np.int16, (MAX_SEATS, N_TYPES, MAX_VALUES)),  # (seat, type, value) in hand or brewed, that all saw being taken
        # Setup Phase: the judges.
        ("judge", np.int16, (MAX_SEATS, N_TYPES)),  # (owner, type) value, or NONE before it is placed
        ("sealed_reveal", np.int16, (MAX_SEATS,)),  # (seat) type to turn up, or NONE
        ("is_up", np.int16, (MAX_SEATS, N_TYPES)),  # (owner, type) 1 if face up
        ("known", np.int16, (MAX_SEATS, N_TYPES)),  # (seat, type) the owners whose judge card it knows, a bit each (judges.py)
        # What all saw, and what may tell of cards that lie face down or are in a hand.
        ("dealt_row", np.int16, (N_TYPES,)),  # (type) value beside the deck when the judges were put
        ("taken", np.int16, (MAX_SEATS, N_TYPES)),  # (owner, type) value that the owner took last from beside the deck, or NONE
        ("withheld", np.int16, (MAX_SEATS, N_TYPES)),  # (owner, type) 1 if a bribe for it was refused in this round
        ("discarded", np.int16, (MAX_SEATS, N_TYPES)),  # (seat, type) ingredient cards that it chose to lose in this round
        # Turn Phase.
        ("passed", np.int16, (MAX_SEATS,)),  # (seat) 1 if out of the turn phase
        ("active", np.int16),  # whose turn it is, while another seat answers or pays
        ("bribes", np.bool_),  # the card to look at is asked for with a bribe, not with Blackmail
        ("bribed_type", np.int16),  # of the judge card that a bribe is offered for
        ("refused", np.bool_),  # the bribe of this turn was refused
        ("refusals", np.int16, (MAX_SEATS,)),  # (seat) own bribes refused in this round, as all remember
        ("tax_due", np.int16),  # seats that still have to pay the tax
        # Brewing Phase.
        ("beer", np.int16, (MAX_SEATS, MAX_BEERS, N_TYPES)),  # (seat, beer, type) value
        ("beer_adjunct", np.int16, (MAX_SEATS, MAX_BEERS)),  # (seat, beer) adjunct, or NONE
        ("n_beers", np.int16, (MAX_SEATS,)),  # (seat) in this round
        # What the game reports.
        ("awarded", np.int16, (MAX_SEATS,)),  # (seat) tokens from the judges of the last fest
        ("trophies_tied", np.int16, (MAX_SEATS,)),  # (seat) trophies given by the tie rule
        ("tokens_won", np.int32, (MAX_SEATS,)),  # (seat) from judges
        ("bribes_offered", np.int16, (MAX_SEATS,)),  # (seat)
        ("bribes_accepted", np.int16, (MAX_SEATS,)),  # (seat) own bribes that were accepted
        ("bribes_taken", np.int16, (MAX_SEATS,)),  # (seat) bribes of others that it accepted
        ("beers_brewed", np.int16, (MAX_SEATS,)),  # (seat)
        ("judgings", np.int16, (MAX_SEATS,)),  # (seat) beers times judges
        ("hits", np.int16, (MAX_SEATS,)),  # (seat) matching ingredients
        ("hits_own", np.int16, (MAX_SEATS,)),  # (seat) of those, by the own judge
        ("pairs", np.int16, (MAX_SEATS,)),  # (seat) judges that matched both
        ("turns", np.int16, (MAX_SEATS,)),  # (seat)
        ("fests_tied", np.int16, (MAX_SEATS,)),  # (seat) fests in which it shared the most tokens
        ("fests_without_trophy", np.int16),
        ("most_tokens_out", np.int32),  # that all seats together have had at once
        ("trophies_after", np.int16, (ROUNDS_KEPT, MAX_SEATS)),  # (round, seat)
        # Derived: counts that follow from the above and that the rules ask for often; `check` counts them again.
        ("n_action_pile", np.int16),
        ("n_cards", np.int16, (MAX_SEATS,)),  # (seat) action cards in hand
        ("n_deck", np.int16, (N_TYPES,)),  # (type)
        ("n_pile", np.int16, (N_TYPES,)),  # (type)
        ("held", np.int16, (MAX_SEATS, N_TYPES)),  # (seat, type) ingredient cards in hand
        ("n_passed", np.int16),  # seats out of the turn phase
        ("n_built", np.int16, (MAX_SEATS,)),  # (seat) improvements in the brewhouse; the rest is what these do together
        ("extra_ingredients", np.int16, (MAX_SEATS,)),  # (seat) cards with each ingredient drawn
        ("tokens_per_round", np.int16, (MAX_SEATS,)),  # (seat)
        ("extra_actions", np.int16, (MAX_SEATS,)),  # (seat) cards with each action card drawn
        ("limit", np.int16, (MAX_SEATS,)),  # (seat) ingredient cards in hand
        ("keeps_hidden", np.int16, (MAX_SEATS,)),  # (seat) above 0 if the judges may stay face down
        ("max_beers", np.int16, (MAX_SEATS,)),  # (seat) that may be brewed in a round
        # Scratch of a shuffle.
        ("priorities", np.uint64, (MAX_DECK,)),
        ("pool", np.int16, (N_KINDS,)),  # (kind) action cards that a seat has not seen
    ],
    align=True,
)
