"""The command that makes a report."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from brewsim.commands.console import out
from brewsim.commands.flags import check_folder

Measured = Annotated[
    list[Path] | None, typer.Option("--with", metavar="FILE", help="What `brewsim luck` or `brewsim assumptions` wrote; can be repeated.")
]


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of runs, all of one title.")],
    folder: Annotated[
        Path | None, typer.Option("-o", "--out", callback=check_folder, help="Folder for the report; reports/NAME by default.")
    ] = None,
    measured: Measured = None,
) -> None:
    """What runs have found, as one HTML page with its figures and tables."""
    make_report(runs, folder, out, measured or [])


def make_report(runs: Sequence[Path], folder: Path | None, console: Console, measured: Sequence[Path] = ()) -> None:
    """Make the report of runs, and of what was measured beside them, and say where it is."""
    from brewsim.measured import read_measured
    from brewsim.report.build import build
    from brewsim.results import open_run

    page = build([open_run(run) for run in runs], folder, [read_measured(path) for path in measured])
    console.print(f"Report: {page}")
