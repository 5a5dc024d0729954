"""The end of a round, and the next one."""

import pytest

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.box import N_SPACES, Place, Space
from brewsim.games.heaven_and_ale.state import Phase
from tests.games.heaven_and_ale.table import RULES, SPACE_A, end_round, enter, offer, on_turn


def test_a_new_round_adds_tiles_to_what_is_left():
    """HA-36: one more tile everywhere, I before II (after 50 tiles), and the first player's place begins."""
    state = on_turn()
    offer(state, 0)
    kinds = [state.offer[:, 0].copy()]
    state.place[:4] = NONE
    state.position[:4] = 20
    for place in (Place.BREWMASTER, Place.FIRST, Place.DUCATS, Place.RESOURCE):
        enter(state, place)
    assert state.rounds == 1
    assert state.seat == 1
    assert state.phase == Phase.MOVE
    assert state.position[:4].tolist() == [0, 0, 0, 0]
    assert state.n_offer[0] == 1
    assert state.n_offer[1] == 2
    assert state.n_offer[RULES.space_kind == Space.MONK].tolist() == [2] * 4
    assert state.n_cloister.tolist() == [4, 12]
    assert state.offer[1, 0] == kinds[0][1]
    assert state.n_piles.tolist() == [20, 50]
    end_round(state)
    end_round(state)
    assert state.n_piles.tolist() == [0, 40]


@pytest.mark.parametrize(("seats", "extra"), [(2, [6, 11]), (3, [6, 11, 15]), (4, [])])
def test_discs_are_refilled_and_doubled_in_the_last_round(seats, extra):
    """HA-37: exactly one disc on each disc space, a second one on some in the last round of 2 and 3 seats."""
    state = on_turn(seats)
    state.space_discs[SPACE_A] = 0
    state.disc[0, 0] = 1
    for completed in range(1, RULES.total_rounds[seats]):
        end_round(state)
        is_last = completed + 1 == RULES.total_rounds[seats]
        expected = [int(RULES.space_kind[s] > Space.BARREL) + int(is_last and s in extra) for s in range(N_SPACES)]
        assert state.space_discs.tolist() == expected
    assert state.disc_supply + state.space_discs.sum() + 1 == RULES.discs
