"""Where a run lies: a folder on this disk, or one in a bucket of an object store (bucket.py). Both keep the same promises."""

import os
import platform
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from brewsim.errors import BadInput, needing_extra
from brewsim.files import disk_errors, make_folder, open_plain, remove_temporary, sync_folder, write_whole

LOCK = "run.lock"  # who writes to the run holds it
SETTLED_SECONDS = 2.0  # a file that was changed more recently may change again with the same time stamp
BUCKET = "s3://"  # how the address of a folder in a bucket begins

Stamp = tuple[Any, ...]  # changes whenever a file does


class Folder(Protocol):
    """Where a run lies. The names of files in it have slashes. It is shown as the user wrote it."""

    def at(self, name: str) -> str:
        """Where a file in it lies, for messages and for polars."""
        ...

    @property
    def reading_options(self) -> Mapping[str, Any]:
        """What polars must be told to read a file in it."""
        ...

    def names(self) -> list[str]:
        """What lies directly in it; nothing if it is not there."""
        ...

    def read(self, name: str) -> bytes:
        """The content of a file. FileNotFoundError where there is none, NotPlain where something else lies there."""
        return self.read_if_changed(name, None)[1] or b""

    def read_if_changed(self, name: str, known: Stamp | None) -> tuple[Stamp | None, bytes | None]:
        """The stamp and content of a file: no content if the stamp is the known one, no stamp if it may not tell the next change."""
        ...

    def looked_at(self, names: str) -> "Folder":
        """The same folder, quick to ask about the files whose names begin like this, as they are now."""
        ...

    def write(self, name: str, content: bytes | bytearray) -> None:
        """Write a file so that it is there whole or not at all, whatever happens."""
        ...

    def begun(self) -> AbstractContextManager[None]:
        """Make it for a new run and hold it; if that fails nothing is left behind."""
        ...

    def held(self) -> AbstractContextManager[None]:
        """Hold it, so that no two processes write the same run."""
        ...

    def make_room_for(self, names: Iterable[str]) -> None:
        """Make ready for files with these names, and remove what a kill left half written beside them."""
        ...

    def shared(self) -> AbstractContextManager["Folder"]:
        """The folder as workers elsewhere may write to it. Where one does not see it, its first write says so."""
        ...

    def free(self) -> int | None:
        """Bytes that are free, where that is known."""
        ...

    def beside(self, name: str) -> Path:
        """A folder on this disk for what belongs to several runs."""
        ...

    def told_errors(self) -> AbstractContextManager[None]:
        """Whatever is refused while a run is written is said in one line."""
        ...


@dataclass(frozen=True)
class DiskFolder(Folder):
    """A folder on this disk."""

    path: Path
    probe: str = ""  # a file that everybody sees who sees this folder

    def __str__(self) -> str:
        return str(self.path)

    def __fspath__(self) -> str:
        return str(self.path)

    def __truediv__(self, name: str | Path) -> Path:
        return self.path / name

    def at(self, name: str) -> str:
        """Where a file in it lies."""
        return str(self.path / name)

    @property
    def reading_options(self) -> Mapping[str, Any]:
        """Nothing: polars reads the disk as it is."""
        return {}

    def names(self) -> list[str]:
        """What lies directly in it."""
        if self.path.exists() and not self.path.is_dir():
            raise BadInput(f"{self} is a file, not a folder for a run")
        return os.listdir(self.path) if self.path.exists() else []

    def read_if_changed(self, name: str, known: Stamp | None) -> tuple[Stamp | None, bytes | None]:
        """The stamp and content of a plain file."""
        with open_plain(self.path / name) as file:
            status = os.fstat(file.fileno())
            stamp = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            if stamp == known:
                return stamp, None
            content = file.read()
        is_settled = time.time() - max(status.st_mtime, status.st_ctime) > SETTLED_SECONDS
        return stamp if is_settled else None, content

    def looked_at(self, names: str) -> "DiskFolder":
        """The folder itself: a disk is quick."""
        return self

    def write(self, name: str, content: bytes | bytearray) -> None:
        """Write a file whole or not at all."""
        if self.probe and not (self.path / self.probe).exists():
            raise BadInput(
                f"the worker on {platform.node()} does not see {self}; use a folder that all machines share, or {BUCKET}BUCKET/PREFIX"
            )
        write_whole(self.path / name, content)

    @contextmanager
    def begun(self) -> Iterator[None]:
        """Make the folder and its parents, and hold it; those that are new go again if that fails."""
        missing = [parent for parent in (self.path, *self.path.parents) if not parent.exists()]
        try:
            make_folder(self.path)
            with self.held():
                remove_temporary(self.path)
                yield
        except OSError:
            with suppress(OSError):
                if missing:
                    (self.path / LOCK).unlink(missing_ok=True)
                for parent in missing:
                    parent.rmdir()
            raise

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock, an empty file. It stays, and may be removed while nobody writes."""
        from filelock import FileLock, Timeout  # commands that only read need not wait for it

        os.stat(self.path)  # filelock would make it again where it was removed
        try:
            with FileLock(self.path / LOCK, timeout=0, thread_local=False):
                yield
        except Timeout:
            raise BadInput(f"another process is running the experiment in {self}") from None

    def make_room_for(self, names: Iterable[str]) -> None:
        """Make the folders of these files, free of what a kill left. This one must be there."""
        remove_temporary(self.path)
        for folder in dict.fromkeys(above for name in names for above in (Path(name).parent.parent, Path(name).parent)):
            (self.path / folder).mkdir(exist_ok=True)
            sync_folder((self.path / folder).parent)
            remove_temporary(self.path / folder)

    @contextmanager
    def shared(self) -> Iterator[Folder]:
        """The folder by its full path, with a file in it that was not there before: a worker that sees it sees this very folder."""
        probe = passing_name()
        path = self.path.absolute() / probe
        path.touch()
        try:
            yield replace(self, path=path.parent, probe=probe)
        finally:
            path.unlink(missing_ok=True)

    def free(self) -> int:
        """Bytes that are free on its disk."""
        existing = next(parent for parent in (self.path, *self.path.absolute().parents) if parent.exists())
        return shutil.disk_usage(existing).free

    def beside(self, name: str) -> Path:
        """A folder beside this one."""
        return self.path.parent / name

    def told_errors(self) -> AbstractContextManager[None]:
        """Whatever the disk refuses is said in one line."""
        return disk_errors(self.path)


def passing_name() -> str:
    """The name of a file that is there for a moment only, and new each time. What a kill leaves is removed by the next run."""
    return f"manifest.json.{os.getpid()}-{time.time_ns()}.brewsim-tmp"


def folder_of(where: Folder | Path | str) -> Folder:
    """A path, or the address of a folder in a bucket, as where a run lies."""
    if isinstance(where, str) and where.startswith(BUCKET):
        with needing_extra("s3", where):
            from brewsim.bucket import bucket_folder
        return bucket_folder(where)
    if not isinstance(where, (str, Path)):
        return where
    if str(where).startswith(BUCKET[:-1]):
        raise BadInput(f"{where}: write the address of a bucket as text, {BUCKET}BUCKET/PREFIX; a Path loses a slash")
    return DiskFolder(Path(where))
