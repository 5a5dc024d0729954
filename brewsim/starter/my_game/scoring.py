"""The end of the game: scores, the tie-break, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.engine.levers import START_POINTS
from brewsim.parts.compiling import compiled

SCORE_SOURCES = ("goods", "full_boats")  # with the start points, they add up to the score
METRICS = (*SCORE_SOURCES, START_POINTS, "boats_sunk", "boats_arrived")


class Metric(IntEnum):
    """Where a metric stands in METRICS."""

    GOODS = 0
    FULL_BOATS = 1
    START_POINTS = 2
    BOATS_SUNK = 3
    BOATS_ARRIVED = 4


@compiled
def outcome(rules, state, out):
    """The highest score wins, then the fewest lost boats (MG-8)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side = seat
        row.score = state.score[seat]
        row.tiebreak = -state.sunk[seat]
        row.handicap = 0
        row.metrics[Metric.GOODS] = state.goods_points[seat]
        row.metrics[Metric.FULL_BOATS] = state.bonus_points[seat]
        row.metrics[Metric.START_POINTS] = rules.start_points[seat]
        row.metrics[Metric.BOATS_SUNK] = state.sunk[seat]
        row.metrics[Metric.BOATS_ARRIVED] = state.arrived[seat]
