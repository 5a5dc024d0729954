"""What a bot takes for granted: how long a game lasts."""

from collections.abc import Mapping

import numpy as np
from brewsim.engine.contract import new_record

from orchard.rules import MAX_ROUNDS

BELIEFS = np.dtype([("late", np.float64, (MAX_ROUNDS,))], align=True)  # (round) part of the game that is over, as far as rounds tell


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules."""
    beliefs = new_record(BELIEFS)
    beliefs.late[:] = np.minimum(1.0, np.arange(MAX_ROUNDS) / max(1.0, min(values["usual_rounds"], rules.rounds)))
    return beliefs
