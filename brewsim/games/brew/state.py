"""The whole table of one game as a record, and its phases."""

from enum import IntEnum

import numpy as np

from brewsim.engine.contract import COMMON_STATE
from brewsim.games.brew.rules import (
    MAX_DECK,
    MAX_MARKET,
    MAX_PILE,
    MAX_ROUNDS,
    MAX_ROW,
    MAX_SEATS,
    N_CARDS,
    N_CHARACTERS,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_FOREST_POWERS,
    N_FORESTS,
    N_GOODS,
    N_INGREDIENTS,
    N_POTIONS,
    N_SEASONS,
    N_SETS,
    N_SYMBOLS,
    Effect,
)
from brewsim.games.brew.spaces import FACE_CODES, MAX_STACK, N_FOREST_SPACES, N_OWNERS, N_SPACES, SLOTS
from brewsim.parts.compiling import inlined

# Streams of chance.
FOREST_STREAM = 0
CHARACTER_STREAM = 1
LUCK_STREAM = 2  # of the key that `conceal` is given
CREATURE_STREAM = 3  # + season
DICE_STREAM = CREATURE_STREAM + N_SEASONS  # + seat: the dice of each round
REROLL_STREAM = DICE_STREAM + MAX_SEATS  # + seat: the n-th die that it rolls again
POTION_STREAM = REROLL_STREAM + MAX_SEATS  # + shuffle; the last ones, since no one knows how many there will be


class Phase(IntEnum):
    TURN = 0  # place, brew, drink, in any order
    PAY = 1  # what Myla's first berry stands for
    CALL = 2  # Lyric: gather, or train instead
    CHOOSE = 3  # an ingredient
    TRAIN = 4  # a creature
    RELEASE = 5  # a creature above the limit
    RESERVE = 6  # the revealed potion or one of the market
    SCORCH = 7  # an empty forest space
    PICK = 8  # a placed die, for `purpose`
    TARGET = 9  # where the picked die goes
    PARTNER = 10  # the die that it is swapped with
    CHANGE = 11  # a die of the pool and its new face
    REROLL = 12  # dice of the pool to roll again
    CLAIM = 13  # Wren: a forest in which she is tied
    TRADE = 14  # end of round: the merchants
    GROUP = 15  # a placement of the group that was chosen in the turn


class Purpose(IntEnum):
    """What a placed die is picked for: the effect of a potion, with the same number, or a Die Mover's move."""

    MOVE = Effect.MOVE
    SWAP = Effect.SWAP
    REMOVE_ELEMENT = Effect.REMOVE_ELEMENT
    RETURN = Effect.RETURN
    REMOVE_ANY = Effect.REMOVE_ANY
    DEN_MOVE = N_EFFECTS


