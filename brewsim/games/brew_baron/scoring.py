"""Scores, the tie-break, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.engine.contract import MISSING
from brewsim.engine.levers import START_POINTS
from brewsim.games.brew_baron.rules import MAX_SLOTS
from brewsim.games.brew_baron.state import ROUNDS_KEPT
from brewsim.parts.compiling import compiled

SCORE_SOURCES = ("trophies_clear", "trophies_tied")
LARGEST = 2**15 - 1  # number that a metric can hold; only odd variants pay more tokens
METRICS = (
    *SCORE_SOURCES,
    START_POINTS,
    "trophies",
    "tokens_from_judges",
    "tokens_left",
    "bribes_offered",
    "bribes_accepted",
    "bribes_taken",
    *(f"built_slot_{slot + 1}" for slot in range(MAX_SLOTS)),
    "beers_brewed",
    "judgings",
    "hits",
    "hits_own_judge",
    "pairs",
    "hits_per_100_judges",
    "turns",
    "fests_tied",
    "fests_without_trophy",
    "most_tokens_out",
    *(f"score_after_{r + 1}" for r in range(ROUNDS_KEPT)),
)


class Metric(IntEnum):
    """Where a metric stands in METRICS; of a row of them, where the first stands."""

    TROPHIES_CLEAR = METRICS.index("trophies_clear")
    TROPHIES_TIED = METRICS.index("trophies_tied")
    START_POINTS = METRICS.index(START_POINTS)
    TROPHIES = METRICS.index("trophies")
    TOKENS_FROM_JUDGES = METRICS.index("tokens_from_judges")
    TOKENS_LEFT = METRICS.index("tokens_left")
    BRIBES_OFFERED = METRICS.index("bribes_offered")
    BRIBES_ACCEPTED = METRICS.index("bribes_accepted")
    BRIBES_TAKEN = METRICS.index("bribes_taken")
    BUILT_SLOT = METRICS.index("built_slot_1")  # + slot
    BEERS_BREWED = METRICS.index("beers_brewed")
    JUDGINGS = METRICS.index("judgings")
    HITS = METRICS.index("hits")
    HITS_OWN_JUDGE = METRICS.index("hits_own_judge")
    PAIRS = METRICS.index("pairs")
    HITS_PER_100_JUDGES = METRICS.index("hits_per_100_judges")
    TURNS = METRICS.index("turns")
    FESTS_TIED = METRICS.index("fests_tied")
    FESTS_WITHOUT_TROPHY = METRICS.index("fests_without_trophy")
    MOST_TOKENS_OUT = METRICS.index("most_tokens_out")
    SCORE_AFTER = METRICS.index("score_after_1")  # + round


@compiled
def outcome(rules, state, out):
    """Trophies are the score, tokens in hand break a tie (BB-36), then the levers (BB-42)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side = seat
        row.score = state.trophies[seat]
        row.tiebreak = state.tokens[seat]
        row.handicap = rules.tie_break[seat]
        row.metrics[Metric.TROPHIES_CLEAR] = state.trophies[seat] - state.trophies_tied[seat] - rules.start_points[seat]
        row.metrics[Metric.START_POINTS] = rules.start_points[seat]
        row.metrics[Metric.TROPHIES_TIED] = state.trophies_tied[seat]
        row.metrics[Metric.TROPHIES] = state.trophies[seat]
        row.metrics[Metric.TOKENS_FROM_JUDGES] = min(state.tokens_won[seat], LARGEST)
        row.metrics[Metric.TOKENS_LEFT] = min(state.tokens[seat], LARGEST)
        row.metrics[Metric.BRIBES_OFFERED] = state.bribes_offered[seat]
        row.metrics[Metric.BRIBES_ACCEPTED] = state.bribes_accepted[seat]
        row.metrics[Metric.BRIBES_TAKEN] = state.bribes_taken[seat]
        for slot in range(MAX_SLOTS):
            row.metrics[Metric.BUILT_SLOT + slot] = state.n_built[seat] > slot
        row.metrics[Metric.BEERS_BREWED] = state.beers_brewed[seat]
        row.metrics[Metric.JUDGINGS] = state.judgings[seat]
        row.metrics[Metric.HITS] = state.hits[seat]
        row.metrics[Metric.HITS_OWN_JUDGE] = state.hits_own[seat]
        row.metrics[Metric.PAIRS] = state.pairs[seat]
        hits, judgings = int(state.hits[seat]), int(state.judgings[seat])  # interpreted, a hundred hits would not fit into int16
        row.metrics[Metric.HITS_PER_100_JUDGES] = 100 * hits // judgings if judgings > 0 else MISSING
        row.metrics[Metric.TURNS] = state.turns[seat]
        row.metrics[Metric.FESTS_TIED] = state.fests_tied[seat]
        row.metrics[Metric.FESTS_WITHOUT_TROPHY] = state.fests_without_trophy
        row.metrics[Metric.MOST_TOKENS_OUT] = min(state.most_tokens_out, LARGEST)
        for played in range(ROUNDS_KEPT):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            row.metrics[Metric.SCORE_AFTER + played] = state.trophies_after[played, seat] if was_played else MISSING
