"""The table that the tests set by hand."""

import numpy as np
from brewsim.engine.contract import SLACK, new_record
from brewsim.rules import load_rules

from orchard import TITLE
from orchard.codes import DONE, decode
from orchard.kernel import begin_turn
from orchard.rules import KINDS
from orchard.state import STATE


def k(kind: str) -> int:
    return KINDS.index(kind)


class Table:
    """Seat 0 begins a turn with this hand; `decks` are face down, the first name on top. Other cards that a seat has are discarded."""

    def __init__(self, hand=(), decks=((), ()), changes=None):
        self.rules, self.state = load_rules("orchard", changes).record, new_record(STATE)
        self.state.key, self.state.n_seats = 7, len(decks)
        self.setup()
        state = self.state
        for seat, names in enumerate(decks):
            state.hand[seat], state.discard[seat], state.n_deck[seat] = 0, state.owned[seat], 0
            for name in reversed(names):
                state.deck[seat, state.n_deck[seat]] = self._take(seat, name)
                state.n_deck[seat] += 1
        for name in hand:
            state.hand[0, self._take(0, name)] += 1
        with np.errstate(over="ignore"):
            begin_turn(self.rules, state)

    def setup(self) -> None:
        with np.errstate(over="ignore"):
            TITLE.functions.setup(self.rules, self.state)

    def _take(self, seat: int, name: str) -> int:
        """A card that a seat has in its discard pile, or gets from the supply."""
        if self.state.discard[seat, k(name)] == 0:
            self.state.supply[k(name)] -= 1
            self.state.owned[seat, k(name)] += 1
        else:
            self.state.discard[seat, k(name)] -= 1
        return k(name)

    def play(self, *actions: int) -> None:
        for action in actions:
            assert action in self.options()
            with np.errstate(over="ignore"):
                TITLE.functions.apply(self.rules, self.state, action)
            assert TITLE.functions.check(self.rules, self.state) == 0

    def options(self) -> list[int]:
        actions = np.zeros(TITLE.max_actions + SLACK, np.int32)
        return actions[: TITLE.functions.legal(self.rules, self.state, actions)].tolist()

    def offered(self) -> set[str]:
        """The kinds that can be played, removed or bought now."""
        return {KINDS[decode(action)[1]] for action in self.options() if action != DONE}

    def outcome(self) -> np.ndarray:
        rows = np.zeros(self.state.n_seats, TITLE.outcome_dtype).view(np.recarray)
        TITLE.functions.outcome(self.rules, self.state, rows)
        return rows
