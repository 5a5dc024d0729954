"""Does it depend on how well people play?"""

from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from brewsim.plots.skill import plot_by_level
from brewsim.report.assumptions import with_assumptions
from brewsim.report.grades import not_tested
from brewsim.report.page import NO_FIGURE, PERCENT, PLAIN, POINTS, Candidate, Finding, Mark, Picture, Section, estimate, make_table, number
from brewsim.report.study import Study, has_estimates
from brewsim.stats.intervals import ALL_SEATS, EACH, MIXED
from brewsim.stats.names import measure_name, words
from brewsim.stats.skill import MAIN, ROUNDS, SURE, TIE_NAMES, WORTH, Label, in_words, label_name, worth_showing
from brewsim.stats.variants import USED, WIN_SHARE
from brewsim.stats.verdicts import Grade

MOST_SERIES = 6  # in a chart, as many as there are marks


@dataclass(frozen=True)
class Chart:
    """Measures of one unit against skill."""

    name: str
    caption: str
    frame: pl.DataFrame  # rows of `skill.by_level`


def skill(study: Study) -> Section:
    """Every measure against skill, and what becomes of the findings."""
    section = Section("skill", "Skill")
    if study.levels.is_empty():
        section.why_empty = (
            'This run has no levels of skill. To see whether findings hold for better players, write skill = ["greedy", "search:32"], '
            "or other bots from weak to strong, into the experiment file."
        )
        section.findings.append(not_tested(study, "", "whether the findings hold for better players (no levels of skill)"))
        return section
    games = study.levels.group_by("level", maintain_order=True).agg(pl.col("place").first(), pl.col("n").max()).sort("place")
    named = [f"{level} ({n:,} games)" for level, _, n in games.iter_rows()]
    first = games.filter(pl.col("place") == 0)["level"][0]
    section.sentences.append(f"Levels of skill, from weak to strong: {', '.join(named)}. Findings go by those from {first} on.")
    shown = worth_showing(study.skill_labels)
    counts = [f"{label_name(Label(name))} ({n})" for name, n in shown["label"].value_counts(sort=True).iter_rows()]
    section.sentences.append(f"Measures shown here: {', '.join(counts)}.")
    for chart in charts(study):
        if has_estimates(chart.frame):
            section.pictures.append(Picture(chart.name, plot_by_level(chart.frame), chart.caption))
    columns: dict[str, Any] = {"case": _where, "measure": measure_name, "finding": in_words}
    section.marks = _marks(study)
    labels = shown.with_columns(pl.col("levels", "standings").list.join(", "))
    table = make_table("skill", shown, columns, "What becomes of the findings")
    section.tables.append(replace(table, frame=labels))  # a CSV file has no lists
    columns = {
        "case": _where,
        "measure": measure_name,
        "level": lambda row: row["level"],
        "estimate|95 %": lambda row: estimate(row, _unit(row)),
        "games": lambda row: number(row["n"]),
    }
    by_itself = study.levels.filter(pl.col("base") == "")
    section.tables.append(make_table("skill_by_level", by_itself, columns, "Every measure at every level", True, MIXED))
    return section


def _unit(row: dict[str, Any]) -> tuple[float, str]:
    """How a measure is written: shares in percent, differences of shares, whose reference is 0, in points."""
    if not row["is_share"]:
        return PLAIN
    return POINTS if row["reference"] == 0 else PERCENT


def _marks(study: Study) -> dict[Candidate, Mark]:
    """Whether seats, ties and length of each candidate are the same for better players."""
    marks = {}
    main = study.skill_labels.filter(pl.col("base") == "", pl.col("measure").is_in(MAIN))
    for variant, seats in study.groups:
        rows = main.filter(variant=variant, seats=seats).to_dicts()
        by_label = {label: [measure_name(row) for row in rows if row["label"] == label.value] for label in Label}
        differing = by_label[Label.ARTEFACT] + by_label[Label.DEPENDS]
        if differing:
            marks[variant, seats] = Mark(", ".join(differing), word="no")
        elif by_label[Label.NOT_KNOWN]:
            marks[variant, seats] = Mark(", ".join(by_label[Label.NOT_KNOWN]), Grade.NOT_KNOWN)
        elif rows:
            marks[variant, seats] = Mark("seats, ties, length", Grade.NO_PROBLEM, "yes")
    return marks


def _where(row: dict[str, Any]) -> str:
    return f"{words(row['variant'])}, {row['seats']} seats" + (f", against {words(row['base'])}" if row["base"] else "")


def charts(study: Study) -> list[Chart]:
    """The charts: seats, ties and length of every variant and number of seats; of items and changes, what surely depends on skill."""
    sure = study.skill_labels.filter(pl.col("label").cast(pl.String).is_in(SURE))
    drawn = []
    measure, is_of_item = pl.col("measure"), pl.col("measure") == USED
    for index, (_, frame) in enumerate(study.levels.group_by(["variant", "seats", "base"], maintain_order=True), start=1):
        where = _where(frame.row(0, named=True))
        depends = frame.join(sure, on=["variant", "seats", "base", "measure", "group"], how="semi", maintain_order="left")
        if frame["base"][0]:
            kinds = {"changes": ("Changes that depend on skill", depends.filter(pl.col("is_share"), ~is_of_item))}
        else:
            kinds = {
                "seats": ("Win share by seat", frame.filter(measure == WIN_SHARE)),
                "ties": ("Ties", frame.filter(measure.is_in(TIE_NAMES.values()))),
                "length": ("Rounds", frame.filter(measure == ROUNDS)),
                "items": ("Worth of items that depends on skill", depends.filter(measure == WORTH)),
            }
        for kind, (what, part) in kinds.items():
            few = part.join(
                part.select("measure", "group").unique(maintain_order=True).head(MOST_SERIES), on=["measure", "group"], how="semi"
            )
            caption = f"{what} against skill ({where}); {ALL_SEATS if kind == 'seats' else EACH}."
            if len(few) and not _is_same(few):
                drawn.append(Chart(f"skill_{kind}_{index}", caption, few))
    return drawn


def _is_same(frame: pl.DataFrame) -> bool:
    """Whether these are the same in every game at every level: nothing to draw."""
    known = frame.drop_nulls("value")
    return known["value"].n_unique() == 1 and bool((known["low"] == known["high"]).all())


def noted(study: Study, finding: Finding, case: str, measure: str, group: str = "", base: str = "") -> Finding:
    """The finding with what becomes of it at other levels of skill, and over assumptions, where that was played."""
    played = next(one for one in study.cases if one.name == case)
    if not base:
        finding = with_assumptions(study, finding, played, measure, group)
    key = {"variant": played.variant, "seats": played.seats, "base": base, "measure": measure, "group": group}
    labels = study.skill_labels.filter(**key)
    if labels.is_empty():
        return finding
    row = labels.row(0, named=True)
    figure = next((chart.name for chart in charts(study) if has_estimates(chart.frame.filter(**key))), NO_FIGURE)
    told = in_words(row)
    headline = finding.headline if row["label"] == Label.ROBUST else f"{finding.headline} ({label_name(Label(row['label']))})"
    return replace(finding, headline=headline, skill=f"{told[0].upper()}{told[1:]}.", skill_figure=figure)
