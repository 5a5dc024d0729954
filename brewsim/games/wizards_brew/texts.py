"""Texts that work in several phases: Sceptre, Ward and Echo. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.components import ask
from brewsim.games.wizards_brew.rules import TextPhase
from brewsim.games.wizards_brew.state import Phase, Stage
from brewsim.parts.compiling import compiled, inlined


@compiled
def start_phase(rules, state, text_phase):
    """Sceptre takes the marker, Ward protects, then Echo chooses (WB-70, WB-72, WB-73)."""
    if text_phase == TextPhase.ELEMENT:
        state.echoes_left = 0
    state.text_phase = text_phase
    state.echo_seat = NONE
    state.echo_spell = NONE
    state.turns_done = 0
    for seat in range(state.n_seats):
        state.ward[seat] = 0
        for place in range(state.n_own[seat]):
            spell = state.own[seat, place]
            if rules.sceptre[spell] > 0:
                state.marker = seat
            if rules.ward[spell] > 0:
                state.ward[seat] = 1
            if rules.echo[spell] > 0:
                state.echo_seat = seat
                if text_phase == TextPhase.ELEMENT:
                    state.echoes_left = rules.echo[spell]
    if state.echo_seat != NONE and state.echoes_left > 0 and can_echo(rules, state):
        ask(state, state.echo_seat, Phase.ECHO)
    else:
        begin_turns(state)


@compiled
def can_echo(rules, state):
    """Whether an opponent has a spell with a text for this phase."""
    for seat in range(state.n_seats):
        for place in range(state.n_own[seat]):
            if seat != state.echo_seat and rules.has_text[state.own[seat, place], state.text_phase] > 0:
                return True
    return False


@compiled
def use_echo(rules, state, spell):
    """Echo has chosen; a copied Sceptre or Ward works from now on (WB-73)."""
    state.echo_spell = spell
    state.echoes_left -= spell != NONE
    if spell != NONE and rules.sceptre[spell] > 0:
        state.marker = state.echo_seat
    if spell != NONE and rules.ward[spell] > 0:
        state.ward[state.echo_seat] = 1
    begin_turns(state)


@inlined
def begin_turns(state):
    """All who change the phase have done so."""
    if state.text_phase == TextPhase.ELEMENT:
        state.stage = Stage.PRODUCE
    elif state.text_phase == TextPhase.INGREDIENT:
        state.stage = Stage.ROLL
    else:
        state.stage = Stage.YELLOW


@inlined
def echoes(state, seat):
    """Whether this seat uses a copied text in this phase."""
    return state.echo_seat == seat and state.echo_spell != NONE
