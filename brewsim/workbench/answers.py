"""What the games so far say, as plain data: every measure of base and variant with its interval, its grade and a sentence.

All numbers and verdicts come from `stats`; here they get their place on the page.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from brewsim.manifest import Limits
from brewsim.results import Merged, Results
from brewsim.stats.cards import change_in_words, restricted, strength_in_words, worth_change
from brewsim.stats.cards import graded as graded_cards
from brewsim.stats.digits import plus_minus, show, with_unit
from brewsim.stats.names import measure_name, words
from brewsim.stats.plans import mix_of_plans, mixed_tables, wins_by_table
from brewsim.stats.variants import USED, WIN_SHARE, answer, unit_of
from brewsim.stats.verdicts import Grade, grade, in_words, limit_in_words, size_bounds
from brewsim.workbench.rulebook import sentence_case
from brewsim.workbench.strengths import labels_of

LIMITS = Limits()
GROUPS = {
    WIN_SHARE: "seats",
    "tied first place": "ties",
    "tie-break decided": "ties",
    "shared victory": "ties",
    "margin within": "ties",
    "rounds": "length",
    "turns": "length",
    "decisions": "length",
    "leader_at_half_wins": "leaders",
    "last_at_half_wins": "leaders",
    "ahead of": "bots",
}  # all others are of scores
LIMITED = {"tied first place": "tie", "shared victory": "shared", "leader_at_half_wins": "leader"}
FAIRNESS = "fairness"
ENDS = ("", "_low", "_high")
Row = Mapping[str, Any]
Estimates = dict[str, Any] | None


def main(frame: pl.DataFrame, is_same: bool) -> tuple[list[dict[str, Any]], list[str]]:
    """The measures of rows of `variants.compare`, and the answer in at most three sentences."""
    rows = frame.filter(pl.col("measure") != USED).to_dicts()
    found = [_measure(row, is_same) for row in rows]
    lines = _lines_of_one(found) if is_same else answer(frame)
    return [*_fairness(found, is_same), *found], lines


def half_width(measures: Sequence[Mapping[str, Any]]) -> float | None:
    """How well the win shares of seats are known, in points; None as long as they are not."""
    sides = [
        side for one in measures if one["group"] == "seats" and one["key"] != FAIRNESS for side in (one["base"], one["variant"]) if side
    ]
    return max(((side["high"] - side["low"]) / 2 for side in sides), default=None)


def _measure(row: Row, is_same: bool) -> dict[str, Any]:
    """One row of a comparison for the page."""
    scale, _ = unit_of(row)
    group = GROUPS.get(row["measure"], "scores")
    is_bot = group == "seats" and row["aim"] is None and not row["group"].startswith(("seat ", "the "))
    unit = "%" if row["is_share"] else row["measure"] if group == "length" else "points"
    base, variant = (_estimate([row[f"{side}{end}"] for end in ENDS], row["n"], scale) for side in ("base", "variant"))
    difference = None if is_same else _estimate([row["value"], row["low"], row["high"]], row["n"], scale)
    limit, found = _graded(row, is_same)
    label = row["group"] if row["measure"] == WIN_SHARE else measure_name(row)
    return {
        "key": f"{row['measure']} {row['group']}".strip(),
        "group": "bots" if is_bot else group,
        "label": sentence_case(label),
        "unit": unit,
        "difference_unit": "points" if row["is_share"] else unit,
        "fair": None if row["aim"] is None or group != "seats" else scale * row["aim"],
        "limit": limit,
        "base": base,
        "variant": None if is_same else variant,
        "difference": difference,
        "verdict": None if is_same else row["verdict"],
        "is_better": None if is_same else row["is_better"],
        "grade": found,
        "sentence": _told(row, base, found, limit) if is_same else sentence_case(f"{measure_name(row)}: {in_words(row)}."),
    }


def _fairness(measures: Sequence[dict[str, Any]], is_same: bool) -> list[dict[str, Any]]:
    """How far the seat is from its fair share that is farthest; nothing where seats tell of their bots."""
    seats = [one for one in measures if one["group"] == "seats" and one["fair"] is not None]
    if not seats:
        return []
    base, variant = (_farthest(seats, side) for side in ("base", "variant"))
    shown = base if is_same else variant
    low, high = (shown["low"] / 100, shown["high"] / 100) if shown else (None, None)
    found, limit = _grade_name(grade(low, high, LIMITS.share("seat"))), seats[0]["limit"]
    told = (
        f"The seat farthest from its fair share is {with_unit(shown['text'], ' points')} away ({shown['interval']})"
        if shown
        else "Too few games"
    )
    return [
        seats[0]
        | {"key": FAIRNESS, "label": "Farthest seat from fair", "unit": "points", "fair": None, "base": base, "variant": variant}
        | {"difference": None, "verdict": None, "is_better": None, "grade": found, "sentence": f"{told}: {found} (limit {limit})."}
    ]


def _farthest(seats: Sequence[dict[str, Any]], side: str) -> Estimates:
    """The largest distance from the fair share, and the least and the most that it can be."""
    known = [(one[side], one["fair"]) for one in seats if one[side]]
    if not known:
        return None
    bounds = [size_bounds(shown["low"], shown["high"], fair) for shown, fair in known]
    numbers = max(abs(shown["value"] - fair) for shown, fair in known), *(max(ends) for ends in zip(*bounds))
    return _estimate(numbers, known[0][0]["n"], 1.0)


def _estimate(numbers: Sequence[float | None], n: int, scale: float) -> Estimates:
    """A value with its interval, and both as text with the digits that the error supports; None where there is none."""
    if any(number is None for number in numbers):
        return None
    value, low, high = (scale * number for number in numbers if number is not None)
    text, interval = show(value, low, high, significant=1)
    return {"value": value, "low": low, "high": high, "n": n, "text": text, "interval": interval, "briefly": plus_minus(value, low, high)}


def _graded(row: Row, is_same: bool) -> tuple[str | None, str | None]:
    """The limit of a measure in words, and what is known of the size by the rules under test; None for what has no limit."""
    side = "base" if is_same else "variant"
    low, high = row[f"{side}_low"], row[f"{side}_high"]
    if row["measure"] == WIN_SHARE and row["aim"] is not None:
        name = "seat"
        low, high = (None, None) if low is None else size_bounds(low, high, row["aim"])
    elif row["measure"] in LIMITED:
        name = LIMITED[row["measure"]]
    elif row["measure"] == "rounds" and not is_same and row["base"]:
        name = "length"
        low, high = row["low"] / row["base"], row["high"] / row["base"]
    else:
        return None, None
    return limit_in_words(LIMITS, name), _grade_name(grade(low, high, LIMITS.share(name)))


def _grade_name(found: Grade) -> str:
    return words(found.name.lower())


def _told(row: Row, estimate: Estimates, found: str | None, limit: str | None) -> str:
    """What one set of rules gives, in a sentence."""
    scale, unit = unit_of(row)
    text, interval = show(row["base"], row["base_low"], row["base_high"], scale, unit, 1)
    if estimate is None:
        return sentence_case(f"{measure_name(row)}: {text}.")
    fair = f"; the fair share is {scale * row['aim']:.1f} %" if row["measure"] == WIN_SHARE and row["aim"] else ""
    judged = f": {found} (limit {limit})" if found else ""
    return sentence_case(f"{measure_name(row)}: {text} ({interval}{fair}){judged}.")


def _lines_of_one(measures: Sequence[dict[str, Any]]) -> list[str]:
    """The answer where nothing is changed: the seat that is farthest from fair, ties, and length."""
    known = [one for one in measures if one["base"]]
    seats = [one for one in known if one["group"] == "seats" and one["fair"]]
    farthest = max(seats, key=lambda one: abs(one["base"]["value"] - one["fair"]), default=None)
    others = [one for key in ("tied first place", "rounds") for one in known if one["key"] == key]
    return [one["sentence"] for one in (*([farthest] if farthest else []), *others)]


def cards(results: Sequence[Results]) -> list[dict[str, Any]]:
    """What each item is worth by restricted play, by base and variant, the strongest first."""
    strengths = [_strengths(one) for one in results]
    changes = _worth_changes(results) if len(results) > 1 else {}
    labels = labels_of(results[0].title.name)
    found = [_card(item, labels[item], [side.get(item) for side in strengths], changes.get(item)) for item in strengths[-1]]
    return sorted(found, key=_strongest_first)


def _worth_changes(results: Sequence[Results]) -> dict[str, Row]:
    """How much more each item is worth in the variant than in the base."""
    base = next(case.name for case in results[0].cases if case.is_plain)
    changes = worth_change(Merged(results[0].folder, results[0].manifest, tuple(results)))
    turned = {"value": -pl.col("value"), "low": -pl.col("high"), "high": -pl.col("low")}  # the printed rules always count as the base
    changes = changes if changes.is_empty() or changes["base_case"][0] == base else changes.with_columns(**turned)
    return {row["item"]: row for row in changes.to_dicts()}


def _strengths(results: Results) -> dict[str, Row]:
    """The items of one side with what each is worth and its grade."""
    kinds = dict(zip(results.title.items, results.title.item_kinds))
    found = restricted(results)
    names = {"value": "restricted", "low": "restricted_low", "high": "restricted_high", "q_value": "restricted_q"}
    rows = found.rename(names).with_columns(pl.col("item").replace_strict(kinds).alias("kind"), pl.lit("").alias("note"))
    return {row["item"]: row for row in graded_cards(rows, LIMITS.share("item")).to_dicts()}


def _card(item: str, label: str, sides: Sequence[Row | None], change: Row | None) -> dict[str, Any]:
    """One item for the page."""
    base, variant = (
        _estimate([row[f"restricted{end}"] for end in ENDS], int(row["n"]), 100.0) if row else None for row in (sides[0], sides[-1])
    )
    row = sides[-1]
    assert row is not None
    difference = _estimate([change["value"], change["low"], change["high"]], int(change["n"]), 100.0) if change else None
    sentence = strength_in_words(row, LIMITS.share("item"))
    return {
        "key": f"worth {item}",
        "item": item,
        "group": "cards",
        "label": label,
        "unit": "points",
        "difference_unit": "points",
        "fair": None,
        "limit": limit_in_words(LIMITS, "item"),
        "base": base,
        "variant": variant if len(sides) > 1 else None,
        "difference": difference,
        "verdict": change_in_words(change) if change else None,
        "is_better": None,
        "grade": words(row["grade"]),
        "sentence": f"{sentence} Against the base: {change_in_words(change)}." if change else sentence,
    }


def _strongest_first(card: Mapping[str, Any]) -> float:
    shown = card["variant"] or card["base"]
    return -shown["value"] if shown else float("inf")


def plans(results: Sequence[Results]) -> list[dict[str, Any]]:
    """How often one seat wins with each plan among the mix that players come to, by base and variant."""
    mixes = [_mix(one) for one in results]
    return [_plan(plan, [mix.get(plan) for mix in mixes]) for plan in dict.fromkeys(plan for mix in reversed(mixes) for plan in mix)]


def _mix(results: Results) -> dict[str, Row]:
    tables = mixed_tables(results)
    if not tables:
        return {}
    (cases,) = tables.values()
    return {row["plan"]: row for row in mix_of_plans(wins_by_table(results.parts(*cases))).to_dicts()}


def _plan(plan: str, sides: Sequence[Row | None]) -> dict[str, Any]:
    """One plan for the page. Its share of the mix is how much it is played by those who learn which plans win."""
    base, variant = (_estimate([row["value"], row["low"], row["high"]], row["n"], 100.0) if row else None for row in (sides[0], sides[-1]))
    row = sides[-1] or sides[0]
    assert row is not None
    shortfall = max(0.0, row["fair"] - row["high"]), max(0.0, row["fair"] - row["low"])
    found = _grade_name(grade(*shortfall, LIMITS.share("plan"))) if sides[-1] else "not known"
    told, interval = show(row["value"], row["low"], row["high"], 100.0, " %", 1)
    weight = f"{100 * row['weight']:.0f} % of the mix"
    return {
        "key": f"plan {plan}",
        "group": "plans",
        "label": sentence_case(plan),
        "unit": "%",
        "difference_unit": "points",
        "fair": 100 * row["fair"],
        "limit": limit_in_words(LIMITS, "plan"),
        "base": base,
        "variant": variant if len(sides) > 1 else None,
        "difference": None,
        "verdict": None,
        "is_better": None,
        "weight": [100 * side["weight"] if side else None for side in sides],
        "grade": found,
        "sentence": f"{sentence_case(plan)} wins {told} of the games among the mix of plans ({interval}) and is {weight}.",
    }
