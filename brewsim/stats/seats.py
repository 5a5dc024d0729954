"""Who wins: by seat, by bot, and by bot and seat."""

import math

import numpy as np
import polars as pl
from scipy.special import chdtrc

from brewsim.results import Parts
from brewsim.stats.adding import (
    GAME,
    add_up,
    by_place,
    finished,
    further_strata,
    has_places,
    moments,
    over_rotations,
    rotation,
    sort_within_cases,
    tables,
)
from brewsim.stats.intervals import MIN_GAMES, critical_value, of_several, with_means, with_shares
from brewsim.stats.names import seat_name

KEYS = ("case", "rotation", "seat", "other", "team")
BOT_KEYS = ("case", "rotation", "bot")
INTEGERS = {"rotation": pl.Int64(), "seat": pl.UInt8(), "other": pl.UInt8(), "team": pl.UInt8(), "n": pl.Int64()}
SUMS = ("total", "total_other", "product", "above", "above_other", "above_product")
TWO_SEATS = {**INTEGERS, **dict.fromkeys(SUMS, pl.Float64())}
OF_CASE = {"case": pl.String(), **dict.fromkeys(("fair", "p_value", "z", "z_of_all", "z_of_score"), pl.Float64())}
RANK_TOLERANCE = 1e-9
WINS = pl.col("win_share").cast(pl.Float64)


def win_share_by_seat(parts: Parts) -> pl.DataFrame:
    """How often each seat wins, against a fair share, and how many points it scores above the mean of all seats.

    Parameters
    ----------
    parts : rows of one or more cases.

    Returns
    -------
    A row per case and seat: `case, seat, who, team, value, low, high, all_low, all_high, n, fair, advantage, p_value, score, score_low,
    score_high`. As in the data set, `seat` counts from 0; where a title draws its first player by lot, it is the place counted from that
    one. `who` is its name as people read it, `team` the first seat of those that win together. The intervals hold for all seats of a case
    at once, `all_low` to `all_high` for all seats of all these cases: by these a seat is named. `p_value` is one for the case.

    Notes
    -----
    With the win shares w (a vector by seat) of each game, their mean p and covariance S: Wilson intervals with the variance
    of w instead of p (1 - p), at the critical value of max |z| for the correlation of S; for all cases
    at once see `of_several`. So a shared win, a side of several
    seats and the dependence of seats are all in S, and a rotation's strata are taken out of it. The same S is in the
    test, see `equality_p_value`.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(100) for _ in "ab"], "seat": [0, 1] * 100, "score": [2, 1] * 50 + [1, 2] * 50}
    >>> rows |= {"win_share": [1.0, 0.0] * 50 + [0.0, 1.0] * 50, "aborted": False, "side": [0, 1] * 100}
    >>> win_share_by_seat([pl.LazyFrame(rows)]).select("seat", "value", pl.col("low").round(2), "fair").rows()
    [(0, 0.5, 0.4, 0.5), (1, 0.5, 0.4, 0.5)]
    """
    return shares_by_seat(seat_sums(parts), has_places(parts))


def seat_sums(parts: Parts) -> pl.DataFrame:
    """What `shares_by_seat` needs of these games; the sums of more games can be added to it, by `KEYS`."""
    return add_up(parts, _by_two_seats, KEYS)


def shares_by_seat(sums: pl.DataFrame, is_place: bool) -> pl.DataFrame:
    """`win_share_by_seat` from sums of `seat_sums`; `is_place` where seats are counted from a first player drawn by lot."""
    sums = (
        sums.with_columns(
            pl.col("product") - pl.col("total") * pl.col("total_other") / pl.col("n"),
            pl.col("above_product") - pl.col("above") * pl.col("above_other") / pl.col("n"),
        )
        .group_by("case", "seat", "other", "team", maintain_order=True)
        .agg(pl.col("n", "total", "above").sum(), pl.col("product", "above_product").sum() * further_strata())
    )
    sums = sort_within_cases(sums, "seat", "other")
    by_case = sums.partition_by("case", maintain_order=True)
    enough = max(1, sum(case["n"][0] >= MIN_GAMES for case in by_case))
    cases = pl.DataFrame([_of_case(case, enough) for case in by_case], OF_CASE, orient="row")
    seats = sums.filter(pl.col("seat") == pl.col("other")).join(cases, on="case", maintain_order="left")
    seats = seats.with_columns(_who(is_place), spread="product")
    shares, of_all = with_shares(seats, "z"), with_shares(seats, "z_of_all").select(all_low="low", all_high="high")
    scores = with_means(seats.select("n", "z_of_score", total="above", spread="above_product"), "z_of_score")
    scores = scores.select(score="value", score_low="low", score_high="high")
    advantage = (pl.col("value") - pl.col("fair")).alias("advantage")
    named = shares.select("case", "seat", "who", "team", "value", "low", "high")
    return pl.concat([named, of_all, shares.select("n", "fair", advantage, "p_value"), scores], how="horizontal")


def _who(is_place: bool) -> pl.Expr:
    """The seats as people read them."""
    return pl.col("seat").map_elements(lambda seat: seat_name(seat, is_place), pl.String).alias("who")


