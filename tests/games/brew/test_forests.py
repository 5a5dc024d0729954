"""Dice in forests of Brew: placing, forcing, the powers of element dice, scorching, control."""

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.codes import Group
from brewsim.games.brew.rounds import controller
from brewsim.games.brew.spaces import VILLAGE, die_of
from brewsim.games.brew.state import Phase
from tests.games.brew.table import (
    ANY_1,
    ANY_2,
    BROOK,
    FIRE,
    GROVE,
    HERB,
    LELLO,
    LYRIC,
    MEADOW,
    MOVE,
    REMOVE_ANY,
    REMOVE_ELEMENT,
    VILLAGE_WATER,
    WATER,
    WIND,
    WREN,
    Table,
    at,
    pick,
    place,
)


def test_placing_uses_a_die():
    """BR-13: the die leaves the pool and lies on its space."""
    table = Table()
    table.do(place(MEADOW, at(0, 1)))
    assert table.state.pool[0].tolist() == [0, 1, 1, 0, 0, 0]
    assert table.state.stack[at(0, 1), 0] == MEADOW
    assert table.state.n_placed[0] == 1


def test_placements_in_two_steps():
    """BR-13: a kind of placement is offered if there is one of it, and no placement is offered twice."""
    table = Table(powers=True)
    table.cast(LELLO, WREN)
    table.pool(0, MEADOW, GROVE, WATER, WIND)
    table.stock(0, berry=1)
    assert [code - codes.OPEN_GROUP for code in table.groups()] == [Group.FORCED, Group.POURED, Group.PLAIN, Group.VISIT, Group.VISIT + 1]
    table.put(at(0, 1), 1, MEADOW)
    assert codes.OPEN_GROUP + Group.TOPPED in table.groups()
    assert len(set(table.options())) == len(table.options())
    table.pool(0, MEADOW)
    table.stock(0)
    assert [code - codes.OPEN_GROUP for code in table.groups()] == [Group.VISIT, Group.VISIT + 1]


def test_forage_die_needs_its_symbol():
    """BR-14: matching and empty; equal dice and equal spaces are offered once."""
    table = Table(changes={"forests.f02.spaces": ["meadow:crystal", "meadow:crystal", "brook:herb"]})
    table.stock(0)
    table.pool(0, MEADOW, MEADOW)
    table.put(at(0, 1), 1, MEADOW)
    in_forests = [(face, space) for face, space in table.placements() if space < VILLAGE]
    assert in_forests == [(MEADOW, at(0, 0)), (MEADOW, at(1, 0)), (MEADOW, at(2, 0)), (MEADOW, at(2, 1))]
    table.put(at(1, 0), 1, MEADOW)
    assert table.can(place(MEADOW, at(1, 1)))


def test_element_die_fits_every_symbol():
    """BR-15: any empty space, but not one with a die (Water)."""
    table = Table()
    table.pool(0, WATER)
    table.put(at(0, 1), 1, MEADOW)
    spaces = {space for _, space in table.placements()}
    empty = {s for f, n in ((0, 5), (1, 4), (2, 5)) for s in range(at(f, 0), at(f, n)) if s != at(0, 1)}
    assert spaces == empty | {ANY_1, ANY_2, VILLAGE_WATER}


def test_gathering():
    """BR-16: one of the ingredient shown."""
    assert Table().do(place(GROVE, at(0, 2))).goods() == [0, 0, 1, 1]


def test_training():
    """BR-17: the chosen visible creature joins the seat, the next one of the pile is visible."""
    table = Table()
    card = table.state.pile[1, 8]
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN + 1)
    assert table.state.trained[0, 0] == card
    assert table.state.n_pile[1] == 8
    assert table.goods() == [0, 0, 0, 1]


def test_training_may_be_refused():
    """BR-17: "you may train": the seat may also take no creature, in the village and with Lyric's power too."""
    table = Table()
    table.do(place(MEADOW, at(0, 0)), codes.NO_TRAIN)
    assert table.state.n_trained[0] == 0
    assert table.state.n_pile.tolist() == [9, 9, 9, 9]
    assert table.state.seat == 1
    table = Table()
    table.pool(0, WATER)
    assert table.do(place(WATER, VILLAGE_WATER)).can(codes.NO_TRAIN)
    table = Table(powers=True)
    table.cast(LYRIC, LELLO)
    assert table.do(place(MEADOW, at(0, 1)), codes.CALL_TRAIN).can(codes.NO_TRAIN)


def test_refusing_ends_all_training_of_the_placement():
    """BR-17: where a die trains two creatures, one may be trained and the other refused, or both be refused."""
    table = Table(changes={"village.day.water.train": 2})
    table.pool(0, WATER, MEADOW)
    table.do(place(WATER, VILLAGE_WATER), codes.TRAIN, codes.NO_TRAIN)
    assert table.state.n_trained[0] == 1
    assert table.state.seat == 1


