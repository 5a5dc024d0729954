"""Numbers as bots."""

import numpy as np
import pytest

from brewsim.bots import MAX_WEIGHT, read_bots
from brewsim.games import TITLES
from brewsim.matches import Table, lay_table
from brewsim.rules import load_rules
from brewsim.tuning.space import DIGITS, Space, _tempered, _weight_steps, rounded, sample_decisions, space_around

pytestmark = pytest.mark.compiled_only

TABLE = Table(load_rules("brew_crafters"), (0, 1, 2))
START = read_bots(TABLE.rules.title)["greedy"]


@pytest.fixture(scope="module")
def space() -> Space:
    return space_around((TABLE,), START, seed=1)


def test_the_origin_is_the_bot_itself(space):
    assert rounded(space.bot(np.zeros(len(space.steps)))) == START


def test_every_weight_and_belief_can_move(space):
    assert len(space.steps) == len(TABLE.rules.title.features) + len(START.beliefs)
    assert np.isfinite(space.steps).all()
    assert (space.steps > 0).all()
    moved = space.bot(np.ones(len(space.steps)))
    assert moved.weights["hold_match"] > 0 == START.weights.get("hold_match", 0)
    assert all(moved.beliefs[name] > belief for name, belief in START.beliefs.items())


def test_a_feature_that_varies_more_moves_in_smaller_steps(space):
    """Reputation of a beer goes from 3 to 10 and more; whether a card fetches others is 0 or 1."""
    steps = dict(zip(space.features, space.steps))
    assert steps["brew_rep"] < steps["play_fetch"] / 4


def test_a_step_changes_about_the_same_share_of_choices_whatever_it_moves():
    """Far fewer than if each step were as large as the weight itself."""
    sample = sample_decisions(TABLE, START, 2, 400)
    steps = _weight_steps(sample, 0.05)
    weights = np.array([START.weights.get(name, 0.0) for name in TABLE.rules.title.features])
    for place in (0, 5):  # weights that matter often
        moved = [weights + way * steps[place] * np.eye(len(weights))[place] for way in (1, -1)]
        changed = np.mean([np.argmax(one.features @ own) != one.choice for own in moved for one in sample])
        assert 0.02 < changed < 0.08


def test_steps_are_short_enough_for_candidates_that_play_sensibly(space):
    rng = np.random.default_rng(5)
    places = [space.bot(rng.standard_normal(len(space.steps))) for _ in range(12)]
    shares = [TABLE.wins([bot, START, START], np.arange(60), 3).mean() * 3 for bot in places]
    assert np.mean(shares) > 0.6


def test_a_step_that_ruins_the_bot_is_shortened():
    """A bot that sees nothing but the Reputation of a beer, or brews as late as it can."""
    space = Space(
        START,
        TABLE.rules.title.features,
        np.array([name == "brew_rep" for name in (*TABLE.rules.title.features, *START.beliefs)]),
        np.array([100.0]),
    )
    assert 0.1 < _tempered(space, [TABLE], 1).steps[0] < 10.0


def test_a_belief_keeps_its_sign_and_a_weight_its_bounds(space):
    far = space.bot(np.full(len(space.steps), -1e12))
    assert set(far.weights.values()) == {-MAX_WEIGHT}
    assert all(belief >= 0 for belief in far.beliefs.values())
    below = START.model_copy(update={"beliefs": {**START.beliefs, "patience": -0.7}})
    for direction in (-9.0, 9.0):
        moved = space_around((TABLE,), below, seed=1).bot(np.full(len(space.steps), direction))
        assert moved.beliefs["patience"] < 0 < moved.beliefs["cheap_cards"]


def test_rounding_keeps_what_is_written_down(space):
    found = rounded(space.bot(np.full(len(space.steps), 0.123456789)))
    assert all(number == float(f"{number:.{DIGITS}g}") for number in (*found.weights.values(), *found.beliefs.values()))


@pytest.mark.parametrize("name", TITLES)
def test_every_title_plays_on_with_beliefs_that_have_moved(name):
    table = lay_table(load_rules(name))
    start = read_bots(table.rules.title)["greedy"]
    space = space_around((table,), start, seed=1, held=table.rules.title.features)
    assert np.isfinite(space.steps).all()
    rng = np.random.default_rng(1)
    for _ in range(4):
        moved = space.bot(3 * rng.standard_normal(len(space.steps)))
        assert not table.play([moved] * table.n_sides, np.arange(4), 1)["aborted"].all()
