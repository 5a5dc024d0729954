"""Planted problems: the only small repair is found, what cannot be reached is said to be so, and nothing is called repaired by luck."""

import numpy as np
import pytest

from brewsim.advising import levers
from brewsim.advising.advice import stands, verdict
from brewsim.advising.advisor import STANDING_PART, Problem, advise
from brewsim.advising.answers import pareto
from brewsim.advising.levers import find_levers
from brewsim.advising.tallies import Memory
from brewsim.matches import workers
from brewsim.rules import Rules, load_rules
from brewsim.tuning.journal import Journal
from tests.advising.planted import TITLE, Planted, component

RULES = load_rules(TITLE)
MAY = ("game.target_rep", "game.starting_hand", "game.hand_limit", "recipes.*.rep", "game.cards_drawn")
BUDGET = 200_000
TARGET, HAND, RESERVE = "game.target_rep", "game.hand_limit", "recipes.special_reserve.rep"


@pytest.fixture(autouse=True)
def rules_are_made_once(monkeypatch):
    """Most of the time of a planted problem goes into the same rules again and again."""
    known: dict[str, Rules] = {}

    def load(title, changes, variant=""):
        key = repr(changes)
        if key not in known:
            known[key] = load_rules(title, changes, variant)
        return known[key]

    monkeypatch.setattr(levers, "load_rules", load)


def moved(rules: Rules, path: str) -> float:
    """How far a value is from print."""
    return rules.values[path] - RULES.values[path]


def truth(rules: Rules) -> list[float]:
    """Length, seats and score: each of three values moves one of them, and others by the way; a decoy shortens games but spoils seats."""
    target, hand, reserve, decoy = (moved(rules, path) for path in (TARGET, HAND, RESERVE, "recipes.ale.rep"))
    return [
        12 + 0.5 * target - 0.1 * hand - 0.5 * decoy + 0.02 * target * hand,
        3 + 0.2 * target + 1.0 * hand + 3.0 * decoy,
        30 + 0.5 * target + 2.0 * reserve + 0.1 * reserve**2,
    ]


# Limits, and the smallest edits that meet them: paths with what they become.
ONE = [("rounds", 9.25, 10.75), ("seats", 1.6, 5.0), ("score", 20.0, 40.0)], {TARGET: 18}
TWO = [("rounds", 10.2, 10.7), ("seats", 3.2, 5.0), ("score", 20.0, 40.0)], {TARGET: 18, HAND: 8}
THREE = [("rounds", 10.2, 10.7), ("seats", 3.2, 3.6), ("score", 32.0, 34.0)], {TARGET: 18, HAND: 8, RESERVE: 10}


def solve(limits, seed, memory=None, jobs=1, budget=BUDGET, **options):
    measures = {"expert": Planted([component(*limit) for limit in limits], options.pop("truth", truth), seed)}
    problem = Problem(RULES, tuple(find_levers(RULES, MAY)), measures, budget, options.pop("edits", 3), **options)
    with workers(jobs) as work:
        return advise(problem, work, memory)


def changed(advice):
    return {lever.path: lever.new[step] for lever, step in advice.edits}


@pytest.mark.parametrize(("limits", "repair"), [ONE, TWO, THREE], ids=["one edit", "two edits", "three edits"])
def test_the_only_small_repair_is_found(limits, repair):
    found = [pareto(solve(limits, seed).repairs) for seed in range(20)]
    assert sum(bool(one) and changed(one[0]) == repair for one in found) >= 19


@pytest.mark.parametrize("budget", [10_000, 20_000])
def test_no_more_games_are_played_than_asked_for(budget):
    """Also where there are far too few for all candidates."""
    measures = {"expert": Planted([component(*limit) for limit in THREE[0]], truth, 1)}
    with workers(1) as work:
        answer = advise(Problem(RULES, tuple(find_levers(RULES)), measures, budget, 3), work)
    assert measures["expert"].games == answer.games <= budget


def test_what_is_out_of_reach_is_said_to_be_so():
    answer = solve([("rounds", 2.0, 3.0), ("seats", 0.0, 5.0)], seed=1, truth=lambda rules: truth(rules)[:2])
    assert not answer.is_met
    assert answer.repairs == []
    assert answer.closest is not None
    assert answer.closest.fails
    assert np.isnan(answer.more_games)
    assert answer.closest.reached[0].value < 12  # nearer than the rules as they are
    assert stands(answer) == "The rules as they are: rounds 2..3 is surely missed; seats 0..5 is surely met."


def test_goals_that_are_met_already_need_no_edit_and_no_search():
    """Also a narrow one, which takes more than a few games to tell, and many of them at once."""
    limits = [("rounds", 11.0, 13.0), *((f"seat {place}", -0.2, 0.2) for place in range(8))]
    answers = [solve(limits, seed, truth=lambda rules: [12.0] + [0.0] * 8) for seed in range(10)]
    assert all(answer.is_met and answer.repairs == [] and answer.closest is None for answer in answers)
    assert all(answer.tested == 0 and answer.games <= STANDING_PART * BUDGET for answer in answers)
    assert "seat 7 -0.2..0.2 is surely met" in stands(answers[0])


