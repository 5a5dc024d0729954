"""What goals are judged by: every kind of goal on hand-made games, and the same numbers as the statistics of a run."""

import numpy as np
import pytest

from brewsim.advising.measuring import Component, LineupMeasurer, Measurer, Standing, standing
from brewsim.bots import make_lineup
from brewsim.engine.conventions import restricted_seat
from brewsim.errors import BadInput
from brewsim.experiment import ExperimentFile, make_experiment
from brewsim.games import load_title
from brewsim.goals import parse_goal
from brewsim.matches import workers
from brewsim.play import simulate, simulate_without
from brewsim.results import open_run
from brewsim.rules import load_rules
from brewsim.runner import execute, prepare
from brewsim.stats.cards import restricted
from brewsim.stats.variants import Pairs, measures

TITLE = load_title("brew_crafters")
RULES = load_rules("brew_crafters")
FARM = TITLE.item_numbers["farm"]
GAMES = 4
# Two seats, four games: scores, who won, and how often the seat used the farm.
SCORES = [[10, 8], [7, 9], [6, 6], [12, 2]]
WINS = [[1, 0], [0, 1], [0.5, 0.5], [1, 0]]
USES = [[2, 1], [0, 0], [1, 0], [1, 3]]
# In restricted play the seat of games 0 and 1 is the first, that of 2 and 3 the second.
LOST = {0: 0.0, 3: 0.5}  # game -> win share of the restricted seat without the farm


def outcomes(ids) -> np.ndarray:
    """Finished games that are told by the tables above; game 9 was aborted."""
    rows = np.zeros((len(ids), 2), TITLE.outcome_dtype)
    for row, game in zip(rows, ids):
        known = game % GAMES
        row["game"], row["seat"], row["side"] = game, [0, 1], [0, 1]
        row["score"], row["win_share"] = SCORES[known], WINS[known]
        row["rank"] = [1 if share else 2 for share in WINS[known]]
        row["margin"] = np.array(SCORES[known]) - SCORES[known][::-1]
        row["tied_first"] = len(set(SCORES[known])) == 1
        row["rounds"], row["decisions"] = 5 + known, 10
        row["metrics"][:, TITLE.metrics.index("rep_recipes")] = SCORES[known]
        row["metrics"][:, TITLE.metrics.index("turns")] = 3
        row["uses"][:, FARM] = USES[known]
        row["chance_at_half"] = [0.75, 0.25] if known < 3 else [np.nan, np.nan]
        row["aborted"] = game == 9
    return rows.ravel()


def work(function, tasks):
    """Answers in the place of the drivers."""
    answers = []
    for task in tasks:
        if function is simulate:
            rules, _, ids, seed, banned, _ = task
            assert (rules, seed, banned) == (RULES, 7, ())
            answers.append(outcomes(ids))
        else:
            assert function is simulate_without
            items, _, _, ids, _ = task
            assert items == ("farm",)
            rows = outcomes(ids)
            own = rows["seat"] == restricted_seat(rows["game"], 2)
            rows["win_share"][own] = [LOST[game % GAMES] for game in rows["game"][own]]
            rows["uses"][:, FARM] = 0
            answers.append(rows)
    return answers


def measure(*texts, ids=range(GAMES)):
    goals = [parse_goal(TITLE, text) for text in texts]
    measurer = Measurer(TITLE, goals, [2], "greedy", seed=7)
    return measurer, measurer(RULES, np.array(ids), work)


