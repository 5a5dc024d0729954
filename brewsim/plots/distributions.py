"""A distribution over whole numbers, by case: how margins and lengths are drawn."""

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import complete, groups, legend, marks_of, percent, whiskers

TAIL = 0.995  # the share of games that the axis covers


def draw_distribution(frame: pl.DataFrame, column: str, label: str, ax: Axes) -> Axes:
    """Shares of games by `column`, with intervals: bars for one case, steps for several. A long thin tail is cut off."""
    parts = [(case, part.sort(column)) for case, part in groups(complete(frame), "case")]
    ends: list[int] = []
    for index, (case, part) in enumerate(parts):
        values, shares, look = part[column].to_numpy(), part["value"].to_numpy(), marks_of(case, index)
        if len(parts) == 1:
            colour = look["color"]
            ax.bar(values, shares, width=0.85, alpha=0.6, color=colour, yerr=whiskers(part), error_kw={"ecolor": colour}, label=case)
        else:
            ax.fill_between(values, part["low"], part["high"], step="mid", color=look["color"], alpha=0.25)
            ax.step(values, shares, where="mid", label=case, **look | {"marker": None})
        ends += [values[0], values[np.searchsorted(shares.cumsum(), TAIL * shares.sum())]]
    ax.set_xlim(min(ends) - 0.6, max(ends) + 0.6)
    ax.set_ylim(bottom=0)
    ax.set_xlabel(label)
    ax.set_ylabel("share of games")
    percent(ax.yaxis)
    if len(parts) > 1:
        legend(ax)
    return ax
