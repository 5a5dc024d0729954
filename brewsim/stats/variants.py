"""Two cases compared on the same shuffles and dice: the paired difference of every measure, with a verdict in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import polars.selectors as cs
from scipy.special import ndtri

from brewsim.outcomes import uses
from brewsim.results import PlayedCase, Results
from brewsim.stats.adding import by_game, finished
from brewsim.stats.cards import adjust_p
from brewsim.stats.intervals import Estimate, normal_interval, normal_quantile, two_sided_p, with_shares
from brewsim.stats.pace import DRAMA, SHARES, drama_by_game
from brewsim.stats.ratios import BLOCKS, RatioSums, bounds_of_gain
from brewsim.stats.ties import NEAR

RELEVANT_SHARE = 0.01  # differences of shares below a point are small
RELEVANT_PART = 0.02  # and so are those of means below 2 % of the base
SIGNIFICANT = 0.05
ALL_ALIKE = 1e6  # a gain of pairing that only rounding keeps from being infinite
ITEM_MEASURES = ("used", "win share when used")  # there are many, so only those that changed are shown
FAIR, FEW = "fair", "few"


@dataclass(frozen=True)
class Measure:
    """What is compared: a ratio of sums over games."""

    name: str
    group: str  # the seat, bot, item or source that it is of; else ""
    over: pl.Expr | None  # of the rows of a game; None for what is made of arrays, in `_from_arrays`
    under: pl.Expr | None
    is_share: bool  # lies between 0 and 1
    aim: str = ""  # what would be best: FAIR, every seat and bot the same; FEW; or nothing

    @property
    def key(self) -> str:
        return f"{self.name} {self.group}"


def measures(results: Results, case: PlayedCase) -> list[Measure]:
    """All measures that two cases of a title can be compared in, as sums over the seats of a game."""
    title = results.title
    win, one, seats = pl.col("win_share").cast(pl.Float64), pl.lit(1.0), pl.len().cast(pl.Float64)
    found: list[Measure] = []

    def add(name: str, group: str, over: pl.Expr, under: pl.Expr = one, *, is_share: bool = False, aim: str = "") -> None:
        found.append(Measure(name, group, over.cast(pl.Float64), under.cast(pl.Float64), is_share, aim))

    for seat in range(case.seats):
        add("win share", f"seat {seat}", win.filter(pl.col("seat") == seat).sum(), is_share=True, aim=FAIR)
    bots = sorted(set(case.lineup))
    for bot in bots if len(bots) > 1 else ():
        add("win share", bot, win.filter(pl.col("bot") == bot).sum(), (pl.col("bot") == bot).sum(), is_share=True, aim=FAIR)
    found += [Measure("ahead of", f"{a}, {b}", None, None, True) for a, b in combinations(bots, 2)]
    margin, is_winner = pl.col("margin").filter(pl.col("rank") == 1).first(), pl.col("rank") == 1
    winners = pl.col("side").filter(is_winner)
    add("tied first place", "", pl.col("tied_first").any(), is_share=True, aim=FEW)
    add("tie-break decided", "", pl.col("tiebreak_used").first(), is_share=True, aim=FEW)
    add("shared victory", "", winners.min() < winners.max(), is_share=True, aim=FEW)
    for points in NEAR:
        add("margin within", f"{points}", margin <= points, is_share=True)
    add("margin", "", margin)
    add("score", "", pl.col("score").mean())
    add("rounds", "", pl.col("rounds").first())
    add("decisions", "", pl.col("decisions").sum())
    if "turns" in title.metrics:
        add("turns", "", pl.col("turns").sum())
    if title.progress:
        found += [Measure(name, "", None, None, name in SHARES) for name in DRAMA]
    for source in title.score_sources:
        add("points from", source, pl.col(source).sum(), seats)
    for item in title.items:
        used = pl.col(uses(item)) > 0
        add("used", item, used.sum(), seats, is_share=True)
        add("win share when used", item, (win * used).sum(), used.sum(), is_share=True)
    return found


def compare(results: Results, base: PlayedCase, case: PlayedCase) -> pl.DataFrame:
    """The difference that a variant makes, measure by measure.

    Parameters
    ----------
    results : a run that holds both cases.
    base, case : cases of the same number of seats and lineup; game g of one meets the same chance as game g of the other.

    Returns
    -------
    measure, group, base and variant with `_low` and `_high`, value (variant minus base), low, high, n, q_value (Benjamini-Hochberg over
    all), verdict, games_needed (about so many make a verdict, if the difference is what it seems), variance_ratio (what the pairing
    gained: the variance that independent runs would have, over the paired one) with `_low` and `_high`.

    Notes
    -----
    Each measure is a ratio of sums over games; see `ratios.RatioSums`. Pairs with an aborted game are left out.
    """
    what = measures(results, case)
    blocks = [RatioSums(len(what)) for _ in range(BLOCKS)]
    for before, after in zip(results.parts(base), results.parts(case)):
        old, new = (_per_game(part, what, results.title.progress) for part in (before, after))
        both = ~(old["aborted"] | new["aborted"])
        terms = (_matrix(frame.filter(both), what, side) for frame in (new, old) for side in ("over", "under"))
        for block, rows in zip(blocks, zip(*(np.array_split(term, BLOCKS) for term in terms))):
            block.add(*rows)
    sums = RatioSums(len(what))
    for block in blocks:
        sums.take(block)
    found = sums.differences()
    gain_low, gain_high = bounds_of_gain(sums, blocks)
    low, high = normal_interval(found.value, found.error)
    p = two_sided_p(found.value, found.error)
    q = adjust_p(p)
    fair = float(np.mean(found.second[: case.seats]))  # the seats stand first
    relevant = np.array([RELEVANT_SHARE if measure.is_share else RELEVANT_PART for measure in what])
    relevant = np.where([measure.is_share for measure in what], relevant, relevant * np.abs(found.second))
    with np.errstate(divide="ignore", invalid="ignore"):
        is_small, size = np.abs(found.value) < relevant, np.abs(found.value)
        # Until the interval has no more in it than what does not matter; or until the q value is small, at the place it has now.
        distance = np.where(is_small, normal_quantile(0.95), -ndtri(SIGNIFICANT * p / q / 2))
        needed = np.ceil(found.n * (distance * found.error / np.where(is_small, relevant - size, size)) ** 2)
    frame = pl.DataFrame(
        {
            "measure": [measure.name for measure in what],
            "group": [measure.group for measure in what],
            "is_share": [measure.is_share for measure in what],
            "aim": [fair if measure.aim == FAIR else 0.0 if measure.aim == FEW else None for measure in what],
            **_ratio("base", found.second, found.errors[1], found.n, what),
            **_ratio("variant", found.first, found.errors[0], found.n, what),
            "value": found.value,
            "low": low,
            "high": high,
            "n": found.n,
            "q_value": q,
            "relevant": relevant,
            "games_needed": needed,
            "variance_ratio": found.variance_ratio,
            "variance_ratio_low": gain_low,
            "variance_ratio_high": gain_high,
        }
    )
    return frame.with_columns(cs.float().fill_nan(None)).with_columns(_verdict().alias("verdict"))


def mean_gain(frame: pl.DataFrame) -> Estimate | None:
    """What the pairing gained on average over the measures of whole games; None if none of them varies."""
    gains = frame.filter(~pl.col("measure").is_in(ITEM_MEASURES), pl.col("variance_ratio") < ALL_ALIKE)
    if gains.is_empty():
        return None
    # The bounds are exact if all errors go the same way, and too wide otherwise.
    value, low, high = (float(gains[name].to_numpy().mean()) for name in ("variance_ratio", "variance_ratio_low", "variance_ratio_high"))
    return Estimate(value, low, high, int(gains["n"][0]))


def _ratio(name: str, value: np.ndarray, error: np.ndarray, n: int, what: Sequence[Measure]) -> dict[str, np.ndarray]:
    """One side of the comparison by itself, with its bounds: Wilson's for shares, normal ones for means."""
    low, high = normal_interval(value, error)
    shares = with_shares(pl.DataFrame({"n": np.full(len(value), n), "total": value * n, "spread": (error * n) ** 2}))
    is_share = np.array([measure.is_share for measure in what]) & np.isfinite(value)
    low, high = (np.where(is_share, shares[bound].to_numpy(), normal) for bound, normal in (("low", low), ("high", high)))
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def compare_all(results: Results) -> pl.DataFrame:
    """Every variant against the first rules of the run, lineup by lineup: `compare` with `base_case` and `case` before it."""
    free = [case for case in results.cases if case.without is None]
    frames = []
    for base in (case for case in free if case.variant == free[0].variant):
        for case in free:
            if case.variant != base.variant and (case.lineup, case.rotates) == (base.lineup, base.rotates):
                frame = compare(results, base, case)
                frames.append(frame.select(pl.lit(base.name).alias("base_case"), pl.lit(case.name).alias("case"), pl.all()))
    return pl.concat(frames)


