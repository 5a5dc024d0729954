"""Learning finds what was planted in lessons, the same whoever does the work and however often it is stopped."""

from itertools import islice

import numpy as np
import pytest

from brewsim.bots import moments, read_bot_file, read_bots
from brewsim.engine.contract import SEARCH_WIDTH
from brewsim.engine.learning import lesson_dtype
from brewsim.errors import BadInput
from brewsim.matches import Table, workers
from brewsim.play import simulate
from brewsim.rules import load_rules
from brewsim.stats.intervals import Estimate
from brewsim.tuning import learner
from brewsim.tuning.journal import Journal
from brewsim.tuning.learner import ROUNDS, Learning, fit, learn, make_learning
from brewsim.tuning.space import rounded
from brewsim.tuning.tuner import Confirmation, duel
from brewsim.tuning.writing import write_bot

pytestmark = pytest.mark.compiled_only

TABLE = Table(load_rules("brew_crafters"), (0, 1))
TITLE = TABLE.rules.title
BOTS = read_bots(TITLE)
GREEDY = BOTS["greedy"]
PHASES = 3  # of the lessons made up here


def small(**changes) -> Learning:
    given = {"tables": [TABLE], "name": "greedy", "bots": BOTS, "budget": 60_000, "seed": 4} | changes
    return make_learning(**given)


def rounds(learning: Learning, jobs: int = 1, journal: Journal | None = None, n: int | None = 3) -> list[tuple]:
    with workers(jobs) as work:
        return [(one.share, one.bot) for one in islice(learn(learning, work, journal), n)]


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(learner, "TRIAL_GAMES", 100)


@pytest.fixture(scope="module")
def undisturbed() -> list[tuple]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learner, "TRIAL_GAMES", 100)
        return rounds(small())


def made_up(n: int, result, phase: int = 0, rounds: int = 0, seed: int = 0) -> np.ndarray:
    """Lessons on options with two features drawn at random, and a result that follows from them but for noise."""
    rng = np.random.default_rng(seed)
    lessons = np.zeros(n, lesson_dtype(2))
    lessons["n"], lessons["phase"], lessons["rounds"] = SEARCH_WIDTH, phase, rounds
    lessons["features"] = rng.normal(size=lessons["features"].shape)
    noise = rng.normal(size=lessons["results"].shape)
    lessons["results"] = 0.1 * result(lessons["features"][..., 0], lessons["features"][..., 1]) + 0.3 * noise
    return lessons


# Fits


def test_a_fit_finds_what_matters_and_with_which_sign():
    """The bot looks at the first feature; the second one alone decides, and less of it is better."""
    start, end = fit(made_up(4000, lambda first, second: -second), np.tile([1.0, 0.0], (2 * PHASES, 1)), 5, PHASES)
    assert start[0, 0] > 0 == start[0, 1]
    assert end[0, 1] < -5 * abs(end[0, 0])


def test_each_moment_has_weights_of_its_own():
    """More is better in phase 1 early on, less is better late; there are no lessons on phase 2."""
    early = made_up(2000, lambda first, second: first, phase=1, rounds=4)
    late = made_up(2000, lambda first, second: -first, phase=1, rounds=5)
    weights = np.tile([1.0, 0.1], (2 * PHASES, 1))
    _, end = fit(np.concatenate([early, late]), weights, 5, PHASES)
    assert end[1, 0] > 0 > end[PHASES + 1, 0]
    np.testing.assert_array_equal(end[2], weights[2])


# Learning


def test_a_bot_that_does_not_care_for_beer_learns_to_brew():
    spoilt = GREEDY.model_copy(update={"weights": {**GREEDY.weights, "brew_rep": 0.0, "last_rep": 0.0}})
    learning = Learning((TABLE,), "spoilt", spoilt, (spoilt,), 400_000, 1)
    (*_, (_, found)) = rounds(learning, n=4)
    with workers(1) as work:
        assert duel(TABLE, rounded(found), spoilt, 1000, 3, work).among_start.low > 1.2


def test_a_bot_stays_as_it_is_and_its_lessons_are_kept_if_no_step_wins_more(monkeypatch):
    seen = []
    monkeypatch.setattr(learner, "_try", lambda learning, bots, *given: [1.0 - 0.1 * i for i in range(len(bots))])
    real = learner.fit
    monkeypatch.setattr(learner, "fit", lambda lessons, *given: seen.append(len(lessons)) or real(lessons, *given))
    (*_, (share, found)) = rounds(small())
    assert share == 1.0
    assert seen == [seen[0], 2 * seen[0], 3 * seen[0]]
    assert play(found).tobytes() == play(GREEDY).tobytes()


