"""What the page asks: two sets of rules of a title at one table, validated and bounded, and the experiments that answer it."""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from math import comb
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from brewsim.bots import DEFAULT_BOT, base_bot
from brewsim.errors import BadInput, shorten
from brewsim.experiment import ALL_ITEMS, Case, Experiment, ExperimentFile, default_experiment, make_experiment
from brewsim.games import load_title
from brewsim.manifest import PRINTED
from brewsim.reading import flatten, upward
from brewsim.rules import BLANK, Rules, fields_of, load_rules, printed_rules
from brewsim.workbench.endpoints import WrongFields
from brewsim.workbench.rulebook import sentence_case

MOST_GAMES = 2**19  # of each side: ±0.2 points of win share
USUAL_GAMES = 2**17  # unless the page asks for another number
USUAL_PRECISION = 0.5  # points of win share
ITEM_GAMES = 2_048  # of each restricted item: a worth of some points shows
PLAN_GAMES = 8_192  # of all tables of plans together, but
LEAST_PLAN_GAMES = 128  # of each of them
MOST_SEED = 2**53 - 1  # the largest whole number that the page can hold
MOST_GAME = 10**9  # the largest number of a game that can be asked for

Of = Literal["base", "variant"]
Name = Annotated[str, Field(min_length=1, max_length=80)]
MOST_TEXT, MOST_ENTRIES, MOST_NUMBER = 200, 100, 10**9  # of a value
MOST_CHANGES = 500


def _bounded(value: Any) -> Any:
    """A value of a rule, refused if it cannot be one."""
    entries = value if isinstance(value, list) else [value]
    if len(entries) > MOST_ENTRIES or not all(map(_is_plain, entries)):
        raise ValueError(f"not a number up to {MOST_NUMBER:,}, a text of {MOST_TEXT} characters, or a list of {MOST_ENTRIES} of them")
    return value


def _is_plain(value: Any) -> bool:
    return (isinstance(value, str) and len(value) <= MOST_TEXT) or (isinstance(value, int | float) and abs(value) <= MOST_NUMBER)


Value = Annotated[Any, AfterValidator(_bounded)]
Changes = Annotated[dict[Name, Value], Field(max_length=MOST_CHANGES)]


