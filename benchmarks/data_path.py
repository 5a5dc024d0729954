"""What the data path costs: two workers against one, writing against playing, and the memory of a long run.

    python benchmarks/data_path.py [--games N]

Times are ratios of one run, because machines are noisy: one and two workers take turns, and medians are told. Playing is what
`brewsim run` gives as its seconds; the whole command starts and sums up besides. The peak is that of all processes together.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import psutil
from rich.console import Console

from brewsim.manifest import Part
from brewsim.outcomes import to_frame, write_part
from brewsim.play import simulate

LINEUP = ("greedy",) * 3
CHUNK = 16_384
TURNS = 5


def writing_share() -> float:
    """Time to turn a chunk into a part on disk, against the time of playing and writing it; the median of several."""
    from brewsim.rules import load_rules

    rules = load_rules("brew_crafters")
    shares = []
    with tempfile.TemporaryDirectory() as folder:
        for i in range(8):
            start = time.perf_counter()
            rows = simulate(rules, LINEUP, range(i * CHUNK, (i + 1) * CHUNK))
            played = time.perf_counter()
            part = Part("benchmark", "case", i * CHUNK, CHUNK)
            part.path(Path(folder)).parent.mkdir(parents=True, exist_ok=True)
            write_part(to_frame(rules.title, rows, "case", LINEUP), part, Path(folder))
            written = time.perf_counter()
            shares.append((written - played) / (written - start))
    return float(np.median(shares[1:]))


def run(games: int, jobs: int, folder: Path) -> tuple[float, float, float]:
    """(seconds of playing, seconds of the whole command, peak memory in MB) of a run as a user starts it."""
    command = [sys.executable, "-m", "brewsim", "run", "brew_crafters", "-n", str(games), "-j", str(jobs), "-o", str(folder), "--json"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    peak = 0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(2.0):  # to add up the memory takes time of its own, which two workers would have to share
            total = 0
            try:
                for one in (family := psutil.Process(process.pid), *family.children(recursive=True)):
                    total += one.memory_full_info().pss
            except psutil.Error:
                continue
            peak = max(peak, total)

    watcher = threading.Thread(target=watch)
    watcher.start()
    playing = json.loads(process.communicate()[0])["seconds"]
    whole = time.perf_counter() - start
    done.set()
    watcher.join()
    return playing, whole, peak / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args().games
    console = Console()
    console.print(f"writing takes {100 * writing_share():.1f} % of playing and writing a chunk")
    taken = np.empty((TURNS, 2, 3))
    for turn in range(TURNS):
        for jobs in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                taken[turn, jobs - 1] = run(games, jobs, Path(folder) / "run")
    playing, whole, _ = np.median(taken[:, 0] / taken[:, 1], axis=0)
    console.print(
        f"{games:,} games, 2 workers against 1, {TURNS} turns: playing {playing:.2f} times as fast, the whole command {whole:.2f}"
    )
    console.print(f"peak {taken[:, 1, 2].max():.0f} MB in all processes")


if __name__ == "__main__":
    main()
