"""How long games are and how dramatic: length, runaway leaders and come-backs."""

import polars as pl

from brewsim.results import Parts
from brewsim.stats.adding import GAME, add_up, finished, moments, sort_within_cases, with_parts_of_games
from brewsim.stats.intervals import CONFIDENCE, MIN_GAMES, normal_quantile, spread, with_means, with_shares

QUANTILES = {"p10": 0.1, "p50": 0.5, "p90": 0.9}
SIDES = {"": 0, "_low": -1, "_high": 1}  # of the interval of a quantile
IS_FOLLOWED = pl.col("chance_at_half").is_not_null()


def _wins_of(place: pl.Expr) -> pl.Expr:
    """Of the rows of a game, the mean win share of the seats whose chance at half-time is this one."""
    return pl.col("win_share").filter(pl.col("chance_at_half") == place).mean()


# Measure -> its value in a game that was followed.
HALF_TIME = {
    "leader_at_half_wins": _wins_of(pl.col("chance_at_half").max()),
    "last_at_half_wins": _wins_of(pl.col("chance_at_half").min()),
}


def length_by_case(parts: Parts) -> pl.DataFrame:
    """How long games are: rounds, turns where the title counts them, and decisions; the last two of all seats together.

    Returns
    -------
    A row per case and measure: `case, measure, value, low, high, n`, the mean with its interval, and the quantiles `p10, p50, p90`,
    each with `_low` and `_high`.

    Notes
    -----
    The interval of a quantile lies between two order statistics: of n games, n q +- z sqrt(n q (1 - q)) are at most that long
    (Conover 1999, 3.2). Lengths are whole numbers, so the interval is often one number and covers more often than it says.

    Examples
    --------
    >>> rows = {"case": "c", "game": range(40), "seat": 0, "rounds": [4, 6] * 20, "decisions": 9, "aborted": False}
    >>> length_by_case([pl.LazyFrame(rows)]).select("measure", "value", "n", "p10", "p90").rows()
    [('rounds', 5.0, 40, 4, 6), ('decisions', 9.0, 40, 9, 9)]
    """
    lengths = _lengths(parts)
    amount, games = pl.col("amount"), pl.col("games")
    sums = lengths.group_by("case", "measure", maintain_order=True).agg(
        games.sum().alias("n"),
        (games * amount).sum().cast(pl.Float64).alias("total"),
        (games * amount**2).sum().cast(pl.Float64).alias("squares"),
        *(_quantile(q, side).alias(name + ending) for name, q in QUANTILES.items() for ending, side in SIDES.items()),
    )
    names = [name + ending for name in QUANTILES for ending in SIDES]
    quantiles = (pl.when(pl.col("n") >= MIN_GAMES).then(pl.col(name)).alias(name) for name in names)
    return with_means(sums.with_columns(spread())).select("case", "measure", "value", "low", "high", "n", *quantiles)


def _quantile(q: float, side: int) -> pl.Expr:
    """The amount that the part q of the games does not exceed, or the bound of its interval on one side, of sorted amounts."""
    n = pl.col("games").sum()
    rank = (q * n + side * normal_quantile(CONFIDENCE) * (q * (1 - q) * n).sqrt()).clip(1, n)
    if side > 0:
        rank = pl.min_horizontal(rank.floor() + 1, n)
    return pl.col("amount").filter(pl.col("games").cum_sum() >= rank).first()


def rounds_by_case(parts: Parts) -> pl.DataFrame:
    """The distribution of the number of rounds.

    Returns
    -------
    A row per case and number that occurred: `case, rounds, games, n, value, low, high`, the value being the share of games.

    Examples
    --------
    >>> rows = {"case": "c", "game": range(40), "seat": 0, "rounds": [4, 6, 6, 6] * 10, "decisions": 9, "aborted": False}
    >>> rounds_by_case([pl.LazyFrame(rows)]).select("rounds", "games", "value").rows()
    [(4, 10, 0.25), (6, 30, 0.75)]
    """
    return with_parts_of_games(_lengths(parts).filter(pl.col("measure") == "rounds").select("case", "games", rounds="amount"))


def _lengths(parts: Parts) -> pl.DataFrame:
    """How many games had each length, `case, measure, amount, games`: small, whatever the number of games."""

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        sums = [pl.col(name).cast(pl.Int64).sum() for name in ("turns", "decisions") if name in part.collect_schema()]
        games = finished(part).group_by(GAME, maintain_order=True).agg(pl.col("rounds").first().cast(pl.Int64), *sums)
        return (
            games.drop("game")
            .unpivot(index="case", variable_name="measure", value_name="amount")
            .group_by("case", "measure", "amount", maintain_order=True)
            .agg(pl.len().cast(pl.Int64).alias("games"))
        )

    counts = add_up(parts, reduce, ["case", "measure", "amount"])
    measures = pl.col("measure").cast(pl.Enum(["rounds", "turns", "decisions"]))
    return sort_within_cases(counts.with_columns(measures), "measure", "amount").with_columns(pl.col("measure").cast(pl.String))


def half_time_by_case(parts: Parts) -> pl.DataFrame:
    """How often the leader and the last at half-time win in the end: runaway leaders and come-backs.

    The standing is the chance of winning that play-outs give after half of the rounds (`chance_at_half`), in the games that were
    followed. Points on the table are not what people fight for where most of them come at the end.

    Parameters
    ----------
    parts : rows of one or more cases.

    Returns
    -------
    A row per case and measure, `leader_at_half_wins` and `last_at_half_wins`: `case, measure, value, low, high, n, chance`, with
    the n games that were followed; `chance` is what the value would be if the winner was drawn by lot. Where several share the first
    or the last place, a game's value is the mean of their win shares: with all level it is a fair share.

    Notes
    -----
    The play-outs are few, so now and then another seat than the best one is taken for the leader. Where the difference is clear
    that is rare, and where it is not it matters little; the value is a little too near to the chance.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(40) for _ in "ab"], "seat": [0, 1] * 40, "side": [0, 1] * 40, "aborted": False}
    >>> rows |= {"win_share": [1.0, 0.0] * 30 + [0.0, 1.0] * 10, "chance_at_half": [0.9, 0.1] * 40}
    >>> half_time_by_case([pl.LazyFrame(rows)]).select("measure", "value", "chance", "n").rows()
    [('leader_at_half_wins', 0.75, 0.5, 40), ('last_at_half_wins', 0.25, 0.5, 40)]
    """

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        games = finished(part).filter(IS_FOLLOWED).group_by(GAME, maintain_order=True).agg(lot=1 / pl.col("side").n_unique(), **HALF_TIME)
        return (
            games.unpivot(list(HALF_TIME), index=["case", "lot"], variable_name="measure", value_name="wins")
            .group_by("case", "measure", maintain_order=True)
            .agg(*moments(pl.col("wins")), pl.col("lot").sum())
        )

    sums = add_up(parts, reduce, ["case", "measure"]).with_columns(spread(), chance=pl.col("lot") / pl.col("n"))
    frame = with_shares(sums).with_columns(pl.col("measure").cast(pl.Enum(list(HALF_TIME))))
    ordered = sort_within_cases(frame, "measure").with_columns(pl.col("measure").cast(pl.String))
    return ordered.select("case", "measure", "value", "low", "high", "n", "chance")
