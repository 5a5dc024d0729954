"""Adding up a run part by part: lazily, in bounded memory, whatever the number of games."""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from brewsim.results import Parts

BATCH = 16  # parts under way at once


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
    return frame.select(columns).to_numpy().reshape(-1, seats, len(columns))
