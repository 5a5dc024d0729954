"""The Judgement Phase: adjuncts are used, beers judged, trophies given, cards returned."""

import pytest

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.scoring import METRICS
from brewsim.games.brew_baron.state import Phase
from tests.games.brew_baron.table import Table, kind


@pytest.mark.parametrize(
    ("adjunct", "beer", "judges", "tokens"),
    [
        ("citrus", "g3 h4", "g3 h3 g5 h5", 3),  # hops 4 becomes 3
        ("coffee", "g3 h2", "g3 h3 g5 h5", 3),
        ("honey", "g4 h3", "g3 h3 g5 h5", 3),
        ("pumpkin", "g2 h3", "g3 h3 g5 h5", 3),
        ("citrus", "g3 h3", "g3 h3 g5 h2", 3),  # may adjust: it stays
        ("coffee", "g3 h4", "g3 h3 g5 h5", 2),  # each token counts, from whichever judge
        ("coffee", "g3 h4", "g3 h3 g5 h2", 1),  # the wrong way
        ("pumpkin", "g5 h3", "g3 h3 g4 h4", 1),  # beyond the scale
        ("honey", "g1 h3", "g3 h3 g4 h4", 1),
    ],
)
def test_shifts_may_be_taken(adjunct, beer, judges, tokens):
    """BB-28: the rating that earns more counts."""
    new = Table(hands=(beer, "g1 h1"), judges=judges, actions=[[adjunct]]).brewing()
    assert new.brew(f"{beer} {adjunct}", "").state.awarded[0] == tokens


def test_barrel_aging_replaces_one_ingredient():
    """BB-29: by the card in hand that brings most; only one; not if nothing is better."""
    new = Table(hands=("g1 g3 h1 h3", "g1 h1"), judges="g3 h3 g5 h3", actions=[["barrel_aging"]]).brewing()
    new.brew("g1 h1 barrel_aging", "")
    assert new.state.awarded[0] == 2  # hops 3 pleases two judges, grain 3 only one
    assert new.state.tokens[0] == 4 - 2 + 2
    same = Table(hands=("g3 g1 h3 h1", "g1 h1"), judges="g3 h3 g5 h5", actions=[["barrel_aging"]]).brewing()
    assert same.brew("g3 h3 barrel_aging", "").state.awarded[0] == 3


def test_barrel_aging_of_two_beers():
    """BB-29: the first beer takes what helps it most, and the card it replaced is gone: the second beer cannot have it."""
    new = Table(
        hands=("g1 g2 g3 h1 h2", "", ""),
        judges="g3 h5 g3 h5 g1 h4",
        seats=3,
        actions=[["barrel_aging", "barrel_aging"]],
        built=[["yeast_reserves"]],
    )
    new.brewing().brew("g1 h1 barrel_aging", "g2 h2 barrel_aging")
    assert new.state.awarded[0] == 2  # grain 3 pleases two judges; grain 1, discarded, would have pleased the third


@pytest.mark.parametrize(
    ("judges", "tokens"),
    [("g1 h2 g4 h4 g4 h4", 3), ("g1 h4 g4 h2 g4 h4", 2), ("g1 h2 g1 h2 g1 h4", 7), ("g2 h1 g2 h1 g2 h1", 0), ("g1 h2 g1 h2 g1 h2", 9)],
)
def test_judges_award_tokens(judges, tokens):
    """BB-30: one for each match with each judge, one more for both with the same judge: at most three a judge."""
    new = Table(hands=("g1 h2", "", ""), judges=judges, seats=3).brewing().brew("g1 h2")
    assert new.state.awarded[0] == tokens
    assert new.state.tokens[0] == 4 + tokens
    assert (new.state.judgings[0], new.state.tokens_won[0]) == (3, tokens)


def test_hits_are_counted():
    """BB-30: hits, those by the own judge, and pairs are reported, also as hits for a hundred judges."""
    new = Table(hands=("g1 h2", "", ""), judges="g1 h2 g1 h4 g4 h4", seats=3).brewing().brew("g1 h2")
    assert (new.state.hits[0], new.state.hits_own[0], new.state.pairs[0]) == (3, 2, 1)
    rows = new.outcome()
    metrics = dict(zip(METRICS, rows[0].metrics.tolist()))
    assert (metrics["hits_per_100_judges"], metrics["beers_brewed"], metrics["score_after_1"]) == (100, 1, 1)


