"""Who wins by seat and by bot. Fed by `brewsim.stats.seats`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import (
    axes,
    complete,
    groups,
    legend,
    marks,
    marks_of,
    name_rows,
    neutral,
    percent,
    row_height,
    styled,
    whiskers,
)
from brewsim.stats.names import seat_name


@styled
def plot_win_share_by_seat(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """Bars from the fair share to the win share of each seat, with intervals, by case. Fed by `seats.win_share_by_seat`."""
    ax, frame = axes(ax), complete(frame)
    parts, seats = groups(frame, "case"), sorted(set(frame["seat"]))
    width = 0.6 / len(parts)
    for index, (case, part) in enumerate(parts):
        places = part["seat"] + width * (index - (len(parts) - 1) / 2)
        look = marks_of(case, index) | {"linestyle": "none"}
        ax.bar(places, part["advantage"], bottom=part["fair"], width=0.92 * width, alpha=0.45, color=look["color"])
        ax.errorbar(places, part["value"], whiskers(part), label=case if len(parts) > 1 else None, **look)
    for fair in sorted(set(frame["fair"].round(9))):
        ax.axhline(fair, color=neutral(), linestyle="--", linewidth=1.2, label=f"fair share {100 * fair:.1f} %")
    _name_seats(ax, frame)
    ax.set_xlim(min(seats) - 0.6, max(seats) + 0.6)
    ax.set_ylabel("win share")
    percent(ax.yaxis)
    ax.grid(visible=False, axis="x")
    legend(ax)
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
    _name_seats(ax, frame)
    ax.set_ylabel("win share")
    percent(ax.yaxis)
    if len(parts) > 1:
        legend(ax)
    return ax


def _name_seats(ax: Axes, frame: pl.DataFrame) -> None:
    """The seats below the axis, or the places counted from a first player drawn by lot."""
    names = dict(frame.select("seat", "who").unique().sort("seat").iter_rows())
    is_place = names[min(names)] != seat_name(min(names))
    ax.set_xticks(list(names), [name.removeprefix("the ").removesuffix(" player") for name in names.values()])
    ax.set_xlabel("players in turn order, from the first player" if is_place else "seats in turn order")


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
