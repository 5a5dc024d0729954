"""The end of the game, and what does not run out."""

import numpy as np
import pytest

from brewsim.games.brew_baron.scoring import METRICS
from brewsim.play import simulate
from brewsim.rules import load_rules
from tests.games.brew_baron.table import Table


def test_the_fifth_trophy_ends_the_game():
    """BB-36: at the end of the round; not before the fifth."""
    for trophies, over in ((3, False), (4, True)):
        new = Table(hands=("g1 h2", ""), judges="g1 h2 g4 h4")
        new.state.trophies[0] = trophies
        new.brewing().brew("g1 h2")
        assert bool(new.state.over) == over
        assert new.state.rounds == (0 if over else 1)


@pytest.mark.parametrize(("tokens", "shares"), [(9, [0.0, 1.0]), (4, [0.5, 0.5])])
def test_two_may_reach_the_last_trophy_together(tokens, shares):
    """BB-36: tokens in hand break the tie; with as many, both win."""
    new = Table(hands=("g1 h2", "g1 h2"), judges="g1 h2 g4 h4", changes={"rulings.tie": "all_tied"})
    new.state.trophies[:2] = 4
    new.state.tokens[1] = tokens
    new.brewing().brew("g1 h2", "g1 h2")
    rows = new.outcome()
    assert new.state.over
    assert rows.score.tolist() == [5, 5]
    assert rows.win_share.tolist() == shares
    assert rows.metrics[:, METRICS.index("trophies_tied")].tolist() == [1, 1]


def test_trophies_and_tokens_do_not_run_out():
    """BB-38: eleven trophies are given, and more than 60 tokens paid."""
    new = Table(hands=("g1 h2", "", ""), judges="g1 h2 g1 h2 g1 h2", seats=3, tokens=50)
    new.state.trophies[:3] = 3, 4, 4
    new.brewing().brew("g1 h2")
    assert new.state.trophies.sum() == 12
    assert new.state.tokens.sum() == 159
    assert new.state.most_tokens_out == 159
    assert new.outcome().metrics[:, METRICS.index("most_tokens_out")].tolist() == [159] * 3


def test_many_tokens_are_counted_right():
    """BB-38: in a variant that pays very much, too; a metric stops at the largest number that it can hold."""
    new = Table(hands=("g1 h2", "g1 h2"), judges="g1 h2 g1 h2", tokens=40_000).brewing().brew("g1 h2", "g1 h2")
    assert new.state.tokens[:2].tolist() == [40_006] * 2
    assert new.outcome().metrics[:, METRICS.index("tokens_left")].tolist() == [2**15 - 1] * 2


@pytest.mark.compiled_only
def test_a_game_that_cannot_end_is_aborted():
    """BB-39: if judges pay nothing, nobody ever wins a trophy, and the game counts for nobody."""
    rules = load_rules("brew_baron", {"judging.match_tokens": 0, "judging.pair_tokens": 0})
    rows = simulate(rules, ["random"] * 3, 2)
    assert rows["aborted"].all()
    assert np.isnan(rows["win_share"]).all()
    assert (rows["rank"] == 0).all()


@pytest.mark.compiled_only
@pytest.mark.parametrize("tie", ["all_tied", "first_judged", "most_tokens", "no_trophy"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_aborted_games_are_rare(bot, seats, tie):
    """BB-39: the rate by lineup and tie rule is a fiftieth at most, and nil if tied players get trophies."""
    rows = simulate(load_rules("brew_baron", {"rulings.tie": tie}), [bot] * seats, 400, seed=9)
    assert rows["aborted"].mean() <= (0.02 if tie == "no_trophy" else 0.0)
