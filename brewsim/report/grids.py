"""Two rules at once: heat maps, in the section on variants."""

from collections.abc import Collection
from typing import Any

from brewsim.plots.heat import plot_heat
from brewsim.report.page import PERCENT, PLAIN, POINTS, Cell, Finding, Picture, Section, estimate, make_table, said
from brewsim.report.study import Study
from brewsim.stats.grids import Grid, farthest_seat, grid_in_words, grids, response_grid
from brewsim.stats.intervals import MIXED
from brewsim.stats.names import measure_name
from brewsim.stats.variants import WIN_SHARE, WORTH
from brewsim.stats.verdicts import in_words

WEIGHT = 0.3  # of what a grid tells, among all findings


def add_grid(section: Section, study: Study, paths: tuple[str, str], shown: Collection[str]) -> None:
    """A heat map of the seat that is farthest from fair, and of each measure of those to be shown that surely changes somewhere."""
    frame = response_grid(study.results, paths)
    section.tables.append(make_table("grid", frame, _columns(paths), f"The response to {paths[0]} and {paths[1]}", True, MIXED))
    lineup = frame["lineup"][0]
    found = grids(study.results, frame.filter(lineup=lineup))
    others = [grid for grid in found if grid.measure in shown and grid.measure != WIN_SHARE and grid.interest > 0]
    for index, grid in enumerate([farthest_seat(found), *others]):
        if not any(row["value"] is not None for row in grid.cells.values()):
            continue
        name, sentence = f"grid_{index + 1}", grid_in_words(grid)
        what = f"{grid.name[0].upper()}{grid.name[1:]} by {paths[0]} and {paths[1]} ({lineup})"
        caption = f"{what}. Dashed lines: {grid.lines.words}. In brackets: not surely other than by the printed rules, which have a frame."
        section.pictures.append(Picture(name, plot_heat(grid), caption))
        section.sentences.append(sentence)
        if grid.lines.is_limit:
            section.findings.append(_finding(grid, sentence, name))


def _finding(grid: Grid, sentence: str, figure: str) -> Finding:
    """What a grid tells, with the estimate that is farthest from the middle."""
    known = [row for row in grid.cells.values() if row["value"] is not None]
    row = max(known, key=lambda one: abs(one["value"] - grid.lines.middle))
    value, interval = said(row, _unit(row))
    told = f"{sentence} Farthest from that: {value} ({interval}) at {row['rule']} and {row['other_rule']}."
    headline = f"{grid.name} by {grid.paths[0]} and {grid.paths[1]}"
    return Finding(headline, told, row["value"], row["low"], row["high"], figure, weight=WEIGHT)


def _unit(row: dict[str, Any]) -> tuple[float, str]:
    return POINTS if row["measure"] == WORTH else PERCENT if row["is_share"] else PLAIN


def _columns(paths: tuple[str, str]) -> dict[str, Any]:
    return {
        "lineup": lambda row: row["lineup"],
        "measure": measure_name,
        paths[0]: lambda row: Cell(str(row["rule"]), row["rule"]),
        paths[1]: lambda row: Cell(str(row["other_rule"]), row["other_rule"]),
        "value|95 %": lambda row: estimate(row, _unit(row)),
        "verdict": lambda row: in_words(row | {"value": row["difference"]}),
    }
