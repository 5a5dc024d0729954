"""How strong is each item?"""

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

from brewsim.plots.cards import plot_card_strength
from brewsim.report.grades import no_estimate, not_tested
from brewsim.report.page import (
    NO_FIGURE,
    PERCENT,
    POINTS,
    SIGNIFICANT,
    Candidate,
    Cell,
    Finding,
    Mark,
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
from brewsim.stats.bans import MOST_LEFT
from brewsim.stats.cards import graded, is_misplayed, pair_in_words, strength_in_words, together
from brewsim.stats.names import words
from brewsim.stats.skill import WORTH
from brewsim.stats.verdicts import Grade, limit_in_words, size_bounds

IN_POINTS = (100.0, "")  # where the caption says of what
MOST_NAMED = 3  # items that get a finding of their own
MOST_LISTED = 8  # items that a sentence names
BY_ITSELF = " By its own interval it stands out, by intervals for all items at once it does not: of so many, some are far off by chance."
MEANING = "what a seat loses when it may not use the item, for each game in which it would use it"
OBSERVED = "seats that used it against seats that did not, which goes along with winning and is not what an item is worth"


def cards(study: Study, frame: pl.DataFrame) -> Section:
    """What each item is worth against its kind, by restricted play; the table has all numbers. Fed by `card_strength`."""
    section = Section("cards", "Cards and other items")
    if not study.title.items:
        section.why_empty = f"{study.title.label} has no items to measure."
        return section
    frame = graded(frame, study.limits.share("item"))
    tested = frame.filter(pl.col("games").is_not_null())
    case = tested["case"][0] if len(tested) else study.main.name
    one = frame.filter(pl.col("case") == case)
    columns = _columns(bool(len(tested)))
    by_worth = one.sort("restricted", descending=True, nulls_last=True)
    section.tables.append(make_table("card_strength", by_worth, columns, f"Every item ({study.labels[case]}), in points of win share"))
    if len(study.cases) > 1:
        rest = study.labelled(frame.filter(pl.col("case") != case))
        columns = {"case": lambda row: row["case"]} | columns
        section.tables.append(make_table("card_strength_other_cases", rest, columns, "The other cases", is_folded=True))
    shown = tested["case"].unique(maintain_order=True).to_list() or [case]
    figures = {name: _draw(study, section, frame.filter(pl.col("case") == name)) for name in shown}
    if not section.pictures:
        section.why_empty = "Not enough uses of any item to say how strong it is."
    section.marks = _marks(study, tested)
    if len(tested):
        section.sentences.append(f"Worth, in points of win share: {MEANING}. Observed: {OBSERVED}.")
        for name, own in figures.items():
            section.findings += _findings(study, tested.filter(pl.col("case") == name), own)
        section.findings += _adaptation(study, frame, figures[case], case)
        section.findings += _pairs(study, section, figures)
    else:
        section.sentences.append(
            f"This run has no restricted play. So these numbers show {OBSERVED}. To measure worth: brewsim cards {study.title.name}"
        )
        section.findings.append(not_tested(study, "item", "how strong each item is (no restricted play)"))
    section.sentences += [finding.sentence for finding in section.findings if finding.sentence]
    return section


def _marks(study: Study, tested: pl.DataFrame) -> dict[Candidate, Mark]:
    """The strongest item of each candidate for its kind, and how many stand out; the grade is the gravest of all its items."""
    marks = {}
    for candidate, cases in study.groups.items():
        rows = tested.filter(pl.col("case").is_in([case.name for case in cases])).to_dicts()
        compared = [row for row in rows if row["beyond"] is not None]
        grades = [Grade[row["grade"].upper()] for row in rows]
        if not compared:
            if rows:
                marks[candidate] = Mark("too few games", max(grades))
            continue
        strongest = max(compared, key=lambda row: row["beyond"])
        text = f"{words(strongest['item'])} {'+' if strongest['beyond'] > 0 else ''}{_numbers(strongest, 'beyond')[0]}"
        out = grades.count(Grade.PROBLEM)
        marks[candidate] = Mark(f"{text}; {out} of {len(rows)} items stand out" if out else text, max(grades))
    return marks


def _draw(study: Study, section: Section, frame: pl.DataFrame) -> dict[str, str]:
    """Add the pictures of one case, one for each kind of item; returns their names by kind."""
    is_worth = bool(frame["restricted"].is_not_null().any())
    drawn = frame.filter(pl.col("restricted" if is_worth else "observed").is_not_null())
    names = {}
    for kind in drawn["kind"].unique(maintain_order=True):
        names[kind] = f"cards_{len(section.pictures) + 1}"
        ax = plot_card_strength(drawn.filter(pl.col("kind") == kind), limit=study.limits.share("item"))
        section.pictures.append(Picture(names[kind], ax, _caption(study, kind, study.labels[frame["case"][0]], is_worth)))
    return names


def _columns(is_tested: bool) -> dict[str, Callable[[dict[str, Any]], Any]]:
    """The columns of the table; without restricted play only what goes along with winning."""
    columns: dict[str, Callable[[dict[str, Any]], Any]] = {
        "item": lambda row: words(row["item"]),
        "kind": lambda row: row["kind"],
        "used by ± 95 %": lambda row: plus_minus(row, "used", PERCENT),
        "seats": lambda row: number(row["n"]),
    }
    if is_tested:
        columns |= {
            "worth|95 %": lambda row: _known(row, estimate(row, IN_POINTS, "restricted")),
            "games with it": lambda row: number(row["with_it"]),
            "from its kind|95 % ": lambda row: _known(row, estimate(row, IN_POINTS, "beyond")),
            "verdict": lambda row: words(row["grade"]),
            "worth of a use ± 95 %": lambda row: _known(row, [plus_minus(row, "per_use", IN_POINTS)]),
            "uses": lambda row: number(row["uses"]),
            "worth over all games ± 95 %": lambda row: _known(row, [plus_minus(row, "per_game", IN_POINTS)]),
            "games": lambda row: number(row["games"]),
            "rounds longer ± 95 %": lambda row: _known(row, [plus_minus(row, "longer")]),
        }
    columns["observed ± 95 %"] = lambda row: plus_minus(row, "observed", IN_POINTS)
    return columns | ({"note": lambda row: row["note"]} if is_tested else {})


def _known(row: dict[str, Any], cells: list[Cell]) -> list[Cell]:
    """The cells of what restricted play measures; nothing where it was not made or tells nothing: the note says why."""
    return cells if cells[0].key is not None else [Cell("")] * len(cells)


def _caption(study: Study, kind: str, where: str, is_tested: bool) -> str:
    if not is_tested:
        return f"{kind.capitalize()}: {OBSERVED}, in points, with 95 % intervals; n: seats that used it ({where})."
    limit = limit_in_words(study.limits, "item")
    return (
        f"{kind.capitalize()}: worth in points of win share, with 95 % intervals; n: games with it ({where}). "
        f"Dashed: the median; shaded: {limit} around it."
    )


def _findings(study: Study, frame: pl.DataFrame, figures: dict[str, str]) -> list[Finding]:
    """By grade: the items that are a problem, one by one; then those that are none, those not known and those not tested."""
    rows = {grade: frame.filter(pl.col("grade") == grade.name.lower()).to_dicts() for grade in Grade}
    where = study.labels[frame["case"][0]] if len(study.cases) > 1 else ""
    limit, n = limit_in_words(study.limits, "item"), frame.height
    problems = sorted(rows[Grade.PROBLEM], key=_sure_size, reverse=True)
    findings = [_stands_out(study, row, figures, where) for row in problems[:MOST_NAMED]]
    if others := problems[MOST_NAMED:]:
        headline = f"{_names(others)} {'stands' if len(others) == 1 else 'stand'} out too"
        sentence = f"{headline[0].upper()}{headline[1:]}; {_farthest(others)}."
        weight = max(map(_sure_size, others)) / study.limits.share("item")
        findings.append(_about(study, others[0], headline, sentence, figures, weight=weight, grade=Grade.PROBLEM, limit=limit, where=where))
    if fine := rows[Grade.NO_PROBLEM]:
        headline = "no item stands out" if len(fine) == n else f"{len(fine)} of {n} items do not stand out"
        sentence = f"{headline[0].upper()}{headline[1:]}; {_farthest(fine)}."
        findings.append(_about(study, fine[0], headline, sentence, figures, grade=Grade.NO_PROBLEM, limit=limit, where=where))
    if unknown := rows[Grade.NOT_KNOWN]:
        headline = f"how strong {len(unknown)} of {n} items are"
        more = sorted(row["games_needed"] for row in unknown if row["games_needed"])
        enough = more[len(more) // 2] if more else None  # for half of them: one that lies at its limit would need games without end
        if measured := [row for row in unknown if row["beyond"] is not None]:
            told = f" Half of them need at most {enough:,} more games." if enough else ""
            alone = max(map(_sure_size, measured)) > study.limits.share("item")
            sentence = f"It is not known {headline}: {_names(unknown)}; {_farthest(measured)}.{BY_ITSELF if alone else ''}{told}"
            fields = {"grade": Grade.NOT_KNOWN, "limit": limit, "games_needed": enough, "where": where}
            findings.append(_about(study, measured[0], headline, sentence, figures, **fields))
        else:
            findings.append(no_estimate(study, "item", headline, where))
    return [*findings, *_untested(study, frame, figures, where), *_misleading(study, frame, figures)]


def _untested(study: Study, frame: pl.DataFrame, figures: dict[str, str], where: str) -> list[Finding]:
    """Items that the bots misplay, items whose ban does not hold, and kinds with too few items to compare."""
    findings = []
    misplayed = frame.filter(is_misplayed()).sort("restricted_high").to_dicts()
    if misplayed:
        row = misplayed[0]
        text, interval = _numbers(row, "restricted")
        sentence = (
            f"The bots misplay {_names(misplayed)}: they do better without it, and were free not to use it. "
            f"{words(row['item']).capitalize()} is worth {text} to them ({interval}), which tells about the bots and not about the item."
        )
        headline = f"how strong {_names(misplayed)} would be in better hands"
        findings.append(_about(study, row, headline, sentence, figures, grade=Grade.NOT_TESTED, where=where))
    loose = frame.filter(pl.col("left") > MOST_LEFT).to_dicts()
    if loose:
        findings.append(not_tested(study, "item", f"{_names(loose)} (a seat that may not use it often has no other choice)", where))
    lonely = frame.filter((pl.col("grade") == "not_tested") & pl.col("beyond").is_null() & pl.col("restricted").is_not_null())
    if lonely.height:
        findings.append(not_tested(study, "item", f"{_names(lonely.to_dicts())} (too few items of their kind to compare)", where))
    return findings


def _misleading(study: Study, frame: pl.DataFrame, figures: dict[str, str]) -> list[Finding]:
    """The item whose win rate misleads most."""
    fooled = frame.filter(pl.col("note").str.starts_with("looks")).to_dicts()
    if not fooled:
        return []
    row = max(fooled, key=lambda row: abs(row["observed"] - row["restricted"]))
    (seen, between), (real, and_between) = _numbers(row, "observed"), _numbers(row, "restricted")
    sentence = f"The win rate of {words(row['item'])} misleads: seats that used it differ from others by {seen} ({between}), "
    sentence += f"but the item is worth {real} ({and_between})."
    weight = abs(row["observed"] - row["restricted"]) / study.limits.share("item")
    return [_about(study, row, f"{words(row['item'])} {row['note']}", sentence, figures, weight=weight)]


def _stands_out(study: Study, row: dict[str, Any], figures: dict[str, str], where: str) -> Finding:
    """An item that is surely farther from its kind than the limit."""
    which = "strong" if row["beyond"] > 0 else "weak"
    sentence = strength_in_words(row, study.limits.share("item"))
    weight, limit = _sure_size(row) / study.limits.share("item"), limit_in_words(study.limits, "item")
    headline = f"{words(row['item'])} is too {which}"
    finding = _about(study, row, headline, sentence, figures, weight=weight, grade=Grade.PROBLEM, limit=limit, where=where)
    return noted(study, finding, row["case"], WORTH, row["item"])


def _about(study: Study, row: dict[str, Any], headline: str, sentence: str, figures: dict[str, str], **fields: Any) -> Finding:
    """A finding about one item, with its worth and what would make it untrue."""
    own = [value.path for value in study.assumed if row["item"] in value.path.split(".")]
    reason = f"its own assumed numbers are wrong: {', '.join(own[:3])}" if own else ""
    found = {"value": row["restricted"], "low": row["restricted_low"], "high": row["restricted_high"]}
    figure = figures.get(row["kind"], NO_FIGURE)
    return Finding(headline, sentence, **found, figure=figure, untrue=reason, **fields)


def _adaptation(study: Study, frame: pl.DataFrame, figures: dict[str, str], case: str) -> list[Finding]:
    """The item whose worth differs most once everybody has adapted to the rules of a case."""
    shifts = item_shift(study.results, frame)
    rows = [] if shifts is None else surely_differing(shifts.filter(pl.col("case") == case))
    kinds = dict(frame.select("item", "kind").iter_rows())
    findings = []
    for row in rows[:1]:
        headline = f"{words(row['item'])} has another worth once everybody has adapted"
        sentence = shift_in_words(row, SIGNIFICANT)
        if len(rows) > 1:
            sentence += f" In all, {len(rows)} items have another worth then."
        smallest, _ = size_bounds(row["low"], row["high"])
        found = row["value"], row["low"], row["high"], figures.get(kinds[row["item"]], NO_FIGURE)
        weight = smallest / study.limits.share("item")
        findings.append(Finding(headline, sentence, *found, LUCKY, weight))
    return findings


def _pairs(study: Study, section: Section, figures: dict[str, dict[str, str]]) -> list[Finding]:
    """Which items are strong together, where two were taken away at once: a table, and the pair that is so most surely."""
    frame = together(study.results)
    if frame.is_empty():
        return []
    columns: dict[str, Callable[[dict[str, Any]], Any]] = {
        "items": lambda row: f"{words(row['item'])}, {words(row['other'])}",
        "worth ± 95 %": lambda row: plus_minus(row, "worth", IN_POINTS),
        "of the other ± 95 %": lambda row: plus_minus(row, "other_worth", IN_POINTS),
        "of both ± 95 %": lambda row: plus_minus(row, "both_worth", IN_POINTS),
        "together|95 %": lambda row: estimate(row, IN_POINTS),
        "": pair_in_words,
        "games": lambda row: number(row["n"]),
    }
    caption = (
        "Two items at once, in points of win share over all games; together: above 0 they need each other, below 0 they replace each other"
    )
    section.tables.append(make_table("pairs", frame.sort("value", descending=True, nulls_last=True), columns, caption))
    sure = frame.filter(pl.col("low") > 0).sort("low", descending=True).head(1).to_dicts()
    kinds = dict(zip(study.title.items, study.title.item_kinds))
    return [_strong_together(study, row, figures.get(row["case"], {}).get(kinds[row["item"]], NO_FIGURE)) for row in sure]


def _strong_together(study: Study, row: dict[str, Any], figure: str) -> Finding:
    names = f"{words(row['item'])} and {words(row['other'])}"
    text, interval = written(row["value"], row["low"], row["high"], POINTS)
    sentence = (
        f"{names[0].upper()}{names[1:]} need each other: both bring {text} of win share in a game ({interval}) more than each without "
        "the other, added up."
    )
    found = row["value"], row["low"], row["high"], figure
    return Finding(f"{names} are strong together", sentence, *found, weight=row["low"] / study.limits.share("item"))


def _farthest(rows: Sequence[dict[str, Any]]) -> str:
    """Which of these items is farthest from its kind."""
    row = max(rows, key=lambda row: abs(row["beyond"]))
    return f"of these {words(row['item'])} is farthest from its kind: {' ('.join(_numbers(row, 'beyond'))})"


def _sure_size(row: dict[str, Any]) -> float:
    return size_bounds(row["beyond_low"], row["beyond_high"])[0]


def _numbers(row: dict[str, Any], measure: str) -> tuple[str, str]:
    return written(row[measure], row[f"{measure}_low"], row[f"{measure}_high"], POINTS)


def _names(rows: Sequence[dict[str, Any]]) -> str:
    """The items of these rows, or the first of many."""
    names = [words(row["item"]) for row in rows[:MOST_LISTED]]
    return ", ".join(names) + (f" and {len(rows) - len(names)} more" if len(rows) > len(names) else "")
