"""Plans against plans: who finishes ahead of whom, the mix of plans that nobody can beat, and which plans can compete."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import polars as pl
from scipy.optimize import linprog
from scipy.sparse import bsr_array, csr_array

from brewsim.results import Parts
from brewsim.stats.adding import add_up, tables
from brewsim.stats.intervals import CONFIDENCE, student_quantile, with_shares

BLOCKS = 250  # into which games are put by their number; few enough to keep, many enough to estimate the variance
DRAWS = 400  # of reweighted blocks; the bounds of a weight then have an error of some hundredths of their distance
LEAST_WEIGHT = 1e-6  # less is the tolerance of the solver
EVEN = 0.5
TWO_BOTS = {"bot": pl.String(), "opponent": pl.String(), "block": pl.Int64(), "n": pl.Int64(), "total": pl.Float64()}
MIX = dict.fromkeys(("weight", "weight_low", "weight_high", "value", "low", "high"), pl.Float64) | {"n": pl.Int64, "viable": pl.Boolean}


def meetings(parts: Parts) -> pl.DataFrame:
    """The games in which two bots met, added up: what `duels` and `equilibrium` go by.

    Parameters
    ----------
    parts : rows of all cases in which the bots meet, of one variant and number of seats.

    Returns
    -------
    A row per ordered pair of bots and block of games, `bot, opponent, block, n, total`: n games, and the sum of their values.
    """
    return add_up(parts, _by_two_bots, ["bot", "opponent", "block"])


def duels(meetings: pl.DataFrame) -> pl.DataFrame:
    """How often a seat of one bot finishes ahead of a seat of another in the same game, level counting half.

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
    >>> duels(meetings([pl.LazyFrame(rows)])).select("bot", "opponent", "value", "n").rows()
    [('a', 'b', 0.75, 80), ('b', 'a', 0.25, 80)]
    """
    n, blocks = pl.col("n").sum(), pl.len()
    residual = pl.col("total") - pl.col("n") * pl.col("total").sum() / n
    pairs = meetings.group_by("bot", "opponent").agg(
        n, pl.col("total").sum(), spread=(residual**2).sum() * blocks / (blocks - 1), blocks=blocks.cast(pl.Float64)
    )
    return (
        with_shares(pairs.with_columns(z=student_quantile(pairs["blocks"].to_numpy())), "z")
        .select("bot", "opponent", "value", "low", "high", "n")
        .sort("bot", "opponent")
    )


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


def equilibrium(meetings: pl.DataFrame) -> pl.DataFrame:
    """The mix of plans that no plan beats, and how often each plan finishes ahead of it.

    Returns
    -------
    A row per bot, `bot, weight, weight_low, weight_high, value, low, high, n, viable`: its weight in the mix, and how often it
    finishes ahead of an opponent drawn from that mix. A plan is viable if it is in the mix, or does not do significantly worse than
    1/2 against it. Everything but the bot is null where some two bots never met or not often enough.

    Notes
    -----
    The symmetric zero-sum game with the payoff M (value of row against column, 1/2 against itself): max v such that
    w'M >= v, sum w = 1, w >= 0 (von Neumann 1928), by `scipy.optimize.linprog`. The intervals of the weights come
    from the same program for matrices of reweighted blocks of games (the Bayesian bootstrap, Rubin 1981), since the duels of a plan
    depend on each other. The same draws give the error of the value against the mix that was found, for Wilson's interval.

    Examples
    --------
    >>> wins = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
    >>> rows = [(*pair, block, 10, total) for win in wins for pair, total in ((win, 8.0), (win[::-1], 2.0)) for block in range(50)]
    >>> equilibrium(pl.DataFrame(rows, list(TWO_BOTS), orient="row"))["weight"].round(3).to_list()
    [0.333, 0.333, 0.333]
    """
    found = duels(meetings).drop_nulls("value")
    bots, blocks = sorted(meetings["bot"].unique()), sorted(meetings["block"].unique())
    frame = pl.DataFrame({"bot": bots}, schema={"bot": pl.String})
    if len(found) < len(bots) * (len(bots) - 1) or not bots:
        return frame.with_columns(pl.lit(None, dtype).alias(name) for name, dtype in MIX.items())
    sums = np.zeros((2, len(bots), len(bots), len(blocks)))
    for bot, opponent, block, *n_and_total in meetings.iter_rows():
        sums[:, bots.index(bot), bots.index(opponent), blocks.index(block)] = n_and_total
    value = _payoffs(*sums.sum(axis=3)[:, None])[0]
    weights = _maximin(value[None])[0]
    draws = _payoffs(*np.moveaxis(sums @ np.random.default_rng(0).standard_exponential((len(blocks), DRAWS)), 3, 1))
    low, high = np.quantile(_maximin(draws), ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2), axis=0)
    mix = frame.with_columns(weight=weights, weight_low=np.minimum(low, weights), weight_high=np.maximum(high, weights))
    mix = mix.join(found.group_by("bot").agg(pl.col("n").min()), on="bot", maintain_order="left")
    n = mix["n"].to_numpy()
    against = mix.with_columns(total=value @ weights * n, spread=(draws @ weights).var(axis=0) * n**2, z=student_quantile(len(blocks)))
    is_viable = (pl.col("weight") > 0) | (pl.col("high") >= EVEN)
    return with_shares(against, "z").with_columns(viable=is_viable).select("bot", *MIX)


def _payoffs(n: np.ndarray, total: np.ndarray) -> np.ndarray:
    """[draw, bot, opponent] the values of duels, even on the diagonal, where nobody meets."""
    return np.divide(total, n, out=np.full(n.shape, EVEN), where=n > 0)


def _maximin(payoffs: np.ndarray) -> np.ndarray:
    """[draw, bot] the weights of rows that do best against the worst column. One program for all draws, which do not touch each other."""
    draws, size, _ = payoffs.shape
    result = linprog(
        c=np.tile(np.append(np.zeros(size), -1.0), draws),
        A_ub=_block_diagonal(np.dstack([-payoffs.swapaxes(1, 2), np.ones((draws, size))])),
        b_ub=np.zeros(draws * size),
        A_eq=_block_diagonal(np.tile(np.append(np.ones(size), 0.0), (draws, 1, 1))),
        b_eq=np.ones(draws),
        bounds=(0.0, 1.0),
    )
    weights = result.x.reshape(draws, size + 1)[:, :size]
    weights = np.where(weights > LEAST_WEIGHT, weights, 0.0)
    return weights / weights.sum(axis=1, keepdims=True)


def _block_diagonal(blocks: np.ndarray) -> csr_array:
    """The matrix with these blocks [block, row, column] along its diagonal."""
    return bsr_array((blocks, np.arange(len(blocks)), np.arange(len(blocks) + 1))).tocsr()


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