def test_the_own_judge_counts():
    """BB-31: the own judge pays too, unless ruled out."""
    assert Table(hands=("g1 h2", ""), judges="g1 h2 g4 h4").brewing().brew("g1 h2").state.awarded[0] == 3
    strict = Table(hands=("g1 h2", ""), judges="g1 h2 g4 h4", changes={"rulings.own_judge_counts": False})
    assert strict.brewing().brew("g1 h2").state.awarded[0] == 0


def test_tokens_of_all_beers_are_kept():
    """BB-32: they go to the supply and stay for the next round."""
    new = Table(hands=("g1 g1 h2 h2", "g4 h3"), judges="g1 h2 g4 h4", built=[["yeast_reserves"]]).brewing().brew("g1 h2", "g1 h2", "g4 h3")
    assert new.state.tokens[:2].tolist() == [10, 5]
    assert new.state.trophies[:2].tolist() == [1, 0]


def test_most_tokens_win_the_trophy():
    """BB-33: those of this fest alone count, not the supply."""
    new = Table(hands=("g4 h1", "g4 h4"), judges="g1 h2 g4 h4")
    new.state.tokens[0] = 30
    new.brewing().brew("g4 h1", "g4 h4")
    assert new.state.trophies[:2].tolist() == [0, 1]


@pytest.mark.parametrize("tie", ["all_tied", "first_judged", "most_tokens", "no_trophy"])
def test_without_tokens_nobody_wins(tie):
    """BB-33: no trophy if no beer pleases any judge, whatever the rule for ties."""
    new = Table(hands=("g1 h1", "g2 h2"), changes={"rulings.tie": tie}).brewing().brew("g1 h1", "g2 h2")
    assert new.state.trophies.sum() == 0
    assert new.state.fests_without_trophy == 1


@pytest.mark.parametrize(
    ("tie", "tokens", "trophies"),
    [
        ("all_tied", (4, 9, 2), [1, 1, 0]),
        ("first_judged", (4, 9, 2), [1, 0, 0]),
        ("most_tokens", (4, 9, 30), [0, 1, 0]),
        ("most_tokens", (4, 4, 2), [0, 0, 0]),
        ("no_trophy", (4, 9, 2), [0, 0, 0]),
    ],
)
def test_ties_for_the_trophy(tie, tokens, trophies):
    """BB-34: all of them, the first of them, the richest of them if there is one, or nobody."""
    new = Table(hands=("g1 h1", "g1 h1", "g1 h5"), judges="g1 h1 g4 h4 g4 h4", seats=3, changes={"rulings.tie": tie})
    new.state.tokens[:3] = tokens
    new.brewing().brew("g1 h1", "g1 h1", "g1 h5")
    assert new.state.awarded[:3].tolist() == [3, 3, 1]
    assert new.state.trophies[:3].tolist() == trophies
    assert new.state.trophies_tied[:3].tolist() == trophies
    assert new.state.fests_tied[:3].tolist() == [1, 1, 0]
    assert new.state.fests_without_trophy == (sum(trophies) == 0)


def test_the_first_player_is_judged_first():
    """BB-34: "first_judged" goes by the order of the round, not by the number of the seat."""
    new = Table(hands=("g1 h1", "g1 h1"), judges="g1 h1 g4 h4", changes={"rulings.tie": "first_judged"})
    new.state.first = 1
    new.brewing().brew("g1 h1", "g1 h1")
    assert new.state.trophies[:2].tolist() == [0, 1]


def test_what_returns_at_the_end_of_a_round():
    """BB-35: all ingredients, judges too, go back; action cards, brewhouse, tokens stay."""
    few = "g3 g3 g3 g3 g3 g6 h3 h3 h3 h3 h3 h6"
    new = Table(hands=("g1 g2 h1", "g1 h1"), judges="g1 h2 g4 h4", actions=[["coffee"]], built=[["investors"]], deck=few)
    new.brewing().brew("g1 h1", "")
    state = new.state
    assert (state.rounds, state.phase, state.first) == (1, Phase.JUDGE, 1)
    assert (state.judge[:2] == NONE).all()
    assert state.n_pile.sum() == 0
    assert state.n_deck.tolist() == [60, 60]
    assert state.held[:2].tolist() == [[2, 2], [2, 2]]
    assert (state.cards[0, kind("coffee")], state.built[0, kind("investors")], state.tokens[0]) == (1, 1, 5)
    assert state.public.sum() == 0
