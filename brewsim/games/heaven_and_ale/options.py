"""What a seat may choose at each decision, and which item a choice uses. Clause numbers are those of RULES.md.

The lists write every candidate and count it only if it is legal: a branch that nobody can predict costs more.
"""

from brewsim.engine.contract import LEADING, NONE
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.barrels import due_barrels, first_due
from brewsim.games.heaven_and_ale.box import (
    EMPTY,
    N_CARDS,
    N_COLOURS,
    N_PLACES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    PLOTS_OF_SIDE,
    RING,
    SHEDS_OF_PLOT,
    Card,
    Place,
    Privilege,
    Space,
)
from brewsim.games.heaven_and_ale.codes import Verb
from brewsim.games.heaven_and_ale.garden import earned_shed, has_room, is_pending, is_plain_choice, lowest_marker
from brewsim.games.heaven_and_ale.spots import is_usable, spot_of, ways_of
from brewsim.games.heaven_and_ale.state import HOME, Phase
from brewsim.games.heaven_and_ale.track import cost_of, funds, highest_price, is_tile_space, space_of
from brewsim.parts.compiling import compiled, inlined


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
            actions[n] = codes.sell(card)
            n += state.card[seat, card] == Card.HELD
    elif state.phase == Phase.LAY:
        first = PLOTS_OF_SIDE * state.bought_side
        for plot in range(first, first + PLOTS_OF_SIDE):
            actions[n] = codes.lay(plot)
            n += state.tile[seat, plot] == EMPTY
    elif state.phase == Phase.BUILD:
        n = list_sheds(rules, state, actions, n)
    elif state.phase == Phase.SCORE:
        first, end = ways_of(rules.space_kind[space_of(state, seat)])
        for way in range(first, end):
            actions[n] = codes.score(way)
            n += is_usable(state, seat, way)
    elif state.phase == Phase.PRIVILEGE:
        n = list_cards(state, actions, n)
    elif state.phase == Phase.CLAIM:  # all are taken in the end, so their order is no choice
        actions[0] = codes.claim(first_due(rules, state, seat))
        n = 1
    else:
        for colour in range(N_COLOURS):
            actions[n] = codes.advance(colour)
            n += 1
    return n


@compiled
def can_score(state, seat, space_kind):
    """Whether a disc of such a space could be used (HA-20)."""
    first, end = ways_of(space_kind)
    ways = 0
    for way in range(first, end):
        ways += is_usable(state, seat, way)
    return ways > 0


@compiled
def list_moves(rules, state, actions, n):
    """The spaces ahead whose action the seat can do (HA-6, HA-7)."""
    seat = state.seat
    highest = highest_price(rules, state, seat)
    can_claim = due_barrels(rules, state, seat) != 0
    can_score_x = can_score(state, seat, Space.A)
    can_score_monk = can_score(state, seat, Space.B)
    can_score_colour = can_score(state, seat, Space.C)
    for space in range(state.position[seat], N_SPACES):
        space_kind = rules.space_kind[space]
        if is_tile_space(space_kind):
            is_open = state.cheapest[space] <= highest
        elif space_kind == Space.BARREL:
            is_open = can_claim
        elif space_kind == Space.A:
            is_open = can_score_x & (state.space_discs[space] > 0)
        elif space_kind == Space.B:
            is_open = can_score_monk & (state.space_discs[space] > 0)
        elif space_kind == Space.C:
            is_open = can_score_colour & (state.space_discs[space] > 0)
        else:
            is_open = (can_score_x | can_score_monk | can_score_colour) & (state.space_discs[space] > 0)
        actions[n] = codes.move(space)
        n += is_open
    return n


@inlined
def is_in(places, place):
    """Whether a set of places, a bit each, has this one."""
    return places >> place & 1 == 1


@compiled
def list_places(state, actions, n):
    """The places of the start area without another figure (HA-8); who comes last must take the first player's if it is free (HA-9)."""
    others_out, taken = 0, 0
    for other in range(state.n_seats):
        if other != state.seat:
            others_out += state.position[other] != HOME
            taken |= 1 << state.place[other] if state.place[other] != NONE else 0
    must_be_first = others_out == 0 and not is_in(taken, Place.FIRST)
    for place in range(N_PLACES):
        actions[n] = codes.enter(place)
        n += (not is_in(taken, place)) & ((place == Place.FIRST) | (not must_be_first))
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
    space = space_of(state, seat)
    most = funds(rules, state, seat)
    for i in range(state.n_offer[space]):
        kind = state.offer[space, i]
        if not is_offered_before(state, space, i):
            for side in range(N_SIDES):
                actions[n] = codes.buy(kind, side)
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
            shed_type = earned_shed(rules, state, seat, shed)
            for i in range(rules.n_arrows[shed_type]):
                arrows = rules.arrows[shed_type, i]
                if rules.is_free_choice[shed_type] == 0 or is_plain_choice(rules, state, seat, shed, arrows):
                    actions[n] = codes.build(shed, arrows)
                    n += 1
    return n


@compiled
def list_cards(state, actions, n):
    """The privilege cards in hand, with the marker that they move, and none (HA-29 to HA-31)."""
    seat = state.seat
    low = lowest_marker(state, seat)
    for colour in range(N_COLOURS):
        actions[n] = codes.place_colour_card(colour)
        n += state.card[seat, Privilege.COLOUR] == Card.HELD
    for colour in range(N_COLOURS):
        actions[n] = codes.place_lowest_card(colour)
        n += state.card[seat, Privilege.LOWEST] == Card.HELD and state.marker[seat, colour] == low
    for card in (Privilege.BARREL, Privilege.MONEY, Privilege.BREWMASTER):
        actions[n] = codes.place_card(card)
        n += state.card[seat, card] == Card.HELD
    actions[n] = codes.place_card(Privilege.NO_CARD)
    return n + 1


@compiled
def encloses_shed(rules, state, seat, plot):
    """Whether a tile on this plot would enclose a shed."""
    enclosed = 0
    for i in range(SHEDS_OF_PLOT):
        shed = rules.near_sheds[plot, i]
        enclosed += shed < N_SHEDS and state.shed_fill[seat, shed] == RING - 1
    return enclosed > 0


@compiled
def item_of(rules, state, action):
    """Tiles when bought, spots when scored, cards when placed, sheds when built, barrels when claimed.

    A move leads to the action of its space, a purchase to a plot, a plot perhaps to a shed: who may not use these can stay away.
    """
    seat = state.seat
    verb, what = codes.decode(action)
    if verb == Verb.MOVE:
        return LEADING + NONE
    if verb == Verb.BUY:
        kind, _ = codes.purchase(what)
        return LEADING + kind
    if verb == Verb.LAY:
        return LEADING + NONE if encloses_shed(rules, state, seat, what) else NONE
    if verb == Verb.BUILD:
        shed, _ = codes.shed_and_arrows(what)
        return codes.shed_item(earned_shed(rules, state, seat, shed))
    if verb == Verb.SCORE:
        return codes.spot_item(spot_of(what))
    if verb == Verb.PLACE_CARD:
        card, _ = codes.privilege(what)
        return codes.card_item(card) if card != Privilege.NO_CARD else NONE
    if verb == Verb.CLAIM:
        return codes.barrel_item(what)
    return NONE
