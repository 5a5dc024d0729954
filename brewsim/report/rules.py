"""The effective rules, and how they differ from the printed ones."""

from typing import Any

import polars as pl

from brewsim.manifest import EffectiveRules
from brewsim.report.page import Section, make_table
from brewsim.report.study import Study
from brewsim.rules import BASES, rule_values
from brewsim.stats.names import words


def rules(study: Study) -> Section:
    """What was played: changes of each variant, then what is assumed, then every value."""
    listed = rule_values(study.title.name)
    counts = {basis: sum(value.basis == basis for value in listed) for basis in BASES}
    section = Section("rules", "Rules")
    section.sentences.append(
        f"{study.title.label} has {len(listed)} rule values: " + ", ".join(f"{count} {basis}" for basis, count in counts.items()) + "."
    )
    tables: dict[str, EffectiveRules] = {}
    for run in study.runs:
        tables |= run.manifest.rules
    changes = [(variant, path, *map(_text, pair)) for variant, table in tables.items() for path, pair in table.changes.items()]
    if changes:
        frame = pl.DataFrame(changes, ["variant", "path", "printed", "changed"], orient="row")
        columns = {name: (lambda row, name=name: words(row[name]) if name == "variant" else row[name]) for name in frame.columns}
        section.tables.append(make_table("rule_changes", frame, columns, "What the variants change"))
    else:
        section.sentences.append("The printed rules were played without changes.")
    assumed = pl.DataFrame(
        [(value.path, _text(value.value), value.source) for value in study.assumed], ["path", "value", "source"], orient="row"
    )
    if len(assumed):
        columns = {name: (lambda row, name=name: row[name]) for name in assumed.columns}
        section.tables.append(make_table("rules_assumed", assumed, columns, f"The {len(assumed)} assumed values", is_folded=True))
    paths = {path: None for table in tables.values() for path in table.values}
    effective = pl.DataFrame(
        [(path, *(_text(table.values.get(path, "")) for table in tables.values())) for path in paths], ["path", *tables], orient="row"
    )
    columns = {name: (lambda row, name=name: row[name]) for name in effective.columns}
    section.tables.append(make_table("rules_effective", effective, columns, "Every effective value", is_folded=True))
    return section


def _text(value: Any) -> str:
    return "" if value is None else str(value)
