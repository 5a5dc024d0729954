"""Commands that measure beside runs, and the report that is given what they wrote."""

import json
import re
from pathlib import Path

import pytest

from brewsim.errors import BadInput
from brewsim.measured import FORM, read_measured

pytestmark = pytest.mark.compiled_only


def test_luck_and_assumptions_are_shown_in_a_report(ok, tmp_path):
    luck = json.loads(ok("luck", "brew_crafters", "--seats", "2", "-n", "800", "-j", "1", "--json"))
    assert [row["source"] for row in luck["luck"]] == ["seat", "skill", "deal", "play"]
    assert luck["levels"] == ["novice", "greedy", "expert"]
    moved = json.loads(ok("assumptions", "brew_crafters", "--seats", "2", "-n", "40", "-j", "1", "--json"))
    assert moved["moves"] > moved["values"] > 30
    assert {"path", "old", "new", "measure", "value", "low", "high", "is_sure"} <= set(moved["assumptions"][0])
    files = [word for name in (luck["out"], moved["out"]) for word in ("--with", name)]
    ok("run", "brew_crafters", "--seats", "2", "-n", "300", "-j", "1", "--report", *files)
    page = (tmp_path / "reports" / "brew_crafters" / "index.html").read_text()
    assert re.search(r"Over assumptions, (win share of seat \d|first place tied): [\d.]+ to [\d.]+\s%", page)
    assert re.search(r"Over assumptions, rounds: [\d.]+ to [\d.]+,", page)
    assert 'id="figure-luck_2"' in page
    assert "Players of the levels novice, greedy, expert sit down at random." in page


def test_what_does_not_fit_is_refused_in_one_line(ok, brewsim, tmp_path):
    ok("luck", "brew_crafters", "--seats", "2", "-n", "200", "-j", "1", "-o", "luck.json")
    measured = read_measured(Path("luck.json"))
    measured.model_copy(update={"rules": {**measured.rules, "game.target_rep": 22}}).write(Path("other.json"))
    measured.model_copy(update={"title": "brew"}).write(Path("brew.json"))
    measured.model_copy(update={"form": FORM - 1}).write(Path("earlier.json"))
    ok("run", "brew_crafters", "--seats", "2", "-n", "50", "-j", "1", "-o", "played")
    for file, said in (
        ("other.json", "measured with other rules or bots"),
        ("brew.json", "luck was measured for brew, but the run is of brew_crafters"),
        ("earlier.json", "of another version"),
        ("none.json", "cannot be read"),
    ):
        done = brewsim("report", "played", "--with", file)
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert not Path("reports").exists()
    text = Path("luck.json").read_text()
    Path("luck.json").write_text(text.replace('"seats": 2', '"seats": 3'))
    with pytest.raises(BadInput, match="was edited"):
        read_measured(Path("luck.json"))
