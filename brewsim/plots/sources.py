"""Where scores come from. Fed by `brewsim.stats.sources`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, groups, legend, name_rows, row_height, styled, whiskers
from brewsim.stats.names import words


@styled
def plot_points_by_source(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """Mean points from each source, winners against others, of one case. Fed by `sources.points_by_source`."""
    frame = complete(frame)
    sources, parts = list(dict.fromkeys(frame["source"])), groups(frame, "who")
    ax = axes(ax, row_height(len(sources), 0.45))
    for index, (who, part) in enumerate(parts):
        rows = [sources.index(source) + 0.36 * (index - 0.5) for source in part["source"]]
        ax.barh(rows, part["value"], height=0.34, color=f"C{index}", alpha=0.6, label=who)
        ax.errorbar(part["value"], rows, xerr=whiskers(part), fmt="none", color=f"C{index}")
    name_rows(ax, [words(source) for source in sources])
    ax.set_xlabel("points a seat")
    if len(parts) > 1:
        legend(ax)
    return ax
