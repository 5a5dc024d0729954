"""What a bot sees of an action, on hand-set tables."""

import numpy as np
import pytest

from brewsim.games.brew_baron.codes import ADJUNCT, BREW_GRAIN, BREW_HOPS, DISCARD
from brewsim.games.brew_baron.judges import show_judge
from brewsim.games.brew_baron.options import item_of
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS
from brewsim.games.brew_baron.state import Phase
from tests.conftest import fewer_if_interpreted
from tests.games.brew_baron.table import Table, adjunct, card, opened


@pytest.mark.parametrize("phase", list(Phase))
def test_features_do_not_change_with_what_a_seat_cannot_know(phase):
    """BB-37: at every kind of decision of real games, the unknown is shuffled many times and no feature moves."""
    seen, wanted = 0, fewer_if_interpreted(5)
    rng = np.random.default_rng(5)
    for game in range(300):
        new = opened(2 + game % 4, key=game + 1)
        if game % 2:
            new.build(0, "trade_secrets")
        for _ in range(400):
            actions = new.legal()
            if new.state.phase == phase and len(actions) > 1 and rng.random() < 0.3:
                plain = [new.vector(action) for action in actions]
                for key in range(3):
                    other = new.concealed(int(new.state.seat), game * 10 + key)
                    assert other.legal() == actions
                    assert [other.vector(action) for action in actions] == plain
                seen += 1
                break
            new.play(actions[rng.integers(len(actions))])
            if new.state.over:
                break
        if seen == wanted:
            break
    assert seen == wanted


def test_knowledge_moves_the_features():
    """BB-37: a card that was shown counts for the hand; the same card unseen does not."""
    new = Table(hands=("g2 g3 h1", ""), judges="g1 h1 g2 h2", row="g4 h4").brewing()
    blind = new.vector(BREW_GRAIN + 1)["hand_worth"] - new.vector(BREW_GRAIN + 2)["hand_worth"]
    show_judge(new.state, 0, 1, GRAIN)
    shown = new.vector(BREW_GRAIN + 1)["hand_worth"] - new.vector(BREW_GRAIN + 2)["hand_worth"]
    assert blind == 0
    assert shown == pytest.approx(1.2)  # the match, and a fifth of the pair


def test_an_adjunct_is_worth_its_shift():
    """BB-28: a bot expects of an adjunct what it adds, and nothing of one that leads away."""
    new = Table(hands=("g1 h2", ""), judges="g1 h3 g1 h3", up=[(1, GRAIN), (1, HOPS)], actions=[["coffee", "citrus"]]).brewing()
    new.do(BREW_GRAIN, BREW_HOPS + 1)
    gains = [new.vector(ADJUNCT + adjunct(name))["adjunct_gain"] for name in ("coffee", "citrus")]
    assert gains == [4.0, 0.0]
    assert item_of(new.rules, new.state, ADJUNCT + adjunct("coffee")) == FIRST_ADJUNCT + adjunct("coffee")


def test_the_loss_of_a_card():
    """BB-14: a bot discards what its beer does not need: a spare card costs next to nothing, the half of a known pair much."""
    new = Table(hands=("g1 g1 g2 h3 h4", ""), judges="g1 h3 g1 h5", up=[(1, GRAIN)], row="g5 h5")
    new.state.phase, new.state.limit[0] = Phase.DISCARD, 4
    loss = {text: -new.vector(DISCARD + card(text))["hand_worth"] for text in ("g1", "g2", "h3", "h4")}
    assert max(loss["g1"], loss["g2"], loss["h4"]) < 0.2
    assert loss["h3"] > 1.5
