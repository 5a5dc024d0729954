"""What the page promises to people: a summary first, a colour for each case, no code where words belong, paper that is used."""

import html
import re
from dataclasses import replace
from datetime import date
from importlib.metadata import version

import numpy as np
import polars as pl
import pytest
from matplotlib.colors import to_hex

from brewsim.plots.drawing import order_of_cases, style
from brewsim.plots.pace import plot_rounds_by_case
from brewsim.plots.ties import plot_ties_by_case
from brewsim.report.candidates import COLUMNS, Row, candidates, order_in_words, ranking
from brewsim.report.pace import length
from brewsim.report.page import Mark, Section, estimate
from brewsim.report.study import make_study
from brewsim.stats.verdicts import Grade
from tests.report.browser import CHROMIUM, Browser
from tests.report.test_verdict import drawn, planted
from tests.stats.planted import outcomes

pytestmark = pytest.mark.compiled_only
A4 = {"paperWidth": 8.27, "paperHeight": 11.69}


def words_of(page: str) -> str:
    """What people read of a page."""
    text = re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


def row(variant: str, **grades: Grade) -> Row:
    """A candidate that has these grades, and no problem elsewhere."""
    marks = {name: Mark("", grades.get(name, Grade.NO_PROBLEM)) for name in COLUMNS}
    return Row((variant, 2), [("all greedy", 0)], 100, marks)


def test_every_case_is_among_the_candidates(small_run, small_report):
    study = make_study([small_run])
    table = re.search(r'<table id="table-candidates">.*?</table>', small_report.read_text(), flags=re.DOTALL)
    assert table
    rows = re.findall(r"<tr>.*?</tr>", table[0], flags=re.DOTALL)[1:]
    assert len(rows) == len(study.groups) == 2
    for text, ((variant, seats), cases) in zip(map(words_of, rows), study.groups.items()):
        assert f"{variant}, {seats} seats" in text
        assert all(study.lineup_label(case) in text for case in cases)
    kept = pl.read_csv(small_report.parent / "tables" / "candidates.csv")
    assert kept["variant"].to_list() == ["printed", "short"]
    assert not kept["fairness grade"].is_null().any()


def test_what_no_section_marked_was_not_tested(small_run):
    fair = Mark("all fair", Grade.NO_PROBLEM)
    rows = candidates(make_study([small_run]), [Section("seats", "Seats", marks={("printed", 2): fair})])
    assert rows[0].marks["seats"] is fair
    assert {mark.label for mark in (*rows[1].marks.values(), rows[0].marks["cards"])} == {"not tested"}


def test_the_summary_stands_before_the_findings(small_report):
    text = words_of(small_report.read_text())
    places = [text.index(part) for part in ("The answer", "candidate", "Ranking", "Not tested:", "Findings")]
    assert places == sorted(places)
    today = date.today()
    assert f"{today.day} {today:%B %Y}, brewsim {version('brewsim')}" in text


def test_least_problems_come_first_and_ties_are_said():
    problem, unknown = Grade.PROBLEM, Grade.NOT_KNOWN
    rows = [row("bad", seats=problem, ties=problem), row("good"), row("fair_too", skill=problem), row("open", ties=unknown)]
    ranks = ranking(rows)
    assert [(rank.place, rank.sentence) for rank in ranks] == [
        (1, "good and fair too (a tie): no problem, nothing not known"),
        (3, "open: no problem, 1 not known"),
        (4, "bad: 2 problems, nothing not known"),
    ]
    assert order_in_words(rows, ranks).endswith("What is not known can change the order.")
    sure = [row("bad", seats=problem), row("good")]
    assert order_in_words(sure, ranking(sure)).endswith("More games will not change the order.")


def test_the_ranking_counts_only_what_was_tested_of_all():
    rows = [row("printed", cards=Grade.PROBLEM), row("variant", cards=Grade.NOT_TESTED)]
    (only,) = ranking(rows)
    assert only.variants == ("printed", "variant")
    assert "strongest item" not in order_in_words(rows, [only])
    assert ranking(rows[:1]) == []
    more_seats = replace(row("printed", ties=Grade.PROBLEM), candidate=("printed", 3))
    assert [rank.problems for rank in ranking([*rows, more_seats])] == [0]


