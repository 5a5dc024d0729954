"""The two streams of a command: results for people or pipes, and what happens meanwhile."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

NOTICE_SECONDS = 1.5  # loading from the cache is faster
PIPE_WIDTH = 240  # a pipe has no width of its own

PLAIN: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False, "soft_wrap": True}  # text is printed as it is

out = Console(**PLAIN)
err = Console(**PLAIN, stderr=True)
if not out.is_terminal:
    out.width = PIPE_WIDTH


def complain(line: str) -> int:
    """Print a bad input as one line; the exit code."""
    err.print(f"brewsim: {line}", style="red" if err.is_terminal else None)
    return 2


@contextmanager
def notice_compiling() -> Iterator[None]:
    """Say that it compiles if it takes longer than loading from the cache ever does."""
    timer = threading.Timer(NOTICE_SECONDS, err.print, ["Compiling (once after an update; it can take a minute a title) ..."])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def progress(what: str, total: int, unit: ProgressColumn) -> Iterator[Callable[[int, bool], None]]:
    """A bar with the time left on a terminal; nothing to a pipe. Gives the function that moves it on.

    What is not new, found from an earlier run, moves the bar but says nothing of the speed.
    """
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), unit, TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, is_new: bar.advance(task, done) if is_new else bar.reset(task, completed=int(bar.tasks[task].completed) + done)


class SpeedColumn(ProgressColumn):
    """Games per second so far."""

    def render(self, task: Task) -> Text:
        """The cell of a task."""
        return Text(f"games, {task.speed:,.0f}/s" if task.speed else "games")
