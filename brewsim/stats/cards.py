"""How strong the items of a title are, in three ways: as observed, adjusted for what else went on, and by restricted play."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import polars as pl

from brewsim.engine.conventions import restricted_seat
from brewsim.outcomes import first_use, uses
from brewsim.results import Parts, PlayedCase, Results
from brewsim.stats.adding import by_case, by_game, finished, in_batches
from brewsim.stats.intervals import MIN_GAMES, normal_interval, normal_quantile, spread, two_sided_p, with_shares
from brewsim.stats.ratios import RatioSums

SAMPLE_GAMES = 20_000  # of a case for the regression: its error is then far below a point of win share
SPREADS = 200  # of true effects, tried in turn
RIDGE = 1.0  # penalty on each coefficient: keeps items that hardly anybody used near zero
USED = ("used", "used_low", "used_high")
LATE = 0.7  # first used in this part of the game or later: a finisher
LEADERS = 1.25  # users were in the lead this much more often than chance: win-more
LONGER = 1.05  # games with it last this much longer: a slow-game card


@dataclass(frozen=True)
class Games:
    """The finished games of one part: (game, seat) and (game, seat, item)."""

    wins: np.ndarray
    used: np.ndarray  # whether the seat used the item
    first: np.ndarray  # the round of the first use, 0 for never
    rounds: np.ndarray  # (game)


def observed(parts: Parts, items: Sequence[str]) -> pl.DataFrame:
    """Win share of the seats that used an item minus that of those that did not.

    Returns
    -------
    case, item, value, low, high, n (seats that used it), p_value, q_value (Benjamini-Hochberg over items), used, used_low, used_high
    (the share of seats that used it).

    Notes
    -----
    People look at this number first and misread it: players who are ahead use more items. `adjusted` and `restricted` correct for that.
    """

    def tell(case: str, games: Iterator[Games]) -> pl.DataFrame:
        sums, n_used = _contrast(games, len(items), lambda g: (g.used, ~g.used))
        found = sums.differences()
        return pl.concat([_frame(case, items, found.value, found.error, n_used), _used(sums)], how="horizontal")

    return _for_each_case(parts, items, tell)


def observed_by_round(parts: Parts, items: Sequence[str]) -> pl.DataFrame:
    """Win share of the seats that first used an item in this round minus that of those that had not used it by its end.

    Returns
    -------
    case, item, round, value, low, high, n (seats that first used it in this round). Rounds in which nobody did are left out.
    """

    def tell(case: str, games: Iterator[Games]) -> pl.DataFrame:
        rounds: dict[int, tuple[RatioSums, np.ndarray]] = defaultdict(lambda: (RatioSums(len(items)), np.zeros(len(items), np.int64)))
        for some in games:
            for number in range(1, int(some.first.max(initial=1)) + 1):
                sums, n_used = rounds[number]
                now = some.first == number
                waiting = ((some.first == 0) | (some.first > number)) & (some.rounds >= number)[:, None, None]
                _add_contrast(sums, n_used, some, now, waiting)
        frames = []
        for number, (sums, n_used) in sorted(rounds.items()):
            found = sums.differences()
            frame = _frame(case, items, found.value, found.error, n_used)
            frames.append(frame.insert_column(2, pl.lit(number, pl.Int64).alias("round")))
        return pl.concat(frames).filter(pl.col("n") > 0)

    return _for_each_case(parts, items, tell)


def adjusted(parts: Parts, items: Sequence[str], kinds: Sequence[str] = ()) -> pl.DataFrame:
    """What having used an item adds to the win share, with the same other items of its kind, seat, bot and length of the game.

    Returns
    -------
    case, item, value (average effect in win share), low, high, n (games of the sample), p_value, q_value.

    Notes
    -----
    Logistic regression of the win share on whether each item was used, seat, bot and rounds, with a ridge penalty; covariance
    H^-1 M H^-1 with M summed over games (Liang and Zeger 1986), since the seats of one game share one win. The effect is the mean
    over all seats of the expected win share with the item minus that without it. Items of another kind (`kinds`, by item) are left
    out of the model: they may be what a card is for, such as the beers it helps to brew.
    """
    frames = []
    for case, own in by_case(parts).items():
        effect, error, n = np.full(len(items), np.nan), np.full(len(items), np.nan), np.zeros(len(items))
        for kind in dict.fromkeys(kinds) or ("",):
            chosen = [i for i in range(len(items)) if not kinds or kinds[i] == kind]
            model = _Regression.of(own, [items[i] for i in chosen])
            if model:
                effect[chosen], error[chosen], n[chosen] = model.effects()
        frames.append(_frame(case, items, effect, error, n))
    return pl.concat(frames)


def restricted(results: Results, cases: Sequence[PlayedCase] = ()) -> pl.DataFrame:
    """What an item is worth: the win share that a seat loses when it may not use the item, on the same shuffles.

    Parameters
    ----------
    results : a run with restricted play.
    cases : those without restriction that it is measured in; all plain ones by default.

    Returns
    -------
    case (the one without restriction), item, value, low, high, n, p_value, q_value. `value` is the mean loss over the n games in which
    the seat would have used the item; the other games are the same with and without.
    """
    frames = []
    for free in cases or [case for case in results.cases if case.is_plain]:
        banned = [case for case in results.cases if case.without and _same_but_for_the_item(case, free)]
        if banned:
            frames.append(_losses(results, free, banned))
    return pl.concat(frames) if frames else pl.DataFrame(schema={"case": pl.String, "item": pl.String, "value": pl.Float64})


def _same_but_for_the_item(case: PlayedCase, free: PlayedCase) -> bool:
    return (case.variant, case.lineup, case.rotates) == (free.variant, free.lineup, free.rotates)


def _losses(results: Results, free: PlayedCase, banned: Sequence[PlayedCase]) -> pl.DataFrame:
    items = [str(case.without) for case in banned]
    n, total, squares = np.zeros((3, len(items)))
    for j, case in enumerate(banned):
        for before, after in zip(results.parts(free), results.parts(case)):
            own = pl.col("seat") == restricted_seat(pl.col("game"), free.seats)
            pair = pl.concat(
                [
                    before.filter(own).select("win_share", used=pl.col(uses(items[j])) > 0),
                    after.filter(own).select(without="win_share"),
                ],
                how="horizontal",
            )
            used = pair.collect().drop_nulls().filter("used").cast(pl.Float64)
            loss = used["win_share"] - used["without"]
            n[j] += len(loss)
            total[j] += loss.sum()
            squares[j] += (loss**2).sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(n >= MIN_GAMES, total / n, np.nan)
        error = np.sqrt(np.maximum(squares / n - value**2, 0.0) / (n - 1))
    return _frame(free.name, items, value, error, n)


def card_strength(results: Results) -> pl.DataFrame:
    """The three measures of every item side by side, for each case, with a likely reason where they differ.

    Returns
    -------
    case, item, kind, used, used_low, used_high, n, then for each of observed, adjusted, restricted: the value, `_low`, `_high`, `_q`;
    shrunk, shrunk_low, shrunk_high (the best measure there is, moved towards the mean of all items; the larger its error, the farther);
    note.
    """
    title, parts = results.title, results.parts()
    keys = ["case", "item"]
    frame = observed(parts, title.items).select(*keys, *USED, "n", *_renamed("observed"))
    for name, found in (("adjusted", adjusted(parts, title.items, title.item_kinds)), ("restricted", restricted(results))):
        if not found.is_empty():
            frame = frame.join(found.select(*keys, *_renamed(name)), on=keys, how="left", maintain_order="left")
        else:
            frame = frame.with_columns(pl.lit(None, pl.Float64).alias(column) for column in _columns(name))
    kinds = pl.DataFrame({"item": title.items, "kind": title.item_kinds})
    frame = frame.join(kinds, on="item", how="left", maintain_order="left").join(
        circumstances(parts, title.items, title.progress), on=keys, how="left", maintain_order="left"
    )
    shrunk = pl.concat(shrink(group) for group in frame.partition_by("case", maintain_order=True))
    return shrunk.with_columns(_note().alias("note")).select(
        *keys, "kind", *USED, "n", *(column for name in ("observed", "adjusted", "restricted") for column in _columns(name)),
        "shrunk", "shrunk_low", "shrunk_high", "note",
    )  # fmt: skip


def circumstances(parts: Parts, items: Sequence[str], progress: Sequence[str]) -> pl.DataFrame:
    """Under which circumstances an item is used.

    Returns
    -------
    case, item, when (mean part of the game that had passed at the first use, 0 to 1), led (how much more often than chance the user
    was in the lead after the round before), longer (mean rounds of games in which somebody used it, over those of the others).
    """
    frames = []
    for case, own in by_case(parts).items():
        when, users, led, expected = (np.zeros(len(items)) for _ in range(4))
        lengths = np.zeros((2, 2, len(items)))  # (used by anyone, rounds or games)
        for part in own:
            some, standing = _games(finished(part), items), by_game(finished(part), progress).astype(np.float64)
            is_used = some.first > 0
            users += is_used.sum(axis=(0, 1))
            when += (some.first / some.rounds[:, None, None]).sum(axis=(0, 1))
            anyone = is_used.any(axis=1)
            for k, group in enumerate((~anyone, anyone)):
                lengths[k, 0] += (group * some.rounds[:, None]).sum(axis=0)
                lengths[k, 1] += group.sum(axis=0)
            for number in range(2, min(int(some.first.max(initial=0)), len(progress)) + 1):
                before = standing[:, :, number - 2]
                leads = before == np.max(before, axis=1, initial=-np.inf, where=~np.isnan(before), keepdims=True)
                now = some.first == number
                led += (now & leads[:, :, None]).sum(axis=(0, 1))
                expected += (now * leads.mean(axis=1)[:, None, None]).sum(axis=(0, 1))
        with np.errstate(divide="ignore", invalid="ignore"):
            mean_rounds = lengths[:, 0] / lengths[:, 1]
            columns = {"when": when / users, "led": led / expected, "longer": mean_rounds[1] / mean_rounds[0]}
        frames.append(pl.DataFrame({"case": case, "item": items, **columns}).fill_nan(None))
    return pl.concat(frames)


def shrink(strength: pl.DataFrame) -> pl.DataFrame:
    """Add the best measure of each item, moved towards the mean of all: the larger its error, the farther.

    Notes
    -----
    The normal hierarchical model with an even prior for the spread of the true effects (Gelman et al., Bayesian Data Analysis, 5.4),
    summed up over a grid of spreads: a rare item with a wide interval moves to the mean, a well-measured one stays, and the
    interval knows that the spread is not known.
    """
    best = "restricted" if strength["restricted"].count() else "adjusted"
    value, low, high = (strength[column].to_numpy() for column in (best, f"{best}_low", f"{best}_high"))
    variance = ((high - low) / (2 * normal_quantile(0.95))) ** 2
    known = np.isfinite(value) & (variance > 0)
    shrunk, half = np.full(len(value), np.nan), np.full(len(value), np.nan)
    if known.sum() >= 3:
        value, variance = value[known], variance[known]
        spreads = np.linspace(0, np.ptp(value), SPREADS)[:, None]
        total = variance + spreads**2  # (spread, item)
        precision = (1 / total).sum(axis=1, keepdims=True)
        centre = (value / total).sum(axis=1, keepdims=True) / precision
        likelihood = -(np.log(total) + (value - centre) ** 2 / total).sum(axis=1) - np.log(precision[:, 0])
        chance = np.exp((likelihood - likelihood.max()) / 2)
        chance /= chance.sum()
        keep = spreads**2 / total
        effect = keep * value + (1 - keep) * centre
        shrunk[known] = chance @ effect
        within = keep * variance + (1 - keep) ** 2 / precision
        half[known] = normal_quantile(0.95) * np.sqrt(chance @ (within + (effect - shrunk[known]) ** 2))
    columns = {"shrunk": shrunk, "shrunk_low": shrunk - half, "shrunk_high": shrunk + half}
    return strength.with_columns(pl.Series(name, values).fill_nan(None) for name, values in columns.items())


def _note() -> pl.Expr:
    """The likely reason why the observed value differs from the measure that can be trusted."""
    low, high = pl.coalesce("restricted_low", "adjusted_low"), pl.coalesce("restricted_high", "adjusted_high")
    is_higher, is_lower = pl.col("observed_low") > high, pl.col("observed_high") < low
    return (
        pl.when(pl.col("observed").is_null())
        .then(pl.lit("rare"))
        .when(is_higher & (pl.col("when") >= LATE))
        .then(pl.lit("finisher"))
        .when(is_higher & (pl.col("led") >= LEADERS))
        .then(pl.lit("win-more"))
        .when((is_higher | is_lower) & (pl.col("longer") >= LONGER))
        .then(pl.lit("slow-game card"))
        .when(is_higher)
        .then(pl.lit("looks better than it is"))
        .when(is_lower)
        .then(pl.lit("looks worse than it is"))
        .otherwise(pl.lit(""))
    )


def _columns(name: str) -> list[str]:
    return [name, f"{name}_low", f"{name}_high", f"{name}_q"]


def _renamed(name: str) -> Iterable[pl.Expr]:
    return (pl.col(old).alias(new) for old, new in zip(("value", "low", "high", "q_value"), _columns(name)))


def _games(rows: pl.LazyFrame, items: Sequence[str]) -> Games:
    facts = by_game(rows, ["win_share", "rounds"])
    first = by_game(rows, [first_use(item) for item in items])
    return Games(facts[:, :, 0].astype(np.float64), first > 0, first, facts[:, 0, 1].astype(np.int64))


def _for_each_case(parts: Parts, items: Sequence[str], tell: Callable[[str, Iterator[Games]], pl.DataFrame]) -> pl.DataFrame:
    return pl.concat(tell(case, (_games(finished(part), items) for part in own)) for case, own in by_case(parts).items())


def _contrast(
    games: Iterator[Games], n_items: int, groups: Callable[[Games], tuple[np.ndarray, np.ndarray]]
) -> tuple[RatioSums, np.ndarray]:
    """Win share of one group of seats against another, for each item."""
    sums, n_users = RatioSums(n_items), np.zeros(n_items, np.int64)
    for some in games:
        _add_contrast(sums, n_users, some, *groups(some))
    return sums, n_users


def _add_contrast(sums: RatioSums, n_users: np.ndarray, games: Games, users: np.ndarray, others: np.ndarray) -> None:
    groups = [group.astype(np.float32) for group in (users, others)]  # as the data set holds win shares; half the memory
    wins = games.wins.astype(np.float32)
    columns = [total for group in groups for total in (np.einsum("gsi,gs->gi", group, wins), group.sum(axis=1))]
    sums.add(*columns)
    n_users += np.count_nonzero(users, axis=(0, 1))


def _used(sums: RatioSums) -> pl.DataFrame:
    """The share of seats that used each item, from sums in which the users are the first denominator and the others the second."""
    users, squares, others = sums.sums[1], sums.products[1, 1], sums.sums[3]
    seats = np.maximum(users + others, 1) / max(sums.n, 1)  # of a game
    moments = pl.DataFrame({"n": np.full(len(users), sums.n), "total": users / seats, "squares": squares / seats**2})
    return with_shares(moments.with_columns(spread())).select(pl.col(old).alias(new) for old, new in zip(("value", "low", "high"), USED))


def _frame(case: str, items: Sequence[str], value: np.ndarray, error: np.ndarray, n: np.ndarray) -> pl.DataFrame:
    """Estimates of all items with intervals, p-values and q-values; null where there is no error to go by."""
    error = np.where(error > 0, error, np.nan)
    low, high = normal_interval(value, error)
    p = two_sided_p(value, error)
    columns = {"value": np.where(np.isfinite(low), value, np.nan), "low": low, "high": high}
    tests = {"p_value": p, "q_value": adjust_p(p)}
    return pl.DataFrame({"case": case, "item": list(items), **columns, "n": n.astype(np.int64), **tests}).with_columns(
        pl.col(*columns, *tests).fill_nan(None)
    )


def adjust_p(p: np.ndarray) -> np.ndarray:
    """Benjamini-Hochberg q-values; nan stays nan and does not count.

    >>> adjust_p(np.array([0.01, 0.04, np.nan, 0.03])).round(3).tolist()
    [0.03, 0.04, nan, 0.04]
    """
    from scipy.stats import false_discovery_control

    q = np.full(len(p), np.nan)
    known = np.isfinite(p)
    if known.any():
        q[known] = false_discovery_control(p[known])
    return q


@dataclass(frozen=True)
class _Regression:
    """Win shares of seats on the items they used (first columns) and on what else may explain them."""

    x: np.ndarray  # (row, column)
    y: np.ndarray  # (row)
    starts: np.ndarray  # (game) its first row
    n_items: int

    @classmethod
    def of(cls, parts: Parts, items: Sequence[str]) -> "_Regression | None":
        """From the first games of each part, about SAMPLE_GAMES in all; None where there are too few."""
        each = -(-SAMPLE_GAMES // len(parts))
        columns = ["game", "seat", "bot", "win_share", "rounds", *(uses(item) for item in items)]
        is_chosen = ~pl.col("aborted") & (pl.col("game") < pl.col("game").min() + each)
        rows = pl.concat(chain.from_iterable(in_batches(parts, lambda part: part.filter(is_chosen).select(columns))))
        if rows["game"].n_unique() < MIN_GAMES + len(columns):
            return None
        rounds = rows["rounds"].to_numpy().astype(np.float64)
        others = [
            np.ones(len(rows)),
            (rounds - rounds.mean()) / max(rounds.std(), 1.0),
            *((rows["seat"] == seat).to_numpy() for seat in rows["seat"].unique().sort()[1:]),
            *((rows["bot"] == bot).to_numpy() for bot in rows["bot"].unique().sort()[1:]),
        ]
        x = np.hstack([rows[:, 5:].to_numpy() > 0, np.stack(others, axis=1)])
        starts = np.flatnonzero(np.diff(rows["game"].to_numpy(), prepend=-1))
        return cls(x, rows["win_share"].to_numpy().astype(np.float64), starts, len(items))

    def fit(self) -> tuple[np.ndarray, np.ndarray]:
        """Coefficients and the inverse of the penalised information, by Newton's method."""
        penalty = np.full(self.x.shape[1], RIDGE)
        penalty[self.n_items] = 0.0  # the constant
        beta = np.zeros(self.x.shape[1])
        for _ in range(50):
            p = _expit(self.x @ beta)
            information = (self.x * (p * (1 - p))[:, None]).T @ self.x + np.diag(penalty) + 1e-9 * np.eye(len(beta))
            step = np.linalg.solve(information, self.x.T @ (self.y - p) - penalty * beta)
            beta += step
            if np.abs(step).max() < 1e-8:
                break
        return beta, np.linalg.inv(information)

    def effects(self) -> tuple[np.ndarray, np.ndarray, int]:
        """Average effect and standard error of each item, and the number of games. nan where all seats did the same."""
        beta, inverse = self.fit()
        line = self.x @ beta
        scores = np.add.reduceat(self.x * (self.y - _expit(line))[:, None], self.starts)  # the sum over the seats of each game
        covariance = inverse @ (scores.T @ scores) @ inverse
        effect, error = np.full(self.n_items, np.nan), np.full(self.n_items, np.nan)
        for j in np.flatnonzero(self.x[:, : self.n_items].std(axis=0) > 0):
            without = line - self.x[:, j] * beta[j]
            p1, p0 = _expit(without + beta[j]), _expit(without)
            gradient = (p1 * (1 - p1) - p0 * (1 - p0)) @ self.x / len(line)
            gradient[j] = (p1 * (1 - p1)).mean()
            effect[j] = (p1 - p0).mean()
            error[j] = np.sqrt(gradient @ covariance @ gradient)
        return effect, error, len(scores)


def _expit(line: np.ndarray) -> np.ndarray:
    """The win shares that the model expects."""
    return 1 / (1 + np.exp(-np.clip(line, -30, 30)))
