"""Which small changes of the rules would do what the designer wants?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import polars as pl

from brewsim.advising.told import KIND, listed
from brewsim.manifest import PRINTED
from brewsim.measured import Measured
from brewsim.report.page import Section, estimate, make_table
from brewsim.report.study import Study
from brewsim.stats.names import words

ALL_CONFIRMED = "intervals, for all numbers of the rules as they are at once, and allowing for all candidates that were judged"


def repairs(study: Study) -> Section:
    """What an advisor found: where the rules stand, and the repairs that nobody beats in everything, or what comes closest."""
    section = Section("repairs", "Repairs")
    found = [measured for measured in study.measured if measured.kind == KIND]
    if not found:
        section.why_empty = (
            "Not tested: brewsim advise looks for the smallest changes of the rules that meet goals, and writes a file for "
            "brewsim report --with FILE."
        )
        return section
    for place, measured in enumerate(found, 1):
        section.sentences += [_asked(measured), *_told(measured)]
        rows = list(_rows(measured))
        if rows:
            name = "repairs" if len(found) == 1 else f"repairs_{place}"
            every = pl.DataFrame(measured.rows, infer_schema_length=None)
            caption = f"{_goals(measured)}: every number that was judged"
            tables = [
                make_table(name, pl.DataFrame(rows, infer_schema_length=None), _columns(), _goals(measured)),
                make_table(f"{name}_all", every, _all_columns(), caption, True),
            ]
            section.tables += [replace(table, intervals=_intervals(measured)) for table in tables]
    return section


def _goals(measured: Measured) -> str:
    return "; ".join(measured.facts["goals"])


def _intervals(measured: Measured) -> str:
    return f"{100 * measured.facts['sure']:g} % {ALL_CONFIRMED}"


def _asked(measured: Measured) -> str:
    """What was wanted, of which rules, and for whom."""
    facts = measured.facts
    which = "the printed rules" if measured.variant == PRINTED else words(measured.variant)
    seats = ", ".join(map(str, facts["seats"]))
    return f"Wanted of {which}: {_goals(measured)}; at {seats} seats, with players of the skill of {', '.join(facts['skill'])}."


def _told(measured: Measured) -> list[str]:
    """Where the rules stand, and what was found. Without a repair, what comes closest is told here too, not only in the table."""
    facts, closest = measured.facts, measured.facts["closest"]
    return [facts["stands"], facts["verdict"] + (f" {'; '.join(closest['words'])}." if closest else ""), *facts["notes"]]


def _rows(measured: Measured) -> Iterator[dict[str, Any]]:
    """One for each goal of the rules as they are and of each repair, where it is least met."""
    for name, one in listed(measured.facts):
        for place, (goal, worst) in enumerate(one["worst"].items()):
            is_first = not place  # what is said of the whole repair stands once
            yield {
                "repair": name,
                "edits": ("; ".join(one["words"]) or "none") if is_first else "",
                "standing": one["goals"][goal],
                "moves": one["moves"] if is_first else "",
                **worst,
            }


def _columns() -> dict[str, Any]:
    return {
        "repair": lambda row: row["repair"],
        "edits": lambda row: row["edits"],
        "goal": lambda row: row["goal"],
        "is": lambda row: row["standing"],
        "reached|interval": estimate,
        "worst at": _where,
        "what else it moves": lambda row: row["moves"],
    }


def _all_columns() -> dict[str, Any]:
    return {
        "repair": lambda row: row["repair"],
        "edits": lambda row: row["edits"] or "none",
        "goal": lambda row: row["goal"],
        "measured": lambda row: row["what"],
        "at": _where,
        "reached|interval": estimate,
    }


def _where(row: dict[str, Any]) -> str:
    return f"{row['seats']} seats, {row['skill']}"