STATE = np.dtype(
    [
        *COMMON_STATE,
        ("luck", np.uint64),  # key of all chance after the deal
        ("first", np.int16),  # seat with the first player marker
        ("night", np.int16),  # side of the village: 0 day, 1 night
        ("character", np.int16, (N_CHARACTERS,)),  # (seat) those of seats that are not there are left over
        # Forests.
        ("forest_deck", np.int16, (N_FORESTS,)),  # (place) face down; the top is forest_deck[n_forest_deck - 1]
        ("n_forest_deck", np.int16),
        ("row", np.int16, (MAX_ROW,)),  # (place) forest
        ("n_row", np.int16),
        ("claimed", np.int16, (N_FORESTS,)),  # (forest) seat + 1, or 0
        ("n_discarded", np.int16),  # forests that nobody claimed
        ("is_scorched", np.int8, (N_FOREST_SPACES,)),
        # Dice.
        ("stack", np.int8, (N_SPACES, MAX_STACK)),  # (space, level) dice, the lowest first
        ("height", np.int16, (N_SPACES,)),  # (space) dice there
        ("pool", np.int16, (MAX_SEATS, N_FACES)),  # (seat, face) dice still to be placed
        ("was_visited", np.int8, (N_ELEMENTS,)),  # (element) a die was placed on its village space in this round
        ("aside", np.int16, (N_OWNERS,)),  # (owner) dice set aside for the round
        ("rerolls", np.int16, (MAX_SEATS,)),  # (seat) dice rolled again so far
        # Potions.
        ("potion_deck", np.int16, (N_POTIONS,)),  # (place) face down; the top is the last
        ("n_potion_deck", np.int16),
        ("shuffles", np.int16),  # of the potions so far
        ("market", np.int16, (MAX_MARKET,)),  # (place) potion or NONE
        ("reserved", np.int16, (MAX_SEATS, N_POTIONS)),  # (seat, place) potions reserved, in order
        ("n_reserved", np.int16, (MAX_SEATS,)),
        ("hand", np.int16, (MAX_SEATS, N_POTIONS)),  # (seat, potion) 1 if brewed and not drunk
        ("drunk", np.int16, (MAX_SEATS, N_POTIONS)),  # (seat, potion) 1 if drunk
        ("revealed", np.int16),  # potion turned up for reserving, or NONE
        # Creatures.
        ("pile", np.int16, (N_SEASONS, MAX_PILE)),  # (season, place) cards; the one on show is the last
        ("n_pile", np.int16, (N_SEASONS,)),
        ("trained", np.int16, (MAX_SEATS, SLOTS)),  # (seat, slot) creature card or NONE
        ("released", np.int16, (MAX_SEATS, N_CARDS)),  # (seat, creature card)
        # Stocks and tokens: wide, since a variant may let games go on until the cap on decisions.
        ("stock", np.int32, (MAX_SEATS, N_GOODS)),  # (seat, good)
        ("tokens", np.int32, (MAX_SEATS,)),  # (seat) VP
        # The turn.
        ("changes", np.int32),  # actions so far, but for those that only led to a further step (`is_further_step`)
        ("to_place", np.int16),  # dice that must still be placed
        ("group", np.int16),  # placements that the seat decides among
        ("has_brewed", np.bool_),
        ("has_drunk", np.bool_),
        ("has_scorched", np.bool_),  # in this turn
        ("has_doubled", np.bool_),  # Myla's first berry stands for more in this turn
        ("left_element", np.int8, (N_ELEMENTS,)),  # (element) a die was changed from it in this turn
        ("exchanged", np.int16, (N_INGREDIENTS,)),  # (ingredient) exchanged for berries in this placement
        ("choices", np.int16),  # ingredients of choice still to take
        ("trains", np.int16),  # creatures still to train
        ("on_creature_space", np.bool_),  # those come from a creature space
        ("reserves", np.int16),  # potions still to reserve
        ("scorches", np.int16),  # spaces still to scorch
        ("moves", np.int16),  # moves of a Die Mover still to make
        ("brewing", np.int16),  # potion that is being paid
        ("purpose", np.int16),  # what a die is picked for, a Purpose
        ("picked_space", np.int16),
        ("picked_level", np.int16),
        ("call_space", np.int16),  # where Lyric may train instead
        ("call_amount", np.int16),  # what she would gather there
        ("marked", np.int16, (N_FACES,)),  # (face) dice chosen to be rolled again
        # The end of the round.
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
        ("tokens_for_potions", np.int32, (MAX_SEATS,)),  # (seat) of its VP tokens, those that drunk potions were exchanged for
        ("berries_spent", np.int32, (MAX_SEATS,)),
        ("turns", np.int16, (MAX_SEATS,)),
        ("round_turns", np.int16, (MAX_SEATS,)),  # (seat) in this round
        ("extra_turns", np.int16, (MAX_SEATS,)),  # (seat) beyond one for each die, in earlier rounds
        ("score_after", np.int32, (MAX_ROUNDS, MAX_SEATS)),  # (round, seat)
        # Derived: what follows from the above and the rules often ask for; `check` counts it again.
        ("symbol_at", np.int16, (N_FOREST_SPACES,)),  # (space) face that fits, NONE where there is no space
        ("icon_at", np.int16, (N_FOREST_SPACES,)),  # (space) Icon, NONE where there is no space
        ("twins_at", np.int16, (N_FOREST_SPACES,)),  # (space) set of the earlier spaces of its forest that are equal, a bit each
        ("open_spaces", np.int16, (MAX_ROW,)),  # (place) set of the spaces that are not scorched and have no die, a bit each
        ("n_open", np.int16, (MAX_ROW,)),  # (place) how many these are
        ("open_list", np.int16, (N_FOREST_SPACES,)),  # all open spaces, in order
        ("n_open_list", np.int16),
        ("open_symbols", np.int16, (N_SYMBOLS,)),  # (symbol) open spaces in all forests that show it
        ("n_scorched", np.int16),
        ("taken_list", np.int16, (N_SPACES,)),  # all spaces with dice, in order
        ("n_taken_list", np.int16),
        ("top", np.int16, (N_SPACES,)),  # (space) owner of the top die, NONE where there is none
        ("tops", np.int16, (MAX_ROW, N_OWNERS)),  # (place, owner) dice on top of their space
        ("n_pool", np.int16, (MAX_SEATS,)),  # (seat) dice still to be placed
        ("placed", np.int16, (N_OWNERS, FACE_CODES)),  # (owner, symbol or element) dice placed anywhere
        ("n_placed", np.int16, (N_OWNERS,)),  # (owner) dice placed anywhere
        ("n_marked", np.int16),
        ("in_hand", np.int16, (MAX_SEATS, N_EFFECTS)),  # (seat, effect) potions in hand
        ("vp_potions", np.int32, (MAX_SEATS,)),  # (seat) in hand and drunk
        ("vp_forests", np.int32, (MAX_SEATS,)),
        ("crew", np.int16, (MAX_SEATS, N_CARDS)),  # (seat, creature card) trained
        ("n_trained", np.int16, (MAX_SEATS,)),
        ("in_forest", np.int16, (MAX_SEATS, N_FOREST_POWERS, N_SETS)),  # (seat, power, seasons of a forest) what its crew brings there
        ("n_creatures", np.int16, (MAX_SEATS,)),  # (seat) trained and released
        ("creatures_in", np.int16, (MAX_SEATS, N_SETS)),  # (seat, set of seasons) own creatures of these seasons
        ("homes_in", np.int16, (MAX_SEATS, N_SETS)),  # (seat, set of seasons) own forests with one of these seasons
        # Scratch of a shuffle.
        ("counts", np.int16, (max(N_FORESTS, N_POTIONS, N_CHARACTERS, N_CARDS),)),  # cards that go into a deck
        ("priorities", np.uint64, (MAX_DECK,)),
    ],
    align=True,
)


@inlined
def is_further_step(state):
    """Whether the decision is a step of an action whose first step was chosen in the turn: the dice and stocks are still the same."""
    phase = state.phase
    is_first_pick = phase == Phase.PICK and state.purpose == Purpose.DEN_MOVE  # it follows the placement of a die
    return phase == Phase.GROUP or (Phase.PICK <= phase <= Phase.REROLL and not is_first_pick)
