"""The guard: how often its verdicts are wrong on planted games, when it stops, and what it says."""

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from brewsim.advising.guard import Checked, Guard, Point, make_guard
from brewsim.advising.guard_report import as_data, as_junit, as_markdown, rows, summary
from brewsim.advising.measuring import Component, Standing
from brewsim.errors import BadInput
from brewsim.experiment import ExperimentFile, goals_of, make_experiment
from brewsim.games import load_title
from brewsim.goals import parse_goal
from brewsim.matches import workers
from brewsim.runner import looks_up_to

TITLE = load_title("brew_crafters")
RUNS = 200
ALPHA = 0.05
WRONG = 18  # of 200 runs, at a chance of 5 % each: more happen in 1 of 100 tests at most
GAMES = 30_000


def new_point(text: str, alpha: float = ALPHA) -> Point:
    goal = parse_goal(TITLE, text)
    return Point(Component(goal, 2, text, goal.low, goal.high), alpha)


def play(point: Point, over: np.ndarray, under: np.ndarray) -> Point:
    """Look at planted terms as the guard does, until the point is decided."""
    first = 0
    for look in looks_up_to(len(over)):
        point.add(over[first:look], under[first:look])
        point.look()
        if point.standing != Standing.OPEN:
            break
        first = look
    return point


def share(chance: float, seed: int, games: int = GAMES) -> tuple[np.ndarray, np.ndarray]:
    """Of every game, whether something happened in it."""
    return 100.0 * (np.random.default_rng(seed).random(games) < chance), np.ones(games)


def worth(points: float, seed: int, used: float = 0.05, games: int = GAMES) -> tuple[np.ndarray, np.ndarray]:
    """What a seat loses in the few games in which it would use an item: nothing, a win, or a win less."""
    luck = np.random.default_rng(seed)
    is_used = luck.random(games) < used
    change = luck.choice([100.0, -100.0, 0.0], games, p=[0.2 + points / 200, 0.2 - points / 200, 0.6])
    return np.where(is_used, change, 0.0), is_used.astype(float)


def length(mean: float, seed: int, games: int = GAMES) -> tuple[np.ndarray, np.ndarray]:
    """Rounds with a long tail."""
    return np.random.default_rng(seed).gamma(4.0, mean / 4.0, games), np.ones(games)


@pytest.mark.parametrize(
    ("text", "plant", "limit"),
    [("ties below 20", share, 0.2), ("ties above 3", share, 0.03), ("farm below 5", worth, 5.0), ("rounds below 10", length, 10.0)],
)
def test_what_lies_at_the_limit_is_rarely_decided(text, plant, limit):
    """A truth at the limit is the hardest one: either verdict would be wrong for one that lies a little beyond."""
    found = [play(new_point(text), *plant(limit, seed)).standing for seed in range(RUNS)]
    assert RUNS - found.count(Standing.OPEN) <= WRONG


@pytest.mark.parametrize(
    ("text", "plant", "inside", "outside"),
    [("ties below 20", share, 0.15, 0.25), ("farm below 5", worth, -18.0, 28.0), ("rounds 9..11", length, 10.0, 12.0)],
)
def test_what_lies_far_from_the_limit_is_always_decided(text, plant, inside, outside):
    for truth, verdict in ((inside, Standing.HOLDS), (outside, Standing.FAILS)):
        assert {play(new_point(text), *plant(truth, seed)).standing for seed in range(20)} == {verdict}


def test_far_truths_take_few_games_and_near_ones_many():
    far, near = (play(new_point("ties below 20"), *share(chance, seed=1, games=200_000)) for chance in (0.1, 0.185))
    assert (far.sums.n, far.standing, near.standing) == (2_048, Standing.HOLDS, Standing.HOLDS)
    assert near.sums.n > 5_000


@pytest.mark.parametrize(("text", "farthest"), [("ties below 20", 100), ("rounds 9..11", 11), ("points from rep bonuses below 5", 5)])
def test_games_that_were_all_the_same_leave_an_interval(text, farthest):
    point = new_point(text)
    value = 10.0 if "rounds" in text else 0.0
    point.add(np.full(1000, value), np.ones(1000))
    point.look()
    assert point.value == value
    assert (point.high - point.low) / 2 == pytest.approx(point.value - point.low) != 0
    assert point.high - point.low < 3 * farthest / 10


def test_nothing_is_said_of_few_games_or_few_uses():
    point = new_point("farm below 5")
    point.add(np.zeros(29), np.ones(29))
    point.look()
    assert (point.standing, point.games_needed) == (Standing.OPEN, None)
    point.add(np.zeros(5000), np.zeros(5000))
    point.look()
    assert point.standing == Standing.OPEN


def test_aborted_games_do_not_count():
    point = new_point("rounds below 9")
    over, under = length(5.0, seed=1, games=100)
    over[::2], under[::2] = np.nan, np.nan
    point.add(over, under)
    assert point.sums.n == 50
    assert point.sums.sums[0] == pytest.approx(np.nansum(over))


def test_a_ban_that_does_not_hold_is_said_and_never_judged():
    point = new_point("farm below 5")
    point.add(np.zeros(5000), np.ones(5000), uses=1000, left=100)
    point.look()
    checked = Checked(point.component.goal, None, [point])
    assert (checked.standing, checked.open_points, checked.games_needed) == (Standing.OPEN, [], None)
    assert checked.sentence == "farm below 5 cannot be tested: 10% of its uses remain under the ban"


