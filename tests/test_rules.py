"""Rules as data: provenance, patches, variants and their errors."""

import pytest

from brewsim.errors import BadInput
from brewsim.games import TITLES
from brewsim.manifest import PRINTED
from brewsim.reading import SOURCE, Change
from brewsim.rules import items_of, load_rules, read_comments, read_variant, settings, split_provenance


def test_the_printed_rules_have_no_changes():
    rules = load_rules("brew_crafters")
    assert rules.variant == PRINTED
    assert rules.changes == {}
    assert rules.values["game.target_rep"] == 21


def test_a_patch_changes_one_value_and_leaves_the_printed_rules_alone():
    rules = load_rules("brew_crafters", {"game.target_rep": 18})
    assert rules.record.target_rep == 18
    assert rules.changes == {"game.target_rep": (21, 18)}
    assert load_rules("brew_crafters").record.target_rep == 21


def test_a_number_is_changed_from_the_printed_one():
    assert load_rules("brew_crafters", {"game.target_rep": Change(-3)}).changes == {"game.target_rep": (21, 18)}
    with pytest.raises(BadInput, match="change numbers only"):
        load_rules("brew_crafters", {"rulings.gift_after_pass": Change(1)})


def test_a_value_that_the_file_leaves_at_its_default_can_be_patched():
    rules = load_rules("brew_crafters", {"cards.farm.bonus_rep.ale": 2})
    assert rules.changes == {"cards.farm.bonus_rep.ale": (0, 2)}


def test_a_changed_assumption_is_no_longer_assumed():
    path = "recipes.porter.rep"
    assert path in {value.path for value in load_rules("brew_crafters").assumed}
    assert path not in {value.path for value in load_rules("brew_crafters", {path: 4}).assumed}


@pytest.mark.parametrize("title", TITLES)
def test_every_path_tells_what_is_allowed_and_every_item_what_it_is(title):
    assert [one.path for one in settings(title)] == list(load_rules(title).values)
    assert all(one.allowed and one.table for one in settings(title))
    silent = [one.path for one in settings(title) if not one.meaning and one.basis and one.path.rpartition(".")[2] not in ("name", "power")]
    assert not silent
    lonely = [one.item for one in items_of(title) if not one.path and one.kind not in ("scoring spot", "landmark")]
    assert not lonely


def test_comments_are_read_beside_values_and_above_tables():
    text = """# Head.

[a]  # one
x = 1  # first
y = "#no"  # second # third
# About b.

[a.b]
z = [
    1,
]
"""
    assert read_comments(text) == {"[a]": "one", "a.x": "first", "a.y": "second # third", "[a.b]": "About b.", "a.b.z": ""}


def test_inner_tables_inherit_provenance_and_single_keys_override_it():
    table = {"a": {"basis": "printed", "source": "p. 1", "x": 1, "y": 2, "assumed": ["y"], "b": {"z": 3, "source": "p. 2"}}}
    values, listed = split_provenance(table)
    assert values == {"a": {"x": 1, "y": 2, "b": {"z": 3}}}
    assert [(v.path, v.basis, v.source) for v in listed] == [
        ("a.x", "printed", "p. 1"),
        ("a.y", "assumed", "p. 1"),
        ("a.b.z", "printed", "p. 2"),
    ]


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"a": {"x": 1}}, "a.x has no source"),
        ({"a": {"x": 1, "source": "p. 1"}}, "a.x has no source or no basis"),
        ({"a": {"x": 1, "source": "p. 1", "basis": "guessed"}}, "no basis"),
        ({"a": {"x": 1, "source": "p. 1", "basis": "printed", "assumed": ["y"]}}, "keys that it does not have: y"),
    ],
)
def test_a_value_without_source_or_basis_is_refused(table, complaint):
    with pytest.raises(ValueError, match=complaint):
        split_provenance(table)


def variant(tmp_path, text):
    path = tmp_path / "short.toml"
    path.write_text(text)
    return path


def test_a_variant_file_is_named_by_its_file(tmp_path):
    rules = read_variant(variant(tmp_path, 'title = "brew_crafters"\n[set]\n"game.target_rep" = 18\ncards.farm.copies = 3\n'))
    assert rules.variant == "short"
    assert rules.changes == {"game.target_rep": (21, 18), "cards.farm.copies": (4, 3)}


def test_a_variant_may_leave_items_blank(tmp_path):
    rules = read_variant(variant(tmp_path, 'title = "brew_crafters"\nblank = ["farm", "ale", "farm"]\n'))
    assert rules.blank == ["farm", "ale"]
    assert rules.changes == {"blank": ([], ["farm", "ale", "farm"])}
    assert load_rules("brew_crafters").blank == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("titel = 'brew_crafters'", "unknown key 'titel'|'title' is missing"),
        ("title = 'brew_crafters'\nsett = {}", "unknown key 'sett'; did you mean 'set'"),
        ("title = 'brew_crafters'\n[set]\n'game.target' = 18", "did you mean 'game.target_rep'"),
        ("title = 'brew_crafters'\n[set]\n'game' = 18", "unknown rule of brew_crafters 'game'"),
        ("title = 'brew_crafters'\n[set]\n'game.target_rep' = 1.5", "game.target_rep = 1.5.*valid integer"),
        ("title = 'brew_crafters'\nblank = ['frm']", "unknown item of brew_crafters 'frm'; did you mean 'farm'"),
        ("title = 'brew_crafters'\n[set]\nblank = 'farm'", "blank = 'farm': a list of items"),
        ("title = 'brew_crafters'\n[set]\n'game.target_rep' = 18\ngame.target_rep = 15", "game.target_rep is set twice"),
        ("title = 'brew_crafters'\nblank = ['farm']\n[set]\nblank = ['ale']", "blank is set twice"),
        ("title = ", "not valid TOML"),
        ("title = 'chess'", "unknown title 'chess'"),
    ],
)
def test_a_bad_variant_says_what_is_wrong(tmp_path, text, complaint):
    with pytest.raises(BadInput, match=complaint):
        read_variant(variant(tmp_path, text))


def test_a_variant_is_named_by_a_file_that_can_be_a_folder(tmp_path):
    path = tmp_path / "two\nlines.toml"
    path.write_text("title = 'brew_crafters'")
    with pytest.raises(BadInput, match="no line breaks"):
        read_variant(path)


def test_some_item_is_left_to_play_with():
    items = list(load_rules("brew_crafters").title.items)
    assert load_rules("brew_crafters", {"blank": items[1:]}).blank == items[1:]
    with pytest.raises(BadInput, match="all 18 items of brew_crafters; leave at least one"):
        load_rules("brew_crafters", {"blank": items})


def test_a_variant_of_another_title_is_refused(tmp_path):
    with pytest.raises(BadInput, match="not of 'brew'"):
        read_variant(variant(tmp_path, "title = 'brew_crafters'"), "brew")


def test_every_title_has_a_repair_that_is_found_in_every_folder(tmp_path, monkeypatch):
    """What the files of the box change can be played, each by a name of its own."""
    monkeypatch.chdir(tmp_path)
    files = sorted((SOURCE / "repairs").glob("*.toml"))
    repairs = [read_variant(f"experiments/repairs/{path.name}") for path in files]
    assert {rules.title.name for rules in repairs} == set(TITLES)
    assert all(rules.changes for rules in repairs)
