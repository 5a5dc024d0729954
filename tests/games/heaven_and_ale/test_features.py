"""What bots see and how they play: every plan visible, the all-rounder strong."""

from itertools import pairwise

import numpy as np
import pytest

from brewsim.bots import make_lineup, read_bots
from brewsim.engine.contract import NONE, new_record
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import BREWMASTER, N_COLOURS, N_PLACES, Barrel, Card, Goal, Place, Privilege, Side
from brewsim.games.heaven_and_ale.features import FEATURES, Feature, features
from brewsim.games.heaven_and_ale.state import HOME, Phase
from brewsim.games.heaven_and_ale.view import VIEW, survey
from brewsim.play import simulate, trace
from brewsim.rules import load_rules
from tests.games.heaven_and_ale.table import (
    BARLEY,
    BARRELS_1,
    HOPS,
    RULES,
    SHADY_SHED,
    SPACE_ABC,
    TITLE,
    WATER,
    WOOD,
    actions_of,
    colour_way,
    do,
    enclose,
    offer,
    on_turn,
    plant,
    spot,
    stand,
    tile,
)

BELIEFS = make_lineup(TITLE, ["greedy"] * 4).players(load_rules("heaven_and_ale"))[0][0].beliefs


def seen(state: np.record) -> np.ndarray:
    """The features of all legal actions, as the all-rounder sees them."""
    return np.array([features_of(state, action) for action in actions_of(state)])


def features_of(state: np.record, action: int, **changes: int | str) -> np.ndarray:
    """The features of one action, as the all-rounder sees them; rules that are changed are written with __ for the dots."""
    rules, beliefs = RULES, BELIEFS
    if changes:
        rules = load_rules("heaven_and_ale", {path.replace("__", "."): value for path, value in changes.items()}).record
        beliefs = TITLE.believe(rules, read_bots(TITLE)["greedy"].beliefs)
    view, out = new_record(VIEW), np.zeros(len(FEATURES))
    survey(rules, beliefs, state, view)
    features(rules, beliefs, state, view, action, out)
    return out


def test_a_turn_is_valued_alike_before_and_after_the_move():
    """A tile that a space is moved to for looks the same as a purchase when one stands there, but for what a move passes over."""
    compared = 0
    steps = list(trace("heaven_and_ale", ["greedy"] * 4, game=2, seed=3))
    same = [
        Feature.LATER_STEPS,
        Feature.LATER_DUCATS,
        Feature.TOUCH,
        Feature.HARVEST,
        Feature.SHED_BREW,
        Feature.SHED_YIELD,
        Feature.DUCATS,
    ]
    for move, buy in pairwise(steps):
        if move.before.phase == Phase.MOVE and buy.before.phase == Phase.BUY:
            as_move = seen(move.before)[move.options.tolist().index(move.action)]
            assert as_move[same].tolist() in seen(buy.before)[:, same].tolist()
            compared += 1
    assert compared > 50


def test_a_tile_that_no_disc_can_score_promises_nothing():
    """In the last round, behind the last disc, a tile in the sun brings no steps; before it, it may."""
    seen_behind, seen_before = [], []
    for step in trace("heaven_and_ale", ["greedy"] * 4, game=4, seed=3):
        state = step.before
        if state.phase == Phase.MOVE and state.rounds == RULES.total_rounds[4] - 1:
            has_discs_ahead = state.space_discs[state.position[state.seat] :].any()
            (seen_before if has_discs_ahead else seen_behind).append(seen(state))
    assert (np.vstack(seen_behind)[:, [Feature.LATER_STEPS, Feature.SELL]] == 0).all()
    assert (np.vstack(seen_before)[:, Feature.LATER_STEPS] > 0).any()


