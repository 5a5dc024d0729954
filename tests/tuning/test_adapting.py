"""Adapting: what is tuned for which rules, and when the bot that was found plays."""

from dataclasses import replace

import pytest

from brewsim.bots import Bot, read_bots
from brewsim.errors import BadInput
from brewsim.experiment import ExperimentFile, make_experiment
from brewsim.games import load_title
from brewsim.matches import workers
from brewsim.tuning import adapting
from brewsim.tuning.adapting import Adaptation, plan, settle, with_adapted

pytestmark = pytest.mark.compiled_only

BUDGET = 8_000
BOTS = read_bots(load_title("brew_crafters"))
GREEDY = BOTS["greedy"]
WEAK = GREEDY.model_copy(update={"weights": {"play": 1.0, "blind": 1.0}})
SHORT = {"variants": {"short": {"game.target_rep": 9}}}


def experiment(**keys):
    return make_experiment(
        "trial", ExperimentFile(**{"title": "brew_crafters", "games": 10, "seats": 2, "seed": 3, "lineups": ["greedy"], **keys})
    )


def test_every_rules_seats_and_bot_is_tuned_once_with_the_same_budget_and_seed():
    keys = {"seats": [2, 3], "lineups": ["greedy", "rush"], "without": ["ale"], **SHORT}
    planned = plan(experiment(**keys), BUDGET)
    assert len(planned) == 2 * 2 * 2
    assert {(one.tuning.budget, one.tuning.seed) for one in planned.values()} == {(BUDGET, 3)}
    assert planned["printed", 2, "rush"].base is None
    assert planned["short", 2, "rush"].base is planned["printed", 2, "rush"]
    assert len({one.name for one in planned.values()}) == len(planned)


def test_the_first_rules_are_the_base_where_the_printed_are_not_played():
    keys = {"baseline": False, "variants": {"short": {"game.target_rep": 9}, "long": {"game.target_rep": 30}}}
    planned = plan(experiment(**keys), BUDGET)
    assert [key[0] for key in planned] == ["short", "long"]
    assert planned["long", 2, "greedy"].base is planned["short", 2, "greedy"]


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"lineups": [["greedy", "rush"]]}, "all seats must have the same bot"),
        ({"lineups": ["random"]}, "bot 'random' has no weights"),
        ({"lineups": ["search:8"]}, "bot 'search:8' searches"),
    ],
)
def test_what_cannot_adapt_is_refused(keys, complaint):
    with pytest.raises(BadInput, match=complaint):
        plan(experiment(**keys), BUDGET)


def test_a_budget_that_finds_nothing_is_refused():
    with pytest.raises(BadInput, match=r"adapt=\.\.\.: a budget of 5: 1,"):
        plan(experiment(), 5)


def test_every_case_is_there_once_more_with_its_own_bot(tmp_path):
    trial = experiment(without=["ale"], **SHORT)
    planned = plan(trial, BUDGET)
    whole = with_adapted(trial, {key: (one.name, GREEDY, one.file(tmp_path)) for key, one in planned.items()})
    plain, adapted = whole.cases[:4], whole.cases[4:]
    assert plain == trial.cases
    for case, other in zip(plain, adapted):
        name = planned[case.rules.variant, 2, "greedy"].name
        assert (other.rules, other.without, other.lineup.names) == (case.rules, case.without, (name, name))
        assert whole.manifest().bots[name]["adapted_from"] == "greedy"
        assert whole.manifest().bot_files[name] == str(tmp_path / f"{name}.toml")


@pytest.fixture
def few_games(monkeypatch):
    monkeypatch.setattr(adapting, "CONFIRMING_GAMES", 1_000)


def settled(adaptation: Adaptation, start: Bot, found: Bot, of_base: Bot | None, folder) -> Bot:
    """What plays if the tuning began with `start` and found this; it is kept as it was decided."""
    base = adaptation.base and replace(adaptation.base, tuning=replace(adaptation.base.tuning, start=start))
    one = Adaptation(replace(adaptation.tuning, start=start), base)
    assert not one.is_kept(folder)
    with workers(1) as work:
        settle(one, found, of_base, folder, work, "brewsim compare")
    assert one.is_kept(folder)
    kept = one.read(folder)
    chosen = next(bot for bot in (start, found, of_base) if bot and (bot.weights, bot.beliefs) == (kept.weights, kept.beliefs))
    assert ("Nothing better found" in kept.plan) == (chosen is not found)
    return chosen


def test_a_bot_plays_if_it_is_surely_better_than_the_start(few_games, tmp_path):
    base = plan(experiment(), BUDGET)["printed", 2, "greedy"]
    assert settled(base, WEAK, GREEDY, None, tmp_path) is GREEDY
    assert settled(base, GREEDY, WEAK, None, tmp_path) is GREEDY


def test_luck_of_tuning_is_no_adaptation(few_games, tmp_path):
    """A bot that is as much better on the base has not adapted to the variant: base and variant go on with the same bot."""
    same = plan(experiment(variants={"same": {"game.hand_limit": 8}}), BUDGET)["same", 2, "greedy"]
    assert settled(same, WEAK, GREEDY, WEAK, tmp_path) is WEAK
    same = replace(same, tuning=replace(same.tuning, seed=4))
    assert settled(same, WEAK, BOTS["engine"], GREEDY, tmp_path) is GREEDY


def test_a_file_that_is_not_ours_is_left_alone(tmp_path):
    one = plan(experiment(), BUDGET)["printed", 2, "greedy"]
    one.file(tmp_path).write_text("mine")
    with pytest.raises(BadInput, match="holds something else"):
        one.is_kept(tmp_path)
    one.file(tmp_path).write_text(f"# Tuning {one.tuning.digest}\n[other]\nplan = 'x'\n")
    with pytest.raises(BadInput, match="has no bot"):
        one.read(tmp_path)
    assert "[other]" in one.file(tmp_path).read_text()
