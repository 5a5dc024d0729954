"""How close games end: ties, tie-breaks, shared victories, and the winner's margin."""

import polars as pl

from brewsim.results import Parts
from brewsim.stats.adding import GAME, add_up, sort_within_cases, with_parts_of_games
from brewsim.stats.intervals import with_shares

NEAR = (1, 2, 3)  # points that make a near-tie
MEASURES = ("tied", "tiebreak_decided", "shared", *(f"within_{points}" for points in NEAR), "aborted")


def ties_by_case(parts: Parts) -> pl.DataFrame:
    """How often games end in a tie or nearly so.

    Returns
    -------
    A row per case and measure, `case, measure, value, low, high, n`. The measures: `tied`, first place shared before the
    tie-break; `tiebreak_decided`; `shared`, victory shared in the end; `within_1` to `within_3`, the winner at most 1 to 3
    points above the best other side; all these over finished games. `aborted`, the cap on decisions hit, over all games.

    Notes
    -----
    Every measure is a yes or no of a game: Wilson's interval.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(50) for _ in "ab"], "side": [0, 1] * 50, "rank": [1, 2] * 49 + [1, 1]}
    >>> rows |= {"margin": [2, -2] * 49 + [0, 0], "tied_first": [False] * 98 + [True] * 2, "tiebreak_used": False, "aborted": False}
    >>> dict(ties_by_case([pl.LazyFrame(rows)]).select("measure", "value").rows())["within_1"]
    0.02
    """

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        margin = pl.col("margin")
        claims = _games(part).select(
            "case",
            "aborted",
            "shared",
            tied="tied_first",
            tiebreak_decided="tiebreak_used",
            **{f"within_{points}": margin <= points for points in NEAR},
        )
        finished = [(pl.col(name) & ~pl.col("aborted")).sum() for name in MEASURES[:-1]]
        return claims.group_by("case", maintain_order=True).agg(
            pl.len().cast(pl.Int64).alias("games"), (~pl.col("aborted")).sum().alias("finished"), *finished, pl.col("aborted").sum()
        )

    sums = add_up(parts, reduce, ["case"]).unpivot(
        MEASURES, index=["case", "games", "finished"], variable_name="measure", value_name="total"
    )
    n = pl.when(pl.col("measure") == "aborted").then("games").otherwise("finished")
    sums = sums.with_columns(pl.col("total").cast(pl.Float64), n.cast(pl.Int64).alias("n"))
    shares = with_shares(sums.with_columns(spread=pl.col("total") * (1 - pl.col("total") / pl.col("n"))))
    return sort_within_cases(shares.select("case", "measure", "value", "low", "high", "n"))


def margins_by_case(parts: Parts) -> pl.DataFrame:
    """The distribution of the winner's margin over the best other side, in points; 0 where first place was tied.

    Returns
    -------
    A row per case and margin that occurred, `case, margin, games, n, value, low, high`, the value being the share of games.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(40) for _ in "ab"], "side": [0, 1] * 40, "rank": [1, 2, 2, 1] * 20}
    >>> rows |= {"margin": [5, -5, -3, 3] * 20, "tied_first": False, "tiebreak_used": False, "aborted": False}
    >>> margins_by_case([pl.LazyFrame(rows)]).select("margin", "games", "value").rows()
    [(3, 20, 0.5), (5, 20, 0.5)]
    """

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        finished = _games(part).filter(~pl.col("aborted"))
        return finished.group_by("case", "margin", maintain_order=True).agg(pl.len().cast(pl.Int64).alias("games"))

    return with_parts_of_games(sort_within_cases(add_up(parts, reduce, ["case", "margin"]), "margin"))


def _games(part: pl.LazyFrame) -> pl.LazyFrame:
    """A row per game: whether and how it was close."""
    winning_sides = pl.col("side").filter(pl.col("rank") == 1)
    return part.group_by(GAME, maintain_order=True).agg(
        pl.col("aborted").first(),
        pl.col("tied_first").any(),
        pl.col("tiebreak_used").first(),
        (winning_sides.min() < winning_sides.max()).fill_null(False).alias("shared"),
        pl.col("margin").filter(pl.col("rank") == 1).first(),
    )
