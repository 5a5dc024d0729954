"""Restricted play: games in which one seat may not use some items, beside the same games in which it may; the sums of both over games."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from brewsim.engine.conventions import restricted_seat
from brewsim.outcomes import uses
from brewsim.results import PlayedCase, Results
from brewsim.stats.intervals import CONFIDENCE, MIN_GAMES, normal_quantile
from brewsim.stats.ratios import JointSums

MOST_LEFT = 0.01  # of the uses: where more remain, the ban does not hold and nothing can be said
NEVER = 3.0  # games: what never happened in n games happens, with 95 % confidence, in fewer than 3 / n of them
# What is added up of each ban, a number a game, all of them 0 in games that did not come to an end:
# the loss of win share; whether the seat used what is banned when it was free to; whether it used all of it; how often; the rounds that the
# free game lasted longer; whether both games came to an end; uses in spite of the ban.
NUMBERS = ("loss", "used", "used_all", "uses", "longer", "is_over", "left")


def least_error(n: Any) -> Any:
    """The standard error of a difference that n games leave open even if no game was changed (the rule of three)."""
    return NEVER / np.maximum(n, 1) / normal_quantile(CONFIDENCE)


@dataclass(frozen=True)
class Losses:
    """The sums of `NUMBERS` over the games of some bans, which may belong to several free cases."""

    sums: JointSums
    bans: int

    def _places(self, name: str) -> np.ndarray:
        return NUMBERS.index(name) * self.bans + np.arange(self.bans)

    def total(self, name: str) -> np.ndarray:
        """(ban) the sum over all games."""
        totals: np.ndarray = self.sums.sums[self._places(name)]
        return totals

    def ratios(self, top: str, bottom: str) -> tuple[np.ndarray, np.ndarray]:
        """(ban) one sum over another, and the covariance of their errors; nan for bans of which nothing is known.

        The error is at least that of `least_error`.
        """
        value, covariance = self.sums.ratios(self._places(top), self._places(bottom))
        value[~self.is_known], covariance[~self.is_known], covariance[:, ~self.is_known] = np.nan, np.nan, np.nan
        np.fill_diagonal(covariance, np.maximum(np.diag(covariance), least_error(self.total(bottom)) ** 2))
        return value, covariance

    @property
    def left(self) -> np.ndarray:
        """(ban) the share of the uses that remain."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.total("left") / self.total("uses")

    @property
    def is_known(self) -> np.ndarray:
        """(ban) whether it holds, and there are enough games in which it takes something away."""
        return (self.total("used") >= MIN_GAMES) & (self.left <= MOST_LEFT)


def restrictions(results: Results, cases: Sequence[PlayedCase] = (), size: int = 1) -> list[tuple[PlayedCase, list[PlayedCase]]]:
    """Every free case, and those that differ from it only in that one seat may not use some items, this many."""
    tables = defaultdict(list)
    for case in results.cases:
        if len(case.without) == size:
            tables[case.variant, case.lineup, case.rotates].append(case)
    free = cases or [case for case in results.cases if case.is_plain]
    return [(case, banned) for case in free if (banned := tables[case.variant, case.lineup, case.rotates])]


def add_up(results: Results, *sides: tuple[PlayedCase, Sequence[PlayedCase]]) -> Losses:
    """The sums of bans of one or more free cases, side by side: game g of one free case goes with game g of the others."""
    bans = sum(len(banned) for _, banned in sides)
    sums = JointSums(len(NUMBERS) * bans)
    for parts in zip(*(_read(results, *side) for side in sides)):
        n = min(map(len, parts))
        sums.add(np.concatenate([part[:n] for part in parts], axis=2).reshape(n, len(NUMBERS) * bans))
    return Losses(sums, bans)


def _read(results: Results, free: PlayedCase, banned: Sequence[PlayedCase]) -> Iterator[np.ndarray]:
    """(game, number, ban) the games that all of these cases have, as the restricted seat met them, part by part."""
    own = pl.col("seat") == restricted_seat(pl.col("game"), free.seats)
    items = dict.fromkeys(item for case in banned for item in case.without)
    wanted = [list(items), *(case.without for case in banned)]
    for parts in zip(*(results.parts(case) for case in (free, *banned))):
        columns = [["win_share", "rounds", "aborted", *map(uses, own_items)] for own_items in wanted]
        frames = pl.collect_all([part.filter(own).select(names) for part, names in zip(parts, columns)])
        n = min(map(len, frames))  # restricted cases may have fewer games
        before, *after = (frame.head(n) for frame in frames)
        yield np.stack([numbers(before, frame, case.without) for frame, case in zip(after, banned)], axis=2)


def numbers(before: pl.DataFrame, after: pl.DataFrame, items: Sequence[str]) -> np.ndarray:
    """(game, number) of one ban: `NUMBERS` of the restricted seat's rows of the same games, free and restricted."""
    names = [uses(item) for item in items]
    counts, left = (frame.select(names).to_numpy().astype(np.float64) for frame in (before, after))
    is_over = ~(before["aborted"] | after["aborted"]).to_numpy()
    loss, longer = ((before[name].cast(pl.Float64) - after[name].cast(pl.Float64)).to_numpy() for name in ("win_share", "rounds"))
    used = counts > 0
    found = (loss, used.any(axis=1), used.all(axis=1), counts.sum(axis=1), longer, np.ones(len(loss)), left.sum(axis=1))
    return np.where(is_over[:, None], np.stack(found, axis=1), 0.0)
