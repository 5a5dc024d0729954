"""The commands: parse, call, print. For people on a terminal, plain to a pipe, one JSON object on demand."""

from __future__ import annotations

import json
import math
import os
import shlex
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from brewsim.errors import BadInput, unknown
from brewsim.stats.digits import plus_minus, show

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    import polars as pl

    from brewsim.experiment import Experiment
    from brewsim.results import Results
    from brewsim.runner import Run
    from brewsim.stats.intervals import Estimate
    from brewsim.stats.summary import Summary

NOTICE_SECONDS = 1.5  # loading from the cache is faster
PIPE_WIDTH = 240  # a pipe has no width of its own

app = typer.Typer(
    help="Monte Carlo balance analysis for board games.", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)
out = Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else PIPE_WIDTH)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def _check_jobs(jobs: int | None) -> int | None:
    if jobs is not None and jobs < 1:
        raise BadInput(f"--jobs {jobs}: at least 1")
    return jobs


def _check_backend(backend: str) -> str:
    from brewsim.runner import BACKENDS

    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    return backend


TitleArgument = Annotated[str, typer.Argument(metavar="TITLE", help="A title; `brewsim games` lists them.")]
GamesOption = Annotated[int | None, typer.Option("-n", "--games", help="Games of each case.")]
SeatsOption = Annotated[int | None, typer.Option("--seats", help="Number of seats.")]
LineupOption = Annotated[str | None, typer.Option("--lineup", help="Bots by seat, a,b,c; one name for all seats.")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Seed of the whole series of games.")]
VariantOption = Annotated[Path | None, typer.Option("--variant", help="A variant file: a title and what changes.")]
JobsOption = Annotated[int | None, typer.Option("-j", "--jobs", callback=_check_jobs, help="Workers; all cores by default.")]
FolderOption = Annotated[Path | None, typer.Option("-o", "--out", help="Folder for the data; runs/NAME/DIGEST by default.")]
RotateOption = Annotated[bool | None, typer.Option("--rotate/--no-rotate", help="Move the bots on by one seat with every game.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def main() -> NoReturn:
    """Run the command line. Bad input ends with one line and code 2, never with a traceback."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        code = app(standalone_mode=False)
    except BadInput as error:
        code = _complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        if not hasattr(error, "format_message"):  # not one of click's own
            raise
        message = str(error.format_message()).replace("\n", " ")
        code = _complain(message) if message else 2  # without a command the help is all there is to say
    sys.exit(code or 0)


def _complain(line: str) -> int:
    err.print(f"brewsim: {line}", style="red" if err.is_terminal else None, markup=False)
    return 2


def _interrupt(signum: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


@app.command()
def games(as_json: JsonOption = False) -> None:
    """The titles, their seats, how sure their rules are, and their bots."""
    from brewsim.bots import read_bots
    from brewsim.games import TITLES, load_title
    from brewsim.rules import BASES, rule_values

    rows: list[dict[str, Any]] = []
    for name in TITLES:
        title = load_title(name)
        bases = [value.basis for value in rule_values(name)]
        rows.append(
            {
                "title": name,
                "label": title.label,
                "seats": list(title.seats),
                "rule_values": {basis: bases.count(basis) for basis in BASES},
                "bots": list(read_bots(title)),
            }
        )
    if as_json:
        _print_json(rows)
        return
    table = _table(
        "title", "game", "seats", *(f"{basis}" for basis in BASES), "bots", title="Titles, with the number of rule values by basis"
    )
    for row in rows:
        counts = [str(row["rule_values"][basis]) for basis in BASES]
        table.add_row(row["title"], row["label"], _join(row["seats"]), *counts, _join(row["bots"]))
    out.print(table)


@app.command()
def rules(
    title: TitleArgument,
    assumed: Annotated[bool, typer.Option("--assumed", help="Only the values that rest on an assumption.")] = False,
    variant: VariantOption = None,
    as_json: JsonOption = False,
) -> None:
    """Every rule value with its source and basis; with a variant, the difference."""
    from brewsim.rules import load_rules, read_variant, rule_values

    effective = read_variant(variant, title) if variant else load_rules(title)
    if variant:
        rows = [{"path": path, "printed": old, "variant": new} for path, (old, new) in effective.changes.items()]
    else:
        rows = [asdict(value) for value in rule_values(title) if not assumed or value.basis == "assumed"]
    if as_json:
        _print_json(rows)
        return
    if not rows:
        out.print("No such values.")
        return
    table = _table(*rows[0], title=f"{effective.title.label}: rules" + (f" of the variant {effective.variant}" if variant else ""))
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    out.print(table)


@app.command()
def run(
    title_or_file: Annotated[str, typer.Argument(metavar="TITLE_OR_FILE", help="A title, or an experiment file (.toml).")],
    games: GamesOption = None,
    seats: SeatsOption = None,
    lineup: LineupOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    backend: Annotated[str, typer.Option("--backend", callback=_check_backend, help="threading, or loky for processes.")] = "threading",
    folder: FolderOption = None,
    variant: VariantOption = None,
    rotate: RotateOption = None,
    with_report: Annotated[bool, typer.Option("--report", help="Make the report as well, in reports/NAME.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Run a title with defaults, or an experiment file; flags override the file."""
    from brewsim.experiment import make_experiment, override, read_experiment
    from brewsim.results import open_run, reading
    from brewsim.rules import read_variant
    from brewsim.runner import prepare
    from brewsim.stats.summary import summarize

    name, file = read_experiment(title_or_file)
    flags = {"games": games, "seats": seats, "lineup": lineup, "seed": seed, "rotate": rotate}
    file = override(file, **_keys(flags))
    variants = [read_variant(variant, file.title)] if variant else []
    command = _again("run", title_or_file, variant=variant, **flags)
    plan = prepare(make_experiment(name, file, variants), folder, command=command)
    played, seconds = _play(plan, jobs, backend)
    results = open_run(plan.folder)
    with reading([results]):
        summaries = summarize(results.parts(*results.cases))
    if as_json:
        _print_json(_run_as_json(plan, summaries, played, seconds))
    else:
        _print_run(plan, summaries, played, seconds)
    if with_report:
        _report([plan.folder], None, err if as_json else out)


@app.command()
def compare(
    base: Annotated[str, typer.Argument(metavar="BASE", help="A title, a variant file, or an experiment file with variants.")],
    variants: Annotated[list[Path] | None, typer.Argument(metavar="[VARIANT]...", help="Variant files.")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="A change, path=value; all together make one variant.")] = None,
    blank: Annotated[list[str] | None, typer.Option("--blank", help="An item that nobody may use, in the same variant.")] = None,
    games: GamesOption = None,
    seats: SeatsOption = None,
    lineup: LineupOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    folder: FolderOption = None,
    rotate: RotateOption = None,
    as_json: JsonOption = False,
) -> None:
    """What variants change, measure by measure, on the same shuffles and dice."""
    from brewsim.results import reading
    from brewsim.stats.variants import compare_all
    from brewsim.studies import comparison

    flags = {"games": games, "seats": seats, "lineup": lineup, "seed": seed, "rotate": rotate}
    experiment = comparison(base, variants or [], settings or [], blank or [], **_keys(flags))
    results = _play_study(experiment, folder, jobs, _again("compare", base, *(variants or []), set=settings, blank=blank, **flags))
    with reading([results]):
        differences = compare_all(results)
    if as_json:
        _print_json({"out": str(results.folder), "differences": differences.to_dicts()})
        return
    for frame in differences.partition_by("case", maintain_order=True):
        _print_comparison(f"{results.title.label}: {frame['case'][0]} against {frame['base_case'][0]}", frame)
    out.print(f"Data: {results.folder}", markup=False)


@app.command()
def sweep(
    title: TitleArgument,
    setting: Annotated[str, typer.Option("--set", help="A rule and its values: path=1..8 or path=2,3,5.")],
    games: GamesOption = None,
    seats: SeatsOption = None,
    lineup: LineupOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    folder: FolderOption = None,
    rotate: RotateOption = None,
    as_json: JsonOption = False,
) -> None:
    """How the game answers to one rule: every measure over a range of values."""
    from brewsim.results import reading
    from brewsim.stats.variants import response
    from brewsim.studies import sweep as make_sweep

    flags = {"games": games, "seats": seats, "lineup": lineup, "seed": seed, "rotate": rotate}
    experiment, path = make_sweep(title, setting, **_keys(flags))
    results = _play_study(experiment, folder, jobs, _again("sweep", title, set=setting, **flags))
    with reading([results]):
        curve = response(results, path)
    if as_json:
        _print_json({"out": str(results.folder), "path": path, "response": curve.to_dicts()})
        return
    _print_response(f"{results.title.label}: {path}", curve)
    out.print(f"Data: {results.folder}", markup=False)


@app.command()
def cards(
    title: Annotated[str, typer.Argument(metavar="TITLE_OR_FILE", help="A title, or an experiment file (.toml).")],
    items: Annotated[str | None, typer.Option("--items", help="Items a,b,c; all by default.")] = None,
    games: GamesOption = None,
    seats: SeatsOption = None,
    lineup: LineupOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    folder: FolderOption = None,
    rotate: RotateOption = None,
    as_json: JsonOption = False,
) -> None:
    """How strong every item is: as observed, adjusted, and by restricted play."""
    from brewsim.results import reading
    from brewsim.stats.cards import card_strength
    from brewsim.studies import card_study

    chosen = [item.strip() for item in items.split(",")] if items else []
    flags = {"games": games, "seats": seats, "lineup": lineup, "seed": seed, "rotate": rotate}
    experiment = card_study(title, chosen, **_keys(flags))
    results = _play_study(experiment, folder, jobs, _again("cards", title, items=items, **flags))
    with reading([results]):
        strength = card_strength(results)
    if chosen:
        strength = strength.filter(strength["item"].is_in(chosen))
    if as_json:
        _print_json({"out": str(results.folder), "items": strength.to_dicts()})
        return
    for frame in strength.partition_by("case", maintain_order=True):
        _print_cards(f"{results.title.label}: {frame['case'][0]}", frame)
    out.print(f"Data: {results.folder}", markup=False)


@app.command()
def replay(
    title: TitleArgument,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the series of games.")] = 0,
    game: Annotated[int, typer.Option("--game", help="Number of the game in the series.")] = 0,
    seats: SeatsOption = None,
    lineup: LineupOption = None,
    variant: VariantOption = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="A change of the rules, path=value.")] = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="As in the run that the game is from.")] = False,
) -> None:
    """One game in words, every decision with what the bot gained."""
    from brewsim.experiment import MAX_GAMES, make_experiment, override, read_experiment
    from brewsim.replay import replay as tell
    from brewsim.rules import load_rules, read_variant
    from brewsim.studies import parse_setting

    if not 0 <= game < MAX_GAMES:
        raise BadInput(f"--game {game}: at least 0 and less than {MAX_GAMES}")
    if variant and settings:
        raise BadInput("--variant and --set: give one of them")
    name, file = read_experiment(title)
    file = override(file, games=1, seats=seats, seed=seed, lineups=_lineups(lineup), rotate=rotate)
    rules = read_variant(variant, file.title) if variant else load_rules(file.title, dict(parse_setting(text) for text in settings or []))
    case = make_experiment(name, file, [rules]).cases[0]
    for line in tell(case.rules, case.lineup, game, seed):
        out.print(line, markup=False)


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of runs, all of one title.")],
    folder: Annotated[Path | None, typer.Option("-o", "--out", help="Folder for the report; reports/NAME by default.")] = None,
) -> None:
    """What runs have found, as one HTML page with its figures and tables."""
    _report(runs, folder, out)


