"""Games worth looking at: a typical one, the closest one, the biggest come-back."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from brewsim.results import Parts
from brewsim.stats.adding import GAME, finished

KIND = ("case", "margin", "rounds", "deficit")  # games that agree in these are alike; there are few kinds
WHICH = ("typical", "closest", "comeback")


def examples_by_case(parts: Parts, progress: Sequence[str] = ()) -> pl.DataFrame:
    """The number of a game of each sort, the first of its like.

    Parameters
    ----------
    parts : rows of one or more cases.
    progress : the columns with the standing after each round (`Title.progress`); without them there is no come-back.

    Returns
    -------
    A row per case and sort: `case, which, game, margin, rounds, deficit`. Typical: nearest to the median of the winner's margin and
    of the rounds; closest: the smallest margin, at a length near the median; comeback: the winner was behind by the
    largest deficit after some round.

    Examples
    --------
    >>> rows = {"case": "c", "game": [0, 0, 1, 1, 2, 2], "seat": [0, 1] * 3, "rank": [1, 2] * 3, "margin": [5, -5, 1, -1, 9, -9]}
    >>> rows |= {"rounds": 4, "aborted": False, "after_1": [3, 2, 5, 4, 0, 8]}
    >>> examples_by_case([pl.LazyFrame(rows)], ["after_1"]).select("which", "game").rows()
    [('typical', 0), ('closest', 1), ('comeback', 2)]
    """
    kinds: list[pl.DataFrame] = []
    for part in parts:
        games = _games(part, progress).group_by(KIND, maintain_order=True)
        kinds.append(games.agg(pl.len().alias("games"), pl.col("game").min()))
    counts = pl.concat(kinds).group_by(KIND, maintain_order=True).agg(pl.col("games").sum(), pl.col("game").min())
    rows = []
    for case in counts.partition_by("case", maintain_order=True):
        off = sum(((pl.col(name) - _median(case, name)).abs() / _spread(case, name) for name in ("margin", "rounds")), start=pl.lit(0.0))
        length = (pl.col("rounds") - _median(case, "rounds")).abs()
        orders = {"typical": [off], "closest": [pl.col("margin"), length], "comeback": [-pl.col("deficit")]}
        for which in WHICH if progress else WHICH[:-1]:
            found = case.sort(*orders[which], "game").row(0, named=True)
            rows.append((found["case"], which, found["game"], found["margin"], found["rounds"], found["deficit"] if progress else None))
    schema = {"case": pl.String, "which": pl.String, "game": pl.Int64, "margin": pl.Int64, "rounds": pl.Int64, "deficit": pl.Int64}
    return pl.DataFrame(rows, schema, orient="row")


def _games(part: pl.LazyFrame, progress: Sequence[str]) -> pl.DataFrame:
    """A row per finished game: the winner's margin, the rounds, and how far the winner was behind at the worst."""
    rows = finished(part).select(*GAME, "rank", "margin", "rounds", *progress).collect()
    if progress:
        best = [pl.col(name).max().over(GAME) - pl.col(name) for name in progress]
        behind = pl.max_horizontal(best).fill_null(0).cast(pl.Int64)
    else:
        behind = pl.lit(0, pl.Int64)
    rows = rows.with_columns(behind.alias("deficit"))
    return (
        rows.filter(pl.col("rank") == 1)
        .unique(GAME, keep="first", maintain_order=True)
        .select(*GAME, pl.col("margin").cast(pl.Int64), pl.col("rounds").cast(pl.Int64), "deficit")
    )


def _median(counts: pl.DataFrame, column: str) -> float:
    """The median of a column of counted games."""
    ordered = counts.sort(column)
    up_to = ordered["games"].cum_sum().to_numpy()
    return float(ordered[column].to_numpy()[np.searchsorted(up_to, up_to[-1] / 2)])


def _spread(counts: pl.DataFrame, column: str) -> float:
    """How far games are from the median on average; 1 where all are alike."""
    distance = np.abs(counts[column].to_numpy() - _median(counts, column))
    return float(np.average(distance, weights=counts["games"].to_numpy())) or 1.0
