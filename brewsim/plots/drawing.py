"""What the plots share: the style, an Axes to draw on, and marks with intervals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from textwrap import fill
from typing import Any, ParamSpec, TypeVar

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

STYLE = Path(__file__).with_name("brewsim.mplstyle")
MARKERS = ("o", "s", "^", "D", "v", "P")  # a series has a mark of its own as well as a colour
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 2)))
LONGEST_NAME = 28  # letters of a row's name in one line: the plot needs its room

_make_figure: ContextVar[Callable[..., Figure]] = ContextVar("make_figure", default=Figure)
_places: ContextVar[Mapping[str, int] | None] = ContextVar("places", default=None)

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def style() -> Iterator[None]:
    """The looks of brewsim's figures, for drawing and for saving."""
    with mpl.rc_context(fname=str(STYLE)):
        yield


def styled(plot: Callable[P, T]) -> Callable[P, T]:
    """Draw in brewsim's looks."""

    @wraps(plot)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> T:
        with style():
            return plot(*args, **kwargs)

    return drawn


def axes(ax: Axes | None, height: float | None = None) -> Axes:
    """The given Axes, or those of a new figure of the style's width. No state of pyplot is touched, but in `figures_by`."""
    if ax is not None:
        return ax
    width, usual = mpl.rcParams["figure.figsize"]
    return _make_figure.get()(figsize=(width, usual if height is None else height)).add_subplot()


@contextmanager
def figures_by(make_figure: Callable[..., Figure]) -> Iterator[None]:
    """Let new figures be made by this function, such as pyplot's, whose figures a notebook shows."""
    token = _make_figure.set(make_figure)
    try:
        yield
    finally:
        _make_figure.reset(token)


@contextmanager
def order_of_cases(places: Mapping[str, int]) -> Iterator[None]:
    """Let each of these cases have the looks of its place in every figure, whichever others a figure has."""
    token = _places.set(places)
    try:
        yield
    finally:
        _places.reset(token)


def row_height(rows: int, each: float = 0.24) -> float:
    """The height in inches of a figure with this number of rows."""
    return 0.9 + each * max(rows, 2)


def complete(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows that have an estimate; those with too few games are not drawn."""
    return frame.drop_nulls("value")


def whiskers(frame: pl.DataFrame, value: str = "value", low: str = "low", high: str = "high") -> list[list[float]]:
    """How far the interval reaches below and above the value, as matplotlib's errorbar takes it."""
    below, above = frame[value] - frame[low], frame[high] - frame[value]
    return [below.clip(0).to_list(), above.clip(0).to_list()]


def neutral() -> Any:
    """The style's colour of lines that are no series."""
    return mpl.rcParams["axes.edgecolor"]


def percent(axis: Any) -> None:
    """Show fractions on an axis as percent, with no more digits than they need: long ones would touch each other."""
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{round(100 * share, 6):g}\u00a0%".replace("-", "\N{MINUS SIGN}")))


def points(axis: Any) -> None:
    """Show differences of shares on an axis as points; the label of the axis says of what."""
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{round(100 * share, 6):g}".replace("-", "\N{MINUS SIGN}")))


def legend(ax: Axes) -> None:
    """A legend above the plot, out of the way of the data; long names stand one below the other."""
    names = ax.get_legend_handles_labels()[1]
    columns = 1 if max(map(len, names)) > LONGEST_NAME - 10 else 2
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=min(columns, len(names)), alignment="left")


def groups(frame: pl.DataFrame, by: str) -> list[tuple[str, pl.DataFrame]]:
    """The frame split by a column, in order of first appearance."""
    return [(str(key[0]), part) for key, part in frame.group_by([by], maintain_order=True)]


def marks(index: int) -> dict[str, Any]:
    """Colour, mark and dashes of the series with this number; where colours come again, the marks and dashes are others."""
    turn, place = divmod(index, len(MARKERS))
    look = (place + turn) % len(MARKERS)
    return {"color": f"C{place}", "marker": MARKERS[look], "linestyle": DASHES[look]}


def marks_of(case: str, index: int = 0) -> dict[str, Any]:
    """Colour, mark and dashes of a case: those of its place in the experiment, where that is known, or in the figure."""
    return marks((_places.get() or {}).get(case, index))


def name_rows(ax: Axes, names: Sequence[str]) -> None:
    """Names of horizontal rows, the first at the top."""
    ax.set_yticks(range(len(names)), [fill(name, LONGEST_NAME) for name in names], linespacing=0.9)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.grid(visible=False, axis="y")
    ax.xaxis.set_major_locator(MaxNLocator(5))
