"""Counts in the box of Brew, totals of the assumed cards, and rules that cannot be."""

import numpy as np
import pytest

from brewsim.errors import BadInput
from brewsim.games.brew.rules import CARDS, EFFECTS, FORESTS, KINDS, MAX_CARD_VP, POTIONS, SEASONS, Character, Icon
from brewsim.games.brew.spaces import N_FOREST_SPACES
from brewsim.play import check
from brewsim.rules import load_rules, rule_values
from tests.conftest import fewer_if_interpreted


@pytest.fixture(scope="module")
def rules():
    return load_rules("brew").record


def test_cards_in_the_box(rules):
    assert len(FORESTS) == 20
    assert rules.potion_copies.sum() == len(POTIONS) == 32
    assert rules.card_copies.sum() == 36
    assert len(KINDS) == 18


def test_nine_creatures_of_each_season(rules):
    assert np.bincount(rules.card_season, rules.card_copies).tolist() == [9, 9, 9, 9]


def test_every_kind_of_creature_is_in_the_box(rules):
    assert (np.bincount(rules.card_kind, rules.card_copies) > 0).all()
    own_season = [version == SEASONS[rules.card_season[c]] for c, (_, version) in enumerate(CARDS)]
    assert not rules.card_copies[own_season].any()


def test_forests_suffice_exactly_for_four_rounds(rules):
    for seats in (2, 3, 4):
        assert (rules.forest_min_seats <= seats).sum() == 4 * rules.row_forests[seats]


def test_each_season_is_on_eight_forests(rules):
    assert [(rules.forest_seasons >> season & 1).sum() for season in range(4)] == [8, 8, 8, 8]


def test_forest_spaces_and_vp(rules):
    icons = np.concatenate([rules.icon[f, : rules.forest_spaces[f]] for f in range(20)])
    assert np.bincount(icons).tolist() == [27, 30, 29, 6]
    symbols = np.concatenate([rules.symbol[f, : rules.forest_spaces[f]] for f in range(20)])
    assert sorted(np.bincount(symbols)) == [30, 31, 31]
    assert [rules.forest_vp[rules.forest_min_seats <= seats].sum() for seats in (2, 3, 4)] == [55, 74, 94]
    assert icons.max() == Icon.CREATURE


def test_four_potions_of_each_effect(rules):
    assert np.bincount(rules.effect[: len(POTIONS)]).tolist() == [4] * len(EFFECTS)
    assert rules.cost.sum(axis=0).tolist() == [59, 59, 58]
    assert rules.potion_vp.sum() == 144


def test_only_lyric_has_a_higher_limit_and_only_with_powers(rules):
    assert rules.creature_limit.tolist() == [4 if c == Character.LYRIC else 3 for c in range(4)]
    assert load_rules("brew", {"game.character_powers": False}).record.creature_limit.tolist() == [3, 3, 3, 3]


def test_what_is_printed_and_what_is_assumed():
    basis = {value.path: value.basis for value in rule_values("brew")}
    assert basis["game.rounds"] == basis["characters.wren.berries"] == basis["creatures.potion_herald.power"] == "printed"
    assert basis["potions.change_a.vp"] == basis["forests.f01.vp"] == basis["creatures.forest_scorcher.copies.spring"] == "assumed"
    assert basis["dice.forage.meadow"] == "inferred"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game.rounds": 5}, "5 rounds of 3 need 15"),
        ({"forests.f01.min_seats": 4}, "cards at 2 seats"),
        ({"forests.f01.spaces": ["swamp:herb"]}, "pattern"),
        ({"potions.change_a.vp": -1}, "greater than or equal to 0"),
        ({"dice.forage.meadow": 0, "dice.forage.grove": 0, "dice.forage.brook": 0}, "without a face"),
        ({"potions.change_z.vp": 1}, "did you mean"),
        ({"creatures.village_scorcher.copies": "2"}, "integer"),
        ({"forests.f01.vp": MAX_CARD_VP + 1}, "less than or equal to 100"),
        ({"game.scorch_tokens": N_FOREST_SPACES + 1}, "less than or equal to 40"),
        ({"rulings.potions_need": "no_die"}, "'die_left' or 'die_at_start'"),
    ],
)
def test_impossible_rules_are_refused(change, words):
    with pytest.raises(BadInput, match=words):
        load_rules("brew", change)


def test_too_small_a_potion_deck_is_refused():
    with pytest.raises(BadInput, match="the market shows 4"):
        load_rules("brew", {f"potions.{name}.copies": 0 for name in POTIONS[3:]})


def test_forests_of_many_vp_can_be_played():
    """More than the 30 that a pile of tokens would show: scores and homes are still counted right."""
    changes = {f"forests.{name}.vp": MAX_CARD_VP for name in FORESTS} | {f"potions.{name}.vp": MAX_CARD_VP for name in POTIONS}
    assert check(load_rules("brew", changes), 4, fewer_if_interpreted(50), "greedy") == fewer_if_interpreted(50)


def test_a_patch_reaches_the_record():
    assert load_rules("brew", {"potions.change_a.vp": 4}).record.potion_vp[0] == 4
    assert load_rules("brew", {"village.night.fire.scorch": 1}).record.scorch[1, 3] == 1
