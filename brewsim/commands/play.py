"""Commands that play a run and print what it found: run, compare, sweep, cards."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brewsim.commands import flags as shared
from brewsim.commands import stopping
from brewsim.commands.console import SpeedColumn, err, notice_compiling, out, progress, say_how_to_go_on
from brewsim.commands.flags import Playing, takes_playing_flags
from brewsim.commands.players import adapted
from brewsim.commands.report import MeasuredFlag, make_report, read_all
from brewsim.commands.tables import (
    adaptation_as_json,
    attention_to,
    explain_cards,
    print_adaptation,
    print_cards,
    print_comparison,
    print_json,
    print_pairs,
    print_response,
    print_run,
    print_worth_change,
    run_as_json,
)
from brewsim.errors import BadInput

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.experiment import Experiment
    from brewsim.results import Results
    from brewsim.runner import Run
    from brewsim.stats.sequential import Decision, Precision


@takes_playing_flags
def run(
    title_or_file: shared.TitleOrFile,
    flags: Playing,
    variant: shared.Variant = None,
    with_report: Annotated[bool, typer.Option("--report", help="Make the report as well, in reports/NAME.")] = False,
    precision: stopping.PrecisionFlag = None,
    measured: MeasuredFlag = None,
) -> None:
    """Run a title with defaults, or an experiment file; flags override the file."""
    from brewsim.experiment import make_experiment, override, read_experiment
    from brewsim.rules import read_variant
    from brewsim.stats.sequential import Precision
    from brewsim.stats.skill import by_level
    from brewsim.stats.summary import summarize

    if measured and not with_report:
        raise BadInput("--with is for a report: add --report")
    beside = read_all(measured or [])  # before anything is played
    name, file = read_experiment(title_or_file)
    file = override(file, **flags.keys())
    experiment = make_experiment(name, file, [read_variant(variant, file.title)] if variant else [])
    stop = Precision(precision) if precision else None
    command = flags.command("run", title_or_file, variant=variant, precision=precision)
    with _played(experiment, flags, command, stop=stop) as done:
        own = [case for case in done.results.cases if not case.is_extra]
        summaries, levels = summarize(done.results.parts(*own)), by_level(done.results)
    if flags.as_json:
        told = {"precision": stopping.as_json(stop, done.plan, done.rate)} if stop else {}
        print_json(run_as_json(done.plan, summaries, levels, done.new, done.seconds) | told)
    else:
        print_run(done.plan, summaries, levels, done.new, done.seconds)
        if stop:
            stopping.tell(stop, done.plan, done.rate)
    if with_report:
        make_report([done.plan.folder], None, err if flags.as_json else out, beside)


@takes_playing_flags
def compare(
    base: Annotated[str, typer.Argument(metavar="BASE", help="A title, a variant file, or an experiment file with variants.")],
    flags: Playing,
    variants: Annotated[list[Path] | None, typer.Argument(metavar="[VARIANT]...", help="Variant files.")] = None,
    settings: shared.Settings = None,
    blank: Annotated[list[str] | None, typer.Option("--blank", help="An item that nobody may use, in the same variant.")] = None,
    items: shared.Items = None,
    show_all: shared.All = False,
    adapt: shared.Adapt = None,
    decide: stopping.DecideFlag = None,
) -> None:
    """What variants change, measure by measure, on the same shuffles and dice."""
    from brewsim.stats.adapting import shift_all
    from brewsim.stats.sequential import Decision
    from brewsim.stats.variants import change_in_words, changed_rules, compare_all
    from brewsim.studies import comparison

    without = None if items is None else shared.split_names(items)
    experiment = comparison(base, variants or [], settings or [], blank or [], without=without, **flags.keys())
    stop = Decision(decide) if decide else None
    own = {"set": settings, "blank": blank, "items": items, "adapt": adapt, "decide": decide}
    command = flags.command("compare", base, *(variants or []), **own)
    with _played(experiment, flags, command, adapt=adapt, stop=stop) as done:
        results, differences, shifts = done.results, compare_all(done.results), shift_all(done.results)
    if flags.as_json:
        told = {"decision": stopping.as_json(stop, done.plan, done.rate)} if stop else {}
        print_json({"out": str(results.folder), "differences": differences.to_dicts(), **adaptation_as_json(results, shifts), **told})
        return
    if stop:
        stopping.print_decision(results.title.label, stop)
        stopping.tell(stop, done.plan, done.rate)
    for frame in differences.partition_by("base_case", "case", maintain_order=True):
        base_case, case = (next(one for one in results.cases if one.name == frame[name][0]) for name in ("base_case", "case"))
        heading = f"{results.title.label}: {case.name} against {base_case.name}{attention_to(results, case.name)}"
        changes = [change_in_words(path, *change) for path, change in changed_rules(results, base_case, case).items()]
        print_comparison(heading, changes, frame, show_all)
    print_adaptation(results, shifts)
    out.print(f"Data: {results.folder}")


@takes_playing_flags
def sweep(
    title: shared.Title,
    settings: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="PATH=VALUES",
            help="A rule and its values, or two rules for a grid: path=1..8, path=12..27..3 or path=2,3,5. With signs, path=-2..+2, "
            "they are changes of the printed value; path==-2..2 are numbers.",
        ),
    ],
    flags: Playing,
    measures: Annotated[
        list[str] | None,
        typer.Option("--measure", help="With two rules: 'rounds', or a goal, 'rounds 9..11'; by default the seat farthest from fair."),
    ] = None,
    items: shared.Items = None,
    variant: shared.Variant = None,
    show_all: shared.All = False,
    adapt: shared.Adapt = None,
) -> None:
    """How the game answers to one rule: every measure over a range of values; or to two rules, over a grid."""
    from brewsim.commands.grids import print_grids  # which loads the statistics
    from brewsim.goals import measure_or_goal
    from brewsim.manifest import base_variant
    from brewsim.stats.adapting import shift_all
    from brewsim.stats.grids import check_measures, choose_grids, grids, response_grid
    from brewsim.stats.variants import measures_of, response
    from brewsim.studies import sweep as make_sweep

    without = None if items is None else shared.split_names(items)
    experiment, paths = make_sweep(title, settings, variant, without=without, **flags.keys())
    is_grid = len(paths) > 1
    if measures and not is_grid:
        raise BadInput("--measure is for two rules at once; one rule shows every measure")
    lineup = experiment.cases[0].lineup
    asked = [measure_or_goal(experiment.title, text, set(lineup.names)) for text in measures or ()]
    check_measures(asked, measures_of(experiment.title, lineup.names, lineup.rotates), len(lineup.names), without or ())
    command = flags.command("sweep", title, set=settings, measure=measures, items=items, variant=variant, adapt=adapt)
    with _played(experiment, flags, command, adapt=adapt) as done:
        results, shifts = done.results, shift_all(done.results)
        curve = response_grid(results, (paths[0], paths[1])) if is_grid else response(results, paths[0])
        lineups = curve.partition_by("lineup", maintain_order=True)
        chosen = [choose_grids(grids(results, frame), asked) for frame in lineups] if is_grid else []
    if flags.as_json:
        named = {"path": paths[0]} if not is_grid else {"paths": list(paths)}
        print_json({"out": str(results.folder), **named, "response": curve.to_dicts(), **adaptation_as_json(results, shifts)})
        return
    base = base_variant(list(results.manifest.rules))
    if not is_grid:
        now = "in print" if variant is None else f"in {base}"
        print_response(f"{results.title.label}: {paths[0]} ({results.manifest.rules[base].values[paths[0]]} {now})", curve, show_all)
    for frame, own in zip(lineups, chosen):
        print_grids(results.title.label, frame, own)
    print_adaptation(results, shifts)
    out.print(f"Data: {results.folder}")


@takes_playing_flags
def cards(
    title_or_file: shared.TitleOrFile,
    flags: Playing,
    items: Annotated[str | None, typer.Option("--items", help="Items a,b,c; those of the file or all by default.")] = None,
    pairs: Annotated[str | None, typer.Option("--pairs", help="Items a,b,c: also every two of them together.")] = None,
    variant: shared.Variant = None,
    settings: shared.Settings = None,
    adapt: shared.Adapt = None,
) -> None:
    """What every item is worth: what a seat loses that may not use it. Also before and after a change of the rules."""
    from brewsim.stats.adapting import item_shift
    from brewsim.stats.cards import card_strength, graded, together, worth_change
    from brewsim.studies import card_study

    chosen, paired = ([] if given is None else shared.split_names(given) for given in (items, pairs))
    experiment = card_study(title_or_file, chosen, paired, [variant] if variant else [], settings or [], **flags.keys())
    command = flags.command("cards", title_or_file, items=items, pairs=pairs, variant=variant, set=settings, adapt=adapt)
    with _played(experiment, flags, command, adapt=adapt) as done:
        results, limits = done.results, done.results.manifest.limits
        strength = graded(card_strength(results), limits.share("item"))
        shifts, both, change = item_shift(results, strength), together(results), worth_change(results)
    strength = strength.filter(strength["games"].is_not_null())
    if flags.as_json:
        found = {"items": strength.to_dicts(), "pairs": both.to_dicts(), "changes": change.to_dicts()}
        print_json({"out": str(results.folder), **found, **adaptation_as_json(results, shifts)})
        return
    for frame in strength.partition_by("case", maintain_order=True):
        print_cards(f"{results.title.label}: {frame['case'][0]}" + attention_to(results, frame["case"][0]), frame)
    explain_cards(limits)
    for frame in both.partition_by("case", maintain_order=True):
        print_pairs(f"{results.title.label}, two items at once: {frame['case'][0]}", frame)
    for frame in change.partition_by("case", maintain_order=True):
        print_worth_change(f"{results.title.label}: {frame['case'][0]} against {frame['base_case'][0]}", frame)
    print_adaptation(results, shifts)
    out.print(f"Data: {results.folder}")


@dataclass(frozen=True)
class Played:
    """A run that is complete."""

    plan: "Run"
    results: "Results"
    new: int  # games that were played now; the others were there already
    seconds: float

    @property
    def rate(self) -> float:
        """Games per second."""
        return self.new / self.seconds


@contextmanager
def _played(
    experiment: "Experiment",
    flags: Playing,
    command: list[str],
    adapt: int | None = None,
    stop: "Precision | Decision | None" = None,
) -> Iterator[Played]:
    """Play an experiment and hand over what it made, to be read. Whoever interrupts either is told what is safe.

    `adapt` are the games to tune bots with for each of its rules, if they are to adapt. `stop` says when enough is known.
    """
    from brewsim.crews import hired
    from brewsim.manifest import CHUNK_GAMES
    from brewsim.results import open_run, reading
    from brewsim.runner import LOOK_GAMES, execute, prepare, warm_up

    with ExitStack() as hiring:
        crew = hiring.enter_context(hired(flags.backend, flags.jobs, flags.scheduler))  # before anything is written
        if adapt is not None:
            experiment = adapted(experiment, adapt, flags, command)
        plan = prepare(experiment, flags.folder, LOOK_GAMES if stop else CHUNK_GAMES, command)
        safe, new = 0, 0
        try:
            with notice_compiling():
                warm_up(plan)
            start = time.perf_counter()  # the speed is that of playing
            unit = stopping.StoppingColumn(stop) if stop else SpeedColumn()
            with progress("playing", plan.games, unit) as advance:
                for done, is_new in execute(plan, crew, advance.hear, stop):
                    advance(done, is_new)
                    safe += done
                    new += done if is_new else 0
            hiring.close()  # to read needs no workers
            results = open_run(plan.folder)
            with reading([results]):
                yield Played(replace(plan, manifest=results.manifest), results, new, time.perf_counter() - start)
        except (KeyboardInterrupt, SystemExit):
            say_how_to_go_on(f"{safe:,} of {plan.games:,} games are safe in {plan.folder}")
            raise
