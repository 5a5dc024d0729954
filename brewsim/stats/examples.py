"""Games worth looking at: a typical one, the closest one, the biggest come-back."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from brewsim.engine.conventions import MISSING
from brewsim.results import Parts
from brewsim.stats.adding import Table, tables

KIND = ("case", "margin", "rounds", "deficit")  # games that agree in these are alike; there are few kinds
WHICH = ("typical", "closest", "comeback")


def examples_by_case(parts: Parts, progress: Sequence[str] = ()) -> pl.DataFrame:
    """The number of one game of each sort: the first of all games of its kind.

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
    needed = ("rank", "margin", "rounds", *progress)
    kinds = [_kinds(table, progress) for part in parts for table in tables(part, needed)]
    counts = (
        pl.concat(kinds or [pl.DataFrame(schema=dict.fromkeys((*KIND, "games", "game")))])
        .group_by(KIND, maintain_order=True)
        .agg(pl.col("games").sum(), pl.col("game").min())
    )
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


def _kinds(table: Table, progress: Sequence[str]) -> pl.DataFrame:
    """How many games there are of each kind, and the first; the deficit is how far the winner was behind at the worst."""
    games = np.arange(len(table.games))
    winner = (table["rank"] == 1).argmax(axis=1)
    deficit = np.zeros(len(games), np.int64)
    for name in progress:
        scores = table[name].astype(np.int64)
        own = scores[games, winner]
        deficit = np.maximum(deficit, np.where(own == MISSING, 0, scores.max(axis=1) - own))
    columns = {"margin": table["margin"][games, winner], "rounds": table["rounds"][:, 0], "deficit": deficit, "game": table.games}
    frame = pl.DataFrame({name: values.astype(np.int64) for name, values in columns.items()}).select(
        pl.lit(table.case).alias("case"), pl.all()
    )
    return frame.group_by(KIND, maintain_order=True).agg(pl.len().alias("games"), pl.col("game").min())


def _median(counts: pl.DataFrame, column: str) -> float:
    """The median of a column of counted games."""
    ordered = counts.sort(column)
    up_to = ordered["games"].cum_sum().to_numpy()
    return float(ordered[column].to_numpy()[np.searchsorted(up_to, up_to[-1] / 2)])


def _spread(counts: pl.DataFrame, column: str) -> float:
    """How far games are from the median on average; 1 where all are alike."""
    distance = np.abs(counts[column].to_numpy() - _median(counts, column))
    return float(np.average(distance, weights=counts["games"].to_numpy())) or 1.0
