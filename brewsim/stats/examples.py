"""Games worth looking at: a typical one, the closest one, the biggest come-back."""

import numpy as np
import polars as pl

from brewsim.results import Parts
from brewsim.stats.adding import Table, tables

KIND = ("case", "margin", "rounds", "chance")  # games that agree in these are alike; there are few kinds
WHICH = ("typical", "closest", "comeback")


def examples_by_case(parts: Parts) -> pl.DataFrame:
    """The number of one game of each sort: the first of all games of its kind.

    Parameters
    ----------
    parts : rows of one or more cases.

    Returns
    -------
    A row per case and sort: `case, which, game, margin, rounds, chance`. Typical: nearest to the median of the winner's margin and
    of the rounds; closest: the smallest margin, at a length near the median; comeback: of the
    games that were followed, the one whose winner had the smallest `chance` of it at half-time.

    Examples
    --------
    >>> rows = {"case": "c", "game": [0, 0, 1, 1, 2, 2], "seat": [0, 1] * 3, "rank": [1, 2] * 3, "margin": [5, -5, 1, -1, 9, -9]}
    >>> rows |= {"rounds": 4, "aborted": False, "chance_at_half": [0.6, 0.4, None, None, 0.2, 0.8]}
    >>> examples_by_case([pl.LazyFrame(rows)]).select("which", "game").rows()
    [('typical', 0), ('closest', 1), ('comeback', 2)]
    """
    needed = ("rank", "margin", "rounds", "chance_at_half")
    kinds = [_kinds(table) for part in parts for table in tables(part, needed)]
    counts = (
        pl.concat(kinds or [pl.DataFrame(schema=dict.fromkeys((*KIND, "games", "game")))])
        .group_by(KIND, maintain_order=True)
        .agg(pl.col("games").sum(), pl.col("game").min())
    )
    rows = []
    for case in counts.partition_by("case", maintain_order=True):
        off = sum(((pl.col(name) - _median(case, name)).abs() / _spread(case, name) for name in ("margin", "rounds")), start=pl.lit(0.0))
        length = (pl.col("rounds") - _median(case, "rounds")).abs()
        orders = {"typical": [off], "closest": [pl.col("margin"), length], "comeback": [pl.col("chance")]}
        for which in WHICH if case["chance"].is_not_null().any() else WHICH[:-1]:
            found = case.sort(*orders[which], "game", nulls_last=True).row(0, named=True)
            rows.append((found["case"], which, *(found[name] for name in ("game", "margin", "rounds", "chance"))))
    schema = {"case": pl.String, "which": pl.String, "game": pl.Int64, "margin": pl.Int64, "rounds": pl.Int64, "chance": pl.Float64}
    return pl.DataFrame(rows, schema, orient="row")


def _kinds(table: Table) -> pl.DataFrame:
    """How many games there are of each kind, and the first."""
    games = np.arange(len(table.games))
    winner = (table["rank"] == 1).argmax(axis=1)
    columns = {"margin": table["margin"][games, winner], "rounds": table["rounds"][:, 0], "game": table.games}
    frame = pl.DataFrame({name: values.astype(np.int64) for name, values in columns.items()}).select(
        pl.lit(table.case).alias("case"), pl.all(), pl.Series("chance", table["chance_at_half"][games, winner], nan_to_null=True)
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
