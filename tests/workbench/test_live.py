"""Questions in the background: the numbers are those of a comparison, nothing is played twice, and what is not wanted stops at once."""

import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from brewsim.manifest import Part
from brewsim.results import open_run
from brewsim.runner import execute, prepare
from brewsim.stats.variants import answer, compare_all
from brewsim.studies import comparison
from brewsim.workbench import questions
from brewsim.workbench.endpoints import NotThere, WrongFields
from brewsim.workbench.live import KEPT, Live
from brewsim.workbench.playing import Playing
from brewsim.workbench.questions import Asked
from brewsim.workbench.sides import Side
from tests.waiting import await_that

pytestmark = pytest.mark.compiled_only
TARGET = "game.target_rep"
GAMES = 2_048
MANY = {"games": questions.MOST_GAMES}


@pytest.fixture(autouse=True)
def few_games(monkeypatch) -> None:
    """Of items and plans, which are not what most of these tests are about."""
    monkeypatch.setattr(questions, "ITEM_GAMES", 32)
    monkeypatch.setattr(questions, "PLAN_GAMES", 0)
    monkeypatch.setattr(questions, "LEAST_PLAN_GAMES", 64)


@pytest.fixture
def live(tmp_path) -> Iterator[Live]:
    one = Live(tmp_path, workers=2)
    yield one
    one.close()


@pytest.fixture
def unending(monkeypatch) -> SimpleNamespace:
    """A question of many games is never done: after the first of them parts wait until nobody wants them."""
    most, play = SimpleNamespace(games=2 * GAMES), Side.play

    def wait(side: Side, part: Part, hear: Callable[[int], object]) -> None:
        while part.first_game >= most.games:
            hear(0)
            time.sleep(0.01)
        play(side, part, hear)

    monkeypatch.setattr(Side, "play", wait)
    return most


def asking(target: int = 18, page: str = "page", **keys) -> Asked:
    return Asked(title="brew_crafters", changes={TARGET: target}, page=page, **({"games": GAMES} | keys))


def played(live: Live, asked: Asked) -> Playing:
    playing = live.get(live.ask(asked))
    await_that(lambda: playing.answer["state"] not in ("compiling", "playing"))
    assert (playing.state, playing.message) == ("done", "")
    return playing


def measure(playing: Playing, key: str) -> dict:
    return next(one for one in playing.answer["measures"] if one["key"] == key)


def parts_of(folder) -> dict:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}


def test_the_numbers_are_those_of_compare(live, tmp_path):
    answered = played(live, asking()).answer
    experiment = comparison("brew_crafters", [], {TARGET: 18}, games=GAMES)
    list(execute(prepare(experiment, tmp_path / "again"), 1))
    frame = compare_all(open_run(tmp_path / "again"))
    assert answered["games"] == answered["of"] == GAMES
    assert answered["lines"] == answer(frame)
    row = frame.filter(measure="win share", group="seat 1").row(0, named=True)
    shown = next(one for one in answered["measures"] if one["key"] == "win share seat 1")
    for side, numbers in (("base", ("base", "base_low", "base_high")), ("variant", ("variant", "variant_low", "variant_high"))):
        assert [shown[side][name] for name in ("value", "low", "high")] == pytest.approx([100 * row[name] for name in numbers])
    assert shown["difference"]["value"] == pytest.approx(100 * row["value"])
    assert shown["verdict"] == row["verdict"]


def test_plans_and_cards_come_with_base_and_variant(live, monkeypatch):
    monkeypatch.setattr(questions, "ITEM_GAMES", 256)
    playing = played(live, asking())
    groups = {one["group"] for one in playing.answer["measures"]}
    assert {"seats", "ties", "length", "scores", "plans", "cards"} <= groups
    reserve = measure(playing, "worth special_reserve")
    assert reserve["base"]["n"] > 0
    assert reserve["difference"]["value"] == pytest.approx(reserve["variant"]["value"] - reserve["base"]["value"])


def test_the_other_way_round_every_difference_is_turned(live, monkeypatch):
    monkeypatch.setattr(questions, "ITEM_GAMES", 256)
    there = played(live, asking())
    back = played(live, Asked(title="brew_crafters", base={TARGET: 18}, games=GAMES, page="page"))
    for key in ("win share seat 1", "rounds", "worth special_reserve"):
        one, other = measure(there, key)["difference"], measure(back, key)["difference"]
        assert (one["value"], one["low"], one["high"]) == pytest.approx((-other["value"], -other["high"], -other["low"]))


def test_without_a_change_only_one_side_is_played(live, tmp_path):
    playing = played(live, asking(21))
    assert playing.answer["is_same"]
    assert len(list((tmp_path / "runs" / "brew_crafters_games").iterdir())) == 1
    assert measure(playing, "win share seat 1")["variant"] is None
    assert playing.answer["lines"][0].startswith("Win share of seat")


def test_what_was_played_before_is_not_played_again(live, tmp_path):
    first = played(live, asking()).answer
    before = parts_of(tmp_path)
    live.close()
    again = Live(tmp_path, workers=2)
    try:
        assert played(again, asking()).answer["measures"] == first["measures"]
        played(again, asking(21))  # the base of the other question
        assert parts_of(tmp_path) == before
    finally:
        again.close()


