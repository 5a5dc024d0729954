"""One test or more for each clause of RULES.md, on hand-set tables."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from brewsim.engine.contract import MISSING, NONE, new_record
from brewsim.games import load_title
from brewsim.games.heaven_and_ale.checking import check
from brewsim.games.heaven_and_ale.garden import any_pending, lay_tile
from brewsim.games.heaven_and_ale.kernel import apply, conceal, item_of, setup
from brewsim.games.heaven_and_ale.options import legal
from brewsim.games.heaven_and_ale.rules import (
    BARREL,
    BREWMASTER,
    DISC_A,
    EMPTY,
    MONK,
    N_BARRELS,
    N_COLOURS,
    N_PLOTS,
    N_RESOURCES,
    N_SPACES,
    PLOTS_OF_SIDE,
    RESOURCE,
    SHADE,
    SUN,
)
from brewsim.games.heaven_and_ale.scoring import best_level, due_barrels, outcome, total_points
from brewsim.games.heaven_and_ale.state import (
    ADVANCE,
    BREW_CARD,
    BREW_PLACE,
    BUY,
    CLAIM,
    COLOUR_CARD,
    DONE,
    DUCAT_PLACE,
    ENTER,
    FIRST,
    HELD,
    HOME,
    LARGE,
    LOWEST_CARD,
    MONEY_CARD,
    MOVE,
    N_MASKS,
    NO_CARD,
    PLACE,
    PLACED,
    RESOURCE_PLACE,
    SCORE,
    SELL,
    SHED,
    SMALL,
    SOLD,
    STATE,
    Phase,
)
from brewsim.games.heaven_and_ale.state import BARREL_CARD as PLACE_BARREL_CARD
from brewsim.play import check as play_and_check
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted

RULES = load_rules("heaven_and_ale").record
TITLE = load_title("heaven_and_ale")
WOOD, YEAST, HOPS, WATER, BARLEY = range(N_COLOURS)
MONK_1, MONK_2 = N_RESOURCES, N_RESOURCES + 1
SHADY_SHED, SUNNY_SHED, TOP_SHED, MIDDLE_SHED = 3, 1, 0, 2
SPACE_A, SPACE_B, SPACE_C, SPACE_ABC, BARRELS_1 = 3, 6, 11, 15, 13
SCORE_COLOUR, SCORE_MONK = SCORE + 5, SCORE + 10


@pytest.fixture(autouse=True)
def _wrapping_mixer() -> Iterator[None]:
    with np.errstate(over="ignore"):
        yield


def new_game(seats: int = 4, key: int = 7) -> np.record:
    state = new_record(STATE)
    state.key = np.uint64(key)
    state.n_seats = seats
    setup(RULES, state)
    return state


def on_turn(seats: int = 4, seat: int = 0, key: int = 7) -> np.record:
    """A game at its first move, everyone on a place of the start area, with `seat` to move."""
    state = new_game(seats, key)
    state.place[:seats] = range(seats)
    state.phase = Phase.MOVE
    state.seat = seat
    return state


def actions_of(state: np.record) -> list[int]:
    actions = np.zeros(TITLE.max_actions + 64, np.int32)
    return actions[: legal(RULES, state, actions)].tolist()


def tile(colour: int, fertility: int) -> int:
    return colour * 5 + fertility - 1


def plant(state: np.record, plots: dict[int, int], seat: int = 0) -> None:
    for plot, kind in plots.items():
        lay_tile(RULES, state, seat, plot, kind)


def stand(state: np.record, space: int, phase: Phase) -> None:
    """The seat to move has just stepped onto a space."""
    state.position[state.seat] = space + 1
    state.place[state.seat] = NONE
    state.bought = 0
    state.phase = phase


def offer(state: np.record, space: int, *kinds: int) -> None:
    state.n_offer[space] = len(kinds)
    state.offer[space, : len(kinds)] = kinds
    prices = [RULES.fertility[kind] if kind < N_RESOURCES else RULES.monk_price[space] for kind in kinds]
    state.cheapest[space] = min(prices, default=1000)


def enclose(state: np.record, shed: int, kinds: list[int], seat: int = 0) -> None:
    """Lay five of the tiles around a shed; the sixth is bought and in hand, for the place with the number 5."""
    ring = RULES.ring[shed].tolist()
    plant(state, dict(zip(ring[:5], kinds[:5])), seat)
    stand(state, 0, Phase.PLACE)
    offer(state, 0)
    state.bought, state.bought_kind, state.bought_side = 1, kinds[5], ring[5] // PLOTS_OF_SIDE


def spaces_in(actions: list[int]) -> list[int]:
    return [action - MOVE for action in actions if action < ENTER]


def enter(state: np.record, place: int, colour: int = 0) -> None:
    """Take a place of the start area, and move this marker if it is the resource place."""
    apply(RULES, state, ENTER + place)
    if place == RESOURCE_PLACE:
        apply(RULES, state, ADVANCE + colour)


def end_round(state: np.record) -> None:
    """All return, the seat to move first, each to the first place that is free."""
    rounds = int(state.rounds)
    while state.rounds == rounds and not state.over:
        enter(state, next(action for action in actions_of(state) if ENTER <= action < ADVANCE) - ENTER)


# --- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_resource_spaces_get_tiles_with_one_on_the_back(seats):
    """HA-1: 15 tiles, all from the first pile."""
    state = new_game(seats)
    assert state.n_offer[RULES.space_kind == RESOURCE].tolist() == [1] * 15
    assert state.n_piles.tolist() == [35, 50]
    assert (state.offer[RULES.space_kind == RESOURCE, 0] < N_RESOURCES).all()


@pytest.mark.parametrize(("seats", "left"), [(2, [0, 12]), (3, [0, 8]), (4, [0, 0])])
def test_monks_come_in_stacks_of_four(seats, left):
    """HA-2: 3, 4 and 6 stacks are used, those with I first."""
    state = new_game(seats)
    assert state.n_offer[RULES.space_kind == MONK].tolist() == [1] * 4
    assert state.n_cloister.tolist() == [8, 12]
    state.phase, state.seat = Phase.MOVE, 0
    state.place[:seats] = range(seats)
    for _ in range(RULES.total_rounds[seats]):
        end_round(state)
    assert state.over
    assert state.n_cloister.tolist() == left


def test_discs_and_barrels_are_laid_out():
    """HA-3: one disc on each of six spaces, twelve large barrels on twelve small ones."""
    state = new_game()
    assert state.space_discs[RULES.space_kind >= DISC_A].tolist() == [1] * 6
    assert state.space_discs.sum() == 6
    assert state.disc_supply == 30
    assert state.large_left.sum() == state.small_left.sum() == 12


def test_players_begin_with_money_cards_and_markers():
    """HA-4: 25 ducats, 5 cards, markers on 0, -2, -4, -6, -8 and the brewmaster on -10."""
    state = new_game(3)
    for seat in range(3):
        assert state.money[seat] == 25
        assert state.card[seat].tolist() == [HELD] * 5
        assert state.marker[seat].tolist() == [0, -2, -4, -6, -8, -10]
        assert state.tile[seat].tolist() == [EMPTY] * (N_PLOTS + 1)


def test_places_are_chosen_counter_clockwise_with_their_rewards():
    """HA-5: the last seat first; seat 0 has the first player's place; each reward once; then seat 0 moves."""
    state = new_game(4)
    assert state.seat == 3
    assert actions_of(state) == [ENTER + BREW_PLACE, ENTER + DUCAT_PLACE, ENTER + RESOURCE_PLACE]
    apply(RULES, state, ENTER + BREW_PLACE)
    assert state.marker[3, BREWMASTER] == -9
    assert state.seat == 2
    assert ENTER + BREW_PLACE not in actions_of(state)
    apply(RULES, state, ENTER + RESOURCE_PLACE)
    assert actions_of(state) == [ADVANCE + colour for colour in range(N_COLOURS)]
    apply(RULES, state, ADVANCE + HOPS)
    assert state.marker[2].tolist() == [0, -2, -2, -6, -8, -10]
    assert actions_of(state) == [ENTER + DUCAT_PLACE]
    apply(RULES, state, ENTER + DUCAT_PLACE)
    assert state.money[:4].tolist() == [25, 27, 25, 25]
    assert (state.seat, state.phase) == (0, Phase.MOVE)
    assert state.place.tolist() == [FIRST, DUCAT_PLACE, RESOURCE_PLACE, BREW_PLACE]


