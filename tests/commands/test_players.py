"""Commands about players: what they find, write and refuse."""

import json
from pathlib import Path

import pytest

from brewsim.tuning import tuner
from brewsim.tuning.tuner import Confirmation

pytestmark = pytest.mark.compiled_only

SMALL = ("--seats", "2", "--budget", "8000", "-j", "1")
SPOILT = '[weak]\nplan = "Does not care for beer."\n[weak.weights]\nplay = 1.0\nblind = 1.0\n'


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def weak(tmp_path) -> Path:
    (tmp_path / "weak.toml").write_text(SPOILT)
    return tmp_path


def test_tune_writes_a_bot_that_plays_and_says_how_it_was_found(ok, weak):
    text = ok("tune", "brew_crafters", "--bot-file", "weak.toml", "--bot", "weak", *SMALL)
    assert "2 seats: it among 'weak' " in text
    assert names(weak) == {"weak.toml", "weak-tuned.toml"}
    assert "brewsim tune brew_crafters --seats 2 --bot weak --bot-file weak.toml" in (weak / "weak-tuned.toml").read_text()
    (weak / "weak-tuned.toml").write_text((weak / "weak-tuned.toml").read_text() + SPOILT)
    played = json.loads(ok("run", "brew_crafters", "-n", "400", "--lineup", "weak-tuned,weak", "--bot-file", "weak-tuned.toml", "--json"))
    shares = played["cases"]["printed.2.weak-tuned-weak"]["win_share_by_bot"]
    assert shares["weak-tuned"]["low"] > 0.5


@pytest.fixture
def stopped_in_the_third_generation(brewsim, monkeypatch):
    def call(*arguments: str):
        real, calls = tuner._play_generation, []

        def stopped(*given):
            calls.append(given)
            if len(calls) == 3:
                raise KeyboardInterrupt
            return real(*given)

        with monkeypatch.context() as patch:
            patch.setattr(tuner, "_play_generation", stopped)
            done = brewsim(*arguments)
        assert done.returncode == 130
        return done.stderr

    return call


def test_tune_goes_on_where_it_was_stopped(ok, weak, brewsim, stopped_in_the_third_generation):
    arguments = ["tune", "brew_crafters", "--bot-file", "weak.toml", "--bot", "weak", *SMALL]
    ok(*arguments)
    undisturbed = (weak / "weak-tuned.toml").read_text()
    assert "already" in ok(*arguments)
    (weak / "weak-tuned.toml").unlink()
    told = stopped_in_the_third_generation(*arguments)
    assert "Interrupted: 2 of " in told
    assert "generations are safe in weak-tuned.journal" in told
    assert names(weak) == {"weak.toml", "weak-tuned.journal"}
    other = brewsim(*arguments, "--seed", "5")
    assert (other.returncode, other.stdout) == (2, "")
    assert "belongs to a tuning with another seed" in other.stderr
    assert names(weak) == {"weak.toml", "weak-tuned.journal"}
    found = json.loads(ok(*arguments, "--json"))
    assert (found["out"], found["bot"]) == ("weak-tuned.toml", "weak-tuned")
    assert found["seats"]["2"]["among_start"]["low"] > 1 > found["seats"]["2"]["start_among"]["high"]
    assert (weak / "weak-tuned.toml").read_text() == undisturbed
    assert names(weak) == {"weak.toml", "weak-tuned.toml"}


def test_a_bot_that_is_not_surely_better_is_not_written(ok, weak, monkeypatch):
    monkeypatch.setattr(Confirmation, "is_better", False)
    text = ok("tune", "brew_crafters", "--bot-file", "weak.toml", "--bot", "weak", *SMALL)
    assert "not surely better than 'weak', so nothing was written" in text
    assert names(weak) == {"weak.toml"}