@pytest.mark.parametrize(
    ("text", "name", "over", "under"),
    [
        ("seats within 1", "win share of seat 1 minus fair", [50, -50, 0, 50], [1, 1, 1, 1]),
        ("seat 2 49..51", "win share of seat 2", [0, 100, 50, 0], [1, 1, 1, 1]),
        ("ties below 20", "first place tied", [0, 0, 100, 0], [1, 1, 1, 1]),
        ("shared victory below 20", "victory shared", [0, 0, 100, 0], [1, 1, 1, 1]),
        ("tie-break decided below 20", "tie-break decided", [0, 0, 0, 0], [1, 1, 1, 1]),
        ("margin within 2 below 80", "won by 2 points or less", [100, 100, 100, 0], [1, 1, 1, 1]),
        ("margin below 8", "margin", [2, 2, 0, 10], [1, 1, 1, 1]),
        ("score above 3", "score", [9, 8, 6, 7], [1, 1, 1, 1]),
        ("rounds 5..9", "rounds", [5, 6, 7, 8], [1, 1, 1, 1]),
        ("decisions 5..9", "decisions", [20, 20, 20, 20], [1, 1, 1, 1]),
        ("turns 5..9", "turns", [6, 6, 6, 6], [1, 1, 1, 1]),
        ("leader at half-time wins below 80", "leader at half-time wins", [100, 0, 50, 0], [1, 1, 1, 0]),
        ("points from rep recipes above 5", "points from rep recipes", [18, 16, 12, 14], [2, 2, 2, 2]),
        ("farm used above 10", "farm is used", [200, 0, 100, 200], [2, 2, 2, 2]),
        ("farm below 5", "worth of farm", [100, 0, 0, -50], [1, 0, 0, 1]),
    ],
)
def test_each_kind_of_goal_on_games_that_were_set_by_hand(text, name, over, under):
    measurer, terms = measure(text)
    (component,) = measurer.components
    assert (component.name, component.seats) == (name, 2)
    assert (component.low, component.high) == (component.goal.low, component.goal.high)
    assert terms.over[:, 0].tolist() == over
    assert terms.under[:, 0].tolist() == under


def test_restricted_play_plays_only_the_games_in_which_the_seat_used_the_item():
    measurer, terms = measure("farm below 5", "rounds 5..9")
    assert terms.games == GAMES + 2
    assert measurer.cost(np.arange(GAMES)) == 2 * GAMES
    assert (terms.uses.tolist(), terms.left.tolist()) == ([5, 0], [0, 0])


def test_aborted_games_are_nan_in_both_terms():
    _, terms = measure("rounds 5..9", "farm below 5", ids=[8, 9, 10])
    assert np.isnan(terms.over).tolist() == np.isnan(terms.under).tolist() == [[False] * 2, [True] * 2, [False] * 2]
    assert terms.aborted == 1


def test_followed_are_all_games_if_a_goal_needs_it_and_none_else():
    assert LineupMeasurer(TITLE, [parse_goal(TITLE, "ties below 5")], make_lineup(TITLE, ["greedy"] * 2)).follow_every == 0
    assert (
        LineupMeasurer(TITLE, [parse_goal(TITLE, "last at half-time wins above 5")], make_lineup(TITLE, ["greedy"] * 2)).follow_every == 1
    )


def test_teams_count_as_sides_and_three_seats_as_three():
    goal = parse_goal(TITLE, "seats within 1")
    names = {seats: [one.name for one in Measurer(TITLE, [goal], [seats], "greedy").components] for seats in (2, 3, 4)}
    assert names[2] == names[4] == ["win share of seat 1 minus fair"]
    assert names[3] == [f"win share of seat {seat} minus fair" for seat in (1, 2, 3)]


@pytest.mark.parametrize("name", ["wizards_brew"])
def test_places_are_counted_from_a_first_player_drawn_by_lot(name):
    title = load_title(name)
    goals = [parse_goal(title, "seats within 1"), parse_goal(title, "seat 2 20..30")]
    components = LineupMeasurer(title, goals, make_lineup(title, ["random"] * 3)).components
    assert [one.name for one in components][1:] == [
        "win share of the second player minus fair",
        "win share of the third player minus fair",
        "win share of the second player",
    ]
    rules, ids = load_rules(name), np.arange(20)
    terms = LineupMeasurer(title, goals, make_lineup(title, ["random"] * 3))(rules, ids, run_here)
    rows = simulate(rules, ["random"] * 3, 20).reshape(20, 3)
    second = rows["metrics"][:, :, title.metrics.index("place")] == 1
    assert terms.over[:, -1].tolist() == (100 * rows["win_share"][second]).tolist()


def run_here(function, tasks):
    return [function(*task) for task in tasks]


def test_a_goal_on_a_seat_that_no_table_has_is_refused():
    goals = [parse_goal(TITLE, "seat 3 20..40")]
    assert [one.seats for one in Measurer(TITLE, goals, [2, 3], "greedy").components] == [3]
    with pytest.raises(BadInput, match=r"goal 'seat 3 20..40': no table here has seat 3"):
        Measurer(TITLE, goals, [2], "greedy")