class Question(BaseModel):
    """Rules against rules: `changes` and `base` are both changes of the printed rules."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    title: Name
    changes: Changes = {}
    base: Changes = {}
    seats: int | None = Field(default=None, ge=1, le=20)
    bots: list[Name] = Field(default=[DEFAULT_BOT], min_length=1, max_length=20)  # one for all seats, or one a seat
    seed: int = Field(default=0, ge=0, le=MOST_SEED)
    games: int | None = Field(default=None, ge=1, le=MOST_GAMES)  # of each side, at most
    precision: float | None = Field(default=None, ge=0.05, le=50, allow_inf_nan=False)  # points of win share to be reached

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bot of each seat."""
        seats = self.seats or load_title(self.title).default_seats
        if len(self.bots) not in (1, seats):
            raise WrongFields({"bots": f"{len(self.bots)} bots for {seats} seats; name one for all, or one a seat"})
        return tuple(self.bots * seats if len(self.bots) == 1 else self.bots)

    @cached_property
    def id(self) -> str:
        """Names the question by all that decides a game of it."""
        return _digest([self.title, effective(self.title, self.base), effective(self.title, self.changes), self.names, self.seed])

    @property
    def is_same(self) -> bool:
        """Whether nothing is changed."""
        return effective(self.title, self.base) == effective(self.title, self.changes)

    def rules(self, of: Of) -> Rules:
        """The rules of one side. Their name says what is changed, so that the same rules are the same run."""
        changes = effective(self.title, self.base if of == "base" else self.changes)
        return load_rules(self.title, changes, variant=f"rules_{_digest(changes)[:10]}" if changes else PRINTED)

    def case(self, of: Of) -> Case:
        """How a game of one side is played: its rules, and its bots, which move on by one seat with every game where they differ."""
        return self.experiment(of).cases[0]

    def experiment(self, of: Of) -> Experiment:
        """The games of one side. Those that only the number of games would tell apart are one run."""
        return self._make("games", of, games=MOST_GAMES, lineups=self._lineups, rotate=self.is_mixed)

    def item_experiment(self, of: Of) -> Experiment:
        """What each item is worth by the rules of one side: games in which one seat may not use it."""
        return self._make("items", of, games=ITEM_GAMES, lineups=self._lineups, rotate=self.is_mixed, without=[ALL_ITEMS])

    def plan_experiment(self, of: Of) -> Experiment:
        """Which plan wins by the rules of one side: every table that mixes the plans of the title."""
        plans = default_experiment(load_title(self.title)).plans
        if len(plans) < 2:
            raise BadInput(f"experiments/{self.title}.toml names no plans to mix: plans = [...], at least two bots")
        tables = comb(len(plans) + len(self.names) - 1, len(self.names)) - len(plans)
        games = max(LEAST_PLAN_GAMES, PLAN_GAMES // tables)
        return self._make("plans", of, games=games, lineups=[plans[0]], plans=plans, plan_games=games)

    @property
    def is_mixed(self) -> bool:
        """Whether there are different bots."""
        return len(set(self.names)) > 1

    @property
    def searches(self) -> bool:
        """Whether a bot plays games out before it decides, which takes long."""
        return any(base_bot(name) != name for name in self.names)

    @property
    def _lineups(self) -> list[str | list[str]]:
        return [list(self.names) if self.is_mixed else self.names[0]]

    def _make(self, name: str, of: Of, **keys: Any) -> Experiment:
        file = ExperimentFile(title=self.title, seed=self.seed, seats=len(self.names), **keys)
        return make_experiment(f"{self.title}_{name}", file, [self.rules(of)])


class Asked(Question):
    """A question, and the tab of the browser that asks it."""

    page: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")

    @property
    def question(self) -> Question:
        """The question by itself."""
        return Question(**self.model_dump(exclude={"page"}))


def effective(title: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes that change something, in a fixed order."""
    printed = {**dict(flatten(printed_rules(title)[0])), BLANK: []}
    return {path: value for path, value in sorted(changes.items()) if path not in printed or printed[path] != value}


def check(question: Question) -> dict[str, Any]:
    """What is changed, and which changes are wrong and why, without playing."""
    load_title(question.title)
    printed = {**dict(flatten(printed_rules(question.title)[0])), BLANK: []}
    listed = [
        {"path": path, "printed": printed.get(path), "value": value, "label": sentence_case(path.replace(".", ", "))}
        for path, value in effective(question.title, question.changes).items()
    ]
    return {"changes": listed, "fields": wrong_fields(question)}


def wrong_fields(question: Question) -> dict[str, str]:
    """What is wrong with a question, by the path of a change or the name of a field."""
    try:
        load_title(question.title)
    except BadInput as error:
        return {"title": str(error)}
    fields = {**wrong_changes(question.title, question.base), **wrong_changes(question.title, question.changes)}
    if fields:
        return fields
    try:
        question.case("variant")
    except WrongFields as error:
        return error.fields
    except BadInput as error:
        return {"seats" if "seats" in str(error) else "bots": str(error)}
    return {}


def wrong_changes(title: str, changes: Mapping[str, Any]) -> dict[str, str]:
    """Which of these changes of the rules are wrong, and why. Values that are right alone can be wrong together."""
    together = _why_wrong(title, changes)
    if together is None:
        return {}
    alone = {path: why for path, value in changes.items() if (why := _why_wrong(title, {path: value})) is not None}
    if alone:
        return {path: _short(why, title, path, changes[path]) for path, why in alone.items()}
    last = next((path for path in changes if path in together), list(changes)[-1])
    return {last: _short(together, title, last, changes[last])}


def _why_wrong(title: str, changes: Mapping[str, Any]) -> str | None:
    try:
        load_rules(title, changes)
    except BadInput as error:
        return str(error)
    return None


def _short(why: str, title: str, path: str, value: Any) -> str:
    """The reason, without what the reader sees beside it."""
    told = why.removeprefix(f"impossible rules of {title}: ")
    if told.startswith(f"{path} = "):
        return f"{shorten(str(value))} is not allowed; it can be {fields_of(title)[path].allowed}"
    for place in reversed(list(upward(path))):
        told = told.removeprefix(f"{place}: ")
    return told


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
