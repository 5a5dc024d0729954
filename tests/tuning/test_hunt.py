"""Hunts: a broken plan that was planted is found and named, the same whoever does the work and however often it is stopped."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from brewsim.bots import Bot, read_bot_file, read_bots
from brewsim.errors import BadInput
from brewsim.matches import Table, workers
from brewsim.rules import load_rules
from brewsim.stats.intervals import Estimate
from brewsim.tuning import hunt as hunting
from brewsim.tuning.behaviour import make_scale
from brewsim.tuning.hunt import FLOOR, Hunt, Match, Plan, Verdict, found_in, judge, make_hunt, play_matches, seek, sort_plans
from brewsim.tuning.journal import Journal
from brewsim.tuning.tuner import Generation, win_share
from brewsim.tuning.writing import holds, verdict_in_words, write_plans

pytestmark = pytest.mark.compiled_only

BOTS = read_bots(load_rules("brew_crafters").title, read_bot_file(Path(__file__).with_name("plans.toml")))
BOX = {"greedy": BOTS["rush"], "engine": BOTS["engine"], "reserve": BOTS["reserve"]}  # plans that were not made for what follows
BROKEN = Table(load_rules("brew_crafters", {"recipes.special_reserve.rep": 40}), (0, 1, 2))


@pytest.fixture(autouse=True)
def short_matches(monkeypatch):
    monkeypatch.setattr("brewsim.tuning.hunt.MIN_MATCH_GAMES", 240)


def small(**changes) -> Hunt:
    given = {"table": BROKEN, "bots": BOX, "starts": 4, "budget": 24_000, "seed": 1} | changes
    return make_hunt(**given)


def brief() -> Hunt:
    """As cheap as a hunt can be that has a start with a reward for playing differently."""
    return small(starts=2, budget=4_000)


def generations(hunt: Hunt, jobs: int = 1, journal: Journal | None = None, stop: int | None = None) -> list[Generation]:
    with workers(jobs) as work:
        return list(islice(seek(hunt, work, journal), stop))


@pytest.fixture(scope="module")
def undisturbed() -> list[Generation]:
    return generations(brief())


def sorted_and_judged(hunt: Hunt, found: Iterable[Generation]) -> tuple[dict[str, Plan], Verdict]:
    with workers(1) as work:
        plans = {f"x-{i}": plan for i, plan in enumerate(sort_plans(hunt, found_in(hunt, found), work), 1)}
        return plans, judge(play_matches(hunt, {name: plan.bot for name, plan in plans.items()}, work))


def test_all_starts_that_find_a_broken_beer_lead():
    """The Special Reserve ends the game by itself; the box builds too much, or brews other beers."""
    plans, verdict = sorted_and_judged(small(), generations(small()))
    assert set(verdict.leaders) <= set(plans)
    assert all("special reserve more" in plans[name].does for name in verdict.leaders)
    assert "beats all" in verdict_in_words(verdict)


def test_a_broken_plan_is_found_told_and_called_dominant(tmp_path):
    hunt = small(starts=1, budget=12_000)
    plans, verdict = sorted_and_judged(hunt, generations(hunt))
    assert verdict.dominant in plans
    best = plans[verdict.dominant]
    assert "special reserve more" in best.does
    assert best.share.low > 1
    assert verdict_in_words(verdict).startswith("'x-1' beats all others: ")
    write_plans(tmp_path / "x.toml", hunt, plans, verdict, "brewsim hunt ...")
    assert read_bots(BROKEN.rules.title, read_bot_file(tmp_path / "x.toml"))[verdict.dominant].weights == best.bot.weights
    assert "beats all others" in (tmp_path / "x.toml").read_text()
    assert holds(tmp_path / "x.toml", hunt)
    with pytest.raises(BadInput, match="holds something else"):
        holds(tmp_path / "x.toml", small(seed=2))


def test_where_all_are_equal_nobody_is_dominant():
    """Weights that are all twice as large choose the same."""

    def times(bot: Bot, factor: float) -> Bot:
        return bot.model_copy(update={"weights": {name: factor * weight for name, weight in bot.weights.items()}})

    equal = {"greedy": BOTS["greedy"], "twice": times(BOTS["greedy"], 2.0)}
    hunt = small(bots=equal)
    with workers(1) as work:
        plans = sort_plans(hunt, [times(BOTS["greedy"], 4.0), times(BOTS["greedy"], 8.0)], work)
        verdict = judge(play_matches(hunt, {"x": plans[0].bot}, work))
    assert len(plans) == 1
    assert (plans[0].n_starts, plans[0].is_new, plans[0].does) == (2, False, "Does about the same as the others.")
    assert verdict.dominant is None
    assert len(verdict.leaders) == 3
    assert verdict_in_words(verdict) == "No plan beats all others, and no group of plans does."


def test_bots_that_cannot_compete_are_no_plans():
    never_brews = BOTS["greedy"].model_copy(update={"weights": {"blind": 1.0}})
    with workers(1) as work:
        plans = sort_plans(small(), [never_brews], work)
    assert plans == []


def test_different_plans_are_different_groups():
    hunt = small(table=Table(load_rules("brew_crafters"), (0, 1, 2)))
    with workers(1) as work:
        plans = sort_plans(hunt, [BOTS["reserve"], BOTS["engine"], BOTS["engine"]], work)
    assert {plan.nearest: (plan.n_starts, plan.is_new) for plan in plans} == {"reserve": (1, False), "engine": (2, False)}


def test_who_plays_otherwise_is_rewarded_only_if_it_can_compete():
    rows = {share: np.zeros(60, BROKEN.rules.title.outcome_dtype) for share in (0.0, 0.5)}
    for share, own in rows.items():
        own["win_share"] = share
    scale = make_scale(BROKEN.rules, list(rows.values()))
    same, unlike = np.zeros((1, len(scale.traits))), np.full((1, len(scale.traits)), 3.0)
    assert hunting._reward(BROKEN, scale, same)([rows[0.5]]) == win_share([BROKEN], [rows[0.5]]) == 1.5 > FLOOR
    assert hunting._reward(BROKEN, scale, unlike)([rows[0.5]]) == 1.5 + hunting.NOVELTY_WORTH * hunting.MOST_NOVELTY
    assert hunting._reward(BROKEN, scale, np.concatenate([unlike, same]))([rows[0.5]]) == 1.5
    assert hunting._reward(BROKEN, scale, unlike)([rows[0.0]]) == 0.0


def test_starts_are_the_box_and_then_random_places_around_it():
    hunt = small()
    assert [hunt.start_of(number) for number in range(4)] == ["greedy", "engine", "reserve", "greedy"]
    assert [hunt.is_random(number) for number in range(4)] == [False, False, False, True]
    assert "novice" not in small(bots=BOTS).box
    assert hunt.tuning(1).start == BOX["engine"]
    assert hunt.tuning(3).start.weights != BOX["greedy"].weights
    assert hunt.tuning(3) == small().tuning(3) != small(seed=2).tuning(3)
    assert hunt.tuning(1, [BOTS["reserve"]]).league == (*BOX.values(), BOTS["reserve"])


def test_the_budget_is_spent_and_not_exceeded(undisturbed):
    hunt = brief()
    assert len(undisturbed) == hunt.generations
    assert 0.8 * hunt.budget < hunt.starts * hunt.tuning(0).games <= hunt.budget


def test_the_number_of_workers_does_not_matter(undisturbed):
    first_of_second = brief().tuning(0).generations + 1
    assert generations(brief(), jobs=2, stop=first_of_second) == undisturbed[:first_of_second]


def test_a_hunt_that_was_stopped_finds_the_same(undisturbed, tmp_path):
    path, stop = tmp_path / "x.journal", brief().tuning(0).generations + 2
    generations(brief(), journal=Journal(path, brief().facts), stop=stop)
    again = generations(brief(), journal=Journal(path, brief().facts))
    assert [(one.number, one.share, one.mean) for one in again] == [(one.number, one.share, one.mean) for one in undisturbed]
    assert [one.is_new for one in again] == [False] * stop + [True] * (len(again) - stop)


@pytest.mark.parametrize(("fact", "changes"), [("seed", {"seed": 2}), ("starts", {"starts": 2}), ("budget", {"budget": 30_000})])
def test_a_journal_of_another_hunt_is_refused(tmp_path, fact, changes):
    path = tmp_path / "x.journal"
    Journal(path, small().facts)
    with pytest.raises(BadInput, match=f"belongs to a tuning with another {fact}"):
        Journal(path, small(**changes).facts)


def match(bot: str, other: str, low: float, high: float) -> Match:
    return Match(bot, other, Estimate((low + high) / 2, low, high, 1000))


@pytest.mark.parametrize(
    ("b_among_a", "leaders"),
    [((0.5, 0.9), ("a",)), ((0.8, 1.1), ("a", "b"))],
)
def test_a_dominant_plan_invades_the_others_and_is_not_invaded(b_among_a, leaders):
    matches = [match("a", "b", 1.1, 1.3), match("b", "a", *b_among_a), match("a", "c", 2.0, 2.2), match("c", "a", 0.1, 0.2)]
    verdict = judge([*matches, match("b", "c", 1.5, 1.9), match("c", "b", 0.3, 0.5)])
    assert verdict.leaders == leaders
    assert verdict.dominant == ("a" if len(leaders) == 1 else None)
    assert verdict.least.other == verdict.most.bot == ("b" if len(leaders) == 1 else "c")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"starts": 0}, "starts=0: 1 to 100"),
        ({"starts": 10**30}, "1 to 100"),
        ({"budget": 0}, "budget=0: "),
        ({"budget": 10**30}, "to 10,000,000,000 games for 4 starts"),
        ({"seed": -1}, "seed=-1: 0 to"),
    ],
)
def test_what_cannot_be_hunted_is_refused(changes, complaint):
    with pytest.raises(BadInput, match=complaint):
        small(**changes)
