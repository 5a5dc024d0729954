"""Variants against the rules that they change. Fed by `brewsim.stats.variants`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, name_rows, neutral, percent, row_height, styled, whiskers, words

IS_CLEAR = 0.05  # a difference with a smaller q value is drawn filled


@styled
def plot_compare(frame: pl.DataFrame, ax: Axes | None = None, is_share: bool = False) -> Axes:
    """Paired differences of measures with one unit; clear ones filled, the others hollow. Fed by `variants.compare`."""
    frame = complete(frame).with_row_index("row")
    ax = axes(ax, row_height(frame.height))
    for is_clear, face in ((True, "C0"), (False, "none")):
        part = frame.filter((pl.col("q_value") < IS_CLEAR).fill_null(False) == is_clear)
        ax.errorbar(part["value"], part["row"], xerr=whiskers(part), fmt="o", color="C0", markerfacecolor=face)
    ax.axvline(0, color=neutral(), linewidth=1)
    name_rows(
        ax, [words(f"{measure} {group}".strip()) for measure, group in frame.select("measure", pl.col("group").fill_null("")).iter_rows()]
    )
    ax.set_xlabel("variant minus base")
    if is_share:
        percent(ax.xaxis)
    return ax
