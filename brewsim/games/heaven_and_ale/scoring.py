"""Barrel goals, the final scoring and the outcome. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import MISSING, NONE
from brewsim.games.heaven_and_ale.rules import (
    BELOW_TRACK,
    BREWMASTER,
    MAX_ROUNDS,
    N_BARRELS,
    N_CARDS,
    N_COLOURS,
    N_MONKS,
    N_SHED_TYPES,
    SHADE,
    SUN,
)
from brewsim.games.heaven_and_ale.state import FIRST, HOME, LARGE, PLACED, SMALL, SOLD
from brewsim.parts.compiling import compiled, inlined

BARREL_CARD = 2  # its place among the privileges


@compiled
def met_goals(rules, state, seat):
    """The goals that a seat has achieved, as bits (HA-33)."""
    low, high = lowest_marker(state, seat), state.marker[seat, 0]
    resource_spots, monk_spots, placed, types, most = 0, 0, 0, 0, 0
    for colour in range(N_COLOURS):
        high = max(high, state.marker[seat, colour])
        resource_spots += state.disc[seat, 1 + colour]
    for monk in range(N_MONKS):
        monk_spots += state.disc[seat, 1 + N_COLOURS + monk]
    for card in range(N_CARDS):
        placed += state.card[seat, card] == PLACED
    for shed_type in range(N_SHED_TYPES):
        types += state.shed_count[seat, shed_type] > 0
        most = max(most, state.shed_count[seat, shed_type])
    met = int(state.marker[seat, BREWMASTER] >= rules.goal[0])
    met |= int(low >= rules.goal[1]) << 1
    met |= int(state.n_fertility[seat, rules.goal_fertility[2] - 1] >= rules.goal[2]) << 2
    met |= int(state.n_fertility[seat, rules.goal_fertility[3] - 1] >= rules.goal[3]) << 3
    met |= int(monk_spots >= rules.goal[4]) << 4
    met |= int(resource_spots >= rules.goal[5]) << 5
    met |= int(most >= rules.goal[6]) << 6
    met |= int(types >= rules.goal[7]) << 7
    met |= int(high >= rules.goal[8]) << 8
    met |= int(placed >= rules.goal[9]) << 9
    met |= int(state.side_tiles[seat, SUN] >= rules.goal[10]) << 10
    met |= int(state.side_tiles[seat, SHADE] >= rules.goal[11]) << 11
    return met


@compiled
def due_barrels(rules, state, seat):
    """The barrels that a seat may claim now, as bits: the goal met, one left, none of this goal owned (HA-34)."""
    free = 0
    for barrel in range(N_BARRELS):
        free |= int(state.barrel[seat, barrel] == 0 and state.small_left[barrel] > 0) << barrel
    return free & met_goals(rules, state, seat)


@compiled
def first_due(rules, state, seat):
    """The first barrel that the seat could claim, or NONE."""
    due = due_barrels(rules, state, seat)
    for barrel in range(N_BARRELS):
        if due >> barrel & 1:
            return barrel
    return NONE


@inlined
def lowest_marker(state, seat):
    """The spot of the resource marker furthest behind."""
    low = state.marker[seat, 0]
    for colour in range(1, N_COLOURS):
        low = min(low, state.marker[seat, colour])
    return low


@compiled
def steps_lacking(state, seat, level):
    """Steps that the markers below a level are short of it."""
    steps = 0
    for colour in range(N_COLOURS):
        steps += max(0, level - state.marker[seat, colour])
    return steps


@compiled
def steps_spare(state, seat, level):
    """Steps that the markers above a level could go back."""
    steps = 0
    for colour in range(N_COLOURS):
        steps += max(0, state.marker[seat, colour] - level)
    return steps


@compiled
def best_level(rules, state, seat):
    """The highest spot that all resource markers can reach by exchange and then by ducats (HA-39, HA-40)."""
    rate = rules.exchange[BELOW_TRACK + state.marker[seat, BREWMASTER]]
    paid = int(state.money[seat]) // rules.ducats_per_step
    level = lowest_marker(state, seat)
    while level < rules.track_end and steps_spare(state, seat, level + 1) // rate + paid >= steps_lacking(state, seat, level + 1):
        level += 1
    return level


@compiled
def beer_points(rules, state, seat, level):
    """The lowest marker's spot times the brewmaster's value; nothing below spot 1 (HA-41)."""
    return max(0, level) * rules.vp[BELOW_TRACK + state.marker[seat, BREWMASTER]]


@compiled
def barrel_points(rules, state, seat):
    """The points printed on the barrels (HA-42)."""
    points = 0
    for barrel in range(N_BARRELS):
        points += rules.large_vp * (state.barrel[seat, barrel] == LARGE) + rules.small_vp * (state.barrel[seat, barrel] == SMALL)
    return points


@compiled
def privilege_points(rules, state, seat):
    """The barrel privilege, if it was placed (HA-42)."""
    barrels = 0
    for barrel in range(N_BARRELS):
        barrels += state.barrel[seat, barrel] > 0
    return barrels * rules.vp_per_barrel if state.card[seat, BARREL_CARD] == PLACED else 0 * barrels


@compiled
def first_points(rules, state, seat):
    """The first player's place at the end (HA-43)."""
    return rules.first_player_vp if state.position[seat] == HOME and state.place[seat] == FIRST else 0 * rules.first_player_vp


