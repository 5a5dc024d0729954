"""What a bot sees of an action, on hand-set tables."""

import numpy as np

from brewsim.bots import read_bots
from brewsim.engine.contract import new_record
from brewsim.games.brew_crafters import TITLE, features, view
from brewsim.games.brew_crafters.beliefs import believe
from brewsim.games.brew_crafters.codes import BREW
from brewsim.games.brew_crafters.features import FEATURES, Feature
from tests.games.brew_crafters.table import ALE, Table, recipe


def seen(table: Table, action: int) -> np.ndarray:
    out = np.zeros(len(FEATURES))
    beliefs, seen = believe(table.rules, read_bots(TITLE)["greedy"].beliefs), new_record(view.VIEW)
    view.survey(table.rules, beliefs, table.state, seen)
    features.features(table.rules, beliefs, table.state, seen, action, out)
    return out


def ends(own: int, other: int, *, is_triggered: bool, breweries=()) -> tuple[bool, bool]:
    """Whether an Ale of seat 0 is seen to end the game ahead, and behind."""
    table = Table([ALE, []], breweries=breweries)
    table.state.rep[:2] = own, other
    table.state.end_round = is_triggered
    out = seen(table, BREW + recipe("ale"))
    return bool(out[Feature.BREW_ENDS_AHEAD]), bool(out[Feature.BREW_ENDS_BEHIND])


def test_a_beer_that_ends_the_game_is_seen_by_who_leads_then():
    assert ends(17, 0, is_triggered=False) == (False, False)
    assert ends(18, 20, is_triggered=False) == (True, False)
    assert ends(18, 21, is_triggered=False) == (False, True)
    tour = ([], ["brewery_tour", "farm"])
    assert ends(18, 20, is_triggered=False, breweries=tour) == (False, True)


def test_in_the_last_turn_a_beer_that_takes_the_lead_is_what_counts():
    assert ends(19, 21, is_triggered=True) == (True, False)
    assert ends(15, 21, is_triggered=True) == (False, False)
