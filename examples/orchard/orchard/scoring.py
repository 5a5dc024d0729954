"""The end of the game: scores, the tie-break, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.parts.compiling import compiled

from orchard.rules import GROVE, KINDS, N_KINDS

SAPLING = KINDS.index("sapling")  # sapling, tree and grove stand side by side


class Metric(IntEnum):
    POINTS_SAPLING = 0
    POINTS_TREE = 1
    POINTS_GROVE = 2
    POINTS_OTHER = 3  # weeds, unless a variant gives points to more
    CARDS_OWNED = 4
    CARDS_PLAYED = 5


METRICS = tuple(metric.name.lower() for metric in Metric)
SCORE_SOURCES = METRICS[: Metric.CARDS_OWNED]


@compiled
def outcome(rules, state, out):
    """The points of all cards; among equals fewer cards are better (OR-10)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side, row.handicap, row.score, row.tiebreak, row.metrics[Metric.POINTS_OTHER] = seat, 0, 0, 0, 0
        for kind in range(N_KINDS):
            points = state.owned[seat, kind] * rules.points[kind]
            row.score += points
            row.tiebreak -= state.owned[seat, kind]
            if SAPLING <= kind <= GROVE:
                row.metrics[Metric.POINTS_SAPLING + kind - SAPLING] = points
            else:
                row.metrics[Metric.POINTS_OTHER] += points
        row.metrics[Metric.CARDS_OWNED], row.metrics[Metric.CARDS_PLAYED] = -row.tiebreak, state.plays[seat]
