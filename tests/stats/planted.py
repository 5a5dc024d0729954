"""Outcome frames with a planted truth: made of scores by game and seat, ranked as the engine ranks them."""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from brewsim.outcomes import COLUMNS, first_use, uses


def outcomes(
    scores: np.ndarray,
    *,
    case: str = "planted",
    first_game: int = 0,
    bots: Sequence[str] | np.ndarray = (),
    sides: Sequence[int] = (),
    tiebreaks: np.ndarray | int = 0,
    aborted: np.ndarray | bool = False,
    rounds: np.ndarray | int = 10,
    decisions: np.ndarray | int = 20,
    chances: np.ndarray | float = np.nan,
    metrics: Mapping[str, np.ndarray] | None = None,
    items: Mapping[str, np.ndarray] | None = None,
    first: Mapping[str, np.ndarray] | None = None,
) -> pl.DataFrame:
    """A data set as `outcomes.to_frame` makes it, from arrays [game, seat] or what broadcasts to them.

    Seats of one side must have the same score and tie-break. `bots` and `sides` are by seat; `aborted` and `rounds` by
    game, `chances` are those at half-time. A metric or chance that is NaN is null. `items` are counts of uses, `first` the rounds
    of the first use, 1 wherever an item was used if not given.

    Examples
    --------
    >>> outcomes(np.array([[3, 1], [2, 2]]))["win_share"].to_list()
    [1.0, 0.0, 0.5, 0.5]
    """
    scores = np.asarray(scores, np.int64)
    shape = games, seats = scores.shape
    side = np.asarray(sides if len(sides) else range(seats))
    # A side counts once, by its first seat.
    counts = np.array([seat == list(side).index(side[seat]) for seat in range(seats)])
    rival = side[:, None] != side[None, :]
    order = scores * 2**20 + np.broadcast_to(tiebreaks, shape)
    ahead = (order[:, None, :] > order[:, :, None]) & rival & counts
    rank = 1 + ahead.sum(axis=2)
    best_other = np.where(rival, scores[:, None, :], np.iinfo(np.int64).min).max(axis=2)
    is_top = scores == scores.max(axis=1, keepdims=True)
    tied = (is_top & counts).sum(axis=1, keepdims=True)
    winners = ((rank == 1) & counts).sum(axis=1, keepdims=True)
    stopped = by_game(aborted, shape)
    columns: dict[str, np.ndarray] = {
        "case": np.full(shape, case),
        "game": by_game(np.arange(first_game, first_game + games), shape),
        "seat": np.arange(seats),
        "side": side,
        "bot": np.asarray(bots) if len(bots) else np.full(seats, "bot"),
        "score": scores,
        "rank": np.where(stopped, 0, rank),
        "margin": scores - best_other,
        "win_share": np.where(rank == 1, 1 / winners, 0.0),
        "tied_first": (tied > 1) & is_top & ~stopped,
        "tiebreak_used": (tied > winners) & ~stopped,
        "aborted": stopped,
        "rounds": by_game(rounds, shape),
        "decisions": np.asarray(decisions),
        "options": np.asarray(decisions) * 3,
        "chance_at_half": np.asarray(chances),
    }
    named: dict[str, pl.DataType] = dict(COLUMNS)
    for name, values in (metrics or {}).items():
        columns[name], named[name] = values, pl.Int16()
    for item, counted in (items or {}).items():
        columns[uses(item)], named[uses(item)] = counted, pl.UInt8()
        columns[first_use(item)] = (first or {}).get(item, np.asarray(counted) > 0)
        named[first_use(item)] = pl.UInt8()
    frame = pl.DataFrame({name: np.broadcast_to(values, shape).ravel() for name, values in columns.items()}, nan_to_null=True)
    return frame.cast(named).with_columns(pl.when(~pl.col("aborted")).then(pl.col("win_share")))


def data_sets(frame: pl.DataFrame, games: int) -> pl.DataFrame:
    """The frame cut into data sets with this number of games, a case each: to find the coverage of intervals in one call."""
    return frame.with_columns((pl.col("game") // games).cast(pl.String).alias("case"), pl.col("game") % games)


def coverage(estimates: pl.DataFrame, truth: float | pl.Expr, together: Sequence[str] = ()) -> float:
    """How often the interval holds the truth; those that agree in the columns `together` must all hold it."""
    truth = truth if isinstance(truth, pl.Expr) else pl.lit(truth)
    hits = estimates.select(*together, hit=truth.is_between("low", "high"))
    assert hits["hit"].null_count() == 0
    hits = hits.group_by(together).agg(pl.col("hit").all()) if together else hits
    return float(hits["hit"].mean())


def by_game(values: np.ndarray | int | bool, shape: tuple[int, int]) -> np.ndarray:
    """Values of games, the same for all seats."""
    values = np.asarray(values)
    return np.broadcast_to(values[:, None] if values.ndim == 1 else values, shape)
