"""Where machine code is kept: in a private folder of our own, checked before it is used, and nothing of anyone else is touched."""

import errno
import os
import random
import stat
import subprocess
import sys
import time

import pytest

from brewsim.errors import BadInput
from brewsim.parts import cache
from brewsim.parts.cache import MARKER, UNUSED_SECONDS, Store, open_folder, own_folder

PAYLOAD = bytes(range(256)) * 40

has_modes = pytest.mark.skipif(not cache.HAS_OWNERS, reason="this system has no owners and modes")


@pytest.fixture(autouse=True)
def base(tmp_path, monkeypatch):
    """The folder that BREWSIM_CACHE names."""
    folder = tmp_path / "base"
    folder.mkdir()
    monkeypatch.setenv("BREWSIM_CACHE", str(folder))
    return folder


@pytest.fixture
def store():
    return Store("version")


@pytest.fixture
def program(store):
    """The file of a saved program."""
    store.save("program", PAYLOAD)
    return store.folder / "program.program"


def test_what_was_saved_is_loaded_by_another_process_of_the_same_version(program):
    assert Store("version").load("program") == PAYLOAD
    assert Store("version").load("other") is None
    assert Store("edited").load("program") is None


def test_a_program_has_one_file_and_nothing_else_is_left(store, program):
    store.save("program", PAYLOAD[1:])
    assert sorted(path.name for path in store.folder.iterdir()) == sorted([MARKER, program.name])
    assert store.load("program") == PAYLOAD[1:]


def test_the_user_s_cache_folder_is_used_unless_another_is_named(monkeypatch, base):
    assert own_folder().parent == base
    monkeypatch.setenv("BREWSIM_CACHE", "")
    monkeypatch.setattr(cache.platformdirs, "user_cache_dir", lambda name: f"/home/someone/.cache/{name}")
    assert str(own_folder().parent) == "/home/someone/.cache/brewsim"


# Damage


def test_eighty_flipped_bits_are_all_noticed(store, program):
    whole, chance = program.read_bytes(), random.Random(80)
    for _ in range(80):
        place = chance.randrange(8 * len(whole))
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        program.write_bytes(damaged)
        assert store.load("program") is None, place
    program.write_bytes(whole)
    assert store.load("program") == PAYLOAD


@pytest.mark.parametrize("size", [0, 1, len(cache.HEADER), len(cache.HEADER) + 31, len(cache.HEADER) + 32, len(PAYLOAD)])
def test_a_cut_file_is_not_loaded(store, program, size):
    program.write_bytes(program.read_bytes()[:size])
    assert store.load("program") is None


def test_a_program_under_another_s_name_is_not_loaded(store, program):
    os.replace(program, program.with_stem("other"))
    assert store.load("other") is None


def put_folder(path):
    path.mkdir()


def put_link(path):
    whole = path.with_name("elsewhere")
    Store("version").save("program", PAYLOAD)
    os.replace(path, whole)
    path.symlink_to(whole)


def put_file_that_others_can_write(path):
    Store("version").save("program", PAYLOAD)
    path.chmod(0o666)


@has_modes
def test_a_fifo_with_an_open_writer_is_not_waited_for(store, program):
    program.unlink()
    os.mkfifo(program)
    writer = os.open(program, os.O_RDWR)
    try:
        assert store.load("program") is None
    finally:
        os.close(writer)


@has_modes
@pytest.mark.parametrize("put", [os.mkfifo, put_folder, put_link, put_file_that_others_can_write], ids=lambda put: put.__name__)
def test_anything_odd_in_place_of_a_program_is_not_loaded_and_is_replaced(store, program, put):
    program.unlink()
    put(program)
    assert store.load("program") is None
    store.save("program", PAYLOAD)
    assert store.load("program") == PAYLOAD
    assert stat.S_ISREG(program.lstat().st_mode)


def test_a_folder_with_something_in_it_stays_in_its_place(store, program):
    program.unlink()
    program.mkdir()
    (program / "photo").write_text("mine")
    store.save("program", PAYLOAD)
    assert store.load("program") is None
    assert (program / "photo").read_text() == "mine"
    assert sorted(path.name for path in store.folder.iterdir()) == sorted([MARKER, program.name])


# No room, no permission


def test_a_full_disk_costs_time_only(monkeypatch, store, program):
    def full(handle):
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(os, "fsync", full)
    store.save("another", PAYLOAD)
    assert store.load("another") is None
    assert store.load("program") == PAYLOAD
    assert sorted(path.name for path in store.folder.iterdir()) == sorted([MARKER, program.name])


@pytest.mark.parametrize("place", ["base", "base/programs", "base/programs/version"])
def test_a_file_where_a_folder_should_be_costs_time_only(base, place):
    base.rmdir()
    file = base.parent / place
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.write_text("mine")
    store = Store("version")
    store.save("program", PAYLOAD)
    assert store.load("program") is None
    assert file.read_text() == "mine"


