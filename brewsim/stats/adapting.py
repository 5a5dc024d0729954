"""What a variant does while nobody has noticed it, and once everybody has adapted: where the two differ.

Bots that have adapted are tuned for the rules of their case, each from the bot of another case of the run.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
import polars.selectors as cs

from brewsim.results import PlayedCase, Results
from brewsim.stats.cards import adjust_p
from brewsim.stats.digits import show, with_unit
from brewsim.stats.intervals import normal_interval, normal_quantile, two_sided_p
from brewsim.stats.names import measure_name, words
from brewsim.stats.ratios import RatioSums
from brewsim.stats.variants import (
    bases,
    difference_and_tests,
    interest,
    is_same_in_every_game,
    measures,
    names_and_aims,
    pairs,
    per_game,
    ratio_terms,
    relevant_differences,
    score_spread,
    score_sums,
    steps,
)
from brewsim.stats.verdicts import Verdict, judge

UNNOTICED, ADAPTED = "nobody has noticed yet", "everybody has adapted"
BEFORE, AFTER, SHIFT = (1, -1, 0, 0), (0, 0, 1, -1), (-1, 1, 1, -1)  # signs of variant and base as they are, then adapted
MOST_TOLD = 10  # differences in sentences; all are in the table
LUCK = "The intervals know the chance of the games, not what a tuning finds by luck: compare with another --seed."
LUCKY = "the tuning of the bots was lucky"  # what would make a finding untrue


def adapted_case(results: Results, case: PlayedCase) -> PlayedCase | None:
    """The case of the same rules in which everybody has adapted; None where there is none."""
    run, same = results.owner(case), ("variant", "seats", "rotates", "without")
    for other in run.cases:
        if results.adapted_from(other) == case.lineup[0] and all(getattr(other, key) == getattr(case, key) for key in same):
            return other
    return None


def adapted_cases(results: Results) -> list[tuple[PlayedCase, PlayedCase]]:
    """Every case without restriction that there is twice: with bots as they are, and adapted."""
    plain = [case for case in results.cases if case.is_plain]
    return [(case, other) for case in plain if (other := adapted_case(results, case))]


def attention(results: Results, case: PlayedCase) -> str:
    """Whether anybody has noticed the rules of a case, in words; nothing in a run where nobody adapts."""
    if results.adapted_from(case):
        return ADAPTED
    return UNNOTICED if adapted_case(results, case) else ""


def tuned_bots(results: Results) -> pl.DataFrame:
    """What the tuning for each of the rules found.

    Returns
    -------
    case (with bots as they are), adapted_case, variant, seats, bot, adapted_from, plays_as: the bot whose weights and beliefs it has,
    where nothing better was found; null where something was.
    """
    rows = []
    for case, adapted in adapted_cases(results):
        known, bot = results.owner(case).manifest.bots, adapted.lineup[0]
        others = [case.lineup[0], *(other.lineup[0] for base in bases(results) if (other := adapted_case(results, base)))]
        same = [other for other in others if other != bot and _plays(known[other]) == _plays(known[bot])]
        rows.append((case.name, adapted.name, case.variant, case.seats, bot, case.lineup[0], same[0] if same else None))
    columns = ("case", "adapted_case", "variant", "seats", "bot", "adapted_from", "plays_as")
    return pl.DataFrame(rows, schema=dict(zip(columns, (*[pl.String] * 3, pl.Int64, *[pl.String] * 3))), orient="row")


def _plays(bot: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        {feature: weight for feature, weight in bot["weights"].items() if weight},
        bot.get("moments"),
        bot.get("by_seats"),
        bot["beliefs"],
    )


def found_in_words(row: Mapping[str, Any]) -> str:
    """A row of `tuned_bots` as a sentence.

    >>> row = {"variant": "short", "seats": 3, "adapted_from": "greedy", "bot": "greedy-1f", "plays_as": "greedy"}
    >>> found_in_words(row)
    "short, 3 seats: nothing better found than 'greedy'."
    """
    where = f"{row['variant']}, {row['seats']} seats"
    if row["plays_as"] is not None:
        return f"{where}: nothing better found than '{row['plays_as']}'."
    return f"{where}: '{row['adapted_from']}' has adapted as '{row['bot']}'."


def shift(results: Results, base: PlayedCase, case: PlayedCase) -> pl.DataFrame:
    """How much more a variant changes once everybody has adapted, base and variant each with the bot tuned for its rules.

    Parameters
    ----------
    results : a run that holds both cases, and both with bots that have adapted.
    base, case : one of `variants.pairs`, with bots as they are.

    Returns
    -------
    measure, group, is_share, aim; unnoticed and adapted (the difference that the variant makes), each with `_low` and `_high`; value
    (adapted minus unnoticed), low, high, n (games that were finished in all four cases), q_value, relevant, games_needed, verdict.

    Notes
    -----
    The four cases meet the same chance, so the error is that of the sum of four ratios over games; see `ratios.RatioSums`.
    """
    four = [case, base, *(adapted_case(results, played) for played in (case, base))]
    what = measures(results, case)
    sums, is_same, spread = RatioSums(len(what), len(four)), np.ones(len(what), bool), np.zeros(3)
    for parts in zip(*(results.parts(played) for played in four if played)):
        games = [per_game(part, what) for part in parts]
        finished = ~np.any([frame["aborted"].to_numpy() for frame in games], axis=0)
        whole = [frame.filter(finished) for frame in games]
        terms = ratio_terms(whole, what)
        sums.add(*terms)
        is_same &= is_same_in_every_game(terms, SHIFT)
        spread += score_sums(whole[1], case.seats)
    found = sums.differences(SHIFT)
    columns: dict[str, Any] = names_and_aims(what, fair=float(np.mean(found.second[: case.seats])))
    for name, signs in (("unnoticed", BEFORE), ("adapted", AFTER)):
        one = sums.differences(signs)
        low, high = normal_interval(one.value, one.error)
        columns |= {name: one.value, f"{name}_low": low, f"{name}_high": high}
    limits = results.owner(case).manifest.limits
    columns |= difference_and_tests(found, relevant_differences(found.second, what, limits, score_spread(spread)))
    return _judged(pl.DataFrame(columns | {"is_same": is_same}))


def shift_all(results: Results) -> pl.DataFrame | None:
    """`shift` of every variant against its base, with `base_case` and `case` before it; None in a run where nobody adapts."""
    frames = [
        shift(results, base, case).select(pl.lit(base.name).alias("base_case"), pl.lit(case.name).alias("case"), pl.all())
        for base, case in pairs(results)
        if adapted_case(results, base) and adapted_case(results, case)
    ]
    return pl.concat(frames) if frames else None


def item_shift(results: Results, strength: pl.DataFrame) -> pl.DataFrame | None:
    """How much more an item is worth by restricted play once everybody has adapted; None if nobody adapts or nothing is restricted.

    Parameters
    ----------
    strength : from `cards.card_strength`.

    Returns
    -------
    case (with bots as they are), item; unnoticed and adapted (what the item is worth), each with `_low` and `_high`; value, low, high,
    n (seats that used it, in the case with fewer), q_value, relevant, verdict.

    Notes
    -----
    The two are taken for independent. They meet the same chance, so the interval is rather too wide than too narrow.
    """
    frames = []
    for case, adapted in adapted_cases(results):
        before, after = (strength.filter(pl.col("case") == played.name).drop_nulls("restricted") for played in (case, adapted))
        both = before.join(after, on="item", suffix="_after", maintain_order="left")
        if both.is_empty():
            continue
        columns: dict[str, Any] = {"case": case.name, "item": both["item"], "is_share": True, "aim": None}
        for name, ending in (("unnoticed", ""), ("adapted", "_after")):
            columns |= {f"{name}{end}": both[f"restricted{end}{ending}"] for end in ("", "_low", "_high")}
        value = (both["restricted_after"] - both["restricted"]).to_numpy()
        halves = [(both[f"restricted_high{ending}"] - both[f"restricted_low{ending}"]).to_numpy() / 2 for ending in ("", "_after")]
        error = np.hypot(*halves) / normal_quantile(0.95)
        low, high = normal_interval(value, error)
        n = both.select(pl.min_horizontal("n", "n_after")).to_series()
        columns |= {
            "value": value,
            "low": low,
            "high": high,
            "n": n,
            "q_value": adjust_p(two_sided_p(value, error)),
            "relevant": results.owner(case).manifest.limits.share("change"),
            "is_same": False,
        }
        frames.append(_judged(pl.DataFrame(columns)))
    return pl.concat(frames) if frames else None


def _judged(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with a verdict on the difference of the differences."""
    return judge(frame.cast({"aim": pl.Float64}).with_columns(cs.float().fill_nan(None)))


