"""From an experiment file to its cases."""

import os

import pytest

from brewsim import experiment as experiments
from brewsim import reading
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
    assert [case.name for case in made.cases] == ["printed.3.expert"]
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


SKILL = """
title = "brew_crafters"
games = 30_000
seats = [2, 3]
lineups = ["greedy", ["greedy", "rush"]]
skill = ["random", "greedy", "search:8", "search:8/rush"]
"""


def test_levels_of_skill_are_cases_of_their_own(tmp_path):
    made = experiment(tmp_path, SKILL)
    assert [(case.name, case.skill, case.is_extra, case.games) for case in made.cases] == [
        ("printed.2.greedy", 0, False, 30_000),
        ("printed.2.greedy-rush", None, False, 30_000),
        ("printed.3.greedy", 0, False, 30_000),
        ("printed.2.random", -1, True, 30_000),
        ("printed.2.search~8", 1, True, 300),
        ("printed.2.search~8~rush", 2, True, 300),
        ("printed.3.random", -1, True, 30_000),
        ("printed.3.search~8", 1, True, 300),
        ("printed.3.search~8~rush", 2, True, 300),
    ]
    assert [case.is_plain for case in made.manifest().cases] == [True] * 3 + [False] * 6


def test_levels_are_played_with_every_variant_and_restriction(tmp_path):
    made = experiment(tmp_path, SKILL + 'without = ["ale"]\n[variants.short]\n"game.target_rep" = 18\n', seats=3, lineups=["greedy"])
    assert len(made.cases) == 2 * 4 * 2
    assert all(case.skill is not None for case in made.cases)
    assert sum(case.is_plain for case in made.manifest().cases) == 2


def test_restricted_play_may_have_fewer_games_and_bots(tmp_path):
    file = SKILL + 'without = ["ale"]\nwithout_games = 1_000\nwithout_bots = ["greedy", "search:8"]\n'
    made = experiment(tmp_path, file, seats=3, lineups=["greedy", ["greedy", "rush", "rush"]])
    limited = {case.lineup.names: case.games for case in made.cases if case.without}
    assert limited == {("greedy",) * 3: 1_000, ("search:8",) * 3: 300}
    manifest = made.manifest(chunk=400)
    for case in manifest.cases:  # cut at the same games as the free case
        free = next(other for other in manifest.cases if other.lineup == case.lineup and not other.without)
        starts = [part.first_game for part in manifest.parts(case)]
        assert starts == [part.first_game for part in manifest.parts(free)][: len(starts)]


def test_restricted_play_of_a_bot_that_has_no_lineup_of_its_own_is_refused(tmp_path):
    with pytest.raises(BadInput, match="without_bots"):
        experiment(tmp_path, 'title = "brew_crafters"\nwithout = ["ale"]\nwithout_bots = ["rush"]\n', seats=2, lineups=[["greedy", "rush"]])


@pytest.mark.parametrize(
    ("games", "given", "searched"), [(30_000, None, 300), (5_000, None, 200), (150, None, 150), (30_000, 900, 900), (500, 900, 500)]
)
def test_searching_levels_play_fewer_games(tmp_path, games, given, searched):
    made = experiment(tmp_path, SKILL, games=games, search_games=given)
    assert {case.games for case in made.cases if "search" in case.name} == {searched}
    assert {case.games for case in made.cases if "search" not in case.name} == {games}


def test_a_searching_lineup_of_the_experiment_keeps_its_games(tmp_path):
    made = experiment(tmp_path, SKILL, seats=2, lineups=["search:8"])
    assert {case.name: (case.skill, case.is_extra, case.games) for case in made.cases}["printed.2.search~8"] == (1, False, 30_000)


def test_plans_meet_at_every_table_that_mixes_them(tmp_path):
    keys = 'title = "brew_crafters"\ngames = 30_000\nseats = 3\nrotate = true\nlineups = ["greedy", ["rush", "engine", "greedy"]]\n'
    made = experiment(tmp_path, keys + 'plans = ["greedy", "rush", "engine"]\nwithout = ["ale"]\n')
    tables = [case for case in made.cases if case.is_extra]
    assert len(made.cases) == 4 + 6  # restricted play is for the lineups only
    assert sorted("-".join(case.lineup.names) for case in tables) == [
        "greedy-engine-engine", "greedy-greedy-engine", "greedy-greedy-rush", "greedy-rush-rush", "rush-engine-engine", "rush-rush-engine",
    ]  # fmt: skip
    assert all(case.lineup.rotates and case.games == 5_000 for case in tables)


@pytest.mark.parametrize(("games", "given", "played"), [(30_000, 900, 900), (600, None, 200), (150, None, 150), (30_000, None, 1_875)])
def test_tables_of_plans_play_fewer_games(tmp_path, games, given, played):
    keys = 'title = "brew_crafters"\nplans = ["greedy", "rush", "engine", "reserve"]\n'
    made = experiment(tmp_path, keys, seats=3, games=games, plan_games=given)
    assert {case.games for case in made.cases if case.is_extra} == {played}


@pytest.mark.parametrize(
    ("plans", "words"),
    [('["greedy"]', "at least two"), ('["greedy", "greedy"]', "listed twice"), ('["greedy", "rash"]', "bot of brew_crafters.*rash")],
)
def test_bad_plans_are_refused(tmp_path, plans, words):
    with pytest.raises(BadInput, match=words):
        experiment(tmp_path, f'title = "brew_crafters"\nplans = {plans}\n')


