"""Paired differences and response curves as drawn."""

import polars as pl
import pytest

from brewsim.plots.sweep import plot_sweep
from brewsim.plots.variants import plot_compare
from tests.plots.artists import error_bars, texts


def test_clear_differences_are_filled():
    frame = pl.DataFrame(
        {
            "measure": ["win_share_by_seat", "tied", "rounds"],
            "group": ["0", None, None],
            "value": [0.02, 0.001, None],
            "low": [0.01, -0.01, None],
            "high": [0.03, 0.012, None],
            "q_value": [0.001, 0.7, None],
        }
    )
    ax = plot_compare(frame, is_share=True)
    clear, unclear = error_bars(ax)
    assert (clear[0], unclear[0]) == ([0.02], [0.001])
    assert unclear[2][0][:2] == pytest.approx([-0.01, 0.012])
    assert ax.lines[1].get_markerfacecolor() == "none"
    assert {"win share by seat 0", "tied", "variant minus base"} <= texts(ax)


def test_the_response_curve():
    frame = pl.DataFrame({"rule": [1, 2], "measure": "tied", "value": [0.1, 0.2], "low": [0.05, 0.15], "high": [0.15, 0.25]})
    ax = plot_sweep(frame, rule="game.target_rep", is_share=True)
    assert list(ax.lines[0].get_ydata()) == [0.1, 0.2]
    assert {"tied", "game.target_rep"} <= texts(ax)
