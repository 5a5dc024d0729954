"""Measures with a known truth: games that are nothing but numbers around it, the same noise for the same game by all rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np
from scipy.special import ndtri

from brewsim.advising.measuring import Component, Terms
from brewsim.goals import Goal
from brewsim.rules import Rules

TITLE = "brew_crafters"
OWN_NOISE = 0.3  # of a game's noise, what the rules decide

Truth = Callable[[Rules], Sequence[float]]


def noise(ids: np.ndarray, *keys: int) -> np.ndarray:
    """(game) normal numbers that depend on the game and the keys alone."""
    with np.errstate(over="ignore"):
        x = ids.astype(np.uint64)
        for key in keys:
            x = x * np.uint64(0x9E3779B97F4A7C15) + np.uint64((key + 1) * 0xD1B54A32D192ED03 % 2**64)
            x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            x ^= x >> np.uint64(31)
    return ndtri((x >> np.uint64(11)).astype(float) / 2**53 + 2**-54)


def component(name: str, low: float, high: float) -> Component:
    return Component(Goal(f"{name} {low:g}..{high:g}", name, "", low, high), 2, name, low, high)


@dataclass
class Planted:
    """Measures components whose means are `truth` of the rules."""

    components: list[Component]
    truth: Truth
    seed: int = 0
    spread: float = 2.0
    endless: Callable[[Rules], bool] = lambda rules: False
    games: int = field(default=0, compare=False)
    piece_games: int = 500

    def __call__(self, rules: Rules, ids: np.ndarray, work: object) -> Terms:
        self.games += len(ids)
        own = crc32(repr(sorted(rules.changes.items())).encode())
        columns = [
            mean + self.spread * (noise(ids, self.seed, place) + OWN_NOISE * noise(ids, self.seed, place, own))
            for place, mean in enumerate(self.truth(rules))
        ]
        over, under = np.column_stack(columns), np.ones((len(ids), len(columns)))
        under = np.where(np.isnan(over), 0.0, under)  # a mean of nan: no game says anything
        aborted = len(ids) if self.endless(rules) else 0
        if aborted:
            over, under = np.full_like(over, np.nan), np.full_like(under, np.nan)
        nothing = np.zeros(len(columns), np.int64)
        return Terms(over, under, aborted, len(ids), nothing, nothing)

    def cost(self, ids: np.ndarray) -> int:
        return len(ids)
