"""The ingredient phase, on hand-set tables."""

import numpy as np

from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import CITY, N_AREAS
from brewsim.games.wizards_brew.state import HorseRule, Phase, Stage
from tests.games.wizards_brew.table import (
    AIR,
    BLUE,
    EARTH,
    FIRE,
    FOUNTAIN,
    GRAY,
    GREEN,
    MONUMENT,
    PASS,
    PINK,
    PURPLE,
    RED,
    TEMPLE,
    TOWER,
    WATER,
    WHITE,
    YELLOW,
    Table,
    spell,
    with_spare_tokens,
)


def test_the_die_tells_the_number_of_areas():
    """WB-24: the six faces come with their frequency; another player's spells do not change the roll."""
    rolls = []
    for key in range(600):
        table = Table(key=key).ready()
        table.go(Stage.INGREDIENTS)
        rolls.append(int(table.state.die))
    counts = np.bincount(rolls, minlength=7)
    assert counts[:3].tolist() == [0, 0, 0]
    assert (np.abs(counts[3:] - np.array([100, 200, 200, 100])) < 45).all()
    table = Table(key=599).ready(spells={1: {"thrift": 2}})
    table.go(Stage.INGREDIENTS)
    assert table.state.die == rolls[-1]


def test_the_horse_moves_first_from_the_second_round_on():
    """WB-25: in round 1 the auction begins in the chosen city, later the marker moves first, and not after the last area."""
    table = Table().ready(marker=2, hands={0: (1, 0, 0, 0), 2: (2, 2, 2, 2)})
    table.state.rounds = 0
    table.go(Stage.INGREDIENTS)
    assert table.at == (2, Phase.BID)
    table = Table().ready(marker=2, hands={2: (2, 2, 2, 2)})
    table.go(Stage.INGREDIENTS)
    assert table.at == (2, Phase.MOVE)
    table = Table().ready(hands={0: (5, 0, 0, 0)}).auction(MONUMENT, die=1).act(Verb.BID + 1, Verb.TAKE + RED)
    assert table.state.horse == 6
    assert table.state.phase != Phase.MOVE


def test_a_table_can_move_the_horse_after_the_last_area():
    """WB-25: with rulings.horse_after_last_area = "moves" the winner moves it, and only then the phase ends."""
    table = Table(changes={"rulings.horse_after_last_area": "moves"}).ready(spells={1: {"renewal": 2}}, hands={0: (5, 0, 0, 0)})
    table.auction(MONUMENT, die=1).act(Verb.BID + 1, Verb.TAKE + RED)
    assert table.at == (0, Phase.MOVE)
    table.act(Verb.HORSE + 12)
    assert table.at == (1, Phase.ENERGY)
    assert (table.state.horse, table.state.visits) == (12, 1)


def test_which_elements_count():
    """WB-26: all in a city, one at a landmark."""
    hands = {0: (1, 2, 3, 4)}
    assert Table().ready(hands=hands).auction(CITY).state.purse[0] == 10
    for landmark, cards in ((MONUMENT, 1), (TOWER, 3), (TEMPLE, 2), (FOUNTAIN, 4)):
        assert Table().ready(hands=hands).auction(landmark).state.purse[0] == cards


def raises(*steps: int) -> set[int]:
    """To pass, or to raise by these numbers."""
    return {PASS, *(Verb.BID + step for step in steps)}


def test_bids_rise():
    """WB-27: the marker begins with any number; what is above all that anybody could pay is said once; then clockwise."""
    table = Table().ready(marker=1, hands={0: (2, 0, 0, 0), 1: (9, 0, 0, 0), 2: (4, 0, 0, 0)}).auction(MONUMENT)
    assert table.at == (1, Phase.BID)
    assert table.legal() == raises(*range(1, 11))
    table.act(Verb.BID + 2)
    assert table.at == (2, Phase.BID)
    assert table.legal() == raises(*range(1, 9))
    table.act(Verb.BID + 1)
    assert table.state.high == 3
    table.act(PASS, PASS)
    assert table.state.high_seat == 2


