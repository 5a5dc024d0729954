"""What a bot takes for granted: its named beliefs (bots.toml), and tables that follow from them and from the rules."""

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.features import Feature
from brewsim.games.brew_baron.judges import N_SETS
from brewsim.games.brew_baron.prospects import SIGNS
from brewsim.games.brew_baron.rules import (
    FIRST_ADJUNCT,
    FIRST_INSTANT,
    GRAIN,
    HOPS,
    MAX_SEATS,
    MIN_SEATS,
    N_ADJUNCTS,
    N_IMPROVEMENTS,
    N_TYPES,
)
from brewsim.games.brew_baron.view import TURN
from brewsim.reading import read_toml

SCALARS = (
    "rich",
    "unpaired",
    "spare",
    "no_brew",
    "seek",
    "known_match",
    "known_half",
    "after_refusal",
    "exposed",
    "card_tax",
    "token_tax",
    "reach",
    "judge_pair",
    "judge_in_row",
    "shown_in_row",
    "dealt",
    "taken",
    "withheld",
    "match_point",
    "overflow",
    "hope",
    "adjunct_hope",
    "per_token",
    "fest_level",
    "sharpness",
)  # as they stand in bots.toml, where each is explained

BELIEFS = np.dtype(
    [
        *((name, np.float64) for name in SCALARS),
        ("refilled", np.float64),  # tokens that the refill gives back who spends them
        ("crowding", np.float64),  # how much less an action card is worth for each one in hand
        # What judges bring, by the set of their owners (judges.py).
        ("pair_tokens", np.float64, (N_SETS,)),  # (owners) of judges who are all pleased with a pair
        ("unknown_worth", np.float64, (N_TYPES, N_SETS)),  # (type, owners) tokens expected of these judges for any value
        ("unknown_spread", np.float64, (N_TYPES, N_SETS)),  # (type, owners) standard deviation of the difference of two values
        ("known_worth", np.float64, (N_TYPES, N_SETS, N_SETS)),  # (type, owners, owners of known other halves) tokens of who like a card
        ("prior", np.float64, (N_TYPES,)),  # (type) chance that an unknown card has a given value: all are as likely
        # The actions of a turn.
        ("turn", TURN),  # what is the same in every turn
        ("turn_feature", np.int16, (codes.N_TURN,)),  # (action) the feature that only this verb has; any where it has none
        ("prospects", np.float64, (MAX_SEATS + 1, len(SIGNS))),  # (seats, sign) what makes a seat likely to win
        # Action cards.
        ("share", np.float64, (N_IMPROVEMENTS,)),  # (improvement) of all action cards
        ("adjunct_use", np.float64, (N_ADJUNCTS,)),  # (adjunct) 1 if it can do anything, else 0
    ],
    align=True,
)


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules."""
    beliefs = new_record(BELIEFS)
    for name in SCALARS:
        beliefs[name] = values[name]
    beliefs.rich = max(0.0, values["rich"])  # nobody has fewer tokens
    beliefs.refilled = max(0.0, rules.refill_to - values["award"])
    beliefs.crowding = values["full_hand"] * (1.0 / rules.action_limit)
    beliefs.prior[:] = 1.0 / rules.n_values
    sets = np.arange(N_SETS)
    for owner in range(MAX_SEATS):  # added one by one, as a player does
        is_in = (sets >> owner) & 1
        beliefs.pair_tokens += is_in * rules.pair_tokens
        for t, other in ((GRAIN, HOPS), (HOPS, GRAIN)):
            beliefs.unknown_worth[t] += is_in * (rules.match_tokens * beliefs.prior[t])
            beliefs.known_worth[t] += np.outer(is_in, rules.match_tokens + (1 - is_in) * (rules.pair_tokens * beliefs.prior[other]))
    for t in range(N_TYPES):
        beliefs.unknown_spread[t] = [math.sqrt(2.0 * owners.bit_count() * beliefs.prior[t]) for owners in range(N_SETS)]
    beliefs.turn.cost[codes.TAKE : codes.BRIBE] = rules.turn_cost
    beliefs.turn.cost[codes.BRIBE] = rules.bribe_cost
    beliefs.turn.cost[codes.INSTANT : codes.N_TURN] = rules.play_cost[FIRST_INSTANT:FIRST_ADJUNCT]
    beliefs.turn.cost[codes.BUYBACK] -= rules.buyback_tokens
    beliefs.turn.cost[codes.TAX_COLLECTOR] += rules.tax_tokens
    beliefs.turn.value[codes.BRIBE : codes.N_TURN] = 1.0
    beliefs.turn_feature[codes.DRAW_ACTION] = Feature.ACTION_CARD
    beliefs.turn_feature[codes.BRIBE] = Feature.BRIBE
    beliefs.turn_feature[codes.INSTANT : codes.N_TURN] = Feature.INSTANT
    beliefs.share[:] = rules.copies[:N_IMPROVEMENTS] / max(1, rules.copies.sum())
    beliefs.adjunct_use[:] = (rules.shift != 0).any(axis=1) | (rules.replaces == 1)
    by_seats = read_prospects()
    beliefs.prospects[MIN_SEATS:] = np.array([by_seats[sign] for sign in SIGNS]).T
    return beliefs


@cache
def read_prospects() -> dict[str, list[float]]:
    """(sign) for each number of seats."""
    return read_toml(Path(__file__).with_name("prospects.toml"))
