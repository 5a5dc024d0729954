"""The end of the game: end bonuses, scores, the tie-break, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.engine.contract import MISSING
from brewsim.engine.levers import START_POINTS
from brewsim.games.brew_crafters.rules import N_CLASSES, N_RECIPES, RECIPES, CardClass
from brewsim.games.brew_crafters.state import ROUNDS_KEPT
from brewsim.parts.compiling import compiled

SCORE_SOURCES = ("rep_recipes", "rep_bonuses", "rep_workers", "rep_equipment")
METRICS = (
    *SCORE_SOURCES,
    START_POINTS,
    *(f"beers_{recipe}" for recipe in RECIPES),
    "cards_played",
    "cards_left",
    "turns",
    "end_round",
    "triggered_end",
    *(f"score_after_{r + 1}" for r in range(ROUNDS_KEPT)),
)


class Metric(IntEnum):
    """Where a metric stands in METRICS; of a row of them, where the first stands."""

    REP_RECIPES = METRICS.index("rep_recipes")
    REP_BONUSES = METRICS.index("rep_bonuses")
    REP_WORKERS = METRICS.index("rep_workers")
    REP_EQUIPMENT = METRICS.index("rep_equipment")
    START_POINTS = METRICS.index(START_POINTS)
    BEERS = METRICS.index(f"beers_{RECIPES[0]}")  # + recipe
    CARDS_PLAYED = METRICS.index("cards_played")
    CARDS_LEFT = METRICS.index("cards_left")
    TURNS = METRICS.index("turns")
    END_ROUND = METRICS.index("end_round")
    TRIGGERED_END = METRICS.index("triggered_end")
    SCORE_AFTER = METRICS.index("score_after_1")  # + round


@compiled
def add_end_bonuses(rules, state):
    """Brewery Tour and Employee Manager, after the last turn (BC-19)."""
    for side in range(state.n_seats):
        for card_class in range(N_CLASSES):
            state.rep_end[side, card_class] = state.end_rates[side, card_class] * state.classes[side, card_class]
            state.rep[side] += state.rep_end[side, card_class]


@compiled
def outcome(rules, state, out):
    """Score by side, tie by cards in hand (BC-20, BC-23), then by the levers (BC-28)."""
    for seat in range(state.n_seats):
        side = state.side[seat]
        row = out[seat]
        row.side = side
        row.score = state.rep[side]
        row.tiebreak = 0
        row.handicap = 0
        row.metrics[Metric.START_POINTS] = 0
        for other in range(state.n_seats):
            if state.side[other] == side:
                row.tiebreak += state.n_hand[other]
                row.handicap += rules.tie_break[other]
                row.metrics[Metric.START_POINTS] += rules.start_points[other]
        row.metrics[Metric.REP_RECIPES] = state.rep_recipes[side]
        row.metrics[Metric.REP_BONUSES] = state.rep_bonuses[side]
        row.metrics[Metric.REP_WORKERS] = state.rep_end[side, CardClass.WORKER]
        row.metrics[Metric.REP_EQUIPMENT] = state.rep_end[side, CardClass.EQUIPMENT]
        for recipe in range(N_RECIPES):
            row.metrics[Metric.BEERS + recipe] = state.beers[seat, recipe]
        row.metrics[Metric.CARDS_PLAYED] = state.cards_played[seat]
        row.metrics[Metric.CARDS_LEFT] = state.n_hand[seat]
        row.metrics[Metric.TURNS] = state.turns[seat]
        row.metrics[Metric.END_ROUND] = state.end_round
        row.metrics[Metric.TRIGGERED_END] = state.end_round > 0 and state.end_side == side
        for played in range(ROUNDS_KEPT):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            row.metrics[Metric.SCORE_AFTER + played] = state.rep_after[played, side] if was_played else MISSING
