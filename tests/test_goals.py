"""Goals: what a sentence says, on every measure that two cases are compared in, and what is refused."""

import math

import pytest

from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.goals import ITEMS, NEAR, SEATS, WIN_SHARE, WORTH, check_goals, items_of, parse_goal, single_goals, subjects
from brewsim.stats import ties
from brewsim.stats.names import measure_name, seat_name
from brewsim.stats.variants import measures_of

TITLE = load_title("brew_crafters")
ANY = -math.inf, math.inf


@pytest.mark.parametrize(
    ("text", "measure", "group", "low", "high"),
    [
        ("seats within 1", SEATS, "", -1, 1),
        ("seat 1 49..51", WIN_SHARE, "seat 1", 49, 51),
        ("Win share of seat 2 30 % .. 35 %", WIN_SHARE, "seat 2", 30, 35),
        ("rounds 9..11", "rounds", "", 9, 11),
        ("ties below 20", "tied first place", "", ANY[0], 20),
        ("first place tied below 20%", "tied first place", "", ANY[0], 20),
        ("tie-break decided above 2.5", "tie-break decided", "", 2.5, ANY[1]),
        ("score above 30", "score", "", 30, ANY[1]),
        ("score above -3", "score", "", -3, ANY[1]),
        ("margin below 8", "margin", "", ANY[0], 8),
        ("margin within 2 below 30", "margin within", "2", ANY[0], 30),
        ("farm below 5", WORTH, "farm", ANY[0], 5),
        ("worth of mash_tun 0..8", WORTH, "mash_tun", 0, 8),
        ("Mash Tun -1..8", WORTH, "mash_tun", -1, 8),
        ("mash tun used above 10", "used", "mash_tun", 10, ANY[1]),
        ("leader at half-time wins below 80", "leader_at_half_wins", "", ANY[0], 80),
        ("points from rep_recipes above 5", "points from", "rep_recipes", 5, ANY[1]),
        ("items within 8", ITEMS, "", ANY[0], 8),
        ("cards below 8", ITEMS, "card", ANY[0], 8),
        ("recipe within 8", ITEMS, "recipe", ANY[0], 8),
        ("  the   score\tabove\n30 ", "score", "", 30, ANY[1]),
    ],
)
def test_a_sentence_is_what_is_measured_and_its_limit(text, measure, group, low, high):
    goal = parse_goal(TITLE, text)
    assert (goal.measure, goal.group, goal.low, goal.high) == (measure, group, low, high)
    assert goal.text == " ".join(text.split())
    assert goal.sure == 0.95


def test_every_measure_that_cases_are_compared_in_can_be_a_goal(title_name):
    title = load_title(title_name)
    is_place = "place" in title.metrics
    for measure in measures_of(title, ["expert"] * max(title.seats), False):
        name = measure_name({"measure": measure.name, "group": measure.group})
        group = measure.group
        if measure.name == WIN_SHARE:
            seat = next(seat for seat in range(max(title.seats)) if seat_name(seat, is_place) == group)
            name, group = f"win share of {seat_name(seat)}", seat_name(seat)
        goal = parse_goal(title, f"{name} above 1")
        assert (goal.measure, goal.group) == (measure.name, group)
        assert goal.is_in_points == measure.is_share


def test_every_item_can_be_a_goal_by_its_worth_and_no_name_means_two_things(title_name):
    title = load_title(title_name)
    known = subjects(title)
    for item in title.items:
        assert parse_goal(title, f"{item} below 5").group == item
        assert parse_goal(title, f"{item} below 5").is_in_points
    for kind in set(title.item_kinds):
        asked = items_of(title, parse_goal(title, f"{kind} within 8"))
        assert asked == [item for item, own in zip(title.items, title.item_kinds) if own == kind]
    # Two names for each worth, use and seat; kinds, sources and the rest would be missing if one name had replaced another.
    kinds = sum(1 if kind.endswith("s") else 2 for kind in set(title.item_kinds))
    plain = 1 + 1 + 8 + 2 * len(NEAR) + 4 + ("turns" in title.metrics)
    assert len(known) == 4 * len(title.items) + 2 * max(title.seats) + kinds + len(title.score_sources) + plain


