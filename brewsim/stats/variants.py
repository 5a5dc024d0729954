"""Two cases compared on the same shuffles and dice: the paired difference of every measure, with a verdict."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import polars.selectors as cs
from scipy.special import ndtri

from brewsim.engine.conventions import PLACE
from brewsim.errors import BadInput
from brewsim.manifest import BLANK, Limits, TitleFacts, base_variant
from brewsim.outcomes import uses
from brewsim.reading import upward
from brewsim.results import PlayedCase, Results
from brewsim.stats.adding import by_game, finished, has_places
from brewsim.stats.cards import adjust_p, worth_change
from brewsim.stats.digits import show, with_unit
from brewsim.stats.intervals import CONFIDENCE, Estimate, normal_interval, normal_quantile, two_sided_p, with_means, with_shares
from brewsim.stats.names import measure_name, seat_name
from brewsim.stats.pace import HALF_TIME, IS_FOLLOWED
from brewsim.stats.ratios import BLOCKS, Differences, RatioSums, bounds_of_gain
from brewsim.stats.seats import BOT_KEYS, KEYS, bot_sums, seat_sums, shares_by_bot, shares_by_seat
from brewsim.stats.ties import NEAR
from brewsim.stats.verdicts import MOST_GAMES, POWER, SIGNIFICANT, SURE, Verdict, judge, relevant_in_words

if TYPE_CHECKING:  # it loads the compiler, which reading does not need
    from brewsim.engine.contract import Title

RELEVANT_SPREAD = 0.1  # of the standard deviation of scores: a smaller difference of points is small, unless a limit says otherwise
MANY = 100.0  # steps of what has no smallest difference that matters
ALL_ALIKE = 1e6  # a gain of pairing that only rounding keeps from being infinite
WORTH = "worth"  # of an item, by restricted play
USED = "used"  # an item; there are many, so only those that changed are shown
CARD = "a card"  # of the rules of one case, where those of another do not have it
WIN_SHARE = "win share"
FAIR, FEW = "fair", "few"
TOLD = 3  # measures in a sentence
HEADINGS = {
    "Surely changed, by enough to matter": (Verdict.CHANGED,),
    "Surely changed, not known whether by enough to matter": (Verdict.CHANGED_UNSURE,),
    "Not known: too few games": (Verdict.NOT_ENOUGH_GAMES, Verdict.NO_FINISHED_GAMES),
    "Surely too small to matter": (Verdict.CHANGED_LITTLE, Verdict.NO_CHANGE),
    "The same in every game": (Verdict.SAME,),
}
ENDS = ("", "_low", "_high")  # of the names of the columns of an estimate
ADAPTED_BOT = "adapted "  # before the name of a bot, in place of those that were tuned from it for the rules of their cases


@dataclass(frozen=True)
class Measure:
    """What is compared: a ratio of sums over games."""

    name: str
    group: str  # the seat, bot, item or source that it is of; else ""
    over: pl.Expr | None  # of the rows of a game; None for what is made of arrays, in `_from_arrays`
    under: pl.Expr | None
    is_share: bool  # lies between 0 and 1
    aim: str = ""  # what would be best: FAIR, every seat the same; FEW; or nothing
    in_points: bool = False  # of the title's score; what is neither a share nor in points tells how long something lasts

    @property
    def key(self) -> str:
        return f"{self.name} {self.group}"


class Pairs:
    """The pairs of games of two cases, added up part by part: those in which both games were finished.

    Base and variant may be the same parts, where only one side is asked about.
    """

    def __init__(self, what: Sequence[Measure], seats: int) -> None:
        self.what = what
        self.seats = seats  # of a game; their win shares stand first among the measures
        self.blocks = [RatioSums(len(what)) for _ in range(BLOCKS)]
        self.aborted = np.zeros(2, np.int64)  # games of the base and of the variant
        self.is_same = np.ones(len(what), bool)  # (measure) the same in every pair
        self.scores = np.zeros(3)  # `score_sums` of the base
        self.by_seat: list[pl.DataFrame] = []  # sums of win shares, of the base and of the variant
        self.by_bot: list[pl.DataFrame] = []
        self.is_place = False  # seats are counted from a first player drawn by lot

    def add(self, before: pl.LazyFrame, after: pl.LazyFrame) -> None:
        """Add a part of the base and the part of the variant with the same games."""
        old = per_game(before, self.what)
        new = old if after is before else per_game(after, self.what)
        aborted = int(old["aborted"].sum()), int(new["aborted"].sum())
        self.aborted += aborted
        both = ~(old["aborted"] | new["aborted"])
        terms = ratio_terms([new.filter(both), old.filter(both)], self.what)
        self.is_same &= is_same_in_every_game(terms, (1, -1))
        self.scores += score_sums(old.filter(both), self.seats)
        for block, rows in zip(self.blocks, zip(*(np.array_split(term, BLOCKS) for term in terms))):
            block.add(*rows)
        self._add_shares(*((_where_finished(before, after), _where_finished(after, before)) if any(aborted) else (before, after)))

    def _add_shares(self, before: pl.LazyFrame, after: pl.LazyFrame) -> None:
        """Add the win shares of finished pairs, whose intervals those of seats and bots go by."""
        sides = (before,) if after is before else (before, after)
        self.is_place = has_places([before])
        for name, sums, keys in (("by_seat", seat_sums, KEYS), ("by_bot", bot_sums, BOT_KEYS)):
            new = [sums([part]) for part in sides] * (3 - len(sides))
            old = getattr(self, name) or [frame.clear() for frame in new]
            setattr(self, name, [pl.concat(pair).group_by(keys, maintain_order=True).sum() for pair in zip(old, new)])

    def whole(self) -> RatioSums:
        """The sums over all blocks."""
        sums = RatioSums(self.blocks[0].sums.shape[1])
        for block in self.blocks:
            sums.take(block)
        return sums

    def compare(self, limits: Limits) -> pl.DataFrame:
        """The difference that the variant makes, measure by measure: the rows of `compare`."""
        what, sums = self.what, self.whole()
        found = sums.differences()
        gain_low, gain_high = bounds_of_gain(sums, self.blocks)
        named = names_and_aims(what, fair=float(np.mean(found.second[: self.seats])))
        relevant = relevant_differences(found.second, what, limits, score_spread(self.scores))
        columns = {
            **named,
            **self._side("base", 0, found.second, found.errors[1], found.n),
            **self._side("variant", 1, found.first, found.errors[0], found.n),
            **difference_and_tests(found, relevant),
            "is_same": self.is_same,
            "is_better": _is_better(sums, found, np.array(named["aim"], float)),
            "variance_ratio": found.variance_ratio,
            "variance_ratio_low": gain_low,
            "variance_ratio_high": gain_high,
            "base_aborted": int(self.aborted[0]),
            "variant_aborted": int(self.aborted[1]),
        }
        return judge(pl.DataFrame(columns).with_columns(cs.float().fill_nan(None)))

    def _side(self, name: str, which: int, value: np.ndarray, error: np.ndarray, n: int) -> dict[str, pl.Series]:
        """One side of the comparison by itself, with the intervals that the other statistics give the same numbers."""
        spread = (error * n) ** 2 * (n - 1) / max(n, 1)
        sums = pl.DataFrame({"n": np.full(len(value), n), "total": value * n, "spread": spread})
        shares, means = with_shares(sums), with_means(sums)
        seats = shares_by_seat(self.by_seat[which], self.is_place).with_columns(group="who")
        bots = shares_by_bot(self.by_bot[which]).with_columns(group="bot")
        known = {row[0]: row[1:] for frame in (seats, bots) for row in frame.select("group", "low", "high").iter_rows()}
        bounds = [
            known.get(measure.group, (None, None))
            if measure.name == WIN_SHARE
            else (shares if measure.is_share else means).select("low", "high").row(index)
            for index, measure in enumerate(self.what)
        ]
        low, high = (pl.Series([bound[end] for bound in bounds], dtype=pl.Float64) for end in (0, 1))
        return {name: pl.Series(value), f"{name}_low": low, f"{name}_high": high}


def measures(results: Results, case: PlayedCase) -> list[Measure]:
    """All measures that two cases of a title can be compared in."""
    return measures_of(results.title, case.lineup, case.rotates)


def measures_of(title: "TitleFacts | Title", lineup: Sequence[str], rotates: bool) -> list[Measure]:
    """All measures of the games of a lineup, as sums over the seats of a game."""
    win, one, seats = pl.col("win_share").cast(pl.Float64), pl.lit(1.0), pl.len().cast(pl.Float64)
    found: list[Measure] = []

    def add(
        name: str, group: str, over: pl.Expr, under: pl.Expr = one, *, is_share: bool = False, aim: str = "", in_points: bool = False
    ) -> None:
        found.append(Measure(name, group, over.cast(pl.Float64), under.cast(pl.Float64), is_share, aim, in_points))

    bots = sorted(set(lineup))
    is_place = PLACE in title.metrics
    is_of_seat = is_place or len(bots) == 1 or rotates  # else a seat's share is that of its bot, and bots need not be equal
    for seat in range(len(lineup)):
        sits_there = pl.col(PLACE if is_place else "seat") == seat
        add(WIN_SHARE, seat_name(seat, is_place), win.filter(sits_there).sum(), is_share=True, aim=FAIR if is_of_seat else "")
    for bot in bots if len(bots) > 1 else ():
        add(WIN_SHARE, bot, win.filter(pl.col("bot") == bot).sum(), (pl.col("bot") == bot).sum(), is_share=True)
    found += [Measure("ahead of", f"{a}, {b}", None, None, True) for a, b in combinations(bots, 2)]
    margin, is_winner = pl.col("margin").filter(pl.col("rank") == 1).first(), pl.col("rank") == 1
    winners = pl.col("side").filter(is_winner)
    add("tied first place", "", pl.col("tied_first").any(), is_share=True, aim=FEW)
    add("tie-break decided", "", pl.col("tiebreak_used").first(), is_share=True, aim=FEW)
    add("shared victory", "", winners.min() < winners.max(), is_share=True, aim=FEW)
    for points in NEAR:
        add("margin within", f"{points}", margin <= points, is_share=True)
    add("margin", "", margin, in_points=True)
    add("score", "", pl.col("score").mean(), in_points=True)
    add("rounds", "", pl.col("rounds").first())
    add("decisions", "", pl.col("decisions").sum())
    if "turns" in title.metrics:
        add("turns", "", pl.col("turns").sum())
    for name, value in HALF_TIME.items():
        add(name, "", value, IS_FOLLOWED.any(), is_share=True)
    for source in title.score_sources:
        add("points from", source, pl.col(source).sum(), seats, in_points=True)
    for item in title.items:
        add(USED, item, (pl.col(uses(item)) > 0).sum(), seats, is_share=True)
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
    (Benjamini-Hochberg over all); relevant (the smallest difference that matters, by the limits of the run), games_needed (about how
    many games make a verdict with a chance of 80 %, if the difference is what it seems); is_same (in every pair of games);
    variance_ratio (what the pairing gained: the variance that independent runs would have, over the paired one) with `_low` and
    `_high`; base_aborted and variant_aborted (games); verdict (see `verdicts.Verdict`); is_better: whether it is surely nearer to the
    aim, or surely farther from it; null where neither is sure or there is no aim.

    Notes
    -----
    Each measure is a ratio of sums over games; see `ratios.RatioSums`. Pairs with an aborted game are left out. Base and variant
    by themselves have the intervals that `seats`, `ties` and `pace` give them: those of seats hold for all seats at once.
    """
    added = Pairs(measures(results, case), case.seats)
    for before, after in zip(results.parts(base), results.parts(case)):
        added.add(before, after)
    return added.compare(results.owner(case).manifest.limits)