def test_the_number_of_workers_does_not_matter(undisturbed):
    assert rounds(small(), jobs=2) == undisturbed


def test_another_seed_learns_another_bot(undisturbed):
    assert rounds(small(seed=5), n=1) != undisturbed[:1]


def test_learning_goes_on_where_it_was_stopped(tmp_path, undisturbed, monkeypatch):
    path, learning = tmp_path / "bot.journal", small()
    first = rounds(learning, journal=Journal(path, learning.facts), n=2)
    assert first == undisturbed[:2]
    real, calls = learner._try, []
    monkeypatch.setattr(learner, "_try", lambda *given: calls.append(given) or real(*given))
    assert rounds(learning, journal=Journal(path, learning.facts)) == undisturbed
    assert len(calls) == 1
    with pytest.raises(BadInput, match="another seed"):
        Journal(path, small(seed=5).facts)


def test_lessons_that_were_kept_are_taken_again_after_a_stop(tmp_path, monkeypatch):
    path, learning, seen = tmp_path / "bot.journal", small(), []
    monkeypatch.setattr(learner, "_try", lambda learning, bots, *given: [1.0 - 0.1 * i for i in range(len(bots))])
    real = learner.fit
    monkeypatch.setattr(learner, "fit", lambda lessons, *given: seen.append(lessons["results"].tobytes()) or real(lessons, *given))
    rounds(learning)
    rounds(learning, journal=Journal(path, learning.facts), n=2)
    rounds(learning, journal=Journal(path, learning.facts))
    assert seen[:3] == seen[3:]


@pytest.mark.parametrize(
    ("changes", "message"), [({"budget": 0}, "budget=0: "), ({"name": "random"}, "no weights"), ({"seed": -1}, "seed=")]
)
def test_what_cannot_be_learned_is_refused(changes, message):
    with pytest.raises(BadInput, match=message):
        small(**changes)


# Bots with moments


def with_moments(late_round: int = 0, **own: dict[str, float]):
    return GREEDY.model_copy(update={"moments": own, "late_round": late_round})


def play(bot) -> np.ndarray:
    return simulate(TABLE.rules, TABLE.lineup([bot, GREEDY.model_copy()]), 60, seed=2)


def test_moments_with_the_same_weights_change_nothing():
    same = {moment: dict(GREEDY.weights) for moment in moments(TITLE)}
    assert play(with_moments(3, **same)).tobytes() == play(GREEDY).tobytes()


def test_late_weights_count_from_the_late_round_on():
    """A bot that passes from the third round on brews nothing then; one that would do so after the game plays as before."""
    idle = {"late_act": {"brew_rep": -100.0}}
    rows, usual = play(with_moments(2, **idle)), play(GREEDY)
    assert rows["score"][rows["bot"] == 0].mean() < usual["score"][usual["bot"] == 0].mean() - 5
    assert play(with_moments(900, **idle)).tobytes() == usual.tobytes()


def test_a_moment_or_feature_that_the_title_does_not_have_is_refused():
    for own, message in (({"late_dance": {}}, "unknown moment of bot 'own' 'late_dance'"), ({"late_act": {"joy": 1.0}}, "unknown feature")):
        with pytest.raises(BadInput, match=message):
            read_bots(TITLE, {"own": {"plan": "Knows better.", "moments": own}})


def test_a_bot_that_has_learned_is_read_as_it_was_written(tmp_path):
    found = with_moments(4, early_draw={"blind": 0.25, "plan_any": -1e-05}, late_act={"play": 3.0})
    told = Confirmation(Estimate(1.5, 1.4, 1.6, 10_000), Estimate(0.5, 0.4, 0.6, 10_000))
    write_bot(tmp_path / "expert.toml", small(), found, {2: told}, "brewsim learn ...")
    text = (tmp_path / "expert.toml").read_text()
    assert "#   2 seats: it among 'greedy' 1.50 (1.40 to 1.60), 'greedy' among it 0.50 (0.40 to 0.60)" in text
    assert f"{ROUNDS} rounds of" in text
    read = read_bots(TITLE, read_bot_file(tmp_path / "expert.toml"))["expert"]
    assert (read.moments, read.late_round, read.weights, read.beliefs) == (found.moments, 4, GREEDY.weights, GREEDY.beliefs)
