"""Play from Python, arrays in and arrays out: many games at once, games under suspicion, one game step by step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from brewsim.bots import Lineup, make_lineup, read_bots
from brewsim.engine import drivers
from brewsim.engine.contract import Title
from brewsim.engine.conventions import restricted_seat
from brewsim.errors import unknown
from brewsim.rules import Rules, load_rules

SLACK = 64  # kernels may write candidates behind the last legal action


@dataclass(frozen=True)
class Scratch:
    """The arrays that the drivers write to, so that no game allocates."""

    table: np.ndarray
    actions: np.ndarray
    spare_actions: np.ndarray
    total: np.ndarray
    values: np.ndarray

    @classmethod
    def of(cls, title: Title) -> "Scratch":
        size = title.max_actions + SLACK
        return cls(
            np.zeros(3, title.state_dtype).view(np.recarray),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(1),
            np.zeros(size),
        )


def simulate(
    rules: Rules | str,
    lineup: Lineup | Sequence[str],
    games: int | Sequence[int] | np.ndarray,
    seed: int = 0,
    banned: Sequence[Iterable[str]] = (),
) -> np.ndarray:
    """Play games and return one structured array of outcomes, a row per game and seat.

    Parameters
    ----------
    rules : the rules to play by, or the name of a title for the printed ones.
    lineup : the bots by seat.
    games : game ids, or a number n for the games 0 to n - 1. A game depends on nothing but its id and the seed.
    seed : of the whole series of games.
    banned : for each seat the items that it may not use as long as it has another choice, beside those that the rules leave blank.

    Examples
    --------
    >>> rows = simulate("brew_crafters", ["greedy", "random"], games=10, seed=1)
    >>> len(rows), float(rows["win_share"].sum())
    (20, 10.0)
    """
    rules, lineup = _prepare(rules, lineup)
    title, seats = rules.title, len(lineup.names)
    ids = np.arange(games, dtype=np.int64) if isinstance(games, int) else np.asarray(games, np.int64)
    out = np.zeros(len(ids) * seats, title.outcome_dtype)
    _play(rules, lineup, ids, seed, _banned_mask(rules, seats, banned), title.cap, False, Scratch.of(title), out)
    return out


def _play(
    rules: Rules, lineup: Lineup, ids: np.ndarray, seed: int, banned: np.ndarray, cap: int, goes_on: bool, scratch: Scratch, out: np.ndarray
) -> None:
    """Call the driver that plays."""
    with np.errstate(over="ignore"):  # the mixer wraps around on purpose; it warns only when interpreted
        drivers.play_games(
            rules.record, scratch.table, ids, np.uint64(seed), np.arange(len(lineup.names)), lineup.rotates, lineup.weights,
            lineup.temperatures, banned, cap, goes_on, scratch.actions, scratch.total, scratch.values, out.view(np.recarray),
        )  # fmt: skip


def simulate_without(item: str, rules: Rules | str, lineup: Lineup | Sequence[str], games: np.ndarray, seed: int = 0) -> np.ndarray:
    """Restricted play: the same games, but in each of them one seat may not use the item as long as it has another choice."""
    rules, lineup = _prepare(rules, lineup)
    seats = len(lineup.names)
    out = np.zeros(len(games) * seats, rules.title.outcome_dtype)
    for seat in range(seats):
        is_restricted = restricted_seat(games, seats) == seat
        banned = [[item] if other == seat else [] for other in range(seats)]
        out[np.repeat(is_restricted, seats)] = simulate(rules, lineup, games[is_restricted], seed, banned)
    return out


def check(rules: Rules | str, seats: int, games: int, bot: str = "random", seed: int = 0) -> int:
    """Play games of one bot against itself through the checking driver; return how many ended before the cap.

    Raises AssertionError at the first broken invariant or promise of the contract.
    """
    rules, lineup = _prepare(rules, [bot] * seats)
    title, scratch, report = rules.title, Scratch.of(rules.title), np.zeros(3, np.int64)
    probe = np.sqrt(np.arange(2, len(title.features) + 2))
    with np.errstate(over="ignore"):
        ended = drivers.check_games(
            rules.record, scratch.table, np.arange(games), np.uint64(seed), seats, lineup.weights[0], title.cap,
            title.max_actions, len(title.items), scratch.actions, scratch.spare_actions, probe, scratch.total,
            scratch.values, report,
        )  # fmt: skip
    game, decision, fault = (int(number) for number in report)
    if fault:
        what = title.invariants[fault - 1] if fault > 0 else drivers.FAULTS[fault]
        raise AssertionError(f"{title.name}, {seats} seats, bot {bot}, seed {seed}, game {game}, decision {decision}: {what}")
    return int(ended)


@dataclass(frozen=True)
class Step:
    """One decision of a traced game. `before` and `after` are copies of the state."""

    seat: int
    action: int
    options: int
    values: np.ndarray  # what the bot gave each option, the chosen one first; empty if there was no choice
    before: np.record
    after: np.record


def trace(rules: Rules | str, lineup: Lineup | Sequence[str], game: int, seed: int = 0) -> Iterator[Step]:
    """One game, decision by decision: the same decisions that `simulate` makes."""
    rules, lineup = _prepare(rules, lineup)
    title, seats, scratch = rules.title, len(lineup.names), Scratch.of(rules.title)
    ids, banned, rows = np.array([game]), _banned_mask(rules, seats), np.zeros(seats, title.outcome_dtype)
    _play(rules, lineup, ids, seed, banned, 0, False, scratch, rows)
    after = scratch.table[:1].copy()[0]
    for _ in range(title.cap):
        if after.over:
            return
        before, options = after, rows["options"].sum()
        _play(rules, lineup, ids, seed, banned, 1, True, scratch, rows)
        after, n = scratch.table[:1].copy()[0], int(rows["options"].sum() - options)
        yield Step(int(before.seat), int(scratch.actions[0]), n, scratch.values[: n if n > 1 else 0].copy(), before, after)


def _prepare(rules: Rules | str, lineup: Lineup | Sequence[str]) -> tuple[Rules, Lineup]:
    rules = load_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(lineup, Lineup):
        lineup = make_lineup(rules.title, lineup, read_bots(rules.title))
    return rules, lineup


def _banned_mask(rules: Rules, seats: int, banned: Sequence[Iterable[str]] = ()) -> np.ndarray:
    title = rules.title
    mask = np.tile([item in rules.blank for item in title.items], (seats, 1))
    for seat, items in enumerate(banned):
        for item in items:
            if item not in title.items:
                raise unknown(f"item of {title.name}", item, title.items)
            mask[seat, title.items.index(item)] = True
    return mask
