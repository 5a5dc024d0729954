"""Studies: which cases a comparison, a sweep and a card study play, and what they refuse."""

from pathlib import Path

import pytest

from brewsim.errors import BadInput
from brewsim.studies import CARD_GAMES, card_study, comparison, sweep

PATH = "game.target_rep"


def variants(experiment):
    return [case.rules.variant for case in experiment.cases]


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.fixture
def short(tmp_path):
    return write(tmp_path / "short.toml", f'title = "brew_crafters"\nset = {{ "{PATH}" = 15 }}\n')


@pytest.fixture
def study(tmp_path):
    return write(tmp_path / "study.toml", f'title = "brew_crafters"\ngames = 50\nseats = 2\n[variants.low]\n"{PATH}" = 12\n')


def test_a_title_against_files_and_settings(short):
    experiment = comparison("brew_crafters", [short], [f"{PATH}=18", "game.hand_limit=8"], games=100, seats=2)
    assert variants(experiment) == ["printed", "short", "changed"]
    assert experiment.cases[2].rules.changes == {PATH: (21, 18), "game.hand_limit": (7, 8)}
    assert experiment.games == 100
    assert {case.seats for case in experiment.cases} == {2}


def test_items_that_nobody_may_use(tmp_path):
    farmless = write(tmp_path / "farmless.toml", 'title = "brew_crafters"\nblank = ["farm"]\n')
    for experiment in (comparison("brew_crafters", [farmless], ["game.hand_limit=8"], ["ale"]), comparison(str(farmless), [], [], ["ale"])):
        assert [case.rules.blank for case in experiment.cases[-2:]] == [["farm"], ["ale"]]
    assert len({comparison("brew_crafters", [], [], [item]).digest for item in ("farm", "ale")}) == 2


def test_a_variant_file_as_the_base(short):
    assert variants(comparison(str(short), [], [f"{PATH}=18"])) == ["short", "changed"]


def test_an_experiment_with_variants_of_its_own(study, short):
    experiment = comparison(str(study), [short])
    assert variants(experiment) == ["printed", "low", "short"]
    assert experiment.games == 50


@pytest.mark.parametrize(
    ("base", "settings", "message"),
    [
        ("brew_crafters", [], "nothing to compare"),
        ("brew_crafters", [PATH], "path=value"),
        ("brew_crafters", [f"{PATH}=high"], "target_rep"),
        ("brew_crafters", ["game.target_reb=3"], "game.target_rep"),
        ("brew_crafters", [f"{PATH}=15", f"{PATH}=18"], "game.target_rep is set twice"),
        ("brew_grafters", [f"{PATH}=18"], "brew_grafters"),
    ],
)
def test_what_a_comparison_refuses(base, settings, message):
    with pytest.raises(BadInput, match=message):
        comparison(base, [], settings)


def test_items_are_blanked_in_one_way_only():
    with pytest.raises(BadInput, match="--set blank and --blank: give one of them"):
        comparison("brew_crafters", [], ['blank=["farm"]'], ["ale"])


def test_a_study_of_a_file_that_is_no_folder_name_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"experiment '\.\.': its name cannot be that of a folder"):
        card_study(str(write(tmp_path / "...toml", 'title = "brew_crafters"\n')))


def test_two_variants_of_one_name_are_refused(short, tmp_path):
    (tmp_path / "other").mkdir()
    twin = write(tmp_path / "other" / "short.toml", short.read_text())
    with pytest.raises(BadInput, match="same name: short"):
        comparison("brew_crafters", [short, twin])


@pytest.mark.parametrize(("text", "values"), [("19..22", [19, 20, 21, 22]), ("15,21,30", [15, 21, 30]), ("-2..+1", [19, 20, 21, 22])])
def test_a_sweep_plays_every_value_and_the_printed_one_once(text, values):
    experiment, paths = sweep("brew_crafters", [f"{PATH}={text}"], games=10)
    assert paths == (PATH,)
    assert [case.rules.values[PATH] for case in experiment.cases] == values
    assert [case.rules.variant for case in experiment.cases if not case.rules.changes] == ["printed"]


def test_a_sweep_without_the_printed_value_plays_it_as_well():
    experiment, _ = sweep("brew_crafters", [f"{PATH}=10..12"], games=10)
    assert [case.rules.values[PATH] for case in experiment.cases] == [21, 10, 11, 12]


