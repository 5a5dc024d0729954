"""Which size makes a finding worth a look; the page shows it too."""

from brewsim.report.page import Grade
from brewsim.stats.verdicts import STEPS

EXPLANATION = (
    f"A finding is worth a look if it is surely larger than this: a seat that wins {100 * STEPS['seat']:.0f} points more or less than its "
    f"fair share; an item that is worth {100 * STEPS['item']:.0f} points of win share; first place tied in {100 * STEPS['tie']:.0f} % of "
    f"games, or victory shared in {100 * STEPS['shared']:.0f} %; a leader at half-time who wins {50 + 100 * STEPS['leader']:.0f} % of "
    f"games; a plan that finishes ahead of every other one in {50 + 100 * STEPS['plan']:.0f} %; {1000 * STEPS['aborted']:.0f} aborted game "
    "in 1,000."
)


def grade(measure: str, size: float) -> Grade:
    """The grade of an effect that has at least this size."""
    step = STEPS[measure]
    return Grade.PROBLEM if size >= step else Grade.NOTABLE if size >= step / 4 else Grade.FINE


def weight(measure: str, size: float) -> float:
    """How many times larger a size is than the one that makes a problem."""
    return max(0.0, size) / STEPS[measure]


def sure_size(low: float, high: float, origin: float = 0.0) -> float:
    """The smallest distance from the origin that the interval allows: 0 if it covers the origin.

    >>> sure_size(0.2, 0.3), sure_size(-0.3, -0.1), sure_size(-0.1, 0.3)
    (0.2, 0.1, 0)
    """
    return max(low - origin, origin - high, 0)
