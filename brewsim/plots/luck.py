"""Where wins come from. Fed by `brewsim.stats.luck`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, name_rows, neutral, percent, row_height, styled, whiskers


@styled
def plot_luck(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The parts of the variance of who wins, with intervals. Fed by `luck.luck`."""
    frame = complete(frame)
    ax = axes(ax, row_height(frame.height, 0.4))
    rows = list(range(frame.height))
    ax.barh(rows, frame["value"], height=0.6, color=neutral(), alpha=0.6)
    ax.errorbar(frame["value"], rows, xerr=whiskers(frame), fmt="none", color=neutral())
    name_rows(ax, frame["source"].to_list())
    ax.set_xlim(left=0)
    ax.set_xlabel("part of the variance of who wins")
    percent(ax.xaxis)
    return ax
