"""The section on repairs, of answers with a known truth: what was found, what comes closest, and that nothing needs to change."""

from pathlib import Path

import pytest

from brewsim.advising.advice import make_request
from brewsim.advising.advisor import Problem, advise
from brewsim.advising.answers import pareto
from brewsim.advising.levers import find_levers
from brewsim.advising.told import as_measured
from brewsim.bots import read_bots
from brewsim.errors import BadInput
from brewsim.matches import workers
from brewsim.measured import Measured, read_measured
from brewsim.report.repairs import repairs
from brewsim.report.study import Study, make_study
from brewsim.rules import load_rules
from tests.advising.planted import TITLE, Planted, component

RULES = load_rules(TITLE)
TARGET = "game.target_rep"
pytestmark = pytest.mark.compiled_only


def advice(tmp_path: Path, low: float, high: float) -> Measured:
    """The answer where each step of the target takes half a round off 12, written and read again."""
    request = make_request(RULES, [f"rounds {low:g}..{high:g}"], read_bots(RULES.title), [2], ["greedy"], may=[TARGET], budget=20_000)
    measures = {"greedy": Planted([component("rounds", low, high)], lambda rules: [12 + 0.5 * (rules.values[TARGET] - 21)])}
    with workers(1) as work:
        answer = advise(Problem(RULES, tuple(find_levers(RULES, [TARGET])), measures, 20_000, 1), work)
    answer.repairs = pareto(answer.repairs)
    file = tmp_path / f"{low}.json"
    as_measured(request, answer, ["brewsim", "advise"]).write(file)
    return read_measured(file)


def test_repairs_are_a_table_of_edits_in_words_with_what_they_reach(small_run, tmp_path):
    section = repairs(Study((small_run,), (advice(tmp_path, 10.2, 10.8),)))
    assert section.sentences[0] == "Wanted of the printed rules: rounds 10.2..10.8; at 2 seats, with players of the skill of greedy."
    assert section.sentences[1] == "The rules as they are: rounds 10.2..10.8 is surely missed."
    assert section.sentences[2] == "Repairs that surely meet all goals, the smallest first: 1."
    base, row = section.tables[0].rows
    assert [cell.text for cell in base[:4]] == ["the rules as they are", "none", "rounds 10.2..10.8", "fails"]
    assert base[4].key == pytest.approx(12, abs=0.4)
    assert [cell.text for cell in row[:4]] == ["1", "game: target rep 21 -> 18", "rounds 10.2..10.8", "holds"]
    assert row[4].key == pytest.approx(10.5, abs=0.2)
    assert row[6].text == "2 seats, greedy"
    assert "95 % intervals" in section.tables[0].intervals


def test_it_says_plainly_that_nothing_was_found_and_what_comes_closest(small_run, tmp_path):
    section = repairs(Study((small_run,), (advice(tmp_path, 2, 3),)))
    closest = "the closest, surely closer than the rules as they are, is: game: target rep 21 -> 13."
    assert section.sentences[2] == f"Nothing in reach meets the goals; {closest}"
    _, row = section.tables[0].rows
    assert [row[0].text, row[3].text] == ["closest", "fails"]


def test_rules_that_meet_the_goals_are_shown_as_they_are(small_run, tmp_path):
    section = repairs(Study((small_run,), (advice(tmp_path, 11, 13),)))
    assert section.sentences[1] == "The rules as they are: rounds 11..13 is surely met."
    assert "nothing needs to change" in section.sentences[2]
    (row,) = section.tables[0].rows
    assert [row[0].text, row[1].text, row[3].text] == ["the rules as they are", "none", "holds"]


def test_answers_to_several_wishes_stand_in_one_report_but_none_twice(small_run, tmp_path):
    found = [advice(tmp_path, 10.2, 10.8), advice(tmp_path, 11, 13)]
    names = [table.name for table in repairs(make_study([small_run], found)).tables]
    assert names == ["repairs_1", "repairs_1_all", "repairs_2", "repairs_2_all"]
    with pytest.raises(BadInput, match="advice was given twice for the same goals"):
        make_study([small_run], [found[0], found[0]])


def test_without_advice_it_says_how_to_get_some(small_run):
    assert "brewsim advise" in repairs(Study((small_run,))).why_empty
