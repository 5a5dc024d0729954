"""The whole way through the workbench in a real browser, from a changed number to a saved variant, and what the server refuses."""

import re
import zipfile
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest

from brewsim.rules import load_rules, read_variant
from tests.waiting import SECONDS
from tests.workbench.conftest import PHONE

pytestmark = pytest.mark.compiled_only
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (pip install playwright)")
expect = sync_api.expect
expect.set_options(timeout=SECONDS * 1000)

TABLE = "seats=2&bots=greedy&games=1000"  # quick to play
RULES = f"#/brew_crafters/rules?{TABLE}"


def change(page, label, value):
    """Type a number of the rules."""
    field = page.get_by_role("spinbutton", name=label, exact=True)
    field.fill(str(value))
    field.press("Enter")


def wait_for_address(page, part):
    page.wait_for_function("part => decodeURIComponent(location.hash).includes(part)", arg=part)


def wait_for_answer(page):
    """Until all games of the question are in the answer; those of single cards and plans may still be played."""
    expect(page.locator(".status-text")).to_contain_text("1,024 games")
    expect(page.locator(".pane-answer .measure[data-key]").first).to_be_visible()


def test_a_changed_number_becomes_a_saved_variant(new_page, workbench):
    page = new_page(RULES)
    change(page, "Target rep", 18)
    wait_for_address(page, "set=game.target_rep:18")
    wait_for_answer(page)
    expect(page.get_by_text("Variant: 1 change")).to_be_visible()
    expect(page.locator(".verdict")).not_to_be_empty()

    page.get_by_role("button", name="Take away").click()
    page.get_by_role("button", name="Save as a variant").click()
    page.get_by_role("textbox", name="Name of the variant").fill("shorter")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    saved = workbench.out / "variants" / "shorter.toml"
    assert download.value.suggested_filename == "shorter.toml"
    assert Path(download.value.path()).read_text() == saved.read_text()
    assert read_variant(saved).values == load_rules("brew_crafters", {"game.target_rep": 18}).values

    page.get_by_role("button", name="Command").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("brewsim compare brew_crafters --set game.target_rep=18 ")

    with page.expect_download() as download:
        page.get_by_role("button", name="Report").click()
    with zipfile.ZipFile(download.value.path()) as report:
        page_of_report = next(name for name in report.namelist() if name.endswith("index.html"))
        assert b"game.target_rep" in report.read(page_of_report)


def test_a_name_that_is_taken_is_replaced_only_when_told_to(new_page, workbench):
    page = new_page(RULES + "&set=game.target_rep:19", may_be_refused=True)
    page.get_by_role("button", name="Take away").click()
    page.get_by_role("button", name="Save as a variant").click()
    name = page.get_by_role("textbox", name="Name of the variant")
    name.fill("../outside")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("a name has letters, digits")).to_be_visible()
    mine = workbench.out / "variants" / "taken.toml"
    mine.parent.mkdir(parents=True, exist_ok=True)
    mine.write_text('title = "brew_crafters"\n')
    name.fill("taken")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("there is another variant")).to_be_visible()
    assert mine.read_text() == 'title = "brew_crafters"\n'
    with page.expect_download():
        page.get_by_role("button", name="Replace it").click()
    assert read_variant(mine).values["game.target_rep"] == 19


def test_a_wrong_value_says_why_at_its_field_and_plays_nothing(new_page):
    page = new_page(RULES)
    wait_for_answer(page)
    asked = []
    page.on("request", lambda request: asked.append(request) if request.url.endswith("/api/questions") else None)
    change(page, "Target rep", 999)
    rule = page.locator("[data-path='game.target_rep']")
    expect(rule.locator(".wrong")).to_contain_text("200")
    expect(rule.get_by_role("spinbutton")).to_have_attribute("aria-invalid", "true")
    rule.get_by_role("button", name="Reset").click()
    expect(rule.locator(".wrong")).to_be_empty()
    page.wait_for_timeout(1500)  # longer than a change rests before it is asked about
    assert all('"game.target_rep":999' not in (request.post_data or "") for request in asked)


