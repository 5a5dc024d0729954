"""A person at a seat against the bots: what the seat may see and choose, one choice after the other, and the log of the game."""

import secrets
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from brewsim.bots import make_lineup
from brewsim.errors import BadInput, shorten
from brewsim.replay import ending
from brewsim.rules import Rules, load_rules
from brewsim.stepping import Game
from brewsim.workbench.endpoints import NotThere, WrongFields, get, post
from brewsim.workbench.frames import listed_changes, results_of
from brewsim.workbench.questions import MOST_GAME, MOST_SEED, Changes, Name, Question
from brewsim.workbench.seeing import dealt_again, heard, option_words, scene_of, seen_by, tell

if TYPE_CHECKING:
    from brewsim.workbench.server import Bench

MOST_SITTINGS = 12  # the one that was left alone the longest goes
DRAWN_GAMES = 10**6  # a game is drawn from as many
MOST_CHOICES = 20_000
YOU = "you"


class Choice(BaseModel):
    """One choice of a log: the option by its place, among how many, and in words."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    option: int = Field(ge=0)
    of: int = Field(ge=2)
    words: str = Field(max_length=2000)


class Log(BaseModel):
    """A game that a person played, with all that is needed to play it again."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    format: Literal["brewsim sitting 1"] = "brewsim sitting 1"
    title: Name
    changes: Changes = {}
    bots: Annotated[list[Name], Field(min_length=1, max_length=20)]  # (seat) the person's seat has one too, who is never asked
    seat: int = Field(ge=1, le=20)
    seed: int = Field(ge=0, le=MOST_SEED)
    game: int = Field(ge=0, le=MOST_GAME)
    choices: Annotated[list[Choice], Field(max_length=MOST_CHOICES)] = []
    end: Annotated[list[Annotated[str, Field(max_length=2000)]], Field(max_length=20)] = []  # to be read; playing it again tells it again


class Sitting:
    """One game with a person at one of its seats. Seats are counted from 1 in all that it says."""

    def __init__(self, log: Log) -> None:
        """Sit down as a log says, and make its choices."""
        self.start = log.model_copy(update={"choices": [], "end": []})
        self.rules: Rules = load_rules(log.title, log.changes)
        lineup = make_lineup(self.rules.title, log.bots)
        if log.seat > len(log.bots):
            raise WrongFields({"seat": f"seat {log.seat}: 1 to {len(log.bots)}"})
        self.lock = Lock()
        self.table = Game(self.rules, lineup, [log.seat - 1], log.seed, tells=True)
        self.order = [YOU if seat == log.seat else bot for seat, bot in enumerate(log.bots, start=1)]
        self.choices: list[Choice] = []
        self.story: list[dict[str, Any]] = []
        self.fresh = 0  # lines of the story that were told before the last choice
        self.table.open(log.game)
        self._listen()
        for number, choice in enumerate(log.choices, start=1):
            self._repeat(number, choice)

    @property
    def seat(self) -> int:
        return self.start.seat

    @property
    def is_over(self) -> bool:
        return len(self.table.actions) == 0

    def choose(self, option: int) -> None:
        """Carry out one of the options, and let the bots play to the next choice or to the end."""
        index = self.table.check_choice(f"seat {self.seat}", option)
        words = option_words(self.rules, self.table.state, [self.table.actions[index]])[0]
        self.choices.append(Choice(option=index, of=len(self.table.actions), words=words))
        self.table.take(index)
        self.fresh = len(self.story)
        self._listen()

    def _repeat(self, number: int, choice: Choice) -> None:
        """Make a choice of the log, if it is the same one now."""
        n = len(self.table.actions)
        told = f"choice {number} of the log, '{shorten(choice.words)}'"
        if self.is_over:
            raise BadInput(f"{told}: the game was over before it")
        if choice.of != n or choice.option >= n:
            raise BadInput(f"{told}: it is option {choice.option + 1} of {choice.of}, but there are {n} now")
        self.choose(choice.option)
        if self.choices[-1].words != choice.words:
            raise BadInput(f"{told}: that option is '{shorten(self.choices[-1].words)}' now")

    def _listen(self) -> None:
        """Add to the story what happened since, as this seat hears it."""
        for before, action, after in self.table.untold():
            who = int(before.seat) + 1
            lines = (tell if who == self.seat else heard)(self.rules, before, action, after)
            self.story.append({"round": int(before.rounds) + 1, "seat": who, "lines": lines})

    def log(self) -> Log:
        """The game so far."""
        return self.start.model_copy(update={"choices": list(self.choices), "end": self._end()})

    def _end(self) -> list[str]:
        return list(ending(self.rules.title, self.order, self.table.rows)) if self.is_over else []

    def shown(self) -> dict[str, Any]:
        """All that the seat may know now. What it may not is dealt again before it is drawn, then left out."""
        state = self.table.state
        table = dealt_again(self.rules, state, self.seat - 1)
        return {
            "title": self.rules.title.name,
            "label": self.rules.title.label,
            "changes": listed_changes(self.rules),
            "seats": len(self.order),
            "seat": self.seat,
            "bots": self.order,
            "seed": self.start.seed,
            "game": self.start.game,
            "step": len(self.choices),
            "round": int(state.rounds) + 1,
            "story": self.story,
            "fresh": self.fresh,
            "scene": seen_by(scene_of(self.rules, table), self.seat),
            "options": [] if self.is_over else option_words(self.rules, state, self.table.actions),
            "is_over": self.is_over,
            "end": self._end(),
            "results": results_of(self.table.rows) if self.is_over else [],
        }


