"""Repairs as a page asks for them: what is wrong said in place, one search at a time, stopped and gone on with, cards at the end."""

import json

import pytest

from brewsim.advising.levers import find_levers
from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title
from brewsim.goals import parse_goal
from brewsim.measured import read_measured
from brewsim.rules import load_rules
from brewsim.workbench.endpoints import NotThere, WrongFields
from brewsim.workbench.live import Live
from brewsim.workbench.repairing import Repairs
from brewsim.workbench.repairs import AskedRepair, wishes
from brewsim.workbench.rulebook import rulebook
from tests.waiting import await_that
from tests.workbench.test_live import MANY, asking

TARGET = "game.target_rep"
SMALL = {"title": "brew_crafters", "goals": ["rounds 5.4..6.6"], "sections": ["game"], "seats": [2], "skill": ["greedy"], "games": 10_000}


def request(**keys):
    return AskedRepair(**SMALL | keys).request()


def at_once(is_over):
    """Nobody waits for a live answer."""


@pytest.fixture
def search(tmp_path):
    one = Repairs(tmp_path / "repairs", 2, at_once)
    yield one
    one.close()


def found(search, asked):
    search.begin(asked, instead=False)
    await_that(lambda: search.get(asked.name)["state"] not in ("compiling", "playing"))
    return search.get(asked.name)


@pytest.mark.parametrize("title", TITLES)
def test_every_wish_is_a_goal_that_can_be_read(title):
    listed = wishes(title)["subjects"]
    assert len({wish["label"] for wish in listed}) == len(listed)
    for wish in listed:
        for relation in wish["relations"]:
            text = f"{wish['name']} {'3..7' if relation == '..' else f'{relation} 7'}"
            assert parse_goal(load_title(title), text).text == text


@pytest.mark.parametrize(
    ("title", "section"), [("brew_crafters", "seats"), ("heaven_and_ale", "barrels"), ("heaven_and_ale", "barrels.goals")]
)
def test_only_the_numbers_of_chosen_sections_may_change(title, section):
    asked = AskedRepair(title=title, goals=["seats within 2"], sections=[section]).request()
    (own,) = [each for each in rulebook(title)["sections"] if each["name"] == section]
    levers = find_levers(load_rules(title), asked.may, asked.never)
    assert {lever.path for lever in levers} <= {value["path"] for value in own["values"]}
    (told,) = [each["levers"] for each in wishes(title)["sections"] if each["name"] == section]
    assert len(levers) == told > 0


@pytest.mark.parametrize(
    ("keys", "field", "why"),
    [
        ({"goals": ["rounds 9..11", "fun above 3"]}, "goals.1", "has no measure 'fun'"),
        ({"goals": ["rounds 11..9"]}, "goals.0", "the limits are upside down"),
        ({"goals": ["rounds"]}, "goals.0", "write what is measured and its limit"),
        ({"goals": ["rounds below 5", "rounds above 6"]}, "goals", "contradict each other"),
        ({"goals": ["seat 4 below 30"]}, "goals.0", "no table here has seat 4"),
        ({"sections": ["cellar"]}, "goals", "has no section 'cellar'"),
        ({"skill": ["nobody"]}, "goals", "unknown bot"),
        ({"base": {TARGET: 999}}, TARGET, "999 is not allowed"),
    ],
)
def test_what_is_wrong_is_said_in_its_place(keys, field, why):
    with pytest.raises(WrongFields) as error:
        request(**keys)
    assert list(error.value.fields) == [field]
    assert why in error.value.fields[field]
    assert not error.value.fields[field].startswith("goal '")  # that stands beside it


@pytest.mark.parametrize(
    "keys", [{"goals": []}, {"goals": ["rounds below 9"] * 13}, {"goals": ["x" * 201]}, {"games": 10**9}, {"sure": 1.0}, {"spare": 1}]
)
def test_the_server_bounds_what_it_takes(workbench, keys):
    answer = workbench.ask("POST", "api/repairs", json=SMALL | keys)
    assert answer.status_code == 400
    assert answer.json()["message"]


