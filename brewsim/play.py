"""Play from Python, arrays in and arrays out: many games at once, checked games, one game step by step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from brewsim.bots import Lineup, make_lineup, read_bots
from brewsim.engine import drivers
from brewsim.engine.contract import GAME, POISONS, Title
from brewsim.engine.conventions import restricted_seat
from brewsim.errors import unknown
from brewsim.faults import tell_fault
from brewsim.rules import Rules, load_rules


def new_desks(title: Title) -> np.recarray:
    """The desks of the drivers, one to play at and one to try things out, with their poison ready."""
    desks = np.zeros(2, title.desk_dtype).view(np.recarray)
    for i, byte in enumerate(POISONS):
        desks.poison[:, i] = np.frombuffer(bytes([byte]) * title.view_dtype.itemsize, title.view_dtype)[0]
    return desks


def simulate(
    rules: Rules | str,
    lineup: Lineup | Sequence[str],
    games: int | Sequence[int] | np.ndarray,
    seed: int = 0,
    banned: Sequence[Iterable[str]] = (),
    follow_every: int = 0,
) -> np.ndarray:
    """Play games and return one structured array of outcomes, a row per game and seat.

    Parameters
    ----------
    rules : the rules to play by, or the name of a title for the printed ones.
    lineup : the bots by seat.
    games : game ids, or a number n for the games 0 to n - 1. A game depends on nothing but its id and the seed.
    seed : of the whole series of games.
    banned : for each seat the items that it may not use as long as it has another choice, beside those that the rules leave blank.
    follow_every : games whose id it divides are played out from half-time too, for the chances of their seats then; 0: none.

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
    _play(rules, lineup, ids, seed, banned_mask(rules, seats, banned), new_desks(title), out, follow_every=follow_every)
    return out


def _play(
    rules: Rules,
    lineup: Lineup,
    ids: np.ndarray,
    seed: int,
    banned: np.ndarray,
    desks: np.recarray,
    out: np.ndarray,
    n_steps: int = 0,
    follow_every: int = 0,
) -> np.recarray:
    """Call the driver that plays; returns the first `n_steps` decisions of the last game."""
    title = rules.title
    steps = np.zeros(n_steps, title.step_dtype).view(np.recarray)
    with np.errstate(over="ignore"):  # the mixer wraps around on purpose; it warns only when interpreted
        drivers.play_games(
            rules.record, *lineup.players(rules), lineup.rotates, banned, ids, follow_every, np.uint64(seed), title.cap, desks,
            steps, out.view(np.recarray),
        )  # fmt: skip
    return steps


def has_compiled() -> bool:
    """Whether this process compiles the driver that plays, or did so: it was not found in the cache."""
    stats = getattr(drivers.play_games, "stats", None)  # there is none where kernels are interpreted
    return stats is not None and sum(stats.cache_misses.values()) > 0


def count_playouts(rules: Rules, lineup: Lineup, games: Sequence[int]) -> int:
    """Play games, and return how many play-outs the searching bots made."""
    desks, seats = new_desks(rules.title), len(lineup.names)
    out = np.zeros(len(games) * seats, rules.title.outcome_dtype)
    _play(rules, lineup, np.asarray(games, np.int64), 0, banned_mask(rules, seats), desks, out)
    return int(desks[1].playouts)


def simulate_without(
    items: Iterable[str], rules: Rules | str, lineup: Lineup | Sequence[str], games: np.ndarray, seed: int = 0
) -> np.ndarray:
    """Restricted play: the same games, but in each of them one seat may not use these items as long as it has another choice."""
    rules, lineup = _prepare(rules, lineup)
    seats = len(lineup.names)
    out = np.zeros(len(games) * seats, rules.title.outcome_dtype)
    for seat in range(seats):
        is_restricted = restricted_seat(games, seats) == seat
        banned = [items if other == seat else () for other in range(seats)]
        out[np.repeat(is_restricted, seats)] = simulate(rules, lineup, games[is_restricted], seed, banned)
    return out


def check(rules: Rules | str, seats: int, games: int, bot: str = "random", seed: int = 0) -> int:
    """Play games of one bot against itself through the checking driver; return how many ended before the cap.

    Raises AssertionError at the first broken invariant or promise of the contract.
    """
    rules, lineup = _prepare(rules, [bot] * seats)
    title, report = rules.title, np.zeros(3, np.int64)
    players = lineup.players(rules)[0]
    player, probe = players[0], players.copy()[0]
    probe.weights[:] = np.sqrt(np.arange(2, len(title.features) + 2))
    desk = new_desks(title)[0]
    with np.errstate(over="ignore"):
        ended = drivers.check_games(
            rules.record, player, probe, np.arange(games), np.uint64(seed), seats, title.cap, title.max_actions, title.n_items,
            desk, report,
        )  # fmt: skip
    game, decision, fault = (int(number) for number in report)
    if fault:
        what = tell_fault(title, rules.record, probe, desk, fault)
        raise AssertionError(f"{title.name}, {seats} seats, bot {bot}, seed {seed}, game {game}, decision {decision}: {what}")
    return int(ended)


@dataclass(frozen=True)
class Step:
    """One decision of a traced game. `before` and `after` are copies of the state."""

    seat: int
    action: int
    options: np.ndarray  # (option) the legal actions
    values: np.ndarray  # (option) what the bot gave each of them; 0 where there was no choice
    before: np.record
    after: np.record


def trace(rules: Rules | str, lineup: Lineup | Sequence[str], game: int, seed: int = 0) -> Iterator[Step]:
    """One game, decision by decision: the same decisions that `simulate` makes."""
    rules, lineup = _prepare(rules, lineup)
    title, seats, desks = rules.title, len(lineup.names), new_desks(rules.title)
    rows = np.zeros(seats, title.outcome_dtype)
    steps = _play(rules, lineup, np.array([game]), seed, banned_mask(rules, seats), desks, rows, n_steps=title.cap)
    made = steps[: rows["decisions"].sum()]
    tables = [*made["before"], desks[0].tables[GAME]]
    for step, before, after in zip(made, tables, tables[1:]):
        n = int(step.n_options)
        yield Step(int(before.seat), int(step.actions[step.choice]), step.actions[:n], step.values[:n], before, after)


def _prepare(rules: Rules | str, lineup: Lineup | Sequence[str]) -> tuple[Rules, Lineup]:
    rules = load_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(lineup, Lineup):
        lineup = make_lineup(rules.title, lineup, read_bots(rules.title))
    return rules, lineup


def banned_mask(rules: Rules, seats: int, banned: Sequence[Iterable[str]] = ()) -> np.ndarray:
    """[seat, item] What a seat may not use while it has another choice: what the rules leave blank, and these items by seat."""
    mask = np.zeros((seats, rules.title.n_items), bool)
    mask[:, [rules.numbers[item] for item in rules.blank]] = True
    for seat, items in enumerate(banned):
        for item in items:
            if item not in rules.numbers:
                raise unknown(f"item of {rules.title.name}", item, rules.numbers)
            mask[seat, rules.numbers[item]] = True
    return mask
