"""Scores, the tie-break, and what a game reports. Clause numbers are those of RULES.md."""

from enum import IntEnum

from brewsim.engine.contract import MISSING
from brewsim.engine.levers import START_POINTS
from brewsim.games.brew.creatures import housed_creatures
from brewsim.games.brew.rules import MAX_ROUNDS, N_GOODS
from brewsim.parts.compiling import compiled, inlined

SCORE_SOURCES = ("vp_potions", "vp_forests", "vp_creatures", "vp_tokens", "vp_ingredients")
METRICS = (
    *SCORE_SOURCES,
    START_POINTS,
    "forests_won",
    "forests_lost_to_ties",
    "forests_lost_to_elements",
    "dice_forced",
    "potions_brewed",
    "potions_drunk",
    "creatures_trained",
    "creatures_housed",
    "berries_spent",
    "turns",
    "extra_turns",
    "ingredients_left",
    "potion_reshuffles",
    *(f"score_after_{r + 1}" for r in range(MAX_ROUNDS)),
)


class Metric(IntEnum):
    """Where a metric stands in METRICS; of a row of them, where the first stands."""

    VP_POTIONS = METRICS.index("vp_potions")
    VP_FORESTS = METRICS.index("vp_forests")
    VP_CREATURES = METRICS.index("vp_creatures")
    VP_TOKENS = METRICS.index("vp_tokens")
    VP_INGREDIENTS = METRICS.index("vp_ingredients")
    START_POINTS = METRICS.index(START_POINTS)
    FORESTS_WON = METRICS.index("forests_won")
    FORESTS_LOST_TO_TIES = METRICS.index("forests_lost_to_ties")
    FORESTS_LOST_TO_ELEMENTS = METRICS.index("forests_lost_to_elements")
    DICE_FORCED = METRICS.index("dice_forced")
    POTIONS_BREWED = METRICS.index("potions_brewed")
    POTIONS_DRUNK = METRICS.index("potions_drunk")
    CREATURES_TRAINED = METRICS.index("creatures_trained")
    CREATURES_HOUSED = METRICS.index("creatures_housed")
    BERRIES_SPENT = METRICS.index("berries_spent")
    TURNS = METRICS.index("turns")
    EXTRA_TURNS = METRICS.index("extra_turns")
    INGREDIENTS_LEFT = METRICS.index("ingredients_left")
    POTION_RESHUFFLES = METRICS.index("potion_reshuffles")  # of the game, so the same for all seats
    SCORE_AFTER = METRICS.index("score_after_1")  # + round


@inlined
def creature_score(rules, state, seat):
    """VP of creatures, those with a home and those without (BR-67)."""
    better = max(0, rules.creature_vp_in_forest - rules.creature_vp)
    return state.n_creatures[seat] * rules.creature_vp + housed_creatures(state, seat) * better


@compiled
def leftovers(state, seat):
    """Ingredients and berries in stock (BR-67, BR-68)."""
    total = 0
    for good in range(N_GOODS):
        total += state.stock[seat, good]
    return total


@inlined
def leftover_score(rules, state, seat):
    """VP of ingredients and berries that are left (BR-67)."""
    return leftovers(state, seat) // rules.leftovers_per_vp


@compiled
def score_of(rules, state, seat):
    """What the seat would score if the game ended now (BR-67, BR-74)."""
    score = rules.start_points[seat] + state.vp_potions[seat] + state.vp_forests[seat] + state.tokens[seat]
    return score + creature_score(rules, state, seat) + leftover_score(rules, state, seat)


@compiled
def outcome(rules, state, out):
    """Score by source, tie by leftovers (BR-67, BR-68), then by the levers (BR-75). Tokens for drunk potions were earned by potions."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side = seat
        row.score = score_of(rules, state, seat)
        row.tiebreak = leftovers(state, seat)
        row.handicap = rules.tie_break[seat]
        row.metrics[Metric.START_POINTS] = rules.start_points[seat]
        row.metrics[Metric.VP_POTIONS] = state.vp_potions[seat] + state.tokens_for_potions[seat]
        row.metrics[Metric.VP_FORESTS] = state.vp_forests[seat]
        row.metrics[Metric.VP_CREATURES] = creature_score(rules, state, seat)
        row.metrics[Metric.VP_TOKENS] = state.tokens[seat] - state.tokens_for_potions[seat]
        row.metrics[Metric.VP_INGREDIENTS] = leftover_score(rules, state, seat)
        row.metrics[Metric.FORESTS_WON] = state.n_won[seat]
        row.metrics[Metric.FORESTS_LOST_TO_TIES] = state.n_lost_ties[seat]
        row.metrics[Metric.FORESTS_LOST_TO_ELEMENTS] = state.n_lost_elements[seat]
        row.metrics[Metric.DICE_FORCED] = state.n_forced[seat]
        row.metrics[Metric.POTIONS_BREWED] = state.n_brewed[seat]
        row.metrics[Metric.POTIONS_DRUNK] = state.n_drunk[seat]
        row.metrics[Metric.CREATURES_TRAINED] = state.n_trainings[seat]
        row.metrics[Metric.CREATURES_HOUSED] = housed_creatures(state, seat)
        row.metrics[Metric.BERRIES_SPENT] = state.berries_spent[seat]
        row.metrics[Metric.TURNS] = state.turns[seat]
        row.metrics[Metric.EXTRA_TURNS] = state.extra_turns[seat]
        row.metrics[Metric.INGREDIENTS_LEFT] = leftovers(state, seat)
        row.metrics[Metric.POTION_RESHUFFLES] = state.shuffles - 1
        for played in range(MAX_ROUNDS):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            row.metrics[Metric.SCORE_AFTER + played] = state.score_after[played, seat] if was_played else MISSING