def homeward(rounds: int, seats: int = 4) -> np.record:
    """Seat 0 stands behind the last disc and the last barrel; all places but its own are free."""
    state = on_turn(seats)
    state.rounds = rounds
    state.position[:seats] = 26
    state.place[:seats] = NONE
    state.money[:seats], state.n_held[:seats], state.card[:seats] = 0, 0, Card.SOLD
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_place_is_seen_in_every_round(seats):
    """Who begins the next round is before all rivals, of whom half would be before her on average; in the last round it is a point."""
    last = int(RULES.total_rounds[seats]) - 1
    for rounds in range(last):
        first, other = (features_of(homeward(rounds, seats), codes.enter(place)) for place in (Place.FIRST, Place.DUCATS))
        assert (first[Feature.FIRST_PLACE], other[Feature.FIRST_PLACE]) == ((seats - 1) / 2, 0)
        assert first[Feature.FINAL_POINTS] == other[Feature.FINAL_POINTS] == 0
    for points in (1, 20):
        first = features_of(homeward(last, seats), codes.enter(Place.FIRST), start_area__first_player_vp=points)
        assert (first[Feature.FIRST_PLACE], first[Feature.FINAL_POINTS]) == (0, points)


@pytest.mark.parametrize(
    ("markers", "money", "expected"),
    [
        ([9, 9, 9, 9, 9, 8], 0, [1, 9, 0, 0]),  # the brewmaster reaches the next value: 9 times 4 for 9 times 3
        ([9, 9, 9, 9, 8, 9], 8, [1, 0, 4, 4]),  # ten ducats are a step, or the step itself
        ([9, 9, 9, 9, 6, 9], 0, [1, 0, 0, 4]),
        ([9, 9, 9, 7, 7, 9], 0, [1, 0, 0, 4]),  # two steps, and the exchange does the rest
        ([0, 0, 0, 0, 0, 20], 0, [1, 0, 0, 0]),
    ],
)
def test_the_last_place_is_chosen_by_the_final_score(markers, money, expected):
    """By place: first player, brewmaster, ducats, resource. Nothing else counts for the reward."""
    state = homeward(5)
    state.marker[0], state.money[0] = markers, money
    rows = [features_of(state, codes.enter(place)) for place in range(N_PLACES)]
    assert [row[Feature.FINAL_POINTS] for row in rows] == expected
    rewards = [Feature.BREW, Feature.STEPS, Feature.STEPS_NEEDED, Feature.DUCATS, Feature.BARREL_PROGRESS]
    assert not np.array(rows)[:, rewards].any()


def test_the_marker_of_the_last_place_is_chosen_by_the_final_score():
    state = homeward(5)
    state.marker[0] = [9, 9, 9, 7, 9, 9]
    do(state, codes.enter(Place.RESOURCE))
    assert [features_of(state, codes.advance(c))[Feature.FINAL_POINTS] for c in range(N_COLOURS)] == [0, 0, 0, 4, 0]


def test_discs_and_cards_of_the_last_round_are_seen_by_the_final_score():
    """A step of the lowest marker is worth the brewmaster's value, one of another marker nothing; a card costs its ducats."""
    state = homeward(5)
    state.marker[0] = [9, 9, 9, 9, 8, 9]
    plant(state, {0: tile(BARLEY, 1), 5: tile(WOOD, 5)})
    stand(state, SPACE_ABC, Phase.SCORE)
    assert [features_of(state, action)[Feature.FINAL_POINTS] for action in (colour_way(BARLEY), colour_way(WOOD))] == [4, 4]
    state.marker[0, WOOD] = 8
    assert [features_of(state, action)[Feature.FINAL_POINTS] for action in (colour_way(BARLEY), colour_way(WOOD))] == [0, 4]
    state.rounds = 4
    assert features_of(state, colour_way(WOOD))[Feature.FINAL_POINTS] == 0
    state.rounds = 5
    state.card[0, Privilege.MONEY], state.n_held[0] = Card.HELD, 1
    state.money[0] = 17  # with the card 20: both low markers
    state.phase = Phase.PRIVILEGE
    assert features_of(state, codes.place_card(Privilege.MONEY))[Feature.FINAL_POINTS] == 0
    assert features_of(state, codes.place_card(Privilege.MONEY), privileges__privilege_money__ducats=0)[Feature.FINAL_POINTS] == -4


