"""How long are games, and is the winner known early?"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import polars as pl

from brewsim.plots.pace import plot_leader_by_round, plot_rounds_by_case
from brewsim.report.grades import graded, judged, more_games_of_share, no_estimate, not_tested
from brewsim.report.page import PERCENT, PLAIN, Cell, Finding, Picture, Section, estimate, make_table, number, said, written
from brewsim.report.skill import noted
from brewsim.report.study import Study, has_estimates
from brewsim.results import PlayedCase
from brewsim.stats.names import MEASURES
from brewsim.stats.pace import SHARES, drama_by_case, leader_by_round, length_by_case, rounds_by_case
from brewsim.stats.skill import ROUNDS
from brewsim.stats.variants import pairs as comparable
from brewsim.stats.verdicts import Grade

LENGTHS = ("rounds", "decisions")
HOW_LONG = "how much longer games are"


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
    for name, cases in study.in_groups():
        drawn = study.of(study.labelled(rounds), cases)
        if has_estimates(drawn):
            section.pictures.append(Picture(f"rounds{name}", plot_rounds_by_case(drawn), "Rounds of a game, with 95 % intervals."))
    columns = {"case": lambda row: row["case"], "rounds": lambda row: number(row["rounds"]), "games": lambda row: number(row["games"])}
    section.tables.append(make_table("rounds_by_case", study.labelled(rounds), columns, "Rounds by case", is_folded=True))
    section.findings += [*_length_findings(study, frame), *judged(study, partial(_longer, study, frame))]
    section.sentences += [finding.sentence for finding in section.findings if finding.sentence]
    return section


def _length_findings(study: Study, frame: pl.DataFrame) -> list[Finding]:
    case = study.main
    rows = frame.filter(pl.col("case") == case.name, pl.col("measure") == "rounds").drop_nulls("value").to_dicts()
    if not rows:
        return []
    row = rows[0]
    where = f" ({study.labels[case.name]})" if len(study.cases) > 1 else ""
    text, interval = said(row)
    sentence = f"A game takes {text} rounds on average{where}, {interval}; 8 of 10 of these games took {row['p10']} to {row['p90']}."
    if row["p10"] == row["p90"]:
        sentence = f"A game takes {text} rounds{where} ({interval})."
    figure, untrue = f"rounds{study.ending(case.name)}", study.unless(case=case.name)
    finding = Finding("how long games are", sentence, row["value"], row["low"], row["high"], figure, untrue, 0.15)
    return [noted(study, finding, case.name, ROUNDS)]


def _longer(study: Study, frame: pl.DataFrame, cases: Sequence[PlayedCase], where: str) -> Finding | None:
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
    text, interval = written(value, low, high, PERCENT)
    sentence = f"Length ({study.labels[case.name]}): {text} more {measure} than by the first rules ({interval})."
    figure, untrue = f"rounds{study.ending(case.name)}", study.unless(case=case.name)
    return Finding(headline, sentence, value, low, high, figure, untrue, where=where, **judged_as)


def _quantile(row: dict[str, Any], name: str) -> list[Cell]:
    """The cells of a quantile, a whole number, and its interval."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return [number(row[name]), Cell("" if low is None else f"{low:,} to {high:,}", low)]


def leaders(study: Study) -> Section:
    """Who leads after each round and how often the leader wins; changes of the lead and come-backs."""
    section = Section("leaders", "Who leads, and who wins")
    progress = study.title.progress
    if not progress:
        section.why_empty = f"{study.title.label} does not record the score after each round, so there are no leaders to follow."
        section.findings.append(not_tested(study, "leader", "how often the leader at half-time wins"))
        return section
    curve, drama = leader_by_round(study.parts(), progress), drama_by_case(study.parts(), progress)
    columns = {
        "case": lambda row: row["case"],
        "measure": lambda row: MEASURES[row["measure"]],
        "estimate|95 %": lambda row: estimate(row, PERCENT if row["measure"] in SHARES else PLAIN),
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(make_table("drama_by_case", study.labelled(drama), columns, "Drama by case"))
    if not has_estimates(curve):
        section.why_empty = "Not enough finished games to follow the leaders."
        section.findings.append(no_estimate(study, "leader", "how often the leader at half-time wins"))
        return section
    for name, cases in study.in_groups():
        drawn = study.of(study.labelled(curve), cases)
        if has_estimates(drawn):
            caption = "How often the leader after a round wins, with 95 % bands."
            section.pictures.append(Picture(f"leaders{name}", plot_leader_by_round(drawn), caption))
    columns = {
        "case": lambda row: row["case"],
        "after round": lambda row: number(row["round"]),
        "the leader wins|95 %": lambda row: estimate(row, PERCENT),
        "games that reached it": lambda row: number(row["n"]),
    }
    section.tables.append(make_table("leader_by_round", study.labelled(curve), columns, "Leaders by round", is_folded=True))
    section.findings += _findings(study, drama, f"leaders{study.ending(study.main.name)}")
    section.sentences += [finding.sentence for finding in section.findings]
    return section


def _findings(study: Study, drama: pl.DataFrame, figure: str) -> list[Finding]:
    case = study.main
    rows = {row["measure"]: row for row in study.one(drama, case).drop_nulls("value").iter_rows(named=True)}
    where = f" ({study.labels[case.name]})" if len(study.cases) > 1 else ""
    if "leader_at_half_wins" not in rows:
        return []
    half = rows["leader_at_half_wins"]
    text, interval = said(half, PERCENT)
    sentence = f"The leader at half-time wins {text} of the games{where} ({interval}; by chance it would be {100 / case.seats:.0f} %)."
    known = graded(study, "leader", half["low"], half["high"], more_games_of_share(half, study.limits.share("leader")))
    headline = {
        Grade.PROBLEM: "the leader at half-time nearly always wins",
        Grade.NO_PROBLEM: "a leader at half-time can be caught",
    }.get(known["grade"], "how often the leader at half-time wins")
    untrue = study.unless("the score that players see is not what they play for", case=case.name)
    findings = [Finding(headline, sentence, half["value"], half["low"], half["high"], figure, untrue, **known)]
    if "comeback" in rows:
        back = rows["comeback"]
        text, interval = said(back, PERCENT)
        sentence = f"Come-backs{where}: {text} of the winners were last at half-time ({interval})"
        if "lead_changes" in rows:
            changes, between = said(rows["lead_changes"])
            sentence += f"; the lead changes {changes} times a game ({between})"
        findings.append(Finding("come-backs", sentence + ".", back["value"], back["low"], back["high"], figure, untrue, 0.18))
    return findings
