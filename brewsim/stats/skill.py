"""What skill changes: every measure at each level of skill, and whether a finding holds at all of them."""

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Any

import polars as pl

from brewsim.results import PlayedCase, Results
from brewsim.stats.cards import restricted
from brewsim.stats.names import words
from brewsim.stats.pace import length_by_case
from brewsim.stats.seats import win_share_by_seat
from brewsim.stats.ties import ties_by_case
from brewsim.stats.variants import WIN_SHARE, WORTH, bases, compare, partners

KEYS = ("variant", "seats", "base", "measure", "group")
TIE_NAMES = {"tied": "tied first place", "shared": "shared victory"}  # by the measure of `ties_by_case`
TIE_LIMITS = {"tied": "tie", "shared": "shared"}
RELEVANT_PART = 0.25  # of the limit of ties: so much more or less of them is another game
ROUNDS = "rounds"
MAIN = (WIN_SHARE, *TIE_NAMES.values(), ROUNDS)
RELEVANT_LENGTH = 0.1  # games that are a tenth longer or shorter are other games
ESTIMATE = {"case": pl.String, "base": pl.String, "measure": pl.String, "group": pl.String} | {
    "value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "n": pl.Int64,
    "is_share": pl.Boolean, "reference": pl.Float64, "relevant": pl.Float64,
}  # fmt: skip
PLACE = {"case": pl.String, "variant": pl.String, "seats": pl.Int64, "level": pl.String, "place": pl.Int64}

Bounds = tuple[float, float, float]  # value, low, high


class Standing(StrEnum):
    """Where a measure stands at one level: against its reference, or against the first level where it has none."""

    ABOVE = "above"  # surely, and perhaps by enough to matter
    BELOW = "below"
    NEAR = "near"  # surely not so far away that it matters
    UNKNOWN = "unknown"  # too few games


class Label(StrEnum):
    """What becomes of a finding from the first level that counts to the strongest."""

    ROBUST = "robust"  # it stands the same at all of them
    DEPENDS = "depends_on_skill"  # surely not the same at all of them
    ARTEFACT = "artefact_of_weak_play"  # there at the first, and surely not there at stronger ones
    NOT_KNOWN = "not_known_at_higher_skill"  # there are too few games to call it one of the others


SURE = (Label.DEPENDS.value, Label.ARTEFACT.value)  # it surely is not the same at all levels
STANDINGS = pl.Enum([standing.value for standing in Standing])
LABELS = pl.Enum([label.value for label in Label])
IS_EFFECT = pl.col("reference").is_not_null()


def by_level(results: Results) -> pl.DataFrame:
    """Every measure at each level of skill.

    Returns
    -------
    variant, seats, base (the variant that it is compared with; "" for a measure by itself), measure and group (as in
    `variants.compare`; `worth` is that of an item by restricted play), level (the bot), place (0 the first level that findings
    go by, weaker ones below), value, low, high, n, is_share, reference (a fair share, or 0 for differences; null: the value at
    place 0), relevant (the smallest distance from it that matters), standing. Empty where the run has no levels.

    Notes
    -----
    Levels play the same shuffles, but their estimates are taken as independent: the interval of a difference of two levels adds their
    errors as squares (Zou & Donner 2008), and is rather too wide. Win shares have their intervals for all seats at once.
    """
    levels = [case for case in results.cases if case.skill is not None and not case.without]
    places = pl.DataFrame([(case.name, case.variant, case.seats, case.lineup[0], case.skill) for case in levels], PLACE, orient="row")
    frames = [_by_itself(results, levels), *_against_bases(results, levels)] if levels else [pl.DataFrame(schema=ESTIMATE)]
    estimates = pl.concat(frames).join(places, on="case", maintain_order="left").sort("place", maintain_order=True)
    first = estimates.filter(pl.col("place") == 0).select(*KEYS, first="value", first_low="low", first_high="high")
    judged = estimates.join(first, on=KEYS, how="left", maintain_order="left").with_columns(
        pl.coalesce("relevant", RELEVANT_LENGTH * pl.col("first")).alias("relevant")
    )
    columns = (*KEYS, "level", "place", "value", "low", "high", "n", "is_share", "reference", "relevant")
    return judged.select(*columns, _standing().cast(STANDINGS).alias("standing"))