def test_a_purchase_of_the_last_round_costs_the_steps_that_its_ducats_would_buy():
    """22 ducats are two steps: a tile for 2 is free, one for 3 costs a step; before the last round neither is known."""
    state = homeward(5)
    state.marker[0], state.money[0] = [9, 9, 9, 8, 8, 9], 22
    stand(state, 26, Phase.BUY)
    offer(state, 26, tile(WOOD, 2), tile(WOOD, 3))
    prices = [features_of(state, codes.buy(tile(WOOD, cost), Side.SHADE))[Feature.FINAL_POINTS] for cost in (2, 3)]
    assert prices == [0, -4]
    state.rounds = 4
    assert features_of(state, codes.buy(tile(WOOD, 3), Side.SHADE))[Feature.FINAL_POINTS] == 0


def sale(rounds: int, halves: int, held: int, discs: int = 1) -> float:
    """What a seat sees of the cards that it must sell for a tile, with so many half pairs, cards and discs ahead in this round."""
    state = on_turn(2)
    state.rounds = rounds
    state.position[1], state.place[1] = HOME, Place.FIRST
    state.space_discs[:] = 0
    state.space_discs[SPACE_ABC] = discs
    for pair in range(halves):
        state.disc[0, spot(("yeast", "water", "monk_1")[pair])] = 1
    state.disc[0, [spot("x"), spot("wood"), spot("monk_3"), spot("monk_4")]] = 1
    state.n_discs[0] = state.disc[0].sum()
    state.card[0], state.n_held[0] = Card.SOLD, held
    state.card[0, Privilege.MONEY - held + 1 : Privilege.MONEY + 1] = Card.HELD
    state.money[0] = 0
    offer(state, 0, tile(WOOD, 2))
    do(state, codes.move(0))
    return float(features_of(state, codes.buy(tile(WOOD, 2), Side.SHADE))[Feature.SELL])


def test_the_card_of_a_pair_is_not_sold_lightly():
    """Of two cards for one pair one is spare, the last one is not; nor without a disc to come, or with no pair that it can complete."""
    assert sale(rounds=2, halves=1, held=1) > 0
    assert sale(rounds=2, halves=1, held=2) == 0
    assert 0 < sale(rounds=2, halves=2, held=2, discs=2) < sale(rounds=2, halves=1, held=1)  # the barrel privilege is worth little
    assert sale(rounds=2, halves=1, held=1, discs=0) == 0
    assert sale(rounds=2, halves=0, held=1) == pytest.approx(sale(rounds=2, halves=1, held=1) / 2, rel=0.1)  # an empty pair takes two discs


def test_a_void_card_may_be_sold():
    state = on_turn()
    state.money[0] = 0
    state.barrel[0, Goal.PRIVILEGES] = Barrel.LARGE
    offer(state, 0, tile(WOOD, 2))
    do(state, codes.move(0), codes.buy(tile(WOOD, 2), Side.SHADE))
    for ducats in (0, 12, 100):
        seen_card = features_of(state, codes.sell(Privilege.MONEY), privileges__privilege_money__ducats=ducats)
        per_ducat = BELIEFS.ducat_worth + BELIEFS.early_ducat_worth
        assert seen_card[Feature.CARD] == pytest.approx(ducats * per_ducat)
    for steps in (0, 2):
        plant(state, {3 + steps: tile(HOPS, 1)})
        seen_card = features_of(state, codes.sell(Privilege.COLOUR), privileges__privilege_colour__steps_per_tile=steps)
        assert (seen_card[Feature.CARD] > 0) == (steps > 0)


