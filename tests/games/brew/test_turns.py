"""Turns of Brew: their order, what belongs to one, when a round ends."""

from brewsim.games.brew import codes
from brewsim.games.brew.codes import Verb
from brewsim.games.brew.scoring import METRICS
from brewsim.games.brew.state import Phase
from brewsim.play import simulate
from tests.conftest import fewer_if_interpreted
from tests.games.brew.table import (
    BROOK,
    CHANGE,
    DEAR_MARKET,
    GROVE,
    HERB,
    MEADOW,
    REMOVE_ANY,
    VILLAGE_WIND,
    WIND,
    Table,
    at,
    place,
    potion,
)


def test_turn_in_any_order():
    """BR-8: brew, drink it, then place; but only one of each."""
    table = Table()
    table.market("change_a", "reroll_a", "place_a", "move_a")
    table.stock(0, herb=3, shroom=4, crystal=4)
    table.hold(0, "reroll_b")
    table.do(codes.BREW + potion("change_a"))
    assert Verb.BREW not in table.verbs()
    table.do(codes.DRINK + CHANGE, codes.change_die(MEADOW, BROOK))
    assert Verb.DRINK not in table.verbs()
    assert not table.can(codes.END)
    table.do(place(BROOK, at(0, 4)))
    assert table.state.seat == 1


def with_last_die(changes=None):
    """Seat 0 has one die, a potion in hand, and after that die the ingredients of another potion."""
    table = Table(changes=changes)
    table.pool(0, MEADOW)
    table.hold(0, "remove_any_a")
    table.stock(0, shroom=1)
    table.market("change_a", *DEAR_MARKET[1:])
    return table


def test_a_turn_ends_by_itself():
    """BR-9: with dice left the turn goes on as long as something can be brewed or drunk, and ends when nothing can."""
    table = with_last_die()
    table.pool(0, MEADOW, MEADOW)
    table.do(place(MEADOW, at(1, 0)))
    assert table.options() == [codes.END, codes.BREW + potion("change_a"), codes.DRINK + REMOVE_ANY]
    table = Table()
    table.stock(0)
    table.do(place(MEADOW, at(1, 0)))
    assert table.state.seat == 1


def test_no_potions_after_the_last_die():
    """BR-9: with the last die the time for potions is over; before it is placed they can be brewed and drunk."""
    assert with_last_die().do(place(MEADOW, at(1, 0))).state.seat == 1
    table = with_last_die()
    table.stock(0, shroom=1, crystal=1)
    assert table.can(codes.BREW + potion("change_a"))


def test_potions_after_the_last_die_by_ruling():
    """BR-9: `rulings.potions_need = "die_at_start"`: the turn of the last die still allows brewing and drinking."""
    table = with_last_die({"rulings.potions_need": "die_at_start"})
    table.do(place(MEADOW, at(1, 0)))
    assert table.options() == [codes.END, codes.BREW + potion("change_a"), codes.DRINK + REMOVE_ANY]


def test_seats_without_dice_are_skipped():
    """BR-10: no die, no turn, and so no brewing."""
    table = Table(3, row=("f01", "f02", "f09", "f13"))
    table.pool(1)
    table.do(place(GROVE, at(0, 3)))
    assert table.state.seat == 2
    table.do(place(GROVE, at(0, 2)))
    assert table.state.seat == 0


def test_returned_dice_give_extra_turns():
    """BR-11: the round lasts until no dice are left, returned ones included."""
    table = Table()
    table.pool(1)
    table.pool(0, MEADOW, WIND)
    table.stock(0)
    table.do(place(MEADOW, at(0, 1)), place(WIND, at(0, 1)))
    assert table.state.seat == 0
    assert table.state.rounds == 0
    table.do(place(MEADOW, at(1, 0)))
    assert table.state.rounds == 1


def test_extra_turns_are_counted():
    """BR-11: turns beyond the dice of a round are extra turns."""
    rows = simulate("brew", ["greedy"] * 2, fewer_if_interpreted(200), seed=5)
    extra, turns = (rows["metrics"][:, METRICS.index(name)] for name in ("extra_turns", "turns"))
    assert extra.max() > 0
    assert (turns <= 24 + extra).all()


def test_gains_are_settled_in_order():
    """BR-12: ingredients of choice, then the reserve, then the scorch; a creature trained now does not act yet."""
    table = Table()
    table.train(0, "village_gatherer")
    table.train(0, "village_scorcher")
    table.pool(0, WIND, MEADOW)
    table.do(place(WIND, VILLAGE_WIND))
    assert table.state.phase == Phase.CHOOSE
    table.do(codes.CHOOSE + HERB)
    assert table.state.phase == Phase.RESERVE
    table.do(table.options()[0])
    assert table.state.phase == Phase.SCORCH
    table = Table()
    table.state.night = 1
    table.train(0, "village_gatherer")
    table.train(0, "village_scorcher")
    table.pool(0, WIND, MEADOW)
    table.do(place(WIND, VILLAGE_WIND), codes.CHOOSE + HERB)
    assert table.state.phase == Phase.TRAIN
    table.do(codes.TRAIN)
    assert table.state.phase == Phase.SCORCH