def test_empty_piles():
    """BR-18: nothing is trained if there is no creature."""
    table = Table()
    table.state.n_pile[:] = 0
    table.do(place(MEADOW, at(0, 0)))
    assert table.state.seat == 1


def test_two_seasons():
    """BR-19: a forest of two seasons triggers powers of either."""
    for version in ("summer", "winter"):
        table = Table()
        table.train(0, "forest_gatherer", version)
        assert table.do(place(GROVE, at(2, 2))).goods()[HERB] == 2
    table = Table()
    table.train(0, "forest_gatherer", "winter")
    assert table.do(place(BROOK, at(1, 2))).goods()[HERB] == 1


def test_forcing():
    """BR-20: pay the ingredient, else a berry; gather nothing; it still counts as placing."""
    table = Table()
    table.stock(0, crystal=1, berry=1)
    table.train(0, "forest_scorcher", "spring")
    table.do(place(MEADOW, at(0, 2)))
    assert table.goods() == [0, 0, 0, 1]
    assert table.state.n_forced[0] == 1
    assert table.state.phase == Phase.SCORCH
    table = Table()
    table.stock(0, herb=2, berry=1)
    assert table.do(place(MEADOW, at(0, 2))).goods() == [2, 0, 0, 0]
    table = Table()
    table.stock(0, herb=2)
    assert not table.can(place(MEADOW, at(0, 2)))
    assert table.can(place(GROVE, at(0, 1)))
    table.do(place(MEADOW, at(0, 1)))  # it fits: there is no way to pay for it
    assert table.goods() == [3, 0, 0, 0]


def test_forcing_onto_a_creature_space():
    """BR-21: a berry only, and no training."""
    table = Table()
    table.stock(0, 3, 3, 3)
    assert not table.can(place(GROVE, at(0, 0)))
    table.stock(0, 3, 3, 3, 1)
    table.do(place(GROVE, at(0, 0)))
    assert table.goods() == [3, 3, 3, 0]
    assert table.state.n_trained[0] == 0


def test_water():
    """BR-27: 3 in all; nothing more on a creature space. Rulebook p. 12."""
    table = Table()
    table.pool(0, WATER)
    assert table.do(place(WATER, at(0, 3))).goods() == [0, 3, 0, 1]
    table = Table()
    table.pool(0, WATER)
    table.do(place(WATER, at(0, 0)), codes.TRAIN)
    assert table.goods() == [0, 0, 0, 1]


def test_wind():
    """BR-28: an own die comes back as it shows, and the space is gathered from; not where no own die lies."""
    table = Table()
    table.pool(0, WIND)
    table.put(at(0, 1), 0, BROOK)
    table.put(at(0, 2), 1, GROVE)
    table.put(at(0, 3), 1, GROVE)
    table.put(at(0, 3), None, FIRE)
    assert not table.can(place(WIND, at(0, 2)))
    assert not table.can(place(WIND, at(0, 3)))
    table.do(place(WIND, at(0, 1)))
    assert table.state.pool[0].tolist() == [0, 0, 1, 0, 0, 0]
    assert table.goods()[HERB] == 1
    assert table.state.height[at(0, 1)] == 1
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 2]
    table = Table()
    table.pool(0, WIND)
    table.put(at(0, 0), 0, MEADOW)
    assert table.do(place(WIND, at(0, 0))).state.phase == Phase.TRAIN


def covered_die(changes=None):
    """Seat 0 has Wind, and two own dice under a rival's and a Fire die."""
    table = Table(changes=changes)
    table.pool(0, WIND)
    for seat, face in ((0, GROVE), (0, BROOK), (1, MEADOW), (None, FIRE)):
        table.put(at(0, 3), seat, face)
    return table


def test_wind_takes_covered_dice_back():
    """BR-28: of the own dice the highest one; what was above it sinks, Wind lies on top, and the space is gathered from."""
    table = covered_die()
    table.do(place(WIND, at(0, 3)))
    assert table.state.pool[0].tolist() == [0, 0, 1, 0, 0, 0]
    assert table.state.height[at(0, 3)] == 4
    assert table.state.stack[at(0, 3), :4].tolist() == [die_of(0, GROVE), die_of(1, MEADOW), die_of(0, FIRE), die_of(0, WIND)]
    assert table.state.tops[0].tolist() == [0, 0, 0, 0, 1]
    assert table.goods() == [0, 1, 0, 1]


def test_wind_takes_moved_dice_back():
    """BR-28: a die that came to the space by MOVE or SWAP."""
    table = Table()
    table.pool(0, WIND, MEADOW)
    table.put(ANY_1, 0, BROOK)
    table.hold(0, "move_a")
    table.do(codes.DRINK + MOVE, pick(ANY_1), codes.TARGET + at(0, 1), place(WIND, at(0, 1)))
    assert table.state.pool[0].tolist() == [1, 0, 1, 0, 0, 0]


