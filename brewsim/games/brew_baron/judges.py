"""The judge cards on the mats, and who knows which.

Owners are kept as sets, a bit each, so that one operation asks about all judges at once. A table of four seats:

                          owner  3 2 1 0
    known[seat, GRAIN]           0 1 1 1   seat 0 knows the grain of owners 0, 1 and 2,
    known[seat, HOPS]            1 0 0 1   and the hops of owners 0 and 3,
    both (&)                     0 0 0 1   so it knows both cards of its own judge only
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.rules import MAX_SEATS, N_TYPES
from brewsim.parts.compiling import compiled, inlined

N_SETS = 1 << MAX_SEATS  # of owners


@inlined
def only(owner):
    """The set of one owner."""
    return 1 << owner


@inlined
def has(owners, owner):
    """1 if an owner is in a set, else 0."""
    return (owners >> owner) & 1


@inlined
def knows(state, seat, owner, t):
    """Whether a seat knows a judge card."""
    return has(state.known[seat, t], owner) == 1


@inlined
def unknown_owners(state, seat, t):
    """The owners whose judge card of a type a seat does not know."""
    return ~state.known[seat, t] & (only(state.n_seats) - 1)


@inlined
def face_down_owners(state, t):
    """The owners whose judge card of a type lies face down."""
    owners = 0
    for owner in range(state.n_seats):
        owners |= (1 - state.is_up[owner, t]) << owner
    return owners


@inlined
def blackmailed_owners(rules, state, seat, t):
    """The owners whose judge card of a type Blackmail can show: face up to all, or to a seat that does not know it (BB-19)."""
    return face_down_owners(state, t) if rules.blackmail_shows_all else unknown_owners(state, seat, t)


@inlined
def is_judged(rules, seat, owner):
    """Whether this owner's judge judges the beers of this seat (BB-31)."""
    return rules.own_judge_counts or owner != seat


@inlined
def judging_owners(rules, state, seat):
    """The owners whose judges judge the beers of this seat (BB-31)."""
    everybody = only(state.n_seats) - 1
    return everybody if rules.own_judge_counts else everybody & ~only(seat)


@inlined
def show_judge(state, seat, owner, t):
    """A seat looks at a judge card, alone."""
    state.known[seat, t] |= only(owner)


@compiled
def turn_up(state, owner, t):
    """A judge card is turned up; now everybody knows it."""
    state.is_up[owner, t] = 1
    for seat in range(state.n_seats):
        show_judge(state, seat, owner, t)


@compiled
def swap_judges(state, t, a, b):
    """Two judge cards of one type change places, facing as they were; what was known or seen of a card goes with it (BB-20)."""
    state.judge[a, t], state.judge[b, t] = state.judge[b, t], state.judge[a, t]
    state.is_up[a, t], state.is_up[b, t] = state.is_up[b, t], state.is_up[a, t]
    state.taken[a, t], state.taken[b, t] = state.taken[b, t], state.taken[a, t]
    state.withheld[a, t], state.withheld[b, t] = state.withheld[b, t], state.withheld[a, t]
    for seat in range(state.n_seats):
        if knows(state, seat, a, t) != knows(state, seat, b, t):
            state.known[seat, t] ^= only(a) | only(b)


@compiled
def clear_judges(state):
    """The judge cards leave the mats, and what was known of them does not matter any more (BB-35)."""
    for seat in range(state.n_seats):
        for t in range(N_TYPES):
            state.judge[seat, t] = NONE
            state.is_up[seat, t] = 0
            state.known[seat, t] = 0
            state.taken[seat, t] = NONE
            state.withheld[seat, t] = 0
