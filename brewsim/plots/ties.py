"""Ties and margins. Fed by `brewsim.stats.ties`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.distributions import draw_distribution
from brewsim.plots.drawing import axes, complete, groups, legend, marks_of, name_rows, percent, row_height, styled, whiskers
from brewsim.stats.names import TIES


@styled
def plot_ties_by_case(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """How often each kind of tie or near-tie happens, by case. Fed by `ties.ties_by_case`."""
    frame = complete(frame)
    measures, parts = list(dict.fromkeys(frame["measure"])), groups(frame, "case")
    ax = axes(ax, row_height(len(measures) * max(1, len(parts) // 2)))
    for index, (case, part) in enumerate(parts):
        shift = 0.7 * ((index + 0.5) / len(parts) - 0.5)
        rows = [measures.index(measure) + shift for measure in part["measure"]]
        look = marks_of(case, index) | {"linestyle": "none"}
        ax.errorbar(part["value"], rows, xerr=whiskers(part), label=case, **look)
    name_rows(ax, [TIES[measure] for measure in measures])
    ax.set_xlabel("share of games")
    ax.set_xlim(left=0)
    percent(ax.xaxis)
    if len(parts) > 1:
        legend(ax)
    return ax


@styled
def plot_margins_by_case(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The distribution of the winner's margin. Fed by `ties.margins_by_case`."""
    return draw_distribution(frame, "margin", "winner's margin, in points", axes(ax))
