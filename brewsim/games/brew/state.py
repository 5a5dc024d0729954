"""The whole table of one game as a record; its items, metrics and invariants."""

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.brew.codes import MAX_STACK, N_FOREST_SPACES, N_GROUPS, N_SPACES, SLOTS
from brewsim.games.brew.rules import (
    CHARACTERS,
    FOREST_POWERS,
    FORESTS,
    KINDS,
    MAX_MARKET,
    MAX_PILE,
    MAX_ROUNDS,
    MAX_ROW,
    MAX_SEATS,
    N_CARDS,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_FORESTS,
    N_GOODS,
    N_INGREDIENTS,
    N_MASKS,
    N_POTIONS,
    N_SEASONS,
    N_SYMBOLS,
    POTIONS,
    SIDES,
    VILLAGE_SPACES,
)

# Streams of chance.
POTION_STREAM = 0  # shuffle s of the potions is stream POTION_STREAM + s
FOREST_STREAM = 100
CREATURE_STREAM = 101  # + season
CHARACTER_STREAM = 110
DICE_STREAM = 120  # + seat: the dice of each round
REROLL_STREAM = 130  # + seat: the n-th die that it rolls again
LUCK_STREAM = 140  # of the key that `conceal` is given

VILLAGE_ITEMS = tuple(f"{side}_{space}" for side in SIDES for space in VILLAGE_SPACES)
ITEMS = (*POTIONS, *KINDS, *(f"forest_{name}" for name in FORESTS), *CHARACTERS, *VILLAGE_ITEMS)
ITEM_KINDS = (
    *("potion",) * N_POTIONS,
    *("creature",) * len(KINDS),
    *("forest",) * N_FORESTS,
    *("character",) * len(CHARACTERS),
    *("village space",) * len(VILLAGE_ITEMS),
)
CREATURE_ITEM = N_POTIONS
FOREST_ITEM = CREATURE_ITEM + len(KINDS)
CHARACTER_ITEM = FOREST_ITEM + N_FORESTS
VILLAGE_ITEM = CHARACTER_ITEM + len(CHARACTERS)

SCORE_SOURCES = ("vp_potions", "vp_forests", "vp_creatures", "vp_tokens", "vp_ingredients")
PROGRESS = tuple(f"score_after_{r + 1}" for r in range(MAX_ROUNDS))
METRICS = (
    *SCORE_SOURCES,
    "forests_won",
    "forests_lost_to_ties",
    "forests_lost_to_elements",
    "dice_forced",
    "potions_brewed",
    "potions_drunk",
    "creatures_trained",
    "creatures_housed",
    "berries_spent",
    "turns",
    "extra_turns",
    "ingredients_left",
    *PROGRESS,
)
INVARIANTS = (
    "a forage die is lost or doubled",
    "an element die is lost or doubled",
    "a potion is lost or doubled",
    "a creature is lost or doubled",
    "a forest is lost or doubled",
    "a stock or count is negative",
    "the counts kept of a forest are wrong",
    "a die lies on a scorched space, or more scorch tokens lie than there are",
    "more creatures trained than allowed",
    "the counts kept of a seat are wrong",
    "a village space for one element or a creature's space holds more than one die",
)

