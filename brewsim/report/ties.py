"""How close do games end?"""

from fractions import Fraction
from typing import Any

import polars as pl

from brewsim.plots.ties import plot_margins_by_case, plot_ties_by_case
from brewsim.report.grades import graded
from brewsim.report.page import NO_FIGURE, PERCENT, Finding, Picture, Section, estimate, make_table, number, said
from brewsim.report.skill import noted
from brewsim.report.study import Study, has_estimates
from brewsim.stats.names import TIES
from brewsim.stats.skill import TIE_NAMES
from brewsim.stats.ties import margins_by_case, ties_by_case
from brewsim.stats.verdicts import Grade


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
    section.findings += _findings(study, frame)
    section.sentences += [finding.sentence for finding in section.findings]
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


def _findings(study: Study, frame: pl.DataFrame) -> list[Finding]:
    first = study.one(frame, study.main)
    rows = {row["measure"]: row for row in first.drop_nulls("value").iter_rows(named=True)}
    where = f" ({study.labels[study.main.name]})" if len(study.cases) > 1 else ""
    findings = []
    if "tied" in rows and "shared" in rows:
        tied, shared = rows["tied"], rows["shared"]
        number_tied, interval_tied = said(tied, PERCENT)
        number_shared, interval_shared = said(shared, PERCENT)
        sentence = f"Ties{where}: first place is tied before the tie-break in {one_in(tied['value'])} ({number_tied}, {interval_tied}); "
        sentence += f"victory stays shared in {number_shared} ({interval_shared})."
        both = [(graded(study, name, row["low"], row["high"]), row) for name, row in (("tie", tied), ("shared", shared))]
        known, row = max(both, key=lambda pair: (pair[0]["grade"], pair[0]["weight"]))
        headline = {Grade.NO_PROBLEM: "ties are rare", Grade.PROBLEM: "many games tie"}.get(known["grade"], "how many games tie")
        finding = _finding(study, headline, sentence, tied, known, "ties")
        findings.append(noted(study, finding, row["case"], TIE_NAMES[row["measure"]]))
    if "within_3" in rows:
        text, interval = said(rows["within_3"], PERCENT)
        sentence = f"Close games{where}: {text} are won by 3 points or less ({interval})."
        findings.append(_finding(study, "how close games end", sentence, rows["within_3"], {"weight": 0.2}, "margins"))
    return findings + _aborted(study, frame)


def _aborted(study: Study, frame: pl.DataFrame) -> list[Finding]:
    """The case with the most aborted games. The table shows them; no figure does."""
    worst = max(frame.filter(pl.col("measure") == "aborted").drop_nulls("value").to_dicts(), key=lambda row: row["low"], default=None)
    if not worst or not worst["value"]:
        return []
    text, interval = said(worst, PERCENT)
    headline = "all games are aborted" if worst["value"] == 1 else "some games are aborted"
    sentence = f"Aborted games ({study.labels[worst['case']]}): {text} reach the cap on decisions ({interval}). "
    sentence += "They are left out of all other numbers."
    bounds, untrue = (worst["low"], worst["high"]), study.unless(case=worst["case"])
    return [Finding(headline, sentence, worst["value"], *bounds, NO_FIGURE, untrue, **graded(study, "aborted", *bounds))]


def _finding(study: Study, headline: str, sentence: str, row: dict[str, Any], known: dict[str, Any], figure: str) -> Finding:
    figure += study.ending(row["case"])
    return Finding(headline, sentence, row["value"], row["low"], row["high"], figure, study.unless(case=row["case"]), **known)


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
