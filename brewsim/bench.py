"""How fast the kernels play: games per second on one core, compile time apart."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from brewsim.bots import DEFAULT_BOT, Lineup, make_lineup
from brewsim.engine import drivers
from brewsim.play import simulate
from brewsim.rules import Rules, load_rules

BATCH_SECONDS = 0.2


@dataclass(frozen=True)
class Speed:
    """One measurement. Options are the legal actions that were scored."""

    title: str
    seats: int
    bot: str
    games_per_second: float
    decisions_per_second: float
    options_per_second: float
    compile_seconds: float  # until the first game, from the sources or from the cache
    from_cache: bool


def bench(
    title_name: str,
    seats: int | None = None,
    seconds: float = 3.0,
    while_compiling: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Speed:
    """Play `greedy` against itself for about `seconds`, in batches; the fastest tenth of them counts.

    The machine's other work only ever slows a batch down, so the fast ones tell what the kernel can do.
    """
    rules = load_rules(title_name)
    seats = seats if seats is not None else rules.title.default_seats
    lineup = make_lineup(rules.title, [DEFAULT_BOT] * seats)
    start = time.perf_counter()
    with while_compiling():
        simulate(rules, lineup, 0)
    compile_seconds = time.perf_counter() - start
    stats = getattr(drivers.play_games, "stats", None)
    games, decisions, options = speed_of(rules, lineup, seconds)
    from_cache = stats is not None and not sum(stats.cache_misses.values())
    return Speed(title_name, seats, DEFAULT_BOT, games, decisions, options, compile_seconds, from_cache)


def speed_of(rules: Rules, lineup: Lineup, seconds: float) -> tuple[float, float, float]:
    """Games, decisions and options a second on one core, of what is compiled already."""
    batch, first = 1, 0
    speeds: list[tuple[float, float, float]] = []
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds or not speeds:
        start = time.perf_counter()
        rows = simulate(rules, lineup, range(first, first + batch))
        taken = time.perf_counter() - start
        first += batch
        if taken < BATCH_SECONDS / 2:
            batch *= 2
            continue
        speeds.append((batch / taken, rows["decisions"].sum() / taken, rows["options"].sum() / taken))
    speeds.sort(reverse=True)
    best = speeds[: max(1, len(speeds) // 10)]
    games, decisions, options = (float(sum(column) / len(best)) for column in zip(*best))
    return games, decisions, options