@pytest.mark.compiled_only
def test_repairs_are_cards_and_stay_for_the_next_page(workbench):
    begun = workbench.ask("POST", "api/repairs", json=SMALL).json()
    await_that(lambda: workbench.ask("GET", f"api/repairs/{begun['id']}").json()["state"] == "done")
    told = workbench.ask("POST", "api/repairs/look", json=SMALL).json()
    assert told["verdict"].startswith("The rules as they are: rounds 5.4..6.6 is surely missed. Repairs that surely meet all goals")
    base, first, *_ = told["cards"]
    assert (base["is"], base["words"], base["goals"][0]["standing"]) == ("the rules as they are", [], "fails")
    assert (first["is"], list(first["changes"])) == ("confirmed", [TARGET])
    assert first["words"] == [f"game: target rep 21 -> {first['changes'][TARGET]}"]
    assert [first["goals"][0][key] for key in ("goal", "standing", "where")] == ["rounds 5.4..6.6", "holds", "2 seats, greedy"]
    assert first["goals"][0]["interval"]
    assert [path.suffix for path in (workbench.out / "repairs").iterdir()] == [".json"]  # for a report; no journal
    assert read_measured(workbench.out / "repairs" / f"{told['id']}.json").facts["goals"] == SMALL["goals"]
    assert workbench.ask("POST", "api/repairs", json=SMALL).json()["cards"] == told["cards"]  # nothing is played again
    assert workbench.ask("POST", "api/repairs/somebody/stop", json={}).status_code == 404


@pytest.mark.compiled_only
def test_a_search_that_is_stopped_goes_on_and_finds_the_same(tmp_path):
    asked, calls = request(), []
    whole = found(Repairs(tmp_path / "whole", 2, at_once), asked)

    def stop_soon(is_over):
        calls.append(1)
        if len(calls) == 12:
            stopped.stop(asked.name)

    stopped = Repairs(tmp_path / "stopped", 1, stop_soon)
    assert found(stopped, asked)["state"] == "stopped"
    stopped.close()
    (journal,) = (tmp_path / "stopped").iterdir()
    known = journal.read_text().splitlines()
    assert len(known) >= 2  # what it is about, and games
    again = Repairs(tmp_path / "stopped", 2, at_once)
    assert again.look(asked)["state"] == "stopped"
    assert found(again, asked)["cards"] == whole["cards"]
    (answer,) = (tmp_path / "stopped").iterdir()
    assert answer.read_bytes() == (tmp_path / "whole" / answer.name).read_bytes()


@pytest.mark.compiled_only
def test_two_pages_share_one_search_and_a_third_must_say_that_its_own_comes_first(tmp_path):
    calls = []

    def rest_soon(is_over):
        """Some games are played, and then none before the search is stopped."""
        calls.append(1)
        await_that(lambda: len(calls) < 12 or is_over())

    search = Repairs(tmp_path / "repairs", 1, rest_soon)
    one, other = request(), request(goals=["rounds below 6"])
    id = search.begin(one, instead=False)["id"]
    assert search.begin(one, instead=False)["id"] == id
    with pytest.raises(WrongFields) as error:
        search.begin(other, instead=False)
    assert "another repair is being looked for (rounds 5.4..6.6)" in error.value.fields["instead"]
    assert search.get(id)["state"] in ("compiling", "playing")
    assert search.look(other)["state"] == "new"
    await_that(lambda: search.get(id)["games"])
    assert search.begin(other, instead=True)["state"] == "compiling"
    assert search.look(one)["state"] == "stopped"
    with pytest.raises(NotThere):
        search.get(id)
    search.close()


@pytest.mark.compiled_only
def test_a_live_answer_comes_first(tmp_path):
    """As long as somebody waits for its first numbers, the search plays nothing."""
    live = Live(tmp_path, workers=1)
    search = Repairs(tmp_path / "repairs", 1, live.wait_for_rest)
    asked = request()
    try:
        playing = live.get(live.ask(asking(**MANY)))
        live.pause(playing.id)  # it wants games, and gets none
        with playing.watched():
            playing.begin()
            live._player._active.append(playing)
            assert playing.is_urgent
            search.begin(asked, instead=False)
            await_that(lambda: search.get(asked.name).get("is_waiting"))
            assert search.get(asked.name)["games"] == 0
        await_that(lambda: search.get(asked.name)["games"] > 0)  # the page was closed
    finally:
        search.close()
        live.close()


def test_a_damaged_answer_is_looked_for_again(search, tmp_path):
    asked = request()
    (tmp_path / "repairs").mkdir()
    (tmp_path / "repairs" / f"{asked.name}.json").write_text(json.dumps({"kind": "advice"}))
    assert search.look(asked)["state"] == "new"


@pytest.mark.compiled_only
def test_what_lies_in_the_way_is_said_and_left_alone(search, tmp_path):
    asked = request()
    journal = tmp_path / "repairs" / f"{asked.name}.journal"
    journal.parent.mkdir()
    journal.write_text("mine")
    told = found(search, asked)
    assert told["state"] == "failed"
    assert "is no journal" in told["message"]
    assert journal.read_text() == "mine"
    with pytest.raises(BadInput):
        search.stop("another")
