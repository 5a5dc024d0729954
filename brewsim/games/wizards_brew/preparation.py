"""Preparation: the board, the starting spells and the cubes on them. Clause numbers are those of RULES.md."""

from brewsim.games.wizards_brew.components import ask, bury, gain_spell, put_cubes, show_to_all, show_to_one, turn_top
from brewsim.games.wizards_brew.rules import CITY, N_AREAS
from brewsim.games.wizards_brew.state import INGREDIENT_STREAM, LANDMARK_STREAM, Phase, Stage
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def place_landmarks(rules, state):
    """A random landmark on each area that is no city (WB-3)."""
    n = order_deck(rules.landmark_tokens, stream_key(state.key, LANDMARK_STREAM), state.shuffled, state.priorities)
    for area in range(N_AREAS):
        state.landmark[area] = CITY
        if rules.is_city[area] == 0:
            n -= 1
            state.landmark[area] = state.shuffled[n]


@compiled
def place_ingredients(rules, state):
    """Three random ingredients in each city and two elsewhere (WB-2)."""
    n = order_deck(rules.tokens, stream_key(state.key, INGREDIENT_STREAM), state.shuffled, state.priorities)
    for area in range(N_AREAS):
        for _ in range(rules.city_tokens if rules.is_city[area] > 0 else rules.area_tokens):
            n -= 1
            ingredient = state.shuffled[n]
            state.tokens[area, ingredient] += 1
            state.n_tokens[area] += 1
            state.colours[area] |= 1 << ingredient
    for i in range(n):
        state.bag[state.shuffled[i]] += 1


@compiled
def deal_spells(rules, state):
    """Two spells to each, one at a time from the first wizard on; only the owner knows them (WB-6)."""
    for _ in range(rules.starting_spells):
        for turn in range(state.n_seats):
            seat = (state.marker + turn) % state.n_seats
            spell = turn_top(state)
            show_to_one(state, spell, seat)
            gain_spell(state, seat, spell)
    state.turns_done = 0
    state.starting_place = 0
    state.stage = Stage.EXCHANGE


@compiled
def next_exchange(state):
    """Each player is asked once about each starting spell (WB-7)."""
    if state.turns_done == state.n_seats:
        state.turns_done = 0
        state.stage = Stage.SEAL
    else:
        ask(state, (state.marker + state.turns_done) % state.n_seats, Phase.EXCHANGE)


@compiled
def exchange(state, goes):
    """One starting spell stays or goes; after the last one those that go are replaced (WB-7)."""
    seat = state.seat
    state.replaced[seat, state.starting_place] = goes
    if next_starting_spell(state):
        replace_spells(state, seat)
    state.stage = Stage.EXCHANGE


@compiled
def next_starting_spell(state):
    """Go on to the player's next starting spell, or to the next player; whether it was the last of this player's."""
    state.starting_place += 1
    if state.starting_place < state.n_own[state.seat]:
        return False
    state.starting_place = 0
    state.turns_done += 1
    return True


@compiled
def replace_spells(state, seat):
    """The chosen spells go under the deck, then as many are drawn and must be kept (WB-7)."""
    for place in range(state.n_own[seat]):
        if state.replaced[seat, place] > 0:
            bury(state, state.own[seat, place])
    for place in range(state.n_own[seat]):
        if state.replaced[seat, place] > 0:
            spell = turn_top(state)
            show_to_one(state, spell, seat)
            state.own[seat, place] = spell


@compiled
def next_seal(state):
    """Each places cubes on each starting spell in secret; after the last all are revealed (WB-8, WB-9)."""
    if state.turns_done == state.n_seats:
        for seat in range(state.n_seats):
            for place in range(state.n_own[seat]):
                show_to_all(state, state.own[seat, place])
        state.revealed = True
        state.stage = Stage.ROUND
    else:
        ask(state, (state.marker + state.turns_done) % state.n_seats, Phase.SEAL)


@compiled
def most_to_seal(rules, state):
    """Cubes that may go onto this spell, so that the others still get theirs (WB-8)."""
    left = state.n_own[state.seat] - state.starting_place - 1
    return state.free[state.seat] - left * rules.starting_cubes


@compiled
def seal(state, amount):
    """Cubes go onto one starting spell (WB-8)."""
    put_cubes(state, state.seat, state.own[state.seat, state.starting_place], amount)
    next_starting_spell(state)
    state.stage = Stage.SEAL