def test_a_question_that_is_done_is_told_at_once_and_goes_on_when_more_is_asked(live):
    playing = played(live, asking())
    version = playing.version
    live.ask(asking())
    assert (playing.state, playing.version) == ("done", version)
    live.more(playing.id)
    await_that(lambda: playing.state == "done")
    assert playing.answer["games"] == 2 * GAMES
    assert live.get(live.ask(asking(games=4 * GAMES))) is playing
    await_that(lambda: playing.state == "done")
    assert playing.answer["games"] == 4 * GAMES


def test_it_stops_at_the_precision_and_at_the_same_number_of_games_again(live, tmp_path):
    playing = played(live, asking(games=None, precision=2.0))
    games = playing.answer["games"]
    assert playing.answer["reached"] <= 2.0 < 100
    assert games < 10_000
    live.close()
    again = Live(tmp_path, workers=1)
    try:
        assert played(again, asking(games=None, precision=2.0)).answer["games"] == games
    finally:
        again.close()


def test_a_new_question_of_a_page_cancels_the_old_one_at_once(live, unending):
    old = live.get(live.ask(asking(**MANY)))
    await_that(lambda: old.answer["games"])
    new = live.ask(asking(17))
    assert old.state == "cancelled"
    games = old.answer["games"]
    await_that(lambda: live.get(new).state == "done")
    assert (old.state, old.answer["games"]) == ("cancelled", games)


def test_a_question_that_another_page_asks_too_goes_on(live, unending):
    shared = live.get(live.ask(asking(page="one", **MANY)))
    live.ask(asking(page="two", **MANY))
    live.ask(asking(17, page="one"))
    assert shared.is_active
    live.ask(asking(16, page="two"))
    assert shared.state == "cancelled"


def test_of_two_pages_that_ask_the_same_the_one_that_wants_more_gets_it(live):
    one = live.get(live.ask(asking(page="one", games=2 * GAMES)))
    live.ask(asking(page="two"))
    await_that(lambda: one.state == "done")
    assert one.answer["games"] == 2 * GAMES


def test_two_pages_are_played_at_the_same_time(live):
    one = live.get(live.ask(asking(17, page="one")))
    two = live.get(live.ask(asking(18, page="two")))
    await_that(lambda: one.state == two.state == "done")


def test_of_a_hundred_questions_only_the_last_is_played(live, tmp_path):
    asked = [live.ask(asking(5 + number)) for number in range(100)]
    last = live.get(asked[-1])
    await_that(lambda: last.state == "done")
    assert len(live._known) <= KEPT + 1
    assert all(playing.state == "cancelled" for id, playing in live._known.items() if id != last.id)
    with pytest.raises(NotThere):
        live.get(asked[0])


def test_pause_and_go_on(live, unending, tmp_path):
    asked = asking(**MANY)
    playing = live.get(live.ask(asked))
    await_that(lambda: playing.answer["games"])
    live.pause(playing.id)
    await_that(lambda: not live._player._busy)
    folder = tmp_path / "runs" / "brew_crafters_games" / asked.experiment("variant").digest
    games, before = playing.answer["games"], parts_of(folder)
    played(live, asking(17, page="other", seed=1))  # the workers have time for it
    assert (playing.state, playing.answer["games"], parts_of(folder)) == ("paused", games, before)
    unending.games = MANY["games"]
    live.go_on(playing.id)
    await_that(lambda: playing.answer["games"] > games)


def test_what_was_stopped_can_be_read_by_every_command(live, unending, tmp_path):
    playing = live.get(live.ask(asking(**MANY)))
    await_that(lambda: playing.answer["games"])
    live.close()
    for manifest in (tmp_path / "runs" / "brew_crafters_games").glob("*/manifest.json"):
        assert open_run(manifest.parent).games >= playing.answer["games"]


def test_a_wrong_question_is_refused_before_anything_is_written(live, tmp_path):
    with pytest.raises(WrongFields) as error:
        live.ask(asking(1_000))
    assert list(error.value.fields) == [TARGET]
    assert not list(tmp_path.iterdir())


def test_what_lies_in_the_way_fails_one_question_and_leaves_the_others(live, tmp_path):
    folder = tmp_path / "runs" / "brew_crafters_games" / asking().experiment("variant").digest
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("not a run")
    failed = live.get(live.ask(asking(page="one")))
    await_that(lambda: not failed.is_active)
    assert failed.state == "failed"
    assert "holds no run" in failed.message
    played(live, asking(17, page="two"))


def test_a_second_server_may_not_write_to_the_same_run(live, unending, tmp_path):
    playing = live.get(live.ask(asking(**MANY)))
    await_that(lambda: playing.answer["games"])
    other = Live(tmp_path, workers=1)
    try:
        second = other.get(other.ask(asking(**MANY)))
        await_that(lambda: second.state == "failed")
        assert "another process" in second.message
    finally:
        other.close()


def test_no_thread_is_left(tmp_path, unending):
    before = set(threading.enumerate())
    live = Live(tmp_path, workers=2)
    live.ask(asking(**MANY))
    live.close()
    await_that(lambda: set(threading.enumerate()) <= before)  # one that compiles ends when it has
