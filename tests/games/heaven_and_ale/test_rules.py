"""What is in the box, and which rules are refused."""

import numpy as np
import pytest

from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.games.heaven_and_ale.box import N_PLOTS, N_SHEDS, PLOTS_OF_SIDE, RING, Space
from brewsim.games.heaven_and_ale.rules import arrow_sets
from brewsim.rules import load_rules
from tests.games.heaven_and_ale.table import RULES


def test_box_holds_what_the_component_list_says():
    assert RULES.copies.sum() == 100
    assert RULES.copies.sum(axis=0).reshape(5, 5).sum(axis=1).tolist() == [20] * 5
    assert RULES.copies.sum(axis=1).tolist() == [50, 50]
    assert RULES.monk_copies.sum() == 24
    assert RULES.monk_copies.sum(axis=1).tolist() == [12, 12]
    assert RULES.discs == 36


def test_track_has_the_spaces_of_the_rulebook():
    kinds = RULES.space_kind.tolist()
    assert [kinds.count(kind) for kind in (Space.RESOURCE, Space.MONK, Space.BARREL)] == [15, 4, 2]
    assert sum(kind > Space.BARREL for kind in kinds) == 6
    assert RULES.monk_price[RULES.space_kind == Space.MONK].tolist() == [4, 3, 2, 1]


def test_tiles_and_discs_laid_out_in_a_whole_game():
    resource_spaces, disc_spaces = 15, 6
    assert (RULES.total_rounds[2:] * resource_spaces).tolist() == [45, 60, 90]
    used = RULES.total_rounds[2:] * disc_spaces + RULES.extra_discs[2:].sum(axis=1)
    assert used.tolist() == [20, 27, 36]


def test_garden_is_the_one_on_the_board():
    """Every shed has six plots; two are all sunny, two all shady, three half and half; 18 plots touch one shed, 12 two."""
    sunny = (RULES.ring < PLOTS_OF_SIDE).sum(axis=1)
    assert sorted(sunny.tolist()) == [0, 0, 3, 3, 3, 6, 6]
    touched = (RULES.near_sheds < N_SHEDS).sum(axis=1)
    assert np.bincount(touched).tolist() == [0, 18, 12]


def test_neighbourhood_is_mutual():
    for plot in range(N_PLOTS):
        near = RULES.near[plot, : RULES.n_near[plot]].tolist()
        assert plot not in near
        assert all(plot in RULES.near[other].tolist() for other in near)
    for shed in range(N_SHEDS):
        ring = RULES.ring[shed].tolist()
        for i in range(RING):  # clockwise: each plot touches the next, and not the opposite one
            assert ring[(i + 1) % RING] in RULES.near[ring[i]].tolist()
            assert ring[(i + 3) % RING] not in RULES.near[ring[i]].tolist()


def test_arrows_point_as_on_the_shed_tiles():
    assert [len(arrow_sets(a)) for a in ("none", "any_one", "two_opposite", "three_alternating", "any_four")] == [1, 6, 3, 2, 15]
    assert arrow_sets("two_opposite") == [0b001001, 0b010010, 0b100100]
    assert arrow_sets("three_alternating") == [0b010101, 0b101010]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds.four": 7}, "rounds.four = 7"),
        ({"game.discs": 30}, "30 discs, but a game of four may take 36"),
        ({"resources.wood.tiles_1": [0, 0, 0, 0, 0], "resources.hops.tiles_2": [2, 2, 2, 2, 0]}, "but 90 are laid out"),
        ({"resources.wood.tiles_1": [2, 2]}, "at least 5 items"),
        ({"monks.monk_1.tiles_1": 1}, "22 tiles in all, but 24"),
        ({"sheds.shed_1.up_to": 20}, "must rise"),
        ({"sheds.shed_4.up_to": 29}, "end at 30"),
        ({"pairs.pair_1": ["x", "hops"]}, "exactly one pair"),
        ({"track.monk_prices": [4, 3, 2]}, "3 prices for 4 monk spaces"),
        ({"track.extra_discs.two": [1]}, "space 1 is a resource space"),
        ({"garden.sheds": [[0, 1], [-4, 3], [0, 3], [4, 3], [-4, 5], [0, 5], [9, 9]]}, "not surrounded"),
        ({"game.track_end": 25}, "before the end of the track"),
        ({"final.tier_2.up_to": -1}, "must rise"),
        ({"barrels.goals.barrel_barren.fertility": 6}, "less than or equal to 5"),
        ({"game.sun_price": 0}, "greater than or equal to 1"),
        ({"rulings.exchange": "never"}, "'until_even' or 'at_will'"),
        ({"start_area.first_player_vp": 1001}, "less than or equal to 1000"),
        ({"barrels.goals.barrel_sun.extra_small_vp": -3}, "its small barrel gives -1 points, not 0 to 1000"),
        ({"barrels.large_vp": 1000, "barrels.goals.barrel_shade.extra_large_vp": 1}, "its large barrel gives 1001 points"),
    ],
)
def test_impossible_rules_are_refused(changes, message):
    with pytest.raises(BadInput, match=message):
        load_rules("heaven_and_ale", changes)


def test_a_patched_number_reaches_the_record():
    rules = load_rules(
        "heaven_and_ale", {"final.tier_4.vp": 9, "sheds.shed_0.brewmaster_steps": 4, "privileges.privilege_money.ducats": 7}
    ).record
    assert rules.vp[RULES.vp != rules.vp].tolist() == [9, 9, 9]
    assert rules.shed_steps[0] == 4
    assert rules.card_ducats == 7


def test_items_are_what_the_analysis_asks_for():
    title = load_title("heaven_and_ale")
    counts = {kind: title.item_kinds.count(kind) for kind in title.item_kinds}
    assert counts == {"resource tile": 25, "monk": 4, "privilege": 5, "barrel": 12, "shed tile": 5, "scoring spot": 10}
