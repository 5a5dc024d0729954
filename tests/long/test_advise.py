"""Planted problems with real games: a title is patched, and the goals are what it does in print. Only taking the patch back repairs it."""

import pytest

from brewsim.advising.advice import give_advice, make_request
from brewsim.bots import read_bots
from brewsim.matches import workers
from brewsim.rules import load_rules

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

TITLE = "brew_crafters"
SEEDS = 4
MAY = ("game.target_rep", "game.hand_limit", "game.starting_hand", "recipes.*.rep")
# With greedy at 2 seats the printed rules have 8.2 rounds, a score of 23.9, Special Reserve in 99 % of places.
LENGTH = ("rounds 8.05..8.34", "score 23.65..24.25")
PLANTED = [
    ({"game.target_rep": (26, 21)}, LENGTH),
    ({"game.target_rep": (26, 21), "recipes.special_reserve.rep": (7, 8)}, (*LENGTH, "special reserve used above 95")),
    (
        {"game.target_rep": (26, 21), "recipes.special_reserve.rep": (7, 8), "recipes.ale.rep": (5, 3)},
        (*LENGTH, "special reserve used above 97", "ale used 6..8.4"),
    ),
]


@pytest.mark.parametrize(("patch", "goals"), PLANTED, ids=["one edit", "two edits", "three edits"])
def test_a_patch_is_found_and_taken_back(patch, goals):
    rules = load_rules(TITLE, {path: wrong for path, (wrong, _) in patch.items()}, "patched")
    exact = 0
    for seed in range(SEEDS):
        request = make_request(rules, goals, read_bots(rules.title), [2], ["greedy"], MAY, budget=200_000, seed=seed)
        with workers(2) as work:
            repairs = give_advice(request, work).repairs
        found = [{lever.path: lever.new[step] for lever, step in advice.edits} for advice in repairs]
        right = {path: printed for path, (_, printed) in patch.items()}
        exact += found[:1] == [right]
    assert exact >= SEEDS - 1
