"""Adding up a run part by part: lazily, in bounded memory, whatever the number of games."""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from brewsim.results import Parts
from brewsim.stats.intervals import spread

BATCH = 16  # parts under way at once
GAME = ("case", "game")  # what names a game: the unit of every estimate


def add_up(parts: Parts, reduce: Callable[[pl.LazyFrame], pl.LazyFrame], by: Sequence[str]) -> pl.DataFrame:
    """The sums over all parts of what `reduce` makes of each, by the columns `by`, in order of first appearance."""
    sums: list[pl.DataFrame] = []
    for first in range(0, len(parts), BATCH):
        sums += pl.collect_all([reduce(part) for part in parts[first : first + BATCH]])
    return pl.concat(sums).group_by(by, maintain_order=True).sum()


def by_case(parts: Parts) -> dict[str, list[pl.LazyFrame]]:
    """The parts of each case; a part holds games of one case."""
    cases: dict[str, list[pl.LazyFrame]] = {}
    for part, name in zip(parts, pl.collect_all([part.select(pl.col("case").first()) for part in parts])):
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
    The rotations of a lineup are strata of equal size by design, so only the spread within them is error.
    """
    return sums.with_columns(spread()).group_by(by, maintain_order=True).agg(pl.col("n", "total", "spread").sum())


def sort_within_cases(frame: pl.DataFrame, *by: str) -> pl.DataFrame:
    """The rows sorted by these columns within each case, the cases in order of appearance."""
    return frame.sort(pl.int_range(pl.len()).min().over("case"), *by)
