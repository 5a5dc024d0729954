"""How strong the items of a title are: what a seat loses that may not use one, and, beside it, what goes along with winning.

The first is an experiment (restricted play): the same shuffles are played again, but one seat may not use the item. The second only
compares seats that used the item with seats that did not; players who are ahead use more items, so it is never called worth.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from brewsim.outcomes import first_use
from brewsim.results import Parts, PlayedCase, Results
from brewsim.stats.adding import by_case, by_game, finished
from brewsim.stats.bans import MOST_LEFT, Losses, add_up, least_error, restrictions
from brewsim.stats.digits import NOT_ENOUGH, show, with_unit
from brewsim.stats.intervals import (
    CONFIDENCE,
    critical_value,
    normal_interval,
    normal_quantile,
    spread,
    two_sided_p,
    with_shares,
)
from brewsim.stats.names import words
from brewsim.stats.ratios import RatioSums
from brewsim.stats.verdicts import Grade, grade, more_games, size_bounds

USED = ("used", "used_low", "used_high")
LEAST_ITEMS = 3  # of a kind, to compare one with the others
CLEAR = 0.05  # the q value below which a worth is surely not 0
DRAWS = 2000  # of all worths at once, for the error of a distance from the others of the kind


TERMS = {"per_use": ("loss", "uses"), "per_game": ("loss", "is_over"), "longer": ("longer", "used")}
OTHER_COLUMNS = {f"{name}{end}": pl.Float64 for name in (*TERMS, "beyond") for end in ("", "_low", "_high")} | {
    "uses": pl.Int64, "games": pl.Int64, "left": pl.Float64,
}  # fmt: skip
WORTH_COLUMNS = {f"restricted{end}": pl.Float64 for end in ("", "_low", "_high", "_q")} | {"with_it": pl.Int64} | OTHER_COLUMNS


@dataclass(frozen=True)
class Games:
    """The finished games of one part: (game, seat) and (game, seat, item)."""

    wins: np.ndarray
    used: np.ndarray  # whether the seat used the item
    first: np.ndarray  # the round of the first use, 0 for never
    rounds: np.ndarray  # (game)


def observed(parts: Parts, items: Sequence[str]) -> pl.DataFrame:
    """Win share of the seats that used an item minus that of those that did not: what goes along with winning.

    Returns
    -------
    case, item, value, low, high, n (seats that used it), p_value, q_value (Benjamini-Hochberg over items), used, used_low, used_high
    (the share of seats that used it).

    Notes
    -----
    People look at this number first and misread it: players who are ahead use more items. It is no worth; see `restricted`.
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
    case, item, round, value, low, high, n (seats that first used it in this round), p_value, q_value (over the items of the round).
    Rounds in which nobody did are left out.
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


def restricted(results: Results, cases: Sequence[PlayedCase] = ()) -> pl.DataFrame:
    """What an item is worth: the win share that a seat loses when it may not use the item, on the same shuffles.

    Parameters
    ----------
    results : a run with restricted play.
    cases : those without restriction that it is measured in; all plain ones by default.

    Returns
    -------
    case (the one without restriction), item, value (the loss for each game in which the seat uses the item when it is free to), low,
    high, n (these games), p_value, q_value; per_use (the loss for each use) and uses; per_game (the loss for each game) and games;
    beyond (value minus the median of the other items of its kind); longer (rounds that a game with it lasts longer); all of these with
    `_low` and `_high`; left (the share of the uses that remain under the ban). Nothing is estimated where the ban does not hold.

    Notes
    -----
    All losses count, those too in games in which the item was not used in the end: a seat that may not bid for a card plays differently
    from there on. To count only games with a use would choose games that went well. Most games without a use are the same games.

    The distance from the others of the kind has the error of both, found by drawing all worths from their joint distribution.
    """
    frames = [_worths(results, *restriction) for restriction in restrictions(results, cases)]
    return pl.concat(frames) if frames else pl.DataFrame(schema={"case": pl.String, "item": pl.String, "value": pl.Float64})


