"""Damaged data and failing disks: each is refused in one line, never another number, a traceback or a hang."""

import json
import os
import random
import resource
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from brewsim.errors import BadInput
from brewsim.manifest import MANIFEST, read_manifest
from brewsim.outcomes import State
from brewsim.results import open_run, verify
from tests.long.conftest import ENVIRONMENT, QUESTION, RUN, assert_is_one_line, contents, enter
from tests.waiting import SECONDS, await_parts, holding

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

FLIPS = 600
LARGE_RUN = ["run", "brew_crafters", "-n", "80000", "--seats", "2", "-j", "2", "-o", "run", "--json"]


def flip(path: Path, rng: random.Random) -> None:
    """Flip one bit of a file."""
    content = bytearray(path.read_bytes())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


def parts_of(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.parquet"))


def test_every_flipped_bit_of_a_part_is_found_before_it_is_read(played):
    rng = random.Random(14)
    for _ in range(FLIPS):
        part = rng.choice(parts_of(played))
        whole = part.read_bytes()
        flip(part, rng)
        found = verify(played)
        assert found.paths(State.DAMAGED) == [str(part)]
        with pytest.raises(BadInput, match="its checksum is wrong"):
            found.require_whole()
        part.write_bytes(whole)
    assert verify(played).is_whole


def test_every_flipped_bit_of_a_manifest_is_found_or_changes_nothing(played):
    rng, path = random.Random(15), played / MANIFEST
    whole, manifest = path.read_bytes(), read_manifest(played)
    for _ in range(FLIPS):
        flip(path, rng)
        with suppress(BadInput):
            assert read_manifest(played) == manifest
        path.write_bytes(whole)


@pytest.mark.parametrize("seed", range(3))
def test_no_command_prints_a_number_of_a_damaged_part(undisturbed, desk, played, seed):
    part = random.Random(seed).choice(parts_of(played))
    flip(part, random.Random(seed))
    done = enter(desk, "report", "run", "-o", "report")
    assert_is_one_line(done, part.name, "is damaged: its checksum is wrong", "brewsim verify run --repair")
    assert done.stdout == ""
    assert not (desk / "report").exists()
    assert enter(desk, "verify", "run").returncode == 1
    assert enter(desk, "verify", "run", "--repair").returncode == 0
    assert contents(played) == contents(undisturbed)


def foreign(part: Path) -> None:
    """A part of another case under this name."""
    other = next(path for path in parts_of(part.parents[1]) if path.parent != part.parent)
    shutil.copy(other, part)


def link(part: Path) -> None:
    part.rename(part.with_name("elsewhere"))
    part.symlink_to(part.with_name("elsewhere"))


def fifo(part: Path) -> None:
    part.unlink()
    os.mkfifo(part)


def folder(part: Path) -> None:
    part.unlink()
    part.mkdir()


def bound_socket(part: Path) -> None:
    part.unlink()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.relpath(part))
    listener.close()


@pytest.mark.parametrize("make", [foreign, link, fifo, folder, bound_socket])
def test_what_is_not_ours_is_named_by_every_command_and_stays(desk, played, monkeypatch, make):
    part = parts_of(played)[5]
    monkeypatch.chdir(part.parent)  # a socket's path is short
    make(part)
    kind, before = part.lstat().st_mode, sorted(desk.rglob("*"))
    assert enter(desk, "verify", "run").returncode == 1
    for arguments in (RUN, ["report", "run", "-o", "report"], ["verify", "run", "--repair"]):
        assert_is_one_line(enter(desk, *arguments), f"{part.relative_to(desk)} does not belong to this run")
    assert part.lstat().st_mode == kind
    assert sorted(desk.rglob("*")) == before


def test_an_empty_part_is_played_again_by_the_same_command(undisturbed, desk, played):
    parts_of(played)[3].write_bytes(b"")
    assert_is_one_line(enter(desk, "report", "run"), "is damaged")
    assert enter(desk, *RUN).returncode == 0
    assert contents(played) == contents(undisturbed)


