"""The two streams of a command: results for people or pipes, and what happens meanwhile. Neither ends in a traceback."""

import codecs
import io
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from brewsim.errors import command_line

NOTICE_SECONDS = 1.5  # loading from the cache is mostly faster
COMPILING = "Compiling (once after an update; it can take a minute a title)"
REFRESHES = 5  # of a bar, a second
BAR_WIDTH = 20  # so that a line of progress fits 80 columns
PIPE_WIDTH = 240  # a pipe has no width of its own
SUBSTITUTES = {"±": "+-", "…": "..."}

PLAIN: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False, "soft_wrap": True}  # text is printed as it is

out = Console(**PLAIN)
err = Console(**PLAIN, stderr=True)
if not out.is_terminal:
    out.width = PIPE_WIDTH


class OutputError(Exception):
    """Standard output takes no more: its disk is full, or its reader is gone."""


class _Output:
    """Stands for a stream and says by an error of its own that it cannot be written; other libraries would end the program."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write, or say why not."""
        try:
            return self.stream.write(text)
        except OSError as error:
            raise self.failed(error) from error

    def flush(self) -> None:
        """Flush, or say why not."""
        try:
            self.stream.flush()
        except OSError as error:
            raise self.failed(error) from error

    def failed(self, error: OSError) -> OutputError:
        """The error to raise. What is left in the buffer goes nowhere, or Python would try again at the end."""
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())
        return OutputError(f"standard output cannot be written: {error.strerror}")


class _Messages(_Output):
    """Stands for a stream whose failure is nobody's concern: what is left out are messages."""

    def write(self, text: str) -> int:
        """Write if it can be written."""
        with suppress(OutputError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Flush if it can be written."""
        with suppress(OutputError):
            super().flush()


def _substitute(error: UnicodeError) -> tuple[str, int]:
    """What is printed where the encoding of a terminal or pipe lacks a character."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(SUBSTITUTES.get(character, ascii(character)[1:-1]) for character in lacking), error.end


codecs.register_error("brewsim", _substitute)


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Streams that print every character or a substitute, and fail by an OutputError or not at all.

    A stream that is closed is opened on nothing, or the next file of data would get its number.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="brewsim")
    with redirect_stdout(_Output(sys.stdout)), redirect_stderr(_Messages(sys.stderr)):
        yield


def one_line(text: str) -> str:
    """Text with line breaks and other control characters made visible.

    >>> print(one_line("two\\nlines, 5 ± 1"))
    two\\nlines, 5 ± 1
    """
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def complain(*lines: str) -> int:
    """Print a bad input as one line, or a line for each thing that is wrong; the exit code."""
    for line in lines:
        err.print(f"brewsim: {one_line(line)}", style="red" if err.is_terminal else None)
    return 2


def warn(problems: Iterable[str]) -> None:
    """Print what is wrong but stops nothing, a line each."""
    for problem in problems:
        err.print(f"brewsim: {one_line(problem)}", style="yellow" if err.is_terminal else None)


def say_how_to_go_on(safe: str) -> None:
    """Tell who interrupted a command what is not lost, and the command that goes on."""
    err.print(f"Interrupted: {safe}. To go on:")
    err.print("  " + command_line([*_program(), *sys.argv[1:]]))


def _program() -> list[str]:
    """This program as it was called, so that a command that is printed works where it is read."""
    called = sys.argv[0]
    if Path(called).name == "__main__.py":
        return [sys.executable, "-m", "brewsim"]
    return ["brewsim"] if shutil.which("brewsim") == called else [called]


@contextmanager
def notice_compiling() -> Iterator[None]:
    """Say that it compiles, or loads what is compiled, if that takes a while; on a terminal with the seconds so far."""
    columns = (SpinnerColumn(), _WaitingColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal, refresh_per_second=REFRESHES) as bar:
        bar.add_task("")
        is_ready = threading.Event()
        if not err.is_terminal:
            threading.Thread(target=_notice, args=(is_ready,), daemon=True).start()
        try:
            yield
        finally:
            is_ready.set()


def _notice(is_ready: threading.Event) -> None:
    """Say once that it compiles, as soon as that is known and takes a while."""
    from brewsim.play import has_compiled

    while not is_ready.wait(NOTICE_SECONDS):
        if has_compiled():
            err.print(f"{COMPILING} ...")
            return


class _WaitingColumn(ProgressColumn):
    """What the first game waits for, by now."""

    def render(self, task: Task) -> Text:
        """The cell of a task."""
        from brewsim.play import has_compiled

        return Text(COMPILING if has_compiled() else "Loading what is compiled")


@contextmanager
def progress(what: str, total: int, unit: ProgressColumn) -> Iterator["Bar"]:
    """A bar with the time left on a terminal; nothing to a pipe. Gives what moves it on."""
    columns = (TextColumn(what), BarColumn(BAR_WIDTH), MofNCompleteColumn(), unit, TimeRemainingColumn(elapsed_when_finished=True))
    bar = Progress(*columns, console=err, transient=True, disable=not err.is_terminal, refresh_per_second=REFRESHES)
    with _own_interrupts() as interrupted, bar:
        yield Bar(bar, bar.add_task(what, total=total), interrupted)


@contextmanager
def _own_interrupts() -> Iterator[threading.Event]:
    """Meanwhile Ctrl-C is ours alone, and remembered: where a library loses it, whoever moves a bar on finds it.

    polars raises an interrupt of its own beside Python's, and the second would break off the tidying up after the first.
    """
    interrupted = threading.Event()

    def interrupt(signum: int, frame: object) -> None:
        interrupted.set()
        raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupted
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Bar:
    """Moves a bar on: by what is done, and meanwhile by what is heard of work that is not done yet."""

    def __init__(self, bar: Progress, task: TaskID, interrupted: threading.Event) -> None:
        self.bar, self.task, self.interrupted = bar, task, interrupted
        self.found, self.new, self.heard = 0, 0, 0
        self.lock = threading.Lock()

    def __call__(self, done: int, is_new: bool) -> None:
        """Some work is done. What is not new, found from an earlier run, moves the bar but says nothing of the speed."""
        if self.interrupted.is_set():
            raise KeyboardInterrupt
        with self.lock:
            if is_new:
                self.new += done
                self._show()
            else:
                self.found += done
                self.bar.reset(self.task, completed=self.found + max(self.new, self.heard))

    @property
    def hear(self) -> Callable[[int], None] | None:
        """To be told of work as it goes on, by any thread; None where nobody looks."""
        return None if self.bar.disable else self._hear

    def _hear(self, done: int) -> None:
        with self.lock:
            self.heard += done
            self._show()

    def _show(self) -> None:
        self.bar.update(self.task, completed=self.found + max(self.new, self.heard))


class SpeedColumn(ProgressColumn):
    """Games per second so far."""

    def render(self, task: Task) -> Text:
        """The cell of a task."""
        return Text(f"games, {task.speed:,.0f}/s" if task.speed else "games")