STATE = np.dtype(
    [
        *COMMON_STATE,
        ("luck", np.uint64),  # key of all chance after the deal
        ("first", np.int16),  # seat with the first player marker
        ("night", np.int16),  # side of the village: 0 day, 1 night
        ("character", np.int16, (MAX_SEATS,)),  # (seat)
        # Forests.
        ("forest_deck", np.int16, (N_FORESTS,)),  # (place) face down; the top is forest_deck[n_forest_deck - 1]
        ("n_forest_deck", np.int16),
        ("row", np.int16, (MAX_ROW,)),  # (place) forest
        ("n_row", np.int16),
        ("claimed", np.int16, (N_FORESTS,)),  # (forest) seat + 1, or 0
        ("n_discarded", np.int16),  # forests that nobody claimed
        ("symbol_at", np.int16, (N_FOREST_SPACES,)),  # (space) face that fits, NONE where there is no space
        ("icon_at", np.int16, (N_FOREST_SPACES,)),  # (space) ingredient or CREATURE
        ("twins_at", np.int16, (N_FOREST_SPACES,)),  # (space) set of the earlier spaces of its forest that are equal
        ("open_spaces", np.int16, (MAX_ROW,)),  # (place) set of the spaces that are not scorched and have no die
        ("is_scorched", np.int8, (N_FOREST_SPACES,)),
        ("n_scorched", np.int16),
        ("n_open", np.int16, (MAX_ROW,)),  # (place) open spaces
        ("open_list", np.int8, (N_FOREST_SPACES,)),  # all open spaces, in order
        ("n_open_list", np.int16),
        ("open_symbols", np.int16, (N_SYMBOLS,)),  # (symbol) open spaces in all forests that show it
        ("tops", np.int16, (MAX_ROW, MAX_SEATS + 1)),  # (place, owner) dice on top of their space; the last owner is the elements
        # Dice.
        ("stack", np.int8, (N_SPACES, MAX_STACK)),  # (space, level) dice, the lowest first
        ("height", np.int16, (N_SPACES,)),  # (space) dice there
        ("taken_list", np.int8, (N_SPACES,)),  # all spaces with dice, in order
        ("n_taken_list", np.int16),
        ("top", np.int16, (N_SPACES,)),  # (space) owner of the top die, NONE where there is none
        ("pool", np.int16, (MAX_SEATS, N_FACES)),  # (seat, face) dice still to be placed
        ("n_pool", np.int16, (MAX_SEATS,)),
        ("n_placed", np.int16, (MAX_SEATS + 1,)),  # (owner) dice placed anywhere
        ("aside", np.int16, (MAX_SEATS + 1,)),  # (owner) dice set aside for the round
        ("rerolls", np.int16, (MAX_SEATS,)),  # (seat) dice rolled again so far
        # Potions.
        ("potion_deck", np.int16, (N_POTIONS,)),  # (place) face down; the top is the last
        ("n_potion_deck", np.int16),
        ("shuffles", np.int16),  # of the potions so far
        ("market", np.int16, (MAX_MARKET,)),  # (place) potion or NONE
        ("reserved", np.int16, (MAX_SEATS, N_POTIONS)),  # (seat, place) potions reserved, in order
        ("n_reserved", np.int16, (MAX_SEATS,)),
        ("hand", np.int16, (MAX_SEATS, N_POTIONS)),  # (seat, potion) 1 if brewed and not drunk
        ("in_hand", np.int16, (MAX_SEATS, N_EFFECTS)),  # (seat, effect) potions in hand
        ("drunk", np.int16, (MAX_SEATS, N_POTIONS)),  # (seat, potion) 1 if drunk
        ("revealed", np.int16),  # potion turned up for reserving, or NONE
        # Creatures.
        ("pile", np.int16, (N_SEASONS, MAX_PILE)),  # (season, place) cards; the visible one is the last
        ("n_pile", np.int16, (N_SEASONS,)),
        ("trained", np.int16, (MAX_SEATS, SLOTS)),  # (seat, slot) creature card or NONE
        ("n_trained", np.int16, (MAX_SEATS,)),
        ("crew", np.int16, (MAX_SEATS, N_CARDS)),  # (seat, creature card) trained
        ("in_forest", np.int16, (MAX_SEATS, len(FOREST_POWERS), N_MASKS)),  # (seat, power, seasons of a forest) what its crew brings there
        ("released", np.int16, (MAX_SEATS, N_CARDS)),  # (seat, creature card)
        ("n_creatures", np.int16, (MAX_SEATS,)),  # (seat) trained and released
        ("creatures_in", np.int16, (MAX_SEATS, N_MASKS)),  # (seat, set of seasons) own creatures of these seasons
        ("homes_in", np.int16, (MAX_SEATS, N_MASKS)),  # (seat, set of seasons) own forests with one of these seasons
        ("tight", np.int32, (MAX_SEATS,)),  # (seat) a bit for each set of seasons whose forests are a bottleneck of its creatures
        # Stocks and scores.
        ("stock", np.int16, (MAX_SEATS, N_GOODS)),  # (seat, good) ingredients, then berries
        ("tokens", np.int16, (MAX_SEATS,)),  # (seat) VP
        ("vp_forests", np.int16, (MAX_SEATS,)),
        ("vp_potions", np.int16, (MAX_SEATS,)),  # (seat) in hand and drunk
        # The turn.
        ("to_place", np.int16),  # dice that must still be placed
        ("group", np.int16),  # placements that the seat decides among
        ("has_brewed", np.bool_),
        ("has_drunk", np.bool_),
        ("has_scorched", np.bool_),  # in this turn
        ("left_element", np.int8, (N_ELEMENTS,)),  # (element) a die was changed from it in this turn
        ("exchanged", np.int16, (N_INGREDIENTS,)),  # (ingredient) exchanged for berries in this placement
        ("choices", np.int16),  # ingredients of choice still to take
        ("trains", np.int16),  # creatures still to train
        ("on_creature_space", np.bool_),  # those come from a creature space
        ("reserves", np.int16),  # potions still to reserve
        ("scorches", np.int16),  # spaces still to scorch
        ("moves", np.int16),  # moves of a Die Mover still to make
        ("brewing", np.int16),  # potion that is being paid
        ("purpose", np.int16),  # what a die is picked for: an effect or DEN_MOVE
        ("picked_space", np.int16),
        ("picked_level", np.int16),
        ("call_space", np.int16),  # where Lyric may train instead
        ("call_amount", np.int16),  # what she would gather there
        ("marked", np.int16, (N_FACES,)),  # (face) dice chosen to be rolled again
        ("n_marked", np.int16),
        ("trader", np.int16),  # seats that are through with the merchants
        ("berry_trades", np.int16),  # left to the trading seat
        ("match_trades", np.int16),
        # What a game reports.
        ("n_won", np.int16, (MAX_SEATS,)),
        ("n_lost_ties", np.int16, (MAX_SEATS,)),
        ("n_lost_elements", np.int16, (MAX_SEATS,)),
        ("n_forced", np.int16, (MAX_SEATS,)),
        ("n_brewed", np.int16, (MAX_SEATS,)),
        ("n_drunk", np.int16, (MAX_SEATS,)),
        ("n_trainings", np.int16, (MAX_SEATS,)),
        ("berries_spent", np.int16, (MAX_SEATS,)),
        ("turns", np.int16, (MAX_SEATS,)),
        ("round_turns", np.int16, (MAX_SEATS,)),  # (seat) in this round
        ("extra_turns", np.int16, (MAX_SEATS,)),  # (seat) beyond one for each die, in earlier rounds
        ("score_after", np.int16, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat)
        # Scratch.
        ("counts", np.int16, (max(N_POTIONS, N_CARDS),)),  # cards that go into a deck
        ("priorities", np.uint64, (64,)),  # of a shuffle
        ("is_surveyed", np.bool_),  # the scratch below tells of this very turn
        # Scratch of `survey` for the features of one decision. "Value" is own VP minus SPITE times the best rival's.
        ("dice_to_come", np.int16, (2,)),  # dice that the others, and that all seats, still have to place
        ("best_other", np.int16, (MAX_ROW,)),  # (place) top dice of the strongest rival
        ("second_other", np.int16, (MAX_ROW,)),  # (place) and of the next
        ("own_worth", np.float64, (MAX_ROW,)),  # (place) VP that the forest would bring this seat
        ("own_hold", np.float64, (MAX_ROW,)),  # (place) VP expected from it as it stands
        ("rival_hold", np.float64, (MAX_ROW,)),  # (place) VP that the best rival expects from it
        ("own_swing", np.float64, (MAX_ROW, 2)),  # (place, forage or element) change of own_hold by such a die on an open space
        ("rival_swing", np.float64, (MAX_ROW, 2)),  # (place, forage or element) change of rival_hold
        ("top_gain", np.float64, (MAX_ROW, MAX_SEATS + 1, 4)),  # (place, owner, change) by a die on top: own and rival, forage and element
        (
            "swap_gain",
            np.float64,
            (MAX_ROW, MAX_SEATS, MAX_SEATS),
        ),  # (place, owner, other) value of the other's die for a top one
        ("plan_one", np.float64, (N_GOODS,)),  # (good) change of the potion plans with one more
        ("plan_three", np.float64, (N_INGREDIENTS,)),  # (ingredient) the same with a Water die's gathering
        ("plan_less", np.float64, (N_GOODS,)),  # (good) the same with one less
        ("best_choice", np.float64),  # best of plan_one over the ingredients
        ("creature_gain", np.float64, (N_SEASONS,)),  # (season) VP of a creature more
        ("train_gain", np.float64),  # VP of the best creature on show
        ("train_power", np.float64),  # worth of its power
        ("scorches_at", np.float64, (MAX_ROW,)),  # (place) spaces that placing there lets this seat scorch
        ("more_at", np.float64, (MAX_ROW,)),  # (place) ingredients more that it gathers there
        ("scorch_value", np.float64, (MAX_ROW,)),  # (place) value of scorching a space
        ("scorch_gain", np.float64),  # the best of them
        ("clear_own", np.float64),  # change by setting all element dice in the forests aside
        ("clear_rival", np.float64),
        ("fit", np.float64, (N_FACES,)),  # (face) share of the open spaces that it fits
        ("gain_of", np.float64, (N_GOODS,)),  # (icon) worth of gathering or training at a space
        ("pour_of", np.float64, (N_GOODS,)),  # (icon) the same with a Water die
        ("icon_plan", np.float64, (2, N_GOODS)),  # (one or several, icon) plan_one or plan_three; 0 for the creature icon
        ("icon_creature", np.float64, (N_GOODS,)),  # (icon) train_gain for the creature icon, else 0
        ("icon_power", np.float64, (N_GOODS,)),  # (icon) train_power for the creature icon, else 0
        ("force_price", np.float64, (N_GOODS,)),  # (icon) worth of what forcing a die there costs, negative
        ("open_value", np.float64, (MAX_ROW, 2)),  # (place, forage or element) value of such a die on an open space, before it gathers
        ("group_action", np.int16, (N_GROUPS,)),  # (group) its best placement
        ("face_value", np.float64, (N_FACES,)),  # (face) value of the best placement
        ("face_action", np.int16, (N_FACES,)),  # (face) that placement
        ("best_move", np.float64),  # best of own_swing
        ("rounds_left", np.float64, (2,)),  # (in turns or at ends of rounds) rounds of use to a power
        ("drink_gain", np.float64, (N_EFFECTS + 1,)),  # (effect) value that drinking it brings
    ],
    align=True,
)
