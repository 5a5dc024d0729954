"""Runs that end when enough is known: the same end for any workers, valid as they are, and nothing is played twice to go on."""

from pathlib import Path

import pytest

from brewsim.experiment import ExperimentFile, make_experiment
from brewsim.manifest import read_manifest
from brewsim.results import Results, open_run, verify
from brewsim.runner import Run, execute, looks, prepare, reopen
from tests.test_runner import files

pytestmark = pytest.mark.compiled_only
CHUNK = 100


def plan(folder: Path, **keys) -> Run:
    keys = {"title": "brew_crafters", "games": 650, "seats": [2, 3], "seed": 3, "lineups": ["greedy"], **keys}
    return prepare(make_experiment("trial", ExperimentFile(**keys)), folder, CHUNK)


class Enough:
    """Enough after this number of games; notes when it was asked, and that the games are there."""

    def __init__(self, games: int) -> None:
        self.games, self.asked = games, []

    def __call__(self, results: Results) -> bool:
        self.asked.append(results.games)
        assert all(verify(results.folder, results.manifest, case).is_whole for case in results.cases)
        return results.games >= self.games


def play(folder: Path, games: int | None, jobs: int = 1, **keys) -> int:
    """Play until it is enough, or all; how many games were new."""
    return sum(n for n, is_new in execute(plan(folder, **keys), jobs, is_enough=Enough(games) if games else None) if is_new)


def test_a_run_that_stopped_is_a_valid_run_with_fewer_games(tmp_path):
    assert play(tmp_path, 250) == 2 * 300
    results = open_run(tmp_path)
    assert (results.games, results.manifest.games, results.manifest.stopped_at) == (300, 650, 300)
    assert [case.games for case in results.cases] == [300, 300]
    assert sum(part.select("game").collect().n_unique() for part in results.parts()) == 2 * 300


def test_workers_do_not_matter(tmp_path):
    play(tmp_path / "one", 250)
    play(tmp_path / "two", 250, jobs=2)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_it_goes_on_without_playing_twice_and_ends_like_a_run_that_never_stopped(tmp_path):
    play(tmp_path / "whole", None)
    assert play(tmp_path / "run", 200) == 2 * 200
    assert play(tmp_path / "run", 100) == 0  # less was asked for: all games stay
    assert open_run(tmp_path / "run").games == 200
    assert play(tmp_path / "run", 350) == 2 * 200
    assert open_run(tmp_path / "run").games == 400
    assert play(tmp_path / "run", None) == 2 * 250
    assert files(tmp_path / "run") == files(tmp_path / "whole")
    assert play(tmp_path / "run", 100) == 0
    assert open_run(tmp_path / "run").games == 650


def test_what_is_stopped_while_it_goes_on_keeps_its_games(tmp_path):
    play(tmp_path, 100)
    going = execute(plan(tmp_path), 1)
    next(game for game in going if game[1])  # a new part is played, then somebody interrupts
    going.close()
    assert open_run(tmp_path).games == 100
    assert play(tmp_path, None) == 2 * 550 - 100


def test_an_interrupted_run_ends_where_an_undisturbed_one_does(tmp_path):
    play(tmp_path / "whole", 250)
    going = execute(plan(tmp_path / "run"), 1, is_enough=Enough(250))
    for _ in range(3):
        next(going)
    going.close()
    assert play(tmp_path / "run", 250) == 2 * 300 - 300
    assert files(tmp_path / "run") == files(tmp_path / "whole")


def test_a_run_that_stopped_is_repaired_to_where_it_stopped(tmp_path):
    play(tmp_path, 250)
    before = files(tmp_path)
    sorted(tmp_path.rglob("*.parquet"))[1].unlink()
    assert sum(games for games, is_new in execute(reopen(tmp_path), 1) if is_new) == CHUNK
    assert files(tmp_path) == before


def test_looks_are_fixed_and_wait_for_cases_with_fewer_games(tmp_path):
    asked = Enough(10**6)
    for _ in execute(plan(tmp_path), 1, is_enough=asked):
        pass
    assert asked.asked == list(looks(read_manifest(tmp_path))) == [100, 200, 300, 400, 500, 650]
    few = plan(tmp_path / "few", seats=2, skill=["random", "greedy", "search:2"], search_games=250)
    assert list(looks(few.manifest)) == [300, 400, 500, 650]
    assert sum(games for games, _ in execute(few, 1, is_enough=Enough(1))) == 2 * 300 + 250
    assert {case.name: case.games for case in open_run(tmp_path / "few").cases} == {
        "printed.2.greedy": 300, "printed.2.random": 300, "printed.2.search~2": 250,
    }  # fmt: skip
