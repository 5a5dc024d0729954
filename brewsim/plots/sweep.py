"""What a rule value does to a measure. Fed by `variants.response`, the rows of one measure."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, legend, percent, styled
from brewsim.stats.names import measure_name


@styled
def plot_sweep(frame: pl.DataFrame, ax: Axes | None = None, rule: str = "value of the rule", is_share: bool = False) -> Axes:
    """The response curve of one measure with its band; one for each lineup."""
    ax, frame = axes(ax), complete(frame)
    curves = frame.partition_by("lineup", maintain_order=True)
    for colour, curve in enumerate(curves):
        ax.fill_between(curve["rule"], curve["low"], curve["high"], color=f"C{colour}", alpha=0.25)
        ax.plot(curve["rule"], curve["value"], color=f"C{colour}", marker="o", label=curve["lineup"][0])
    if len(curves) > 1:
        legend(ax)
    ax.set_xlabel(rule)
    ax.set_ylabel(measure_name(frame.row(0, named=True)))
    if is_share:
        percent(ax.yaxis)
    return ax
