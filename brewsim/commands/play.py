"""Commands that play a run and print what it found: run, compare, sweep, cards."""

import shlex
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brewsim.commands import flags as shared
from brewsim.commands.console import SpeedColumn, err, notice_compiling, out, progress
from brewsim.commands.flags import Playing, takes_playing_flags
from brewsim.commands.report import make_report
from brewsim.commands.tables import print_cards, print_comparison, print_json, print_response, print_run, run_as_json
from brewsim.errors import unknown

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.experiment import Experiment
    from brewsim.results import Results
    from brewsim.runner import Run


def _check_backend(backend: str) -> str:
    from brewsim.runner import BACKENDS

    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    return backend


@takes_playing_flags
def run(
    title_or_file: shared.TitleOrFile,
    flags: Playing,
    variant: shared.Variant = None,
    backend: Annotated[str, typer.Option("--backend", callback=_check_backend, help="threading, or loky for processes.")] = "threading",
    with_report: Annotated[bool, typer.Option("--report", help="Make the report as well, in reports/NAME.")] = False,
) -> None:
    """Run a title with defaults, or an experiment file; flags override the file."""
    from brewsim.experiment import make_experiment, override, read_experiment
    from brewsim.results import open_run, reading
    from brewsim.rules import read_variant
    from brewsim.runner import prepare
    from brewsim.stats.summary import summarize

    name, file = read_experiment(title_or_file)
    file = override(file, **flags.keys())
    variants = [read_variant(variant, file.title)] if variant else []
    command = flags.command("run", title_or_file, variant=variant)
    plan = prepare(make_experiment(name, file, variants), flags.folder, command=shlex.join(command))
    played, seconds = _play(plan, flags.jobs, backend)
    results = open_run(plan.folder)
    with reading([results]):
        summaries = summarize(results.parts(*results.cases))
    if flags.as_json:
        print_json(run_as_json(plan, summaries, played, seconds))
    else:
        print_run(plan, summaries, played, seconds)
    if with_report:
        make_report([plan.folder], None, err if flags.as_json else out)


@takes_playing_flags
def compare(
    base: Annotated[str, typer.Argument(metavar="BASE", help="A title, a variant file, or an experiment file with variants.")],
    flags: Playing,
    variants: Annotated[list[Path] | None, typer.Argument(metavar="[VARIANT]...", help="Variant files.")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="A change, path=value; all together make one variant.")] = None,
    blank: Annotated[list[str] | None, typer.Option("--blank", help="An item that nobody may use, in the same variant.")] = None,
) -> None:
    """What variants change, measure by measure, on the same shuffles and dice."""
    from brewsim.results import reading
    from brewsim.stats.variants import compare_all
    from brewsim.studies import comparison

    experiment = comparison(base, variants or [], settings or [], blank or [], **flags.keys())
    results = _play_study(experiment, flags, flags.command("compare", base, *(variants or []), set=settings, blank=blank))
    with reading([results]):
        differences = compare_all(results)
    if flags.as_json:
        print_json({"out": str(results.folder), "differences": differences.to_dicts()})
        return
    for frame in differences.partition_by("case", maintain_order=True):
        print_comparison(f"{results.title.label}: {frame['case'][0]} against {frame['base_case'][0]}", frame)
    out.print(f"Data: {results.folder}")


@takes_playing_flags
def sweep(
    title: shared.Title,
    setting: Annotated[str, typer.Option("--set", help="A rule and its values: path=1..8 or path=2,3,5.")],
    flags: Playing,
) -> None:
    """How the game answers to one rule: every measure over a range of values."""
    from brewsim.results import reading
    from brewsim.stats.variants import response
    from brewsim.studies import sweep as make_sweep

    experiment, path = make_sweep(title, setting, **flags.keys())
    results = _play_study(experiment, flags, flags.command("sweep", title, set=setting))
    with reading([results]):
        curve = response(results, path)
    if flags.as_json:
        print_json({"out": str(results.folder), "path": path, "response": curve.to_dicts()})
        return
    print_response(f"{results.title.label}: {path}", curve)
    out.print(f"Data: {results.folder}")


@takes_playing_flags
def cards(
    title_or_file: shared.TitleOrFile,
    flags: Playing,
    items: Annotated[str | None, typer.Option("--items", help="Items a,b,c; all by default.")] = None,
) -> None:
    """How strong every item is: as observed, adjusted, and by restricted play."""
    from brewsim.results import reading
    from brewsim.stats.cards import card_strength
    from brewsim.studies import card_study

    chosen = [item.strip() for item in items.split(",")] if items else []
    experiment = card_study(title_or_file, chosen, **flags.keys())
    results = _play_study(experiment, flags, flags.command("cards", title_or_file, items=items))
    with reading([results]):
        strength = card_strength(results)
    if chosen:
        strength = strength.filter(strength["item"].is_in(chosen))
    if flags.as_json:
        print_json({"out": str(results.folder), "items": strength.to_dicts()})
        return
    for frame in strength.partition_by("case", maintain_order=True):
        print_cards(f"{results.title.label}: {frame['case'][0]}", frame)
    out.print(f"Data: {results.folder}")


def _play(plan: "Run", jobs: int | None, backend: str = "threading") -> tuple[int, float]:
    """Play a run with a bar on a terminal; the games that were played now, and the seconds."""
    from brewsim.runner import execute, warm_up

    start, safe, played = time.perf_counter(), 0, 0
    try:
        with notice_compiling():
            warm_up(plan)
        with progress("playing", plan.games, SpeedColumn()) as advance:
            for done, is_new in execute(plan, jobs or shared.cores(), backend):
                advance(done, is_new)
                safe += done
                played += done if is_new else 0
    except KeyboardInterrupt:
        err.print(f"Interrupted: {safe:,} of {plan.games:,} games are safe in {plan.folder}. To go on:")
        err.print("  " + shlex.join([*_program(), *sys.argv[1:]]))
        raise
    return played, time.perf_counter() - start


def _program() -> list[str]:
    """This program as it was called, so that a command that is printed works where it is read."""
    called = sys.argv[0]
    if Path(called).name == "__main__.py":
        return [sys.executable, "-m", "brewsim"]
    return ["brewsim"] if shutil.which("brewsim") == called else [called]


def _play_study(experiment: "Experiment", flags: Playing, command: list[str]) -> "Results":
    """Play the experiment of a study and open what it made."""
    from brewsim.results import open_run
    from brewsim.runner import prepare

    plan = prepare(experiment, flags.folder, command=shlex.join(command))
    _play(plan, flags.jobs)
    return open_run(plan.folder)
