"""The final scoring."""

import itertools

import numpy as np
import pytest

from brewsim.engine.contract import MISSING, NONE
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import BELOW_TRACK, Barrel, Card, Goal, Place, Privilege
from brewsim.games.heaven_and_ale.scoring import SCORE_SOURCES, final_level, outcome, total_points
from brewsim.games.heaven_and_ale.state import HOME
from brewsim.games.heaven_and_ale.track import funds
from brewsim.rules import load_rules
from tests.games.heaven_and_ale.table import HOPS, MONK_1, RULES, TITLE, WOOD, do, end_round, enter, on_turn, plant, tile

AT_WILL = load_rules("heaven_and_ale", {"rulings.exchange": "at_will"}).record


def at_the_end(seats: int = 4) -> np.record:
    """A table at which nobody has ducats or cards."""
    state = on_turn(seats)
    state.money[:seats], state.n_held[:seats], state.card[:seats] = 0, 0, Card.SOLD
    return state


def level_of(state: np.record, rules: np.record = RULES) -> int:
    """The spot that the lowest marker of seat 0 reaches."""
    return int(final_level(rules, state.marker[0], funds(rules, state, 0))[0])


@pytest.mark.parametrize(
    ("spot", "exchange", "vp"),
    [(-10, 5, 2), (0, 5, 2), (1, 4, 3), (4, 4, 3), (5, 3, 3), (8, 3, 3), (9, 3, 4), (11, 3, 4), (12, 2, 4), (14, 2, 4),
     (15, 2, 5), (17, 2, 5), (18, 2, 6), (19, 2, 6), (20, 1, 6)],
)  # fmt: skip
def test_the_brewmaster_gives_rate_and_points(spot, exchange, vp):
    """HA-38: at both edges of each row."""
    state = at_the_end()
    state.marker[0] = [9, 9, 9, 9, 9, spot]
    assert total_points(RULES, state, 0) == 9 * vp
    for surplus, level in ((exchange, 8), (exchange - 1, 7)):
        state.marker[0] = [8, 8, 8, 8 + surplus, 7, spot]
        assert level_of(state) == level


def exchanges(markers: tuple[int, ...], rate: int, end: int, literal: bool) -> list[tuple[int, ...]]:
    """The markers after each possible exchange: the lowest one a step forward, others back in total as many as the rate says.

    Literally none of the others goes below the spot that the lowest one reaches; at will none goes below the lowest one.
    """
    low = min(markers)
    floor = low + 1 if literal else low
    found = []
    for taken in itertools.combinations_with_replacement(range(5), rate):
        for forward in range(5):
            after = list(markers)
            for marker in taken:
                after[marker] -= 1
            after[forward] += 1
            fits = forward not in taken and all(after[marker] >= floor for marker in taken) and max(after) <= end
            if fits and (markers[forward] == low or not literal):
                found.append(tuple(sorted(after)))
    return found


def reachable_lowest(markers: tuple[int, ...], rate: int, paid: int, end: int, literal: bool) -> int:
    """By brute force: every sequence of exchanges, up to the end or broken off at will, then every way to spend the paid steps."""
    seen, stack, best = set(), [tuple(sorted(markers))], -99
    while stack:
        now = stack.pop()
        if now in seen:
            continue
        seen.add(now)
        following = exchanges(now, rate, end, literal)
        stack += following
        if following and literal:
            continue
        for spread in itertools.combinations_with_replacement(range(5), paid):
            after = list(now)
            for marker in spread:
                after[marker] = min(end, after[marker] + 1)
            best = max(best, min(after))
    return best


@pytest.mark.parametrize(("rules", "literal"), [(RULES, True), (AT_WILL, False)])
def test_evening_out_is_optimal(rules, literal):
    """HA-39, HA-40: under either ruling the level found is the best of all sequences of exchanges and payments, on random positions."""
    random = np.random.default_rng(5)
    state = at_the_end()
    for _ in range(80):
        spot = int(random.choice([-3, 3, 7, 13, 20]))
        rate = int(RULES.exchange[BELOW_TRACK + spot])
        low = int(random.integers(-4, 16))
        markers = tuple(int(m) for m in low + random.integers(0, 7, 5))
        markers = tuple(min(20, m) for m in markers)
        paid = int(random.integers(0, 5))
        state.marker[0] = [*markers, spot]
        state.money[0] = 10 * paid + int(random.integers(0, 10))
        assert level_of(state, rules) == reachable_lowest(markers, rate, paid, 20, literal), (markers, rate, paid)


def test_the_exchange_goes_on_until_no_marker_can_move():
    """HA-39: one of the last three must be moved at 2 to 1, although ducats would move all three; at will the steps are kept."""
    state = at_the_end()
    state.marker[0] = [12, 12, 10, 10, 10, 12]
    for money, literally, at_will in ((10, 10, 10), (20, 11, 11), (60, 11, 12), (70, 12, 12)):
        state.money[0] = money
        assert (level_of(state), level_of(state, AT_WILL)) == (literally, at_will), money
    state.money[0] = 60
    assert final_level(RULES, state.marker[0], funds(RULES, state, 0)) == (11, 1, 2)
    assert final_level(AT_WILL, state.marker[0], funds(AT_WILL, state, 0)) == (12, 0, 6)


def test_exchange_takes_steps_from_several_markers():
    """HA-39: the rate counts steps in total, from any markers."""
    state = at_the_end()
    state.marker[0] = [9, 9, 9, 8, 7, 9]
    assert level_of(state) == 8
    state.marker[0] = [9, 9, 8, 8, 7, 9]
    assert level_of(state) == 7


