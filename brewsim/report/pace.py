"""How long are games, and is the winner known early?"""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import polars as pl

from brewsim.engine.conventions import FOLLOW_EVERY
from brewsim.plots.pace import plot_half_time_by_case, plot_rounds_by_case
from brewsim.report.grades import graded, judged, largest_share, no_estimate
from brewsim.report.page import (
    EVERY_GAME,
    NO_FIGURE,
    PERCENT,
    Candidate,
    Cell,
    Finding,
    Mark,
    Picture,
    Section,
    estimate,
    make_table,
    marks_of,
    number,
    percent,
    said,
    written,
)
from brewsim.report.skill import noted
from brewsim.report.study import Study, has_estimates
from brewsim.results import PlayedCase
from brewsim.stats.names import MEASURES
from brewsim.stats.pace import half_time_by_case, length_by_case, rounds_by_case
from brewsim.stats.skill import ROUNDS
from brewsim.stats.variants import pairs as comparable
from brewsim.stats.verdicts import Grade

LENGTHS = ("rounds", "decisions")
HOW_LONG = "how much longer games are"
HOW_OFTEN = "how often the leader at half-time wins"


def length(study: Study) -> Section:
    """Rounds, turns and decisions."""
    section = Section("length", "Length")
    frame, rounds = length_by_case(study.parts()), rounds_by_case(study.parts())
    columns = {
        "case": lambda row: row["case"],
        "measure": lambda row: row["measure"],
        "mean|95 %": lambda row: estimate(row),
        "games": lambda row: number(row["n"]),
        "10 % of games: at most|95 %": lambda row: _quantile(row, "p10"),
        "50 % of games: at most|95 %": lambda row: _quantile(row, "p50"),
        "90 % of games: at most|95 %": lambda row: _quantile(row, "p90"),
    }
    section.tables.append(make_table("length_by_case", study.labelled(frame), columns, "Length by case"))
    if not has_estimates(frame):
        section.why_empty = "Not enough finished games to say how long they are."
        return section
    same = {case: values[0] for case, values in _rounds(rounds).items() if len(values) == 1}
    varying = rounds.filter(~pl.col("case").is_in(list(same)))
    for name, cases in study.in_groups():
        drawn = study.of(study.labelled(varying), cases)
        if has_estimates(drawn):
            section.pictures.append(Picture(f"rounds{name}", plot_rounds_by_case(drawn), "Rounds of a game, with 95 % intervals."))
    columns = {"case": lambda row: row["case"], "rounds": lambda row: number(row["rounds"]), "games": lambda row: number(row["games"])}
    section.tables.append(make_table("rounds_by_case", study.labelled(rounds), columns, "Rounds by case", is_folded=True))
    longer = judged(study, partial(_longer, study, frame, {picture.name for picture in section.pictures}))
    section.findings += [*_length_findings(study, frame), *longer]
    section.marks = _marks(study, frame, marks_of(longer))
    section.sentences += [
        f"Every game takes {n} round{'s' if n > 1 else ''} ({', '.join(study.labels[case] for case in same if same[case] == n)})."
        for n in dict.fromkeys(same.values())
    ]
    section.sentences += [finding.sentence for finding in section.findings if finding.sentence]
    return section


def _rounds(frame: pl.DataFrame) -> dict[str, list[int]]:
    """The lengths in rounds that games of each case have."""
    counted = frame.filter(pl.col("games") > 0).group_by("case", maintain_order=True).agg("rounds")
    return dict(counted.iter_rows())


def _marks(study: Study, frame: pl.DataFrame, longer: dict[Candidate, Mark]) -> dict[Candidate, Mark]:
    """The rounds of each candidate; how much longer its games are, which has a limit, where it is compared with the first rules."""
    rounds = {row["case"]: row for row in frame.filter(measure="rounds").drop_nulls("value").iter_rows(named=True)}
    marks = {}
    for candidate, cases in study.groups.items():
        known = [rounds[case.name] for case in cases if case.name in rounds]
        if not known:
            marks[candidate] = Mark("too few games", Grade.NOT_KNOWN)
            continue
        text = f"{said(known[0])[0]} rounds"
        compared = longer.get(candidate)
        marks[candidate] = Mark(f"{text}, {compared.text}", compared.grade) if compared else Mark(text, word="no limit")
    return marks


def _length_findings(study: Study, frame: pl.DataFrame) -> list[Finding]:
    case = study.main
    rows = frame.filter(pl.col("case") == case.name, pl.col("measure") == "rounds").drop_nulls("value").to_dicts()
    if not rows:
        return []
    row = rows[0]
    where = study.at(case.name)
    text, interval = said(row)
    if interval == EVERY_GAME:  # no estimate: the section says it
        return []
    sentence = f"A game takes {text} rounds on average{where}, {interval}; 8 of 10 of these games took {row['p10']} to {row['p90']}."
    if row["p10"] == row["p90"]:
        sentence = f"A game takes {text} rounds on average{where} ({interval})."
    figure = f"rounds{study.ending(case.name)}"
    finding = Finding("how long games are", sentence, row["value"], row["low"], row["high"], figure, weight=0.15)
    return [noted(study, finding, case.name, ROUNDS)]


