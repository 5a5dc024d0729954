"""Titles of other packages: found by their entry points, each broken one told in a sentence that stops no other."""

import subprocess
import sys

import pytest

from brewsim import games
from brewsim.engine.contract import CONTRACT, FACTS, FUNCTIONS
from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title, look_at_titles, title_names
from tests.outside import installing

TITLE = """
from dataclasses import fields
from brewsim.engine.contract import Title, bind
from brewsim.games.brew_crafters import TITLE as CRAFTERS
facts = {{fact.name: getattr(CRAFTERS, fact.name) for fact in fields(Title) if fact.init}} | {{{facts}}}
TITLE = bind(Title(**facts))
"""
BROKEN = {
    "fails_on_import": ("from brewsim.engine.contract import nothing", "fails on import: ImportError: cannot import name 'nothing'"),
    "fails_in_python": ("rules = {", "fails on import: SyntaxError"),
    "ends_the_process": ("raise SystemExit(1)", "fails on import: SystemExit"),
    "is_no_title": ("TITLE = 7", "has no TITLE = bind(Title(...)) in its __init__.py"),
    "lacks_files": (TITLE.format(facts="'package': 'lacks_files'"), "lacks the file kernel.py with setup"),
    "is_a_copy": (TITLE.format(facts="'package': 'is_a_copy'"), "has the same fields in RULES as brewsim.games.brew_crafters"),
    "is_newer": (TITLE.format(facts=f"'contract': {CONTRACT + 1}"), "this brewsim has version 1: install a newer brewsim"),
    "is_older": (TITLE.format(facts=f"'contract': {CONTRACT - 1}"), "docs/new-title.md says what has changed since"),
    "is_of_no_version": (TITLE.format(facts="'contract': None"), "add contract=1"),
    "has_own_state": (TITLE.format(facts="'package': 'has_own_state'"), "has a STATE that does not begin with *COMMON_STATE"),
    "has_no_metrics": (TITLE.format(facts="'package': 'has_no_metrics'"), "lacks METRICS in scoring.py"),
    "has_half_a_view": (TITLE.format(facts="'package': 'has_half_a_view'"), "lacks survey in view.py"),
    "seats_nobody": (TITLE.format(facts="'default_seats': 9"), "has default_seats=9"),
}
COPIED = {
    file: f"from brewsim.games.brew_crafters.{file} import *" for file in {*FUNCTIONS.values(), *(file for file, _ in FACTS.values())}
}
del COPIED["prospects"]
FILES = {
    "is_a_copy": COPIED,
    "has_own_state": COPIED | {"state": "import numpy\n" + COPIED["state"] + "\nSTATE = numpy.dtype([('key', numpy.uint64)])"},
    "has_no_metrics": COPIED | {"scoring": COPIED["scoring"] + "\ndel METRICS"},
    "has_half_a_view": COPIED | {"view": COPIED["view"] + "\ndel survey"},
}


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package with an entry point on the path, as an installation does."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(name: str, package: str, text: str, distribution: str = "") -> None:
        folder = tmp_path / f"{distribution or package}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution or package}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[brewsim.titles]\n{name} = {package}\n")
        (tmp_path / package).mkdir(exist_ok=True)
        (tmp_path / package / "__init__.py").write_text(text)
        for file, content in FILES.get(package, {}).items():
            (tmp_path / package / f"{file}.py").write_text(content)
        games.installed.cache_clear()

    with installing(tmp_path, monkeypatch):
        yield install


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_title_is_told_in_a_sentence_and_stops_no_other(install, name):
    text, expected = BROKEN[name]
    install(name, name, text)
    found, problems = look_at_titles(lambda title: load_title(title).name)
    assert tuple(found) == TITLES
    assert len(problems) == 1
    assert problems[0].startswith(f"title '{name}' cannot be used: package {name} ")
    assert expected in problems[0]
    assert "\n" not in problems[0]
    with pytest.raises(BadInput, match="cannot be used"):
        load_title(name)


def test_a_name_that_is_in_the_box_is_refused_and_the_box_wins(install):
    install("brew", "another_brew", "TITLE = 7")
    assert look_at_titles(str) == (list(TITLES), [
        "title 'brew' cannot be used: package another_brew has the name of a title in the box: give it another one",
    ])  # fmt: skip
    assert load_title("brew").package == "brewsim.games.brew"


def test_two_titles_of_one_name_are_refused_and_both_are_named(install):
    install("twin", "twin", "TITLE = 7")
    install("twin", "other.twin", "", distribution="other")
    with pytest.raises(BadInput, match=r"packages other\.twin and twin have the same name"):
        load_title("twin")


def test_an_entry_point_is_named_as_its_package(install):
    install("poker", "cards", TITLE.format(facts=""))
    with pytest.raises(BadInput, match="package cards"):
        load_title("poker")


def test_a_name_that_nobody_has_lists_those_that_are_installed(install):
    install("my_game", "my_game", "TITLE = 7")
    assert title_names() == (*TITLES, "my_game")
    with pytest.raises(BadInput, match="did you mean 'my_game'"):
        load_title("my_gam")


def test_the_command_lists_what_works_and_tells_what_does_not(install, brewsim):
    install("my_game", "my_game", "import nowhere")
    done = brewsim("games")
    assert done.returncode == 0
    assert all(title in done.stdout for title in TITLES)
    assert done.stderr.startswith("brewsim: title 'my_game' cannot be used: package my_game fails on import: ModuleNotFoundError")
    assert brewsim("run", "my_game").returncode == 2


def test_nobody_looks_for_packages_before_they_are_asked_for():
    code = """
import sys
from brewsim.games import installed, load_title
load_title("brew_crafters")
print(installed.cache_info().currsize)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == ["0"]
