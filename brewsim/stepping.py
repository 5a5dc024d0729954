"""One game, decision by decision, from Python: what a seat may see, bots that are functions, and all that an environment needs."""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from brewsim.bots import DEFAULT_BOT, Lineup, make_lineup
from brewsim.engine import drivers
from brewsim.engine.contract import GAME, NONE, Title
from brewsim.engine.deciding import bot_key, see_options
from brewsim.engine.search import LUCK
from brewsim.errors import BadInput, shorten
from brewsim.parts.chance import draw
from brewsim.play import banned_mask, new_desks
from brewsim.rules import Rules, load_rules, read_variant

Choose = Callable[["View", list[int]], int]
wrapping = partial(np.errstate, over="ignore")  # the mixer wraps around on purpose; it warns only when interpreted


class View:
    """A decision as its seat may see it. All of it follows from a table on which the rest was dealt again, so nothing else shows through.

    What is told of the future (a card that is drawn, a die) is one way in which it may go, and most likely not the way it will.
    """

    def __init__(self, game: "Game") -> None:
        state = game.state
        seat = int(state.seat)
        row = game.rows[seat]
        self.rules: Rules = game.rules
        self.seat = seat  # 0 is first
        self.seats = int(state.n_seats)
        self.round = int(state.rounds) + 1  # 1 is first
        self.actions: list[int] = game.actions.tolist()  # (option) its code
        self.table: np.record = state.copy()  # the fields of the title's STATE
        self._game, self._key, self._row = game, state.key, row.copy()
        self._player = game.players[game.bots[row.bot]]
        with wrapping():
            self.table.key = _deal_key(seat, int(row.decisions))
            game.title.functions.conceal(self.rules.record, self.table, seat, self.table.key)

    @cached_property
    def matrix(self) -> np.ndarray:
        """[option, feature] What the bots of the title weigh, by the beliefs of the bot that the lineup has at this seat."""
        out = np.zeros((len(self.actions), len(self.rules.title.features)))
        with wrapping():
            see_options(self.rules.record, self._player.beliefs, len(self.actions), self._desk(self.table.key), out)
        return out

    @property
    def features(self) -> pl.DataFrame:
        """The same as a frame: a row for each option, a column for each feature."""
        return pl.DataFrame(self.matrix, schema=list(self.rules.title.features))

    @cached_property
    def choice(self) -> int:
        """The index of the option that the bot which the lineup has at this seat would take."""
        game, desk = self._game, self._desk(self._key)  # with the luck of this game, to choose the same
        with wrapping():
            choice = drivers.choose(
                self.rules.record, game.players, game.bots, int(self._row.bot), len(self.actions), self._row, game.banned,
                bool(game.banned.any()), game.title.cap, desk, game.glass[1],
            )  # fmt: skip
        return int(choice)

    @cached_property
    def words(self) -> list[str]:
        """(option) It in words."""
        return [self._tell(action) for action in self.actions]

    @cached_property
    def standing(self) -> str:
        """The table in words."""
        return str(self.rules.title.words.standing(self.rules.record, self.table))

    def _tell(self, action: int) -> str:
        after = self.table.copy()
        with wrapping():
            self.rules.title.functions.apply(self.rules.record, after, action)
        return str(self.rules.title.words.tell(self.rules.record, self.table, action, after))

    def _desk(self, key: np.uint64) -> np.record:
        """A desk with this decision on it, and this key of the game."""
        desk = self._game.glass[0]
        desk.tables[GAME] = self.table
        desk.tables[GAME].key = key
        desk.actions[: len(self.actions)] = self.actions
        return desk


