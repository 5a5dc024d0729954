"""What a bot takes for granted: its named beliefs (bots.toml), and tables that follow from them and from the rules."""

from collections.abc import Mapping

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.heaven_and_ale.box import (
    BELOW_TRACK,
    BREWMASTER,
    MAX_ROUNDS,
    MAX_SUM,
    N_FERTILITIES,
    N_GOALS,
    RING,
    Goal,
    Space,
)
from brewsim.parts.exact import exp, powers

MAX_LACKING = 40  # steps, tiles, discs, cards or sheds that a goal is away: a further one is as good as that

VALUES = (  # bots.toml says what each of them means
    "early_ducat_worth",
    "yield_worth",
    "plot_worth",
    "goal_worth",
    "goal_patience",
    "x_share",
    "chance_most",
    "need_mean",
    "need_per_step",
    "need_least",
    "need_most",
    "need_at_end",
    "hope_base",
    "hope_per_round",
    "hope_most",
    "hope_last",
)
LEAST_PACE = 0.01  # of a goal in a round: nobody believes in less
FERTILITIES = ("barren_tile", "fertile_tile", "fertile_from")  # beliefs that are a fertility

BELIEFS = np.dtype(
    [
        *((name, np.float64) for name in VALUES),
        ("step_worth", np.float64),  # points of a step of a resource marker, if it is fully needed
        ("brew_worth", np.float64),  # points of a step of the brewmaster
        ("ducat_worth", np.float64),  # points of a ducat at the very end
        *((name, np.int16) for name in FERTILITIES),
        ("reach", np.float64, (MAX_ROUNDS + 1, N_GOALS, MAX_LACKING + 1)),  # (rounds left, goal, lacking) chance to meet it in time
        ("shed_brew", np.float64, (RING + 1, MAX_SUM + 1)),  # (tiles around, their sum) steps that a shed will bring
        ("shed_yield", np.float64, (RING + 1, MAX_SUM + 1)),  # (tiles around, their sum) fertility that it will activate
        ("disc_spaces", np.int16),  # on the track
    ],
    align=True,
)


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules."""
    beliefs = new_record(BELIEFS)
    for name in VALUES:
        beliefs[name] = values[name]
    for name in FERTILITIES:
        beliefs[name] = min(max(round(values[name]), 1), N_FERTILITIES)
    first, last = BELOW_TRACK + rules.start[BREWMASTER], BELOW_TRACK + rules.track_end
    points = rules.vp[first : last + 1].astype(float)  # of each spot of the lowest marker, by spot of the brewmaster
    beliefs.step_worth = values["lowest_share"] * points.mean()
    beliefs.brew_worth = values["lowest_spot"] * (points[-1] - points[0]) / max(1, len(points) - 1)
    beliefs.ducat_worth = beliefs.step_worth / rules.ducats_per_step
    beliefs.reach[:, :, 0] = 1.0
    for goal, whole in enumerate(whole_goals(rules)):
        for rounds in range(1, MAX_ROUNDS + 1):
            pace = max(LEAST_PACE, values["goal_pace"]) * whole * rounds
            beliefs.reach[rounds, goal] = powers(exp(-1.0 / pace), MAX_LACKING + 1)
    steps = rules.shed_steps[rules.shed_type].astype(float)
    activated = np.array([int(arrows).bit_count() / RING for arrows in rules.arrows[:, 0]])
    fertility = activated[rules.shed_type] * np.arange(MAX_SUM + 1)
    beliefs.shed_brew[:] = shed_outlook(steps, values["shed_care"])
    beliefs.shed_yield[:] = shed_outlook(fertility, values["shed_care"])
    beliefs.disc_spaces = np.isin(rules.space_kind, (Space.A, Space.B, Space.C, Space.ABC)).sum()
    return beliefs


def whole_goals(rules: np.record) -> list[int]:
    """By goal how many steps, tiles, discs, cards or sheds it asks for from the first round on."""
    wholes = rules.goal.tolist()
    resources = rules.start[:BREWMASTER]
    wholes[Goal.BREWMASTER] -= int(rules.start[BREWMASTER])
    wholes[Goal.ALL_RESOURCES] = int(np.maximum(0, wholes[Goal.ALL_RESOURCES] - resources).sum())
    wholes[Goal.FULL_TRACK] -= int(resources.max())
    return [max(1, whole) for whole in wholes]


def shed_outlook(at_end: np.ndarray, care: float) -> np.ndarray:
    """What a shed will bring by (tiles around it, their sum), if `at_end` is what it brings by the sum of all six.

    Each tile to come is believed to lie between the best one (`care` 1) and an average one (`care` 0).
    """
    outlook = np.zeros((RING + 1, MAX_SUM + 1))
    outlook[RING] = at_end
    for tiles in range(RING - 1, -1, -1):
        sums = tiles * N_FERTILITIES + 1
        following = [outlook[tiles + 1, more : more + sums] for more in range(N_FERTILITIES + 1)]  # by the fertility of the next tile
        outlook[tiles, :sums] = care * np.max(following, axis=0) + (1 - care) * (sum(following) / len(following))
    return outlook
