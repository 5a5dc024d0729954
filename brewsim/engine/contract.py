"""What a title is: a record of facts and nine compiled functions, found by the type of its rules record.

The stubs below are what the drivers call. Compiled, numba resolves them by the record type of `rules`, so one driver
serves all titles and still hits the on-disk cache; interpreted, they look the title up by dtype.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin

from brewsim.engine.conventions import MISSING as MISSING
from brewsim.engine.conventions import NONE as NONE

AIMED = -2  # AIMED - item is what `item_of` says of an action that may bring the item but has not yet, such as a bid

# Every STATE begins with these fields. The drivers read and write no others.
COMMON_STATE = [
    ("key", np.uint64),  # chance key of this game
    ("n_seats", np.int16),  # seats at the table
    ("seat", np.int16),  # the seat that decides
    ("phase", np.int16),  # what it decides; a title's own enumeration
    ("rounds", np.int16),  # rounds completed, so 0 during the first
    ("over", np.bool_),  # the game has ended
]

FUNCTIONS = ("setup", "legal", "apply", "item_of", "survey", "features", "conceal", "outcome", "check")


@dataclass(frozen=True)
class Title:
    """The facts of one title and its compiled functions. A title's `__init__.py` makes one and binds it."""

    name: str  # folder, command line, columns
    label: str  # as printed on the box
    clause_prefix: str  # of the clauses in RULES.md
    folder: Path
    seats: tuple[int, ...]  # allowed numbers of seats
    default_seats: int
    rules_dtype: np.dtype
    state_dtype: np.dtype
    schema: type[Any]  # pydantic model of rules.toml
    build: Callable[[Any], np.record]  # validated values -> rules record
    features: tuple[str, ...]
    items: tuple[str, ...]
    item_kinds: tuple[str, ...]  # what sort of thing each item is: "card", "recipe", ...
    metrics: tuple[str, ...]
    progress: tuple[str, ...]  # those of the metrics that tell the standing after each round, in order
    score_sources: tuple[str, ...]  # those of the metrics that add up to the score, or ()
    invariants: tuple[str, ...]  # what `check` found broken when it returns 1, 2, ...
    max_actions: int  # upper bound of `legal`
    cap: int  # decisions after which a game is aborted
    modules: tuple[ModuleType, ...]  # the nine functions are in these
    words: ModuleType  # tells a game in words
    functions: SimpleNamespace = field(init=False)
    outcome_dtype: np.dtype = field(init=False)

    def __post_init__(self) -> None:
        found = {name: getattr(module, name) for module in self.modules for name in FUNCTIONS if hasattr(module, name)}
        missing = [name for name in FUNCTIONS if name not in found]
        if missing:
            raise TypeError(f"{self.name} lacks the functions {', '.join(missing)}")
        object.__setattr__(self, "functions", SimpleNamespace(**found))
        object.__setattr__(self, "outcome_dtype", outcome_dtype(len(self.metrics), len(self.items)))

    def __reduce__(self) -> tuple[Any, ...]:
        """A title travels to a worker process by name."""
        return _import_title, (self.modules[0].__package__,)


def _import_title(package: str) -> Title:
    title = import_module(package).TITLE
    assert isinstance(title, Title)
    return title


def outcome_dtype(n_metrics: int, n_items: int) -> np.dtype:
    """One row per game and seat. A title's `outcome` fills the first group and the metrics, the drivers the rest."""
    return np.dtype(
        [
            ("score", np.int32),  # final score
            ("tiebreak", np.int32),  # compared among equal scores, higher is better
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
            ("uses", np.uint8, (n_items,)),  # how often this seat used each item
            ("first_use", np.uint8, (n_items,)),  # the round in which it first did, counted from 1; 0 is never
        ],
        align=True,
    )


_by_type: dict[Any, SimpleNamespace] = {}
_by_dtype: dict[np.dtype, SimpleNamespace] = {}


def bind(title: Title) -> Title:
    """Make the drivers find the title by its rules record."""
    names = list(title.state_dtype.names or ())[: len(COMMON_STATE)]
    if names != [entry[0] for entry in COMMON_STATE]:
        raise TypeError(f"{title.name}: STATE must begin with the common fields")
    for dtype in (title.rules_dtype, title.state_dtype):
        taken = sorted(set(dtype.names or ()) & set(dir(np.void)))
        if taken:
            raise TypeError(f"{title.name}: fields named {', '.join(taken)} would be hidden by numpy's own when interpreted")
    if _by_dtype.setdefault(title.rules_dtype, title.functions) is not title.functions:
        raise TypeError(f"{title.name}: another title has the same RULES dtype; dispatch could not tell them apart")
    _by_type[numba.from_dtype(title.rules_dtype)] = title.functions
    return title


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
    """The item that this action uses, AIMED - item if it only strives for it, or NONE: for counting and for restricted play."""
    return _by_dtype[rules.dtype].item_of(rules, state, action)


def survey(rules, state):
    """Compute what the features of this decision have in common, into the state's own scratch fields."""
    _by_dtype[rules.dtype].survey(rules, state)


def features(rules, state, action, out):
    """Add to `out`, which begins at zero, what a bot sees of one action after `survey`. Nothing that this seat may not see."""
    _by_dtype[rules.dtype].features(rules, state, action, out)


def conceal(rules, state, seat, key):
    """Deal anew, by `key`, what `seat` cannot know."""
    _by_dtype[rules.dtype].conceal(rules, state, seat, key)


def outcome(rules, state, out):
    """Fill score, tiebreak, side and metrics of each seat of a finished game."""
    _by_dtype[rules.dtype].outcome(rules, state, out)


def check(rules, state):
    """0, or the number of the invariant that is broken."""
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


for _stub in (setup, legal, apply, item_of, survey, features, conceal, outcome, check):
    _resolve_when_compiled(_stub)
