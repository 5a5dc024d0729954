"""The part of the survey that values the goals of the barrels: what each may still bring, and how far it is away.

A goal is some steps, tiles, discs, cards or sheds away. What brings it nearer is worth the points of its barrel times the chance
that is won by it.
"""

from brewsim.games.heaven_and_ale.barrels import contains, count_for_goals, due_barrels, fertility_tiles, goal_if, may_claim, offered_barrel
from brewsim.games.heaven_and_ale.beliefs import MAX_LACKING
from brewsim.games.heaven_and_ale.box import (
    BREWMASTER,
    N_COLOURS,
    N_FERTILITIES,
    N_GOALS,
    N_SHED_TYPES,
    Barrel,
    Goal,
    Side,
)
from brewsim.parts.compiling import compiled, inlined


@inlined
def nearer(beliefs, view, goal, units):
    """Points that so many steps, tiles, discs, cards or sheds towards a goal are worth."""
    lacking = view.lacking[goal]
    now, then = beliefs.reach[view.rounds_left, goal, lacking], beliefs.reach[view.rounds_left, goal, max(0, lacking - units)]
    return view.prize[goal] * (then - now)


@inlined
def set_lacking(rules, view, goal, amount):
    """How much a goal lacks that counts this amount."""
    view.lacking[goal] = min(MAX_LACKING, max(0, rules.goal[goal] - amount))


@compiled
def value_goals(rules, beliefs, state, view):
    """What each goal may bring the seat to move and how far it is away; what a tile, a disc, a card or a shed brings it nearer."""
    seat = state.seat
    view.rounds_left = rules.total_rounds[state.n_seats] - state.rounds
    urgency = 1.0 - beliefs.goal_patience * view.share  # what is done later for a goal counts as much
    for goal in range(N_GOALS):
        is_open = state.barrel[seat, goal] == Barrel.NOT_OWNED
        view.prize[goal] = urgency * rules.barrel_vp[goal, offered_barrel(state, goal)] if is_open else 0.0
    see_lacking(rules, state, view)
    for fertility in range(N_FERTILITIES + 1):
        view.fertility_progress[fertility] = 0.0
    for goal in (Goal.BARREN, Goal.FERTILE):
        view.fertility_progress[rules.goal_fertility[goal]] += nearer(beliefs, view, goal, 1)
    view.side_progress[Side.SUN] = nearer(beliefs, view, Goal.SUN, 1)
    view.side_progress[Side.SHADE] = nearer(beliefs, view, Goal.SHADE, 1)
    view.colour_spot_progress = nearer(beliefs, view, Goal.RESOURCE_SPOTS, 1)
    view.monk_spot_progress = nearer(beliefs, view, Goal.MONK_SPOTS, 1)
    view.card_progress = nearer(beliefs, view, Goal.PRIVILEGES, 1)
    one_more, one_type_more = nearer(beliefs, view, Goal.SAME_SHEDS, 1), nearer(beliefs, view, Goal.DIFFERENT_SHEDS, 1)
    most = rules.goal[Goal.SAME_SHEDS] - view.lacking[Goal.SAME_SHEDS]
    for shed_type in range(N_SHED_TYPES):
        built = state.shed_count[seat, shed_type]
        view.shed_progress[shed_type] = (one_more if built == most else 0.0) + (one_type_more if built == 0 else 0.0)


@compiled
def see_lacking(rules, state, view):
    """How many steps, tiles, discs, cards or sheds each goal is away."""
    seat = state.seat
    highest, resource_spots, monk_spots, placed, shed_types, equal_sheds = count_for_goals(state, seat)
    short = 0
    for colour in range(N_COLOURS):
        short += max(0, rules.goal[Goal.ALL_RESOURCES] - state.marker[seat, colour])
    view.highest = highest
    view.lacking[Goal.ALL_RESOURCES] = min(MAX_LACKING, short)
    set_lacking(rules, view, Goal.BREWMASTER, state.marker[seat, BREWMASTER])
    set_lacking(rules, view, Goal.BARREN, fertility_tiles(rules, state, seat, Goal.BARREN))
    set_lacking(rules, view, Goal.FERTILE, fertility_tiles(rules, state, seat, Goal.FERTILE))
    set_lacking(rules, view, Goal.MONK_SPOTS, monk_spots)
    set_lacking(rules, view, Goal.RESOURCE_SPOTS, resource_spots)
    set_lacking(rules, view, Goal.SAME_SHEDS, equal_sheds)
    set_lacking(rules, view, Goal.DIFFERENT_SHEDS, shed_types)
    set_lacking(rules, view, Goal.FULL_TRACK, highest)
    set_lacking(rules, view, Goal.PRIVILEGES, placed)
    set_lacking(rules, view, Goal.SUN, state.side_tiles[seat, Side.SUN])
    set_lacking(rules, view, Goal.SHADE, state.side_tiles[seat, Side.SHADE])


@inlined
def nearer_by_steps(beliefs, view, wanted, reached):
    """Points that steps of resource markers bring nearer: how many are wanted for all of them to count, and the spot that one reaches."""
    points = nearer(beliefs, view, Goal.ALL_RESOURCES, wanted)
    return points + nearer(beliefs, view, Goal.FULL_TRACK, max(0, reached - view.highest))


@compiled
def value_due(rules, state, view):
    """The points of the barrels that the seat could claim now, and those of them that it would lose if a rival came first."""
    seat = state.seat
    points, at_risk = 0, 0
    due = 0
    for goal in range(N_GOALS):
        due |= goal_if((view.lacking[goal] == 0) & may_claim(state, seat, goal), goal)
    if due != 0:
        rivals = 0
        for other in range(state.n_seats):
            if other != seat:
                rivals |= due_barrels(rules, state, other)
        for goal in range(N_GOALS):
            if contains(due, goal):
                size = offered_barrel(state, goal)
                points += rules.barrel_vp[goal, size]
                if contains(rivals, goal):
                    at_risk += rules.barrel_vp[goal, size] - rules.barrel_vp[goal, size - 1]
    view.due_points, view.risky_points = points, at_risk
