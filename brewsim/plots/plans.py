"""Plans at whole tables. Fed by `brewsim.stats.plans`."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from brewsim.plots.drawing import axes, complete, legend, name_rows, neutral, percent, row_height, styled, whiskers
from brewsim.stats.digits import plus_minus

STRONGEST = 0.75  # opacity of a cell where one plan always wins: letters stay readable on it, on white and on black


@styled
def plot_newcomers(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """A heat map: how often one seat with the row's plan wins among others with the column's. Fed by `plans.newcomers`."""
    bots = list(dict.fromkeys([*frame["bot"], *frame["opponent"]]))
    ax = axes(ax, 1.1 + 0.42 * len(bots))
    for bot, opponent, value, low, high, fair in complete(frame).select("bot", "opponent", "value", "low", "high", "fair").iter_rows():
        x, y, lead = bots.index(opponent), bots.index(bot), value - fair
        colour = "C0" if lead > 0 else "C1"
        ax.add_patch(Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, facecolor=colour, alpha=STRONGEST * min(1.0, abs(lead) / fair)))
        number, error = plus_minus(value, low, high, 100, significant=1).split(" ", 1)
        ax.annotate(number, (x, y), ha="center", va="bottom")
        ax.annotate(error, (x, y), (0, -1), textcoords="offset points", ha="center", va="top", fontsize="x-small")
    name_rows(ax, bots)
    ax.set_xticks(range(len(bots)), bots, rotation=30, ha="right", rotation_mode="anchor")
    ax.set_xlim(-0.6, len(bots) - 0.4)
    ax.set_xlabel("plan of all others")
    ax.set_ylabel("wins, in %")
    ax.grid(visible=False)
    return ax


@styled
def plot_mix_of_plans(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """How much each plan is played in the mix, and how often it wins among it. Fed by `plans.mix_of_plans`."""
    ax = axes(ax, row_height(frame.height, 0.4))
    rows = range(frame.height)
    ax.barh([row - 0.15 for row in rows], frame["weight"], height=0.3, alpha=0.6, label="share of the mix")
    ax.errorbar(
        frame["weight"], [row - 0.15 for row in rows], xerr=whiskers(frame, "weight", "weight_low", "weight_high"), fmt="none", color="C0"
    )
    ax.errorbar(frame["value"], [row + 0.2 for row in rows], xerr=whiskers(frame), fmt="o", color="C1", label="wins among the mix")
    ax.axvline(frame["fair"][0], color=neutral(), linewidth=1, label="fair share")
    name_rows(ax, frame["plan"].to_list())
    ax.set_xlim(0, 1)
    percent(ax.xaxis)
    legend(ax)
    return ax


@styled
def plot_win_share_by_table(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """How often a seat of each bot wins, a row for each table and bot. Fed by `plans.win_share_by_table`."""
    frame = complete(frame)
    ax = axes(ax, row_height(frame.height))
    ax.errorbar(frame["value"], range(frame.height), xerr=whiskers(frame), fmt="o", color="C0")
    ax.scatter(frame["fair"], range(frame.height), marker="|", color=neutral(), label="fair share")
    name_rows(ax, [f"{bot} at {table}" for bot, table in frame.select("bot", "table").iter_rows()])
    ax.set_xlabel("wins")
    percent(ax.xaxis)
    if frame.height:
        legend(ax)
    return ax
