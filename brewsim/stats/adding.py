"""Adding up a run part by part: lazily, in bounded memory, whatever the number of games."""

from collections.abc import Callable, Sequence

import polars as pl

from brewsim.results import Parts

BATCH = 16  # parts under way at once


def add_up(parts: Parts, reduce: Callable[[pl.LazyFrame], pl.LazyFrame], by: Sequence[str]) -> pl.DataFrame:
    """The sums over all parts of what `reduce` makes of each, by the columns `by`, in order of first appearance."""
    sums: list[pl.DataFrame] = []
    for first in range(0, len(parts), BATCH):
        sums += pl.collect_all([reduce(part) for part in parts[first : first + BATCH]])
    return pl.concat(sums).group_by(by, maintain_order=True).sum()
