"""Bad input is answered by one line and code 2, and leaves nothing behind."""

import pytest

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "brew_crafers"], "unknown title 'brew_crafers'; did you mean 'brew_crafters'?"),
        (["run", "nowhere.toml"], "no such file: nowhere.toml"),
        (["run", "brew_crafters", "--seats", "5"], "not played with 5 seats; allowed: 2, 3, 4"),
        (["run", "brew_crafters", "--lineup", "gredy"], "did you mean 'greedy'?"),
        (["run", "brew_crafters", "--lineup", "greedy,rush", "--seats", "3"], "has 2 bots, but the seats are 3"),
        (["run", "brew_crafters", "--games", "0"], "greater than or equal to 1"),
        (["run", "brew_crafters", "--games", "many"], "'--games': Input should be a valid integer"),
        (["run", "brew_crafters", "--seed", "-1"], "greater than or equal to 0"),
        (["run", "brew_crafters", "--gams", "5"], "No such option"),
        (["run", "brew_crafters", "-j", "0"], "--jobs 0: at least 1"),
        (["run", "brew_crafters", "--backend", "dask"], "unknown backend 'dask'; allowed: threading, loky"),
        (["run", "bad_experiment.toml"], "unknown key 'game'; did you mean 'games'?"),
        (["run", "no_seats.toml"], "seats = []: at least one of 2, 3, 4"),
        (["run", "climbing_bot.toml"], "bot '../me': a name has letters, digits, - and _"),
        (["run", "brew_crafters", "--variant", "printed.toml"], "'printed' is the name of the unchanged rules"),
        (["run", "brew_crafters", "--variant", "long_recipe.toml"], "recipes.ale.ingredients: 12 cards, but a hand holds 1 to 9"),
        (["run", "brew_crafters", "--variant", "negative.toml"], "cards.farm.copies = -1: input should be greater than or equal to 0"),
        (["run", "brew_crafters", "--variant", "unknown.toml"], "did you mean 'cards.farm.copies'?"),
        (["run", "brew_crafters", "-o", "letters"], "letters is not empty and holds no run"),
        (["rules", "chess"], "unknown title 'chess'"),
        (["replay", "brew_crafters", "--game", "-1"], "--game -1: at least 0"),
        (["replay", "brew_crafters", "--game", "99999999999999999999"], "at least 0 and less than"),
        (["bench", "brew_crafters", "--seats", "9"], "not played with 9 seats"),
        (["bench", "--seconds", "0"], "more than 0"),
        (["bench", "--seconds", "nan"], "more than 0, and finite"),
        (["shuffle"], "No such command"),
        (["compare", "brew_crafters"], "nothing to compare with brew_crafters"),
        (["compare", "brew_crafters", "--set", "game.target_reb=18"], "did you mean 'game.target_rep'?"),
        (["compare", "brew_crafters", "--blank", "brewmeister"], "unknown item of brew_crafters 'brewmeister'; did you mean 'brewmaster'?"),
        (["compare", "brew_crafters", "nowhere.toml"], "no such file: nowhere.toml"),
        (["compare", "brew_crafters", "--set", "game.target_rep=18", "-j", "0"], "--jobs 0: at least 1"),
        (["sweep", "brew_crafters", "--set", "game.target_rep=18"], "at least two values"),
        (["sweep", "brew_crafters", "--set", 'blank=["farm"],["ale"]'], "unknown rule of brew_crafters 'blank'"),
        (["sweep", "brew_crafters"], "Missing option '--set'"),
        (["cards", "brew_crafters", "-n", "0"], "greater than or equal to 1"),
        (["cards", "brew_crafters", "--items", "aile"], "did you mean 'ale'?"),
        (["report", "nowhere"], "nowhere holds no run"),
        (["compile", "chess"], "unknown title 'chess'"),
        (["report"], "Missing argument 'RUN...'"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(brewsim, tmp_path, monkeypatch, arguments, complaint):
    (tmp_path / "bad_experiment.toml").write_text('title = "brew_crafters"\ngame = 5\n')
    (tmp_path / "no_seats.toml").write_text('title = "brew_crafters"\nseats = []\n')
    (tmp_path / "climbing_bot.toml").write_text('title = "brew_crafters"\nlineups = ["../me"]\n[bots."../me"]\nplan = "Out."\n')
    for name, value in (
        ("long_recipe", '"recipes.ale.ingredients.yeast" = 9'),
        ("negative", '"cards.farm.copies" = -1'),
        ("printed", '"cards.farm.copies" = 1'),
        ("unknown", '"cards.frm.copies" = 1'),
    ):
        (tmp_path / f"{name}.toml").write_text(f'title = "brew_crafters"\n[set]\n{value}\n')
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("Dear publisher")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    done = brewsim(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("brewsim: ")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before
