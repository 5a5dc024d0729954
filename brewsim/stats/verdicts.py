"""Which sizes matter; verdicts on differences, an enumeration that frames hold by name, and the sentence that is made of it at the end."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import polars as pl

SIGNIFICANT = 0.05
# Measure -> the size that makes it a problem; a quarter of it is worth knowing.
STEPS = {
    "seat": 0.02,  # of win share above or below a fair one
    "tie": 0.20,  # of games tied before the tie-break
    "shared": 0.10,  # of games that end in a shared victory
    "aborted": 0.001,  # of games that reach the cap on decisions
    "leader": 0.35,  # above one half: how often the leader at half-time wins
    "plan": 0.10,  # above one half: how often a plan finishes ahead of each other one
    "item": 0.05,  # of win share that an item is worth
}


class Verdict(StrEnum):
    """What is known of the difference that a variant makes in a measure."""

    CHANGED = "changed"  # surely, and by enough to matter
    CHANGED_LITTLE = "changed_little"  # surely, but too little to matter
    NO_CHANGE = "no_change"  # surely none that matters
    SAME = "same"  # the same in every game
    NOT_ENOUGH_GAMES = "not_enough_games"
    NO_FINISHED_GAMES = "no_finished_games"  # no pair of games came to an end


SURE = (Verdict.CHANGED.value, Verdict.CHANGED_LITTLE.value)  # the difference is not chance, whatever its size
VERDICTS = pl.Enum([verdict.value for verdict in Verdict])


def judge(frame: pl.DataFrame) -> pl.DataFrame:
    """Add `verdict`, and `is_better`: whether a sure change goes towards the aim, null where nothing is sure or there is no aim.

    Parameters
    ----------
    frame : `base, variant, value, low, high, n, q_value, relevant, aim`.

    Examples
    --------
    >>> row = {"base": 0.3, "variant": 0.4, "value": 0.1, "low": 0.08, "high": 0.12}
    >>> judge(pl.DataFrame([row | {"n": 900, "q_value": 0.01, "relevant": 0.01, "aim": 0.4}])).select("verdict", "is_better").row(0)
    ('changed', True)
    """
    is_small = (pl.col("low") >= -pl.col("relevant")) & (pl.col("high") <= pl.col("relevant"))
    is_sure = (pl.col("q_value") < SIGNIFICANT) & ((pl.col("low") > 0) | (pl.col("high") < 0))
    verdict = (
        pl.when(pl.col("n") == 0)
        .then(_named(Verdict.NO_FINISHED_GAMES))
        .when(pl.col("value").is_null())
        .then(_named(Verdict.NOT_ENOUGH_GAMES))
        .when((pl.col("value") == 0) & (pl.col("high") == pl.col("low")))
        .then(_named(Verdict.SAME))
        .when(is_sure & is_small)
        .then(_named(Verdict.CHANGED_LITTLE))
        .when(is_sure)
        .then(_named(Verdict.CHANGED))
        .when(is_small)
        .then(_named(Verdict.NO_CHANGE))
        .otherwise(_named(Verdict.NOT_ENOUGH_GAMES))
    )
    is_nearer = (pl.col("variant") - pl.col("aim")).abs() < (pl.col("base") - pl.col("aim")).abs()
    judged = frame.with_columns(verdict.cast(VERDICTS).alias("verdict"))
    return judged.with_columns(pl.when(pl.col("verdict").is_in(SURE)).then(is_nearer).alias("is_better"))


def _named(verdict: Verdict) -> pl.Expr:
    return pl.lit(verdict.value)


def in_words(row: Mapping[str, Any]) -> str:
    """The verdict of a row with its numbers: which way, how many games are missing, or what difference is ruled out.

    >>> in_words({"verdict": "changed_little", "value": 0.004, "is_better": False})
    'worse: higher, too small to matter'
    >>> in_words({"verdict": "no_change", "relevant": 0.01, "is_share": True})
    'no difference above 1 %'
    """
    match Verdict(row["verdict"]):
        case Verdict.CHANGED:
            return _which_way(row)
        case Verdict.CHANGED_LITTLE:
            return f"{_which_way(row)}, too small to matter"
        case Verdict.NO_CHANGE:
            return "no difference above " + (f"{100 * row['relevant']:.0f} %" if row["is_share"] else f"{row['relevant']:.2g}")
        case Verdict.SAME:
            return "the same in every game"
        case Verdict.NO_FINISHED_GAMES:
            return "no finished games"
        case Verdict.NOT_ENOUGH_GAMES:
            return "not enough games" + (f" (about {row['games_needed']:,.0f} needed)" if row["games_needed"] else "")


def _which_way(row: Mapping[str, Any]) -> str:
    """Better or worse where there is an aim, then higher or lower."""
    judged = {True: "better: ", False: "worse: ", None: ""}[row["is_better"]]
    return judged + ("higher" if row["value"] > 0 else "lower")
