"""What rests on assumed values: paired differences that moving them makes in the headlines, and how far one of them may move these."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from brewsim.stats.intervals import CONFIDENCE, MIN_GAMES, Estimate, normal_quantile, student_quantile
from brewsim.stats.names import seat_name
from brewsim.stats.variants import WIN_SHARE

TIED, ROUNDS, SCORE = "tied first place", "rounds", "score"
SHARES = (WIN_SHARE, TIED)
ALL_MOVES = "95 % intervals, all that was judged at once, on games that did not choose the moves"
DOUBT = 2.0  # standard errors from which on a group is taken apart


def headlines(seats: int) -> list[tuple[str, str]]:
    """Measure and group of what is looked at, in the order of `per_game`."""
    return [*((WIN_SHARE, seat_name(seat)) for seat in range(seats)), (TIED, ""), (ROUNDS, ""), (SCORE, "")]


def per_game(rows: np.ndarray, seats: int) -> np.ndarray:
    """[game, headline] of outcome records; nan in a game that was aborted."""
    games = rows.reshape(-1, seats)
    columns = [games["win_share"], games["tied_first"].any(axis=1), games["rounds"][:, 0], games["score"].mean(axis=1)]
    found = np.column_stack([np.asarray(column, np.float64) for column in columns])
    found[games["aborted"][:, 0]] = np.nan
    return found


@dataclass(frozen=True)
class Shift:
    """What a change of the rules moves, over pairs of finished games."""

    value: np.ndarray  # (headline)
    error: np.ndarray
    n: int

    @property
    def is_seen(self) -> bool:
        """Whether any headline moves by more than chance easily does. Nothing is known from few pairs."""
        return self.n < MIN_GAMES or bool((np.abs(self.value) > DOUBT * self.error).any())


def shift(before: np.ndarray, after: np.ndarray) -> Shift:
    """The mean paired difference of each headline and its error, from the same games by two rules."""
    differences = after - before
    differences = differences[~np.isnan(differences).any(axis=1)]
    n = len(differences)
    if n < MIN_GAMES:
        nothing = np.full(before.shape[1], np.nan)
        return Shift(nothing, nothing, n)
    return Shift(differences.mean(axis=0), differences.std(axis=0, ddof=1) / np.sqrt(n), n)


def tabulate(names: Sequence[Mapping[str, Any]], shifts: Sequence[Shift], seats: int) -> pl.DataFrame:
    """What moves each headline, the largest first.

    Returns
    -------
    A row per headline and move: the keys of `names`, that is `path, old, new, is_given` (by a range in rules.toml; else it is a usual
    step); then `measure, group, is_share, value, low, high, error, n, is_sure`.

    Notes
    -----
    Intervals of all rows hold at once (Student's, with Bonferroni's correction); `is_sure`: the interval does not hold 0.
    """
    what = headlines(seats)
    each = 1 - (1 - CONFIDENCE) / max(1, len(shifts) * len(what))
    critical = [float(student_quantile(found.n, each)) for found in shifts]
    rows = [
        {
            **name,
            "measure": measure,
            "group": group,
            "is_share": measure in SHARES,
            "value": value,
            "low": value - z * error,
            "high": value + z * error,
            "error": error,
            "n": found.n,
            "is_sure": bool(abs(value) > z * error),
        }
        for name, found, z in zip(names, shifts, critical)
        for (measure, group), value, error in zip(what, found.value.tolist(), found.error.tolist())
    ]
    rows.sort(key=lambda row: (what.index((row["measure"], row["group"])), -abs(row["value"])))
    if not rows:
        return pl.DataFrame()
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col("value", "low", "high", "error").fill_nan(None))


def over_assumptions(found: pl.DataFrame, measure: str, group: str, estimate: Estimate) -> tuple[float, float]:
    """An interval that holds the headline with 95 % whichever single assumed value is in truth one of its other plausible ones.

    Parameters
    ----------
    found : of `tabulate`.
    estimate : of the headline, by the assumed values, from other games.

    Notes
    -----
    From the lowest to the highest end of all intervals of the headline, as it is and with each move that was judged. What several
    values move together is not added up: the moves share the games of the assumed values, so their errors would add up too, and
    many moves at once leave what games can be like. Moves that were not seen to move anything are left out.

    Examples
    --------
    >>> found = pl.DataFrame({"measure": ["score"], "group": [""], "value": [2.0], "error": [0.0]})
    >>> over_assumptions(found, "score", "", Estimate(10.0, 9.0, 11.0, 100))
    (9.0, 13.0)
    """
    low, high = estimate.low, estimate.high
    if found.is_empty():
        return low, high
    rows = found.filter(pl.col("measure") == measure, pl.col("group") == group).drop_nulls("value")
    for value, error in rows.select("value", "error").iter_rows():
        half = math.hypot((estimate.high - estimate.low) / 2, normal_quantile(CONFIDENCE) * error)
        low, high = min(low, estimate.value + value - half), max(high, estimate.value + value + half)
    return (max(low, 0.0), min(high, 1.0)) if measure in SHARES else (low, high)


def summary(facts: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """In sentences, how many values were moved, how many of them move a headline, and what is not known of the others."""
    sure = {row["path"] for row in rows if row["is_sure"]}
    unsure, stuck = {row["path"] for row in rows} - sure, facts["stuck"]
    told = [f"{facts['values']} assumed values were moved, each to its other plausible values ({facts['moves']} moves)."]
    more = f"; {len(unsure)} more seemed to, but other games did not confirm it" if unsure else ""
    told.append(f"{len(sure)} of them surely move a headline{more}.")
    told.append(f"{facts['quiet']} moves, in groups or alone, moved no headline by more than {DOUBT:g} standard errors;")
    told.append("those that cancel each other in every headline would be missed.")
    if stuck:
        named = ", ".join(stuck[:3]) + (", ..." if len(stuck) > 3 else "")
        told.append(f"{len(stuck)} values were not tested, since no other value is allowed alone or known to be plausible: {named}.")
    return " ".join(told)
