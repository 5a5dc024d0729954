"""What a bot sees of an action, on hand-set tables."""

import numpy as np
import pytest

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.codes import (
    ADJUNCT,
    BLIND,
    BREW_GRAIN,
    BREW_HOPS,
    BRIBE,
    BUILD,
    DISCARD,
    DRAW_ACTION,
    DROP,
    LOOK,
    PALATE_SWAP,
    REFUSE,
    SWAP,
    TAKE,
    judge_card,
    swap,
)
from brewsim.games.brew_baron.judges import show_judge
from brewsim.games.brew_baron.options import item_of
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, Kind
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
    assert shown == pytest.approx(1 + 1 / 13)  # the match, and the chance of the pair


@pytest.mark.parametrize("hand", ["h1", "g9 h1", "g7 h9", "g1 g1 g9 h1 h2"])
@pytest.mark.parametrize("beers", [1, 3])
@pytest.mark.parametrize("own_judge_counts", [True, False])
def test_a_card_from_the_deck_promises_the_mean_of_all_values(hand, beers, own_judge_counts):
    """Whatever is known and guessed of the judges, and however many values are alike to the seat."""
    new = Table(
        hands=(hand, "", "", ""),
        judges="g1 h1 g2 h2 g2 h3 g4 h4",
        up=[(1, GRAIN), (2, GRAIN), (3, HOPS)],
        built=[["yeast_reserves"] * (beers - 1)],
        seats=4,
        changes={"rulings.own_judge_counts": own_judge_counts},
    )
    new.state.taken[3, GRAIN] = 6
    for t in (GRAIN, HOPS):
        face_up = []
        for value in range(new.rules.n_values[t]):
            new.state.row[t] = value
            face_up.append(new.vector(TAKE + t)["hand_worth"])
        assert len(set(face_up)) > 1
        assert new.vector(BLIND + t)["hand_worth"] == pytest.approx(np.mean(face_up))


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


def brewed_grain(new: Table, value: int, **beliefs: float) -> float:
    """What a bot expects of a beer with this grain."""
    return new.vector(BREW_GRAIN + value, **beliefs)["hand_worth"]


def test_a_hidden_judge_is_guessed_from_what_its_owner_took():
    """BB-37: a card that the owner took last from beside the deck is likely his judge, more so if he refused a bribe for it."""
    new = Table(hands=("g3 g4 h1", "g3"), judges="g1 h1 g9 h9", row="g4 h4").brewing()
    assert brewed_grain(new, 2) == brewed_grain(new, 3)
    new.state.taken[1, GRAIN] = 2
    taken = brewed_grain(new, 2, taken=0.5, withheld=0.9) - brewed_grain(new, 3, taken=0.5, withheld=0.9)
    assert taken == pytest.approx(0.5)
    new.state.withheld[1, GRAIN] = 1
    withheld = brewed_grain(new, 2, taken=0.5, withheld=0.9) - brewed_grain(new, 3, taken=0.5, withheld=0.9)
    assert withheld == pytest.approx(0.9)
    show_judge(new.state, 0, 1, GRAIN)
    assert brewed_grain(new, 2) == brewed_grain(new, 3)  # who knows the card does not guess


def test_a_hidden_judge_is_guessed_from_the_deal():
    """BB-37: as long as its owner has taken nothing, it is the card that lay beside the deck more likely than another."""
    new = Table(hands=("g3 g4 h1", ""), judges="g1 h1 g9 h9", row="g4 h4").brewing()
    new.state.dealt_row[GRAIN] = 2
    assert brewed_grain(new, 2, dealt=0.3) - brewed_grain(new, 3, dealt=0.3) == pytest.approx(0.3)


def test_what_is_guessed_need_not_be_looked_at():
    """BB-22: a bribe for a card that one can guess is worth less."""
    new = Table(hands=("g3 g4 h1", "g3", ""), judges="g1 h1 g9 h9 g8 h8", seats=3, row="g4 h4").do(BRIBE)
    looks = [LOOK + judge_card(owner, GRAIN) for owner in (1, 2)]
    new.state.taken[1, GRAIN] = 2
    guessed, unknown = (new.vector(look, taken=0.5)["inform"] for look in looks)
    assert guessed == pytest.approx(unknown / 2)
    assert unknown > 0


def test_hints_are_what_all_saw():
    """BB-37: a card taken face up and a refused bribe are remembered with the judge card, also when it is swapped; a round clears them."""
    new = Table(hands=("", "", ""), judges="g1 h1 g2 h2 g3 h3", seats=3, row="g4 h4", actions=[[], ["palate_swap"]])
    new.do(BRIBE, LOOK + judge_card(1, GRAIN), REFUSE, TAKE + GRAIN)
    assert (new.state.taken[0, GRAIN], new.state.withheld[1, GRAIN], new.state.taken[0, HOPS]) == (3, 1, NONE)
    new.do(PALATE_SWAP, SWAP + swap(GRAIN, 0, 1))
    assert (new.state.taken[1, GRAIN], new.state.withheld[0, GRAIN], new.state.withheld[1, GRAIN]) == (3, 1, 0)
    new.brewing()
    assert new.state.rounds == 1
    assert (new.state.taken[:3] == NONE).all()
    assert new.state.withheld.sum() == 0
    assert new.state.dealt_row.tolist() == new.state.row.tolist()


