"""What a seat cannot know, dealt again: spells, secret cubes, the die (WB-45)."""

from brewsim.games.wizards_brew.components import put_cubes, spell_in_deck, take_cubes
from brewsim.games.wizards_brew.rules import MAX_SEATS, N_PRINTED, N_SPELLS
from brewsim.games.wizards_brew.state import CONCEAL_CUBES, CONCEAL_DIE, CONCEAL_SPELLS
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def conceal(rules, state, seat, key):
    """Deal again the spells whose place `seat` does not know, the secret cubes of the others, and the die (WB-45)."""
    n = shuffle_unknown_spells(state, seat, stream_key(key, CONCEAL_SPELLS))
    for place in range(state.n_deck):
        spell = spell_in_deck(state, place)
        if state.shuffled[spell] > 0:
            n -= 1
            state.deck[(state.deck_top + place) % N_SPELLS] = exchange_unseen(state, spell, state.pool[n])
    if not state.revealed:
        for other in range(state.n_seats):
            state.sealed[other] = lift_cubes(state, other) if other != seat else 0
        for other in range(state.n_seats):
            if other != seat:
                n = conceal_seals(rules, state, other, n, stream_key(key, CONCEAL_CUBES))
    state.known_before[:] = 0  # nothing of the true deal stays on the table
    state.die_key = stream_key(key, CONCEAL_DIE)


@compiled
def shuffle_unknown_spells(state, seat, key):
    """Put the spells whose place `seat` does not know into `pool`, in random order; returns how many."""
    for spell in range(N_SPELLS):
        state.shuffled[spell] = 0
    for place in range(state.n_deck):
        spell = spell_in_deck(state, place)
        state.shuffled[spell] = 1 - state.knows[spell, seat]
    if not state.revealed:
        for other in range(state.n_seats):
            for place in range(state.n_own[other]):
                spell = state.own[other, place]
                state.shuffled[spell] = 1 - state.knows[spell, seat]
    for spell in range(N_SPELLS):
        for other in range(MAX_SEATS):
            state.known_before[spell, other] = state.knows[spell, other]
    return order_deck(state.shuffled[:N_SPELLS], key, state.pool, state.priorities)


@compiled
def exchange_unseen(state, before, spell):
    """Another spell lies where one was; what players know belongs to the place. Returns the new spell."""
    for other in range(MAX_SEATS):
        state.knows[spell, other] = state.known_before[before, other]
    return spell


@compiled
def lift_cubes(state, other):
    """Take the cubes off a player's starting spells, and return how many spells had some."""
    sealed = 0
    for place in range(state.n_own[other]):
        spell = state.own[other, place]
        sealed += state.cubes[spell] > 0
        state.cubes_spent[other] -= state.cubes[spell]
        take_cubes(state, other, spell, state.cubes[spell])
    return sealed


@compiled
def conceal_seals(rules, state, other, n, key):
    """Other starting spells, and other numbers of cubes on those that already have some."""
    for place in range(state.n_own[other]):
        n -= 1
        state.own[other, place] = exchange_unseen(state, state.own[other, place], state.pool[n])
    for place in range(state.sealed[other]):
        most = state.free[other] - (state.n_own[other] - place - 1) * rules.starting_cubes
        amount = rules.starting_cubes + below(draw(key, other * N_PRINTED + place), most - rules.starting_cubes + 1)
        put_cubes(state, other, state.own[other, place], amount)
    return n
