"""Plans against plans: who finishes ahead of whom, the mix of plans that nobody can beat, and what that says of each plan."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import polars as pl
from scipy.optimize import linprog
from scipy.special import stdtrit

from brewsim.results import Parts
from brewsim.stats.adding import add_up, tables
from brewsim.stats.intervals import CONFIDENCE, with_shares

BLOCKS = 250  # into which games are put by their number; few enough to keep, many enough to tell the variance
EVEN = 0.5
TWO_BOTS = {"bot": pl.String(), "opponent": pl.String(), "block": pl.Int64(), "n": pl.Int64(), "total": pl.Float64()}


def duels(parts: Parts) -> pl.DataFrame:
    """How often a seat of one bot finishes ahead of a seat of another in the same game, level counting half.

    Parameters
    ----------
    parts : rows of all cases in which the bots meet, of one variant and number of seats.

    Returns
    -------
    A row per ordered pair of bots that met, `bot, opponent, value, low, high, n`.

    Notes
    -----
    A game's value is the mean over its pairs of seats on different sides. Cases play the same shuffles, so games of one
    number are not independent of each other: the variance is that of a ratio of sums over blocks, each with all games of
    the same numbers (a whole rotation stays together), v = sum (t - p n)^2 B / (B - 1) / N^2 for B blocks with the totals t of n games
    (Cochran 1977, 6.4). Wilson's interval with that variance, at Student's quantile for B - 1.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(80) for _ in "ab"], "seat": [0, 1] * 80, "side": [0, 1] * 80}
    >>> rows |= {"bot": ["a", "b"] * 80, "rank": [1, 2, 1, 2, 1, 2, 2, 1] * 20, "aborted": False}
    >>> duels([pl.LazyFrame(rows)]).select("bot", "opponent", "value", "n").rows()
    [('a', 'b', 0.75, 80), ('b', 'a', 0.25, 80)]
    """

    sums = add_up(parts, _by_two_bots, ["bot", "opponent", "block"])
    n, blocks = pl.col("n").sum(), pl.len()
    residual = pl.col("total") - pl.col("n") * pl.col("total").sum() / n
    pairs = sums.group_by("bot", "opponent").agg(
        n, pl.col("total").sum(), spread=(residual**2).sum() * blocks / (blocks - 1), blocks=blocks.cast(pl.Float64)
    )
    quantile = stdtrit(np.maximum(pairs["blocks"].to_numpy() - 1, 1), 0.5 + CONFIDENCE / 2)
    return with_shares(pairs.with_columns(z=quantile), "z").select("bot", "opponent", "value", "low", "high", "n").sort("bot", "opponent")


def _by_two_bots(part: pl.LazyFrame) -> pl.LazyFrame:
    """The games in which two bots met and the sum of their values, by block."""
    sums = [pl.DataFrame(schema=TWO_BOTS)]
    for table in tables(part, ("bot", "side", "rank")):
        bots, sides, ranks = table["bot"], table["side"], table["rank"]
        games, seats = bots.shape
        size = len(table.bots)
        ahead, met = np.zeros((2, games, size, size))
        for one, other in permutations(range(seats), 2):
            which = np.flatnonzero((sides[:, one] != sides[:, other]) & (bots[:, one] != bots[:, other]))
            pair = which, bots[which, one], bots[which, other]
            ahead[pair] += (np.sign(ranks[which, other] - ranks[which, one]) + 1) / 2
            met[pair] += 1
        block = table.games // seats % BLOCKS
        for bot, opponent in permutations(range(size), 2):
            have_met = met[:, bot, opponent] > 0
            values = ahead[have_met, bot, opponent] / met[have_met, bot, opponent]
            n = np.bincount(block[have_met], minlength=BLOCKS)
            total = np.bincount(block[have_met], values, minlength=BLOCKS)
            names = {"bot": [table.bots[bot]] * BLOCKS, "opponent": [table.bots[opponent]] * BLOCKS}
            sums.append(pl.DataFrame({**names, "block": np.arange(BLOCKS), "n": n, "total": total}, TWO_BOTS))
    return pl.concat(sums).filter(pl.col("n") > 0).lazy()


def equilibrium(duels: pl.DataFrame) -> pl.DataFrame:
    """The mix of plans that no plan beats, and how each plan fares against it.

    Parameters
    ----------
    duels : as `duels` makes them.

    Returns
    -------
    A row per bot, `bot, weight, value, low, high, n, viable`: its weight in the mix, and how often it finishes ahead of an
    opponent drawn from it. A plan is viable if it is in the mix, or does not do significantly worse than 1/2 against it.
    Everything but the bot is null where some two bots never met or not often enough.

    Notes
    -----
    The symmetric zero-sum game with the payoff M (value of row against column, 1/2 against itself): max v such that
    w'M >= v, sum w = 1, w >= 0 (von Neumann 1928), by `scipy.optimize.linprog`. The bounds are the duels' bounds averaged
    with the weights: the duels of a plan go up and down together, so nothing less is safe.

    Examples
    --------
    >>> wins = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
    >>> rows = [(a, b, 0.8, 0.7, 0.9, 100) for a, b in wins] + [(b, a, 0.2, 0.1, 0.3, 100) for a, b in wins]
    >>> beats = pl.DataFrame(rows, ["bot", "opponent", "value", "low", "high", "n"], orient="row")
    >>> equilibrium(beats)["weight"].round(3).to_list()
    [0.333, 0.333, 0.333]
    """
    bots = sorted(duels["bot"].unique())
    empty = {"weight": pl.Float64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "n": pl.Int64, "viable": pl.Boolean}
    frame = pl.DataFrame({"bot": bots}, schema={"bot": pl.String})
    if len(duels.drop_nulls("value")) < len(bots) * (len(bots) - 1) or not bots:
        return frame.with_columns(pl.lit(None, dtype).alias(name) for name, dtype in empty.items())
    value, low, high = (_matrix(duels, bots, column) for column in ("value", "low", "high"))
    weights = _maximin(value)
    games = duels.group_by("bot").agg(pl.col("n").min())
    return (
        frame.with_columns(weight=weights, value=value @ weights, low=low @ weights, high=high @ weights)
        .join(games, on="bot", maintain_order="left")
        .with_columns(viable=(pl.col("weight") > 0) | (pl.col("high") >= EVEN))
    )


def _matrix(duels: pl.DataFrame, bots: list[str], column: str) -> np.ndarray:
    """[bot, opponent] a column of the duels, even on the diagonal."""
    matrix = np.full((len(bots), len(bots)), EVEN)
    for bot, opponent, number in duels.select("bot", "opponent", column).iter_rows():
        matrix[bots.index(bot), bots.index(opponent)] = number
    return matrix


def _maximin(payoff: np.ndarray) -> np.ndarray:
    """The weights of rows that do best against the worst column."""
    size = len(payoff)
    result = linprog(
        c=np.append(np.zeros(size), -1.0),
        A_ub=np.column_stack([-payoff.T, np.ones(size)]),
        b_ub=np.zeros(size),
        A_eq=[[1.0] * size + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * (size + 1),
    )
    weights = np.where(result.x[:size] > 1e-9, result.x[:size], 0.0)
    return weights / weights.sum()


def dominant_plan(duels: pl.DataFrame) -> str | None:
    """The bot that beats every other one, each beyond the error of its duel; None if there is none.

    Examples
    --------
    >>> rows = [("a", "b", 0.6, 0.55, 0.65, 400), ("b", "a", 0.4, 0.35, 0.45, 400)]
    >>> dominant_plan(pl.DataFrame(rows, ["bot", "opponent", "value", "low", "high", "n"], orient="row"))
    'a'
    """
    n_opponents = duels["bot"].n_unique() - 1
    beaten = duels.filter(pl.col("low") > EVEN).group_by("bot").len().filter(pl.col("len") == n_opponents)
    return beaten["bot"][0] if len(beaten) else None


def cycles(duels: pl.DataFrame) -> pl.DataFrame:
    """Three bots of which each beats the next, beyond the error of its duel, and the last the first: rock, paper, scissors.

    Returns
    -------
    A row per cycle, `first, second, third, value, low, high, n`, the estimate being that of its weakest duel; the strongest
    cycle first.

    Examples
    --------
    >>> wins = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
    >>> rows = [(a, b, 0.8, 0.7, 0.9, 100) for a, b in wins] + [(b, a, 0.2, 0.1, 0.3, 100) for a, b in wins]
    >>> cycles(pl.DataFrame(rows, ["bot", "opponent", "value", "low", "high", "n"], orient="row")).select("first", "second", "third").rows()
    [('paper', 'rock', 'scissors')]
    """
    won = {(row["bot"], row["opponent"]): row for row in duels.filter(pl.col("low") > EVEN).iter_rows(named=True)}

    def found() -> Iterator[dict[str, object]]:
        for bots in permutations(sorted({bot for bot, _ in won}), 3):
            steps = list(zip(bots, (*bots[1:], bots[0])))
            if bots[0] == min(bots) and all(step in won for step in steps):
                weakest = min((won[step] for step in steps), key=lambda row: row["value"])
                yield dict(zip(("first", "second", "third"), bots)) | {name: weakest[name] for name in ("value", "low", "high", "n")}

    names = dict.fromkeys(("first", "second", "third"), pl.String)
    schema = names | dict.fromkeys(("value", "low", "high"), pl.Float64) | {"n": pl.Int64}
    return pl.DataFrame(list(found()), schema).sort("value", descending=True)
