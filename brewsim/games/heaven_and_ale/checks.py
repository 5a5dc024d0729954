"""What must be true of the table before every decision."""

from enum import IntEnum

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.box import (
    BREWMASTER,
    EMPTY,
    N_BACKS,
    N_CARDS,
    N_GAINS,
    N_GOALS,
    N_KINDS,
    N_MARKERS,
    N_PLOTS,
    N_RESOURCES,
    N_SHED_TYPES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    N_WAYS,
    RING,
    Barrel,
    Card,
    Side,
)
from brewsim.games.heaven_and_ale.garden import gain_of, is_monk, is_resource, is_sunny
from brewsim.games.heaven_and_ale.spots import colour_way, fertility_way, monk_way, spot_of
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.games.heaven_and_ale.track import NO_TILE, price_of
from brewsim.parts.compiling import compiled


class Invariant(IntEnum):
    WHOLE = 0
    RESOURCE_LOST = 1
    MONK_LOST = 2
    DISC_LOST = 3
    BARREL_LOST = 4
    NEGATIVE_MONEY = 5
    MARKER_OFF_TRACK = 6
    WRONG_GAINS = 7
    WRONG_TILE_COUNTS = 8
    WRONG_SHED_SUMS = 9
    PLACE_SHARED = 10
    WRONG_CHEAPEST = 11
    NO_SUCH_TILE = 12
    WRONG_SHED = 13
    WRONG_HAND_COUNTS = 14


INVARIANTS: dict[int, str] = {
    Invariant.RESOURCE_LOST: "a resource tile is lost or doubled",
    Invariant.MONK_LOST: "a monk tile is lost or doubled",
    Invariant.DISC_LOST: "a scoring disc is lost or doubled",
    Invariant.BARREL_LOST: "a barrel is lost or doubled",
    Invariant.NEGATIVE_MONEY: "money is negative",
    Invariant.MARKER_OFF_TRACK: "a marker is beyond the end of its track",
    Invariant.WRONG_GAINS: "the gains kept of a garden are wrong",
    Invariant.WRONG_TILE_COUNTS: "the counts kept of a garden are wrong",
    Invariant.WRONG_SHED_SUMS: "the sums kept of the sheds are wrong",
    Invariant.PLACE_SHARED: "two figures stand on one place of the start area",
    Invariant.WRONG_CHEAPEST: "the lowest price kept of a space is wrong",
    Invariant.NO_SUCH_TILE: "a plot has a tile that does not exist",
    Invariant.WRONG_SHED: "a shed is built without being enclosed, or enclosed without being built",
    Invariant.WRONG_HAND_COUNTS: "the counts kept of cards and discs are wrong",
}


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    broken = check_tiles(rules, state)
    if broken == Invariant.WHOLE:
        broken = check_discs_and_barrels(rules, state)
    if broken == Invariant.WHOLE:
        broken = check_prices(rules, state)
    for seat in range(state.n_seats):
        if broken == Invariant.WHOLE:
            broken = check_seat(rules, state, seat)
        if broken == Invariant.WHOLE:
            broken = check_counts(rules, state, seat)
        if broken == Invariant.WHOLE:
            broken = check_monks(rules, state, seat)
        if broken == Invariant.WHOLE:
            broken = check_sheds(rules, state, seat)
        if broken == Invariant.WHOLE:
            broken = check_gains(rules, state, seat)
    return broken


@compiled
def check_tiles(rules, state):
    """Every tile is somewhere, once."""
    for kind in range(N_KINDS):
        tiles = 1 if state.bought_kind == kind else 0
        copies = 0
        for back in range(N_BACKS):
            if is_resource(kind):
                copies += rules.copies[back, kind]
                for i in range(state.n_piles[back]):
                    tiles += state.piles[back, i] == kind
            else:
                copies += rules.monk_copies[back, kind - N_RESOURCES]
                for i in range(state.n_cloister[back]):
                    tiles += state.cloister[back, i] == kind - N_RESOURCES
        for space in range(N_SPACES):
            for i in range(state.n_offer[space]):
                tiles += state.offer[space, i] == kind
        for seat in range(state.n_seats):
            for plot in range(N_PLOTS):
                tiles += state.tile[seat, plot] == kind
        if tiles != copies:
            return Invariant.RESOURCE_LOST if is_resource(kind) else Invariant.MONK_LOST
    return Invariant.WHOLE


@compiled
def check_discs_and_barrels(rules, state):
    """Every disc and barrel is somewhere, once, and no small barrel was taken before the large one."""
    discs = state.disc_supply
    for space in range(N_SPACES):
        discs += state.space_discs[space]
    for seat in range(state.n_seats):
        for spot in range(N_SPOTS):
            discs += state.disc[seat, spot]
    if discs != rules.discs or state.disc_supply < 0:
        return Invariant.DISC_LOST
    for goal in range(N_GOALS):
        large, small = state.large_left[goal], state.small_left[goal]
        for seat in range(state.n_seats):
            large += state.barrel[seat, goal] == Barrel.LARGE
            small += state.barrel[seat, goal] == Barrel.SMALL
        if large != 1 or small != 1 or state.small_left[goal] < state.large_left[goal]:
            return Invariant.BARREL_LOST
    return Invariant.WHOLE


