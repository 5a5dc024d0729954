"""Two cases compared on the same shuffles and dice: the paired difference of every measure, with a verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import polars.selectors as cs
from scipy.special import ndtri

from brewsim.errors import BadInput
from brewsim.manifest import base_variant
from brewsim.outcomes import uses
from brewsim.results import Parts, PlayedCase, Results
from brewsim.stats.adding import by_game, finished
from brewsim.stats.cards import adjust_p
from brewsim.stats.digits import show
from brewsim.stats.intervals import Estimate, normal_interval, normal_quantile, two_sided_p, with_means, with_shares
from brewsim.stats.names import seat_name
from brewsim.stats.pace import DRAMA, SHARES, drama_by_game
from brewsim.stats.ratios import BLOCKS, Differences, RatioSums, bounds_of_gain
from brewsim.stats.seats import win_share_by_bot, win_share_by_seat
from brewsim.stats.ties import NEAR
from brewsim.stats.verdicts import SIGNIFICANT, SURE, judge

RELEVANT_SHARE = 0.01  # differences of shares below a point are small
RELEVANT_PART = 0.02  # and so are those of means below 2 % of the base
ALL_ALIKE = 1e6  # a gain of pairing that only rounding keeps from being infinite
ITEM_MEASURES = ("used", "win share when used")  # there are many, so only those that changed are shown
WIN_SHARE = "win share"
FAIR, FEW = "fair", "few"
ADAPTED_BOT = "adapted "  # before the name of a bot, in place of those that were tuned from it for the rules of their cases


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


@dataclass(frozen=True)
class Pairs:
    """The pairs of games of two cases, added up: those in which both games were finished."""

    blocks: list[RatioSums]
    aborted: np.ndarray  # games of the base and of the variant

    def whole(self) -> RatioSums:
        """The sums over all blocks."""
        sums = RatioSums(self.blocks[0].sums.shape[1])
        for block in self.blocks:
            sums.take(block)
        return sums


def measures(results: Results, case: PlayedCase) -> list[Measure]:
    """All measures that two cases of a title can be compared in, as sums over the seats of a game."""
    title = results.title
    win, one, seats = pl.col("win_share").cast(pl.Float64), pl.lit(1.0), pl.len().cast(pl.Float64)
    found: list[Measure] = []

    def add(name: str, group: str, over: pl.Expr, under: pl.Expr = one, *, is_share: bool = False, aim: str = "") -> None:
        found.append(Measure(name, group, over.cast(pl.Float64), under.cast(pl.Float64), is_share, aim))

    for seat in range(case.seats):
        add(WIN_SHARE, seat_name(seat), win.filter(pl.col("seat") == seat).sum(), is_share=True, aim=FAIR)
    bots = sorted(set(case.lineup))
    for bot in bots if len(bots) > 1 else ():
        add(WIN_SHARE, bot, win.filter(pl.col("bot") == bot).sum(), (pl.col("bot") == bot).sum(), is_share=True, aim=FAIR)
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


def bases(results: Results) -> list[PlayedCase]:
    """The cases that variants are compared with: those by the printed rules, or by the first rules if none was played by these."""
    plain = [case for case in results.cases if case.is_plain]
    base = base_variant([case.variant for case in plain])
    return [case for case in plain if case.variant == base]


def partners(results: Results, base: PlayedCase) -> list[PlayedCase]:
    """The cases of other rules whose game g meets the same bots and the same chance as game g of the base.

    Where bots have adapted, each to the rules of its case, the same bots are those that were tuned from the same one.
    """
    others = [case for case in results.cases if not case.without and case.variant != base.variant]
    return [case for case in others if _meeting(results, case) == _meeting(results, base)]


def pairs(results: Results) -> list[tuple[PlayedCase, PlayedCase]]:
    """Every base with every case that it can be compared with. The only place where that is decided."""
    return [(base, case) for base in bases(results) for case in partners(results, base)]


def _meeting(results: Results, case: PlayedCase) -> tuple[object, ...]:
    """What two cases must have in common to be compared game by game and part by part."""
    played, start = results.owner(case).manifest, results.adapted_from(case)
    bots = (start,) * case.seats if start else case.lineup
    return bots, bool(start), case.rotates, case.is_extra, case.games, played.seed, played.chunk


def compare(results: Results, base: PlayedCase, case: PlayedCase) -> pl.DataFrame:
    """The difference that a variant makes, measure by measure.

    Parameters
    ----------
    results : a run that holds both cases.
    base, case : one of `pairs`.

    Returns
    -------
    measure, group (the seat, bot, item or source, by the name that people read: the first seat is `seat 1`), is_share, aim; base
    and variant, each with `_low` and `_high`; value (variant minus base), low, high, n (pairs of finished games), q_value
    (Benjamini-Hochberg over all); relevant (the smallest difference that matters), games_needed (about how many games make a
    verdict, if the difference is what it seems); variance_ratio (what the pairing gained: the variance that independent runs
    would have, over the paired one) with `_low` and `_high`; base_aborted and variant_aborted (games); verdict (see
    `verdicts.Verdict`), is_better.

    Notes
    -----
    Each measure is a ratio of sums over games; see `ratios.RatioSums`. Pairs with an aborted game are left out. Base and variant
    by themselves have the intervals that `seats`, `ties` and `pace` give them: those of seats hold for all seats at once.
    """
    what = measures(results, case)
    added = _add_up(results, base, case, what)
    sums = added.whole()
    found = sums.differences()
    before, after = _finished_pairs(results, base, case, added)
    gain_low, gain_high = bounds_of_gain(sums, added.blocks)
    columns = {
        **names_and_aims(what, fair=float(np.mean(found.second[: case.seats]))),  # the seats stand first
        **_side("base", found.second, found.errors[1], found.n, what, before),
        **_side("variant", found.first, found.errors[0], found.n, what, after),
        **difference_and_tests(found, relevant_differences(found, what)),
        "variance_ratio": found.variance_ratio,
        "variance_ratio_low": gain_low,
        "variance_ratio_high": gain_high,
        "base_aborted": int(added.aborted[0]),
        "variant_aborted": int(added.aborted[1]),
    }
    return judge(pl.DataFrame(columns).with_columns(cs.float().fill_nan(None)))


def _add_up(results: Results, base: PlayedCase, case: PlayedCase, what: Sequence[Measure]) -> Pairs:
    """The sums of every measure over the pairs of games, part by part."""
    added = Pairs([RatioSums(len(what)) for _ in range(BLOCKS)], np.zeros(2, np.int64))
    for before, after in zip(results.parts(base), results.parts(case)):
        old, new = (per_game(part, what, results.title.progress) for part in (before, after))
        added.aborted[:] += int(old["aborted"].sum()), int(new["aborted"].sum())
        both = ~(old["aborted"] | new["aborted"])
        terms = ratio_terms([new.filter(both), old.filter(both)], what)
        for block, rows in zip(added.blocks, zip(*(np.array_split(term, BLOCKS) for term in terms))):
            block.add(*rows)
    return added


def _finished_pairs(results: Results, base: PlayedCase, case: PlayedCase, added: Pairs) -> tuple[Parts, Parts]:
    """The rows of both cases without the pairs in which a game was aborted."""
    before, after = results.parts(base), results.parts(case)
    if not added.aborted.any():
        return before, after
    return _where_finished(before, after), _where_finished(after, before)


def _where_finished(parts: Parts, others: Parts) -> Parts:
    """The rows of the games that were finished in the other case."""
    return [part.join(finished(other).select("game").unique(), on="game", how="semi") for part, other in zip(parts, others)]


def names_and_aims(what: Sequence[Measure], fair: float) -> dict[str, list[object]]:
    """What is measured, and what would be best."""
    aims = {FAIR: fair, FEW: 0.0}
    return {
        "measure": [measure.name for measure in what],
        "group": [measure.group for measure in what],
        "is_share": [measure.is_share for measure in what],
        "aim": [aims.get(measure.aim) for measure in what],
    }


def _side(name: str, value: np.ndarray, error: np.ndarray, n: int, what: Sequence[Measure], parts: Parts) -> dict[str, pl.Series]:
    """One side of the comparison by itself, with the intervals that the other statistics give the same numbers."""
    spread = (error * n) ** 2 * (n - 1) / max(n, 1)
    sums = pl.DataFrame({"n": np.full(len(value), n), "total": value * n, "spread": spread})
    shares, means = with_shares(sums), with_means(sums)
    seats = win_share_by_seat(parts).with_columns(group=pl.col("seat").map_elements(seat_name, pl.String))
    bots = win_share_by_bot(parts).with_columns(group="bot")
    known = {row[0]: row[1:] for frame in (seats, bots) for row in frame.select("group", "low", "high").iter_rows()}
    bounds = [
        known.get(measure.group, (None, None))
        if measure.name == WIN_SHARE
        else (shares if measure.is_share else means).select("low", "high").row(index)
        for index, measure in enumerate(what)
    ]
    low, high = (pl.Series([bound[end] for bound in bounds], dtype=pl.Float64) for end in (0, 1))
    return {name: pl.Series(value), f"{name}_low": low, f"{name}_high": high}


def relevant_differences(found: Differences, what: Sequence[Measure]) -> np.ndarray:
    """The smallest difference of each measure that matters."""
    relevant: np.ndarray = np.where([measure.is_share for measure in what], RELEVANT_SHARE, RELEVANT_PART * np.abs(found.second))
    return relevant


def difference_and_tests(found: Differences, relevant: np.ndarray) -> dict[str, Any]:
    """The difference with its interval, whether it is sure, and how many games would make it so."""
    low, high = normal_interval(found.value, found.error)
    p = two_sided_p(found.value, found.error)
    q = adjust_p(p)
    difference = {"value": found.value, "low": low, "high": high, "n": found.n}
    return {**difference, "q_value": q, "relevant": relevant, "games_needed": _games_needed(found, p, q, relevant)}


def _games_needed(found: Differences, p: np.ndarray, q: np.ndarray, relevant: np.ndarray) -> np.ndarray:
    """About how many games make a verdict.

    A small difference needs an interval with nothing in it that matters; a large one a small q value, at the place among the measures that
    it has now.
    """
    size = np.abs(found.value)
    is_small = size < relevant
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.where(is_small, normal_quantile(0.95), -ndtri(SIGNIFICANT * p / q / 2))
        needed: np.ndarray = np.ceil(found.n * (distance * found.error / np.where(is_small, relevant - size, size)) ** 2)
    return needed


def steps(row: Mapping[str, Any]) -> float:
    """How many times larger a difference is than the smallest one that matters."""
    return abs(row["value"]) / row["relevant"] if row["relevant"] else 0.0


def interest(row: Mapping[str, Any]) -> float:
    """How much a difference matters to a designer: balance most, then the whole game, then its single parts."""
    part = 0.1 if row["measure"] in ITEM_MEASURES else 0.3 if row["measure"] == "points from" else 1.0
    return steps(row) * (3.0 if row["aim"] is not None else part)


def worth_showing(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of `compare` that a table for people has: all but those of items that did not surely change."""
    return frame.filter(~pl.col("measure").is_in(ITEM_MEASURES) | pl.col("verdict").is_in(SURE))


