"""Learning finds what was planted, at each number of seats by itself, the same whoever does the work and however often it is stopped."""

from itertools import islice

import numpy as np
import pytest

from brewsim.bots import moments, read_bot_file, read_bots
from brewsim.engine.learning import notes_dtype, practise
from brewsim.engine.search import CLEARNESS
from brewsim.errors import BadInput
from brewsim.matches import Table, workers
from brewsim.play import new_desks, simulate
from brewsim.rules import load_rules
from brewsim.stats.intervals import Estimate
from brewsim.tuning import learner
from brewsim.tuning.journal import Journal
from brewsim.tuning.learner import LEAST_LOOKS, STEPS, Learning, gather, learn, make_learning, step_along
from brewsim.tuning.space import rounded
from brewsim.tuning.tuner import Confirmation, duel
from brewsim.tuning.writing import write_bot

pytestmark = pytest.mark.compiled_only

TABLE = Table(load_rules("brew_crafters"), (0, 1))
THREE = Table(TABLE.rules, (0, 1, 2))
TITLE = TABLE.rules.title
BOTS = read_bots(TITLE)
GREEDY = BOTS["greedy"]


def small(**changes) -> Learning:
    given = {"tables": [TABLE], "name": "greedy", "bots": BOTS, "budget": 40_000, "seed": 4, "spread": 4.0} | changes
    return make_learning(**given)


def steps(learning: Learning, jobs: int = 1, journal: Journal | None = None, n: int | None = 3) -> list[tuple]:
    with workers(jobs) as work:
        return [(one.number, one.share, one.bot) for one in islice(learn(learning, work, journal), n)]


@pytest.fixture(scope="module")
def undisturbed() -> list[tuple]:
    return steps(small())


# Gradients


def made_up(leans: np.ndarray, results: np.ndarray) -> np.recarray:
    """Notes on games of one choice, [game, feature], of a learner at seat 0 of two, with these results."""
    notes = np.zeros(1, notes_dtype(2, 1, 1, leans.shape[1])).view(np.recarray)[0]
    notes["games"][0], notes["results"][0] = len(results), results.sum()
    notes["leans_all"][0, 0], notes["leans_won"][0, 0] = leans.sum(axis=0), results @ leans
    notes["looks"][0], notes["sureness"][0], notes["spread"][0] = len(leans), leans.T @ leans, (leans**2).sum(axis=0)
    return notes


def planted(seed: int = 0, n: int = 4000) -> np.recarray:
    """More of the first feature wins, less of the second one; both are on other scales, and the third one makes no difference."""
    rng = np.random.default_rng(seed)
    leans = rng.normal(size=(n, 4)) * [1.0, 100.0, 1.0, 0.0]
    return made_up(leans, 7.0 + 0.1 * leans[:, 0] - 0.001 * leans[:, 1] + 0.3 * rng.normal(size=n))


def test_a_step_goes_along_what_wins_whatever_features_are_measured_in():
    step = step_along(*gather([planted(0), planted(1)]), length=0.5)[0]
    assert step[0] == pytest.approx(-100.0 * step[1], rel=0.2)
    assert step[0] == pytest.approx(np.sqrt(0.5), rel=0.1)
    assert abs(step[2]) < 0.1 * step[0]
    assert step[3] == 0.0


def test_a_step_changes_choices_as_much_as_is_asked():
    gradient, shares, sureness, spread = gather([planted()])
    for length in (0.01, 0.04):
        step = step_along(gradient, shares, sureness, spread, length)[0]
        assert step @ sureness[0] @ step / 2 == pytest.approx(length)


def test_what_a_seat_usually_gets_is_no_merit():
    """Results that are always the same tell nothing, however good they are."""
    leans = np.random.default_rng(0).normal(size=(100, 2)) + 1.0
    np.testing.assert_allclose(gather([made_up(leans, np.full(100, 3.0))])[0], 0.0, atol=1e-12)


def test_a_moment_that_was_hardly_seen_stays_as_it_is():
    assert not step_along(*gather([planted(n=LEAST_LOOKS - 1)]), length=0.5).any()


