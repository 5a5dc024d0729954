"""What bots of Brew see in an action, where a plain mistake would make them play foolishly."""

import pytest

from brewsim.games.brew import codes
from brewsim.games.brew.codes import Group
from brewsim.games.brew.rules import CARDS, ELEMENTS
from brewsim.games.brew.state import Phase
from tests.games.brew.table import (
    ANY_1,
    BROOK,
    DEAR_MARKET,
    GROVE,
    MEADOW,
    MOVE,
    REMOVE_ANY,
    SWAP,
    VILLAGE_WIND,
    WATER,
    WIND,
    Table,
    at,
    pick,
    place,
    potion,
)


def test_a_swap_within_one_forest_brings_nothing():
    table = Table()
    table.put(at(0, 1), 0, BROOK)
    table.put(at(0, 2), 1, BROOK)
    table.hold(0, "swap_a")
    assert table.seen()[codes.DRINK + SWAP]["trick"] == 0
    table.put(at(0, 3), 1, GROVE)
    table.put(at(1, 2), 1, BROOK)  # a die of seat 1 that it would rather have elsewhere
    assert table.seen()[codes.DRINK + SWAP]["trick"] > 0
    table.do(codes.DRINK + SWAP, pick(at(0, 1)))
    swaps = table.seen()
    assert swaps[pick(at(0, 2))]["trick"] == 0
    assert swaps[pick(at(1, 2))]["trick"] != 0


@pytest.mark.parametrize(("kind", "version"), [("berry_merchant", ""), ("forest_herald", "fall")])
def test_powers_of_a_rounds_end_count_up_to_the_last(kind, version):
    """After the last die of the game a merchant or herald still pays; a potion herald does not."""
    table = Table()
    table.state.rounds = 3
    for name in (kind, "potion_herald", "village_gatherer"):
        table.train(0, name, version if name == kind else "")
    table.pool(0, MEADOW)
    table.do(place(MEADOW, at(0, 0)))
    table.do(table.legal()[0])
    assert table.state.phase == Phase.RELEASE
    power = {CARDS[table.state.trained[0, codes.decode(action)[1]]][0]: features["power"] for action, features in table.seen().items()}
    assert power[kind] < power["potion_herald"] == power["village_gatherer"] == 0


def test_a_changed_element_is_seen_by_what_it_then_can_do():
    """An Element Shifter's change to Wind is as good as the best that a Wind die can do, less a little."""
    table = Table()
    table.train(0, "element_shifter", "wind")
    table.put(at(0, 1), 0, MEADOW)
    table.pool(0, WATER, WIND, GROVE)
    options = table.seen()
    change = options.pop(codes.convert(ELEMENTS.index("water"), ELEMENTS.index("wind")))
    assert change.pop("trick") < 0
    placements = [options[codes.OPEN_GROUP + Group.PLAIN], options[place(WIND, at(0, 1))], options[place(WIND, VILLAGE_WIND)]]
    assert change in [{name: placement[name] for name in change} for placement in placements]


@pytest.mark.parametrize("need", ["die_left", "die_at_start"])
def test_the_last_die_ends_the_time_for_potions(need):
    """Brewing before the last die is no hurry but the last chance, unless a ruling lets it wait."""
    table = Table(changes={"rulings.potions_need": need})
    table.market("change_a", *DEAR_MARKET[1:])
    table.stock(0, shroom=1, crystal=1)
    brew = codes.BREW + potion("change_a")
    assert [table.seen()[brew][name] for name in ("early", "last_call")] == [1.0, 0.0]
    table.pool(0, MEADOW)
    is_last = need == "die_left"
    assert [table.seen()[brew][name] for name in ("early", "last_call")] == [float(not is_last), float(is_last)]


def test_the_last_call_to_drink_is_heard_for_a_potion_that_helps():
    """REMOVE of a rival's die that holds a forest is worth it before the last die; of a die in the village it is not."""
    for space, is_heard in ((at(0, 1), 1.0), (ANY_1, 0.0)):
        table = Table()
        table.pool(0, MEADOW)
        table.pool(1)
        table.put(space, 1, MEADOW)
        table.put(at(1, 0), 0, MEADOW)
        table.hold(0, "remove_any_a")
        assert table.seen()[codes.DRINK + REMOVE_ANY]["last_call"] == is_heard


def test_a_die_on_a_creature_blocks_its_power():
    """A MOVE onto a rival's creature is welcome, onto an own one not."""
    table = Table()
    own, rival = table.train(0, "element_den"), table.train(1, "element_den")
    table.put(at(0, 1), 1, MEADOW)
    table.hold(0, "move_a")
    table.do(codes.DRINK + MOVE, pick(at(0, 1)))
    seen = table.seen()
    assert seen[codes.TARGET + own]["trick"] < 0 == seen[codes.TARGET + ANY_1]["trick"] < seen[codes.TARGET + rival]["trick"]
