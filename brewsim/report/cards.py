"""How strong is each item?"""

from typing import Any

import polars as pl

from brewsim.plots.cards import MEASURES, plot_card_strength
from brewsim.report.grades import graded, no_estimate, not_tested
from brewsim.report.page import (
    PERCENT,
    POINTS,
    SIGNIFICANT,
    Finding,
    Picture,
    Section,
    estimate,
    make_table,
    number,
    plus_minus,
    written,
)
from brewsim.report.skill import noted
from brewsim.report.study import Study
from brewsim.stats.adapting import LUCKY, item_shift, shift_in_words, surely_differing
from brewsim.stats.names import words
from brewsim.stats.skill import WORTH
from brewsim.stats.verdicts import size_bounds

BEST = MEASURES[0]  # an experiment: it measures causes
CLEAR = 0.05  # the q value below which an item is said to be strong or weak
MEANING = {
    "restricted": "what a seat loses when it may not use the item, in games where it would have used it",
    "adjusted": "seats that used it against seats that did not, other things being equal",
    "observed": "seats that used it against seats that did not",
}


def cards(study: Study, frame: pl.DataFrame) -> Section:
    """The three measures side by side, ranked within each kind of item; the table has all of them. Fed by `card_strength`."""
    section = Section("cards", "Cards and other items")
    if not study.title.items:
        section.why_empty = f"{study.title.label} has no items to measure."
        return section
    restricted = frame.filter(pl.col("restricted").is_not_null())
    case = restricted["case"][0] if len(restricted) else study.main.name
    one = frame.filter(pl.col("case") == case)
    columns: dict[str, Any] = {
        "item": lambda row: words(row["item"]),
        "kind": lambda row: row["kind"],
        "used by ± 95 %": lambda row: plus_minus(row, "used", PERCENT),
        "n": lambda row: number(row["n"]),
    }
    there = [name for name in MEASURES if one[name].is_not_null().any()]
    for place, name in enumerate([*reversed(there), "shrunk"]):
        columns[f"{name}|95 %{' ' * place}"] = lambda row, name=name: estimate(row, PERCENT, name)
    columns["note"] = lambda row: row["note"]
    by_worth = one.sort("shrunk", descending=True, nulls_last=True)
    table = make_table("card_strength", by_worth, columns, f"Every item ({study.labels[case]}), in points of win share")
    section.tables.append(table)
    if len(study.cases) > 1:
        rest = study.labelled(frame.filter(pl.col("case") != case))
        columns = {"case": lambda row: row["case"]} | columns
        section.tables.append(make_table("card_strength_other_cases", rest, columns, "The other cases", is_folded=True))
    measured = one.filter(pl.any_horizontal(pl.col(name).is_not_null() for name in MEASURES))
    if not len(measured):
        section.why_empty = "Not enough uses of any item to say how strong it is."
        section.findings.append(no_estimate(study, "item", "how strong each item is"))
        return section
    for index, (kind, part) in enumerate(_kinds(measured)):
        caption = f"{kind.capitalize()}: worth in points of win share, with 95 % intervals; n: seats that used it ({study.labels[case]})."
        section.pictures.append(Picture(f"cards_{index + 1}", plot_card_strength(part), caption))
    section.sentences.append("In points of win share: " + "; ".join(f"{name}: {MEANING[name]}" for name in there) + ".")
    if BEST not in there:
        section.findings.append(not_tested(study, "item", "how strong each item is (no restricted play)"))
        section.sentences.append(
            "This run has no restricted play. So these numbers show what goes along with winning, not what an item is worth. "
            f"To measure that: brewsim cards {study.title.name}"
        )
    section.findings += _findings(study, measured, [kind for kind, _ in _kinds(measured)])
    section.findings += _adaptation(study, frame, measured, case)
    section.sentences += [finding.sentence for finding in section.findings if finding.sentence]
    return section


def _kinds(frame: pl.DataFrame) -> list[tuple[str, pl.DataFrame]]:
    return [(str(key[0]), part) for key, part in frame.group_by(["kind"], maintain_order=True)]