def test_bots_that_meet_can_be_goals():
    goals = [parse_goal(TITLE, text, ["rush", "expert"]) for text in ("win share of rush 20..40", "expert ahead of rush below 70")]
    known = [(one.name, one.group) for one in measures_of(TITLE, ["rush", "expert"], False)]
    assert [(goal.measure, goal.group) for goal in goals] == [("win share", "rush"), ("ahead of", "expert, rush")]
    assert all((goal.measure, goal.group) in known for goal in goals)
    with pytest.raises(BadInput, match="BOT ahead of BOT in the order of the alphabet"):
        parse_goal(TITLE, "rush ahead of expert below 70", ["rush", "expert"])


def test_near_margins_are_those_of_the_statistics():
    assert NEAR == ties.NEAR


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "write what is measured and its limit"),
        ("seats", "write what is measured and its limit, as 'seats within 1'"),
        ("rounds 9", "write what is measured and its limit"),
        ("rounds below", "write what is measured and its limit"),
        ("rounds below inf", "write what is measured and its limit"),
        ("rounds below 1e9", "write what is measured and its limit"),
        ("below 5", "write what is measured and its limit"),
        ("sets within 2", "brew_crafters has no measure 'sets'; did you mean 'seats'"),
        ("mesh tun below 2", "did you mean 'mash tun'"),
        ("happiness above 2", "Allowed: seats, seat 1, ties, tie-break decided, .* `brewsim items brew_crafters` lists the items"),
        ("seat 5 below 20", "has no measure 'seat 5'"),
        ("rounds 11..9", "the limits are upside down"),
        ("rounds 9..9", "leave nothing between them"),
        ("seats below 3", "seats has a limit of the form within NUMBER"),
        ("ties within 3", "ties has a limit of the form below NUMBER or above NUMBER or LOW..HIGH"),
        ("items above 3", "items has a limit of the form within NUMBER or below NUMBER"),
        ("rounds below 9 %", "rounds is no share"),
        ("seats within 0", "seats is always from 0 to 100"),
        ("ties below 0", "ties is always from 0 to 100"),
        ("ties below 120", "ties is always from 0 to 100"),
        ("ties -5..20", "ties is always from 0 to 100"),
        ("farm above 100", "farm is always from -100 to 100"),
    ],
)
def test_a_sentence_that_says_nothing_is_refused(text, complaint):
    with pytest.raises(BadInput, match=complaint):
        parse_goal(TITLE, text)


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        ([], "0 goals: 1 to 100"),
        (["rounds 9..11", "rounds  9..11"], "the goal 'rounds 9..11' is named twice"),
        (["rounds below 9", "score above 3", "rounds above 12"], "'rounds above 12' and 'rounds below 9' contradict each other"),
        (["ties below 5", "tied first place above 5"], "contradict each other"),
        (["farm above 9", "cards within 8"], "'farm above 9' and 'cards within 8' contradict"),
        (["seats within 2", "seat 1 above 60"], "'seats within 2' and 'seat 1 above 60' contradict"),
        (["items within 8", "cards within 4", "farm 5..9"], "'farm 5..9' and 'cards within 4' contradict"),
        ([f"rounds below {limit}" for limit in range(101)], "101 goals: 1 to 100"),
    ],
)
def test_goals_that_no_game_can_meet_at_once_are_refused(texts, complaint):
    with pytest.raises(BadInput, match=complaint):
        check_goals(TITLE, [parse_goal(TITLE, text) for text in texts])


def test_goals_that_leave_room_for_each_other_are_fine():
    texts = ["rounds below 12", "rounds above 9", "farm above 5", "cards within 8", "recipes within 4", "seats within 1", "seat 3 20..32.4"]
    check_goals(TITLE, [parse_goal(TITLE, text) for text in texts])


def test_a_goal_for_several_items_is_one_for_each():
    goal = parse_goal(TITLE, "recipes within 8")
    single = single_goals(TITLE, goal)
    assert [one.group for one in single] == ["ale", "porter", "lambic", "coffee_stout", "special_reserve"]
    assert {(one.text, one.measure, one.low, one.high) for one in single} == {("recipes within 8", WORTH, ANY[0], 8)}
    rounds = parse_goal(TITLE, "rounds 9..11")
    assert single_goals(TITLE, rounds) == [rounds]
