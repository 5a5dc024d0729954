"""What is printed while a command works."""

import io
import json
import math
import signal
from contextlib import suppress

import pytest
from rich.console import Console
from rich.progress import ProgressColumn, Task

from brewsim.commands import console, tables
from tests.waiting import await_that


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


def test_the_bar_moves_while_a_part_is_played_and_counts_no_game_twice(monkeypatch):
    tasks: list[Task] = []

    class Spy(ProgressColumn):
        def render(self, task: Task) -> str:
            tasks.append(task)
            return ""

    monkeypatch.setattr(console, "err", Console(file=io.StringIO(), force_terminal=True))
    shown = []
    with console.progress("playing", 100, Spy()) as advance:
        for move in (lambda: advance(20, False), lambda: advance.hear(10), lambda: advance.hear(30), lambda: advance(40, True)):
            move()
            shown.append(advance.bar.tasks[0].completed)
        advance(40, True)  # a part of a process, which nobody hears
        shown.append(advance.bar.tasks[0].completed)
    assert shown == [20, 30, 60, 60, 100]
    with console.progress("playing", 100, Spy()) as advance:
        monkeypatch.setattr(advance.bar, "disable", True)
        assert advance.hear is None


def test_compiling_is_told_apart_from_loading(monkeypatch):
    said = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=said, width=100))
    monkeypatch.setattr(console, "NOTICE_SECONDS", 0.01)
    for compiles in (False, True):
        looks: list[bool] = []
        monkeypatch.setattr("brewsim.play.has_compiled", lambda looks=looks, compiles=compiles: looks.append(compiles) or compiles)
        with console.notice_compiling():
            await_that(lambda looks=looks, compiles=compiles: "Compiling" in said.getvalue() if compiles else len(looks) > 1)
        assert said.getvalue().count("Compiling") == compiles


def test_names_are_printed_as_they_are(capsys):
    """A folder may be called like a style or a picture of rich."""
    console.out.print("v[red].toml [/x] :smile:")
    assert capsys.readouterr().out == "v[red].toml [/x] :smile:\n"


def test_a_complaint_is_one_line_whatever_it_repeats(capsys):
    assert console.complain("no such file: a\nb\x1b[31m\udcff") == 2
    assert capsys.readouterr().err == "brewsim: no such file: a\\nb\\x1b[31m\\udcff\n"


def test_json_is_strict(capsys):
    tables.print_json({"a": [1.5, math.nan, (math.inf, None)], "b": {"c": -math.inf, "d": "NaN"}})
    printed = capsys.readouterr().out
    assert json.loads(printed, parse_constant=lambda name: name) == {"a": [1.5, None, [None, None]], "b": {"c": None, "d": "NaN"}}


def test_an_interrupt_that_a_library_loses_ends_the_work_all_the_same():
    def work() -> None:
        with console.progress("playing", 100, console.SpeedColumn()) as advance:
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            advance(10, True)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert signal.getsignal(signal.SIGINT) is before
