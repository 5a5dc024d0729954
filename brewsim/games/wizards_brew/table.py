"""What several phases do at the table: cards, spells and cubes change places, texts come into force."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.codes import Phase, Stage
from brewsim.games.wizards_brew.rules import N_ELEMENTS, N_SPELLS
from brewsim.parts.compiling import compiled, inlined


@inlined
def ask(state, seat, phase):
    """The game waits for this seat."""
    state.seat = seat
    state.phase = phase
    state.stage = Stage.DECIDE


@inlined
def draw_element(state, seat, element):
    """A card goes from its stack to a hand."""
    state.stock[element] -= 1
    state.hand[seat, element] += 1
    state.n_hand[seat] += 1
    state.cards_drawn[seat] += 1


@inlined
def return_element(state, seat, element):
    """A card goes from a hand back to its stack (WB-23)."""
    state.stock[element] += 1
    state.hand[seat, element] -= 1
    state.n_hand[seat] -= 1


@compiled
def stacks_left(state):
    """How many stacks still have a card."""
    n = 0
    for element in range(N_ELEMENTS):
        n += state.stock[element] > 0
    return n


@compiled
def first_stack(state):
    """The first stack that has a card, or NONE."""
    for element in range(N_ELEMENTS):
        if state.stock[element] > 0:
            return element
    return NONE


@inlined
def turn_top(state):
    """The top spell of the deck leaves it."""
    spell = state.deck[state.deck_top]
    state.deck_top = (state.deck_top + 1) % N_SPELLS
    state.n_deck -= 1
    return spell


@inlined
def bury(state, spell):
    """A spell goes face down to the bottom of the deck (WB-6)."""
    state.deck[(state.deck_top + state.n_deck) % N_SPELLS] = spell
    state.n_deck += 1


@inlined
def gain_spell(state, seat, spell):
    """A spell comes to a player, after those that are there."""
    state.own[seat, state.n_own[seat]] = spell
    state.n_own[seat] += 1


@compiled
def lose_spell(state, seat, spell):
    """A spell leaves a player for the bottom of the deck; its cubes are free again."""
    kept = 0
    for place in range(state.n_own[seat]):
        other = state.own[seat, place]
        state.own[seat, kept] = other
        kept += other != spell
    state.n_own[seat] = kept
    state.free[seat] += state.cubes[spell]
    state.cubes[spell] = 0
    bury(state, spell)


@compiled
def owner_of(state, spell):
    """The seat that has this spell, or NONE."""
    for seat in range(state.n_seats):
        for place in range(state.n_own[seat]):
            if state.own[seat, place] == spell:
                return seat
    return NONE


@compiled
def start_phase(rules, state, text_phase, next_stage):
    """Sceptre takes the marker, Ward protects, then Echo chooses (WB-70, WB-72, WB-73)."""
    state.text_phase = text_phase
    state.echo_seat = NONE
    state.echo_spell = NONE
    state.turns_done = 0
    state.stage = next_stage
    has_choice = False
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
    if state.echo_seat != NONE:
        for seat in range(state.n_seats):
            for place in range(state.n_own[seat]):
                has_choice = has_choice or (seat != state.echo_seat and rules.has_text[state.own[seat, place], text_phase] > 0)
        if has_choice:
            ask(state, state.echo_seat, Phase.ECHO)


@compiled
def use_echo(rules, state, spell):
    """Echo has chosen; a copied Sceptre or Ward works from now on (WB-73)."""
    state.echo_spell = spell
    if spell != NONE and rules.sceptre[spell] > 0:
        state.marker = state.echo_seat
    if spell != NONE and rules.ward[spell] > 0:
        state.ward[state.echo_seat] = 1
    if state.text_phase == 0:
        state.stage = Stage.PRODUCE
    elif state.text_phase == 1:
        state.stage = Stage.ROLL
    else:
        state.stage = Stage.YELLOW
