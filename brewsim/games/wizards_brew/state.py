"""The whole table of one game as a record, and what is counted of it."""

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.wizards_brew.codes import N_MOVES
from brewsim.games.wizards_brew.rules import (
    INGREDIENTS,
    LANDMARKS,
    MAX_SEATS,
    MAX_TOKENS,
    N_AREAS,
    N_ELEMENTS,
    N_INGREDIENTS,
    N_LANDMARKS,
    N_SPELLS,
    SPELLS,
)

ROUNDS_KEPT = 15  # the ingredients are recorded after each of the first so many rounds
ITEMS = (*SPELLS, *INGREDIENTS, *LANDMARKS, "city")
ITEM_KINDS = ("spell",) * N_SPELLS + ("ingredient",) * N_INGREDIENTS + ("landmark",) * (N_LANDMARKS + 1)
SCORE_SOURCES = ()
PROGRESS = tuple(f"ingredients_after_{r + 1}" for r in range(ROUNDS_KEPT))
METRICS = (
    "ingredients_different",
    "ingredients_total",
    "missing",
    "cubes_spent",
    "cards_drawn",
    "cards_paid",
    "cards_left",
    "spells_won",
    "auctions_city",
    *(f"auctions_{landmark}" for landmark in LANDMARKS),
    "bluffs",
    "failed_payments",
    "horse_to_neighbour",
    "horse_by_line",
    "horse_anywhere",
    "horse_by_spell",
    "won_by_different",
    "end_round",
    *(f"held_{spell}" for spell in SPELLS),
    *PROGRESS,
)
INVARIANTS = (
    "a player's cubes are not all there",
    "an element card is lost or doubled",
    "an ingredient is lost or doubled",
    "a spell is lost or doubled",
    "a count is negative",
    "a spell lies open without a cube",
    "the counts kept of hands, cauldrons or areas are wrong",
    "an auction is held where there is no ingredient",
    "nobody at the table has the Wizard marker",
    "the game goes on though somebody has won, or ended though nobody has",
)