def surely_differing(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """The rows of a shift that are surely not the same once everybody has adapted, by enough to matter; what matters most first."""
    sure = frame.filter(pl.col("verdict") == Verdict.CHANGED.value).to_dicts()
    return sorted(sure, key=lambda row: interest(row) if "measure" in row else steps(row), reverse=True)


def shift_in_words(row: Mapping[str, Any], significant: int = 2) -> str:
    """A row of `shift` or `item_shift` as a sentence.

    >>> estimates = {"unnoticed": 0.031, "unnoticed_low": 0.021, "unnoticed_high": 0.041, "adapted": -0.01, "adapted_low": -0.02}
    >>> row = estimates | {"adapted_high": 0.0, "value": -0.041, "low": -0.055, "high": -0.027, "is_share": True}
    >>> shift_in_words(row | {"measure": "win share", "group": "seat 1"}, significant=1)
    'Win share of seat 1: 3 points (2 to 4) while nobody has noticed, -1 point (-2 to 0) once everybody has adapted (-4; -6 to -3).'
    """
    scale, unit = (100.0, " points") if row["is_share"] else (1.0, "")

    def told(value: str, low: str, high: str) -> tuple[str, str]:
        return show(row[value], row[low], row[high], scale, "", significant)

    name = measure_name(row) if "measure" in row else f"worth of {words(row['item'])}"
    sides = (told(side, f"{side}_low", f"{side}_high") for side in ("unnoticed", "adapted"))
    before, after = (f"{with_unit(number, unit)} ({interval})" for number, interval in sides)
    difference = "; ".join(told("value", "low", "high"))
    return f"{name[0].upper()}{name[1:]}: {before} while nobody has noticed, {after} once everybody has adapted ({difference})."


def shifts_in_words(shifts: pl.DataFrame | None) -> dict[str, list[str]]:
    """By case, what surely differs once everybody has adapted: the largest differences, or that there is none."""
    told = {}
    for frame in shifts.partition_by("case", maintain_order=True) if shifts is not None else ():
        rows = surely_differing(frame)
        sentences = [shift_in_words(row) for row in rows[:MOST_TOLD]] or ["Nothing differs surely and by enough to matter."]
        told[frame["case"][0]] = sentences + ([f"{len(rows) - MOST_TOLD} more differ."] if len(rows) > MOST_TOLD else [])
    return told
