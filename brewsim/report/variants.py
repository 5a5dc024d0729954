"""What do the variants change?"""

from typing import Any

import polars as pl

from brewsim.plots.drawing import ordinal, words
from brewsim.plots.sweep import plot_sweep
from brewsim.plots.variants import plot_compare
from brewsim.report.page import (
    PERCENT,
    PLAIN,
    POINTS,
    Cell,
    Finding,
    Grade,
    Picture,
    Section,
    estimate,
    make_table,
    number,
    plus_minus,
    said,
    written,
)
from brewsim.report.study import Study
from brewsim.results import PlayedCase
from brewsim.rules import BLANK, PRINTED
from brewsim.stats.variants import ALL_ALIKE, ITEM_MEASURES, compare, in_words, mean_gain, response

FINDINGS_OF_A_VARIANT = 3
ITEMS_IN_A_FIGURE = 8
NAMES = {"comeback": "winner last at half-time", "leader_at_half_wins": "leader at half-time wins", "lead_changes": "changes of the lead"}
CURVES = ("win share", "tied first place", "shared victory", "margin", "score", "rounds", "leader_at_half_wins")


def variants(study: Study) -> Section:
    """Paired differences of every variant to the first rules, on the same shuffles; response curves of a sweep."""
    section = Section("variants", "Variants")
    names = list(dict.fromkeys(case.variant for case in study.cases))
    if len(names) < 2:
        section.why_empty = "This run has no variants: brewsim compare plays two rules on the same shuffles and dice."
        return section
    base_name = PRINTED if PRINTED in names else names[0]
    pairs = [(base, case) for base in study.cases if base.variant == base_name for case in study.cases if _is_pair(study, base, case)]
    if not pairs:
        section.why_empty = "No variant was played with the seats, bots, seed and number of games of the base, so nothing can be paired."
        return section
    path = _swept(study, base_name)
    if path:
        _add_curves(section, study, path)
    frames = []
    for index, (base, case) in enumerate(pairs):
        frame = compare(study.results, base, case)
        frames.append(frame.select(pl.lit(base.name).alias("base_case"), pl.lit(case.name).alias("case"), pl.all()))
        _add_pair(section, study, base, case, frame, index + 1)
    table = make_table("variants", study.labelled(pl.concat(frames)), _columns(), "Every measure of every variant", is_folded=True)
    section.tables.append(table)
    if not section.pictures:
        section.why_empty = "Not enough pairs of finished games to compare the variants."
    return section


def _changes(study: Study, case: PlayedCase) -> dict[str, tuple[Any, Any]]:
    """What the rules of a case change: path -> (printed, changed)."""
    changes: dict[str, tuple[Any, Any]] = study.owners[case.name].manifest.rules[case.variant].changes
    return changes


def _in_words(study: Study, case: PlayedCase) -> list[str]:
    """Each change of a case in words."""
    return [
        f"nobody may use {', '.join(new)}" if path == BLANK else f"{path} is {new} instead of {old}"
        for path, (old, new) in _changes(study, case).items()
    ]


def _is_pair(study: Study, base: PlayedCase, case: PlayedCase) -> bool:
    """Whether game g of one meets the same chance as game g of the other, part by part."""
    runs = [study.owners[one.name] for one in (base, case)]
    alike = {(run.manifest.seed, run.games, run.manifest.chunk) for run in runs}
    return case.variant != base.variant and (case.lineup, case.rotates) == (base.lineup, base.rotates) and len(alike) == 1


def _columns() -> dict[str, Any]:
    return {
        "variant": lambda row: row["case"],
        "measure": name_of,
        "base ± 95 %": lambda row: plus_minus(row, "base", _unit(row)),
        "changed ± 95 %": lambda row: plus_minus(row, "variant", _unit(row)),
        "difference|95 %": lambda row: estimate(row, _unit(row)),
        "verdict": in_words,
        "gain of pairing": _gain,
        "pairs": lambda row: number(row["n"]),
    }


def name_of(row: dict[str, Any]) -> str:
    """What was measured, in words.

    >>> name_of({"measure": "win share", "group": "seat 0"}), name_of({"measure": "ahead of", "group": "rush, engine"})
    ('win share of the first seat', 'rush ahead of engine')
    """
    measure, group = row["measure"], row["group"] or ""
    if group.startswith("seat "):
        return f"{measure} of the {ordinal(int(group.removeprefix('seat ')))} seat"
    if measure == "ahead of":
        return f"{group.split(', ')[0]} ahead of {group.split(', ')[1]}"
    return words(f"{NAMES.get(measure, measure)} {group}".strip())


def _unit(row: dict[str, Any]) -> tuple[float, str]:
    return PERCENT if row["is_share"] else PLAIN


def _gain(row: dict[str, Any]) -> Cell:
    """What the pairing gained; nothing where the games are all alike."""
    is_told = row["variance_ratio"] is not None and row["variance_ratio"] < ALL_ALIKE
    return plus_minus(row, "variance_ratio", (1.0, " x")) if is_told else Cell("", None)