def notes(frame: pl.DataFrame) -> list[str]:
    """What else there is to say about a comparison, in sentences: games that were left out, and what the pairing gained."""
    n, of_base, of_variant = (int(frame[name][0]) for name in ("n", "base_aborted", "variant_aborted"))
    aborted = f"{of_base:,} games of the base and {of_variant:,} of the variant were aborted"
    sentences = []
    if n == 0:
        sentences.append(f"There is nothing to compare: no pair of games was finished ({aborted}).")
    elif of_base or of_variant:
        sentences.append(f"Compared are the {n:,} pairs in which both games were finished ({aborted}).")
    gain = mean_gain(frame)
    if gain is not None:
        value, interval = show(gain.value, gain.low, gain.high, significant=1)
        sentences.append(
            f"With other shuffles and dice, independent runs need {value} times as many games for these intervals (mean, {interval})."
        )
    return sentences


def mean_gain(frame: pl.DataFrame) -> Estimate | None:
    """What the pairing gained on average over the measures of whole games; None if none of them varies."""
    gains = frame.filter(~pl.col("measure").is_in(ITEM_MEASURES), pl.col("variance_ratio") < ALL_ALIKE)
    if gains.is_empty():
        return None
    # The bounds are exact if all errors go the same way, and too wide otherwise.
    value, low, high = (float(gains[name].to_numpy().mean()) for name in ("variance_ratio", "variance_ratio_low", "variance_ratio_high"))
    return Estimate(value, low, high, int(gains["n"][0]))


