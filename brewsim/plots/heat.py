"""A measure over the values of two rules. Fed by `brewsim.stats.grids`."""

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.patches import Rectangle

from brewsim.plots.drawing import axes, row_height, styled
from brewsim.stats.digits import places
from brewsim.stats.grids import Grid

CELL_HEIGHT = 0.32  # inches
MOST_TEXTS = 100  # cells with their numbers written in; more would not be read
DARK = 0.45  # below this luminance of a cell its text is white


@styled
def plot_heat(grid: Grid, ax: Axes | None = None) -> Axes:
    """A cell for each pair of values, its colour on one scale with the limit, or the printed value, in the middle.

    In brackets: cells that are not surely other than by the printed rules, whose cell has a frame. Lines lie at the limit.
    """
    scale, unit = grid.unit
    down, across = grid.values
    shown = np.array([[_number(grid.cells.get((one, other))) for other in across] for one in down], float) * scale
    ax = axes(ax, row_height(len(down), CELL_HEIGHT) + CELL_HEIGHT)
    middle = grid.lines.middle * scale
    reach = max(np.nanmax(np.abs(shown - middle)), *(abs(scale * level - middle) for level in grid.lines.levels), 1e-9)
    colours = ax.imshow(shown, norm=TwoSlopeNorm(middle, middle - reach, middle + reach), aspect="auto")
    _write(ax, grid, shown, colours)
    levels = sorted({scale * level for level in grid.lines.levels})
    if min(shown.shape) > 1 and np.isfinite(shown).all() and any(shown.min() < level < shown.max() for level in levels):
        ax.contour(shown, levels=levels, colors=mpl.rcParams["text.color"], linewidths=1.4, linestyles="--")
    ax.set_xticks(range(len(across)), map(str, across))
    ax.set_yticks(range(len(down)), map(str, down))
    ax.set_xlabel(grid.paths[1])
    ax.set_ylabel(grid.paths[0])
    ax.grid(visible=False)
    ax.set_title(f"{grid.name}{f', {unit.strip()}' if unit else ''} (lines: {grid.lines.words})", fontsize="small")
    ax.figure.colorbar(colours, ax=ax, fraction=0.05, pad=0.02).ax.axhline(middle, color=mpl.rcParams["text.color"], linewidth=1)
    return ax


def _number(row: dict[str, Any] | None) -> float:
    return np.nan if row is None or row["value"] is None else row["value"]


def _write(ax: Axes, grid: Grid, shown: np.ndarray, colours: Any) -> None:
    """The number of each cell, and a frame around that of the printed rules."""
    down, across = grid.values
    if grid.printed[0] in down and grid.printed[1] in across:
        corner = across.index(grid.printed[1]) - 0.5, down.index(grid.printed[0]) - 0.5
        ax.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor=mpl.rcParams["text.color"], linewidth=1.5))
    if shown.size > MOST_TEXTS:
        return
    widths = [row["high"] - row["low"] for row in grid.cells.values() if row["value"] is not None]
    decimals = places(grid.unit[0] * max(widths, default=0.0) / 2, 1)
    for i, one in enumerate(down):
        for j, other in enumerate(across):
            row = grid.cells.get((one, other))
            if row is None or row["value"] is None:
                continue
            text = f"{shown[i, j]:.{decimals}f}"
            red, green, blue, _ = colours.to_rgba(shown[i, j])
            is_dark = 0.3 * red + 0.6 * green + 0.1 * blue < DARK
            told = text if grid.differs(row) else f"({text})"
            ax.text(j, i, told, ha="center", va="center", fontsize="small", color="white" if is_dark else "black")
