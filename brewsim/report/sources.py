"""Where do the points come from?"""

import polars as pl

from brewsim.plots.sources import plot_points_by_source
from brewsim.report.page import Finding, Picture, Section, estimate, make_table, number, said
from brewsim.report.study import Study, has_estimates
from brewsim.stats.digits import with_unit
from brewsim.stats.names import words
from brewsim.stats.sources import points_by_source

MOST_PICTURES = 4


def sources(study: Study) -> Section:
    """Points by source, winners against others."""
    section = Section("sources", "Where the points come from")
    names = study.title.score_sources
    if not names:
        section.why_empty = f"{study.title.label} does not record its score by source."
        return section
    frame = points_by_source(study.parts(), names)
    columns = {
        "case": lambda row: row["case"],
        "source": lambda row: words(row["source"]),
        "who": lambda row: row["who"],
        "points|95 %": lambda row: estimate(row),
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(make_table("points_by_source", study.labelled(frame), columns, "Points by source"))
    if not has_estimates(frame):
        section.why_empty = "Not enough finished games to say where points come from."
        return section
    for index, case in enumerate(study.cases):
        one = study.one(frame, case)
        if has_estimates(one) and (index < MOST_PICTURES or case == study.main):
            caption = f"Mean points of a seat by source, with 95 % intervals: {study.labels[case.name]}."
            section.pictures.append(Picture(f"sources_{index + 1}", plot_points_by_source(one), caption))
    section.findings += _findings(study, frame)
    section.sentences += [finding.sentence for finding in section.findings]
    return section


def _findings(study: Study, frame: pl.DataFrame) -> list[Finding]:
    """The source in which winners are farthest ahead of others."""
    case = study.main
    one = study.one(frame, case).drop_nulls("value")
    by_who = [one.filter(pl.col("who") == who).to_dicts() for who in ("winners", "others")]
    winners, others = ({row["source"]: row for row in rows} for rows in by_who)
    both = [source for source in winners if source in others]
    if not both:
        return []
    source = max(both, key=lambda name: winners[name]["value"] - others[name]["value"])
    row = winners[source]
    (won, between), (lost, and_between) = said(row), said(others[source])
    where, points = study.at(case.name), with_unit(won, " points")
    sentence = f"What separates winners most from others is {words(source)}{where}: {points} ({between}) against {lost} ({and_between})."
    figure = f"sources_{study.cases.index(case) + 1}"
    return [Finding("where winners score", sentence, row["value"], row["low"], row["high"], figure, weight=0.25)]