def test_a_game_that_is_aborted_is_lost_by_all():
    """Else a bot that is about to lose learns never to end the game."""
    players, seats = TABLE.lineup([GREEDY, GREEDY]).players(TABLE.rules)
    desks = new_desks(TITLE)
    notes = np.zeros(1, notes_dtype(2, len(desks[0].actions), *players[0].weights.shape)).view(np.recarray)[0]
    practise(TABLE.rules.record, players, seats, 10, np.uint64(1), 3, desks[0], notes)
    assert notes["games"].tolist() == [10, 10]
    assert notes["wins"].tolist() == [0, 0]
    np.testing.assert_allclose(notes["results"], -10 * CLEARNESS)


# Learning


def test_a_bot_that_does_not_care_for_beer_learns_to_brew(monkeypatch):
    monkeypatch.setattr(learner, "STEPS", 8)
    spoilt = GREEDY.model_copy(update={"weights": {**GREEDY.weights, "brew_rep": 0.0, "last_rep": 0.0}})
    learning = Learning((TABLE,), "spoilt", spoilt, (spoilt,), spoilt, 40_000, 1, 4.0)
    (*_, (_, _, found)) = steps(learning, n=None)
    with workers(1) as work:
        assert duel(TABLE, rounded(found), spoilt, 1000, 3, work).among_start.low > 1.2


def test_each_number_of_seats_has_weights_and_a_late_part_of_its_own(monkeypatch):
    monkeypatch.setattr(learner, "STEPS", 2)
    found = steps(small(tables=[TABLE, THREE]), n=None)
    at_two, at_three = found[1][2], found[3][2]
    assert [number for number, *_ in found] == [1, 2, 3, 4]
    assert set(at_two.by_seats) == {"2"}
    assert set(at_three.by_seats) == {"2", "3"}
    assert at_three.by_seats["2"] == at_two.by_seats["2"] != at_three.by_seats["3"]
    assert (list(at_two.late_round_by_seats), list(at_three.late_round_by_seats), at_three.late_round) == (["2"], ["2", "3"], 0)
    assert (at_three.weights, at_three.beliefs, at_three.temperature) == (GREEDY.weights, GREEDY.beliefs, 0.0)
    assert play(at_two, THREE).tobytes() == play(GREEDY, THREE).tobytes()


def test_what_never_makes_a_difference_is_not_learned(undisturbed):
    """Nobody gives a card away before there is a card that asks for it, so nothing is learned about that from drawing."""
    (*_, (_, _, found)) = undisturbed
    assert "give_spare" not in found.by_seats["2"]["early_draw"]
    assert "plan_any" in found.by_seats["2"]["early_draw"]


def test_the_number_of_workers_does_not_matter(undisturbed):
    assert steps(small(), jobs=2) == undisturbed


def test_another_seed_learns_another_bot(undisturbed):
    assert steps(small(seed=5), n=1) != undisturbed[:1]


def test_learning_goes_on_where_it_was_stopped(tmp_path, undisturbed, monkeypatch):
    path, learning = tmp_path / "bot.journal", small()
    first = steps(learning, journal=Journal(path, learning.facts), n=2)
    assert first == undisturbed[:2]
    real, calls = learner._practise, []
    monkeypatch.setattr(learner, "_practise", lambda *given: calls.append(given) or real(*given))
    assert steps(learning, journal=Journal(path, learning.facts)) == undisturbed
    assert len(calls) == learner.PIECES
    with pytest.raises(BadInput, match="another seed"):
        Journal(path, small(seed=5).facts)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"budget": 0}, "budget=0: "),
        ({"name": "random"}, "no weights"),
        ({"seed": -1}, "seed="),
        ({"spread": 0.0}, "spread=0.0: 0.1 to 100"),
    ],
)
def test_what_cannot_be_learned_is_refused(changes, message):
    with pytest.raises(BadInput, match=message):
        small(**changes)


# Bots with moments


def with_moments(late_round: int = 0, **own: dict[str, float]):
    return GREEDY.model_copy(update={"moments": own, "late_round": late_round})


