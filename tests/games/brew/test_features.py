"""What bots of Brew see in an action, where a plain mistake would make them play foolishly."""

import numpy as np
import pytest

from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.codes import PLAIN, Phase
from brewsim.games.brew.features import FEATURES
from brewsim.games.brew.rules import CARDS, SWAP, WATER, WIND
from tests.games.brew.test_kernel import BROOK, GROVE, MEADOW, VILLAGE_WIND, Table, at, pick, place


def seen(table):
    """The features of each option, by action."""
    TITLE.functions.survey(table.rules, table.state)
    vectors = {}
    for action in table.legal():
        vector = np.zeros(len(FEATURES))
        TITLE.functions.features(table.rules, table.state, action, vector)
        vectors[action] = dict(zip(FEATURES, vector))
    return vectors


def test_a_swap_within_one_forest_brings_nothing():
    table = Table()
    table.put(at(0, 1), 0, BROOK)
    table.put(at(0, 2), 1, BROOK)
    table.hold(0, "swap_a")
    assert seen(table)[codes.DRINK + SWAP]["trick"] == 0
    table.put(at(0, 3), 1, GROVE)
    table.put(at(1, 2), 1, BROOK)  # a die of seat 1 that it would rather have elsewhere
    table.state.is_surveyed = False
    assert seen(table)[codes.DRINK + SWAP]["trick"] > 0
    table.do(codes.DRINK + SWAP, pick(at(0, 1)))
    swaps = seen(table)
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
    power = {CARDS[table.state.trained[0, action - codes.RELEASE]][0]: features["power"] for action, features in seen(table).items()}
    assert power[kind] < power["potion_herald"] == power["village_gatherer"] == 0


def test_a_changed_element_is_seen_by_what_it_then_can_do():
    """An Element Shifter's change to Wind is as good as the best that a Wind die can do, less a little."""
    table = Table()
    table.train(0, "element_shifter", "wind")
    table.put(at(0, 1), 0, MEADOW)
    table.pool(0, WATER, WIND, GROVE)
    options = seen(table)
    change = options.pop(codes.CONVERT + 3 * (WATER - 3) + (WIND - 3))
    assert change.pop("trick") < 0
    placements = [options[codes.OPEN_GROUP + PLAIN], options[place(WIND, at(0, 1))], options[place(WIND, VILLAGE_WIND)]]
    assert change in [{name: placement[name] for name in change} for placement in placements]
