"""Files of ours: whole or not there, never waited for, and nothing else is touched."""

import errno
import os
import socket

import pytest

from brewsim.errors import BadInput
from brewsim.files import NotPlain, disk_errors, open_plain, remove_temporary, write_whole


def test_a_file_is_replaced_as_a_whole(tmp_path):
    path = tmp_path / "manifest.json"
    write_whole(path, b"old")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["manifest.json"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step):
    path = tmp_path / "manifest.json"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["manifest.json"]


def make_fifo(path):
    os.mkfifo(path)


def make_socket(path):
    os.chdir(path.parent)  # a socket's path is short
    socket.socket(socket.AF_UNIX).bind(path.name)


def make_link(path):
    path.with_name("target").write_bytes(b"somebody's")
    path.symlink_to(path.with_name("target"))


KINDS = [(make_fifo, "a pipe"), (make_socket, "a socket"), (make_link, "a link"), (lambda path: path.mkdir(), "a folder")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
@pytest.mark.parametrize(("make", "kind"), KINDS)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_only_plain_files_are_opened(tmp_path, monkeypatch, make, kind):
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "thing")
    with pytest.raises(NotPlain, match=f"it is {kind}, not a plain file"):
        open_plain(tmp_path / "thing")


def test_only_temporary_files_of_ours_are_removed(tmp_path):
    ours = ["manifest.json.17-5.brewsim-tmp", "000000000000.parquet.17-5.brewsim-tmp"]
    others = ["notes.tmp", "notes.17-5.brewsim-tmp", "manifest.json.tmp", "000000000000.parquet", "xmanifest.json.17-5.brewsim-tmp"]
    for name in (*ours, *others):
        (tmp_path / name).write_text("something")
    (tmp_path / "manifest.json.18-5.brewsim-tmp").mkdir()
    (tmp_path / "manifest.json.19-5.brewsim-tmp").symlink_to(tmp_path / "notes.tmp")
    remove_temporary(tmp_path)
    kept = [*others, "manifest.json.18-5.brewsim-tmp", "manifest.json.19-5.brewsim-tmp"]
    assert sorted(os.listdir(tmp_path)) == sorted(kept)


@pytest.mark.parametrize("code", [errno.EROFS, errno.EIO, errno.ENOTDIR, errno.EFBIG, errno.EACCES, errno.ENOSPC, errno.EDQUOT])
def test_whatever_the_disk_refuses_is_one_line_that_names_the_folder(tmp_path, code):
    with pytest.raises(BadInput, match=str(tmp_path)) as told, disk_errors(tmp_path):
        raise OSError(code, os.strerror(code))
    assert "\n" not in str(told.value)
    assert ("no room left" in str(told.value)) == (code in (errno.ENOSPC, errno.EDQUOT))
