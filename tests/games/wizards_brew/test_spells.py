"""The texts of the spells, on hand-set tables."""

import pytest

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import CITY, LANDMARKS, N_AREAS, SPELLS
from brewsim.games.wizards_brew.state import HorseRule, Phase, Stage
from brewsim.rules import load_rules
from tests.games.wizards_brew.table import (
    AIR,
    BLUE,
    EARTH,
    FIRE,
    GRAY,
    GREEN,
    MONUMENT,
    PASS,
    PINK,
    RED,
    TOWER,
    WATER,
    WHITE,
    YELLOW,
    Table,
    spell,
    with_spare_tokens,
)


def test_the_colour_tells_the_phase():
    """WB-47: a text works in its phase only; Archmage in all three; symbols always count."""
    table = Table().ready(spells={0: {"renewal": 5}, 1: {"archmage": 5}}, hands={1: (5, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [1, 1, 0, 0]
    assert table.at == (1, Phase.DRAW)
    assert table.state.draws_due == 2
    table.act(Verb.DRAW + AIR, Verb.DRAW + AIR)
    assert table.state.less_once[:2].tolist() == [0, 1]
    table.go(Stage.ENERGY)
    assert (table.at, table.state.renews) == ((0, Phase.ENERGY), 1)
    table.act(Verb.DONE)
    assert (table.at, table.state.renews) == ((1, Phase.ENERGY), 1)


def test_texts_add_up():
    """WB-48: Thrift, Great Thrift and Red Magic take five off together, but never below one card."""
    spells = {0: {"thrift": 1, "great_thrift": 1, "red_magic": 1}}
    table = Table().ready(spells=spells, hands={0: (2, 0, 0, 0), 1: (9, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE, BLUE))
    assert table.state.limit[0] == 7
    table.act(Verb.BID + 3, Verb.BID + 1, Verb.BID + 2, PASS)
    assert table.legal() == {Verb.TAKE + RED}
    table.act(Verb.TAKE + RED)
    assert table.state.cards_paid[0] == 1


def test_once_a_round_is_ready_again():
    """WB-49: Double Draught is used up by the first second ingredient, and back in the next ingredient phase."""
    table = Table().ready(spells={0: {"double_draught": 9}}, hands={0: (9, 9, 9, 9)}).auction(CITY, (RED, BLUE, GREEN))
    table.act(Verb.BID + 1, Verb.TAKE + RED, *[Verb.PAY + EARTH], Verb.SECOND + BLUE)
    table.area(12, CITY, PINK, GRAY)
    table.act(Verb.HORSE + 12, Verb.BID + 1, Verb.TAKE + PINK, Verb.PAY + EARTH)
    assert table.at == (0, Phase.MOVE)
    table.go(Stage.INGREDIENTS)
    assert table.state.seconds[0] == 1


def test_spells_without_text():
    """WB-50: seven spells only make cards, and there is nothing for Echo in them."""
    rules = load_rules("wizards_brew").record
    plain = [SPELLS[s] for s in range(len(SPELLS)) if not rules.has_text[s].any()]
    assert plain == ["earth_font", "fire_font", "air_font", "water_font", "small_wish", "great_wish", "fair_winds", "echo"]


def test_transmute():
    """WB-51: up to as many cards as it says, here three, one for one, never into an empty stack or the same element."""
    table = Table().ready(spells={0: {"transmute": 1}}, hands={0: (1, 0, 0, 0), 1: (0, 0, 0, 28)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [2, 1, 0, 0]
    swaps = {codes.swap(a, b) for a, b in ((EARTH, FIRE), (EARTH, AIR), (FIRE, EARTH), (FIRE, AIR))}
    assert table.legal() == {*swaps, Verb.SWAP_DONE}
    table.act(codes.swap(EARTH, AIR), codes.swap(EARTH, AIR), codes.swap(FIRE, AIR))
    assert table.state.hand[0].tolist() == [0, 0, 3, 0]
    assert table.state.cards_drawn[0] == 2  # those of its symbols; a swap brings no card more
    assert table.state.phase != Phase.SWAP


def test_mirror_pool():
    """WB-52: the printed cards of one spell of an opponent, wild ones of choice; not of a spell without symbols."""
    spells = {0: {"mirror_pool": 2}, 1: {"great_wish": 2, "double_draught": 2}, 2: {"earth_font": 2}}
    table = Table().ready(spells=spells)
    table.go(Stage.ELEMENTS)
    assert table.legal() == {Verb.MIRROR + spell("great_wish"), Verb.MIRROR + spell("earth_font")}
    table.act(Verb.MIRROR + spell("great_wish"))
    assert table.state.draws_due == 3
    table.act(Verb.DRAW + FIRE, Verb.DRAW + FIRE, Verb.DRAW + AIR)
    assert table.state.hand[0].tolist() == [0, 2, 2, 1]
    assert table.owned(1) == {"great_wish": 2, "double_draught": 2}


def test_toll():
    """WB-53: each opponent with cards gives one of his choice, before he has produced."""
    table = Table().ready(spells={0: {"toll": 2}, 2: {"earth_font": 2}}, hands={1: (1, 0, 2, 0), 3: (0, 0, 0, 1)})
    table.go(Stage.ELEMENTS).act(Verb.DRAW + FIRE)
    assert table.at == (1, Phase.GIVE)
    assert table.legal() == {Verb.GIVE + EARTH, Verb.GIVE + AIR}
    table.act(Verb.GIVE + AIR)
    assert table.at == (3, Phase.GIVE)
    table.act(Verb.GIVE + WATER)
    assert table.state.hand[0].tolist() == [0, 1, 1, 1]
    assert table.state.hand[2].tolist() == [3, 0, 0, 0]
    assert table.state.n_hand[:4].tolist() == [3, 2, 3, 0]


def test_toll_brings_no_more_than_its_most():
    """WB-53: after two cards nobody else is asked; who has no card does not count."""
    table = Table(5, changes={"spells.toll.most_toll": 2}).ready(
        spells={0: {"toll": 2}}, hands={2: (1, 0, 0, 0), 3: (0, 1, 0, 0), 4: (0, 0, 1, 0)}
    )
    table.go(Stage.ELEMENTS).act(Verb.DRAW + FIRE, Verb.GIVE + EARTH, Verb.GIVE + FIRE)
    assert table.state.n_hand[:5].tolist() == [3, 0, 0, 0, 1]
    assert table.at[1] != Phase.GIVE


@pytest.mark.parametrize(("others", "cards"), [((), 1), (("mud",), 2), (("mud", "smoke", "thrift", "wayfarer"), 4)])
def test_resonance(others, cards):
    """WB-54: one card of choice for each other own spell, at most three, beside its own symbol."""
    table = Table().ready(spells={0: {"resonance": 1, **dict.fromkeys(others, 1)}})
    table.go(Stage.ELEMENTS)
    assert table.state.draws_due == cards


def test_late_start():
    """WB-55: the third card comes only to one with the fewest ingredients; a tie counts."""
    for mine, theirs, due in (((), (), 3), ((RED,), (), 2), ((RED,), (RED,), 3)):
        table = Table(3, changes={"ingredients.red.tokens": 15}).ready(spells={0: {"late_start": 1}})
        table.brew(0, *mine)
        table.brew(1, *theirs)
        table.brew(2, *theirs)
        table.go(Stage.ELEMENTS)
        assert table.state.draws_due == due


@pytest.mark.parametrize(("name", "colour"), [("red_magic", RED), ("blue_magic", BLUE), ("green_magic", GREEN), ("white_magic", WHITE)])
def test_colour_magic(name, colour):
    """WB-56: cards less, here two, for its colour only."""
    other = PINK
    table = Table().ready(spells={0: {name: 1}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (colour, other)).act(Verb.BID + 3)
    table.act(Verb.TAKE + colour)
    assert table.state.cards_paid[0] == 1
    table = Table().ready(spells={0: {name: 1}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (colour, other)).act(Verb.BID + 3)
    table.act(Verb.TAKE + other)
    assert table.state.cards_paid[0] == 3


def test_what_is_saved_once_a_round():
    """WB-57: Great Thrift saves at the first win where it saves something, and not again in this round."""
    changes = {"spells.great_thrift.less": 0, "spells.great_thrift.less_once": 2}
    table = Table(changes=changes).ready(spells={0: {"great_thrift": 1}}, hands={0: (9, 0, 0, 0)}).auction(MONUMENT)
    table.act(Verb.BID + 3, Verb.TAKE + RED)
    assert table.state.hand[0, EARTH] == 8
    table.area(12, MONUMENT, PINK)
    table.act(Verb.HORSE + 12, Verb.BID + 3, Verb.TAKE + PINK)
    assert table.state.hand[0, EARTH] == 5


def test_thrift():
    """WB-57: one or two cards less for every win, so one can bid more than one holds; the bid itself stays."""
    for name, less in (("thrift", 1), ("great_thrift", 2)):
        table = Table().ready(spells={0: {name: 1}}, hands={0: (3, 0, 0, 0), 1: (9, 0, 0, 0)}).auction(MONUMENT)
        assert table.state.limit[0] == 3 + less
        table.act(Verb.BID + 3, PASS)
        assert table.state.high == 3
        table.act(Verb.TAKE + RED)
        assert table.state.cards_paid[0] == 3 - less


def test_double_draught():
    """WB-58: a second ingredient without payment, which may win the game; or not."""
    table = Table().ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE))
    table.act(Verb.BID + 1, Verb.TAKE + RED)
    assert table.legal() == {Verb.SECOND + BLUE, Verb.SECOND_NONE}
    table.act(Verb.SECOND + BLUE)
    assert table.state.n_total[0] == 2
    assert table.state.cards_paid[0] == 1
    table = (
        Table()
        .ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)})
        .auction(MONUMENT, (RED,))
        .act(Verb.BID + 1, Verb.TAKE + RED)
    )
    assert table.at == (0, Phase.MOVE)
    table = Table().ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE))
    table.act(Verb.BID + 1, Verb.TAKE + RED, Verb.SECOND_NONE)
    assert table.state.n_total[0] == 1
    assert table.state.seconds[0] == 1  # still there for another win of this round
    table = with_spare_tokens(Table()).ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)})
    table.brew(0, RED, BLUE, GREEN, WHITE, YELLOW)
    table.auction(MONUMENT, (PINK, GRAY)).act(Verb.BID + 1, Verb.TAKE + PINK, Verb.SECOND + GRAY)
    assert table.state.over


