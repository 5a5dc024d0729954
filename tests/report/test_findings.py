"""Which findings are chosen, how they are graded, and the verdict."""

from types import SimpleNamespace

import pytest

from brewsim.report.findings import MOST, choose, verdict
from brewsim.report.grades import grade, sure_size
from brewsim.report.page import Finding, Grade, Section
from brewsim.report.ties import one_in

STUDY = SimpleNamespace(games=1000, cases=["a"], bots=["greedy", "rush"])


def finding(headline: str, weight: float = 1.0, graded: Grade = Grade.NOTABLE) -> Finding:
    return Finding(headline, f"{headline} is so.", 0.5, 0.4, 0.6, "figure", "it is not", weight, graded)


def section(*findings: Finding) -> Section:
    return Section("name", "Title", findings=list(findings))


def test_at_most_ten_and_the_weightiest_first():
    many = [section(*(finding(f"{topic}{i}", topic + i / 100) for i in range(9))) for topic in range(4)]
    chosen = choose(many)
    assert len(chosen) == MOST == 10
    assert [f.weight for f in chosen] == sorted((f.weight for f in chosen), reverse=True)


def test_every_topic_is_heard_before_one_is_heard_twice():
    loud = section(*(finding(f"loud{i}", 9.0, Grade.PROBLEM) for i in range(20)))
    quiet = [section(finding(f"quiet{i}", 0.1, Grade.FINE)) for i in range(5)]
    headlines = [f.headline for f in choose([loud, *quiet, section()])]
    assert {f"quiet{i}" for i in range(5)} <= set(headlines)
    assert headlines[0].startswith("loud")


def test_problems_open_the_verdict():
    lines = verdict(STUDY, [finding("seats are unfair", graded=Grade.PROBLEM), finding("ties are rare", graded=Grade.FINE)])
    assert lines == [
        "Worth a look: seats are unfair.",
        "Fine: ties are rare.",
        "These results come from 1,000 games in 1 case, played by greedy and rush.",
    ]


def test_nothing_to_fix_is_a_verdict():
    assert verdict(STUDY, [finding("ties are rare", graded=Grade.FINE)])[0].startswith("Nothing to fix")
    assert verdict(STUDY, [])[0] == "Not enough games for a verdict."


@pytest.mark.parametrize(("size", "graded"), [(0.0, Grade.FINE), (0.0049, Grade.FINE), (0.005, Grade.NOTABLE), (0.02, Grade.PROBLEM)])
def test_grades_go_by_what_is_sure(size, graded):
    assert grade("seat", size) is graded
    assert sure_size(0.33, 0.37, 1 / 3) == 0


@pytest.mark.parametrize(
    ("share", "text"), [(0.07, "1 game in 14"), (0.5, "1 game in 2"), (0.62, "3 games in 5"), (0.97, "nearly every game")]
)
def test_shares_as_people_say_them(share, text):
    assert one_in(share) == text
