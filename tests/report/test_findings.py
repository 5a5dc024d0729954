"""Which findings are chosen, and the verdict that is made of their grades."""

from types import SimpleNamespace

import pytest

from brewsim.manifest import Limits
from brewsim.report.findings import MOST, choose, verdict
from brewsim.report.grades import explanation, graded, no_estimate, not_tested
from brewsim.report.page import Finding, Section
from brewsim.report.ties import one_in
from brewsim.stats.verdicts import Grade

STUDY = SimpleNamespace(games=1000, cases=["a"], bots=["greedy", "rush"], limits=Limits())
PLAYED = "These results come from 1,000 games in 1 case, played by greedy and rush."


def finding(headline: str, weight: float = 1.0, grade: Grade | None = None, **fields) -> Finding:
    return Finding(headline, f"{headline} is so.", 0.5, 0.4, 0.6, "figure", "it is not", weight, grade, **fields)


def section(*findings: Finding) -> Section:
    return Section("name", "Title", findings=list(findings))


def test_at_most_ten_and_the_weightiest_first():
    many = [section(*(finding(f"{topic}{i}", topic + i / 100) for i in range(9))) for topic in range(4)]
    chosen = choose(many)
    assert len(chosen) == MOST == 10
    assert [f.weight for f in chosen] == sorted((f.weight for f in chosen), reverse=True)


def test_every_topic_is_heard_before_one_is_heard_twice():
    loud = section(*(finding(f"loud{i}", 9.0, Grade.PROBLEM) for i in range(20)))
    quiet = [section(finding(f"quiet{i}", 0.1, Grade.NO_PROBLEM)) for i in range(5)]
    headlines = [f.headline for f in choose([loud, *quiet, section()])]
    assert {f"quiet{i}" for i in range(5)} <= set(headlines)
    assert headlines[0].startswith("loud")


def test_what_has_no_estimate_is_in_the_verdict_only():
    sections = [section(not_tested(STUDY, "item", "cards"), no_estimate(STUDY, "seat", "seats"), finding("ties"))]
    assert [f.headline for f in choose(sections)] == ["ties"]
    assert verdict(STUDY, sections)[1:] == [
        "Not tested: cards.",
        "Not known, too few games: seats (limit 2 points).",
        "Worth knowing: ties.",
        PLAYED,
    ]


def test_problems_open_the_verdict_and_limits_stand_beside_it():
    fine = finding("ties are rare", grade=Grade.NO_PROBLEM, limit="20 % of games")
    unknown = finding("the leader", grade=Grade.NOT_KNOWN, limit="85 %", games_needed=1234)
    lines = verdict(STUDY, [section(fine, unknown, finding("seats are unfair", grade=Grade.PROBLEM, limit="2 points"))])
    assert lines == [
        "Problem: seats are unfair (limit 2 points).",
        "Not known, too few games: the leader (limit 85 %; about 1,300 more games of each case).",
        "No problem: ties are rare (limit 20 % of games).",
        PLAYED,
    ]


@pytest.mark.parametrize("other", [Grade.NOT_KNOWN, Grade.NOT_TESTED, Grade.PROBLEM, None])
def test_nothing_to_fix_only_when_all_was_looked_for_and_ruled_out(other):
    fine = finding("ties are rare", grade=Grade.NO_PROBLEM)
    assert verdict(STUDY, [section(fine)])[0].startswith("Nothing to fix")
    assert verdict(STUDY, [section(fine, finding("x", grade=other))])[0].startswith("Nothing to fix") == (other is None)
    assert verdict(STUDY, [section()])[0] == "Not enough games for a verdict."


@pytest.mark.parametrize(
    ("bounds", "grade"),
    [
        ((0.0, 0.019), Grade.NO_PROBLEM),
        ((0.0, 0.021), Grade.NOT_KNOWN),
        ((0.019, 0.03), Grade.NOT_KNOWN),
        ((0.021, 0.03), Grade.PROBLEM),
        ((None, None), Grade.NOT_KNOWN),
    ],
)
def test_fine_needs_the_whole_interval_inside_the_limit(bounds, grade):
    assert graded(STUDY, "seat", *bounds)["grade"] is grade


def test_the_limits_of_the_experiment_count():
    strict = SimpleNamespace(limits=Limits(seat=1.0))
    assert graded(strict, "seat", 0.015, 0.018)["grade"] is Grade.PROBLEM
    assert "seat 1 point;" in explanation(strict.limits)


def test_the_same_of_several_cases_is_said_once():
    same = [finding("ties are rare", grade=Grade.NO_PROBLEM, where=f"{seats} seats") for seats in (2, 3)]
    assert verdict(STUDY, [section(*same)])[1] == "No problem: ties are rare (2 seats, 3 seats)."


@pytest.mark.parametrize(
    ("share", "text"), [(0.07, "1 game in 14"), (0.5, "1 game in 2"), (0.62, "3 games in 5"), (0.97, "nearly every game")]
)
def test_shares_as_people_say_them(share, text):
    assert one_in(share) == text
