"""Length and leaders as drawn."""

import polars as pl
import pytest

from brewsim.plots.pace import plot_half_time_by_case, plot_rounds_by_case
from tests.plots.artists import bars, error_bars, texts


def test_leaders_and_the_last_beside_what_it_would_be_by_lot():
    rows = [("a", "leader_at_half_wins", 0.6, 0.55, 0.65, 0.25), ("a", "last_at_half_wins", 0.1, 0.05, 0.15, 0.25)]
    ax = plot_half_time_by_case(pl.DataFrame(rows, ["case", "measure", "value", "low", "high", "chance"], orient="row"))
    assert [reach[0][:2] for _, _, reach in error_bars(ax)] == [pytest.approx([0.55, 0.65]), pytest.approx([0.05, 0.15])]
    assert [0.25, 0.25] in [list(line.get_xdata()) for line in ax.lines]
    assert {"leader at half-time wins", "last at half-time wins", "by lot", "a"} <= texts(ax)


def test_rounds():
    frame = pl.DataFrame({"case": ["a"] * 2, "rounds": [8, 9], "games": [30, 70], "value": [0.3, 0.7], "low": 0.2, "high": 0.8})
    ax = plot_rounds_by_case(frame)
    assert [height for _, height in bars(ax)[0]] == pytest.approx([0.3, 0.7])
    assert "rounds" in texts(ax)
