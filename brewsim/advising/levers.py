"""Which values of the rules an advisor may change, how far and in which steps; and edits in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from brewsim.assumptions import allowed_words, usual_step
from brewsim.errors import BadInput, choice, shorten, unknown
from brewsim.reading import upward
from brewsim.rules import Rules, Setting, fields_of, load_rules, settings

FINE_PART = 0.05  # of a number, and at least 1: one step of an edit
FARTHEST = 3  # times as far as a number is moved to see what it does
MOST_STEPS = 8  # to each side
SEATS = "seats."  # levers for fairness, which no rulebook has
SEATS_STRIDE = 2  # steps: they are 0 in print, which says nothing of how far one must go
# The form of the table, what the rulebook is taken to mean, and names: changed only if `may` asks for them.
NOT_ASKED = ("*.name", "name", "map.*", "*.min_seats", "rulings.*")


@dataclass(frozen=True)
class Lever:
    """A value that may change. Steps are counted from the rules that are to be repaired, which are step 0."""

    path: str
    old: Any
    new: dict[int, Any]  # step -> value; of words and flags one step, to one other value
    stride: int = 1  # steps that it is moved by to see what it does

    def __hash__(self) -> int:
        return hash((self.path, *self.new.values()))

    @property
    def is_number(self) -> bool:
        return _is_number(self.old)

    def size(self, step: int) -> float:
        """How large an edit is: a number by how much of itself it changes, or of 1 if it is smaller; a word or flag counts as 1."""
        return abs(self.new[step] - self.old) / max(1.0, abs(self.old)) if self.is_number else 1.0


Edits = tuple[tuple[Lever, int], ...]  # levers with the steps that they are moved by, in the order of their paths


def in_order(edits: Iterable[tuple[Lever, int]]) -> Edits:
    """The same edits are the same in whatever order they were found."""
    return tuple(sorted(edits, key=lambda edit: edit[0].path))


def find_levers(rules: Rules, may: Sequence[str] = (), never: Sequence[str] = ()) -> list[Lever]:
    """The levers of these rules: what `may` matches, by default every number that the rulebook gives and those of seats, without `never`.

    Raises
    ------
    BadInput
        If a pattern matches no path, or nothing is left.
    """
    listed = [setting for setting in settings(rules) if not isinstance(setting.value, list)]
    paths = [setting.path for setting in listed]
    for flag, patterns in (("may", may), ("never", never)):
        for pattern in patterns:
            if not any(_matches(path, [pattern]) for path in paths):
                raise _matches_nothing(flag, pattern, paths)
    fields = fields_of(rules)
    chosen = [one for one in listed if (_matches(one.path, may) if may else _is_usual(one)) and not _matches(one.path, never)]
    levers = [lever for one in chosen for lever in _levers(rules, one.path, fields[one.path].schema)]
    if not levers:
        raise BadInput(f"nothing is left to change: no value that {choice('may')} and {choice('never')} leave has another allowed one")
    return levers


def _is_usual(setting: Setting) -> bool:
    is_given = bool(setting.basis) or setting.path.startswith(SEATS)
    return is_given and _is_number(setting.value) and not _matches(setting.path, NOT_ASKED)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _matches(path: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)


def _matches_nothing(flag: str, pattern: str, paths: Sequence[str]) -> BadInput:
    """The error for a pattern that no path matches, with a path that is near."""
    near = str(unknown("path", pattern.replace("*", ""), paths)).partition("; ")[2]
    return BadInput(f"{choice(flag, pattern)} matches no rule; {near}")


def _levers(rules: Rules, path: str, schema: Mapping[str, Any]) -> Iterator[Lever]:
    """The levers of one path: one for a number, one for each other word."""
    old = rules.values[path]
    if _is_number(old):
        fine, usual = max(1, round(FINE_PART * abs(old))), usual_step(old)
        stride = SEATS_STRIDE if path.startswith(SEATS) else max(1, usual // fine)
        reach = min(FARTHEST * stride, MOST_STEPS)
        steps = [step for step in range(-reach, reach + 1) if step and _is_within(old + step * fine, schema)]
        if steps:
            yield Lever(path, old, {step: old + step * fine for step in steps}, stride)
        return
    words = (not old,) if isinstance(old, bool) else allowed_words(rules.title.name, path)
    for word in words:
        if word != old:
            yield Lever(path, old, {1: word})


def _is_within(number: int | float, schema: Mapping[str, Any]) -> bool:
    return schema.get("minimum", number) <= number <= schema.get("maximum", number)


def edited(rules: Rules, edits: Edits, variant: str = "") -> Rules | None:
    """The rules with these edits; None if they are impossible together."""
    try:
        return load_rules(rules.title.name, {**rules.patch, **{lever.path: lever.new[step] for lever, step in edits}}, variant)
    except BadInput:
        return None


def size(edits: Edits) -> float:
    """How large these edits are together."""
    return sum(lever.size(step) for lever, step in edits)


def in_words(rules: Rules, edits: Edits) -> list[str]:
    """Each edit as a designer would say it: `Special Reserve: rep 8 -> 7`."""
    return [_edit_in_words(rules, lever.path, lever.old, lever.new[step]) for lever, step in edits]


def _edit_in_words(rules: Rules, path: str, old: Any, new: Any) -> str:
    table, _, key = path.rpartition(".")
    named = next((place for place in upward(table) if f"{place}.name" in rules.values), None)
    thing = str(rules.values[f"{named}.name"]) if named else table
    told = (path.removeprefix(f"{named}.") if named else key).replace(".", " ").replace("_", " ")
    start = f"{thing}: " if thing else ""
    return f"{start}{told} {shorten(_shown(old))} -> {shorten(_shown(new))}"


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
