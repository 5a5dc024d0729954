"""How the Horse moves. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.rules import N_AREAS, STEPS
from brewsim.games.wizards_brew.state import HorseRule, Stage
from brewsim.parts.compiling import compiled, inlined

N_STEPS = len(STEPS)


@inlined
def neighbour(rules, state, step):
    """The neighbouring area in this direction if it has ingredients, or NONE (WB-39)."""
    area = rules.neighbours[state.horse, step]
    return area if area != NONE and state.n_tokens[area] > 0 else NONE


@inlined
def first_on_line(rules, state, step):
    """The first area with ingredients on the straight line in this direction, or NONE (WB-39)."""
    area = rules.neighbours[state.horse, step]
    while area != NONE and state.n_tokens[area] == 0:
        area = rules.neighbours[area, step]
    return area


@compiled
def rule_in_force(rules, state):
    """The rule by which the player with the marker moves the Horse now: a spell, or the first that finds an area (WB-39, WB-60)."""
    if state.free_horse[state.seat] > 0:
        return HorseRule.SPELL
    is_on_line = False
    for step in range(N_STEPS):
        if neighbour(rules, state, step) != NONE:
            return HorseRule.NEIGHBOUR
        is_on_line = is_on_line or first_on_line(rules, state, step) != NONE
    return HorseRule.LINE if is_on_line else HorseRule.ANYWHERE


@inlined
def n_candidates(rule):
    """How many areas come into question by a rule."""
    return N_STEPS if rule == HorseRule.NEIGHBOUR or rule == HorseRule.LINE else N_AREAS


@inlined
def candidate(rules, state, rule, i):
    """The i-th area that comes into question by a rule, or NONE if the Horse cannot go there (WB-39, WB-60)."""
    if rule == HorseRule.NEIGHBOUR:
        return neighbour(rules, state, i)
    if rule == HorseRule.LINE:
        return first_on_line(rules, state, i)
    return i if i != state.horse and state.n_tokens[i] > 0 else NONE


@compiled
def rule_of_move(rules, state, area):
    """The rule that allows a move to this area (WB-39, WB-60)."""
    has_neighbour, is_on_line = False, False
    for step in range(N_STEPS):
        near = neighbour(rules, state, step)
        if near == area:
            return HorseRule.NEIGHBOUR
        has_neighbour = has_neighbour or near != NONE
        is_on_line = is_on_line or first_on_line(rules, state, step) == area
    if not has_neighbour and is_on_line:
        return HorseRule.LINE
    if state.free_horse[state.seat] > 0:
        return HorseRule.SPELL
    return HorseRule.ANYWHERE


@compiled
def move_horse(rules, state, area):
    """The Horse goes to the chosen area, and the next auction begins there, unless the last area has been visited (WB-25, WB-39)."""
    state.horse_moves[state.seat, rule_of_move(rules, state, area)] += 1
    state.horse = area
    state.stage = Stage.AUCTION if state.visits < state.die else Stage.ENERGY
