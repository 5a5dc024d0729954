"""What is printed while a command works."""

import io

from rich.console import Console
from rich.progress import ProgressColumn, Task

from brewsim.commands import console


def test_the_bar_counts_what_was_there_but_not_in_its_speed(monkeypatch):
    tasks: list[Task] = []

    class Spy(ProgressColumn):
        def render(self, task: Task) -> str:
            tasks.append(task)
            return ""

    monkeypatch.setattr(console, "err", Console(file=io.StringIO(), force_terminal=True))
    with console.progress("playing", 100, Spy()) as advance:
        advance(30, False)
        advance(30, False)
    assert (tasks[-1].completed, tasks[-1].speed) == (60, None)
