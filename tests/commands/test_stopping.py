"""Flags that end a run when enough is known."""

import json

import pytest

pytestmark = pytest.mark.compiled_only


def test_a_run_stops_at_a_precision_and_goes_on_to_a_finer_one(ok):
    words = ["run", "brew_crafters", "-n", "5000", "--seats", "2", "-j", "1", "--json"]
    first = json.loads(ok(*words, "--precision", "3"))
    assert first["games"] == 2048
    assert first["precision"]["is_reached"]
    assert first["precision"]["reached"] <= 3
    more = json.loads(ok(*words, "--precision", "0.5"))
    assert more["out"] == first["out"]
    assert more["games"] == 5000
    told = more["precision"]
    assert not told["is_reached"]
    assert told["games_needed"] > 5000
    assert told["seconds_needed"] > 0
    text = ok(*words[:-1], "--precision", "0.5")
    assert "±0.5 takes about" in text


def test_a_comparison_stops_when_it_is_decided(ok):
    words = ["compare", "brew_crafters", "--set", "game.target_rep=12", "-n", "20000", "--seats", "2", "--decide", "20", "-j", "1"]
    found = json.loads(ok(*words, "--json"))["decision"]
    assert found["is_reached"]
    assert found["games"] == 2048
    assert {row["decision"] for row in found["differences"]} == {"smaller"}
    text = ok(*words)
    assert "Decided after 2,048 games of each case." in text
    assert "smaller than 20" in text


@pytest.mark.parametrize("flag", [["run", "brew", "--precision"], ["compare", "brew", "--set", "game.rounds=3", "--decide"]])
@pytest.mark.parametrize("points", ["0", "-1", "nan", "1000"])
def test_bad_points_are_refused(brewsim, flag, points):
    done = brewsim(*flag, points)
    assert done.returncode == 2
    assert "points of win share, 0.01 to 50" in done.stderr
