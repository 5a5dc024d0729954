"""Watching and playing in the browser: every frame by key, slider and click, one seat's eyes, a whole game by mouse and keyboard."""

import json

import pytest

from brewsim.workbench.watching import AskedReplay, Kept, chances, replay
from tests.workbench.conftest import PHONE

pytestmark = pytest.mark.compiled_only  # thousands of games are looked through
ASKED = {"title": "brew_crafters", "bots": ["greedy"], "seats": 2}


def test_a_game_can_be_asked_for_by_number_or_by_what_it_is():
    assert replay(None, AskedReplay(**ASKED, game=12))["game"] == 12
    for kind in ("typical", "closest", "surprising"):
        found = replay(None, AskedReplay(**ASKED, game=kind))
        assert found["why"]
        assert found["game"] == replay(None, AskedReplay(**ASKED, game=kind))["game"]
        assert chances(None, AskedReplay(**ASKED, game=kind))["points"][-1]["frame"] == len(found["frames"]) - 1


def test_base_and_variant_are_two_games_of_the_same_deal():
    question = {**ASKED, "changes": {"game.target_rep": 12}, "game": 3}
    base, variant = replay(None, AskedReplay(**question, of="base")), replay(None, AskedReplay(**question, of="variant"))
    assert base["opening"] == variant["opening"]
    assert base["changes"] == []
    assert variant["changes"][0]["value"] == 12
    assert len(variant["frames"]) < len(base["frames"])


def test_only_the_last_few_things_are_kept():
    kept, made = Kept[int](2), []
    for key in (1, 2, 1, 3, 2):
        assert kept.find(key, lambda key=key: made.append(key) or key) == key
    assert made == [1, 2, 3, 2]


@pytest.mark.parametrize("game", [-1, 10**12, "best", 1.5, None, [1]])
def test_a_game_that_cannot_be_is_refused(workbench, game):
    answer = workbench.ask("POST", "api/replays", json={**ASKED, "game": game})
    assert answer.status_code == 400
    assert answer.json()["message"]


def test_sittings_over_the_wire(workbench):
    begun = workbench.ask("POST", "api/sittings", json={**ASKED, "seat": 2}).json()
    assert begun["seat"] == 2
    hands = [own.get("hidden") for own in begun["scene"]["seats"]]
    assert hands[0] is None
    assert hands[1] is not None
    after = workbench.ask("POST", f"api/sittings/{begun['id']}/choose", json={"option": 0, "step": 0}).json()
    assert after["step"] == 1
    log = workbench.ask("GET", f"api/sittings/{begun['id']}/log").json()
    assert workbench.ask("POST", "api/sittings/read", json={"log": log}).json()["story"] == after["story"]
    log["choices"][0]["words"] = "something else"
    refused = workbench.ask("POST", "api/sittings/read", json={"log": log})
    assert refused.status_code == 400
    assert refused.json()["message"].startswith("choice 1 of the log")
    assert workbench.ask("POST", "api/sittings/read", json={"log": {"title": "brew_crafters"}}).status_code == 400
    assert workbench.ask("GET", "api/sittings/none").status_code == 404