def test_where_no_value_moves_a_goal_nothing_comes_closer_than_the_rules_as_they_are():
    answer = solve([("rounds", 9.0, 11.0)], seed=1, truth=lambda rules: [12.0])
    assert answer.closest is None
    assert answer.base.fails
    assert answer.moving == 0
    assert verdict(answer).startswith("Nothing in reach is surely closer to the goals than the rules as they are. No value")


def test_noise_is_not_offered_as_closest():
    """A value moves one goal, which is met, but none moves the other, which is missed: the best by luck is no better.

    At most 5 % may be offered; with that, more than 4 of 20 are in 3 of 1,000 such tests.
    """
    limits = [("rounds", 0.0, 11.5), ("seats", -9.0, 9.0)]
    answers = [solve(limits, seed, truth=lambda rules: [12.0, 3.0 + moved(rules, HAND)], budget=20_000, edits=1) for seed in range(20)]
    assert all(answer.moving and answer.base.fails and not answer.repairs for answer in answers)
    assert sum(answer.closest is not None for answer in answers) <= 4


def test_a_repair_that_turns_out_to_be_needless_is_not_offered():
    """A tenth of the games does not tell that the goal is met, but those that are left after the search do."""
    answers = [solve([("rounds", 0.0, 12.08)], seed, budget=60_000, truth=lambda rules: truth(rules)[:1]) for seed in range(4)]
    assert any(answer.moving for answer in answers)
    assert all(answer.is_met and answer.repairs == [] for answer in answers)


def test_what_games_cannot_tell_of_the_rules_as_they_are_is_left_open():
    answer = solve([("rounds", 0.0, 12.0)], seed=1, truth=lambda rules: [12.0], budget=20_000)
    assert not answer.is_met
    assert answer.closest is None
    assert stands(answer) == "The rules as they are: rounds 0..12 cannot be told yet."
    assert answer.base.games > 2_000  # more than the tenth that it has at first


def test_nothing_is_called_repaired_by_luck():
    """With every allowed edit the truth is at least a hair outside: each "repaired" would be false. At most 5 % may be."""

    def never(rules: Rules) -> list[float]:
        return [max(11.0 + 1e-6, 12 + 0.5 * moved(rules, TARGET)), 3.0 + moved(rules, HAND)]

    answers = [solve([("rounds", 0.0, 11.0), ("seats", -9.0, 9.0)], seed, truth=never, budget=20_000, edits=1) for seed in range(40)]
    assert sum(bool(answer.repairs) for answer in answers) <= 2
    assert sum(answer.closest is not None and not answer.closest.fails for answer in answers) > 30  # it was close


def test_players_that_adapt_can_undo_a_repair():
    limits, repair = ONE
    broken = Planted([component(*limit) for limit in limits], lambda rules: [12.0, 3.0, 30.0])
    kept = Planted(broken.components, truth)
    assert solve(limits, 1, adapt=lambda rules: broken, edits=1).repairs == []
    (first, *_) = pareto(solve(limits, 1, adapt=lambda rules: kept, edits=1).repairs)
    assert first.has_adapted
    assert changed(first) == repair
    (first, *_) = pareto(solve(limits, 1, adapt=lambda rules: None, edits=1).repairs)
    assert not first.has_adapted


def test_candidates_whose_games_do_not_end_are_dropped_and_reported():
    limits, _ = ONE
    measures = {"expert": Planted([component(*limit) for limit in limits], truth, endless=lambda rules: rules.values[TARGET] in (18, 17))}
    problem = Problem(RULES, tuple(find_levers(RULES, [TARGET])), measures, BUDGET, 1)
    with workers(1) as work:
        answer = advise(problem, work)
    assert changed(pareto(answer.repairs)[0]) == {TARGET: 16}
    assert ("game: target rep 21 -> 17",) in answer.endless


def told(answer):
    return [(one.words, one.reached, one.margin) for one in answer.repairs], answer.games


def test_any_number_of_workers_and_a_resume_give_the_same(tmp_path):
    limits, _ = TWO
    journal = Journal(tmp_path / "journal", {"title": TITLE})
    first = solve(limits, 3, Memory(journal))
    assert told(solve(limits, 3, jobs=2)) == told(first)
    lines = journal.path.read_text().splitlines(keepends=True)
    journal.path.write_text("".join(lines[: len(lines) // 2]))  # stopped half-way
    assert told(solve(limits, 3, Memory(Journal(journal.path, {"title": TITLE})))) == told(first)
    measures = Planted([component(*limit) for limit in limits], truth, 3)
    with workers(1) as work:
        memory = Memory(Journal(journal.path, {"title": TITLE}))
        again = advise(Problem(RULES, tuple(find_levers(RULES, MAY)), {"expert": measures}, BUDGET, 3), work, memory)
    assert told(again) == told(first)
    assert measures.games == 0  # all of it was remembered


def test_going_on_finds_repairs_of_more_edits():
    limits, repair = ONE
    answer = solve(limits, 1, edits=2, goes_on=True)
    assert changed(pareto(answer.repairs)[0]) == repair
    assert {len(one.edits) for one in answer.repairs} == {1, 2}
