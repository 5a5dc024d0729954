"""Which item an action of Brew uses."""

from brewsim.engine.contract import AIMED, NONE
from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.codes import Group
from tests.games.brew.table import (
    ANY_2,
    CRYSTAL,
    DEAR_MARKET,
    GROVE,
    LELLO,
    MEADOW,
    MYLA,
    SHROOM,
    WATER,
    WREN,
    Table,
    at,
    place,
    potion,
)

NUMBERS = TITLE.item_numbers


def test_a_group_in_one_forest_aims_at_it():
    """So that a seat that may not use the forest is not led into it by a group that has nothing else."""
    table = Table(powers=True)
    table.cast(LELLO, WREN)
    table.pool(0, WATER, GROVE)
    poured, f02 = codes.OPEN_GROUP + Group.POURED, NUMBERS["forest_f02"]
    assert table.item(poured) == NONE
    for i in range(5):
        table.put(at(0, i), 1, MEADOW)
        table.put(at(2, i), 1, MEADOW)
    assert table.item(poured) == AIMED - f02
    table.do(poured)
    assert table.item(place(WATER, at(1, 0))) == f02


def test_covering_a_die_uses_lello_and_then_the_forest():
    table = Table(powers=True)
    table.cast(LELLO, WREN)
    table.put(at(1, 0), 1, MEADOW)
    topped = codes.OPEN_GROUP + Group.TOPPED
    assert table.item(topped) == NUMBERS["lello"]
    table.do(topped)
    assert table.item(place(GROVE, at(1, 0))) == NUMBERS["forest_f02"]


def test_mylas_power_is_used_once_in_a_brewing():
    """By the choice that makes a potion payable, or by the payment of one that could be paid without it."""
    myla = NUMBERS["myla"]
    table = Table(powers=True)
    table.cast(MYLA, LELLO)
    table.market("change_c", "change_a", *DEAR_MARKET[2:])
    table.stock(0, shroom=1, crystal=1, berry=1)
    payment = codes.pay_spare(SHROOM, CRYSTAL)
    assert table.item(codes.BREW + potion("change_a")) == NUMBERS["change_a"]
    assert table.item(codes.DOUBLE_BERRY) == myla
    table.do(codes.BREW + potion("change_a"))
    assert [table.item(action) for action in (codes.PAY_PLAIN, payment)] == [NONE, myla]
    table.state.has_doubled = True
    assert table.item(payment) == NONE


def test_a_visit_uses_its_village_space_once():
    table = Table()
    visit = codes.OPEN_GROUP + Group.VISIT + 1
    assert table.item(visit) == NUMBERS["day_any_2"]
    table.do(visit)
    assert table.item(place(GROVE, ANY_2)) == NONE
