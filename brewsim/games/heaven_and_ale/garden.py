"""A player's own board: markers, tiles, sheds and what they activate. Clause numbers are those of RULES.md."""

from brewsim.games.heaven_and_ale.box import (
    BREWMASTER,
    DUCATS,
    EMPTY,
    N_COLOURS,
    N_PLOTS,
    N_RESOURCES,
    N_SHEDS,
    PLOTS_OF_SIDE,
    RING,
    SHEDS_OF_PLOT,
    Side,
)
from brewsim.games.heaven_and_ale.codes import points_to
from brewsim.games.heaven_and_ale.spots import colour_way, fertility_way, monk_way, spot_of
from brewsim.parts.compiling import compiled, inlined


@inlined
def is_sunny(plot):
    """The sunny plots come first."""
    return plot < PLOTS_OF_SIDE


@inlined
def is_resource(kind):
    """Whether a tile is a resource, and neither a monk nor EMPTY."""
    return kind < N_RESOURCES


@inlined
def is_monk(kind):
    """Whether a tile is a monk, and not EMPTY."""
    return N_RESOURCES <= kind < EMPTY


@inlined
def has_room(state, seat, side):
    """Whether a plot of this side is free."""
    return state.side_tiles[seat, side] < PLOTS_OF_SIDE


@inlined
def gain_of(rules, plot, kind):
    """What a resource tile yields there: steps of its colour in the sun, ducats in the shade (HA-22)."""
    return rules.colour[kind] if is_sunny(plot) else DUCATS


@inlined
def advance(rules, state, seat, colour, steps):
    """Move a resource marker; steps beyond the end become ducats (HA-23)."""
    spot = state.marker[seat, colour] + steps
    over = max(0, spot - rules.track_end)
    state.marker[seat, colour] = spot - over
    state.money[seat] += over * rules.overflow_ducats


@inlined
def advance_brewmaster(rules, state, seat, steps):
    """Move the brewmaster; what steps beyond the end become is a ruling (HA-24)."""
    spot = state.marker[seat, BREWMASTER] + steps
    over = max(0, spot - rules.track_end)
    state.marker[seat, BREWMASTER] = spot - over
    state.money[seat] += over * rules.brewmaster_overflow_ducats


@inlined
def lowest_of(markers):
    """The spot of the resource marker furthest behind."""
    low = markers[0]
    for colour in range(1, N_COLOURS):
        low = min(low, markers[colour])
    return low


@inlined
def lowest_marker(state, seat):
    """The spot of a seat's resource marker furthest behind."""
    return lowest_of(state.marker[seat])


@compiled
def activate(rules, state, seat, plot):
    """The reward of one activated tile (HA-22, HA-26)."""
    kind = state.tile[seat, plot]
    if is_monk(kind):
        advance_brewmaster(rules, state, seat, 1)
    elif is_sunny(plot):
        advance(rules, state, seat, rules.colour[kind], rules.fertility[kind])
    else:
        state.money[seat] += rules.fertility[kind]


@compiled
def collect(rules, state, seat, way):
    """All rewards of a way of scoring at once; their order makes no difference (HA-21, HA-25, HA-27)."""
    for colour in range(N_COLOURS):
        advance(rules, state, seat, colour, state.gain[seat, way, colour])
    advance_brewmaster(rules, state, seat, state.gain[seat, way, BREWMASTER])
    state.money[seat] += state.gain[seat, way, DUCATS]


@compiled
def lay_tile(rules, state, seat, plot, kind):
    """Put a tile on a plot, and count it wherever tiles are counted."""
    state.tile[seat, plot] = kind
    state.side_tiles[seat, Side.SUN if is_sunny(plot) else Side.SHADE] += 1
    for i in range(SHEDS_OF_PLOT):
        shed = rules.near_sheds[plot, i]
        if shed < N_SHEDS:
            state.shed_fill[seat, shed] += 1
            state.shed_sum[seat, shed] += rules.fertility[kind]
    if is_resource(kind):
        count_resource(rules, state, seat, plot, kind)
    else:
        count_monk(rules, state, seat, plot, kind)


@inlined
def count_resource(rules, state, seat, plot, kind):
    """What a resource tile adds to its fertility, to its colour and to the monks around it."""
    fertility, colour, gained = rules.fertility[kind], rules.colour[kind], gain_of(rules, plot, kind)
    state.n_tiles[seat, fertility_way(fertility)] += 1
    state.n_tiles[seat, colour_way(colour)] += 1
    state.gain[seat, fertility_way(fertility), gained] += fertility
    state.gain[seat, colour_way(colour), gained] += fertility
    for i in range(rules.n_near[plot]):
        other = state.tile[seat, rules.near[plot, i]]
        if is_monk(other):
            state.gain[seat, monk_way(other), gained] += fertility


@inlined
def count_monk(rules, state, seat, plot, kind):
    """What a monk finds around it, and what it adds to the monks there."""
    state.n_tiles[seat, monk_way(kind)] += 1
    is_open = 1 - state.disc[seat, spot_of(monk_way(kind))]
    for i in range(rules.n_near[plot]):
        near = rules.near[plot, i]
        state.monks_near[seat, near] += 1
        state.open_monks_near[seat, near] += is_open
        other = state.tile[seat, near]
        if is_resource(other):
            state.gain[seat, monk_way(kind), gain_of(rules, near, other)] += rules.fertility[other]
        elif is_monk(other):  # each is activated when the other is triggered (HA-26)
            state.gain[seat, monk_way(kind), BREWMASTER] += 1
            state.gain[seat, monk_way(other), BREWMASTER] += 1


@compiled
def close_monks(rules, state, seat, way):
    """The spot of a type of monks is used: they are no longer open to the plots around them."""
    for plot in range(N_PLOTS):
        if monk_way(state.tile[seat, plot]) == way:
            for i in range(rules.n_near[plot]):
                state.open_monks_near[seat, rules.near[plot, i]] -= 1


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
def earned_shed(rules, state, seat, shed):
    """The type of shed tile that belongs to the fertility around a shed (HA-16)."""
    return rules.shed_type[state.shed_sum[seat, shed]]


@inlined
def is_plain_choice(rules, state, seat, shed, arrows):
    """Of equal tiles around a shed that may choose freely only the first ones are offered."""
    for i in range(RING):
        if points_to(arrows, i):
            for j in range(i):
                one, other = rules.ring[shed, i], rules.ring[shed, j]
                is_equal = state.tile[seat, one] == state.tile[seat, other] and is_sunny(one) == is_sunny(other)
                if is_equal and not points_to(arrows, j):
                    return False
    return True


@compiled
def build_shed(rules, state, seat, shed, arrows):
    """Move the brewmaster by the fertility sum, build the tile it earns, activate where the arrows point (HA-16 to HA-18)."""
    shed_type = earned_shed(rules, state, seat, shed)
    advance_brewmaster(rules, state, seat, rules.shed_steps[shed_type])
    state.shed[seat, shed] = 1 + shed_type
    state.shed_count[seat, shed_type] += 1
    for i in range(RING):
        if points_to(arrows, i):
            activate(rules, state, seat, rules.ring[shed, i])