class Game:
    """Games by these rules and with this lineup, one after the other, that stop at every choice of some of its places.

    It plays on with the driver that plays many games, so if they choose as their bots would, the games are those of `simulate`.
    """

    def __init__(self, rules: Rules, lineup: Lineup, own: Iterable[int], seed: int = 0, tells: bool = False) -> None:
        self.rules, self.lineup, self.seed = rules, lineup, seed
        self.title: Title = rules.title
        self.asks = sum(1 << place for place in own)  # the places of the lineup that are asked, as bits
        self.players, self.bots = lineup.players(rules)
        self.banned = banned_mask(rules, len(lineup.names))
        self.desks, self.glass = new_desks(self.title), new_desks(self.title)  # those of the game, and those that views look through
        self.state: np.record = self.desks[0].tables[GAME]
        self.steps = np.zeros(self.title.cap if tells else 0, self.title.step_dtype).view(np.recarray)  # for `story`
        self.told = 0  # of them
        self.rows = np.zeros(0, self.title.outcome_dtype).view(np.recarray)  # (seat)
        self.actions = np.zeros(0, np.int32)  # (option) of the seat to move; none at the end

    def open(self, game: int, rows: np.ndarray | None = None) -> None:
        """Deal a game and play to its first choice. Its outcome will be in `rows`, all zero before."""
        seats = len(self.lineup.names)
        self.rows = (np.zeros(seats, self.title.outcome_dtype) if rows is None else rows).view(np.recarray)
        self.told = 0
        with wrapping():
            drivers.open_game(self.rules.record, self.desks[0].tables, np.uint64(self.seed), game, seats)
            drivers.seat_bots(self.rows, game, self.lineup.rotates)
        self._go_on(NONE)

    def take(self, choice: int) -> None:
        """Carry out an option of the seat to move, and play to the next choice or to the end."""
        action, made = int(self.actions[choice]), int(self.rows.decisions.sum())
        if made < len(self.steps):
            step = self.steps[made]
            step["before"], step.choice, step.actions[0] = self.state, 0, action
        self._go_on(action)

    def play_out(self, table: np.record, game: int, number: int) -> np.ndarray:
        """The outcome if bots play on from this table of a game, with other luck.

        What one seat cannot know is dealt again, the seats in turn, so the mean over many numbers is the chance that `follow` finds.
        """
        seats, desk = len(self.lineup.names), self.desks[0]
        self.rows = np.zeros(seats, self.title.outcome_dtype).view(np.recarray)
        desk.tables[GAME] = table
        desk.views = desk.blank_views  # nothing may be kept from another play-out: the key of the game may be the same
        with wrapping():
            luck = np.uint64(draw(np.uint64(table.key), LUCK + number))
            self.title.functions.conceal(self.rules.record, self.state, number % seats, luck)
            self.state.key = luck
            drivers.seat_bots(self.rows, game, self.lineup.rotates)
        self._go_on(NONE)
        return self.rows

    def untold(self) -> Iterator[tuple[np.record, int, np.record]]:
        """The decisions that were not told yet: the table before, the action, the table after."""
        made = self.steps[self.told : int(self.rows.decisions.sum())]
        self.told += len(made)
        tables = [*made["before"], self.state]
        for step, before, after in zip(made, tables, tables[1:]):
            yield before, int(step.actions[step.choice]), after

    def story(self) -> Iterator[str]:
        """The same in words."""
        for before, action, after in self.untold():
            told = self.title.words.tell(self.rules.record, before, action, after)
            yield f"Round {before.rounds + 1}, seat {before.seat + 1} {told}"

    def check_choice(self, who: str, choice: Any) -> int:
        """The index of an option, if it is one."""
        n = len(self.actions)
        try:
            index = operator.index(choice)
        except TypeError:
            index = NONE
        if isinstance(choice, bool) or not 0 <= index < n:
            raise BadInput(f"{who} chose {shorten(repr(choice))}: the index of one of {n} options is a whole number from 0 to {n - 1}")
        return index

    @wrapping()
    def _go_on(self, action: int) -> None:
        n = drivers.go_on(
            self.rules.record, self.players, self.bots, self.asks, self.banned, self.title.cap, self.desks, self.steps, action, self.rows
        )
        self.actions = self.desks[0].actions[:n].copy()


def play_with(
    rules: Rules | str,
    own: Mapping[int, Choose],
    games: int | Sequence[int] | np.ndarray,
    seed: int = 0,
    seats: int | None = None,
    lineup: Lineup | Sequence[str] | None = None,
    rotate: bool = False,
    variant: str | Path | None = None,
) -> np.ndarray:
    """Play games in which functions choose for some seats; return outcomes as `simulate` does, a row per game and seat.

    Parameters
    ----------
    rules : the rules to play by, or the name of a title for the printed ones.
    own : by place in the lineup, 0 is first, a function of a `View` and the codes of the options that returns the index of one of
        them. It is asked where there is a choice.
    games : game ids, or a number n for the games 0 to n - 1.
    seed : of the whole series of games.
    seats : at the table; those of the lineup, or the usual number.
    lineup : the bots by seat; `greedy` by default. A function has the bot of its place as an adviser: `view.choice`, `view.features`.
    rotate : whether bots and functions move on by one seat with every game; `bot` is then the place in the lineup.
    variant : a file with changes of the rules.

    Examples
    --------
    >>> def cheap(view, actions):
    ...     return int(view.features["brew_cards"].arg_min())
    >>> rows = play_with("brew_crafters", {0: cheap}, games=10, seats=2)
    >>> len(rows), float(rows["win_share"].sum())
    (20, 10.0)
    """
    rules = find_rules(rules, variant)
    lineup = _find_lineup(rules.title, seats, lineup, rotate)
    n_seats = len(lineup.names)
    for place in own:
        if place not in range(n_seats):
            raise BadInput(f"a function at place {place!r} of the lineup: 0 to {n_seats - 1}")
    ids = range(games) if isinstance(games, int) else [int(game) for game in games]
    out = np.zeros(len(ids) * n_seats, rules.title.outcome_dtype)
    table = Game(rules, lineup, own, seed)
    for number, game in enumerate(ids):
        table.open(game, out[number * n_seats : (number + 1) * n_seats])
        while len(table.actions):
            view = View(table)
            choice = own[int(table.rows[view.seat].bot)](view, list(view.actions))
            table.take(table.check_choice(f"the function of seat {view.seat + 1}, in game {game},", choice))
    return out


def find_rules(rules: Rules | str, variant: str | Path | None = None) -> Rules:
    """These rules, or those of a variant file of their title."""
    title = rules if isinstance(rules, str) else rules.title.name
    if variant is not None:
        return read_variant(Path(variant), title)
    return load_rules(title) if isinstance(rules, str) else rules


def _find_lineup(title: Title, seats: int | None, lineup: Lineup | Sequence[str] | None, rotate: bool) -> Lineup:
    if isinstance(lineup, Lineup):
        return lineup
    if lineup is None:
        lineup = [DEFAULT_BOT] * (title.default_seats if seats is None else seats)
    elif seats not in (None, len(lineup)):
        raise BadInput(f"the lineup {','.join(lineup)} has {len(lineup)} bots, but the seats are {seats}")
    return make_lineup(title, lineup, rotates=rotate)


def _deal_key(seat: int, decision: int) -> np.uint64:
    """The key by which what a seat cannot know is dealt again. It knows nothing of the game, or it would tell of the true deal."""
    return np.uint64(bot_key(np.uint64(0), seat, decision))
