"""A heat map as drawn: the numbers of its cells, the lines around good ones, the frame of the printed rules."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

from brewsim.plots.heat import plot_heat
from brewsim.stats.grids import Grid, Lines
from tests.plots.artists import texts

VALUES = {(1, 5): 0.30, (1, 6): 0.33, (2, 5): 0.34, (2, 6): 0.40}


FAIR = Lines(0.31, 0.35, "fair ± 2 points")


def a_grid(lines=FAIR, printed=(1, 6), values=VALUES):
    rows = {
        cell: {"value": value, "low": value - 0.01, "high": value + 0.01, "verdict": "changed" if value > 0.35 else "no_change"}
        for cell, value in values.items()
    }
    return Grid("win share", "seat 1", (100.0, " %"), ("cards.a", "cards.b"), ([1, 2], [5, 6]), rows, printed, lines)


def segments(ax):
    return {tuple(map(tuple, line.tolist())) for one in ax.collections if isinstance(one, LineCollection) for line in one.get_segments()}


def test_cells_have_their_numbers_and_what_is_not_sure_is_in_brackets():
    ax = plot_heat(a_grid())
    assert ax.images[0].get_array().tolist() == [[30, 33], [34, 40]]
    assert {"(30)", "(33)", "(34)", "40", "1", "2", "5", "6", "cards.a", "cards.b"} <= texts(ax)
    assert ax.get_title(loc="left") == "win share of seat 1, % (lines: fair ± 2 points)"


def test_the_limit_is_in_the_middle_of_the_colours_and_lines_go_around_the_cells_within():
    ax = plot_heat(a_grid())
    norm = ax.images[0].norm
    assert (norm.vmin + norm.vmax) / 2 == pytest.approx(33)
    assert norm.vmax == pytest.approx(40)
    assert segments(ax) == {
        ((0.5, -0.5), (0.5, 0.5)), ((-0.5, 0.5), (0.5, 0.5)),  # around 30, below 31
        ((0.5, 0.5), (0.5, 1.5)), ((0.5, 0.5), (1.5, 0.5)),  # around 40, above 35
    }  # fmt: skip


def test_the_printed_rules_have_a_frame_where_they_are_on_the_grid():
    (frame,) = [patch for patch in plot_heat(a_grid()).patches if isinstance(patch, Rectangle)]
    assert (round(frame.get_x() + frame.get_width() / 2, 6), round(frame.get_y() + frame.get_height() / 2, 6)) == (1, 0)
    assert not plot_heat(a_grid(printed=(9, 9))).patches


def test_cells_that_are_all_alike_or_have_no_number_are_drawn():
    ax = plot_heat(a_grid(Lines(-np.inf, 0.3, "at most 30 %"), values=dict.fromkeys(VALUES, 0.3)))
    assert segments(ax) == set()
    part = {cell: value for cell, value in VALUES.items() if cell != (2, 6)}
    assert "40" not in texts(plot_heat(a_grid(values=part)))
