"""A measure against skill. Fed by `brewsim.stats.skill`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, groups, legend, marks, neutral, percent, points, styled, whiskers
from brewsim.stats.names import measure_name

APART = 0.08  # of the distance of two levels: how far series stand beside each other


@styled
def plot_by_level(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """Measures of one unit at each level, from weak to strong, with intervals and the reference. Fed by `skill.by_level`."""
    ax, levels = axes(ax), list(dict.fromkeys(frame.sort("place", maintain_order=True)["level"]))
    names = pl.Series([measure_name(row) for row in frame.iter_rows(named=True)], dtype=pl.String)
    parts = groups(complete(frame.with_columns(name=names)), "name")
    for index, (name, part) in enumerate(parts):
        shift = APART * (index - (len(parts) - 1) / 2)
        places = [levels.index(level) + shift for level in part["level"]]
        ax.errorbar(places, part["value"], whiskers(part), label=name, **marks(index))
    for reference in sorted(set(frame["reference"].drop_nulls().round(9))):
        ax.axhline(reference, color=neutral(), linestyle="--", linewidth=1.2)
    ax.set_xticks(range(len(levels)), levels)
    ax.set_xlim(-0.5, len(levels) - 0.5)
    ax.set_xlabel("skill, from weak to strong")
    if frame["is_share"].all() and (frame["reference"] == 0).all():  # differences
        points(ax.yaxis)
        ax.set_ylabel("points")
    elif frame["is_share"].all():
        percent(ax.yaxis)
    legend(ax)
    return ax
