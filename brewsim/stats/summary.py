"""The first look at a run: who wins by seat and by bot, ties, length. Part by part, in bounded memory."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from brewsim.results import Results
from brewsim.stats.adding import Table, add_up, tables
from brewsim.stats.intervals import Estimate, mean, share

COUNTED = ("side", "bot", "win_share", "rank", "tied_first", "tiebreak_used", "rounds", "decisions")
NO_SUMS = (0.0, 0.0, 0.0)

Sums = Mapping[tuple[str, object], np.ndarray]  # of what is measured: number, sum and sum of squares over finished games


@dataclass(frozen=True)
class Summary:
    """What one case, or all cases of one number of seats together, came to. Estimates are over finished games."""

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


def summarize(results: Results) -> dict[str, Summary]:
    """The summary of each case of a run."""
    rows = results.parts(*results.cases)
    sums: dict[str, dict[tuple[str, object], np.ndarray]] = defaultdict(lambda: defaultdict(lambda: np.zeros(3)))
    for part in rows:
        for table in tables(part, COUNTED):
            for what, values in _measured(table):
                sums[table.case][what] += len(values), values.sum(), (values**2).sum()
    cases = add_up(rows, _games, ["case", "sides"])
    return {row["case"]: _summary(row, sums[row["case"]]) for row in cases.iter_rows(named=True)}


def _games(rows: pl.LazyFrame) -> pl.LazyFrame:
    """How many games there are, and how many of them were aborted."""
    seats = pl.col("seat").n_unique()
    sides, games, aborted = pl.col("side").n_unique(), pl.len() // seats, pl.col("aborted").sum() // seats
    return rows.group_by("case").agg(sides=sides, games=games, aborted=aborted)


def _measured(table: Table) -> Iterator[tuple[tuple[str, object], np.ndarray]]:
    """What is measured in each finished game."""
    wins, side, is_winner = table["win_share"], table["side"], table["rank"] == 1
    for seat in range(wins.shape[1]):
        yield ("seat", seat), wins[:, seat]
    for code, bot in enumerate(table.bots):
        # Seats of one bot in the same game are not independent: the game is the unit, and a bot's value in it is their mean.
        is_bot = table["bot"] == code
        seats = is_bot.sum(axis=1)
        yield ("bot", bot), (wins * is_bot).sum(axis=1)[seats > 0] / seats[seats > 0]
    yield ("game", "tied"), np.any(table["tied_first"], axis=1)
    yield ("game", "tie-break"), table["tiebreak_used"][:, 0]
    first_winner = np.take_along_axis(side, is_winner.argmax(axis=1)[:, None], axis=1)
    yield ("game", "shared"), np.any(is_winner & (side != first_winner), axis=1)
    yield ("game", "rounds"), table["rounds"][:, 0].astype(np.float64)
    yield ("game", "decisions"), table["decisions"].sum(axis=1, dtype=np.float64)


def _summary(case: dict[str, int], sums: Sums) -> Summary:
    def rate(what: str) -> Estimate:
        n, total, _ = sums.get(("game", what), NO_SUMS)
        return share(total, int(n))

    def average(what: tuple[str, object]) -> Estimate:
        n, total, squares = sums.get(what, NO_SUMS)
        return mean(total, squares, int(n))

    seats = sorted(name for kind, name in sums if kind == "seat")  # type: ignore[type-var]
    bots = sorted(str(name) for kind, name in sums if kind == "bot")
    return Summary(
        games=case["games"],
        aborted=case["aborted"],
        win_share_by_seat=[share(sums["seat", seat][1], int(sums["seat", seat][0])) for seat in seats],
        win_share_by_bot={bot: average(("bot", bot)) for bot in bots},
        fair_share=1 / case["sides"],
        tie_rate=rate("tied"),
        tiebreak_rate=rate("tie-break"),
        shared_rate=rate("shared"),
        rounds=average(("game", "rounds")),
        decisions=average(("game", "decisions")),
    )
