"""What do the variants change?"""

from typing import Any

import polars as pl

from brewsim.plots.sweep import plot_sweep
from brewsim.plots.variants import plot_compare
from brewsim.report.grids import add_grid
from brewsim.report.page import (
    PERCENT,
    PLAIN,
    POINTS,
    SIGNIFICANT,
    Cell,
    Finding,
    Picture,
    Section,
    estimate,
    make_table,
    number,
    plus_minus,
    said,
)
from brewsim.report.skill import noted
from brewsim.report.study import Study
from brewsim.results import PlayedCase
from brewsim.stats.adapting import (
    ADAPTED,
    LUCKY,
    UNNOTICED,
    adapted_case,
    found_in_words,
    shift_all,
    shift_in_words,
    surely_differing,
    tuned_bots,
)
from brewsim.stats.grids import grid_paths
from brewsim.stats.intervals import MIXED
from brewsim.stats.names import measure_name
from brewsim.stats.variants import (
    ADAPTED_BOT,
    ALL_ALIKE,
    USED,
    WORTH,
    answer,
    bases,
    change_in_words,
    changed_rules,
    compare_with_worths,
    interest,
    notes,
    pairs,
    response,
    steps,
)
from brewsim.stats.verdicts import Verdict, in_words

FINDINGS_OF_A_VARIANT = 3
HEAVIEST = 3.0  # of the weights of differences
ITEMS_IN_A_FIGURE = 8
CURVES = ("win share", "tied first place", "shared victory", "margin", "score", "rounds", "leader_at_half_wins")


def variants(study: Study) -> Section:
    """Paired differences of every variant to the first rules, on the same shuffles; response curves of a sweep."""
    section = Section("variants", "Variants")
    names = list(dict.fromkeys(case.variant for case in study.cases))
    if len(names) < 2:
        section.why_empty = "This run has no variants. To compare rules on the same shuffles and dice: brewsim compare"
        return section
    found = pairs(study.results)
    if not found:
        section.why_empty = "No variant was played with the seats, bots, seed and number of games of the base, so nothing can be compared."
        return section
    pair = grid_paths(study.results) if len(study.runs) == 1 else None
    if pair:  # heat maps tell more than two figures for each of many variants
        add_grid(section, study, pair, CURVES)
        return section
    path = _swept(study)
    if path:
        _add_curves(section, study, path)
    section.sentences += [found_in_words(row) for row in tuned_bots(study.results).iter_rows(named=True)]
    frames = []
    for index, ((base, case), frame) in enumerate(zip(found, compare_with_worths(study.results, found))):
        frames.append(frame.select(pl.lit(base.name).alias("base_case"), pl.lit(case.name).alias("case"), pl.all()))
        _add_pair(section, study, base, case, frame, index + 1)
    table = make_table("variants", study.labelled(pl.concat(frames)), _columns(), "Every measure of every variant", True, MIXED)
    section.tables.append(table)
    _add_adaptation(section, study, found)
    if not section.pictures:
        section.why_empty = "Not enough pairs of finished games to compare the variants."
    return section


def _add_adaptation(section: Section, study: Study, found: list[tuple[PlayedCase, PlayedCase]]) -> None:
    """What differs between bots as they are and bots that have adapted, each to the rules of its case."""
    shifts = shift_all(study.results)
    if shifts is None:
        return
    section.tables.append(make_table("adaptation", study.labelled(shifts), _shift_columns(), f"{ADAPTED.capitalize()}: what differs", True))
    cases = [case.name for _, case in found]
    for frame in shifts.partition_by("case", maintain_order=True):
        case = next(case for _, case in found if case.name == frame["case"][0])
        adapted, label = adapted_case(study.results, case), study.labels[case.name]
        index = cases.index(adapted.name) + 1 if adapted else 0
        rows = surely_differing(frame)
        for place, row in enumerate(rows[:FINDINGS_OF_A_VARIANT]):
            sentence = f"{_sentence_case(label)} changes differently once everybody has adapted. {shift_in_words(row, SIGNIFICANT)}"
            headline = f"{label}: {measure_name(row)} changes differently once everybody has adapted"
            weight = _weight(row) + (0.0 if place else HEAVIEST)  # without the first, all others about the variant mislead
            section.findings.append(_finding(headline, sentence, row, index, weight, LUCKY))
            section.sentences.append(sentence)
        if not rows:
            section.sentences.append(f"{_sentence_case(label)}: nothing surely changes differently once everybody has adapted.")


