"""What a bot takes for granted: its named beliefs (bots.toml), and tables that follow from them and from the rules."""

from collections.abc import Mapping

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.features import Feature
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, FIRST_INSTANT, GRAIN, HOPS, MAX_SEATS, N_IMPROVEMENTS, N_TYPES, Kind

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
    "second_copy",
    "reach",
    "judge_pair",
    "judge_in_row",
    "shown_in_row",
)  # as they stand in bots.toml, where each is explained

BELIEFS = np.dtype(
    [
        *((name, np.float64) for name in SCALARS),
        ("crowding", np.float64),  # how much less an action card is worth for each one in hand
        # What is not known of the judges: every value is as likely.
        ("prior", np.float64, (N_TYPES,)),  # (type) chance that an unknown card has a given value
        ("unknown_worth", np.float64, (N_TYPES, MAX_SEATS + 1)),  # (type, judges) tokens expected of as many unknown judge cards
        ("known_worth", np.float64, (N_TYPES, 2)),  # (type, 1 if his other card is known) tokens expected of a judge who likes a card
        # The actions of a turn: what is the same in every turn.
        ("turn_cost", np.float64, (codes.N_TURN,)),  # (action) tokens; improvements without their slot
        ("turn_value", np.float64, (codes.N_TURN,)),  # (action) 1 where `turn_feature` only counts the action
        ("turn_feature", np.int16, (codes.N_TURN,)),  # (action) the feature that only this verb has; any where it has none
    ],
    align=True,
)


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules."""
    beliefs = new_record(BELIEFS)
    for name in SCALARS:
        beliefs[name] = values[name]
    beliefs.rich = max(0.0, values["rich"])  # nobody has fewer tokens
    beliefs.crowding = values["full_hand"] * (1.0 / rules.action_limit)
    beliefs.prior[:] = 1.0 / rules.n_values
    beliefs.unknown_worth[:, 1:] = np.cumsum(np.tile(rules.match_tokens * beliefs.prior, (MAX_SEATS, 1)), axis=0).T
    for t, other in ((GRAIN, HOPS), (HOPS, GRAIN)):
        beliefs.known_worth[t] = rules.match_tokens + rules.pair_tokens * beliefs.prior[other], rules.match_tokens
    beliefs.turn_cost[codes.TAKE : codes.BRIBE] = rules.turn_cost
    beliefs.turn_cost[codes.BRIBE] = rules.bribe_cost
    beliefs.turn_cost[codes.INSTANT : codes.N_TURN] = rules.play_cost[FIRST_INSTANT:FIRST_ADJUNCT]
    beliefs.turn_cost[codes.BUYBACK] -= rules.buyback_tokens
    beliefs.turn_cost[codes.TAX_COLLECTOR] += rules.tax_tokens
    beliefs.turn_value[codes.BRIBE : codes.N_TURN] = 1.0
    beliefs.turn_feature[codes.DRAW_ACTION] = Feature.ACTION_CARD
    for kind in range(N_IMPROVEMENTS):
        beliefs.turn_feature[codes.BUILD + kind] = Feature[f"BUILD_{Kind(kind).name}"]
    beliefs.turn_feature[codes.BRIBE] = Feature.BRIBE
    beliefs.turn_feature[codes.INSTANT : codes.N_TURN] = Feature.INSTANT
    return beliefs