def _add_pair(section: Section, study: Study, base: PlayedCase, case: PlayedCase, frame: pl.DataFrame, index: int) -> None:
    """Two figures of one variant: shares, and means in parts of the base; then what surely changed."""
    frame = frame.drop_nulls("value")
    changed = frame["verdict"].str.contains("higher|lower")
    of_items = frame.filter(frame["measure"].is_in(ITEM_MEASURES) & changed & ~frame["verdict"].str.contains("matters"))
    of_items = of_items.sort(pl.col("value").abs(), descending=True).head(ITEMS_IN_A_FIGURE)
    shown = pl.concat([frame.filter(~frame["measure"].is_in(ITEM_MEASURES)), of_items])
    shown = shown.with_columns(pl.struct(pl.all()).map_elements(name_of, pl.String).alias("measure"), pl.lit("").alias("group"))
    against = f"{study.labels[case.name]} against {study.labels[base.name]}"
    changes = _in_words(study, case)
    if changes:
        section.sentences.append(f"{study.labels[case.name].capitalize()}: {'; '.join(changes)}.")
    shares = shown.filter(pl.col("is_share"))
    means = shown.filter(~pl.col("is_share"), pl.col("base") != 0)
    means = means.with_columns(pl.col("value", "low", "high") / pl.col("base").abs())
    for name, part, unit in (("shares", shares, "points"), ("means", means, "parts of the base")):
        if len(part):
            caption = f"{against}: differences in {unit}, with 95 % intervals; filled where they are sure."
            section.pictures.append(Picture(f"variants_{index}_{name}", plot_compare(part, is_share=True), caption))
    gain = mean_gain(frame)
    if gain is not None:
        text, interval = written(gain.value, gain.low, gain.high)
        section.sentences.append(f"{against}: independent runs need {text} times as many games for these intervals (mean, {interval}).")
    findings = _findings(study, case, frame, index)
    section.findings += findings
    section.sentences += [finding.sentence for finding in findings]


def _findings(study: Study, case: PlayedCase, frame: pl.DataFrame, index: int) -> list[Finding]:
    drawn = frame.filter(pl.col("is_share") | (pl.col("base") != 0))
    sure = drawn.filter(pl.col("verdict").str.contains("higher|lower"), ~pl.col("verdict").str.contains("matters")).to_dicts()
    label, what = study.labels[case.name], _in_words(study, case)
    subject = f"{label[0].upper() + label[1:]} ({what[0]})" if len(what) == 1 else label.capitalize()
    untrue = study.unless(case=case.name)
    findings = []
    sure = sorted(sure, key=_interest, reverse=True)
    for row in sure[:FINDINGS_OF_A_VARIANT]:
        text, interval = said(row, POINTS if row["is_share"] else PLAIN)
        before, after = (plus_minus(row, side, _unit(row)).text for side in ("base", "variant"))
        sentence = f"{subject}: {name_of(row)} changes by {text} ({interval}; {in_words(row)}), from {before} to {after}."
        findings.append(_finding(label, sentence, row, index, untrue, min(3.0, 0.2 * _interest(row)), Grade.NOTABLE))
    if not findings and len(drawn):
        row = max(drawn.to_dicts(), key=_steps)
        text, interval = said(row, POINTS if row["is_share"] else PLAIN)
        sentence = f"{subject}: no measure changes by more than matters, as far as {int(frame['n'][0]):,} pairs of games tell; "
        sentence += f"the largest is {name_of(row)} ({text}, {interval})."
        findings.append(_finding(label, sentence, row, index, untrue, 0.3, Grade.FINE))
    return findings


def _steps(row: dict[str, Any]) -> float:
    """The size of a difference in steps that matter."""
    return abs(row["value"]) / row["relevant"] if row["relevant"] else 0.0


def _interest(row: dict[str, Any]) -> float:
    """The size of a difference in the eyes of a designer: balance first, then the whole game, then its single parts."""
    part = 0.1 if row["measure"] in ITEM_MEASURES else 0.3 if row["measure"] == "points from" else 1.0
    return _steps(row) * (3.0 if row["aim"] is not None else part)


def _finding(label: str, sentence: str, row: dict[str, Any], index: int, untrue: str, size: float, graded: Grade) -> Finding:
    way = "up" if row["value"] > 0 else "down"
    headline = f"{label}: {name_of(row)} goes {way}" if graded is Grade.NOTABLE else f"{label} changes nothing that matters"
    figure = f"variants_{index}_{'shares' if row['is_share'] else 'means'}"
    return Finding(headline, sentence, row["value"], row["low"], row["high"], figure, untrue, size, graded)


def _swept(study: Study, base_name: str) -> str | None:
    """The rule that all variants change, each to another number, and nothing else; None if there is no such rule."""
    changes = [change for case in study.cases if (change := _changes(study, case))]
    paths = {path for change in changes for path in change}
    if base_name != PRINTED or len(paths) != 1 or len({str(change) for change in changes}) < 2 or len(study.runs) > 1:
        return None
    path = paths.pop()
    return path if all(isinstance(change[path][1], int | float) for change in changes) else None


def _add_curves(section: Section, study: Study, path: str) -> None:
    """The response of the main measures to the rule, a figure each."""
    curve = response(study.results, path)
    section.tables.append(make_table("response", curve, _response_columns(), f"The response to {path}", is_folded=True))
    first = curve.filter(pl.col("lineup") == curve["lineup"][0], pl.col("measure").is_in(CURVES)).drop_nulls("value")
    for index, (_, part) in enumerate(first.group_by(["measure", "group"], maintain_order=True)):
        named = part.with_columns(pl.struct(pl.all()).map_elements(name_of, pl.String).alias("measure"))
        ax = plot_sweep(named, rule=path, is_share=bool(part["is_share"][0]))
        caption = f"{named['measure'][0].capitalize()} by {path}, with a 95 % band ({part['lineup'][0]})."
        section.pictures.append(Picture(f"sweep_{index + 1}", ax, caption))


def _response_columns() -> dict[str, Any]:
    return {
        "lineup": lambda row: row["lineup"],
        "measure": name_of,
        "rule": lambda row: Cell(str(row["rule"]), row["rule"]),
        "value|95 %": lambda row: estimate(row, _unit(row)),
        "verdict": lambda row: row["verdict"],
    }