def compare_all(results: Results) -> pl.DataFrame:
    """Every variant against its base: `compare` of all `pairs`, with `base_case` and `case` before it."""
    found = pairs(results)
    if not found:
        raise BadInput("nothing to compare: the run has no variant with the seats and bots of its base")
    return pl.concat(
        compare(results, base, case).select(pl.lit(base.name).alias("base_case"), pl.lit(case.name).alias("case"), pl.all())
        for base, case in found
    )


def response(results: Results, path: str) -> pl.DataFrame:
    """The response curve of a sweep: every measure at each value of a rule, by itself and against the base.

    Returns
    -------
    path, rule (the value), case, lineup, measure, group, is_share, value, low, high, n, difference, difference_low,
    difference_high, and relevant, games_needed, verdict and is_better of the difference.
    """
    return pl.concat(
        compare(results, base, case).select(
            pl.lit(path).alias("path"), pl.lit(value).alias("rule"), pl.lit(case.name).alias("case"),
            pl.lit(_lineup(results, base)).alias("lineup"),
            "measure", "group", "is_share", value="variant", low="variant_low", high="variant_high", n="n",
            difference="value", difference_low="low", difference_high="high",
            relevant="relevant", games_needed="games_needed", verdict="verdict", is_better="is_better",
        )
        for base in bases(results)
        for value, case in _by_value(results, base, path)
    )  # fmt: skip


