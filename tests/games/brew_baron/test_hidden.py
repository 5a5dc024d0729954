"""What a seat cannot know, dealt again."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.codes import BLACKMAIL, LOOK, PALATE_SWAP, PASS, REVEAL, SWAP
from brewsim.games.brew_baron.judges import show_judge
from brewsim.games.brew_baron.rules import GRAIN, HOPS
from tests.games.brew_baron.table import Table, adjunct, opened


def test_what_a_seat_knows_stays():
    """BB-37: own hand and judges, face-up cards, cards shown, cards taken face up; all else is dealt again."""
    new = Table(hands=("g1 g2 h3", "g1 g2 h3 h4", "g5 h5 h5"), judges="g1 h1 g2 h2 g3 h3", up=[(1, GRAIN)], seats=3, row="g4 h4")
    new.state.hand[1, GRAIN, 3] += 1
    new.state.held[1, GRAIN] += 1
    new.state.deck[GRAIN, 3] -= 1
    new.state.n_deck[GRAIN] -= 1
    new.state.public[1, GRAIN, 3] = 1
    show_judge(new.state, 0, 2, HOPS)
    views = [new.concealed(0, key).state for key in range(40)]
    for view in views:
        np.testing.assert_array_equal(view.hand[0], new.state.hand[0])
        np.testing.assert_array_equal(view.judge[0], new.state.judge[0])
        assert (view.judge[1, GRAIN], view.judge[2, HOPS]) == (1, 2)
        assert view.hand[1, GRAIN, 3] >= 1
        np.testing.assert_array_equal(view.held, new.state.held)
        np.testing.assert_array_equal(view.row, new.state.row)
    assert len({int(view.judge[1, HOPS]) for view in views}) > 2
    assert len({int(view.judge[2, GRAIN]) for view in views}) > 2
    assert len({view.hand[2].tobytes() for view in views}) > 2
    assert len({view.cards[1].tobytes() + view.action_deck.tobytes() for view in views}) > 2


def test_a_swapped_judge_is_forgotten_with_the_place():
    """BB-37: after a swap for an unknown card the owner does not know what lies before him, and may blackmail it."""
    ruling = {"rulings.blackmail_shows": "player"}
    new = Table(judges="g1 h1 g2 h2", actions=[["palate_swap", "blackmail"]], changes=ruling)
    new.do(PALATE_SWAP, SWAP + codes.swap(GRAIN, 0, 1), PASS, BLACKMAIL)
    assert LOOK + codes.judge_card(0, GRAIN) in new.legal()
    assert LOOK + codes.judge_card(1, GRAIN) not in new.legal()
    assert len({int(new.concealed(0, key).state.judge[0, GRAIN]) for key in range(40)}) > 2
    assert {int(new.concealed(0, key).state.judge[1, GRAIN]) for key in range(40)} == {0}


def test_sealed_choices_are_unknown():
    """BB-37: which judge will be turned up, and what was brewed with which adjunct."""
    new = opened(2).place_all().do(REVEAL + GRAIN)
    assert {int(new.concealed(1, key).state.sealed_reveal[0]) for key in range(20)} == {GRAIN, HOPS}
    new = Table(hands=("g1 g2 h3 h4", "g5 h5"), actions=[["coffee"]]).brewing().brew("g1 h3 coffee")
    assert new.state.seat == 1
    views = [new.concealed(1, key).state for key in range(40)]
    assert len({view.beer[0, 0].tobytes() for view in views}) > 3
    assert {int(view.beer_adjunct[0, 0]) for view in views} == {adjunct(name) for name in ("citrus", "coffee", "honey", "pumpkin")}
    assert {(int(view.tokens[0]), int(view.n_beers[0])) for view in views} == {(3, 1)}


def test_rounds_to_come_are_unknown():
    """BB-37: nobody knows the next deal."""
    new = Table(hands=("g1 h1", "g2 h2")).brewing()
    deals = [new.concealed(0, key).brew("", "").hand(0) for key in range(10)]
    assert len(set(deals)) > 5


def test_hands_are_dealt_again_as_they_were_chosen():
    """BB-37: who has discarded six grains has kept those that the judges like; and brews the best of his hand."""
    blind = Table(hands=("", "g4 g5 h1"), judges="g1 h1 g2 h2", up=[(0, GRAIN), (1, GRAIN)])
    chosen = blind.copy()
    chosen.state.discarded[1, GRAIN] = 6
    liked = [sum(int(table.concealed(0, key).state.hand[1, GRAIN, :2].sum()) for key in range(40)) for table in (blind, chosen)]
    assert liked[1] > 2 * liked[0]
    brewed = Table(hands=("g5 h5", "g4 g5 g3 h1"), judges="g1 h1 g2 h2", up=[(0, GRAIN)])
    brewed.state.first = 1
    brewed.brewing().brew("g3 h1")
    for key in range(40):
        view = brewed.concealed(0, key).state
        known = {0, int(view.judge[1, GRAIN])}
        if known & set(np.flatnonzero(view.hand[1, GRAIN]).tolist()):
            assert view.beer[1, 0, GRAIN] in known


def test_what_an_owner_takes_tells_of_his_judge():
    """BB-37: a hidden judge card is most often the card that its owner took, and nearly always if he refused a bribe for it."""
    new = Table(hands=("", "g4"), judges="g1 h1 g4 h2", row="g5 h5")
    new.state.dealt_row[:] = 4
    shares = []
    for taken, withheld in ((NONE, 0), (3, 0), (3, 1)):
        new.state.taken[1, GRAIN], new.state.withheld[1, GRAIN] = taken, withheld
        shares.append(np.mean([new.concealed(0, key).state.judge[1, GRAIN] == 3 for key in range(200)]))
    assert shares[0] < 0.3 < shares[1] < 0.85 < shares[2]
