"""What a title is: a package of files with fixed names, a record of facts, and nine compiled functions; a tenth is optional.

The functions, and most facts, stand in the files under names that are the same in every title. CONTRACT is the version of all that:
it grows when a title that was written before would have to be changed (docs/new-title.md).

The stubs below are what the drivers call. Compiled, numba resolves them by the record type of `rules`, so one driver
serves all titles and still hits the on-disk cache; interpreted, they look the title up by dtype.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, Self

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import is_jitted, lower_builtin

from brewsim.engine.conventions import MISSING as MISSING
from brewsim.engine.conventions import NONE as NONE
from brewsim.engine.conventions import PLACE as PLACE
from brewsim.engine.sections import Section
from brewsim.parts.compiling import compiled, note_title

CONTRACT = 1
AIMED = -2  # AIMED - item is what `item_of` says of an action that may bring the item but has not yet, such as a bid
LEADING = -(2**20)  # LEADING + item (or NONE) of one that uses it, after which the seat may have to use more; all that follows lies open

# Every STATE begins with these fields. The drivers read and write no others.
COMMON_STATE = [
    ("key", np.uint64),  # chance key of this game
    ("n_seats", np.int16),  # seats at the table
    ("seat", np.int16),  # the seat that decides
    ("phase", np.int16),  # what it decides; a title's own enumeration
    ("rounds", np.int16),  # rounds completed, so 0 during the first
    ("over", np.bool_),  # the game has ended
]

# Each function of a title, and the file of the title that holds it.
FUNCTIONS = {
    "setup": "kernel",
    "apply": "kernel",
    "legal": "options",
    "item_of": "options",
    "survey": "view",
    "features": "features",
    "conceal": "hidden",
    "outcome": "scoring",
    "check": "checks",
    "prospect": "prospects",
}
# Each fact of a title that stands in one of its files, and its name there.
FACTS = {
    "rules_dtype": ("rules", "RULES"),
    "schema": ("rules", "Values"),
    "build": ("rules", "build"),
    "prices": ("rules", "PRICES"),
    "sections": ("rules", "SECTIONS"),
    "state_dtype": ("state", "STATE"),
    "view_dtype": ("view", "VIEW"),
    "beliefs_dtype": ("beliefs", "BELIEFS"),
    "believe": ("beliefs", "believe"),
    "features": ("features", "FEATURES"),
    "items": ("codes", "ITEMS"),
    "item_kinds": ("codes", "ITEM_KINDS"),
    "metrics": ("scoring", "METRICS"),
    "score_sources": ("scoring", "SCORE_SOURCES"),
    "invariants": ("checks", "INVARIANTS"),
}
OPTIONAL = ("view", "beliefs", "prospects")  # files that a title need not have: DEFAULTS has what stands in their place
NOTHING = np.dtype([("nothing", np.int16)])  # a view, or beliefs
GAME, BLANK, COPY, FIRST_AHEAD = 0, 1, 2, 3  # the tables of a desk
UNKNOWN = -1.0  # prospect
AHEAD = 6  # choices that the drivers look ahead where `item_of` says LEADING
POISONS = (0xFF, 0x7F, 0x00)  # bytes of views that hold nonsense: NaN and -1, numbers as large as they get, flags that are down
N_PARTS = 2  # of a game, early and late: each with weights of its own
SEARCH_WIDTH = 8  # options at most that a searching bot plays out
SLACK = 64  # kernels may write candidates behind the last legal action


class BrokenContract(TypeError):
    """A title is not what this file says; a sentence without a subject, since who loads the title names it."""


class Price(NamedTuple):
    """Which number of an item's own table in the rules makes it dearer, or better. Who may not use the item neither pays nor gets it."""

    key: str
    is_reward: bool = False  # what the item brings, so that more of it makes the item stronger; else what it costs


