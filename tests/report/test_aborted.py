"""Where no game of a variant comes to an end, the report says so, and every statistic goes on without it."""

from dataclasses import dataclass

import polars as pl
import pytest

from brewsim import api
from brewsim.errors import BadInput
from brewsim.report.build import build
from brewsim.results import Parts, PlayedCase, Results
from tests.report.test_build import SECTIONS, Outline

pytestmark = pytest.mark.compiled_only
OTHERS = ["bot_wins_by_seat", "mix", "cards_by_round", "length", "drama"]
ABORTED = {"aborted": pl.lit(True), "win_share": pl.lit(None, pl.Float32), "rank": pl.lit(0, pl.UInt8)}


@dataclass(frozen=True)
class Endless(Results):
    """A run in which all games of these variants were aborted."""

    endless: tuple[str, ...] = ()

    def parts(self, *cases: PlayedCase) -> Parts:
        chosen = cases or tuple(case for case in self.cases if case.is_plain)
        return [
            part.with_columns(**ABORTED) if case.variant in self.endless else part
            for case in chosen
            for part in Results.parts(self, case)
        ]  # fmt: skip


@pytest.fixture(params=[("short",), ("printed",), ("printed", "short")], ids="-".join)
def endless_run(request, small_run) -> Endless:
    return Endless(small_run.folder, small_run.manifest, request.param)


def test_the_report_says_that_games_are_aborted(endless_run, tmp_path):
    page = build([endless_run], tmp_path / "report")
    text, outline = page.read_text(), Outline(page)
    assert outline.sections == SECTIONS
    assert "no pair of games was finished" in text
    assert any("reach the cap on decisions" in finding for finding in outline.findings)
    assert "all games are aborted" in text[text.index('id="verdict"') : text.index('id="findings"')]
    assert {address[1:] for address in outline.addresses if address.startswith("#")} <= set(outline.ids)
    if len(endless_run.endless) == 2:
        assert "Not enough finished games to say anything about seats." in text


QUESTIONS = (
    "seats",
    "bot_wins",
    "bot_wins_by_seat",
    "plans",
    "mix",
    "cards",
    "cards_by_round",
    "ties",
    "margins",
    "length",
    "leaders",
)


def test_a_comparison_shows_itself(endless_run):
    found = api.compare(endless_run)
    assert found.frame["case"].to_list()
    assert "short" in repr(found)
    assert "short" in found._repr_html_()


@pytest.mark.parametrize("question", [*QUESTIONS, "sources"])
def test_every_question_has_an_answer(endless_run, question):
    frame = getattr(api, question)(endless_run)
    if "case" in frame.columns and question != "ties":
        cases = [case.name for case in endless_run.cases if case.variant in endless_run.endless]
        assert frame.filter(pl.col("case").is_in(cases))["value" if "value" in frame.columns else "observed"].is_null().all()


def test_a_plot_of_nothing_says_so(small_run):
    endless = Endless(small_run.folder, small_run.manifest, ("printed", "short"))
    for plot in ("plot_seats", "plot_bot_wins", "plot_plans", "plot_cards", "plot_margins", "plot_leaders", "plot_sources"):
        with pytest.raises(BadInput, match="nothing to draw"):
            getattr(api, plot)(endless)
