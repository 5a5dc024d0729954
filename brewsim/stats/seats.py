"""Who wins: by seat, by bot, and by bot and seat."""

import numpy as np
import polars as pl
from scipy.stats import chi2

from brewsim.results import Parts
from brewsim.stats.adding import GAME, add_up, finished, moments, over_rotations, rotation, sort_within_cases
from brewsim.stats.intervals import MIN_GAMES, critical_value, with_means, with_shares

WINS = pl.col("win_share").cast(pl.Float64)


def win_share_by_seat(parts: Parts) -> pl.DataFrame:
    """How often each seat wins, against a fair share, and how many points it scores above the table's mean.

    Parameters
    ----------
    parts : rows of one or more cases.

    Returns
    -------
    A row per case and seat: `case, seat, value, low, high, n, fair, advantage, p_value, score, score_low, score_high`. The
    intervals hold for all seats of a case at once; `p_value` is one for the case.

    Notes
    -----
    With the win shares w (a vector by seat) of each game, their mean p and covariance S: Wilson intervals with the variance
    of w instead of p (1 - p), at the critical value of max |z| for the correlation of S. So a shared win, a side of several
    seats and the dependence of seats are all in S, and a rotation's strata are taken out of it. The test of equal
    chances is Rao's score test, n d' M^-1 d for d = p - fair and M = S + d d', which is Pearson's chi-square for two seats;
    chi-square distributed with the rank of M degrees of freedom (n - 1 of n seats without teams).

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(100) for _ in "ab"], "seat": [0, 1] * 100, "score": [2, 1] * 50 + [1, 2] * 50}
    >>> rows |= {"win_share": [1.0, 0.0] * 50 + [0.0, 1.0] * 50, "aborted": False}
    >>> win_share_by_seat([pl.LazyFrame(rows)]).select("seat", "value", pl.col("low").round(3), "fair").rows()
    [(0, 0.5, 0.404, 0.5), (1, 0.5, 0.404, 0.5)]
    """
    sums = add_up(parts, _by_two_seats, ["case", "rotation", "seat", "other"])
    shared = (pl.col("total") * pl.col("total_other") / pl.col("n"), pl.col("above") * pl.col("above_other") / pl.col("n"))
    sums = (
        sums.with_columns(pl.col("product") - shared[0], pl.col("above_product") - shared[1])
        .group_by("case", "seat", "other", maintain_order=True)
        .sum()
    )
    cases = sort_within_cases(sums, "seat", "other").partition_by("case", maintain_order=True)
    return pl.concat([_seats_of_case(case) for case in cases]) if cases else _seats_of_case(sums)


def _by_two_seats(part: pl.LazyFrame) -> pl.LazyFrame:
    """The sums of each seat, and of products of two seats, by rotation."""
    rows = finished(part).select(
        *GAME, "seat", rotation(), WINS.alias("total"), (pl.col("score") - pl.col("score").mean().over(GAME)).alias("above")
    )
    others = rows.select(*GAME, pl.col("seat").alias("other"), pl.col("total", "above").name.suffix("_other"))
    return (
        rows.join(others, on=GAME)
        .group_by("case", "rotation", "seat", "other", maintain_order=True)
        .agg(
            pl.len().cast(pl.Int64).alias("n"),
            pl.col("total", "total_other", "above", "above_other").sum(),
            (pl.col("total") * pl.col("total_other")).sum().alias("product"),
            (pl.col("above") * pl.col("above_other")).sum().alias("above_product"),
        )
    )


def _seats_of_case(sums: pl.DataFrame) -> pl.DataFrame:
    """The estimates of one case from the sums over pairs of seats."""
    seats = sums.filter(pl.col("seat") == pl.col("other"))
    size = len(seats)
    wins, above = (sums[column].to_numpy().reshape(size, size) for column in ("product", "above_product"))
    fair = float(seats["total"].mean() / seats["n"][0]) if size else None
    shares = with_shares(seats.with_columns(spread="product", z=critical_value(wins)), "z")
    scores = with_means(seats.select("n", total="above", spread="above_product"), critical_value(above))
    return shares.select(
        "case",
        "seat",
        "value",
        "low",
        "high",
        "n",
        fair=pl.lit(fair, pl.Float64),
        advantage=pl.col("value") - fair,
        p_value=pl.lit(_test_of_equal_chances(wins, seats, fair), pl.Float64),
        score=scores["value"],
        score_low=scores["low"],
        score_high=scores["high"],
    )