def _longer(study: Study, frame: pl.DataFrame, drawn: Collection[str], cases: Sequence[PlayedCase], where: str) -> Finding | None:
    """How much longer a variant makes games than the first rules do, with the same bots, in rounds or decisions: whichever is more.

    The bounds are those of the ratio if both means are at the ends of their intervals, so they are rather too wide.
    """
    pairs = [(base, case) for base, case in comparable(study.results) if case in cases]
    if not pairs:
        return None
    known = {(row["case"], row["measure"]): row for row in frame.drop_nulls("value").iter_rows(named=True)}
    changes = []
    for base, case in pairs:
        for measure in LENGTHS:
            before, after = known.get((base.name, measure)), known.get((case.name, measure))
            if before and after:
                bounds = after["value"] / before["value"], after["low"] / before["high"], after["high"] / before["low"]
                changes.append((*(bound - 1 for bound in bounds), measure, case))
    if not changes:
        return no_estimate(study, "length", HOW_LONG, where)
    value, low, high, measure, case = max(changes, key=lambda change: change[1])
    judged_as = graded(study, "length", low, max(change[2] for change in changes))
    headlines = {Grade.PROBLEM: "games are much longer", Grade.NO_PROBLEM: "games are not much longer"}
    headline = headlines.get(judged_as["grade"], HOW_LONG)
    text, interval = written(value, low, high, PERCENT) if value >= 0 else written(-value, -high, -low, PERCENT)
    brief = f"{text} {'more' if value >= 0 else 'fewer'} {measure}"
    sentence = f"Length ({study.labels[case.name]}): {brief} than by the first rules ({interval})."
    figure = f"rounds{study.ending(case.name)}"
    shown = figure if figure in drawn else NO_FIGURE
    return Finding(headline, sentence, value, low, high, shown, where=where, brief=brief, **judged_as)


def _quantile(row: dict[str, Any], name: str) -> list[Cell]:
    """The cells of a quantile, a whole number, and its interval."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if row["low"] == row["high"]:  # the mean tells all
        return [Cell(""), Cell("")]
    return [number(row[name]), Cell("" if low is None else f"{low:,} to {high:,}", low)]


def leaders(study: Study) -> Section:
    """How often the leader and the last at half-time win."""
    section = Section("leaders", "Who leads, and who wins")
    frame = half_time_by_case(study.parts())
    if not has_estimates(frame):
        section.why_empty = (
            f"Not enough games to say how often the leader at half-time wins: one in {FOLLOW_EVERY} is played out from there."
        )
        section.findings.append(no_estimate(study, "leader", HOW_OFTEN))
        return section
    section.sentences.append(
        "Who leads at half-time is told by play-outs: some games are played on from there again and again by their own bots, "
        "and the leader is who wins most of these. Points on the table would not tell, since many come at the end."
    )
    columns = {
        "case": lambda row: row["case"],
        "measure": lambda row: MEASURES[row["measure"]],
        "share of games|95 %": lambda row: estimate(row, PERCENT),
        "if drawn by lot": lambda row: percent(row["chance"]),
        "games followed": lambda row: number(row["n"]),
    }
    section.tables.append(make_table("half_time_by_case", study.labelled(frame), columns, "Half-time by case"))
    for name, cases in study.in_groups():
        drawn = study.of(study.labelled(frame), cases)
        if has_estimates(drawn):
            caption = "How often the leader and the last at half-time win, with 95 % intervals; the line is what it would be by lot."
            section.pictures.append(Picture(f"leaders{name}", plot_half_time_by_case(drawn), caption))
    section.findings += [*judged(study, partial(_leader, study, frame)), *_come_backs(study, frame)]
    section.sentences += [finding.sentence for finding in section.findings if finding.sentence]
    return section


def _leader(study: Study, frame: pl.DataFrame, cases: Sequence[PlayedCase], where: str) -> Finding:
    """The lineup of one variant and number of seats whose leaders win most."""
    found = largest_share(study, "leader", frame, "leader_at_half_wins", cases, FOLLOW_EVERY)
    if found is None:
        return no_estimate(study, "leader", HOW_OFTEN, where)
    row, known = found
    headlines = {
        Grade.PROBLEM: "the leader at half-time nearly always wins",
        Grade.NO_PROBLEM: "a leader at half-time can be caught",
    }
    headline = headlines.get(known["grade"], HOW_OFTEN)
    text, interval = said(row, PERCENT)
    at, chance = study.at(row["case"]), 100 * row["chance"]
    sentence = f"The leader at half-time wins {text} of the games{at} ({interval}; by lot it would be {chance:.0f} %)."
    figure = f"leaders{study.ending(row['case'])}"
    return Finding(headline, sentence, row["value"], row["low"], row["high"], figure, where=where, **known)


def _come_backs(study: Study, frame: pl.DataFrame) -> list[Finding]:
    case = study.main.name
    rows = frame.filter(pl.col("case") == case, pl.col("measure") == "last_at_half_wins").drop_nulls("value").to_dicts()
    findings = []
    for row in rows:
        text, interval = said(row, PERCENT)
        how = f"{interval}; by lot it would be {100 * row['chance']:.0f} %"
        sentence = f"Come-backs{study.at(case)}: the last at half-time wins {text} of the games ({how})."
        figure = f"leaders{study.ending(case)}"
        findings.append(Finding("come-backs", sentence, row["value"], row["low"], row["high"], figure, weight=0.18))
    return findings
