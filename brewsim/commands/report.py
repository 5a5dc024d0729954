"""The command that makes a report."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from brewsim.commands.console import out


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of runs, all of one title.")],
    folder: Annotated[Path | None, typer.Option("-o", "--out", help="Folder for the report; reports/NAME by default.")] = None,
) -> None:
    """What runs have found, as one HTML page with its figures and tables."""
    make_report(runs, folder, out)


def make_report(runs: Sequence[Path], folder: Path | None, console: Console) -> None:
    """Make the report of runs and say where it is."""
    from brewsim.report.build import build
    from brewsim.results import open_run

    page = build([open_run(run) for run in runs], folder)
    console.print(f"Report: {page}")
