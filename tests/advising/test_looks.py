"""The looks on the way: screening finds what moves something, also in groups; the surface predicts; a race keeps the best."""

import numpy as np
import pytest

from brewsim.advising.levers import find_levers, size
from brewsim.advising.race import KEPT, Racer, best_first, candidates, line_up, race, refine
from brewsim.advising.screening import list_moves, screen
from brewsim.advising.surface import MOST_LEVERS, choose_levers, fit_surface
from brewsim.advising.tallies import Field, Panel, Tally, approach, games_on, margins, shortfall
from brewsim.matches import workers
from brewsim.rules import Rules, load_rules
from tests.advising.planted import TITLE, Planted, component

RULES = load_rules(TITLE)
TARGET, HAND = "game.target_rep", "game.hand_limit"
LIMITS = [component("rounds", 9.0, 11.0), component("seats", -1.0, 1.0)]


def moved(rules: Rules, path: str) -> float:
    return rules.values[path] - RULES.values[path]


def truth(rules: Rules) -> list[float]:
    """Length goes by the target, in a curve, and with the hand; seats go by the hand."""
    target, hand = moved(rules, TARGET), moved(rules, HAND)
    return [12 + 0.5 * target + 0.03 * target**2 + 0.05 * target * hand, 0.5 * hand]


def field_of(truth, seed=0, limits=LIMITS) -> Field:
    with workers(1) as work:
        return Field(Panel({"expert": Planted(limits, truth, seed)}, work), RULES)


@pytest.fixture
def field():
    return field_of(truth, seed=5)


def test_screening_finds_what_moves_something_and_little_else(field):
    levers = find_levers(RULES, ["game.*", "recipes.*"])
    found = screen(field, levers, 1e6)
    moving = {lever.path for lever, _ in found.moves}
    assert moving >= {TARGET, HAND}
    assert len(moving) <= 3  # 5 % of what is found may be luck
    assert found.tested > 40
    (up,) = (place for place, (lever, step) in enumerate(found.moves) if lever.path == HAND and step > 0)
    assert found.effect[up, 1] == pytest.approx(0.5, abs=0.05)
    assert found.effect[up, 0] == 0  # not sure, so none


def test_with_a_small_budget_values_are_moved_in_groups(field):
    levers = find_levers(RULES, ["game.*", "cards.*"])
    found = screen(field, levers, 10_000)
    assert {lever.path for lever, _ in found.moves} == {TARGET, HAND}
    assert field.panel.played < 100 * len(list_moves(levers)) / 3


def test_planted_nothing_moves_nothing():
    levers = find_levers(RULES, ["recipes.*"])
    wrong = 0
    for seed in range(20):
        wrong += bool(screen(field_of(lambda rules: [12.0, 0.0], seed), levers[:6], 12_000).moves)
    assert wrong <= 4  # 5 % of 20, and luck


def test_the_surface_predicts_what_was_not_played(field):
    """Also how far it may be off: values of candidates that it has not seen lie within four of its errors."""
    levers = find_levers(RULES, [TARGET, HAND, "recipes.ale.rep"])
    surface = fit_surface(field, [(lever, -1) for lever in levers], 400_000, True)
    target, hand = (next(lever for lever in levers if lever.path == path) for path in (TARGET, HAND))
    unseen = [((target, -3),), ((target, -6),), ((target, -2), (hand, -2)), ((target, 5), (hand, 1))]
    value, error = surface.predict(unseen)
    expected = np.array([truth(_rules(edits)) for edits in unseen])
    assert np.abs((value - expected) / error).max() < 4
    assert error.max() < 0.3


def test_the_surface_is_bent_to_what_was_played_near_the_goals():
    """A step that no straight or curved term can follow: what is played there tells where the goals are met."""

    def stepping(rules: Rules) -> list[float]:
        return [13 + 4 * np.tanh((moved(rules, TARGET) + 5) / 2), 0.0]

    levers = find_levers(RULES, [TARGET, HAND])
    own = field_of(stepping)
    plain = fit_surface(own, [(lever, -1) for lever in levers], 40_000, True)
    surface = refine(own, plain, 1, np.full(2, 0.1), 1e6)
    played = [edits for edits, _ in surface.played if edits not in [known for known, _ in plain.played]]
    expected = np.array([stepping(_rules(edits)) for edits in played])
    assert len(played) > 3
    assert np.abs(surface.value(played) - expected).max() < np.abs(plain.value(played) - expected).max() / 2


def _rules(edits) -> Rules:
    return load_rules(TITLE, {lever.path: lever.new[step] for lever, step in edits})


def test_levers_are_chosen_that_a_repair_can_be_made_of(field):
    levers = find_levers(RULES, ["game.*", "recipes.*.rep"])
    screened = screen(field, levers, 1e6)
    chosen = choose_levers(screened, field.panel.low, field.panel.high, 2)
    assert (chosen[0][0].path, chosen[0][1]) == (TARGET, -1)
    sure = {lever.path for lever, _ in screened.moves}
    assert {lever.path for lever, _ in chosen[: len(sure)]} == sure
    assert len(chosen) == MOST_LEVERS  # what may move something, but is not seen to, is tried as well


def test_candidates_are_all_mixes_of_levers_of_different_paths():
    target, *words = find_levers(RULES, ["game.target_rep", "cards.farm.ingredient"])
    assert len(list(candidates([target, *words], 1))) == 16 + 4
    assert len(list(candidates([target, *words], 2))) == 16 * 4  # one word replaces the other


