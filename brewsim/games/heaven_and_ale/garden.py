"""A player's own board: markers, tiles, sheds and what they activate. Clause numbers are those of RULES.md."""

from brewsim.games.heaven_and_ale.rules import (
    BREWMASTER,
    DUCATS,
    EMPTY,
    N_COLOURS,
    N_FERTILITIES,
    N_GAINS,
    N_RESOURCES,
    N_SHEDS,
    PLOTS_OF_SIDE,
    RING,
    SHADE,
    SUN,
)
from brewsim.parts.compiling import compiled, inlined


@inlined
def side_of(plot):
    """The sunny plots come first."""
    return SUN if plot < PLOTS_OF_SIDE else SHADE


@inlined
def gain_of(rules, plot, kind):
    """What a resource tile yields there: steps of its colour in the sun, ducats in the shade (HA-22)."""
    return rules.colour[kind] if plot < PLOTS_OF_SIDE else DUCATS


@inlined
def advance(rules, state, seat, marker, steps):
    """Move a resource marker; steps beyond the end become ducats (HA-23)."""
    spot = state.marker[seat, marker] + steps
    over = max(0, spot - rules.track_end)
    state.marker[seat, marker] = spot - over
    state.money[seat] += over * rules.overflow_ducats


@inlined
def advance_brewmaster(rules, state, seat, steps):
    """Move the brewmaster; steps beyond the end are lost (HA-24)."""
    state.marker[seat, BREWMASTER] = min(rules.track_end, state.marker[seat, BREWMASTER] + steps)


@compiled
def activate(rules, state, seat, plot):
    """The reward of one activated tile (HA-22, HA-26)."""
    kind = state.tile[seat, plot]
    if kind >= N_RESOURCES:
        advance_brewmaster(rules, state, seat, 1)
    elif plot < PLOTS_OF_SIDE:
        advance(rules, state, seat, rules.colour[kind], rules.fertility[kind])
    else:
        state.money[seat] += rules.fertility[kind]


@compiled
def collect(rules, state, seat, option):
    """All rewards of scoring an option at once; their order makes no difference (HA-21, HA-25, HA-27)."""
    for colour in range(N_COLOURS):
        advance(rules, state, seat, colour, state.gain[seat, option, colour])
    advance_brewmaster(rules, state, seat, state.gain[seat, option, BREWMASTER])
    state.money[seat] += state.gain[seat, option, DUCATS]


@compiled
def lay_tile(rules, state, seat, plot, kind):
    """Put a tile on a plot and keep count of what each way of scoring would bring from now on."""
    state.tile[seat, plot] = kind
    state.side_tiles[seat, side_of(plot)] += 1
    fertility = rules.fertility[kind]
    for i in range(2):
        shed = rules.near_sheds[plot, i]
        if shed < N_SHEDS:
            state.shed_fill[seat, shed] += 1
            state.shed_sum[seat, shed] += fertility
    if kind < N_RESOURCES:
        colour, gained = rules.colour[kind], gain_of(rules, plot, kind)
        state.n_colour[seat, colour] += 1
        state.n_fertility[seat, fertility - 1] += 1
        state.gain[seat, fertility - 1, gained] += fertility
        state.gain[seat, N_FERTILITIES + colour, gained] += fertility
        for i in range(rules.n_near[plot]):
            other = state.tile[seat, rules.near[plot, i]]
            if N_RESOURCES <= other < EMPTY:
                state.gain[seat, monk_option(other), gained] += fertility
    else:
        state.n_monk[seat, kind - N_RESOURCES] += 1
        for i in range(rules.n_near[plot]):
            near = rules.near[plot, i]
            other = state.tile[seat, near]
            if other < N_RESOURCES:
                state.gain[seat, monk_option(kind), gain_of(rules, near, other)] += rules.fertility[other]
            elif other < EMPTY:  # two monks side by side: each is activated when the other is triggered (HA-26)
                state.gain[seat, monk_option(kind), BREWMASTER] += 1
                state.gain[seat, monk_option(other), BREWMASTER] += 1


@inlined
def monk_option(kind):
    """The scoring option that triggers a monk of this kind."""
    return N_FERTILITIES + N_COLOURS + kind - N_RESOURCES


@inlined
def is_pending(state, seat, shed):
    """An enclosed shed whose tile has not been built (HA-15)."""
    return state.shed_fill[seat, shed] == RING and state.shed[seat, shed] == 0


@compiled
def any_pending(state, seat):
    """Whether a shed waits for its tile."""
    n = 0
    for shed in range(N_SHEDS):
        n += is_pending(state, seat, shed)
    return n > 0


@inlined
def is_plain_choice(rules, state, seat, shed, mask):
    """Of equal tiles around a shed that may choose freely only the first ones are offered."""
    for i in range(RING):
        if mask >> i & 1:
            for j in range(i):
                one, other = rules.ring[shed, i], rules.ring[shed, j]
                is_equal = state.tile[seat, one] == state.tile[seat, other] and side_of(one) == side_of(other)
                if is_equal and not mask >> j & 1:
                    return False
    return True


@compiled
def build_shed(rules, state, seat, shed, mask):
    """Move the brewmaster by the fertility sum, build the tile it earns, activate where the arrows point (HA-16 to HA-18)."""
    shed_type = rules.shed_type[state.shed_sum[seat, shed]]
    advance_brewmaster(rules, state, seat, rules.shed_steps[shed_type])
    state.shed[seat, shed] = 1 + shed_type
    state.shed_count[seat, shed_type] += 1
    for i in range(RING):
        if mask >> i & 1:
            activate(rules, state, seat, rules.ring[shed, i])


@compiled
def recount_gains(rules, state, seat, out):
    """What each option would bring, from the tiles themselves: the invariant behind `gain`."""
    for option in range(out.shape[0]):
        for gained in range(N_GAINS):
            out[option, gained] = 0
    for plot in range(2 * PLOTS_OF_SIDE):
        kind = state.tile[seat, plot]
        if kind < N_RESOURCES:
            gained = gain_of(rules, plot, kind)
            out[rules.fertility[kind] - 1, gained] += rules.fertility[kind]
            out[N_FERTILITIES + rules.colour[kind], gained] += rules.fertility[kind]
        elif kind < EMPTY:
            for i in range(rules.n_near[plot]):
                near = rules.near[plot, i]
                other = state.tile[seat, near]
                if other < N_RESOURCES:
                    out[monk_option(kind), gain_of(rules, near, other)] += rules.fertility[other]
                elif other < EMPTY:
                    out[monk_option(kind), BREWMASTER] += 1
