"""What `sweep` prints of two rules: a table for each measure, in 80 columns."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from brewsim.commands.console import out
from brewsim.commands.tables import fold, new_table
from brewsim.stats.digits import NOT_ENOUGH, places
from brewsim.stats.grids import Grid, grid_in_words

if TYPE_CHECKING:
    import polars as pl

CELLS_ABREAST = 8  # in 80 columns


def print_grids(heading: str, frame: "pl.DataFrame", grids: Sequence[Grid]) -> None:
    """Measures of one lineup over two rules."""
    (first, second), (one, other) = grids[0].paths, grids[0].printed
    out.print(fold(f"{heading}, {frame['lineup'][0]}, {max(frame['n'].to_list()):,} games of each pair of values"))
    out.print(fold(f"Down: {first} ({one} in print). Across: {second} ({other} in print)."))
    for grid in grids:
        _print_grid(grid)
    out.print(fold("(In brackets): not surely other than by the printed rules. The report has all intervals, and heat maps."))


def _print_grid(grid: Grid) -> None:
    """A measure over two rules: a row for each value of the first, a column for each of the second."""
    scale, unit = grid.unit
    down, across = grid.values
    known = [row for row in grid.cells.values() if row["value"] is not None]
    width = max((max(row["high"] - row["value"], row["value"] - row["low"]) for row in known), default=math.nan)
    decimals = places(scale * width, 1) if known else 0

    def cell(row: dict[str, Any] | None) -> str:
        if row is None or row["value"] is None:
            return ""
        text = f"{scale * row['value']:.{decimals}f}"
        return f" {text} " if grid.differs(row) else f"({text})"

    error = f"± {scale * width:.{decimals}f} at most" if known else NOT_ENOUGH
    about = f"{grid.name}{unit.replace(' points', ', points')}, {error}"
    for first in range(0, len(across), CELLS_ABREAST):
        columns = across[first : first + CELLS_ABREAST]
        table = new_table("", *(f" {value} " for value in columns), title="" if first else about)
        for one in down:
            table.add_row(str(one), *(cell(grid.cells.get((one, other))) for other in columns))
        out.print(table)
    out.print(fold(grid_in_words(grid)))
