"""Which plans are worth playing?"""

from typing import Any

import polars as pl

from brewsim.plots.plans import plot_duels, plot_equilibrium
from brewsim.report.grades import graded, no_estimate, not_tested
from brewsim.report.page import PERCENT, Finding, Picture, Section, estimate, make_table, number, said
from brewsim.report.study import Study, has_estimates
from brewsim.stats.plans import cycles, dominant_plan, duels, equilibrium, meetings
from brewsim.stats.verdicts import Grade, size_bounds


def plans(study: Study) -> Section:
    """The matrix of plans, for each variant and number of seats at which different bots meet."""
    section = Section("plans", "Plans against plans")
    groups: dict[tuple[str, int], list[str]] = {}
    for case in study.cases:
        if len(set(case.lineup)) > 1:
            groups.setdefault((case.variant, case.seats), []).append(case.name)
    if not groups:
        section.why_empty = "This run has no mixed lineups. To see plans against plans, play a lineup of different bots, such as a,b,c."
        section.findings.append(not_tested(study, "plan", "whether one plan is best (no mixed lineups)"))
        return section
    for index, ((variant, seats), names) in enumerate(groups.items()):
        where = f" ({variant}, {seats} seats)" if len(groups) > 1 else ""
        met = meetings(study.parts(*(case for case in study.cases if case.name in names)))
        if has_estimates(duels(met)):
            _add(section, study, met, where, f"_{index + 1}" if len(groups) > 1 else "")
    if not section.pictures:
        section.why_empty = "Not enough finished games between different bots."
        section.findings.append(no_estimate(study, "plan", "whether one plan is best"))
    return section


def _add(section: Section, study: Study, met: pl.DataFrame, where: str, ending: str) -> None:
    frame, mix = duels(met), equilibrium(met)
    caption = f"How often a seat of the row's bot finishes ahead of a seat of the column's, ties half, in % with 95 % intervals{where}."
    section.pictures.append(Picture(f"duels{ending}", plot_duels(frame), caption))
    columns = {
        "bot": lambda row: row["bot"],
        "opponent": lambda row: row["opponent"],
        "finishes ahead|95 %": lambda row: estimate(row, PERCENT),
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(make_table(f"duels{ending}", frame, columns, f"Duels{where}", is_folded=True))
    if mix["weight"].is_not_null().any():
        caption = f"The mix of plans that no plan beats, with 95 % intervals{where}."
        section.pictures.append(Picture(f"equilibrium{ending}", plot_equilibrium(mix.drop_nulls("weight")), caption))
        columns = {
            "bot": lambda row: row["bot"],
            "share of the mix|95 %": lambda row: estimate(row, PERCENT, "weight"),
            "finishes ahead of it|95 % ": lambda row: estimate(row, PERCENT),
            "viable": lambda row: "yes" if row["viable"] else "no",
            "games": lambda row: number(row["n"]),
        }
        section.tables.append(make_table(f"equilibrium{ending}", mix, columns, f"The equilibrium mix{where}"))
    rings = cycles(frame)
    findings = [*_dominance(study, frame, where, ending), *_viability(study, mix, where, ending)]
    if len(rings):
        ring = rings.row(0, named=True)
        text, interval = said(ring, PERCENT)
        steps = f"{ring['first']} beats {ring['second']}, {ring['second']} beats {ring['third']}, {ring['third']} beats {ring['first']}"
        sentence = f"Plans beat each other in a circle{where}: {steps}; the weakest of these duels is {text} ({interval})."
        findings.append(_finding(study, "plans beat each other in a circle", sentence, ring, ending, {"weight": 0.5}))
    section.findings += findings
    section.sentences += [finding.sentence for finding in findings]


def _dominance(study: Study, frame: pl.DataFrame, where: str, ending: str) -> list[Finding]:
    best = dominant_plan(frame)
    clear = frame.drop_nulls("value")
    if best is not None:
        rows = clear.filter(pl.col("bot") == best).sort("value").to_dicts()
        text, interval = said(rows[0], PERCENT)
        sentence = f"The plan {best} finishes ahead of every other one{where}; the closest is {rows[0]['opponent']}: {text} ({interval})."
        if len(rows) == 1:
            sentence = f"The plan {best} finishes ahead of {rows[0]['opponent']}{where} in {text} ({interval})."
        known = graded(study, "plan", *size_bounds(rows[0]["low"], rows[0]["high"], 0.5))
        headline = f"the plan {best} is best" + (" by a small margin" if known["grade"] is Grade.NO_PROBLEM else "")
        return [_finding(study, headline, sentence, rows[0], ending, known)]
    row = clear.sort("value", descending=True).to_dicts()[0]
    text, interval = said(row, PERCENT)
    sentence = f"No plan beats every other one{where}; the clearest duel is {row['bot']} ahead of {row['opponent']} in {text} ({interval})."
    return [_finding(study, "no plan dominates", sentence, row, ending, {"weight": 0.4})]


def _viability(study: Study, mix: pl.DataFrame, where: str, ending: str) -> list[Finding]:
    hopeless = (
        mix.drop_nulls("weight").filter(~pl.col("viable"), pl.col("high") < 0.5 - study.limits.share("plan") / 2).sort("value").to_dicts()
    )
    if not hopeless or len(mix) < 3:
        return []
    worst = hopeless[0]
    text, interval = said(worst, PERCENT)
    names = " and ".join(row["bot"] for row in hopeless)
    sentence = f"Not viable against the best mix of plans{where}: {names}; {worst['bot']} finishes ahead in {text} ({interval})."
    weight = min(3.0, (0.5 - worst["high"]) / study.limits.share("plan"))
    return [_finding(study, f"{names} cannot compete", sentence, worst, ending, {"weight": weight})]


def _finding(study: Study, headline: str, sentence: str, row: dict[str, Any], ending: str, known: dict[str, Any]) -> Finding:
    untrue = study.unless("a bot plays its plan badly: a plan is judged by the bot that plays it")
    return Finding(headline, sentence, row["value"], row["low"], row["high"], f"duels{ending}", untrue, **known)
