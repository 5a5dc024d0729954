"""The report of a small real run: one file, all sections, findings with their evidence; honest about too few games."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

from brewsim.errors import BadInput
from brewsim.report import build as building
from brewsim.report.build import build
from tests.report.conftest import play

pytestmark = pytest.mark.compiled_only
SECTIONS = [
    "verdict",
    "findings",
    "rules",
    "seats",
    "cards",
    "ties",
    "length",
    "leaders",
    "plans",
    "sources",
    "variants",
    "repairs",
    "skill",
    "assumptions",
    "luck",
    "again",
]
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Outline(HTMLParser):
    """Ids, links and the texts of findings; complains about tags that do not close."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.findings: list[str] = []
        self.sections: list[str] = []
        self.open: list[str] = []
        self.feed(page.read_text())
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if "id" in values:
            self.ids.append(values["id"])
        self.addresses += [values[key] for key in ("href", "src", "xlink:href", "action") if key in values]
        if tag == "section":
            self.sections.append(values["id"])
        if tag == "li" and values.get("class", "").startswith("finding"):
            self.findings.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "li" in self.open and self.findings:  # the ranking is a list too, before the findings
            self.findings[-1] += data


@pytest.fixture(scope="module")
def outline(small_report) -> Outline:
    return Outline(small_report)


def test_the_page_needs_nothing_from_outside(small_report, outline):
    text = small_report.read_text()
    assert re.findall(r"https?:|//[a-z]|@import|url\((?!#)", re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)) == []
    assert all(address.startswith(("#", "tables/")) or address == "data:," for address in outline.addresses)
    assert "<script src" not in text


def test_every_section_is_there_in_order(outline):
    assert outline.sections == SECTIONS


def test_no_id_twice_and_no_link_into_nothing(outline):
    assert len(outline.ids) == len(set(outline.ids))
    assert {address[1:] for address in outline.addresses if address.startswith("#")} <= set(outline.ids)


def test_each_finding_has_number_interval_and_figure_and_all_have_a_doubt(outline, small_report):
    assert 3 <= len(outline.findings) <= 10
    for text in outline.findings:
        assert re.search(r"\d", text)
        assert re.search(r"-?[\d.]+ to -?[\d.]+", text), text
        assert re.search(r"Figure \d", text)
    assert len(set(outline.findings)) == len(outline.findings)
    assert small_report.read_text().count("Every finding is untrue if people play differently from the bots, or if one of ") == 1


def test_figures_and_tables_lie_beside_the_page(small_report, outline):
    figures = {path.name for path in (small_report.parent / "figures").iterdir()}
    names = {name.removesuffix(".svg") for name in figures if name.endswith(".svg")}
    assert {f"{name}.{kind}" for name in names for kind in ("svg", "png")} == figures
    assert {f"figure-{name}" for name in names} <= set(outline.ids)
    assert {"seats_1", "cards_1", "ties", "margins", "rounds", "mix_of_plans_1", "sources_1", "variants_1_shares"} <= names
    assert (small_report.parent / "figures" / "seats_1.svg").read_text().startswith("<?xml")
    linked = {address.removeprefix("tables/") for address in outline.addresses if address.startswith("tables/")}
    assert linked == {path.name for path in (small_report.parent / "tables").iterdir()}
    for table in (small_report.parent / "tables").glob("*.parquet"):
        assert pl.read_parquet(table).shape == pl.read_csv(table.with_suffix(".csv"), infer_schema=False).shape
    seats = pl.read_parquet(small_report.parent / "tables" / "win_share_by_seat.parquet")
    assert seats.select("case", "seat").n_unique() == 8


def test_figures_take_the_colours_of_the_page(small_report):
    page = small_report.read_text()
    drawn = "".join(re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL))
    assert "var(--series-0)" in drawn
    assert "var(--ink)" in drawn
    assert re.findall(r"#[0-9a-f]{6}", drawn) == []
    dark = page[page.index("prefers-color-scheme: dark") :]
    assert set(re.findall(r"var\((--[\w-]+)\)", drawn)) <= set(re.findall(r"(--[\w-]+):", dark))


def test_what_the_variant_changes_is_told(small_report):
    page = small_report.read_text()
    changes = pl.read_csv(small_report.parent / "tables" / "rule_changes.csv")
    assert changes.rows() == [("short", "game.target_rep", "21", "15"), ("short", "blank", "[]", "['farm']")]
    assert "game.target_rep is 15 instead of 21; nobody may use farm." in page
    assert "times as many games" in page


def test_too_few_games_are_not_enough(empty_report):
    page = empty_report.read_text()
    outline = Outline(empty_report)
    assert outline.sections == SECTIONS
    assert outline.findings == []
    assert "Not enough games for a verdict." in page
    assert page.count("ot enough") > 10
    assert "In this run no plans meet" in page
    assert "This run has no variants" in page
    assert "<svg" not in page


def test_two_runs_make_one_report(small_run, tmp_path):
    other = play(tmp_path / "other", "three", seats=3)
    page = build([small_run, other], tmp_path / "report").read_text()
    assert "3 seats, all greedy" in page
    assert "brewsim run three.toml" in page


def test_runs_that_do_not_belong_together_are_refused(small_run, tmp_path):
    with pytest.raises(BadInput, match="both .* have the case"):
        build([small_run, small_run], tmp_path / "report")
    other = play(tmp_path / "other", seats=3, baseline=False, variants={"short": {"game.target_rep": 16}})
    with pytest.raises(BadInput, match="another variant 'short'"):
        build([small_run, other], tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_an_earlier_report_is_replaced_and_anything_else_refused(small_run, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "TOPICS", building.TOPICS[:2])
    out = tmp_path / "reports" / "x"
    build([small_run], out)
    (out / "tables" / "win_share_by_seat.csv").write_text("edited")
    build([small_run], out)
    assert (out / "tables" / "win_share_by_seat.csv").read_text() != "edited"
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "index.html").write_text("Dear publisher")
    with pytest.raises(BadInput, match="no report that this version made"):
        build([small_run], tmp_path / "letters")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letters", "reports"]
    assert (tmp_path / "letters" / "index.html").read_text() == "Dear publisher"


def test_the_name_of_a_run_is_checked_before_it_becomes_a_folder(small_run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    victim = replace(small_run, manifest=small_run.manifest.model_copy(update={"name": "../victim"}))
    with pytest.raises(BadInput, match="run '../victim': its name cannot be that of a folder"):
        build([victim])
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_fails_leaves_nothing_behind(small_run, tmp_path, monkeypatch):
    def fail(study: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(building, "TOPICS", (fail,))
    with pytest.raises(RuntimeError):
        build([small_run], tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


def test_the_same_run_makes_the_same_page(small_run, small_report, tmp_path):
    pages = (page.read_text() for page in (build([small_run], tmp_path / "again"), small_report))
    assert len({re.sub(r"\d+ [A-Z][a-z]+ 20\d\d", "", page) for page in pages}) == 1  # but for the day on which it was made


def test_every_title_gets_its_report(title_name, tmp_path):
    """Nothing in the report knows a title."""
    page = build([play(tmp_path / "run", title=title_name, seats=None, games=100)], tmp_path / "report")
    assert Outline(page).sections == SECTIONS
    assert len(Outline(page).findings) >= 3
