"""The rules as the page shows them: nothing is left out, and every cell of a grid is a value."""

import json

import pytest

from brewsim.games import TITLES
from brewsim.rules import load_rules, settings
from brewsim.workbench.rulebook import rulebook, titles


def test_every_value_that_can_be_set_stands_in_one_section(title_name):
    shown = [value["path"] for section in rulebook(title_name)["sections"] for value in section["values"]]
    assert sorted(shown) == sorted(one.path for one in settings(title_name))


def test_cells_of_a_grid_are_values_at_row_and_column(title_name):
    for section in rulebook(title_name)["sections"]:
        if section["is_grid"]:
            cells = {f"{section['name']}.{row['name']}.{column['name']}" for row in section["rows"] for column in section["columns"]}
            assert {value["path"] for value in section["values"]} <= cells
            assert len(section["rows"]) > 1


def test_limits_are_those_of_the_rules(title_name):
    values = [value for section in rulebook(title_name)["sections"] for value in section["values"]]
    for value in [value for value in values if value["kind"] == "integer"]:
        assert value["low"] <= value["printed"] <= value["high"], value["path"]
    for value in [value for value in values if value["kind"] == "choice"]:
        assert value["printed"] in value["choices"], value["path"]


def test_a_choice_of_the_page_is_a_rule():
    values = [value for section in rulebook("brew_crafters")["sections"] for value in section["values"] if value["kind"] == "choice"]
    for value in values:
        for choice in value["choices"]:
            load_rules("brew_crafters", {value["path"]: choice})


def test_cards_are_a_grid_with_names_and_meanings():
    cards = next(section for section in rulebook("brew_crafters")["sections"] if section["name"] == "cards")
    farm = next(row for row in cards["rows"] if row["name"] == "farm")
    copies = next(column for column in cards["columns"] if column["name"] == "copies")
    assert (farm["label"], farm["item"], copies["meaning"]) == ("Farm", "farm", "in the deck")
    assert copies["used"] == len(cards["rows"])


def test_titles_have_seats_bots_plans_and_items():
    listed = titles()
    assert [one["name"] for one in listed] == list(TITLES)
    for one in listed:
        names = {bot["name"] for bot in one["bots"]}
        assert one["usual_seats"] in one["seats"]
        assert {one["usual_bot"], *one["plans"]} <= names
        assert all(item["label"] and item["kind"] for item in one["items"])
    json.dumps(listed)


@pytest.mark.parametrize("name", TITLES)
def test_rules_are_plain_data(name):
    assert json.loads(json.dumps(rulebook(name))) == rulebook(name)
