"""The sizes that make a finding worth a look, in one place; the page shows them too."""

from brewsim.report.page import Grade

# Measure -> the size that makes it a problem; a quarter of it is worth knowing.
STEPS = {
    "seat": 0.02,  # of win share above or below a fair one
    "tie": 0.20,  # of games tied before the tie-break
    "shared": 0.10,  # of games that end in a shared victory
    "aborted": 0.001,  # of games that reach the cap on decisions
    "leader": 0.35,  # above one half: how often the leader at half-time wins
    "plan": 0.10,  # above one half: how often a plan finishes ahead of each other one
    "item": 0.05,  # of win share that an item is worth
}
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