@app.command("compile")
def compile_titles(
    titles: Annotated[list[str] | None, typer.Argument(metavar="[TITLE]...", help="Titles; all of them by default.")] = None,
    jobs: JobsOption = None,
) -> None:
    """Compile titles now, several at once, and not when they are first used."""
    import joblib

    from brewsim.games import TITLES, load_title

    chosen = titles or list(TITLES)
    for title in chosen:
        load_title(title)
    with _progress("compiling", len(chosen), TextColumn("titles")) as advance:
        work = joblib.Parallel(n_jobs=jobs or _cores(), return_as="generator_unordered", batch_size=1)
        for _ in work(joblib.delayed(_compile)(title) for title in chosen):
            advance(1, True)


@app.command()
def bench(
    title: Annotated[str | None, typer.Argument(metavar="[TITLE]", help="A title; all of them by default.")] = None,
    seats: SeatsOption = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long to play each title.")] = 3.0,
    as_json: JsonOption = False,
) -> None:
    """Games per second of the kernels on one core, with the greedy bot; compile time apart."""
    from brewsim.bench import bench as measure
    from brewsim.games import TITLES

    if not 0 < seconds < math.inf:
        raise BadInput(f"--seconds {seconds}: more than 0, and finite")
    speeds = [measure(name, seats, seconds, _notice_compiling) for name in ([title] if title else TITLES)]
    if as_json:
        _print_json(asdict(speeds[0]) if title else [asdict(speed) for speed in speeds])
        return
    table = _table("title", "seats", "bot", "games/s", "decisions/s", "options/s", "compiled in", title="One core")
    for speed in speeds:
        rates = (speed.games_per_second, speed.decisions_per_second, speed.options_per_second)
        how = f"{speed.compile_seconds:.1f} s" + (" (cache)" if speed.from_cache else "")
        table.add_row(speed.title, str(speed.seats), speed.bot, *(f"{rate:,.0f}" for rate in rates), how)
    out.print(table)


