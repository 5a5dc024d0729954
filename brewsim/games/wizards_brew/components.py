"""What all phases do with the components: cards, spells and cubes change places. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.rules import N_ELEMENTS, N_SPELLS
from brewsim.games.wizards_brew.state import Stage
from brewsim.parts.compiling import compiled, inlined


@inlined
def ask(state, seat, phase):
    """The game waits for this seat."""
    state.seat = seat
    state.phase = phase
    state.stage = Stage.DECIDE


@inlined
def draw_card(state, seat, element):
    """An element card goes from its stack to a hand."""
    state.stock[element] -= 1
    state.hand[seat, element] += 1
    state.n_hand[seat] += 1
    state.cards_drawn[seat] += 1


@inlined
def return_card(state, seat, element):
    """An element card goes from a hand back to its stack (WB-23)."""
    state.stock[element] += 1
    state.hand[seat, element] -= 1
    state.n_hand[seat] -= 1


@inlined
def give_card(state, seat, other, element):
    """An element card goes from one hand to another."""
    state.hand[seat, element] -= 1
    state.n_hand[seat] -= 1
    state.hand[other, element] += 1
    state.n_hand[other] += 1


@compiled
def has_choice_of_cards(state, seat):
    """Whether a card of choice is due to this seat and several stacks have one; what needs no choice is drawn (WB-20, WB-22)."""
    while state.draws_due > 0:
        stacks, last = 0, 0
        for element in range(N_ELEMENTS):
            if state.stock[element] > 0:
                stacks += 1
                last = element
        if stacks > 1:
            return True
        if stacks == 0:
            state.draws_due = 0
        else:
            draw_card(state, seat, last)
            state.draws_due -= 1
    return False


@inlined
def turn_top(state):
    """The top spell of the deck leaves it."""
    spell = state.deck[state.deck_top]
    state.deck_top = (state.deck_top + 1) % N_SPELLS
    state.n_deck -= 1
    return spell


@inlined
def spell_in_deck(state, place):
    """The spell at a place of the deck, counted from the top."""
    return state.deck[(state.deck_top + place) % N_SPELLS]


@inlined
def bury(state, spell):
    """A spell goes face down to the bottom of the deck (WB-6)."""
    state.deck[(state.deck_top + state.n_deck) % N_SPELLS] = spell
    state.n_deck += 1


@inlined
def show_to_one(state, spell, seat):
    """Only this seat knows where the spell is now."""
    for other in range(state.n_seats):
        state.knows[spell, other] = other == seat


@inlined
def show_to_all(state, spell):
    """The spell lies open (WB-9)."""
    for seat in range(state.n_seats):
        state.knows[spell, seat] = 1


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
    take_cubes(state, seat, spell, state.cubes[spell])
    bury(state, spell)


@inlined
def put_cubes(state, seat, spell, amount):
    """Free cubes go onto an own spell."""
    state.cubes[spell] += amount
    state.free[seat] -= amount
    state.cubes_spent[seat] += amount


@inlined
def take_cubes(state, seat, spell, amount):
    """Cubes on an own spell are free again."""
    state.cubes[spell] -= amount
    state.free[seat] += amount


@compiled
def owner_of(state, spell):
    """The seat that has this spell, or NONE."""
    for seat in range(state.n_seats):
        for place in range(state.n_own[seat]):
            if state.own[seat, place] == spell:
                return seat
    return NONE
