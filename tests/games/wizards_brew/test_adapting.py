"""Bots see what spells do: a change with a known effect moves their bids the right way, without any tuning."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pytest

from brewsim.games.wizards_brew.rules import ELEMENTS
from brewsim.games.wizards_brew.scoring import METRICS
from brewsim.play import simulate
from brewsim.rules import load_rules

GAMES, SEED, SEATS = 1500, 3, 4


@lru_cache
def played(changes: tuple[tuple[str, Any], ...] = ()) -> Any:
    return simulate(load_rules("wizards_brew", dict(changes)), ["greedy"] * SEATS, GAMES, SEED)


def held(spell: str, changes: Mapping[str, Any]) -> float:
    """Element phases in which a seat has the spell, in a game: the more is bid for it, the longer it stays."""
    return float(played(tuple(changes.items()))["metrics"][:, METRICS.index(f"held_{spell}")].mean())


def symbols(spell: str, **made: int) -> dict[str, Any]:
    return {f"spells.{spell}.makes.{symbol}": made.get(symbol, 0) for symbol in (*ELEMENTS, "wild")}


VOID = [
    ("earth_font", symbols("earth_font")),
    ("great_wish", symbols("great_wish")),
    ("thrift", {"spells.thrift.less": 0}),
    ("quintessence", {"spells.quintessence.any_element": False}),
    ("toll", {"spells.toll.tolls": 0}),
    ("echo", {"spells.echo.echo": 0}),
]
STRONG = [
    ("water_font", symbols("water_font", water=7)),
    ("smoke", symbols("smoke", fire=1, wild=5)),
    ("thrift", {"spells.thrift.less": 4}),
    ("double_draught", {"spells.double_draught.second_ingredients": 3}),
]


@pytest.mark.parametrize(("spell", "changes"), VOID)
def test_a_spell_that_does_nothing_is_held_far_less(spell, changes):
    assert held(spell, changes) < 0.6 * held(spell, {})


@pytest.mark.parametrize(("spell", "changes"), STRONG)
def test_a_spell_that_is_made_very_strong_is_held_far_longer(spell, changes):
    assert held(spell, changes) > 1.25 * held(spell, {})


def test_a_costly_spell_is_held_less():
    """Five cubes a round are more than its cards are worth."""
    assert held("water_font", {"spells.water_font.energy": 5}) < 0.6 * held("water_font", {"spells.water_font.energy": 1})
