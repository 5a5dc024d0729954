"""A replay as one file: nothing in it refers to anything else, and its data cannot break out of its place."""

import json
import re

import pytest

from brewsim.bots import make_lineup
from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title
from brewsim.rules import load_rules
from brewsim.workbench import onefile
from brewsim.workbench.endpoints import page_folder
from brewsim.workbench.frames import play_game, replay_of
from brewsim.workbench.onefile import bundle, page_of, write_replay

RULES = load_rules("brew_crafters")
LINEUP = make_lineup(load_title("brew_crafters"), ["greedy"] * 3)


@pytest.fixture(scope="module")
def replay():
    return replay_of(play_game(RULES, LINEUP, 1, 0)) | {"chances": {"playouts": 32, "points": []}}


def test_the_file_refers_to_nothing_else(replay):
    page = page_of(replay)
    assert not re.findall(r"<(?:link|img|iframe|object|embed|base)\b", page)
    assert not re.findall(r"<script[^>]*\bsrc=|@import|url\(|\bimport\(|^import |\bfetch\(|XMLHttpRequest|EventSource", page, re.MULTILINE)
    addresses = set(re.findall(r"https?://[^\s\"'`<)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # a name, which no browser asks for


def test_its_policy_lets_it_reach_nothing(replay):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page_of(replay))[1]
    assert policy.startswith("default-src 'none'; img-src data:; script-src 'sha256-")
    assert "unsafe" not in policy


def test_data_stays_data(replay):
    planted = "</script><script>alert(1)</script><!--"
    page = page_of({**replay, "label": planted, "opening": [planted]})
    assert "alert(1)</script>" not in page.replace("&lt;", "<").replace(planted, "", 1) or page.count("<script") == 2
    data = re.search(r'<script type="application/json" id="replay">(.*?)</script>', page, re.DOTALL)[1]
    assert json.loads(data)["opening"] == [planted]
    assert page.count("<script") == 2


@pytest.mark.parametrize("title", [*TITLES, "plain"])
def test_every_table_can_be_bundled(title):
    file = f"tables/{title}.js"
    if not (page_folder() / file).exists():
        pytest.skip(f"{title} has no drawing of its own")
    script = bundle([file, onefile.ENTRY])
    assert f'modules["{file}"] = (() => {{' in script
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)


def test_a_module_comes_after_those_that_it_imports():
    script = bundle([onefile.ENTRY])
    places = [script.index(f'modules["{file}"] = ') for file in ("dom.js", "chanceline.js", "watcher.js", "onefile.js")]
    assert places == sorted(places)


def test_a_line_that_cannot_be_bundled_is_found_when_the_page_is_made(tmp_path, monkeypatch):
    (tmp_path / "odd.js").write_text("export default function odd() {}\n")
    monkeypatch.setattr(onefile, "page_folder", lambda: tmp_path)
    with pytest.raises(ValueError, match="odd.js"):
        bundle(["odd.js"])


def test_bad_places_are_refused_in_one_line_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr(onefile, "play_game", lambda *game: pytest.fail("played"))
    there = tmp_path / "there.html"
    there.write_text("mine")
    for path, why in [
        (there, "is there already"),
        (tmp_path / "game.txt", "ends in .html"),
        (tmp_path / "no" / "game.html", "there is no folder"),
        (tmp_path / "a\nb.html", "control characters"),
        (tmp_path / f"{'x' * 300}.html", "cannot be written"),
    ]:
        with pytest.raises(BadInput, match=why) as error:
            write_replay(path, RULES, LINEUP, 1, 0)
        assert "\n" not in str(error.value)
    assert there.read_text() == "mine"


@pytest.mark.compiled_only
def test_it_works_from_the_disk_without_any_request(tmp_path, browser):
    path = tmp_path / "game.html"
    rules = load_rules("brew_crafters", {"game.target_rep": 15})
    write_replay(path, rules, LINEUP, 1, 0)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    faults, asked = [], []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert page.locator("#bar > *").all_inner_texts() == ["Brew Crafters Travel Card Game", "game 1, seed 0", "game target rep: 21 → 15"]
    decisions = len(play_game(rules, LINEUP, 1, 0).steps) + 1
    assert page.locator(".watch-count").inner_text() == f"1 / {decisions}"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator(".watch-count").inner_text() == f"3 / {decisions}"
    page.keyboard.press("End")
    assert page.locator(".watch-decision h2").inner_text().startswith("The end")
    assert page.locator(".chance-line").count() == 3
    page.close()
    assert faults == []
    assert asked == [path.as_uri()]
