"""The end of the game: scores, the tie-break, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.parts.compiling import compiled


class Metric(IntEnum):
    CARDS = 0  # points for cards
    LARGE_SALES = 1  # points for large sales


METRICS = tuple(metric.name.lower() for metric in Metric)
SCORE_SOURCES = METRICS  # those that add up to the score: here all


@compiled
def outcome(rules, state, out):
    """The highest score wins, then the most large sales (MG-7)."""
    for seat in range(state.n_seats):
        row, bonus = out[seat], state.large_sales[seat] * rules.bulk_bonus
        row.side, row.handicap = seat, 0  # everybody wins alone; nobody is behind by a lever
        row.score, row.tiebreak = state.score[seat], state.large_sales[seat]
        row.metrics[Metric.CARDS], row.metrics[Metric.LARGE_SALES] = state.score[seat] - bonus, bonus
