"""The report says beside every finding what skill changes in it."""

import re

import polars as pl
import pytest

from brewsim.report.build import build
from brewsim.report.page import Finding
from brewsim.report.skill import charts, noted
from brewsim.report.study import make_study
from tests.report.conftest import play
from tests.report.test_build import Outline

pytestmark = pytest.mark.compiled_only
LEVELS = {"skill": ["random", "greedy", "rush", "search:2"], "search_games": 60}


@pytest.fixture(scope="module")
def skilled_run(tmp_path_factory):
    variants = {"short": {"game.target_rep": 15}}
    return play(tmp_path_factory.mktemp("skilled") / "run", without=["ale"], variants=variants, **LEVELS)


@pytest.fixture(scope="module")
def page(skilled_run, tmp_path_factory):
    return build([skilled_run], tmp_path_factory.mktemp("skilled") / "report")


def test_findings_have_their_label_and_chart(page):
    outline, text = Outline(page), page.read_text()
    (length,) = [finding for finding in outline.findings if "rounds on average" in finding]
    assert "Depends on skill: compared with greedy" in length
    assert len(re.findall(r"Figure \d", length)) == 2  # of the finding, and of the chart against skill
    assert {address[1:] for address in outline.addresses if address.startswith("#")} <= set(outline.ids)
    assert {"figure-skill_seats_1", "figure-skill_ties_1", "figure-skill_length_1"} <= set(outline.ids)
    assert "random (200 games), greedy (200 games), rush (200 games), search:2 (60 games). Findings go by those from greedy on." in text
    assert any("game.target_rep" in finding and "at greedy" in finding for finding in outline.findings)  # a change of the variant


def test_the_tables_hold_every_level(page):
    labels = pl.read_csv(page.parent / "tables" / "skill.csv")
    assert set(labels["levels"]) == {"greedy, rush, search:2"}
    by_level = pl.read_parquet(page.parent / "tables" / "skill_by_level.parquet")
    assert set(by_level["level"]) == set(LEVELS["skill"])
    assert "worth" in set(by_level["measure"])


def test_levels_are_in_no_other_section(page):
    for table in ("win_share_by_seat", "ties_by_case", "length_by_case", "card_strength_other_cases"):
        cases = set(pl.read_parquet(page.parent / "tables" / f"{table}.parquet")["case"])
        assert not any(name in case for case in cases for name in ("random", "search", "rush"))


def test_a_label_that_is_not_robust_stands_in_the_headline(skilled_run):
    study = make_study([skilled_run])
    finding = Finding("games are long", "They are.", 9.0, 8.0, 10.0, "", "", 1.0)
    made = noted(study, finding, "printed.2.greedy", "rounds")
    assert made.headline == "games are long (depends on skill)"
    assert made.skill.startswith("Depends on skill: compared with greedy, ")
    assert made.skill_figure in {chart.name for chart in charts(study)}
    assert noted(study, finding, "printed.2.greedy", "margin") == finding  # no level has this measure


def test_a_run_without_levels_says_how_to_get_them(small_report):
    assert "This run has no levels of skill." in small_report.read_text()
