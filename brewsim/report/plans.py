"""Which plans are worth playing?"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from brewsim.plots.plans import plot_mix_of_plans, plot_newcomers, plot_win_share_by_table
from brewsim.report.grades import graded, harm_first, no_estimate, not_tested
from brewsim.report.page import PERCENT, Finding, Picture, Section, estimate, make_table, number, percent, said
from brewsim.report.study import Study, has_estimates
from brewsim.results import PlayedCase
from brewsim.stats.names import words
from brewsim.stats.plans import cycles, missing_tables, mix_of_plans, mixed_tables, newcomers, win_share_by_table, wins_by_table
from brewsim.stats.verdicts import Grade, grade, more_games

QUESTION = "whether more than one plan can compete"
MOST_ROWS = 24  # of a figure with a row for each plan at each table
VIABLE = {Grade.NO_PROBLEM: "yes", Grade.PROBLEM: "no", Grade.NOT_KNOWN: "not known"}


def plans(study: Study) -> Section:
    """Plans at whole tables and the mix of them, for each variant and number of seats at which different bots meet."""
    section = Section("plans", "Plans against plans")
    groups = mixed_tables(study.results)
    if not groups:
        section.why_empty = (
            'In this run no plans meet. To hold plans against each other, name them in the experiment: plans = ["a", "b", "c"].'
        )
        section.findings.append(not_tested(study, "plan", QUESTION))
        return section
    second = {}
    for index, ((variant, seats), cases) in enumerate(groups.items()):
        where = f" ({words(variant)}, {seats} seats)" if len(groups) > 1 else ""
        finding = _add(section, study, cases, where, f"_{index + 1}" if len(groups) > 1 else "")
        second[variant, seats] = replace(finding, where=study.where(variant, seats))
    section.findings += harm_first(study, second)
    if not section.pictures:
        section.why_empty = "Not enough finished games between different bots."
    return section


def _add(section: Section, study: Study, cases: Sequence[PlayedCase], where: str, ending: str) -> Finding:
    """What one variant at one number of seats tells; returns whether more than one plan can compete, the rest goes into the section."""
    sums = wins_by_table(study.parts(*cases))
    shares, mix = win_share_by_table(sums), mix_of_plans(sums)
    columns = {
        "table": lambda row: row["table"],
        "bot": lambda row: row["bot"],
        "a seat of it wins|95 %": lambda row: estimate(row, PERCENT),
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(make_table(f"win_share_by_table{ending}", shares, columns, f"Win shares by table{where}", is_folded=True))
    if mix.is_empty():
        second, findings = _no_mix(section, study, sums, shares, where, ending), []
    else:
        _show_mix(section, study, mix, where, ending)
        second, findings = _second_plan(study, mix, cases, where, ending), _weak_plans(study, mix, where, ending)
    alone = newcomers(shares)
    if has_estimates(alone):
        caption = (
            f"How often one seat wins with the row's plan where all others play the column's, in % with 95 % intervals; "
            f"a fair share is {100 * alone['fair'][0]:.0f} %{where}."
        )
        section.pictures.append(Picture(f"newcomers{ending}", plot_newcomers(alone), caption))
    rings = cycles(alone)
    if len(rings):
        ring = rings.row(0, named=True)
        text, interval = said(ring, PERCENT)
        steps = f"{ring['first']} among {ring['second']}, {ring['second']} among {ring['third']}, {ring['third']} among {ring['first']}"
        sentence = (
            f"Plans beat each other in a circle{where}: one seat wins more than its fair share with {steps}; at least {text} ({interval})."
        )
        findings.append(_finding(study, "plans beat each other in a circle", sentence, ring, f"newcomers{ending}", {"weight": 0.5}))
    section.findings += findings
    section.sentences += [finding.sentence for finding in (second, *findings) if finding.sentence]
    return second


def _no_mix(section: Section, study: Study, sums: pl.DataFrame, shares: pl.DataFrame, where: str, ending: str) -> Finding:
    """Say why there is no mix, and show the tables that there are."""
    if has_estimates(shares):
        drawn = shares.head(MOST_ROWS)
        caption = f"How often a seat of each bot wins at each table, with 95 % intervals{where}."
        section.pictures.append(Picture(f"win_share_by_table{ending}", plot_win_share_by_table(drawn), caption))
    if sums.is_empty():
        return not_tested(study, "plan", QUESTION)
    lacking = missing_tables(sums)
    section.sentences.append(
        f"Which plans can compete{where} is not known: {len(lacking)} of the tables that mix these bots have no or too few games, "
        f"such as {lacking[0]}. The key `plans` of an experiment plays them all."
    )
    return no_estimate(study, "plan", QUESTION)


def _show_mix(section: Section, study: Study, mix: pl.DataFrame, where: str, ending: str) -> None:
    section.sentences.append(
        f"The mix{where} is what players come to who learn which plans win: of two that differ by a point of win share the better one "
        "is played 2.7 times as often. One half of the games finds it, the other half tells how often one seat wins with each plan "
        "among it. Plans that cannot be told apart count as one."
    )
    caption = f"How much each plan is played in the mix, and how often one seat wins with it among the mix, with 95 % intervals{where}."
    section.pictures.append(Picture(f"mix_of_plans{ending}", plot_mix_of_plans(mix), caption))
    limit = study.limits.share("plan")
    columns = {
        "plan": lambda row: row["plan"],
        "share of the mix|95 %": lambda row: estimate(row, PERCENT, "weight"),
        "wins among the mix|95 % ": lambda row: estimate(row, PERCENT),
        "fair share": lambda row: percent(row["fair"]),
        "can compete": lambda row: VIABLE[grade(*_shortfall(row), limit)],
        "games": lambda row: number(row["n"]),
    }
    section.tables.append(make_table(f"mix_of_plans{ending}", mix, columns, f"The mix of plans{where}"))


def _shortfall(row: dict[str, Any]) -> tuple[float, float]:
    """The least and the most that a plan wins below its fair share."""
    return max(0.0, row["fair"] - row["high"]), max(0.0, row["fair"] - row["low"])


def _second_plan(study: Study, mix: pl.DataFrame, cases: Sequence[PlayedCase], where: str, ending: str) -> Finding:
    """Whether there is more than one plan: how far the second one of the mix is below its fair share."""
    best, *others = mix.to_dicts()
    if not others:
        sentence = (
            f"The plans {best['plan'].replace(' or ', ' and ')} cannot be told apart{where}: at no table does it matter which is played."
        )
        return _finding(study, "all plans are alike", sentence, best, f"mix_of_plans{ending}", {"weight": 0.4})
    second = others[0]
    size, spread = max(0.0, second["fair"] - second["value"]), (second["value"] * (1 - second["value"])) ** 0.5
    needed = more_games(size, study.limits.share("plan"), spread, second["n"])
    tables = min(case.games for case in cases)
    known = graded(study, "plan", *_shortfall(second), needed and -(-needed * tables // second["n"]))
    headline = {
        Grade.PROBLEM: f"of these plans, as the bots play them, only {best['plan']} can compete",
        Grade.NO_PROBLEM: "more than one plan can compete",
    }.get(known["grade"], QUESTION)
    text, interval = said(second, PERCENT)
    sentence = (
        f"The plan that is played most is {best['plan']}{where}, {100 * best['weight']:.0f} % of the mix; the next one, "
        f"{second['plan']}, wins {text} of the games among it ({interval}; a fair share is {100 * second['fair']:.0f} %)."
    )
    return _finding(study, headline, sentence, second, f"mix_of_plans{ending}", known)


def _weak_plans(study: Study, mix: pl.DataFrame, where: str, ending: str) -> list[Finding]:
    """The plans that surely cannot compete, where more than one can."""
    limit = study.limits.share("plan")
    weak = [row for row in mix.to_dicts() if grade(*_shortfall(row), limit) is Grade.PROBLEM]
    if not weak or len(weak) == len(mix) - 1:
        return []
    worst = min(weak, key=lambda row: row["value"])
    text, interval = said(worst, PERCENT)
    names = ", ".join(row["plan"] for row in weak)
    sentence = f"Surely too weak for the mix{where}: {names}; {worst['plan']} wins {text} ({interval})."
    weight = min(3.0, _shortfall(worst)[0] / limit) if limit else 0.0
    return [_finding(study, f"{names} cannot compete", sentence, worst, f"mix_of_plans{ending}", {"weight": weight})]


def _finding(study: Study, headline: str, sentence: str, row: dict[str, Any], figure: str, known: dict[str, Any]) -> Finding:
    untrue = "a bot plays its plan badly: a plan is judged by the bot that plays it"
    return Finding(headline, sentence, row["value"], row["low"], row["high"], figure, untrue, **known)