def test_a_jump_to_a_section_scrolls_the_rules_and_nothing_else(new_page):
    page = new_page(RULES)
    page.get_by_role("button", name="Cards", exact=True).click()
    expect(page.get_by_role("heading", name="Cards")).to_be_in_viewport()
    bar = page.locator(".changes").bounding_box()
    assert bar["y"] + bar["height"] == page.viewport_size["height"]


def test_a_block_from_a_spreadsheet_is_pasted_and_undone_as_one(new_page):
    page = new_page(RULES)
    page.evaluate("navigator.clipboard.writeText('4\\n5')")
    first = page.locator("td[data-path='recipes.ale.rep']")
    first.click()
    page.keyboard.press("Control+V")
    wait_for_address(page, "set=recipes.ale.rep:4")
    wait_for_address(page, "set=recipes.porter.rep:5")
    expect(first).to_have_class(re.compile("changed"))
    expect(page.locator(".chip")).to_have_count(2)
    page.keyboard.press("Control+Z")
    expect(page.locator(".chip")).to_have_count(0)
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator(".chip")).to_have_count(2)


def test_a_new_change_cancels_the_old_games_at_once(new_page, workbench):
    page = new_page("#/brew_crafters/rules?seats=4&bots=expert&games=400000")
    with page.expect_response(lambda answer: answer.url.endswith("/api/questions")) as begun:
        change(page, "Target rep", 30)
    first = begun.value.json()["id"]
    with page.expect_response(lambda answer: answer.url.endswith("/api/questions")) as begun:
        change(page, "Target rep", 31)
    second = begun.value.json()["id"]
    assert first != second
    assert workbench.ask("GET", f"api/questions/{first}").json()["state"] == "cancelled"
    assert workbench.ask("GET", f"api/questions/{second}").json()["state"] in ("compiling", "playing")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    assert workbench.ask("GET", f"api/questions/{second}").json()["state"] == "paused"


def test_a_reload_keeps_everything(new_page):
    page = new_page(RULES)
    change(page, "Target rep", 17)
    wait_for_address(page, "set=game.target_rep:17")
    wait_for_answer(page)
    verdict = page.locator(".verdict").inner_text()
    address = page.url
    page.reload()
    wait_for_answer(page)
    assert page.url == address
    expect(page.get_by_role("spinbutton", name="Target rep", exact=True)).to_have_value("17")
    expect(page.locator(".verdict")).to_have_text(verdict)


def test_a_pinned_variant_stands_beside_the_next_one(new_page):
    page = new_page(RULES + "&set=game.target_rep:17")
    wait_for_answer(page)
    page.locator(".pane-answer").get_by_role("button", name="Pin this variant").click()
    wait_for_address(page, "&pin=")
    change(page, "Target rep", 16)
    wait_for_answer(page)
    pins = page.get_by_role("table", name="Pinned variants")
    expect(pins.get_by_role("row")).to_have_count(3)  # the head, the base, the pin


def test_a_replay_is_stepped_through(new_page):
    page = new_page(f"#/brew_crafters/watch/3?{TABLE}")
    count = page.locator(".watch-count")
    expect(count).to_have_text(re.compile(r"^1 / \d+$"))
    frames = int(count.inner_text().split("/")[1])
    assert frames > 10
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"2 / {frames}")
    page.get_by_role("button", name="One decision back").click()
    expect(count).to_have_text(f"1 / {frames}")
    page.keyboard.press("End")
    expect(count).to_have_text(f"{frames} / {frames}")
    expect(page.locator(".watch-decision h2")).to_contain_text("The end")
    slider = page.get_by_role("slider", name="Decision")
    slider.fill("4")
    expect(count).to_have_text(f"5 / {frames}")
    expect(page.locator(".options li.chosen")).to_have_count(1)
    expect(page.get_by_role("region", name="The table")).not_to_be_empty()


