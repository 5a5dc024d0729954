"""Decks by keyed priorities: uniform orders, and a copy more leaves the rest as it was."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from brewsim.parts.chance import game_key
from brewsim.parts.decks import order_deck
from tests.conftest import fewer_if_interpreted

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def shuffled(counts: list[int], key: int) -> list[int]:
    deck, priorities = np.zeros(64, np.int16), np.zeros(64, np.uint64)
    n = order_deck(np.array(counts, np.int16), np.uint64(key), deck, priorities)
    return deck[:n].tolist()


@given(st.lists(st.integers(0, 5), min_size=1, max_size=10), st.integers(0, 2**64 - 1))
def test_the_deck_has_the_copies_it_should(counts, key):
    assert np.bincount(shuffled(counts, key), minlength=len(counts)).tolist() == counts


def test_all_orders_are_equally_likely():
    """Chi-square over the 24 orders of four cards at a fixed seed."""
    n = fewer_if_interpreted(48_000)
    orders = dict.fromkeys(itertools.permutations(range(4)), 0)
    for game in range(n):
        orders[tuple(shuffled([1, 1, 1, 1], game_key(3, game)))] += 1
    assert stats.chisquare(list(orders.values())).pvalue > 0.001


@given(st.lists(st.integers(0, 4), min_size=2, max_size=10), st.integers(0, 2**64 - 1), st.data())
def test_one_more_copy_leaves_the_order_of_the_others(counts, key, data):
    kind = data.draw(st.integers(0, len(counts) - 1))
    more = list(counts)
    more[kind] += 1
    before, after = shuffled(counts, key), shuffled(more, key)
    assert any(after[:i] + after[i + 1 :] == before for i in range(len(after)))