# --- movement ----------------------------------------------------------------------------------------------------------


def test_figures_move_forward_only_and_may_share_a_space():
    """HA-6: any space ahead, also one with another figure, never back; clockwise turns."""
    state = on_turn()
    state.position[0] = 5
    state.position[1] = 8
    spaces = spaces_in(actions_of(state))
    assert min(spaces) == 5
    assert 7 in spaces
    apply(RULES, state, MOVE + 7)
    apply(RULES, state, next(a for a in actions_of(state) if BUY <= a < SELL))
    apply(RULES, state, actions_of(state)[0])
    assert state.position[:2].tolist() == [8, 8]
    assert state.seat == 1


def test_who_is_back_is_passed_over():
    """HA-6: seats in the start area have no turn until the round ends."""
    state = on_turn()
    state.position[1] = state.position[2] = HOME
    apply(RULES, state, ENTER + FIRST)
    assert state.seat == 3


def test_a_space_whose_action_is_impossible_is_closed():
    """HA-7: no tile, no disc, nothing to score, no money, no plot, no barrel."""
    state = on_turn()
    spaces = spaces_in(actions_of(state))
    assert all(RULES.space_kind[space] in (RESOURCE, MONK) for space in spaces)
    assert len(spaces) == 19
    offer(state, 0)
    offer(state, 1, tile(WOOD, 5))
    offer(state, 4, tile(WOOD, 4))
    state.money[0], state.n_held[0] = 4, 0
    state.card[0] = SOLD
    spaces = spaces_in(actions_of(state))
    assert 0 not in spaces
    assert 1 not in spaces
    assert 4 in spaces
    state.side_tiles[0, SHADE] = PLOTS_OF_SIDE  # only the sun is left, at twice the price
    assert 4 not in spaces_in(actions_of(state))
    state.money[0] = 8
    assert 4 in spaces_in(actions_of(state))
    state.side_tiles[0, SUN] = PLOTS_OF_SIDE
    assert [RULES.space_kind[space] for space in spaces_in(actions_of(state))] == [BARREL, BARREL]  # for the full sides
    state.small_left[10:] = 0
    assert spaces_in(actions_of(state)) == []


def test_places_of_figures_that_have_not_left_are_taken():
    """HA-8: at the first turn of a round the others still stand on their places; one's own is free."""
    state = on_turn()
    assert [a for a in actions_of(state) if ENTER <= a < ADVANCE] == [ENTER + FIRST]
    state.position[1] = 3
    state.place[1] = NONE
    assert [a for a in actions_of(state) if ENTER <= a < ADVANCE] == [ENTER + FIRST, ENTER + BREW_PLACE]


def test_returning_takes_the_reward_and_ends_the_round_for_the_seat():
    """HA-8: brewmaster, resource or ducats; the figure is home."""
    for place, marker, spot, money in (
        (BREW_PLACE, BREWMASTER, -9, 25),
        (DUCAT_PLACE, WOOD, 0, 27),
        (RESOURCE_PLACE, BARLEY, -6, 25),
    ):
        state = on_turn(2)
        state.position[:2] = 9
        state.place[:2] = NONE
        enter(state, place, BARLEY)
        assert state.marker[0, marker] == spot
        assert state.money[0] == money
        assert state.position[0] == HOME
        assert state.seat == 1


def test_the_last_one_in_must_take_the_first_place_if_it_is_free():
    """HA-9: at 2 and 3 seats the first player's place may be left."""
    state = on_turn(3)
    state.position[1] = state.position[2] = HOME
    state.place[1], state.place[2] = BREW_PLACE, DUCAT_PLACE
    assert [a for a in actions_of(state) if ENTER <= a < ADVANCE] == [ENTER + FIRST]
    state.place[1] = FIRST
    assert ENTER + BREW_PLACE in actions_of(state)
    state.place[1], state.position[2], state.place[2] = BREW_PLACE, 20, NONE  # not the last: free choice
    assert ENTER + DUCAT_PLACE in actions_of(state)


# --- buying ------------------------------------------------------------------------------------------------------------


def test_one_buys_at_least_one_tile_and_then_as_many_as_one_likes():
    """HA-10: no end before the first; equal tiles are one action; the turn ends by itself when the space is empty."""
    state = on_turn()
    offer(state, 0, tile(HOPS, 2), tile(HOPS, 2), tile(WOOD, 1))
    apply(RULES, state, MOVE)
    first = actions_of(state)
    assert sorted(first) == sorted(BUY + 2 * kind + side for kind in (tile(HOPS, 2), tile(WOOD, 1)) for side in (SUN, SHADE))
    for kind, left in ((tile(HOPS, 2), 2), (tile(WOOD, 1), 1)):
        apply(RULES, state, BUY + 2 * kind + SHADE)
        apply(RULES, state, actions_of(state)[0])
        assert state.n_offer[0] == left
        assert DONE in actions_of(state)
    assert BUY + 2 * tile(HOPS, 2) + SUN in actions_of(state)
    apply(RULES, state, BUY + 2 * tile(HOPS, 2) + SUN)
    apply(RULES, state, actions_of(state)[0])
    assert state.seat == 1
    assert state.money[0] == 25 - 2 - 1 - 4


