"""Tuning finds what was planted, the same whoever does the work and however often it is stopped."""

import json
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.errors import BadInput
from brewsim.matches import Table, workers
from brewsim.rules import load_rules
from brewsim.tuning import tuner
from brewsim.tuning.journal import Journal
from brewsim.tuning.space import rounded
from brewsim.tuning.tuner import Generation, Tuning, confirm, make_exploit, make_tuning, tune

pytestmark = pytest.mark.compiled_only

TABLE = Table(load_rules("brew_crafters"), (0, 1, 2))
BOTS = read_bots(TABLE.rules.title)
BUDGET = 8_000


def small(**changes) -> Tuning:
    given = {"tables": (TABLE,), "name": "greedy", "bots": BOTS, "budget": BUDGET, "seed": 4} | changes
    return make_tuning(**given)


def shares(tuning: Tuning, jobs: int = 1, journal: Journal | None = None, generations: int | None = None) -> list[tuple]:
    with workers(jobs) as work:
        return [(one.share, one.mean) for one in islice(tune(tuning, work, journal), generations)]


@pytest.fixture(scope="module")
def undisturbed() -> list[tuple]:
    return shares(small())


def test_a_weight_that_was_spoilt_is_repaired():
    """A bot that avoids to brew wins nothing; tuned, it is surely better than it was."""
    spoilt = BOTS["greedy"].model_copy(update={"weights": {**BOTS["greedy"].weights, "brew_rep": 0.0}})
    tuning = Tuning((TABLE,), "spoilt", spoilt, (spoilt,), 12_000, 1)
    with workers(1) as work:
        *_, last = tune(tuning, work)
        found = rounded(last.mean)
        (confirmed,) = confirm(tuning, found, work, games=900).values()
    assert confirmed.is_better
    assert confirmed.among_start.low > 1.3
    assert found.weights["brew_rep"] > 0


def test_a_bot_is_not_surely_better_than_itself():
    with workers(1) as work:
        assert not confirm(small(), BOTS["greedy"], work, games=900)[3].is_better


def test_the_number_of_workers_does_not_matter(undisturbed):
    assert shares(small(), jobs=2) == undisturbed


def test_another_seed_finds_another_bot(undisturbed):
    assert shares(small(seed=5), generations=1)[0] != undisturbed[0]


def test_the_budget_is_spent_and_not_exceeded():
    tuning = small()
    assert 0.8 * BUDGET < tuning.games <= BUDGET
    assert tuning.candidate_games % TABLE.seats == 0
    assert small(budget=100 * BUDGET).generations > 5 * tuning.generations


def test_all_numbers_of_seats_are_played_about_equally_often():
    tables = (TABLE, Table(TABLE.rules, (0, 1)))
    tuning = small(tables=tables)
    three, two = tuning.table_games
    assert (three % (tuning.meetings * 3), two % (tuning.meetings * 2)) == (0, 0)
    assert abs(three - two) < 12
    assert 0.7 * BUDGET < tuning.games <= BUDGET
    with workers(1) as work:
        assert set(confirm(tuning, BOTS["rush"], work, games=60)) == {2, 3}


def test_a_plan_begins_as_another_bot_but_for_what_is_held():
    rush, expert = BOTS["rush"], BOTS["expert"]
    start = small(name="rush", rest="expert").start
    assert (start.plan, start.character, start.late_round) == (rush.plan, rush.character, expert.late_round)
    assert all(start.weights.get(name, 0.0) == rush.weights.get(name, 0.0) for name in rush.character if name in start.weights)
    assert start.weights["brew_rep"] == expert.weights["brew_rep"] != rush.weights["brew_rep"]
    for seats, rows in expert.by_seats.items():
        for moment, weights in rows.items():
            changed = {name for name, weight in weights.items() if start.by_seats[seats][moment].get(name) != weight}
            assert changed <= set(rush.character)


def test_a_league_can_be_named():
    first, second = small(against=["rush", "search:4/rush"]).league
    assert (first, second.playouts, second.weights) == (BOTS["rush"], 4, BOTS["rush"].weights)
    with pytest.raises(BadInput, match="did you mean 'rush'"):
        small(against=["rsh"])


