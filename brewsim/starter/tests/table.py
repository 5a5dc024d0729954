"""The table that the tests set by hand."""

import numpy as np
from brewsim.engine.contract import SLACK, new_record
from brewsim.rules import load_rules

from my_game import TITLE
from my_game.rules import GOODS, N_GOODS
from my_game.state import STATE


class Table:
    """Seat 0 is to move. A hand that is not named stays as it was dealt."""

    def __init__(self, *hands, seats=2, changes=None):
        self.rules, self.state = load_rules("my_game", changes).record, new_record(STATE)
        self.state.key, self.state.n_seats = 7, seats
        with np.errstate(over="ignore"):  # chance wraps around on purpose
            TITLE.functions.setup(self.rules, self.state)
        for seat, hand in enumerate(hands):
            counts = [hand.count(good) for good in GOODS]
            self.state.bag[:] += self.state.hand[seat] - counts
            self.state.hand[seat] = counts

    def play(self, *actions: int) -> None:
        for action in actions:
            assert action in self.options()
            with np.errstate(over="ignore"):
                TITLE.functions.apply(self.rules, self.state, action)
            assert TITLE.functions.check(self.rules, self.state) == 0

    def options(self) -> list[int]:
        actions = np.zeros(TITLE.max_actions + SLACK, np.int32)
        return actions[: TITLE.functions.legal(self.rules, self.state, actions)].tolist()

    def outcome(self) -> np.ndarray:
        rows = np.zeros(self.state.n_seats, TITLE.outcome_dtype).view(np.recarray)
        TITLE.functions.outcome(self.rules, self.state, rows)
        return rows

    def hand(self, seat: int) -> list[str]:
        return [GOODS[good] for good in range(N_GOODS) for _ in range(self.state.hand[seat, good])]
