"""The spell phase: spells are auctioned for energy cubes. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.codes import NO_BID
from brewsim.games.wizards_brew.components import ask, bury, gain_spell, put_cubes, show_to_all, turn_top
from brewsim.games.wizards_brew.state import Phase, Stage
from brewsim.parts.compiling import compiled


@compiled
def begin_round(rules, state):
    """The player with the marker begins (WB-11), or the next place after the one that began the last round (WB-76)."""
    if rules.marker_moves_on > 0:
        state.marker = (state.first_wizard + state.rounds) % state.n_seats
    state.lots_done = 0
    state.stage = Stage.TURN_UP


@compiled
def turn_up(rules, state):
    """Turn up the next spell, or end the phase after as many as there are players (WB-11, WB-15, WB-16)."""
    if state.lots_done == state.n_seats * rules.spells_per_seat or state.n_deck == 0:
        state.stage = Stage.ELEMENTS
        return
    state.lot = turn_top(state)
    show_to_all(state, state.lot)
    state.high = 0
    state.high_seat = NONE
    state.bidders_asked = 0
    state.stage = Stage.SPELL_BIDDER


@compiled
def next_spell_bidder(state):
    """Ask the next player who has more free cubes than the highest bid; without any bid the spell is buried (WB-12, WB-14)."""
    while state.bidders_asked < state.n_seats:
        seat = (state.marker + state.bidders_asked) % state.n_seats
        state.bidders_asked += 1
        if state.free[seat] > state.high:
            ask(state, seat, Phase.SPELL_BID)
            return
    if state.high_seat != NONE:
        ask(state, state.high_seat, Phase.CLAIM)
    else:
        bury(state, state.lot)
        end_lot(state)


@compiled
def bid_for_spell(state, amount):
    """The one bid of this player, or a pass (WB-12)."""
    if amount != NO_BID:
        state.high = amount
        state.high_seat = state.seat
    state.stage = Stage.SPELL_BIDDER


@compiled
def claim_spell(state):
    """The highest bidder takes spell and marker and puts the bid on the card (WB-13)."""
    seat = state.high_seat
    gain_spell(state, seat, state.lot)
    put_cubes(state, seat, state.lot, state.high)
    state.spells_won[seat] += 1
    state.marker = seat
    end_lot(state)


@compiled
def end_lot(state):
    """The next spell, if there is one (WB-15)."""
    state.lot = NONE
    state.lots_done += 1
    state.stage = Stage.TURN_UP
