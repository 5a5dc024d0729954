"""A game of Heaven & Ale in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.engine.levers import tell_levers
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import (
    BREWMASTER,
    COLOURS,
    EMPTY,
    MONKS,
    N_CARDS,
    N_FERTILITIES,
    N_RESOURCES,
    N_SHEDS,
    N_SPACES,
    PLOTS_OF_SIDE,
    PRIVILEGES,
    RING,
    SPACES,
    Barrel,
    Card,
    Goal,
    Order,
    Place,
    Privilege,
    Side,
    Space,
)
from brewsim.games.heaven_and_ale.codes import Verb
from brewsim.games.heaven_and_ale.scoring import total_points
from brewsim.games.heaven_and_ale.spots import FIRST_COLOUR, FIRST_MONK
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.games.heaven_and_ale.track import cost_of

PLACES = {
    Place.FIRST: "the first player's place",
    Place.BREWMASTER: "the brewmaster's place",
    Place.DUCATS: "the ducats' place",
    Place.RESOURCE: "the resource place",
}


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table before the first round."""
    money = ", ".join(f"seat {seat + 1} {state.money[seat]}" for seat in range(state.n_seats))
    way = "clockwise" if rules.order == Order.PLACES_CLOCKWISE else "counter-clockwise"
    levers = {
        "ducats": rules.start_ducats,
        "brewmaster": rules.start_brewmaster,
        "points": rules.start_points,
        "in the tie-break": rules.tie_break,
    }
    return [
        f"The game lasts {rules.total_rounds[state.n_seats]} rounds. On the track: {offers(state)}.",
        f"Ducats: {money}. Seat 1 begins; the others choose their places {way}.",
        *tell_levers(levers, state.n_seats),
    ]


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    seat = int(before.seat)
    result = gains(before, after, seat)
    verb, what = codes.decode(action)
    match verb:
        case Verb.MOVE:
            return f"moves to {space_words(rules, before, what)}"
        case Verb.ENTER:
            returns = "starts on" if before.phase == Phase.START else "returns to"
            return f"{returns} {PLACES[Place(what)]}{result}"
        case Verb.ADVANCE:
            return f"advances {COLOURS[what]}{result}"
        case Verb.BUY:
            return purchase_words(rules, before, what, after)
        case Verb.SELL:
            card = PRIVILEGES[what].removeprefix("privilege_")
            paid = f" and pays ({after.money[seat]} left)" if after.phase == Phase.LAY else ""
            return f"sells the {card} privilege for {rules.card_sale_ducats} ducats{paid}"
        case Verb.DONE:
            return "buys no more"
        case Verb.LAY:
            return f"puts it on {plot_words(rules, before, seat, what)}{result}"
        case Verb.BUILD:
            return shed_words(rules, before, seat, *codes.shed_and_arrows(what)) + result
        case Verb.SCORE:
            return f"scores {way_words(what)}{result}"
        case Verb.PLACE_CARD:
            return card_words(*codes.privilege(what)) + result
        case _:
            barrel = Barrel(after.barrel[seat, what])
            return (
                f"claims the {barrel.name.lower()} barrel for {goal_words(rules, what)} ({counted(rules.barrel_vp[what, barrel], 'point')})"
            )


def standing(rules: np.record, state: np.record) -> str:
    """Money, markers and what it would score, for the end of a round."""
    parts = []
    for seat in range(state.n_seats):
        markers = " ".join(f"{colour} {state.marker[seat, c]}" for c, colour in enumerate(COLOURS))
        cards = sum(state.card[seat, card] == Card.HELD for card in range(N_CARDS))
        sunny, shady = state.side_tiles[seat]
        parts.append(
            f"seat {seat + 1} {counted(total_points(rules, state, seat), 'point')} ({markers}, "
            f"brewmaster {state.marker[seat, BREWMASTER]}, {state.money[seat]} ducats, {sunny} sun, {shady} shade, {cards} cards)"
        )
    return "; ".join(parts)


def offers(state: np.record) -> str:
    """The tiles on the resource and monk spaces."""
    return ", ".join(
        f"{space + 1} {' + '.join(tile_words(kind) for kind in state.offer[space, : state.n_offer[space]])}"
        for space in range(N_SPACES)
        if state.n_offer[space] > 0
    )


def counted(n: int, word: str) -> str:
    """A number of things, such as '1 ducat' and '2 ducats'."""
    return f"{n} {word}" if abs(n) == 1 else f"{n} {word}s"


def tile_words(kind: int) -> str:
    """A tile, such as 'hops 3'."""
    if kind >= N_RESOURCES:
        return MONKS[kind - N_RESOURCES].replace("_", " ")
    return f"{COLOURS[kind // N_FERTILITIES]} {kind % N_FERTILITIES + 1}"


def side_words(side: int) -> str:
    return "sun" if side == Side.SUN else "shade"


