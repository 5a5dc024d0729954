"""Plans against plans. Fed by `brewsim.stats.plans`."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from brewsim.plots.drawing import axes, complete, name_rows, percent, row_height, styled, whiskers
from brewsim.stats.digits import plus_minus

STRONGEST = 0.75  # opacity of a cell where one plan always wins: letters stay readable on it, on white and on black


@styled
def plot_duels(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """A heat map: how often the bot of the row finishes ahead of the bot of the column. Fed by `plans.duels`."""
    bots = list(dict.fromkeys([*frame["bot"], *frame["opponent"]]))
    ax = axes(ax, 1.1 + 0.42 * len(bots))
    for bot, opponent, value, low, high in complete(frame).select("bot", "opponent", "value", "low", "high").iter_rows():
        x, y, lead = bots.index(opponent), bots.index(bot), value - 0.5
        colour = "C0" if lead > 0 else "C1"
        ax.add_patch(Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, facecolor=colour, alpha=STRONGEST * min(1.0, 2 * abs(lead))))
        number, error = plus_minus(value, low, high, 100, significant=1).split(" ", 1)
        ax.annotate(number, (x, y), ha="center", va="bottom")
        ax.annotate(error, (x, y), (0, -1), textcoords="offset points", ha="center", va="top", fontsize="x-small")
    name_rows(ax, bots)
    ax.set_xticks(range(len(bots)), bots, rotation=30, ha="right", rotation_mode="anchor")
    ax.set_xlim(-0.6, len(bots) - 0.4)
    ax.set_xlabel("opponent")
    ax.set_ylabel("finishes ahead, in %")
    ax.grid(visible=False)
    return ax


@styled
def plot_equilibrium(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The mix of plans that no plan beats. Fed by `plans.equilibrium`."""
    frame = frame.sort("weight", descending=True)
    ax = axes(ax, row_height(frame.height))
    rows, reach = range(frame.height), whiskers(frame, "weight", "weight_low", "weight_high")
    ax.barh(rows, frame["weight"], height=0.6, alpha=0.6)
    ax.errorbar(frame["weight"], rows, xerr=reach, fmt="none", color="C0")
    name_rows(ax, frame["bot"].to_list())
    ax.set_xlabel("share in the equilibrium mix")
    percent(ax.xaxis)
    return ax
