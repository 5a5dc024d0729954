"""The invariants of a table, by their number in INVARIANTS."""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.garden import recount_gains, side_of
from brewsim.games.heaven_and_ale.kernel import NO_TILE, price_of
from brewsim.games.heaven_and_ale.rules import (
    EMPTY,
    N_BACKS,
    N_BARRELS,
    N_CARDS,
    N_COLOURS,
    N_FERTILITIES,
    N_GAINS,
    N_MONKS,
    N_OPTIONS,
    N_PLOTS,
    N_RESOURCES,
    N_SHED_TYPES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    RING,
)
from brewsim.games.heaven_and_ale.state import HELD, LARGE, SMALL, Phase
from brewsim.parts.compiling import compiled


@compiled
def check_box(rules, state):
    """Every tile, disc and barrel is somewhere, once."""
    for kind in range(N_RESOURCES + N_MONKS):
        tiles = 1 if state.bought_kind == kind else 0
        copies = 0
        for back in range(N_BACKS):
            if kind < N_RESOURCES:
                copies += rules.copies[back, kind]
                for place in range(state.n_piles[back]):
                    tiles += state.piles[back, place] == kind
            else:
                copies += rules.monk_copies[back, kind - N_RESOURCES]
                for place in range(state.n_cloister[back]):
                    tiles += state.cloister[back, place] == kind - N_RESOURCES
        for space in range(N_SPACES):
            for i in range(state.n_offer[space]):
                tiles += state.offer[space, i] == kind
        for seat in range(state.n_seats):
            for plot in range(N_PLOTS):
                tiles += state.tile[seat, plot] == kind
        if tiles != copies:
            return 1 if kind < N_RESOURCES else 2
    discs = state.disc_supply
    for space in range(N_SPACES):
        discs += state.space_discs[space]
    for seat in range(state.n_seats):
        for spot in range(N_SPOTS):
            discs += state.disc[seat, spot]
    if discs != rules.discs or state.disc_supply < 0:
        return 3
    for barrel in range(N_BARRELS):
        large, small = state.large_left[barrel], state.small_left[barrel]
        for seat in range(state.n_seats):
            large += state.barrel[seat, barrel] == LARGE
            small += state.barrel[seat, barrel] == SMALL
        if large != 1 or small != 1 or state.small_left[barrel] < state.large_left[barrel]:
            return 4
    return 0


@compiled
def check_counts(rules, state, seat):
    """What is kept beside the tiles agrees with the tiles."""
    for side in range(N_SIDES):
        tiles = 0
        for plot in range(N_PLOTS):
            tiles += state.tile[seat, plot] != EMPTY and side_of(plot) == side
        if tiles != state.side_tiles[seat, side]:
            return 8
    for colour in range(N_COLOURS):
        tiles = 0
        for plot in range(N_PLOTS):
            tiles += state.tile[seat, plot] < N_RESOURCES and rules.colour[state.tile[seat, plot]] == colour
        if tiles != state.n_colour[seat, colour]:
            return 8
    for fertility in range(1, N_FERTILITIES + 1):
        tiles = 0
        for plot in range(N_PLOTS):
            tiles += rules.fertility[state.tile[seat, plot]] == fertility
        if tiles != state.n_fertility[seat, fertility - 1]:
            return 8
    for monk in range(N_MONKS):
        tiles = 0
        for plot in range(N_PLOTS):
            tiles += state.tile[seat, plot] == N_RESOURCES + monk
        if tiles != state.n_monk[seat, monk]:
            return 8
    return 0


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
            return 9
        may_wait = seat == state.seat and state.phase == Phase.SHED
        if (state.shed[seat, shed] > 0) != (fill == RING) and not (may_wait and fill == RING):
            return 13
    for shed_type in range(N_SHED_TYPES):
        built = 0
        for shed in range(N_SHEDS):
            built += state.shed[seat, shed] == 1 + shed_type
        if built != state.shed_count[seat, shed_type]:
            return 9
    return 0


@compiled
def check_seat(rules, state, seat):
    """The invariants of one player's board."""
    if state.money[seat] < 0:
        return 5
    held, discs = 0, 0
    for card in range(N_CARDS):
        held += state.card[seat, card] == HELD
    for spot in range(N_SPOTS):
        discs += state.disc[seat, spot]
    if held != state.n_held[seat] or discs != state.n_discs[seat]:
        return 14
    for marker in range(N_COLOURS + 1):
        if state.marker[seat, marker] > rules.track_end or state.marker[seat, marker] < rules.start[marker]:
            return 6
    if state.tile[seat, N_PLOTS] != EMPTY:
        return 12
    for plot in range(N_PLOTS):
        if state.tile[seat, plot] < 0 or state.tile[seat, plot] > EMPTY:
            return 12
    broken = check_counts(rules, state, seat)
    if broken == 0:
        broken = check_sheds(rules, state, seat)
    if broken == 0:
        recount_gains(rules, state, seat, state.recount)
        for option in range(N_OPTIONS):
            for gained in range(N_GAINS):
                if state.recount[option, gained] != state.gain[seat, option, gained]:
                    return 7
    for other in range(seat):
        if state.place[seat] != NONE and state.place[seat] == state.place[other]:
            return 10
    return broken


@compiled
def check(rules, state):
    """0, or the number of the invariant (INVARIANTS) that is broken."""
    broken = check_box(rules, state)
    if broken != 0:
        return broken
    for space in range(N_SPACES):
        cheapest = NO_TILE
        for i in range(state.n_offer[space]):
            cheapest = min(cheapest, int(price_of(rules, space, state.offer[space, i])))
        if cheapest != state.cheapest[space]:
            return 11
    for seat in range(state.n_seats):
        broken = check_seat(rules, state, seat)
        if broken != 0:
            return broken
    return 0