@pytest.mark.compiled_only
def test_a_ban_leaves_games_as_they_are_in_which_the_item_was_not_used_unless_seats_bid(title_name):
    title, rules, ids = load_title(title_name), load_rules(title_name), np.arange(40)
    lineup = make_lineup(title, ["greedy"] * title.default_seats)
    rows = simulate(rules, lineup, ids)
    is_changed = False
    for item, number in title.item_numbers.items():
        again = simulate_without([item], rules, lineup, ids)
        is_own = rows["seat"] == restricted_seat(rows["game"], title.default_seats)
        unused = ids[rows[is_own]["uses"][:, number] == 0]
        same = [np.isin(one["game"], unused) for one in (rows, again)]
        is_changed |= any((rows[name][same[0]] != again[name][same[1]]).any() for name in ("score", "rank", "decisions", "uses", "metrics"))
    assert is_changed == title.has_bids


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "items"), [("brew_crafters", ["mash_tun", "ale"]), ("wizards_brew", ["great_wish", "red"])])
def test_the_numbers_are_those_of_a_comparison_and_of_restricted_play(tmp_path, name, items):
    games, title, rules = 400, load_title(name), load_rules(name)
    file = ExperimentFile(title=name, games=games, seats=3, seed=4, lineups=["greedy"], without=items)
    run = prepare(make_experiment("trial", file), tmp_path / "run")
    list(execute(run, 1))
    results = open_run(run.folder)
    free = next(case for case in results.cases if not case.without)
    pairs = Pairs([one for one in measures(results, free) if one.name not in ("leader_at_half_wins", "last_at_half_wins")], 3)
    for part in results.parts(free):
        pairs.add(part, part)
    known = {
        (one.name, one.group): (100 if one.is_share else 1) * value for one, value in zip(pairs.what, pairs.whole().differences().first)
    }
    known |= {("worth", row["item"]): 100 * row["value"] for row in restricted(results).iter_rows(named=True)}
    common = ["ties below 90", "rounds 1..90", "score above 1", f"{items[0]} used above 1"]
    goals = [parse_goal(title, text) for text in (*common, *(f"{item} below 90" for item in items))]
    measurer = Measurer(title, goals, [3], "greedy", seed=4)
    with workers(1) as alone, workers(2) as two:
        terms, again = measurer(rules, np.arange(games), alone), measurer(rules, np.arange(games), two)
    values = terms.over.sum(axis=0) / terms.under.sum(axis=0)
    assert values.tolist() == pytest.approx([known[goal.measure, goal.group] for goal in goals], rel=1e-6)
    assert terms.over.tobytes() == again.over.tobytes()
    assert terms.under.tobytes() == again.under.tobytes()


def test_several_numbers_of_seats_stand_side_by_side():
    goals = [parse_goal(TITLE, "rounds 5..9"), parse_goal(TITLE, "ties below 20")]
    measurer = Measurer(TITLE, goals, [2, 3], "random")
    terms = measurer(RULES, np.arange(5, 9), run_here)
    assert [(one.seats, one.goal.measure) for one in measurer.components] == [
        (seats, measure) for seats in (2, 3) for measure in ("rounds", "tied first place")
    ]
    assert terms.over.shape == (4, 4)
    rows = simulate(RULES, ["random"] * 3, np.arange(5, 9))[::3]
    assert terms.over[:, 2].tolist() == rows["rounds"].tolist()


@pytest.mark.parametrize(
    ("bounds", "found"),
    [
        ([(1, 2), (3, 4)], Standing.HOLDS),
        ([(0, 2), (4, 5)], Standing.HOLDS),
        ([(-1, 2), (3, 4)], Standing.OPEN),
        ([(1, 2), (np.nan, np.nan)], Standing.OPEN),
        ([(1, 2), (6, 7)], Standing.FAILS),
        ([(-3, -1), (np.nan, np.nan)], Standing.FAILS),
        ([], Standing.OPEN),
    ],
)
def test_a_goal_holds_if_all_intervals_lie_inside_and_fails_if_one_lies_outside(bounds, found):
    component = Component(parse_goal(TITLE, "rounds 0..5"), 2, "rounds", 0, 5)
    lows, highs = zip(*bounds) if bounds else ((), ())
    assert standing([component] * len(bounds), lows, highs) == found


def test_games_of_searching_bots_are_shared_finely():
    """They take seconds each, so that a worker gets few of them."""
    goals = [parse_goal(TITLE, "rounds 5..9")]
    assert Measurer(TITLE, goals, [2], "search:8").piece_games < Measurer(TITLE, goals, [2], "greedy").piece_games / 10
