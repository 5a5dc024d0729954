"""Damage of every kind in the compile cache of Brew Crafters: the same games, no crash, no hang, and the cache is whole again."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brewsim.parts.cache import FOLDER, PROGRAM, Store
from tests.commands.test_app import in_a_process
from tests.waiting import SECONDS

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

COMPILING_SECONDS = 4 * SECONDS  # several compilers at once, on a busy machine
PLAY = """
import hashlib, sys
from brewsim.engine import drivers
from brewsim.play import simulate
rows = simulate(sys.argv[1], ["greedy"] * 3, 50, seed=6)
print(hashlib.sha256(rows.tobytes()).hexdigest(), sum(drivers.play_games.stats.cache_hits.values()))
"""


def start(title: str, cache: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"BREWSIM_CACHE": str(cache)}
    command = [sys.executable, "-c", PLAY, title]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def played(process: subprocess.Popen[str]) -> tuple[str, int]:
    """The digest of the games that a process has played, and how many programs it found in the cache."""
    try:
        out, err = process.communicate(timeout=COMPILING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert (process.returncode, err) == (0, "")
    digest, hits = out.split()
    return digest, int(hits)


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def expected(cache) -> str:
    """The games of an undamaged run, which also fills the cache."""
    digest, hits = played(start("brew_crafters", cache))
    assert hits == 0
    assert played(start("brew_crafters", cache)) == (digest, 1)
    return digest


@pytest.fixture
def program(cache, expected) -> Path:
    """The one file of the cache that has something in it."""
    [path] = [path for path in cache.rglob("*") if path.is_file() and path.stat().st_size]
    assert path.suffix == PROGRAM
    return path


@pytest.fixture
def store(cache, program, monkeypatch) -> Store:
    monkeypatch.setenv("BREWSIM_CACHE", str(cache))
    assert program.parent.parent == cache / FOLDER
    return Store(program.parent.name)


def flip(path: Path, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def test_none_of_eighty_flipped_bits_is_loaded(program, store):
    chance, bits = random.Random(80), 8 * program.stat().st_size
    for bit in chance.sample(range(bits), 80):
        flip(program, bit)
        assert store.load(program.stem) is None, bit
        flip(program, bit)
    assert store.load(program.stem) is not None


def flip_first(path: Path) -> None:
    flip(path, 0)


def flip_somewhere(path: Path) -> None:
    flip(path, random.Random(81).randrange(8 * path.stat().st_size))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [flip_first, flip_somewhere, cut, empty, fifo, folder], ids=lambda damage: damage.__name__)
def test_a_damaged_program_is_not_loaded_and_the_next_one_takes_its_place(damage: Callable[[Path], None], program, store):
    if damage is fifo and not hasattr(os, "mkfifo"):
        pytest.skip("this system has no fifos")
    payload = store.load(program.stem)
    damage(program)
    assert store.load(program.stem) is None
    store.save(program.stem, payload)
    assert store.load(program.stem) == payload


def test_a_damaged_program_is_compiled_again_and_kept(cache, expected, program, store):
    flip_somewhere(program)
    assert played(start("brew_crafters", cache)) == (expected, 0)
    assert store.load(program.stem) is not None


def test_compilers_at_once_leave_each_title_its_own_program(tmp_path, expected):
    titles = ("brew_crafters", "brew_baron", "brew_crafters")
    at_once = [played(process)[0] for process in [start(title, tmp_path) for title in titles]]
    assert at_once[0] == at_once[2] == expected
    for title, digest in zip(titles, at_once):
        assert played(start(title, tmp_path)) == (digest, 1)


def test_an_unwritable_cache_is_no_obstacle_and_leaves_nothing_behind(tmp_path):
    nowhere = dict.fromkeys(("BREWSIM_CACHE", "XDG_CACHE_HOME", "HOME"), "/proc/nowhere")
    done = in_a_process("replay", "brew_crafters", "--seed", "1", "--game", "0", **nowhere, TMPDIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert not any(tmp_path.iterdir())
