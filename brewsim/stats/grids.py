"""Two rules at once: a measure over the grid of their values, the lines that tell good cells from bad, and what was found in words."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from brewsim.errors import BadInput, shorten
from brewsim.goals import SEATS, WORTH, Goal
from brewsim.manifest import Limits
from brewsim.results import Results
from brewsim.stats.names import measure_name
from brewsim.stats.variants import WIN_SHARE, Measure, bases, interest, partners, response, unit_of
from brewsim.stats.verdicts import SURE, Verdict, limit_in_words

JUDGED = {"tied first place": "tie", "shared victory": "shared", "leader_at_half_wins": "leader"}  # measures whose most is a limit
TOLD_CELLS = 6


@dataclass(frozen=True)
class Lines:
    """Between which values a measure is good, or little changed."""

    low: float  # -inf where it is open
    high: float
    words: str
    is_limit: bool = True  # else the lines go around the value by the printed rules

    @property
    def levels(self) -> list[float]:
        return sorted({level for level in (self.low, self.high) if math.isfinite(level)})

    @property
    def middle(self) -> float:
        """Of the colours."""
        return sum(self.levels) / len(self.levels)


@dataclass(frozen=True)
class Grid:
    """One measure of one lineup over the values of two rules."""

    measure: str
    group: str
    unit: tuple[float, str]  # see `variants.unit_of`
    paths: tuple[str, str]
    values: tuple[list[Any], list[Any]]  # of the rules
    cells: dict[tuple[Any, Any], dict[str, Any]]  # rows of `response` by the values of both rules
    printed: tuple[Any, Any]
    lines: Lines

    @property
    def name(self) -> str:
        """Of the measure, in words."""
        return measure_name({"measure": self.measure, "group": self.group})

    @property
    def is_of_seat(self) -> bool:
        """Whether it is a win share that has a fair one."""
        return self.measure == WIN_SHARE and self.lines.is_limit

    @property
    def farthest(self) -> float:
        """How far a cell is from the middle."""
        return max((abs(row["value"] - self.lines.middle) for row in self.cells.values() if row["value"] is not None), default=0.0)

    @property
    def interest(self) -> float:
        """How much its largest sure change matters."""
        changed = [row for row in self.cells.values() if row["verdict"] == Verdict.CHANGED]
        return max((interest(row | {"value": row["difference"]}) for row in changed), default=0.0)

    @staticmethod
    def differs(row: Mapping[str, Any]) -> bool:
        """Whether a cell is surely another one than by the base, be it by little."""
        return row["verdict"] in SURE

    def is_inside(self, row: Mapping[str, Any]) -> bool:
        """Whether a cell surely lies between the lines."""
        return row["low"] is not None and self.lines.low <= row["low"] and row["high"] <= self.lines.high


def grid_paths(results: Results) -> tuple[str, str] | None:
    """The two rules that the variants of a run change, if they were played at every pair of some values; else None."""
    base, rules = bases(results)[0], results.manifest.rules
    variants = list(dict.fromkeys(case.variant for case in partners(results, base)))
    now = rules[base.variant].values
    paths = list(dict.fromkeys(path for variant in variants for path, value in rules[variant].values.items() if value != now.get(path)))
    if len(paths) != 2:
        return None
    played = {tuple(str(rules[variant].values.get(path)) for path in paths) for variant in variants}
    printed = tuple(str(now.get(path)) for path in paths)
    for cells in (played | {printed}, played):  # the printed rules may lie outside
        counts = [len({cell[place] for cell in cells}) for place in (0, 1)]
        if min(counts) > 1 and len(cells) == counts[0] * counts[1]:
            return paths[0], paths[1]
    return None


def response_grid(results: Results, paths: tuple[str, str]) -> pl.DataFrame:
    """`response` to two rules, without the printed ones where these lie outside the grid."""
    frame, base = response(results, *paths), [case.name for case in bases(results)]
    of_variants = frame.filter(~pl.col("case").is_in(base))
    return frame.filter(pl.col(name).is_in(of_variants[name].unique().to_list()) for name in ("rule", "other_rule"))


def grids(results: Results, frame: pl.DataFrame) -> list[Grid]:
    """Every measure of one lineup of `response_grid` as a grid; seats come first."""
    values = results.manifest.rules[bases(results)[0].variant].values
    paths = frame["path"][0], frame["other_path"][0]
    axes = sorted(frame["rule"].unique().to_list()), sorted(frame["other_rule"].unique().to_list())
    found = []
    for part in frame.partition_by("measure", "group", maintain_order=True):
        cells = {(row["rule"], row["other_rule"]): row for row in part.iter_rows(named=True)}
        first = part.row(0, named=True)
        lines, printed = _usual_lines(part, results.manifest.limits), (values[paths[0]], values[paths[1]])
        found.append(Grid(first["measure"], first["group"], unit_of(first), paths, axes, cells, printed, lines))
    return found


def _usual_lines(rows: pl.DataFrame, limits: Limits) -> Lines:
    """The limit of the measure, around a fair share or by itself; or what matters around the value by the printed rules."""
    first = (rows if (known := rows.drop_nulls("value")).is_empty() else known).row(0, named=True)
    if first["measure"] == WIN_SHARE and first["aim"] is not None:
        fair, limit = first["aim"], limits.share("seat")
        return Lines(fair - limit, fair + limit, f"fair ± {limit_in_words(limits, 'seat')}")
    if first["measure"] in JUDGED:
        name = JUDGED[first["measure"]]
        return Lines(-math.inf, limits.share(name), f"at most {limit_in_words(limits, name)}")
    base, relevant = (first["value"] or 0.0) - (first["difference"] or 0.0), first["relevant"] or 0.0
    return Lines(base - relevant, base + relevant, "about as printed", is_limit=False)


def check_measures(asked: Sequence[Goal], measures: Sequence[Measure], seats: int, items: Collection[str]) -> None:
    """Refuse what games with these measures, and with these items taken away, do not tell: better now than after them."""
    known = {(one.name, one.group) for one in measures} | {(WORTH, item) for item in items} | {(SEATS, "")}
    known |= {(WIN_SHARE, f"seat {seat + 1}") for seat in range(seats)}
    for goal in asked:
        if (goal.measure, goal.group) not in known:
            hints = {WORTH: f"; --items {goal.group} measures it", WIN_SHARE: f": there are {seats} seats"}
            raise BadInput(f"--measure {shorten(goal.text)} is not measured here{hints.get(goal.measure, '')}")


def choose_grids(found: Sequence[Grid], asked: Sequence[Goal] = ()) -> list[Grid]:
    """The grids that are asked for, with lines at their goals; by default the seat that is farthest from fair."""
    return [_with_goal(_find(found, goal), goal) for goal in asked] if asked else [farthest_seat(found)]


def _find(found: Sequence[Grid], goal: Goal) -> Grid:
    if goal.measure == SEATS:
        return farthest_seat(found)
    if goal.is_of_seat:  # counted from a first player who is drawn by lot, where there is one; seats come first
        return [grid for grid in found if grid.measure == WIN_SHARE][int(goal.group.removeprefix("seat ")) - 1]
    return next(grid for grid in found if (grid.measure, grid.group) == (goal.measure, goal.group))


def _with_goal(grid: Grid, goal: Goal) -> Grid:
    """The grid with its lines at the goal, if that has limits."""
    if not (math.isfinite(goal.low) or math.isfinite(goal.high)):
        return grid
    fair = grid.lines.middle if goal.measure == SEATS else 0.0
    scale = 100.0 if goal.is_in_points else 1.0
    return replace(grid, lines=Lines(fair + goal.low / scale, fair + goal.high / scale, goal.text))


def farthest_seat(found: Sequence[Grid]) -> Grid:
    """The seat that is farthest from its fair share in some cell; where seats are not to be equal, what changes most."""
    seats = [grid for grid in found if grid.is_of_seat]
    return max(seats, key=lambda grid: grid.farthest) if seats else max(found, key=lambda grid: grid.interest)


def grid_in_words(grid: Grid) -> str:
    """Where a measure surely lies within its limit, or how many cells surely differ from the printed rules."""
    name = grid.name[0].upper() + grid.name[1:]
    if grid.lines.is_limit:
        good = [f"{one} and {other}" for (one, other), row in grid.cells.items() if grid.is_inside(row)]
        more = f", and {len(good) - TOLD_CELLS} more" if len(good) > TOLD_CELLS else ""
        return f"{name} ({grid.lines.words}): surely so {'at ' + '; '.join(good[:TOLD_CELLS]) + more if good else 'nowhere'}."
    changed = sum(map(grid.differs, grid.cells.values()))
    return f"{name}: surely other than by the printed rules at {changed} of {len(grid.cells)} pairs of values."
