"""A measure over the values of two rules. Fed by `brewsim.stats.grids`."""

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from brewsim.plots.drawing import axes, row_height, styled
from brewsim.stats.digits import places
from brewsim.stats.grids import Grid

CELL_HEIGHT = 0.32  # inches
MOST_TEXTS = 100  # cells with their numbers written in; more would not be read
LUMINANCE = (0.299, 0.587, 0.114)  # of red, green and blue
DARK = 0.45  # luminance of a cell below which its text is white
LINE, INSET = 1.5, 0.04  # width of lines in points, and how far in cells the frame stands inside its own
LEAST_REACH = 1e-9  # of the colours, where all cells are alike


@styled
def plot_heat(grid: Grid, ax: Axes | None = None) -> Axes:
    """A cell for each pair of values, its colour on one scale with the limit, or the printed value, in the middle.

    Dashed lines part the cells on both sides of the limit. In brackets: cells that are not surely other than by the printed rules, whose
    own cell has a frame.
    """
    scale, unit = grid.unit
    down, across = grid.values
    shown = np.array([[_number(grid.cells.get((one, other))) for other in across] for one in down], float) * scale
    ax = axes(ax, row_height(len(down), CELL_HEIGHT) + CELL_HEIGHT)
    middle, levels = scale * grid.lines.middle, [scale * level for level in grid.lines.levels]
    reach = max(np.nanmax(np.abs(shown - middle)), *(abs(level - middle) for level in levels), LEAST_REACH)
    colours = ax.imshow(shown, norm=Normalize(middle - reach, middle + reach), aspect="auto")
    ink = mpl.rcParams["hatch.color"]
    for level in levels:
        ax.add_collection(LineCollection(_borders(shown > level), colors=ink, linewidths=LINE, linestyles=(0, (3, 1.5))))
    if grid.printed[0] in down and grid.printed[1] in across:
        corner = across.index(grid.printed[1]) - 0.5 + INSET, down.index(grid.printed[0]) - 0.5 + INSET
        frame = _ink(colours, scale * _number(grid.cells.get(grid.printed)))
        ax.add_patch(Rectangle(corner, 1 - 2 * INSET, 1 - 2 * INSET, fill=False, edgecolor=frame, linewidth=LINE))
    if shown.size <= MOST_TEXTS:
        _write(ax, grid, shown, colours)
    ax.set_xticks(range(len(across)), map(str, across))
    ax.set_yticks(range(len(down)), map(str, down))
    ax.set_xlabel(grid.paths[1])
    ax.set_ylabel(grid.paths[0])
    ax.grid(visible=False)
    ax.set_title(f"{grid.name}{f', {unit.strip()}' if unit else ''} (lines: {grid.lines.words})", fontsize="small")
    ax.figure.colorbar(colours, ax=ax, fraction=0.05, pad=0.02)
    return ax


def _number(row: dict[str, Any] | None) -> float:
    return np.nan if row is None or row["value"] is None else row["value"]


def _borders(is_above: np.ndarray) -> list[list[tuple[float, float]]]:
    """The edges between neighbouring cells of which one is above the level and the other is not."""
    beside = [[(j + 0.5, i - 0.5), (j + 0.5, i + 0.5)] for i, j in zip(*np.nonzero(is_above[:, 1:] != is_above[:, :-1]))]
    below = [[(j - 0.5, i + 0.5), (j + 0.5, i + 0.5)] for i, j in zip(*np.nonzero(is_above[1:] != is_above[:-1]))]
    return beside + below


def _write(ax: Axes, grid: Grid, shown: np.ndarray, colours: Any) -> None:
    """The number of each cell."""
    widths = [row["high"] - row["low"] for row in grid.cells.values() if row["value"] is not None]
    decimals = places(grid.unit[0] * max(widths, default=0.0) / 2, 1)
    for i, one in enumerate(grid.values[0]):
        for j, other in enumerate(grid.values[1]):
            row = grid.cells.get((one, other))
            if row is None or row["value"] is None:
                continue
            text = f"{shown[i, j]:.{decimals}f}"
            told, colour = text if grid.differs(row) else f"({text})", _ink(colours, shown[i, j])
            ax.text(j, i, told, ha="center", va="center", fontsize="small", color=colour)


def _ink(colours: Any, number: float) -> str:
    """The colour of what is drawn on the cell with this number."""
    is_dark = np.dot(colours.to_rgba(number)[:3], LUMINANCE) < DARK
    return str(mpl.rcParams["savefig.facecolor" if is_dark else "hatch.color"])
