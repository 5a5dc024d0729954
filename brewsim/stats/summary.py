"""The first look at a run: who wins by seat and by bot, ties, length. Part by part, in bounded memory."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from brewsim.outcomes import parts, scan_part
from brewsim.stats.adding import GAME, add_up, finished
from brewsim.stats.intervals import Estimate, mean, share

NEEDED = (*GAME, "seat", "side", "bot", "win_share", "rank", "tied_first", "tiebreak_used", "aborted", "rounds", "decisions")


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


def summarize(folder: Path) -> dict[str, Summary]:
    """The summary of each case of a run."""
    rows = [scan_part(path).select(NEEDED) for path in parts(folder)]
    games = add_up(rows, _by_case, ["case", "sides"])
    seats, bots = add_up(rows, _by_seat, ["case", "seat"]), add_up(rows, _by_bot, ["case", "bot"])
    return {row["case"]: _summary(row, _of(seats, row["case"]), _of(bots, row["case"])) for row in games.iter_rows(named=True)}


def _of(frame: pl.DataFrame, case: str) -> pl.DataFrame:
    return frame.filter(pl.col("case") == case)


def _by_case(rows: pl.LazyFrame) -> pl.LazyFrame:
    is_winner, is_finished = pl.col("rank") == 1, ~pl.col("aborted")
    games = rows.group_by(GAME).agg(
        pl.col("side").n_unique().alias("sides"),
        pl.col("aborted").first(),
        pl.col("tied_first").any(),
        pl.col("tiebreak_used").first(),
        (pl.col("side").filter(is_winner).n_unique() > 1).alias("shared"),
        pl.col("rounds").first().cast(pl.Float64),
        pl.col("decisions").sum().cast(pl.Float64),
    )
    return games.group_by("case", "sides").agg(
        pl.len().alias("games"),
        pl.col("aborted").sum(),
        *(pl.col(name).filter(is_finished).sum() for name in ("tied_first", "tiebreak_used", "shared", "rounds", "decisions")),
        *((pl.col(name).filter(is_finished) ** 2).sum().alias(f"{name}_squared") for name in ("rounds", "decisions")),
    )


def _by_seat(rows: pl.LazyFrame) -> pl.LazyFrame:
    return finished(rows).group_by("case", "seat").agg(pl.len().alias("n"), pl.col("win_share").cast(pl.Float64).sum())


def _by_bot(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Seats of one bot in the same game are not independent: the game is the unit, and a bot's value in it is their mean."""
    values = finished(rows).group_by(*GAME, "bot").agg(pl.col("win_share").cast(pl.Float64).mean())
    squares = (pl.col("win_share") ** 2).sum().alias("squared")
    return values.group_by("case", "bot").agg(pl.len().alias("n"), pl.col("win_share").sum(), squares)


def _summary(game: dict[str, float], seats: pl.DataFrame, bots: pl.DataFrame) -> Summary:
    total, aborted = int(game["games"]), int(game["aborted"])
    n = total - aborted
    return Summary(
        games=total,
        aborted=aborted,
        win_share_by_seat=[share(row["win_share"], row["n"]) for row in seats.sort("seat").iter_rows(named=True)],
        win_share_by_bot={row["bot"]: mean(row["win_share"], row["squared"], row["n"]) for row in bots.sort("bot").iter_rows(named=True)},
        fair_share=1 / game["sides"],
        tie_rate=share(game["tied_first"], n),
        tiebreak_rate=share(game["tiebreak_used"], n),
        shared_rate=share(game["shared"], n),
        rounds=mean(game["rounds"], game["rounds_squared"], n),
        decisions=mean(game["decisions"], game["decisions_squared"], n),
    )
