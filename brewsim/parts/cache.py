"""Where machine code is kept from one process to the next: one file a program, checked before any of it is used.

The cache holds executable code: who can write to it can run code as its user. So its folders belong to the user alone, and
one that others can write is refused. A file is used only if its checksum is right; anything else in its place is compiled
again and replaced. A cache that cannot be written costs time and nothing else.
"""

import contextlib
import hashlib
import os
import stat
import tempfile
import time
from functools import cached_property
from pathlib import Path

import platformdirs

from brewsim.errors import BadInput

FOLDER = "programs"  # ours, inside of BREWSIM_CACHE or the user's cache folder
MARKER = "brewsim-programs"  # stands in the folder of each version that we made; its time tells when that was last used
PROGRAM, ASIDE = ".program", ".tmp"  # endings of files, finished and being written
HEADER = b"brewsim program 1\n"
UNUSED_SECONDS = 30 * 24 * 3600  # a version that nobody used all that time is removed
HAS_OWNERS = hasattr(os, "getuid")  # Windows keeps a user's folders private in other ways
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # a fifo must not make us wait


class Store:
    """The programs of one version of the sources, libraries and flags."""

    def __init__(self, version: str) -> None:
        self.version = version

    @cached_property
    def folder(self) -> Path | None:
        """The folder of this version, made on first use; None where there can be none."""
        return open_folder(self.version)

    def load(self, name: str) -> bytes | None:
        """What was saved under this name, or None unless it is there exactly as it was written."""
        if self.folder is None:
            return None
        try:
            with open(self._path(name), "rb", opener=_open) as file:
                found = os.fstat(file.fileno())
                data = file.read() if stat.S_ISREG(found.st_mode) and _is_private(found) else b""
        except OSError:
            return None
        size = len(_head(name, b""))
        head, payload = data[:size], data[size:]
        return payload if head == _head(name, payload) else None

    def save(self, name: str, payload: bytes) -> None:
        """Keep this under a name, if it can be written."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            handle, aside = tempfile.mkstemp(suffix=ASIDE, dir=self.folder)
            try:
                with open(handle, "wb") as file:
                    file.write(_head(name, payload) + payload)
                    file.flush()
                    os.fsync(file.fileno())
                _put(Path(aside), self._path(name))
            except BaseException:
                os.unlink(aside)
                raise

    def _path(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}{PROGRAM}"


def _head(name: str, payload: bytes) -> bytes:
    """The checksum covers the name, so that a program is never taken for another."""
    return HEADER + hashlib.sha256(name.encode() + b"\0" + payload).digest()


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | _OPEN_FLAGS)


def _put(aside: Path, path: Path) -> None:
    """Rename in one step. An empty folder in the way goes; one with something in it stays, and the program is not kept."""
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    os.replace(aside, path)


def own_folder() -> Path:
    """The folder that holds the programs of all versions, and nothing of anyone else."""
    return Path(os.environ.get("BREWSIM_CACHE") or platformdirs.user_cache_dir("brewsim")).absolute() / FOLDER


def open_folder(version: str) -> Path | None:
    """Find or make the folder of a version; None if it cannot be made. Versions long unused go when a new one comes."""
    try:
        own = own_folder()
        folder = own / version
        own.parent.mkdir(parents=True, exist_ok=True)
        is_new = not os.path.lexists(folder)
        for private in (own, folder):
            private.mkdir(mode=0o700, exist_ok=True)
            refuse_unless_private(private)
    except OSError:
        return None
    with contextlib.suppress(OSError):
        (folder / MARKER).touch(mode=0o600)
        if is_new:
            remove_unused(own)
    return folder


def refuse_unless_private(folder: Path) -> None:
    """Raise BadInput if someone else could put code into this folder."""
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode):
        what = "is a link"
    elif not _is_private(found):
        what = "belongs to another user" if found.st_uid != os.getuid() else "can be written by other users"
    else:
        return
    raise BadInput(f"the compile cache {folder} {what}, so its code is not safe to run; remove it, or set BREWSIM_CACHE to another folder")


def _is_private(found: os.stat_result) -> bool:
    return not HAS_OWNERS or (found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def remove_unused(own: Path) -> None:
    """Remove the versions that were not used for long. Only what we made: marked folders, and in them only our files."""
    for folder in own.iterdir():
        with contextlib.suppress(OSError):
            if _is_unused(folder):
                _remove(folder)


def _is_unused(folder: Path) -> bool:
    if not stat.S_ISDIR(folder.lstat().st_mode):
        return False
    marker = (folder / MARKER).lstat()
    return stat.S_ISREG(marker.st_mode) and time.time() - marker.st_mtime > UNUSED_SECONDS


def _remove(folder: Path) -> None:
    for path in folder.iterdir():
        if path.suffix in (PROGRAM, ASIDE):
            path.unlink()
    if [path.name for path in folder.iterdir()] == [MARKER]:
        (folder / MARKER).unlink()
        folder.rmdir()
