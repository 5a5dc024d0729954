"""Speed: what `bench` measures, and what `compile` starts."""

import json

import pytest

pytestmark = pytest.mark.compiled_only


def test_bench_measures(ok):
    speed = json.loads(ok("bench", "brew_crafters", "--seconds", "0.2", "--json"))
    rates = {f"{what}_per_second" for what in ("games", "decisions", "options", "playouts")}
    assert {"title", "seats", "bot", "compile_seconds"} | rates <= set(speed)
    assert speed["options_per_second"] > speed["decisions_per_second"] > speed["games_per_second"] > 0
    assert speed["playouts_per_second"] > speed["games_per_second"]  # most begin in the middle of a game


def test_bench_without_a_title_measures_all(ok, monkeypatch):
    monkeypatch.setattr("brewsim.games.TITLES", ("brew_crafters",))
    assert [speed["title"] for speed in json.loads(ok("bench", "--seconds", "0.1", "--json"))] == ["brew_crafters"]


def test_compile_starts_no_more_workers_than_titles(ok, monkeypatch):
    started = []

    def parallel(n_jobs: int, **options: object) -> object:
        started.append(n_jobs)
        return lambda tasks: list(tasks)

    monkeypatch.setattr("joblib.Parallel", parallel)
    ok("compile", "brew", "brew_crafters", "brew", "-j", "200")
    assert started == [2]
