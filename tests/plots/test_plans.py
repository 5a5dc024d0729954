"""Plans as drawn: the heat map of newcomers, the mix, and the tables."""

import polars as pl
import pytest

from brewsim.plots.plans import plot_mix_of_plans, plot_newcomers, plot_win_share_by_table
from tests.plots.artists import bars, error_bars, texts


def test_a_cell_shows_its_number_darker_the_farther_it_is_from_a_fair_share():
    rows = [("x", "y", 0.5, 0.48, 0.52), ("x", "z", 0.23, 0.21, 0.25), ("y", "z", None, None, None)]
    frame = pl.DataFrame(rows, ["bot", "opponent", "value", "low", "high"], orient="row").with_columns(fair=0.25)
    ax = plot_newcomers(frame)
    strong, weak = ax.patches
    assert strong.get_alpha() > 5 * weak.get_alpha()
    assert strong.get_facecolor()[:3] != weak.get_facecolor()[:3]
    assert (strong.get_x() + 0.48, strong.get_y() + 0.48) == (1, 0)  # row x, column y
    assert [text.get_text() for text in ax.texts] == ["50", "± 2", "23", "± 2"]
    assert {"x", "y", "z", "plan of all others"} <= texts(ax)


def test_the_mix_and_what_wins_among_it():
    row = {"plan": ["b", "a"], "weight": [0.8, 0.2], "weight_low": [0.7, 0.1], "weight_high": [0.9, 0.3]}
    ax = plot_mix_of_plans(pl.DataFrame(row | {"value": [0.25, 0.2], "low": [0.24, 0.18], "high": [0.26, 0.22], "fair": 0.25}))
    weights, wins = (reach for _, _, reach in error_bars(ax))
    assert [ends[:2] for ends in weights] == [pytest.approx([0.7, 0.9]), pytest.approx([0.1, 0.3])]
    assert [ends[:2] for ends in wins] == [pytest.approx([0.24, 0.26]), pytest.approx([0.18, 0.22])]
    assert [width for width, _ in bars(ax)[0]] == [0.8, 0.2]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "a"]
    assert "fair share" in texts(ax)


def test_tables_have_a_row_for_each_bot():
    rows = [("a, b", "a", 0.6, 0.5, 0.7, 0.5), ("a, b", "b", 0.4, 0.3, 0.5, 0.5)]
    ax = plot_win_share_by_table(pl.DataFrame(rows, ["table", "bot", "value", "low", "high", "fair"], orient="row"))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a at a, b", "b at a, b"]
    ((_, _, reach),) = error_bars(ax)
    assert [ends[:2] for ends in reach] == [pytest.approx([0.5, 0.7]), pytest.approx([0.3, 0.5])]
