"""The energy phase: yellow texts, upkeep, empty spells go. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.components import ask, lose_spell, owner_of, put_cubes, take_cubes
from brewsim.games.wizards_brew.rules import N_SPELLS
from brewsim.games.wizards_brew.scoring import record_round
from brewsim.games.wizards_brew.state import Phase, Shifted, Stage
from brewsim.games.wizards_brew.texts import echoes
from brewsim.parts.compiling import compiled, inlined


@compiled
def forget_yellow(state):
    """Nothing is kept, drained or shifted yet."""
    for spell in range(N_SPELLS):
        state.kept[spell] = 0
        state.drained[spell] = 0
        state.shifted[spell] = Shifted.NOTHING


@compiled
def next_yellow(rules, state):
    """From the marker clockwise each who has a yellow text may use it (WB-40)."""
    while state.turns_done < state.n_seats:
        seat = (state.marker + state.turns_done) % state.n_seats
        state.turns_done += 1
        state.renews = 0
        state.keeps = 0
        state.drains = 0
        state.recalls = 0
        state.shifts = 0
        state.dispels = 0
        state.dispel_cubes = 0
        for place in range(state.n_own[seat]):
            read_yellow(rules, state, state.own[seat, place])
        if echoes(state, seat):
            read_yellow(rules, state, state.echo_spell)
        if state.renews + state.keeps + state.drains + state.recalls + state.shifts + state.dispels > 0:
            ask(state, seat, Phase.ENERGY)
            return
    state.stage = Stage.UPKEEP


@inlined
def read_yellow(rules, state, spell):
    """The text of a spell in the energy phase (WB-64 to WB-69, WB-71)."""
    state.renews += rules.renews[spell]
    state.keeps += rules.keeps[spell]
    state.drains += rules.drains[spell]
    state.recalls += rules.recalls[spell]
    state.shifts = max(state.shifts, rules.shifts[spell])
    state.dispels += rules.dispels[spell]
    state.dispel_cubes = max(state.dispel_cubes, rules.dispel_cubes[spell])


@inlined
def is_keeper(rules, state, spell):
    """Whether this is the spell whose text keeps another one from losing cubes (WB-65, WB-73)."""
    if rules.echo[spell] > 0 and state.echo_spell != NONE and rules.keeps[state.echo_spell] > 0:
        return True
    return rules.keeps[spell] > 0


@compiled
def use_yellow(rules, state, verb, what):
    """One yellow effect. The player goes on until he is done (WB-40)."""
    seat = state.seat
    if verb == Verb.RENEW:
        put_cubes(state, seat, what, 1)
        state.renews -= 1
    elif verb == Verb.KEEP:
        state.kept[what] = 1
        state.keeps -= 1
    elif verb == Verb.DRAIN:
        state.drained[what] += 1
        state.drains -= 1
    elif verb == Verb.DISPEL:
        dispel(rules, state, what)
    elif verb == Verb.RECALL:
        spell, amount = codes.recalled(what)
        take_cubes(state, seat, spell, amount)
        state.recalls -= 1
    elif verb == Verb.SHIFT:
        giver, getter = codes.shifted(what)
        state.cubes[giver] -= 1
        state.cubes[getter] += 1
        state.shifted[giver] = Shifted.GAVE
        state.shifted[getter] = Shifted.GOT
    else:
        state.stage = Stage.YELLOW


@compiled
def dispel(rules, state, spell):
    """An opponent's spell goes, and with an Echo the text that it copied (WB-69)."""
    lose_spell(state, owner_of(state, spell), spell)
    state.dispels -= 1
    if rules.echo[spell] > 0:
        state.echo_spell = NONE


@compiled
def upkeep(rules, state):
    """Every spell loses its cubes to the owner; spells without cubes go under the deck; the round is over (WB-41, WB-42)."""
    for turn in range(state.n_seats):
        seat = (state.marker + turn) % state.n_seats
        for place in range(state.n_own[seat]):
            spell = state.own[seat, place]
            if state.kept[spell] == 0:
                take_cubes(state, seat, spell, min(state.cubes[spell], rules.energy[spell] + state.drained[spell]))
        for place in range(state.n_own[seat] - 1, -1, -1):
            spell = state.own[seat, place]
            if state.cubes[spell] == 0:
                lose_spell(state, seat, spell)
    record_round(state)
    state.rounds += 1
    state.stage = Stage.ROUND
