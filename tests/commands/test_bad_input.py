"""Bad input is answered by one line and code 2, and leaves nothing behind."""

import pytest

from brewsim.games import load_title

pytestmark = pytest.mark.compiled_only

BLANK_ALL = [word for item in load_title("brew_crafters").items for word in ("--blank", item)]
LONG_BOTS = [letter * 60 for letter in "abcd"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "brew_crafers"], "unknown title 'brew_crafers'; did you mean 'brew_crafters'?"),
        (["run", "nowhere.toml"], "no such file: nowhere.toml"),
        (["run", "brew_crafters", "--seats", "5"], "not played with 5 seats; allowed: 2, 3, 4"),
        (["run", "brew_crafters", "--lineup", "gredy"], "did you mean 'greedy'?"),
        (["run", "brew_crafters", "--lineup", "greedy,rush", "--seats", "3"], "has 2 bots, but the seats are 3"),
        (["run", "brew_crafters", "--games", "0"], "greater than or equal to 1"),
        (["run", "brew_crafters", "--games", "many"], "'many' is no number of games; write 5000, 100k or 2M"),
        (["run", "brew_crafters", "-n", "20G"], "'20G' is no number of games"),
        (["run", "brew_crafters", "-n", "20000M"], "less than or equal to 10000000000"),
        (["run", "brew_crafters", "--seed", "-1"], "greater than or equal to 0"),
        (["run", "brew_crafters", "--gams", "5"], "No such option"),
        (["run", "brew_crafters", "-j", "0"], "--jobs 0: 1 to 256"),
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
        (
            ["rules", "brew_crafters", "--section", "cards.fram"],
            "unknown section of brew_crafters 'cards.fram'; did you mean 'cards.farm'?",
        ),
        (["bots", "brew_crafters", "gredy"], "did you mean 'greedy'?"),
        (["replay", "brew_crafters", "--game", "-1"], "--game -1: at least 0"),
        (["replay", "brew_crafters", "--game", "99999999999999999999"], "at least 0 and less than"),
        (["bench", "brew_crafters", "--seats", "9"], "not played with 9 seats"),
        (["bench", "--seconds", "0"], "more than 0"),
        (["bench", "--seconds", "nan"], "more than 0, and at most 3,600"),
        (["shuffle"], "No such command"),
        (["compare", "brew_crafters"], "nothing to compare with brew_crafters"),
        (["compare", "brew_crafters", "--set", "game.target_reb=18"], "did you mean 'game.target_rep'?"),
        (["compare", "brew_crafters", "--blank", "brewmeister"], "unknown item of brew_crafters 'brewmeister'; did you mean 'brewmaster'?"),
        (["compare", "brew_crafters", "nowhere.toml"], "no such file: nowhere.toml"),
        (["compare", "brew_crafters", "--set", "game.target_rep=18", "-j", "0"], "--jobs 0: 1 to 256"),
        (["compare", "brew_crafters", "--set", "game.target_rep=18", "--set", "game.target_rep=+1"], "game.target_rep is set twice"),
        (["compare", "brew_crafters", "--set", "rulings.reshuffle=+1"], "rulings.reshuffle is when_needed; + and - change numbers only"),
        (["compare", "brew_crafters", "--set", "game.hand_limit=-7"], "game.hand_limit = 0: input should be greater than or equal to 1"),
        (["sweep", "brew_crafters", "--set", "game.target_rep=18"], "at least two values"),
        (["sweep", "brew_crafters", "--set", "game.target_rep=18,19", "--set", "game.hand_limit=5..7"], "--set is given 2 times"),
        (["sweep", "brew_crafters", "--set", 'blank=["farm"],["ale"]'], "unknown rule of brew_crafters 'blank'"),
        (["sweep", "brew_crafters"], "Missing option '--set'"),
        (["cards", "brew_crafters", "-n", "0"], "greater than or equal to 1"),
        (["cards", "brew_crafters", "--items", "aile"], "did you mean 'ale'?"),
        (["report", "nowhere"], "nowhere holds no run"),
        (["compile", "chess"], "unknown title 'chess'"),
        (["report"], "Missing argument 'RUN...'"),
        (["compile", "-j", "500"], "--jobs 500: 1 to 256"),
        (["run", "brew_crafters", "-j", "9" * 4000], "1 to 256"),
        (["run", "brew_crafters", "-n", "9" * 4000], "is no number of games"),
        (["bench", "brew_crafters", "--seats", "9" * 4000], "1 to 20"),
        (["run", "brew_crafters", "--seats", "1000000000"], "--seats 1000000000: 1 to 20"),
        (["run", "brew_crafters", "-n", "9" * 5000], "has 5,000 characters; at most 4,096"),
        (["run", "x" * 300 + ".toml"], "its name is too long for a folder"),
        (["run", "brew_crafters", "--variant", "x" * 300 + ".toml"], "File name too long"),
        (["run", "brew_crafters", "-o", "x" * 300], "File name too long"),
        (["run", "brew_crafters", "-o", "x/" * 2000], "2,000 folders in each other; at most 100"),
        (["run", "brew_crafters", "-o", "two\nlines"], "--out two\\nlines: no line breaks"),
        (["report", "r", "-o", "x/" * 2000], "2,000 folders in each other; at most 100"),
        (["report", "x" * 300], "File name too long"),
        (["run", "...toml"], "experiment '..': its name cannot be that of a folder"),
        (["run", "digits.toml"], "digits.toml: a number of more than 19 digits"),
        (["run", "deep.toml"], "deep.toml: tables and lists stand in each other; at most 16 levels"),
        (["run", "two_lines.toml"], "variant 'two\\nlines': a name has letters"),
        (["run", "long_name.toml"], "at most 64 of them"),
        (["run", "long_case.toml"], "its name is too long for a folder; at most 200 bytes"),
        (["run", "many.toml"], "20,000 cases"),
        (["run", "no_skill.toml"], "skill = []: bots from weak to strong, at least two of them"),
        (["run", "one_skill.toml"], "skill = ['greedy']: bots from weak to strong, at least two of them"),
        (["run", "low_skill.toml"], "skill = ['random', 'greedy']: bots from weak to strong, at least one of them after 'greedy'"),
        (["run", "skill_twice.toml"], "skill: 'rush' is listed twice"),
        (["run", "unknown_skill.toml"], "unknown bot of brew_crafters 'gredy'; did you mean 'greedy'?"),
        (["run", "brew_crafters", "--variant", "twice.toml"], "cards.farm.copies is set twice"),
        (["run", "brew_crafters", "--variant", "two\nlines.toml"], "variant 'two\\nlines': its name cannot be that of a folder"),
        (["rules", "brew_crafters", "--variant", "digits.toml"], "more than 19 digits"),
        (["compare", "brew_crafters", "--set", "game.target_rep=" + "9" * 4000], "more than 19 digits"),
        (["compare", "brew_crafters", "--set", "game.target_rep=" + "[" * 1000 + "]" * 1000], "at most 16 levels"),
        (["compare", "brew_crafters", "--set", "game.target_rep=18\ngame.hand_limit=3"], "no line breaks"),
        (["compare", "brew_crafters", "--set", "game.target_rep=18", "--set", "game.target_rep=19"], "game.target_rep is set twice"),
        (["compare", "brew_crafters", *BLANK_ALL], "all 18 items of brew_crafters; leave at least one"),
        (["replay", "brew_crafters", "--set", "game.target_rep=18", "--set", "game.target_rep=19"], "game.target_rep is set twice"),
        (["sweep", "brew_crafters", "--set", "game.target_rep=1..1000000000"], "1,000,000,000 values; at most 100"),
        (["sweep", "brew_crafters", "--set", "game.target_rep=1..99999999999999999999"], "more than 19 digits"),
        (["bench", "--seconds", "1e300"], "at most 3,600"),
        (["rules", "\udcff"], "the argument \\udcff is not UTF-8"),
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
    for name, lines in (
        ("..", ""),
        ("digits", f"games = {'9' * 5000}"),
        ("deep", f"lineups = {'[' * 1000}{']' * 1000}"),
        ("two_lines", '[variants."two\\nlines"]'),
        ("long_name", f"[variants.{'x' * 300}]"),
        ("long_case", f"seats = 4\nlineups = [{LONG_BOTS}]\n" + "".join(f"[bots.{bot}]\nplan = 'Any.'\n" for bot in LONG_BOTS)),
        ("many", f"seats = {[2] * 20}\nlineups = {['greedy'] * 1000}"),
        ("no_skill", "skill = []"),
        ("one_skill", 'skill = ["greedy"]'),
        ("low_skill", 'skill = ["random", "greedy"]'),
        ("skill_twice", 'skill = ["greedy", "rush", "rush"]'),
        ("unknown_skill", 'skill = ["random", "gredy"]'),
        ("twice", '[set]\n"cards.farm.copies" = 1\ncards.farm.copies = 2'),
        ("two\nlines", ""),
    ):
        (tmp_path / f"{name}.toml").write_text(f'title = "brew_crafters"\n{lines}\n')
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
