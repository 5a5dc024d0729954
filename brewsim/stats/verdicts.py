"""What is known of a size against its limit; verdicts on differences, an enumeration that frames hold by name, and its sentence."""

import math
from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Any

import polars as pl
from scipy.special import ndtri

from brewsim.manifest import Limits
from brewsim.stats.digits import with_unit
from brewsim.stats.intervals import CONFIDENCE, normal_quantile

SIGNIFICANT = 0.05
POWER = 0.8  # the chance of an answer, in the number of games that one needs
MOST_GAMES = 10**8  # no more are ever asked for
UNITS = {  # of limits
    "seat": " points",
    "item": " points",
    "tie": "\u00a0% of games",
    "shared": "\u00a0% of games",
    "aborted": "\u00a0% of games",
    "length": "\u00a0% longer",
    "leader": "\u00a0% of games",
    "plan": " points",
}


class Grade(IntEnum):
    """What is known of a size, against its limit. Findings stand on the page from the last of these to the first."""

    NOT_TESTED = 0  # the experiment did not look for it
    NO_PROBLEM = 1  # surely smaller than the limit: the whole interval is inside
    NOT_KNOWN = 2  # the interval covers the limit
    PROBLEM = 3  # surely larger than the limit


def grade(smallest: float | None, largest: float | None, limit: float) -> Grade:
    """The grade of a size by the bounds that its interval allows; None where there is no estimate.

    >>> [grade(low, high, 0.02).name for low, high in ((0.0, 0.01), (0.01, 0.03), (0.03, 0.05), (None, None))]
    ['NO_PROBLEM', 'NOT_KNOWN', 'PROBLEM', 'NOT_KNOWN']
    """
    if smallest is None or largest is None:
        return Grade.NOT_KNOWN
    return Grade.NO_PROBLEM if largest <= limit else Grade.PROBLEM if smallest > limit else Grade.NOT_KNOWN


def size_bounds(low: float, high: float, origin: float = 0.0) -> tuple[float, float]:
    """The smallest and the largest distance from the origin that the interval allows.

    >>> size_bounds(0.2, 0.3), size_bounds(-0.3, -0.1), size_bounds(-0.1, 0.3)
    ((0.2, 0.3), (0.1, 0.3), (0.0, 0.3))
    """
    return max(low - origin, origin - high, 0.0), max(high - origin, origin - low)


def more_games(size: float, limit: float, spread: float, n: int, at_limit: float | None = None, z: float | None = None) -> int | None:
    """How many more games tell on which side of the limit a size lies, with a chance of `POWER`, if it is what it seems.

    Parameters
    ----------
    size : what it seems to be. Chance can make it seem larger than it is, so the games are at least those that rule it out if it is 0.
    spread : the standard deviation of a game, and `at_limit`, if it is another one where the size is the limit.
    n : the games that there are.
    z : the critical value of the interval.

    Returns
    -------
    None if no number of games that can be played tells.

    Examples
    --------
    >>> more_games(0.0, 0.02, spread=0.5, n=1000)
    3906
    >>> more_games(0.0, 0.001, spread=0.0, n=40, at_limit=0.0316)
    3796
    """
    z = normal_quantile(CONFIDENCE) if z is None else z
    distance = min(abs(limit - size), limit)
    errors = z * (spread if at_limit is None else at_limit) + float(ndtri(POWER)) * spread
    if errors >= distance * MOST_GAMES**0.5:
        return None
    return max(0, math.ceil((errors / distance) ** 2) - n)


def limit_in_words(limits: Limits, name: str) -> str:
    """A limit as it stands beside a verdict.

    >>> limit_in_words(Limits(), "seat")
    '2 points'
    """
    return with_unit(f"{getattr(limits, name):g}", UNITS[name])


class Verdict(StrEnum):
    """What is known of the difference that a variant makes in a measure."""

    CHANGED = "changed"  # surely, and surely by enough to matter
    CHANGED_UNSURE = "changed_unsure"  # surely, but not known whether by enough to matter
    CHANGED_LITTLE = "changed_little"  # surely, but too little to matter
    NO_CHANGE = "no_change"  # surely none that matters
    SAME = "same"  # the same in every game
    NOT_ENOUGH_GAMES = "not_enough_games"
    NO_FINISHED_GAMES = "no_finished_games"  # no pair of games came to an end


