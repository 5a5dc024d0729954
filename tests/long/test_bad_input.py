"""Hundreds of plausible and hostile inputs a family of commands: each is done or refused in one line, and nothing else is touched."""

import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brewsim.commands import app
from brewsim.games import TITLES, load_title
from brewsim.rules import load_rules

pytestmark = pytest.mark.long

many = settings(max_examples=700, suppress_health_check=list(HealthCheck), database=None)


class Accepted(BaseException):
    """The input was good, and games would be played now."""


def accept(*arguments: object, **keywords: object) -> None:
    raise Accepted


# What takes over a function that is replaced below must have the real one afterwards, so it is loaded before.
TAKE_OVER = [
    f"brewsim.{name}" for name in ("api", "bench", "luck", "assumptions", "advising.advice", "workbench.server", "testing.contract")
]
EXPERIMENT = """title = "brew_crafters"
question = "What does a shorter game do?"
games = 200
seed = 3
seats = [2, 3]
lineups = ["greedy", "mine"]
rotate = true
without = ["brewmaster"]
[variants.short]
"game.target_rep" = 18
cards.farm.copies = 3
[bots.mine]
plan = "Whatever comes."
temperature = 0.5
weights = { blind = 1.0 }
"""
VARIANT = """title = "brew_crafters"
description = "A short game."
blank = ["farm"]
[set]
"game.target_rep" = 18
"cards.night_shift.copies" = 4
"""


@dataclass
class House:
    """A folder with files of the user's, and a run, in which commands are entered."""

    root: Path

    @property
    def desk(self) -> Path:
        return self.root / "desk"

    def furnish(self) -> None:
        """Put everything in its place."""
        shutil.rmtree(self.desk, ignore_errors=True)
        self.desk.mkdir()
        for name, text in (
            ("study.toml", EXPERIMENT),
            ("short.toml", VARIANT),
            ("-dash.toml", VARIANT),
            ("...toml", EXPERIMENT),
            ("two\nlines.toml", VARIANT),
            ("empty.toml", ""),
            ("broken.toml", "title = "),
            ("deep.toml", "x = " + "[" * 1000),
            ("other.toml", 'title = "brew"\n[set]\n'),
        ):
            (self.desk / name).write_text(text)
        (self.desk / "binary.toml").write_bytes(bytes(range(256)))
        (self.desk / "folder.toml").mkdir()
        (self.desk / "loop.toml").symlink_to("loop.toml")
        os.mkfifo(self.desk / "pipe.toml")
        (self.desk / "letters").mkdir()
        (self.desk / "letters" / "a.txt").write_text("Dear publisher")
        (self.desk / "letters" / "index.html").write_text("<p>Dear publisher</p>")
        (self.desk / "empty").mkdir()

    def things(self) -> dict[str, tuple[int, int]]:
        """All that is there, with its size and time."""
        found = {}
        for folder, folders, files in os.walk(self.root):
            for path in [*(f"{folder}/{name}" for name in files), *(f"{folder}/{name}" for name in folders)]:
                status = os.lstat(path)
                found[path] = (0, 0) if os.path.isdir(path) else (status.st_size, status.st_mtime_ns)
        return found


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    played = ["run", "brew_crafters", "-n", "4", "--seats", "2", "-j", "1", "-o", str(house.root / "run")]
    interpreted = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-m", "brewsim", *played], check=True, env=interpreted, capture_output=True)
    (house.root / "photos").mkdir()
    (house.root / "photos" / "cat.jpg").write_bytes(b"cat")
    house.furnish()
    for name in TAKE_OVER:
        import_module(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(house.desk)
        patch.setattr(signal, "signal", lambda *handler: None)
        patch.setattr("brewsim.runner.warm_up", accept)
        patch.setattr(import_module("brewsim.report.build"), "_write", accept)
        patch.setattr(import_module("brewsim.replay"), "replay", lambda *game: ["One game."])
        patch.setattr("brewsim.play.simulate", accept)
        patch.setattr("brewsim.bench.simulate", accept)
        patch.setattr("joblib.Parallel", accept)
        yield house


def enter(house: House, words: list[str]) -> None:
    """Enter a command, and see that it does what every command promises."""
    before = house.things()
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["brewsim", *words])
        try:
            app.main()
        except SystemExit as end:
            code = end.code
        except Accepted:
            code = 0
    after = house.things()
    assert {path: after.get(path) for path in before} == before
    assert code in (0, 2), err.getvalue()
    if code == 2:
        assert (out.getvalue(), err.getvalue().count("\n")) == ("", 1)
        assert err.getvalue().startswith("brewsim: ")
        assert err.getvalue().strip().isprintable()
        assert after.keys() == before.keys()
    elif after.keys() != before.keys():
        new = [Path(path) for path in after.keys() - before.keys()]
        assert all(path.is_relative_to(house.desk) for path in new)
        house.furnish()
        os.chdir(house.desk)


