"""Ties and margins as drawn."""

import polars as pl
import pytest

from brewsim.plots.ties import plot_margins_by_case, plot_ties_by_case
from tests.plots.artists import bars, error_bars, texts

MARGINS = pl.DataFrame(
    {"case": ["a"] * 4 + ["b"] * 4, "margin": [3, 0, 1, 900, 0, 1, 2, 3], "value": [0.3, 0.2, 0.4995, 0.0005] + [0.25] * 4}
).with_columns(low=pl.col("value") / 2, high=pl.col("value") * 2)


def test_margins_of_one_case_are_bars_and_the_tail_runs_out():
    ax = plot_margins_by_case(MARGINS.filter(pl.col("case") == "a"))
    (drawn,) = bars(ax)
    assert [height for _, height in drawn] == pytest.approx([0.2, 0.4995, 0.3, 0.0005])
    ((_, _, reach),) = error_bars(ax)
    assert reach[0] == pytest.approx([0, 0.1, 0.4])
    assert 3 < ax.get_xlim()[1] < 10
    assert {"winner's margin, in points", "share of games"} <= texts(ax)


def test_margins_of_several_cases_are_steps_in_the_given_order():
    ax = plot_margins_by_case(MARGINS)
    assert [line.get_label() for line in ax.lines] == ["a", "b"]
    assert list(ax.lines[1].get_ydata()) == [0.25] * 4
    assert {"a", "b"} <= texts(ax)


def test_ties_by_case():
    frame = pl.DataFrame(
        {
            "case": ["a", "a", "b", "b"],
            "measure": ["tied", "within_1"] * 2,
            "value": [0.1, 0.3, 0.2, 0.4],
            "low": [0.09, 0.28, 0.19, 0.38],
            "high": [0.11, 0.32, 0.21, 0.42],
        }
    )
    ax = plot_ties_by_case(frame)
    assert [values for values, _, _ in error_bars(ax)] == [[0.1, 0.3], [0.2, 0.4]]
    assert {"first place tied", "won by 1 point or less", "a", "b"} <= texts(ax)
