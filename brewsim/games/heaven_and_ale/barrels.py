"""The goals of the barrels, and which barrels a seat may claim. Clause numbers are those of RULES.md.

A set of goals is a number with a bit for each goal, since kernels make no lists.
"""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.box import BREWMASTER, N_CARDS, N_COLOURS, N_GOALS, N_MONKS, N_SHED_TYPES, Barrel, Card, Goal, Side
from brewsim.games.heaven_and_ale.garden import lowest_marker
from brewsim.games.heaven_and_ale.spots import colour_spot, fertility_way, monk_spot
from brewsim.parts.compiling import compiled, inlined


@inlined
def contains(goals, goal):
    """Whether a set of goals has this one."""
    return goals >> goal & 1 == 1


@inlined
def goal_if(is_in, goal):
    """The set of this goal, or the empty set."""
    return int(is_in) << goal  # a bool cannot be shifted by a kernel


@inlined
def if_met(rules, goal, amount):
    """The set of this goal if the amount is enough for it, or the empty set."""
    return goal_if(amount >= rules.goal[goal], goal)


@inlined
def fertility_tiles(rules, state, seat, goal):
    """Tiles of the fertility that a goal asks for."""
    return state.n_tiles[seat, fertility_way(rules.goal_fertility[goal])]


@inlined
def count_for_goals(state, seat):
    """What goals ask for: highest marker, spots of resources and of monks, cards placed, types of sheds, most sheds of one type."""
    highest, resource_spots, monk_spots, placed, shed_types, equal_sheds = state.marker[seat, 0], 0, 0, 0, 0, 0
    for colour in range(N_COLOURS):
        highest = max(highest, state.marker[seat, colour])
        resource_spots += state.disc[seat, colour_spot(colour)]
    for monk in range(N_MONKS):
        monk_spots += state.disc[seat, monk_spot(monk)]
    for card in range(N_CARDS):
        placed += state.card[seat, card] == Card.PLACED
    for shed_type in range(N_SHED_TYPES):
        shed_types += state.shed_count[seat, shed_type] > 0
        equal_sheds = max(equal_sheds, state.shed_count[seat, shed_type])
    return highest, resource_spots, monk_spots, placed, shed_types, equal_sheds


@compiled
def met_goals(rules, state, seat):
    """The goals that a seat has achieved (HA-33)."""
    highest, resource_spots, monk_spots, placed, shed_types, equal_sheds = count_for_goals(state, seat)
    met = if_met(rules, Goal.BREWMASTER, state.marker[seat, BREWMASTER])
    met |= if_met(rules, Goal.ALL_RESOURCES, lowest_marker(state, seat))
    met |= if_met(rules, Goal.BARREN, fertility_tiles(rules, state, seat, Goal.BARREN))
    met |= if_met(rules, Goal.FERTILE, fertility_tiles(rules, state, seat, Goal.FERTILE))
    met |= if_met(rules, Goal.MONK_SPOTS, monk_spots)
    met |= if_met(rules, Goal.RESOURCE_SPOTS, resource_spots)
    met |= if_met(rules, Goal.SAME_SHEDS, equal_sheds)
    met |= if_met(rules, Goal.DIFFERENT_SHEDS, shed_types)
    met |= if_met(rules, Goal.FULL_TRACK, highest)
    met |= if_met(rules, Goal.PRIVILEGES, placed)
    met |= if_met(rules, Goal.SUN, state.side_tiles[seat, Side.SUN])
    met |= if_met(rules, Goal.SHADE, state.side_tiles[seat, Side.SHADE])
    return met


@inlined
def may_claim(state, seat, goal):
    """Whether a barrel of this goal is left, and the seat has none (HA-34)."""
    return (state.barrel[seat, goal] == Barrel.NOT_OWNED) & (state.small_left[goal] > 0)


@compiled
def due_barrels(rules, state, seat):
    """The goals whose barrel a seat may claim now: met, and it may have it (HA-34)."""
    free = 0
    for goal in range(N_GOALS):
        free |= goal_if(may_claim(state, seat, goal), goal)
    return free & met_goals(rules, state, seat)


@inlined
def offered_barrel(state, goal):
    """The size of the barrel that is next for a goal, the large one first (HA-34)."""
    return state.large_left[goal] + state.small_left[goal]


@compiled
def first_due(rules, state, seat):
    """The first goal whose barrel the seat could claim, or NONE."""
    due = due_barrels(rules, state, seat)
    for goal in range(N_GOALS):
        if contains(due, goal):
            return goal
    return NONE


@compiled
def owned_barrels(state, seat, size):
    """The barrels of a size that a seat has."""
    barrels = 0
    for goal in range(N_GOALS):
        barrels += state.barrel[seat, goal] == size
    return barrels
