"""The Brewing Phase: beers and adjuncts are put face down."""

from brewsim.games.brew_baron.codes import ADJUNCT, BREW_GRAIN, BREW_HOPS, NO_ADJUNCT, NO_BREW
from tests.games.brew_baron.table import Table, adjunct, kind


def test_beers_are_put_face_down():
    """BB-24: a pair from the hand, from the first player on; not brewing is allowed; without a pair one is passed over."""
    new = Table(hands=("g1 g2 h3", "g1", "g1 h1"), seats=3).brewing()
    assert new.legal() == [BREW_GRAIN + 0, BREW_GRAIN + 1, NO_BREW]
    new.do(BREW_GRAIN + 1)
    assert new.legal() == [BREW_HOPS + 2, NO_BREW]
    new.do(BREW_HOPS + 2)
    assert (new.state.seat, new.hand(0)) == (2, "g1")
    assert new.state.tokens[0] == 4
    new.do(NO_BREW)
    assert new.state.rounds == 1
    assert new.state.beers_brewed[:3].tolist() == [1, 0, 0]


def test_the_grain_may_be_taken_back():
    """BB-24: who has put the grain may still brew no more; the card is in hand again."""
    new = Table(hands=("g1 h3", "g1 h1")).brewing().do(BREW_GRAIN, NO_BREW)
    assert (new.hand(0), new.state.n_beers[0], new.state.seat) == ("g1 h3", 0, 1)


def test_an_adjunct_must_be_paid():
    """BB-25: one a beer, offered only if its cost can be paid."""
    new = Table(hands=("g1 g1 h1 h1", ""), actions=[["coffee", "honey", "barrel_aging"]], built=[["yeast_reserves"]], tokens=2).brewing()
    new.do(BREW_GRAIN, BREW_HOPS)
    assert new.legal() == [ADJUNCT + adjunct(name) for name in ("barrel_aging", "coffee", "honey")] + [NO_ADJUNCT]
    new.do(ADJUNCT + adjunct("coffee"), BREW_GRAIN, BREW_HOPS)
    assert new.legal() == [ADJUNCT + adjunct("honey"), NO_ADJUNCT]


def test_adjuncts_are_paid_when_they_are_placed():
    """BB-26: the tokens go at once, before others have brewed; the card is discarded after the fest."""
    new = Table(hands=("g1 h1", "g1 h1"), actions=[["coffee"]], judges="g5 h5 g5 h5").brewing()
    new.brew("g1 h1 coffee")
    assert (new.state.seat, new.state.tokens[0], new.state.action_pile[kind("coffee")]) == (1, 3, 0)
    new.brew("g1 h1")
    assert (new.state.tokens[0], new.state.action_pile[kind("coffee")]) == (3, 1)


def test_yeast_reserves_allow_more_beers():
    """BB-27: one more a copy, each of another pair, put before the judges are turned up; all count."""
    new = Table(hands=("g1 g2 g3 h1 h2", "g5 h5"), judges="g1 h1 g2 h2", built=[["yeast_reserves", "yeast_reserves"]]).brewing()
    new.brew("g1 h1", "g2 h2")
    assert new.state.seat == 1  # a third grain, but no hops left
    assert not new.state.is_up.any()
    new.brew("g5 h5")
    assert new.state.beers_brewed[:2].tolist() == [2, 1]
    assert new.state.awarded[:2].tolist() == [6, 0]
