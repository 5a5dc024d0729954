"""The games of a card's page: which cards are taken away, which go along, which values a curve has."""

import pytest

from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title
from brewsim.workbench import cards
from brewsim.workbench.cards import card, curve_points, curve_stages, find_card, study_stages
from brewsim.workbench.questions import Question

RECIPES = {"ale", "porter", "lambic", "coffee_stout", "special_reserve"}


@pytest.fixture
def ale():
    question = Question(title="brew_crafters", seats=2, bots=["greedy"], changes={"recipes.ale.rep": 4, "game.target_rep": 18})
    return find_card(question, "ale")


def test_a_card_says_its_values_as_they_are_now_and_in_print(ale):
    told = card(None, ale.question, "ale")
    assert (told["label"], told["kind"]) == ("Ale", "recipe")
    assert {other["item"] for other in told["others"]} == RECIPES - {"ale"}
    rep = next(value for value in told["values"] if value["path"] == "recipes.ale.rep")
    assert (rep["label"], rep["printed"], rep["value"], rep["basis"]) == ("Rep", 3, 4, "printed")
    assert rep["points"] == [0, 1, 2, 3, 4, 5, 6]
    assert all(value["path"].startswith("recipes.ale.") for value in told["values"])


@pytest.mark.parametrize("title", TITLES)
def test_every_item_of_every_title_has_a_page(title):
    for item in load_title(title).items:
        told = card(None, Question(title=title), item)
        assert told["label"]
        for value in told["values"]:
            assert len(value["points"]) <= cards.MOST_POINTS
            assert not value["points"] or value["printed"] in value["points"]


def test_an_unknown_card_is_refused():
    with pytest.raises(BadInput, match="did you mean 'ale'"):
        card(None, Question(title="brew_crafters"), "alle")


def test_the_card_is_taken_away_alone_then_each_of_its_kind_then_with_those_that_go_along(ale):
    alone, kind, pairs = (stage.experiment for stage in study_stages(ale))
    assert [case.without for case in alone.cases] == [(), ("ale",)]
    assert [case.without for case in kind.cases][:2] == [(), ("ale",)]
    assert {item for case in kind.cases for item in case.without} == RECIPES
    both = [case.without for case in pairs.cases if len(case.without) == 2]
    assert 1 <= len(both) <= cards.PARTNERS
    assert all("ale" in pair for pair in both)
    for experiment in (alone, kind, pairs):
        assert {case.lineup.names for case in experiment.cases} == {("greedy", "greedy")}
        assert all(case.rules.values["recipes.ale.rep"] == 4 for case in experiment.cases), "the present rules"


def test_a_curve_has_the_printed_number_in_every_stage_and_its_ends_first(ale):
    stages = [stage.experiment for stage in curve_stages(ale, "recipes.ale.rep")]
    values = [list(dict.fromkeys(case.rules.values["recipes.ale.rep"] for case in stage.cases)) for stage in stages]
    assert values == [[3, 0, 6, 4], [3, 1, 2, 5]]
    for stage in stages:
        assert {case.rules.values["game.target_rep"] for case in stage.cases} == {18}, "other changes stay"
        assert {case.without for case in stage.cases} == {(), ("ale",)}


def test_a_curve_does_not_depend_on_where_its_own_slider_stands(ale):
    moved = find_card(ale.question.model_copy(update={"changes": {"recipes.ale.rep": 1, "game.target_rep": 18}}), "ale")
    digests = [[stage.experiment.digest for stage in curve_stages(one, "recipes.ale.rep")] for one in (ale, moved)]
    assert digests[0] == digests[1]


@pytest.mark.parametrize("path", ["recipes.porter.rep", "game.target_rep", "recipes.ale", "recipes.ale.name", "", "../x"])
def test_a_path_that_is_no_number_of_the_card_is_refused(ale, path):
    with pytest.raises(BadInput):
        curve_stages(ale, path)


def test_impossible_values_are_left_out_of_a_curve(ale, monkeypatch):
    monkeypatch.setattr(cards, "curve_points", lambda value: [3, 4, 999])
    values = {case.rules.values["recipes.ale.rep"] for stage in curve_stages(ale, "recipes.ale.rep") for case in stage.experiment.cases}
    assert values == {3, 4}


def test_a_number_that_is_not_whole_has_a_curve_too():
    assert curve_points({"kind": "number", "printed": 0.5, "low": 0.0, "high": 1.0})[0] == 0.0
    assert 0.5 in curve_points({"kind": "number", "printed": 0.5, "low": 0.0, "high": 1.0})
