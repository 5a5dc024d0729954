"""Where scores come from: the points of winners and of others by source."""

from collections.abc import Sequence

import polars as pl

from brewsim.results import Parts
from brewsim.stats.adding import GAME, add_up, finished, moments, sort_within_cases
from brewsim.stats.intervals import spread, with_means


def points_by_source(parts: Parts, sources: Sequence[str]) -> pl.DataFrame:
    """The mean points of a seat from each source, of winners and of others.

    Parameters
    ----------
    parts : rows of one or more cases.
    sources : the metrics that add up to the score (`Title.score_sources`).

    Returns
    -------
    A row per case, source and who (`winners`, `others`): `case, source, who, value, low, high, n`, with the n games
    that have such a seat (all share the victory: no others).

    Notes
    -----
    A game's value is the mean over its winners or over its others, so that the game is the unit; Student's interval.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(40) for _ in "ab"], "seat": [0, 1] * 40, "win_share": [1.0, 0.0] * 40}
    >>> rows |= {"beer": [3, 1] * 40, "ale": [1, 1] * 40, "aborted": False}
    >>> points_by_source([pl.LazyFrame(rows)], ["beer", "ale"]).select("source", "who", "value").rows()
    [('beer', 'winners', 3.0), ('beer', 'others', 1.0), ('ale', 'winners', 1.0), ('ale', 'others', 1.0)]
    """

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        games = (
            finished(part)
            .with_columns(who=pl.when(pl.col("win_share") > 0).then(pl.lit("winners")).otherwise(pl.lit("others")))
            .group_by(*GAME, "who", maintain_order=True)
            .agg(pl.col(sources).mean())
        )
        return (
            games.unpivot(sources, index=["case", "who"], variable_name="source", value_name="points")
            .group_by("case", "source", "who", maintain_order=True)
            .agg(*moments(pl.col("points")))
        )

    sums = add_up(parts, reduce, ["case", "source", "who"]).with_columns(spread())
    frame = with_means(sums).select("case", "source", "who", "value", "low", "high", "n")
    order = frame.with_columns(pl.col("source").cast(pl.Enum(sources)), pl.col("who").cast(pl.Enum(["winners", "others"])))
    return sort_within_cases(order, "source", "who").with_columns(pl.col("source", "who").cast(pl.String))