def test_a_game_is_played_to_its_end(new_page):
    page = new_page(f"#/brew_crafters/play?{TABLE}")
    page.get_by_role("button", name="Sit down").click()
    options, result = page.locator(".play-option"), page.locator(".play-result")
    for _ in range(500):
        expect(options.or_(result).first).to_be_visible()
        if result.is_visible():
            break
        with page.expect_response(lambda answer: answer.url.endswith("/choose")) as chosen:
            options.first.click()
        assert chosen.value.ok
        page.wait_for_function("() => !document.querySelector('.play-option:disabled')")
    expect(result).to_contain_text("The end")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the log").click()
    log = Path(download.value.path())
    page.get_by_role("button", name="Another game").click()
    page.locator("input[type=file]").set_input_files(log)
    expect(result).to_contain_text("The end")


def test_a_card_fills_in_and_its_slider_changes_the_rule(new_page, workbench):
    page = new_page(f"#/brew_crafters/card/ale?{TABLE}")
    expect(page.get_by_role("heading", name="Ale", exact=True)).to_be_visible()
    expect(page.locator(".curve .point").first).to_be_visible()
    expect(page.locator(".intervals .own")).to_contain_text("Ale")
    expect(page.locator(".rounds li").first).to_be_visible()
    expect(page.locator(".card-sentence")).to_contain_text("(recipe)")
    with page.expect_response(lambda answer: answer.url.endswith("/study")) as begun:
        page.get_by_role("slider", name="Rep", exact=True).press("ArrowRight")
    wait_for_address(page, "set=recipes.ale.rep:4")
    expect(page.locator(".curve .now").first).to_have_text("4")
    page.get_by_role("link", name="Back to the rules").click()
    expect(page.locator("td[data-path='recipes.ale.rep']")).to_have_text("4")
    study = begun.value.json()["id"]
    expect(page.locator(".pane-answer .measure[data-key]").first).to_be_visible()
    assert workbench.ask("GET", f"api/questions/{study}").json()["state"] in ("cancelled", "done"), "nobody looks at the card any more"


def test_a_wish_becomes_a_card_that_is_tried_and_kept(new_page, workbench):
    page = new_page(f"#/brew_crafters/repair?{TABLE}&sections=game&by=greedy&effort=10000")
    page.get_by_role("combobox", name="Add a goal").select_option(label="Rounds")
    for name, value in (("Rounds, at least", "5.4"), ("Rounds, at most", "6.6")):
        page.get_by_role("spinbutton", name=name).fill(value)
        page.get_by_role("spinbutton", name=name).press("Enter")
    wait_for_address(page, "goal=rounds 5.4..6.6")
    expect(page.locator(".goal-now")).to_contain_text("at 2 seats")
    page.get_by_role("button", name="Look for repairs").click()
    card = page.get_by_role("listitem", name="Repair 1", exact=True)
    expect(card).to_contain_text("Rounds between 5.4 and 6.6", ignore_case=True)
    expect(page.get_by_role("listitem", name="The rules as they are", exact=True)).to_contain_text("fails")
    edit = re.search(r"target rep 21 → (\d+)", card.inner_text())
    card.get_by_role("button", name="Try these rules").click()
    wait_for_address(page, f"set=game.target_rep:{edit[1]}")
    expect(page.get_by_text("Variant: 1 change")).to_be_visible()
    expect(card.get_by_role("button", name="These rules are in place", pressed=True)).to_be_visible()
    card.get_by_role("button", name="Keep as a file").click()
    with page.expect_download() as download:
        card.get_by_role("button", name="Save", exact=True).click()
    assert download.value.suggested_filename == "repair_1.toml"
    assert read_variant(workbench.out / "variants" / "repair_1.toml").values["game.target_rep"] == int(edit[1])
    page.reload()  # the goal is in the address, the answer with the server
    expect(card).to_be_visible()
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("spinbutton", name="Target rep", exact=True)).to_have_value(edit[1])
    page.go_back()
    card.get_by_role("button", name="These rules are in place").wait_for()
    page.get_by_role("button", name="Reset all").click()
    page.get_by_role("button", name="Undo").click()
    wait_for_address(page, f"set=game.target_rep:{edit[1]}")


