"""The assumed spells of Wizard's Brew: rules.toml holds what the script chose, and no two spells are the same."""

import importlib.util
from pathlib import Path

import pytest

from brewsim.games.wizards_brew.rules import SPELLS
from brewsim.rules import load_rules

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "assumed" / "wizards_brew.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("assumed_wizards_brew", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_chosen_rungs_are_the_spells_of_the_rules(script):
    printed, chosen = load_rules("wizards_brew").values, script.patch_of(script.CHOSEN)
    assert {path: printed[path] for path in chosen} == chosen
    assert set(script.LADDERS) == set(SPELLS)


def test_only_a_sound_deck_is_chosen(script):
    """Elements made equally often, at most nine spells without symbols, no two the same; each of them can be missed."""
    assert script.is_sound(script.START)
    assert script.is_sound(script.CHOSEN)
    assert not script.is_sound({**script.CHOSEN, "stasis": 0})  # one symbol more
    assert not script.is_sound({**script.CHOSEN, "mud": 2, "smoke": 2, "wayfarer": 3, "sceptre": 2})  # balanced, but too few make any
    same = {**script.LADDERS, "great_wish": script.LADDERS["small_wish"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script, "LADDERS", same)
        assert not script.is_sound({**script.CHOSEN, "small_wish": 1, "great_wish": 1})


def test_rungs_lose_one_or_two_cubes_and_fit_their_colour(script):
    """WB-47: the schema refuses an effect of another colour."""
    for spell, ladder in script.LADDERS.items():
        for rung in ladder:
            assert rung.energy in (1, 2)
            load_rules("wizards_brew", rung.patch(spell))


def test_no_two_spells_are_the_same():
    spells = {spell: {} for spell in SPELLS}
    for path, value in load_rules("wizards_brew").values.items():
        table, _, rest = path.partition(".")
        spell, _, key = rest.partition(".")
        if table == "spells" and key != "name":
            spells[spell][key] = value
    for spell, own in spells.items():
        assert [other for other in SPELLS if spells[other] == own] == [spell]
