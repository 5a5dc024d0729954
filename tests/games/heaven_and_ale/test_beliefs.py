"""What bots believe, and that a belief changes what they see."""

import itertools

import numpy as np

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


def test_a_barrel_is_shared_among_what_its_goal_asks_for():
    """The large one while it is there, then the small one, then nothing: for each of six barren tiles."""
    assert beliefs_with().goal_share[Goal.BARREN].tolist() == [0.0, 2 / 6, 4 / 6]


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
