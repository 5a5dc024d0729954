"""How long games are and how dramatic: length, who leads after each round, runaway leaders and come-backs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from brewsim.engine.conventions import MISSING, NONE
from brewsim.results import Parts
from brewsim.stats.adding import GAME, Table, add_up, finished, sort_within_cases, tables, with_parts_of_games
from brewsim.stats.intervals import CONFIDENCE, MIN_GAMES, normal_quantile, spread, with_means, with_shares

QUANTILES = {"p10": 0.1, "p50": 0.5, "p90": 0.9}
SIDES = {"": 0, "_low": -1, "_high": 1}  # of the interval of a quantile
DRAMA = ("lead_changes", "leader_at_half_wins", "comeback", "deficit_made_up", "round_of_no_return")
NEEDED = ("side", "win_share", "rounds")  # beside the standings
SHARES = ("leader_at_half_wins", "comeback")  # the measures of drama that lie between 0 and 1


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


def leader_by_round(parts: Parts, progress: Sequence[str]) -> pl.DataFrame:
    """How often the seat that leads after a round wins in the end: the runaway curve.

    Parameters
    ----------
    parts : rows of one or more cases.
    progress : the columns with the standing after each round, in order (`Title.progress`).

    Returns
    -------
    A row per case and round: `case, round, value, low, high, n`, with the n games that reached the round. Where several lead, a
    game's value is the mean of their win shares: with all level it is a fair share.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(40) for _ in "ab"], "seat": [0, 1] * 40, "side": [0, 1] * 40, "rounds": 1}
    >>> rows |= {"win_share": [1.0, 0.0] * 30 + [0.0, 1.0] * 10, "aborted": False, "after_1": [5, 3] * 40}
    >>> leader_by_round([pl.LazyFrame(rows)], ["after_1"]).select("round", "value", "n").rows()
    [(1, 0.75, 40)]
    """

    def values(table: Table) -> dict[int, np.ndarray]:
        return {number: _chance_of_leaders(scores, table["win_share"]) for number, scores in _rounds(table, progress)}

    sums = _add_up_games(parts, progress, "round", pl.Int64(), values)
    curve = with_shares(sums).select("case", "round", "value", "low", "high", "n")
    return sort_within_cases(curve.filter(pl.col("n") > 0), "round")


def drama_by_case(parts: Parts, progress: Sequence[str]) -> pl.DataFrame:
    """How dramatic games are, from the standing after each round.

    Parameters
    ----------
    parts : rows of one or more cases.
    progress : the columns with the standing after each round, in order (`Title.progress`).

    Returns
    -------
    A row per case and measure: `case, measure, value, low, high, n`.

    - `lead_changes`: how often in a game another side takes the sole lead, looked at after each round
    - `leader_at_half_wins`: how often the leader after half of the rounds wins, as in `leader_by_round`
    - `comeback`: share of games whose winner was last after half of the rounds, not level with all
    - `deficit_made_up`: points that the winner was behind the leader at worst, after any round
    - `round_of_no_return`: the first round from which the winner leads alone after every round up to the end; one more than
      the last round where only the end decided

    Notes
    -----
    Several winners of a game count as their mean. Where a game is longer than the title keeps standings, it is left out: of
    the measures at half if its half was not kept, of the others if its end was not.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(40) for _ in "ab"], "seat": [0, 1] * 40, "side": [0, 1] * 40, "rounds": 2}
    >>> rows |= {"win_share": [1.0, 0.0] * 40, "aborted": False, "after_1": [1, 3] * 40, "after_2": [4, 3] * 40}
    >>> drama_by_case([pl.LazyFrame(rows)], ["after_1", "after_2"]).select("measure", "value").rows()[2:]
    [('comeback', 1.0), ('deficit_made_up', 2.0), ('round_of_no_return', 2.0)]
    """
    sums = _add_up_games(parts, progress, "measure", pl.String(), lambda table: _drama(table, progress))
    is_share = pl.col("measure").is_in(SHARES)
    estimates = pl.concat([with_shares(sums.filter(is_share)), with_means(sums.filter(~is_share))])
    columns = ("case", "measure", "value", "low", "high", "n")
    return sums.select("case", "measure").join(estimates, on=["case", "measure"], maintain_order="left").select(columns)


def drama_by_game(part: pl.LazyFrame, progress: Sequence[str]) -> dict[str, np.ndarray]:
    """The measures of drama of the finished games of a part of one case, NaN where a game has no value."""
    return next((_drama(table, progress) for table in tables(part, (*NEEDED, *progress))), {}) if progress else {}


def _drama(table: Table, progress: Sequence[str]) -> dict[str, np.ndarray]:
    """The measures of drama of each game."""
    wins, sides = table["win_share"], table["side"]
    half = np.maximum(1, table["rounds"][:, 0] // 2)
    chances, was_last = np.full((2, *half.shape), np.nan)
    holder, changes = np.full(half.shape, NONE), np.zeros(half.shape)
    deficits, last_without = np.zeros(wins.shape), np.zeros(wins.shape)
    for number, scores in _rounds(table, progress):
        is_played = scores[:, 0] != MISSING
        best, worst = scores.max(axis=1, keepdims=True), scores.min(axis=1, keepdims=True)
        leads = scores == best
        leader = np.where(leads, sides, NONE).max(axis=1)
        is_alone = is_played & (leader == np.where(leads, sides, leader[:, None]).min(axis=1))

        changes += is_alone & (holder != NONE) & (holder != leader)
        holder = np.where(is_alone, leader, holder)
        deficits = np.maximum(deficits, best - scores)
        last_without[is_played[:, None] & ~(leads & is_alone[:, None])] = number
        is_half = is_played & (half == number)
        chances[is_half] = _mean_where(leads[is_half], wins[is_half])
        was_last[is_half] = _mean_where(wins[is_half] > 0, ((scores == worst) & ~leads)[is_half])
    is_kept = table["rounds"][:, 0] <= len(progress)
    to_the_end = (changes, _mean_where(wins > 0, deficits), _mean_where(wins > 0, last_without + 1))
    changes, made_up, no_return = (np.where(is_kept, values, np.nan) for values in to_the_end)
    return dict(zip(DRAMA, (changes, chances, was_last, made_up, no_return)))


def _rounds(table: Table, progress: Sequence[str]) -> Iterator[tuple[int, np.ndarray]]:
    """The number of each round that a game reached, and the scores after it, `MISSING` where it was not played."""
    for number, column in enumerate(progress, start=1):
        if (table[column] != MISSING).any():
            yield number, table[column]


def _chance_of_leaders(scores: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """The mean win share of the seats that lead, NaN where the round was not played."""
    chances = _mean_where(scores == scores.max(axis=1, keepdims=True), wins)
    return np.where(scores[:, 0] != MISSING, chances, np.nan)


def _mean_where(which: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The mean over the seats for which `which` is true."""
    return (which * values).sum(axis=1) / which.sum(axis=1)


def _add_up_games(
    parts: Parts, progress: Sequence[str], key: str, dtype: pl.DataType, values: Callable[[Table], Mapping[Any, np.ndarray]]
) -> pl.DataFrame:
    """`case, <key>, n, total, spread` of values by game, NaN where a game has none."""
    schema = {"case": pl.String(), key: dtype, "n": pl.Int64(), "total": pl.Float64(), "squares": pl.Float64()}

    def reduce(part: pl.LazyFrame) -> pl.LazyFrame:
        rows = [
            (table.case, name, int(np.isfinite(column).sum()), float(np.nansum(column)), float(np.nansum(column**2)))
            for table in tables(part, (*NEEDED, *progress))
            for name, column in values(table).items()
        ]
        return pl.LazyFrame(rows, schema, orient="row")

    sums = add_up(parts if progress else [pl.LazyFrame(schema=schema)], reduce if progress else pl.LazyFrame.lazy, ["case", key])
    return sums.with_columns(spread())
