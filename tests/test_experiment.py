"""From an experiment file to its cases."""

import pytest

from brewsim.errors import BadInput
from brewsim.experiment import ExperimentFile, make_experiment, override, read_experiment


def experiment(tmp_path, text, **flags):
    path = tmp_path / "question.toml"
    path.write_text(text)
    name, file = read_experiment(str(path))
    return make_experiment(name, override(file, **flags))


def test_a_title_alone_is_an_experiment():
    name, file = read_experiment("brew_crafters")
    made = make_experiment(name, file)
    assert [case.name for case in made.cases] == ["printed.3.greedy"]
    assert made.games == 100_000


def test_cases_are_variants_times_seats_times_lineups(tmp_path):
    text = """
title = "brew_crafters"
games = 10
seats = [2, 3]
lineups = ["greedy", ["greedy", "rush"]]
rotate = true
[variants.short]
"game.target_rep" = 18
"""
    made = experiment(tmp_path, text)
    assert made.name == "question"
    assert [case.name for case in made.cases] == [
        "printed.2.greedy.rotated", "printed.2.greedy-rush.rotated", "printed.3.greedy.rotated",
        "short.2.greedy.rotated", "short.2.greedy-rush.rotated", "short.3.greedy.rotated",
    ]  # fmt: skip
    assert [int(case.rules.record.target_rep) for case in made.cases] == [21, 21, 21, 18, 18, 18]


def test_flags_override_the_file(tmp_path):
    made = experiment(
        tmp_path, 'title = "brew_crafters"\ngames = 10\nseats = 3\nseed = 1', games=20, seats=2, seed=5, lineups=[["rush", "random"]]
    )
    assert (made.games, made.seed) == (20, 5)
    assert [case.lineup.names for case in made.cases] == [("rush", "random")]


def test_own_bots_play(tmp_path):
    made = experiment(
        tmp_path, 'title = "brew_crafters"\nlineups = ["mine"]\n[bots.mine]\nplan = "Only blind draws."\nweights = { blind = 1.0 }'
    )
    assert made.cases[0].lineup.bots[0].weights == {"blind": 1.0}
    assert made.manifest()["bots"]["mine"]["weights"] == {"blind": 1.0}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('title = "brew_crafters"\ngame = 5', "unknown key 'game'; did you mean 'games'"),
        ("games = 5", "'title' is missing"),
        ('title = "brew_crafters"\ngames = "5"', "games = '5'.*valid integer"),
        ('title = "brew_crafters"\ngames = 0', "games = 0.*greater than or equal to 1"),
        ('title = "brew_crafters"\nseats = 5', "not played with 5 seats"),
        ('title = "brew_crafters"\nseats = 3\nlineups = [["greedy", "rush"]]', "has 2 bots, but the seats are 3"),
        ('title = "brew_crafters"\nlineups = ["gredy"]', "did you mean 'greedy'"),
        ('title = "brew_crafters"\nlineups = []', "lineups.*at least 1 item"),
        ('title = "brew_crafters"\n[bots.me]\nplan = "Odd."\nweights = { blind = nan }', "bot 'me': weights.blind = nan: .*finite"),
        ('title = "brew_crafters"\n[bots.me]\nplan = "Odd."\nweights = { blind = "1" }', "bot 'me': weights.blind = '1': .*valid number"),
        ('title = "brew_crafters"\nlineups = ["rush", "rush"]', "listed twice"),
        ('title = "brew_crafters"\n[variants.printed]\n"game.target_rep" = 5', "is not 'printed'"),
        ('title = "brew_crafters"\n[variants."a/b"]\n"game.target_rep" = 5', "letters, digits"),
        ('title = "brew_crafters"\n[variants.x]\n"game.target" = 5', "did you mean 'game.target_rep'"),
    ],
)
def test_a_bad_experiment_says_what_is_wrong(tmp_path, text, complaint):
    with pytest.raises(BadInput, match=complaint):
        experiment(tmp_path, text)


def test_the_digest_names_what_decides_the_outcomes():
    def digest(**values) -> str:
        return make_experiment("x", ExperimentFile(title="brew_crafters", **values)).digest

    base = digest(games=10)
    assert digest(games=10) == base
    assert digest(games=10, question="Why?") == base
    assert len({base, digest(games=11), digest(games=10, seed=1), digest(games=10, seats=2), digest(games=10, lineups=["rush"]),
                digest(games=10, rotate=True), digest(games=10, variants={"x": {"game.target_rep": 20}})}) == 7  # fmt: skip
