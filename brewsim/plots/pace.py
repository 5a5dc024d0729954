"""Length, leaders and come-backs. Fed by `brewsim.stats.pace`."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.distributions import draw_distribution
from brewsim.plots.drawing import axes, complete, groups, legend, marks_of, name_rows, neutral, percent, row_height, styled, whiskers
from brewsim.stats.names import MEASURES


@styled
def plot_rounds_by_case(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The distribution of the length in rounds. Fed by `pace.rounds_by_case`."""
    return draw_distribution(frame, "rounds", "rounds", axes(ax))


@styled
def plot_half_time_by_case(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """How often the leader and the last at half-time win, by case, filled and hollow; a line is what it would be by lot.

    Fed by `pace.half_time_by_case`.
    """
    frame = complete(frame)
    cases, parts = list(dict.fromkeys(frame["case"])), groups(frame, "measure")
    ax = axes(ax, row_height(len(cases), 0.45))
    for index, (measure, part) in enumerate(parts):
        face: dict[str, Any] = {"markerfacecolor": "none"} if index else {}
        for case, one in groups(part, "case"):
            row = cases.index(case)
            look = marks_of(case, row) | {"linestyle": "none"} | face
            ax.errorbar(one["value"], [row + 0.3 * (index - 0.5)], xerr=whiskers(one), **look)
        ax.plot([], [], marker="o", linestyle="none", color=neutral(), label=MEASURES[measure], **face)  # for the legend
    for case, chance in dict(frame.select("case", "chance").iter_rows()).items():
        row = cases.index(case)
        ax.plot([chance, chance], [row - 0.4, row + 0.4], color=neutral(), linewidth=1, label="by lot" if row == 0 else None)
    name_rows(ax, cases)
    ax.set_xlabel("share of games")
    ax.set_xlim(0, 1)
    percent(ax.xaxis)
    legend(ax)
    return ax
