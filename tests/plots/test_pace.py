"""Length and leaders as drawn."""

import polars as pl
import pytest

from brewsim.plots.pace import plot_leader_by_round, plot_rounds_by_case
from tests.plots.artists import bars, texts

LEADERS = pl.DataFrame(
    {
        "case": ["a"] * 3,
        "round": [1, 2, 3],
        "value": [0.4, 0.6, 0.9],
        "low": [0.39, 0.58, 0.8],
        "high": [0.41, 0.62, 0.95],
        "n": [900, 800, 5],
    }
)


def test_the_curve_and_its_band():
    ax = plot_leader_by_round(LEADERS)
    assert list(ax.lines[0].get_ydata()) == [0.4, 0.6]  # hardly a game reaches the third round
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert (band.min(), band.max()) == pytest.approx((0.39, 0.62))
    assert {"after round", "the leader wins"} <= texts(ax)


def test_rounds():
    frame = pl.DataFrame({"case": ["a"] * 2, "rounds": [8, 9], "games": [30, 70], "value": [0.3, 0.7], "low": 0.2, "high": 0.8})
    ax = plot_rounds_by_case(frame)
    assert [height for _, height in bars(ax)[0]] == pytest.approx([0.3, 0.7])
    assert "rounds" in texts(ax)
