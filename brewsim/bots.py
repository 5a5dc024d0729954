"""Bots as data: weights over a title's named features, and what the bot believes; read from its bots.toml or given by the user."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from brewsim.engine.contract import Title
from brewsim.errors import BadInput, check_name, shorten, unknown
from brewsim.reading import explain, flatten, read_toml
from brewsim.rules import Rules
from brewsim.showing import html, largest

DEFAULT_BOT = "expert"  # plays where nothing else is said, and plays out the games of a search
ALL_ROUNDER = "greedy"  # what other bots are measured by and begin as: written by hand, so no tuning moves it
BELIEFS = "beliefs"  # the table of bots.toml with what all bots of the title believe, unless they say otherwise
MAX_ROUND = 1000
MAX_WEIGHT = 1e9  # sums of larger ones could overflow, and no option would be the best
SEARCH = "search:"
MIN_PLAYOUTS, MAX_PLAYOUTS = 2, 100_000
Round = Annotated[int, Field(ge=0, le=MAX_ROUND)]
Weight = Annotated[float, Field(ge=-MAX_WEIGHT, le=MAX_WEIGHT)]


class Bot(BaseModel):
    """A named policy, with all that decides how it plays."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    plan: str  # a sentence that tells how it plays
    temperature: float = Field(0.0, ge=0.0, le=MAX_WEIGHT)  # 0: the best action; above: softmax over the values
    playouts: int = Field(0, ge=0, le=MAX_PLAYOUTS)  # a decision; 0: no search
    weights: dict[str, Weight] = {}  # by feature
    moments: dict[str, dict[str, Weight]] = {}  # weights that count instead in one phase of a part of the game, such as `late_draw`
    by_seats: dict[str, dict[str, dict[str, Weight]]] = {}  # the same at one number of seats, where that counts instead
    late_round: Round = 0  # rounds that are completed when the late part begins
    late_round_by_seats: dict[str, Round] = {}  # the same at one number of seats, where that counts instead
    adapted_from: str = ""  # the bot that it was tuned from for the rules of its cases, where a run has both
    beliefs: dict[str, Weight] = {}  # what it takes for granted, by name; all of the title's once it is read
    character: list[str] = Field([], exclude=True)  # weights and beliefs that make the plan: a tuning holds them; no game depends on it

    def weights_at(self, moment: str, seats: int) -> dict[str, float]:
        """(feature) The weights that count at this moment of a game with this number of seats."""
        return {**self.weights, **self.moments.get(moment, {}), **self.by_seats.get(str(seats), {}).get(moment, {})}

    def late_round_at(self, seats: int) -> int:
        """Rounds that are completed when the late part of a game with this number of seats begins."""
        return self.late_round_by_seats.get(str(seats), self.late_round)

    def _repr_html_(self) -> str:
        facts = {
            "search": f"{self.playouts} play-outs a decision" if self.playouts else "",
            "temperature": f"{self.temperature:g}" if self.temperature else "",
            "weighs": largest(self.weights),
            "weighs otherwise": ", ".join(self.moments),
            "and at": ", ".join(f"{seats} seats" for seats in self.by_seats),
            "believes": largest(self.beliefs),
        }
        return html(self.plan, ["", ""], [row for row in facts.items() if row[1]])


class BotTable(Bot):
    """A bot as a file tells it: it may say only how it differs from another one."""

    like: str | None = None  # the bot whose weights and beliefs it has where it names none of its own


class Bots(dict[str, Bot]):
    """Bots by name."""

    def _repr_html_(self) -> str:
        return html(f"{len(self)} bots", ["bot", "how it plays"], [(name, bot.plan) for name, bot in self.items()])


@dataclass(frozen=True)
class Lineup:
    """Bots by seat, as the drivers take them."""

    names: tuple[str, ...]  # (seat) bot
    rotates: bool  # whether the bots move on by one seat with every game
    bots: tuple[Bot, ...]  # (seat)
    salt: int = 0  # of the bots' luck: with another one, the same game is dealt and rolled, but bots choose otherwise where chance decides

    def players(self, rules: Rules) -> tuple[np.recarray, np.ndarray]:
        """The bots as the drivers take them, by these rules: (player) weights, temperature, beliefs; and (seat) its player.

        Seats with the same bot share a player: its tables then stay in the processor's cache.
        """
        title, bots = rules.title, dict(zip(self.names, self.bots))
        players = np.zeros(len(bots), title.player_dtype).view(np.recarray)
        for player, bot in zip(players, bots.values()):
            player.temperature = bot.temperature
            player.playouts = bot.playouts
            player.salt = self.salt
            player["beliefs"] = title.believe(rules.record, bot.beliefs)
            player.late_round = bot.late_round_at(len(self.names))
            for moment, weights in zip(moments(title), player.weights):
                own = bot.weights_at(moment, len(self.names))
                weights[:] = [own.get(feature, 0.0) for feature in title.features]
        return players, np.array([list(bots).index(name) for name in self.names])


def moments(title: Title) -> list[str]:
    """All that a bot can have weights of its own for, in the order of the drivers: a phase in a part of the game."""
    return [f"{part}_{phase}" for part in ("early", "late") for phase in title.phases]


def read_bots(title: Title, own: Mapping[str, Any] | None = None) -> Bots:
    """The title's bots, and the user's `own` in the same form."""
    printed = read_toml(title.folder / "bots.toml")
    beliefs = {name: float(value) for name, value in flatten(printed.pop(BELIEFS, {}))}
    tables = {name: _read_table(title, name, table, beliefs) for name, table in {**printed, **(own or {})}.items()}
    return Bots({name: _whole_bot(name, tables, beliefs) for name in tables})


