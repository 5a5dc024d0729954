"""Commands with --adapt: what both kinds of players show, what is kept, gone on with and refused."""

import json
from pathlib import Path

import pytest

from brewsim.tuning import adapting, tuner

pytestmark = pytest.mark.compiled_only

FLAGS = ("--lineup", "greedy", "--seats", "2", "-n", "1000", "-j", "1")
SHORT = ("compare", "brew_crafters", "--set", "game.target_rep=9", *FLAGS, "--adapt", "15000")
LEAST = ("--adapt", "1700")  # the cheapest tuning, where it does not matter what is found


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(adapting, "CONFIRMING_GAMES", 2_000)


def bots(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.rglob("adapted/*")}


def test_a_short_game_is_played_differently_once_everybody_has_noticed(ok, tmp_path):
    """At 9 points `greedy` still builds for a long game. Adapted bots brew: the equipment that saves cards is used far less."""
    found = json.loads(ok(*SHORT, "--json"))
    assert {row["case"].split(".")[0] for row in found["differences"]} == {"changed"}
    assert len({row["case"] for row in found["differences"]}) == 2
    base, variant = found["adapted_bots"]
    assert (variant["variant"], variant["adapted_from"], variant["plays_as"]) == ("changed", "greedy", None)
    shift = next(row for row in found["adaptation"] if (row["measure"], row["group"]) == ("used", "mash_tun"))
    assert shift["verdict"] == "changed"
    assert shift["adapted"] < shift["unnoticed"] - 0.1
    before, files = ok(*SHORT), bots(tmp_path)
    assert "(nobody has noticed yet)" in before
    assert "(everybody has adapted)" in before
    assert "while nobody has noticed" in before
    assert set(files) == {f"{base['bot']}.toml", f"{variant['bot']}.toml"}
    assert ok(*SHORT[:-4], "-j", "2", *SHORT[-2:]) == before
    assert bots(tmp_path) == files
    assert "is whole" in ok("verify", found["out"])


def test_the_answer_is_the_same_for_any_number_of_workers(ok, tmp_path):
    quick = ["cards", "brew_crafters", "--items", "ale", "--seats", "2", "-n", "200", *LEAST]
    one, two = (json.loads(ok(*quick, "-j", jobs, "-o", f"{jobs}/run", "--json")) for jobs in ("1", "2"))
    assert one.pop("out") != two.pop("out")
    assert one == two
    files = [{path.name: path.read_text().replace(f"{jobs}/run", "") for path in (tmp_path / jobs / "adapted").iterdir()} for jobs in "12"]
    assert files[0] == files[1]


def test_a_variant_that_changes_nothing_does_not_differ(ok):
    text = ok("compare", "brew_crafters", "--set", "game.target_rep=21", *FLAGS, "--adapt", "3000")
    assert "changed, 2 seats: nothing better found than" in text
    assert "Nothing differs surely and by enough to matter." in text


def test_an_interrupted_tuning_goes_on(ok, brewsim, tmp_path, monkeypatch):
    arguments = [
        "sweep",
        "brew_crafters",
        "--set",
        "game.target_rep=9,21",
        "--lineup",
        "greedy",
        "--seats",
        "2",
        "-n",
        "60",
        "-j",
        "1",
        *LEAST,
    ]
    real, calls = tuner._play_generation, []
    monkeypatch.setattr(tuner, "_play_generation", lambda *given: calls.append(given) or real(*given))
    undisturbed, in_all = ok(*arguments, "-o", "one/run").replace("one/run", ""), len(calls)
    assert "2 seats, adapted greedy" in undisturbed
    before_stop = in_all // 2 + 2  # the first tuning is finished, the second is not
    calls.clear()

    def stopped(*given):
        if len(calls) == before_stop:
            raise KeyboardInterrupt
        calls.append(given)
        return real(*given)

    with monkeypatch.context() as patch:
        patch.setattr(tuner, "_play_generation", stopped)
        done = brewsim(*arguments, "-o", "two/run")
    assert done.returncode == 130
    assert "generations are safe in two/adapted/greedy-" in done.stderr
    kept = bots(tmp_path / "two")
    assert sorted(name.partition(".")[2] for name in kept) == ["journal", "toml"]
    assert not (tmp_path / "two" / "run").exists()
    calls.clear()
    assert ok(*arguments, "-o", "two/run").replace("two/run", "") == undisturbed
    assert len(calls) == in_all - before_stop
    after = bots(tmp_path / "two")
    assert {name.partition(".")[2] for name in after} == {"toml"}
    assert all(after[name] == text for name, text in kept.items() if name.endswith(".toml"))
    calls.clear()
    ok(*arguments, "-o", "two/run")
    assert calls == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["cards", "brew_crafters", "--adapt", "0"], "--adapt: a budget of 0: 1,"),
        (["cards", "brew_crafters", "--adapt", "-5"], "--adapt: a budget of -5: 1,"),
        (["cards", "brew_crafters", "--adapt", "1e5"], "'1e5' is no number of games; write 5000, 100k or 2M"),
        (["cards", "brew_crafters", "--adapt", "9" * 4000], "is no number of games"),
        (["cards", "brew_crafters", "--adapt", "9" * 11], "to 10,000,000,000 games"),
        (["cards", "brew_crafters", "--adapt", "--lineup", "greedy,rush"], "all seats must have the same bot"),
        (["cards", "brew_crafters", "--adapt", "--lineup", "random"], "bot 'random' has no weights"),
        (["cards", "brew_crafters", "--adapt", "--lineup", "search:8"], "bot 'search:8' searches"),
        (["cards", "--adapt", "chess"], "unknown title 'chess'"),
        (["compare", "brew_crafters", "--adapt", "nowhere.toml"], "no such file: nowhere.toml"),
        (["run", "brew_crafters", "--adapt"], "No such option: --adapt"),
        (["cards", "brew_crafters", "--adapt", "-o", "mine"], "is not empty and holds no run"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(brewsim, tmp_path, monkeypatch, arguments, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear")
    before = sorted(tmp_path.rglob("*"))
    done = brewsim(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_in_the_place_of_a_bot_is_left_alone(ok, brewsim, tmp_path):
    arguments = ["cards", "brew_crafters", "--items", "ale", "--seats", "2", "-n", "60", "-j", "1", *LEAST]
    ok(*arguments)
    (bot,) = tmp_path.rglob("adapted/*.toml")
    bot.write_text("mine")
    done = brewsim(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds something else" in done.stderr
    assert bot.read_text() == "mine"
