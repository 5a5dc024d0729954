"""The assumed spells of Wizard's Brew: rules.toml holds what was chosen, and no two spells are the same."""

import importlib.util
from pathlib import Path

import pytest

from brewsim.games.wizards_brew.rules import SPELLS
from brewsim.rules import load_rules

SETS = Path(__file__).parents[3] / "benchmarks" / "assumed" / "wizards_brew_spells.py"


@pytest.fixture(scope="module")
def sets():
    spec = importlib.util.spec_from_file_location("assumed_wizards_brew", SETS)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_chosen_rungs_are_the_spells_of_the_rules(sets):
    printed, chosen = load_rules("wizards_brew").values, sets.patch_of(sets.CHOSEN)
    assert {path: printed[path] for path in chosen} == chosen
    assert set(sets.LADDERS) == set(SPELLS)


def test_only_a_sound_deck_is_chosen(sets):
    """Elements made equally often, at most nine spells without symbols, no two the same; each of them can be missed."""
    passed = sets.standing_at(sets.PASSED)
    assert sets.is_sound(sets.standing_at(sets.START))
    assert sets.is_sound(passed)
    assert sets.is_sound(sets.CHOSEN)
    assert not sets.is_sound({**passed, "stasis": sets.rung("??", 1, keeps=1)})  # one symbol more
    bare = sets.standing_at({**sets.PASSED, "mud": 2, "smoke": 2, "stasis": 2, "scavenger": 1})
    assert not sets.is_sound(bare)  # balanced, but too few make any
    one, two = sets.rung("**", 1), sets.rung("**", 2)
    balanced = {**passed, "renewal": sets.rung("?", 1, renews=1), "great_wish": one}
    assert sets.is_sound({**balanced, "small_wish": two})
    assert not sets.is_sound({**balanced, "small_wish": one})  # the same spell twice


def test_steps_by_hand_change_each_spell_once(sets):
    """So what a step did is found in one place; a step that changes nothing is none."""
    changed = [spell for step in sets.HAND_STEPS.values() for spell in step]
    assert len(changed) == len(set(changed))
    passed = sets.standing_at(sets.PASSED)
    assert [spell for spell in changed if sets.BY_HAND[spell] == passed[spell]] == []


def test_rungs_lose_one_or_two_cubes_and_fit_their_colour(sets):
    """WB-47: the schema refuses an effect of another colour."""
    for spell, ladder in sets.LADDERS.items():
        for rung in (*ladder, sets.CHOSEN[spell]):
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