def test_buying_may_stop():
    """HA-10: after one tile the rest may stay."""
    state = on_turn()
    offer(state, 0, tile(HOPS, 2), tile(WOOD, 1))
    apply(RULES, state, MOVE)
    apply(RULES, state, BUY + 2 * tile(WOOD, 1) + SHADE)
    apply(RULES, state, actions_of(state)[0])
    apply(RULES, state, DONE)
    assert state.offer[0, : state.n_offer[0]].tolist() == [tile(HOPS, 2)]
    assert state.seat == 1


@pytest.mark.parametrize(("side", "cost"), [(SHADE, 5), (SUN, 10)])
def test_a_resource_costs_its_fertility_and_twice_in_the_sun(side, cost):
    """HA-11: and goes to any free plot of that side."""
    state = on_turn()
    plant(state, {0: MONK_1, 15: MONK_1})
    offer(state, 0, tile(WATER, 5))
    apply(RULES, state, MOVE)
    apply(RULES, state, BUY + 2 * tile(WATER, 5) + side)
    assert state.money[0] == 25 - cost
    first = PLOTS_OF_SIDE * side
    assert actions_of(state) == [PLACE + plot for plot in range(first + 1, first + PLOTS_OF_SIDE)]
    apply(RULES, state, PLACE + first + 7)
    assert state.tile[0, first + 7] == tile(WATER, 5)


@pytest.mark.parametrize(("space", "price"), [(2, 4), (9, 3), (17, 2), (24, 1)])
def test_a_monk_costs_the_price_of_its_space_and_twice_in_the_sun(space, price):
    """HA-12: 4, 3, 2 and 1 along the track."""
    for side, factor in ((SHADE, 1), (SUN, 2)):
        state = on_turn()
        kind = int(state.offer[space, 0])
        apply(RULES, state, MOVE + space)
        apply(RULES, state, BUY + 2 * kind + side)
        assert state.money[0] == 25 - factor * price
        assert len(actions_of(state)) == PLOTS_OF_SIDE


def test_cards_can_be_sold_for_what_is_too_dear():
    """HA-13: cards count for what one can afford, each brings 3 ducats and is gone."""
    state = on_turn()
    offer(state, 0, tile(WOOD, 4))
    state.money[0] = 0
    state.card[0] = [HELD, SOLD, PLACED, SOLD, HELD]
    state.n_held[0] = 2
    assert 0 in spaces_in(actions_of(state))
    apply(RULES, state, MOVE)
    assert actions_of(state) == [BUY + 2 * tile(WOOD, 4) + SHADE]
    apply(RULES, state, BUY + 2 * tile(WOOD, 4) + SHADE)
    assert actions_of(state) == [SELL, SELL + 4]
    apply(RULES, state, SELL + 4)
    assert state.money[0] == 3
    assert state.card[0].tolist() == [HELD, SOLD, PLACED, SOLD, SOLD]
    assert actions_of(state) == [SELL]
    apply(RULES, state, SELL)
    assert (state.money[0], state.n_held[0], state.phase) == (2, 0, Phase.PLACE)
    state = on_turn()
    offer(state, 0, tile(WOOD, 4))
    state.money[0], state.n_held[0], state.card[0] = 0, 1, [HELD, SOLD, SOLD, SOLD, SOLD]
    assert 0 not in spaces_in(actions_of(state))


def test_no_card_is_sold_for_nothing():
    """HA-13: only for a tile that one has chosen, and only until the ducats pay it."""
    for money, sold in ((8, 0), (7, 1), (5, 1), (4, 2)):
        state = on_turn()
        offer(state, 0, tile(WOOD, 4), tile(WOOD, 5))
        state.money[0] = money
        apply(RULES, state, MOVE)
        apply(RULES, state, BUY + 2 * tile(WOOD, 4) + SUN)
        for card in range(sold):
            assert actions_of(state) == [SELL + held for held in range(card, 5)]
            apply(RULES, state, SELL + card)
        assert state.phase == Phase.PLACE
        assert state.money[0] == money + 3 * sold - 8
        apply(RULES, state, PLACE)
        assert not any(SELL <= action < DONE for action in actions_of(state))
        assert DONE in actions_of(state)


def test_cards_left_are_sold_when_one_returns_in_the_last_round():
    """HA-14: 3 ducats for each held card, none for a placed one, and not before the last round."""
    for rounds, place, money in ((4, FIRST, 25), (5, FIRST, 34), (5, RESOURCE_PLACE, 34)):
        state = on_turn(4)
        state.rounds = rounds
        state.place[3] = NONE
        state.card[0] = [HELD, PLACED, HELD, SOLD, HELD]
        state.n_held[0] = 3
        enter(state, place)
        assert state.money[0] == money


# --- sheds -------------------------------------------------------------------------------------------------------------


def test_a_shed_is_built_at_once_when_six_tiles_lie_around_it():
    """HA-15: not with five, and before further purchases."""
    state = on_turn()
    ring = RULES.ring[SHADY_SHED].tolist()
    plant(state, dict.fromkeys(ring[:5], tile(WOOD, 1)))
    assert not any_pending(state, 0)
    offer(state, 0, tile(WOOD, 1), tile(WOOD, 1))
    apply(RULES, state, MOVE)
    apply(RULES, state, BUY + 2 * tile(WOOD, 1) + SHADE)
    apply(RULES, state, PLACE + ring[5])
    assert state.phase == Phase.SHED
    apply(RULES, state, actions_of(state)[0])
    assert state.shed[0, SHADY_SHED] == 1
    assert state.phase == Phase.BUY