STATE = np.dtype(
    [
        *COMMON_STATE,
        ("stage", np.int16),  # what happens next without a decision
        ("die_key", np.uint64),  # chance key of the die
        ("marker", np.int16),  # the seat with the Wizard marker
        ("horse", np.int16),  # the area of the Horse
        ("revealed", np.bool_),  # the starting spells have been turned over
        # Spells.
        ("deck", np.int16, (N_SPELLS,)),  # (place) spells face down, a ring: the top is deck[deck_top]
        ("deck_top", np.int16),
        ("n_deck", np.int16),
        ("priorities", np.uint64, (MAX_TOKENS,)),  # scratch of the shuffles
        ("shuffled", np.int16, (MAX_TOKENS,)),  # scratch of the shuffles
        ("pool", np.int16, (N_SPELLS,)),  # scratch of `conceal`: spells in the order that they are dealt anew
        ("known_before", np.int16, (N_SPELLS,)),  # (spell) scratch of `conceal`
        ("sealed", np.int16, (MAX_SEATS,)),  # (seat) scratch of `conceal`: starting spells that have cubes
        ("knows", np.int16, (N_SPELLS,)),  # (spell) mask of the seats that know where it is
        ("cubes", np.int16, (N_SPELLS,)),  # (spell) cubes on it
        ("own", np.int16, (MAX_SEATS, N_SPELLS)),  # (seat, place) spells in the order they came
        ("n_own", np.int16, (MAX_SEATS,)),  # (seat)
        ("free", np.int16, (MAX_SEATS,)),  # (seat) cubes not on spells
        ("replaced", np.int16, (MAX_SEATS,)),  # (seat) mask of the starting spells that came by exchange
        ("lot", np.int16),  # the spell being auctioned, or NONE
        ("lots_done", np.int16),  # spells auctioned or discarded in this round
        ("text_phase", np.int16),  # which texts are in force: of the element, ingredient or energy phase
        ("echo_seat", np.int16),  # who uses Echo in this phase, or NONE
        ("echo_spell", np.int16),  # the spell whose text it uses, or NONE
        ("ward", np.int16, (MAX_SEATS,)),  # (seat) 1 if protected from opponents' spells in this phase
        # Elements.
        ("hand", np.int16, (MAX_SEATS, N_ELEMENTS)),  # (seat, element) cards
        ("n_hand", np.int16, (MAX_SEATS,)),  # (seat) cards
        ("stock", np.int16, (N_ELEMENTS,)),  # (element) cards in the stacks
        ("turns_done", np.int16),  # seats that are through with this phase, or have been asked
        ("acting", np.int16),  # whose turn it is, while others may be asked
        ("draws_due", np.int16),  # cards of choice still to be drawn
        ("mirrors", np.int16),  # spells still to be copied by Mirror Pool
        ("tolls", np.int16),  # cards that each opponent still owes
        ("toll_asked", np.int16),  # opponents asked so far
        ("swaps", np.int16),  # swaps left
        # Map and ingredients.
        ("landmark", np.int16, (N_AREAS,)),  # (area) landmark, or CITY
        ("tokens", np.int16, (N_AREAS, N_INGREDIENTS)),  # (area, ingredient)
        ("n_tokens", np.int16, (N_AREAS,)),  # (area)
        ("colours", np.int16, (N_AREAS,)),  # (area) mask of the ingredients there
        ("bag", np.int16, (N_INGREDIENTS,)),  # (ingredient) not placed on the board
        ("cauldron", np.int16, (MAX_SEATS, N_INGREDIENTS)),  # (seat, ingredient)
        ("owned_colours", np.int16, (MAX_SEATS,)),  # (seat) mask of the ingredients in the cauldron
        ("n_total", np.int16, (MAX_SEATS,)),  # (seat) ingredients
        ("n_different", np.int16, (MAX_SEATS,)),  # (seat) different ingredients
        ("missing", np.int16, (MAX_SEATS,)),  # (seat) ingredients still missing to victory
        # Ingredient phase: texts in force, by seat.
        ("less", np.int16, (MAX_SEATS,)),  # (seat) cards that a win costs less
        ("less_once", np.int16, (MAX_SEATS,)),  # (seat) the same, for one win
        ("less_for", np.int16, (MAX_SEATS, N_INGREDIENTS)),  # (seat, ingredient) the same, for that ingredient
        ("usable", np.int16, (MAX_SEATS, N_LANDMARKS + 1)),  # (seat, landmark or city) mask of elements that count
        ("seconds", np.int16, (MAX_SEATS,)),  # (seat) second ingredients left in this round
        ("free_horse", np.int16, (MAX_SEATS,)),  # (seat) 1 if it moves the Horse anywhere
        ("equals", np.int16, (MAX_SEATS,)),  # (seat) wins by equalling left in this round
        ("consolation", np.int16, (MAX_SEATS,)),  # (seat) cards for the last to pass
        ("scavenge_times", np.int16, (MAX_SEATS,)),  # (seat) payments left that it may pick from
        ("scavenges", np.int16, (MAX_SEATS,)),  # (seat) cards it keeps of one payment
        # Auctions.
        ("die", np.int16),  # areas to visit in this round
        ("visits", np.int16),  # areas visited in this round
        ("high", np.int16),  # the highest bid
        ("high_seat", np.int16),  # who made it, or NONE
        ("asked", np.int16),  # the seat asked last for an ingredient bid; seats asked so far for a spell
        ("is_in", np.int16, (MAX_SEATS,)),  # (seat) 1 until it passes
        ("n_in", np.int16),
        ("last_out", np.int16),  # the last seat to pass, or NONE
        ("purse", np.int16, (MAX_SEATS,)),  # (seat) cards that count in this area
        ("limit", np.int16, (MAX_SEATS,)),  # (seat) the highest bid it can pay in this area
        ("taken", np.int16),  # the ingredient being bought
        ("due", np.int16),  # cards still to be paid
        ("paid", np.int16, (N_ELEMENTS,)),  # (element) cards paid and not picked up by Scavenger
        ("n_paid", np.int16),
        ("picks_left", np.int16),  # cards that the scavenger may still keep
        # Energy phase: effects left to the acting seat.
        ("renews", np.int16),
        ("keeps", np.int16),
        ("drains", np.int16),
        ("recalls", np.int16),
        ("shifts", np.int16),  # 1 if it may move cubes
        ("dispels", np.int16),
        ("dispel_cubes", np.int16),  # the most cubes on a spell that it may dispel
        ("kept", np.int16, (N_SPELLS,)),  # (spell) 1 if it loses no cube in this round
        ("drained", np.int16, (N_SPELLS,)),  # (spell) cubes that it loses more
        ("shifted", np.int16, (N_SPELLS,)),  # (spell) 0, GAVE or GOT
        # Counted for the outcome.
        ("cubes_spent", np.int16, (MAX_SEATS,)),
        ("cards_drawn", np.int16, (MAX_SEATS,)),
        ("cards_paid", np.int16, (MAX_SEATS,)),
        ("spells_won", np.int16, (MAX_SEATS,)),
        ("auctions", np.int16, (MAX_SEATS, N_LANDMARKS + 1)),  # (seat, landmark or city)
        ("bluffs", np.int16, (MAX_SEATS,)),
        ("failed", np.int16, (MAX_SEATS,)),
        ("horse_moves", np.int16, (MAX_SEATS, N_MOVES)),  # (seat, rule)
        ("held", np.int16, (MAX_SEATS, N_SPELLS)),  # (seat, spell) element phases with it
        ("after", np.int16, (ROUNDS_KEPT, MAX_SEATS)),  # (round, seat) ingredients
        # Scratch of `survey` for the features of one decision.
        ("expected", np.int16),  # rounds that the game is expected to last from now
        ("fade", np.float64),  # what cards are still good for: the way that the leader still has to go, less with more players
        ("demand", np.float64, (N_ELEMENTS,)),  # (element) areas that ask for it, near ones more
        ("top_other", np.int16, (N_ELEMENTS,)),  # (element) the most cards that an opponent has
        ("best_less", np.int16),  # cards that a win costs it less with the ingredient that it would take here
        ("best_is_new", np.float64),  # 1 if that ingredient is new in its cauldron
        ("best_nearing", np.float64),  # the part of what is missing that it makes up
        ("best_wins", np.float64),  # 1 if a win here wins the game
        ("pressing", np.float64),  # how near to victory the rivals are who may else win here, from 0 to 1
        ("rival_wins", np.float64),  # 1 if one of them would win the game here
        ("cover", np.float64),  # cards by which the rivals together can outbid the least raise, as shares of MOST_EDGE
    ],
    align=True,
)
