"""How fast the kernels play: games and play-outs per second on one core, compile time apart."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from brewsim.bots import ALL_ROUNDER, Lineup, make_lineup
from brewsim.play import count_playouts, has_compiled, simulate
from brewsim.rules import Rules, load_rules

BATCH_SECONDS = 0.2
SEARCHING_BOT = "search:16/greedy"  # enough play-outs that they take nearly all of its time, few enough that a game is short


@dataclass(frozen=True)
class Speed:
    """One measurement. Options are the legal actions that were scored."""

    title: str
    seats: int
    bot: str
    games_per_second: float
    decisions_per_second: float
    options_per_second: float
    playouts_per_second: float  # of a searching bot, by the same bot
    compile_seconds: float  # until the first game, from the sources or from the cache
    from_cache: bool


def bench(
    title_name: str,
    seats: int | None = None,
    seconds: float = 3.0,
    while_compiling: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Speed:
    """Play `greedy` against itself for about `seconds`, in batches; the fastest tenth of them counts. Then the same with a search.

    The machine's other work only ever slows a batch down, so the fast ones tell what the kernel can do.
    """
    rules = load_rules(title_name)
    seats = seats if seats is not None else rules.title.default_seats
    lineup = make_lineup(rules.title, [ALL_ROUNDER] * seats)
    start = time.perf_counter()
    with while_compiling():
        simulate(rules, lineup, 0)
    compile_seconds = time.perf_counter() - start
    games, decisions, options = speed_of(rules, lineup, seconds)
    playouts = playout_speed(rules, make_lineup(rules.title, [SEARCHING_BOT] * seats), seconds)
    return Speed(title_name, seats, ALL_ROUNDER, games, decisions, options, playouts, compile_seconds, not has_compiled())


def speed_of(rules: Rules, lineup: Lineup, seconds: float) -> tuple[float, float, float]:
    """Games, decisions and options a second on one core, of what is compiled already."""

    def play(games: range) -> tuple[int, int, int]:
        rows = simulate(rules, lineup, games)
        return len(games), int(rows["decisions"].sum()), int(rows["options"].sum())

    games, decisions, options = _rates(play, seconds)
    return games, decisions, options


def playout_speed(rules: Rules, lineup: Lineup, seconds: float) -> float:
    """Play-outs a second of searching bots on one core."""
    (playouts,) = _rates(lambda games: (count_playouts(rules, lineup, games),), seconds)
    return playouts


def _rates(play: Callable[[range], tuple[int, ...]], seconds: float) -> list[float]:
    """What `play` counts in games, a second: the mean of the fastest tenth of batches of games."""
    batch, first = 1, 0
    speeds: list[tuple[float, ...]] = []
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds or not speeds:
        start = time.perf_counter()
        counts = play(range(first, first + batch))
        taken = time.perf_counter() - start
        first += batch
        if taken < BATCH_SECONDS / 2:
            batch *= 2
            continue
        speeds.append(tuple(count / taken for count in counts))
    speeds.sort(reverse=True)
    best = speeds[: max(1, len(speeds) // 10)]
    return [sum(column) / len(best) for column in zip(*best)]