@pytest.mark.parametrize(
    ("fertilities", "steps", "shed_type"),
    [
        ([1, 1, 1, 1, 1, 2], 6, 0),
        ([1, 1, 1, 1, 2, 2], 3, 1),
        ([1, 2, 2, 2, 2, 2], 3, 1),
        ([2, 2, 2, 2, 2, 2], 1, 2),
        ([2, 3, 3, 3, 3, 3], 1, 2),
        ([3, 3, 3, 3, 3, 3], 1, 3),
        ([3, 4, 4, 4, 4, 4], 1, 3),
        ([4, 4, 4, 4, 4, 4], 0, 4),
        ([5, 5, 5, 5, 5, 5], 0, 4),
        ([0, 5, 5, 5, 5, 5], 0, 4),
        ([0, 0, 0, 0, 0, 0], 6, 0),
        ([0, 0, 0, 0, 3, 5], 3, 1),
    ],
)
def test_the_fertility_sum_moves_the_brewmaster(fertilities, steps, shed_type):
    """HA-16: at both edges of each row; a monk (0 here) counts nothing."""
    state = on_turn()
    enclose(state, SHADY_SHED, [tile(WOOD, f) if f else MONK_1 for f in fertilities])
    apply(RULES, state, PLACE + RULES.ring[SHADY_SHED, 5])
    before = int(state.marker[0, BREWMASTER])
    mask_action = next(a for a in actions_of(state))
    mask = (mask_action - SHED) % N_MASKS
    monks = sum(fertilities[i] == 0 for i in range(6) if mask >> i & 1)
    apply(RULES, state, mask_action)
    assert state.marker[0, BREWMASTER] - before == steps + monks
    assert state.shed_count[0].tolist() == [int(t == shed_type) for t in range(5)]


@pytest.mark.parametrize(
    ("fertility", "n", "masks"),
    [
        (1, 1, [0]),
        (2, 3, [0b001001, 0b010010, 0b100100]),
        (3, 2, [0b010101, 0b101010]),
    ],
)
def test_arrows_of_the_shed_tiles(fertility, n, masks):
    """HA-17: none, opposite ones, every other one."""
    state = on_turn()
    kinds = [tile(i % 5, fertility) for i in range(6)]
    enclose(state, SHADY_SHED, kinds)
    apply(RULES, state, PLACE + RULES.ring[SHADY_SHED, 5])
    assert actions_of(state) == [SHED + N_MASKS * SHADY_SHED + mask for mask in masks]
    assert len(masks) == n


