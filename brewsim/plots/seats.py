"""Who wins by seat and by bot. Fed by `brewsim.stats.seats`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import axes, complete, groups, legend, marks, name_rows, neutral, ordinal, percent, row_height, styled, whiskers


@styled
def plot_win_share_by_seat(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """Bars from the fair share to the win share of each seat of one case, with intervals. Fed by `seats.win_share_by_seat`."""
    ax, frame = axes(ax), complete(frame)
    fair, seats = frame["fair"][0], frame["seat"].to_list()
    ax.bar(seats, frame["advantage"], bottom=fair, width=0.55, color="C0", alpha=0.45)
    ax.errorbar(seats, frame["value"], whiskers(frame), fmt="o", color="C0")
    ax.axhline(fair, color="C1", linestyle="--", linewidth=1.2, label=f"fair share {fair:.1%}")
    ax.set_xticks(seats, [ordinal(seat) for seat in seats])
    ax.set_xlim(min(seats) - 0.6, max(seats) + 0.6)
    ax.set_xlabel("seat, in turn order")
    ax.set_ylabel("win share")
    percent(ax.yaxis)
    ax.grid(visible=False, axis="x")
    legend(ax, 1)
    return ax


@styled
def plot_win_share_by_bot_and_seat(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The win share of each bot of one case at each seat. Fed by `seats.win_share_by_bot_and_seat`."""
    ax, frame = axes(ax), complete(frame)
    parts = groups(frame, "bot")
    for index, (bot, part) in enumerate(parts):
        shift = 0.12 * (index - (len(parts) - 1) / 2)
        ax.errorbar(part["seat"] + shift, part["value"], whiskers(part), label=bot, **marks(index))
    ax.axhline(frame["fair"][0], color=neutral(), linestyle="--", linewidth=1.2)
    seats = sorted(set(frame["seat"]))
    ax.set_xticks(seats, [ordinal(seat) for seat in seats])
    ax.set_xlabel("seat, in turn order")
    ax.set_ylabel("win share")
    percent(ax.yaxis)
    if len(parts) > 1:
        legend(ax, len(parts))
    return ax


@styled
def plot_win_share_by_bot(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The win share of each bot of one case over all seats. Fed by `seats.win_share_by_bot`."""
    frame = complete(frame).sort("value", descending=True)
    ax = axes(ax, row_height(frame.height))
    rows = range(frame.height)
    ax.errorbar(frame["value"], rows, xerr=whiskers(frame), fmt="o", color="C0")
    ax.axvline(frame["fair"][0], color=neutral(), linestyle="--", linewidth=1.2)
    name_rows(ax, frame["bot"].to_list())
    ax.set_xlabel("win share of a seat")
    percent(ax.xaxis)
    return ax
