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
def played(bot: str, changes: tuple[tuple[str, Any], ...] = ()) -> Any:
    return simulate(load_rules("wizards_brew", dict(changes)), [bot] * SEATS, GAMES, SEED)


def held(bot: str, spell: str, changes: Mapping[str, Any]) -> float:
    """Element phases in which a seat has the spell, in a game: the more is bid for it, the longer it stays."""
    return float(played(bot, tuple(changes.items()))["metrics"][:, METRICS.index(f"held_{spell}")].mean())


def symbols(spell: str, **made: int) -> dict[str, Any]:
    return {f"spells.{spell}.makes.{symbol}": made.get(symbol, 0) for symbol in (*ELEMENTS, "wild")}


VOID = [
    ("earth_font", symbols("earth_font")),
    ("great_wish", symbols("great_wish")),
    ("thrift", {"spells.thrift.less": 0}),
    ("quintessence", {"spells.quintessence.any_element": False}),
    ("echo", {"spells.echo.echo": 0}),
]
STRONG = [
    ("mud", symbols("mud", earth=2, wild=4)),
    ("smoke", symbols("smoke", fire=1, wild=5)),
    ("thrift", {"spells.thrift.less": 4}),
    ("double_draught", {"spells.double_draught.second_ingredients": 3}),
]
BOTS = pytest.mark.parametrize("bot", ["greedy", "expert"])


@BOTS
@pytest.mark.parametrize(("spell", "changes"), VOID)
def test_a_spell_that_does_nothing_is_held_far_less(bot, spell, changes):
    assert held(bot, spell, changes) < 0.6 * held(bot, spell, {})


@BOTS
@pytest.mark.parametrize(("spell", "changes"), STRONG)
def test_a_spell_that_is_made_very_strong_is_held_far_longer(bot, spell, changes):
    assert held(bot, spell, changes) > 1.25 * held(bot, spell, {})


@BOTS
def test_a_costly_spell_is_held_less(bot):
    """Five cubes a round are more than its cards are worth."""
    assert held(bot, "water_font", {"spells.water_font.energy": 5}) < 0.6 * held(bot, "water_font", {"spells.water_font.energy": 1})