def test_stand_ins():
    """WB-59: Quintessence makes all count; Mud pairs earth and water, Smoke fire and air; pairs do not chain."""
    hands = {0: (1, 2, 4, 8)}
    expected = {"quintessence": (15, 15, 15, 15), "mud": (9, 4, 2, 9), "smoke": (1, 6, 6, 8)}
    for name, purses in expected.items():
        for landmark, purse in zip(range(len(LANDMARKS)), purses):
            assert Table().ready(spells={0: {name: 1}}, hands=hands).auction(landmark).state.purse[0] == purse, (name, landmark)
    table = Table().ready(spells={0: {"mud": 1}}, hands=hands).auction(MONUMENT).act(Verb.BID + 3, Verb.TAKE + RED)
    assert table.legal() == {Verb.PAY + EARTH, Verb.PAY + WATER}
    chained = {"spells.mud.stand_in": ["earth", "air"]}  # with Smoke, fire stands for air and air for earth, but not fire for earth
    table = Table(changes=chained).ready(spells={0: {"mud": 1, "smoke": 1}}, hands=hands).auction(MONUMENT)
    assert table.state.purse[0] == 5


def test_wayfarer():
    """WB-60: any other area with ingredients, counted as a move by spell if no rule of the Horse allowed it."""
    table = Table().ready(horse=0, spells={0: {"wayfarer": 1}})
    table.area(20, TOWER)
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {Verb.HORSE + a for a in range(N_AREAS) if a not in (0, 20)}
    table.act(Verb.HORSE + 23)
    assert table.state.horse_moves[0, HorseRule.SPELL] == 1


