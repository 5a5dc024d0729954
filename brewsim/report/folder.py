"""The folder of a report: written beside, then swapped in. Only a folder that carries our marker is ever replaced."""

import json
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from brewsim.errors import BadInput, check_folder_name, choice

MARKER = ".brewsim-report"  # lists the files of the report; nothing else in the folder is ours
NEW, OLD = "brewsim-new", "brewsim-old"  # endings of the folders beside a report while it is replaced
OF_THE_DESKTOP = {".DS_Store", "Thumbs.db", "desktop.ini"}  # put into any folder that somebody looks at


def default_folder(name: str) -> Path:
    """Where the report of a run of this name goes. The name comes from a file, so it is checked before it becomes a path."""
    check_folder_name("run", name)
    return Path("reports") / name


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """A new folder to write a report into. At the end of the block it takes the place of `out`.

    At every moment the report before or the new one is there whole, under its own name or beside it; what a kill leaves is put
    right by the next call. Of two calls that write the same report at once, one may be refused.
    """
    try:
        if out.is_symlink():
            raise BadInput(f"{out} is a link; give the folder itself with {choice('out')}")
        place = out.resolve()
        _tidy(place)
        _check_replaceable(out, place)
        new = _beside(place, NEW)
        new.mkdir(parents=True)
        try:
            (new / MARKER).touch()
            yield new
            _write_marker(new)
            _check_replaceable(out, place)  # again: writing takes a while
            _swap(new, place)
        finally:
            if new.exists():
                _remove(new)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}") from None


def _beside(place: Path, ending: str) -> Path:
    return place.with_name(f".{place.name}.{secrets.token_hex(4)}.{ending}")


def _check_replaceable(out: Path, place: Path) -> None:
    """Refuse whatever is at the place of the report and is not a report of ours, and nothing else, or an empty folder."""
    if not place.exists():
        return
    if not place.is_dir():
        raise BadInput(f"{out} is not a folder; choose another one with {choice('out')}")
    if not _is_marked(place):
        if any(place.iterdir()):
            raise BadInput(
                f"{out} is not empty and is no report that this version made, so it stays as it is; "
                f"choose another folder with {choice('out')}, or remove it yourself if it is an old report"
            )
        return
    foreign = _foreign_files(place)
    if foreign:
        raise BadInput(
            f"{out} holds {foreign[0]}, which is not part of the report; move it away, or choose another folder with {choice('out')}"
        )


def _is_marked(folder: Path) -> bool:
    marker = folder / MARKER
    return marker.is_file() and not marker.is_symlink()


def _write_marker(folder: Path) -> None:
    (folder / MARKER).write_text(json.dumps({"files": _files(folder)}, indent=1) + "\n", encoding="utf-8")


def _foreign_files(folder: Path) -> list[str]:
    """What lies in a report's folder and is not in its marker's list."""
    try:
        own = set(json.loads((folder / MARKER).read_text(encoding="utf-8"))["files"])
    except (ValueError, KeyError, TypeError):
        own = set()
    return [name for name in _files(folder) if name not in own and Path(name).name not in OF_THE_DESKTOP]


def _files(folder: Path) -> list[str]:
    """All that is in a folder and is not a folder itself, except the marker. Links are not followed."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return sorted(path.relative_to(folder).as_posix() for path in found if path != folder / MARKER)


def _swap(new: Path, place: Path) -> None:
    """Put the new report in the place of the old one, which goes aside first."""
    if not place.exists():
        new.rename(place)
        return
    if not _is_marked(place):
        place.rmdir()  # fails unless it is empty
        new.rename(place)
        return
    old = _beside(place, OLD)
    place.rename(old)
    try:
        new.rename(place)
    except OSError:
        old.rename(place)
        raise
    _remove(old)


def _tidy(place: Path) -> None:
    """Put right what a kill left: the old report back in its place if there is none, everything else of ours away."""
    for ending in (OLD, NEW):
        for left in _left_beside(place, ending):
            if ending == OLD and _is_marked(left) and not place.exists():
                left.rename(place)
            else:
                _remove(left)


def _left_beside(place: Path, ending: str) -> list[Path]:
    """Folders that an earlier call made beside the report: of our naming, and marked or still empty."""
    if not place.parent.is_dir():
        return []
    ours = re.compile(rf"\.{re.escape(place.name)}\.[0-9a-f]{{8}}\.{ending}")
    found = [path for path in place.parent.iterdir() if ours.fullmatch(path.name) and path.is_dir() and not path.is_symlink()]
    return sorted(path for path in found if _is_marked(path) or not any(path.iterdir()))


def _remove(folder: Path) -> None:
    """Remove a folder of ours, the marker last: half removed, it is still known as ours."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name != MARKER:
            path.unlink()
    (folder / MARKER).unlink(missing_ok=True)
    folder.rmdir()
