"""Commands that play: what they print and where the data is."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled_only


def test_run_prints_one_object(ok, tmp_path):
    result = json.loads(
        ok("run", "brew_crafters", "-n", "500", "--seats", "2", "--seed", "3", "-j", "1", "-o", str(tmp_path / "r"), "--json")
    )
    assert {"out", "games", "seats", "aborted", "seconds", "games_per_second", "win_share_by_seat", "tie_rate"} <= set(result)
    assert (result["games"], result["seats"], result["out"]) == (500, 2, str(tmp_path / "r"))
    for estimate in (*result["win_share_by_seat"], result["tie_rate"]):
        assert estimate["low"] <= estimate["value"] <= estimate["high"]
    assert sum(estimate["value"] for estimate in result["win_share_by_seat"]) == pytest.approx(1)


def test_run_tells_people_where_the_data_is(ok, tmp_path):
    text = ok("run", "brew_crafters", "-n", "200", "--lineup", "greedy,random", "-j", "1")
    assert "seat 1 (greedy) wins" in text
    assert "a seat of random wins" in text
    folder = Path(text.split("Data: ")[1].strip())
    assert folder.parts[:2] == ("runs", "brew_crafters")
    assert (tmp_path / folder / "manifest.json").exists()


def test_run_takes_an_experiment_file_and_flags_override_it(ok, tmp_path):
    (tmp_path / "target.toml").write_text('title = "brew_crafters"\ngames = 300\nseats = 2\n[variants.short]\n"game.target_rep" = 12\n')
    result = json.loads(ok("run", "target.toml", "-n", "100", "-j", "1", "--json"))
    assert result["games"] == 200
    assert list(result["cases"]) == ["printed.2.expert", "short.2.expert"]
    assert result["cases"]["short.2.expert"]["rounds"]["high"] < result["cases"]["printed.2.expert"]["rounds"]["low"]


def test_run_tells_what_skill_changes(ok, tmp_path):
    (tmp_path / "skill.toml").write_text(
        'title = "brew_crafters"\ngames = 300\nseats = 2\nlineups = ["greedy"]\nskill = ["random", "greedy", "rush", "search:2"]\n'
    )
    arguments = ["run", "skill.toml", "-j", "1"]
    result = json.loads(ok(*arguments, "--json"))
    assert list(result["cases"]) == ["printed.2.greedy"]  # levels are not among them
    assert result["games"] == 3 * 300 + 200
    assert [(row["level"], row["n"]) for row in result["skill"]["levels"] if row["measure"] == "rounds"] == [
        ("random", 300), ("greedy", 300), ("rush", 300), ("search:2", 200),
    ]  # fmt: skip
    found = {(row["measure"], row["group"]): row for row in result["skill"]["findings"]}
    assert set(found) == {
        ("win share", "seat 1"),
        ("win share", "seat 2"),
        ("tied first place", ""),
        ("shared victory", ""),
        ("rounds", ""),
    }
    assert found["rounds", ""]["label"] == "depends_on_skill"
    text = ok(*arguments)
    assert "levels of skill: printed.2" in text
    assert "search:2 200" in text
    assert "depends on skill: compared with greedy" in " ".join(text.split())
    assert "1,100 were there already" in text


def test_games_without_an_item_are_told_of_in_the_report_alone(ok, tmp_path):
    (tmp_path / "few.toml").write_text('title = "brew_crafters"\ngames = 40\nseats = 2\nwithout = ["ale", "farm"]\n')
    text = ok("run", "few.toml", "-j", "1")
    assert text.count("fair share of a seat") == 1
    assert "What each item is worth stands in the report: brewsim report runs/few/" in text.replace("\n", " ")


def test_a_run_without_levels_says_nothing_of_skill(ok):
    arguments = ["run", "brew_crafters", "-n", "100", "--seats", "2", "-j", "1"]
    assert json.loads(ok(*arguments, "--json"))["skill"] == {"findings": [], "levels": []}
    assert "skill" not in ok(*arguments)


def test_compare_tells_what_changed_and_how_sure_it_is(ok):
    arguments = ["compare", "brew_crafters", "--set", "game.target_rep=15", "-n", "400", "--seats", "2", "-j", "1", "--lineup", "greedy"]
    found = json.loads(ok(*arguments, "--json"))["differences"]
    rounds = next(row for row in found if row["measure"] == "rounds")
    assert rounds["verdict"] == "changed"
    assert rounds["low"] < rounds["value"] < rounds["high"] < 0
    assert rounds["variant"] - rounds["base"] == pytest.approx(rounds["value"])
    blanked = json.loads(ok(*arguments, "--blank", "ale", "--json"))["differences"]
    used = next(row for row in blanked if (row["measure"], row["group"]) == ("used", "ale"))
    assert used["base"] > used["variant"] == 0
    text = ok(*arguments)
    lines = text.splitlines()
    assert "changed.2.greedy against printed.2.greedy, 400 pairs of games" in lines[0]
    assert lines[1] == "game.target_rep is 15 instead of 21"
    assert lines[2].startswith("Surely changed, by enough to matter: ")
    assert lines[3].startswith("Balance (seats and ties): ")
    tables = [line.rstrip() for line in lines if "±" in line]
    assert len(tables) > 5
    assert max(map(len, tables)) <= 80
    assert "independent runs need" not in text
    everything = ok(*arguments, "--all")
    assert "independent runs need" in everything
    assert len(everything.splitlines()) > len(lines)


def test_compare_and_sweep_tell_what_items_are_worth_before_and_after(ok):
    """A brewmaster that gives three points more for a Special Reserve is worth more; a rule for teams changes nothing at 2 seats."""
    arguments = ["--items", "brewmaster", "-n", "2k", "--seats", "2", "-j", "1"]
    stronger = ["compare", "brew_crafters", "--set", "cards.brewmaster.bonus_rep.special_reserve=+3", *arguments]
    worth = next(row for row in json.loads(ok(*stronger, "--json"))["differences"] if row["measure"] == "worth")
    assert (worth["group"], worth["relevant"], worth["verdict"]) == ("brewmaster", 0.05, "changed")
    assert worth["variant"] - worth["base"] == pytest.approx(worth["value"])
    assert 0 < worth["low"] < worth["value"] < worth["high"]
    assert "worth of brewmaster" in ok(*stronger)
    swept = ok("sweep", "brew_crafters", "--set", "game.team_gift=0,1", *arguments)
    assert any(line.startswith("worth of brewmaster, points") for line in swept.splitlines())
    assert "Nothing surely changes by enough to matter." in swept
    idle = json.loads(ok("compare", "brew_crafters", "--set", "game.team_gift=0", *arguments, "--json"))["differences"]
    assert {row["verdict"] for row in idle if row["measure"] == "worth"} == {"no_change"}
    assert {row["verdict"] for row in idle if row["measure"] != "worth" and row["value"] is not None} == {"same"}


def test_a_variant_whose_games_never_end_is_said_to_be_one(ok):
    """Nobody may brew, so every game of the variant is aborted: a sentence, no number and no traceback."""
    recipes = ("ale", "porter", "lambic", "coffee_stout", "special_reserve")
    arguments = [
        "compare",
        "brew_crafters",
        "-n",
        "40",
        "--seats",
        "2",
        "-j",
        "1",
        *(word for name in recipes for word in ("--blank", name)),
    ]
    assert "There is nothing to compare" in ok(*arguments)
    verdicts = {row["verdict"] for row in json.loads(ok(*arguments, "--json"))["differences"]}
    assert verdicts == {"no_finished_games"}


def test_sweep_tells_the_response_to_a_rule(ok):
    arguments = ["sweep", "brew_crafters", "--set", "game.target_rep=15,18,21", "-n", "200", "--seats", "2", "-j", "1"]
    found = [row for row in json.loads(ok(*arguments, "--json"))["response"] if row["measure"] == "rounds"]
    assert [row["rule"] for row in found] == [15, 18, 21]
    assert found[0]["high"] < found[2]["low"]
    lines = ok(*arguments).splitlines()
    assert "game.target_rep (21 in print)" in lines[0]
    assert lines[1].startswith("From 15 to 21: ")
    assert any(line.startswith("rounds ") and line.count("*") == 2 for line in lines)


def test_sweep_over_two_rules_is_a_table_in_80_columns_and_heat_maps_in_the_report(ok, tmp_path):
    rules = ["--set", "game.target_rep=15,18,21", "--set", "game.hand_limit=5..7"]
    arguments = ["sweep", "brew_crafters", *rules, "-n", "200", "--seats", "2", "-j", "1", "--lineup", "greedy", "-o", "run"]
    found = json.loads(ok(*arguments, "--json"))
    assert found["paths"] == ["game.target_rep", "game.hand_limit"]
    rounds = {(row["rule"], row["other_rule"]): row["value"] for row in found["response"] if row["measure"] == "rounds"}
    assert len(rounds) == 9
    assert rounds[15, 7] < rounds[21, 7]
    lines = ok(*arguments, "--measure", "rounds", "--measure", "seats within 5").splitlines()
    assert lines[1] == "Down: game.target_rep (21 in print). Across: game.hand_limit (7 in print)."
    assert lines[2].startswith("rounds, ± ")
    assert lines[3].split() == ["5", "6", "7"]
    assert [line.split()[0] for line in lines[4:7]] == ["15", "18", "21"]
    assert f"({rounds[21, 7]:.1f}" in lines[6]  # the printed rules do not differ from themselves
    assert max(len(line.rstrip()) for line in lines[2:7]) <= 80
    assert any("(seats within 5): surely so" in line for line in lines)
    ok("report", "run", "-o", "report")
    page = (tmp_path / "report" / "index.html").read_text()
    assert 'id="figure-grid_1"' in page
    assert "Dashed lines: fair ± 2 points." in page
    assert (tmp_path / "report" / "figures" / "grid_1.png").exists()


def test_cards_ranks_the_items_that_were_asked_for(ok):
    arguments = ["cards", "brew_crafters", "--items", "brewmaster,boil_kettle", "-n", "300", "--seats", "2", "-j", "1"]
    found = json.loads(ok(*arguments, "--json"))["items"]
    assert [row["item"] for row in found] == ["boil_kettle", "brewmaster"]
    assert all(row["restricted_low"] < row["restricted"] < row["restricted_high"] for row in found)
    text = ok(*arguments)
    assert "from its kind" in text
    assert "oak_barrelhouse" not in text


def test_cards_tells_pairs_and_what_a_change_does_to_worth(ok):
    arguments = ["cards", "brew_crafters", "--pairs", "brewmaster,boil_kettle", "--set", "game.target_rep=15", "-n", "300", "-j", "1"]
    found = json.loads(ok(*arguments, "--json"))
    assert {(row["item"], row["other"]) for row in found["pairs"]} == {("brewmaster", "boil_kettle")}
    assert {row["item"] for row in found["changes"]} == {"brewmaster", "boil_kettle"}
    assert all(row["value"] == pytest.approx(row["after"] - row["before"]) for row in found["changes"])
    text = ok(*arguments)
    assert "brewmaster, boil_kettle" in text
    assert "difference" in text


def test_run_makes_the_report_as_well(ok, tmp_path):
    text = ok("run", "brew_crafters", "-n", "100", "--seats", "2", "-j", "1", "--report")
    assert "Report: reports/brew_crafters/index.html" in text
    assert (tmp_path / "reports" / "brew_crafters" / "index.html").stat().st_size > 10_000


def test_names_with_brackets_are_no_patterns(ok, tmp_path):
    (tmp_path / "v[1].toml").write_text('title = "brew_crafters"\n[set]\n"game.target_rep" = 18\n')
    arguments = ["run", "brew_crafters", "-n", "50", "-j", "1", "--variant", "v[1].toml", "-o", "r[2]"]
    assert "50 games played" in ok(*arguments)
    assert "50 were there already" in ok(*arguments)