def test_who_has_passed_does_not_count_for_the_highest_bid():
    """WB-27: only those who are still in could pay, so a number above them says enough."""
    table = Table().ready(hands={0: (9, 0, 0, 0), 1: (3, 0, 0, 0), 2: (2, 0, 0, 0)}).auction(MONUMENT).act(PASS)
    assert table.legal() == raises(1, 2, 3, 4)


def test_a_table_can_limit_the_raise():
    """WB-27: rulings.largest_raise."""
    table = Table(changes={"rulings.largest_raise": 3}).ready(hands={0: (9, 0, 0, 0), 1: (2, 0, 0, 0)}).auction(MONUMENT)
    assert table.legal() == raises(1, 2, 3)


def test_who_passes_is_out():
    """WB-28: no return after a pass, while the others bid on."""
    table = Table().ready(hands=dict.fromkeys(range(4), (6, 0, 0, 0))).auction(MONUMENT)
    table.act(Verb.BID + 1, PASS, Verb.BID + 1, PASS, Verb.BID + 1)
    assert table.at == (2, Phase.BID)
    table.act(Verb.BID + 1)
    assert table.at == (0, Phase.BID)
    table.act(PASS)
    assert table.at == (2, Phase.TAKE)
    assert table.state.high == 4


def test_the_last_one_wins():
    """WB-29: the only bidder left has won without another raise; the last player may bid after three passes."""
    table = Table().ready(hands=dict.fromkeys(range(4), (3, 0, 0, 0))).auction(MONUMENT).act(PASS, PASS, PASS)
    assert table.at == (3, Phase.BID)
    table.act(Verb.BID + 1)
    assert table.at == (3, Phase.TAKE)


def test_no_bid_ends_the_phase():
    """WB-30: after four passes the energy phase comes and the Horse stays."""
    table = Table().ready(spells={1: {"renewal": 3}}, hands=dict.fromkeys(range(4), (3, 0, 0, 0))).auction(MONUMENT, die=6).act(*[PASS] * 4)
    assert table.at == (1, Phase.ENERGY)
    assert table.state.horse == 6
    assert table.state.visits == 0


def test_no_bid_in_a_later_or_repeated_auction():
    """WB-30: the phase ends as well in the second area of six, and after a bid that could not be paid; the marker stays."""
    table = Table().ready(spells={1: {"renewal": 3}}, hands={2: (3, 0, 0, 0), 3: (3, 0, 0, 0)}).auction(MONUMENT, die=6)
    table.act(Verb.BID + 1, PASS, Verb.TAKE + RED, Verb.HORSE + 12, PASS, PASS)
    assert table.at == (1, Phase.ENERGY)
    assert (table.state.horse, table.state.marker, table.state.visits) == (12, 2, 1)
    table = Table().ready(marker=2, spells={1: {"renewal": 3}}, hands={2: (3, 0, 0, 0), 3: (0, 3, 0, 0)}).auction(MONUMENT, die=6)
    table.act(PASS, Verb.BID + 1)
    assert table.at == (2, Phase.BID)  # in again, since the auction is repeated
    table.act(PASS)
    assert table.at == (1, Phase.ENERGY)
    assert (table.state.horse, table.state.marker, table.state.visits) == (6, 2, 0)


def test_bluffing_is_legal():
    """WB-31: a bid beyond what one can pay is legal, as high as any, and it is counted as a bluff."""
    table = Table().ready(hands={0: (4, 0, 0, 0), 1: (0, 5, 0, 0)}).auction(MONUMENT).act(Verb.BID + 2)
    assert table.at == (1, Phase.BID)
    assert table.legal() == raises(1, 2, 3)
    table.act(Verb.BID + 3)
    assert table.legal() == raises(1)
    assert table.state.bluffs[:4].tolist() == [0, 1, 0, 0]


def test_without_cards_no_bid():
    """WB-32: players without any card are not in the auction; if all have none the phase ends."""
    table = Table().ready(hands={2: (1, 0, 0, 0)}).auction(MONUMENT)
    assert table.at == (2, Phase.BID)
    assert table.state.n_in == 1
    table = Table().ready(spells={1: {"renewal": 2}}).auction(MONUMENT)
    assert table.at == (1, Phase.ENERGY)


