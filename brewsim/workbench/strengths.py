"""Results of a card's games -> what its page shows: worth, kind, rounds, partners, and how the game answers to one of its numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from brewsim.results import Results
from brewsim.rules import items_of
from brewsim.stats.cards import card_strength, graded, pair_in_words, strength_in_words, together
from brewsim.stats.names import measure_name
from brewsim.stats.uses import first_use_by_round
from brewsim.stats.variants import USED, WIN_SHARE, WORTH, response, response_in_words, unit_of
from brewsim.stats.verdicts import in_words
from brewsim.workbench.rulebook import sentence_case

PERCENT = 100.0
# How much each estimate counts, and what it was made of: column -> (scale, column of its number of games or uses).
SIZES = {
    "restricted": (PERCENT, "with_it"),
    "per_use": (PERCENT, "uses"),
    "per_game": (PERCENT, "games"),
    "longer": (1.0, "with_it"),
    "used": (PERCENT, "n"),
}
# Measures of a curve, as (measure, group); of the others only those of the card itself and of seats.
OF_THE_GAME = (("rounds", ""), ("tied first place", ""), ("score", ""))


def tell_study(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What is known of a card so far, of the stages that have games. Its own worth is that of the stage with most games."""
    known: dict[str, Any] = {"alone": None, "rounds": [], "kind": None, "partners": []}
    for stage in found:
        known |= stage
    alone, kind = known["alone"], known["kind"]
    told = {"strength": None, "place": None, "kind": [], "rounds": known["rounds"], "partners": known["partners"]}
    if alone:
        sizes: dict[str, Any] = {name: estimate(alone, name, scale, n) for name, (scale, n) in SIZES.items()}
        told["strength"] = sizes | {"note": alone["note"]}
    if kind:
        rows = [row | _worth(alone) if row["item"] == alone["item"] else row for row in kind["rows"]]
        told |= {"place": _place(alone["item"], rows, kind["limit"]), "kind": _kind(alone["item"], kind["title"], rows)}
    return told


def find_alone(item: str, alone: Results) -> dict[str, Any]:
    """What the card is worth, how often and when it is used."""
    frame = graded(card_strength(alone), alone.manifest.limits.share("item"))
    return {"alone": frame.row(by_predicate=pl.col("item") == item, named=True), "rounds": _rounds(item, alone)}


def find_kind(kind: Results) -> dict[str, Any]:
    """What all cards of the kind are worth."""
    limit = kind.manifest.limits.share("item")
    frame = graded(card_strength(kind), limit).filter(pl.col("games").is_not_null())
    return {"kind": {"rows": frame.to_dicts(), "limit": limit, "title": kind.title.name}}


def _worth(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a worth."""
    return {name: row[name] for name in ("restricted", "restricted_low", "restricted_high", "with_it")}


def _place(item: str, rows: Sequence[Mapping[str, Any]], limit: float) -> dict[str, Any]:
    """Where the card stands in its kind."""
    row = next(row for row in rows if row["item"] == item)
    sentence = strength_in_words(row, limit)
    return {"grade": row["grade"].replace("_", " "), "sentence": sentence, "beyond": estimate(row, "beyond", PERCENT, "games")}


def find_partners(item: str, pairs: Results) -> dict[str, Any]:
    """What the card and each partner are worth alone and together."""
    return {"partners": _partners(item, pairs)}


def _kind(item: str, title: str, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """All cards of the kind by worth, the strongest first; those without a number at the end."""
    labels = labels_of(title)
    ordered = sorted(rows, key=lambda row: (row["restricted"] is None, -(row["restricted"] or 0.0)))
    return [
        {
            "item": row["item"],
            "label": labels[row["item"]],
            "worth": estimate(row, "restricted", *SIZES["restricted"]),
            "grade": row["grade"].replace("_", " "),
            "is_own": row["item"] == item,
        }
        for row in ordered
    ]


def _rounds(item: str, alone: Results) -> list[dict[str, Any]]:
    """In which rounds seats first use the card."""
    frame = first_use_by_round(alone.parts(), item)
    return [{"round": row["round"], "share": estimate(row, "value", PERCENT, "n")} for row in frame.iter_rows(named=True)]


def _partners(item: str, pairs: Results) -> list[dict[str, Any]]:
    labels = labels_of(pairs.title.name)
    partners = []
    for row in together(pairs).iter_rows(named=True):
        is_first = row["item"] == item
        own, other = ("worth", "other_worth") if is_first else ("other_worth", "worth")
        name = row["other"] if is_first else row["item"]
        columns = {"worth": own, "other": other, "both": "both_worth", "together": "value"}
        partners.append(
            {"item": name, "label": labels[name], "used_both": PERCENT * row["used_both"], "words": pair_in_words(row)}
            | {key: estimate(row, column, PERCENT, "n") for key, column in columns.items()}
        )
    return partners


def find_curve(path: str, some: Results) -> pl.DataFrame:
    """Every measure at some values of a number; the worth stands last in a frame, and first on the page."""
    frame = response(some, path)
    return pl.concat([frame.filter(measure=WORTH), frame.filter(pl.col("measure") != WORTH)])


def tell_curve(item: str, found: Sequence[pl.DataFrame]) -> dict[str, Any]:
    """How the game answers to a number of the card: measures at each value that was played, and against the printed one."""
    if not found:
        return {"measures": [], "lines": []}
    point = ["rule", "measure", "group"]  # the printed value is in every stage
    curve = pl.concat(found, how="vertical_relaxed").unique(point, keep="first", maintain_order=True).sort("rule", maintain_order=True)
    measures = [_measure(rows) for rows in curve.partition_by("measure", "group", maintain_order=True) if _is_shown(rows, item)]
    measures.sort(key=lambda measure: not measure["of_the_card"])
    return {"measures": measures, "lines": response_in_words(curve)}


def _is_shown(rows: pl.DataFrame, item: str) -> bool:
    measure, group = rows["measure"][0], rows["group"][0]
    return measure == WIN_SHARE or (measure in (WORTH, USED) and group == item) or (measure, group) in OF_THE_GAME


def _measure(rows: pl.DataFrame) -> dict[str, Any]:
    first = rows.row(0, named=True)
    scale, unit = unit_of(first)
    points = [
        {
            "at": row["rule"],
            "value": estimate(row, "value", scale, "n", ends=("low", "high")),
            "difference": estimate(row, "difference", scale, "n"),
            "words": in_words(row | {"value": row["difference"]}),
        }
        for row in rows.iter_rows(named=True)
    ]
    return {
        "key": f"{first['measure']} {first['group']}".strip(),
        "label": sentence_case(measure_name(first)),
        "unit": unit.strip(),
        "of_the_card": first["measure"] in (WORTH, USED),
        "points": points,
    }


def estimate(
    row: Mapping[str, Any], name: str, scale: float, n: str, ends: tuple[str, str] | None = None
) -> dict[str, float | int | None] | None:
    """An estimate of a row as the page takes it; nothing where there are too few games."""
    low, high = ends or (("low", "high") if name == "value" else (f"{name}_low", f"{name}_high"))
    if row[name] is None or row[low] is None:
        return None
    return {"value": scale * row[name], "low": scale * row[low], "high": scale * row[high], "n": row[n]}


class Labels(dict[str, str]):
    """Items as people read them; one that is not in print by its name in the rules."""

    def __missing__(self, item: str) -> str:
        return sentence_case(item)


def labels_of(title: str) -> Labels:
    """Every item of a title as people read it."""
    return Labels((one.item, sentence_case(one.name)) for one in items_of(title))
