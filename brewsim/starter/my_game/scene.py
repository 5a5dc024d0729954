"""The table as plain data, for the workbench: what lies open, and under `hidden` what only its owner sees. Seats are counted from 1."""

from typing import Any

import numpy as np

from my_game.rules import GOODS
from my_game.words import cards


def scene(rules: np.record, state: np.record) -> dict[str, Any]:
    """All that lies on the table."""
    return {
        "common": {
            "boat": cards(state.boat),
            "rounds": int(rules.rounds),
            "cards in the deck": int(state.n_deck),
            "discard pile": cards(state.discard),
            "points of a good": [f"{good} {points}" for good, points in zip(GOODS, rules.points)],
        },
        "seats": [
            {
                "seat": seat + 1,
                "score": int(state.score[seat]),
                "boats lost": int(state.sunk[seat]),
                "hidden": {"hand": cards(state.hand[seat])},
            }
            for seat in range(state.n_seats)
        ],
        "now": {"doing": "loads the boat" if state.phase == 0 else "may discard a card"},
    }
