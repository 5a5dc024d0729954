"""What a bot of Brew takes for granted changes what it sees, and can be any number."""

import pytest

from brewsim.bots import make_lineup, read_bots
from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.beliefs import TABLES_KEPT, believe, hold_chances, patience_of
from brewsim.games.brew.rules import CARDS
from brewsim.play import simulate
from brewsim.rules import load_rules
from tests.games.brew.table import MEADOW, Table, at, place

BELIEFS = read_bots(TITLE)["greedy"].beliefs


def test_every_belief_reaches_the_record():
    rules = load_rules("brew").record
    printed = believe(rules, BELIEFS).tobytes()
    unread = [name for name in BELIEFS if believe(rules, BELIEFS | {name: BELIEFS[name] + 0.5}).tobytes() == printed]
    assert unread == []


def test_the_worth_of_a_power_is_a_belief():
    table = Table()
    table.top_of_pile("spring", "ash_forager")
    table.do(place(MEADOW, at(0, 0)))
    plain, fond = table.seen(), table.seen(**{"power_worth.ash_forager": 5.0})
    assert fond[codes.TRAIN]["power"] == pytest.approx(50 * plain[codes.TRAIN]["power"])
    assert CARDS[table.state.pile[0, 8]] == ("ash_forager", "")


def test_tables_of_a_tuning_are_not_kept_for_ever():
    for step in range(2 * TABLES_KEPT):
        hold_chances(0.1 + step / 100, 0.3)
        patience_of(0.6, 0.5 + step / 100)
    assert hold_chances.cache_info().currsize == patience_of.cache_info().currsize == TABLES_KEPT


@pytest.mark.compiled_only  # a game for every belief
@pytest.mark.parametrize("value", [-1e6, 0.0, 1e6])
def test_games_end_whatever_a_bot_believes(value):
    """Every belief in turn gets an extreme value; none may lead outside a table or to no choice."""
    strange = {f"strange_{i}": name for i, name in enumerate(BELIEFS)}
    weights = {"plan": 1.0, "own_forest": 1.0, "trick": 1.0}
    own = {bot: {"plan": "One strange belief.", "weights": weights, "beliefs": {name: value}} for bot, name in strange.items()}
    bots = read_bots(TITLE, own)
    for first in range(0, len(own), 4):
        names = [f"strange_{(first + seat) % len(own)}" for seat in range(4)]
        assert not simulate("brew", make_lineup(TITLE, names, bots), 3, seed=first)["aborted"].any()
