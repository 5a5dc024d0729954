"""Bots notice what a card does: a card that is made void is used far less, one that is made strong far more, without tuning."""

import functools

import numpy as np
import pytest

from brewsim.games.brew_baron import TITLE
from brewsim.play import simulate
from brewsim.rules import load_rules

pytestmark = pytest.mark.compiled_only  # thousands of games
GAMES, SEATS = 1000, 4


@functools.cache
def outcomes(changes: tuple[tuple[str, int], ...] = ()) -> np.ndarray:
    """Games of `greedy` under changed rules."""
    return simulate(load_rules("brew_baron", dict(changes)), ["greedy"] * SEATS, GAMES, seed=31)


def users(item: str, changes: dict[str, int] | None = None) -> float:
    """The share of seats that use an item."""
    return float((outcomes(tuple((changes or {}).items()))["uses"][:, TITLE.item_numbers[item]] > 0).mean())


@pytest.mark.parametrize(
    ("item", "change"),
    [
        ("yeast_reserves", {"improvements.yeast_reserves.extra_beers": 0}),
        ("farmers_market", {"improvements.farmers_market.extra_ingredients": 0}),
        ("investors", {"improvements.investors.tokens_per_round": 0}),
        ("logistics", {"improvements.logistics.extra_actions": 0}),
        ("storage_bins", {"improvements.storage_bins.ingredient_limit": 0}),
        ("coffee", {"adjuncts.coffee.hops": 0}),
        ("pumpkin", {"adjuncts.pumpkin.grain": 0}),
        ("buyback", {"instants.buyback.tokens": 0}),
    ],
)
def test_what_does_nothing_is_used_far_less(item, change):
    assert users(item, change) < 0.2 * users(item)


@pytest.mark.parametrize(
    ("item", "change", "factor"),
    [
        ("trade_secrets", {"improvements.trade_secrets.extra_beers": 2}, 10),
        ("storage_bins", {"improvements.storage_bins.extra_beers": 1}, 1.4),
        ("logistics", {"improvements.logistics.extra_ingredients": 2}, 1.15),
        ("blackmail", {"instants.blackmail.cost": 0}, 1.5),
        ("coffee", {"adjuncts.coffee.cost": 0, "adjuncts.coffee.grain": 1}, 1.2),
        ("barrel_aging", {"adjuncts.barrel_aging.cost": 0}, 2),  # in print the refill gives part of its cost back
    ],
)
def test_what_is_made_strong_is_used_more(item, change, factor):
    assert users(item, change) > factor * users(item)
