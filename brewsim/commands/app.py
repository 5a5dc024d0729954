"""The command line: all commands, and how each of them ends."""

import os
import signal
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, NoReturn

import typer

from brewsim.commands import play, report, show, speed
from brewsim.commands.console import complain
from brewsim.errors import BadInput

COMMANDS: dict[str, Callable[..., None]] = {
    "games": show.games,
    "rules": show.rules,
    "run": play.run,
    "compare": play.compare,
    "sweep": play.sweep,
    "cards": play.cards,
    "replay": show.replay,
    "report": report.report,
    "compile": speed.compile_titles,
    "bench": speed.bench,
}

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
for name, command in COMMANDS.items():
    app.command(name)(command)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        print(f"brewsim {version('brewsim')}")
        raise typer.Exit


@app.callback()
def brewsim(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Monte Carlo balance analysis for board games."""


def main() -> NoReturn:
    """Run the command line. Bad input ends with one line and code 2, never with a traceback."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        code = app(standalone_mode=False)
    except BadInput as error:
        code = complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        if not hasattr(error, "format_message"):  # not one of click's own
            raise
        message = str(error.format_message()).replace("\n", " ")
        code = complain(message) if message else 2  # without a command the help is all there is to say
    sys.exit(code or 0)


def _interrupt(signum: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt
