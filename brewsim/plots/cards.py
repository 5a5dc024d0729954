"""How strong the items are. Fed by `brewsim.stats.cards`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import DASHES, MARKERS, axes, groups, legend, marks_of, name_rows, neutral, points, row_height, styled, whiskers
from brewsim.stats.names import words

MEASURES = {  # the first that the frame has is drawn: what is measured, and the column with the games or seats behind it
    "restricted": ("worth, in points of win share", "with_it"),
    "observed": ("goes along with winning (points)", "n"),
}


@styled
def plot_card_strength(frame: pl.DataFrame, ax: Axes | None = None, limit: float | None = None) -> Axes:
    """Items ranked by worth, or without restricted play by what goes along with winning. Fed by `cards.card_strength`.

    With a limit, the items are of one kind: the median of their worths, and what is within the limit of it, are marked.
    """
    measure = next((name for name in MEASURES if frame[name].is_not_null().any()), "observed")
    label, counts = MEASURES[measure]
    frame = frame.drop_nulls(measure).sort(measure, descending=True, maintain_order=True)
    ax = axes(ax, row_height(frame.height))
    bars = whiskers(frame, measure, f"{measure}_low", f"{measure}_high")
    look = marks_of(frame["case"][0]) if "case" in frame.columns and frame.height else marks_of("")
    ax.errorbar(frame[measure], range(frame.height), xerr=bars, markersize=4, **look | {"linestyle": "none"})
    ax.axvline(0, color=neutral(), linewidth=1)
    if limit is not None and measure == "restricted" and frame["beyond"].is_not_null().any():
        middle = float(frame.select(pl.col("restricted").median()).item())
        ax.axvspan(middle - limit, middle + limit, color=neutral(), alpha=0.15, linewidth=0)
        ax.axvline(middle, color=neutral(), linewidth=1, linestyle=DASHES[1])
    name_rows(ax, [words(item) for item in frame["item"]])
    for row, n in enumerate(frame[counts]):
        ax.annotate(count(n), (1.01, row), xycoords=("axes fraction", "data"), va="center", fontsize="small")
    ax.annotate("n", (1.01, 1), xycoords="axes fraction", va="bottom", fontsize="small")
    ax.set_xlabel(label)
    points(ax.xaxis)
    return ax


@styled
def plot_observed_by_round(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """The win share of those who first used an item in a round, minus that of the others. Fed by `cards.observed_by_round`."""
    ax = axes(ax)
    parts = groups(frame.drop_nulls("value"), "item")
    for index, (item, part) in enumerate(parts):
        ax.errorbar(part["round"], part["value"], whiskers(part), fmt=f"{MARKERS[index % len(MARKERS)]}-", label=words(item))
    ax.axhline(0, color=neutral(), linewidth=1)
    ax.set_xlabel("round of the first use")
    ax.set_ylabel("points of win share")
    points(ax.yaxis)
    if len(parts) > 1:
        legend(ax)
    return ax


def count(n: int) -> str:
    """A number of games in few letters.

    >>> count(950), count(12_300), count(2_500_000)
    ('950', '12k', '2.5M')
    """
    if n < 1000:
        return str(n)
    return f"{n / 1e6:.1f}M" if n >= 1_000_000 else f"{n / 1000:.0f}k"
