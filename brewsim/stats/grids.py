"""Two rules at once: a measure over the grid of their values, the lines that tell good cells from bad, and what was found in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from brewsim.errors import BadInput, unknown
from brewsim.manifest import Limits
from brewsim.results import Results
from brewsim.stats.names import measure_name
from brewsim.stats.variants import WIN_SHARE, bases, interest, partners, response, unit_of
from brewsim.stats.verdicts import SURE, Verdict, limit_in_words

JUDGED = {"tied first place": "tie", "shared victory": "shared", "leader_at_half_wins": "leader"}  # measures whose most is a limit
TOLD_CELLS = 6


@dataclass(frozen=True)
class Lines:
    """Where a measure turns from good to bad, or from little changed to much changed."""

    middle: float  # of the colours
    levels: tuple[float, ...]
    words: str
    is_limit: bool  # else the lines go around the value by the printed rules


@dataclass(frozen=True)
class Grid:
    """One measure of one lineup over the values of two rules."""

    name: str  # of the measure, in words
    unit: tuple[float, str]  # see `variants.unit_of`
    paths: tuple[str, str]
    values: tuple[list[Any], list[Any]]  # of the rules
    cells: dict[tuple[Any, Any], dict[str, Any]]  # rows of `response` by the values of both rules; one may be missing
    printed: tuple[Any, Any]
    lines: Lines

    @staticmethod
    def differs(row: Mapping[str, Any]) -> bool:
        """Whether a cell is surely another one than by the base, be it by little."""
        return row["verdict"] in SURE

    def is_inside(self, row: Mapping[str, Any]) -> bool:
        """Whether a cell is surely on the good side of its limit."""
        if not self.lines.is_limit or row["low"] is None:
            return False
        least = self.lines.levels[0] if len(self.lines.levels) > 1 else 0.0
        return bool(least <= row["low"] and row["high"] <= self.lines.levels[-1])


def grid_paths(results: Results) -> tuple[str, str] | None:
    """The two rules that the variants of a run change, if they were played at every pair of some values; else None."""
    base = bases(results)[0]
    rules = results.manifest.rules
    variants = list(dict.fromkeys(case.variant for case in partners(results, base)))
    paths = list(dict.fromkeys(path for variant in variants for path in rules[variant].changes))
    if rules[base.variant].changes or len(paths) != 2:
        return None
    played = {tuple(rules[variant].values[path] for path in paths) for variant in (*variants, base.variant)}
    printed = tuple(rules[base.variant].values[path] for path in paths)
    for cells in (played, played - {printed}):  # the printed rules may lie outside
        counts = [len({cell[place] for cell in cells}) for place in (0, 1)]
        if min(counts, default=0) > 1 and len(cells) == counts[0] * counts[1]:
            return paths[0], paths[1]
    return None


def response_grid(results: Results, paths: tuple[str, str]) -> pl.DataFrame:
    """`response` to two rules, without the printed ones where these lie outside the grid."""
    frame, base = response(results, *paths), [case.name for case in bases(results)]
    of_variants = frame.filter(~pl.col("case").is_in(base))
    inside = pl.all_horizontal(pl.col(name).is_in(of_variants[name].unique().to_list()) for name in ("rule", "other_rule"))
    return frame.filter(inside)


def grids(results: Results, frame: pl.DataFrame) -> list[Grid]:
    """Every measure of one lineup of `response_grid` as a grid, what changes most first."""
    printed = results.manifest.rules[bases(results)[0].variant].values
    paths = frame["path"][0], frame["other_path"][0]
    found = []
    for part in frame.partition_by("measure", "group", maintain_order=True):
        cells = {(row["rule"], row["other_rule"]): row for row in part.iter_rows(named=True)}
        first = part.row(0, named=True)
        values = tuple(part[name].unique(maintain_order=True).to_list() for name in ("rule", "other_rule"))
        lines = _lines(list(cells.values()), results.manifest.limits)
        own = printed[paths[0]], printed[paths[1]]
        found.append(Grid(measure_name(first), unit_of(first), paths, (values[0], sorted(values[1])), cells, own, lines))
    return sorted(found, key=_interest, reverse=True)


def _lines(rows: Sequence[Mapping[str, Any]], limits: Limits) -> Lines:
    """The limit of the measure, around a fair share or by itself; or what matters around the value by the printed rules."""
    first = next((row for row in rows if row["value"] is not None), rows[0])
    if first["measure"] == WIN_SHARE and first["aim"] is not None:
        fair, limit = first["aim"], limits.share("seat")
        return Lines(fair, (fair - limit, fair + limit), f"fair ± {limit_in_words(limits, 'seat')}", is_limit=True)
    if first["measure"] in JUDGED:
        name = JUDGED[first["measure"]]
        return Lines(limits.share(name), (limits.share(name),), f"at most {limit_in_words(limits, name)}", is_limit=True)
    base, relevant = (first["value"] or 0.0) - (first["difference"] or 0.0), first["relevant"] or 0.0
    return Lines(base, (base - relevant, base + relevant) if relevant else (base,), "printed ± what matters", is_limit=False)


def _interest(grid: Grid) -> float:
    """How much its largest sure change matters."""
    changed = [row for row in grid.cells.values() if row["verdict"] == Verdict.CHANGED]
    return max((interest(row | {"value": row["difference"]}) for row in changed), default=0.0)


def choose_grids(found: Sequence[Grid], asked: Sequence[str] = ()) -> list[Grid]:
    """The grids that are asked for, by the name of the measure or by 'seat 1'; by default the seat that is farthest from fair."""
    names = {grid.name: grid for grid in found}
    names |= {name.removeprefix("win share of "): grid for name, grid in names.items()}
    for text in asked:
        if text not in names:
            raise unknown("measure", text, names)
    return [names[text] for text in dict.fromkeys(asked)] if asked else [farthest_seat(found)]


def farthest_seat(found: Sequence[Grid]) -> Grid:
    """The win share that is farthest from its fair one in some cell; where seats are not to be equal, what changes most."""

    def distance(grid: Grid) -> float:
        return max((abs(row["value"] - grid.lines.middle) for row in grid.cells.values() if row["value"] is not None), default=0.0)

    seats = [grid for grid in found if next(iter(grid.cells.values()))["measure"] == WIN_SHARE and grid.lines.is_limit]
    if not found:
        raise BadInput("no measure was played on a grid")
    return max(seats, key=distance) if seats else found[0]


def grid_in_words(grid: Grid) -> str:
    """Where a measure lies surely within its limit, or how many cells surely differ from the printed rules."""
    if grid.lines.is_limit:
        good = [f"{one} and {other}" for (one, other), row in grid.cells.items() if grid.is_inside(row)]
        more = f", and {len(good) - TOLD_CELLS} more" if len(good) > TOLD_CELLS else ""
        where = f"at {'; '.join(good[:TOLD_CELLS])}{more}" if good else "nowhere"
        return f"{grid.name.capitalize()}, {grid.lines.words}: surely {where}."
    changed = sum(map(grid.differs, grid.cells.values()))
    return f"{grid.name.capitalize()}: surely other than by the printed rules in {changed} of {len(grid.cells)} cells."
