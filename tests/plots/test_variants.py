"""Paired differences and response curves as drawn."""

import polars as pl
import pytest

from brewsim.plots.sweep import plot_sweep
from brewsim.plots.variants import plot_compare
from tests.plots.artists import error_bars, texts


def test_sure_differences_are_filled():
    frame = pl.DataFrame(
        {
            "measure": ["win share", "tied first place", "rounds"],
            "group": ["seat 1", "", ""],
            "value": [0.02, 0.001, None],
            "low": [0.01, -0.01, None],
            "high": [0.03, 0.012, None],
            "verdict": ["changed", "no_change", "not_enough_games"],
        }
    )
    ax = plot_compare(frame, is_share=True)
    sure, unsure = error_bars(ax)
    assert (sure[0], unsure[0]) == ([0.02], [0.001])
    assert unsure[2][0][:2] == pytest.approx([-0.01, 0.012])
    assert ax.lines[1].get_markerfacecolor() == "none"
    assert {"win share of seat 1", "first place tied", "variant minus base, in points"} <= texts(ax)


def test_the_response_curve():
    frame = pl.DataFrame({"rule": [1, 2], "lineup": "greedy", "measure": "win share", "group": "seat 2", "value": [0.1, 0.2]})
    frame = frame.with_columns(low=pl.col("value") - 0.05, high=pl.col("value") + 0.05)
    ax = plot_sweep(frame, rule="game.target_rep", is_share=True)
    assert list(ax.lines[0].get_ydata()) == [0.1, 0.2]
    assert {"win share of seat 2", "game.target_rep"} <= texts(ax)


def test_a_curve_for_each_lineup():
    columns = {"rule": [1, 2, 1, 2], "lineup": ["greedy", "greedy", "adapted", "adapted"], "value": [0.1, 0.2, 0.3, 0.4]}
    frame = pl.DataFrame(columns | {"measure": "score", "group": ""}).with_columns(low=pl.col("value"), high=pl.col("value"))
    ax = plot_sweep(frame)
    assert [list(line.get_ydata()) for line in ax.lines] == [[0.1, 0.2], [0.3, 0.4]]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["greedy", "adapted"]
