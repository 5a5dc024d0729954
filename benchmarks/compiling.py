"""What each device of `brewsim/parts/programs.py` gives: games per second and seconds to compile without it, as ratios to all of them.

    python benchmarks/compiling.py [TITLE...]

Every setting is a process of its own with an empty cache. The processes play in turns, so that other work on the machine
meets all of them, and the median of the ratios counts. All times are those of the processor.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

DEFAULT, PLAIN = "default", "all (plain njit)"
COMPILES, TURNS, BATCH_SECONDS = 2, 15, 0.3


def worker(title: str, setting: str) -> None:
    """Compile a title, print the seconds, then play a batch for every line that comes in and print its games per second."""
    if setting not in (DEFAULT, PLAIN):
        from brewsim.parts import programs

        programs.DEVICES -= {setting}
    from brewsim.bots import DEFAULT_BOT, make_lineup
    from brewsim.play import simulate
    from brewsim.rules import load_rules

    rules = load_rules(title)
    lineup = make_lineup(rules.title, [DEFAULT_BOT] * rules.title.default_seats)
    begin = time.process_time()
    simulate(rules, lineup, 0)
    print(time.process_time() - begin, flush=True)
    games, seconds = 16, 0.0
    while seconds < BATCH_SECONDS / 2:
        games *= 2
        begin = time.process_time()
        simulate(rules, lineup, games)
        seconds = time.process_time() - begin
    for _ in sys.stdin:
        begin = time.process_time()
        simulate(rules, lineup, games)
        print(games / (time.process_time() - begin), flush=True)


def start(title: str, setting: str, cache: str) -> subprocess.Popen[str]:
    """A worker with an empty cache."""
    environment = os.environ | {"BREWSIM_CACHE": cache, "BREWSIM_PLAIN_NUMBA": str(int(setting == PLAIN))}
    command = [sys.executable, __file__, "--worker", title, setting]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(process: subprocess.Popen[str]) -> float:
    """The games per second of the next batch."""
    print(file=process.stdin, flush=True)
    return answer(process)


def answer(process: subprocess.Popen[str]) -> float:
    """The next number that a worker prints."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"a worker failed: {process.args}")
    return float(line)


def measure(title: str, settings: list[str]) -> dict[str, tuple[float, float]]:
    """(games per second, seconds to compile) of each setting as ratios to the default, and the default's own numbers."""
    seconds: dict[str, list[float]] = {setting: [] for setting in settings}
    workers: dict[str, subprocess.Popen[str]] = {}
    for _ in range(COMPILES):
        for setting in settings:
            with tempfile.TemporaryDirectory() as cache:
                if setting in workers:
                    workers[setting].communicate()
                workers[setting] = start(title, setting, cache)
                seconds[setting].append(answer(workers[setting]))
    turns = [{setting: ask(workers[setting]) for setting in settings} for _ in range(TURNS)]
    for process in workers.values():
        process.communicate()
    compile_seconds = {setting: statistics.median(seconds[setting]) for setting in settings}
    ratios = {
        setting: (statistics.median(turn[setting] / turn[DEFAULT] for turn in turns), compile_seconds[setting] / compile_seconds[DEFAULT])
        for setting in settings
    }
    return ratios | {DEFAULT: (statistics.median(turn[DEFAULT] for turn in turns), compile_seconds[DEFAULT])}


def main(titles: list[str]) -> None:
    """Print a Markdown table, a row for each device that is left out."""
    from brewsim.games import TITLES
    from brewsim.parts.programs import DEVICES

    settings = [DEFAULT, *sorted(DEVICES), PLAIN]
    columns = {title: measure(title, settings) for title in titles or TITLES}
    print("| without | " + " | ".join(f"{title}: games/s | compile" for title in columns) + " |")
    print("|---|" + "---|---|" * len(columns))
    for setting in settings:
        numbers = [column[setting] for column in columns.values()]
        shown = [f"{speed:,.0f} | {taken:.1f} s" if setting == DEFAULT else f"{speed:.2f} | {taken:.2f}" for speed, taken in numbers]
        print(f"| {'nothing' if setting == DEFAULT else setting} | " + " | ".join(shown) + " |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(*sys.argv[2:])
    else:
        main(sys.argv[1:])
