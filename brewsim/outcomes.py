"""The outcome schema and the parquet data set, in one place: a row per game and seat, a part per chunk of games."""

import io
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import polars as pl

from brewsim.engine.contract import MISSING, Title

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
}
BYTES_PER_ROW = 32  # on disk, a generous estimate for the check of free space
TEMPORARY = ".tmp"


def schema(title: Title) -> dict[str, pl.DataType]:
    """All columns of a title's data set."""
    return {
        **COLUMNS,
        **dict.fromkeys(title.metrics, pl.Int16()),
        **dict.fromkeys(map(uses, title.items), pl.UInt8()),
        **dict.fromkeys(map(first_use, title.items), pl.UInt8()),
    }


def uses(item: str) -> str:
    """The column that counts how often a seat used an item."""
    return f"uses_{item}"


def first_use(item: str) -> str:
    """The column with the round in which a seat first used an item, counted from 1; 0 where it never did."""
    return f"first_{item}"


def to_frame(title: Title, rows: np.ndarray, case: str, bots: tuple[str, ...]) -> pl.DataFrame:
    """Outcome records as a frame. Metrics that a game has no value for are null, and so is the win share of an aborted game."""
    n = len(rows)
    columns: dict[str, pl.Series] = {}
    for name, dtype in COLUMNS.items():
        if name == "case":
            columns[name] = pl.repeat(case, n, eager=True)
        elif name == "bot":
            columns[name] = pl.Series(values=bots, dtype=dtype).gather(rows["bot"].astype(np.uint32))
        else:
            columns[name] = pl.Series(values=np.ascontiguousarray(rows[name])).cast(dtype)
    blocks = ((title.metrics, "metrics"), (map(uses, title.items), "uses"), (map(first_use, title.items), "first_use"))
    for names, block in blocks:
        columns.update(zip(names, (pl.Series(values=column) for column in np.ascontiguousarray(rows[block].T))))
    frame = pl.DataFrame(columns)
    lacking = [name for name in title.metrics if frame[name].min() == MISSING]
    return frame.with_columns(
        *(pl.when(pl.col(name) != MISSING).then(pl.col(name)) for name in lacking),
        pl.when(~pl.col("aborted")).then(pl.col("win_share")),
    )


def part_path(folder: Path, case: str, first_game: int) -> Path:
    """Where the part of a case that begins with this game lies."""
    return folder / "parts" / case / f"{first_game:012d}.parquet"


def write_part(frame: pl.DataFrame, path: Path) -> None:
    """Write a part so that it is there whole or not at all: temporary name, sync, rename."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        with open(temporary, "wb") as file:
            file.write(buffer.getbuffer())
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def scan_part(path: Path) -> pl.LazyFrame:
    """One part, lazily. Its name is no pattern: a folder or a variant may have brackets in theirs."""
    return pl.scan_parquet(path, glob=False)


def count_rows(path: Path) -> int:
    """The rows of a part."""
    return int(scan_part(path).select(pl.len()).collect().item())


def is_whole(path: Path, rows: int) -> bool:
    """Whether a part is there with all its rows; a damaged file counts as missing and is written anew."""
    if not path.exists():
        return False
    try:
        return count_rows(path) == rows
    except (pl.exceptions.PolarsError, OSError):
        return False


def parts(folder: Path) -> Iterator[Path]:
    """The parts of a run, by case and first game."""
    yield from sorted((folder / "parts").glob("*/*.parquet"))


def scan(folder: Path | str) -> pl.LazyFrame:
    """The whole data set of a run, lazily, in the order of cases, games and seats."""
    return pl.concat([scan_part(path) for path in parts(Path(folder))])
