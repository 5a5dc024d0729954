"""Sizes against their limits: the parts of a finding that say what is known."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from brewsim.manifest import Limits
from brewsim.report.page import Candidate, Finding
from brewsim.report.study import Study
from brewsim.results import PlayedCase
from brewsim.stats.names import words
from brewsim.stats.verdicts import UNITS, Grade, grade, limit_in_words, more_games

EXPLANATION = (
    "A problem is surely larger than its limit, no problem is surely smaller; all else is not known. "
    "The limits are settings of the experiment ([limits] in its file): {}."
)

HARM = 100.0  # added to the weight of a problem that a variant has and the first rules do not have: it is the headline


def explanation(limits: Limits) -> str:
    """What the grades mean, and all limits."""
    return EXPLANATION.format("; ".join(f"{name} {limit_in_words(limits, name)}" for name in UNITS))


def graded(study: Study, name: str, smallest: float | None, largest: float | None, games_needed: int | None = None) -> dict[str, Any]:
    """The fields of a finding that follow from the bounds of its size and the limit of this name."""
    limit = study.limits.share(name)
    found = grade(smallest, largest, limit)
    return {
        "weight": max(0.0, smallest or 0.0) / limit if limit else 0.0,
        "grade": found,
        "limit": limit_in_words(study.limits, name),
        "games_needed": games_needed if found is Grade.NOT_KNOWN else None,
    }


def no_estimate(study: Study, name: str, headline: str, where: str = "") -> Finding:
    """That there are too few games to say anything about what has this limit."""
    return Finding(headline, "", **graded(study, name, None, None), where=where, brief="too few games")


def not_tested(study: Study, name: str, headline: str, where: str = "") -> Finding:
    """That the experiment did not look for what has this limit."""
    limit = limit_in_words(study.limits, name) if name else ""
    return Finding(headline, "", weight=0.0, grade=Grade.NOT_TESTED, limit=limit, where=where)


def judged(study: Study, judge: Callable[[Sequence[PlayedCase], str], Finding | None]) -> list[Finding]:
    """What `judge` finds in the cases of each variant and number of seats; it gets them, and where that is in words."""
    found = {key: finding for key, cases in study.groups.items() if (finding := judge(cases, study.where(*key)))}
    return harm_first(study, found)


def harm_first(study: Study, findings: Mapping[Candidate, Finding]) -> list[Finding]:
    """These findings of all variants, which are judged like the first rules.

    A problem that the first rules do not have is the harm of the variant, and stands before all others.
    """
    found = {candidate: replace(finding, candidate=candidate) for candidate, finding in findings.items()}
    first = study.main.variant
    for (variant, seats), finding in found.items():
        base = found.get((first, seats))
        if variant != first and finding.grade is Grade.PROBLEM and not (base and base.grade is Grade.PROBLEM):
            headline, where = f"the variant {words(variant)} breaks the game: {finding.headline}", study.where("", seats)
            found[variant, seats] = replace(finding, headline=headline, weight=finding.weight + HARM, where=where)
    return list(found.values())


def largest_share(
    study: Study, name: str, frame: pl.DataFrame, measure: str, cases: Sequence[PlayedCase], games_each: int = 1
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Of these cases, the row with the most of a share that has the limit of this name, and what is known of it; None without estimates.

    That all are within the limit needs no correction. `games_each`: how many are played for one that counts.
    """
    limit, names = study.limits.share(name), [case.name for case in cases]
    rows = frame.filter(pl.col("case").is_in(names), pl.col("measure") == measure).drop_nulls("value").to_dicts()
    if not rows:
        return None
    row = max(rows, key=lambda row: (row["low"], row["high"]))
    needed = most_games(more_games_of_share(row, limit) for row in rows if grade(row["low"], row["high"], limit) is Grade.NOT_KNOWN)
    return row, graded(study, name, row["low"], max(row["high"] for row in rows), needed and needed * games_each)


def more_games_of_share(row: Mapping[str, Any], limit: float) -> int | None:
    """How many more games tell on which side of the limit a share of games lies; the spread of a yes or no follows from its share."""
    spread, at_limit = ((share * (1 - share)) ** 0.5 for share in (row["value"], min(limit, 1.0)))
    return more_games(row["value"], limit, spread, row["n"], at_limit)


def most_games(needed: Iterable[int | None]) -> int | None:
    """The games that are enough for all of them; None if there is no number for one of them."""
    counts = list(needed)
    return None if None in counts else max((count for count in counts if count is not None), default=None)