def test_a_table_can_let_players_without_cards_bid():
    """WB-32: with rulings.bids_without_cards all are in; a failing bid then costs nothing, and the auction is repeated."""
    table = Table(changes={"rulings.bids_without_cards": True}).ready(hands={2: (1, 0, 0, 0)}).auction(MONUMENT)
    assert table.at == (0, Phase.BID)
    assert table.state.n_in == 4
    table.act(Verb.BID + 2, PASS, PASS, PASS)
    assert table.at == (0, Phase.BID)
    assert (table.state.failed[0], table.state.auction) == (1, 2)


def test_payment_is_of_ones_choice():
    """WB-33: in a city any cards; at a landmark its own; only ingredients that can be paid for."""
    table = Table().ready(hands={0: (2, 1, 0, 1)}).auction(CITY).act(Verb.BID + 3)
    assert table.legal() == {Verb.TAKE + RED, Verb.TAKE + BLUE, Verb.TAKE + GREEN}
    table.act(Verb.TAKE + BLUE)
    assert table.legal() == {Verb.PAY + EARTH, Verb.PAY + FIRE, Verb.PAY + WATER}
    table.act(Verb.PAY + WATER, Verb.PAY + EARTH)
    assert table.legal() == {Verb.PAY + EARTH, Verb.PAY + FIRE}
    table.act(Verb.PAY + FIRE)
    assert table.state.hand[0].tolist() == [1, 0, 0, 0]
    table = Table().ready(hands={0: (2, 9, 9, 9)}).auction(MONUMENT).act(Verb.BID + 2, Verb.TAKE + RED)
    assert table.state.hand[0].tolist() == [0, 9, 9, 9]
    assert table.state.cards_paid[0] == 2


def test_a_bid_that_cannot_be_paid():
    """WB-34: all cards are lost, nothing is taken, the marker begins again in the same area, which is not visited yet."""
    table = Table().ready(hands={0: (2, 0, 0, 0), 1: (1, 5, 0, 2)}).auction(MONUMENT).act(Verb.BID + 2, Verb.BID + 1, PASS)
    state = table.state
    assert state.n_hand[1] == 0
    assert state.failed[1] == 1
    assert state.n_total[1] == 0
    assert state.visits == 0
    assert state.marker == 0
    assert table.at == (0, Phase.BID)
    assert state.high == 0
    assert state.n_tokens[6] == 3


def test_the_winner_takes_an_ingredient():
    """WB-35: from the area into the cauldron."""
    table = Table().ready(hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (PINK, PINK, GRAY)).act(Verb.BID + 1)
    assert table.legal() == {Verb.TAKE + PINK, Verb.TAKE + GRAY}
    table.act(Verb.TAKE + PINK)
    assert table.state.cauldron[0, PINK] == 1
    assert table.state.tokens[6, PINK] == 1
    assert table.state.n_tokens[6] == 2
    assert table.state.auctions[0].tolist() == [1, 0, 0, 0, 0]


def test_order_after_a_win():
    """WB-36: payment, Double Draught, Scavenger, Consolation, and only then the Horse."""
    spells = {0: {"double_draught": 2}, 1: {"scavenger": 2}, 3: {"consolation": 2}}
    table = Table().ready(spells=spells, hands=dict.fromkeys(range(4), (4, 0, 0, 0))).auction(CITY, (RED, BLUE, GREEN))
    table.act(Verb.BID + 2, PASS, PASS, PASS, Verb.TAKE + RED)
    assert table.at == (0, Phase.SECOND)
    assert table.state.stock[EARTH] == 28 - 14
    table.act(Verb.SECOND + BLUE)
    assert table.at == (1, Phase.SCAVENGE)
    table.act(Verb.SCAVENGE + EARTH, Verb.SCAVENGE + EARTH)
    assert table.at == (3, Phase.CONSOLE)
    table.act(Verb.DRAW + AIR)
    assert table.at == (0, Phase.MOVE)