def _shift_columns() -> dict[str, Any]:
    return {
        "variant": lambda row: row["case"],
        "measure": measure_name,
        f"{UNNOTICED} ± 95 %": lambda row: plus_minus(row, "unnoticed", _unit(row)),
        f"{ADAPTED} ± 95 %": lambda row: plus_minus(row, "adapted", _unit(row)),
        "difference|95 %": lambda row: estimate(row, POINTS if row["is_share"] else PLAIN),
        "verdict": lambda row: in_words(row | {"is_better": None}),
        "games": lambda row: number(row["n"]),
    }


def _changes(study: Study, case: PlayedCase) -> dict[str, tuple[Any, Any]]:
    """What the rules of a case change: path -> (printed, changed)."""
    changes: dict[str, tuple[Any, Any]] = study.owners[case.name].manifest.rules[case.variant].changes
    return changes


def _in_words(study: Study, base: PlayedCase, case: PlayedCase) -> list[str]:
    """Each difference between the rules of two cases in words."""
    return [change_in_words(path, old, new) for path, (old, new) in changed_rules(study.results, base, case).items()]


def _sentence_case(text: str) -> str:
    return text[0].upper() + text[1:]


def _columns() -> dict[str, Any]:
    return {
        "variant": lambda row: row["case"],
        "measure": measure_name,
        "base ± 95 %": lambda row: plus_minus(row, "base", _unit(row)),
        "changed ± 95 %": lambda row: plus_minus(row, "variant", _unit(row)),
        "difference|95 %": lambda row: estimate(row, POINTS if row["is_share"] else PLAIN),
        "verdict": in_words,
        "gain of pairing": _gain,
        "pairs": lambda row: number(row["n"]),
    }


def _unit(row: dict[str, Any]) -> tuple[float, str]:
    return POINTS if row["measure"] == WORTH else PERCENT if row["is_share"] else PLAIN


def _gain(row: dict[str, Any]) -> Cell:
    """What the pairing gained; nothing where the games are all alike."""
    is_told = row["variance_ratio"] is not None and row["variance_ratio"] < ALL_ALIKE
    return plus_minus(row, "variance_ratio", (1.0, " x")) if is_told else Cell("", None)


def _add_pair(section: Section, study: Study, base: PlayedCase, case: PlayedCase, frame: pl.DataFrame, index: int) -> None:
    """Two figures of one variant: shares, and means in multiples of what matters; then the answer, and what surely changed."""
    known, is_of_item = frame.drop_nulls("value"), pl.col("measure") == USED
    of_items = known.filter(is_of_item, pl.col("verdict") == Verdict.CHANGED.value)
    of_items = of_items.sort(pl.col("value").abs(), descending=True).head(ITEMS_IN_A_FIGURE)
    shown = pl.concat([known.filter(~is_of_item), of_items])
    against = _sentence_case(f"{study.labels[case.name]} against {study.labels[base.name]}")
    changes = _in_words(study, base, case)
    if changes:
        section.sentences.append(f"{_sentence_case(study.labels[case.name])}: {'; '.join(changes)}.")
    shares = shown.filter(pl.col("is_share"))
    means = shown.filter(~pl.col("is_share"), pl.col("relevant") > 0)
    means = means.with_columns(pl.col("value", "low", "high") / pl.col("relevant"))
    for name, part, unit in (("shares", shares, "points"), ("means", means, "multiples of the smallest one that matters")):
        if len(part):
            caption = f"{against}: differences in {unit}, with 95 % intervals; filled where they are sure."
            section.pictures.append(
                Picture(f"variants_{index}_{name}", plot_compare(part, is_share=name == "shares", case=case.name), caption)
            )
    section.sentences += [f"{against}. {' '.join(answer(frame))}".rstrip(), *(f"{against}. {note}" for note in notes(frame))]
    findings = _findings(study, base, case, known, index)
    section.findings += findings
    section.sentences += [finding.sentence for finding in findings]


