"""How strong the items are. Fed by `brewsim.stats.cards`."""

import polars as pl
from matplotlib.axes import Axes

from brewsim.plots.drawing import MARKERS, axes, groups, legend, name_rows, neutral, percent, row_height, styled, whiskers
from brewsim.stats.names import words

MEASURES = ("restricted", "adjusted", "observed")  # from the strongest evidence to the weakest


@styled
def plot_card_strength(frame: pl.DataFrame, ax: Axes | None = None) -> Axes:
    """Items ranked by the strongest measure that they have, three measures side by side. Fed by `cards.card_strength`."""
    measures = [name for name in MEASURES if frame[name].is_not_null().any()]
    frame = frame.filter(pl.any_horizontal(pl.col(name).is_not_null() for name in measures)).sort(
        pl.coalesce(measures), descending=True, maintain_order=True
    )
    ax = axes(ax, row_height(frame.height, 0.28))
    for index, measure in enumerate(measures):
        part = frame.with_row_index("row").drop_nulls([measure, f"{measure}_low"])
        shift = 0.22 * (index - (len(measures) - 1) / 2)
        bars = whiskers(part, measure, f"{measure}_low", f"{measure}_high")
        ax.errorbar(part[measure], part["row"] + shift, xerr=bars, fmt=MARKERS[index], markersize=4, color=f"C{index}", label=measure)
    ax.axvline(0, color=neutral(), linewidth=1)
    name_rows(ax, [words(item) for item in frame["item"]])
    for row, n in enumerate(frame["n"]):
        ax.annotate(count(n), (1.01, row), xycoords=("axes fraction", "data"), va="center", fontsize="small")
    ax.annotate("n", (1.01, 1), xycoords="axes fraction", va="bottom", fontsize="small")
    ax.set_xlabel("worth, in points of win share")
    percent(ax.xaxis)
    legend(ax)
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
    percent(ax.yaxis)
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