def test_two_scavengers_and_a_victory_before_all_else():
    """WB-36: an Echo of Scavenger comes before it clockwise from the winner; a winning ingredient leaves nothing to decide."""
    spells = {0: {"scavenger": 2}, 3: {"echo": 2}}
    table = Table().ready(marker=2, spells=spells, hands={2: (4, 0, 0, 0)}).auction(MONUMENT)
    table.act(Verb.ECHO + spell("scavenger"), Verb.BID + 3, Verb.TAKE + RED)
    assert table.at == (3, Phase.SCAVENGE)
    table.act(Verb.SCAVENGE + EARTH, Verb.SCAVENGE + EARTH)
    assert table.at == (0, Phase.SCAVENGE)
    table.act(Verb.SCAVENGE + EARTH)
    assert table.state.hand[:4, EARTH].tolist() == [1, 0, 1, 2]
    spells = {0: {"double_draught": 2}, 1: {"scavenger": 2}}
    table = with_spare_tokens(Table()).ready(spells=spells, hands={0: (4, 0, 0, 0)})
    table.brew(0, RED, BLUE, GREEN, WHITE, YELLOW, PURPLE)
    table.auction(MONUMENT, (PINK, GRAY)).act(Verb.BID + 1, Verb.TAKE + PINK)
    assert table.state.over
    assert table.state.n_total[0] == 7


def test_the_winner_takes_the_marker():
    """WB-37: and moves the Horse."""
    table = Table().ready(hands={2: (3, 0, 0, 0)}).auction(MONUMENT).act(Verb.BID + 1)
    assert table.state.marker == 0
    table.act(Verb.TAKE + RED)
    assert table.state.marker == 2
    assert table.at == (2, Phase.MOVE)


def test_the_phase_ends_after_the_last_area():
    """WB-38: with a die of two the second win ends it."""
    table = Table().ready(spells={3: {"renewal": 2}}, hands={2: (0, 0, 0, 6)}).auction(CITY, die=2).act(Verb.BID + 1, Verb.TAKE + RED)
    table.area(12, CITY, PINK)
    table.act(Verb.HORSE + 12, Verb.BID + 1, Verb.TAKE + PINK)
    assert table.at == (3, Phase.ENERGY)
    assert table.state.visits == 2


def test_the_horse_moves_by_three_rules():
    """WB-39: neighbours with ingredients; else the first on each straight line; else anywhere; never stays."""
    table = Table().ready(horse=0)
    table.area(4, TOWER)
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {Verb.HORSE + 1, Verb.HORSE + 5}
    table.act(Verb.HORSE + 5)
    assert table.state.horse_moves[0, HorseRule.NEIGHBOUR] == 1
    table = Table().ready(horse=0)
    for area in (1, 4, 5, 2, 11):
        table.area(area, CITY if area == 11 else TOWER)
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {Verb.HORSE + 3, Verb.HORSE + 17, Verb.HORSE + 9}
    table.act(Verb.HORSE + 17)
    assert table.state.horse_moves[0, HorseRule.LINE] == 1
    table = Table().ready(horse=0)
    for area in range(N_AREAS):
        table.area(area, int(table.state.landmark[area]), *((RED,) if area in (0, 13, 23) else ()))
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {Verb.HORSE + 13, Verb.HORSE + 23}
    table.act(Verb.HORSE + 23)
    assert table.state.horse_moves[0, HorseRule.ANYWHERE] == 1


def test_an_area_may_be_visited_again():
    """WB-39: the Horse goes back to where it was in the same phase, as long as there are ingredients."""
    table = Table().ready(hands={0: (9, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE))
    table.area(12, CITY, PINK, GRAY)
    table.act(
        Verb.BID + 1, Verb.TAKE + RED, Verb.HORSE + 12, Verb.BID + 1, Verb.TAKE + PINK, Verb.HORSE + 6, Verb.BID + 1, Verb.TAKE + BLUE
    )
    assert table.state.visits == 3
    assert Verb.HORSE + 12 in table.legal()
    table.act(Verb.HORSE + 12, Verb.BID + 1, Verb.TAKE + GRAY)
    assert not table.legal() & {Verb.HORSE + 6, Verb.HORSE + 12}  # both are empty now