def test_a_shed_of_one_arrow_or_four_chooses_freely_among_different_tiles():
    """HA-17: any one and any four; equal tiles on the same side are one choice."""
    state = on_turn()
    enclose(state, SHADY_SHED, [tile(WOOD, 1), tile(WOOD, 1), tile(HOPS, 1), tile(WATER, 2), tile(BARLEY, 2), tile(YEAST, 3)])
    apply(RULES, state, PLACE + RULES.ring[SHADY_SHED, 5])
    masks = [(action - SHED) % N_MASKS for action in actions_of(state)]
    assert masks == [1, 4, 8, 16, 32]
    state = on_turn()
    enclose(state, SHADY_SHED, [tile(i % 5, 4 + i // 5) for i in range(6)])
    apply(RULES, state, PLACE + RULES.ring[SHADY_SHED, 5])
    masks = [(action - SHED) % N_MASKS for action in actions_of(state)]
    assert len(masks) == 15
    assert all(mask.bit_count() == 4 for mask in masks)


def test_a_shed_activates_tiles_of_sun_and_shade():
    """HA-18: steps in the sun, ducats in the shade, the brewmaster for a monk."""
    state = on_turn()
    ring = RULES.ring[TOP_SHED].tolist()
    sunny = [plot < PLOTS_OF_SIDE for plot in ring]
    kinds = [tile(HOPS, 5), tile(HOPS, 4), tile(HOPS, 3), MONK_1, tile(HOPS, 1), tile(HOPS, 5)]  # 18: three alternating, 1 step
    enclose(state, TOP_SHED, kinds)
    apply(RULES, state, PLACE + ring[5])
    apply(RULES, state, SHED + N_MASKS * TOP_SHED + 0b101010)
    steps = sum(f for i, f in ((1, 4), (5, 5)) if sunny[i])
    ducats = sum(f for i, f in ((1, 4), (5, 5)) if not sunny[i])
    assert steps + ducats == 9
    assert state.marker[0, HOPS] == -4 + steps
    assert state.money[0] == 25 + ducats
    assert state.marker[0, BREWMASTER] == -10 + 1 + 1


def test_two_sheds_enclosed_by_one_tile_are_resolved_in_any_order():
    """HA-19: both are offered, and the second waits for the first."""
    for first, second in ((SUNNY_SHED, 4), (4, SUNNY_SHED)):
        state = on_turn()
        shared = sorted(set(RULES.ring[first].tolist()) & set(RULES.ring[second].tolist()))
        plots = set(RULES.ring[first].tolist()) | set(RULES.ring[second].tolist())
        plant(state, dict.fromkeys(plots - {shared[0]}, tile(BARLEY, 2)))
        stand(state, 0, Phase.PLACE)
        offer(state, 0)
        state.bought, state.bought_kind, state.bought_side = 1, tile(BARLEY, 2), SUN
        apply(RULES, state, PLACE + shared[0])
        assert {(a - SHED) // N_MASKS for a in actions_of(state)} == {first, second}
        apply(RULES, state, next(a for a in actions_of(state) if (a - SHED) // N_MASKS == first))
        assert state.shed[0, first] == 3
        assert state.shed[0, second] == 0
        assert {(a - SHED) // N_MASKS for a in actions_of(state)} == {second}
        apply(RULES, state, actions_of(state)[0])
        assert state.marker[0, BARLEY] == -8 + 8
        assert state.marker[0, BREWMASTER] == -8
        assert state.seat == 1


# --- scoring discs -----------------------------------------------------------------------------------------------------


def test_a_disc_goes_to_an_empty_spot_that_scores_something():
    """HA-20: A for X, B for monks, C for colours, A/B/C for all; never a used spot or an absent type."""
    state = on_turn()
    plant(state, {0: tile(HOPS, 2), 20: tile(WATER, 3), 10: MONK_2})
    expected = {
        SPACE_A: [SCORE + 1, SCORE + 2],
        SPACE_B: [SCORE_MONK + 1],
        SPACE_C: [SCORE_COLOUR + HOPS, SCORE_COLOUR + WATER],
        SPACE_ABC: [SCORE + 1, SCORE + 2, SCORE_COLOUR + HOPS, SCORE_COLOUR + WATER, SCORE_MONK + 1],
    }
    assert set(expected) <= set(spaces_in(actions_of(state)))
    for space, options in expected.items():
        stand(state, space, Phase.SCORE)
        assert actions_of(state) == options
    state.position[0], state.phase = 0, Phase.MOVE
    state.disc[0, 0] = state.disc[0, 7] = 1
    assert {SPACE_A, SPACE_B} & set(spaces_in(actions_of(state))) == set()
    assert {SPACE_C, SPACE_ABC} <= set(spaces_in(actions_of(state)))
    state.space_discs[SPACE_C] = 0
    assert SPACE_C not in spaces_in(actions_of(state))


def test_x_activates_all_tiles_of_one_fertility():
    """HA-21: in sun and shade, of all colours, and no others."""
    state = on_turn()
    plant(state, {0: tile(HOPS, 3), 8: tile(WOOD, 3), 20: tile(WATER, 3), 22: tile(WATER, 3), 12: tile(WOOD, 4), 29: tile(HOPS, 2)})
    stand(state, SPACE_A, Phase.SCORE)
    assert actions_of(state) == [SCORE + 1, SCORE + 2, SCORE + 3]
    apply(RULES, state, SCORE + 2)
    assert state.marker[0].tolist() == [3, -2, -1, -6, -8, -10]
    assert state.money[0] == 25 + 6
    assert state.disc[0].tolist() == [1] + [0] * 9
    assert state.space_discs[SPACE_A] == 0


def test_activation_gives_ducats_in_the_shade_and_steps_in_the_sun():
    """HA-22: by the fertility of the tile."""
    state = on_turn()
    plant(state, {3: tile(YEAST, 5), 18: tile(YEAST, 4)})
    stand(state, SPACE_C, Phase.SCORE)
    apply(RULES, state, SCORE_COLOUR + YEAST)
    assert state.marker[0, YEAST] == -2 + 5
    assert state.money[0] == 25 + 4


def test_steps_beyond_twenty_become_ducats():
    """HA-23: a resource marker stops at 20."""
    state = on_turn()
    plant(state, {3: tile(YEAST, 5), 5: tile(YEAST, 4)})
    state.marker[0, YEAST] = 18
    stand(state, SPACE_C, Phase.SCORE)
    apply(RULES, state, SCORE_COLOUR + YEAST)
    assert state.marker[0, YEAST] == 20
    assert state.money[0] == 25 + 7


def test_the_brewmaster_stops_at_twenty_and_gets_nothing():
    """HA-24: further steps are lost."""
    state = on_turn()
    state.marker[0, BREWMASTER] = 18
    enclose(state, SHADY_SHED, [tile(WOOD, 1)] * 6)
    apply(RULES, state, PLACE + RULES.ring[SHADY_SHED, 5])
    apply(RULES, state, actions_of(state)[0])
    assert state.marker[0, BREWMASTER] == 20
    assert state.money[0] == 25


def test_a_monk_spot_triggers_all_monks_of_the_type():
    """HA-25: each activates what is next to it, a tile between two of them twice; other monks do not stir."""
    state = on_turn()
    middle = 8  # a sunny plot with neighbours on all sides
    near = RULES.near[middle, : RULES.n_near[middle]].tolist()
    plant(state, {middle: tile(HOPS, 4), near[0]: MONK_1, near[2]: MONK_1, near[1]: MONK_2})
    far = next(p for p in range(15, 30) if not set(RULES.near[p].tolist()) & {middle, *near})
    plant(state, {far: tile(WOOD, 5)})
    stand(state, SPACE_B, Phase.SCORE)
    steps = state.gain[0, 10].copy()
    apply(RULES, state, SCORE_MONK)
    assert state.marker[0, HOPS] == -4 + 8
    assert state.money[0] == 25
    adjacent_monks = sum(b in RULES.near[a].tolist() for a, b in itertools.permutations((near[0], near[1], near[2]), 2) if a != near[1])
    assert steps[BREWMASTER] == adjacent_monks == state.marker[0, BREWMASTER] + 10


def test_two_adjacent_monks_of_the_type_each_move_the_brewmaster():
    """HA-26: triggered one after the other, each is activated by the other; no chain to what lies behind."""
    state = on_turn()
    first = 8
    second = int(RULES.near[first, 0])
    third = next(int(p) for p in RULES.near[second, : RULES.n_near[second]] if p not in RULES.near[first] and p != first)
    behind = next(
        int(p) for p in RULES.near[third, : RULES.n_near[third]] if p not in (*RULES.near[first], *RULES.near[second], first, second)
    )
    plant(state, {behind: tile(WOOD, 5), first: MONK_1, second: MONK_1, third: MONK_2})
    stand(state, SPACE_B, Phase.SCORE)
    apply(RULES, state, SCORE_MONK)
    assert state.marker[0, BREWMASTER] == -10 + 3  # first by second, second by first, the third by second
    assert state.marker[0, WOOD] == 0  # the third monk does not trigger what lies behind it
    assert state.money[0] == 25


def test_a_resource_spot_activates_its_colour_only():
    """HA-27: all fertilities of one colour."""
    state = on_turn()
    plant(state, {0: tile(BARLEY, 1), 6: tile(BARLEY, 5), 16: tile(BARLEY, 2), 7: tile(WATER, 5), 17: tile(WATER, 5)})
    stand(state, SPACE_C, Phase.SCORE)
    apply(RULES, state, SCORE_COLOUR + BARLEY)
    assert state.marker[0].tolist() == [0, -2, -4, -6, -2, -10]
    assert state.money[0] == 27


def test_one_disc_is_taken_where_two_lie():
    """HA-28: one disc, one scoring, and the second stays for another."""
    state = on_turn(2)
    plant(state, {0: tile(BARLEY, 1)})
    state.space_discs[SPACE_C] = 2
    stand(state, SPACE_C, Phase.SCORE)
    apply(RULES, state, SCORE_COLOUR + BARLEY)
    assert state.space_discs[SPACE_C] == 1
    assert state.disc[0].sum() == state.n_discs[0] == 1
    assert state.seat == 1


# --- privilege pairs ---------------------------------------------------------------------------------------------------


def complete_pair(state: np.record) -> None:
    """Score hops where yeast has a disc already."""
    plant(state, {0: tile(HOPS, 1), 1: tile(HOPS, 2), 16: tile(WATER, 1)})
    state.disc[0, 1 + YEAST] = 1
    state.n_discs[0] = 1
    stand(state, SPACE_C, Phase.SCORE)
    apply(RULES, state, SCORE_COLOUR + HOPS)


def test_a_card_may_be_placed_when_a_pair_is_completed_and_only_then():
    """HA-29: any held card or none; half a pair gives nothing; without a card the turn just ends."""
    state = on_turn()
    complete_pair(state)
    assert state.phase == Phase.PRIVILEGE
    assert actions_of(state) == [
        COLOUR_CARD + HOPS,
        COLOUR_CARD + WATER,
        LOWEST_CARD + BARLEY,
        PLACE_BARREL_CARD,
        MONEY_CARD,
        BREW_CARD,
        NO_CARD,
    ]
    apply(RULES, state, NO_CARD)
    assert state.card[0].tolist() == [HELD] * 5
    assert (state.seat, state.phase) == (1, Phase.MOVE)
    state = on_turn()
    state.card[0] = [SOLD, SOLD, PLACED, HELD, SOLD]
    state.n_held[0] = 1
    complete_pair(state)
    assert actions_of(state) == [MONEY_CARD, NO_CARD]
    state = on_turn()
    state.card[0] = SOLD
    state.n_held[0] = 0
    complete_pair(state)
    assert state.seat == 1
    state = on_turn()
    plant(state, {0: tile(HOPS, 1)})
    stand(state, SPACE_C, Phase.SCORE)
    state.disc[0, 1 + WATER] = 1  # the partner of barley, not of hops
    apply(RULES, state, SCORE_COLOUR + HOPS)
    assert state.seat == 1


def test_the_colour_privilege_counts_tiles_of_a_colour():
    """HA-30: three hops tiles in sun and shade are three steps, whatever their fertility."""
    state = on_turn()
    plant(state, {20: tile(HOPS, 5)})
    complete_pair(state)
    hops = int(state.marker[0, HOPS])
    assert COLOUR_CARD + BARLEY not in actions_of(state)
    apply(RULES, state, COLOUR_CARD + HOPS)
    assert state.marker[0, HOPS] == hops + 3
    assert state.card[0].tolist() == [PLACED, HELD, HELD, HELD, HELD]


def test_the_privilege_of_the_last_counts_discs():
    """HA-31: for one marker furthest behind, chosen among equals, with the disc just placed."""
    state = on_turn()
    state.marker[0] = [-3, 1, -2, -3, 0, 4]
    state.disc[0, 0] = state.disc[0, 6] = 1
    complete_pair(state)
    state.n_discs[0] = state.disc[0].sum()
    assert [a for a in actions_of(state) if LOWEST_CARD <= a < PLACE_BARREL_CARD] == [LOWEST_CARD + WOOD, LOWEST_CARD + WATER]
    apply(RULES, state, LOWEST_CARD + WATER)
    assert state.marker[0].tolist() == [-3, 1, 1, 1, 0, 4]


def test_money_brewmaster_and_barrel_privileges():
    """HA-32: 12 ducats, 5 steps, a point a barrel."""
    for action, money, brewmaster, card in ((MONEY_CARD, 37, -10, 3), (BREW_CARD, 25, -5, 4), (PLACE_BARREL_CARD, 25, -10, 2)):
        state = on_turn()
        complete_pair(state)
        apply(RULES, state, action)
        assert state.money[0] == money
        assert state.marker[0, BREWMASTER] == brewmaster
        assert state.card[0, card] == PLACED
        assert state.n_held[0] == 4
        assert state.seat == 1


# --- barrels -----------------------------------------------------------------------------------------------------------


def due(state: np.record, seat: int = 0) -> list[int]:
    bits = due_barrels(RULES, state, seat)
    return [barrel for barrel in range(N_BARRELS) if bits >> barrel & 1]


def test_the_twelve_goals():
    """HA-33: each is met exactly at its threshold."""
    state = on_turn()
    assert due(state) == []
    cases = [
        (lambda s, n: s.marker[0].__setitem__(BREWMASTER, n), 1, [0]),
        (lambda s, n: s.marker[0].__setitem__(slice(0, 5), n), 1, [1]),
        (lambda s, n: s.n_fertility[0].__setitem__(0, n), 6, [2]),
        (lambda s, n: s.n_fertility[0].__setitem__(4, n), 6, [3]),
        (lambda s, n: s.disc[0].__setitem__(slice(6, 6 + n), 1), 4, [4]),
        (lambda s, n: s.disc[0].__setitem__(slice(1, 1 + n), 1), 5, [5]),
        (lambda s, n: s.shed_count[0].__setitem__(2, n), 3, [6]),
        (lambda s, n: s.shed_count[0].__setitem__(slice(0, n), 1), 4, [7]),
        (lambda s, n: s.marker[0].__setitem__(3, n), 20, [8]),
        (lambda s, n: s.card[0].__setitem__(slice(0, n), PLACED), 3, [9]),
        (lambda s, n: s.side_tiles[0].__setitem__(SUN, n), 15, [10]),
        (lambda s, n: s.side_tiles[0].__setitem__(SHADE, n), 15, [11]),
    ]
    assert len(cases) == N_BARRELS
    for change, needed, barrels in cases:
        state = on_turn()
        change(state, needed - 1)
        assert due(state) == []
        change(state, needed)
        assert due(state) == barrels


def test_large_before_small_and_never_both():
    """HA-34: the second to come gets the small one, the third nothing."""
    state = on_turn(3)
    state.marker[:3, BREWMASTER] = 1
    for seat, size in ((0, LARGE), (1, SMALL)):
        state.seat = seat
        stand(state, BARRELS_1, Phase.CLAIM)
        assert actions_of(state) == [CLAIM]
        apply(RULES, state, CLAIM)
        assert state.barrel[seat, 0] == size
        assert due(state, 0) == []
    assert due(state, 2) == []
    state = on_turn(3)
    state.marker[0, BREWMASTER] = 1
    state.barrel[0, 0] = LARGE
    state.large_left[0] = 0
    assert BARRELS_1 not in spaces_in(actions_of(state))


def test_all_due_barrels_are_taken():
    """HA-35: one move to the barrel space, all goals that are met; then the turn ends."""
    state = on_turn()
    state.marker[0] = [1, 2, 3, 20, 5, 1]
    state.large_left[1] = 0
    state.barrel[1, 1] = LARGE
    apply(RULES, state, MOVE + BARRELS_1)
    for barrel in (0, 1, 8):
        assert state.seat == 0
        assert actions_of(state) == [CLAIM + barrel]
        apply(RULES, state, CLAIM + barrel)
    assert state.seat == 1
    assert state.barrel[0].tolist() == [LARGE, SMALL, 0, 0, 0, 0, 0, 0, LARGE, 0, 0, 0]


# --- rounds ------------------------------------------------------------------------------------------------------------


def test_a_new_round_adds_tiles_to_what_is_left():
    """HA-36: one more tile everywhere, I before II (after 50 tiles), and the first player's place begins."""
    state = on_turn()
    offer(state, 0)
    kinds = [state.offer[:, 0].copy()]
    state.place[:4] = NONE
    state.position[:4] = 20
    for place in (BREW_PLACE, FIRST, DUCAT_PLACE, RESOURCE_PLACE):
        enter(state, place)
    assert state.rounds == 1
    assert state.seat == 1
    assert state.phase == Phase.MOVE
    assert state.position[:4].tolist() == [0, 0, 0, 0]
    assert state.n_offer[0] == 1
    assert state.n_offer[1] == 2
    assert state.n_offer[RULES.space_kind == MONK].tolist() == [2] * 4
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
        expected = [int(RULES.space_kind[s] >= DISC_A) + int(is_last and s in extra) for s in range(N_SPACES)]
        assert state.space_discs.tolist() == expected
    assert state.disc_supply + state.space_discs.sum() + 1 == RULES.discs


# --- final scoring -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spot", "exchange", "vp"),
    [(-10, 5, 2), (0, 5, 2), (1, 4, 3), (4, 4, 3), (5, 3, 3), (8, 3, 3), (9, 3, 4), (11, 3, 4), (12, 2, 4), (14, 2, 4),
     (15, 2, 5), (17, 2, 5), (18, 2, 6), (19, 2, 6), (20, 1, 6)],
)  # fmt: skip
def test_the_brewmaster_gives_rate_and_points(spot, exchange, vp):
    """HA-38: at both edges of each row."""
    state = on_turn()
    state.money[0] = 0
    state.marker[0] = [9, 9, 9, 9, 9, spot]
    assert total_points(RULES, state, 0) == 9 * vp
    for surplus, level in ((exchange, 8), (exchange - 1, 7)):
        state.marker[0] = [8, 8, 8, 8 + surplus, 7, spot]
        assert best_level(RULES, state, 0) == level


def reachable_lowest(markers: tuple[int, ...], rate: int, paid: int, end: int) -> int:
    """By brute force: every sequence of exchanges, then every way to spend the paid steps."""
    seen, stack, best = set(), [markers], -99
    while stack:
        now = tuple(sorted(stack.pop()))
        if now in seen:
            continue
        seen.add(now)
        for spread in itertools.combinations_with_replacement(range(5), paid):
            after = list(now)
            for marker in spread:
                after[marker] = min(end, after[marker] + 1)
            best = max(best, min(after))
        floor = min(markers)  # going below the lowest marker never helps
        for taken in itertools.combinations_with_replacement(range(5), rate):
            for forward in range(5):
                after = list(now)
                for marker in taken:
                    after[marker] -= 1
                after[forward] += 1
                if forward not in taken and min(after) >= floor and max(after) <= end:
                    stack.append(tuple(after))
    return best


def test_evening_out_is_optimal():
    """HA-39, HA-40: the level found is the best of all sequences of exchanges and payments, on random positions."""
    random = np.random.default_rng(5)
    state = on_turn()
    for _ in range(60):
        spot = int(random.choice([-3, 3, 7, 13, 20]))
        rate = int(RULES.exchange[30 + spot])
        low = int(random.integers(-4, 16))
        markers = tuple(int(m) for m in low + random.integers(0, 6, 5))
        markers = tuple(min(20, m) for m in markers)
        paid = int(random.integers(0, 4))
        state.marker[0] = [*markers, spot]
        state.money[0] = 10 * paid + int(random.integers(0, 10))
        assert best_level(RULES, state, 0) == reachable_lowest(markers, rate, paid, 20), (markers, rate, paid)


def test_exchange_takes_steps_from_several_markers():
    """HA-39: the rate counts steps in total, from any markers."""
    state = on_turn()
    state.money[0] = 0
    state.marker[0] = [9, 9, 9, 8, 7, 9]
    assert best_level(RULES, state, 0) == 8
    state.marker[0] = [9, 9, 8, 8, 7, 9]
    assert best_level(RULES, state, 0) == 7


def test_ducats_move_markers_after_the_exchange():
    """HA-40: ten for a step, on any marker; nine are worth nothing."""
    state = on_turn()
    state.marker[0] = [7, 7, 6, 6, 6, 9]
    for money, level in ((29, 6), (30, 7), (79, 7), (80, 8)):
        state.money[0] = money
        assert best_level(RULES, state, 0) == level
    state.marker[0] = [20, 20, 20, 20, 20, 9]
    assert best_level(RULES, state, 0) == 20


def test_the_beer_is_lowest_spot_times_value():
    """HA-41: the rulebook's example, 9 times 4; nothing while a marker is before spot 1."""
    state = on_turn()
    state.money[0] = 0
    state.marker[0] = [9, 9, 9, 9, 9, 10]
    assert total_points(RULES, state, 0) == 36
    state.marker[0] = [0, 1, 1, 1, 1, 20]
    assert total_points(RULES, state, 0) == 0
    state.marker[0] = [-5, -5, -5, -5, -5, 20]
    assert total_points(RULES, state, 0) == 0


def test_barrels_score_and_the_barrel_privilege_adds():
    """HA-42: 4 and 2 points; 1 more each, but only if the card was placed."""
    state = on_turn()
    state.barrel[0] = [LARGE, SMALL, LARGE, 0, 0, 0, 0, 0, 0, 0, 0, SMALL]
    assert total_points(RULES, state, 0) == 12
    state.card[0, 2] = PLACED
    assert total_points(RULES, state, 0) == 16
    state.card[0, 2] = SOLD
    assert total_points(RULES, state, 0) == 12


def test_the_first_place_scores_at_the_end():
    """HA-43: one point for the figure that stands there."""
    state = on_turn(2)
    state.rounds = 2
    state.position[:2] = 20
    state.place[:2] = NONE
    apply(RULES, state, ENTER + BREW_PLACE)
    apply(RULES, state, ENTER + FIRST)
    assert state.over
    assert [total_points(RULES, state, seat) for seat in range(2)] == [0, 1]


def test_equal_scores_share_the_win():
    """HA-44: there is no tie-break; the sources add up to the score."""
    state = on_turn(3)
    state.marker[:3] = [5, 5, 5, 5, 5, 3]
    state.money[:3] = [0, 9, 0]
    state.barrel[2, 0] = SMALL
    rows = np.zeros(3, TITLE.outcome_dtype).view(np.recarray)
    outcome(RULES, state, rows)
    assert rows.score.tolist() == [15, 15, 17]
    assert rows.tiebreak.tolist() == [0, 0, 0]
    assert rows.side.tolist() == [0, 1, 2]
    assert rows.metrics[:, :4].sum(axis=1).tolist() == rows.score.tolist()


# --- beyond single clauses ---------------------------------------------------------------------------------------------


def test_conceal_reorders_the_piles_and_nothing_else():
    """What nobody has seen is dealt anew: the same tiles in another order."""
    state, other = on_turn(), on_turn()
    conceal(RULES, other, 0, np.uint64(99))
    for pile, n in (("piles", state.n_piles), ("cloister", state.n_cloister)):
        for back in range(2):
            before, after = state[pile][back, : n[back]], other[pile][back, : n[back]]
            assert before.tolist() != after.tolist()
            assert sorted(before.tolist()) == sorted(after.tolist())
    assert state.offer.tolist() == other.offer.tolist()


def test_sheds_and_barrels_count_once_each():
    """The first of several counts with the choice that leads to it, the others when they are built or claimed."""
    state = on_turn()
    shared = sorted(set(RULES.ring[SUNNY_SHED].tolist()) & set(RULES.ring[4].tolist()))
    plant(state, dict.fromkeys((set(RULES.ring[SUNNY_SHED].tolist()) | set(RULES.ring[4].tolist())) - {shared[0]}, tile(BARLEY, 2)))
    stand(state, 0, Phase.PLACE)
    offer(state, 0)
    state.bought, state.bought_kind, state.bought_side = 1, tile(BARLEY, 2), SUN
    uses = []
    while state.seat == 0:
        action = PLACE + shared[0] if state.phase == Phase.PLACE else actions_of(state)[-1]
        uses.append(item_of(RULES, state, action))
        apply(RULES, state, action)
    assert sorted(uses) == [NONE, *[TITLE.items.index("shed_2")] * 2]
    state.seat = 0
    state.marker[0] = [1, 2, 3, 20, 5, 1]
    state.phase = Phase.MOVE
    uses = []
    while state.seat == 0:
        action = MOVE + BARRELS_1 if state.phase == Phase.MOVE else actions_of(state)[-1]
        uses.append(item_of(RULES, state, action))
        apply(RULES, state, action)
    names = [TITLE.items[item] for item in uses if item != NONE]
    assert sorted(names) == ["barrel_all_resources", "barrel_brewmaster", "barrel_full_track"]


def test_metrics_tell_what_led_to_the_score():
    """Sources, markers before and after the exchange, tiles, sheds, discs, cards, barrels, and the rounds that were played."""
    state = on_turn(2)
    end_round(state)
    end_round(state)
    plant(state, {0: tile(HOPS, 5), 1: MONK_1, 20: tile(WOOD, 1)})
    state.shed_count[0] = [2, 0, 1, 0, 3]
    state.disc[0, :2], state.n_discs[0] = 1, 2
    state.card[0] = [HELD, PLACED, PLACED, SOLD, HELD]
    state.n_held[0] = 2
    state.barrel[0, :3] = [LARGE, SMALL, SMALL]
    state.marker[0] = [10, 6, 6, 6, 5, 9]  # 5 steps lacking to 7: one by exchange, four by ducats
    state.money[0] = 35
    for seat in (0, 1):
        state.place[seat], state.position[seat] = NONE, 20
    state.seat = 0
    enter(state, FIRST)  # and sells two cards
    enter(state, BREW_PLACE)
    assert state.over
    rows = np.zeros(2, TITLE.outcome_dtype).view(np.recarray)
    outcome(RULES, state, rows)
    metrics = dict(zip(TITLE.metrics, rows.metrics[0].tolist()))
    expected = {
        "points_beer": 7 * 4, "points_barrels": 8, "points_barrel_privilege": 3, "points_first_player": 1,
        "lowest_marker": 5, "lowest_after_exchange": 7, "brewmaster": 9, "multiplier": 4,
        "ducats_left": 41, "exchange_steps": 1, "ducat_steps": 4,
        "sun_tiles": 2, "shade_tiles": 1, "monk_tiles": 1,
        "tiles_shed_0": 2, "tiles_shed_1": 0, "tiles_shed_2": 1, "tiles_shed_3": 0, "tiles_shed_4": 3,
        "discs_used": 2, "privileges_placed": 2, "privileges_sold": 3, "barrels_large": 1, "barrels_small": 2,
        "score_after_3": 40, "score_after_4": MISSING, "lowest_after_1": -8, "lowest_after_3": 5, "lowest_after_4": MISSING,
        "brewmaster_after_2": -10, "brewmaster_after_3": 9, "brewmaster_after_6": MISSING,
    }  # fmt: skip
    assert {name: metrics[name] for name in expected} == expected


def spoil(name: str, where: int | tuple[int, ...], value: int) -> Callable[[np.record], None]:
    """Overwrite one number of a table."""

    def change(state: np.record) -> None:
        state[name][where] = value

    return change


@pytest.mark.parametrize(
    ("invariant", "change"),
    [
        (1, spoil("n_piles", 0, 34)),
        (2, spoil("n_cloister", 1, 11)),
        (3, spoil("space_discs", SPACE_B, 2)),
        (4, spoil("small_left", 3, 0)),
        (5, spoil("money", 1, -1)),
        (6, spoil("marker", (2, WOOD), 21)),
        (7, spoil("gain", (0, 3, HOPS), 1)),
        (8, spoil("n_colour", (0, HOPS), 1)),
        (9, spoil("shed_sum", (0, 2), 1)),
        (10, spoil("place", 2, FIRST)),
        (11, spoil("cheapest", 0, 0)),
        (12, spoil("tile", (0, N_PLOTS), 0)),
        (13, spoil("shed", (0, 2), 1)),
        (14, spoil("n_held", 3, 4)),
    ],
)
def test_a_broken_table_is_noticed(invariant, change):
    """Each invariant by its number."""
    state = on_turn()
    assert check(RULES, state) == 0
    change(state)
    assert check(RULES, state) == invariant


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "changes",
    [
        {"game.card_sale_ducats": 0, "game.starting_ducats": 5},
        {"game.card_sale_ducats": 1, "game.starting_ducats": 0, "game.sun_price": 5},
        {"game.track_end": 5, "track.monk_prices": [0, 0, 20, 20], "rounds.two": 5},
    ],
)
def test_odd_variants_keep_every_promise(seats, changes):
    for bot in ("random", "greedy"):
        play_and_check(load_rules("heaven_and_ale", changes), seats, fewer_if_interpreted(200), bot, seed=6)


def test_every_clause_has_a_test():
    clauses = set(re.findall(r"\*\*(HA-\d+)\*\*", (TITLE.folder / "RULES.md").read_text(encoding="utf-8")))
    assert len(clauses) == 44
    tested = set()
    for docstring in re.findall(r'def test_\w+\(.*\):\n    """([^"]+)"""', Path(__file__).read_text(encoding="utf-8")):
        tested |= set(re.findall(r"HA-\d+", docstring.split(":")[0]))
    assert sorted(clauses - tested) == []