def _by_two_seats(part: pl.LazyFrame) -> pl.LazyFrame:
    """The sums of each seat, and of the products of two seats, by rotation."""
    cases: list[str] = []
    sums: list[np.ndarray] = [np.empty((len(TWO_SEATS), 0))]
    for table in tables(by_place(part), ("win_share", "score", "side")):
        above = table["score"] - table["score"].mean(axis=1, keepdims=True)
        seats = above.shape[1]
        one, other = (index.ravel() for index in np.indices((seats, seats)))
        sides = list(table["side"][0])
        team = np.array([sides.index(side) for side in sides])
        for moved in range(seats):
            which = table.games % seats == moved
            wins, points = table["win_share"][which], above[which]
            numbers = [np.full(len(one), moved), one, other, team[one], np.full(len(one), len(wins))]
            for values in (wins, points):
                totals = values.sum(axis=0)
                numbers += [totals[one], totals[other], (values.T @ values).ravel()]
            sums.append(np.array(numbers))
            cases += [table.case] * len(one)
    frame = pl.DataFrame(dict(zip(TWO_SEATS, np.concatenate(sums, axis=1))), TWO_SEATS, strict=False)
    return frame.select(pl.Series("case", cases, pl.String), pl.all()).filter(pl.col("n") > 0).lazy()


def _of_case(sums: pl.DataFrame, cases: int) -> tuple[str, float, float | None, float, float, float]:
    """What the seats of a case have in common, from the sums over two seats: the columns `OF_CASE`; `cases`: how many there are."""
    size = math.isqrt(len(sums))
    wins, above = (sums[column].to_numpy().reshape(size, size) for column in ("product", "above_product"))
    n, shares = int(sums["n"][0]), sums["total"].to_numpy()[::size] / sums["n"][0]
    fair = float(shares.mean())
    p_value = equality_p_value(shares, wins / n, n) if n >= MIN_GAMES else None
    z = critical_value(wins)
    return sums["case"][0], fair, p_value, z, of_several(z, cases), critical_value(above)


def equality_p_value(means: np.ndarray, covariance: np.ndarray, n: int) -> float:
    """The chance of means of n games that differ as much as these, if in truth they are all equal.

    Notes
    -----
    Rao's score test, n d' M^-1 d with d = means - their mean and M = covariance + d d', the second moments under equality.
    Pearson's chi-square for two means of 0 and 1. Chi-square distributed with as many degrees of freedom as M has rank: the
    number of sides less 1.

    Examples
    --------
    >>> equality_p_value(np.array([0.5, 0.5]), np.array([[0.25, -0.25], [-0.25, 0.25]]), 100)
    1.0
    """
    difference = means - means.mean()
    second = covariance + np.outer(difference, difference)
    degrees = int(np.linalg.matrix_rank(second, tol=RANK_TOLERANCE, hermitian=True))
    statistic = n * difference @ np.linalg.pinv(second, rcond=RANK_TOLERANCE, hermitian=True) @ difference
    return float(chdtrc(max(1, degrees), statistic))


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
    return shares_by_bot(bot_sums(parts))


def bot_sums(parts: Parts) -> pl.DataFrame:
    """What `shares_by_bot` needs of these games; the sums of more games can be added to it, by `BOT_KEYS`."""

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        by_game = (
            finished(part)
            .with_columns(rotation())
            .group_by(*GAME, "rotation", "bot", maintain_order=True)
            .agg(WINS.mean().alias("share"), WINS.sum().alias("wins"), pl.len().cast(pl.Int64).alias("rows"))
        )
        return by_game.group_by("case", "rotation", "bot", maintain_order=True).agg(*moments(pl.col("share")), pl.col("wins", "rows").sum())

    return add_up(parts, reduce, BOT_KEYS)


def shares_by_bot(sums: pl.DataFrame) -> pl.DataFrame:
    """`win_share_by_bot` from sums of `bot_sums`."""
    fair = sums.group_by("case", maintain_order=True).agg(fair=pl.col("wins").sum() / pl.col("rows").sum())
    shares = with_shares(over_rotations(sums, ["case", "bot"]))
    shares = shares.join(fair, on="case", maintain_order="left").select("case", "bot", "value", "low", "high", "n", "fair")
    return sort_within_cases(shares, "bot")


def win_share_by_bot_and_seat(parts: Parts) -> pl.DataFrame:
    """How often each bot wins at each seat where it sat: separates bot and seat when a mixed lineup rotates.

    Returns
    -------
    A row per case, bot and seat: `case, bot, seat, who, value, low, high, n, fair`; `seat` and `who` as in `win_share_by_seat`.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(80) for _ in "ab"], "seat": [0, 1] * 80, "bot": ["a", "b", "b", "a"] * 40}
    >>> rows |= {"win_share": [1.0, 0.0, 0.0, 1.0] * 40, "aborted": False}
    >>> win_share_by_bot_and_seat([pl.LazyFrame(rows)]).select("bot", "seat", "value", "n").rows()
    [('a', 0, 1.0, 40), ('a', 1, 1.0, 40), ('b', 0, 0.0, 40), ('b', 1, 0.0, 40)]
    """

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        rows = finished(by_place(part)).with_columns(rotation())
        return rows.group_by("case", "rotation", "bot", "seat", maintain_order=True).agg(*moments(WINS))

    sums = add_up(parts, reduce, ["case", "rotation", "bot", "seat"])
    shares = with_shares(over_rotations(sums, ["case", "bot", "seat"]))
    fair = (pl.col("total").sum() / pl.col("n").sum()).over("case").alias("fair")
    named = shares.select("case", "bot", "seat", _who(has_places(parts)), "value", "low", "high", "n", fair)
    return sort_within_cases(named, "bot", "seat")
