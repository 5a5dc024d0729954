"""Preparation of the spells, and the auctions of the spell phase."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.codes import Phase, Stage
from brewsim.games.wizards_brew.table import ask, bury, gain_spell, turn_top
from brewsim.parts.compiling import compiled


@compiled
def deal_spells(rules, state):
    """Two spells to each, one at a time from the first wizard on; only the owner knows them (WB-6)."""
    for _ in range(rules.starting_spells):
        for turn in range(state.n_seats):
            seat = (state.marker + turn) % state.n_seats
            spell = turn_top(state)
            state.knows[spell] = 1 << seat
            gain_spell(state, seat, spell)
    state.turns_done = 0
    state.asked = 0
    state.stage = Stage.EXCHANGE


@compiled
def next_exchange(rules, state):
    """Each player is asked once about each starting spell (WB-7)."""
    if state.turns_done == state.n_seats:
        state.turns_done = 0
        state.stage = Stage.SEAL
    else:
        ask(state, (state.marker + state.turns_done) % state.n_seats, Phase.EXCHANGE)


@compiled
def exchange(rules, state, goes):
    """One starting spell stays or goes; after the last one those that go are replaced (WB-7)."""
    seat = state.seat
    state.replaced[seat] |= goes << state.asked
    state.asked += 1
    if state.asked == state.n_own[seat]:
        state.asked = 0
        state.turns_done += 1
        replace_spells(state, seat)
    state.stage = Stage.EXCHANGE


@compiled
def replace_spells(state, seat):
    """The chosen spells go under the deck, then as many are drawn and must be kept (WB-7)."""
    mask = state.replaced[seat]
    for place in range(state.n_own[seat]):
        if mask >> place & 1:
            bury(state, state.own[seat, place])
    for place in range(state.n_own[seat]):
        if mask >> place & 1:
            spell = turn_top(state)
            state.knows[spell] = 1 << seat
            state.own[seat, place] = spell


@compiled
def next_seal(rules, state):
    """Each places cubes on each starting spell in secret; after the last all are revealed (WB-8)."""
    if state.turns_done == state.n_seats:
        for seat in range(state.n_seats):
            for place in range(state.n_own[seat]):
                state.knows[state.own[seat, place]] = (1 << state.n_seats) - 1
        state.revealed = True
        state.stage = Stage.ROUND
    else:
        ask(state, (state.marker + state.turns_done) % state.n_seats, Phase.SEAL)


@compiled
def seal(rules, state, amount):
    """Cubes go onto one starting spell (WB-8)."""
    seat = state.seat
    state.cubes[state.own[seat, state.asked]] = amount
    state.free[seat] -= amount
    state.cubes_spent[seat] += amount
    state.asked += 1
    if state.asked == state.n_own[seat]:
        state.asked = 0
        state.turns_done += 1
    state.stage = Stage.SEAL


@compiled
def most_to_seal(rules, state):
    """Cubes that may go onto this spell, so that the others still get theirs (WB-8)."""
    left = state.n_own[state.seat] - state.asked - 1
    return state.free[state.seat] - left * rules.starting_cubes


@compiled
def turn_up(rules, state):
    """Turn up the next spell, or end the phase after as many as there are players (WB-11, WB-15, WB-16)."""
    if state.lots_done == state.n_seats * rules.spells_per_seat or state.n_deck == 0:
        state.stage = Stage.ELEMENTS
        return
    state.lot = turn_top(state)
    state.knows[state.lot] = (1 << state.n_seats) - 1
    state.high = 0
    state.high_seat = NONE
    state.asked = 0
    state.stage = Stage.SPELL_BIDDER


@compiled
def next_spell_bidder(rules, state):
    """Ask the next player who has more free cubes than the highest bid; without any bid the spell is buried (WB-12, WB-14)."""
    while state.asked < state.n_seats:
        seat = (state.marker + state.asked) % state.n_seats
        state.asked += 1
        if state.free[seat] > state.high:
            ask(state, seat, Phase.SPELL_BID)
            return
    if state.high_seat != NONE:
        ask(state, state.high_seat, Phase.CLAIM)
    else:
        bury(state, state.lot)
        end_lot(state)


@compiled
def claim_spell(state):
    """The highest bidder takes spell and marker and puts the bid on the card (WB-13)."""
    seat = state.high_seat
    gain_spell(state, seat, state.lot)
    state.cubes[state.lot] = state.high
    state.free[seat] -= state.high
    state.cubes_spent[seat] += state.high
    state.spells_won[seat] += 1
    state.marker = seat
    end_lot(state)


@compiled
def end_lot(state):
    """The next spell, if there is one (WB-15)."""
    state.lot = NONE
    state.lots_done += 1
    state.stage = Stage.TURN_UP


@compiled
def bid_for_spell(rules, state, amount):
    """The one bid of this player, or a pass (WB-12)."""
    if amount > 0:
        state.high = amount
        state.high_seat = state.seat
    state.stage = Stage.SPELL_BIDDER