def play(bot, table: Table = TABLE) -> np.ndarray:
    return simulate(table.rules, table.lineup([bot, *[GREEDY.model_copy()] * (table.n_sides - 1)]), 60, seed=2)


def test_moments_with_the_same_weights_change_nothing():
    same = {moment: dict(GREEDY.weights) for moment in moments(TITLE)}
    assert play(with_moments(3, **same)).tobytes() == play(GREEDY).tobytes()


def test_late_weights_count_from_the_late_round_on():
    """A bot that passes from the third round on brews nothing then; one that would do so after the game plays as before."""
    idle = {"late_act": {"brew_rep": -100.0}}
    rows, usual = play(with_moments(2, **idle)), play(GREEDY)
    assert rows["score"][rows["bot"] == 0].mean() < usual["score"][usual["bot"] == 0].mean() - 5
    assert play(with_moments(900, **idle)).tobytes() == usual.tobytes()


def test_the_late_part_can_begin_at_another_round_at_a_number_of_seats():
    idle = {"late_act": {"brew_rep": -100.0}}
    bot = with_moments(2, **idle).model_copy(update={"late_round_by_seats": {"2": 900}})
    assert play(bot).tobytes() == play(GREEDY).tobytes()
    assert play(bot, THREE).tobytes() == play(with_moments(2, **idle), THREE).tobytes() != play(GREEDY, THREE).tobytes()


def test_weights_of_a_number_of_seats_count_there_and_instead_of_the_others():
    idle, keen = {"late_act": {"brew_rep": -100.0}}, {"late_act": {"brew_rep": GREEDY.weights["brew_rep"]}}
    alike = with_moments(2).model_copy(update={"moments": idle, "by_seats": {"2": keen}})
    assert play(alike).tobytes() == play(GREEDY).tobytes()
    assert play(alike, THREE).tobytes() == play(with_moments(2, **idle), THREE).tobytes() != play(GREEDY, THREE).tobytes()


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"moments": {"late_dance": {}}}, "unknown moment of bot 'own' 'late_dance'"),
        ({"moments": {"late_act": {"joy": 1.0}}}, "unknown feature"),
        ({"by_seats": {"9": {}}}, "unknown number of seats of bot 'own' '9'"),
        ({"late_round_by_seats": {"9": 3}}, "unknown number of seats of bot 'own' '9'"),
        ({"late_round_by_seats": {"3": -1}}, "late_round_by_seats"),
        ({"by_seats": {"3": {"late_dance": {}}}}, "unknown moment of bot 'own' 'late_dance'"),
        ({"by_seats": {"3": {"late_act": {"joy": 1.0}}}}, "unknown feature"),
    ],
)
def test_what_the_title_does_not_have_is_refused(own, message):
    with pytest.raises(BadInput, match=message):
        read_bots(TITLE, {"own": {"plan": "Knows better."} | own})


def test_a_bot_that_has_learned_is_read_as_it_was_written(tmp_path):
    own = {"early_draw": {"blind": 0.25, "plan_any": -1e-05}, "late_act": {"play": 3.0}}
    by_seats = {"by_seats": {"2": {"early_act": {"play": 2.0}}, "3": own}, "late_round_by_seats": {"3": 2}}
    found = with_moments(4, **own).model_copy(update=by_seats)
    told = Confirmation(Estimate(1.5, 1.4, 1.6, 10_000), Estimate(0.5, 0.4, 0.6, 10_000))
    write_bot(tmp_path / "expert.toml", small(), found, {2: told}, "brewsim learn ...")
    text = (tmp_path / "expert.toml").read_text()
    assert "#   2 seats: it among 'greedy' 1.50 (1.40 to 1.60), 'greedy' among it 0.50 (0.40 to 0.60)" in text
    assert f"{STEPS} steps at each number of seats" in text
    read = read_bots(TITLE, read_bot_file(tmp_path / "expert.toml"))["expert"]
    assert (read.moments, read.by_seats, read.late_round, read.late_round_by_seats) == (found.moments, found.by_seats, 4, {"3": 2})
    assert (read.weights, read.beliefs) == (GREEDY.weights, GREEDY.beliefs)
