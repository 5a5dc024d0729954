"""How close do games end?"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

import polars as pl

from brewsim.plots.ties import plot_margins_by_case, plot_ties_by_case
from brewsim.report.grades import judged, largest_share, no_estimate
from brewsim.report.page import NO_FIGURE, PERCENT, Finding, Picture, Section, estimate, make_table, marks_of, number, said
from brewsim.report.skill import noted
from brewsim.report.study import Study, has_estimates
from brewsim.results import PlayedCase
from brewsim.stats.names import TIES
from brewsim.stats.skill import TIE_NAMES
from brewsim.stats.ties import margins_by_case, ties_by_case
from brewsim.stats.verdicts import Grade


@dataclass(frozen=True)
class Judged:
    """A share of games that has a limit, in words."""

    measure: str  # of `ties_by_case`
    asked: str
    problem: str
    fine: str
    sentence: str


JUDGED = {  # by the name of the limit
    "tie": Judged(
        "tied",
        asked="how many games tie",
        problem="many games tie",
        fine="ties are rare",
        sentence="Ties{at}: first place is tied before the tie-break in {often} ({share}, {interval}).",
    ),
    "shared": Judged(
        "shared",
        asked="how often victory is shared",
        problem="victory is often shared",
        fine="victory is seldom shared",
        sentence="Shared victories{at}: victory stays shared in {often} ({share}, {interval}).",
    ),
    "aborted": Judged(
        "aborted",
        asked="whether games come to an end",
        problem="some games are aborted",
        fine="games come to an end",
        sentence="Aborted games{at}: {share} reach the cap on decisions ({interval}). They are left out of all other numbers.",
    ),
}


def ties(study: Study) -> Section:
    """Ties, near-ties and the distribution of the winner's margin."""
    section = Section("ties", "Ties and margins")
    frame, margins = ties_by_case(study.parts()), margins_by_case(study.parts())
    columns = {
        "case": lambda row: row["case"],
        "how a game ends": lambda row: TIES[row["measure"]],
        "share of games|95 %": lambda row: estimate(row, PERCENT),
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(make_table("ties_by_case", study.labelled(frame), columns, "Ties by case"))
    drawn = study.labelled(frame.filter(pl.col("measure") != "aborted"))
    judged_by_limit = {name: judged(study, partial(_judge, study, frame, name)) for name in JUDGED}
    section.findings += [*chain(*judged_by_limit.values()), *_close_games(study, frame)]
    aborted = [finding for finding in judged_by_limit["aborted"] if finding.grade is Grade.PROBLEM]
    section.marks = marks_of([*judged_by_limit["tie"], *judged_by_limit["shared"], *aborted])
    section.sentences += [finding.sentence for finding in section.findings if finding.sentence]
    if not has_estimates(drawn):
        section.why_empty = "Not enough finished games to say how often they tie."
        return section
    for name, cases in study.in_groups():
        level, distribution = study.of(drawn, cases), study.of(study.labelled(margins), cases)
        if not has_estimates(level):
            continue
        caption = "How often games end in a tie or nearly so, with 95 % intervals."
        section.pictures.append(Picture(f"ties{name}", plot_ties_by_case(level), caption))
        caption = "The winner's margin over the best other side, with 95 % intervals."
        section.pictures.append(Picture(f"margins{name}", plot_margins_by_case(distribution), caption))
    columns = {"case": lambda row: row["case"], "margin": lambda row: number(row["margin"]), "games": lambda row: number(row["games"])}
    section.tables.append(make_table("margins_by_case", study.labelled(margins), columns, "Margins by case", is_folded=True))
    return section


def _close_games(study: Study, frame: pl.DataFrame) -> list[Finding]:
    findings = []
    close = study.one(frame, study.main).filter(measure="within_3").drop_nulls("value").to_dicts()
    for row in close:
        text, interval = said(row, PERCENT)
        where = study.at(study.main.name)
        sentence = f"Close games{where}: {text} are won by 3 points or less ({interval})."
        findings.append(_finding(study, "how close games end", sentence, row, {"weight": 0.2}, "margins"))
    return findings


def _judge(study: Study, frame: pl.DataFrame, name: str, cases: Sequence[PlayedCase], where: str) -> Finding:
    """The lineup of one variant and number of seats with the most of these games."""
    judged_by = JUDGED[name]
    found = largest_share(study, name, frame, judged_by.measure, cases)
    if found is None:
        return no_estimate(study, name, judged_by.asked, where)
    row, known = found
    headlines = {Grade.PROBLEM: judged_by.problem, Grade.NO_PROBLEM: judged_by.fine}
    headline = headlines.get(known["grade"], judged_by.asked)
    if judged_by.measure == "aborted" and row["value"] == 1:
        headline = "all games are aborted"
    text, interval = said(row, PERCENT)
    at = study.at(row["case"])
    known["brief"] = f"{judged_by.measure} {text} ({interval})"
    sentence = judged_by.sentence.format(at=at, often=one_in(row["value"]), share=text, interval=interval)
    if judged_by.measure == "aborted":  # the table shows them, no figure does; and nothing is told of none
        told = sentence if row["value"] else ""
        values = row["value"], row["low"], row["high"]
        return Finding(headline, told, *values, NO_FIGURE, where=where, **known)
    finding = _finding(study, headline, sentence, row, {**known, "where": where}, "ties")
    return noted(study, finding, row["case"], TIE_NAMES[judged_by.measure])


def _finding(study: Study, headline: str, sentence: str, row: dict[str, Any], known: dict[str, Any], figure: str) -> Finding:
    figure += study.ending(row["case"])
    return Finding(headline, sentence, row["value"], row["low"], row["high"], figure, **known)


def one_in(share: float) -> str:
    """A share of games as people say it.

    >>> one_in(0.0714), one_in(0.0), one_in(0.4)
    ('1 game in 14', 'no game', '2 games in 5')
    """
    if share <= 0:
        return "no game"
    if share < 0.3:
        return f"1 game in {1 / share:,.0f}"
    near = Fraction(share).limit_denominator(5)
    return f"{near.numerator} game{'s' if near.numerator > 1 else ''} in {near.denominator}" if near < 1 else "nearly every game"
