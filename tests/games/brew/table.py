"""A game of Brew that a test sets by hand and plays on, action by action: the one builder of tables for all tests of the title."""

import itertools
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from brewsim.bots import read_bots
from brewsim.engine.contract import NONE, SLACK, new_record
from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.board import deal_row, put_die
from brewsim.games.brew.creatures import add_creature, change_crew, settle_forest
from brewsim.games.brew.features import FEATURES
from brewsim.games.brew.rules import CARDS, FORESTS, INGREDIENTS, N_FACES, N_FORESTS, POTIONS, SEASONS, Character, Effect, Face, Good
from brewsim.games.brew.spaces import ELEMENT_SPACES, VILLAGE, den_of, die_of, forest_space
from brewsim.games.brew.state import Phase
from brewsim.rules import load_rules

MEADOW, GROVE, BROOK, WATER, FIRE, WIND = Face
HERB, SHROOM, CRYSTAL, BERRY = Good
LELLO, WREN, LYRIC, MYLA = Character
CHANGE, REROLL, PLACE, MOVE, SWAP, REMOVE_ELEMENT, RETURN, REMOVE_ANY = Effect
ANY_1, ANY_2 = VILLAGE, VILLAGE + 1
VILLAGE_WATER, VILLAGE_FIRE, VILLAGE_WIND = range(ELEMENT_SPACES, ELEMENT_SPACES + 3)
# The row of most tests. F01 (spring): meadow creature, meadow herb, grove crystal, grove shroom, brook herb.
# F02 (summer): meadow crystal, grove creature, brook herb, brook shroom. F09 (summer, winter): meadow crystal, ...
ROW = ("f01", "f02", "f09")
# Cards that are assumed, as these tests know them: a better guess in rules.toml changes no test.
CARDS_OF_TESTS = {
    "forests.f01.spaces": ["meadow:creature", "meadow:herb", "grove:crystal", "grove:shroom", "brook:herb"],
    "forests.f02.spaces": ["meadow:crystal", "grove:creature", "brook:herb", "brook:shroom"],
    "forests.f09.spaces": ["meadow:crystal", "meadow:shroom", "grove:herb", "grove:shroom", "brook:herb"],
    "forests.f04.spaces": ["meadow:herb", "grove:crystal", "brook:creature", "brook:shroom"],
    "forests.f07.spaces": ["meadow:herb", "grove:crystal", "grove:shroom", "brook:creature"],
    "forests.f01.vp": 5,
    "forests.f02.vp": 4,
    "forests.f09.vp": 5,
    "potions.change_a.vp": 2,
    "potions.change_c.vp": 4,
    "potions.change_d.vp": 6,
    "potions.reroll_c.vp": 4,
    **{
        f"potions.{name}.cost.{ingredient}": count
        for name, cost in {
            "change_a": (0, 1, 1),
            "change_c": (1, 2, 1),
            "change_d": (1, 1, 3),
            "reroll_a": (1, 1, 0),
            "reroll_b": (1, 1, 1),
            "reroll_d": (1, 2, 2),
            "place_d": (3, 1, 1),
            "move_d": (1, 2, 2),
        }.items()
        for ingredient, count in zip(INGREDIENTS, cost)
    },
}
DEAR_MARKET = ("change_d", "reroll_d", "place_d", "move_d")  # potions that nobody can pay for by accident


