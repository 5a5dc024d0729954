"""Which items are counted as used, and when."""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.options import item_of
from brewsim.games.heaven_and_ale.state import Phase
from tests.games.heaven_and_ale.table import BARLEY, BARRELS_1, RULES, TITLE, actions_of, do, on_turn, plan_two_sheds, tile


def test_sheds_and_barrels_count_once_each():
    """The first of several counts with the choice that leads to it, the others when they are built or claimed."""
    state = on_turn()
    last_tile = plan_two_sheds(state, tile(BARLEY, 2))
    uses = []
    while state.seat == 0:
        action = last_tile if state.phase == Phase.LAY else actions_of(state)[-1]
        uses.append(item_of(RULES, state, action))
        do(state, action)
    assert sorted(uses) == [NONE, *[TITLE.items.index("shed_2")] * 2]
    state.seat = 0
    state.marker[0] = [1, 2, 3, 20, 5, 1]
    state.phase = Phase.MOVE
    uses = []
    while state.seat == 0:
        action = codes.move(BARRELS_1) if state.phase == Phase.MOVE else actions_of(state)[-1]
        uses.append(item_of(RULES, state, action))
        do(state, action)
    names = [TITLE.items[item] for item in uses if item != NONE]
    assert sorted(names) == ["barrel_all_resources", "barrel_brewmaster", "barrel_full_track"]
