"""Files of ours on the disk: written whole or not at all, read only if they are plain files. What the disk refuses becomes one line."""

import errno
import os
import re
import stat
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from brewsim.errors import BadInput, shorten

BEING_WRITTEN = r"\.\d+-\d+\.brewsim-tmp"  # what follows the name of a file that is not whole yet
TEMPORARY = re.compile(r"(manifest\.json|\d{12}\.parquet)" + BEING_WRITTEN)  # the whole name of such a file in the folder of a run
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
}


class NotPlain(OSError):
    """Something that is not a plain file lies where one of ours belongs."""


def open_plain(path: Path) -> BinaryIO:
    """Open a file to read it. The kind is looked at first: to open a pipe would wait for a writer, and a link is not ours."""
    _check_kind(path.lstat().st_mode)
    flags = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_BINARY", "O_NONBLOCK", "O_NOFOLLOW"))
    file = os.fdopen(os.open(path, flags), "rb")
    try:
        _check_kind(os.fstat(file.fileno()).st_mode)  # it may have been exchanged since
    except NotPlain:
        file.close()
        raise
    return file


def _check_kind(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise NotPlain(errno.EINVAL, f"it is {KINDS.get(stat.S_IFMT(mode), 'something else')}, not a plain file")


def check_new_file(given: str, path: Path, suffixes: Sequence[str]) -> None:
    """Refuse a place where a file cannot be written, or where something else is; `given` is what the user wrote."""
    given = shorten(given.replace("\n", " "))
    if not str(path).isprintable():
        raise BadInput(f"{given}: no line breaks or other control characters")
    if path.suffix.lower() not in suffixes:
        raise BadInput(f"{given}: the file ends in {' or '.join(suffixes)}")
    if path.exists() or path.is_symlink():
        raise BadInput(f"{given} is there already; remove it, or choose another file")
    if not path.parent.is_dir():
        raise BadInput(f"{given}: there is no folder {path.parent}")


def write_whole(path: Path, content: bytes | bytearray) -> None:
    """Write a file so that it is there whole or not at all, whatever happens: temporary name, sync, rename, sync the folder."""
    writer = f"{os.getpid()}-{threading.get_native_id()}"  # a thread of a run that was stopped may still write the same file
    temporary = path.with_name(f"{path.name}.{writer}.brewsim-tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder outlast a power cut, where the system can do so."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents; those that are new outlast a power cut."""
    new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in new:
        sync_folder(made.parent)


def remove_temporary(folder: Path, names: re.Pattern[str] = TEMPORARY) -> None:
    """Remove what a kill left half written in a folder: plain files that are named as ours, nothing else."""
    with suppress(FileNotFoundError):
        for entry in os.scandir(folder):
            if names.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                os.unlink(entry.path)


@contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Whatever the disk refuses while a run is written is said in one line."""
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise BadInput(f"no room left on the disk for {folder}; free some and run the same command again to go on") from None
        where = f" ({error.filename})" if error.filename and str(error.filename) != str(folder) else ""
        raise BadInput(f"{folder} cannot be written: {error.strerror or error}{where}") from None
