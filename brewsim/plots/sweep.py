"""What a rule value does to a measure. Fed by `variants.response`, the rows of one measure."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, percent, styled
from brewsim.stats.names import measure_name


@styled
def plot_sweep(frame: pl.DataFrame, ax: Axes | None = None, rule: str = "value of the rule", is_share: bool = False) -> Axes:
    """The response curve of one measure with its band."""
    ax, frame = axes(ax), complete(frame)
    ax.fill_between(frame["rule"], frame["low"], frame["high"], color="C0", alpha=0.25)
    ax.plot(frame["rule"], frame["value"], color="C0", marker="o")
    ax.set_xlabel(rule)
    ax.set_ylabel(measure_name(frame.row(0, named=True)))
    if is_share:
        percent(ax.yaxis)
    return ax
