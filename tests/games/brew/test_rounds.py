"""The end of a round and of the game of Brew: claims, merchants, scores, the tie-break."""

import itertools

import numpy as np

from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.creatures import housed_creatures
from brewsim.games.brew.rules import FORESTS, SEASONS
from brewsim.games.brew.scoring import METRICS, SCORE_SOURCES, score_of
from brewsim.games.brew.state import Phase
from tests.games.brew.table import (
    DEAR_MARKET,
    FIRE,
    HERB,
    MEADOW,
    ROW,
    Table,
    at,
)


def test_claiming():
    """BR-63: controlled forests are claimed; a Forest Herald of a season gives 2 VP."""
    table = Table()
    table.train(0, "forest_herald", "summer")
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(2, 1), 0, MEADOW)
    table.put(at(1, 0), 1, MEADOW)
    table.finish_round()
    assert [table.state.claimed[FORESTS.index(name)] for name in ROW] == [1, 2, 1]
    assert table.state.vp_forests[:2].tolist() == [10, 4]
    assert table.state.tokens[:2].tolist() == [2, 0]
    assert table.state.n_won[:2].tolist() == [2, 1]


def test_unclaimed_forests():
    """BR-64: ties, elements and empty forests are discarded, and the reason is kept."""
    table = Table()
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 2), 1, MEADOW)
    table.put(at(1, 1), 1, MEADOW)
    table.put(at(1, 2), None, FIRE)
    table.finish_round()
    assert table.state.n_discarded == 3
    assert table.state.n_lost_ties[:2].tolist() == [1, 1]
    assert table.state.n_lost_elements[:2].tolist() == [0, 1]
    assert not table.state.claimed.any()


def test_next_round():
    """BR-65: dice back, village flipped, new row, marker passed; after round 4 the game is over."""
    table = Table()
    table.put(at(0, 1), 0, MEADOW)
    deck = table.state.forest_deck[:9].tolist()
    table.finish_round()
    assert (table.state.rounds, table.state.night, table.state.first, table.state.seat) == (1, 1, 1, 1)
    assert table.state.row[:3].tolist() == deck[:-4:-1]
    assert table.state.height.sum() == 0
    assert table.state.n_pool[:2].tolist() == [6, 6]
    table.state.rounds = 3
    table.finish_round()
    assert table.state.over
    assert table.state.rounds == 3


def test_merchants():
    """BR-66: 2 berries for 3 VP; 3 equal ingredients, berries as any, for 2 VP; Herder's berries come first; one trade each."""
    table = Table()
    table.train(0, "berry_merchant")
    table.train(0, "ingredient_merchant")
    table.train(0, "berry_herder", "winter")
    table.market(*DEAR_MARKET)
    table.stock(0, herb=1)
    table.finish_round()
    assert table.state.phase == Phase.TRADE
    assert table.goods() == [2, 0, 0, 2]
    assert sorted(table.options()) == sorted(
        [codes.trade_berries(1), codes.trade_berries(2), codes.trade_matching(HERB, 2), codes.trade_matching(HERB, 3), codes.NO_TRADE]
    )
    table.do(codes.trade_matching(HERB, 3))
    assert table.goods() == [0, 0, 0, 1]
    assert table.state.tokens[0] == 2
    assert table.options() == [codes.trade_berries(1), codes.NO_TRADE]
    table.do(codes.trade_berries(1))
    assert table.state.tokens[0] == 3
    assert table.state.rounds == 1


def test_merchants_are_met_in_turn_order():
    """BR-65: from the seat with the marker on."""
    table = Table()
    table.state.first = 1
    for seat in range(2):
        table.train(seat, "berry_merchant")
        table.stock(seat, berry=1)
    table.market(*DEAR_MARKET)
    table.finish_round()
    assert (table.state.phase, table.state.seat) == (Phase.TRADE, 1)
    table.do(codes.NO_TRADE)
    assert (table.state.phase, table.state.seat) == (Phase.TRADE, 0)


def test_score():
    """BR-67: potions in hand and drunk, forests, creatures, tokens, a third of the leftovers; reserved potions nothing."""
    table = Table()
    table.hold(0, "change_d")
    table.state.vp_forests[0] = 9
    table.state.tokens[0] = 4
    table.stock(0, 2, 2, 2, 2)
    for season in ("summer", "summer", "spring"):
        table.own(0, season)
    table.house(0, "f09")
    assert score_of(table.rules, table.state, 0) == 6 + 9 + 4 + (3 + 1 + 1) + 2
    out = np.zeros(2, TITLE.outcome_dtype).view(np.recarray)
    TITLE.functions.outcome(table.rules, table.state, out)
    assert [out[0].metrics[METRICS.index(source)] for source in SCORE_SOURCES] == [6, 9, 5, 4, 2]


def brute_force_homes(creatures, forests):
    """The most creatures with a home of their own, by trying everything."""
    best = 0
    for order in itertools.permutations(range(len(creatures))):
        best = max(best, sum(forest >> creatures[c] & 1 for c, forest in zip(order, forests)))
    return best


def test_best_assignment_of_creatures():
    """BR-67: equals trying every assignment."""
    generator = np.random.default_rng(1)
    for _ in range(60):
        table = Table(row=None)
        creatures = generator.integers(0, 4, 5).tolist()
        names = generator.choice(len(FORESTS), 4, replace=False)
        for creature in creatures:
            table.own(0, SEASONS[creature])
        for forest in names:
            table.house(0, FORESTS[forest])
        assert housed_creatures(table.state, 0) == brute_force_homes(creatures, table.rules.forest_seasons[names].tolist())


def test_tie_break():
    """BR-68: by leftover ingredients and berries."""
    table = Table()
    table.stock(0, 1, 0, 0, 1)
    table.stock(1, 1, 0, 0, 0)
    out = np.zeros(2, TITLE.outcome_dtype).view(np.recarray)
    TITLE.functions.outcome(table.rules, table.state, out)
    assert out.score.tolist() == [0, 0]
    assert out.tiebreak.tolist() == [2, 1]
