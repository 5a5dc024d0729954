"""Assumed values that are moved: all of them, within their ranges; a strong one is found among idle ones that are moved with it."""

import pytest

from brewsim.assumptions import Move, Moves, list_moves, others, screen
from brewsim.bots import make_lineup
from brewsim.games import load_title
from brewsim.matches import workers
from brewsim.rules import RuleValue, rule_values, split_provenance

TITLE = "brew_crafters"


def test_ranges_stand_beside_their_values():
    table = {"basis": "assumed", "source": "s", "range": {"rep": [1, 3], "needs": {"malt": [0]}}, "rep": 2, "needs": {"malt": 1, "hops": 1}}
    values, listed = split_provenance({"ale": table})
    assert values == {"ale": {"rep": 2, "needs": {"malt": 1, "hops": 1}}}
    assert {value.path: value.range for value in listed} == {"ale.rep": (1, 3), "ale.needs.malt": (0,), "ale.needs.hops": None}
    with pytest.raises(ValueError, match="gives a range for keys that it does not have: vp"):
        split_provenance({"ale": {**table, "range": {"vp": [1]}}})


@pytest.mark.parametrize(
    ("value", "expected"),
    [(True, (False,)), (2, (1, 3)), (20, (16, 24)), ("after_all", ("at_once",))],
)
def test_usual_steps(value, expected):
    assert others(TITLE, RuleValue("rulings.refill_after_takes", value, "assumed", "s")) == expected


def test_every_assumed_value_is_moved_or_said_to_be_stuck():
    moves = list_moves(TITLE)
    assumed = {value.path for value in rule_values(TITLE) if value.basis == "assumed" and not value.path.endswith(".name")}
    assert {move.path for move in moves.allowed} | set(moves.stuck) == assumed
    special = [move for move in moves.allowed if move.path == "recipes.special_reserve.rep"]
    assert [(move.old, move.new, move.is_given) for move in special] == [(8, 7, True), (8, 9, True)]
    assert [move.new for move in moves.allowed if move.path == "cards.farm.ingredient"] == ["malt", "yeast", "fruit", "coffee"]


@pytest.mark.compiled_only
def test_a_strong_value_is_found_in_its_group_and_idle_ones_are_not():
    """At 2 seats there are no teams, so what a team mate may be given moves nothing. A much lower target moves the length of games."""
    idle, strong = Move("game.team_gift", 1, 0, True, 0), Move("game.target_rep", 21, 12, True, 0)
    ruling = Move("rulings.gift_after_pass", True, False, False, 0)
    moves = Moves(TITLE, (idle, strong, ruling), ())
    lineup = make_lineup(load_title(TITLE), ["greedy"] * 2)
    found = {}
    for jobs in (1, 2):
        with workers(jobs) as work:
            found[jobs] = screen(moves, lineup, 400, 0, work)
    assert found[1].found.equals(found[2].found)
    assert set(found[1].found["path"]) == {"game.target_rep"}
    (rounds,) = found[1].found.filter(measure="rounds").to_dicts()
    assert rounds["is_sure"]
    assert rounds["high"] < 0
    assert rounds["n"] == 800  # games that did not choose it
    assert found[1].facts == {"values": 3, "moves": 3, "quiet": 2, "stuck": []}