def _play(plan: Run, jobs: int | None, backend: str = "threading") -> tuple[int, float]:
    """Play a run with a bar on a terminal; the games that were played now, and the seconds."""
    from brewsim.runner import execute, warm_up

    start, safe, played = time.perf_counter(), 0, 0
    try:
        with _notice_compiling():
            warm_up(plan)
        with _progress("playing", plan.games, _SpeedColumn()) as advance:
            for done, is_new in execute(plan, jobs or _cores(), backend):
                advance(done, is_new)
                safe += done
                played += done if is_new else 0
    except KeyboardInterrupt:
        err.print(f"Interrupted: {safe:,} of {plan.games:,} games are safe in {plan.folder}. To go on:")
        err.print("  " + shlex.join([*_program(), *sys.argv[1:]]), markup=False)
        raise
    return played, time.perf_counter() - start


def _program() -> list[str]:
    """This program as it was called, so that a command that is printed works where it is read."""
    called = sys.argv[0]
    if Path(called).name == "__main__.py":
        return [sys.executable, "-m", "brewsim"]
    return ["brewsim"] if shutil.which("brewsim") == called else [called]


def _play_study(experiment: Experiment, folder: Path | None, jobs: int | None, command: str) -> Results:
    """Play the experiment of a study and open what it made."""
    from brewsim.results import open_run
    from brewsim.runner import prepare

    plan = prepare(experiment, folder, command=command)
    _play(plan, jobs)
    return open_run(plan.folder)