# fmt: off
HOSTILE = [
    "", " ", "-", "--", "--help-me", "..", "../..", ".", "/", "/dev/null", "/dev/zero", "../photos", "../run", "CON", "a:b", "a*", "?",
    "a\nb", "a\r", "\t", "\x1b[31m", "\x07", "\u202e", "\udcff", "💥",
    "9" * 5000, "9" * 4000, "-" + "9" * 25, "1e999", "-1", "-0", "0", "0x10", "1_000", "\u0663", "½", "nan", "inf", "-inf", "None", "1.5",
    "x" * 255, "x" * 300, "é" * 150, "x/" * 90, "x/" * 2000,
    "%s", "%n", "{0}", "{title}", "$HOME", "`id`", "[red]", "[/]", "[/red]", ":smile:", "__class__",
    "a,b,c", ",", ",,", "=", "==", "a=b=c", "printed", "all", "true",
]
GOOD_FILES = ["study.toml", "./study.toml", "short.toml", "./-dash.toml"]
BAD_FILES = [
    "-dash.toml", "...toml", "two\nlines.toml", "empty.toml", "broken.toml", "deep.toml", "other.toml", "binary.toml", "folder.toml",
    "loop.toml", "pipe.toml", "letters", "nowhere.toml", "study.toml/x",
]
BAD_VALUES = [
    "[1, 2]", '["farm"]', "{a = 1}", "1979-05-27", "[" * 1000, "[" * 20 + "]" * 20, "0x" + "f" * 3000, "1 # one", "1\nb = 2", "'''", "1.",
    "." * 200, "true", "high",
]
FRAGMENTS = [
    "[", "]", "[[", "]]", "{", "}", "=", '"', "'", "'''", '"""', "\n", "#", ",", ".", "-", "\0", "\\n", "\\u0000", "\ud800", "é",
    "9" * 30, "9" * 5000, "nan", "inf", "1e400", "0x", "[" * 1000, ".".join("a" * 50), ".".join("a" * 5000),
]
LINES = [
    "title = 1", "title = 'brew'", "games = 0", "games = 1e3", "seats = []", "seats = [2, 2]", "seats = 9", "blank = ['farm']",
    "lineups = [[]]", "lineups = ['greedy', 'greedy']", "lineups = [['greedy', 'rush']]", "without = ['all']", "without = ['ale', 'ale']",
    "baseline = false", "[set]", "[bots.b]", "[bots.'../b']", "plan = ''", "weights = { x = 1 }", "temperature = -1.0", "blank = []",
    "[variants.a]", "[variants.'a/b']", '[variants."a\\nb"]', "[variants.printed]", f"[variants.{'x' * 100}]", "question = \"two\\nlines\"",
    '"game.target_rep" = 15', "game.target_rep = 15", "'game.target_rep' = 99999",
]
USES = [
    "run FILE", "run brew_crafters --variant FILE", "compare FILE", "compare brew_crafters FILE", "cards FILE", "replay FILE",
    "rules brew_crafters --variant FILE",
]
# fmt: on
odd = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_characters="\0/", exclude_categories=()), max_size=12))


@st.composite
def mostly(draw: st.DrawFn, good: st.SearchStrategy[str], bad: st.SearchStrategy[str] = odd) -> str:
    """Good text, but for one time in eight: a command with several bad words is refused for the first of them."""
    return draw(bad if draw(st.integers(0, 7)) == 7 else good)


small = mostly(st.integers(1, 4).map(str), st.one_of(odd, st.integers(-(10**30), 10**30).map(str), st.floats().map(str)))
titles = mostly(st.sampled_from([*TITLES, *["brew_crafters"] * 5]), st.one_of(odd, st.sampled_from(["brew_crafers", "chess", "BREW"])))
files = mostly(st.sampled_from(GOOD_FILES), st.one_of(st.sampled_from(BAD_FILES), odd, odd.map(lambda text: f"{text}.toml")))
title_or_file = st.one_of(titles, files)
folders = mostly(
    st.sampled_from(["new", "new/er", "a b", "r[1]", "empty"]), st.one_of(odd, st.sampled_from(["letters", "study.toml", "pipe.toml"]))
)
items = mostly(st.sampled_from(load_title("brew_crafters").items), st.one_of(odd, st.just("frm")))
bots = mostly(st.sampled_from(["greedy", "random", "rush"]), st.one_of(odd, st.sampled_from(["mine", "gredy"])))
lineups = st.lists(bots, min_size=1, max_size=3).map(",".join)
paths = mostly(st.sampled_from(list(load_rules("brew_crafters").values)), st.one_of(odd, st.sampled_from(["blank", "game", "game..x"])))
values = mostly(st.integers(0, 9).map(str), st.one_of(odd, st.sampled_from(BAD_VALUES)))
spans = mostly(
    st.tuples(st.integers(0, 4), st.integers(4, 9)).map(lambda ends: f"{ends[0]}..{ends[1]}"),
    st.one_of(
        st.tuples(small, small).map("..".join),
        st.sampled_from(["1..1000000000", "1..99999999999999999999", "-5..5", "5..1", "1..3..5", "01..03"]),
        st.integers(0, 300).map(lambda n: ",".join(map(str, range(n)))),
    ),
)
several_values = st.one_of(spans, st.lists(values, min_size=1, max_size=4).map(",".join))


