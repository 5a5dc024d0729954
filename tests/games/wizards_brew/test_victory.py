"""Victory, and games without one."""

import pytest

from brewsim.games import load_title
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import N_AREAS
from brewsim.games.wizards_brew.scoring import METRICS
from brewsim.play import simulate
from tests.games.wizards_brew.table import BLUE, BROWN, GREEN, MONUMENT, RED, WHITE, Table


@pytest.mark.parametrize(("seats", "different", "total"), [(3, 7, 8), (4, 7, 8), (5, 6, 7), (6, 5, 6)])
def test_victory_at_once(seats, different, total):
    """WB-43: enough different ingredients or enough in all end the game in the middle of the phase."""
    table = Table(seats, changes={"ingredients.brown.tokens": 16}).ready(hands={0: (3, 0, 0, 0)})
    table.brew(0, *([BROWN] * (total - 2)))
    table.auction(MONUMENT, (BROWN,)).act(Verb.BID + 1, Verb.TAKE + BROWN)
    assert not table.state.over
    for kind in ("total", "different"):
        table = Table(seats, changes={"ingredients.brown.tokens": 16}).ready(hands={0: (3, 0, 0, 0)})
        for area in range(N_AREAS):
            if area != 6:
                table.area(area, int(table.state.landmark[area]))
        table.brew(0, *([BROWN] * (total - 1) if kind == "total" else range(different - 1)))
        table.auction(MONUMENT, (BROWN,)).act(Verb.BID + 1, Verb.TAKE + BROWN)
        assert table.state.over
        assert table.state.n_hand[0] == 2


def test_how_close_the_others_were():
    """WB-44: the winner has 0, the others minus the ingredients missing by the shorter way."""
    table = Table(changes={"ingredients.brown.tokens": 16}).ready(hands={0: (3, 0, 0, 0)})
    for area in range(N_AREAS):
        if area != 6:
            table.area(area, int(table.state.landmark[area]))
    table.brew(0, *[BROWN] * 7)
    table.brew(1, RED, BLUE, WHITE)
    table.brew(2, GREEN, GREEN, GREEN, GREEN, GREEN)
    table.auction(MONUMENT, (BROWN,)).act(Verb.BID + 1, Verb.TAKE + BROWN)
    rows = table.outcome()
    assert rows.score.tolist() == [0, -4, -3, -7]
    assert rows.metrics[:, METRICS.index("ingredients_total")].tolist() == [8, 3, 5, 0]
    assert rows.metrics[:, METRICS.index("won_by_different")].tolist() == [0, 0, 0, 0]
    assert rows.side.tolist() == [0, 1, 2, 3]


def test_there_is_one_winner():
    """WB-44: in played games nobody shares the win; who misses as many shares a rank."""
    rows = simulate("wizards_brew", ["greedy"] * 4, 20, seed=3)
    assert sorted(set(rows["win_share"].tolist())) == [0.0, 1.0]
    assert not rows["tied_first"].any()
    for game in rows.reshape(-1, 4):
        assert game["rank"].tolist() == [1 + (game["score"] > score).sum() for score in game["score"]]


def test_a_game_in_which_nobody_bids_goes_on():
    """WB-46: passes alone never end a game, so it would be aborted at the cap."""
    table = Table().act(Verb.HORSE + 6, *[Verb.HOLD] * 8, *[Verb.SEAL + 1] * 8)
    for _ in range(1500):
        options = table.legal()
        table.act(Verb.DONE if Verb.DONE in options else Verb.ECHO_NONE if Verb.ECHO_NONE in options else min(options))
    assert not table.state.over
    assert table.state.rounds > 20
    assert table.state.free[:4].tolist() == [10] * 4
    assert load_title("wizards_brew").cap == 20000
