"""The table that the tests of Wizard's Brew set by hand, and the names of what lies on it."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from brewsim.engine.contract import SLACK, new_record
from brewsim.games.wizards_brew import TITLE, checks, kernel, options, scoring
from brewsim.games.wizards_brew.checks import Invariant
from brewsim.games.wizards_brew.codes import MOST_ACTIONS, NO_BID, Verb
from brewsim.games.wizards_brew.components import spell_in_deck
from brewsim.games.wizards_brew.rules import CITY, ELEMENTS, INGREDIENTS, SPELLS
from brewsim.games.wizards_brew.scoring import missing_with
from brewsim.games.wizards_brew.state import STATE, Phase, Stage
from brewsim.rules import load_rules

EARTH, FIRE, AIR, WATER = range(4)
RED, BLUE, GREEN, WHITE, YELLOW, PURPLE, GRAY, ORANGE, PINK, BROWN = range(10)
MONUMENT, TOWER, TEMPLE, FOUNTAIN = range(4)  # earth, air, fire, water
PASS = Verb.BID + NO_BID
PASS_SPELL = Verb.SPELL_BID + NO_BID


# Spells are assumed, and what they make may be chosen again. Tests of clauses have spells of their own: symbols and
# energy in the order of SPELLS.
LETTERS = dict(zip("EFAW*", (*ELEMENTS, "wild")))
SYMBOLS = "EEE FFF AAA WWW ** *** EFAW EF AW * * ** FF WW EE AA - EW * * EW FA FA EA FW EF EF AW EA FW * AW ** * EW FA"
ENERGY = "111112212211" + "11112122111211" + "111112" + "1221"  # green, blue, yellow, red
SPELLS_OF_TESTS = {
    **{f"spells.{s}.makes.{LETTERS[x]}": symbols.count(x) for s, symbols in zip(SPELLS, SYMBOLS.split()) for x in LETTERS},
    **{f"spells.{name}.energy": int(cubes) for name, cubes in zip(SPELLS, ENERGY, strict=True)},
    **{f"spells.{colour}_magic.less_for.{colour}": 2 for colour in INGREDIENTS[:4]},
    "spells.transmute.swaps": 3,
    "spells.drain.drains": 1,
    "spells.echo.echo": 3,
    "spells.toll.most_toll": 9,
    "spells.resonance.most_resonance": 3,
    "spells.archmage.extra_cards": 1,
    "spells.great_thrift.less": 2,
    "spells.great_thrift.less_once": 0,
    "spells.dispel.dispel_cubes": 1,
}


def spell(name: str) -> int:
    return SPELLS.index(name)


class Table:
    """A table on which a test puts what it needs. Every action is checked to be legal and to keep the invariants."""

    def __init__(self, seats: int = 4, key: int = 1, changes: Mapping[str, Any] | None = None) -> None:
        self.rules = load_rules("wizards_brew", {**SPELLS_OF_TESTS, **(changes or {})}).record
        self.state = new_record(STATE)
        self.state.key = np.uint64(key)
        self.state.n_seats = seats
        kernel.setup(self.rules, self.state)

    def ready(
        self,
        marker: int = 0,
        horse: int = 6,
        spells: Mapping[int, Mapping[str, int]] | None = None,
        hands: Mapping[int, tuple[int, ...]] | None = None,
    ) -> Self:
        """Skip the preparation: {seat: {spell: cubes}} lie open, {seat: cards by element} are held, nothing else."""
        state = self.state
        state.marker, state.horse, state.revealed = marker, horse, True
        state.rounds, state.echoes_left = 1, 3
        for seat in range(state.n_seats):
            self.hand(seat, *(hands or {}).get(seat, (0, 0, 0, 0)))
            for name, cubes in (spells or {}).get(seat, {}).items():
                self.give(seat, name, cubes)
        return self

    def hand(self, seat: int, *cards: int) -> None:
        """Let a seat hold exactly these cards, by element."""
        state = self.state
        state.stock[:] += state.hand[seat] - np.array(cards, np.int16)
        state.hand[seat] = cards
        state.n_hand[seat] = sum(cards)

    def give(self, seat: int, name: str, cubes: int) -> None:
        """Give a spell from the deck to a seat, with cubes on it."""
        state = self.state
        deck = [s for s in self.deck() if s != spell(name)]
        state.deck[: len(deck)], state.deck_top, state.n_deck = deck, 0, len(deck)
        state.own[seat, state.n_own[seat]] = spell(name)
        state.n_own[seat] += 1
        state.cubes[spell(name)] = cubes
        state.free[seat] -= cubes

    def area(self, area: int, landmark: int, *ingredients: int) -> None:
        """Put exactly these ingredients into an area; the others come from or go to the bag."""
        state = self.state
        for i in range(len(INGREDIENTS)):
            wanted = ingredients.count(i)
            state.bag[i] += state.tokens[area, i] - wanted
            state.tokens[area, i] = wanted
        state.n_tokens[area] = len(ingredients)
        state.colours[area] = sum(1 << i for i in set(ingredients))
        state.landmark[area] = landmark

    def brew(self, seat: int, *ingredients: int) -> None:
        """Put ingredients from the bag into a cauldron."""
        state = self.state
        for i in ingredients:
            state.bag[i] -= 1
            state.cauldron[seat, i] += 1
        state.owned_colours[seat] = sum(1 << i for i in range(10) if state.cauldron[seat, i])
        state.n_total[seat] = state.cauldron[seat].sum()
        state.n_different[seat] = (state.cauldron[seat] > 0).sum()
        state.missing[seat] = missing_with(self.rules, state, seat, state.n_different[seat], state.n_total[seat])

    def go(self, stage: Stage) -> Self:
        """Go on from this stage to the next decision."""
        self.state.stage = stage
        kernel.run(self.rules, self.state)
        return self

    def auction(self, landmark: int = CITY, ingredients: tuple[int, ...] = (RED, BLUE, GREEN), die: int = 5) -> Self:
        """An auction where the Horse is, with the texts of the spells in force."""
        state = self.state
        self.area(state.horse, landmark, *ingredients)
        rounds, state.rounds = state.rounds, 0  # the first round begins without a move
        self.go(Stage.INGREDIENTS)
        if state.phase != Phase.ECHO:
            state.rounds, state.die = rounds, die
        return self

    def legal(self) -> set[int]:
        """The codes that may be chosen now."""
        actions = np.zeros(MOST_ACTIONS + SLACK, np.int32)
        n = options.legal(self.rules, self.state, actions)
        found = set(actions[:n].tolist())
        assert len(found) == n
        return found

    def act(self, *actions: int) -> Self:
        """Carry out legal actions, one after the other."""
        for action in actions:
            assert not self.state.over
            assert action in self.legal(), (action, sorted(self.legal()), Phase(self.state.phase))
            kernel.apply(self.rules, self.state, int(action))
            assert self.broken() == Invariant.WHOLE
        return self

    def broken(self) -> Invariant:
        """What the checks find."""
        return Invariant(checks.check(self.rules, self.state))

    def item(self, action: int) -> int:
        """The item that an action uses."""
        return int(options.item_of(self.rules, self.state, int(action)))

    def deck(self) -> list[int]:
        """The spells face down, the top one first."""
        return [int(spell_in_deck(self.state, place)) for place in range(self.state.n_deck)]

    def owned(self, seat: int) -> dict[str, int]:
        """The spells of a seat, with their cubes."""
        return {SPELLS[s]: int(self.state.cubes[s]) for s in self.state.own[seat, : self.state.n_own[seat]]}

    def outcome(self) -> np.ndarray:
        """What the game reports."""
        out = np.zeros(self.state.n_seats, TITLE.outcome_dtype).view(np.recarray)
        scoring.outcome(self.rules, self.state, out)
        return out

    @property
    def at(self) -> tuple[int, Phase]:
        """Who decides what."""
        return int(self.state.seat), Phase(self.state.phase)


def with_spare_tokens(table: Table) -> Table:
    """More ingredients in the bag, to put into cauldrons without taking them off the board."""
    table.state.bag[:] += 4
    table.rules.tokens[:] += 4
    return table


def sealed_table() -> Table:
    """All have kept their spells; the first wizard is to place cubes."""
    return Table().act(Verb.HORSE + 6, *[Verb.HOLD] * 8)


def spell_table(marker: int = 1, **options: Any) -> Table:
    """The first auction of a spell phase."""
    return Table().ready(marker=marker, **options).go(Stage.ROUND)
