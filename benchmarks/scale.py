"""What many games cost, stage by stage, and whether memory and speed stay the same while they are played.

    python benchmarks/scale.py                   # the tables of docs/scale.md, to docs/measured/scale.md (ten minutes)
    python benchmarks/scale.py --soak 100m       # one long run, to docs/measured/soak.md (`make soak`); the same command goes on with it

Commands are started as a user starts them. Times are of the clock, so the machine must be quiet; one and two workers take turns. Memory
is that of all processes of a command together, at its peak.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
import psutil
from watch import calibrate

from brewsim.experiment import ExperimentFile, make_experiment, override
from brewsim.games import TITLES, load_title
from brewsim.manifest import CHUNK_GAMES
from brewsim.outcomes import to_frame, write_part
from brewsim.reading import parse_count
from brewsim.runner import play_games, prepare, writing

MEASURED = Path(__file__).parents[1] / "docs" / "measured"
LIGHT = "brew_crafters"  # what is not playing weighs most
WORKERS = (1, 2)
TURNS = 2
SECONDS = 8.0  # about, that a measured run plays
STAGE_GAMES = 400_000
MEMORY_GAMES = (250_000, 1_000_000, 4_000_000)
PLANS = (10**9, 10**10)
LOOK_SECONDS = 0.5
CALIBRATION_UNITS = 200_000
SOAK_ROWS = 20
MILLION = 1_000_000
READING = ("read and compare checksums (`brewsim verify`)", "report")


class Cost(NamedTuple):
    """What a command took."""

    seconds: float
    peak: float  # MB
    printed: str


def command(*words: object) -> Cost:
    """Enter a command, and watch its memory."""
    start, peak, done = time.perf_counter(), [0.0], threading.Event()
    process = subprocess.Popen([sys.executable, "-m", "brewsim", *map(str, words)], stdout=subprocess.PIPE, text=True)

    def watch() -> None:
        while not done.wait(LOOK_SECONDS):
            peak.append(memory_of(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    printed = process.communicate()[0]
    seconds = time.perf_counter() - start
    done.set()
    watcher.join()
    if process.returncode:
        raise SystemExit(f"brewsim {' '.join(map(str, words))} failed")
    return Cost(seconds, max(peak), printed)


def memory_of(process: int) -> float:
    """MB of a process and its children."""
    try:
        family = psutil.Process(process)
        return sum(one.memory_full_info().pss for one in (family, *family.children(recursive=True))) / 1e6
    except psutil.Error:
        return 0.0


def processor_of(process: int) -> float:
    """Seconds that processors have worked for a process and its children."""
    try:
        family = psutil.Process(process)
        return sum(one.cpu_times().user + one.cpu_times().system for one in (family, *family.children(recursive=True)))
    except psutil.Error:
        return 0.0


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def table(head: str, rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown, numbers to the right."""
    names = head.split("|")
    lines = [names, ["---", *["---:"] * (len(names) - 1)], *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


class Speed(NamedTuple):
    """How fast a title is played and written."""

    title: str
    by_workers: dict[int, float]  # games a second
    size: float  # bytes a game

    @property
    def gain(self) -> float:
        return self.by_workers[WORKERS[-1]] / self.by_workers[WORKERS[0]]


def speed_of(title: str, seconds: float) -> Speed:
    """Games a second with one worker and with two, in turns; the parts of both are of one size."""
    speeds: dict[int, list[float]] = {workers: [] for workers in WORKERS}
    size, games = 0.0, 2 * CHUNK_GAMES
    for turn in range(1 + TURNS):  # the first one compiles, and says how many games take so long
        for workers in WORKERS[-1:] if turn == 0 else WORKERS:
            with tempfile.TemporaryDirectory() as folder:
                told = json.loads(command("run", title, "-n", games, "-j", workers, "-o", Path(folder, "run"), "--json").printed)
                speed, size = games / told["seconds"], size_of(Path(folder)) / games
            if turn == 0:
                games = 2 * CHUNK_GAMES * max(1, round(speed * seconds / 2 / CHUNK_GAMES / 2))
            else:
                speeds[workers].append(speed)
    return Speed(title, {workers: statistics.median(found) for workers, found in speeds.items()}, size)


def speed_row(one: Speed) -> list[object]:
    """A line of the table of speeds."""
    title = load_title(one.title)
    speeds = [f"{one.by_workers[workers]:,.0f}" for workers in WORKERS]
    return [title.label, title.default_seats, *speeds, f"{one.gain:.2f}", f"{one.size * MILLION / 1e6:.0f}"]


def stages(games: int) -> list[tuple[str, float, str]]:
    """(stage, seconds a million games, what it leaves) of playing and writing the light title, on one core."""
    with tempfile.TemporaryDirectory() as folder:
        run = prepare(make_experiment("scale", override(ExperimentFile(title=LIGHT), games=games)), Path(folder, "run"))
        (case,), seed = run.experiment.cases, run.experiment.seed
        play_games(case, np.arange(0), seed)  # compiled
        playing = keeping = size = 0.0
        with writing(run):
            for part in run.manifest.parts(run.manifest.cases[0]):
                start = time.perf_counter()
                rows = play_games(case, np.arange(part.first_game, part.first_game + part.games), seed)
                between = time.perf_counter()
                size += write_part(to_frame(case.rules, rows, case.name, case.lineup.names), part, run.folder)
                playing, keeping = playing + between - start, keeping + time.perf_counter() - between
    each = MILLION / games
    return [("play", playing * each, ""), ("write", keeping * each, f"{size * each / 1e6:.0f} MB on disk")]


def commands_at(games: int) -> list[Cost]:
    """What playing, checking and reporting a run of this size take."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder, "run")
        return [
            command("run", LIGHT, "-n", games, "-j", WORKERS[-1], "-o", run),
            command("verify", run),
            command("report", run, "-o", Path(folder, "page")),
        ]


def each_further_million(costs: Mapping[int, list[Cost]]) -> list[float]:
    """Seconds that verify and report take for a million games more: what the start of a command takes is not in it."""
    small, large = min(costs), max(costs)
    return [(costs[large][place].seconds - costs[small][place].seconds) * MILLION / (large - small) for place in (1, 2)]


def plans(speeds: list[Speed], report_seconds: float) -> list[tuple[object, ...]]:
    """What large runs of the fastest and the slowest title cost, on machines like this one."""
    ordered = sorted(speeds, key=lambda speed: speed.by_workers[WORKERS[-1]], reverse=True)
    rows = []
    for games in PLANS:
        for speed in (ordered[0], ordered[-1]):
            hours = games / speed.by_workers[WORKERS[-1]] / 3600
            label = load_title(speed.title).label
            written = f"{games * speed.size / 1e9:,.0f} GB"
            rows.append((f"{games:,} of {label}", f"{hours:,.1f}", written, f"{games / MILLION * report_seconds / 3600:,.1f}"))
    return rows


def calibration() -> float:
    """Units of the calibration kernel a second, on one core."""
    calibrate(1)
    start = time.perf_counter()
    calibrate(CALIBRATION_UNITS)
    return CALIBRATION_UNITS / (time.perf_counter() - start)


def page(titles: Iterable[str], seconds: float, stage_games: int, memory_games: Iterable[int]) -> str:
    """All tables, in Markdown."""
    units = calibration()
    speeds = [speed_of(title, seconds) for title in titles]
    costs = {games: commands_at(games) for games in memory_games}
    reading = each_further_million(costs)
    steps = [*stages(stage_games), *((name, spent, "") for name, spent in zip(READING, reading))]
    count = f"{os.cpu_count()} cores, and one of them does {units:,.0f} units of the calibration kernel of `make bench` a second"
    parts = [
        f"Measured by `python benchmarks/scale.py` on a machine that has {count}.\n",
        "## Games a second\n",
        table("title|seats|1 worker|2 workers|gain|MB a million games", map(speed_row, speeds)),
        f"## Stages of a million games of {load_title(LIGHT).label}\n",
        table("stage|seconds|leaves", [(name, f"{spent:.1f}", what) for name, spent, what in steps]),
        f"## Memory against games of {load_title(LIGHT).label}\n",
        table(
            "games|MB to play|MB to verify|MB to report|seconds to report",
            [
                (f"{games:,}", *(f"{cost.peak:.0f}" if cost.peak else "?" for cost in row), f"{row[-1].seconds:.0f}")
                for games, row in costs.items()
            ],
        ),
        "## A thousand million games, and ten\n",
        table("games|machine hours to play|disk|hours to report, as of the light title", plans(speeds, reading[-1])),
    ]
    return "\n".join(parts)


class SoakRow(NamedTuple):
    """A stretch of a long run."""

    seconds: float  # since the beginning, at its end
    games: int  # so far
    speed: float  # games a second of the clock
    frugality: float  # games a second of one processor, which says the same on a busy machine
    peak: float  # MB

    def in_words(self) -> list[str]:
        return [f"{self.seconds / 60:.1f}", f"{self.games:,}", f"{self.speed:,.0f}", f"{self.frugality:,.0f}", f"{self.peak:.0f}"]


def soak(games: int, folder: Path) -> str:
    """One long run: games a second and memory by time, from the parts that appear. What an earlier call saw is kept beside the run."""
    run, kept = folder / "run", folder / "seen.json"
    seen = [SoakRow(*row) for row in json.loads(kept.read_text())] if kept.exists() else []
    process = subprocess.Popen([sys.executable, "-m", "brewsim", "run", LIGHT, "-n", str(games), "-o", str(run)], stdout=subprocess.DEVNULL)
    before, start = seen[-1].seconds if seen else 0.0, time.perf_counter()
    last_time, last_games, last_work, work, peak = start, played(run), 0.0, 0.0, 0.0
    while True:
        is_over = process.poll() is not None
        peak, done, now = max(peak, memory_of(process.pid)), min(games, played(run)), time.perf_counter()
        work = max(work, processor_of(process.pid))  # workers end before the run does
        if done > last_games and (is_over or done - last_games >= games / SOAK_ROWS):
            new = done - last_games
            seen.append(SoakRow(before + now - start, done, new / (now - last_time), new / (work - last_work), peak))
            print(*seen[-1].in_words(), sep=" | ", flush=True)
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(seen))
            last_time, last_games, last_work, peak = now, done, work, 0.0
        if is_over:
            break
        with suppress(KeyboardInterrupt):  # the run hears it too, and ends
            time.sleep(LOOK_SECONDS)
    if process.returncode:
        raise SystemExit("the run was stopped; the same command goes on with it")
    how = f"`python benchmarks/scale.py --soak {games}`, {games:,} games of {load_title(LIGHT).label} in one run"
    head = "minutes|games so far|games a second|games a second of a processor|peak MB"
    return f"{how}:\n\n" + table(head, [row.in_words() for row in seen])


def played(run: Path) -> int:
    """Games in the parts that are there, to a part."""
    return CHUNK_GAMES * sum(1 for _ in run.glob("parts/*/*.parquet"))


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # where it is set, every command compiles the sources again, as it does for no user
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--soak", type=parse_count, metavar="GAMES")
    parser.add_argument("--runs", type=Path, default=Path("runs/soak"), help="where the long run lies, to go on with it")
    parser.add_argument("--try", dest="is_trial", action="store_true", help="few games, and nothing is written: does it work?")
    chosen = parser.parse_args()
    if chosen.soak:
        text = soak(chosen.soak, chosen.runs)
    elif chosen.is_trial:
        text = page([LIGHT], 0.1, CHUNK_GAMES, [CHUNK_GAMES, 2 * CHUNK_GAMES])
    else:
        text = page(TITLES, SECONDS, STAGE_GAMES, MEMORY_GAMES)
    print(text)
    if not chosen.is_trial:
        MEASURED.mkdir(exist_ok=True)
        (MEASURED / ("soak.md" if chosen.soak else "scale.md")).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
