"""Text of the user's becomes values here: files in TOML, and what stands behind `--set`. Each bound is named once."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brewsim.errors import BadInput, shorten, unknown

if TYPE_CHECKING:  # it takes a tenth of a second, which --help need not wait for
    from pydantic import ValidationError

MAX_FILE = 1_000_000  # bytes of a file
MAX_TEXT = 4096  # characters of one text, in a file or on the command line
MAX_DIGITS = 19  # of an integer: as many as 64 bits have
MAX_DEPTH = 16  # of tables and lists in each other
MAX_DOTS = 100  # in a line of a file: the parser's time grows with the square of the levels of a dotted key
MAX_VALUES = 100  # of one sweep
MAX_SHOWN_PATH = 300  # characters of a path that a message repeats
BOX = Path(__file__).with_name("experiments")  # where the wheel has the experiments
SOURCE = Path(__file__).parents[1] / "experiments"  # and a checkout of the sources
COUNT_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}


@dataclass(frozen=True)
class Change:
    """A number of the rules that becomes this much larger, or smaller."""

    amount: int | float

    def of(self, path: str, value: Any) -> int | float:
        """The changed number. What is no number is refused."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadInput(f"{path}={self.amount:+}: {path} is {shorten(str(value))}; + and - change numbers only")
        return value + self.amount


def in_the_box(path: Path) -> Path:
    """The file itself, or the one of this name in the box: `experiments/brew.toml` is found in every folder."""
    if not path.is_relative_to(BOX.name) or path.exists():
        return path
    return next((found for folder in (BOX, SOURCE) if (found := folder.parent / path).exists()), path)


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file the user names; a file that is missing, malformed or out of bounds is a bad input."""
    where = shorten(str(path), MAX_SHOWN_PATH)
    try:
        return parse_toml(read_bytes(path, MAX_FILE).decode("utf-8"), where)
    except UnicodeDecodeError:
        raise BadInput(f"{where} cannot be read: it is not UTF-8 text") from None


def read_bytes(path: Path, most: int) -> bytes:
    """A file the user names, if it is one and has at most this number of bytes."""
    where = shorten(str(path), MAX_SHOWN_PATH)
    try:
        if path.exists() and not path.is_file():  # to open a pipe would wait for a writer
            raise BadInput(f"{where} is not a file")
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        raise BadInput(f"no such file: {where}") from None
    except OSError as error:
        raise BadInput(f"{where} cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise BadInput(f"{where} is too large; at most {most:,} bytes")
    return content


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a text in TOML, within bounds; `where` is what a message calls it."""
    try:
        return _load(text, where)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where} is not valid TOML: {shorten(str(error))}") from None


def parse_setting(text: str) -> tuple[str, Any]:
    """A change 'path=value'; the value as in TOML, or a bare word. A sign before a number makes it a change of the printed one.

    >>> parse_setting("end.reputation=18"), parse_setting("rulings.tie=shared")
    (('end.reputation', 18), ('rulings.tie', 'shared'))
    >>> parse_setting("end.reputation=-2"), parse_setting("end.reputation==-2")
    (('end.reputation', Change(amount=-2)), ('end.reputation', -2))
    """
    path, value, is_absolute = _split_setting(text)
    return path, _parse_value(value, text) if is_absolute else _parse_change(value, text)


def parse_settings(texts: Sequence[str]) -> dict[str, Any]:
    """Changes 'path=value' by path."""
    changes: dict[str, Any] = {}
    for text in texts:
        path, value = parse_setting(text)
        if path in changes:
            raise BadInput(f"--set {shorten(text)}: {path} is set twice")
        changes[path] = value
    return changes


def parse_sweep(text: str) -> tuple[str, list[Any]]:
    """A rule and its values, 'path=1..8', 'path=12..27..3' or 'path=2,3,5'. Signs are as in `parse_setting`.

    >>> parse_sweep("end.reputation=17..19"), parse_sweep("rulings.tie=shared,none")
    (('end.reputation', [17, 18, 19]), ('rulings.tie', ['shared', 'none']))
    >>> parse_sweep("end.reputation=12..27..5")
    ('end.reputation', [12, 17, 22, 27])
    >>> parse_sweep("end.reputation=-1..+1")
    ('end.reputation', [Change(amount=-1), Change(amount=0), Change(amount=1)])
    """
    path, listed, is_absolute = _split_setting(text)
    span = re.fullmatch(r"([-+]?(?:[1-9][0-9]*|0))\.\.([-+]?(?:[1-9][0-9]*|0))(?:\.\.([1-9][0-9]*|0))?", listed)
    if span:
        first, last, step = span.groups("1")
        return path, _parse_span(first, last, step, is_absolute, text)
    if re.search(r"[0-9]\.\.", listed):
        raise BadInput(f"--set {shorten(text)}: a range is of whole numbers: first..last, or first..last..step")
    values = _parse_values(listed, is_absolute, text)
    _check_number_of_values(len(values), text)
    if len({str(value) for value in values}) < len(values):
        raise BadInput(f"--set {shorten(text)}: a value is listed twice")
    return path, values


def parse_count(text: str | int) -> int:
    """A number of games, also in thousands and millions; a flag's default comes as a number.

    >>> parse_count("500"), parse_count("100k"), parse_count("2M"), parse_count("1.5k"), parse_count("20_000")
    (500, 100000, 2000000, 1500, 20000)
    """
    text = str(text)
    found = re.fullmatch(r"([-+]?[0-9][0-9_,]*)(\.[0-9]+)?([kKmM]?)", text.strip())
    if not found or len(text) > MAX_DIGITS:
        raise BadInput(f"'{shorten(text)}' is no number of games; write 5000, 100k or 2M")
    whole, part, unit = found.groups("")
    count = Decimal(re.sub("[_,]", "", whole) + part) * COUNT_UNITS[unit.lower()]
    if count != int(count):
        raise BadInput(f"'{text}' is no whole number of games")
    return int(count)