def together(results: Results, cases: Sequence[PlayedCase] = ()) -> pl.DataFrame:
    """Which items are strong together: what two are worth as a pair, beyond what each is worth once the other is gone.

    Returns
    -------
    case, item, other; worth, other_worth, both_worth (of the first, of the second, and of both together, for each game), value, low, high
    (together, for each game, with intervals for all pairs of a case at once), n (games), used_both (the share of games in which the
    seat used both), p_value, q_value. A pair in which a ban does not hold has no numbers.

    Notes
    -----
    value = worth + other_worth - both_worth, paired over games. In terms of win shares that is (with both) - (without the one) - (without
    the other) + (without both), the interaction of two factors: above 0 they need each other, below 0 they replace each other.
    """
    alone = {free.name: {case.without[0]: case for case in banned} for free, banned in restrictions(results, cases)}
    frames = [_pairs(results, free, both, alone[free.name]) for free, both in restrictions(results, cases, size=2)]
    return pl.concat(frames) if frames else pl.DataFrame(schema={"case": pl.String, "item": pl.String, "value": pl.Float64})


def worth_change(results: Results, items: Sequence[str] = ()) -> pl.DataFrame:
    """How much more an item is worth in each variant than by the rules that it is compared with, by restricted play in both.

    Parameters
    ----------
    results : a run with variants and restricted play.
    items : these only; all that were restricted by default.

    Returns
    -------
    base_case, case, item; before and after (worth for each game with a use), each with `_low` and `_high`; value (after minus before),
    low, high, n (games with a use, in the case with fewer), p_value, q_value (over the items of a case).

    Notes
    -----
    Both worths are measured on the same shuffles, so the interval is that of the paired difference.
    """
    from brewsim.stats.variants import pairs  # which builds on this module

    banned = {free.name: {case.without[0]: case for case in cases} for free, cases in restrictions(results)}
    frames = []
    for base, case in pairs(results):
        own, other = banned.get(base.name, {}), banned.get(case.name, {})
        shared = [item for item in own if item in other and (not items or item in items)]
        if shared:
            before, after = ([side[item] for item in shared] for side in (own, other))
            frames.append(_change(results, shared, (base, before), (case, after)))
    return pl.concat(frames) if frames else pl.DataFrame(schema={"base_case": pl.String, "case": pl.String, "item": pl.String})


def card_strength(results: Results) -> pl.DataFrame:
    """What every item is worth by restricted play, and beside it what goes along with winning, for each case.

    Returns
    -------
    case, item, kind; used (the share of seats that used it) with `_low` and `_high`, n (these seats); observed (what goes along with
    winning) and restricted (the worth, for each game in which the seat uses the item when it is free to), each with `_low`, `_high` and
    `_q` (Benjamini-Hochberg over the items of a case); with_it (games behind the worth); per_use, uses, per_game, games, beyond, longer,
    left, as in `restricted`; note: what to know before one reads the numbers.
    """
    title, keys = results.title, ["case", "item"]
    frame = observed(results.parts(), title.items).select(*keys, *USED, "n", *_renamed("observed"))
    found = restricted(results)
    if found.is_empty():
        frame = frame.with_columns(pl.lit(None, dtype).alias(name) for name, dtype in WORTH_COLUMNS.items())
    else:
        worths = found.select(*keys, *_renamed("restricted"), pl.col("n").alias("with_it"), *OTHER_COLUMNS)
        frame = frame.join(worths, on=keys, how="left", maintain_order="left")
    kinds = pl.DataFrame({"item": title.items, "kind": title.item_kinds})
    frame = frame.join(kinds, on="item", how="left", maintain_order="left")
    return frame.select(*keys, "kind", *USED, "n", *_columns("observed"), *WORTH_COLUMNS, _note().alias("note"))


def is_misplayed() -> pl.Expr:
    """Whether the bots surely do better without the item. The ban holds, so they were free not to use it: that tells about them."""
    return (pl.col("restricted_high") < 0) & (pl.col("restricted_q") < CLEAR)


