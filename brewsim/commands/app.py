"""The command line: all commands, and how each of them ends."""

import signal
import sys
from collections.abc import Callable
from typing import Annotated, NoReturn

import typer

from brewsim.commands import advising, measure, play, players, report, show, speed, start, variants, verify, workbench
from brewsim.commands.console import OutputError, complain, guarded_streams
from brewsim.commands.flags import name_games_to_adapt
from brewsim.errors import BadInput, shorten, speaking_flags
from brewsim.reading import MAX_TEXT

INTERRUPTED, CLOSED_PIPE = 130, 141  # as shells count them: 128 and the number of the signal

COMMANDS: dict[str, Callable[..., None]] = {
    "workbench": workbench.workbench,
    "new": start.new,
    "games": show.games,
    "rules": show.rules,
    "variant": variants.variant,
    "bots": show.bots,
    "items": show.items,
    "effects": show.effects,
    "run": play.run,
    "compare": play.compare,
    "sweep": play.sweep,
    "cards": play.cards,
    "advise": advising.advise,
    "check": advising.check,
    "price": advising.price,
    "tune": players.tune,
    "learn": players.learn,
    "hunt": players.hunt,
    "ladder": players.ladder,
    "luck": measure.luck,
    "assumptions": measure.assumptions,
    "replay": show.replay,
    "report": report.report,
    "verify": verify.verify,
    "compile": speed.compile_titles,
    "bench": speed.bench,
}

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
for name, command in COMMANDS.items():
    app.command(name)(command)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        print(f"brewsim {version('brewsim')}")
        raise typer.Exit


@app.callback()
def brewsim(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Monte Carlo balance analysis for board games."""


def main() -> NoReturn:
    """Run the command line. Bad input ends with one line and code 2, never with a traceback."""
    signal.signal(signal.SIGTERM, _terminate)
    is_closed = sys.stdout is None
    with guarded_streams(), speaking_flags():
        code = complain("standard output is closed") if is_closed else _answer()
    sys.exit(code)


def _answer() -> int:
    """Do what the command line says; the exit code."""
    try:
        _check_words(sys.argv[1:])
        code = app(name_games_to_adapt(sys.argv[1:]), standalone_mode=False) or 0
        sys.stdout.flush()
    except BadInput as error:
        code = complain(*error.lines)
    except OutputError as error:
        code = CLOSED_PIPE if isinstance(error.__cause__, BrokenPipeError) else complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except OSError as error:
        code = complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        if not hasattr(error, "format_message"):  # not one of click's own
            raise
        message = str(error.format_message()).replace("\n", " ")
        code = complain(message) if message else 2  # without a command the help is all there is to say
    return int(code)


def _check_words(words: list[str]) -> None:
    """Refuse arguments that no file, name or number is made of."""
    for word in words:
        if len(word) > MAX_TEXT:
            raise BadInput(f"the argument {shorten(word)} has {len(word):,} characters; at most {MAX_TEXT:,}")
        try:
            word.encode()
        except UnicodeEncodeError:
            raise BadInput(f"the argument {shorten(word)} is not UTF-8") from None


def _terminate(signum: int, frame: object) -> NoReturn:
    sys.exit(128 + signum)
