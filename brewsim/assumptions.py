"""Moves the assumed values of a title, in groups first, and finds those that move a headline: who wins by seat, ties, length, score."""

import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from pydantic import BaseModel

from brewsim.bots import Lineup
from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.matches import Workers, pieces
from brewsim.measured import Measured
from brewsim.parts.sources import code_digest
from brewsim.play import simulate
from brewsim.rules import Rules, RuleValue, load_rules, rule_values
from brewsim.stats.assumptions import Shift, per_game, shift, tabulate

RULINGS = "rulings."  # a decision where the rulebook is unclear is an assumption, whatever its basis
USUAL_PART = 0.2  # of a number without a range: how far it is moved, at least by 1
CONFIRMING = 2  # times as many games, and others, judge what the screening has found


@dataclass(frozen=True)
class Move:
    """An assumed value, and another one that is plausible."""

    path: str
    old: Any
    new: Any
    is_given: bool  # by a range in rules.toml; else it is a usual step
    place: int  # among the other values of the path

    @property
    def kind(self) -> tuple[str, str, int]:
        """Moves of one kind are moved together first: the same key of tables in one section, in the same direction."""
        return self.path.partition(".")[0], self.path.rpartition(".")[2], self.place


@dataclass(frozen=True)
class Moves:
    """What can be moved in a title."""

    title: str
    allowed: tuple[Move, ...]
    stuck: tuple[str, ...]  # values that cannot be moved: no other one is allowed alone, or there is no range for them


@dataclass(frozen=True)
class Screening:
    """What was found of all moves."""

    found: pl.DataFrame  # of `stats.assumptions.tabulate`: path, old, new, is_given; on games that did not choose the moves
    facts: dict[str, Any]  # as `stats.assumptions.summary` takes them
    games: int  # that were played in all


def others(title: str, value: RuleValue) -> tuple[Any, ...]:
    """The other plausible values: those of its range, else a step down and up, the other words, or the other of true and false."""
    if value.range is not None:
        return value.range
    if isinstance(value.value, bool):
        return (not value.value,)
    if isinstance(value.value, int | float):
        step = usual_step(value.value)
        return value.value - step, value.value + step
    return tuple(word for word in allowed_words(title, value.path) if word != value.value)


def usual_step(number: int | float) -> int:
    """How far a number is moved to see what it does.

    >>> usual_step(0), usual_step(3), usual_step(21)
    (1, 1, 4)
    """
    return max(1, round(USUAL_PART * abs(number)))


def allowed_words(title: str, path: str) -> tuple[Any, ...]:
    """The words that the schema of a title allows for a path; none if it allows any."""
    schema: Any = load_title(title).schema
    for key in path.split("."):
        if isinstance(schema, type) and issubclass(schema, BaseModel):
            fields = {field.alias or name: field.annotation for name, field in schema.model_fields.items()}
            schema = fields.get(key)
        else:  # a table with names of its own: the type of its values
            schema = (typing.get_args(schema) or (None,))[-1]
    return tuple(word for word in typing.get_args(schema) if isinstance(word, str))


def list_moves(title: str) -> Moves:
    """Every allowed move of an assumed value or a ruling, and the values that cannot be moved. Names of things change no game."""
    moves: list[Move] = []
    stuck = []
    for value in rule_values(title):
        is_assumed = value.basis == "assumed" or value.path.startswith(RULINGS)
        if not is_assumed or value.path.rpartition(".")[2] == "name":
            continue
        tried = [Move(value.path, value.value, new, value.range is not None, place) for place, new in enumerate(others(title, value))]
        allowed = [move for move in tried if _rules(title, [move])]
        moves += allowed
        if not allowed:
            stuck.append(value.path)
    return Moves(title, tuple(moves), tuple(stuck))


def _rules(title: str, moves: Sequence[Move]) -> Rules | None:
    """The rules with these moves; None if they are impossible together."""
    try:
        return load_rules(title, {move.path: move.new for move in moves})
    except BadInput:
        return None


class Screen:
    """Plays moves against the assumed values, game by game on the same shuffles and dice."""

    def __init__(
        self, title: str, lineup: Lineup, games: int, seed: int, work: Workers[np.ndarray], advance: Callable[[int], None] = lambda n: None
    ) -> None:
        self.title, self.lineup, self.seed, self.work, self.advance = title, lineup, seed, work, advance
        self.seats = len(lineup.names)
        self.played = 0
        self.first = np.arange(games)
        self.second = np.arange(games, (1 + CONFIRMING) * games)  # no verdict on the games that chose what is judged
        self.base = {which: self._play(load_rules(title), ids) for which, ids in (("first", self.first), ("second", self.second))}

    def _play(self, rules: Rules, ids: np.ndarray) -> np.ndarray:
        found = self.work(simulate, [(rules, self.lineup, piece, self.seed) for piece in pieces(ids, self.lineup.bots)])
        self.played += len(ids)
        self.advance(len(ids))
        return per_game(np.concatenate(found), self.seats)

    def seen(self, moves: Sequence[Move]) -> Iterator[Move]:
        """Those of these moves that move a headline: all are moved together, and a group that moves one is halved."""
        rules = _rules(self.title, moves)
        if rules is not None and not shift(self.base["first"], self._play(rules, self.first)).is_seen:
            return
        if len(moves) == 1:
            yield moves[0]
            return
        middle = len(moves) // 2
        yield from self.seen(moves[:middle])
        yield from self.seen(moves[middle:])

    def confirm(self, move: Move) -> Shift:
        """What a move changes, on games of its own."""
        return shift(self.base["second"], self._play(load_rules(self.title, {move.path: move.new}), self.second))


def screen(
    moves: Moves, lineup: Lineup, games: int, seed: int, work: Workers[np.ndarray], advance: Callable[[int], None] = lambda n: None
) -> Screening:
    """Move assumed values of a title and see what it does to the headlines."""
    kinds: dict[tuple[str, str, int], list[Move]] = {}
    for move in moves.allowed:
        kinds.setdefault(move.kind, []).append(move)
    table = Screen(moves.title, lineup, games, seed, work, advance)
    seen = [move for group in kinds.values() for move in table.seen(group)]
    paths = [move.path for move in moves.allowed]
    names = [{"path": m.path, "old": str(m.old), "new": str(m.new), "is_given": m.is_given} for m in seen]
    found = tabulate(names, [table.confirm(move) for move in seen], table.seats)
    facts = {"values": len(set(paths)), "moves": len(paths), "quiet": len(paths) - len(seen), "stuck": list(moves.stuck)}
    return Screening(found, facts, table.played)


def measure_assumptions(
    moves: Moves,
    lineup: Lineup,
    games: int,
    seed: int,
    work: Workers[np.ndarray],
    advance: Callable[[int], None] = lambda n: None,
    command: Sequence[str] = (),
) -> Measured:
    """What moving each assumed value changes, with all that says what it is about."""
    found = screen(moves, lineup, games, seed, work, advance)
    return Measured(
        kind="assumptions",
        title=moves.title,
        seats=len(lineup.names),
        bots={name: bot.model_dump() for name, bot in zip(lineup.names, lineup.bots)},
        rules=load_rules(moves.title).values,
        code=code_digest(load_title(moves.title).folder),
        games=found.games,
        seed=seed,
        command=tuple(command),
        facts=found.facts,
        rows=found.found.to_dicts(),
    )