def response(results: Results, path: str) -> pl.DataFrame:
    """The response curve of a sweep: every measure at each value of a rule, by itself and against the printed value.

    Returns
    -------
    path, rule (the value), case, lineup, measure, group, is_share, value, low, high, n, difference, difference_low,
    difference_high, verdict.
    """
    rules = results.manifest.rules
    free = [case for case in results.cases if case.without is None]
    frames = []
    for base in (case for case in free if not rules[case.variant].changes):
        same = [case for case in free if (case.lineup, case.rotates) == (base.lineup, base.rotates)]
        for value, case in sorted(((rules[case.variant].values[path], case) for case in same), key=lambda pair: pair[0]):
            names = {"path": path, "rule": value, "case": case.name, "lineup": _lineup(case)}
            frames.append(
                compare(results, base, case).select(
                    *(pl.lit(text).alias(name) for name, text in names.items()), "measure", "group", "is_share",
                    value="variant", low="variant_low", high="variant_high", n="n",
                    difference="value", difference_low="low", difference_high="high", verdict="verdict",
                )
            )  # fmt: skip
    return pl.concat(frames)


def _lineup(case: PlayedCase) -> str:
    """The lineup and the number of seats in words."""
    bots = case.lineup[0] if len(set(case.lineup)) == 1 else ", ".join(case.lineup)
    return f"{case.seats} seats, {bots}"