def _by_itself(results: Results, levels: Sequence[PlayedCase]) -> pl.DataFrame:
    """Seats, ties, length, and items where restricted play was made."""
    parts, limits = results.parts(*levels), results.manifest.limits
    relevant_ties = {measure: RELEVANT_PART * limits.share(name) for measure, name in TIE_LIMITS.items()}
    none, null = pl.lit(""), pl.lit(None, pl.Float64)
    seats = win_share_by_seat(parts).with_columns(measure=pl.lit(WIN_SHARE), group="who", reference="fair", relevant=limits.share("seat"))
    ties = ties_by_case(parts).filter(pl.col("measure").is_in(TIE_NAMES)).with_columns(group=none, reference=null)
    ties = ties.with_columns(measure=pl.col("measure").replace_strict(TIE_NAMES), relevant=pl.col("measure").replace_strict(relevant_ties))
    rounds = length_by_case(parts).filter(pl.col("measure") == ROUNDS).with_columns(group=none, reference=null, relevant=null)
    items = restricted(results, levels)
    found = [seats, ties, rounds]
    if not items.is_empty():
        found.append(items.with_columns(measure=pl.lit(WORTH), group="item", reference=0.0, relevant=limits.share("item")))
    return pl.concat(_estimates(frame.with_columns(base=none, is_share=pl.col("measure") != ROUNDS)) for frame in found)


def _against_bases(results: Results, levels: Sequence[PlayedCase]) -> list[pl.DataFrame]:
    """What each variant changes at each level."""
    base_rules = bases(results)[0].variant
    return [
        _estimates(compare(results, base, case).with_columns(case=pl.lit(case.name), base=pl.lit(base.variant), reference=0.0))
        for base in levels
        if base.variant == base_rules
        for case in partners(results, base)
    ]


def _estimates(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(dtype) for name, dtype in ESTIMATE.items())


def _standing() -> pl.Expr:
    """The standing of each row, from its distance to the reference, or to the first level with the errors of both."""
    value, low, high, first = pl.col("value"), pl.col("low"), pl.col("high"), pl.col("first")
    below = ((value - low) ** 2 + (pl.col("first_high") - first) ** 2).sqrt()
    above = ((high - value) ** 2 + (first - pl.col("first_low")) ** 2).sqrt()
    is_first = pl.col("place") == 0
    lower = pl.when(IS_EFFECT).then(low - pl.col("reference")).when(is_first).then(value - first).otherwise(value - first - below)
    upper = pl.when(IS_EFFECT).then(high - pl.col("reference")).when(is_first).then(value - first).otherwise(value - first + above)
    return (
        pl.when((lower >= -pl.col("relevant")) & (upper <= pl.col("relevant")))
        .then(pl.lit(Standing.NEAR.value))
        .when(lower > 0)
        .then(pl.lit(Standing.ABOVE.value))
        .when(upper < 0)
        .then(pl.lit(Standing.BELOW.value))
        .otherwise(pl.lit(Standing.UNKNOWN.value))
    )


def label(levels: pl.DataFrame) -> pl.DataFrame:
    """The label of every measure of `by_level`.

    Returns
    -------
    variant, seats, base, measure, group, is_effect (whether it has a reference of its own), levels and standings (lists, from the
    first level that counts to the strongest), label.
    """
    strong = levels.filter(pl.col("place") >= 0).group_by(KEYS, maintain_order=True)
    found = strong.agg(
        IS_EFFECT.any().alias("is_effect"),
        pl.col("level").alias("levels"),
        pl.col("standing").cast(pl.String).alias("standings"),
        pl.col("value", "low", "high"),
    )
    found = found.filter(pl.col("levels").list.len() > 1)  # what one level alone tells is neither robust nor not
    labels = [
        _label([Standing(name) for name in names], list(zip(*bounds)))
        for names, *bounds in found.select("standings", "value", "low", "high").iter_rows()
    ]
    return found.drop("value", "low", "high").with_columns(pl.Series("label", [one.value for one in labels], LABELS))


