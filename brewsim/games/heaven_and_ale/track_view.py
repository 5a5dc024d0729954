"""The part of the survey that values the track: what each space ahead would be used for, and what is passed over on the way."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import DUCATS, N_GAINS, N_SPACES, N_WAYS, Side, Space
from brewsim.games.heaven_and_ale.garden import has_room
from brewsim.games.heaven_and_ale.garden_view import fit_of
from brewsim.games.heaven_and_ale.goals_view import value_due
from brewsim.games.heaven_and_ale.spots import is_usable, ways_of
from brewsim.games.heaven_and_ale.state import HOME
from brewsim.games.heaven_and_ale.track import funds, highest_price, is_tile_space, price_of
from brewsim.parts.compiling import compiled, inlined

UNUSABLE = -1.0  # less than the value of any way of scoring


@compiled
def offers_ahead(rules, state):
    """Whether spaces ahead of the seat to move sell a resource and a monk that it can pay, and whether a disc lies there."""
    highest = highest_price(rules, state, state.seat)
    resources, monks, discs = 0, 0, 0
    for space in range(state.position[state.seat], N_SPACES):
        is_sold, sells_monks = state.cheapest[space] <= highest, rules.space_kind[space] == Space.MONK
        resources += is_sold & (not sells_monks)
        monks += is_sold & sells_monks
        discs += state.space_discs[space]
    return resources > 0, monks > 0, discs > 0


@compiled
def value_ways(state, view):
    """The value of each way of scoring, and the best one for each kind of disc space."""
    seat = state.seat
    for way in range(N_WAYS):
        value = 0.0
        for gained in range(N_GAINS):
            value += state.gain[seat, way, gained] * view.worth[gained]
        view.way_value[way] = value if is_usable(state, seat, way) else UNUSABLE
    for space_kind in (Space.A, Space.B, Space.C, Space.ABC):
        best, best_value = NONE, UNUSABLE
        first, end = ways_of(space_kind)
        for way in range(first, end):
            is_better = view.way_value[way] > best_value
            best = way if is_better else best
            best_value = view.way_value[way] if is_better else best_value
        view.best_way[space_kind] = best


@compiled
def value_spaces(rules, state, view):
    """The best use of each space ahead, and the values passed over on the way to it."""
    seat = state.seat
    money = funds(rules, state, seat)
    for_sun = money if has_room(state, seat, Side.SUN) else NONE
    for_shade = money if has_room(state, seat, Side.SHADE) else NONE
    per_rival = 1.0 / (state.n_seats - 1)
    buys, scores = 0.0, 0.0
    value_due(rules, state, view)
    view.last_barrel_space = NONE
    for position in range(HOME + 1):
        view.figures[position] = 0
    rivals = -1  # before a space; the seat itself is among them
    for other in range(state.n_seats):
        view.figures[state.position[other]] += 1
        rivals += state.position[other] < state.position[seat]
    for space in range(state.position[seat], N_SPACES):
        view.skipped_buys[space], view.skipped_scores[space] = buys, scores
        use, value = NONE, 0.0
        space_kind = rules.space_kind[space]
        if is_tile_space(space_kind):
            use, best = best_purchase(rules, state, view, space, for_sun, for_shade)
            value = max(0.0, best)
            buys += value
        elif space_kind == Space.BARREL:
            view.last_barrel_space = space
        elif state.space_discs[space] > 0 and view.best_way[space_kind] != NONE:
            way = view.best_way[space_kind]
            use, value = codes.score(way), view.way_value[way]
            scores += value
        rivals += view.figures[space]
        view.use[space] = use
        view.contest[space] = value * rivals * per_rival
    view.skipped_buys[N_SPACES], view.skipped_scores[N_SPACES] = buys, scores


@inlined
def best_purchase(rules, state, view, space, for_sun, for_shade):
    """The best tile of a space on the better side, as an action and its value, for this much money on either side."""
    use, best = NONE, -np.inf
    sun_factor = rules.price_factor[Side.SUN]
    monk_price = rules.monk_price[space] * view.worth[DUCATS]
    for i in range(state.n_offer[space]):
        kind = state.offer[space, i]
        price = price_of(rules, space, kind)
        fertility, colour, fit = rules.fertility[kind], rules.colour[kind], fit_of(rules, view, kind)
        in_shade = view.best_value[Side.SHADE, fit] + fertility * view.surplus[Side.SHADE, colour] - monk_price
        is_better = (in_shade > best) & (price <= for_shade)
        use = codes.buy(kind, Side.SHADE) if is_better else use
        best = in_shade if is_better else best
        in_sun = view.best_value[Side.SUN, fit] + fertility * view.surplus[Side.SUN, colour] - sun_factor * monk_price
        is_better = (in_sun > best) & (sun_factor * price <= for_sun)
        use = codes.buy(kind, Side.SUN) if is_better else use
        best = in_sun if is_better else best
    return use, best
