"""The end of a turn and of the game."""

import numpy as np

from brewsim.bots import make_lineup, read_bots
from brewsim.games.brew_crafters.codes import BLIND, BREW, DISCARD, DONE, PASS
from brewsim.games.brew_crafters.scoring import METRICS
from brewsim.games.brew_crafters.state import Phase
from brewsim.play import simulate
from tests.games.brew_crafters.table import ALE, RULES, Table, finished, kind, recipe


def test_discard_down_to_seven():
    """BC-17: a card of one's choice for each over the limit, and the pile is face up for all."""
    hand = ["farm"] * 3 + ["hops_expert"] * 2 + ["mash_tun"] * 2 + ["brewmaster", "malt_expert"]
    table = Table([hand, []])
    table.do(PASS)
    assert table.state.phase == Phase.DISCARD
    farms = int(table.state.discard[kind("farm")])
    table.do(DISCARD + kind("farm"), DISCARD + kind("mash_tun"))
    assert table.state.n_hand[0] == 7
    assert table.state.discard[kind("farm")] == farms + 1
    assert table.state.seat == 1


def test_passing_changes_nothing():
    """BC-18: a pass ends the turn with the hand as it was."""
    table = Table([ALE, []])
    before = table.hand(0)
    table.do(PASS)
    assert table.hand(0) == before
    assert table.state.rep.sum() == 0


def test_the_round_is_played_out():
    """BC-18: seat 0 reaches 21, seat 1 still has its turn and may pass it by; then the game is over."""
    table = Table([ALE, ["malt_expert", "hops_expert", "boil_kettle", "employee_manager"]], ["farm"] * 2)
    table.state.rep[:2] = 18, 20
    table.do(BREW + recipe("ale"))
    assert not table.state.over
    assert (table.state.end_round, table.state.end_side) == (1, 0)
    table.do(BLIND, BLIND)
    table.do(BREW + recipe("ale"))
    while not table.state.over:
        table.do(table.legal()[0])
    assert table.state.rep[:2].tolist() == [21, 23]
    assert table.state.end_side == 0


def test_the_last_seat_ends_the_game_at_once():
    """BC-18: if the last seat of a round reaches the target, no one gets another turn."""
    table = Table([[], ALE])
    table.state.seat = 1
    table.state.rep[:2] = 20, 18
    table.do(BREW + recipe("ale"))
    assert table.state.over


def test_end_bonuses():
    """BC-19: Tour counts equipment, Manager counts workers and itself; they come after the last turn."""
    table = Table([[], ALE], breweries=[["brewery_tour", "farm", "mash_tun", "hops_expert"], ["employee_manager", "night_shift"]])
    table.state.seat = 1
    table.state.rep[:2] = 19, 18
    table.do(BREW + recipe("ale"))
    while not table.state.over:
        table.do(DONE)
    assert table.state.rep[:2].tolist() == [19 + 2, 21 + 2]
    metrics = table.outcome().metrics
    assert metrics[0, METRICS.index("rep_equipment")] == 2
    assert metrics[1, METRICS.index("rep_workers")] == 2


def test_end_bonuses_do_not_trigger_the_end():
    """BC-19: 20 Rep and a bonus of 5 on the table: play goes on."""
    table = Table([[], []], breweries=[[], ["brewery_tour", "farm", "mash_tun", "boil_kettle", "hops_infusers", "oak_barrelhouse"]])
    table.state.rep[1] = 20
    table.state.seat = 1
    table.do(PASS)
    assert not table.state.over
    assert table.state.rounds == 1


def test_the_winner():
    """BC-20: the highest score wins; then cards in hand; then it is shared."""
    rows = finished([["farm"], ["farm", "farm"]], [22, 21])
    assert rows.win_share.tolist() == [1, 0]
    assert not rows.tied_first.any()
    rows = finished([["farm"], ["farm", "farm"]], [22, 22])
    assert rows.win_share.tolist() == [0, 1]
    assert rows.tied_first.all()
    assert rows.tiebreak_used.all()
    rows = finished([["farm"], ["mash_tun"]], [22, 22])
    assert rows.win_share.tolist() == [0.5, 0.5]
    assert rows.tied_first.all()
    assert not rows.tiebreak_used.any()


def test_the_cap():
    """BC-25: bots that only pass are stopped, and nobody wins."""
    bots = read_bots(RULES.title, {"lazy": {"plan": "Anything but beer.", "weights": {"brew_rep": -1.0}}})
    rows = simulate(RULES, make_lineup(RULES.title, ["lazy", "lazy"], bots), 3)
    assert rows["aborted"].all()
    assert np.isnan(rows["win_share"]).all()
    assert (rows["rank"] == 0).all()
    assert not rows["tied_first"].any()