def graded(strength: pl.DataFrame, limit: float) -> pl.DataFrame:
    """Rows of `card_strength` with `grade` (the name of a `Grade`) and `games_needed`: is an item farther than `limit` from its kind?

    Notes
    -----
    To say of an item that it is farther away, it must be so in intervals for all items of the case at once. To say that it is not, its own
    interval is enough: "all of them are inside" is then wrong in at most 5 % of runs (Berger 1982, intersection-union tests). An item
    that the bots misplay is not tested: nobody saw it used well.
    """
    rows: list[tuple[Grade, int | None]] = []
    tested = dict(strength.group_by("case").agg(pl.col("beyond").count()).iter_rows())
    for row in strength.with_columns(is_misplayed().fill_null(False).alias("misplayed")).iter_rows(named=True):
        value, low, high = (row[f"beyond{end}"] for end in ("", "_low", "_high"))
        if row["games"] is None or row["left"] is None or row["left"] > MOST_LEFT or row["misplayed"]:
            rows.append((Grade.NOT_TESTED, None))
        elif value is None:
            is_lonely = row["restricted"] is not None
            rows.append((Grade.NOT_TESTED if is_lonely else Grade.NOT_KNOWN, None))
        else:
            error = (high - low) / 2 / normal_quantile(CONFIDENCE)
            alone, all_at_once = (normal_quantile(1 - (1 - CONFIDENCE) / n) for n in (1, tested[row["case"]]))
            half = error * all_at_once
            found = grade(size_bounds(value - half, value + half)[0], size_bounds(low, high)[1], limit)
            z = all_at_once if abs(value) > limit else alone
            more = more_games(abs(value), limit, error * row["games"] ** 0.5, row["games"], z=z) if found == Grade.NOT_KNOWN else None
            rows.append((found, more))
    grades = pl.Series("grade", [found.name.lower() for found, _ in rows], pl.String)
    return strength.with_columns(grades, pl.Series("games_needed", [games for _, games in rows], pl.Int64))


def strength_in_words(row: Mapping[str, Any], limit: float) -> str:
    """What a row of `graded` says of an item against the others of its kind.

    >>> row = {"item": "old_mill", "kind": "card", "note": "", "beyond": 0.081, "beyond_low": 0.071, "beyond_high": 0.091}
    >>> row |= {"restricted": 0.12, "restricted_low": 0.11, "restricted_high": 0.13, "grade": "problem"}
    >>> print(strength_in_words(row, 0.05))  # doctest: +NORMALIZE_WHITESPACE
    Old mill (card) is strong for its kind: to a seat that would use it, it is worth 12 points of win share (11 to 13 points),
    8 points (7 to 9 points) from the median of the others.
    >>> strength_in_words(row | {"beyond": None, "grade": "not_tested", "note": "the bots misplay it"}, 0.05)
    'It is not tested how strong old mill (card) is for its kind: the bots misplay it.'
    """
    name, which = f"{words(row['item'])} ({row['kind']})", "strong" if (row["beyond"] or 0.0) > 0 else "weak"
    (worth, interval), (beyond, around) = (
        show(row[key], row[f"{key}_low"], row[f"{key}_high"], 100.0, " points", significant=1) for key in ("restricted", "beyond")
    )
    sizes = f"to a seat that would use it, it is worth {worth} of win share ({interval}), {beyond} ({around}) from the median of the others"
    begin, allowed = name[0].upper() + name[1:], with_unit(f"{100 * limit:g}", " points")
    match Grade[row["grade"].upper()]:
        case Grade.PROBLEM:
            return f"{begin} is {which} for its kind: {sizes}."
        case Grade.NO_PROBLEM:
            return f"{begin} does not stand out: {sizes}; the limit is {allowed}."
        case Grade.NOT_KNOWN if row["beyond"] is not None:
            return f"It is not known whether {name} stands out: {sizes}; the limit is {allowed}."
        case Grade.NOT_KNOWN:
            return f"It is not known how strong {name} is for its kind: {row['note'] or NOT_ENOUGH}."
    return f"It is not tested how strong {name} is for its kind: {row['note'] or 'too few items of its kind to compare'}."