def _where_finished(part: pl.LazyFrame, other: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of the games that were finished in the other case."""
    return part.join(finished(other).select("game").unique(), on="game", how="semi")


def names_and_aims(what: Sequence[Measure], fair: float) -> dict[str, list[object]]:
    """What is measured, and what would be best."""
    aims = {FAIR: fair, FEW: 0.0}
    return {
        "measure": [measure.name for measure in what],
        "group": [measure.group for measure in what],
        "is_share": [measure.is_share for measure in what],
        "aim": [aims.get(measure.aim) for measure in what],
    }


def relevant_differences(base: np.ndarray, what: Sequence[Measure], limits: Limits, score_spread: float) -> np.ndarray:
    """The smallest difference of each measure that matters: points of a share, points of the title's score, or a part of a length."""
    points = RELEVANT_SPREAD * score_spread if limits.change_score is None else limits.change_score
    units = [limits.share("change") if measure.is_share else points if measure.in_points else np.nan for measure in what]
    return np.where(np.isnan(units), limits.share("change_length") * np.abs(base), units)


def score_sums(games: pl.DataFrame, seats: int) -> np.ndarray:
    """Of rows of `per_game`: the number of scores, their sum, and that of their squares."""
    return np.array([seats * len(games), games["scores"].sum(), games["squares"].sum()])


def score_spread(sums: np.ndarray) -> float:
    """The standard deviation of a seat's score, from `score_sums`."""
    n, total, squares = sums
    return float(np.sqrt(max(squares / n - (total / n) ** 2, 0.0))) if n else 0.0


def is_same_in_every_game(terms: Sequence[np.ndarray], signs: Sequence[int]) -> np.ndarray:
    """(measure) Whether numerators and denominators, each summed over the cases with these signs, are 0 in every game."""
    over, under = (np.asarray(np.tensordot(signs, np.stack(terms[side::2]), 1)).any(axis=0) for side in (0, 1))
    return np.asarray(~(over | under))


def _is_better(sums: RatioSums, found: Differences, aim: np.ndarray) -> list[bool | None]:
    """Whether the variant is surely nearer to the aim than the base, or surely farther from it.

    On one side of the aim the distance changes by the difference. Across it, what is left over on the other side counts, and with it the
    error of the sum of both.
    """
    both = sums.differences((1, 1))
    is_above = found.first > aim
    is_across = is_above != (found.second > aim)
    change = np.where(is_across, both.value - 2 * aim, found.value) * np.where(is_above, 1, -1)
    low, high = normal_interval(change, np.where(is_across, both.error, found.error))
    is_known = ~np.isnan(aim)
    return [most < 0 if known and (most < 0 or least > 0) else None for known, least, most in zip(is_known, low.tolist(), high.tolist())]


def difference_and_tests(found: Differences, relevant: np.ndarray) -> dict[str, Any]:
    """The difference with its interval, whether it is sure, and how many games would make it so."""
    low, high = normal_interval(found.value, found.error)
    p = two_sided_p(found.value, found.error)
    q = adjust_p(p)
    difference = {"value": found.value, "low": low, "high": high, "n": found.n}
    return {**difference, "q_value": q, "relevant": relevant, "games_needed": _games_needed(found, p, q, relevant)}


def _games_needed(found: Differences, p: np.ndarray, q: np.ndarray, relevant: np.ndarray) -> np.ndarray:
    """About how many games make a verdict with a chance of `POWER`; nan where no number that can be played does.

    A small difference needs an interval with nothing in it that matters, on either side; a large one an interval with nothing in it that
    does not, and a small q value at the place among the measures that it has now.
    """
    size, z, power = np.abs(found.value), normal_quantile(CONFIDENCE), ndtri(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        small = np.minimum((relevant - size) / (z + power), relevant / (z + ndtri((1 + POWER) / 2)))
        large = np.minimum((size - relevant) / (z + power), size / (power - ndtri(SIGNIFICANT * p / q / 2)))
        error = np.where(size < relevant, small, large)  # that is needed
        games: np.ndarray = np.ceil(found.n * (found.error / error) ** 2)
    return np.where(games <= MOST_GAMES, games, np.nan)


def steps(row: Mapping[str, Any]) -> float:
    """How many times larger a difference is than the smallest one that matters."""
    return abs(row["value"]) / row["relevant"] if row["relevant"] else MANY * bool(row["value"])


def interest(row: Mapping[str, Any]) -> float:
    """How much a difference matters to a designer: balance most, then the whole game, then its single parts."""
    part = 0.1 if row["measure"] == USED else 0.3 if row["measure"] == "points from" else 1.0
    return steps(row) * (3.0 if row["aim"] is not None or row["measure"] == WORTH else part)


def ranked(frame: pl.DataFrame) -> dict[str, list[dict[str, Any]]]:
    """The rows of `compare` under headings, from what is surely changed to what is surely not; in each what matters most first."""
    rows = sorted(frame.to_dicts(), key=lambda row: -interest(row) if row["value"] is not None else 0.0)
    return {heading: found for heading, verdicts in HEADINGS.items() if (found := [row for row in rows if row["verdict"] in verdicts])}


def answer(frame: pl.DataFrame) -> list[str]:
    """What a comparison found, in three sentences: what surely changes, what that does to balance, and what is not known."""
    if not frame["n"].max():
        return []
    rows = worth_showing(frame).drop_nulls("value")
    unknown = rows.filter(pl.col("verdict").is_in([Verdict.NOT_ENOUGH_GAMES.value, Verdict.CHANGED_UNSURE.value]))
    third = f"Not known of {len(unknown)} of {len(rows)} measures whether they change by enough to matter{_games_that_tell(unknown)}."
    return [surely_changed(rows), _balance(rows), third if len(unknown) else "Everything else surely changes too little to matter."]


def surely_changed(rows: pl.DataFrame) -> str:
    """What surely changes by enough to matter in these rows of `compare`, in a sentence."""
    changed = sorted(rows.filter(verdict=Verdict.CHANGED.value).to_dicts(), key=interest, reverse=True)
    told = [f"{measure_name(row)} {_from_to(row)}" for row in changed[:TOLD]]
    more = f", and {with_unit(f'{len(changed) - TOLD}', ' more measures')}" if len(changed) > TOLD else ""
    return f"Surely changed, by enough to matter: {', '.join(told)}{more}." if told else "Nothing surely changes by enough to matter."


def _balance(rows: pl.DataFrame) -> str:
    """What a variant does to seats and ties."""
    aimed = rows.filter(pl.col("aim").is_not_null())
    large = aimed.filter(pl.col("verdict").is_in([Verdict.CHANGED.value, Verdict.CHANGED_UNSURE.value])).to_dicts()
    large.sort(key=interest, reverse=True)
    sides = {"worse": [row for row in large if row["is_better"] is False], "better": [row for row in large if row["is_better"]]}
    told = [f"{word} in {', '.join(f'{measure_name(row)} {_from_to(row)}' for row in some[:TOLD])}" for word, some in sides.items() if some]
    what = "Balance (seats and ties)" if (aimed["measure"] == WIN_SHARE).any() else "Ties"
    unknown = aimed.filter(verdict=Verdict.NOT_ENOUGH_GAMES.value)
    if told:
        return f"{what}: {'; '.join(told)}."
    if len(unknown):
        return f"{what}: not known{_games_that_tell(unknown)}."
    if large:
        return f"{what}: changed, neither surely better nor surely worse."
    return f"{what}: surely no change above {relevant_in_words(aimed.row(0, named=True))}."


def unit_of(row: Mapping[str, Any]) -> tuple[float, str]:
    """What the numbers of a measure are multiplied by for people, and the unit that they have then."""
    if row["measure"] == WORTH:
        return 100.0, " points"
    return (100.0, " %") if row["is_share"] else (1.0, "")


def _from_to(row: Mapping[str, Any]) -> str:
    scale, unit = unit_of(row)
    before, after = (show(row[side], row[f"{side}_low"], row[f"{side}_high"], scale, "", 1)[0] for side in ("base", "variant"))
    return f"from {before} to {with_unit(after, unit)}"


def _games_that_tell(rows: pl.DataFrame) -> str:
    """How many games tell of most of these measures."""
    games = rows["games_needed"].drop_nulls()
    if 2 * len(games) <= len(rows):
        return ""
    most = float(games.quantile(0.8, "nearest") or 0.0)
    return f"; about {float(f'{most:.1e}'):,.0f} games tell" + ("" if len(rows) == 1 else " of most")


def changed_rules(results: Results, base: PlayedCase, case: PlayedCase) -> dict[str, tuple[Any, Any]]:
    """What differs between the rules of two cases: path -> (base, case). Of a card that only one has it is the path of its table."""
    old, new = (results.owner(one).manifest.rules[one.variant].values for one in (base, case))
    found = {path: (old[path], new[path]) for path in old if path in new and old[path] != new[path]}
    found |= {path: (old.get(path), new.get(path)) for path in (BLANK,) if (path in old) != (path in new)}
    found |= dict.fromkeys(_tables_missing(old, new), (CARD, None))
    return found | dict.fromkeys(_tables_missing(new, old), (None, CARD))


def _tables_missing(values: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The tables of these values that others do not have, by path: the outermost of each."""
    known = {table for path in other for table in upward(path)}
    alone = [table for path in values if path != BLANK for table in upward(path) if table not in known]
    return list(dict.fromkeys(table for table in alone if not set(upward(table)) - {table} - known))


def change_in_words(path: str, old: Any, new: Any) -> str:
    """A changed rule in words.

    >>> change_in_words("game.rounds", 4, 3), change_in_words("blank", None, ["farm", "ale"]), change_in_words("cards.press", None, CARD)
    ('game.rounds is 3 instead of 4', 'nobody may use farm, ale', 'cards.press is added')
    """
    if path == BLANK:
        return f"nobody may use {', '.join(new)}" if new else f"all may use {', '.join(old)}"
    if CARD in (old, new):
        return f"{path} is added" if new == CARD else f"{path} is removed"
    return f"{path} is {new} instead of {old}"


def worth_showing(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of `compare` that a table for people has: all but those of items that did not surely change."""
    return frame.filter((pl.col("measure") != USED) | pl.col("verdict").is_in(SURE))


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
    gains = frame.filter(pl.col("measure") != USED, pl.col("variance_ratio") < ALL_ALIKE)
    if gains.is_empty():
        return None
    # The bounds are exact if all errors go the same way, and too wide otherwise.
    value, low, high = (float(gains[name].to_numpy().mean()) for name in ("variance_ratio", "variance_ratio_low", "variance_ratio_high"))
    return Estimate(value, low, high, int(gains["n"][0]))


def with_worths(frame: pl.DataFrame, worths: pl.DataFrame, limits: Limits) -> pl.DataFrame:
    """The rows of `compare`, and after them what items are worth in both cases: `worths`, rows of `cards.worth_change`."""
    if worths.is_empty():
        return frame
    before, after, value, low, high = (worths[name].cast(pl.Float64).to_numpy() for name in ("before", "after", "value", "low", "high"))
    nothing = np.full(len(worths), np.nan)
    error = (high - low) / 2 / normal_quantile(CONFIDENCE)
    found = Differences(after, before, np.stack([nothing, nothing]), value, error, nothing, int(frame["n"][0]))
    sides = {("base" + end, "before" + end) for end in ENDS} | {("variant" + end, "after" + end) for end in ENDS}
    columns = {
        **{name: pl.Series(worths[known]) for name, known in sides},
        **difference_and_tests(found, np.full(len(worths), limits.share("item"))),
        "n": worths["n"],
        "measure": pl.Series([WORTH] * len(worths)),
        "group": worths["item"],
        "is_share": True,
        "is_same": False,
        "base_aborted": frame["base_aborted"][0],
        "variant_aborted": frame["variant_aborted"][0],
    }
    rows = judge(pl.DataFrame(columns).with_columns(cs.float().fill_nan(None)))
    lacking = [pl.lit(None, dtype).alias(name) for name, dtype in frame.schema.items() if name not in rows.columns]
    return pl.concat([frame, rows.with_columns(lacking).select(frame.columns).cast(frame.schema)])


def compare_with_worths(results: Results, found: Sequence[tuple[PlayedCase, PlayedCase]]) -> Iterator[pl.DataFrame]:
    """`compare` of each of these pairs, with what items are worth in both cases where restricted play was made."""
    worths, limits = worth_change(results), results.manifest.limits
    for base, case in found:
        own = worths.filter(base_case=base.name, case=case.name)
        if case == base and len(worths):  # the base of a sweep, beside the variants
            one = worths.filter(base_case=base.name).unique("item", keep="first", maintain_order=True)
            same = {f"after{end}": pl.col(f"before{end}") for end in ENDS} | {name: pl.lit(0.0) for name in ("value", "low", "high")}
            own = one.with_columns(**same)
        yield with_worths(compare(results, base, case), own, limits)


def compare_all(results: Results) -> pl.DataFrame:
    """Every variant against its base: `compare` of all `pairs`, with `base_case` and `case` before it.

    Where restricted play was made in both, the measure `worth` tells what each item is worth; its n are games in which it would be used.
    """
    found = pairs(results)
    if not found:
        raise BadInput("nothing to compare: the run has no variant with the seats and bots of its base")
    return pl.concat(
        frame.select(pl.lit(base.name).alias("base_case"), pl.lit(case.name).alias("case"), pl.all())
        for (base, case), frame in zip(found, compare_with_worths(results, found))
    )


def response(results: Results, *paths: str) -> pl.DataFrame:
    """The response curve of a sweep: every measure at each value of a rule, by itself and against the base; or at each pair of two.

    Returns
    -------
    path, rule (the value), case, lineup, measure, group, is_share, aim, value, low, high, n, difference, difference_low,
    difference_high, and relevant, games_needed, verdict and is_better of the difference. Of a second rule other_path and other_rule,
    behind the first.
    """
    valued = [(base, values, case) for base in bases(results) for values, case in _by_value(results, base, paths)]
    frames = compare_with_worths(results, [(base, case) for base, _, case in valued])
    names = (("path", "rule"), ("other_path", "other_rule"))
    return pl.concat(
        frame.select(
            *(pl.lit(one).alias(name) for own, pair in zip(names, zip(paths, values)) for name, one in zip(own, pair)),
            pl.lit(case.name).alias("case"), pl.lit(_lineup(results, base)).alias("lineup"),
            "measure", "group", "is_share", "aim", value="variant", low="variant_low", high="variant_high", n="n",
            difference="value", difference_low="low", difference_high="high",
            relevant="relevant", games_needed="games_needed", verdict="verdict", is_better="is_better",
        )
        for (base, values, case), frame in zip(valued, frames)
    )  # fmt: skip


@dataclass(frozen=True)
class SweptMeasure:
    """One measure over the values of a rule."""

    measure: str
    name: str  # in words
    unit: tuple[float, str]  # see `unit_of`
    rows: dict[Any, dict[str, Any]]  # of `response`, by the value of the rule

    @staticmethod
    def differs(row: Mapping[str, Any]) -> bool:
        """Whether it is surely another one than by the base, by enough to matter."""
        return bool(row["verdict"] == Verdict.CHANGED)

    @property
    def is_sure(self) -> bool:
        return any(map(self.differs, self.rows.values()))

    @property
    def interest(self) -> float:
        """How much its largest sure change matters."""
        return max((interest(row | {"value": row["difference"]}) for row in self.rows.values() if self.differs(row)), default=0.0)


def swept_measures(curve: pl.DataFrame) -> list[SweptMeasure]:
    """The measures of the response curve of one lineup, what matters most first."""
    found = []
    for part in curve.partition_by("measure", "group", maintain_order=True):
        rows = {row["rule"]: row for row in part.iter_rows(named=True)}
        first = part.row(0, named=True)
        found.append(SweptMeasure(first["measure"], measure_name(first), unit_of(first), rows))
    return sorted(found, key=lambda one: one.interest, reverse=True)


def response_in_words(curve: pl.DataFrame) -> list[str]:
    """What a sweep found for one lineup, in three sentences: what changes, where balance is better or worse, what is not known."""
    sure = [one for one in swept_measures(curve) if one.is_sure]
    ends = [row["rule"] for row in next(iter(swept_measures(curve))).rows.values()]
    told = []
    for one in sure[:TOLD]:
        first, last = (one.rows[value] for value in (ends[0], ends[-1]))
        scale, unit = unit_of(first)
        before, after = (show(row["value"], row["low"], row["high"], scale, "", 1)[0] for row in (first, last))
        told.append(f"{one.name} from {before} to {after}{unit}")
    more = f", and {with_unit(f'{len(sure) - TOLD}', ' more measures')}" if len(sure) > TOLD else ""
    sentences = [f"From {ends[0]} to {ends[-1]}: {', '.join(told)}{more}." if told else "Nothing surely changes by enough to matter."]
    aimed = curve.filter(pl.col("aim").is_not_null(), pl.col("verdict") == Verdict.CHANGED.value)
    sides = {word: aimed.filter(is_better=is_better) for word, is_better in (("worse", False), ("better", True))}
    at = [f"{word} at {', '.join(map(str, part['rule'].unique(maintain_order=True)))}" for word, part in sides.items() if len(part)]
    sentences.append(
        f"Balance (seats and ties) is in some measure {'; '.join(at)}." if at else "Balance (seats and ties): no sure change that matters."
    )
    unsure = [Verdict.NOT_ENOUGH_GAMES.value, Verdict.CHANGED_UNSURE.value]
    unknown = curve.filter(pl.col("measure") != USED, pl.col("verdict").is_in(unsure))
    named = unknown.select("measure", "group").unique()
    if len(named):
        sentences.append(
            f"Not known of {len(named)} measures at some value whether they change by enough to matter{_games_that_tell(unknown)}."
        )
    return sentences


def _by_value(results: Results, base: PlayedCase, paths: Sequence[str]) -> list[tuple[tuple[Any, ...], PlayedCase]]:
    """The base and its partners, by the values that the rules have in them."""
    rules = results.manifest.rules
    valued = [(tuple(rules[case.variant].values[path] for path in paths), case) for case in (base, *partners(results, base))]
    return sorted(valued, key=lambda pair: pair[0])


def _lineup(results: Results, case: PlayedCase) -> str:
    """The lineup and the number of seats in words."""
    start = results.adapted_from(case)
    bots = f"{ADAPTED_BOT}{start}" if start else case.lineup[0] if len(set(case.lineup)) == 1 else ", ".join(case.lineup)
    return f"{case.seats} seats, {bots}"


def per_game(part: pl.LazyFrame, what: Sequence[Measure]) -> pl.DataFrame:
    """A row per game: `aborted`, `scores` and `squares` over its seats, and the terms of each measure as `over <key>`, `under <key>`."""
    terms = [term.alias(f"{side} {m.key}") for m in what for side, term in (("over", m.over), ("under", m.under)) if term is not None]
    score = pl.col("score").cast(pl.Float64)
    scores = {"scores": score.sum(), "squares": (score**2).sum()}
    games = part.group_by("game", maintain_order=True).agg(pl.col("aborted").first(), *terms, **scores).collect()
    is_finished = ~games["aborted"].to_numpy()
    if not is_finished.any():
        return games.select("aborted", *scores, *(pl.lit(0.0).alias(f"{side} {m.key}") for m in what for side in ("over", "under")))
    for key, (over, under) in _from_arrays(finished(part), what).items():
        for side, values in (("over", over), ("under", under)):
            column = np.zeros(len(games))
            column[is_finished] = values
            games = games.with_columns(pl.Series(f"{side} {key}", column))
    return games


def _from_arrays(rows: pl.LazyFrame, what: Sequence[Measure]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The terms of the measures that no expression over a game's rows gives: who finished ahead of whom."""
    terms = {}
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
