"""Bots against bots: who sits together, and shares of wins that are fair among equals."""

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.errors import BadInput
from brewsim.matches import lay_table, share_of_fair, workers
from brewsim.rules import load_rules

pytestmark = pytest.mark.compiled_only

RULES = load_rules("brew_crafters")
BOTS = read_bots(RULES.title)


def test_partners_sit_together():
    assert lay_table(RULES).sides == (0, 1, 2)
    assert lay_table(RULES, 4).sides == (0, 1, 0, 1)
    with pytest.raises(BadInput, match="not played with 5 seats"):
        lay_table(RULES, 5)


def test_outcomes_stand_at_the_bot_and_not_at_its_seat():
    table = lay_table(RULES, 3)
    rows = table.play([BOTS["greedy"], BOTS["rush"], BOTS["random"]], np.arange(60), 1)
    assert (rows["bot"] == np.arange(3)).all()
    assert {tuple(seats) for seats in rows["seat"]} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    assert rows["score"].mean(axis=0).argmin() == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_among_equals_the_share_is_fair_and_the_better_bot_has_more(seats):
    table = lay_table(RULES, seats)
    others = table.n_sides - 1
    with workers(1) as work:
        even = share_of_fair(table, [BOTS["greedy"]] * table.n_sides, 12_000, 1, work)
        better = share_of_fair(table, [BOTS["greedy"], *[BOTS["random"]] * others], 600, 1, work)
        worse = share_of_fair(table, [BOTS["random"], *[BOTS["greedy"]] * others], 600, 1, work)
    assert even.low < 1 < even.high
    assert even.high - even.low < 0.1
    assert worse.high < 1 < better.low


def test_the_share_does_not_depend_on_the_number_of_workers():
    table, bots = lay_table(RULES), [BOTS["greedy"], BOTS["rush"], BOTS["engine"]]
    found = []
    for jobs in (1, 2):
        with workers(jobs) as work:
            found.append(share_of_fair(table, bots, 1700, 3, work))
    assert found[0] == found[1]


def test_a_game_that_is_aborted_is_won_by_nobody():
    """Nobody may brew, so that no game ends: a bot gains nothing by games that it does not let end."""
    recipes = ["ale", "porter", "lambic", "coffee_stout", "special_reserve"]
    table = lay_table(load_rules("brew_crafters", {"blank": recipes}), 2)
    assert table.wins([BOTS["greedy"], BOTS["greedy"]], np.arange(4), 0).tolist() == [0.0] * 4
