"""What a seat may choose at each decision. Clause numbers are those of RULES.md.

The lists write every candidate and count it only if it is legal: a branch that nobody can predict costs more.
"""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale import state as codes
from brewsim.games.heaven_and_ale.garden import is_pending, is_plain_choice
from brewsim.games.heaven_and_ale.kernel import cost_of, funds, has_room, highest_price
from brewsim.games.heaven_and_ale.rules import (
    BARREL,
    EMPTY,
    MONK,
    N_CARDS,
    N_COLOURS,
    N_FERTILITIES,
    N_MONKS,
    N_OPTIONS,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    PLOTS_OF_SIDE,
)
from brewsim.games.heaven_and_ale.scoring import due_barrels, first_due, lowest_marker
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.parts.compiling import compiled, inlined


@compiled
def usable_options(state, seat):
    """The ways of scoring, as bits, whose spot is empty and that score a tile of the garden (HA-20, HA-21)."""
    bits = 0
    if state.disc[seat, 0] == 0:
        for fertility in range(N_FERTILITIES):
            bits |= int(state.n_fertility[seat, fertility] > 0) << fertility
    for colour in range(N_COLOURS):
        bits |= int(state.disc[seat, 1 + colour] == 0 and state.n_colour[seat, colour] > 0) << N_FERTILITIES + colour
    for monk in range(N_MONKS):
        is_usable = state.disc[seat, 1 + N_COLOURS + monk] == 0 and state.n_monk[seat, monk] > 0
        bits |= int(is_usable) << N_FERTILITIES + N_COLOURS + monk
    return bits


@compiled
def list_moves(rules, state, actions, n):
    """The spaces ahead whose action the seat can do (HA-6, HA-7)."""
    seat = state.seat
    highest = highest_price(rules, state, seat)
    can_claim = due_barrels(rules, state, seat) != 0
    usable = usable_options(state, seat)
    for space in range(state.position[seat], N_SPACES):
        space_kind = rules.space_kind[space]
        if space_kind <= MONK:
            is_open = state.cheapest[space] <= highest
        elif space_kind == BARREL:
            is_open = can_claim
        else:
            is_open = usable & rules.allows[space_kind] != 0 and state.space_discs[space] > 0
        actions[n] = codes.MOVE + space
        n += is_open
    return n


@compiled
def list_places(state, actions, n):
    """The places of the start area without another figure (HA-8); who comes last must take the first player's if it is free (HA-9)."""
    taken, others_out = 0, 0
    for other in range(state.n_seats):
        if other != state.seat:
            taken |= 1 << state.place[other] if state.place[other] != NONE else 0
            others_out += state.position[other] != codes.HOME
    must_be_first = others_out == 0 and taken & 1 << codes.FIRST == 0
    for place in range(codes.N_PLACES):
        actions[n] = codes.ENTER + place
        n += taken >> place & 1 == 0 and (place == codes.FIRST or not must_be_first)
    return n


@inlined
def is_offered_before(state, space, i):
    """Whether an equal tile lies before this one on the space: equal tiles are one action."""
    equal = 0
    for j in range(i):
        equal += state.offer[space, j] == state.offer[space, i]
    return equal > 0


@compiled
def list_purchases(rules, state, actions, n):
    """Tiles of this space and sides for them, as far as ducats and cards go, and the end (HA-10 to HA-13)."""
    seat = state.seat
    space = state.position[seat] - 1
    most = funds(rules, state, seat)
    for i in range(state.n_offer[space]):
        kind = state.offer[space, i]
        if not is_offered_before(state, space, i):
            for side in range(N_SIDES):
                actions[n] = codes.BUY + N_SIDES * kind + side
                n += has_room(state, seat, side) and cost_of(rules, space, kind, side) <= most
    actions[n] = codes.DONE
    n += state.bought > 0
    return n


@compiled
def list_sheds(rules, state, actions, n):
    """For each enclosed shed the tiles that it may activate (HA-17, HA-19)."""
    seat = state.seat
    for shed in range(N_SHEDS):
        if is_pending(state, seat, shed):
            shed_type = rules.shed_type[state.shed_sum[seat, shed]]
            for i in range(rules.n_masks[shed_type]):
                mask = rules.masks[shed_type, i]
                if rules.is_free_choice[shed_type] == 0 or is_plain_choice(rules, state, seat, shed, mask):
                    actions[n] = codes.SHED + codes.N_MASKS * shed + mask
                    n += 1
    return n


@compiled
def list_cards(state, actions, n):
    """The privilege cards in hand, with the marker that they move, and none (HA-29 to HA-31)."""
    seat = state.seat
    low = lowest_marker(state, seat)
    for colour in range(N_COLOURS):
        actions[n] = codes.COLOUR_CARD + colour
        n += state.card[seat, 0] == codes.HELD and state.n_colour[seat, colour] > 0
    for colour in range(N_COLOURS):
        actions[n] = codes.LOWEST_CARD + colour
        n += state.card[seat, 1] == codes.HELD and state.marker[seat, colour] == low
    for card in range(2, N_CARDS):
        actions[n] = codes.BARREL_CARD + card - 2
        n += state.card[seat, card] == codes.HELD
    actions[n] = codes.NO_CARD
    return n + 1


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    n = 0
    seat = state.seat
    if state.phase == Phase.MOVE:
        n = list_moves(rules, state, actions, n)
        n = list_places(state, actions, n)
    elif state.phase == Phase.START:
        n = list_places(state, actions, n)
    elif state.phase == Phase.BUY:
        n = list_purchases(rules, state, actions, n)
    elif state.phase == Phase.SELL:
        for card in range(N_CARDS):
            actions[n] = codes.SELL + card
            n += state.card[seat, card] == codes.HELD
    elif state.phase == Phase.PLACE:
        first = PLOTS_OF_SIDE * state.bought_side
        for plot in range(first, first + PLOTS_OF_SIDE):
            actions[n] = codes.PLACE + plot
            n += state.tile[seat, plot] == EMPTY
    elif state.phase == Phase.SHED:
        n = list_sheds(rules, state, actions, n)
    elif state.phase == Phase.SCORE:
        usable = usable_options(state, seat) & rules.allows[rules.space_kind[state.position[seat] - 1]]
        for option in range(N_OPTIONS):
            actions[n] = codes.SCORE + option
            n += usable >> option & 1
    elif state.phase == Phase.PRIVILEGE:
        n = list_cards(state, actions, n)
    elif state.phase == Phase.CLAIM:  # all are taken in the end, so their order is no choice
        actions[0] = codes.CLAIM + first_due(rules, state, seat)
        n = 1
    else:
        for colour in range(N_COLOURS):
            actions[n] = codes.ADVANCE + colour
            n += 1
    return n