def test_one_point_outside_makes_a_goal_fail_and_one_that_is_open_leaves_it_open():
    def at(low, high):
        point = new_point("rounds 5..9")
        point.value, point.low, point.high, point.games_needed = (low + high) / 2, low, high, round(1000 * (high - low))
        return point

    inside, unknown, seems_out, outside = at(6, 7), at(4, 7), at(8.5, 10), at(10, 11)
    verdicts = {}
    for points in ((inside,), (inside, unknown), (inside, unknown, outside), (unknown, seems_out)):
        one = Checked(inside.component.goal, None, list(points))
        verdicts[len(verdicts)] = (one.standing, one.told, len(one.open_points), one.games_needed)
    assert verdicts[0] == (Standing.HOLDS, inside, 0, None)
    assert verdicts[1] == (Standing.OPEN, unknown, 1, 3000)
    assert verdicts[2] == (Standing.FAILS, outside, 0, None)
    assert verdicts[3] == (Standing.OPEN, seems_out, 2, 1500)  # what seems to fail decides alone


def guard_of(*texts: str, **keys) -> Guard:
    file = ExperimentFile(**{"title": "brew_crafters", "games": 3000, "seats": 2, "lineups": ["greedy"]} | keys)
    return make_guard(make_experiment("trial", file), [parse_goal(TITLE, text) for text in texts])


def test_every_own_case_is_checked_at_a_level_for_all_numbers_together():
    keys = {"seats": [2, 3], "skill": ["greedy", "expert"], "without": ["farm"], "variants": {"short": {"game.target_rep": 15}}}
    guard = guard_of("seats within 5", "recipes within 20", **keys)
    cases = [one.case.name for one in guard.checked]
    assert cases == [f"{rules}.{seats}.greedy" for rules in ("printed", "short") for seats in (2, 3) for _ in "ab"]
    assert [len(one.points) for one in guard.checked] == [1, 5, 3, 5] * 2
    assert [point.alpha for one in guard.checked for point in one.points] == pytest.approx([0.05 / 28] * 28)
    only = guard_of("ties below 50", **keys | {"baseline": False})
    assert [one.case.rules.variant for one in only.checked] == ["short", "short"]


def test_seats_of_unlike_bots_are_no_goal_unless_they_rotate():
    keys = {"lineups": [["greedy", "rush"]]}
    with pytest.raises(BadInput, match="in the lineup greedy,rush a seat wins as often as its bot; set rotate = true"):
        guard_of("seats within 5", **keys)
    assert len(guard_of("seats within 5", **keys, rotate=True).checked) == 1
    assert len(guard_of("ties below 5", **keys).checked) == 1


@pytest.mark.compiled_only
def test_bots_that_meet_are_held_against_each_other():
    file = ExperimentFile(
        title="brew_crafters",
        games=2500,
        lineups=[["greedy", "random"], "greedy"],
        check={"greedy ahead of random above": 90, "win share of random below": 10},
    )
    guard = make_guard(make_experiment("trial", file), goals_of(file))
    assert [one.case.lineup.names for one in guard.checked] == [("greedy", "random")] * 2
    with workers(1) as work:
        guard.play(work)
    assert guard.standing == Standing.HOLDS
    with pytest.raises(BadInput, match="no measure 'random ahead of greedy'"):
        goals_of(file.model_copy(update={"check": {"random ahead of greedy above": 90}}))


@pytest.mark.compiled_only
def test_it_plays_until_all_is_decided_and_what_is_decided_is_not_played_further():
    guard = guard_of("rounds below 100", "seats within 2", games=6000)
    with workers(1) as work:
        guard.play(work)
    length, seats = guard.checked
    assert (length.standing, length.points[0].sums.n) == (Standing.HOLDS, 2048)
    assert (seats.standing, seats.points[0].sums.n) == (Standing.OPEN, 6000)
    assert (guard.standing, guard.games, guard.played) == (Standing.OPEN, 6000, 6000)
    assert guard.games_needed > 6000


@pytest.mark.compiled_only
def test_it_ends_as_soon_as_one_goal_fails():
    guard = guard_of("rounds above 100", "seats within 2", games=100_000)
    with workers(1) as work:
        guard.play(work)
    assert (guard.standing, guard.games) == (Standing.FAILS, 2048)
    assert "It ended when one had failed" in " ".join(summary(guard))


@pytest.mark.compiled_only
def test_the_answer_is_the_same_for_any_number_of_workers_in_all_its_forms():
    told = []
    for jobs in (1, 2):
        guard = guard_of("rounds 2..30", "cards within 30", "ties below 5", "seats within 1", seats=[2, 3])
        with workers(jobs) as work:
            guard.play(work)
        told.append((as_junit(guard), as_markdown(guard), json.dumps(as_data(guard))))
    assert told[0] == told[1]


@pytest.mark.compiled_only
def test_junit_and_markdown_tell_each_goal_of_each_case():
    guard = guard_of("rounds 2..30", "ties above 95", "seats within 2")
    with workers(1) as work:
        guard.play(work)
    root = ET.fromstring(as_junit(guard))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    found = {case.get("name"): [child.tag for child in case] for case in suite}
    assert found == {"rounds 2..30": [], "ties above 95": ["failure"], "seats within 2": ["skipped"]}
    assert {case.get("classname") for case in suite} == {"trial: printed, 2 seats, greedy"}
    assert suite[1][0].get("message").startswith("first place tied is ")
    lines = as_markdown(guard).splitlines()
    assert lines[0] == "### Balance of trial: surely fails"
    assert lines[2:4] == ["| goal | case | value | 95 % interval | verdict |", "| --- | --- | --- | --- | --- |"]
    assert [line.split(" | ")[0] for line in lines[4:7]] == ["| rounds 2..30", "| ties above 95", "| seats within 2"]
    assert [row[-1].partition(":")[0] for row in rows(guard)] == ["surely holds", "surely fails", "not known"]
