"""Speed: what `bench` measures."""

import json

import pytest

pytestmark = pytest.mark.compiled_only


def test_bench_measures(ok):
    speed = json.loads(ok("bench", "brew_crafters", "--seconds", "0.2", "--json"))
    keys = {"title", "seats", "bot", "games_per_second", "decisions_per_second", "options_per_second", "compile_seconds"}
    assert keys <= set(speed)
    assert speed["options_per_second"] > speed["decisions_per_second"] > speed["games_per_second"] > 0


def test_bench_without_a_title_measures_all(ok, monkeypatch):
    monkeypatch.setattr("brewsim.games.TITLES", ("brew_crafters",))
    assert [speed["title"] for speed in json.loads(ok("bench", "--seconds", "0.1", "--json"))] == ["brew_crafters"]