def test_a_folder_that_cannot_be_made_costs_time_only(monkeypatch):
    monkeypatch.setenv("BREWSIM_CACHE", "/proc/nowhere")
    store = Store("version")
    store.save("program", PAYLOAD)
    assert store.load("program") is None


def test_programs_are_loaded_from_a_folder_that_cannot_be_written(monkeypatch, program):
    def read_only(*arguments, **keywords):
        raise OSError(errno.EROFS, "read-only file system")

    for module, name in ((os, "utime"), (os, "replace"), (cache.tempfile, "mkstemp")):
        monkeypatch.setattr(module, name, read_only)
    store = Store("version")
    store.save("another", PAYLOAD)
    assert store.load("program") == PAYLOAD


def test_importing_touches_no_folder(base):
    code = "from brewsim.games import TITLES, load_title\nfor name in TITLES: load_title(name)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
    assert list(base.iterdir()) == []


# Private


@has_modes
def test_our_folders_are_made_for_the_user_alone(base):
    old = os.umask(0)
    try:
        folder = open_folder("version")
    finally:
        os.umask(old)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)] == [0o700, 0o700]
    assert folder.parent.parent == base


@has_modes
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o722])
@pytest.mark.parametrize("place", ["programs", "programs/version"])
def test_a_folder_that_others_can_write_is_refused(program, base, place, mode):
    (base / place).chmod(mode)
    with pytest.raises(BadInput, match="can be written by other users"):
        Store("version").load("program")


@has_modes
@pytest.mark.compiled_only
def test_a_command_says_in_one_line_that_it_refuses(base):
    (base / "programs").mkdir()
    (base / "programs").chmod(0o777)
    done = subprocess.run([sys.executable, "-m", "brewsim", "bench", "brew_crafters"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    *notice, complaint = done.stderr.splitlines()
    assert complaint.startswith(f"brewsim: the compile cache {base / 'programs'} can be written by other users")
    assert all(line.startswith("Compiling") for line in notice)  # said on a slow machine before anything is looked for
    assert list((base / "programs").iterdir()) == []


@has_modes
def test_a_folder_that_others_can_only_read_is_accepted(program, base):
    (base / "programs").chmod(0o755)
    assert Store("version").load("program") == PAYLOAD


@has_modes
def test_a_folder_of_another_user_is_refused(monkeypatch, program):
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    with pytest.raises(BadInput, match="belongs to another user"):
        Store("version").load("program")


@has_modes
def test_a_link_in_place_of_our_folder_is_refused(program, base, tmp_path):
    os.replace(base / "programs", tmp_path / "elsewhere")
    (base / "programs").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match="is a link"):
        Store("version").load("program")


def test_without_owners_and_modes_nothing_is_refused(monkeypatch, program, base):
    (base / "programs").chmod(0o777)
    monkeypatch.setattr(cache, "HAS_OWNERS", False)
    assert Store("version").load("program") == PAYLOAD


# Old versions


def age(path, seconds=2 * UNUSED_SECONDS):
    os.utime(path, (time.time() - seconds,) * 2)


def test_a_new_version_removes_those_long_unused(base):
    for name in ("old", "fresh"):
        Store(name).save("program", PAYLOAD)
    age(base / "programs" / "old" / MARKER)
    age(base / "programs" / "fresh")
    open_folder("new")
    assert sorted(path.name for path in (base / "programs").iterdir()) == ["fresh", "new"]


def test_use_keeps_a_version(base):
    Store("old").save("program", PAYLOAD)
    age(base / "programs" / "old" / MARKER)
    assert Store("old").load("program") == PAYLOAD
    open_folder("new")
    assert Store("old").load("program") == PAYLOAD


def test_nothing_foreign_is_removed(base):
    """Neither beside our folder, nor unmarked in it, nor behind a link, nor in an old version."""
    Store("old").save("program", PAYLOAD)
    own = base / "programs"
    photos = [base / "photos" / "a.jpg", own / "thesis" / "b.txt", own / "old" / "c.txt"]
    for photo in photos:
        photo.parent.mkdir(exist_ok=True)
        photo.write_text("mine")
    behind = base.parent / "behind"
    behind.mkdir()
    photos.append(behind / "d.program")
    photos[-1].write_text("mine")
    (behind / MARKER).touch()
    (own / "link").symlink_to(behind)
    for path in (own / "old" / MARKER, behind / MARKER, *photos, *(photo.parent for photo in photos)):
        age(path)
    open_folder("new")
    assert [photo.read_text() for photo in photos] == ["mine"] * 4
    assert (own / "link").is_symlink()
    assert not (own / "old" / "program.program").exists()
