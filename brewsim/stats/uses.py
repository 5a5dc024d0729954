"""When items are used, and which of them by the same seats. What an item is worth is another matter, see `cards`."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from brewsim.outcomes import first_use, uses
from brewsim.results import Parts
from brewsim.stats.adding import by_case, by_game, finished
from brewsim.stats.intervals import spread, with_shares

SUMS = {"case": pl.String, "round": pl.Int64, "n": pl.Int64, "total": pl.Float64, "squares": pl.Float64}


def first_use_by_round(parts: Parts, item: str) -> pl.DataFrame:
    """In which round seats use an item for the first time.

    Returns
    -------
    case, round, value, low, high (the share of all seats of finished games), n (games). There is a row for every round up to the last in
    which a seat did.
    """
    frames = []
    for case, own in by_case(parts).items():
        n, sums = 0, np.zeros((2, 0))  # (sum of shares and of their squares, round)
        for part in own:
            first = by_game(finished(part), [first_use(item)])[:, :, 0]  # (game, seat)
            rounds = 1 + np.arange(max(int(first.max(initial=0)), sums.shape[1]))
            shares = (first[:, :, None] == rounds).mean(axis=1)  # (game, round)
            sums = np.pad(sums, ((0, 0), (0, len(rounds) - sums.shape[1])))
            sums += shares.sum(axis=0), (shares**2).sum(axis=0)
            n += len(first)
        columns = {"case": case, "round": 1 + np.arange(sums.shape[1]), "n": n, "total": sums[0], "squares": sums[1]}
        frames.append(pl.DataFrame(columns, SUMS))
    return with_shares(pl.concat(frames).with_columns(spread())).select("case", "round", "value", "low", "high", "n")


def companions(part: pl.LazyFrame, item: str, items: Sequence[str]) -> list[str]:
    """The other items, from the one that goes along with this one most: whether a seat uses the one tells of the other (covariance).

    Items that no seat uses together with it, or every seat, are left out.
    """
    others = [other for other in items if other != item]
    used = finished(part).select(pl.col(uses(name)) > 0 for name in (item, *others)).collect().to_numpy().astype(np.float64)
    own, theirs = used[:, :1], used[:, 1:]
    covariance = (own * theirs).mean(axis=0) - own.mean() * theirs.mean(axis=0) if len(used) else np.zeros(len(others))
    order = np.argsort(-covariance, kind="stable")
    return [others[place] for place in order if covariance[place] > 0]
