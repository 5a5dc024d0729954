"""Small real runs and the reports built from them, once for all tests."""

import shutil
from pathlib import Path

import pytest

from brewsim.experiment import ExperimentFile, make_experiment
from brewsim.report.build import build
from brewsim.results import Results, open_run
from brewsim.runner import execute, prepare
from tests.conftest import fewer_if_interpreted


def play(folder: Path, name: str = "trial", **keys) -> Results:
    file = ExperimentFile(
        **{"title": "brew_crafters", "games": fewer_if_interpreted(200), "seats": 2, "seed": 3, "lineups": ["greedy"], **keys}
    )
    run = prepare(make_experiment(name, file), folder, command=["brewsim", "run", f"{name}.toml"])
    for _ in execute(run, 1):
        pass
    return open_run(folder)


@pytest.fixture(scope="session")
def small_run(tmp_path_factory) -> Results:
    """Two lineups, a variant with a blank item, and an item taken away from one seat."""
    keys = {"lineups": ["greedy", ["greedy", "rush"]], "rotate": True, "without": ["ale"]}
    variants = {"short": {"game.target_rep": 15, "blank": ["farm"]}}
    return play(tmp_path_factory.mktemp("runs") / "small", variants=variants, **keys)


@pytest.fixture(scope="session")
def small_report(small_run, tmp_path_factory) -> Path:
    """The page of the small run."""
    return build([small_run], tmp_path_factory.mktemp("reports") / "small")


@pytest.fixture(scope="session")
def empty_report(tmp_path_factory) -> Path:
    """The page of five games, which tell nothing."""
    folder = tmp_path_factory.mktemp("few")
    return build([play(folder / "run", games=5)], folder / "report")


@pytest.fixture
def copied_run(small_run, tmp_path) -> Path:
    """The small run, to be spoilt."""
    return Path(shutil.copytree(small_run.folder, tmp_path / "run"))
