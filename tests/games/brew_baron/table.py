"""The table that the tests of Brew Baron set by hand."""

from typing import Self

import numpy as np

from brewsim.bots import read_bots
from brewsim.engine.contract import NONE, SLACK, new_record
from brewsim.engine.ranking import rank
from brewsim.games.brew_baron import TITLE, checks, codes, features, hidden, ingredients, kernel, options, rounds, scoring, turn_phase, view
from brewsim.games.brew_baron.beliefs import believe
from brewsim.games.brew_baron.checks import Invariant
from brewsim.games.brew_baron.codes import ADJUNCT, BREW_GRAIN, BREW_HOPS, NO_ADJUNCT, NO_BREW
from brewsim.games.brew_baron.judges import knows, show_judge, turn_up
from brewsim.games.brew_baron.rules import ADJUNCTS, IMPROVEMENTS, KINDS, MAX_VALUES, N_KINDS
from brewsim.games.brew_baron.state import STATE, Phase
from brewsim.rules import load_rules


def kind(name: str) -> int:
    return KINDS.index(name)


def adjunct(name: str) -> int:
    return ADJUNCTS.index(name)


def cards(text: str) -> list[tuple[int, int]]:
    """Ingredients written as 'g1 h5': (type, value counted from 0)."""
    return [("gh".index(word[0]), int(word[1:]) - 1) for word in text.split()]


def card(text: str) -> int:
    """An ingredient, written as 'g1', in the code of an action."""
    ((t, value),) = cards(text)
    return codes.card(t, value)