def read_bot_file(path: Path) -> dict[str, Any]:
    """The tables of a file with bots of the user's own, in the form of bots.toml; `read_bots` checks each of them."""
    tables = read_toml(path)
    where = shorten(str(path))
    if not tables:
        raise BadInput(f"{where} has no bots; a bot is a table [NAME] with plan, weights and beliefs")
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            raise BadInput(f"{where}: '{shorten(name)}' is no table; a bot is a table [NAME] with plan, weights and beliefs")
    return tables


def _read_table(title: Title, name: str, table: Any, beliefs: Mapping[str, float]) -> BotTable:
    """The table of one bot, checked by itself."""
    check_name("bot", name, taken=BELIEFS)
    if isinstance(table, Mapping) and isinstance(table.get("beliefs"), Mapping):
        table = {**table, "beliefs": dict(flatten(table["beliefs"]))}
    try:
        bot = BotTable.model_validate(table)
    except ValidationError as error:
        raise BadInput(f"bot '{name}': {explain(error, BotTable.model_fields)}") from None
    for seats in (*bot.by_seats, *bot.late_round_by_seats):
        if seats not in map(str, title.seats):
            raise unknown(f"number of seats of bot '{name}'", seats, map(str, title.seats))
    rows = [row for table in (bot.moments, *bot.by_seats.values()) for row in table.items()]
    for moment, _ in rows:
        if moment not in moments(title):
            raise unknown(f"moment of bot '{name}'", moment, moments(title))
    for weights in (bot.weights, *(weights for _, weights in rows)):
        for feature in weights:
            if feature not in title.features:
                raise unknown(f"feature of bot '{name}'", feature, title.features)
    for belief in bot.beliefs:
        if belief not in beliefs:
            raise unknown(f"belief of bot '{name}'", belief, beliefs)
    check_held(title, beliefs, bot.character, f"name in the character of bot '{name}'")
    return bot


def _whole_bot(name: str, tables: Mapping[str, BotTable], beliefs: Mapping[str, float]) -> Bot:
    """The bot with what it takes over from the one that it is like, and the title's beliefs where neither has another."""
    table = tables[name]
    base = table
    if table.like is not None:
        if table.like not in tables:
            raise unknown(f"bot that bot '{name}' is like", table.like, tables)
        base = tables[table.like]
        if base.like is not None:
            raise BadInput(f"bot '{name}' is like '{table.like}', which is like another bot itself; name one that is not")
    own = {field: getattr(table, field) for field in Bot.model_fields}
    taken_over = {
        "weights": {**base.weights, **table.weights},
        "moments": table.moments or base.moments,
        "by_seats": table.by_seats or base.by_seats,
        "late_round": table.late_round or base.late_round,
        "late_round_by_seats": table.late_round_by_seats or base.late_round_by_seats,
        "beliefs": {**beliefs, **base.beliefs, **table.beliefs},
        "character": table.character or base.character,
    }
    return Bot(**own | taken_over)


def check_held(title: Title, beliefs: Iterable[str], names: Iterable[str], what: str) -> None:
    """Refuse a name that is neither a feature nor a belief of the title."""
    known = (*title.features, *beliefs)
    for name in names:
        if name not in known:
            raise unknown(what, name, known)


def make_lineup(title: Title, names: Sequence[str], bots: Mapping[str, Bot] | None = None, rotates: bool = False) -> Lineup:
    """The lineup of these bots, one a seat."""
    bots = bots if bots is not None else read_bots(title)
    if len(names) not in title.seats:
        raise bad_seats(title, len(names))
    return Lineup(tuple(names), rotates, tuple(find_bot(title, name, bots) for name in names))


def find_bot(title: Title, name: str, bots: Mapping[str, Bot]) -> Bot:
    """The bot of this name. `search:N` plays N games out before each decision, DEFAULT_BOT at all seats; `search:N/BOT` names another."""
    base = base_bot(name)
    if base not in bots:
        raise unknown(f"bot of {title.name}", base, bots)
    if base == name:
        return bots[name]
    number = name.removeprefix(SEARCH).partition("/")[0]
    if not re.fullmatch(r"[1-9][0-9]{0,6}", number) or not MIN_PLAYOUTS <= int(number) <= MAX_PLAYOUTS:
        allowed = f"{SEARCH}N or {SEARCH}N/BOT with N from {MIN_PLAYOUTS} to {MAX_PLAYOUTS:,} play-outs a decision"
        raise BadInput(f"bot '{shorten(name)}': {allowed}")
    if bots[base].playouts:
        raise BadInput(f"bot '{shorten(name)}': '{base}' searches already; name a bot that does not")
    plan = f"Plays {number} games out before each decision: {bots[base].plan}"
    return bots[base].model_copy(update={"playouts": int(number), "plan": plan})


def base_bot(name: str) -> str:
    """The name of the bot that plays, or that plays out the games of a search."""
    return (name.partition("/")[2] or DEFAULT_BOT) if name.startswith(SEARCH) else name


def bad_seats(title: Title, seats: int) -> BadInput:
    """The error for a number of seats that the title is not played with."""
    return BadInput(f"{title.name} is not played with {seats} seats; allowed: {', '.join(map(str, title.seats))}")
