"""Prices of items: which number it is, a planted one that is far off, and what is said of what was found."""

import numpy as np
import pytest

from brewsim.advising.prices import Priced, Pricing, Tag, by_distance, in_words, is_sure, price_tags
from brewsim.bots import make_lineup
from brewsim.engine.conventions import restricted_seat
from brewsim.errors import BadInput
from brewsim.matches import workers
from brewsim.play import simulate, simulate_without
from brewsim.rules import load_rules
from brewsim.stats.intervals import Estimate
from brewsim.stats.prices import Crossing, Found, Point

TITLE, GAMES, SEATS = "brew_crafters", 600, 2
NAN, INF = float("nan"), float("inf")


def test_every_priced_kind_has_items_and_each_of_them_a_number(title_name):
    rules = load_rules(title_name)
    tags = price_tags(rules)
    assert {tag.kind for tag in tags} == set(rules.title.prices)
    assert len({tag.path for tag in tags}) == len(tags)
    assert all(price_tags(rules, tag.item) == [tag] for tag in tags)
    assert all(price_tags(rules, tag.item, tag.path) == [tag] for tag in tags)  # the title knows which way it works


def test_a_path_of_ones_own_needs_no_price_of_the_title():
    (tag,) = price_tags(load_rules(TITLE), "farm", "cards.farm.copies")
    assert tag == Tag("farm", "card", "cards.farm.copies", None)
    assert tag.words == ("too low", "too high")


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (("aile",), "unknown item of brew_crafters 'aile'; did you mean 'ale'"),
        (("farm",), "farm has no price: in brew_crafters each recipe has one; name a number of the rules with --path"),
        (("", "cards.farm.copies"), "--path is the price of one item"),
        (("farm", "cards.farm.copied"), "unknown rule of brew_crafters 'cards.farm.copied'"),
        (("farm", "cards.farm.ingredient"), "cards.farm.ingredient is hops; a price is a whole number"),
    ],
)
def test_what_is_no_price_is_refused(asked, complaint):
    with pytest.raises(BadInput, match=complaint):
        price_tags(load_rules(TITLE), *asked)


def priced_at(reward, jobs=1, item="special_reserve"):
    rules = load_rules(TITLE, {f"recipes.{item}.rep": reward})
    lineup = make_lineup(rules.title, ["greedy"] * SEATS)
    with workers(jobs) as work:
        return Pricing(rules, lineup, GAMES, 1, work).price(*price_tags(rules, item))


@pytest.mark.compiled_only
def test_a_recipe_that_pays_far_too_much_is_found():
    rich = priced_at(14)
    assert is_sure(rich, tested=5)
    assert in_words(rich, True).startswith(("pays too much by", "no value in"))
    assert rich.found.points[-1].worth.value > 0.1
    assert {point.price for point in rich.found.points} >= {10, 12, 13, 14, 15, 16}  # farther down, where the price must be


@pytest.mark.compiled_only
def test_a_point_of_the_curve_is_the_worth_by_restricted_play():
    rules, ids = load_rules(TITLE, {"recipes.special_reserve.rep": 9}), np.arange(GAMES)
    found = {point.price: point.worth for point in priced_at(8).found.points}
    lineup, item = make_lineup(rules.title, ["greedy"] * SEATS), rules.title.item_numbers["special_reserve"]
    free, banned = simulate(rules, lineup, ids, 1), simulate_without(["special_reserve"], rules, lineup, ids, 1)
    own = free["seat"] == restricted_seat(free["game"], SEATS)
    used = free["uses"][own, item] > 0
    assert found[9].n == used.sum()
    assert found[9].value == pytest.approx((free["win_share"][own] - banned["win_share"][own]).sum() / used.sum())


@pytest.mark.compiled_only
def test_the_number_of_workers_changes_nothing():
    assert repr(priced_at(8, jobs=1)) == repr(priced_at(8, jobs=2))


def told(low, value, high, p_now=0.0, now=2, is_reward=False, known=(0, 1, 2, 3, 9), ends=(0.1, -0.1), why=""):
    """A price that was found, made by hand."""
    estimate, nothing = Estimate(0.1, 0.05, 0.15, 100), Estimate(NAN, NAN, NAN, 3)
    points = tuple(Point(price, *([estimate] * 2 if price in known else [nothing] * 2)) for price in (0, 1, 2, 3, 9))
    crossing = None if why else Crossing(value, low, high, p_now, ends)
    return Priced(Tag("ale", "beer", "beers.ale.cost", is_reward), now, Found(points, crossing, why))


@pytest.mark.parametrize(
    ("priced", "words"),
    [
        (told(2.9, 3.4, 4.0), "too cheap by 1.4 (0.9 to 2.0)"),
        (told(0.5, 1.4, 1.8), "too dear by 0.6 (0.2 to 1.5)"),
        (told(2.9, 3.4, 4.0, is_reward=True), "pays too little by 1.4 (0.9 to 2.0)"),
        (told(0.5, 1.4, 1.8, is_reward=True), "pays too much by 0.6 (0.2 to 1.5)"),
        (told(0.5, 1.4, 1.8, is_reward=None), "too high by 0.6 (0.2 to 1.5)"),
        (told(2.9, 3.4, 4.0, p_now=0.02), "perhaps too cheap by 1.4 (0.9 to 2.0)"),
        (told(1.7, 2.3, 2.9, p_now=0.3), "may be right: off by 0.3 (-0.3 to 0.9)"),
        (told(3.1, 5.0, INF), "too cheap by 1.1 or more"),
        (told(-INF, NAN, 1.2), "too dear by 0.8 or more"),
        (told(1.1, 2.0, INF, p_now=0.9), "not known: the right price is 1.1 or more"),
        (told(-INF, 2.0, INF, p_now=0.9), "not known: its worth hardly follows the price"),
        (told(NAN, NAN, NAN, ends=(0.3, 0.1)), "no price in 0..9 makes it as weak as the median"),
        (told(NAN, NAN, NAN, ends=(-0.3, -0.1), is_reward=True), "no value in 0..9 makes it as strong as the median"),
        (told(NAN, NAN, NAN, ends=(0.3, 0.1), known=(0, 1, 2)), "no price in 0..2 makes it as weak as the median"),
        (told(NAN, NAN, NAN, why="too rare to tell"), "not tested: too rare to tell"),
    ],
)
def test_what_is_said_of_a_price(priced, words):
    assert in_words(priced, is_sure(priced, tested=10)) == words


def test_what_is_farthest_off_comes_first():
    near, far, never = told(2.2, 2.4, 2.6), told(3.0, 4.0, 5.0), told(NAN, NAN, NAN, ends=(0.3, 0.1))
    unsure, untested = told(1.0, 2.9, 5.0, p_now=0.5), told(NAN, NAN, NAN, why="too rare to tell")
    assert by_distance([untested, unsure, near, never, far]) == [never, far, near, unsure, untested]
