"""The outcome schema and the parquet data set, in one place: a row per game and seat, a part per chunk of games."""

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from brewsim.engine.conventions import MISSING
from brewsim.files import NotPlain
from brewsim.folders import Folder, Stamp
from brewsim.manifest import Part

if TYPE_CHECKING:  # it loads the compiler, which reading does not need
    from brewsim.engine.contract import Title
    from brewsim.rules import Rules

# The columns that every title has. After them come the title's metrics, then `uses_<item>` and `first_<item>` for each item.
COLUMNS: dict[str, pl.DataType] = {
    "case": pl.String(),
    "game": pl.Int64(),
    "seat": pl.UInt8(),
    "side": pl.UInt8(),
    "bot": pl.String(),
    "score": pl.Int32(),
    "rank": pl.UInt8(),
    "margin": pl.Int32(),
    "win_share": pl.Float32(),
    "tied_first": pl.Boolean(),
    "tiebreak_used": pl.Boolean(),
    "aborted": pl.Boolean(),
    "rounds": pl.Int16(),
    "decisions": pl.Int32(),
    "options": pl.Int32(),
    "chance_at_half": pl.Float32(),
}
BYTES_PER_CELL = 0.5  # on disk, a generous estimate: 16,384 games of a title took 0.2 to 0.3
SEAL = "brewsim"  # the key under which a part says in its parquet metadata which part it is, and its checksum
OPENING, CHECKSUM, DIGITS = b'{"run":"', b'"sha256":"', 64  # how a seal begins, and where its checksum stands

MOST_HASHED = 50_000  # files whose checksums are remembered
_hashed: dict[str, tuple[Stamp, Part | None]] = {}  # path -> stamp of the file, and what its content was


def schema(title: "Title") -> dict[str, pl.DataType]:
    """All columns of a title's data set."""
    return {
        **COLUMNS,
        **dict.fromkeys(title.metrics, pl.Int16()),
        **dict.fromkeys(map(uses, title.items), pl.UInt8()),
        **dict.fromkeys(map(first_use, title.items), pl.UInt8()),
    }


def common_columns() -> dict[str, str]:
    """The columns that every title has and their types, as a manifest tells them."""
    return {name: str(dtype) for name, dtype in COLUMNS.items()}


def uses(item: str) -> str:
    """The column that counts how often a seat used an item."""
    return f"uses_{item}"


def first_use(item: str) -> str:
    """The column with the round in which a seat first used an item, counted from 1; 0 where it never did."""
    return f"first_{item}"


def to_frame(rules: "Rules", rows: np.ndarray, case: str, bots: tuple[str, ...]) -> pl.DataFrame:
    """Outcome records as a frame. Metrics that a game has no value for are null, and so are the win share of an aborted game and
    the chances at half-time of a game that was not followed. An item of the title that these rules do not have is never used."""
    n, title = len(rows), rules.title
    columns: dict[str, pl.Series] = {}
    for name, dtype in COLUMNS.items():
        if name == "case":
            columns[name] = pl.repeat(case, n, eager=True)
        elif name == "bot":
            columns[name] = pl.Series(values=bots, dtype=dtype).gather(rows["bot"].astype(np.uint32))
        else:
            columns[name] = pl.Series(values=np.ascontiguousarray(rows[name])).cast(dtype)
    columns.update(zip(title.metrics, map(pl.Series, np.ascontiguousarray(rows["metrics"].T))))
    for column_of, block in ((uses, "uses"), (first_use, "first_use")):
        columns.update((column_of(item), pl.Series(_of_item(rules, rows[block], item))) for item in title.items)
    frame = pl.DataFrame(columns)
    lacking = [name for name in title.metrics if frame[name].min() == MISSING]
    return frame.with_columns(
        *(pl.when(pl.col(name) != MISSING).then(pl.col(name)) for name in lacking),
        pl.when(~pl.col("aborted")).then(pl.col("win_share")),
        pl.col("chance_at_half").fill_nan(None),
    )


def uses_of(rules: "Rules", rows: np.ndarray, item: str) -> np.ndarray:
    """(row) How often a seat used an item, in outcome records of these rules."""
    return _of_item(rules, rows["uses"], item)


