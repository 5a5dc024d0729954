"""What bots believe, and that a belief changes what they see."""

import itertools

import numpy as np
import pytest

from brewsim.bots import make_lineup, read_bots
from brewsim.games.heaven_and_ale.beliefs import FERTILITIES, VALUES, believe, shed_outlook
from brewsim.games.heaven_and_ale.box import MAX_SUM, RING, Goal
from brewsim.play import simulate
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted
from tests.games.heaven_and_ale.table import RULES, TITLE


def beliefs_with(**changes: float) -> np.record:
    return believe(RULES, read_bots(TITLE)["greedy"].beliefs | changes)


def test_an_outlook_on_a_shed_lies_between_average_and_best_tiles():
    """With five tiles around that sum up to 20, the sixth makes 20 to 25: by care its mean, its best, or half of each."""
    brings = np.arange(MAX_SUM + 1.0)
    outlooks = [shed_outlook(brings, care)[RING - 1, 20] for care in (0.0, 0.5, 1.0)]
    assert outlooks == [22.5, 23.75, 25.0]


def test_the_chance_for_a_barrel_falls_with_what_its_goal_lacks():
    """Certain when it is met, less with each step or tile, more with each round; half a goal is half a goal, however it counts."""
    reach = beliefs_with().reach
    assert (reach[:, :, 0] == 1).all()
    assert (np.diff(reach[1:], axis=2) < 0).all()
    assert (np.diff(reach[1:, :, 1:], axis=0) > 0).all()
    assert reach[2, Goal.BARREN, 3] == pytest.approx(reach[2, Goal.FULL_TRACK, 10])


def test_worths_follow_from_the_final_scoring():
    """About 3.3 points a spot on average, and 4 more from the start of the brewmaster to his end, 30 spots away."""
    beliefs = beliefs_with(lowest_share=0.1, lowest_spot=3.0)
    assert beliefs.step_worth == pytest.approx(0.1 * (11 * 2 + 8 * 3 + 6 * 4 + 3 * 5 + 3 * 6) / 31)
    assert beliefs.brew_worth == pytest.approx(3.0 * 4 / 30)
    assert beliefs.ducat_worth == pytest.approx(beliefs.step_worth / 10)


def test_a_belief_in_a_fertility_is_kept_within_the_box():
    for value, kept in ((-3.0, 1), (2.4, 2), (99.0, 5)):
        assert beliefs_with(fertile_tile=value).fertile_tile == kept


def test_every_belief_is_used():
    """Each of those in bots.toml reaches the record: another value makes another record."""
    usual = beliefs_with().tobytes()
    for name, value in read_bots(TITLE)["greedy"].beliefs.items():
        changed = value + 1 if name in FERTILITIES else value / 2
        assert beliefs_with(**{name: changed}).tobytes() != usual, name


def test_odd_beliefs_break_no_game():
    """Any finite number will do: nothing is left of the view before, and no index is out of range."""
    odd = dict(zip(VALUES, itertools.cycle((-5.0, 0.0, 1e9))))
    bot = {"plan": "Believes nonsense, to see what happens.", "weights": {"touch": 1.0}, "beliefs": odd}
    rules = load_rules("heaven_and_ale")
    lineup = make_lineup(TITLE, ["odd"] * 3, read_bots(TITLE, {"odd": bot}))
    assert simulate(rules, lineup, fewer_if_interpreted(500), seed=3)["rank"].min() == 1
