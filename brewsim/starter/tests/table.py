"""The table that the tests set by hand."""

import numpy as np
from brewsim.engine.contract import SLACK, new_record
from brewsim.rules import load_rules

from my_game import TITLE
from my_game.rules import GOODS, N_GOODS
from my_game.state import STATE


class Table:
    """Seat 0 is to load an empty boat. Cards that are not named lie in the discard pile; the first name of `deck` is on top."""

    def __init__(self, hands=(), deck=(), boat=(), seats=2, changes=None):
        self.rules, self.state = load_rules("my_game", changes).record, new_record(STATE)
        self.state.key, self.state.n_seats = 7, seats
        with np.errstate(over="ignore"):
            TITLE.functions.setup(self.rules, self.state)
        self.state.hand[:], self.state.discard[:] = 0, self.rules.copies
        self.state.n_deck = len(deck)
        for place, name in enumerate(reversed(deck)):
            self.state.deck[place] = self._take(name)
        for seat, names in enumerate(hands):
            for name in names:
                self.state.hand[seat, self._take(name)] += 1
        for name in boat:
            self.state.boat[self._take(name)] = 1

    def _take(self, name: str) -> int:
        self.state.discard[GOODS.index(name)] -= 1
        return GOODS.index(name)

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