@dataclass(frozen=True)
class Title:
    """The facts of one title and its compiled functions. A title's `__init__.py` makes one and binds it."""

    package: str  # the title's own, which holds its files
    contract: int  # the version of the contract that it is written for
    label: str  # as printed on the box
    clause_prefix: str  # of the clauses in RULES.md
    seats: tuple[int, ...]  # allowed numbers of seats
    default_seats: int
    max_actions: int  # upper bound of `legal`
    cap: int  # decisions after which a game is aborted
    has_bids: bool = False  # a seat may aim at an item in vain, so that a ban also changes games in which the item was not used
    rules_dtype: np.dtype = field(init=False)  # what follows is found in the files
    state_dtype: np.dtype = field(init=False)
    view_dtype: np.dtype = field(init=False)  # what `survey` works out for the features of one decision
    beliefs_dtype: np.dtype = field(init=False)  # what a bot takes for granted, beside its weights
    schema: type[Any] = field(init=False)  # pydantic model of rules.toml
    build: Callable[[Any], np.record] = field(init=False)  # validated values -> rules record
    believe: Callable[[np.record, Mapping[str, float]], np.record] = field(init=False)  # rules record, beliefs by name -> beliefs record
    features: tuple[str, ...] = field(init=False)
    items: tuple[str, ...] = field(init=False)  # the printed ones; of the title of rules those of the rules
    item_kinds: tuple[str, ...] = field(init=False)  # what sort of thing each item is: "card", "recipe", ...
    prices: Mapping[str, Price] = field(init=False)  # of the kinds of items that have one; a title may have none
    sections: tuple[Section, ...] = field(init=False)  # tables of the rules that take new cards; a title may have none
    metrics: tuple[str, ...] = field(init=False)
    score_sources: tuple[str, ...] = field(init=False)  # metrics that add up to the score, with the start points of levers; or ()
    invariants: Mapping[Any, str] = field(init=False)  # what `check` found broken when it returns this number
    functions: SimpleNamespace = field(init=False)
    item_numbers: Mapping[str, int] = field(init=False)  # the numbers that the kernels have for the printed items
    outcome_dtype: np.dtype = field(init=False)
    phases: tuple[str, ...] = field(init=False)  # what a seat decides, in the order of the title's enumeration
    player_dtype: np.dtype = field(init=False)
    desk_dtype: np.dtype = field(init=False)
    step_dtype: np.dtype = field(init=False)

    def __new__(cls, *facts: Any, contract: int | None = None, **named: Any) -> Self:
        """Refuse another contract before anything else: its facts may be others."""
        if contract is None:
            raise BrokenContract(f"does not say which contract it is written for: add contract={CONTRACT} to its Title(...)")
        if contract != CONTRACT:
            remedy = "install a newer brewsim" if contract > CONTRACT else "docs/new-title.md says what has changed since"
            raise BrokenContract(f"is written for version {contract} of the contract, and this brewsim has version {CONTRACT}: {remedy}")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        functions = {name: self._function(name, file) for name, file in FUNCTIONS.items()}
        for name, (file, symbol) in FACTS.items():
            object.__setattr__(self, name, self._found(file, symbol))
        if self.default_seats not in self.seats:
            raise BrokenContract(f"has default_seats={self.default_seats}, but seats={self.seats}")
        if len(self.item_kinds) != len(self.items):
            raise BrokenContract(f"has {len(self.items)} items, but {len(self.item_kinds)} item_kinds: each item has one")
        outcomes = outcome_dtype(len(self.metrics), len(self.items) + sum(section.spare for section in self.sections))
        phases = tuple(phase.name.lower() for phase in import_module(f"{self.package}.state").Phase)
        derived = {
            "phases": phases,
            "functions": SimpleNamespace(**functions),
            "item_numbers": number_items(self.items, self.sections),
            "outcome_dtype": outcomes,
            "player_dtype": player_dtype(len(phases), len(self.features), self.beliefs_dtype),
            "desk_dtype": desk_dtype(self.state_dtype, self.view_dtype, outcomes, self.max_actions, max(self.seats)),
            "step_dtype": step_dtype(self.state_dtype, self.max_actions),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _function(self, name: str, file: str) -> Any:
        """One of the functions above."""
        function = self._found(file, name)
        if not numba.config.DISABLE_JIT and not is_jitted(function):
            raise BrokenContract(f"has a function {name} in {file}.py that is not compiled: @compiled above it is missing")
        return function

    def _found(self, file: str, name: str) -> Any:
        """What stands under this name in a file of the title, or the default of what it may leave out."""
        if find_spec(f"{self.package}.{file}") is None:
            if file in OPTIONAL:
                return DEFAULTS[name]
            raise BrokenContract(f"lacks the file {file}.py with {name}")
        found = getattr(import_module(f"{self.package}.{file}"), name, None)
        if found is None and file not in OPTIONAL:
            found = DEFAULTS.get(name)
        if found is None:
            raise BrokenContract(f"lacks {name} in {file}.py")
        return found

    @property
    def name(self) -> str:
        """Of the folder, on the command line, in columns."""
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        """Where the title's TOML files and RULES.md are."""
        return Path(str(import_module(self.package).__file__)).resolve().parent

    @property
    def words(self) -> ModuleType:
        """Tells a game in words."""
        return import_module(f"{self.package}.words")

    @property
    def n_items(self) -> int:
        """The numbers that the kernels have for items, with those of cards that a variant may add."""
        return int(self.outcome_dtype["uses"].shape[0])

    def with_items(self, kinds: Mapping[str, str]) -> "Title":
        """The same title with these items, by name and kind: those of some rules, or of all rules of an experiment."""
        other = object.__new__(Title)
        other.__dict__.update(self.__dict__ | {"items": tuple(kinds), "item_kinds": tuple(kinds.values())})
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """A title travels to a worker process by name, with its items."""
        return _import_title, (self.package, dict(zip(self.items, self.item_kinds)))


def _import_title(package: str, kinds: Mapping[str, str]) -> Title:
    title = import_module(package).TITLE
    assert isinstance(title, Title)
    return title if title.items == tuple(kinds) else title.with_items(kinds)


def number_items(items: Sequence[str], sections: Sequence[Section]) -> dict[str, int]:
    """The number of each printed item: they follow one another, but that there is room behind the cards of a section.

    >>> number_items(["farm", "kettle", "ale"], [Section("cards", "card", ("farm", "kettle"), room=5)])
    {'farm': 0, 'kettle': 1, 'ale': 5}
    """
    room = {section.items[-1]: section.spare for section in sections}
    numbers, number = {}, 0
    for item in items:
        numbers[item] = number
        number += 1 + room.get(item, 0)
    return numbers


def outcome_dtype(n_metrics: int, n_items: int) -> np.dtype:
    """One row per game and seat. A title's `outcome` fills the first group and the metrics, the drivers the rest."""
    return np.dtype(
        [
            ("score", np.int32),  # final score
            ("tiebreak", np.int32),  # compared among equal scores, higher is better
            ("handicap", np.int16),  # compared where that is equal too; 0 unless the levers say otherwise (engine/levers.py)
            ("side", np.int16),  # seats of one side win and lose together; the seat itself where there are no teams
            ("metrics", np.int16, (n_metrics,)),
            ("game", np.int64),
            ("seat", np.int16),
            ("bot", np.int16),  # index into the lineup
            ("rank", np.int16),  # 1 is first; sides that share a place share the number
            ("margin", np.int32),  # score minus the best other side's
            ("win_share", np.float32),  # 1 / number of winning sides, else 0
            ("tied_first", np.bool_),  # shared the highest score before the tie-break
            ("tiebreak_used", np.bool_),  # the tie-break parted those who shared the highest score
            ("aborted", np.bool_),  # hit the cap on decisions
            ("rounds", np.int16),  # rounds begun in this game
            ("decisions", np.int32),  # of this seat
            ("options", np.int32),  # legal actions that this seat looked at
            ("chance_at_half", np.float32),  # of winning, by play-outs from half of the rounds; NaN where the game was not followed
            ("uses", np.uint8, (n_items,)),  # how often this seat used each item
            ("first_use", np.uint8, (n_items,)),  # the round in which it first did, counted from 1; 0 is never
        ],
        align=True,
    )


def player_dtype(n_phases: int, n_features: int, beliefs_dtype: np.dtype) -> np.dtype:
    """A bot as the drivers take it."""
    return np.dtype(
        [
            ("weights", np.float64, (N_PARTS * n_phases, n_features)),  # (moment, feature); a moment is a phase in a part of the game
            ("late_round", np.int64),  # rounds that are completed when the late part of the game begins
            ("temperature", np.float64),  # 0: the best action; above: softmax over the values
            ("playouts", np.int64),  # a decision; 0: no search
            ("salt", np.uint64),  # of its luck: another one leaves decks and dice as they are
            ("beliefs", beliefs_dtype),
        ],
        align=True,
    )


def desk_dtype(state_dtype: np.dtype, view_dtype: np.dtype, outcomes: np.dtype, max_actions: int, max_seats: int) -> np.dtype:
    """All that the drivers write to while they play, so that no game allocates."""
    room = max_actions + SLACK
    return np.dtype(
        [
            (
                "tables",
                state_dtype,
                (FIRST_AHEAD + AHEAD,),
            ),  # the game, a blank table to begin again with, a copy to try things on, and those ahead
            ("tried", np.int32, (AHEAD,)),  # (table ahead) options that were tried on it
            ("views", view_dtype, (max_seats,)),  # (seat) stays with the seat from one decision to the next
            ("blank_views", view_dtype, (max_seats,)),  # to begin again with
            ("spare_view", view_dtype),  # to compare it with
            ("poison", view_dtype, (len(POISONS),)),  # views that hold nonsense: a good survey leaves nothing of it that matters
            ("actions", np.int32, (room,)),
            ("spare_actions", np.int32, (room,)),
            ("values", np.float64, (room,)),  # (option) what the bot gives it
            ("ranked", np.int32, (room,)),  # (option) the candidates of a search come first
            ("gain", np.float64, (SEARCH_WIDTH,)),  # (candidate) sum over play-outs of what it gained over the bot's own choice
            ("squares", np.float64, (SEARCH_WIDTH,)),  # (candidate) sum of the squares of that
            ("rows", outcomes, (max_seats,)),  # (seat) how a play-out ended
            ("playouts", np.int64),  # that were made at this desk
        ],
        align=True,
    )


def step_dtype(state_dtype: np.dtype, max_actions: int) -> np.dtype:
    """One decision of a game that is told."""
    return np.dtype(
        [
            ("before", state_dtype),
            ("choice", np.int32),  # index into the options
            ("n_options", np.int32),
            ("actions", np.int32, (max_actions,)),  # (option)
            ("values", np.float64, (max_actions,)),  # (option) what the bot gave it; 0 where there was no choice
        ],
        align=True,
    )


_bound: dict[np.dtype, Title] = {}
_by_type: dict[Any, SimpleNamespace] = {}
_by_dtype: dict[np.dtype, SimpleNamespace] = {}


def bind(title: Title) -> Title:
    """Make the drivers find the title by its rules record."""
    fields = [(name, title.state_dtype[name]) for name in title.state_dtype.names or ()]
    if fields[: len(COMMON_STATE)] != [(name, np.dtype(kind)) for name, kind in COMMON_STATE]:
        raise BrokenContract("has a STATE that does not begin with *COMMON_STATE, the fields that the drivers read")
    for dtype in (title.rules_dtype, title.state_dtype, title.view_dtype, title.beliefs_dtype):
        taken = sorted(set(dtype.names or ()) & set(dir(np.void)))
        if taken:
            raise BrokenContract(f"has fields named {', '.join(taken)}, which numpy's own would hide when interpreted: rename them")
        if booleans := [name for name in dtype.names or () if dtype[name].base == np.bool_ and dtype[name].shape]:
            raise BrokenContract(
                f"has arrays of booleans in a record, which cannot be compiled: make {', '.join(booleans)} np.int16, 0 or 1"
            )
    bound = _bound.setdefault(title.rules_dtype, title)
    if bound is not title and bound.package == title.package:
        raise BrokenContract("is loaded a second time, but programs may be made of what was loaded first: start Python again after an edit")
    if bound is not title:
        raise BrokenContract(f"has the same fields in RULES as {bound.package}, by which the drivers tell titles apart: add or rename one")
    _by_dtype[title.rules_dtype] = title.functions
    _by_type[numba.from_dtype(title.rules_dtype)] = title.functions
    note_title(numba.from_dtype(title.rules_dtype), title.folder)
    return title


def is_bound(title: Title) -> bool:
    """Whether the drivers can find this title."""
    return _bound.get(title.rules_dtype) is title


def new_record(dtype: np.dtype) -> np.record:
    """A zeroed record whose fields can be read and set by name, compiled and interpreted."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def setup(rules, state):
    """Deal, up to the first decision. The drivers have zeroed the record and set `key` and `n_seats`."""
    _by_dtype[rules.dtype].setup(rules, state)


def legal(rules, state, actions):
    """Fill in the codes that `state.seat` may choose, and return how many: at least one."""
    return _by_dtype[rules.dtype].legal(rules, state, actions)


def apply(rules, state, action):
    """Carry the action out and go on to the next decision, or set `state.over`."""
    _by_dtype[rules.dtype].apply(rules, state, action)


def item_of(rules, state, action):
    """The item that this action uses or NONE, AIMED - item if it only aims at it, LEADING + either if it leads to more.

    For counting and for restricted play.
    """
    return _by_dtype[rules.dtype].item_of(rules, state, action)


def survey(rules, beliefs, state, view):
    """Work out what the features of this decision have in common, into the seat's `view`.

    The view may hold anything before. What is still in it from an earlier decision may stay only if it was stored together
    with all that it follows from (the key of the game among it), and that is compared with the table.
    """
    _by_dtype[rules.dtype].survey(rules, beliefs, state, view)


def features(rules, beliefs, state, view, action, out):
    """Add to `out`, which begins at zero, what a bot sees of one action after `survey`. Nothing that this seat may not see."""
    _by_dtype[rules.dtype].features(rules, beliefs, state, view, action, out)


def conceal(rules, state, seat, key):
    """Deal again, by `key`, what `seat` cannot know."""
    _by_dtype[rules.dtype].conceal(rules, state, seat, key)


def outcome(rules, state, out):
    """Fill score, tiebreak, handicap, side and metrics of each seat of a finished game."""
    _by_dtype[rules.dtype].outcome(rules, state, out)


def prospect(rules, beliefs, state, seat):
    """The chance that a seat wins, as it is believed when a round begins; below 0 if nobody can tell before the game has ended."""
    return _by_dtype[rules.dtype].prospect(rules, beliefs, state, seat)


@compiled
def unknown_prospect(rules, beliefs, state, seat):
    """`prospect` of a title that has none."""
    return UNKNOWN


@compiled
def survey_nothing(rules, beliefs, state, view):
    """`survey` of a title without a view: its features see the table and nothing else."""


def believe_nothing(rules: np.record, values: Mapping[str, float]) -> np.record:
    """`believe` of a title whose bots take nothing for granted."""
    return new_record(NOTHING)


DEFAULTS = {
    "VIEW": NOTHING,
    "survey": survey_nothing,
    "BELIEFS": NOTHING,
    "believe": believe_nothing,
    "prospect": unknown_prospect,
    "PRICES": {},
    "SECTIONS": (),
}


def check(rules, state):
    """0, or the number of the invariant that is broken (`Title.invariants`)."""
    return _by_dtype[rules.dtype].check(rules, state)


def _resolve_when_compiled(stub: Callable[..., Any]) -> None:
    """Make compiled code call the title's function where it calls the stub."""

    def function_for(rules: Any) -> Any:
        return types.Dispatcher(getattr(_by_type[rules], stub.__name__))

    @infer_global(stub)
    class Stub(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return function_for(args[0]).get_call_type(self.context, args, kws)

    @lower_builtin(stub, types.VarArg(types.Any))  # type: ignore[attr-defined]
    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = context.get_function(function_for(signature.args[0]), signature)
        context.add_linking_libs(function.libs)
        return function(builder, arguments)


for _stub in (setup, legal, apply, item_of, survey, features, conceal, outcome, prospect, check):
    _resolve_when_compiled(_stub)