def test_at_match_point_the_future_counts_less():
    """BB-36: when somebody lacks one trophy, tokens and improvements matter less than this fest."""
    new = Table(actions=[["investors"]])
    for trophies, future in ((3, 1.0), (4, 0.5)):
        new.state.trophies[1] = trophies
        assert new.vector(DRAW_ACTION, match_point=0.5)["purse"] == -future
        build = new.vector(BUILD + Kind.INVESTORS, match_point=0.5)
        assert build["more_tokens"] == pytest.approx(future * (1 - trophies / 5))


def test_an_action_card_into_a_full_hand_is_worth_little():
    """BB-15: a card that drives another out counts `overflow`; with Logistics the second one may, too."""
    worth = []
    for cards in (5, 6, 7):
        new = Table(actions=[["coffee"] * 5 + ["honey"] * (cards - 5)], built=[["logistics"]])
        worth.append(new.vector(DRAW_ACTION, overflow=0.1, full_hand=0.0)["action_card"])
    assert worth == pytest.approx([2.0, 1.1, 0.2])


@pytest.mark.parametrize(
    ("kind", "effect", "amount"),
    [
        ("farmers_market", "more_ingredients", 1),
        ("investors", "more_tokens", 1),
        ("logistics", "more_action_cards", 1),
        ("storage_bins", "more_room", 2 / 5),
        ("trade_secrets", "secrecy", 1),
        ("yeast_reserves", "more_beers", 1),
    ],
)
def test_an_improvement_is_seen_by_what_it_does(kind, effect, amount):
    """BB-17: its effect under these rules is what counts, for building it and for giving it up."""
    effects = ("more_beers", "more_ingredients", "more_tokens", "more_action_cards", "more_room", "secrecy")
    new = Table(actions=[[kind]])
    seen = new.vector(BUILD + Kind[kind.upper()])
    assert {name: seen[name] for name in effects} == {name: amount if name == effect else 0 for name in effects}
    new.state.phase = Phase.DROP
    assert new.vector(DROP + Kind[kind.upper()])[effect] == -amount


def test_a_second_copy_counts_for_what_it_adds():
    """BB-17, BB-27: a third beer needs room in hand; who may hide his judge already gains nothing by another Trade Secrets."""
    new = Table(actions=[["yeast_reserves", "storage_bins", "trade_secrets"]], built=[["yeast_reserves", "trade_secrets"]])
    assert new.vector(BUILD + Kind.YEAST_RESERVES)["more_beers"] == 0
    assert new.vector(BUILD + Kind.TRADE_SECRETS)["secrecy"] == 0
    new.build(0, "yeast_reserves")
    assert new.vector(BUILD + Kind.STORAGE_BINS)["more_beers"] == 1


def test_improvements_are_hoped_for():
    """BB-15: an action card that is drawn promises a part of what the improvements in the deck do, none without a free slot."""
    new = Table()
    assert new.vector(DRAW_ACTION, hope=0.5, full_hand=0.0)["more_beers"] == pytest.approx(0.5 * 8 / 98)
    full = Table(built=[["logistics"] * 5])
    assert full.vector(DRAW_ACTION, hope=0.5)["more_tokens"] == 0


def test_tokens_are_kept_for_an_adjunct():
    """BB-26: to spend the last token that an adjunct in hand needs costs what it is hoped to add; one that does nothing needs none."""
    for name, tokens, lost in (("coffee", 2, 0.0), ("coffee", 1, 0.3), ("barrel_aging", 2, 0.3), ("barrel_aging", 1, 0.0)):
        new = Table(actions=[[name]], tokens=tokens)
        assert new.vector(DRAW_ACTION, adjunct_hope=0.3)["adjunct_gain"] == -lost
    void = Table(actions=[["coffee"]], tokens=1, changes={"adjuncts.coffee.hops": 0})
    assert void.vector(DRAW_ACTION)["adjunct_gain"] == 0


def test_the_prospect_of_an_improvement_follows_from_its_effects_and_the_seats():
    """One more beer is worth little to two judges and much to five; an improvement that does nothing adds nothing."""
    two, five = (
        Table(seats=seats, hands=("",) * seats, actions=[["yeast_reserves"]]).vector(BUILD + Kind.YEAST_RESERVES)["prospect"]
        for seats in (2, 5)
    )
    assert five > 0.8 > 0.2 > two
    void = Table(actions=[["yeast_reserves"]], changes={"improvements.yeast_reserves.extra_beers": 0})
    assert void.vector(BUILD + Kind.YEAST_RESERVES)["prospect"] == 0
    assert Table().vector(DRAW_ACTION)["prospect"] > 0


def test_the_contest_is_open_where_the_hand_may_just_win_it():
    """The same draw counts less where the hand has won or lost already; and by the number of seats it is shared."""
    new = Table(hands=("g2 h1", ""), judges="g1 h3 g1 h5", row="g5 h5")
    gain = new.vector(BLIND + GRAIN)["hand_worth"]
    open_, far = (new.vector(BLIND + GRAIN, fest_level=level, sharpness=1.0)["contest"] for level in (1.0, 9.0))
    assert gain > open_ > 4 * far > 0
    assert new.vector(BLIND + GRAIN)["rivalry"] == gain / 2
