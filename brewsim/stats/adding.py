"""Adding up a run part by part: lazily, in bounded memory, whatever the number of games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import polars as pl

from brewsim.engine.conventions import MISSING, PLACE
from brewsim.results import Parts
from brewsim.stats.intervals import spread, with_shares

BATCH = 16  # parts under way at once
GAME = ("case", "game")  # what names a game: the unit of every estimate


def in_batches(parts: Parts, reduce: Callable[[pl.LazyFrame], pl.LazyFrame]) -> Iterator[list[pl.DataFrame]]:
    """What `reduce` makes of each part, with few parts in memory."""
    for first in range(0, len(parts), BATCH):
        yield pl.collect_all([reduce(part) for part in parts[first : first + BATCH]])


def add_up(parts: Parts, reduce: Callable[[pl.LazyFrame], pl.LazyFrame], by: Sequence[str]) -> pl.DataFrame:
    """The sums over all parts of what `reduce` makes of each, by the columns `by`, in order of first appearance."""
    sums: list[pl.DataFrame] = []
    for batch in in_batches(parts, reduce):
        sums = [pl.concat([*sums, *batch]).group_by(by, maintain_order=True).sum()]
    return sums[0]


def by_case(parts: Parts) -> dict[str, list[pl.LazyFrame]]:
    """The parts of each case; a part holds games of one case."""
    cases: dict[str, list[pl.LazyFrame]] = {}
    names = chain.from_iterable(in_batches(parts, lambda part: part.select(pl.col("case").first())))
    for part, name in zip(parts, names):
        cases.setdefault(name.item(), []).append(part)
    return cases


def by_game(part: pl.LazyFrame, columns: Sequence[str]) -> np.ndarray:
    """These columns of a part of one case as an array (game, seat, column). Rows lie in the order of games and seats."""
    frame = part.select("seat", *columns).collect()
    seats = int(frame["seat"].max()) + 1 if len(frame) else 1  # type: ignore[arg-type]
    return frame.select(columns).to_numpy().reshape(len(frame) // seats, seats, len(columns))


def finished(part: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of games that came to an end: an aborted game tells nothing about who wins."""
    return part.filter(~pl.col("aborted"))


def has_places(parts: Parts) -> bool:
    """Whether the first player is drawn by lot, so that seats tell nothing, and places counted from that one do."""
    return any(PLACE in part.collect_schema().names() for part in parts[:1])


def by_place(part: pl.LazyFrame) -> pl.LazyFrame:
    """The rows with `seat` counted from the first player, where that one is drawn by lot."""
    return part.with_columns(seat=pl.col(PLACE).cast(pl.UInt8)) if has_places([part]) else part


@dataclass(frozen=True)
class Table:
    """The finished games of one case in a part, as arrays [game, seat]."""

    case: str
    games: np.ndarray  # [game] number
    bots: list[str]  # names of the codes in the column bot
    columns: dict[str, np.ndarray]

    def __getitem__(self, column: str) -> np.ndarray:
        return self.columns[column]


def tables(part: pl.LazyFrame, columns: Sequence[str]) -> Iterator[Table]:
    """The finished games of a part by case, for what needs a game's seats side by side. A null is `MISSING`."""
    rows = finished(part).select(*GAME, "seat", *columns).sort("game", "seat", maintain_order=True).collect()
    for frame in rows.partition_by("case", maintain_order=True):
        seats = int(frame["seat"][-1]) + 1
        bots = frame["bot"].unique().sort().to_list() if "bot" in columns else []
        yield Table(
            frame["case"][0],
            frame["game"].to_numpy()[::seats],
            bots,
            {name: np.asfortranarray(_numbers(frame[name], bots).reshape(-1, seats)) for name in columns},  # seats apart: sums are faster
        )


def _numbers(column: pl.Series, bots: Sequence[str]) -> np.ndarray:
    """A column as signed or floating numbers."""
    if column.dtype == pl.String:
        return column.cast(pl.Enum(bots)).to_physical().to_numpy().astype(np.int16)
    if column.dtype.is_float():
        return column.to_numpy().astype(np.float64)
    signed = column.cast(pl.Int16 if column.dtype in (pl.UInt8, pl.Int16) else pl.Int32)
    return (signed.fill_null(MISSING) if signed.null_count() else signed).to_numpy()


def rotation() -> pl.Expr:
    """How far a rotating lineup has moved on in this game: its number modulo the number of seats."""
    return (pl.col("game") % pl.len().over(GAME)).alias("rotation")


def moments(value: pl.Expr) -> tuple[pl.Expr, ...]:
    """The sums `n`, `total` and `squares` of a value, over the rows where it has one."""
    value = value.cast(pl.Float64)
    return value.count().cast(pl.Int64).alias("n"), value.sum().alias("total"), (value**2).sum().alias("squares")


def over_rotations(sums: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Sums `n`, `total` and `squares` by rotation, put together to `n`, `total` and `spread`.

    Notes
    -----
    The rotations of a lineup are strata of equal size by design, so only the spread within them is error. It is scaled up by
    the degrees of freedom that the further strata take.
    """
    together = pl.col("n", "total").sum(), pl.col("spread").sum() * further_strata()
    return sums.with_columns(spread()).group_by(by, maintain_order=True).agg(*together)


def further_strata() -> pl.Expr:
    """The factor that makes a sum of squared deviations within strata (the rows of a group) as large as that of one stratum."""
    return pl.col("n").sum() / (pl.col("n").sum() - pl.len() + 1)


def with_parts_of_games(counts: pl.DataFrame) -> pl.DataFrame:
    """Add `value`, `low` and `high` to counted `games`: which part they are of the n games of their case."""
    n, games = pl.col("n"), pl.col("games")
    counts = counts.with_columns(games.sum().over("case").alias("n"))
    return with_shares(counts.with_columns(total=games.cast(pl.Float64), spread=games * (1 - games / n))).drop("total", "spread")


def sort_within_cases(frame: pl.DataFrame, *by: str) -> pl.DataFrame:
    """The rows sorted by these columns within each case, the cases in order of appearance."""
    return frame.with_row_index("row").sort(pl.col("row").min().over("case"), *by, maintain_order=True).drop("row")
