"""Levers: what may change by default, within the limits of the schema, and edits in words."""

import pytest

from brewsim.advising.levers import Lever, edited, find_levers, in_words, size
from brewsim.errors import BadInput
from brewsim.games import TITLES
from brewsim.rules import fields_of, load_rules, settings

TITLE = "brew_crafters"


def lever(path: str) -> Lever:
    (found,) = find_levers(load_rules(TITLE), [path])
    return found


@pytest.mark.parametrize("title", TITLES)
def test_by_default_numbers_of_the_rulebook_may_change_within_their_limits(title):
    rules = load_rules(title)
    given = {setting.path for setting in settings(title) if setting.basis}
    fields = fields_of(title)
    found = find_levers(rules)
    assert len(found) > 20
    for one in found:
        assert one.is_number
        assert one.path in given or one.path.startswith("seats.")
        assert not one.path.startswith(("rulings.", "map."))
        assert one.old not in one.new.values()
        limits = fields[one.path].schema
        assert all(limits["minimum"] <= value <= limits["maximum"] for value in one.new.values())


def test_small_numbers_move_by_one_and_large_ones_by_a_twentieth():
    assert lever("game.target_rep").new == {step: 21 + step for step in range(-8, 9) if step}
    assert lever("game.target_rep").stride == 4
    assert lever("recipes.ale.rep").new == {-3: 0, -2: 1, -1: 2, 1: 4, 2: 5, 3: 6}
    assert lever("game.team_gift").new[-1] == 0  # and not below


def test_steps_count_from_the_variant_that_is_to_be_repaired():
    rules = load_rules(TITLE, {"game.target_rep": 15, "game.hand_limit": 9}, "mine")
    (one,) = find_levers(rules, ["game.target_rep"])
    assert (one.old, one.new[-1]) == (15, 14)
    repaired = edited(rules, ((one, -1),))
    assert repaired is not None
    assert {path: new for path, (_, new) in repaired.changes.items()} == {"game.target_rep": 14, "game.hand_limit": 9}


def test_flags_and_words_may_change_if_they_are_asked_for():
    assert lever("rulings.gift_after_pass").new == {1: False}
    assert lever("rulings.refill_after_takes").new == {1: "at_once"}
    words = find_levers(load_rules(TITLE), ["cards.farm.ingredient"])
    assert [one.new[1] for one in words] == ["malt", "yeast", "fruit", "coffee"]


def test_never_takes_out_what_may_lets_in():
    paths = [one.path for one in find_levers(load_rules(TITLE), ["recipes.*.rep"], ["recipes.ale.*"])]
    assert "recipes.porter.rep" in paths
    assert "recipes.ale.rep" not in paths


@pytest.mark.parametrize(
    ("may", "never", "message"),
    [
        (["game.target_reps"], [], r"may=game.target_reps matches no rule; did you mean 'game.target_rep'"),
        ([], ["nothing.*"], r"never=nothing.\* matches no rule"),
        (["game.target_rep"], ["game.*"], "nothing is left to change"),
        (["recipes.ale.name"], [], "nothing is left to change"),
    ],
)
def test_patterns_that_leave_nothing_are_refused(may, never, message):
    with pytest.raises(BadInput, match=message):
        find_levers(load_rules(TITLE), may, never)


def test_edits_are_told_as_a_designer_tells_them_and_have_a_size():
    rules = load_rules(TITLE)
    edits = ((lever("recipes.special_reserve.rep"), -1), (lever("game.target_rep"), -3), (lever("rulings.gift_after_pass"), 1))
    assert in_words(rules, edits) == ["Special Reserve: rep 8 -> 7", "game: target rep 21 -> 18", "rulings: gift after pass true -> false"]
    assert size(edits) == pytest.approx(1 / 8 + 3 / 21 + 1)


def test_impossible_edits_make_no_rules():
    one = Lever("game.target_rep", 21, {1: -5})
    assert edited(load_rules(TITLE), ((one, 1),)) is None
