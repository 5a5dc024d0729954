"""Variants against the rules that they change. Fed by `brewsim.stats.variants`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, marks_of, name_rows, neutral, points, row_height, styled, whiskers
from brewsim.stats.names import measure_name
from brewsim.stats.verdicts import SURE


@styled
def plot_compare(frame: pl.DataFrame, ax: Axes | None = None, is_share: bool = False, case: str = "") -> Axes:
    """Paired differences of measures with one unit, in the colour of the case; sure ones filled, the others hollow.

    Fed by `variants.compare`.
    """
    frame = complete(frame).with_row_index("row")
    ax = axes(ax, row_height(frame.height))
    colour = marks_of(case)["color"]
    for is_sure, face in ((True, colour), (False, "none")):
        part = frame.filter(pl.col("verdict").is_in(SURE) == is_sure)
        ax.errorbar(part["value"], part["row"], xerr=whiskers(part), fmt="o", color=colour, markerfacecolor=face)
    ax.axvline(0, color=neutral(), linewidth=1)
    name_rows(ax, [measure_name(row) for row in frame.iter_rows(named=True)])
    ax.set_xlabel("variant minus base, in points" if is_share else "variant minus base")
    if is_share:
        points(ax.xaxis)
    return ax
