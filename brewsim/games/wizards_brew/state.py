"""The whole table of one game as a record, and what can be decided on it."""

from enum import IntEnum

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.wizards_brew.rules import (
    MAX_SEATS,
    MAX_START,
    MAX_TOKENS,
    N_AREAS,
    N_ELEMENTS,
    N_INGREDIENTS,
    N_LANDMARKS,
    N_SPELLS,
)

ROUNDS_KEPT = 15  # the ingredients are recorded after each of these first rounds

# Streams of chance, and of the key that `conceal` is given.
SPELL_STREAM, INGREDIENT_STREAM, LANDMARK_STREAM, FIRST_WIZARD_STREAM, DIE_STREAM = range(5)
CONCEAL_SPELLS, CONCEAL_CUBES, CONCEAL_DIE = range(3)


class Phase(IntEnum):
    CITY = 0  # where the Horse begins
    EXCHANGE = 1  # whether one starting spell stays or goes
    SEAL = 2  # cubes for one starting spell, in secret
    SPELL_BID = 3  # the one bid for the spell turned up
    ECHO = 4  # the opponent's spell whose text Echo uses in this phase
    MIRROR = 5  # the opponent's spell whose symbols Mirror Pool copies
    DRAW = 6  # a card of choice
    GIVE = 7  # the card for the owner of Toll
    SWAP = 8  # Transmute
    BID = 9  # for an ingredient
    TAKE = 10  # which ingredient
    PAY = 11  # which card
    SECOND = 12  # which second ingredient
    SCAVENGE = 13  # which of the cards that were paid
    CONSOLE = 14  # a card of choice for the last to pass
    MOVE = 15  # the Horse
    ENERGY = 16  # yellow effects, in any order
    CLAIM = 17  # the spell that was won: no choice, but the moment at which it counts


class Stage(IntEnum):
    """What the game does by itself next, until somebody has to decide."""

    DECIDE = 0
    EXCHANGE = 1
    SEAL = 2
    ROUND = 3
    TURN_UP = 4
    SPELL_BIDDER = 5
    ELEMENTS = 6
    PRODUCE = 7
    COLLECT = 8
    INGREDIENTS = 9
    ROLL = 10
    AUCTION = 11
    BIDDER = 12
    WON = 13
    PAYING = 14
    AWARD = 15
    AFTERMATH = 16
    LEAVE = 17
    ENERGY = 18
    YELLOW = 19
    UPKEEP = 20


class HorseRule(IntEnum):
    """The rules by which the Horse moves (WB-39, WB-60)."""

    NEIGHBOUR = 0
    LINE = 1
    ANYWHERE = 2
    SPELL = 3


class Shifted(IntEnum):
    """What a spell did in a Shift (WB-68)."""

    NOTHING = 0
    GAVE = 1
    GOT = 2


