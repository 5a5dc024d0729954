"""Sizes against their limits: the parts of a finding that say what is known."""

from typing import Any

from brewsim.manifest import Limits
from brewsim.report.page import Finding
from brewsim.report.study import Study
from brewsim.stats.verdicts import LIMITS, Grade, grade, limit_in_words

EXPLANATION = (
    "A problem is surely larger than its limit, no problem is surely smaller; all else is not known. "
    "The limits are settings of the experiment ([limits] in its file): {}."
)


def explanation(limits: Limits) -> str:
    """What the grades mean, and all limits."""
    return EXPLANATION.format("; ".join(f"{name} = {getattr(limits, name):g}" for name in LIMITS))


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
    return Finding(headline, "", **graded(study, name, None, None), where=where)


def not_tested(study: Study, name: str, headline: str, where: str = "") -> Finding:
    """That the experiment did not look for what has this limit."""
    limit = limit_in_words(study.limits, name) if name else ""
    return Finding(headline, "", weight=0.0, grade=Grade.NOT_TESTED, limit=limit, where=where)
