"""The first look at a run: who wins by seat and by bot, ties, length. The numbers and intervals are those of the other statistics."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from brewsim.results import Parts
from brewsim.stats.adding import add_up
from brewsim.stats.intervals import Estimate
from brewsim.stats.pace import length_by_case
from brewsim.stats.seats import win_share_by_bot, win_share_by_seat
from brewsim.stats.ties import ties_by_case

Estimates = Mapping[tuple[str, object], Estimate]  # by case, and by seat, bot or measure
UNKNOWN = Estimate(math.nan, math.nan, math.nan, 0)


@dataclass(frozen=True)
class Summary:
    """What one case came to. Estimates are over finished games; the intervals of seats hold for all seats at once."""

    games: int
    aborted: int
    win_share_by_seat: list[Estimate]
    win_share_by_bot: dict[str, Estimate]
    fair_share: float  # what every seat would win if all were equal
    tie_rate: Estimate  # first place shared before the tie-break
    tiebreak_rate: Estimate  # the tie-break decided
    shared_rate: Estimate  # victory shared in the end
    rounds: Estimate
    decisions: Estimate


def summarize(parts: Parts) -> dict[str, Summary]:
    """The summary of each case of these parts."""
    seats = _estimates(win_share_by_seat(parts), "seat")
    bots = _estimates(win_share_by_bot(parts), "bot")
    measures = _estimates(ties_by_case(parts), "measure") | _estimates(length_by_case(parts), "measure")
    cases = add_up(parts, _games, ["case", "seats", "sides"])
    return {row["case"]: _summary(row, seats, bots, measures) for row in cases.iter_rows(named=True)}


def _games(rows: pl.LazyFrame) -> pl.LazyFrame:
    """How many games there are, and how many of them were aborted."""
    seats = pl.col("seat").n_unique()
    sides, games, aborted = pl.col("side").n_unique(), pl.len() // seats, pl.col("aborted").sum() // seats
    return rows.group_by("case").agg(seats=seats, sides=sides, games=games, aborted=aborted)


def _estimates(frame: pl.DataFrame, key: str) -> dict[tuple[str, object], Estimate]:
    """The estimates of a frame; NaN where there are too few games for one."""
    rows = frame.select("case", key, pl.col("value", "low", "high").fill_null(math.nan), "n").iter_rows()
    return {(case, name): Estimate(*numbers) for case, name, *numbers in rows}


def _summary(row: Mapping[str, Any], seats: Estimates, bots: Estimates, measures: Estimates) -> Summary:
    case = row["case"]
    return Summary(
        games=row["games"],
        aborted=row["aborted"],
        win_share_by_seat=[seats.get((case, seat), UNKNOWN) for seat in range(row["seats"])],
        win_share_by_bot={str(bot): estimate for (other, bot), estimate in bots.items() if other == case},
        fair_share=1 / row["sides"],
        tie_rate=measures[case, "tied"],
        tiebreak_rate=measures[case, "tiebreak_decided"],
        shared_rate=measures[case, "shared"],
        rounds=measures.get((case, "rounds"), UNKNOWN),
        decisions=measures.get((case, "decisions"), UNKNOWN),
    )
