"""What bots do, as numbers and in words."""

from pathlib import Path

import numpy as np
import pytest

from brewsim.bots import read_bot_file, read_bots
from brewsim.engine.contract import MISSING
from brewsim.games import TITLES, load_title
from brewsim.matches import Table, lay_table, workers
from brewsim.rules import load_rules
from brewsim.tuning.behaviour import CLEAR, LEAST_USUAL, MEETINGS, MOST_TOLD, Scale, describe, make_scale, watch

pytestmark = pytest.mark.compiled_only

TITLE = load_title("brew_crafters")
TABLE = Table(load_rules("brew_crafters"), (0, 1, 2))
BOTS = read_bots(TITLE, read_bot_file(Path(__file__).with_name("plans.toml")))


def made_rows(games: int = 400, seed: int = 1, **more: float) -> np.ndarray:
    """Rows in which all traits vary at random and independently; `more` adds to an item, to a metric or to another column."""
    rng = np.random.default_rng(seed)
    rows = np.zeros(games, TITLE.outcome_dtype)
    for name in ("uses", "metrics", "rounds", "decisions"):
        rows[name] = rng.integers(10, 20, rows[name].shape)
    for name, addition in more.items():
        if name in TITLE.items:
            number = TITLE.item_numbers[name]
            rows["uses"][:, number] = rows["uses"][:, number].astype(int) + addition
        elif name in TITLE.metrics:
            rows["metrics"][:, TITLE.metrics.index(name)] += addition
        else:
            rows[name] += addition
    return rows


def told(**more: float) -> str:
    scale = make_scale(TABLE.rules, [made_rows(), made_rows(seed=2)])
    others = np.array([scale.means(made_rows(seed=seed)) for seed in (1, 2)])
    return describe(scale, scale.means(made_rows(seed=1, **more)), others)


def test_the_largest_differences_are_told_in_their_order():
    text = told(farm=40, rounds=-4, rep_bonuses=15, porter=8)
    first, second, *_ = text.split("), ")
    assert first.startswith("Uses farm more (5")
    assert "a game, others 14." in first
    assert second.startswith("earns more from rep bonuses (29")
    assert "ends earlier" not in text, "four others are larger"
    assert text.endswith(").")
    assert text.count("others") == MOST_TOLD


@pytest.mark.parametrize(
    ("more", "phrase"),
    [
        ({"ale": -9}, "Uses ale less"),
        ({"rounds": 20}, "Ends later"),
        ({"decisions": -9}, "Decides less often"),
        ({"rep_workers": -9}, "Earns less from rep workers"),
        ({"cards_left": 20}, "Has more cards left"),
        ({"cards_left": -9}, "Has fewer cards left"),
    ],
)
def test_each_kind_of_trait_has_its_words(more, phrase):
    assert told(**more).startswith(phrase)


def test_who_does_the_same_is_told_so():
    assert told() == "Does about the same as the others."


def test_traits_that_say_the_same_are_counted_once_and_related_ones_told_once():
    rows = made_rows()
    column = TITLE.metrics.index("beers_ale")
    rows["metrics"][:, column] = rows["uses"][:, TITLE.item_numbers["ale"]]
    scale, plain = make_scale(TABLE.rules, [rows, rows]), make_scale(TABLE.rules, [made_rows()] * 2)
    assert len(scale.traits) == len(plain.traits) - 1
    own, others = scale.means(rows), np.array([scale.means(rows)])
    own[:2] += 10.0
    both = Scale(scale.traits, scale.spreads, np.eye(len(own)), 1.0)
    related = Scale(scale.traits, scale.spreads, np.ones((len(own), len(own))), 1.0)
    assert describe(both, own, others).count("others") == 2
    assert describe(related, own, others).count("others") == 1


def test_a_metric_without_a_value_does_not_count():
    rows = made_rows()
    column = TITLE.metrics.index("end_round")
    rows["metrics"][:, column] = np.where(np.arange(len(rows)) % 2, MISSING, 7)
    scale = make_scale(TABLE.rules, [made_rows(), made_rows(seed=2)])
    assert 7 in scale.means(rows)
    rows["metrics"][:, column] = MISSING
    assert (scale.means(rows) >= 0).all()


def test_distance_is_in_spreads():
    scale = make_scale(TABLE.rules, [made_rows(), made_rows(seed=2)])
    own = scale.means(made_rows())
    assert scale.distance(own, own) == 0
    assert scale.distance(own, own + 2 * scale.spreads) == pytest.approx(2 * np.sqrt(len(own)))
    assert scale.usual == LEAST_USUAL


def test_rush_brews_small_beers_and_reserve_does_not():
    """What the plans of the box say of themselves can be seen."""
    chosen = [BOTS[name] for name in ("rush", "engine", "reserve")]
    with workers(1) as work:
        rows = watch(TABLE, chosen, chosen, 1, work, games=600)
    scale = make_scale(TABLE.rules, rows)
    rush, engine, reserve = (scale.means(own) for own in rows)
    assert "ses ale more" in describe(scale, rush, np.array([engine, reserve]))
    assert "ses ale less" in describe(scale, reserve, np.array([rush, engine]))
    assert min(scale.distance(rush, reserve), scale.distance(engine, reserve)) > 1


def test_all_bots_are_watched_among_the_same_opponents_whoever_does_the_work():
    found = []
    for jobs in (1, 2):
        with workers(jobs) as work:
            found.append(watch(TABLE, [BOTS["rush"], BOTS["rush"]], [BOTS["greedy"], BOTS["engine"]], 1, work, games=60))
    (one, again), (other, _) = found
    assert len(one) == MEETINGS * TABLE.seats
    for name in one.dtype.names:
        np.testing.assert_array_equal(one[name], again[name])
        np.testing.assert_array_equal(one[name], other[name])


@pytest.mark.parametrize("name", TITLES)
def test_a_bot_of_any_title_is_unlike_random_play(name):
    table = lay_table(load_rules(name))
    bots = read_bots(table.rules.title)
    with workers(1) as work:
        rows = watch(table, [bots["random"], bots["greedy"]], [bots["greedy"]], 1, work, games=40)
    scale = make_scale(table.rules, rows)
    random, greedy = (scale.means(own) for own in rows)
    assert scale.distance(random, greedy) > 2 * CLEAR
    assert describe(scale, greedy, np.array([random])).count("others") == MOST_TOLD