def _findings(study: Study, base: PlayedCase, case: PlayedCase, frame: pl.DataFrame, index: int) -> list[Finding]:
    drawn = frame.filter(pl.col("is_share") | (pl.col("relevant") > 0))
    sure = drawn.filter(pl.col("verdict") == Verdict.CHANGED.value).to_dicts()
    label, what = study.labels[case.name], _in_words(study, base, case)
    subject = _sentence_case(f"{label} ({what[0]})" if len(what) == 1 else label)
    findings = []
    sure = sorted(sure, key=interest, reverse=True)
    for row in sure[:FINDINGS_OF_A_VARIANT]:
        text, interval = said(row, POINTS if row["is_share"] else PLAIN)
        before, after = (plus_minus(row, side, _unit(row)).text for side in ("base", "variant"))
        sentence = f"{subject}, {measure_name(row)}: from {before} to {after}, a difference of {text} ({interval}; {in_words(row)})."
        headline = f"{label}: {measure_name(row)} ({in_words(row)})"
        finding = _finding(headline, sentence, row, index, _weight(row))
        findings.append(noted(study, finding, case.name, row["measure"], row["group"], base.variant))
    if not findings and len(drawn):
        findings.append(_no_change(label, subject, drawn, index))
    return findings


def _no_change(label: str, subject: str, frame: pl.DataFrame, index: int) -> Finding:
    """That nothing surely changes by enough to matter; and whether that is known or only not ruled out."""
    largest = max(frame.to_dicts(), key=steps)
    text, interval = said(largest, POINTS if largest["is_share"] else PLAIN)
    unsure = [Verdict.NOT_ENOUGH_GAMES.value, Verdict.CHANGED_UNSURE.value]
    unknown = frame.filter(pl.col("measure") != USED, pl.col("verdict").is_in(unsure))
    sentence = (
        f"{subject}: no measure surely changes by enough to matter; the largest change is {measure_name(largest)} ({text}, {interval})."
    )
    if len(unknown):
        sentence += f" For {len(unknown)} measures these {int(frame['n'][0]):,} pairs of games are not enough to rule one out."
    headline = f"{label}: too few games to rule out a change" if len(unknown) else f"{label} changes nothing that matters"
    return _finding(headline, sentence, largest, index, 0.3)


def _weight(row: dict[str, Any]) -> float:
    """What a difference weighs among all findings of a report."""
    return min(HEAVIEST, 0.2 * interest(row))


def _finding(headline: str, sentence: str, row: dict[str, Any], index: int, size: float, untrue: str = "") -> Finding:
    figure = f"variants_{index}_{'shares' if row['is_share'] else 'means'}"
    return Finding(headline, sentence, row["value"], row["low"], row["high"], figure, untrue, size)


def _swept(study: Study) -> str | None:
    """The rule that all variants change, each to another number, and nothing else; None if there is no such rule."""
    changes = [change for case in study.cases if (change := _changes(study, case))]
    paths = {path for change in changes for path in change}
    if _changes(study, bases(study.results)[0]) or len(paths) != 1 or len({str(change) for change in changes}) < 2 or len(study.runs) > 1:
        return None
    path = paths.pop()
    return path if all(isinstance(change[path][1], int | float) for change in changes) else None


def _add_curves(section: Section, study: Study, path: str) -> None:
    """The response of the main measures to the rule, a figure each."""
    curve = response(study.results, path)
    section.tables.append(make_table("response", curve, _response_columns(), f"The response to {path}", True, MIXED))
    lineup = curve["lineup"][0]
    is_first = pl.col("lineup").is_in([lineup, lineup.replace(", ", f", {ADAPTED_BOT}", 1)])
    first = curve.filter(is_first, pl.col("measure").is_in(CURVES)).drop_nulls("value")
    for index, (_, part) in enumerate(first.group_by(["measure", "group"], maintain_order=True)):
        ax = plot_sweep(part, rule=path, is_share=bool(part["is_share"][0]))
        caption = f"{measure_name(part.row(0, named=True)).capitalize()} by {path}, with a 95 % band ({part['lineup'][0]})."
        section.pictures.append(Picture(f"sweep_{index + 1}", ax, caption))


def _response_columns() -> dict[str, Any]:
    return {
        "lineup": lambda row: row["lineup"],
        "measure": measure_name,
        "rule": lambda row: Cell(str(row["rule"]), row["rule"]),
        "value|95 %": lambda row: estimate(row, _unit(row)),
        "verdict": lambda row: in_words(row | {"value": row["difference"]}),
    }