def test_a_replay_is_stepped_through_by_keys_slider_and_story(new_page):
    page = new_page("#/brew_crafters/watch/3?seats=2&bots=greedy")
    page.wait_for_selector(".watch-count")
    count = page.locator(".watch-count")
    last = int(count.inner_text().split("/")[1])

    def now() -> int:
        return int(count.inner_text().split("/")[0])

    for key, there in [("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("Home", 1)]:
        page.keyboard.press(key)
        assert now() == there
    page.keyboard.press("ArrowDown")
    assert page.locator(".watch-decision h2").inner_text().endswith("round 2")
    page.keyboard.press("ArrowUp")
    assert now() == 1
    page.locator(".watch-slider").fill("4")
    assert now() == 5
    page.locator(".story-line").nth(8).click()
    assert now() == 9
    page.wait_for_selector(".chance-line")
    box = page.locator(".chance").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    assert abs(now() - last / 2) <= 2
    page.locator(".watch-table").focus()
    page.keyboard.press(" ")
    before = now()
    page.wait_for_function("n => Number(document.querySelector('.watch-count').textContent.split('/')[0]) > n", arg=before)
    page.keyboard.press(" ")


def test_nothing_moves_from_one_frame_to_the_next(new_page):
    page = new_page("#/brew_crafters/watch/3?seats=2&bots=greedy")
    page.wait_for_selector(".chance-line")
    places = """() => ['.watch-table', '.options', '.story', '.chance', '.watch-slider', '.watch-steps'].map((name) => {
        const box = document.querySelector(name).getBoundingClientRect();
        return [box.x, box.y, box.width, box.height].map(Math.round).join();
    }).join(';')"""
    first = page.evaluate(places)
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(places) == first


def test_through_one_seat_s_eyes_other_hands_and_draws_are_not_seen(new_page):
    page = new_page("#/brew_crafters/watch/3?seats=2&bots=greedy")
    page.wait_for_selector(".story-line")
    every = page.locator(".story").inner_text()
    page.locator("label:has(input[value='2'][name='segments-hands-seen-by'])").click()
    seen = page.locator(".story").inner_text()
    assert seen != every
    page.keyboard.press("Home")
    assert "Seat 2 does not see" in page.locator(".options-more").inner_text()
    assert page.locator(".options li").count() == 0
    page.keyboard.press("ArrowRight")
    assert page.locator(".watch-count").inner_text().startswith("2 /")  # the keys still belong to the game


def test_the_replay_is_saved_as_a_file(new_page, tmp_path):
    page = new_page("#/brew_crafters/watch/3?seats=2&bots=greedy")
    page.wait_for_selector(".watch-count")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "brew_crafters_game_3.html"
    download.value.save_as(tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "has_touch": True}], ids=["wide", "phone"])
def test_a_game_is_played_to_its_end_and_its_log_read_back(new_page, tmp_path, options):
    page = new_page("#/brew_crafters/play?seats=2&bots=greedy&set=game.target_rep:6", **options)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".play-option")
    while not page.locator(".play-result").count():
        lines = page.locator(".story li").count()
        page.locator(".play-option").last.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.story li').length !== n || document.querySelector('.play-result')", arg=lines
        )
    assert "Seat 1 (you)" in page.locator(".play-result").inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the log").click()
    path = tmp_path / "log.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["changes"] == {"game.target_rep": 6}
    story = page.locator(".story").inner_text()
    page.reload()
    page.wait_for_selector(".play-result")
    assert page.locator(".story").inner_text() == story
    page.get_by_role("button", name="Another game").click()
    page.get_by_label("Read a log").set_input_files(path)
    page.wait_for_selector(".play-result")
    assert page.locator(".story").inner_text() == story


def test_a_wrong_log_is_refused_in_a_line(new_page, tmp_path):
    page = new_page("#/brew_crafters/play?seats=2&bots=greedy")
    (tmp_path / "bad.json").write_text("no log")
    page.get_by_label("Read a log").set_input_files(tmp_path / "bad.json")
    page.get_by_text("bad.json is not the log of a game").wait_for()


def test_many_options_are_found_by_typing(new_page):
    page = new_page("#/brew_crafters/play?seats=2&bots=greedy")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".play-option")
    while page.locator(".play-filter").count() == 0:
        with page.expect_response(lambda answer: answer.url.endswith("/choose")):
            page.locator(".play-option").first.click()
        page.wait_for_function("() => !document.querySelector('.play-option:disabled')")
    everything = page.locator(".play-option").all_inner_texts()
    page.locator(".play-filter").fill("BREWS ale")
    found = page.locator(".play-option").all_inner_texts()
    assert found == [text for text in everything if "brews" in text.lower() and "ale" in text.lower()]
    assert 0 < len(found) < len(everything)
    page.locator(".play-filter").fill("no such thing")
    assert page.locator(".play-option").count() == 0
