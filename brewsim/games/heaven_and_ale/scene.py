"""The table as plain data in words, for drawing. All lies open here but the piles. Seats are counted from 1."""

from typing import Any

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.box import (
    BELOW_TRACK,
    BREWMASTER,
    COLOURS,
    EMPTY,
    N_FERTILITIES,
    N_GOALS,
    N_PLOTS,
    N_RESOURCES,
    N_SHEDS,
    N_SPACES,
    PLOTS_OF_SIDE,
    PRIVILEGES,
    SPACES,
    SPOTS,
    Barrel,
    Card,
    Place,
    Space,
)
from brewsim.games.heaven_and_ale.rules import neighbours
from brewsim.games.heaven_and_ale.scoring import barrel_points, first_player_points, privilege_points, total_points
from brewsim.games.heaven_and_ale.state import HOME, Phase
from brewsim.games.heaven_and_ale.words import PLACES, goal_words, side_words, tile_words

DOING = {
    Phase.START: "chooses a place in the start area",
    Phase.MOVE: "moves along the track",
    Phase.BUY: "buys tiles",
    Phase.SELL: "sells cards to pay for a tile",
    Phase.LAY: "lays the tile",
    Phase.BUILD: "builds a shed",
    Phase.SCORE: "places a scoring disc",
    Phase.PRIVILEGE: "may place a privilege",
    Phase.CLAIM: "claims barrels",
    Phase.ADVANCE: "advances a resource",
}
MARKERS = (*COLOURS, "brewmaster")


