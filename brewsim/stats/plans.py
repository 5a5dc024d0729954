"""Plans at whole tables: how often each wins beside which others, the mix of plans that players come to, and what a plan wins among it.

A plan is judged by the bot that plays it. A table is a lineup whose order does not matter, since lineups rotate.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from math import factorial, prod

import numpy as np
import polars as pl

from brewsim.results import Parts, PlayedCase, Results
from brewsim.stats.adding import add_up, tables
from brewsim.stats.intervals import CONFIDENCE, MIN_GAMES, normal_quantile, student_quantile, with_shares

BLOCKS = 250  # into which games are put by their number; few enough to keep, many enough to estimate the variance
DRAWS = 200  # of reweighted blocks; the bounds of a weight then have an error of some hundredths of their distance
CURIOSITY = 0.01  # of win share: of two plans that differ by it, the better one is played e times as often
PACE = 2.0  # of learning, over the number of opponents; a circle in which the better plan always wins still comes to rest
STEPS = 300  # of learning for each opponent; more change no weight by a thousandth
ALIKE = 0.02  # of win share: plans that surely differ by less on average, and at no table surely, are one plan
SEPARATOR = ", "
SUMS = {"table": pl.String(), "bot": pl.String(), "block": pl.Int64(), "n": pl.Int64(), "total": pl.Float64()}
MIX: dict[str, pl.DataType] = {
    "plan": pl.String(),
    **dict.fromkeys(("weight", "weight_low", "weight_high", "value", "low", "high", "fair"), pl.Float64()),
    "n": pl.Int64(),
}


def mixed_tables(results: Results) -> dict[tuple[str, int], list[PlayedCase]]:
    """The cases in which different plans meet, by variant and number of seats: those that can be taken together."""
    groups: dict[tuple[str, int], list[PlayedCase]] = {}
    for case in results.cases:
        if not case.without and len(set(case.lineup)) > 1:
            groups.setdefault((case.variant, case.seats), []).append(case)
    return groups


def wins_by_table(parts: Parts) -> pl.DataFrame:
    """The games of each table, added up: what all other functions here go by.

    Parameters
    ----------
    parts : rows of cases of one variant and number of seats.

    Returns
    -------
    A row per table, bot and block of games, `table, bot, block, n, total`: how often a seat of the bot played there, and the sum of its
    win shares. Tables of one plan alone have no rows, since all win alike there; nor have teams, who do not play for themselves.
    """
    return add_up(parts, _by_table, ["table", "bot", "block"])


def _by_table(part: pl.LazyFrame) -> pl.LazyFrame:
    """The seats of each bot and the sum of their win shares, by block."""
    sums = [pl.DataFrame(schema=SUMS)]
    for table in tables(part, ("bot", "side", "win_share")):
        bots, wins = table["bot"], table["win_share"]
        seats = bots.shape[1]
        lineup = sorted(table.bots[code] for code in bots[0])
        if len(set(lineup)) == 1 or len(set(table["side"][0])) < seats:
            continue
        block = table.games // seats % BLOCKS
        for code, bot in enumerate(table.bots):
            sits = bots == code
            n, total = (np.bincount(block, values.sum(axis=1), BLOCKS) for values in (sits, wins * sits))
            names = {"table": [SEPARATOR.join(lineup)] * BLOCKS, "bot": [bot] * BLOCKS, "block": np.arange(BLOCKS)}
            sums.append(pl.DataFrame({**names, "n": n.astype(np.int64), "total": total}, SUMS))
    return pl.concat(sums).filter(pl.col("n") > 0).lazy()


def win_share_by_table(sums: pl.DataFrame) -> pl.DataFrame:
    """How often a seat of each bot wins at each table.

    Parameters
    ----------
    sums : of `wins_by_table`.

    Returns
    -------
    A row per table and bot: `table, bot, value, low, high, n, fair`.

    Notes
    -----
    Tables play the same shuffles, and a rotation is balanced as a whole, so the variance is that of a ratio of sums over blocks, each
    with all games of the same numbers: v = sum (t - p n)^2 B / (B - 1) / N^2 for B blocks with the totals t of n seats (Cochran 1977,
    6.4). Wilson's interval with that variance, at Student's quantile for B - 1.

    Examples
    --------
    >>> rows = {"case": "c", "game": [g for g in range(80) for _ in "ab"], "seat": [0, 1] * 80, "side": [0, 1] * 80}
    >>> rows |= {"bot": ["a", "b"] * 80, "win_share": [1.0, 0, 1, 0, 1, 0, 0, 1] * 20, "aborted": False}
    >>> win_share_by_table(wins_by_table([pl.LazyFrame(rows)])).select("table", "bot", "value", "n").rows()
    [('a, b', 'a', 0.75, 80), ('a, b', 'b', 0.25, 80)]
    """
    lineup = pl.col("table").str.split(SEPARATOR)
    n, blocks = pl.col("n").sum(), pl.len()
    residual = pl.col("total") - pl.col("n") * pl.col("total").sum() / n
    shares = sums.group_by("table", "bot").agg(
        n, pl.col("total").sum(), spread=(residual**2).sum() * blocks / (blocks - 1), blocks=blocks.cast(pl.Float64)
    )
    shares = with_shares(shares.with_columns(z=student_quantile(shares["blocks"].to_numpy())), "z")
    return (
        shares.with_columns(fair=1 / lineup.list.len(), n=shares["n"] // _seats_of(shares))
        .sort("table", "bot")
        .select("table", "bot", "value", "low", "high", "n", "fair")
    )


def _seats_of(shares: pl.DataFrame) -> pl.Series:
    """How many seats the bot of each row has at its table."""
    counts = [table.split(SEPARATOR).count(bot) for table, bot in shares.select("table", "bot").iter_rows()]
    return pl.Series(counts, dtype=pl.Int64)


def newcomers(shares: pl.DataFrame) -> pl.DataFrame:
    """How often one seat wins that plays a plan at a table where all others play another one.

    Parameters
    ----------
    shares : of `win_share_by_table`.

    Returns
    -------
    A row per ordered pair of bots with such a table: `bot, opponent, value, low, high, n, fair`.
    """
    others = pl.col("table").str.split(SEPARATOR).list.set_difference(pl.concat_list("bot"))
    found = shares.filter(_seats_of(shares) == 1).filter(others.list.len() == 1).with_columns(opponent=others.list.first())
    return found.select("bot", "opponent", "value", "low", "high", "n", "fair").sort("bot", "opponent")


def cycles(newcomers: pl.DataFrame) -> pl.DataFrame:
    """Three plans of which each surely wins more than its fair share as a newcomer among the next, and the last among the first.

    Returns
    -------
    A row per cycle, `first, second, third, value, low, high, n`, the estimate being that of its weakest newcomer; the strongest
    cycle first.

    Examples
    --------
    >>> wins = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
    >>> rows = [(a, b, 0.8, 0.7, 0.9, 100, 0.5) for a, b in wins] + [(b, a, 0.2, 0.1, 0.3, 100, 0.5) for a, b in wins]
    >>> frame = pl.DataFrame(rows, ["bot", "opponent", "value", "low", "high", "n", "fair"], orient="row")
    >>> cycles(frame).select("first", "second", "third").rows()
    [('paper', 'rock', 'scissors')]
    """
    won = {(row["bot"], row["opponent"]): row for row in newcomers.filter(pl.col("low") > pl.col("fair")).iter_rows(named=True)}

    def found() -> Iterator[dict[str, object]]:
        for bots in permutations(sorted({bot for bot, _ in won}), 3):
            steps = list(zip(bots, (*bots[1:], bots[0])))
            if bots[0] == min(bots) and all(step in won for step in steps):
                weakest = min((won[step] for step in steps), key=lambda row: row["value"])
                yield dict(zip(("first", "second", "third"), bots)) | {name: weakest[name] for name in ("value", "low", "high", "n")}

    names = dict.fromkeys(("first", "second", "third"), pl.String)
    schema = names | dict.fromkeys(("value", "low", "high"), pl.Float64) | {"n": pl.Int64}
    return pl.DataFrame(list(found()), schema).sort("value", descending=True)


def missing_tables(sums: pl.DataFrame) -> list[str]:
    """The tables of these bots that were not played, or not often enough to find a mix and to judge it."""
    counts = dict(sums.group_by("table").agg(pl.col("n").sum() // pl.col("table").str.count_matches(SEPARATOR).first().add(1)).iter_rows())
    bots, seats = _bots_and_seats(sums)
    lineups = map(SEPARATOR.join, combinations_with_replacement(bots, seats))
    return [table for table in lineups if len(set(table.split(SEPARATOR))) > 1 and counts.get(table, 0) < 2 * MIN_GAMES]


def mix_of_plans(sums: pl.DataFrame) -> pl.DataFrame:
    """The mix of plans that players come to who learn from winning, and how often one seat wins with each plan among it.

    Parameters
    ----------
    sums : of `wins_by_table`.

    Returns
    -------
    A row per plan, the most played first: `plan, weight, weight_low, weight_high, value, low, high, fair, n`. The value is the win
    share of a seat that plays the plan while each other seat draws its plan from the mix; n is the number of games that say as much.
    Bots that cannot be told apart are one plan, `a or b`. No rows where a table of these bots was not played (`missing_tables`).

    Notes
    -----
    With the mix x, plan i wins f_i(x) = sum over the others m of P(m | x) u_i(m), where u_i(m) is its win share at the table with the
    others m: a symmetric game of as many players as there are seats. The mix is the rest point of replicator dynamics with some
    curiosity, d log x_i / dt = f_i(x) - c log x_i + const, that is x_i ~ exp(f_i(x) / c): a logit equilibrium (McKelvey & Palfrey
    1995), in which no plan wins more than its fair share by more than c log(number of plans). Found by steps of the extragradient
    method (Korpelevich 1976), which comes to rest where simple steps would run in circles, as in rock, paper, scissors.

    One half of the games, by blocks, says which plans are alike and what the mix is; the other half judges it, so that no plan looks
    good because of the luck that chose it. The intervals of the weights come from the first half with reweighted blocks (the Bayesian
    bootstrap, Rubin 1981), those of the values from the second half, for the mix that was found.

    Examples
    --------
    >>> wins = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
    >>> seats = [(", ".join(sorted(win)), bot, total) for win in wins for bot, total in zip(win, (8.0, 2.0))]
    >>> rows = [(table, bot, block, 10, total) for table, bot, total in seats for block in range(50)]
    >>> mix_of_plans(pl.DataFrame(rows, list(SUMS), orient="row"))["weight"].round(3).to_list()
    [0.333, 0.333, 0.333]
    """
    if sums.is_empty() or missing_tables(sums):
        return pl.DataFrame(schema=MIX)
    choosing, judging = (sums.filter(pl.col("block") % 2 == half) for half in (0, 1))
    names = _plan_names(_Game(choosing))
    if len(set(names.values())) == 1:
        fair = 1 / _bots_and_seats(sums)[1]
        return pl.DataFrame(
            [(names.popitem()[1], 1.0, 1.0, 1.0, fair, fair, fair, fair, round(float(judging["n"].sum()) * fair))], MIX, orient="row"
        )
    first, second = (_Game(_renamed(half, names)) for half in (choosing, judging))
    weights = first.rest_point(first.payoffs())[0]
    low, high = np.quantile(first.rest_point(first.drawn_payoffs()), ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2), axis=0)
    value = second.wins_among(weights[None], second.payoffs())[0]
    n = second.games_behind(weights)
    columns = {"weight": weights, "weight_low": np.minimum(low, weights), "weight_high": np.maximum(high, weights)}
    errors = second.wins_among(weights[None], second.drawn_payoffs()).var(axis=0)
    found = pl.DataFrame({"plan": first.plans, **columns, "fair": 1 / first.seats, "n": n, "total": value * n, "spread": errors * n**2})
    return (
        with_shares(found, float(student_quantile(second.n_blocks)))
        .sort("weight", descending=True)
        .select(pl.col(name).cast(dtype) for name, dtype in MIX.items())
    )


def _bots_and_seats(sums: pl.DataFrame) -> tuple[list[str], int]:
    """The bots of these tables, and the number of seats."""
    return sorted(sums["bot"].unique()), len(sums["table"][0].split(SEPARATOR))


def _renamed(sums: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """The same sums, with bots that are one plan under one name; tables of that plan alone go."""
    renamed = {table: sorted(names[bot] for bot in table.split(SEPARATOR)) for table in sums["table"].unique()}
    mixed = {table: SEPARATOR.join(plans) for table, plans in renamed.items() if len(set(plans)) > 1}
    kept = sums.filter(pl.col("table").is_in(list(mixed))).with_columns(pl.col("table").replace(mixed), pl.col("bot").replace(names))
    return kept.group_by("table", "bot", "block").sum()


class _Game:
    """The symmetric game of some plans: what each wins beside which others, from sums by block."""

    def __init__(self, sums: pl.DataFrame) -> None:
        self.plans, self.seats = _bots_and_seats(sums)
        self.others = list(combinations_with_replacement(range(len(self.plans)), self.seats - 1))
        self.counts = np.array([[others.count(plan) for plan in range(len(self.plans))] for others in self.others])  # [others, plan]
        self.ways = np.array([factorial(self.seats - 1) / prod(map(factorial, row)) for row in self.counts])  # in which they can sit
        blocks = {block: index for index, block in enumerate(sorted(sums["block"].unique()))}
        self.n_blocks = len(blocks)
        by_table: dict[tuple[str, str], np.ndarray] = {}
        for table, bot, block, *n_and_total in sums.iter_rows():
            by_table.setdefault((table, bot), np.zeros((2, self.n_blocks)))[:, blocks[block]] = n_and_total
        level = np.stack([np.ones(self.n_blocks), np.full(self.n_blocks, 1 / self.seats)])  # of a plan among its like
        self.sums = np.array([[by_table.get(self.key(plan, others), level) for others in self.others] for plan in range(len(self.plans))])
        self.is_known = np.array([[set(others) == {plan} for others in self.others] for plan in range(len(self.plans))])

    def key(self, plan: int, others: Sequence[int]) -> tuple[str, str]:
        """The table of a plan and these others, and the plan."""
        return SEPARATOR.join(sorted(self.plans[one] for one in (plan, *others))), self.plans[plan]

    def payoffs(self) -> np.ndarray:
        """[1, plan, others] the win shares at all tables."""
        n, total = np.moveaxis(self.sums.sum(axis=3), 2, 0)
        return (total / n)[None]

    def drawn_payoffs(self) -> np.ndarray:
        """[draw, plan, others] the same for reweighted blocks."""
        weights = np.random.default_rng(0).standard_exponential((self.n_blocks, DRAWS))
        n, total = np.moveaxis(self.sums @ weights, 2, 0)
        return np.moveaxis(total / n, 2, 0)

    def chances(self, weights: np.ndarray) -> np.ndarray:
        """[draw, others] how often the others of a seat are these, if each draws its plan from the mix [draw, plan]."""
        return self.ways * np.exp(np.log(weights) @ self.counts.T)

    def wins_among(self, weights: np.ndarray, payoffs: np.ndarray) -> np.ndarray:
        """[draw, plan] the win share of a seat with each plan among the mix [draw, plan]."""
        return np.einsum("dpo,do->dp", payoffs, np.broadcast_to(self.chances(weights), (len(payoffs), len(self.others))))

    def rest_point(self, payoffs: np.ndarray) -> np.ndarray:
        """[draw, plan] the mix at which learning comes to rest."""
        logits = np.zeros(payoffs.shape[:2])
        pace = PACE / (self.seats - 1)

        def pull(at: np.ndarray) -> np.ndarray:
            return pace * (self.wins_among(_softmax(at), payoffs) - CURIOSITY * at)

        for _ in range(STEPS * (self.seats - 1)):
            logits += pull(logits + pull(logits))
        return _softmax(logits)

    def games_behind(self, weights: np.ndarray) -> np.ndarray:
        """[plan] how many games at one table would say as much about the win share of a plan among the mix (Kish 1965)."""
        n = np.where(self.is_known, np.inf, self.sums.sum(axis=3)[:, :, 0])
        inverse = (self.chances(weights[None]) ** 2 / n).sum(axis=1)
        return np.minimum(1 / np.maximum(inverse, 1e-12), self.sums[:, :, 0].sum(axis=(1, 2))).astype(np.int64)


def _softmax(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _plan_names(game: _Game) -> dict[str, str]:
    """The plan of each bot. Bots whose results cannot be told apart at any table, and surely differ little on average, are one."""
    payoffs, draws = game.payoffs(), game.drawn_payoffs()
    groups: list[list[int]] = []
    for plan in range(len(game.plans)):
        like = next((group for group in groups if all(_are_alike(game, payoffs, draws, plan, other) for other in group)), None)
        if like is None:
            groups.append([plan])
        else:
            like.append(plan)
    return {game.plans[plan]: " or ".join(game.plans[one] for one in group) for group in groups for plan in group}


def _are_alike(game: _Game, payoffs: np.ndarray, draws: np.ndarray, one: int, other: int) -> bool:
    """Whether two plans win the same beside the same others, and leave them the same."""
    difference, drawn = (values[:, one] - values[:, other] for values in (payoffs, draws))
    index = {others: place for place, others in enumerate(game.others)}
    for rest in combinations_with_replacement(range(len(game.plans)), game.seats - 2):
        beside = [index[tuple(sorted((*rest, plan)))] for plan in (one, other)]
        change, redrawn = (values[:, :, beside[0]] - values[:, :, beside[1]] for values in (payoffs, draws))
        difference, drawn = np.hstack([difference, change]), np.hstack([drawn, redrawn])
    size, error = np.abs(difference[0]), drawn.std(axis=0)
    farthest = normal_quantile(1 - (1 - CONFIDENCE) / len(size)) * error
    tables = len(game.others)
    on_average = abs(difference[0, :tables].mean()) + normal_quantile(CONFIDENCE) * drawn[:, :tables].mean(axis=1).std()
    return bool((size <= farthest + 1e-12).all() and on_average < ALIKE)
