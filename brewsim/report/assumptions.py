"""What rests on assumed values?"""

from dataclasses import replace
from typing import Any

import polars as pl

from brewsim.manifest import PRINTED
from brewsim.measured import Measured
from brewsim.report.page import PERCENT, PLAIN, POINTS, Finding, Section, estimate, make_table, number
from brewsim.report.study import Study
from brewsim.results import PlayedCase
from brewsim.stats.assumptions import ALL_MOVES, SHARES, over_assumptions, summary
from brewsim.stats.digits import show
from brewsim.stats.intervals import Estimate
from brewsim.stats.names import measure_name


def assumptions(study: Study) -> Section:
    """Which assumed values move which headline, at each number of seats that was measured."""
    section = Section("assumptions", "Assumptions")
    found = [measured for measured in study.measured if measured.kind == "assumptions"]
    if not found:
        section.why_empty = (
            "Not tested: brewsim assumptions moves every assumed value within its range, and writes a file for brewsim report --with FILE."
        )
        return section
    for measured in found:
        section.sentences.append(f"{measured.seats} seats, all {', '.join(measured.bots)}: {summary(measured.facts, measured.rows)}")
    sure = [_frame(measured).filter("is_sure").with_columns(seats=pl.lit(measured.seats)) for measured in found if measured.rows]
    if any(len(frame) for frame in sure):
        columns: dict[str, Any] = {
            "seats": lambda row: number(row["seats"]),
            "assumed value": lambda row: row["path"],
            "moved": lambda row: f"{row['old']} to {row['new']}" + ("" if row["is_given"] else " (a usual step)"),
            "headline": measure_name,
            "change|95 %": lambda row: estimate(row, POINTS if row["is_share"] else PLAIN),
            "pairs of games": lambda row: number(row["n"]),
        }
        caption = "Assumed values that surely move a headline"
        section.tables.append(make_table("assumptions", pl.concat(sure), columns, caption, intervals=ALL_MOVES))
    return section


def _frame(measured: Measured) -> pl.DataFrame:
    return pl.DataFrame(measured.rows, infer_schema_length=None)


def with_assumptions(study: Study, finding: Finding, case: PlayedCase, measure: str, group: str) -> Finding:
    """The finding with its interval over assumptions, where that was measured: by the printed rules, with its bot and number of seats."""
    fitting = [one for one in study.measured if one.kind == "assumptions" and one.seats == case.seats and set(one.bots) == set(case.lineup)]
    if not fitting or case.variant != PRINTED or finding.value is None or finding.low is None or finding.high is None:
        return finding
    found = _frame(fitting[0])
    if len(found) and found.filter(pl.col("measure") == measure, pl.col("group") == group).is_empty():
        return finding  # nothing that was looked at
    bounds = over_assumptions(found, measure, group, Estimate(finding.value, finding.low, finding.high, case.games))
    interval = show(finding.value, *bounds, *(PERCENT if measure in SHARES else PLAIN))[1]  # it is wide: no digit may be lost at its ends
    what = measure_name({"measure": measure, "group": group})
    sentence = f"Over assumptions, {what}: {interval}, whichever single assumed value is in truth another plausible one."
    return replace(finding, assumptions=sentence)
