"""How the Horse moves. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.rules import STEPS
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
    """The Horse goes to the chosen area, and the next auction begins there; the rule that allowed it is counted (WB-39)."""
    state.horse_moves[state.seat, rule_of_move(rules, state, area)] += 1
    state.horse = area
    state.stage = Stage.AUCTION
