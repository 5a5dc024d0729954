"""Whether brewsim has become slower: games, play-outs, start-up, a report and compiling against a baseline that is kept in git.

    python benchmarks/watch.py [--save] [TITLE...]      # `make bench`

Machines differ and are busy, so nothing is compared in seconds. A calibration kernel of integer mixing, table look-ups, branches
and sums, compiled by plain numba, runs in turns with all that is measured, and every speed is told relative to it, in
processor time. A loss of more than a tenth against `benchmarks/baseline.json` is flagged, and ends with code 1. `--save` makes what
was measured the new baseline.

The last column of the table compares with a promise: 8,300 games a second of every title, on one core of a machine that the calibration
kernel takes for the reference.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

BASELINE = Path(__file__).with_name("baseline.json")
LOSS = 0.10  # that is flagged
TURNS, BATCH_SECONDS, UNITS = 15, 0.15, 10_000
CHILD_TURNS = 5  # of what is a process of its own
ASKED = 8_300  # games a second
REFERENCE = 185_000  # calibration units a second of the machine that this is asked of
REPORT_GAMES = 50_000
COMPILED_TITLE = "brew_crafters"
GAMES = ": games of "


@numba.njit(nogil=True)
def calibrate(units):
    """The yardstick: it must never change, or the baseline means nothing."""
    table = np.arange(1024) * 7 % 61
    state = np.uint64(88172645463325252)
    total, weight = 0, 1.0
    for _ in range(units):
        for _ in range(1000):
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            i = np.int64(state & np.uint64(1023))
            if table[i] < 30:
                total += table[(i * 5 + total) & 1023]
            else:
                weight = weight * 0.999 + table[i]
            table[i] = (table[i] + 11) % 61
    return total + np.int64(weight)


def unit_speed() -> float:
    """Calibration units a second, now."""
    start = time.process_time()
    calibrate(UNITS)
    return UNITS / (time.process_time() - start)


def relative_rate(play: Callable[[int], int]) -> float:
    """How much is done in the time of a calibration unit, by what plays a number of games and counts: the median of turns."""

    def rate(games: int) -> tuple[float, float]:
        start = time.process_time()
        count = play(games)
        taken = time.process_time() - start
        return taken, count / taken

    games = 1
    while rate(games)[0] < BATCH_SECONDS:
        games *= 2
    return statistics.median(rate(games)[1] / unit_speed() for _ in range(TURNS))


def relative_seconds(command: list[str], turns: int, **environment: str) -> float:
    """Calibration units in the time of a command, with all its threads and processes."""

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def run() -> float:
        before = spent()
        subprocess.run(command, env=os.environ | environment, stdout=subprocess.DEVNULL, check=True)
        return spent() - before

    return statistics.median(run() * unit_speed() for _ in range(turns))


def measure_title(name: str) -> dict[str, float]:
    """The speeds of a title, in games and play-outs a calibration unit."""
    from brewsim.bench import SEARCHING_BOT
    from brewsim.bots import ALL_ROUNDER, DEFAULT_BOT, make_lineup
    from brewsim.play import count_playouts, simulate
    from brewsim.rules import load_rules

    rules = load_rules(name)
    seats = rules.title.default_seats
    found = {}
    for bot in (ALL_ROUNDER, DEFAULT_BOT):
        lineup = make_lineup(rules.title, [bot] * seats)
        simulate(rules, lineup, 0)  # compiles
        found[f"{name}{GAMES}{bot}"] = relative_rate(lambda games, lineup=lineup: len(simulate(rules, lineup, games)) // seats)
    searching = make_lineup(rules.title, [SEARCHING_BOT] * seats)
    count_playouts(rules, searching, range(0))
    found[f"{name}: play-outs"] = relative_rate(lambda games: count_playouts(rules, searching, range(games)))
    return found


def measure_commands() -> dict[str, float]:
    """How often start-up, a report and compiling fit into a calibration unit: like all others, more is better."""
    brewsim = [sys.executable, "-m", "brewsim"]
    found = {"start-up (brewsim --help)": 1 / relative_seconds([*brewsim, "--help"], TURNS)}
    with tempfile.TemporaryDirectory() as folder:
        run, page = f"{folder}/run", f"{folder}/report"
        subprocess.run([*brewsim, "run", COMPILED_TITLE, "-n", str(REPORT_GAMES), "-o", run], stdout=subprocess.DEVNULL, check=True)
        report = 1 / relative_seconds([*brewsim, "report", run, "-o", page], CHILD_TURNS)
        found[f"report of {REPORT_GAMES:,} games"] = report
    compiling = []
    for _ in range(CHILD_TURNS):
        with tempfile.TemporaryDirectory() as cache:
            compiling.append(1 / relative_seconds([*brewsim, "compile", COMPILED_TITLE, "-j", "1"], 1, BREWSIM_CACHE=cache))
    found[f"compiling {COMPILED_TITLE}"] = statistics.median(compiling)
    return found


def show(found: dict[str, float], baseline: dict[str, float]) -> list[str]:
    """Print the table; the names of what has become slower."""
    table = Table("measure", "against the baseline", f"of {ASKED:,} games/s", title="Speeds, relative to a calibration kernel")
    slower = []
    for name, speed in found.items():
        ratio = speed / baseline[name] if name in baseline else None
        is_slower = ratio is not None and ratio < 1 - LOSS
        slower += [name] * is_slower
        told = "new" if ratio is None else f"{ratio:.2f}" + " slower" * is_slower
        table.add_row(name, told, f"{speed * REFERENCE / ASKED:.2f}" if GAMES in name else "")
    Console().print(table)
    return slower


def main() -> int:
    """Measure, compare, print; the exit code."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # where it is set, every command compiles the sources again, as it does for no user
    from brewsim.games import TITLES

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", metavar="TITLE", help="only these titles, and no commands")
    parser.add_argument("--save", action="store_true", help="make what was measured the new baseline")
    chosen = parser.parse_args()
    calibrate(1)
    found = {name: speed for title in chosen.titles or TITLES for name, speed in measure_title(title).items()}
    if not chosen.titles:
        found |= measure_commands()
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    slower = show(found, baseline)
    if chosen.save:
        rounded = {name: float(f"{speed:.4g}") for name, speed in {**baseline, **found}.items()}
        BASELINE.write_text(json.dumps(rounded, indent=2) + "\n")
        print(f"baseline: {BASELINE.name}")
        return 0
    if slower:
        print(f"Slower by more than {LOSS:.0%}: {', '.join(slower)}. Run again on a quiet machine before you believe it.")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