class Sittings:
    """The games that are being played, by a random id; only so many."""

    def __init__(self, most: int = MOST_SITTINGS) -> None:
        self.most = most
        self._sittings: OrderedDict[str, Sitting] = OrderedDict()
        self._lock = Lock()

    def add(self, sitting: Sitting) -> str:
        """Keep a game; returns its id."""
        name = secrets.token_hex(16)
        with self._lock:
            self._sittings[name] = sitting
            while len(self._sittings) > self.most:
                self._sittings.popitem(last=False)
        return name

    def find(self, name: str) -> Sitting:
        """The game of this id."""
        with self._lock:
            if name not in self._sittings:
                raise NotThere("this game is not kept any more; begin another, or read its log")
            self._sittings.move_to_end(name)
            return self._sittings[name]


_sittings = Sittings()


class AskedSitting(Question):
    """A seat at the table of a question's variant; any deal, unless one is named."""

    seat: int = Field(default=1, ge=1, le=20)
    game: int | None = Field(default=None, ge=0, le=MOST_GAME)


class AskedChoice(BaseModel):
    """An option of the present choice; `step` says which choice was looked at."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    option: int = Field(ge=0, le=10**6)
    step: int = Field(ge=0, le=MOST_CHOICES)


class AskedReading(BaseModel):
    """A log to be read back."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    log: Log


def begin(bench: "Bench", asked: AskedSitting) -> dict[str, Any]:
    """Sit down."""
    game = secrets.randbelow(DRAWN_GAMES) if asked.game is None else asked.game
    return _keep(Log(title=asked.title, changes=asked.changes, bots=list(asked.names), seat=asked.seat, seed=asked.seed, game=game))


def read(bench: "Bench", asked: AskedReading) -> dict[str, Any]:
    """Play a log again, and go on from there."""
    return _keep(asked.log)


def look(bench: "Bench", name: str) -> dict[str, Any]:
    """The game as it is."""
    sitting = _sittings.find(name)
    with sitting.lock:
        return {"id": name, **sitting.shown()}


def choose(bench: "Bench", asked: AskedChoice, name: str) -> dict[str, Any]:
    """Make a choice."""
    sitting = _sittings.find(name)
    with sitting.lock:
        if asked.step != len(sitting.choices):
            raise BadInput("this choice was made already; the table has been drawn again")
        sitting.choose(asked.option)
        return {"id": name, **sitting.shown()}


def log(bench: "Bench", name: str) -> dict[str, Any]:
    """The log of a game."""
    sitting = _sittings.find(name)
    with sitting.lock:
        return sitting.log().model_dump()


def _keep(start: Log) -> dict[str, Any]:
    sitting = Sitting(start)
    return {"id": _sittings.add(sitting), **sitting.shown()}


ROUTES = [
    post("/api/sittings", AskedSitting, begin),
    post("/api/sittings/read", AskedReading, read),
    get("/api/sittings/{name}", look),
    post("/api/sittings/{name}/choose", AskedChoice, choose),
    get("/api/sittings/{name}/log", log),
]