def test_a_tuning_that_was_stopped_finds_the_same(undisturbed, tmp_path):
    path = tmp_path / "x.journal"
    first = shares(small(), journal=Journal(path, small().facts), generations=3)
    with workers(1) as work:
        rest = list(tune(small(), work, Journal(path, small().facts)))
    assert first == undisturbed[:3]
    assert [(one.share, one.mean) for one in rest] == undisturbed
    assert [one.is_new for one in rest] == [False] * 3 + [True] * (len(rest) - 3)


@pytest.mark.parametrize(
    ("fact", "changes"),
    [
        ("seats", {"tables": (Table(TABLE.rules, (0, 1)),)}),
        ("seed", {"seed": 5}),
        ("budget", {"budget": 2 * BUDGET}),
        ("rules", {"tables": (Table(load_rules("brew_crafters", {"game.target_rep": 18}), (0, 1, 2)),)}),
        ("bots", {"name": "rush"}),
        ("bots", {"bots": {"greedy": BOTS["greedy"]}}),
    ],
)
def test_a_journal_of_another_tuning_is_refused_and_left_alone(tmp_path, fact, changes):
    path = tmp_path / "x.journal"
    Journal(path, small().facts).add(1, [1.0])
    before = path.read_bytes()
    with pytest.raises(BadInput, match=f"belongs to a tuning with another {fact}"):
        Journal(path, small(**changes).facts)
    assert path.read_bytes() == before
    assert small(**changes).digest != small().digest


@pytest.mark.parametrize("content", ["", "Dear diary\n", "[1]\n", '{"title": 3}\n{"generation": 2, "numbers": [1.0]}\n', "\xff"])
def test_what_is_no_journal_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "x.journal"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(BadInput, match="no journal of a tuning"):
        Journal(path, small().facts)
    assert path.read_bytes() == content.encode("latin-1")


def test_a_journal_is_lines_of_json_and_removes_its_own_half_written_file(tmp_path):
    (tmp_path / "x.journal.12-34.brewsim-tmp").write_text("half")
    (tmp_path / "y.journal.12-34.brewsim-tmp").write_text("another's")
    Journal(tmp_path / "x.journal", small().facts).add(1, [1.5, 0.5])
    head, line = (tmp_path / "x.journal").read_text().splitlines()
    assert json.loads(head) == small().facts
    assert json.loads(line) == {"generation": 1, "numbers": [1.5, 0.5]}
    assert {path.name for path in tmp_path.iterdir()} == {"x.journal", "y.journal.12-34.brewsim-tmp"}


def test_a_bot_that_is_made_again_does_not_meet_itself():
    again = {**BOTS, "found": BOTS["rush"].model_copy(update={"plan": "Found before."})}
    assert small(bots=again, own_name="found").digest == small().digest != small(bots=again).digest


def test_a_bot_that_makes_mistakes_on_purpose_is_no_opponent_but_can_be_tuned():
    assert BOTS["novice"] not in small().league
    assert BOTS["novice"] in small(name="novice").league


def test_what_is_held_stays_and_the_rest_moves():
    """The character of a plan is held by default; `held` says otherwise."""
    rush = BOTS["rush"]
    assert small(name="rush").held == tuple(rush.character)
    tuning = small(name="rush", held=["plan_cheap", "patience"])
    (_, found), *_ = shares(tuning, generations=1)
    assert (found.weights["plan_cheap"], found.beliefs["patience"]) == (rush.weights["plan_cheap"], rush.beliefs["patience"])
    assert found.weights["brew_rep"] != rush.weights["brew_rep"]
    assert found.beliefs["cheap_cards"] != rush.beliefs["cheap_cards"]
    assert tuning.dimensions == small(name="rush", held=[]).dimensions - 2
    assert len({tuning.digest, small(name="rush").digest, small(name="rush", held=[]).digest}) == 3


def test_an_exploiter_meets_its_target_alone():
    tuning = make_exploit(TABLE, "rush", BOTS, BUDGET, 1)
    assert (tuning.start, tuning.league) == (BOTS["rush"], (BOTS["rush"],))
    against_random = make_exploit(TABLE, "random", BOTS, BUDGET, 1)
    assert (against_random.name, against_random.league) == ("greedy", (BOTS["random"],))
    assert make_exploit(TABLE, "search:4/rush", BOTS, BUDGET, 1).league[0].playouts == 4