def _test_of_equal_chances(spreads: np.ndarray, seats: pl.DataFrame, fair: float | None) -> float | None:
    """The chance of a difference between seats as large as this one, if there is none."""
    if fair is None or (n := int(seats["n"][0])) < MIN_GAMES:
        return None
    difference = seats["total"].to_numpy() / n - fair
    second = spreads / n + np.outer(difference, difference)
    degrees = int(np.linalg.matrix_rank(second, tol=1e-9, hermitian=True))
    statistic = n * difference @ np.linalg.pinv(second, rcond=1e-9, hermitian=True) @ difference
    return float(chi2.sf(statistic, max(1, degrees)))


def win_share_by_bot(parts: Parts) -> pl.DataFrame:
    """How often a seat of each bot wins.

    Returns
    -------
    A row per case and bot: `case, bot, value, low, high, n, fair`. A bot's value in a game is the mean over its seats there,
    so that the game is the unit.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(40) for _ in "aab"], "seat": [0, 1, 2] * 40, "bot": ["a", "a", "b"] * 40}
    >>> rows |= {"win_share": [1.0, 0.0, 0.0] * 20 + [0.0, 0.0, 1.0] * 20, "aborted": False}
    >>> win_share_by_bot([pl.LazyFrame(rows)]).select("bot", "value", "n").rows()
    [('a', 0.25, 40), ('b', 0.5, 40)]
    """

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        by_game = (
            finished(part)
            .with_columns(rotation())
            .group_by(*GAME, "rotation", "bot", maintain_order=True)
            .agg(WINS.mean().alias("share"), WINS.sum().alias("wins"), pl.len().cast(pl.Int64).alias("rows"))
        )
        return by_game.group_by("case", "rotation", "bot", maintain_order=True).agg(*moments(pl.col("share")), pl.col("wins", "rows").sum())

    sums = add_up(parts, reduce, ["case", "rotation", "bot"])
    fair = sums.group_by("case", maintain_order=True).agg(fair=pl.col("wins").sum() / pl.col("rows").sum())
    shares = with_shares(over_rotations(sums, ["case", "bot"]))
    shares = shares.join(fair, on="case", maintain_order="left").select("case", "bot", "value", "low", "high", "n", "fair")
    return sort_within_cases(shares, "bot")


def win_share_by_bot_and_seat(parts: Parts) -> pl.DataFrame:
    """How often each bot wins at each seat where it sat: tells bot and seat apart when a mixed lineup rotates.

    Returns
    -------
    A row per case, bot and seat: `case, bot, seat, value, low, high, n, fair`.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(80) for _ in "ab"], "seat": [0, 1] * 80, "bot": ["a", "b", "b", "a"] * 40}
    >>> rows |= {"win_share": [1.0, 0.0, 0.0, 1.0] * 40, "aborted": False}
    >>> win_share_by_bot_and_seat([pl.LazyFrame(rows)]).select("bot", "seat", "value", "n").rows()
    [('a', 0, 1.0, 40), ('a', 1, 1.0, 40), ('b', 0, 0.0, 40), ('b', 1, 0.0, 40)]
    """

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        return finished(part).with_columns(rotation()).group_by("case", "rotation", "bot", "seat", maintain_order=True).agg(*moments(WINS))

    sums = add_up(parts, reduce, ["case", "rotation", "bot", "seat"])
    shares = with_shares(over_rotations(sums, ["case", "bot", "seat"]))
    fair = (pl.col("total").sum() / pl.col("n").sum()).over("case").alias("fair")
    return sort_within_cases(shares.select("case", "bot", "seat", "value", "low", "high", "n", fair), "bot", "seat")
