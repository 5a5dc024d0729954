"""What a bot takes for granted: its named beliefs (bots.toml), as tables that follow from them and from the rules."""

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.brew.rules import (
    EFFECTS,
    FOREST_POWERS,
    KIND_OF_CARD,
    MAX_COST,
    MAX_SEATS,
    MAX_SPACES,
    N_CARDS,
    N_EFFECTS,
    N_POTIONS,
    N_SEASONS,
    N_SETS,
    N_SIDES,
    N_VILLAGE_SPACES,
    Den,
)
from brewsim.games.brew.spaces import N_DIE_KINDS
from brewsim.parts.exact import exp, powers

MAX_LEAD = MAX_SPACES + 1  # dice of a full forest, and one more: what a die would change is asked of full forests, too
GRAIN = 8  # steps of a lead that is not whole: what the dice to come add to it is told in parts of a die
MAX_DRIFT = MAX_SPACES * GRAIN  # steps that they can add or take
LEVEL = MAX_LEAD * GRAIN + MAX_DRIFT  # where a lead of 0 stands
MAX_LACK = MAX_COST + 1  # ingredients of a potion, and one more
TABLES_KEPT = 64  # of bots: most believe the same, but a tuning asks for new ones with each candidate
LEAST_WIDTH = 0.1  # of the chance to hold a lead; a narrower one could not be told from a certainty
MAX_TURNS = MAX_LACK  # own dice still to come that plans tell apart
PAYS_LATE = ("berry_herder", "forest_herald", "berry_merchant", "ingredient_merchant")  # kinds whose power works when a round ends


class Need(IntEnum):
    """What powers need to work in this round, a bit each; the lower bits stand for a forest of each season in the row."""

    NOTHING = 1 << N_SEASONS
    ELEMENT_DIE = 2 << N_SEASONS
    FORAGE_DIE = 4 << N_SEASONS
    SCORCHING = 8 << N_SEASONS


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
    "drink_price",
)
BELIEFS = np.dtype(
    [
        *((name, np.float64) for name in SCALARS),  # as bots.toml tells them
        (
            "patience",
            np.float64,
            (MAX_TURNS + 1, MAX_LACK + 1),
        ),  # (own dice to come, missing ingredients) share of its worth that a potion has in a plan
        ("potion_worth", np.float64, (N_POTIONS,)),  # (potion) VP, and what drinking it may bring
        ("effect_worth", np.float64, (N_EFFECTS,)),  # (effect) VP of drinking it
        ("hold_chance", np.float64, (MAX_SPACES + 1, 2 * LEVEL + 1)),  # (dice to come, LEVEL + steps of lead) chance to control a forest
        ("reach", np.float64, (N_DIE_KINDS,)),  # (kind of die) lead in a forest that an own die still to come is worth
        ("rival_reach", np.float64, (N_DIE_KINDS,)),  # (kind of die) the same for a die that each rival still has to come
        ("counts_dice", np.int8),  # 1 if any of these is not 0
        ("hope", np.float64, (MAX_SEATS + 1,)),  # (number of seats) factor of the worth of a forest
        ("rivalry", np.float64, (MAX_SEATS + 1,)),  # (number of seats) the same for the best rival
        ("power_worth", np.float64, (N_CARDS,)),  # (creature card) VP a round; of a Berry Herder, for each creature of its season
        (
            "need",
            np.int16,
            (N_CARDS,),
        ),  # (creature card) what its power needs to work in this round: a set of Needs, one of which is enough
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
    beliefs.patience[:] = patience_of(values["patience"], values["pace"])
    if rules.potions_need_die:
        beliefs.patience[0] = 0.0  # after the last die nothing is brewed
    beliefs.effect_worth[:] = [values[f"effect_worth.{effect}"] for effect in EFFECTS]
    beliefs.potion_worth[:] = rules.potion_vp + values["planned_effect"] * beliefs.effect_worth[rules.effect]
    beliefs.reach[:] = values["reach.forage"], values["reach.element"]
    beliefs.rival_reach[:] = values["rival_reach.forage"], values["rival_reach.element"]
    beliefs.counts_dice = beliefs.reach.any() or beliefs.rival_reach.any()
    beliefs.hold_chance[:] = hold_chances(values["hold_width.fixed"], values["hold_width.each_die"])
    beliefs.hope[2:] = values["hope.two_seats"], values["hope.three_seats"], values["hope.four_seats"]
    beliefs.rivalry[2:] = values["rivalry.two_seats"], values["rivalry.three_seats"], values["rivalry.four_seats"]
    units = [values[f"power_worth.{kind}"] for kind in KIND_OF_CARD]
    beliefs.power_worth[:] = [unit * units_of_power(rules, card) for card, unit in enumerate(units)]
    beliefs.need[:] = [need_of(rules, card) for card in range(N_CARDS)]
    beliefs.pays_late[:] = [kind in PAYS_LATE for kind in KIND_OF_CARD]
    beliefs.disjoint[:] = [sum(1 << other for other in range(N_SETS) if not other & seasons) for seasons in range(N_SETS)]
    bits = 1 << np.arange(N_VILLAGE_SPACES)
    beliefs.scorching[:] = (rules.scorch > 0) @ bits
    beliefs.clearing[:] = (rules.clears_elements > 0) @ bits
    return beliefs


@lru_cache(TABLES_KEPT)
def patience_of(patience: float, pace: float) -> tuple[tuple[float, ...], ...]:
    """(own dice to come, missing ingredients) share of its worth that a potion has in a plan: it falls with each, and for want of dice."""
    by_lack = powers(patience, MAX_LACK + 1)
    in_time = [[1.0] + [min(1.0, pace * turns / lack) for lack in range(1, MAX_LACK + 1)] for turns in range(MAX_TURNS + 1)]
    return tuple(tuple(share * time for share, time in zip(by_lack, times)) for times in in_time)


def units_of_power(rules: np.record, card: int) -> float:
    """How much a creature's power gives under these rules, in units of its kind."""
    kind, amount = KIND_OF_CARD[card], float(rules.card_amount[card])
    if kind == "berry_merchant":
        return float(rules.berry_trade_vp.max())
    if kind == "ingredient_merchant":
        return float(rules.match_trade_vp.max())
    if kind in FOREST_POWERS:
        forests = rules.forest_seasons[rules.forest_seasons > 0]  # of the cards that there are
        return amount * float((forests >> rules.power_season[card] & 1).mean())
    if kind == "element_shifter" or rules.card_den[card] == Den.ELEMENT:
        return amount * float(rules.element_dice > 0)
    return amount


def need_of(rules: np.record, card: int) -> int:
    """What a creature's power needs to work in this round."""
    kind = KIND_OF_CARD[card]
    if kind in FOREST_POWERS:
        return 1 << int(rules.power_season[card])
    if kind == "ash_forager":
        return Need.SCORCHING
    if kind == "element_shifter" or rules.card_den[card] == Den.ELEMENT:
        return Need.ELEMENT_DIE
    return Need.FORAGE_DIE if rules.card_den[card] == Den.FORAGE else Need.NOTHING


@lru_cache(TABLES_KEPT)
def hold_chances(fixed: float, each_die: float) -> tuple[tuple[float, ...], ...]:
    """(dice to come, LEVEL + steps of lead) the chance to control a forest at the end."""
    widths = [max(LEAST_WIDTH, fixed + each_die * to_come) for to_come in range(MAX_SPACES + 1)]
    return tuple(tuple(1 / (1 + exp((0.5 - steps / GRAIN) / width)) for steps in range(-LEVEL, LEVEL + 1)) for width in widths)