def test_an_exploiter_meets_none_of_its_own_means():
    met = []

    def watched(do, tasks):
        met.extend(opponent for _, (_, *opponents), *_ in tasks for opponent in opponents)
        return work(do, tasks)

    with workers(1) as work:
        list(tune(make_exploit(TABLE, "rush", BOTS, BUDGET, 1), watched))
    assert met
    assert all(opponent == BOTS["rush"] for opponent in met)


def test_in_rounds_a_bot_is_tuned_against_what_was_found_and_joins_the_league(monkeypatch):
    legs = []

    def found_at_once(leg, *_):
        legs.append(leg)
        yield Generation(1, 1.0, BOTS["rush"].model_copy(update={"plan": f"leg {len(legs)}"}), True)

    monkeypatch.setattr(tuner, "_tune_once", found_at_once)
    tuning = small(rounds=2, budget=5 * BUDGET)
    *_, last = tune(tuning, work=None)
    assert [leg.start.plan for leg in legs] == [tuning.start.plan, "leg 1", "leg 2", "leg 3", "leg 4"]
    assert legs[0].league == tuning.league
    met = [[bot.plan for bot in leg.league[len(tuning.league) :]] for leg in legs[2::2]]
    assert met == [["leg 1", "leg 2"], ["leg 1", "leg 2", "leg 3", "leg 4"]]
    assert [leg.league for leg in legs[1::2]] == [(leg.start,) for leg in legs[1::2]]
    assert len({leg.seed for leg in legs}) == len(legs)  # no leg plays the games of another
    assert [leg.games for leg in legs] == [small().games] * 5
    assert [leg.meets_itself for leg in legs] == [True, False, True, False, True]
    assert (last.mean.plan, tuning.games) == ("leg 5", 5 * small().games)


def test_who_meets_itself_sits_at_tables_of_its_latest_mean_half_of_the_time():
    means = [BOTS["engine"], BOTS["rush"]]

    def share_of_latest(**changes) -> float:
        rng, tuning = np.random.default_rng(1), replace(small(against=["greedy"]), **changes)
        return np.mean([tuner._draw_opponents(tuning, means, TABLE, rng) == [BOTS["rush"]] * 2 for _ in range(400)])

    assert share_of_latest() < 0.2
    assert 0.45 < share_of_latest(meets_itself=True) < 0.65


def test_rounds_go_on_where_they_were_stopped(tmp_path):
    tuning = small(rounds=1, budget=small(rounds=1, budget=10**6).least_budget)
    path, stopped_in = tmp_path / "x.journal", tuning.generations // 3 + 2
    first = shares(tuning, journal=Journal(path, tuning.facts), generations=stopped_in)
    with workers(1) as work:
        rest = list(tune(tuning, work, Journal(path, tuning.facts)))
    assert [(one.share, one.mean) for one in rest[:stopped_in]] == first
    assert [one.is_new for one in rest] == [False] * stopped_in + [True] * (tuning.generations - stopped_in)
    assert [one.number for one in rest] == list(range(1, tuning.generations + 1))
    assert tuning.digest != small(budget=tuning.budget).digest


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rounds": -1}, "rounds=-1: 0 to 20"),
        ({"rounds": 21}, "rounds=21: 0 to 20"),
        ({"rounds": 2}, f"budget={BUDGET}: "),
        ({"name": "random"}, "bot 'random' has no weights, so there is nothing to tune"),
        ({"name": "search:4"}, "bot 'search:4' searches; tune the bot that plays its games out"),
        ({"name": "gredy"}, "did you mean 'greedy'"),
        ({"budget": 0}, "budget=0: "),
        ({"budget": 100}, "budget=100: "),
        ({"budget": 10**30}, "to 10,000,000,000 games"),
        ({"seed": -1}, "seed=-1: 0 to"),
        ({"held": ["plan_chep"]}, "name in hold=... 'plan_chep'; did you mean 'plan_cheap'"),
        ({"held": [*TABLE.rules.title.features, *BOTS["greedy"].beliefs]}, "all weights and beliefs of bot 'greedy' are held"),
    ],
)
def test_what_cannot_be_tuned_is_refused(changes, complaint):
    with pytest.raises(BadInput, match=complaint):
        small(**changes)