def test_nobody_reads_of_seat_0_or_of_codes(small_report):
    text = words_of(small_report.read_text())
    assert "seat 1" in text
    assert not re.search(r"\bseats? 0\b", text, flags=re.IGNORECASE)
    assert not re.search(r"\b(not_known|no_problem|not_tested|win_share|tied_first|_at_half)", text)


def test_points_are_differences_and_percent_are_shares(small_report):
    """A number has one unit."""
    assert not re.search(r"%\s+points?\b|\bpoints?\s*%", words_of(small_report.read_text()))


def test_every_figure_has_a_number_a_caption_and_a_place_that_names_it(small_report):
    page = small_report.read_text()
    figures = re.findall(r'<figure id="(.*?)">.*?<figcaption[^>]*><b>Figure (\d+)\.</b> (.*?)</figcaption>', page, flags=re.DOTALL)
    assert len(figures) == page.count("<figure ") > 5
    assert [int(number) for _, number, _ in figures] == list(range(1, len(figures) + 1))
    for name, number, caption in figures:
        assert len(caption) > 20
        assert f'<a href="#{name}">Figure {number}</a>' in page


def test_a_case_has_its_colour_whatever_else_a_figure_shows():
    ties = pl.DataFrame({"case": ["a", "b"], "measure": "tied", "value": 0.1, "low": 0.0, "high": 0.2})
    rounds = pl.DataFrame({"case": "b", "rounds": [8, 9], "games": [30, 70], "value": [0.3, 0.7], "low": 0.2, "high": 0.8})
    with order_of_cases({"a": 0, "b": 1}):
        both, alone = plot_ties_by_case(ties), plot_rounds_by_case(rounds)
    with style():
        colours = [to_hex(f"C{index}") for index in (0, 1)]
        assert [to_hex(line.get_color()) for line in both.lines] == colours
    assert {to_hex(bar.get_facecolor()) for bar in alone.patches} == {colours[1]}


def test_colours_of_cases_agree_across_the_figures_of_a_report(small_run, small_report):
    """The figures of one case each, by their places in the experiment."""
    folder = small_report.parent / "figures"
    with style():
        colours = [to_hex(f"C{index}") for index in range(4)]
    assert len(make_study([small_run]).cases) == 4
    for place, own in enumerate(colours):
        for kind in ("seats", "sources"):
            svg = (folder / f"{kind}_{place + 1}.svg").read_text()
            assert own in svg
            assert not any(other in svg for other in colours if other != own)


def test_what_is_the_same_in_every_game_is_a_sentence_and_no_figure():
    scores = drawn([0.5, 0.5], 200)
    section = length(planted(outcomes(scores, rounds=4)))
    assert section.pictures == []
    assert section.findings == []
    assert section.sentences == ["Every game takes 4 rounds (all bot)."]
    assert section.marks["printed", 2].text == "4 rounds"
    varied = length(planted(outcomes(scores, rounds=np.arange(200) % 3 + 4)))
    assert [picture.name for picture in varied.pictures] == ["rounds"]
    assert estimate({"value": 4.0, "low": 4.0, "high": 4.0})[1].text == "in every game"


def test_the_page_has_a_style_for_paper(small_report):
    page = small_report.read_text()
    assert "@page { size: A4" in page
    assert "@media print" in page


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed (apt-get install chromium)")
def test_the_summary_fits_the_first_page_of_paper_and_tables_their_boxes(small_report, tmp_path):
    with Browser(tmp_path) as browser:
        browser.open(small_report)
        browser.look(tmp_path / "screen.png", 1280, whole=False)
        assert browser.run("document.querySelector('#table-candidates').getBoundingClientRect().bottom") < 900
        assert browser.run("document.documentElement.scrollWidth") <= 1280
        width, height = (round((size - 24 / 25.4) * 96) for size in A4.values())
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        browser.call("Emulation.setEmulatedMedia", media="print")
        assert browser.run("document.querySelector('#verdict').getBoundingClientRect().bottom") < height
        assert browser.run("document.documentElement.scrollWidth") <= width
