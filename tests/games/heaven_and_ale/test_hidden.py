"""What a seat cannot know."""

import numpy as np

from brewsim.games.heaven_and_ale.hidden import conceal
from tests.games.heaven_and_ale.table import RULES, on_turn


def test_conceal_reorders_the_piles_and_nothing_else():
    """What nobody has seen is dealt again: the same tiles in another order."""
    state, other = on_turn(), on_turn()
    conceal(RULES, other, 0, np.uint64(99))
    for pile, n in (("piles", state.n_piles), ("cloister", state.n_cloister)):
        for back in range(2):
            before, after = state[pile][back, : n[back]], other[pile][back, : n[back]]
            assert before.tolist() != after.tolist()
            assert sorted(before.tolist()) == sorted(after.tolist())
    assert state.offer.tolist() == other.offer.tolist()