def test_what_completes_a_pair_is_worth_its_best_card():
    state = on_turn()
    plant(state, {0: tile(HOPS, 1), 1: tile(WATER, 1)})
    state.disc[0, spot("yeast")] = state.n_discs[0] = 1
    stand(state, SPACE_ABC, Phase.SCORE)
    assert features_of(state, colour_way(WATER))[Feature.PAIR] == 0
    usual = features_of(state, colour_way(HOPS))[Feature.PAIR]
    assert features_of(state, colour_way(HOPS), privileges__privilege_money__ducats=100)[Feature.PAIR] > 2 * usual > 0


def progress(state: np.record, action: int, **changes: int | str) -> float:
    return float(features_of(state, action, **changes)[Feature.BARREL_PROGRESS])


def test_every_goal_of_a_barrel_is_seen():
    """What brings a goal nearer is worth more, the nearer it is and the more points its barrel has; nothing if it is void or owned."""
    state = on_turn()
    state.marker[0, HOPS] = 0
    plant(state, {0: tile(HOPS, 4), 20: tile(WATER, 1)})
    stand(state, SPACE_ABC, Phase.SCORE)
    for goal, action in (
        ("barrel_all_resources", colour_way(HOPS)),
        ("barrel_full_track", colour_way(HOPS)),
        ("barrel_resource_spots", colour_way(WATER)),
    ):
        void = {f"barrels__goals__{goal}__extra_large_vp": -4}
        strong = {f"barrels__goals__{goal}__extra_large_vp": 96}
        assert progress(state, action, **void) < progress(state, action) < progress(state, action, **strong) / 2, goal
    state.barrel[0] = Barrel.LARGE
    assert progress(state, colour_way(HOPS)) == 0
    state.barrel[0, Goal.FULL_TRACK] = Barrel.NOT_OWNED
    far = progress(state, colour_way(HOPS))
    state.marker[0, HOPS] = 16  # and 20 with this disc
    assert progress(state, colour_way(HOPS)) > far > 0


@pytest.mark.parametrize("goal", ["barrel_same_sheds", "barrel_different_sheds"])
def test_a_shed_brings_its_goals_nearer(goal):
    state = on_turn()
    state.rounds = 4
    state.shed_count[0] = [2, 0, 0, 1, 1]
    last = enclose(state, SHADY_SHED, [tile(WOOD, 1)] * 6 if goal == "barrel_same_sheds" else [tile(WOOD, 2)] * 6)
    assert progress(state, last, **{f"barrels__goals__{goal}__extra_large_vp": 96}) > progress(state, last) + 5
    state.shed_count[0] = [0, 1, 1, 2, 0] if goal == "barrel_same_sheds" else [1, 1, 1, 0, 0]
    assert progress(state, last, **{f"barrels__goals__{goal}__extra_large_vp": 96}) == progress(state, last)


def test_steps_of_the_brewmaster_bring_his_barrel_nearer():
    state = homeward(0)
    state.marker[0, BREWMASTER] = 0
    assert progress(state, codes.enter(Place.BREWMASTER)) > 0
    assert progress(state, codes.enter(Place.BREWMASTER), barrels__large_vp=40) == pytest.approx(
        10 * progress(state, codes.enter(Place.BREWMASTER))
    )
    state.marker[0, BREWMASTER] = 1
    assert progress(state, codes.enter(Place.BREWMASTER)) == 0


def test_due_barrels_are_raced_for_and_lost_for_good_only_in_the_last_round():
    """A rival who has met the goal too would leave the small barrel, 2 points less."""
    state = on_turn()
    state.marker[0, BREWMASTER] = 1
    barrels, behind = codes.move(BARRELS_1), codes.move(26)
    assert (features_of(state, barrels)[[Feature.BARREL_POINTS, Feature.BARREL_RACE]] == [4, 0]).all()
    state.marker[1, BREWMASTER] = 1
    assert (features_of(state, barrels)[[Feature.BARREL_POINTS, Feature.BARREL_RACE]] == [4, 2]).all()
    assert (features_of(state, behind)[[Feature.SKIP_BARRELS, Feature.BARREL_LOST]] == [4, 0]).all()
    state.rounds = 5
    assert (features_of(state, behind)[[Feature.SKIP_BARRELS, Feature.BARREL_LOST]] == [4, 4]).all()
    assert features_of(state, barrels)[Feature.BARREL_LOST] == 0


