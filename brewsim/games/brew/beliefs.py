"""What a bot takes for granted: its named beliefs (bots.toml), as tables that follow from them and from the rules."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.brew.rules import (
    EFFECTS,
    KIND_OF_CARD,
    MAX_COST,
    MAX_SEATS,
    MAX_SPACES,
    N_CARDS,
    N_EFFECTS,
    N_POTIONS,
    N_SETS,
    N_SIDES,
    N_VILLAGE_SPACES,
)
from brewsim.parts.exact import exp, powers

MAX_LEAD = MAX_SPACES + 1  # dice of a full forest, and one more: what a die would change is asked of full forests, too
MAX_LACK = MAX_COST + 1  # ingredients of a potion, and one more
LEAST_WIDTH = 0.1  # of the chance to hold a lead; a narrower one could not be told from a certainty
PAYS_LATE = ("berry_herder", "forest_herald", "berry_merchant", "ingredient_merchant")  # kinds whose power works when a round ends

SCALARS = (
    "spite",
    "good_worth",
    "berry_worth",
    "die_worth",
    "newcomer",
    "market_share",
    "next_home",
    "turn_share",
    "shift_price",
    "later_effect",
    "other_plans",
)
BELIEFS = np.dtype(
    [
        *((name, np.float64) for name in SCALARS),  # as bots.toml tells them
        ("patience", np.float64, (MAX_LACK + 1,)),  # (missing ingredients) share of its worth that a potion has in a plan
        ("potion_worth", np.float64, (N_POTIONS,)),  # (potion) VP, and what drinking it may bring
        ("effect_worth", np.float64, (N_EFFECTS,)),  # (effect) VP of drinking it
        ("hold_chance", np.float64, (MAX_SPACES + 1, 2 * MAX_LEAD + 1)),  # (dice to come, MAX_LEAD + lead) chance to control a forest
        ("hope", np.float64, (MAX_SEATS + 1,)),  # (number of seats) factor of the worth of a forest
        ("power_worth", np.float64, (N_CARDS,)),  # (creature card) VP a round
        ("pays_late", np.int8, (N_CARDS,)),  # (creature card) 1 if its power works when a round ends
        ("scorching", np.int16, (N_SIDES,)),  # (side) the village spaces that let one scorch, a bit each
        ("clearing", np.int16, (N_SIDES,)),  # (side) the village spaces that set the element dice in the forests aside, a bit each
        ("disjoint", np.int32, (N_SETS,)),  # (set of seasons) the sets that have none of them: a bit for each set
    ],
    align=True,
)


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules."""
    beliefs = new_record(BELIEFS)
    for name in SCALARS:
        beliefs[name] = values[name]
    beliefs.patience[:] = powers(values["patience"], MAX_LACK + 1)
    beliefs.effect_worth[:] = [values[f"effect_worth.{effect}"] for effect in EFFECTS]
    beliefs.potion_worth[:] = rules.potion_vp + values["planned_effect"] * beliefs.effect_worth[rules.effect]
    beliefs.hold_chance[:] = hold_chances(values["hold_width.fixed"], values["hold_width.each_die"])
    beliefs.hope[2:] = values["hope.two_seats"], values["hope.three_seats"], values["hope.four_seats"]
    beliefs.power_worth[:] = [values[f"power_worth.{kind}"] for kind in KIND_OF_CARD]
    beliefs.pays_late[:] = [kind in PAYS_LATE for kind in KIND_OF_CARD]
    beliefs.disjoint[:] = [sum(1 << other for other in range(N_SETS) if not other & seasons) for seasons in range(N_SETS)]
    bits = 1 << np.arange(N_VILLAGE_SPACES)
    beliefs.scorching[:] = (rules.scorch > 0) @ bits
    beliefs.clearing[:] = (rules.clears_elements > 0) @ bits
    return beliefs


@cache
def hold_chances(fixed: float, each_die: float) -> tuple[tuple[float, ...], ...]:
    """(dice to come, MAX_LEAD + lead) the chance to control a forest at the end. Most bots believe the same, so it is kept."""
    widths = [max(LEAST_WIDTH, fixed + each_die * to_come) for to_come in range(MAX_SPACES + 1)]
    return tuple(tuple(1 / (1 + exp((0.5 - lead) / width)) for lead in range(-MAX_LEAD, MAX_LEAD + 1)) for width in widths)