SURE = (
    Verdict.CHANGED.value,
    Verdict.CHANGED_UNSURE.value,
    Verdict.CHANGED_LITTLE.value,
)  # the difference is not chance, whatever its size
VERDICTS = pl.Enum([verdict.value for verdict in Verdict])


def judge(frame: pl.DataFrame) -> pl.DataFrame:
    """Add `verdict`. Where the frame has `is_better`, only a change that is sure keeps it.

    Parameters
    ----------
    frame : `value, low, high, n, q_value, relevant, is_same`.

    Examples
    --------
    >>> row = {"value": 0.1, "low": 0.08, "high": 0.12, "n": 900, "q_value": 0.01, "is_same": False}
    >>> judge(pl.DataFrame([row | {"relevant": size} for size in (0.01, 0.1, 0.2)]))["verdict"].to_list()
    ['changed', 'changed_unsure', 'changed_little']
    """
    is_small = (pl.col("low") >= -pl.col("relevant")) & (pl.col("high") <= pl.col("relevant"))
    is_large = (pl.col("low") > pl.col("relevant")) | (pl.col("high") < -pl.col("relevant"))
    is_sure = (pl.col("q_value") < SIGNIFICANT) & ((pl.col("low") > 0) | (pl.col("high") < 0))
    verdict = (
        pl.when(pl.col("n") == 0)
        .then(_named(Verdict.NO_FINISHED_GAMES))
        .when(pl.col("value").is_null())
        .then(_named(Verdict.NOT_ENOUGH_GAMES))
        .when("is_same")
        .then(_named(Verdict.SAME))
        .when(is_sure & is_small)
        .then(_named(Verdict.CHANGED_LITTLE))
        .when(is_sure & is_large)
        .then(_named(Verdict.CHANGED))
        .when(is_sure)
        .then(_named(Verdict.CHANGED_UNSURE))
        .when(is_small)
        .then(_named(Verdict.NO_CHANGE))
        .otherwise(_named(Verdict.NOT_ENOUGH_GAMES))
    )
    judged = frame.with_columns(verdict.cast(VERDICTS).alias("verdict"))
    if "is_better" not in frame.columns:
        return judged
    is_better = pl.when(pl.col("verdict").is_in(SURE)).then(pl.col("is_better").cast(pl.Boolean))
    return judged.select(pl.exclude("is_better"), is_better.alias("is_better"))


def _named(verdict: Verdict) -> pl.Expr:
    return pl.lit(verdict.value)


def in_words(row: Mapping[str, Any]) -> str:
    """The verdict of a row with its numbers: which way, how many games are missing, or what difference is ruled out.

    >>> in_words({"verdict": "changed_little", "value": 0.004, "is_better": False})
    'worse: higher, too small to matter'
    >>> in_words({"verdict": "no_change", "relevant": 0.01, "is_share": True})
    'no difference above 1 point'
    """
    match Verdict(row["verdict"]):
        case Verdict.CHANGED:
            return _which_way(row)
        case Verdict.CHANGED_LITTLE:
            return f"{_which_way(row)}, too small to matter"
        case Verdict.CHANGED_UNSURE:
            return f"{_which_way(row)}, not known whether by more than {relevant_in_words(row)}"
        case Verdict.NO_CHANGE:
            return f"no difference above {relevant_in_words(row)}"
        case Verdict.SAME:
            return "the same in every game"
        case Verdict.NO_FINISHED_GAMES:
            return "no finished games"
        case Verdict.NOT_ENOUGH_GAMES:
            return "not enough games" + (f" (about {row['games_needed']:,.0f} needed)" if row["games_needed"] else "")


def relevant_in_words(row: Mapping[str, Any]) -> str:
    """The smallest difference that matters, with its unit.

    >>> relevant_in_words({"relevant": 0.01, "is_share": True}), relevant_in_words({"relevant": 0.3214, "is_share": False})
    ('1 point', '0.32')
    """
    if not row["is_share"]:
        return f"{row['relevant']:.2g}"
    return with_unit(f"{100 * row['relevant']:.2g}", " points")


def _which_way(row: Mapping[str, Any]) -> str:
    """Better or worse where there is an aim, then higher or lower."""
    judged = {True: "better: ", False: "worse: ", None: ""}[row["is_better"]]
    return judged + ("higher" if row["value"] > 0 else "lower")