@compiled
def total_points(rules, state, seat):
    """The score of a seat if the game ended now."""
    points = beer_points(rules, state, seat, best_level(rules, state, seat)) + barrel_points(rules, state, seat)
    return points + privilege_points(rules, state, seat) + first_points(rules, state, seat)


@compiled
def outcome(rules, state, out):
    """The scores by source and what led to them; ties are shared (HA-44)."""
    for seat in range(state.n_seats):
        row = out[seat]
        metrics = row.metrics
        level = best_level(rules, state, seat)
        rate = rules.exchange[BELOW_TRACK + state.marker[seat, BREWMASTER]]
        lacking = steps_lacking(state, seat, level)
        exchanged = min(lacking, steps_spare(state, seat, level) // rate)
        row.side = seat
        row.tiebreak = 0
        metrics[0] = beer_points(rules, state, seat, level)
        metrics[1] = barrel_points(rules, state, seat)
        metrics[2] = privilege_points(rules, state, seat)
        metrics[3] = first_points(rules, state, seat)
        row.score = metrics[0] + metrics[1] + metrics[2] + metrics[3]
        metrics[4] = lowest_marker(state, seat)
        metrics[5] = level
        metrics[6] = state.marker[seat, BREWMASTER]
        metrics[7] = rules.vp[BELOW_TRACK + state.marker[seat, BREWMASTER]]
        metrics[8] = state.money[seat]
        metrics[9] = exchanged
        metrics[10] = lacking - exchanged
        metrics[11] = state.side_tiles[seat, SUN]
        metrics[12] = state.side_tiles[seat, SHADE]
        monks = 0
        for monk in range(N_MONKS):
            monks += state.n_monk[seat, monk]
        metrics[13] = monks
        m = 14
        for shed_type in range(N_SHED_TYPES):
            metrics[m] = state.shed_count[seat, shed_type]
            m += 1
        placed, sold = 0, 0
        for card in range(N_CARDS):
            placed += state.card[seat, card] == PLACED
            sold += state.card[seat, card] == SOLD
        large, small = 0, 0
        for barrel in range(N_BARRELS):
            large += state.barrel[seat, barrel] == LARGE
            small += state.barrel[seat, barrel] == SMALL
        metrics[m] = state.n_discs[seat]
        metrics[m + 1] = placed
        metrics[m + 2] = sold
        metrics[m + 3] = large
        metrics[m + 4] = small
        m += 5
        for played in range(MAX_ROUNDS):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            metrics[m + played] = state.score_after[played, seat] if was_played else MISSING
            metrics[m + MAX_ROUNDS + played] = state.lowest_after[played, seat] if was_played else MISSING
            metrics[m + 2 * MAX_ROUNDS + played] = state.brewmaster_after[played, seat] if was_played else MISSING