class Table:
    """Seat 0 is to place a die, with three forage dice in each pool and a dear market, unless a test says otherwise."""

    def __init__(self, seats: int = 2, row: tuple[str, ...] = ROW, powers: bool = False, changes: Mapping[str, Any] | None = None) -> None:
        self.rules = load_rules("brew", {"game.character_powers": powers, **CARDS_OF_TESTS, **(changes or {})}).record
        self.state = new_record(TITLE.state_dtype)
        self.state.key, self.state.n_seats = np.uint64(12345), seats
        self.actions = np.zeros(TITLE.max_actions + SLACK, np.int32)
        with np.errstate(over="ignore"):
            TITLE.functions.setup(self.rules, self.state)
        if row:
            self.lay(*row)
            self.market(*DEAR_MARKET)
            for seat in range(seats):
                self.pool(seat, MEADOW, GROVE, BROOK)

    def lay(self, *names: str) -> None:
        """These forests in the row, the others in the deck."""
        state, forests = self.state, [FORESTS.index(name) for name in names]
        rest = [f for f in range(N_FORESTS) if self.rules.forest_min_seats[f] <= state.n_seats and f not in forests]
        deck = rest + forests[::-1]
        state.forest_deck[: len(deck)] = deck
        state.n_forest_deck = len(deck)
        deal_row(self.rules, state)

    def cast(self, *characters: Character) -> None:
        """The character of each seat, from the first on."""
        self.state.character[: len(characters)] = characters

    def pool(self, seat: int, *faces: int) -> None:
        self.state.pool[seat] = np.bincount(faces, minlength=N_FACES)
        self.state.n_pool[seat] = len(faces)

    def stock(self, seat: int, herb: int = 0, shroom: int = 0, crystal: int = 0, berry: int = 0) -> None:
        self.state.stock[seat] = herb, shroom, crystal, berry

    def market(self, *names: str) -> None:
        """These potions in the market, from its first place on; those that lay there go where these were."""
        state = self.state
        for place_in_market, name in enumerate(names):
            potion, old = POTIONS.index(name), state.market[place_in_market]
            for cards in (state.potion_deck[: state.n_potion_deck], state.market):
                cards[cards == potion] = old
            state.market[place_in_market] = potion

    def reserve(self, seat: int, name: str) -> None:
        """The only potion that the seat has reserved."""
        self.state.reserved[seat, 0], self.state.n_reserved[seat] = POTIONS.index(name), 1

    def hold(self, seat: int, name: str) -> None:
        """A brewed potion in hand."""
        potion = POTIONS.index(name)
        self.state.hand[seat, potion] = 1
        self.state.in_hand[seat, self.rules.effect[potion]] += 1
        self.state.vp_potions[seat] += self.rules.potion_vp[potion]

    def train(self, seat: int, kind: str, version: str = "") -> int:
        """A trained creature; returns the space that it may offer."""
        state, card = self.state, CARDS.index((kind, version))
        slot = state.trained[seat].tolist().index(NONE)
        state.trained[seat, slot] = card
        change_crew(self.rules, state, seat, card, 1)
        self.own(seat, SEASONS[self.rules.card_season[card]])
        return den_of(seat, slot)

    def own(self, seat: int, season: str) -> None:
        """A creature of this season, somewhere."""
        add_creature(self.state, seat, SEASONS.index(season))

    def house(self, seat: int, forest: str) -> None:
        """A forest of the seat that creatures can live in."""
        settle_forest(self.state, seat, int(self.rules.forest_seasons[FORESTS.index(forest)]))

    def top_of_pile(self, season: str, kind: str, version: str = "") -> None:
        s = SEASONS.index(season)
        self.state.pile[s, self.state.n_pile[s] - 1] = CARDS.index((kind, version))

    def put(self, space: int, seat: int | None, face: int) -> None:
        """A die that lies there already. seat None: an element die."""
        put_die(self.state, space, die_of(0 if seat is None else seat, face))

    def fresh_turn(self, seat: int = 0) -> None:
        self.state.seat, self.state.phase, self.state.to_place = seat, Phase.TURN, 1
        self.state.has_brewed = self.state.has_drunk = False

    def legal(self) -> list[int]:
        n = TITLE.functions.legal(self.rules, self.state, self.actions)
        assert 0 < n <= TITLE.max_actions
        return self.actions[:n].tolist()

    def groups(self) -> dict[int, list[int]]:
        """The groups of placements on offer, each with its placements."""
        groups, state = {}, self.state
        for action in self.legal():
            verb, what = codes.decode(action)
            if verb == codes.Verb.OPEN_GROUP:
                state.phase, state.group = Phase.GROUP, what
                groups[action] = self.legal()
                state.phase = Phase.TURN
        return groups

    def options(self) -> list[int]:
        """All that the seat may do, with the placements of groups as if they were offered at once."""
        groups = self.groups()
        return [action for action in self.legal() if action not in groups] + [*itertools.chain(*groups.values())]

    def can(self, action: int) -> bool:
        return action in self.options()

    def verbs(self) -> set[codes.Verb]:
        """What kinds of things the seat may do."""
        return {codes.decode(action)[0] for action in self.options()}

    def placements(self) -> list[tuple[int, int]]:
        """The (face, space) of each die that the seat may place."""
        return [codes.placement(action) for action in self.options() if codes.decode(action)[0] == codes.Verb.PLACE_DIE]

    def do(self, *actions: int) -> Self:
        for action in actions:
            for group, placements in self.groups().items():
                if action in placements:
                    TITLE.functions.apply(self.rules, self.state, group)
            assert action in self.legal()
            with np.errstate(over="ignore"):
                TITLE.functions.apply(self.rules, self.state, action)
        return self

    def finish_round(self) -> None:
        """Let all dice be gone but one of seat 0, and place that in the village."""
        for seat in range(self.state.n_seats):
            self.pool(seat)
        self.pool(0, MEADOW)
        self.state.seat, self.state.phase, self.state.to_place = 0, Phase.TURN, 1
        self.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
        while not self.state.over and self.state.phase == Phase.TURN and self.state.n_pool.sum() == 0:
            self.do(codes.END)

    def goods(self, seat: int = 0) -> list[int]:
        return self.state.stock[seat].tolist()

    def item(self, action: int) -> int:
        """The item that an action uses."""
        return TITLE.functions.item_of(self.rules, self.state, action)

    def fault(self) -> int:
        """The invariant that is broken."""
        return TITLE.functions.check(self.rules, self.state)

    def surveyed(self, bot: str = "greedy", poison: int = 0xFF, **beliefs: float) -> tuple[np.record, np.record]:
        """The beliefs of a bot, with some changed, and its view of this decision, which held nonsense before."""
        record = TITLE.believe(self.rules, read_bots(TITLE)[bot].beliefs | beliefs)
        view = np.frombuffer(bytearray([poison]) * TITLE.view_dtype.itemsize, TITLE.view_dtype).view(np.recarray)[0]
        TITLE.functions.survey(self.rules, record, self.state, view)
        return record, view

    def seen(self, bot: str = "greedy", poison: int = 0xFF, **beliefs: float) -> dict[int, dict[str, float]]:
        """The features of each option, by action."""
        record, view = self.surveyed(bot, poison, **beliefs)
        vectors = {}
        for action in self.legal():
            vector = np.zeros(len(FEATURES))
            TITLE.functions.features(self.rules, record, self.state, view, action, vector)
            vectors[action] = dict(zip(FEATURES, vector.tolist()))
        return vectors


def place(face: int, space: int) -> int:
    return codes.place_die(face, space)


def at(place_in_row: int, i: int) -> int:
    """Space i of a forest of the row."""
    return forest_space(place_in_row, i)


def pick(space: int, level: int = 0) -> int:
    return codes.pick(space, level)


def potion(name: str) -> int:
    return POTIONS.index(name)


def creature(kind: str, version: str = "") -> int:
    return CARDS.index((kind, version))