def _findings(study: Study, frame: pl.DataFrame, kinds: list[str]) -> list[Finding]:
    """By restricted play, the strongest and the weakest item, and the one whose win rate misleads most. What only goes along
    with winning makes no finding."""
    known = frame.drop_nulls([BEST, f"{BEST}_q"]).to_dicts()
    if not known:
        return []
    sure = [row for row in known if row[f"{BEST}_q"] < CLEAR]
    strongest = max(sure, key=lambda row: row[f"{BEST}_low"], default=None)
    weakest = min(sure, key=lambda row: row[f"{BEST}_high"], default=None)
    findings = []
    if strongest and strongest[f"{BEST}_low"] > 0:
        findings.append(_worth(study, strongest, "strongest", kinds))
    if weakest and weakest[f"{BEST}_high"] < 0:
        findings.append(_worth(study, weakest, "weakest", kinds))
    if not findings:
        row = max(known, key=lambda row: abs(row[BEST]))
        text, interval = _numbers(row, BEST)
        sentence = f"No item surely changes the win share; the largest effect has {words(row['item'])}: {text} ({interval})."
        findings.append(_finding(study, row, "no item stands out", sentence, kinds))
    fooled = [row for row in known if row["note"] not in ("", "rare") and row["observed"] is not None]
    if fooled:
        row = max(fooled, key=lambda row: abs(row["observed"] - row[BEST]))
        (seen, between), (real, and_between) = _numbers(row, "observed"), _numbers(row, BEST)
        sentence = (
            f"The win rate of {words(row['item'])} misleads ({row['note']}): seats that used it differ from others by {seen} ({between}), "
        )
        sentence += f"but the item is worth {real} ({and_between})."
        findings.append(_finding(study, row, f"{words(row['item'])} has a misleading win rate", sentence, kinds, is_fact=True))
    return findings


def _adaptation(study: Study, frame: pl.DataFrame, measured: pl.DataFrame, case: str) -> list[Finding]:
    """The item whose worth differs most once everybody has adapted to the rules of a case."""
    shifts = item_shift(study.results, frame)
    rows = [] if shifts is None else surely_differing(shifts.filter(pl.col("case") == case))
    kinds = dict(measured.select("item", "kind").iter_rows())
    findings = []
    for row in rows[:1]:
        headline = f"{words(row['item'])} has another worth once everybody has adapted"
        sentence = shift_in_words(row, SIGNIFICANT)
        if len(rows) > 1:
            sentence += f" In all, {len(rows)} items have another worth then."
        figure = f"cards_{list(dict.fromkeys(kinds.values())).index(kinds[row['item']]) + 1}"
        smallest, _ = size_bounds(row["low"], row["high"])
        found = row["value"], row["low"], row["high"]
        weight = smallest / study.limits.share("item")
        findings.append(Finding(headline, sentence, *found, figure, study.unless(LUCKY, case=case), weight))
    return findings


def _numbers(row: dict[str, Any], measure: str) -> tuple[str, str]:
    return written(row[measure], row[f"{measure}_low"], row[f"{measure}_high"], POINTS)


def _worth(study: Study, row: dict[str, Any], which: str, kinds: list[str]) -> Finding:
    text, interval = _numbers(row, BEST)
    sentence = f"The {which} item is {words(row['item'])} ({row['kind']}): {text} of win share ({interval}; {MEANING[BEST]})."
    return _finding(study, row, f"{words(row['item'])} is the {which} item", sentence, kinds)


def _finding(study: Study, row: dict[str, Any], headline: str, sentence: str, kinds: list[str], is_fact: bool = False) -> Finding:
    low, high = row[f"{BEST}_low"], row[f"{BEST}_high"]
    known = graded(study, "item", *size_bounds(low, high))
    own = [value.path for value in study.assumed if row["item"] in value.path.split(".")]
    reason = f"its own assumed numbers are wrong: {', '.join(own[:3])}" if own else ""
    untrue = study.unless(reason, case=row["case"])
    figure = f"cards_{kinds.index(row['kind']) + 1}"
    about = {"weight": known["weight"]} if is_fact else known
    finding = Finding(headline, sentence, row[BEST], low, high, figure, untrue, **about)
    return noted(study, finding, row["case"], WORTH, row["item"])
