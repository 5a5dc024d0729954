"""Length and drama. Fed by `brewsim.stats.pace`."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from brewsim.plots.distributions import draw_distribution
from brewsim.plots.drawing import axes, complete, groups, legend, marks, percent, styled

SEEN_BY = 0.01  # a round that fewer games reach is not drawn


@styled
def plot_rounds_by_case(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The distribution of the length in rounds. Fed by `pace.rounds_by_case`."""
    return draw_distribution(frame, "rounds", "rounds", axes(ax))


@styled
def plot_leader_by_round(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """How often the leader after each round wins, with bands, by case. Fed by `pace.leader_by_round`."""
    ax = axes(ax)
    is_seen = pl.col("n") >= SEEN_BY * pl.col("n").max().over("case")  # every game has a first round
    parts = groups(complete(frame).filter(is_seen), "case")
    for index, (case, part) in enumerate(parts):
        look = marks(index)
        ax.fill_between(part["round"], part["low"], part["high"], color=look["color"], alpha=0.25)
        ax.plot(part["round"], part["value"], label=case, **look)
    ax.set_xlabel("after round")
    ax.set_ylabel("the leader wins")
    ax.set_ylim(top=1)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    percent(ax.yaxis)
    if len(parts) > 1:
        legend(ax)
    return ax
