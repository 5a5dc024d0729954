"""A game of Heaven & Ale in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.games.heaven_and_ale.kernel import cost_of
from brewsim.games.heaven_and_ale.rules import (
    BREWMASTER,
    COLOURS,
    EMPTY,
    MONK,
    MONKS,
    N_CARDS,
    N_COLOURS,
    N_FERTILITIES,
    N_RESOURCES,
    N_SIDES,
    N_SPACES,
    PLOTS_OF_SIDE,
    PRIVILEGES,
    RESOURCE,
    RING,
    SHADE,
    SPACE_KINDS,
    SUN,
)
from brewsim.games.heaven_and_ale.scoring import total_points
from brewsim.games.heaven_and_ale.state import (
    ADVANCE,
    BARREL_CARD,
    BREW_PLACE,
    BUY,
    CLAIM,
    COLOUR_CARD,
    DONE,
    DUCAT_PLACE,
    ENTER,
    FIRST,
    HELD,
    LARGE,
    LOWEST_CARD,
    MOVE,
    N_MASKS,
    NO_CARD,
    PLACE,
    SCORE,
    SELL,
    SHED,
    Phase,
)


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table before the first round."""
    money = ", ".join(f"seat {seat} {state.money[seat]}" for seat in range(state.n_seats))
    return [
        f"The game lasts {rules.total_rounds[state.n_seats]} rounds. On the track: {offers(rules, state)}.",
        f"Ducats: {money}. Seat 0 begins; the others choose their places counter-clockwise.",
    ]


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    seat = int(before.seat)
    result = gains(before, after, seat)
    if action < ENTER:
        return f"moves to {space_words(rules, before, action - MOVE)}"
    if action < ADVANCE:
        verb = "starts on" if before.phase == Phase.START else "returns to"
        sold = int(before.n_held[seat] - after.n_held[seat])
        sale = f" and sells {counted(sold, 'card')}" if sold else ""
        return f"{verb} {place_words(action - ENTER)}{sale}{result}"
    if action < BUY:
        return f"advances {COLOURS[action - ADVANCE]}{result}"
    if action < SELL:
        kind, side = (action - BUY) // N_SIDES, (action - BUY) % N_SIDES
        cost = counted(int(cost_of(rules, before.position[seat] - 1, kind, side)), "ducat")
        rest = f"{after.money[seat]} left" if after.phase == Phase.PLACE else f"has {before.money[seat]} and must sell cards"
        return f"buys {tile_words(kind)} for the {side_words(side)}, {cost} ({rest})"
    if action < DONE:
        paid = f" and pays ({after.money[seat]} left)" if after.phase == Phase.PLACE else ""
        return f"sells the {PRIVILEGES[action - SELL].removeprefix('privilege_')} privilege for {rules.card_sale_ducats} ducats{paid}"
    if action == DONE:
        return "buys no more"
    if action < SHED:
        return f"puts it on {plot_words(rules, before, seat, action - PLACE)}{result}"
    if action < SCORE:
        return shed_words(rules, before, seat, (action - SHED) // N_MASKS, (action - SHED) % N_MASKS) + result
    if action < COLOUR_CARD:
        return f"scores {option_words(action - SCORE)}{result}"
    if action < CLAIM:
        return card_words(action) + result
    barrel = action - CLAIM
    size, points = ("large", rules.large_vp) if after.barrel[seat, barrel] == LARGE else ("small", rules.small_vp)
    return f"claims the {size} barrel for {goal_words(rules, barrel)} ({points} points)"


def standing(rules: np.record, state: np.record) -> str:
    """Money, markers and what it would score, for the end of a round."""
    parts = []
    for seat in range(state.n_seats):
        markers = " ".join(f"{colour} {state.marker[seat, c]}" for c, colour in enumerate(COLOURS))
        cards = sum(state.card[seat, card] == HELD for card in range(N_CARDS))
        parts.append(
            f"seat {seat} {total_points(rules, state, seat)} points ({markers}, brewmaster {state.marker[seat, BREWMASTER]}, "
            f"{state.money[seat]} ducats, {state.side_tiles[seat, SUN]} sun, {state.side_tiles[seat, SHADE]} shade, {cards} cards)"
        )
    return "; ".join(parts)


def offers(rules: np.record, state: np.record) -> str:
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
    return "sun" if side == SUN else "shade"


def space_words(rules: np.record, state: np.record, space: int) -> str:
    """A space of the track with what lies on it."""
    kind = rules.space_kind[space]
    tiles = ", ".join(tile_words(k) for k in state.offer[space, : state.n_offer[space]])
    if kind == RESOURCE:
        return f"space {space + 1}, resources ({tiles})"
    if kind == MONK:
        return f"space {space + 1}, monks at {rules.monk_price[space]} ({tiles})"
    if SPACE_KINDS[kind] == "barrel":
        return f"space {space + 1}, the barrels"
    return f"space {space + 1}, scoring {'/'.join(SPACE_KINDS[kind])}"


def place_words(place: int) -> str:
    """A place of the start area."""
    if place == FIRST:
        return "the first player's place"
    if place == BREW_PLACE:
        return "the brewmaster's place"
    if place == DUCAT_PLACE:
        return "the ducats' place"
    return "the resource place"


def plot_words(rules: np.record, state: np.record, seat: int, plot: int) -> str:
    """A plot with its neighbours, so that a reader sees why."""
    near = [tile_words(state.tile[seat, other]) for other in rules.near[plot, : rules.n_near[plot]] if state.tile[seat, other] != EMPTY]
    sheds = [f"{state.shed_fill[seat, shed] + 1}/{RING}" for shed in rules.near_sheds[plot] if shed < len(rules.ring)]
    where = f"{side_words(plot // PLOTS_OF_SIDE)} plot {plot % PLOTS_OF_SIDE + 1}"
    return f"{where} (beside {', '.join(near) or 'no tile'}; tiles around its shed{'s' * (len(sheds) > 1)} now {' and '.join(sheds)})"


def shed_words(rules: np.record, state: np.record, seat: int, shed: int, mask: int) -> str:
    """A shed tile and what its arrows point to."""
    total = state.shed_sum[seat, shed]
    chosen = [int(rules.ring[shed, i]) for i in range(RING) if mask >> i & 1]
    what = ", ".join(f"{tile_words(state.tile[seat, plot])} in the {side_words(plot // PLOTS_OF_SIDE)}" for plot in chosen) or "nothing"
    arrows = ("no arrows", "one arrow", "two arrows", "three arrows", "four arrows")[rules.shed_type[total]]
    return f"builds a shed with {arrows} (fertility {total}) and activates {what}"


def goal_words(rules: np.record, barrel: int) -> str:
    """What a barrel is given for."""
    n, fertility = rules.goal[barrel], rules.goal_fertility[barrel]
    goals = (
        f"the brewmaster at {n} or more",
        f"all resources at {n} or more",
        f"{n} tiles of fertility {fertility}",
        f"{n} tiles of fertility {fertility}",
        f"{n} monk spots scored",
        f"{n} resource spots scored",
        f"{n} sheds of one type",
        f"{n} types of shed",
        f"a resource at {n}",
        f"{n} privileges placed",
        f"{n} tiles in the sun",
        f"{n} tiles in the shade",
    )
    return goals[barrel]


def option_words(option: int) -> str:
    """What a disc scores."""
    if option < N_FERTILITIES:
        return f"X for the tiles of fertility {option + 1}"
    if option < N_FERTILITIES + N_COLOURS:
        return COLOURS[option - N_FERTILITIES]
    return MONKS[option - N_FERTILITIES - N_COLOURS].replace("_", " ")


def card_words(action: int) -> str:
    """A privilege card beside a completed pair."""
    if action == NO_CARD:
        return "completes a pair and places no card"
    if action < LOWEST_CARD:
        return f"completes a pair: colour privilege for {COLOURS[action - COLOUR_CARD]}"
    if action < BARREL_CARD:
        return f"completes a pair: privilege of the last for {COLOURS[action - LOWEST_CARD]}"
    return f"completes a pair: {('barrel', 'money', 'brewmaster')[action - BARREL_CARD]} privilege"


def gains(before: np.record, after: np.record, seat: int) -> str:
    """Steps and ducats between two moments."""
    moved = after.marker[seat] - before.marker[seat]
    parts = [f"{colour} +{moved[c]}" for c, colour in enumerate(COLOURS) if moved[c] > 0]
    steps = int(moved[BREWMASTER])
    ducats = int(after.money[seat]) - int(before.money[seat])
    parts += [f"brewmaster +{steps}"] * (steps > 0) + [f"{ducats:+d} ducat{'s' * (abs(ducats) != 1)}"] * (ducats != 0)
    return f": {', '.join(parts)}" if parts else ""
