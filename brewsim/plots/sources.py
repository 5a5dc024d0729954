"""Where scores come from. Fed by `brewsim.stats.sources`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, groups, legend, marks_of, name_rows, row_height, styled, whiskers
from brewsim.stats.names import words

STRENGTHS = (0.75, 0.3)  # opacity of winners and of others: the colour is that of the case


@styled
def plot_points_by_source(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """Mean points from each source, winners against others, of one case. Fed by `sources.points_by_source`."""
    frame = complete(frame)
    sources, parts = list(dict.fromkeys(frame["source"])), groups(frame, "who")
    ax = axes(ax, row_height(len(sources), 0.45))
    colour = marks_of(frame["case"][0] if frame.height else "")["color"]
    for index, (who, part) in enumerate(parts):
        rows = [sources.index(source) + 0.36 * (index - 0.5) for source in part["source"]]
        ax.barh(rows, part["value"], height=0.34, color=colour, alpha=STRENGTHS[index], label=who)
        ax.errorbar(part["value"], rows, xerr=whiskers(part), fmt="none", color=colour)
    name_rows(ax, [words(source) for source in sources])
    ax.set_xlabel("points a seat")
    if len(parts) > 1:
        legend(ax)
    return ax