def test_the_brewmaster_is_worth_what_the_final_scoring_gives_for_his_spot():
    """With the same points at every spot his steps are worth nothing, and those of other markers what a spot is worth."""
    state = homeward(0)
    flat = {f"final__tier_{tier}__vp": 3 for tier in range(1, 9)}
    double = {f"final__tier_{tier}__vp": vp for tier, vp in enumerate((4, 6, 6, 8, 8, 10, 12, 12), start=1)}
    brew, steps = codes.enter(Place.BREWMASTER), codes.enter(Place.RESOURCE)
    assert features_of(state, brew, **flat)[Feature.BREW] == 0
    for action, feature in ((brew, Feature.BREW), (steps, Feature.STEPS)):
        assert features_of(state, action, **double)[feature] == pytest.approx(2 * features_of(state, action)[feature])
    assert features_of(state, codes.enter(Place.DUCATS), game__ducats_per_step=5)[Feature.DUCATS] == pytest.approx(
        2 * features_of(state, codes.enter(Place.DUCATS))[Feature.DUCATS]
    )


@pytest.mark.compiled_only
def test_greedy_reaches_the_level_of_a_good_heuristic():
    """A public program of the game reports 16 to 22 points at 4 seats for its better heuristic, 38 to 40 for tree search.

    All-rounders who race for the first player's place and for barrels leave each other less than milder ones do.
    """
    rows = simulate("heaven_and_ale", ["greedy"] * 4, 1000, seed=1)
    assert rows["score"].mean() > 34


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("bot", "wanted", "among", "factor"),
    [
        ("shade", ["ducats_left"], [], 1.5),
        ("sun", ["sun_tiles"], ["sun_tiles", "shade_tiles"], 1.2),
        ("monks", ["monk_tiles"], [], 1.5),
        ("sheds", ["tiles_shed_0", "tiles_shed_4"], [], 1.3),
        ("barrels", ["barrels_large", "barrels_small"], [], 1.1),
    ],
)
def test_every_plan_is_visible(bot, wanted, among, factor):
    """Among three all-rounders each bot has clearly more of what its plan is about."""
    lineup = make_lineup(TITLE, [bot, "greedy", "greedy", "greedy"], rotates=True)
    rows = simulate("heaven_and_ale", lineup, 1000, seed=2)
    amounts = rows["metrics"][:, [TITLE.metrics.index(metric) for metric in wanted]].sum(axis=1).astype(float)
    if among:
        amounts /= rows["metrics"][:, [TITLE.metrics.index(metric) for metric in among]].sum(axis=1)
    assert amounts[rows["bot"] == 0].mean() > factor * amounts[rows["bot"] != 0].mean()


@pytest.mark.compiled_only
@pytest.mark.parametrize("bot", sorted(set(read_bots(TITLE)) - {"greedy", "expert"}))
def test_no_plan_beats_the_all_rounder(bot):
    """One of it among three all-rounders wins no more than its fair quarter, within four standard errors of 1000 games."""
    lineup = make_lineup(TITLE, [bot, "greedy", "greedy", "greedy"], rotates=True)
    rows = simulate("heaven_and_ale", lineup, 1000, seed=4)
    assert rows["win_share"][rows["bot"] == 0].mean() < 0.25 + 4 * (0.25 * 0.75 / 1000) ** 0.5


@pytest.mark.compiled_only
@pytest.mark.parametrize("bot", ["shade", "sun", "monks", "sheds", "barrels"])
def test_plans_are_not_hopeless(bot):
    """They win more than half of a fair quarter."""
    lineup = make_lineup(TITLE, [bot, "greedy", "greedy", "greedy"], rotates=True)
    rows = simulate("heaven_and_ale", lineup, 1000, seed=5)
    assert rows["win_share"][rows["bot"] == 0].mean() > 0.125