def test_ducats_move_markers_after_the_exchange():
    """HA-40: ten for a step, on any marker; nine are worth nothing."""
    state = at_the_end()
    state.marker[0] = [7, 7, 6, 6, 6, 9]
    for money, level in ((29, 6), (30, 7), (79, 7), (80, 8)):
        state.money[0] = money
        assert level_of(state) == level
    state.marker[0] = [20, 20, 20, 20, 20, 9]
    assert level_of(state) == 20


def test_the_beer_is_lowest_spot_times_value():
    """HA-41: the rulebook's example, 9 times 4; nothing while a marker is before spot 1."""
    state = at_the_end()
    state.marker[0] = [9, 9, 9, 9, 9, 10]
    assert total_points(RULES, state, 0) == 36
    state.marker[0] = [0, 1, 1, 1, 1, 20]
    assert total_points(RULES, state, 0) == 0
    state.marker[0] = [-5, -5, -5, -5, -5, 20]
    assert total_points(RULES, state, 0) == 0


def test_barrels_score_and_the_barrel_privilege_adds():
    """HA-42: 4 and 2 points; 1 more each, but only if the card was placed."""
    state = on_turn()
    state.barrel[0] = [Barrel.LARGE, Barrel.SMALL, Barrel.LARGE, 0, 0, 0, 0, 0, 0, 0, 0, Barrel.SMALL]
    assert total_points(RULES, state, 0) == 12
    state.card[0, Privilege.BARREL] = Card.PLACED
    assert total_points(RULES, state, 0) == 16
    state.card[0, Privilege.BARREL] = Card.SOLD
    assert total_points(RULES, state, 0) == 12


def test_the_first_place_scores_at_the_end():
    """HA-43: one point for the figure that stands there after the last round, and in no score of an earlier round."""
    state = on_turn(2)
    for rounds in range(3):
        assert not state.over
        state.position[:2] = 20
        state.place[:2] = NONE
        state.seat = 0
        do(state, codes.enter(Place.BREWMASTER), codes.enter(Place.FIRST))
        assert state.score_after[rounds, :2].tolist() == [0, int(rounds == 2)]
    assert state.over
    assert [total_points(RULES, state, seat) for seat in range(2)] == [0, 1]


@pytest.mark.parametrize("points", [0, 3, 1000])
def test_the_first_place_may_be_worth_any_number_of_points(points):
    """HA-43: as many as the rules say."""
    rules = load_rules("heaven_and_ale", {"start_area.first_player_vp": points}).record
    state = on_turn(2)
    state.rounds = 2
    state.position[0], state.place[0] = HOME, Place.FIRST
    assert [total_points(rules, state, seat) for seat in range(2)] == [points, 0]


def test_the_barrels_of_a_goal_may_have_points_of_their_own():
    """HA-42: more or fewer than those of the other goals, for the large and for the small one."""
    changes = {"barrels.goals.barrel_sun.extra_large_vp": 46, "barrels.goals.barrel_sun.extra_small_vp": -2, "barrels.small_vp": 3}
    rules = load_rules("heaven_and_ale", changes).record
    for size, points in ((Barrel.LARGE, 50), (Barrel.SMALL, 1)):
        state = at_the_end()
        state.barrel[0, Goal.SUN] = size
        assert total_points(rules, state, 0) == points
        state.barrel[0, Goal.SHADE] = Barrel.SMALL
        assert total_points(rules, state, 0) == points + 3


def test_equal_scores_share_the_win():
    """HA-44: there is no tie-break; the sources add up to the score."""
    state = at_the_end(3)
    state.marker[:3] = [5, 5, 5, 5, 5, 3]
    state.money[:3] = [0, 9, 0]
    state.barrel[2, 0] = Barrel.SMALL
    rows = np.zeros(3, TITLE.outcome_dtype).view(np.recarray)
    outcome(RULES, state, rows)
    assert rows.score.tolist() == [15, 15, 17]
    assert rows.tiebreak.tolist() == [0, 0, 0]
    assert rows.side.tolist() == [0, 1, 2]
    assert rows.metrics[:, [TITLE.metrics.index(source) for source in SCORE_SOURCES]].sum(axis=1).tolist() == rows.score.tolist()


def test_metrics_tell_what_led_to_the_score():
    """Sources, markers before and after the exchange, tiles, sheds, discs, cards, barrels, and the rounds that were played."""
    state = on_turn(2)
    end_round(state)
    end_round(state)
    plant(state, {0: tile(HOPS, 5), 1: MONK_1, 20: tile(WOOD, 1)})
    state.shed_count[0] = [2, 0, 1, 0, 3]
    state.disc[0, :2], state.n_discs[0] = 1, 2
    state.card[0] = [Card.HELD, Card.PLACED, Card.PLACED, Card.SOLD, Card.HELD]
    state.n_held[0] = 2
    state.barrel[0, :3] = [Barrel.LARGE, Barrel.SMALL, Barrel.SMALL]
    state.marker[0] = [10, 6, 6, 6, 5, 9]  # 5 steps lacking to 7: one by exchange, four by ducats
    state.money[0] = 35
    for seat in (0, 1):
        state.place[seat], state.position[seat] = NONE, 20
    state.seat = 0
    enter(state, Place.FIRST)
    enter(state, Place.BREWMASTER)
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
        "discs_used": 2, "privileges_placed": 2, "privileges_sold": 1, "barrels_large": 1, "barrels_small": 2,
        "score_after_3": 40, "score_after_4": MISSING, "lowest_after_1": -8, "lowest_after_3": 5, "lowest_after_4": MISSING,
        "brewmaster_after_2": -10, "brewmaster_after_3": 9, "brewmaster_after_6": MISSING,
    }  # fmt: skip
    assert {name: metrics[name] for name in expected} == expected