def test_a_wrong_wish_says_why_in_its_place(new_page):
    page = new_page(f"#/brew_crafters/repair?{TABLE}&goal=fun%20above%203&goal=rounds%20below%205", may_be_refused=True)
    expect(page.locator(".goal.is-wrong .wrong")).to_contain_text("has no measure 'fun'")
    expect(page.get_by_role("button", name="Look for repairs")).to_be_disabled()
    page.get_by_role("textbox", name="Goal").fill("rounds above 6")
    page.get_by_role("textbox", name="Goal").press("Enter")
    expect(page.get_by_role("alert").filter(has_text="contradict each other")).to_be_visible()
    page.get_by_role("button", name="Remove the goal: rounds above 6").click()
    expect(page.get_by_role("button", name="Look for repairs")).to_be_enabled()


@pytest.mark.parametrize("view", ["rules", "repair", "card/ale", "watch/3", "play"])
def test_a_phone_shows_every_view_without_scrolling_sideways(new_page, view):
    page = new_page(f"#/brew_crafters/{view}?{TABLE}", viewport=PHONE, has_touch=True)
    first = {"rules": ".rule", "repair": ".repair-part", "card/ale": ".number-row", "watch/3": ".watch-slider", "play": ".play-setup"}
    expect(page.locator(first[view]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if view == "rules":
        for tab in ("Answer", "Pins", "Rules"):
            page.get_by_role("navigation", name="Parts of the workbench").get_by_role("button", name=tab).click()
            expect(page.locator(f"#pane-{tab.lower()}")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_pages_ask_at_once_and_both_are_answered(new_page):
    pages = [new_page(f"{RULES}&set=game.target_rep:{rep}") for rep in (14, 15)]
    for page in pages:
        wait_for_answer(page)
        assert "target_rep:1" in unquote(page.url)


QUESTION = {"title": "brew_crafters", "page": "somebody"}
REFUSED = {
    "another token": (404, {}, {"token": "x" * 32}),
    "another name": (421, {"headers": {"Host": "evil.example"}}, {}),
    "another page": (403, {"headers": {"Origin": "http://evil.example"}}, {}),
    "no page": (403, {"headers": {"Origin": "null"}}, {}),
    "a page of another site": (403, {"headers": {"Sec-Fetch-Site": "cross-site"}}, {}),
    "a form": (415, {"content": "title=brew", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}, {}),
    "plain text": (415, {"content": '{"title": "brew"}', "headers": {"Content-Type": "text/plain"}}, {}),
    "a long body": (413, {"content": b" " * 70_000, "headers": {"Content-Type": "application/json"}}, {}),
    "a long body without a length": (
        413,
        {"content": (b" " * 1000 for _ in range(100)), "headers": {"Content-Type": "application/json"}},
        {},
    ),
    "no JSON": (400, {"content": "{", "headers": {"Content-Type": "application/json"}}, {}),
    "a number without bounds": (400, {"json": QUESTION | {"games": 10**30}}, {}),
    "a path as a title": (400, {"json": QUESTION | {"title": "../../etc/passwd"}}, {}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_server_refuses(workbench, what):
    status, options, place = REFUSED[what]
    token = place.get("token") or workbench.address.rstrip("/").rpartition("/")[2]
    options = {"json": QUESTION} | options if "content" not in options else options
    answer = httpx.post(f"http://{workbench.host}/{token}/api/questions", timeout=SECONDS, **options)
    assert answer.status_code == status
    assert answer.json()["message"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_nothing_beside_the_page_is_served(workbench):
    for path in ("page/../server.py", "page/%2e%2e/server.py", "page//etc/passwd", "api/takeaway/reports/..%2f..%2fmanifest.json"):
        assert workbench.ask("GET", path).status_code == 404
    page = workbench.ask("GET", "")
    assert page.headers["x-frame-options"] == "DENY"
    assert workbench.ask("DELETE", "api/titles").status_code == 405