def pair_in_words(row: Mapping[str, Any]) -> str:
    """What a row of `together` says.

    >>> [pair_in_words({"low": low, "high": high}) for low, high in ((0.01, 0.03), (-0.03, -0.01), (-0.01, 0.01), (None, None))]
    ['strong together', 'replace each other', 'no sure effect on each other', 'cannot be told']
    """
    return _by_sign(row, "strong together", "replace each other", "no sure effect on each other")


def change_in_words(row: Mapping[str, Any]) -> str:
    """What a row of `worth_change` says.

    >>> change_in_words({"low": 0.01, "high": 0.03, "q_value": 0.001}), change_in_words({"low": 0.01, "high": 0.2, "q_value": 0.2})
    ('worth more', 'no sure change')
    """
    is_sure = row["q_value"] is None or row["q_value"] < CLEAR
    return _by_sign(row, "worth more", "worth less", "no sure change") if is_sure else "no sure change"


def _by_sign(row: Mapping[str, Any], above: str, below: str, unsure: str) -> str:
    if row["low"] is None:
        return "cannot be told"
    return above if row["low"] > 0 else below if row["high"] < 0 else unsure


def _note() -> pl.Expr:
    """What to know before one reads the numbers of an item."""
    left, remain = pl.col("left"), (100 * pl.col("left")).round(0).cast(pl.Int64).cast(pl.String)
    is_better, is_worse = pl.col("observed_low") > pl.col("restricted_high"), pl.col("observed_high") < pl.col("restricted_low")
    seems = pl.when(is_better).then(pl.lit("looks better than it is")).when(is_worse).then(pl.lit("looks worse than it is"))
    return (
        pl.when(left > MOST_LEFT)
        .then(pl.concat_str(pl.lit("cannot be tested: "), remain, pl.lit(" % of its uses remain under the ban")))
        .when(pl.col("games").is_not_null() & pl.col("restricted").is_null())
        .then(pl.lit("too rare to tell"))
        .when(is_misplayed())
        .then(pl.lit("the bots misplay it"))
        .otherwise(seems.otherwise(pl.lit("")))
    )


def _columns(name: str) -> list[str]:
    return [name, f"{name}_low", f"{name}_high", f"{name}_q"]


def _renamed(name: str) -> Iterable[pl.Expr]:
    return (pl.col(old).alias(new) for old, new in zip(("value", "low", "high", "q_value"), _columns(name)))


def _worths(results: Results, free: PlayedCase, banned: Sequence[PlayedCase]) -> pl.DataFrame:
    """The rows of `restricted` of one case."""
    items = [case.without[0] for case in banned]
    losses = add_up(results, (free, banned))
    kinds = dict(zip(results.title.items, results.title.item_kinds))
    worth, covariance = losses.ratios("loss", "used")
    columns: dict[str, Any] = _bounds("beyond", *_beyond(worth, covariance, [kinds[item] for item in items]))
    for name, terms in TERMS.items():
        value, own = losses.ratios(*terms)
        columns |= _bounds(name, value, _errors(own))
    counts = {"uses": losses.total("uses").astype(np.int64), "games": losses.total("is_over").astype(np.int64), "left": losses.left}
    frame = _frame(free.name, items, worth, _errors(covariance), losses.total("used"))
    return pl.concat([frame, pl.DataFrame(columns | counts).fill_nan(None).select(*OTHER_COLUMNS)], how="horizontal")


