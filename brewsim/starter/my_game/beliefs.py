"""What a bot takes for granted: its named beliefs (bots.toml), as tables that follow from them and from the rules."""

from collections.abc import Mapping

import numpy as np
from brewsim.engine.contract import new_record

from my_game.rules import N_GOODS

BELIEFS = np.dtype(
    [
        ("kept", np.float64, (N_GOODS,)),  # (good) points that a card in hand is worth for later turns
        ("average", np.float64),  # the same of a card that is not known
    ],
    align=True,
)


def believe(rules: np.record, values: Mapping[str, float]) -> np.record:
    """The beliefs record of named values, by these rules."""
    beliefs = new_record(BELIEFS)
    beliefs.kept[:] = values["patience"] * rules.points
    beliefs.average = (beliefs.kept * rules.copies).sum() / rules.copies.sum()
    return beliefs