def _verdict() -> pl.Expr:
    """Better or worse where there is an aim, else higher or lower; no difference larger than what matters; not enough games."""
    is_small = (pl.col("low") >= -pl.col("relevant")) & (pl.col("high") <= pl.col("relevant"))
    is_sure = (pl.col("q_value") < SIGNIFICANT) & ((pl.col("low") > 0) | (pl.col("high") < 0))
    direction = pl.when(pl.col("value") > 0).then(pl.lit("higher")).otherwise(pl.lit("lower"))
    approach = (pl.col("variant") - pl.col("aim")).abs() < (pl.col("base") - pl.col("aim")).abs()
    judged = pl.when(approach).then(pl.lit("better: ")).when(~approach).then(pl.lit("worse: ")).otherwise(pl.lit("")) + direction
    return (
        pl.when(pl.col("value").is_null())
        .then(pl.lit("not enough games"))
        .when(pl.col("high") == pl.col("low"))
        .then(pl.lit("the same in every game"))
        .when(is_sure & is_small)
        .then(judged + pl.lit(", by less than matters"))
        .when(is_sure)
        .then(judged)
        .when(is_small)
        .then(pl.lit("no difference that matters"))
        .otherwise(pl.lit("not enough games"))
    )


def in_words(row: Mapping[str, Any]) -> str:
    """The verdict of a row of `compare` with its numbers: how many games are missing, or what difference is ruled out."""
    if row["verdict"] == "not enough games" and row["games_needed"]:
        return f"not enough games (about {row['games_needed']:,.0f})"
    if row["verdict"] == "no difference that matters":
        return "no difference above " + (f"{100 * row['relevant']:.0f} %" if row["is_share"] else f"{row['relevant']:.2g}")
    return str(row["verdict"])


def _per_game(part: pl.LazyFrame, what: Sequence[Measure], progress: Sequence[str]) -> pl.DataFrame:
    """A row per game: `aborted`, and the terms of every measure as the columns `over <key>` and `under <key>`."""
    terms = [term.alias(f"{side} {m.key}") for m in what for side, term in (("over", m.over), ("under", m.under)) if term is not None]
    games = part.group_by("game", maintain_order=True).agg(pl.col("aborted").first(), *terms).collect()
    is_finished = ~games["aborted"].to_numpy()
    for key, (over, under) in _from_arrays(finished(part), what, progress).items():
        for side, values in (("over", over), ("under", under)):
            column = np.zeros(len(games))
            column[is_finished] = values
            games = games.with_columns(pl.Series(f"{side} {key}", column))
    return games


def _from_arrays(rows: pl.LazyFrame, what: Sequence[Measure], progress: Sequence[str]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The terms of the measures that no expression over a game's rows gives: drama, and who finished ahead of whom."""
    terms = {}
    keys = {measure.key for measure in what}
    for name, values in drama_by_game(rows, progress).items():
        if f"{name} " in keys:
            terms[f"{name} "] = np.nan_to_num(values), np.isfinite(values).astype(float)
    duels = [measure for measure in what if measure.name == "ahead of"]
    if duels:
        ranks, sides = np.moveaxis(by_game(rows, ["rank", "side"]).astype(np.int64), 2, 0)
        bots = by_game(rows, ["bot"])[:, :, 0]
        ahead = (1 + np.sign(ranks[:, None, :] - ranks[:, :, None])) / 2  # (game, seat, other seat)
        are_rivals = sides[:, None, :] != sides[:, :, None]
        for measure in duels:
            bot, opponent = measure.group.split(", ")
            meet = (bots == bot)[:, :, None] & (bots == opponent)[:, None, :] & are_rivals
            terms[measure.key] = (ahead * meet).sum(axis=(1, 2)), meet.sum(axis=(1, 2)).astype(float)
    return terms


def _matrix(games: pl.DataFrame, what: Sequence[Measure], side: str) -> np.ndarray:
    """(game, measure); what a game has no value for counts as nothing over nothing."""
    return games.select(pl.col(f"{side} {measure.key}").fill_null(0.0) for measure in what).to_numpy()