def _beyond(worth: np.ndarray, covariance: np.ndarray, kinds: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """(ban) how far each worth is from the median of the others of its kind, and its error; nan in a kind with too few that are known."""
    value, error = np.full(len(worth), np.nan), np.full(len(worth), np.nan)
    for kind in dict.fromkeys(kinds):
        own = np.flatnonzero((np.array(kinds) == kind) & np.isfinite(worth))
        if len(own) >= LEAST_ITEMS:
            draws = np.random.default_rng(0).multivariate_normal(worth[own], covariance[np.ix_(own, own)], DRAWS, "ignore", method="eigh")
            for place, one in enumerate(own):
                value[one] = worth[one] - np.median(np.delete(worth[own], place))
                error[one] = np.std(draws[:, place] - np.median(np.delete(draws, place, axis=1), axis=1))
    return value, error


def _pairs(results: Results, free: PlayedCase, both: Sequence[PlayedCase], alone: Mapping[str, PlayedCase]) -> pl.DataFrame:
    """The rows of `together` of one case."""
    items = list(dict.fromkeys(item for case in both for item in case.without))
    places = [tuple(items.index(item) for item in case.without) for case in both]
    losses = add_up(results, (free, [*(alone[item] for item in items), *both]))
    low, high, error = _interactions(losses, places)
    worth, covariance = losses.ratios("loss", "is_over")
    value, n = (low + high) / 2, losses.total("is_over")[len(items) :]
    columns: dict[str, Any] = {"case": free.name} | {name: [case.without[i] for case in both] for i, name in enumerate(("item", "other"))}
    sides = {"worth": [one for one, _ in places], "other_worth": [other for _, other in places]}
    for name, chosen in (sides | {"both_worth": list(range(len(items), losses.bans))}).items():
        columns |= _bounds(name, worth[chosen], _errors(covariance)[chosen])
    columns |= {"value": value, "low": low, "high": high, "n": n.astype(np.int64)}
    columns |= {"used_both": losses.total("used_all")[len(items) :] / np.maximum(n, 1), "p_value": (p := two_sided_p(value, error))}
    return pl.DataFrame(columns | {"q_value": adjust_p(p)}).fill_nan(None)


def _interactions(losses: Losses, pairs: Sequence[tuple[int, ...]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(pair) low and high of each interaction, all at once, and its standard error. The bans are of single items, then of these pairs."""
    worth, covariance = losses.ratios("loss", "is_over")
    signs = np.zeros((len(pairs), losses.bans))
    for row, pair in enumerate(pairs):
        signs[row, [*pair]], signs[row, row - len(pairs)] = 1.0, -1.0
    is_known = ~(np.abs(signs) @ np.isnan(worth)).astype(bool)
    value = np.where(is_known, signs @ np.nan_to_num(worth), np.nan)
    spread = signs @ np.nan_to_num(covariance) @ signs.T
    error = np.where(is_known, np.maximum(_errors(spread), least_error(losses.sums.n)), np.nan)
    half = critical_value(spread[np.ix_(is_known, is_known)]) * error
    return value - half, value + half, error


def _change(results: Results, items: Sequence[str], before: tuple[PlayedCase, Any], after: tuple[PlayedCase, Any]) -> pl.DataFrame:
    """The rows of `worth_change` of one variant."""
    losses, k = add_up(results, before, after), len(items)
    worth, covariance = losses.ratios("loss", "used")
    error = _errors(covariance)
    value = worth[k:] - worth[:k]
    n = losses.total("used").reshape(2, k).min(axis=0)
    both = np.sqrt(np.maximum(error[:k] ** 2 + error[k:] ** 2 - 2 * np.diag(covariance[:k, k:]), least_error(n) ** 2))
    frame = _frame(after[0].name, items, value, both, n).rename({"n": "with_it"})
    sides = _bounds("before", worth[:k], error[:k]) | _bounds("after", worth[k:], error[k:])
    return pl.concat([frame, pl.DataFrame(sides).fill_nan(None)], how="horizontal").select(
        pl.lit(before[0].name).alias("base_case"), "case", "item", *sides, "value", "low", "high", pl.col("with_it").alias("n"),
        "p_value", "q_value",
    )  # fmt: skip


def _errors(covariance: np.ndarray) -> np.ndarray:
    return np.sqrt(np.maximum(np.diag(covariance), 0.0))


def _bounds(name: str, value: np.ndarray, error: np.ndarray) -> dict[str, np.ndarray]:
    """The columns of an estimate."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), (value, *normal_interval(value, error))))


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