def test_two_rules_make_a_grid_with_the_printed_rules_once():
    experiment, paths = sweep("brew_crafters", [f"{PATH}=20,21", "game.hand_limit=6..8"], games=10)
    cells = [tuple(case.rules.values[path] for path in paths) for case in experiment.cases]
    assert cells == [(20, 6), (20, 7), (20, 8), (21, 6), (21, 7), (21, 8)]
    assert [cell for cell, case in zip(cells, experiment.cases) if case.rules.variant == "printed"] == [(21, 7)]
    assert experiment.cases[0].rules.variant == "target_rep-20_hand_limit-6"
    outside, _ = sweep("brew_crafters", [f"{PATH}=19,20", "game.hand_limit=6,7"], games=10)
    assert [case.rules.values[PATH] for case in outside.cases] == [21, 19, 19, 20, 20]
    alike, _ = sweep("brew_crafters", ["recipes.ale.rep=3,4", "recipes.porter.rep=3,4"], games=10)
    assert alike.cases[1].rules.variant == "recipes.ale.rep-3_recipes.porter.rep-4"


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        ([f"{PATH}=1..3", f"{PATH}=4..6"], "--set is given twice for game.target_rep"),
        ([f"{PATH}=1..3", "game.hand_limit=5..7", "game.team_gift=0,1"], "--set is given 3 times"),
        ([f"{PATH}=1..3", "game.hand_limits=5..7"], "did you mean 'game.hand_limit'"),
    ],
)
def test_what_a_grid_refuses(texts, complaint):
    with pytest.raises(BadInput, match=complaint):
        sweep("brew_crafters", texts)


@pytest.mark.parametrize(
    "text", [f"{PATH}=3", f"{PATH}=", PATH, f"{PATH}=5..4", f"{PATH}=1..500", f"{PATH}=20,20", "game.x=1..3", f"{PATH}=-3..2"]
)
def test_what_a_sweep_refuses(text):
    with pytest.raises(BadInput, match="--set|rule"):
        sweep("brew_crafters", [text])


def test_a_sweep_is_not_over_lists():
    with pytest.raises(BadInput, match="slot_costs is a list"):
        sweep("brew_baron", ["brewhouse.slot_costs=[1],[2]"])


def test_a_value_too_long_for_a_folder_is_refused():
    with pytest.raises(BadInput, match="too long for a folder"):
        sweep("brew_crafters", [f"recipes.ale.name=a,{'b' * 300}"])


def test_a_card_study_plays_every_item_or_those_named():
    experiment = card_study("brew_crafters", seats=2)
    assert [case.without for case in experiment.cases] == [(), *((item,) for item in experiment.title.items)]
    assert experiment.games == CARD_GAMES
    assert [case.without for case in card_study("brew_crafters", ["ale"], games=5).cases] == [(), ("ale",)]
    with pytest.raises(BadInput, match="'aile'.*ale"):
        card_study("brew_crafters", ["aile"])


def test_a_card_study_of_pairs_plays_each_item_and_every_two():
    made = card_study("brew_crafters", ["farm"], ["ale", "porter", "farm"], games=5)
    assert [case.without for case in made.cases] == [
        (), ("farm",), ("ale",), ("porter",), ("ale", "porter"), ("ale", "farm"), ("porter", "farm"),
    ]  # fmt: skip
    assert made.cases[-1].name == "printed.3.expert.without_porter+farm"
    for pairs in (["ale"], ["ale", "ale"]):
        with pytest.raises(BadInput, match="at least two items"):
            card_study("brew_crafters", [], pairs)


CARDS = 'title = "brew_crafters"\ngames = 300\nwithout = ["ale", "farm"]\nwithout_games = 100\nwithout_bots = ["greedy", "expert"]\n'
CARDS += 'lineups = ["greedy", "rush"]\nskill = ["greedy", "expert"]\n'


def test_a_card_study_goes_by_its_file_where_nothing_else_is_said(tmp_path):
    file = str(write(tmp_path / "cards.toml", CARDS))
    made = card_study(file)
    assert [(case.lineup.names[0], case.without, case.games) for case in made.cases] == [
        ("greedy", (), 300), ("greedy", ("ale",), 100), ("greedy", ("farm",), 100), ("rush", (), 300),
    ]  # fmt: skip
    asked = card_study(file, ["porter"], games=50, lineups=["rush"])
    assert [(case.lineup.names[0], case.without, case.games) for case in asked.cases] == [("rush", (), 50), ("rush", ("porter",), 50)]
    bare = card_study(str(write(tmp_path / "bare.toml", 'title = "brew_crafters"\n')))
    assert (bare.games, len(bare.cases)) == (CARD_GAMES, 1 + len(bare.title.items))


def test_a_card_study_before_and_after_a_change(short):
    made = card_study("brew_crafters", ["ale"], variants=[short], settings=["game.hand_limit=8"], games=5)
    assert [(case.rules.variant, case.without) for case in made.cases] == [
        (variant, without) for variant in ("printed", "short", "changed") for without in ((), ("ale",))
    ]


def test_a_comparison_takes_items_away_only_if_it_is_asked_to(tmp_path):
    file = str(write(tmp_path / "cards.toml", CARDS))
    assert {case.without for case in comparison(file, [], [f"{PATH}=18"]).cases} == {()}
    assert {case.without for case in comparison(file, [], [f"{PATH}=18"], without=["porter"]).cases} == {(), ("porter",)}


def test_studies_play_no_levels_of_skill(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text('title = "brew_crafters"\nskill = ["greedy", "rush"]\n[variants.short]\n"game.target_rep" = 18\n')
    for made in (comparison(str(file), []), card_study(str(file), ["ale"])):
        assert {case.skill for case in made.cases} == {None}
        assert {case.lineup.names[0] for case in made.cases} == {"expert"}