def _label(standings: Sequence[Standing], estimates: Sequence[Bounds]) -> Label:
    """The label of a measure with these standings and estimates, from the first level that counts to the strongest.

    Two levels contradict each other only if their estimates surely differ: few games can tell an effect from nothing, and yet not from
    the small one that many games show.

    >>> estimates = [(0.4, 0.38, 0.42), (0.3, 0.29, 0.31)]
    >>> [_label([Standing.ABOVE, other], estimates).value for other in Standing]
    ['robust', 'depends_on_skill', 'artefact_of_weak_play', 'not_known_at_higher_skill']
    >>> _label([Standing.NEAR, Standing.ABOVE], [(0.34, 0.33, 0.35), (0.38, 0.335, 0.42)]).value
    'not_known_at_higher_skill'
    """
    if len({*standings}) == 1 and standings[0] != Standing.UNKNOWN:
        return Label.ROBUST
    known = [pair for pair in zip(standings, estimates) if pair[0] != Standing.UNKNOWN]
    if not any(one[0] != other[0] and _surely_differ(one[1], other[1]) for one, other in combinations(known, 2)):
        return Label.NOT_KNOWN
    first, *stronger = standings
    vanishes = first != Standing.UNKNOWN and {*stronger} <= {Standing.NEAR, Standing.UNKNOWN}
    return Label.ARTEFACT if vanishes else Label.DEPENDS


def _surely_differ(one: Bounds, other: Bounds) -> bool:
    """Whether the interval of the difference of two independent estimates (value, low, high) leaves out 0; see `by_level`."""
    (value, low, _), (less, _, high) = sorted((one, other), reverse=True)
    return value - less > math.hypot(value - low, high - less)


def worth_showing(labels: pl.DataFrame) -> pl.DataFrame:
    """The rows of `label` that a table for people has: seats, ties and length, and all that surely depends on skill."""
    return labels.filter(pl.col("measure").is_in(MAIN) | pl.col("label").cast(pl.String).is_in(SURE))


def in_words(row: Mapping[str, Any]) -> str:
    """The label of a row, and how the measure stands at which levels.

    >>> row = {"label": "depends_on_skill", "measure": "win share", "base": "", "is_effect": True, "levels": ["greedy", "expert"]}
    >>> in_words(row | {"standings": ["above", "below"]})
    'depends on skill: more than a fair share at greedy, less than a fair share at expert'
    >>> row |= {"measure": "rounds", "is_effect": False, "label": "not_known_at_higher_skill"}
    >>> in_words(row | {"standings": ["near", "unknown"]})
    'not known at higher skill: compared with greedy, too few games to tell at expert'
    """
    told, against = list(zip(row["standings"], row["levels"])), ""
    if not row["is_effect"]:  # the first level is what the others are compared with
        told, against = told[1:], f"compared with {row['levels'][0]}, "
    by_standing: dict[str, list[str]] = {}
    for standing, level in told:
        by_standing.setdefault(standing, []).append(level)
    parts = [f"{_stands(row, Standing(standing))} at {' and '.join(names)}" for standing, names in by_standing.items()]
    is_doubtful = row["label"] == Label.NOT_KNOWN and Standing.UNKNOWN not in row["standings"]
    return f"{label_name(Label(row['label']))}: {against}{', '.join(parts)}{', which may be chance' if is_doubtful else ''}"


def label_name(label: Label) -> str:
    """A label as people read it.

    >>> label_name(Label.ARTEFACT)
    'an artefact of weak play'
    """
    return ("an " if label == Label.ARTEFACT else "") + words(label.value)


def _stands(row: Mapping[str, Any], standing: Standing) -> str:
    """A standing in the words of its measure."""
    match standing:
        case Standing.UNKNOWN:
            return "too few games to tell"
        case Standing.NEAR if row["base"]:
            return "no change that matters"
        case Standing.NEAR if row["measure"] == WIN_SHARE:
            return "about a fair share"
        case Standing.NEAR if row["measure"] == WORTH:
            return "worth nothing that matters"
        case Standing.NEAR:
            return "about the same"
    if row["measure"] == WIN_SHARE and not row["base"]:
        return f"{'more' if standing == Standing.ABOVE else 'less'} than a fair share"
    if row["measure"] == WORTH:
        return "of use" if standing == Standing.ABOVE else "harmful"
    return "higher" if standing == Standing.ABOVE else "lower"
