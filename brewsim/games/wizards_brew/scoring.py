"""Victory, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.engine.contract import MISSING, PLACE
from brewsim.engine.levers import START_POINTS
from brewsim.games.wizards_brew.rules import CITY, LANDMARKS, N_LANDMARKS, N_PRINTED, SPELLS
from brewsim.games.wizards_brew.state import ROUNDS_KEPT, HorseRule
from brewsim.parts.compiling import compiled, inlined

SCORE_SOURCES = ()
METRICS = (
    PLACE,
    START_POINTS,
    "ingredients_different",
    "ingredients_total",
    "missing",
    "cubes_spent",
    "cards_drawn",
    "cards_paid",
    "cards_left",
    "spells_won",
    "auctions_city",
    *(f"auctions_{landmark}" for landmark in LANDMARKS),
    "bluffs",
    "failed_payments",
    "horse_to_neighbour",
    "horse_by_line",
    "horse_anywhere",
    "horse_by_spell",
    "won_by_different",
    "end_round",
    *(f"held_{spell}" for spell in SPELLS),
    *(f"ingredients_after_{r + 1}" for r in range(ROUNDS_KEPT)),
)


class Metric(IntEnum):
    """Where a metric stands in METRICS; of a row of them, where the first stands."""

    PLACE = METRICS.index(PLACE)
    START_POINTS = METRICS.index(START_POINTS)
    INGREDIENTS_DIFFERENT = METRICS.index("ingredients_different")
    INGREDIENTS_TOTAL = METRICS.index("ingredients_total")
    MISSING = METRICS.index("missing")
    CUBES_SPENT = METRICS.index("cubes_spent")
    CARDS_DRAWN = METRICS.index("cards_drawn")
    CARDS_PAID = METRICS.index("cards_paid")
    CARDS_LEFT = METRICS.index("cards_left")
    SPELLS_WON = METRICS.index("spells_won")
    AUCTIONS_CITY = METRICS.index("auctions_city")
    AUCTIONS = METRICS.index(f"auctions_{LANDMARKS[0]}")  # + landmark
    BLUFFS = METRICS.index("bluffs")
    FAILED_PAYMENTS = METRICS.index("failed_payments")
    HORSE_TO_NEIGHBOUR = METRICS.index("horse_to_neighbour")
    HORSE_BY_LINE = METRICS.index("horse_by_line")
    HORSE_ANYWHERE = METRICS.index("horse_anywhere")
    HORSE_BY_SPELL = METRICS.index("horse_by_spell")
    WON_BY_DIFFERENT = METRICS.index("won_by_different")
    END_ROUND = METRICS.index("end_round")
    HELD = METRICS.index(f"held_{SPELLS[0]}")  # + spell
    INGREDIENTS_AFTER = METRICS.index("ingredients_after_1")  # + round


@inlined
def place_of(state, seat):
    """The seat counted from the first wizard."""
    return (seat - state.first_wizard) % state.n_seats


@inlined
def missing_with(rules, state, seat, different, total):
    """Ingredients that a seat is still missing to victory, by the shorter of the two ways (WB-43, WB-75)."""
    missing = min(rules.to_win_different[state.n_seats] - different, rules.to_win_total[state.n_seats] - total)
    return max(0, missing - state.start_points[seat])


@compiled
def record_round(state):
    """Keep the number of ingredients after this round."""
    if state.rounds < ROUNDS_KEPT:
        for seat in range(state.n_seats):
            state.after[state.rounds, seat] = state.n_total[seat]


@compiled
def outcome(rules, state, out):
    """The winner has 0, the others minus what they were missing (WB-44)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side = seat
        row.score = -state.missing[seat]
        row.tiebreak = 0
        row.handicap = 0
        metrics = row.metrics
        metrics[Metric.PLACE] = place_of(state, seat)
        metrics[Metric.START_POINTS] = state.start_points[seat]
        metrics[Metric.INGREDIENTS_DIFFERENT] = state.n_different[seat]
        metrics[Metric.INGREDIENTS_TOTAL] = state.n_total[seat]
        metrics[Metric.MISSING] = state.missing[seat]
        metrics[Metric.CUBES_SPENT] = state.cubes_spent[seat]
        metrics[Metric.CARDS_DRAWN] = state.cards_drawn[seat]
        metrics[Metric.CARDS_PAID] = state.cards_paid[seat]
        metrics[Metric.CARDS_LEFT] = state.n_hand[seat]
        metrics[Metric.SPELLS_WON] = state.spells_won[seat]
        metrics[Metric.AUCTIONS_CITY] = state.auctions[seat, CITY]
        for landmark in range(N_LANDMARKS):
            metrics[Metric.AUCTIONS + landmark] = state.auctions[seat, landmark]
        metrics[Metric.BLUFFS] = state.bluffs[seat]
        metrics[Metric.FAILED_PAYMENTS] = state.failed[seat]
        metrics[Metric.HORSE_TO_NEIGHBOUR] = state.horse_moves[seat, HorseRule.NEIGHBOUR]
        metrics[Metric.HORSE_BY_LINE] = state.horse_moves[seat, HorseRule.LINE]
        metrics[Metric.HORSE_ANYWHERE] = state.horse_moves[seat, HorseRule.ANYWHERE]
        metrics[Metric.HORSE_BY_SPELL] = state.horse_moves[seat, HorseRule.SPELL]
        different = state.n_different[seat] + state.start_points[seat]
        metrics[Metric.WON_BY_DIFFERENT] = state.missing[seat] == 0 and different >= rules.to_win_different[state.n_seats]
        metrics[Metric.END_ROUND] = state.rounds + 1
        for spell in range(N_PRINTED):
            metrics[Metric.HELD + spell] = state.held[seat, spell] * rules.is_printed[spell]
        for played in range(ROUNDS_KEPT):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            metrics[Metric.INGREDIENTS_AFTER + played] = state.after[played, seat] if was_played else MISSING