def space_words(rules: np.record, state: np.record, space: int) -> str:
    """A space of the track with what lies on it."""
    kind = rules.space_kind[space]
    tiles = ", ".join(tile_words(k) for k in state.offer[space, : state.n_offer[space]])
    if kind == Space.RESOURCE:
        return f"space {space + 1}, resources ({tiles})"
    if kind == Space.MONK:
        return f"space {space + 1}, monks at {rules.monk_price[space]} ({tiles})"
    if kind == Space.BARREL:
        return f"space {space + 1}, the barrels"
    return f"space {space + 1}, scoring {'/'.join(SPACES[kind])}"


def purchase_words(rules: np.record, before: np.record, what: int, after: np.record) -> str:
    """A tile that is bought, with its price and what is left."""
    seat = int(before.seat)
    kind, side = codes.purchase(what)
    cost = counted(int(cost_of(rules, before.position[seat] - 1, kind, side)), "ducat")
    rest = f"{after.money[seat]} left" if after.phase == Phase.LAY else f"has {before.money[seat]} and must sell cards"
    return f"buys {tile_words(kind)} for the {side_words(side)}, {cost} ({rest})"


def plot_words(rules: np.record, state: np.record, seat: int, plot: int) -> str:
    """A plot with its neighbours, so that a reader sees why."""
    near = [tile_words(state.tile[seat, other]) for other in rules.near[plot, : rules.n_near[plot]] if state.tile[seat, other] != EMPTY]
    sheds = [f"{state.shed_fill[seat, shed] + 1}/{RING}" for shed in rules.near_sheds[plot] if shed < N_SHEDS]
    where = f"{side_words(plot // PLOTS_OF_SIDE)} plot {plot % PLOTS_OF_SIDE + 1}"
    return f"{where} (beside {', '.join(near) or 'no tile'}; tiles around its shed{'s' * (len(sheds) > 1)} now {' and '.join(sheds)})"


def shed_words(rules: np.record, state: np.record, seat: int, shed: int, arrows: int) -> str:
    """A shed tile and what its arrows point to."""
    total = state.shed_sum[seat, shed]
    chosen = [int(rules.ring[shed, i]) for i in range(RING) if codes.points_to(arrows, i)]
    what = ", ".join(f"{tile_words(state.tile[seat, plot])} in the {side_words(plot // PLOTS_OF_SIDE)}" for plot in chosen) or "nothing"
    name = ("no arrows", "one arrow", "two arrows", "three arrows", "four arrows")[rules.shed_type[total]]
    return f"builds a shed with {name} (fertility {total}) and activates {what}"


def goal_words(rules: np.record, goal: int) -> str:
    """What a barrel is given for."""
    n, fertility = rules.goal[goal], rules.goal_fertility[goal]
    goals = {
        Goal.BREWMASTER: f"the brewmaster at {n} or more",
        Goal.ALL_RESOURCES: f"all resources at {n} or more",
        Goal.BARREN: f"{n} tiles of fertility {fertility}",
        Goal.FERTILE: f"{n} tiles of fertility {fertility}",
        Goal.MONK_SPOTS: f"{n} monk spots scored",
        Goal.RESOURCE_SPOTS: f"{n} resource spots scored",
        Goal.SAME_SHEDS: f"{n} sheds of one type",
        Goal.DIFFERENT_SHEDS: f"{n} types of shed",
        Goal.FULL_TRACK: f"a resource at {n}",
        Goal.PRIVILEGES: f"{n} privileges placed",
        Goal.SUN: f"{n} tiles in the sun",
        Goal.SHADE: f"{n} tiles in the shade",
    }
    return goals[Goal(goal)]


def way_words(way: int) -> str:
    """What a disc scores."""
    if way < FIRST_COLOUR:
        return f"X for the tiles of fertility {way + 1}"
    if way < FIRST_MONK:
        return COLOURS[way - FIRST_COLOUR]
    return MONKS[way - FIRST_MONK].replace("_", " ")


def card_words(card: int, colour: int) -> str:
    """A privilege card beside a completed pair."""
    if card == Privilege.NO_CARD:
        return "completes a pair and places no card"
    if card == Privilege.COLOUR:
        return f"completes a pair: colour privilege for {COLOURS[colour]}"
    if card == Privilege.LOWEST:
        return f"completes a pair: privilege of the last for {COLOURS[colour]}"
    return f"completes a pair: {PRIVILEGES[card].removeprefix('privilege_')} privilege"


def gains(before: np.record, after: np.record, seat: int) -> str:
    """Steps and ducats between two moments."""
    moved = after.marker[seat] - before.marker[seat]
    parts = [f"{colour} +{moved[c]}" for c, colour in enumerate(COLOURS) if moved[c] > 0]
    steps = int(moved[BREWMASTER])
    ducats = int(after.money[seat]) - int(before.money[seat])
    parts += [f"brewmaster +{steps}"] * (steps > 0) + [f"{ducats:+d} ducat{'s' * (abs(ducats) != 1)}"] * (ducats != 0)
    return f": {', '.join(parts)}" if parts else ""