def test_last_word():
    """WB-61: against the only rival left, the same bid wins; not against two, and once a round."""
    hands = {0: (5, 0, 0, 0), 1: (5, 0, 0, 0), 2: (5, 0, 0, 0)}
    table = Table().ready(spells={2: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(Verb.BID + 3, Verb.BID + 1)
    assert Verb.EQUAL not in table.legal()
    table.act(Verb.BID + 1, PASS, PASS)
    assert table.at == (2, Phase.TAKE)
    table = Table().ready(spells={2: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(Verb.BID + 3, PASS)
    assert Verb.EQUAL in table.legal()
    table.act(Verb.EQUAL)
    assert table.at == (2, Phase.TAKE)
    table.act(Verb.TAKE + RED)
    assert table.state.cards_paid[2] == 3
    table.area(12, CITY, PINK)
    table.act(Verb.HORSE + 12, Verb.BID + 1, Verb.BID + 1, PASS)
    assert table.at == (2, Phase.BID)
    assert Verb.EQUAL not in table.legal()
    table = (
        Table()
        .ready(spells={2: {"last_word": 1}}, hands={0: (5, 0, 0, 0), 2: (2, 0, 4, 0)})
        .auction(MONUMENT)
        .act(Verb.BID + 3, Verb.EQUAL)
    )
    assert table.state.n_hand[2] == 0
    assert table.state.failed[2] == 1
    assert table.at == (0, Phase.BID)


def test_consolation():
    """WB-62: the last to pass draws a card of choice, but not if the winner could not pay."""
    hands = {0: (5, 0, 0, 0), 1: (2, 0, 0, 0)}
    table = (
        Table()
        .ready(spells={1: {"consolation": 1}}, hands=hands)
        .auction(MONUMENT)
        .act(Verb.BID + 1, Verb.BID + 1, Verb.BID + 1, PASS, Verb.TAKE + RED)
    )
    assert table.at == (1, Phase.CONSOLE)
    table.act(Verb.DRAW + AIR)
    assert table.state.hand[1].tolist() == [2, 0, 1, 0]
    table = Table().ready(spells={1: {"consolation": 1}}, hands={**hands, 3: (1, 0, 0, 0)}).auction(MONUMENT)
    table.act(Verb.BID + 1, PASS, PASS, Verb.TAKE + RED)
    assert table.at == (0, Phase.MOVE)  # seat 3 was the last to pass
    hands = {0: (0, 5, 0, 0), 3: (2, 0, 0, 0)}
    table = Table().ready(spells={3: {"consolation": 1}}, hands=hands).auction(MONUMENT).act(Verb.BID + 1, PASS)
    assert table.state.failed[0] == 1
    assert table.at == (3, Phase.BID)
    assert table.state.n_hand[3] == 2
    table = Table().ready(spells={1: {"consolation": 1}}, hands={0: (1, 0, 0, 0), 1: (1, 0, 0, 0)}).auction(MONUMENT).act(PASS, PASS)
    assert table.state.n_hand[1] == 1  # nobody has won
    table = Table().ready(spells={0: {"consolation": 1}, 1: {"last_word": 1}}, hands={0: (5, 0, 0, 0), 1: (5, 0, 0, 0)})
    table.auction(MONUMENT).act(Verb.BID + 2, Verb.EQUAL, Verb.TAKE + RED)
    assert table.at == (1, Phase.MOVE)  # the rival beaten by Last Word did not pass


def test_scavenger():
    """WB-63: up to two cards of one payment in a round; nothing of a failed bid."""
    hands = {0: (5, 5, 0, 0), 1: (1, 0, 0, 0)}
    table = (
        Table()
        .ready(spells={1: {"scavenger": 1}}, hands=hands)
        .auction(CITY)
        .act(Verb.BID + 3, PASS, Verb.TAKE + RED, Verb.PAY + EARTH, Verb.PAY + EARTH, Verb.PAY + FIRE)
    )
    assert table.at == (1, Phase.SCAVENGE)
    assert table.legal() == {Verb.SCAVENGE + EARTH, Verb.SCAVENGE + FIRE, Verb.SCAVENGE_NONE}
    table.act(Verb.SCAVENGE + FIRE, Verb.SCAVENGE + EARTH)
    assert table.state.hand[1].tolist() == [2, 1, 0, 0]
    assert table.state.scavenge_times[1] == 0
    assert table.at == (0, Phase.MOVE)
    table = (
        Table()
        .ready(spells={1: {"scavenger": 1}}, hands=hands)
        .auction(CITY)
        .act(Verb.BID + 1, PASS, Verb.TAKE + RED, Verb.PAY + EARTH, Verb.SCAVENGE_NONE)
    )
    assert table.state.scavenge_times[1] == 1
    table = Table().ready(spells={1: {"scavenger": 1}}, hands={0: (0, 5, 0, 0), 1: (1, 0, 0, 0)}).auction(MONUMENT).act(Verb.BID + 1, PASS)
    assert table.state.failed[0] == 1
    assert table.at == (1, Phase.BID)


def test_renewal():
    """WB-64: one free cube onto an own spell, before the upkeep."""
    table = Table().ready(spells={0: {"renewal": 3, "mud": 1}})
    table.go(Stage.ENERGY)
    assert table.legal() == {Verb.RENEW + spell("renewal"), Verb.RENEW + spell("mud"), Verb.DONE}
    table.act(Verb.RENEW + spell("mud"))
    assert table.legal() == {Verb.DONE}
    table.act(Verb.DONE)
    assert table.owned(0) == {"renewal": 2, "mud": 1}
    table = Table().ready(spells={0: {"renewal": 9, "mud": 1}})
    table.go(Stage.ENERGY)
    assert table.legal() == {Verb.DONE}  # no free cube


def test_stasis():
    """WB-65: another own spell loses nothing, not even to Drain; never itself."""
    table = Table().ready(spells={0: {"stasis": 2, "mud": 2}, 1: {"drain": 2}})
    table.go(Stage.ENERGY)
    assert table.legal() == {Verb.KEEP + spell("mud"), Verb.DONE}
    table.act(Verb.KEEP + spell("mud"), Verb.DONE, Verb.DRAIN + spell("mud"), Verb.DONE)
    assert table.owned(0) == {"stasis": 1, "mud": 2}


def test_drain():
    """WB-66: an opponent's spell loses one cube more, which its owner gets back."""
    table = Table().ready(spells={0: {"drain": 2}, 1: {"mud": 4}})
    table.go(Stage.ENERGY)
    assert table.legal() == {Verb.DRAIN + spell("mud"), Verb.DONE}
    table.act(Verb.DRAIN + spell("mud"), Verb.DONE)
    assert table.owned(1) == {"mud": 2}
    assert table.state.free[1] == 8


@pytest.mark.parametrize(("second", "left"), [("mud", {"mud": 1, "smoke": 3}), ("smoke", {"mud": 2, "smoke": 2})])
def test_drain_works_twice(second, left):
    """WB-66: with two drains, on the same spell or on another one."""
    table = Table(changes={"spells.drain.drains": 2}).ready(spells={0: {"drain": 2}, 1: {"mud": 4, "smoke": 4}}).go(Stage.ENERGY)
    table.act(Verb.DRAIN + spell("mud"), Verb.DRAIN + spell(second))
    assert table.legal() == {Verb.DONE}
    table.act(Verb.DONE)
    assert table.owned(1) == left


def test_recall():
    """WB-67: any number of cubes from one own spell; an emptied one is discarded at the end of the phase."""
    table = Table().ready(spells={0: {"recall": 2, "mud": 3}})
    table.go(Stage.ENERGY)
    recalls = {codes.recall(spell("recall"), n) for n in (1, 2)} | {codes.recall(spell("mud"), n) for n in (1, 2, 3)}
    assert table.legal() == {*recalls, Verb.DONE}
    table.act(codes.recall(spell("mud"), 3))
    assert table.legal() == {Verb.DONE}
    assert table.owned(0) == {"recall": 2, "mud": 0}
    table.act(Verb.DONE)
    assert table.owned(0) == {"recall": 1}
    assert table.state.free[0] == 9


def test_shift():
    """WB-68: cubes move between own spells one by one; no way back in the same turn."""
    table = Table().ready(spells={0: {"shift": 3, "mud": 1, "smoke": 1}})
    table.go(Stage.ENERGY)

    def moved(giver, getter):
        return codes.shift(spell(giver), spell(getter))

    names = ("shift", "mud", "smoke")
    assert table.legal() == {Verb.DONE, *(moved(a, b) for a in names for b in names if a != b)}
    table.act(moved("shift", "mud"))
    assert table.legal() == {Verb.DONE, moved("shift", "mud"), moved("shift", "smoke"), moved("smoke", "mud")}
    table.act(moved("shift", "mud"), moved("smoke", "mud"))
    assert table.owned(0) == {"shift": 1, "mud": 4, "smoke": 0}
    table.act(Verb.DONE)
    assert table.owned(0) == {"mud": 3}


def test_dispel_of_two_cubes():
    """WB-69: by the number of cubes that the spell says, which all go back to the owner."""
    table = Table(changes={"spells.dispel.dispel_cubes": 2}).ready(spells={0: {"dispel": 2}, 1: {"smoke": 3, "mud": 2}}).go(Stage.ENERGY)
    assert table.legal() == {Verb.DISPEL + spell("mud"), Verb.DONE}
    table.act(Verb.DISPEL + spell("mud"))
    assert table.owned(1) == {"smoke": 3}
    assert table.state.free[1] == 7


def test_dispel():
    """WB-69: an opponent's spell with one cube goes at once, its owner gets the cube and cannot use its text."""
    table = Table().ready(spells={0: {"dispel": 2}, 1: {"renewal": 1, "mud": 2}})
    table.go(Stage.ENERGY)
    assert table.legal() == {Verb.DISPEL + spell("renewal"), Verb.DONE}
    table.act(Verb.DISPEL + spell("renewal"))
    assert table.owned(1) == {"mud": 2}
    assert table.state.free[1] == 8
    table.act(Verb.DONE)
    assert table.state.phase == Phase.SPELL_BID
    table = Table().ready(spells={0: {"dispel": 2}, 1: {"echo": 1, "mud": 2}, 2: {"renewal": 3}})
    table.go(Stage.ENERGY).act(Verb.ECHO + spell("renewal"), Verb.DISPEL + spell("echo"), Verb.DONE)
    assert table.at == (2, Phase.ENERGY)  # what Echo copied is gone with it
    table = Table().ready(spells={0: {"dispel": 2}, 1: {"echo": 3, "mud": 2}, 2: {"renewal": 1}})
    table.go(Stage.ENERGY).act(Verb.ECHO + spell("renewal"), Verb.DISPEL + spell("renewal"), Verb.DONE)
    assert table.at == (1, Phase.ENERGY)  # the copy outlives the spell
    assert Verb.RENEW + spell("mud") in table.legal()
    table = Table().ready(marker=1, spells={1: {"recall": 2, "mud": 2}, 2: {"dispel": 2}})
    table.go(Stage.ENERGY).act(codes.recall(spell("mud"), 2), Verb.DONE)
    assert table.legal() == {Verb.DONE}  # an emptied spell has no last cube


def test_ward():
    """WB-70: Toll, Drain and Dispel leave the owner alone; Mirror Pool, Echo and Scavenger do not touch him."""
    table = Table(3).ready(spells={0: {"toll": 1, "mirror_pool": 1}, 1: {"ward": 1}}, hands={1: (2, 0, 0, 0), 2: (0, 2, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert Verb.MIRROR + spell("ward") in table.legal()
    table.act(Verb.MIRROR + spell("ward"), Verb.DRAW, Verb.DRAW, Verb.DRAW)
    assert table.at == (2, Phase.GIVE)
    table.act(Verb.GIVE + FIRE)
    assert table.state.hand[1, EARTH] == 2
    table = Table(3).ready(spells={0: {"drain": 1, "dispel": 2}, 1: {"ward": 2, "mud": 1}, 2: {"smoke": 1}})
    table.go(Stage.ENERGY)
    assert table.legal() == {Verb.DRAIN + spell("smoke"), Verb.DISPEL + spell("smoke"), Verb.DONE}
    table = (
        Table(3)
        .ready(spells={0: {"ward": 1}, 1: {"scavenger": 1}}, hands={0: (3, 0, 0, 0)})
        .auction(MONUMENT)
        .act(Verb.BID + 2, Verb.TAKE + RED)
    )
    assert table.at == (1, Phase.SCAVENGE)
    table = Table(3).ready(spells={0: {"ward": 1}, 1: {"sceptre": 1}}).go(Stage.ENERGY)
    assert table.state.marker == 1
    hands = {0: (3, 0, 0, 0), 1: (3, 0, 0, 0)}
    table = Table(3).ready(spells={0: {"ward": 1}, 1: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(Verb.BID + 2)
    assert Verb.EQUAL in table.legal()


def test_archmage():
    """WB-71: a card of choice; one card less for the first win where it saves something; a cube."""
    table = Table().ready(spells={0: {"archmage": 4}}, hands={0: (9, 9, 9, 9)}).auction(CITY)
    table.act(Verb.BID + 1, Verb.TAKE + RED, Verb.PAY + EARTH)
    assert table.state.less_once[0] == 1  # one card is the least price anyway
    table.area(12, CITY, PINK, GRAY)
    table.act(Verb.HORSE + 12, Verb.BID + 3, Verb.TAKE + PINK, Verb.PAY + EARTH, Verb.PAY + EARTH)
    assert table.state.cards_paid[0] == 3
    assert table.state.less_once[0] == 0


def test_sceptre():
    """WB-72: the owner has the marker at the beginning of the element, ingredient and energy phase, not of the spell phase."""
    for stage in (Stage.ELEMENTS, Stage.INGREDIENTS, Stage.ENERGY):
        table = Table().ready(marker=1, spells={3: {"sceptre": 2}, 0: {"late_start": 1, "renewal": 3}})
        table.go(stage)
        assert table.state.marker == 3
    table = Table().ready(marker=1, spells={3: {"sceptre": 2}}).go(Stage.ROUND)
    assert table.at == (1, Phase.SPELL_BID)


def test_echo():
    """WB-73: in each phase the text of one opponent's spell, beside him; once a round counts for each."""
    spells = {0: {"echo": 2}, 1: {"late_start": 2, "thrift": 1, "renewal": 1}, 2: {"archmage": 2, "sceptre": 1}, 3: {"earth_font": 1}}
    table = Table().ready(spells=spells, hands={1: (1, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.at == (0, Phase.ECHO)
    assert table.state.marker == 2
    assert table.legal() == {Verb.ECHO + spell(name) for name in ("late_start", "archmage", "sceptre")} | {Verb.ECHO_NONE}
    table.act(Verb.ECHO + spell("sceptre"))
    assert table.state.marker == 0
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {Verb.ECHO + spell(name) for name in ("thrift", "archmage", "sceptre")} | {Verb.ECHO_NONE}
    table.act(Verb.ECHO + spell("thrift"))
    assert table.state.less[:3].tolist() == [1, 1, 0]
    assert table.state.less_once[:3].tolist() == [0, 0, 1]
    table.go(Stage.ENERGY)
    assert table.legal() == {Verb.ECHO + spell(name) for name in ("renewal", "archmage", "sceptre")} | {Verb.ECHO_NONE}
    table.act(Verb.ECHO_NONE)
    assert table.state.echo_spell == NONE
    assert table.at == (2, Phase.ENERGY)


def test_echo_of_resonance_and_stasis():
    """WB-73: a copied Resonance counts one's own other spells; a copied Stasis cannot keep Echo."""
    table = Table().ready(spells={0: {"echo": 2, "mud": 1, "smoke": 1}, 1: {"resonance": 1, "stasis": 1}})
    table.go(Stage.ELEMENTS).act(Verb.ECHO + spell("resonance"))
    assert table.state.draws_due == 2
    table.go(Stage.ENERGY).act(Verb.ECHO + spell("stasis"))
    assert table.legal() == {Verb.KEEP + spell("mud"), Verb.KEEP + spell("smoke"), Verb.DONE}


def test_echo_works_in_some_phases_of_a_round():
    """WB-73: with one phase a round, a text that is used in the element phase leaves none for later; to decline keeps it."""
    spells = {0: {"echo": 4}, 1: {"transmute": 3, "renewal": 3}}
    for action, left in ((Verb.ECHO + spell("transmute"), 0), (Verb.ECHO_NONE, 1)):
        table = Table(changes={"spells.echo.echo": 1}).ready(spells=spells).go(Stage.ELEMENTS)
        assert table.at == (0, Phase.ECHO)
        table.act(action)
        assert table.state.echoes_left == left
        table.go(Stage.ENERGY)
        assert table.at == ((0, Phase.ECHO) if left else (1, Phase.ENERGY))


def test_echo_of_last_word_and_ward():
    """WB-73: what works once a round works once for each of the two; a copied Ward protects the owner of Echo."""
    hands = {0: (3, 0, 0, 0), 1: (3, 0, 0, 0)}
    table = Table().ready(spells={0: {"echo": 2}, 1: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(Verb.ECHO + spell("last_word"))
    table.act(Verb.BID + 1, Verb.EQUAL)
    assert table.state.equals[:2].tolist() == [1, 0]
    table = Table().ready(spells={0: {"echo": 1, "mud": 1}, 1: {"ward": 1}, 2: {"drain": 1, "dispel": 1}})
    table.go(Stage.ENERGY).act(Verb.ECHO + spell("ward"))
    assert table.at == (2, Phase.ENERGY)
    assert table.legal() == {Verb.DONE}