def test_hunt_writes_bots_that_play_and_goes_on_where_it_was_stopped(ok, tmp_path, brewsim, monkeypatch, stopped_in_the_third_generation):
    monkeypatch.setattr("brewsim.tuning.hunt.MIN_MATCH_GAMES", 30)
    arguments = ["hunt", "brew_crafters", "--seats", "2", "--starts", "2", "--budget", "8000", "-j", "1"]
    monkeypatch.chdir(tmp_path)
    assert "generations are safe in found.journal" in stopped_in_the_third_generation(*arguments)
    assert names(tmp_path) == {"found.journal"}
    text = ok(*arguments)
    assert "found-1: " in text
    assert "beats all others" in text
    assert names(tmp_path) == {"found.toml"}
    assert "brewsim hunt brew_crafters --seats 2 --starts 2" in (tmp_path / "found.toml").read_text()
    assert "already" in ok(*arguments)
    ok("run", "brew_crafters", "-n", "20", "--lineup", "found-1,greedy", "--bot-file", "found.toml", "-j", "1", "-o", "r")
    found = json.loads(ok(*arguments, "-o", "again.toml", "--json"))
    assert (found["title"], found["seats"], found["out"]) == ("brew_crafters", 2, "again.toml")
    assert {"bot", "plan", "starts", "is_new", "nearest", "begun_as", "share"} <= set(found["plans"][0])
    assert found["plans"][0]["plan"] in (tmp_path / "found.toml").read_text()
    taken = brewsim(*arguments, "--bot-file", "found.toml", "-o", "r/found.toml")
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert "there is a bot 'found-1' already" in taken.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["tune", "chess"], "unknown title 'chess'"),
        (["tune", "brew_crafters", "--bot", "random"], "bot 'random' has no weights, so there is nothing to tune"),
        (["tune", "brew_crafters", "--bot", "search:8"], "bot 'search:8' searches"),
        (["tune", "brew_crafters", "--bot", "gredy"], "did you mean 'greedy'?"),
        (["tune", "brew_crafters", "--hold", "blnd"], "name in --hold 'blnd'; did you mean 'blind'?"),
        (["tune", "brew_crafters", "--seats", "5"], "not played with 5 seats"),
        (["tune", "brew_crafters", "--rounds", "-1"], "--rounds -1: 0 to 20"),
        (["tune", "brew_crafters", "--budget", "0"], "--budget 0: 1,"),
        (["tune", "brew_crafters", "--budget", "10000000000000"], "to 10,000,000,000 games"),
        (["tune", "brew_crafters", "--budget", "9" * 4000], "is no number of games"),
        (["tune", "brew_crafters", "--seed", "-1"], "--seed -1: 0 to"),
        (["tune", "brew_crafters", "--seed", "9" * 4000], "0 to"),
        (["tune", "brew_crafters", "-j", "0"], "--jobs 0: 1 to 256"),
        (["tune", "brew_crafters", "-o", "weak.toml"], "weak.toml is there already and holds something else"),
        (["tune", "brew_crafters", "-o", "weak"], "ends in .toml"),
        (["tune", "brew_crafters", "-o", "nowhere/x.toml"], "there is no folder nowhere"),
        (["tune", "brew_crafters", "-o", "x" * 300 + ".toml"], "at most 64 of them"),
        (["tune", "brew_crafters", "--bot-file", "nowhere.toml"], "no such file: nowhere.toml"),
        (["hunt", "chess"], "unknown title 'chess'"),
        (["hunt", "brew_crafters", "--starts", "0"], "--starts 0: 1 to 100"),
        (["hunt", "brew_crafters", "--budget", "100"], "games for 8 starts"),
        (["hunt", "brew_crafters", "--seed", "-1"], "--seed -1: 0 to"),
        (["hunt", "brew_crafters", "--seats", "5"], "not played with 5 seats"),
        (["hunt", "brew_crafters", "-o", "weak.toml"], "weak.toml is there already and holds something else"),
        (["hunt", "brew_crafters", "-o", "weak"], "ends in .toml"),
        (["hunt", "brew_crafters", "-o", "x" * 63 + ".toml"], "at most 64 of them"),
        (["ladder", "brew_crafters", "-n", "0"], "--games 0: 30 to"),
        (["ladder", "brew_crafters", "-n", "9" * 4000], "is no number of games"),
        (["ladder", "brew_crafters", "--bots", "greedy,gredy"], "did you mean 'greedy'?"),
        (["ladder", "brew_crafters", "--among", "gredy"], "did you mean 'greedy'?"),
        (["ladder", "brew_crafters", "--bots", "search:0"], "search:N or search:N/BOT"),
        (["ladder", "brew_crafters", "--bots", "greedy,"], "unknown bot of brew_crafters ''"),
        (["ladder", "brew_crafters", "--exploit", "gredy"], "did you mean 'greedy'?"),
        (["ladder", "brew_crafters", "--exploit", "greedy", "--budget", "0"], "--budget 0: 1,"),
        (["ladder", "brew_crafters", "--seats", "5"], "not played with 5 seats"),
        (["run", "brew_crafters", "--bot-file", "empty.toml"], "empty.toml has no bots"),
        (["run", "brew_crafters", "--bot-file", "number.toml"], "number.toml: 'blind' is no table"),
        (["run", "brew_crafters", "--bot-file", "feature.toml"], "feature of bot 'mine' 'blnd'; did you mean 'blind'?"),
        (["run", "brew_crafters", "--bot-file", "beliefs.toml"], "and is not 'beliefs'"),
        (["replay", "brew_crafters", "--bot-file", "feature.toml"], "did you mean 'blind'?"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(brewsim, weak, monkeypatch, arguments, complaint):
    monkeypatch.chdir(weak)
    (weak / "empty.toml").write_text("")
    (weak / "number.toml").write_text("blind = 1\n")
    (weak / "feature.toml").write_text('[mine]\nplan = "x"\n[mine.weights]\nblnd = 1.0\n')
    (weak / "beliefs.toml").write_text("[beliefs]\npatience = 0.5\n")
    before = names(weak)
    done = brewsim(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert names(weak) == before


def test_replay_and_sweep_take_bots_of_ones_own(ok, weak):
    assert "weak" in ok("replay", "brew_crafters", "--lineup", "weak,greedy", "--bot-file", "weak.toml")
    arguments = ["sweep", "brew_crafters", "--set", "game.target_rep=18,21", "--lineup", "weak,greedy", "--bot-file", "weak.toml"]
    assert "weak" in ok(*arguments, "-n", "40", "-j", "1")


def test_the_command_that_plays_a_run_again_names_the_bot_file(ok, weak):
    ok("run", "brew_crafters", "-n", "20", "--lineup", "weak,greedy", "--bot-file", "weak.toml", "-j", "1", "-o", "r")
    assert json.loads((weak / "r" / "manifest.json").read_text())["command"][-4:] == ["--bot-file", "weak.toml", "--out", "r"]


def test_ladder_prints_a_table_or_one_object(ok, weak, monkeypatch):
    monkeypatch.setattr("brewsim.ladder.SPEED_SECONDS", 0.01)
    arguments = ["ladder", "brew_crafters", "--bots", "weak,rush", "--bot-file", "weak.toml", "-n", "300", "--seats", "2", "-j", "1"]
    text = ok(*arguments)
    assert "Wins among greedy" in text
    assert "weak" in text
    assert "weak: " not in text
    assert "\nweak: " in ok(*arguments, "--describe")
    alone = ok("ladder", "brew_crafters", "--bots", "random", "-n", "60", "-j", "1", "--describe")
    assert "special reserve less" in alone.partition("\nrandom: ")[2]
    assert "special reserve more" in alone.partition("\ngreedy: ")[2]
    assert "Wins among rush: the fair share is 1." in ok(*arguments, "--among", "rush")
    found = json.loads(ok(*arguments, "--exploit", "weak", "--budget", "5000", "--json"))
    assert (found["title"], found["seats"], found["bots"][-1]["bot"]) == ("brew_crafters", 2, "weak")
    assert {"rating", "share", "score", "games_per_second", "decisions_per_second"} <= set(found["bots"][0])
    assert found["exploiter"]["low"] > 1


def test_learn_writes_a_bot_that_plays_and_says_how_it_has_learned(ok, weak, brewsim):
    arguments = ["learn", "brew_crafters", "--bot-file", "weak.toml", "--bot", "weak", "--seats", "2", "--budget", "30000", "-j", "1"]
    text = ok(*arguments)
    assert "2 seats: it among 'weak' " in text
    assert names(weak) == {"weak.toml", "weak-learned.toml"}
    assert "brewsim learn brew_crafters --seats 2 --bot weak --bot-file weak.toml" in (weak / "weak-learned.toml").read_text()
    assert "already" in ok(*arguments)
    other = brewsim(*arguments, "--seed", "5")
    assert (other.returncode, other.stdout) == (2, "")
    assert "holds something else" in other.stderr


@pytest.mark.parametrize(
    "given", [("--budget", "0"), ("--bot", "random"), ("--bot", "search:8"), ("--seats", "9"), ("-o", "no/expert.toml")]
)
def test_learn_refuses_what_it_cannot_do(brewsim, tmp_path, given):
    done = brewsim("learn", "brew_crafters", *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert names(tmp_path) == set()
