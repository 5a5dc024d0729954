"""Planted sources of points, and the coverage of their means."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from brewsim.stats.sources import points_by_source
from tests.stats.planted import coverage, data_sets, outcomes

SOURCES = ("wine", "ale")


def sourced(wine, ale, **more):
    """Games whose scores come from two sources."""
    return outcomes(wine + ale, metrics={"wine": wine, "ale": ale}, **more)


def means(frame):
    found = points_by_source([frame.lazy()], SOURCES)
    return {(source, who): value for source, who, value in found.select("source", "who", "value").iter_rows()}


def test_planted_sources_are_found():
    wine, ale = np.tile([6, 1, 3], (50, 1)), np.tile([2, 2, 2], (50, 1))
    frame = points_by_source([sourced(wine, ale).lazy()], SOURCES)
    assert frame.select("source", "who", "value").rows() == [
        ("wine", "winners", 6.0), ("wine", "others", 2.0), ("ale", "winners", 2.0), ("ale", "others", 2.0)
    ]  # fmt: skip
    assert frame["n"].to_list() == [50] * 4


def test_a_game_with_two_winners_counts_once():
    shared = sourced(np.array([[8, 2, 0]] * 40), np.array([[0, 6, 1]] * 40))
    assert means(shared)["wine", "winners"] == 5
    single = sourced(np.array([[4, 1, 1]] * 40), np.array([[5, 0, 0]] * 40), first_game=40)
    both = means(pl.concat([shared, single]))
    assert both["wine", "winners"] == pytest.approx((5 + 4) / 2)
    assert both["ale", "others"] == pytest.approx((1 + 0) / 2)


def test_a_victory_shared_by_all_has_no_others():
    level = sourced(np.array([[1, 1]] * 50), np.array([[1, 1]] * 50))
    assert points_by_source([level.lazy()], SOURCES)["who"].to_list() == ["winners", "winners"]


def test_parts_add_up_and_aborted_games_are_left_out():
    rng = np.random.default_rng(1)
    wine, ale = rng.integers(0, 9, (2, 200, 3))
    frame = sourced(wine, ale, case="b")
    aborted = sourced(wine + 90, ale, aborted=True, first_game=200, case="b")
    other = sourced(ale, wine, case="a")
    pieces = [frame.filter(pl.col("game") < 70), pl.concat([aborted, frame.filter(pl.col("game") >= 70)]), other]
    found = points_by_source([piece.lazy() for piece in pieces], SOURCES)
    assert_frame_equal(found, points_by_source([frame.lazy(), other.lazy()], SOURCES))
    assert found["case"].unique(maintain_order=True).to_list() == ["b", "a"]


def test_coverage_of_points():
    """The two others of a game share its luck; the winner is the seat with more ale, so wine is the same for all in the mean."""
    rng = np.random.default_rng(2)
    games, repeats = 60, 2000
    luck = rng.gamma(2.0, 5.0, (games * repeats, 1)).round()
    winner = rng.integers(0, 3, games * repeats)
    frame = sourced(luck + np.zeros((1, 3)), 5.0 * np.eye(3)[winner])
    found = points_by_source([data_sets(frame, games).lazy()], SOURCES).filter(source="wine")
    truth = luck.mean()
    assert 0.93 <= coverage(found.filter(who="others"), truth) <= 0.97
    assert 0.93 <= coverage(found.filter(who="winners"), truth) <= 0.97


def test_a_title_without_sources_has_no_rows():
    frame = points_by_source([outcomes(np.tile([1, 0], (40, 1))).lazy()], ())
    assert frame.columns == ["case", "source", "who", "value", "low", "high", "n"]
    assert frame.is_empty()