def set_to(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return mostly(st.tuples(paths, values).map("=".join))


@st.composite
def command(
    draw: st.DrawFn, name: str, arguments: st.SearchStrategy[list[str]], needs: tuple[str, ...] = (), **flags: st.SearchStrategy[str] | None
) -> list[str]:
    """A command with its arguments, the flags that it needs and up to three more; None for a flag without a value."""
    found = [name, *draw(arguments)]
    for flag in [*needs, *draw(st.lists(st.sampled_from([*flags, "strange"]), max_size=3))]:
        if flag == "strange":
            found += draw(st.one_of(st.just([]), st.lists(odd, min_size=1, max_size=2)))
            continue
        found.append(f"-{flag}" if len(flag) == 1 else "--" + flag.replace("_", "-"))
        value = flags[flag]
        found += [] if value is None else [draw(value)]
    return found


def one(texts: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(texts, min_size=1, max_size=1)


PLAYING = {
    "n": small, "games": small, "seats": small, "lineup": lineups, "seed": small, "rotate": None, "no_rotate": None, "j": small,
    "o": folders, "json": None,
}  # fmt: skip
backends = mostly(st.sampled_from(["threading", "loky"]))


@many
@given(command("run", one(title_or_file), **PLAYING, variant=files, backend=backends, report=None))
def test_run(house, words):
    enter(house, words)


@many
@given(
    st.one_of(
        command("compare", one(title_or_file), ("set",), **PLAYING, set=set_to(values), blank=items),
        command("compare", st.lists(title_or_file, max_size=3), **PLAYING, set=set_to(values), blank=items),
        command("sweep", one(titles), ("set",), **PLAYING, set=set_to(several_values)),
        command("cards", one(title_or_file), **PLAYING, items=st.lists(items, max_size=3).map(",".join)),
    )
)
def test_compare_sweep_and_cards(house, words):
    enter(house, words)


replay_flags = {"seed": small, "game": small, "seats": small, "lineup": lineups, "variant": files, "set": set_to(values), "rotate": None}


@many
@given(
    st.one_of(
        command("rules", one(titles), assumed=None, variant=files, json=None),
        command("replay", one(title_or_file), **replay_flags),
        command("replay", one(title_or_file), ("set",), **replay_flags),
        command("games", st.just([]), json=None),
    )
)
def test_rules_games_and_replay(house, words):
    enter(house, words)


runs = mostly(st.sampled_from(["../run", "../run/", "../run/parts/.."]), folders)
READING = {
    "report": command("report", st.lists(runs, max_size=3), o=folders, out=folders),
    "verify": command("verify", st.lists(runs, max_size=2), repair=None, j=small, json=None),
}


@many
@given(st.one_of(*(entered for name, entered in READING.items() if name in app.COMMANDS)))
def test_report_and_verify(house, words):
    enter(house, words)


@many
@given(
    st.one_of(
        command("compile", st.lists(titles, max_size=3), j=small, jobs=small),
        command("bench", st.lists(titles, max_size=1), seats=small, seconds=small, json=None),
    )
)
def test_compile_and_bench(house, words):
    enter(house, words)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A good file after an accident or two: another value, a line more or less, characters lost and found."""
    lines = draw(st.sampled_from([EXPERIMENT, VARIANT])).splitlines()
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(lines) - 1))
        accident = draw(st.integers(0, 3))
        if accident == 0:
            lines[at] = lines[at].partition("=")[0] + "= " + draw(st.one_of(values, st.sampled_from(BAD_VALUES)))
        elif accident == 1:
            lines.insert(at, draw(st.sampled_from([*LINES, *lines])))
        elif accident == 2 and len(lines) > 1:
            del lines[at]
        else:
            start = draw(st.integers(0, len(lines[at])))
            end = start + draw(st.integers(0, 3))
            lines[at] = lines[at][:start] + draw(st.one_of(st.sampled_from(FRAGMENTS), odd)) + lines[at][end:]
    return "\n".join(lines)


@many
@given(texts(), st.sampled_from(USES))
def test_experiment_and_variant_files(house, text, use):
    (house.desk / "own.toml").write_bytes(text.encode(errors="surrogatepass"))
    enter(house, use.replace("FILE", "own.toml").split())
