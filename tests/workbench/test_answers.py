"""Answers as plain data: each measure has its place, its limit and a grade; the page needs no sums of its own."""

import json
from pathlib import Path

import pytest

from brewsim.manifest import Limits
from brewsim.results import open_run
from brewsim.runner import execute, prepare
from brewsim.stats.variants import Pairs, measures
from brewsim.studies import comparison
from brewsim.workbench import answers
from tests.conftest import fewer_if_interpreted

GAMES = fewer_if_interpreted(20_000)


@pytest.fixture(scope="module")
def pair(tmp_path_factory) -> tuple[Pairs, Pairs]:
    """The same games as base and variant, and as the base alone."""
    folder: Path = tmp_path_factory.mktemp("run") / "one"
    list(execute(prepare(comparison("brew_crafters", [], {"game.target_rep": 12}, games=GAMES), folder, 512), 1))
    results = open_run(folder)
    base, variant = results.cases
    both, alone = (Pairs(measures(results, base), base.seats) for _ in range(2))
    for before, after in zip(results.parts(base), results.parts(variant)):
        both.add(before, after)
        alone.add(before, before)
    return both, alone


def by_key(pairs: Pairs, is_same: bool) -> dict[str, dict]:
    return {one["key"]: one for one in answers.main(pairs.compare(Limits()), is_same)[0]}


def test_every_measure_is_plain_data_with_its_interval(pair):
    for found in (by_key(pair[0], False), by_key(pair[1], True)):
        json.dumps(found, allow_nan=False)
        for one in found.values():
            for side in filter(None, (one["base"], one["variant"], one["difference"])):
                assert side["low"] <= side["value"] <= side["high"], one["key"]
                assert side["n"] > 0, one["key"]


def test_alone_the_base_has_the_numbers_that_it_has_in_a_comparison(pair):
    both, alone = by_key(pair[0], False), by_key(pair[1], True)
    assert alone.keys() == both.keys()
    for key, one in alone.items():
        assert one["base"] == both[key]["base"], key
        assert one["variant"] is one["difference"] is one["verdict"] is None


def test_fairness_is_the_seat_that_is_farthest_from_fair(pair):
    found = by_key(pair[1], True)
    seats = [one for key, one in found.items() if key.startswith("win share seat")]
    assert found["fairness"]["base"]["value"] == pytest.approx(max(abs(one["base"]["value"] - one["fair"]) for one in seats))
    assert sum(one["base"]["value"] for one in seats) == pytest.approx(100)


def test_the_precision_is_that_of_the_widest_seat(pair):
    found = list(by_key(pair[0], False).values())
    halves = [
        (one[side]["high"] - one[side]["low"]) / 2 for one in found if one["key"].startswith("win share") for side in ("base", "variant")
    ]
    assert answers.half_width(found) == pytest.approx(max(halves))
    assert answers.half_width([]) is None


@pytest.mark.compiled_only
def test_a_shorter_game_is_told_first(pair):
    found, lines = answers.main(pair[0].compare(Limits()), False)
    rounds = next(one for one in found if one["key"] == "rounds")
    assert rounds["difference"]["high"] < 0
    assert (rounds["verdict"], rounds["sentence"]) == ("changed", "Rounds: lower.")
    assert lines[0].startswith("Surely changed, by enough to matter: ")
    assert len(lines) == 3


def test_grades_go_by_the_limits(pair):
    found = by_key(pair[1], True)
    for key, limit in (
        ("win share seat 1", "2 points"),
        ("tied first place", "20\u00a0% of games"),
        ("leader_at_half_wins", "85\u00a0% of games"),
    ):
        assert found[key]["limit"] == limit
        assert found[key]["grade"] in ("problem", "no problem", "not known")
    assert found["score"]["limit"] is found["score"]["grade"] is None
