"""The heat map of duels."""

import polars as pl
import pytest

from brewsim.plots.plans import plot_duels, plot_equilibrium
from tests.plots.artists import bars, error_bars, texts


def test_a_cell_shows_its_number_darker_the_clearer_it_is():
    frame = pl.DataFrame(
        {
            "bot": ["x", "x", "y"],
            "opponent": ["y", "z", "z"],
            "value": [0.9, 0.45, None],
            "low": [0.88, 0.43, None],
            "high": [0.92, 0.47, None],
        }
    )
    ax = plot_duels(frame)
    strong, weak = ax.patches
    assert strong.get_alpha() > 5 * weak.get_alpha()
    assert strong.get_facecolor()[:3] != weak.get_facecolor()[:3]
    assert (strong.get_x() + 0.48, strong.get_y() + 0.48) == (1, 0)  # row x, column y
    assert [text.get_text() for text in ax.texts] == ["90", "± 2", "45", "± 2"]
    assert {"x", "y", "z", "opponent"} <= texts(ax)


def test_the_mix_is_ranked():
    frame = pl.DataFrame({"bot": ["a", "b"], "weight": [0.2, 0.8], "weight_low": [0.1, 0.7], "weight_high": [0.3, 0.9]})
    ax = plot_equilibrium(frame)
    ((_, _, reach),) = error_bars(ax)
    assert reach == [pytest.approx([0.7, 0.9, 0]), pytest.approx([0.1, 0.3, 1])]
    assert [width for width, _ in bars(ax)[0]] == [0.8, 0.2]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "a"]