def scene(rules: np.record, state: np.record) -> dict[str, Any]:
    """All that lies on the table."""
    plots, sheds = _layout(rules)
    return {
        "common": {
            "rounds": int(rules.total_rounds[state.n_seats]),
            "spaces": [_space(rules, state, space) for space in range(N_SPACES)],
            "places": [_place(rules, state, place) for place in Place],
            "tiles_left": {"I": int(state.n_piles[0]), "II": int(state.n_piles[1])},
            "discs_left": int(state.disc_supply),
            "barrels": [_barrel(rules, state, goal) for goal in range(N_GOALS)],
            "track": _track(rules),
            "plots": [{"at": at, "side": side_words(plot // PLOTS_OF_SIDE)} for plot, at in enumerate(plots)],
            "sheds": sheds,
            "spots": [{"name": spot.replace("_", " "), "pair": min(i, int(rules.partner[i]))} for i, spot in enumerate(SPOTS)],
        },
        "seats": [_seat(rules, state, seat) for seat in range(state.n_seats)],
        "now": {
            "doing": DOING[Phase(state.phase)],
            "bought": _bought(state),
        },
    }


def _space(rules: np.record, state: np.record, space: int) -> dict[str, Any]:
    kind = rules.space_kind[space]
    return {
        "number": space + 1,
        "kind": SPACES[kind] if kind in (Space.RESOURCE, Space.MONK, Space.BARREL) else "disc",
        "scores": "/".join(SPACES[kind]) if kind >= Space.A else None,
        "price": int(rules.monk_price[space]) if kind == Space.MONK else None,
        "tiles": [_tile(tile) for tile in state.offer[space, : state.n_offer[space]]],
        "discs": int(state.space_discs[space]),
        "figures": (np.flatnonzero(state.position[: state.n_seats] == space + 1) + 1).tolist(),
    }


def _place(rules: np.record, state: np.record, place: Place) -> dict[str, Any]:
    gives = {
        Place.FIRST: f"{rules.first_player_vp} point at the end",
        Place.BREWMASTER: f"brewmaster +{rules.place_brewmaster_steps}",
        Place.DUCATS: f"{rules.place_ducats} ducats",
        Place.RESOURCE: f"a resource +{rules.place_resource_steps}",
    }
    here = [seat for seat in range(state.n_seats) if state.place[seat] == place]
    return {
        "name": PLACES[place].removeprefix("the "),
        "gives": gives[place],
        "figures": [seat + 1 for seat in here],
        "has_returned": [seat + 1 for seat in here if state.position[seat] == HOME],
    }


def _barrel(rules: np.record, state: np.record, goal: int) -> dict[str, Any]:
    return {
        "goal": goal_words(rules, goal),
        "large": {"points": int(rules.barrel_vp[goal, Barrel.LARGE]), "is_left": bool(state.large_left[goal])},
        "small": {"points": int(rules.barrel_vp[goal, Barrel.SMALL]), "is_left": bool(state.small_left[goal])},
    }


def _track(rules: np.record) -> dict[str, Any]:
    """The production track: its ends, and from which spot of the brewmaster on which rates hold."""
    first, last = int(rules.start.min()), int(rules.track_end)
    rates: list[dict[str, int]] = []
    for spot in range(first, last + 1):
        rate = {"exchange": int(rules.exchange[BELOW_TRACK + spot]), "points": int(rules.vp[BELOW_TRACK + spot])}
        if not rates or rate != {key: rates[-1][key] for key in rate}:
            rates.append({"from": spot, **rate})
    return {"first": first, "last": last, "rates": rates}


def _seat(rules: np.record, state: np.record, seat: int) -> dict[str, Any]:
    total = int(total_points(rules, state, seat))
    sources = {
        "barrels": int(barrel_points(rules, state, seat)),
        "barrel privilege": int(privilege_points(rules, state, seat)),
        "first player": int(first_player_points(rules, state, seat)),
        **({"start": int(rules.start_points[seat])} if rules.start_points[seat] else {}),
    }
    return {
        "seat": seat + 1,
        "score": total,
        "score_from": {"beer": total - sum(sources.values()), **sources},
        "ducats": int(state.money[seat]),
        "markers": {name: int(spot) for name, spot in zip(MARKERS, state.marker[seat])},
        "brewmaster": {
            "exchange": int(rules.exchange[BELOW_TRACK + state.marker[seat, BREWMASTER]]),
            "points": int(rules.vp[BELOW_TRACK + state.marker[seat, BREWMASTER]]),
        },
        "garden": [_tile(kind) for kind in state.tile[seat]],
        "sheds": [int(built) - 1 if built else None for built in state.shed[seat]],
        "discs": [bool(disc) for disc in state.disc[seat]],
        "privileges": [
            {"name": name.removeprefix("privilege_").replace("lowest", "last"), "is": Card(where).name.lower()}
            for name, where in zip(PRIVILEGES, state.card[seat])
        ],
        "barrels": [
            {"goal": goal_words(rules, goal), "size": Barrel(size).name.lower()}
            for goal, size in enumerate(state.barrel[seat])
            if size != Barrel.NOT_OWNED
        ],
        "hidden": {},
    }


def _bought(state: np.record) -> dict[str, Any] | None:
    """The tile that is to be paid and laid."""
    if state.over or state.phase not in (Phase.SELL, Phase.LAY) or state.bought_kind == NONE:
        return None
    return {"tile": _tile(state.bought_kind), "side": side_words(state.bought_side)}


def _tile(kind: int) -> dict[str, Any] | None:
    """A tile; that of a monk has no fertility."""
    if kind == EMPTY:
        return None
    if kind >= N_RESOURCES:
        return {"name": tile_words(kind), "fertility": None}
    return {"name": COLOURS[kind // N_FERTILITIES], "fertility": int(kind) % N_FERTILITIES + 1}


def _layout(rules: np.record) -> tuple[list[list[int]], list[list[int]]]:
    """Where the plots and the sheds of a garden lie, in doubled coordinates, as the rings around the sheds tell.

    What no ring is tied to, which only an odd variant has, lies in a line below.
    """
    rings, offsets = rules.ring.tolist(), neighbours((0, 0))
    plots: dict[int, tuple[int, int]] = {}
    sheds: dict[int, tuple[int, int]] = {}
    waiting = [(0, (0, 0))]
    while waiting:
        shed, (x, y) = waiting.pop()
        sheds[shed] = (x, y)
        plots.update({plot: (x + dx, y + dy) for plot, (dx, dy) in zip(rings[shed], offsets)})
        for other in range(N_SHEDS):
            shared = [i for i, plot in enumerate(rings[other]) if plot in plots]
            if shared and other not in sheds:
                x, y = plots[rings[other][shared[0]]]
                waiting.append((other, (x - offsets[shared[0]][0], y - offsets[shared[0]][1])))
    below = 2 + max(y for _, y in [*plots.values(), *sheds.values()])
    at_plots = [plots.get(plot, (2 * plot - N_PLOTS, below)) for plot in range(N_PLOTS)]
    at_sheds = [sheds.get(shed, (2 * shed - N_SHEDS, below + 2)) for shed in range(N_SHEDS)]
    return [list(spot) for spot in at_plots], [list(spot) for spot in at_sheds]