def _of_item(rules: "Rules", counts: np.ndarray, item: str) -> np.ndarray:
    """(row) The column of an item in [row, item]; zeros if these rules do not have it."""
    if item not in rules.numbers:
        return np.zeros(len(counts), counts.dtype)
    return np.ascontiguousarray(counts[:, rules.numbers[item]])


def sealed(frame: pl.DataFrame, part: Part) -> bytearray:
    """A frame as a parquet file that says which part it is, with the SHA-256 of the file as it was with zeros in its place."""
    seal = json.dumps(asdict(part) | {"sha256": "0" * DIGITS}, separators=(",", ":"))
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False, metadata={SEAL: seal})
    content = bytearray(buffer.getbuffer())
    at = content.rindex(CHECKSUM) + len(CHECKSUM)
    content[at : at + DIGITS] = hashlib.sha256(content).hexdigest().encode()
    return content


def unsealed(content: bytes | bytearray) -> Part | None:
    """Which part a file's content is, or None if a single bit of it was changed. No parquet reader sees it before."""
    at = content.rfind(CHECKSUM) + len(CHECKSUM)
    begin = content.rfind(OPENING, 0, at)
    if begin < 0:
        return None
    view = memoryview(content)
    digest = hashlib.sha256(view[:at])
    digest.update(b"0" * DIGITS)
    digest.update(view[at + DIGITS :])
    if digest.hexdigest().encode() != view[at : at + DIGITS]:
        return None
    seal = json.loads(content[begin : at + DIGITS].decode() + '"}')
    return Part(**{name: value for name, value in seal.items() if name != "sha256"})


def write_part(frame: pl.DataFrame, part: Part, folder: Folder) -> int:
    """Write a part of the run in this folder, so that it is there whole, with its checksum, or not at all; returns its size in bytes."""
    content = sealed(frame, part)
    folder.write(part.file, content)
    return len(content)


class State(StrEnum):
    """What lies where a part belongs."""

    WHOLE = "whole"
    MISSING = "missing"
    DAMAGED = "damaged"  # ours, but not as it was written: to be played again
    FOREIGN = "foreign"  # something else: not ours to read or to replace


@dataclass(frozen=True)
class Finding:
    """The state of a part, and what is wrong with it."""

    part: Part
    state: State
    why: str = ""


def inspect(part: Part, folder: Folder) -> Finding:
    """Look at a part and compare its checksum; nothing reads a part before."""
    try:
        found = _part_in(part.file, folder)
    except (FileNotFoundError, NotADirectoryError):
        return Finding(part, State.MISSING)
    except NotPlain as error:
        return Finding(part, State.FOREIGN, str(error.strerror))
    except OSError as error:
        return Finding(part, State.DAMAGED, f"it cannot be read: {error.strerror}")
    if found is None:
        return Finding(part, State.DAMAGED, "its checksum is wrong")
    if found != part:
        return Finding(part, State.FOREIGN, _difference(found, part))
    return Finding(part, State.WHOLE)


def _part_in(file: str, folder: Folder) -> Part | None:
    """Which part a file is, or None if it is damaged. A file that did not change since is not hashed again."""
    path = folder.at(file)
    known, part = _hashed.get(path, (None, None))
    stamp, content = folder.read_if_changed(file, known)
    if content is None:
        return part
    part = unsealed(content)
    if stamp is not None:
        if len(_hashed) >= MOST_HASHED:  # a server runs for days
            _hashed.clear()
        _hashed[path] = stamp, part
    return part


def _difference(found: Part, wanted: Part) -> str:
    if found.run != wanted.run:
        return f"it is a part of another run, {found.run}"
    if found.case != wanted.case:
        return f"it is a part of the case {found.case}"
    return f"it holds {found.games} games from {found.first_game} on"


def scan_part(part: Part, folder: Folder) -> pl.LazyFrame:
    """One part, lazily. Its name is no pattern: a folder or a variant may have brackets in theirs."""
    return pl.scan_parquet(folder.at(part.file), glob=False, **folder.reading_options)
