"""The end of the game: scores, the tie-break, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.parts.compiling import compiled

from orchard.rules import KINDS, N_KINDS

FIRST_SCORED = KINDS.index("sapling")  # sapling, tree and grove stand side by side
SCORE_SOURCES = ("points_sapling", "points_tree", "points_grove", "points_other")  # others are weeds, unless a variant gives points to more
METRICS = (*SCORE_SOURCES, "cards_owned", "cards_bought", "cards_played")


class Metric(IntEnum):
    """Where a metric stands in METRICS; of a row of them, where the first stands."""

    POINTS = 0  # + kind - FIRST_SCORED
    POINTS_OTHER = 3
    CARDS_OWNED = 4
    CARDS_BOUGHT = 5
    CARDS_PLAYED = 6


@compiled
def outcome(rules, state, out):
    """The points of all cards; among equals fewer cards are better (OR-10)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side, row.handicap = seat, 0
        row.metrics[Metric.POINTS_OTHER] = 0
        total, cards = 0, 0
        for kind in range(N_KINDS):
            points = state.owned[seat, kind] * rules.points[kind]
            cards += state.owned[seat, kind]
            total += points
            if FIRST_SCORED <= kind < FIRST_SCORED + 3:
                row.metrics[Metric.POINTS + kind - FIRST_SCORED] = points
            else:
                row.metrics[Metric.POINTS_OTHER] += points
        row.score, row.tiebreak = total, -cards
        row.metrics[Metric.CARDS_OWNED] = cards
        row.metrics[Metric.CARDS_BOUGHT] = state.bought[seat]
        row.metrics[Metric.CARDS_PLAYED] = state.plays[seat]
