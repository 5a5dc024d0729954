"""The table that the tests of Brew Crafters set by hand."""

from collections import Counter

import numpy as np

from brewsim.engine.contract import SLACK, new_record
from brewsim.games.brew_crafters import checks, kernel, options, scoring
from brewsim.games.brew_crafters.checks import Invariant
from brewsim.games.brew_crafters.codes import BREW, PAY
from brewsim.games.brew_crafters.rules import KINDS, RECIPES
from brewsim.games.brew_crafters.state import STATE, Phase
from brewsim.rules import load_rules

RULES = load_rules("brew_crafters")


def kind(name: str) -> int:
    return KINDS.index(name)


def recipe(name: str) -> int:
    return RECIPES.index(name)


class Table:
    """A table set by hand: what is not named lies in the discard pile. Seat 0 is at its step 2 unless told otherwise."""

    def __init__(self, hands=(), row=(), deck=(), breweries=(), seats=2, phase=Phase.ACT, changes=None):
        self.rules = load_rules("brew_crafters", changes).record
        self.state = new_record(STATE)
        self.state.key, self.state.n_seats = 7, seats
        with np.errstate(over="ignore"):
            kernel.setup(self.rules, self.state)
        state = self.state
        for field in ("hand", "held", "n_hand", "public", "row", "discard", "brewery"):
            state[field][:] = 0
        state.n_row = state.n_deck = state.n_discard = 0
        for seat in range(seats):
            kernel.count_balance(self.rules, state, seat)
        left = Counter({k: int(n) for k, n in enumerate(self.rules.copies)})
        for side, names in enumerate(breweries):
            for name in names:
                state.seat = side
                kernel.add_card(self.rules, state, side, kind(name))
                kernel.play_card(self.rules, state, kind(name))
                left[kind(name)] -= 1
        state.cards_played[:] = 0
        state.seat = 0
        for seat, names in enumerate(hands):
            for name in names:
                kernel.add_card(self.rules, state, seat, kind(name))
                left[kind(name)] -= 1
        for name in row:
            state.row[kind(name)] += 1
            state.n_row += 1
            left[kind(name)] -= 1
        for place, name in enumerate(reversed(deck)):  # the first name is on top
            state.deck[place] = kind(name)
            state.n_deck += 1
            left[kind(name)] -= 1
        for k, n in left.items():
            assert n >= 0, f"too many {KINDS[k]}"
            state.discard[k] = n
            state.n_discard += n
        state.phase = phase

    def legal(self) -> list[int]:
        actions = np.zeros(RULES.title.max_actions + SLACK, np.int32)
        return actions[: options.legal(self.rules, self.state, actions)].tolist()

    def do(self, *actions: int) -> None:
        for action in actions:
            assert action in self.legal(), f"{action} is not among {self.legal()} in phase {Phase(self.state.phase).name}"
            with np.errstate(over="ignore"):
                kernel.apply(self.rules, self.state, action)
            assert self.broken() == Invariant.WHOLE

    def broken(self) -> Invariant:
        """What the checks find."""
        return Invariant(checks.check(self.rules, self.state))

    def empty_discard(self) -> None:
        """Take the discard pile out of the game, rules and all."""
        self.rules.copies[:] -= self.state.discard
        self.state.discard[:] = 0
        self.state.n_discard = 0

    def hand(self, seat: int) -> list[str]:
        return [KINDS[k] for k in range(len(KINDS)) for _ in range(self.state.hand[seat, k])]

    @staticmethod
    def metric(name: str) -> int:
        return RULES.title.metrics.index(name)

    def outcome(self) -> np.ndarray:
        out = np.zeros(self.state.n_seats, RULES.title.outcome_dtype).view(np.recarray)
        scoring.outcome(self.rules, self.state, out)
        return out


ALE = ["malt_expert", "farm", "hops_expert", "night_shift"]  # malt, hops, hops, yeast
FILLER = ["employee_manager"] * 3


def fresh(seats: int, changes=None) -> Table:
    table = Table(seats=seats, changes=changes)
    table.state = new_record(STATE)
    table.state.key, table.state.n_seats = 99, seats
    with np.errstate(over="ignore"):
        kernel.setup(table.rules, table.state)
    return table


def after_ale(brewery, row, hand=(), deck=("night_shift",) * 2, changes=None) -> Table:
    table = Table([[*ALE[:3], "employee_manager", *hand], []], row, deck, [brewery], changes=changes)
    table.do(BREW + recipe("ale"))
    while table.state.phase == Phase.PAY:
        keep = {PAY + kind(name) for name in hand}
        table.do(next(action for action in table.legal() if action not in keep))
    return table


def finished(hands, rep, seats=2) -> np.ndarray:
    from brewsim.engine.ranking import rank

    table = Table(hands, seats=seats)
    table.state.rep[: len(rep)] = rep
    table.state.end_round, table.state.over = 1, True
    rows = table.outcome()
    rank(rows)
    return rows
