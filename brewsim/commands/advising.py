"""Commands that hold the rules against what a designer wants."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brewsim.commands import flags
from brewsim.commands.console import SpeedColumn, notice_compiling, out, progress
from brewsim.commands.tables import new_table, print_json
from brewsim.errors import BadInput
from brewsim.reading import parse_count

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.advising.guard import Guard

EXIT_CODES = {"holds": 0, "fails": 1, "not known": 3}


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An experiment file with a table [check].")],
    games: Annotated[
        int | None, typer.Option("-n", "--games", metavar="MOST_GAMES", parser=parse_count, help="The most games of each case.")
    ] = None,
    jobs: flags.Jobs = None,
    junit: Annotated[Path | None, typer.Option("--junit", callback=flags.check_file, help="File for a report in JUnit XML.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", callback=flags.check_file, help="File for a summary in Markdown.")] = None,
    as_json: flags.Json = False,
) -> None:
    """Whether the goals in [check] of an experiment file hold. Ends with code 0 if all surely do, 1 if one surely fails, else 3."""
    from brewsim.advising.guard import make_guard
    from brewsim.advising.guard_report import as_data, as_junit, as_markdown
    from brewsim.experiment import goals_of, make_experiment, override, read_experiment
    from brewsim.files import disk_errors, make_folder, write_whole
    from brewsim.matches import workers
    from brewsim.play import simulate

    name, keys = read_experiment(file)
    if keys.check is None:
        raise BadInput(f'{file} has no [check]; write goals into it, such as "seats within" = 2 or "rounds" = "9..11"')
    experiment = make_experiment(name, override(keys, games=games))
    first = experiment.cases[0]
    with notice_compiling():
        simulate(first.rules, first.lineup, 0)
    guard = make_guard(experiment, goals_of(keys))
    with workers(jobs or flags.cores()) as work, progress("checking", experiment.games, SpeedColumn()) as advance:
        guard.play(work, lambda done: advance(done, True))
    for path, text in ((junit, as_junit), (markdown, as_markdown)):
        if path is not None:
            with disk_errors(path):
                make_folder(path.absolute().parent)
                write_whole(path, text(guard).encode())
    if as_json:
        print_json(as_data(guard))
    else:
        _print_checked(guard)
    code = EXIT_CODES[guard.standing]
    if code:
        raise typer.Exit(code)


def _print_checked(guard: "Guard") -> None:
    from brewsim.advising.guard_report import HEAD, rows, summary

    table = new_table(*HEAD, title=f"{guard.experiment.title.label}: {guard.experiment.name}")
    for row in rows(guard):
        table.add_row(*row)
    out.print(table)
    for sentence in summary(guard):
        out.print(sentence)
