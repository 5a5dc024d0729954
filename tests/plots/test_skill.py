"""Measures against skill as drawn."""

import polars as pl
import pytest

from brewsim.plots.skill import plot_by_level
from tests.plots.artists import error_bars, texts

LEVELS = pl.DataFrame(
    {
        "measure": ["win share"] * 6,
        "group": ["seat 1", "seat 2"] * 3,
        "level": ["random", "random", "greedy", "greedy", "search:8", "search:8"],
        "place": [-1, -1, 0, 0, 1, 1],
        "value": [0.5, 0.5, 0.6, 0.4, None, 0.7],
        "low": [0.45, 0.45, 0.55, 0.35, None, 0.5],
        "high": [0.55, 0.55, 0.65, 0.45, None, 0.8],
        "is_share": True,
        "reference": 0.5,
    }
)


def test_every_measure_is_a_line_over_the_levels():
    ax = plot_by_level(LEVELS)
    first, second = error_bars(ax)
    assert first[1] == [0.5, 0.6]  # too few games at the last level
    assert second[1] == [0.5, 0.4, 0.7]
    assert [round(x) for x in second[0]] == [0, 1, 2]
    assert second[2][2][1:] == pytest.approx([0.5, 0.8])
    assert {"random", "greedy", "search:8", "win share of seat 1", "win share of seat 2", "skill, from weak to strong"} <= texts(ax)


def test_the_reference_is_a_line_where_there_is_one():
    def dashed(frame):
        return [
            list(line.get_ydata()) for line in plot_by_level(frame).lines if line.get_linestyle() == "--" and len(line.get_xdata()) == 2
        ]

    assert [0.5, 0.5] in dashed(LEVELS)
    assert [0.5, 0.5] not in dashed(LEVELS.with_columns(reference=pl.lit(None, pl.Float64)).filter(place=0))


def test_shares_are_in_percent_and_differences_in_points():
    shares, worth = plot_by_level(LEVELS), plot_by_level(LEVELS.with_columns(measure=pl.lit("worth"), reference=0.0))
    assert shares.yaxis.get_major_formatter()(0.5, 0) == "50\u00a0%"
    assert (worth.yaxis.get_major_formatter()(0.5, 0), worth.get_ylabel()) == ("50", "points")