def _keys(flags: dict[str, Any]) -> dict[str, Any]:
    """Flags as keys of an experiment file."""
    return {"lineups": _lineups(flags["lineup"])} | {name: value for name, value in flags.items() if name != "lineup"}


def _report(runs: Sequence[Path], folder: Path | None, console: Console) -> None:
    """Make the report of runs and say where it is."""
    from brewsim.report.build import build
    from brewsim.results import open_run

    page = build([open_run(run) for run in runs], folder)
    console.print(f"Report: {page}", markup=False)


def _again(command: str, *arguments: object, **flags: Any) -> str:
    """The command line that plays the same again, whatever folder and workers this one used."""
    words = ["brewsim", command, *map(str, arguments)]
    for flag, value in flags.items():
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        elif value is not None:
            for one in value if isinstance(value, list) else [value]:
                words += [f"--{flag}", str(one)]
    return shlex.join(words)


def _compile(title: str) -> None:
    """Compile a title, or find it compiled; in a worker process."""
    from brewsim.bots import DEFAULT_BOT
    from brewsim.games import load_title
    from brewsim.play import simulate

    simulate(title, [DEFAULT_BOT] * load_title(title).default_seats, 0)


def _table(*columns: str, title: str) -> Table:
    """A table with lines on a terminal, plain columns to a pipe."""
    return Table(*columns, title=title, title_justify="left", box=box.ROUNDED if out.is_terminal else None, pad_edge=out.is_terminal)


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, indent=1) + "\n")


