"""What a card's page shows is what the statistics found."""

from dataclasses import replace

import pytest

from brewsim.results import open_run
from brewsim.runner import execute, prepare
from brewsim.stats.cards import restricted
from brewsim.stats.variants import response
from brewsim.workbench.cards import curve_stages, find_card, study_stages
from brewsim.workbench.questions import Question
from brewsim.workbench.strengths import tell_curve, tell_study

pytestmark = pytest.mark.compiled_only
GAMES = 1_000


@pytest.fixture(scope="module")
def reserve():
    return find_card(Question(title="brew_crafters", seats=2), "special_reserve")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Plays the stages of a card with few games, and gives what each has found."""

    def play(stages):
        found, runs = [], []
        for stage in stages:
            cases = tuple(replace(case, games=GAMES) for case in stage.experiment.cases)
            plan = prepare(replace(stage.experiment, games=GAMES, cases=cases), tmp_path_factory.mktemp("card") / "run")
            for _ in execute(plan, 1):
                pass
            runs.append(open_run(plan.folder))
            found.append(stage.find(runs[-1]))
        return runs, found

    return play


@pytest.fixture(scope="module")
def study(reserve, played):
    return played(study_stages(reserve))


def test_before_the_first_games_nothing_is_told():
    assert tell_study([]) == {"strength": None, "place": None, "kind": [], "rounds": [], "partners": []}
    assert tell_curve("ale", []) == {"measures": [], "lines": []}


def test_the_worth_is_that_of_restricted_play_in_points(study):
    runs, found = study
    row = restricted(runs[0]).row(0, named=True)
    strength = tell_study(found)["strength"]
    assert strength["restricted"] == {key: pytest.approx(100 * row[key]) for key in ("value", "low", "high")} | {"n": row["n"]}
    assert strength["per_use"]["value"] == pytest.approx(100 * row["per_use"])
    assert strength["per_game"]["n"] == row["games"]


def test_stages_fill_the_page_one_after_the_other(study):
    _, found = study
    first, second, third = (tell_study(found[:n]) for n in (1, 2, 3))
    assert first["strength"]
    assert first["rounds"]
    assert (first["place"], first["kind"]) == (None, [])
    assert second["place"]["sentence"].lower().count("special reserve") == 1
    assert second["partners"] == [] != third["partners"]


def test_the_card_has_the_same_worth_in_the_list_of_its_kind(study):
    told = tell_study(study[1])
    own = [row for row in told["kind"] if row["is_own"]]
    assert [row["label"] for row in own] == ["Special Reserve"]
    assert own[0]["worth"] == told["strength"]["restricted"]
    worths = [row["worth"]["value"] for row in told["kind"] if row["worth"]]
    assert worths == sorted(worths, reverse=True)


def test_rounds_add_up_to_the_seats_that_use_it(study):
    told = tell_study(study[1])
    assert sum(row["share"]["value"] for row in told["rounds"]) == pytest.approx(told["strength"]["used"]["value"])


def test_a_curve_tells_each_value_once_and_its_difference_to_print(reserve, played):
    path = "recipes.special_reserve.rep"
    runs, found = played(curve_stages(reserve, path))
    told = tell_curve("special_reserve", found)
    assert [measure["key"] for measure in told["measures"]][:2] == ["worth special_reserve", "used special_reserve"]
    for measure in told["measures"]:
        places = [point["at"] for point in measure["points"]]
        assert places == sorted(set(places))
    used = told["measures"][1]
    printed = reserve.rules.values[path]
    at_print = next(point for point in used["points"] if point["at"] == printed)
    assert at_print["difference"]["value"] == 0.0
    row = response(runs[0], path).filter(measure="used", group="special_reserve", rule=used["points"][0]["at"]).row(0, named=True)
    assert used["points"][0]["difference"]["value"] == pytest.approx(100 * row["difference"])
    assert told["lines"]


def test_a_curve_of_its_first_stage_alone_has_fewer_points(reserve, played):
    stages = curve_stages(reserve, "recipes.special_reserve.rep")
    _, found = played(stages[:1])
    told = tell_curve("special_reserve", found)
    assert len(told["measures"][0]["points"]) == 4
