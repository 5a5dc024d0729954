"""Take the screenshots of docs/workbench.md again: `python docs/screenshots.py`. Needs chromium on the system, and playwright.

A workbench is started on data of its own in a temporary folder, so the pictures show what a reader sees who does the same.
"""

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

IMAGES = Path(__file__).with_name("images")
WIDE, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 780}
SECONDS = 240  # a title is compiled at its first game
TABLE = "seats=3&precision=1"


def played(page: Page) -> None:
    """Until the live answer has all its games."""
    expect(page.get_by_role("button", name="More", exact=True)).to_be_enabled()


def pins_played(page: Page) -> None:
    """Until the pins have their numbers, too: they play while the live question rests."""
    played(page)
    expect(page.locator(".pins tbody tr:last-child .pin-number")).to_have_count(4)


def card_played(page: Page) -> None:
    """Until a card has its kind, its partners and its curve."""
    for part in (".partners li", ".intervals li", ".meter.done"):
        expect(page.locator(part).first).to_be_attached()
    expect(page.locator(".curve-state")).to_have_text(re.compile(r"^[\d,]+ games$"))


def stepped(page: Page) -> None:
    """Until the game is drawn with its win chances, and into its middle."""
    expect(page.locator(".watch-count")).to_have_text(re.compile(r"^1 / "))
    expect(page.locator(".watch-note")).to_contain_text("Win chance")
    page.get_by_role("slider", name="Decision").fill("40")


def repaired(page: Page) -> None:
    """Until repairs are found, and the first of them is tried."""
    page.get_by_role("button", name="Look for repairs").click()
    page.get_by_role("button", name="Try these rules").first.click()
    played(page)


def seated(page: Page) -> None:
    """Until somebody sits at the table and may choose."""
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".play-option").first).to_be_visible()


def asked_away(page: Page) -> None:
    """The dialog with the command."""
    played(page)
    page.get_by_role("button", name="Take away").click()
    page.get_by_role("button", name="Command").click()
    expect(page.locator(".takeaway-command")).to_be_visible()


def answered(page: Page) -> None:
    """The tab with the answer, on a phone."""
    page.get_by_role("navigation", name="Parts of the workbench").get_by_role("button", name="Answer").click()
    expect(page.locator(".measure[data-key]").first).to_be_visible()
    played(page)


CHANGED = "set=game.target_rep:18&set=recipes.ale.rep:4"
PINNED = f"{CHANGED}&pin=To%2018;game.target_rep:18&pin=Strong%20ale;recipes.ale.rep:5"
WISHED = "goal=rounds%206..7&goal=seats%20within%205"
# name -> (fragment, what is waited for and done, dark, viewport)
SHOTS: dict[str, tuple[str, Callable[[Page], None], bool, dict[str, int]]] = {
    "rules": (f"#/brew_crafters/rules?{TABLE}&{CHANGED}", played, False, WIDE),
    "dark": (f"#/brew_crafters/rules?{TABLE}&{PINNED}", pins_played, True, WIDE),
    "card": (f"#/brew_crafters/card/special_reserve?{TABLE}", card_played, False, WIDE | {"height": 1180}),
    "repair": (f"#/brew_crafters/repair?{TABLE}&{WISHED}", repaired, False, WIDE | {"height": 1000}),
    "watch": (f"#/brew_crafters/watch/typical?{TABLE}", stepped, False, WIDE),
    "play": (f"#/brew_crafters/play?{TABLE}", seated, False, WIDE),
    "takeaway": (f"#/brew_crafters/rules?{TABLE}&{CHANGED}", asked_away, False, WIDE),
    "phone": (f"#/brew_crafters/rules?{TABLE}&{CHANGED}", answered, False, PHONE),
}


def keep(picture: bytes, path: Path) -> None:
    """Write a picture in so few colours that it has a third of the size; the rare ones, of marks and verdicts, stay as they are."""
    few = Image.open(io.BytesIO(picture)).convert("RGB").quantize(255, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def main(names: list[str]) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("chromium is not installed")
    expect.set_options(timeout=1000 * SECONDS)
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        command = [sys.executable, "-m", "brewsim", "workbench", "brew_crafters", "--no-browser", "--out", f"{folder}/out"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                found = re.search(r"http://[^\s#]+/", server.stdout.readline())
                assert found, "the workbench did not start"
                browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                for name, (fragment, ready, is_dark, viewport) in SHOTS.items():
                    if not names or name in names:
                        context = browser.new_context(
                            viewport=viewport,
                            color_scheme="dark" if is_dark else "light",
                            reduced_motion="reduce",
                            has_touch=viewport is PHONE,
                        )
                        page = context.new_page()
                        page.set_default_timeout(1000 * SECONDS)
                        page.goto(found[0] + fragment)
                        ready(page)
                        page.evaluate("document.activeElement.blur()")
                        page.wait_for_timeout(1000)  # the last answer is drawn
                        keep(page.screenshot(), IMAGES / f"{name}.png")
                        context.close()
                browser.close()
            finally:
                server.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