def test_own_bots_are_levels_and_without_greedy_all_of_them_count(tmp_path):
    made = experiment(
        tmp_path, 'title = "brew_crafters"\nskill = ["mine", "rush"]\n[bots.mine]\nplan = "Blind."\nweights = { blind = 1.0 }'
    )
    assert {case.lineup.names[0]: case.skill for case in made.cases} == {"expert": None, "mine": 0, "rush": 1}
    assert set(made.manifest().bots) == {"expert", "mine", "rush"}


def test_every_experiment_of_the_box_has_levels_of_skill():
    files = sorted(reading.SOURCE.glob("*.toml"))
    assert files
    for path in files:
        made = make_experiment(*read_experiment(str(path)))
        assert {case.skill for case in made.cases if len(set(case.lineup.names)) == 1} >= {-1, 0, 1}, path


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
    assert made.manifest().bots["mine"]["weights"] == {"blind": 1.0}


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
        (
            'title = "brew_crafters"\n[bots.me]\nplan = "Odd."\nweights = { blind = -1e308 }',
            "weights.blind = -1e.308: .*greater than or equal",
        ),
        ('title = "brew_crafters"\n[bots.me]\nplan = "Odd."\ntemperature = 1e308', "temperature = 1e.308: .*less than or equal"),
        ('title = "brew_crafters"\n[bots.me]\nplan = "Odd."\nweights = { blind = "1" }', "bot 'me': weights.blind = '1': .*valid number"),
        ('title = "brew_crafters"\nlineups = ["rush", "rush"]', "listed twice"),
        (f'title = "brew_crafters"\nlineups = {["rush"] * 1001}', "lineups.*at most 1000 items"),
        (f'title = "brew_crafters"\nseats = {[2] * 20}\nlineups = {["rush"] * 550}', "11,000 cases: .* at most 10,000"),
        ('title = "brew_crafters"\nskill = []', r"skill = \[\]: bots from weak to strong, at least two of them"),
        ('title = "brew_crafters"\nskill = ["greedy"]', r"skill = \['greedy'\]: bots from weak to strong, at least two of them"),
        ('title = "brew_crafters"\nskill = ["random", "greedy"]', "bots from weak to strong, at least one of them after 'greedy'"),
        ('title = "brew_crafters"\nskill = ["random", "greedy", "random"]', "skill: 'random' is listed twice"),
        ('title = "brew_crafters"\nskill = ["greedy", "gredy"]', "unknown bot of brew_crafters 'gredy'; did you mean 'greedy'"),
        ('title = "brew_crafters"\nskill = ["greedy", "search:0"]', "bot 'search:0': search:N"),
        ('title = "brew_crafters"\nskill = "greedy"', "skill = 'greedy'"),
        ('title = "brew_crafters"\nskill = ["greedy", "rush"]\nsearch_games = 0', "search_games = 0.*greater than or equal to 1"),
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


def test_the_digest_does_not_depend_on_how_a_run_is_written():
    made = make_experiment("x", ExperimentFile(title="brew_crafters", games=10))
    assert made.manifest(7, ["brewsim", "run"]).digest == made.digest


def test_the_digest_covers_the_sources(monkeypatch):
    file = ExperimentFile(title="brew_crafters", games=10)
    before = make_experiment("x", file).digest
    monkeypatch.setattr(experiments, "code_digest", lambda folder: "other")
    assert make_experiment("x", file).digest != before


def test_the_experiment_file_is_kept_as_it_was_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = experiment(tmp_path, 'title = "brew_crafters"')
    assert made.manifest().experiment_file == str(tmp_path / "question.toml")
    name, file = read_experiment("question.toml")
    assert make_experiment(name, override(file, games=5)).manifest().experiment_file == "question.toml"
    assert make_experiment(*read_experiment("brew_crafters")).manifest().experiment_file is None


@pytest.mark.parametrize("name", ["...toml", "..toml", "x" * 210 + ".toml", "a\nb.toml", os.fsdecode(b"\xff.toml")])
def test_a_file_whose_name_is_not_fit_for_a_folder_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text('title = "brew_crafters"')
    with pytest.raises(BadInput, match="its name"):
        read_experiment(name)


def test_a_case_whose_name_is_too_long_for_a_folder_is_refused(tmp_path):
    bots = [letter * 64 for letter in "abc"]
    tables = "".join(f'[bots.{bot}]\nplan = "Odd."\n' for bot in bots)
    with pytest.raises(BadInput, match="case .*: its name is too long for a folder"):
        experiment(tmp_path, f'title = "brew_crafters"\nlineups = [{bots}]\n{tables}')


def test_the_experiments_of_the_box_are_found_in_every_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name, file = read_experiment("experiments/brew.toml")
    assert (name, file.title) == ("brew", "brew")
    with pytest.raises(BadInput, match="no such file: experiments/nothing.toml"):
        read_experiment("experiments/nothing.toml")
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "brew.toml").write_text('title = "brew_baron"')
    assert read_experiment("experiments/brew.toml")[1].title == "brew_baron"


def test_limits_are_settings_that_decide_no_game(tmp_path):
    text = 'title = "brew_crafters"\ngames = 10\n'
    plain, strict = experiment(tmp_path, text), experiment(tmp_path, f"{text}[limits]\nseat = 1\n")
    assert strict.manifest().limits.seat == 1.0
    assert strict.manifest().limits.tie == plain.manifest().limits.tie
    assert strict.digest == plain.digest
    for bad, told in (("seats = 1", "limits.seats"), ("seat = -1", "limits.seat = -1"), ("tie = nan", "limits.tie = nan")):
        with pytest.raises(BadInput, match=told):
            experiment(tmp_path, f"{text}[limits]\n{bad}\n")
