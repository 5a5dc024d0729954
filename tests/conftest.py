"""What all tests share: bounds checks in compiled code, every title at every number of seats, the printed rules."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from brewsim.testing import INTERPRETED, fewer_if_interpreted  # noqa: F401  # isort: skip  (first: it turns bounds checks on)

import pytest
from hypothesis import settings

from brewsim.commands import app
from brewsim.games import TITLES, load_title

settings.register_profile("brewsim", deadline=None, derandomize=True)  # compiling takes longer than any deadline
settings.load_profile("brewsim")

TABLES = [(name, seats) for name in TITLES for seats in load_title(name).seats]


def compile_title(name: str) -> None:
    """Fill the compile cache in a process of its own: the drivers, and the functions that the tests of a title call themselves."""
    seats = load_title(name).default_seats
    code = f"""
import numpy as np
from brewsim.bots import make_lineup
from brewsim.play import check, new_desks, simulate
from brewsim.rules import load_rules
rules, key = load_rules("{name}"), np.uint64(0)
record, title, play = rules.record, rules.title, rules.title.functions
lineup = make_lineup(title, ["greedy"] * {seats})
simulate(rules, lineup, 0)
check(rules, {seats}, 0)
desk, beliefs = new_desks(title)[0], lineup.players(rules)[0][0].beliefs
state, view, actions = desk.tables[0], desk.views[0], desk.actions
state.n_seats = {seats}
play.setup(record, state)
play.legal(record, state, actions)
play.survey(record, beliefs, state, view)
play.features(record, beliefs, state, view, int(actions[0]), np.zeros(len(title.features)))
play.item_of(record, state, int(actions[0]))
play.conceal(record, state, 0, key)
play.check(record, state)
play.outcome(record, state, np.zeros({seats}, title.outcome_dtype).view(np.recarray))
play.apply(record, state, int(actions[0]))
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--title", choices=TITLES, help="leave out the tests of all other titles")


def titles_to_compile(config: pytest.Config) -> list[str]:
    """All, or the chosen one and Brew Crafters, which is played where a test is about no title."""
    chosen = config.getoption("title")
    return [name for name in TITLES if chosen in (None, name) or name == "brew_crafters"]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every title once before parallel workers start, so that they do not all do it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; runs that a test interrupts would not hear it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    is_controller = not hasattr(session.config, "workerinput")
    if is_controller and getattr(session.config.option, "numprocesses", None) and not INTERPRETED:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_title, titles_to_compile(session.config)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.getoption("title")
    others = set(TITLES) - {chosen} if chosen else set()
    dropped = [item for item in items if others.intersection(re.findall(r"[a-z_]+", item.nodeid))]
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if item not in dropped]
    for item in items:
        if INTERPRETED and item.get_closest_marker("compiled_only"):
            item.add_marker(pytest.mark.skip(reason="needs the compiler"))


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def table(request: pytest.FixtureRequest) -> tuple[str, int]:
    """(title, seats), for every title and number of seats."""
    return request.param


@pytest.fixture(params=TITLES)
def title_name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def brewsim(monkeypatch, capsys) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command in this process, since starting Python takes most of a short one's time."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["brewsim", *arguments])
        monkeypatch.setattr(signal, "signal", lambda *handler: None)
        with pytest.raises(SystemExit) as end:
            app.main()
        return subprocess.CompletedProcess(arguments, end.value.code, *capsys.readouterr())

    return run
