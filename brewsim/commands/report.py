"""The command that makes a report."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from brewsim.commands.console import out
from brewsim.commands.flags import check_folder
from brewsim.folders import Folder

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.measured import Measured

MeasuredFlag = Annotated[
    list[Path] | None,
    typer.Option("--with", metavar="FILE", help="What `brewsim luck`, `assumptions` or `advise` wrote for a report; can be repeated."),
]


def report(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Folders of runs, or s3://BUCKET/PREFIX, all of one title.")],
    folder: Annotated[
        Path | None, typer.Option("-o", "--out", callback=check_folder, help="Folder for the report; reports/NAME by default.")
    ] = None,
    measured: MeasuredFlag = None,
) -> None:
    """What runs have found, as one HTML page with its figures and tables."""
    make_report(runs, folder, out, read_all(measured or []))


def read_all(files: Sequence[Path]) -> list["Measured"]:
    """What was measured beside runs."""
    from brewsim.measured import read_measured

    return [read_measured(file) for file in files]


def make_report(runs: Sequence[str | Folder], folder: Path | None, console: Console, measured: Sequence["Measured"] = ()) -> None:
    """Make the report of runs, and of what was measured beside them, and say where it is."""
    from brewsim.report.build import build
    from brewsim.results import open_run

    page = build([open_run(run) for run in runs], folder, measured)
    console.print(f"Report: {page}")
