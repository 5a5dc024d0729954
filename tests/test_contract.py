"""What every title in the box must fulfil, over all titles and numbers of seats."""

import os
import subprocess
import sys

import numpy as np
import pytest

from brewsim.games import TITLES, load_title
from brewsim.play import simulate, trace
from brewsim.rules import load_rules
from brewsim.testing import ContractTests, fewer_if_interpreted


class TestEveryTitle(ContractTests):
    titles = TITLES
    test_rules_at_their_limits_keep_every_promise = None  # tests/long/test_variants_fuzz.py tries far more
    test_the_workbench_shows_a_seat_nothing_that_it_cannot_know = None  # tests/workbench/test_scenes.py looks at whole games

    def test_greedy_beats_random(self, title_name):
        assert self.relative_share(title_name, "greedy", "random") > 0.6 * load_title(title_name).default_seats

    @pytest.mark.compiled_only
    def test_novice_stands_between_random_and_greedy(self, title_name):
        """Among `greedy` it wins 0.4 to 0.6 of a fair share, here with room for the error of 3000 games, and nearly all among `random`."""
        assert 0.35 < self.relative_share(title_name, "novice", "greedy") < 0.65
        assert self.relative_share(title_name, "novice", "random") > 0.8 * load_title(title_name).default_seats


@pytest.mark.parametrize("bot", ["greedy", "engine"])
def test_blank_items_change_nothing_but_the_games_in_which_they_are_used(bot):
    title, games = load_title("brew_crafters"), fewer_if_interpreted(200)
    free = simulate(title.name, [bot] * 3, games, seed=5)
    for item in ("ale", "farm"):
        rules = load_rules(title.name, {"blank": [item]})
        blank = simulate(rules, [bot] * 3, games, seed=5)
        uses = title.item_numbers[item]
        assert blank["uses"][:, uses].sum() == 0 < free["uses"][:, uses].sum()
        is_same = np.repeat(free["uses"][:, uses].reshape(games, 3).sum(axis=1) == 0, 3)
        for column in set(free.dtype.names) - {"options"}:
            np.testing.assert_array_equal(free[column][is_same], blank[column][is_same])
        decided = np.bincount([step.seat for step in trace(rules, [bot] * 3, 0, seed=5)], minlength=3)
        np.testing.assert_array_equal(decided, blank["decisions"][:3])


PLAY_AND_DIGEST = """
import dataclasses, hashlib, sys
import numpy as np
from brewsim.bots import Lineup, make_lineup, read_bots
from brewsim.games import load_title
from brewsim.play import simulate
from brewsim.rules import load_rules

rules = load_rules(sys.argv[1])
title = rules.title
openings = dataclasses.replace(rules, title=dataclasses.replace(title, cap=60))
digest = hashlib.sha256()
for k, seats in enumerate(title.seats):
    bots = sorted(read_bots(title))
    lineup = make_lineup(title, [bots[(k + seat) % len(bots)] for seat in range(seats)], rotates=True)
    warm = Lineup(lineup.names, True, tuple(bot.model_copy(update={"temperature": 0.5}) for bot in lineup.bots))
    for seed in range(40 // len(title.seats) + 1):
        digest.update(simulate(openings, lineup if seed % 2 else warm, [seed], seed).tobytes())
    digest.update(simulate(rules, lineup, 1, seed=k).tobytes())
print(digest.hexdigest())
"""


def compiled_and_interpreted(name: str) -> list[str]:
    """Digests of the first 60 decisions of 40 seeds, with and without temperature, and of whole games, compiled and as plain Python."""
    return [
        subprocess.run(
            [sys.executable, "-c", PLAY_AND_DIGEST, name],
            env=os.environ | {"NUMBA_DISABLE_JIT": flag},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for flag in ("0", "1")
    ]


@pytest.mark.compiled_only
def test_compiled_equals_interpreted():
    """The other titles are a long test."""
    compiled, interpreted = compiled_and_interpreted("brew_crafters")
    assert compiled == interpreted