@compiled
def check_prices(rules, state):
    """The lowest price of each space is that of a tile on it."""
    for space in range(N_SPACES):
        cheapest = NO_TILE
        for i in range(state.n_offer[space]):
            cheapest = min(cheapest, price_of(rules, space, state.offer[space, i]))
        if cheapest != state.cheapest[space]:
            return Invariant.WRONG_CHEAPEST
    return Invariant.WHOLE


@compiled
def check_seat(rules, state, seat):
    """Money, cards, discs, markers, tiles and the figure of one seat."""
    if state.money[seat] < 0:
        return Invariant.NEGATIVE_MONEY
    held, discs = 0, 0
    for card in range(N_CARDS):
        held += state.card[seat, card] == Card.HELD
    for spot in range(N_SPOTS):
        discs += state.disc[seat, spot]
    if held != state.n_held[seat] or discs != state.n_discs[seat]:
        return Invariant.WRONG_HAND_COUNTS
    for marker in range(N_MARKERS):
        if state.marker[seat, marker] > rules.track_end or state.marker[seat, marker] < rules.start[marker]:
            return Invariant.MARKER_OFF_TRACK
    for plot in range(N_PLOTS):
        if state.tile[seat, plot] < 0 or state.tile[seat, plot] > EMPTY:
            return Invariant.NO_SUCH_TILE
    for other in range(seat):
        if state.place[seat] != NONE and state.place[seat] == state.place[other]:
            return Invariant.PLACE_SHARED
    return Invariant.WHOLE


@compiled
def check_counts(rules, state, seat):
    """The numbers of tiles by side, and by way of scoring."""
    for side in range(N_SIDES):
        tiles = 0
        for plot in range(N_PLOTS):
            tiles += state.tile[seat, plot] != EMPTY and is_sunny(plot) == (side == Side.SUN)
        if tiles != state.side_tiles[seat, side]:
            return Invariant.WRONG_TILE_COUNTS
    for way in range(N_WAYS):
        tiles = 0
        for plot in range(N_PLOTS):
            kind = state.tile[seat, plot]
            if is_resource(kind):
                tiles += way == fertility_way(rules.fertility[kind]) or way == colour_way(rules.colour[kind])
            elif is_monk(kind):
                tiles += way == monk_way(kind)
        if tiles != state.n_tiles[seat, way]:
            return Invariant.WRONG_TILE_COUNTS
    return Invariant.WHOLE


@compiled
def check_monks(rules, state, seat):
    """The monks around each plot, and those of them whose spot is free."""
    for plot in range(N_PLOTS):
        monks, open_monks = 0, 0
        for i in range(rules.n_near[plot]):
            kind = state.tile[seat, rules.near[plot, i]]
            if is_monk(kind):
                monks += 1
                open_monks += 1 - state.disc[seat, spot_of(monk_way(kind))]
        if monks != state.monks_near[seat, plot] or open_monks != state.open_monks_near[seat, plot]:
            return Invariant.WRONG_TILE_COUNTS
    return Invariant.WHOLE


@compiled
def check_sheds(rules, state, seat):
    """Sheds are built where six tiles lie around them, and nowhere else."""
    for shed in range(N_SHEDS):
        fill, total = 0, 0
        for i in range(RING):
            kind = state.tile[seat, rules.ring[shed, i]]
            fill += kind != EMPTY
            total += rules.fertility[kind]
        if fill != state.shed_fill[seat, shed] or total != state.shed_sum[seat, shed]:
            return Invariant.WRONG_SHED_SUMS
        may_wait = seat == state.seat and state.phase == Phase.BUILD
        if (state.shed[seat, shed] > 0) != (fill == RING) and not (may_wait and fill == RING):
            return Invariant.WRONG_SHED
    for shed_type in range(N_SHED_TYPES):
        built = 0
        for shed in range(N_SHEDS):
            built += state.shed[seat, shed] == 1 + shed_type
        if built != state.shed_count[seat, shed_type]:
            return Invariant.WRONG_SHED_SUMS
    return Invariant.WHOLE


@compiled
def check_gains(rules, state, seat):
    """What each way of scoring would bring."""
    recount_gains(rules, state, seat, state.recount)
    for way in range(N_WAYS):
        for gained in range(N_GAINS):
            if state.recount[way, gained] != state.gain[seat, way, gained]:
                return Invariant.WRONG_GAINS
    return Invariant.WHOLE


@compiled
def recount_gains(rules, state, seat, out):
    """What each way of scoring would bring, from the tiles themselves."""
    for way in range(N_WAYS):
        for gained in range(N_GAINS):
            out[way, gained] = 0
    for plot in range(N_PLOTS):
        kind = state.tile[seat, plot]
        if is_resource(kind):
            gained = gain_of(rules, plot, kind)
            out[fertility_way(rules.fertility[kind]), gained] += rules.fertility[kind]
            out[colour_way(rules.colour[kind]), gained] += rules.fertility[kind]
        elif is_monk(kind):
            for i in range(rules.n_near[plot]):
                near = rules.near[plot, i]
                other = state.tile[seat, near]
                if is_resource(other):
                    out[monk_way(kind), gain_of(rules, near, other)] += rules.fertility[other]
                elif is_monk(other):
                    out[monk_way(kind), BREWMASTER] += 1