def _by_value(results: Results, base: PlayedCase, path: str) -> list[tuple[float, PlayedCase]]:
    """The base and its partners, by the value that the rule has in them."""
    rules = results.manifest.rules
    valued = [(rules[case.variant].values[path], case) for case in (base, *partners(results, base))]
    return sorted(valued, key=lambda pair: pair[0])


def _lineup(results: Results, case: PlayedCase) -> str:
    """The lineup and the number of seats in words."""
    start = results.adapted_from(case)
    bots = f"{ADAPTED_BOT}{start}" if start else case.lineup[0] if len(set(case.lineup)) == 1 else ", ".join(case.lineup)
    return f"{case.seats} seats, {bots}"


def per_game(part: pl.LazyFrame, what: Sequence[Measure], progress: Sequence[str]) -> pl.DataFrame:
    """A row per game: `aborted`, and the terms of every measure as the columns `over <key>` and `under <key>`."""
    terms = [term.alias(f"{side} {m.key}") for m in what for side, term in (("over", m.over), ("under", m.under)) if term is not None]
    games = part.group_by("game", maintain_order=True).agg(pl.col("aborted").first(), *terms).collect()
    is_finished = ~games["aborted"].to_numpy()
    if not is_finished.any():
        return games.select("aborted", *(pl.lit(0.0).alias(f"{side} {m.key}") for m in what for side in ("over", "under")))
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


def ratio_terms(cases: Sequence[pl.DataFrame], what: Sequence[Measure]) -> list[np.ndarray]:
    """Numerator and denominator of each case, [game, measure], from rows of `per_game`. A game without a value adds 0 to both sums."""
    return [
        games.select(pl.col(f"{side} {measure.key}").fill_null(0.0) for measure in what).to_numpy()
        for games in cases
        for side in ("over", "under")
    ]
