"""The report in headless Chromium: no errors, no network, the table sorts, readable on a phone."""

from pathlib import Path

import pytest

from tests.report.browser import CHROMIUM, Browser

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed (apt-get install chromium)"),
]
COLUMN = (
    "[...document.querySelectorAll('#table-card_strength tbody tr')].map(row => row.cells[{0}].dataset.key ?? row.cells[{0}].textContent)"
)
CLICK = "document.querySelectorAll('#table-card_strength th button')[{0}].click()"


@pytest.fixture(scope="module")
def browser(small_report, tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        browser.open(small_report)
        yield browser


def test_no_errors_and_no_network(browser, small_report):
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    complaints = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Network.loadingFailed")
    assert [event for event in browser.events if event["method"] in complaints] == []
    requested = [event["params"]["request"]["url"] for event in browser.events if event["method"] == "Network.requestWillBeSent"]
    assert requested[0] == small_report.absolute().as_uri()
    assert all(url.startswith("data:") for url in requested[1:])


def test_numbers_sort_as_numbers_and_empty_cells_stay_last(browser):
    browser.run(CLICK.format(3))
    down = browser.run(COLUMN.format(3))
    assert [int(n) for n in down] == sorted((int(n) for n in down), reverse=True)
    assert len(set(down)) > 3
    browser.run(CLICK.format(3))
    assert browser.run(COLUMN.format(3)) != down
    assert [int(n) for n in browser.run(COLUMN.format(3))] == sorted(int(n) for n in down)
    assert browser.run("document.querySelectorAll('#table-card_strength th')[3].getAttribute('aria-sort')") == "ascending"


def test_words_sort_as_words(browser):
    browser.run(CLICK.format(0))
    browser.run(CLICK.format(0))
    names = browser.run(COLUMN.format(0))
    assert names == sorted(names)
    assert len(names) > 5


def test_a_phone_shows_it_without_scrolling_sideways(browser, tmp_path: Path):
    browser.look(tmp_path / "phone.png", 390)
    assert browser.run("document.documentElement.scrollWidth") <= 390
    smallest = "Math.min(...[...document.querySelectorAll('svg.figure text')].map(t => t.getBoundingClientRect().height))"
    assert browser.run(smallest) > 7


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_stand_out_from_the_page(browser, tmp_path: Path, scheme):
    """Contrast of at least 7 to 1 for text and axis labels, as WCAG's AAA asks."""
    browser.look(tmp_path / "page.png", 1200, scheme, whole=False)
    luminance = """(colour => {
        const part = colour.match(/[0-9.]+/g).slice(0, 3).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
    })"""
    page = browser.run(f"{luminance}(getComputedStyle(document.body).backgroundColor)")
    for what, side in (("body", "color"), ("svg.figure text", "fill")):
        ink = browser.run(f"{luminance}(getComputedStyle(document.querySelector('{what}')).{side})")
        light, dark = max(page, ink), min(page, ink)
        assert (light + 0.05) / (dark + 0.05) > 7, (what, scheme)


def test_it_prints(browser, tmp_path: Path):
    browser.print(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
