"""The ten scoring spots, and the ways to score them: X with one of five fertilities, a colour, a monk."""

from brewsim.games.heaven_and_ale.box import N_COLOURS, N_FERTILITIES, N_RESOURCES, N_WAYS, Space
from brewsim.parts.compiling import inlined

X_SPOT = 0
FIRST_COLOUR, FIRST_MONK = N_FERTILITIES, N_FERTILITIES + N_COLOURS  # ways of scoring


@inlined
def colour_spot(colour):
    """The spot of a resource."""
    return 1 + colour


@inlined
def monk_spot(monk):
    """The spot of a type of monk."""
    return 1 + N_COLOURS + monk


@inlined
def fertility_way(fertility):
    """X for the tiles of a fertility."""
    return fertility - 1


@inlined
def colour_way(colour):
    """The spot of a resource."""
    return FIRST_COLOUR + colour


@inlined
def monk_way(kind):
    """The spot of a monk, by the kind of its tiles."""
    return FIRST_MONK + kind - N_RESOURCES


@inlined
def spot_of(way):
    """The spot that takes the disc: the five fertilities share X."""
    return max(X_SPOT, way - FIRST_COLOUR + 1)


@inlined
def ways_of(space_kind):
    """The ways of scoring that a disc of this space may be used for: from the first number to before the second (HA-20)."""
    if space_kind == Space.A:
        return 0, FIRST_COLOUR
    if space_kind == Space.B:
        return FIRST_MONK, N_WAYS
    if space_kind == Space.C:
        return FIRST_COLOUR, FIRST_MONK
    return 0, N_WAYS


@inlined
def is_usable(state, seat, way):
    """Whether the spot is empty and a tile of the garden would be scored (HA-20, HA-21)."""
    return (state.disc[seat, spot_of(way)] == 0) & (state.n_tiles[seat, way] > 0)