def _join(values: Sequence[Any]) -> str:
    return ", ".join(str(value) for value in values)


def _lineups(text: str | None) -> list[str | list[str]] | None:
    """The lineups key of an experiment from the flag: 'a,b,c', or 'a' for all seats."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    return [names[0] if len(names) == 1 else names]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _notice_compiling() -> Iterator[None]:
    """Say that it compiles if it takes longer than loading from the cache ever does."""
    timer = threading.Timer(NOTICE_SECONDS, err.print, ["Compiling (once after an update; it can take a minute a title) ..."])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _progress(what: str, total: int, unit: ProgressColumn) -> Iterator[Callable[[int, bool], None]]:
    """A bar with the time left on a terminal; nothing to a pipe. Gives the function that moves it on.

    What is not new, found from an earlier run, moves the bar but says nothing of the speed.
    """
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), unit, TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, is_new: bar.advance(task, done) if is_new else bar.reset(task, completed=int(bar.tasks[task].completed) + done)


class _SpeedColumn(ProgressColumn):
    """Games per second so far."""

    def render(self, task: Task) -> Text:
        return Text(f"games, {task.speed:,.0f}/s" if task.speed else "games")


def _run_as_json(plan: Run, summaries: dict[str, Summary], played: int, seconds: float) -> dict[str, Any]:
    """The object that `run --json` prints: the only case, or each case under `cases`."""
    from brewsim.stats.intervals import MIXED

    cases = {name: _case_as_json(summary) for name, summary in summaries.items()}
    first = next(iter(cases.values()))
    return {
        "out": str(plan.folder),
        "games": plan.games,
        "seats": [case.seats for case in plan.experiment.cases] if len(cases) > 1 else plan.experiment.cases[0].seats,
        "aborted": sum(summary.aborted for summary in summaries.values()),
        "seconds": seconds,
        "games_per_second": played / seconds,
        "win_share_by_seat": first["win_share_by_seat"] if len(cases) == 1 else None,
        "tie_rate": first["tie_rate"] if len(cases) == 1 else None,
        "intervals": MIXED,
        "cases": cases,
    }


def _case_as_json(summary: Summary) -> dict[str, Any]:
    return {
        "games": summary.games,
        "aborted": summary.aborted,
        "fair_share": summary.fair_share,
        "win_share_by_seat": [estimate.as_json() for estimate in summary.win_share_by_seat],
        "win_share_by_bot": {bot: estimate.as_json() for bot, estimate in summary.win_share_by_bot.items()},
        "tie_rate": summary.tie_rate.as_json(),
        "tiebreak_rate": summary.tiebreak_rate.as_json(),
        "shared_rate": summary.shared_rate.as_json(),
        "rounds": summary.rounds.as_json(),
        "decisions": summary.decisions.as_json(),
    }


def _print_run(plan: Run, summaries: dict[str, Summary], played: int, seconds: float) -> None:
    from brewsim.stats.intervals import MIXED
    from brewsim.stats.names import seat_name

    for case in plan.experiment.cases:
        summary = summaries[case.name]
        table = _table("", "estimate", "95 % interval", title=f"{plan.experiment.title.label}: {case.name}")
        for seat, estimate in enumerate(summary.win_share_by_seat):
            who = "rotated" if case.lineup.rotates else case.lineup.names[seat]
            table.add_row(f"{seat_name(seat)} ({who}) wins", *_percent(estimate))
        if len(summary.win_share_by_bot) > 1:
            for bot, estimate in summary.win_share_by_bot.items():
                table.add_row(f"a seat of {bot} wins", *_percent(estimate))
        table.add_row("fair share of a seat", f"{100 * summary.fair_share:.1f} %", "")
        table.add_row("first place tied before the tie-break", *_percent(summary.tie_rate))
        table.add_row("the tie-break decided", *_percent(summary.tiebreak_rate))
        table.add_row("victory shared", *_percent(summary.shared_rate))
        table.add_row("rounds", *_number(summary.rounds))
        table.add_row("decisions", *_number(summary.decisions))
        table.add_row("aborted at the cap on decisions", f"{summary.aborted:,} of {summary.games:,}", "")
        out.print(table)
    out.print(f"{MIXED}.")
    found = f"; {plan.games - played:,} were there already" if played < plan.games else ""
    out.print(f"{played:,} games played in {seconds:.1f} s ({played / seconds:,.0f} games/s){found}", markup=False)
    out.print(f"Data: {plan.folder}", markup=False)


def _print_comparison(heading: str, frame: pl.DataFrame) -> None:
    """What changed for certain, largest first within each measure; the rest in a line."""
    from brewsim.stats.intervals import MIXED
    from brewsim.stats.names import measure_name
    from brewsim.stats.variants import notes, worth_showing
    from brewsim.stats.verdicts import in_words

    table = _table("measure", "base ± 95 %", "variant ± 95 %", "difference", "95 % interval", "verdict", title=heading)
    for row in worth_showing(frame).iter_rows(named=True):
        show = _percent if row["is_share"] else _number
        base, variant = (_plus_minus(row, side, row["is_share"]) for side in ("base", "variant"))
        table.add_row(measure_name(row), base, variant, *show(_estimate(row)), in_words(row))
    out.print(table)
    for note in (f"{MIXED}.", *notes(frame)):
        out.print(note)


def _print_response(heading: str, curve: pl.DataFrame) -> None:
    """A row per value of the rule, a column per measure."""
    from brewsim.stats.intervals import MIXED
    from brewsim.stats.names import measure_name
    from brewsim.stats.variants import ITEM_MEASURES

    for lineup in curve["lineup"].unique(maintain_order=True):
        frame = curve.filter(curve["lineup"] == lineup)
        told = frame.filter(~frame["measure"].is_in(ITEM_MEASURES))
        names = list(dict.fromkeys((row["measure"], row["group"]) for row in told.iter_rows(named=True)))
        table = _table("measure", *(str(value) for value in told["rule"].unique(maintain_order=True)), title=f"{heading}, {lineup}")
        for measure, group in names:
            rows = told.filter((told["measure"] == measure) & (told["group"] == group)).iter_rows(named=True)
            table.add_row(measure_name({"measure": measure, "group": group}), *(_plus_minus(row, "", row["is_share"]) for row in rows))
        out.print(table)
    out.print(f"{MIXED}.")


def _print_cards(heading: str, frame: pl.DataFrame) -> None:
    """Items by what they are worth."""
    table = _table("item", "kind", "used", "observed", "adjusted", "by restriction", "note", title=heading)
    for row in frame.sort("shrunk", descending=True, nulls_last=True).iter_rows(named=True):
        cells = [_plus_minus(row, name, True) for name in ("used", "observed", "adjusted", "restricted")]
        table.add_row(row["item"], row["kind"], *cells, row["note"])
    out.print(table)
    out.print("In points of win share: users against others; other things equal; lost by a seat that may not use it, when it would have.")
    out.print("± reaches to the farther end of the 95 % interval, each number by itself.")


def _plus_minus(row: dict[str, Any], name: str, is_share: bool) -> str:
    """An estimate and its interval in one cell: the columns `value`, `low` and `high`, or those of this name."""
    keys = (name, f"{name}_low", f"{name}_high") if name else ("value", "low", "high")
    return plus_minus(*(row[key] for key in keys), *((100, " %") if is_share else ()))


def _estimate(row: dict[str, Any]) -> Estimate:
    """An estimate from the columns of a row."""
    from brewsim.stats.intervals import Estimate

    value, low, high = (math.nan if row[key] is None else row[key] for key in ("value", "low", "high"))
    return Estimate(value, low, high, row["n"])


def _percent(estimate: Estimate) -> tuple[str, str]:
    return show(estimate.value, estimate.low, estimate.high, 100, " %")


def _number(estimate: Estimate) -> tuple[str, str]:
    return show(estimate.value, estimate.low, estimate.high)
