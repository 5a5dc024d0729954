"""What a bot takes for granted: its named beliefs (bots.toml), and tables that follow from them and from the rules."""

from collections.abc import Mapping

import numpy as np

from brewsim.engine.contract import new_record
from brewsim.games.heaven_and_ale.box import MAX_SUM, N_FERTILITIES, N_GOALS, RING, Space

VALUES = (  # bots.toml says what each of them means
    "step_worth",
    "brew_worth",
    "ducat_worth",
    "early_ducat_worth",
    "yield_worth",
    "plot_worth",
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
FERTILITIES = ("barren_tile", "fertile_tile", "fertile_from")  # beliefs that are a fertility

BELIEFS = np.dtype(
    [
        *((name, np.float64) for name in VALUES),
        *((name, np.int16) for name in FERTILITIES),
        ("goal_share", np.float64, (N_GOALS, 3)),  # (goal, barrels left) points for each tile, disc or card of the goal
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
    beliefs.goal_share[:] = rules.barrel_vp
    beliefs.goal_share /= np.maximum(1, rules.goal)[:, np.newaxis]
    steps = rules.shed_steps[rules.shed_type].astype(float)
    activated = np.array([int(arrows).bit_count() / RING for arrows in rules.arrows[:, 0]])
    fertility = activated[rules.shed_type] * np.arange(MAX_SUM + 1)
    beliefs.shed_brew[:] = shed_outlook(steps, values["shed_care"])
    beliefs.shed_yield[:] = shed_outlook(fertility, values["shed_care"])
    beliefs.disc_spaces = np.isin(rules.space_kind, (Space.A, Space.B, Space.C, Space.ABC)).sum()
    return beliefs


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
