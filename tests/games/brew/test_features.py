"""What bots of Brew see in an action, where a plain mistake would make them play foolishly."""

import pytest

from brewsim.games.brew import codes
from brewsim.games.brew.codes import Group
from brewsim.games.brew.rules import CARDS, ELEMENTS
from brewsim.games.brew.state import Phase
from tests.games.brew.table import BROOK, GROVE, MEADOW, SWAP, VILLAGE_WIND, WATER, WIND, Table, at, pick, place


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
