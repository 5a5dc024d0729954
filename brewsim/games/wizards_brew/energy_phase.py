"""The energy phase: yellow texts, upkeep, empty spells go."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Phase, Stage
from brewsim.games.wizards_brew.rules import MAX_CUBES, N_SPELLS
from brewsim.games.wizards_brew.state import ROUNDS_KEPT
from brewsim.games.wizards_brew.table import ask, lose_spell, owner_of
from brewsim.parts.compiling import compiled, inlined


@compiled
def start_energy(state):
    """Nothing is kept or drained yet."""
    for spell in range(N_SPELLS):
        state.kept[spell] = 0
        state.drained[spell] = 0
        state.shifted[spell] = 0


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
        if state.echo_seat == seat and state.echo_spell != NONE:
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
    """Whether this is the spell whose text keeps another one from losing cubes (WB-65)."""
    copies = state.echo_spell != NONE and rules.echo[spell] > 0 and rules.keeps[max(0, state.echo_spell)] > 0
    return rules.keeps[spell] > 0 or copies


@compiled
def list_energy(rules, state, actions, n):
    """All that the acting player can still do with yellow texts, and to be done (WB-64 to WB-69)."""
    seat = state.seat
    mine = state.n_own[seat]
    for place in range(mine):
        spell = state.own[seat, place]
        cubes = state.cubes[spell]
        actions[n] = codes.RENEW + spell
        n += (state.renews > 0) & (state.free[seat] > 0)
        actions[n] = codes.KEEP + spell
        n += (state.keeps > 0) & (state.kept[spell] == 0) & (not is_keeper(rules, state, spell))
        if state.recalls > 0:
            for amount in range(1, cubes + 1):
                actions[n] = codes.RECALL + spell * (MAX_CUBES + 1) + amount
                n += 1
        if state.shifts > 0 and cubes > 0 and state.shifted[spell] != codes.GOT:
            for target in range(mine):
                other = state.own[seat, target]
                actions[n] = codes.SHIFT + spell * N_SPELLS + other
                n += (target != place) & (state.shifted[other] != codes.GAVE)
    if state.drains > 0 or state.dispels > 0:
        for other in range(state.n_seats):
            if other != seat and state.ward[other] == 0:
                for place in range(state.n_own[other]):
                    spell = state.own[other, place]
                    actions[n] = codes.DRAIN + spell
                    n += state.drains > 0
                    actions[n] = codes.DISPEL + spell
                    n += (state.dispels > 0) & (state.cubes[spell] > 0) & (state.cubes[spell] <= state.dispel_cubes)
    actions[n] = codes.DONE
    return n + 1


@compiled
def use_yellow(rules, state, action):
    """One yellow effect. The player goes on until he is done (WB-40)."""
    seat = state.seat
    if action >= codes.SHIFT:
        giver, getter = (action - codes.SHIFT) // N_SPELLS, (action - codes.SHIFT) % N_SPELLS
        state.cubes[giver] -= 1
        state.cubes[getter] += 1
        state.shifted[giver] = codes.GAVE
        state.shifted[getter] = codes.GOT
    elif action >= codes.RECALL:
        spell, amount = (action - codes.RECALL) // (MAX_CUBES + 1), (action - codes.RECALL) % (MAX_CUBES + 1)
        state.cubes[spell] -= amount
        state.free[seat] += amount
        state.recalls -= 1
    elif action == codes.DONE:
        state.stage = Stage.YELLOW
    elif action >= codes.DISPEL:
        spell = action - codes.DISPEL
        lose_spell(state, owner_of(state, spell), spell)
        state.dispels -= 1
        if rules.echo[spell] > 0:
            state.echo_spell = NONE
    elif action >= codes.DRAIN:
        state.drained[action - codes.DRAIN] += 1
        state.drains -= 1
    elif action >= codes.KEEP:
        state.kept[action - codes.KEEP] = 1
        state.keeps -= 1
    else:
        state.cubes[action - codes.RENEW] += 1
        state.free[seat] -= 1
        state.cubes_spent[seat] += 1
        state.renews -= 1


@compiled
def upkeep(rules, state):
    """Every spell loses its cubes to the owner's pool; spells without cubes go under the deck (WB-41, WB-42)."""
    for turn in range(state.n_seats):
        seat = (state.marker + turn) % state.n_seats
        for place in range(state.n_own[seat]):
            spell = state.own[seat, place]
            lost = min(state.cubes[spell], rules.energy[spell] + state.drained[spell])
            if state.kept[spell] > 0:
                lost = 0
            state.cubes[spell] -= lost
            state.free[seat] += lost
        for place in range(state.n_own[seat] - 1, -1, -1):
            spell = state.own[seat, place]
            if state.cubes[spell] == 0:
                lose_spell(state, seat, spell)
    record_round(state)
    state.rounds += 1
    state.stage = Stage.ROUND


@compiled
def record_round(state):
    """Keep the number of ingredients after this round."""
    if state.rounds < ROUNDS_KEPT:
        for seat in range(state.n_seats):
            state.after[state.rounds, seat] = state.n_total[seat]
