"""Tables for luck: the same deal with other luck of the bots is the same deal, and players are drawn by the seed."""

from dataclasses import replace

import numpy as np
import pytest

from brewsim.bots import make_lineup, read_bots
from brewsim.errors import BadInput
from brewsim.luck import choose_levels, play_tables
from brewsim.matches import workers
from brewsim.play import simulate
from brewsim.rules import load_rules
from brewsim.stats.luck import luck

pytestmark = pytest.mark.compiled_only
RULES = load_rules("brew_crafters")
BOTS = read_bots(RULES.title)


def wins(levels, games=4000, seats=2, jobs=1, bots=BOTS):
    with workers(jobs) as work:
        return play_tables(RULES, seats, bots, levels, games, 3, work)


def test_a_salt_changes_only_what_bots_leave_to_chance():
    fixed, noisy = (make_lineup(RULES.title, [name] * 2, BOTS) for name in ("greedy", "random"))
    assert simulate(RULES, fixed, 50).tobytes() == simulate(RULES, replace(fixed, salt=0), 50).tobytes()
    first, second = (simulate(RULES, replace(noisy, salt=salt), 200) for salt in (0, 1))
    assert (first["score"] != second["score"]).mean() > 0.5
    assert (first["game"] == second["game"]).all()


def test_workers_do_not_matter():
    assert (wins(("novice", "greedy"), 400) == wins(("novice", "greedy"), 400, jobs=2)).all()


def test_skill_and_play_are_seen_where_they_are():
    """Equal players differ in nothing by skill; a bot among random ones wins by skill; players without chance have none in play."""
    equal, mixed = (luck(wins(levels)) for levels in (("greedy",), ("random", "greedy")))
    part = {(name, row["source"]): row for name, frame in (("equal", equal), ("mixed", mixed)) for row in frame.iter_rows(named=True)}
    assert part["equal", "skill"]["low"] == 0
    assert part["mixed", "skill"]["low"] > 0.2
    assert part["equal", "deal"]["value"] > part["mixed", "deal"]["value"]
    assert np.allclose(wins(("greedy",), 40).sum(axis=-1), 1)


def test_levels_are_checked():
    assert choose_levels(BOTS, (), "brew_crafters") == ("novice", "greedy", "expert")
    with pytest.raises(BadInput, match="unknown bot of brew_crafters 'greed'"):
        choose_levels(BOTS, ("greed",), "brew_crafters")
    with pytest.raises(BadInput, match="each of them once"):
        choose_levels(BOTS, ("greedy", "greedy"), "brew_crafters")
