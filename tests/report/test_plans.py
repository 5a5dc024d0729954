"""What the report says of plans: on a dominant plan, on two that can compete, and on too few games."""

import polars as pl
import pytest

from brewsim.report import plans as topic
from brewsim.report.grades import HARM
from brewsim.report.plans import _second_plan, _weak_plans, plans
from brewsim.report.study import make_study
from brewsim.stats.plans import MIX
from brewsim.stats.verdicts import Grade
from tests.report.conftest import play

pytestmark = pytest.mark.compiled_only


def mix(*others):
    """The plan `best`, and others with these win shares and errors among the mix; a fair share is 0.25, the limit 0.1."""
    rows = [("best", 0.9, 0.8, 1.0, 0.25, 0.25, 0.25, 0.25, 1000)]
    rows += [(name, 0.1, 0.0, 0.2, value, value - error, value + error, 0.25, 1000) for name, value, error in others]
    return pl.DataFrame(rows, MIX, orient="row")


@pytest.mark.parametrize(
    ("value", "error", "grade", "headline"),
    [
        (0.10, 0.02, Grade.PROBLEM, "only best can compete"),
        (0.20, 0.02, Grade.NO_PROBLEM, "more than one plan can compete"),
        (0.16, 0.05, Grade.NOT_KNOWN, "whether more than one plan can compete"),
        (0.30, 0.02, Grade.NO_PROBLEM, "more than one plan can compete"),
    ],
)
def test_the_second_plan_decides_whether_there_is_more_than_one(small_run, value, error, grade, headline):
    study = make_study([small_run])
    finding = _second_plan(study, mix(("second", value, error), ("third", 0.05, 0.01)), study.cases, "", "")
    assert finding.grade is grade
    assert headline in finding.headline
    assert (finding.games_needed is not None) == (grade is Grade.NOT_KNOWN)


def test_weak_plans_are_named_where_others_can_compete(small_run):
    study = make_study([small_run])
    (finding,) = _weak_plans(study, mix(("second", 0.24, 0.01), ("third", 0.05, 0.01)), "", "")
    assert finding.headline == "third cannot compete"
    assert not _weak_plans(study, mix(("second", 0.05, 0.01)), "", "")  # said already: only one can


def test_a_variant_that_leaves_one_plan_is_the_headline(tmp_path, monkeypatch):
    lineups, mixes = ["greedy", ["greedy", "rush", "engine"]], [0.24, 0.05]
    study = make_study([play(tmp_path / "run", seats=3, lineups=lineups, games=60, variants={"tiny": {"game.target_rep": 3}})])
    monkeypatch.setattr(topic, "mix_of_plans", lambda sums: mix(("second", mixes.pop(0), 0.01)))
    fine, broken = [finding for finding in plans(study).findings if finding.candidate]
    assert (fine.candidate, fine.grade, fine.where) == (("printed", 3), Grade.NO_PROBLEM, "printed")
    assert (broken.candidate, broken.grade) == (("tiny", 3), Grade.PROBLEM)
    assert broken.headline == "the variant tiny breaks the game: of these plans, as the bots play them, only best can compete"
    assert broken.weight > HARM


def test_without_all_tables_it_is_not_known_and_without_any_not_tested(tmp_path):
    lineups = ["greedy", ["greedy", "rush", "engine"]]
    some = plans(make_study([play(tmp_path / "some", seats=3, lineups=lineups, games=60)]))
    assert [finding.grade for finding in some.findings] == [Grade.NOT_KNOWN]
    assert "plays them all" in some.sentences[0]
    none = plans(make_study([play(tmp_path / "none", games=30)]))
    assert [finding.grade for finding in none.findings] == [Grade.NOT_TESTED]
    assert 'plans = ["a", "b", "c"]' in none.why_empty


def test_tables_of_plans_make_a_mix_and_are_in_no_other_section(tmp_path):
    study = make_study([play(tmp_path / "run", seats=3, plans=["greedy", "rush"], games=150, plan_games=150)])
    section = plans(study)
    assert [picture.name for picture in section.pictures] == ["mix_of_plans", "newcomers"]
    assert [case.name for case in study.cases] == ["printed.3.greedy"]