def test_a_race_keeps_what_meets_the_goals(field):
    levers = find_levers(RULES, [TARGET, HAND])
    surface = fit_surface(field, [(lever, -1) for lever in levers], 40_000, True)
    racers = line_up(field, surface, 1)
    assert all(racer.margin > -3 for racer in racers)
    left, endless = race(field, racers, 100_000)
    assert endless == []
    assert 0 < len(left) <= KEPT
    inside = [9 < truth(racer.rules)[0] < 11 for racer in left]
    assert all(inside)
    assert [lever.new[step] for lever, step in left[0].edits] == [18]  # 19 is 11.12, so it is the smallest


def test_smaller_edits_come_first_among_what_is_sure_enough():
    assert best_first([9.0, 5.0, 4.0], [0.3, 0.1, 0.2]) == [1, 2, 0]
    assert best_first([-1.0, -0.5], [0.1, 0.9]) == [1, 0]


def test_errors_are_those_of_independent_blocks():
    rng = np.random.default_rng(1)
    values = rng.normal(3, 2, (4000, 1))
    blocks = values.reshape(40, 100).sum(axis=1)
    tally = Tally(np.stack([blocks, np.full(40, 100.0)], axis=1)[:, :, None], 0, 4000)
    assert tally.value[0] == pytest.approx(values.mean())
    assert tally.error[0] == pytest.approx(2 / np.sqrt(4000), rel=0.3)
    assert tally.change(tally)[1][0] == 0
    more = tally + tally
    assert (more.n, more.value[0]) == (8000, pytest.approx(values.mean()))


def test_where_no_game_says_anything_nothing_is_known():
    tally = Tally(np.zeros((40, 2, 1)), 0, 400)
    assert np.isnan(tally.value[0])
    assert margins(tally.value, tally.error, np.array([0.0]), np.array([1.0])).tolist() == [-np.inf]
    assert shortfall(tally.value, np.ones(1), np.array([0.0]), np.array([1.0])) > 1e5


def test_an_item_that_nobody_uses_any_more_is_not_repaired():
    """Where the hand is small, no game says anything of the second component: that is no effect, and no repair."""

    def vanishing(rules: Rules) -> list[float]:
        return [12.0, np.nan if moved(rules, HAND) < 0 else 3.0]

    assert screen(field_of(vanishing), find_levers(RULES, [HAND, TARGET]), 40_000).moves == ()


def test_no_game_of_a_candidate_is_played_twice(field):
    """A higher rung goes on from the lower one, and gives what it would have given at once."""
    (target,) = find_levers(RULES, [TARGET])
    edits = [(), ((target, -3),)]
    below, above = field.play(edits, 0), field.play(edits, 2)
    assert field.panel.played == 2 * games_on(2)
    assert field.cost(edits, 2) == 0
    assert field.cost(edits, 3) == 2 * games_on(2)
    assert [one.n for one in (*below, *above)] == [games_on(0)] * 2 + [games_on(2)] * 2
    assert [one.sums.tolist() for one in above] == [one.sums.tolist() for one in field_of(truth, seed=5).play(edits, 2)]
    assert field.play(edits, 0)[1].sums.tolist() == below[1].sums.tolist()
    assert field.known(2) == edits


def test_racers_have_the_size_of_their_edits():
    (one,) = find_levers(RULES, [TARGET])
    assert Racer(((one, -3),), RULES, None, 0.0).size == size(((one, -3),))


def tally_of(noise, mean) -> Tally:
    """Blocks of one game each, with these means."""
    rows = noise + np.asarray(mean)
    return Tally(np.stack([rows, np.ones_like(rows)], axis=1), 0, len(rows))


def test_what_comes_nearer_is_told_from_noise():
    """Twelve numbers, one outside its limits and the others on them: what is nearer is seen, and what is not is rarely taken for it."""
    rng, many = np.random.default_rng(4), 12
    low, high, scale, rest = np.full(many, -np.inf), np.zeros(many), np.ones(many), [0.0] * (many - 1)
    nearer, beyond = [], []
    for _ in range(200):
        seen, common, *own = rng.normal(size=(4, 200, many))
        before = tally_of(common + own[0], [1.0, *rest])
        for found, mean in ((nearer, 0.4), (beyond, 1.0)):
            gain, error = approach(tally_of(seen, [1.0, *rest]), before, tally_of(common + own[1], [mean, *rest]), scale, low, high)
            found.append(gain > 1.65 * error)
    assert sum(nearer) > 190
    assert sum(beyond) <= 20  # 10 by luck


def test_nothing_comes_nearer_than_what_is_inside_or_by_what_nobody_uses():
    noise = np.random.default_rng(4).normal(size=(200, 1))
    low, high, scale = np.array([-1.0]), np.array([1.0]), np.ones(1)
    inside, outside, unused = tally_of(noise, [0.0]), tally_of(noise, [3.0]), Tally(np.zeros((200, 2, 1)), 0, 200)
    assert approach(inside, inside, inside, scale, low, high)[0] == 0
    assert approach(outside, outside, inside, scale, low, high)[0] == pytest.approx(2.0, abs=0.2)
    assert approach(outside, outside, unused, scale, low, high)[0] < -1000