@pytest.mark.parametrize("make", [fifo, folder, link])
def test_something_else_in_place_of_the_manifest_is_one_line(desk, played, make):
    make(played / MANIFEST)
    for arguments in (RUN, ["report", "run"], ["verify", "run"]):
        assert_is_one_line(enter(desk, *arguments), "is no manifest")


@pytest.mark.parametrize("edit", [{"seed": 10}, {"games": 100}, {"chunk": 50}, {"name": "../victim"}, {"question": "Why?"}, {"cases": []}])
def test_an_edited_manifest_is_one_line(desk, played, edit):
    path = played / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | edit))
    for arguments in (RUN, ["report", "run"], ["verify", "run", "--repair"]):
        assert_is_one_line(enter(desk, *arguments), MANIFEST)


def test_a_name_in_a_manifest_never_becomes_a_path(desk, played):
    (desk / "victim").mkdir()
    (desk / "victim" / "index.html").write_text("a page of the user's")
    read_manifest(played).model_copy(update={"name": "../victim"}).write(played)
    assert_is_one_line(enter(desk, "report", "run"), "../victim")
    assert contents(desk / "victim") == {"index.html": b"a page of the user's"}


def test_a_file_that_may_not_grow_is_one_line_and_the_command_goes_on_later(desk):
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    assert_is_one_line(enter(desk, *LARGE_RUN, preexec_fn=limit), "run cannot be written: File too large")
    assert parts_of(desk / "run") == []
    assert not [name for name in contents(desk / "run") if name.endswith("tmp")]
    assert enter(desk, *LARGE_RUN).returncode == 0
    assert open_run(desk / "run").games == 80_000


@pytest.fixture
def disk(tmp_path):
    """A small disk of its own, where the tests may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=14m", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    (place / "question.toml").write_text(QUESTION)
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def disturbed(place: Path, disturb: Callable[[], object]) -> subprocess.CompletedProcess[str]:
    """A run that something happens to after its first parts."""
    command = [sys.executable, "-m", "brewsim", *LARGE_RUN]
    with holding() as variables:
        process = subprocess.Popen(
            command, cwd=place, env=ENVIRONMENT | variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        await_parts(place, process)
        disturb()
    printed = process.communicate(timeout=SECONDS)
    return subprocess.CompletedProcess(command, process.returncode, *printed)


def test_a_disk_that_fills_up_is_one_line_and_the_command_goes_on_later(disk, desk):
    def fill_up() -> None:
        with suppress(OSError), open(disk / "film", "wb", buffering=0) as film:
            while True:
                film.write(bytes(4096))

    assert_is_one_line(disturbed(disk, fill_up), "no room", "the disk")
    kept = contents(disk / "run")
    assert not [name for name in kept if name.endswith("tmp")]
    (disk / "film").unlink()
    assert enter(disk, *LARGE_RUN).returncode == 0
    assert enter(desk, *LARGE_RUN).returncode == 0
    assert contents(disk / "run") == contents(desk / "run")
    assert kept.items() <= contents(disk / "run").items()


def test_a_disk_that_is_read_only_is_read_and_not_written(undisturbed, disk):
    shutil.copytree(undisturbed, disk / "run")
    parts = parts_of(disk / "run")
    spoilt = shutil.copytree(undisturbed, disk / "spoilt")
    parts_of(spoilt)[0].unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    assert enter(disk, *RUN).returncode == 0
    assert enter(disk, "verify", "run").returncode == 0
    assert enter(disk, "verify", "spoilt").returncode == 1
    assert_is_one_line(enter(disk, "verify", "spoilt", "--repair"), "Read-only file system")
    assert_is_one_line(enter(disk, "run", "question.toml", "-o", "new"), "Read-only file system")
    assert parts_of(disk / "run") == parts


def test_a_folder_that_is_taken_away_in_the_middle_is_one_line_and_stays_away(desk):
    done = disturbed(desk, lambda: os.rename(desk / "run", desk / "moved"))
    assert_is_one_line(done, "run cannot be written: No such file or directory")
    assert not (desk / "run").exists()
