"""The command that says whether a run is whole, and plays again what it lacks."""

from typing import TYPE_CHECKING, Annotated

import typer

from brewsim.commands import flags as shared
from brewsim.commands.console import SpeedColumn, notice_compiling, out, progress
from brewsim.commands.tables import print_json
from brewsim.errors import command_line

if TYPE_CHECKING:
    from brewsim.results import Verification


def verify(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="Folder of a run, or s3://BUCKET/PREFIX.")],
    repair: Annotated[bool, typer.Option("--repair", help="Play again what is missing or damaged.")] = False,
    jobs: shared.Jobs = None,
    as_json: shared.Json = False,
) -> None:
    """Whether a run is whole: compares the checksum of every part. Ends with code 1 if it is not."""
    from brewsim.results import verify as look

    found = look(folder)
    if repair and not found.is_whole:
        _repair(folder, jobs)
        found = look(folder)
    if as_json:
        print_json(_as_json(found))
    else:
        _print(found)
    if not found.is_whole:
        raise typer.Exit(1)


def _repair(folder: str, jobs: int | None) -> None:
    """Play what a run lacks; its manifest tells how."""
    from brewsim.runner import execute, reopen, warm_up

    run = reopen(folder)
    with notice_compiling():
        warm_up(run)
    with progress("playing", run.games, SpeedColumn()) as advance:
        for games, is_new in execute(run, jobs or shared.cores(), hear=advance.hear):
            advance(games, is_new)


def _as_json(found: "Verification") -> dict[str, object]:
    from brewsim.outcomes import State

    parts = {str(state): [str(path) for path in found.paths(state)] for state in State if state != State.WHOLE}
    return {"run": str(found.folder), "is_whole": found.is_whole, "parts": len(found.findings), **parts}


def _print(found: "Verification") -> None:
    from brewsim.outcomes import State

    if found.is_whole:
        out.print(f"{found.folder} is whole: all {len(found.findings)} parts are as they were written.")
        return
    for finding in found.findings:
        if finding.state != State.WHOLE:
            out.print(f"{finding.state}: {found.folder.at(finding.part.file)}" + (f" ({finding.why})" if finding.why else ""))
    out.print(f"{found.folder} is not whole. To play again what is missing or damaged:")
    out.print("  " + command_line(["brewsim", "verify", str(found.folder), "--repair"]))