STATE = np.dtype(
    [
        *COMMON_STATE,
        ("stage", np.int16),  # what happens next without a decision
        ("marker", np.int16),  # the seat with the Wizard marker
        ("horse", np.int16),  # the area of the Horse, or NONE before it is placed
        ("turns_done", np.int16),  # seats that are through with this phase, or have been asked
        ("acting", np.int16),  # whose turn it is, while others may be asked
        # The map: landmarks, ingredients.
        ("landmark", np.int16, (N_AREAS,)),  # (area) landmark, or CITY
        ("tokens", np.int16, (N_AREAS, N_INGREDIENTS)),  # (area, ingredient)
        ("bag", np.int16, (N_INGREDIENTS,)),  # (ingredient) not placed on the board
        ("cauldron", np.int16, (MAX_SEATS, N_INGREDIENTS)),  # (seat, ingredient)
        # Element cards.
        ("hand", np.int16, (MAX_SEATS, N_ELEMENTS)),  # (seat, element) cards
        ("stock", np.int16, (N_ELEMENTS,)),  # (element) cards in the stacks
        # Spells and energy cubes.
        ("deck", np.int16, (N_SPELLS,)),  # (place) spells face down, a ring: the top is deck[deck_top]
        ("deck_top", np.int16),
        ("n_deck", np.int16),
        ("knows", np.int8, (N_SPELLS, MAX_SEATS)),  # (spell, seat) 1 if the seat knows where it is
        ("own", np.int16, (MAX_SEATS, N_SPELLS)),  # (seat, place) spells in the order they came
        ("n_own", np.int16, (MAX_SEATS,)),  # (seat)
        ("cubes", np.int16, (N_SPELLS,)),  # (spell) cubes on it
        ("free", np.int16, (MAX_SEATS,)),  # (seat) cubes not on spells
        # Starting spells.
        ("starting_place", np.int16),  # which of its starting spells the seat decides about
        ("replaced", np.int8, (MAX_SEATS, MAX_START)),  # (seat, place) 1 if this starting spell came by exchange
        ("revealed", np.bool_),  # the starting spells have been turned over
        # All auctions.
        ("high", np.int16),  # the highest bid
        ("high_seat", np.int16),  # who made it, or NONE
        # Spell phase.
        ("lot", np.int16),  # the spell being auctioned, or NONE
        ("lots_done", np.int16),  # spells auctioned or discarded in this round
        ("bidders_asked", np.int16),  # seats asked so far for a bid for this spell
        # Texts in force.
        ("text_phase", np.int16),  # which texts work: TextPhase
        ("echoes_left", np.int16),  # phases of this round in which Echo may still be used
        ("echo_seat", np.int16),  # who uses Echo in this phase, or NONE
        ("echo_spell", np.int16),  # the spell whose text it uses, or NONE
        ("ward", np.int16, (MAX_SEATS,)),  # (seat) 1 if protected from opponents' spells in this phase
        # Element phase: what the acting seat still gets.
        ("draws_due", np.int16),  # cards of choice still to be drawn
        ("mirrors", np.int16),  # spells still to be copied by Mirror Pool
        ("tolls", np.int16),  # cards that each opponent owes
        ("toll_left", np.int16),  # cards that Toll may still bring
        ("toll_asked", np.int16),  # times that it was an opponent's turn to give
        ("swaps", np.int16),  # swaps left
        # Ingredient phase: texts that work a limited number of times.
        ("less_once", np.int16, (MAX_SEATS,)),  # (seat) cards that one win costs less
        ("seconds", np.int16, (MAX_SEATS,)),  # (seat) second ingredients left in this round
        ("equals", np.int16, (MAX_SEATS,)),  # (seat) wins by equalling left in this round
        ("scavenge_times", np.int16, (MAX_SEATS,)),  # (seat) payments left that it may pick from
        # Ingredient phase: the die and the auctions.
        ("die_key", np.uint64),  # chance key of the die
        ("die", np.int16),  # areas to visit in this round
        ("visits", np.int16),  # areas visited in this round
        ("auction", np.int16),  # auctions begun in this game
        ("bidder", np.int16),  # the seat asked last for a bid
        ("is_in", np.int16, (MAX_SEATS,)),  # (seat) 1 until it passes
        ("last_out", np.int16),  # the last seat to pass, or NONE
        ("taken", np.int16),  # the ingredient being bought
        ("due", np.int16),  # cards still to be paid
        ("paid", np.int16, (N_ELEMENTS,)),  # (element) cards paid and not picked up by Scavenger
        ("picks_left", np.int16),  # cards that the scavenger may still keep
        # Energy phase: effects left to the acting seat, and what they did.
        ("renews", np.int16),
        ("keeps", np.int16),
        ("drains", np.int16),
        ("recalls", np.int16),
        ("shifts", np.int16),  # 1 if it may move cubes
        ("dispels", np.int16),
        ("dispel_cubes", np.int16),  # the most cubes on a spell that it may dispel
        ("kept", np.int16, (N_SPELLS,)),  # (spell) 1 if it loses no cube in this round
        ("drained", np.int16, (N_SPELLS,)),  # (spell) cubes that it loses more
        ("shifted", np.int16, (N_SPELLS,)),  # (spell) Shifted
        # Kept or counted for the outcome.
        ("first_wizard", np.int16),  # the seat that had the marker first
        ("cubes_spent", np.int16, (MAX_SEATS,)),
        ("cards_drawn", np.int16, (MAX_SEATS,)),
        ("cards_paid", np.int16, (MAX_SEATS,)),
        ("spells_won", np.int16, (MAX_SEATS,)),
        ("auctions", np.int16, (MAX_SEATS, N_LANDMARKS + 1)),  # (seat, landmark or city) auctions won
        ("bluffs", np.int16, (MAX_SEATS,)),
        ("failed", np.int16, (MAX_SEATS,)),
        ("horse_moves", np.int16, (MAX_SEATS, len(HorseRule))),  # (seat, rule)
        ("held", np.int16, (MAX_SEATS, N_SPELLS)),  # (seat, spell) element phases with it
        ("after", np.int16, (ROUNDS_KEPT, MAX_SEATS)),  # (round, seat) ingredients
        # Derived: counts that follow from the above and that the rules ask for often; `check` counts them again.
        ("n_hand", np.int16, (MAX_SEATS,)),  # (seat) cards
        ("n_tokens", np.int16, (N_AREAS,)),  # (area) ingredients
        ("colours", np.int16, (N_AREAS,)),  # (area) bit i is set if ingredient i is there
        ("owned_colours", np.int16, (MAX_SEATS,)),  # (seat) the same of the cauldron
        ("n_total", np.int16, (MAX_SEATS,)),  # (seat) ingredients
        ("n_different", np.int16, (MAX_SEATS,)),  # (seat) different ingredients
        ("start_points", np.int16, (MAX_SEATS,)),  # (seat) ingredients that it needs less than the rulebook says
        ("missing", np.int16, (MAX_SEATS,)),  # (seat) ingredients still missing to victory
        ("n_in", np.int16),  # seats still in the auction
        ("n_paid", np.int16),  # cards paid and not picked up by Scavenger
        # Derived from the spells at the beginning of an ingredient phase, and checked while it lasts.
        ("less", np.int16, (MAX_SEATS,)),  # (seat) cards that a win costs less
        ("less_for", np.int16, (MAX_SEATS, N_INGREDIENTS)),  # (seat, ingredient) the same, for that ingredient
        ("usable", np.int16, (MAX_SEATS, N_LANDMARKS + 1, N_ELEMENTS)),  # (seat, landmark or city, element) 1 if it counts there
        ("free_horse", np.int16, (MAX_SEATS,)),  # (seat) 1 if it moves the Horse anywhere
        ("consolation", np.int16, (MAX_SEATS,)),  # (seat) cards for the last to pass
        ("scavenges", np.int16, (MAX_SEATS,)),  # (seat) cards it keeps of one payment
        # Derived from the hands at the beginning of an auction, and checked while bids are made.
        ("purse", np.int16, (MAX_SEATS,)),  # (seat) cards that count in this area
        ("limit", np.int16, (MAX_SEATS,)),  # (seat) the highest bid it can pay in this area
        # Scratch of shuffles and of `conceal`.
        ("priorities", np.uint64, (MAX_TOKENS,)),  # of a shuffle
        ("shuffled", np.int16, (MAX_TOKENS,)),  # what a shuffle puts in order, or how many of each kind it does
        ("pool", np.int16, (N_SPELLS,)),  # spells in the order that they are dealt again
        ("known_before", np.int8, (N_SPELLS, MAX_SEATS)),  # (spell, seat) `knows` before they are dealt again
        ("sealed", np.int16, (MAX_SEATS,)),  # (seat) starting spells that have cubes
    ],
    align=True,
)
