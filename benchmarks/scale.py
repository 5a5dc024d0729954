"""What many games cost, stage by stage, and whether memory and speed stay the same while they are played.

    python benchmarks/scale.py [--games 1m]          # seconds, bytes and memory of each stage, with one and two workers
    python benchmarks/scale.py --soak 100m           # one long run, in tenths: games per second and memory (`make soak`)

Commands are started as a user starts them. Times are of the clock, so the machine must be quiet; one and two workers take turns, and the
medians of their ratios are told. Memory is that of all processes of a command together, at its peak.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table

from brewsim.reading import parse_count

TITLE = "brew_crafters"  # the light one: what is not playing weighs most
TURNS = 3
LOOK_SECONDS = 1.0
TENTHS = 10
console = Console()


class Memory:
    """The memory of a process and its children, looked at once a second."""

    def __init__(self) -> None:
        self.peak = 0.0  # in MB

    @contextmanager
    def of(self, process: subprocess.Popen[str]) -> Iterator[None]:
        """Watch a process."""
        done = threading.Event()

        def watch() -> None:
            while not done.wait(LOOK_SECONDS):
                self.peak = max(self.peak, now_of(process.pid))

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


def now_of(process: int) -> float:
    """MB of a process and its children."""
    try:
        family = psutil.Process(process)
        return sum(one.memory_full_info().pss for one in (family, *family.children(recursive=True))) / 1e6
    except psutil.Error:
        return 0.0


def command(*words: object) -> tuple[float, float, str]:
    """(seconds, peak MB, what it printed) of a command."""
    start, memory = time.perf_counter(), Memory()
    process = subprocess.Popen([sys.executable, "-m", "brewsim", *map(str, words)], stdout=subprocess.PIPE, text=True)
    with memory.of(process):
        printed = process.communicate()[0]
    if process.returncode:
        raise SystemExit(f"brewsim {' '.join(map(str, words))} failed")
    return time.perf_counter() - start, memory.peak, printed


def stages(games: int) -> None:
    """The cost of a million games in each stage."""
    table = Table("stage", "seconds a million games", "peak MB", title=f"{TITLE}, {games:,} games")
    per_million = 1e6 / games
    ratios, size = [], 0.0
    for turn in range(TURNS):
        seconds = {}
        for jobs in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                run = Path(folder) / "run"
                whole, peak, printed = command("run", TITLE, "-n", games, "-j", jobs, "-o", run, "--json")
                seconds[jobs] = json.loads(printed)["seconds"]
                size = sum(path.stat().st_size for path in run.rglob("*") if path.is_file()) * per_million
                if turn == 0:
                    table.add_row(f"play and write, {jobs} worker{'s' * (jobs > 1)}", f"{seconds[jobs] * per_million:.1f}", f"{peak:.0f}")
                    table.add_row("  the whole command", f"{whole * per_million:.1f}", "")
                if turn == 0 and jobs == 2:
                    for name, words in {"verify": ("verify", run), "report": ("report", run, "-o", Path(folder) / "page")}.items():
                        taken, peak, _ = command(*words)
                        table.add_row(name, f"{taken * per_million:.1f}", f"{peak:.0f}")
        ratios.append(seconds[1] / seconds[2])
    console.print(table)
    console.print(f"{size / 1e6:.0f} MB on disk a million games; two workers play {statistics.median(ratios):.2f} times as fast as one")


def soak(games: int) -> None:
    """One long run: games per second and memory in each tenth of it, from the parts that appear."""
    table = Table("games", "games a second", "MB", title=f"{TITLE}, {games:,} games in one run")
    with tempfile.TemporaryDirectory(dir=".") as folder:
        run = Path(folder) / "run"
        words = [sys.executable, "-m", "brewsim", "run", TITLE, "-n", str(games), "-o", str(run)]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, text=True)
        seen, start, peak = 0, time.perf_counter(), 0.0
        for tenth in range(1, TENTHS + 1):
            while process.poll() is None and played(run) < games * tenth // TENTHS:
                time.sleep(LOOK_SECONDS)
                peak = max(peak, now_of(process.pid))
            now, done = time.perf_counter(), played(run)
            table.add_row(f"{done:,}", f"{(done - seen) / (now - start):,.0f}", f"{peak:.0f}")
            seen, start, peak = done, now, 0.0
        if process.wait():
            raise SystemExit("the run failed")
    console.print(table)


def played(run: Path) -> int:
    """Games in the parts that are there: a part is named by its first game, and all but the last are of one size."""
    firsts = sorted(int(path.stem) for path in run.rglob("parts/*/*.parquet"))
    size = min((later - earlier for earlier, later in pairwise(firsts)), default=0)
    return len(firsts) * size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=parse_count, default=1_000_000)
    parser.add_argument("--soak", type=parse_count, metavar="GAMES")
    chosen = parser.parse_args()
    if chosen.soak:
        soak(chosen.soak)
    else:
        stages(chosen.games)


if __name__ == "__main__":
    main()