def test_wind_takes_top_dice_back_only_by_ruling():
    """BR-28: `rulings.wind_takes_back = "top_only"`: a covered die stays; one on top comes back, whatever lies below."""
    table = covered_die({"rulings.wind_takes_back": "top_only"})
    assert not table.can(place(WIND, at(0, 3)))
    table.put(at(0, 3), 0, MEADOW)
    table.do(place(WIND, at(0, 3)))
    assert table.state.pool[0].tolist() == [1, 0, 0, 0, 0, 0]
    assert table.state.height[at(0, 3)] == 5


def test_fire():
    """BR-29: on top of any die, an own one too, and the space is used as if empty."""
    table = Table()
    table.pool(0, FIRE)
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(1, 1), None, WIND)
    assert table.can(place(FIRE, at(1, 1)))
    table.do(place(FIRE, at(0, 1)))
    assert table.goods()[HERB] == 1
    assert table.state.tops[0].tolist() == [0, 0, 0, 0, 1]
    table = Table()
    table.pool(0, FIRE)
    table.put(at(0, 0), 0, MEADOW)
    assert table.do(place(FIRE, at(0, 0))).state.phase == Phase.TRAIN


def test_stacks():
    """BR-30: only the top counts; removed, the one below counts again; covered dice can be removed."""
    table = Table()
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 1), None, FIRE)
    table.hold(0, "remove_element_a")
    table.do(codes.DRINK + REMOVE_ELEMENT, pick(at(0, 1), 1))
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 0]
    table = Table()
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 1), None, FIRE)
    table.hold(0, "remove_any_a")
    table.do(codes.DRINK + REMOVE_ANY, pick(at(0, 1), 0))
    assert table.state.tops[0].tolist() == [0, 0, 0, 0, 1]
    assert table.state.height[at(0, 1)] == 1


def test_scorching():
    """BR-31: only empty spaces; no die gets there; not counted against control; at most ten tokens; may be declined."""
    table = Table()
    table.train(0, "village_scorcher")
    table.put(at(0, 1), 1, MEADOW)
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
    assert not table.can(codes.SCORCH + at(0, 1))
    assert table.can(codes.NO_SCORCH)
    table.do(codes.SCORCH + at(0, 2))
    table.pool(1, GROVE, FIRE, WIND)
    table.stock(1, 5, 5, 5, 5)
    assert at(0, 2) not in {space for _, space in table.placements()}
    assert controller(table.state, 0) == 1
    table = Table()
    table.train(0, "village_scorcher")
    table.state.n_scorched = 10
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
    assert table.state.seat == 1


def test_scorch_tokens_come_back():
    """BR-31: those of a round are there again in the next, and its forests have all their spaces."""
    table = Table(changes={"game.scorch_tokens": 1})
    table.train(0, "village_scorcher")
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB, codes.SCORCH + at(0, 2))
    table.finish_round()
    assert (table.state.rounds, table.state.n_scorched, table.state.is_scorched.sum()) == (1, 0, 0)
    table.fresh_turn()
    table.pool(0, MEADOW)
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
    assert table.state.phase == Phase.SCORCH


LELLO_SEAT, LYRIC_SEAT, MYLA_SEAT = 0, 1, 2


def controlled(dice):
    """Who controls a forest with these dice: seat or None for an element, bottom first for a list."""
    table = Table(4, row=("f01", "f02", "f09", "f13", "f17"))
    for i, stack in enumerate(dice):
        for seat in stack if isinstance(stack, list) else [stack]:
            table.put(at(0, i), seat, FIRE if seat is None else MEADOW)
    return controller(table.state, 0)


def test_most_dice_control():
    """BR-32: first picture of p. 10: Lello 2, Lyric 1, Myla 1: Lello controls."""
    assert controlled([LELLO_SEAT, LELLO_SEAT, LYRIC_SEAT, MYLA_SEAT]) == LELLO_SEAT


def test_elements_against_control():
    """BR-33: third and fourth picture of p. 10: one die against two elements, and a tie with the elements: nobody."""
    assert controlled([LELLO_SEAT, None, None]) == NONE
    assert controlled([LELLO_SEAT, LELLO_SEAT, LYRIC_SEAT, None, None]) == NONE
    assert controlled([LELLO_SEAT, LELLO_SEAT, LYRIC_SEAT, None]) == LELLO_SEAT


def test_ties():
    """BR-34: second picture of p. 10, Lello and Myla 1 each; and p. 17: a covered die of Lyric's leaves a tie."""
    assert controlled([LELLO_SEAT, MYLA_SEAT]) == NONE
    assert controlled([]) == NONE
    assert controlled([[LYRIC_SEAT, None], LYRIC_SEAT]) == NONE
    assert controlled([LYRIC_SEAT, LYRIC_SEAT, None]) == LYRIC_SEAT


def test_own_element_counts_against_its_placer():
    """BR-35: an element die belongs to nobody."""
    table = Table()
    table.put(at(0, 1), 0, MEADOW)
    assert controller(table.state, 0) == 0
    table.pool(0, WATER)
    table.do(place(WATER, at(0, 2)))
    assert controller(table.state, 0) == NONE
