"""What a seat cannot know."""

import numpy as np

from brewsim.games.heaven_and_ale.hidden import conceal
from tests.games.heaven_and_ale.table import RULES, on_turn


def test_conceal_reorders_the_piles_and_nothing_else():
    """HA-45: What nobody has seen is dealt again: the same tiles in another order. Ducats and all else lie open."""
    state, other = on_turn(), on_turn()
    conceal(RULES, other, 0, np.uint64(99))
    for pile, n in (("piles", state.n_piles), ("cloister", state.n_cloister)):
        for back in range(2):
            before, after = state[pile][back, : n[back]], other[pile][back, : n[back]]
            assert before.tolist() != after.tolist()
            assert sorted(before.tolist()) == sorted(after.tolist())
    scratch = {"priorities", "unseen"}
    for field in set(state.dtype.names) - {"piles", "cloister"} - scratch:
        assert state[field].tolist() == other[field].tolist(), field