class Table:
    """A table set by hand in the turn of seat 0. Judges are face down and known to their owners unless `up` names them.

    What is not named lies in the decks; if `deck` is given, only that lies there and the rest is discarded.
    """

    def __init__(self, hands=("", ""), judges="", up=(), row="g1 h1", deck=None, actions=(), built=(), tokens=4, seats=2, changes=None):
        self.rules = load_rules("brew_baron", changes).record
        self.open(seats)
        state = self.state
        ingredients.gather_ingredients(self.rules, state)
        state.cards[:] = 0
        state.n_cards[:] = 0
        for seat, names in enumerate(actions):
            for name in names:
                state.cards[seat, kind(name)] += 1
                state.n_cards[seat] += 1
        for seat, names in enumerate(built):
            for name in names:
                self._build(seat, kind(name))
        state.tokens[:seats] = tokens
        self._place_ingredients(hands, judges or " ".join(["g5 h5"] * seats), row, deck)
        self._fill_action_deck()
        for owner, t in up:
            turn_up(state, owner, t)
        state.dealt_row[:] = NONE  # nothing is known of how the judges were chosen
        state.phase, state.seat, state.active = Phase.TURN, 0, 0
        self.keep()

    def open(self, seats: int, key: int = 7) -> Self:
        """As `setup` leaves it."""
        self.state = new_record(STATE)
        self.state.key, self.state.n_seats = key, seats
        kernel.setup(self.rules, self.state)
        return self

    def _build(self, seat: int, improvement: int) -> None:
        """An improvement that was paid for long ago."""
        state = self.state
        mover, tokens = int(state.seat), int(state.tokens[seat])
        state.seat = seat
        state.cards[seat, improvement] += 1
        state.n_cards[seat] += 1
        turn_phase.build_improvement(self.rules, state, improvement)
        state.seat, state.tokens[seat] = mover, tokens

    def build(self, seat: int, name: str) -> None:
        """Move an improvement from the action deck to a brewhouse."""
        self._build(seat, kind(name))
        self._fill_action_deck()

    def _place_ingredients(self, hands, judge_cards: str, row: str, deck: str | None) -> None:
        state = self.state
        for place, (t, value) in enumerate(cards(judge_cards)):
            state.judge[place // 2, t] = value
            show_judge(state, place // 2, place // 2, t)
            state.deck[t, value] -= 1
        for seat, text in enumerate(hands):
            for t, value in cards(text):
                state.hand[seat, t, value] += 1
                state.held[seat, t] += 1
                state.deck[t, value] -= 1
        for t, value in cards(row):
            state.row[t] = value
            state.deck[t, value] -= 1
        if deck is not None:
            state.pile[:] = state.deck
            state.deck[:] = 0
            for t, value in cards(deck):
                state.deck[t, value] += 1
                state.pile[t, value] -= 1
        state.n_deck[:] = state.deck.sum(axis=1)
        state.n_pile[:] = state.pile.sum(axis=1)

    def _fill_action_deck(self) -> None:
        """Put the action cards that lie nowhere else into the deck, in the order of their kinds."""
        state = self.state
        used = state.cards.sum(axis=0) + state.action_pile
        used[: len(IMPROVEMENTS)] += state.built.sum(axis=0)
        rest = [k for k in range(N_KINDS) for _ in range(self.rules.copies[k] - used[k])]
        state.action_deck[: len(rest)] = rest
        state.n_action_deck = len(rest)

    def broken(self) -> Invariant:
        """What the checks find."""
        return Invariant(checks.check(self.rules, self.state))

    def keep(self) -> None:
        assert self.broken() == Invariant.WHOLE

    def legal(self) -> list[int]:
        actions = np.zeros(TITLE.max_actions + SLACK, np.int32)
        return actions[: options.legal(self.rules, self.state, actions)].tolist()

    def do(self, *actions: int) -> Self:
        for action in actions:
            assert action in self.legal(), f"{action} is not legal"
            self.play(action)
            self.keep()
        return self

    def play(self, action: int) -> None:
        """Carry an action out, unchecked."""
        kernel.apply(self.rules, self.state, action)

    def place_all(self) -> Self:
        """All seats put the first judges that they may."""
        while self.state.phase == Phase.JUDGE:
            self.do(self.legal()[0])
        return self

    def brewing(self) -> Self:
        """Go on to the Brewing Phase."""
        self.state.passed[:] = 1
        self.state.n_passed = self.state.n_seats
        self.state.seat = self.state.first
        rounds.offer_turn(self.rules, self.state)
        return self

    def brew(self, *beers: str) -> Self:
        """Seats brew in turn: 'g1 h2', 'g1 h2 coffee', or '' for nothing. Choices that are forced or over are skipped."""
        for beer in beers:
            words = beer.split()
            if not words:
                self.do(NO_BREW)
                continue
            self.do(BREW_GRAIN + int(words[0][1:]) - 1, BREW_HOPS + int(words[1][1:]) - 1)
            if len(words) == 3:
                self.do(ADJUNCT + adjunct(words[2]))
            elif self.state.phase == Phase.ADJUNCT:
                self.do(NO_ADJUNCT)
        return self

    def hand(self, seat: int = 0) -> str:
        return " ".join(f"{'gh'[t]}{v + 1}" for t in range(2) for v in range(MAX_VALUES) for _ in range(self.state.hand[seat, t, v]))

    def knowers(self, owner: int, t: int) -> list[int]:
        """The seats that know a judge card."""
        return [seat for seat in range(self.state.n_seats) if knows(self.state, seat, owner, t)]

    def vector(self, action: int, **own_beliefs: float) -> dict[str, float]:
        """The features of an action, as a bot sees them that believes what all believe but for `own_beliefs`."""
        beliefs = believe(self.rules, {**read_bots(TITLE)["greedy"].beliefs, **own_beliefs})
        seen, out = new_record(view.VIEW), np.zeros(len(features.FEATURES))
        view.survey(self.rules, beliefs, self.state, seen)
        features.features(self.rules, beliefs, self.state, seen, action, out)
        return dict(zip(features.FEATURES, out.tolist()))

    def copy(self) -> "Table":
        """A table of its own with the same cards."""
        other = Table.__new__(Table)
        other.rules = self.rules
        other.state = np.array([self.state], STATE).view(np.recarray)[0]
        return other

    def concealed(self, seat: int, key: int) -> "Table":
        """The table dealt again as `seat` may think it to be."""
        other = self.copy()
        hidden.conceal(other.rules, other.state, seat, np.uint64(key))
        other.keep()
        return other

    def outcome(self) -> np.recarray:
        rows = np.zeros(self.state.n_seats, TITLE.outcome_dtype).view(np.recarray)
        scoring.outcome(self.rules, self.state, rows)
        rank(rows)
        return rows


def opened(seats: int = 3, changes=None, key: int = 7) -> Table:
    """A table as `setup` leaves it."""
    new = Table(seats=seats, hands=("",) * seats, changes=changes).open(seats, key)
    new.keep()
    return new