def explain(error: "ValidationError", allowed_keys: Any = ()) -> str:
    """The first problem of a pydantic error as one line: where, what was given, what is allowed."""
    first = error.errors(include_url=False)[0]
    where = shorten(".".join(str(part) for part in first["loc"]))
    if first["type"] == "extra_forbidden":
        return str(unknown("key", where, allowed_keys)) if allowed_keys else f"unknown key '{where}'"
    if first["type"] == "missing":
        return f"'{where}' is missing"
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "value_error":
        return f"{where}: {message}" if where else message
    return f"{where} = {shorten(repr(first['input']))}: {message[0].lower()}{message[1:]}"


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The leaves of nested tables as (dotted path, value). A list is a leaf."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def nest(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by dotted path as tables in each other: what `flatten` takes apart.

    >>> nest({"beer.ale.rep": 3, "beer.ale.malt": 1, "rounds": 9})
    {'beer': {'ale': {'rep': 3, 'malt': 1}}, 'rounds': 9}
    """
    nested: dict[str, Any] = {}
    for path, value in values.items():
        *parents, key = path.split(".")
        table = nested
        for parent in parents:
            table = table.setdefault(parent, {})
        table[key] = value
    return nested


def upward(path: str) -> Iterator[str]:
    """A path and the tables that it is in, from the innermost."""
    while path:
        yield path
        path = path.rpartition(".")[0]


def _split_setting(text: str) -> tuple[str, str, bool]:
    """The path and the value of a setting, as text, and whether a sign belongs to the number: path==-1."""
    if len(text) > MAX_TEXT:
        raise BadInput(f"--set {shorten(text)}: {len(text):,} characters; at most {MAX_TEXT:,}")
    if not text.isprintable():
        raise BadInput(f"--set {shorten(text)}: no line breaks or other control characters")
    path, _, value = (part.strip() for part in text.partition("="))
    is_absolute = value.startswith("=")
    value = value.removeprefix("=").strip()
    if not path or not value:
        raise BadInput(f"--set {shorten(text)}: write path=value")
    return path, value, is_absolute


def _parse_change(text: str, setting: str) -> Any:
    """A value, or by how much a number changes if it has a sign."""
    value = _parse_value(text, setting)
    return Change(value) if text[0] in "+-" and isinstance(value, int | float) else value


def _parse_value(text: str, setting: str) -> Any:
    """A value in TOML, or a bare word."""
    try:
        return _load(f"value = {text}", f"--set {shorten(setting)}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _parse_values(text: str, is_absolute: bool, setting: str) -> list[Any]:
    """The elements of a list in TOML without its brackets, or values and bare words between commas."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not is_absolute and any(part[0] in "+-" for part in parts):
        return [_parse_change(part, setting) for part in parts]
    try:
        values: list[Any] = _load(f"values = [{text}]", f"--set {shorten(setting)}")["values"]
        return values
    except tomllib.TOMLDecodeError:
        return [_parse_value(part, setting) for part in parts]


def _parse_span(first: str, last: str, step: str, is_absolute: bool, setting: str) -> list[Any]:
    """The numbers of a range, or changes if its ends have signs."""
    is_change = not is_absolute and (first[0] in "+-" or last[0] in "+-")
    if is_change and not (first[0] in "+-" and last[0] in "+-"):
        raise BadInput(f"--set {shorten(setting)}: a sign at both ends for changes, -2..+2; two equal signs for numbers, path==-2..2")
    begin, end, width = (_parse_value(number, setting) for number in (first, last, step))
    if width == 0:
        raise BadInput(f"--set {shorten(setting)}: the step of a range is at least 1")
    _check_number_of_values((end - begin) // width + 1, setting)
    return [Change(number) if is_change else number for number in range(begin, end + 1, width)]


def _check_number_of_values(values: int, setting: str) -> None:
    if values < 2:
        raise BadInput(f"--set {shorten(setting)}: a sweep needs at least two values, as path=1..8, path=12..27..3 or path=2,3,5")
    if values > MAX_VALUES:
        raise BadInput(f"--set {shorten(setting)}: {values:,} values; at most {MAX_VALUES}")


def _load(text: str, where: str) -> dict[str, Any]:
    """Parse TOML within bounds. What is no TOML at all is left to the caller."""
    if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
        raise BadInput(f"{where}: a line has more than {MAX_DOTS} dots")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise _too_deep(where) from None
    except ValueError:  # more digits than Python turns into a number
        raise _too_long_number(where) from None
    _check_bounds(tables, where)
    return tables


def _check_bounds(value: Any, where: str, depth: int = 0) -> None:
    """Refuse what is too deep or too long, anywhere in nested tables and lists."""
    if depth > MAX_DEPTH:
        raise _too_deep(where)
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_bounds(key, where, depth + 1)
            _check_bounds(inner, where, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_bounds(inner, where, depth + 1)
    elif isinstance(value, str) and len(value) > MAX_TEXT:
        raise BadInput(f"{where}: a text of {len(value):,} characters; at most {MAX_TEXT:,}")
    elif isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        raise _too_long_number(where)


def _too_deep(where: str) -> BadInput:
    return BadInput(f"{where}: tables and lists stand in each other; at most {MAX_DEPTH} levels")


def _too_long_number(where: str) -> BadInput:
    return BadInput(f"{where}: a number of more than {MAX_DIGITS} digits")
