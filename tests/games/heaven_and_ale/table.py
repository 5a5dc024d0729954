"""Tables set by hand, for all tests of the title."""

import numpy as np

from brewsim.engine.contract import NONE, new_record
from brewsim.games import load_title
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.box import COLOURS, N_FERTILITIES, N_RESOURCES, PLOTS_OF_SIDE, SPOTS, Place
from brewsim.games.heaven_and_ale.codes import Verb
from brewsim.games.heaven_and_ale.garden import lay_tile
from brewsim.games.heaven_and_ale.kernel import apply, setup
from brewsim.games.heaven_and_ale.options import legal
from brewsim.games.heaven_and_ale.state import STATE, Phase
from brewsim.games.heaven_and_ale.track import NO_TILE
from brewsim.rules import load_rules

RULES = load_rules("heaven_and_ale").record
TITLE = load_title("heaven_and_ale")
WOOD, YEAST, HOPS, WATER, BARLEY = range(len(COLOURS))
MONK_1, MONK_2 = N_RESOURCES, N_RESOURCES + 1
SHADY_SHED, SUNNY_SHED, TOP_SHED = 3, 1, 0
SUNNY_SHED_BESIDE = 4  # shares plots with SUNNY_SHED
SPACE_A, SPACE_B, SPACE_C, SPACE_ABC, BARRELS_1 = 3, 6, 11, 15, 13


def new_game(seats: int = 4, key: int = 7) -> np.record:
    state = new_record(STATE)
    state.key = np.uint64(key)
    state.n_seats = seats
    setup(RULES, state)
    return state


def on_turn(seats: int = 4, seat: int = 0, key: int = 7) -> np.record:
    """A game at its first move, everyone on a place of the start area, with `seat` to move."""
    state = new_game(seats, key)
    state.place[:seats] = range(seats)
    state.phase = Phase.MOVE
    state.seat = seat
    return state


def tile(colour: int, fertility: int) -> int:
    return colour * N_FERTILITIES + fertility - 1


def spot(name: str) -> int:
    return SPOTS.index(name)


def x_way(fertility: int) -> int:
    """The action that scores X for a fertility."""
    return codes.score(fertility - 1)


def colour_way(colour: int) -> int:
    """The action that scores a colour."""
    return codes.score(N_FERTILITIES + colour)


def monk_way(monk: int) -> int:
    """The action that scores a type of monk, by the kind of its tiles."""
    return codes.score(N_FERTILITIES + len(COLOURS) + monk - N_RESOURCES)


def plant(state: np.record, plots: dict[int, int], seat: int = 0) -> None:
    """Lay tiles on plots."""
    for plot, kind in plots.items():
        lay_tile(RULES, state, seat, plot, kind)


def stand(state: np.record, space: int, phase: Phase) -> None:
    """The seat to move has just stepped onto a space."""
    state.position[state.seat] = space + 1
    state.place[state.seat] = NONE
    state.bought = 0
    state.phase = phase


def offer(state: np.record, space: int, *kinds: int) -> None:
    """These tiles, and no others, lie on a space."""
    state.n_offer[space] = len(kinds)
    state.offer[space, : len(kinds)] = kinds
    prices = [RULES.fertility[kind] if kind < N_RESOURCES else RULES.monk_price[space] for kind in kinds]
    state.cheapest[space] = min(prices, default=NO_TILE)


def buy_last(state: np.record, kind: int, side: int) -> None:
    """The seat to move has just bought the last tile of the first space, for a side."""
    stand(state, 0, Phase.LAY)
    offer(state, 0)
    state.bought, state.bought_kind, state.bought_side = 1, kind, side


def enclose(state: np.record, shed: int, kinds: list[int], seat: int = 0) -> int:
    """Lay five of the tiles around a shed and buy the sixth; returns the action that lays it where it is missing."""
    ring = RULES.ring[shed].tolist()
    plant(state, dict(zip(ring[:5], kinds[:5])), seat)
    buy_last(state, kinds[5], ring[5] // PLOTS_OF_SIDE)
    return codes.lay(ring[5])


def plan_two_sheds(state: np.record, kind: int) -> int:
    """Lay tiles around two sunny sheds but for a plot that both touch, and buy the last; returns the action that lays it there."""
    one, other = set(RULES.ring[SUNNY_SHED].tolist()), set(RULES.ring[SUNNY_SHED_BESIDE].tolist())
    missing = min(one & other)
    plant(state, dict.fromkeys((one | other) - {missing}, kind))
    buy_last(state, kind, missing // PLOTS_OF_SIDE)
    return codes.lay(missing)


def actions_of(state: np.record) -> list[int]:
    actions = np.zeros(TITLE.max_actions + 64, np.int32)
    return actions[: legal(RULES, state, actions)].tolist()


def of_verb(state: np.record, verb: Verb) -> list[int]:
    """The legal actions of one verb."""
    return [action for action in actions_of(state) if codes.decode(action)[0] == verb]


def subjects(state: np.record, verb: Verb) -> list[int]:
    """What the legal actions of one verb are about."""
    return [codes.decode(action)[1] for action in of_verb(state, verb)]


def open_spaces(state: np.record) -> list[int]:
    return subjects(state, Verb.MOVE)


def sheds_and_arrows(state: np.record) -> list[tuple[int, int]]:
    """The sheds that may be built, with their arrows."""
    return [codes.shed_and_arrows(what) for what in subjects(state, Verb.BUILD)]


def do(state: np.record, *actions: int) -> None:
    for action in actions:
        apply(RULES, state, action)


def enter(state: np.record, place: int, colour: int = 0) -> None:
    """Take a place of the start area, and move this marker if it is the resource place."""
    do(state, codes.enter(place))
    if place == Place.RESOURCE:
        do(state, codes.advance(colour))


def end_round(state: np.record) -> None:
    """All return, the seat to move first, each to the first place that is free."""
    rounds = int(state.rounds)
    while state.rounds == rounds and not state.over:
        enter(state, subjects(state, Verb.ENTER)[0])
