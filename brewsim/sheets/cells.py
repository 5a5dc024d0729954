"""A value of the rules as what stands in a cell, and back. Each value has one written form, and that reads back exactly.

Numbers and yes or no are cells of their own kind. A text stands as it is, or as in JSON where a program could take it for something else.
A list is `[3, 4, 4]` or `[spring, fall]`: with brackets, or a spreadsheet in Europe would make 3.4 of two numbers.
"""

import datetime
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from brewsim.errors import shorten
from brewsim.reading import MAX_DIGITS, MAX_TEXT

Cell = None | bool | int | float | str | datetime.date | datetime.time | datetime.timedelta
TIMES = (datetime.date, datetime.time, datetime.timedelta)  # a datetime is a date, too
MOST_EXACT = 10**15  # integers of cells are doubles
EMPTY_FORMULA = object()  # stands for a formula whose value nobody stored

TRUE = frozenset(("true", "yes", "wahr", "ja", "vrai", "oui", "vero", "si", "sì", "verdadero", "sí", "verdadeiro", "sim", "waar"))
FALSE = frozenset(("false", "no", "falsch", "nein", "faux", "non", "falso", "não", "onwaar", "nee"))
WORD = re.compile(r"[^\W\d][\w:.\-]*(?: [\w:.\-]+)*")  # what needs no quotes in a list
WHOLE = re.compile(r"[-+]?[0-9]+(?:[.,]0{1,2})?")  # not 1.000, which is a thousand in half of Europe
NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
DECIMAL = re.compile(r"[-+]?[0-9]+(?:[.,][0-9]+)?(?:[eE][-+]?[0-9]+)?")
TOKEN = re.compile(r"""\s*(?:(?P<sign>[\[\],])|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<bare>[^\s\[\],"][^\[\],"]*))""")


def normal(text: object) -> str:
    """A name without case, spaces, underscores and other signs, as names are compared.

    >>> normal("Cost Herb"), normal("cost.herb"), normal("#Count")
    ('costherb', 'costherb', 'count')
    """
    return "".join(character for character in str(text).casefold() if character.isalnum())


def written(value: Any) -> bool | int | float | str:
    """What stands in the cell of a value.

    >>> written(3), written([3, 4]), written(["spring", "a,b"]), written("Farm"), written(" Farm")
    (3, '[3, 4]', '[spring, "a,b"]', 'Farm', '" Farm"')
    """
    if isinstance(value, list):
        return _list_text(value)
    if isinstance(value, str):
        return value if _is_plain(value) else _quoted(value)
    if isinstance(value, bool):
        return value
    is_exact = abs(value) < MOST_EXACT if isinstance(value, int) else float(f"{value:.16G}") == value  # as a workbook writes it
    return value if is_exact else repr(value)


def _is_plain(text: str) -> bool:
    """Whether a text reads back as it is."""
    return bool(text) and text == text.strip() and text[0] != '"' and text.isprintable() and "_x" not in text


def _quoted(text: str) -> str:
    """A text as in JSON. A workbook has its own meaning for `_x0041_`."""
    return json.dumps(text, ensure_ascii=False).replace("_x", "\\u005fx")


def _list_text(values: Sequence[Any]) -> str:
    return "[" + ", ".join(_list_text(one) if isinstance(one, list) else _element(one) for one in values) + "]"


def _element(value: Any) -> str:
    if isinstance(value, str):
        is_word = WORD.fullmatch(value) and value not in ("true", "false") and _is_plain(value)
        return value if is_word else _quoted(value)
    return json.dumps(value)


def value_of(cell: Any, schema: Mapping[str, Any]) -> Any:
    """The value that a cell holds, of the kind that the schema says. Its limits are not looked at.

    >>> value_of("2", {"type": "integer"}), value_of("0,5", {"type": "number"}), value_of("Yes", {"type": "boolean"})
    (2, 0.5, True)
    >>> value_of("Spring", {"enum": ["spring", "fall"]}), value_of("spring, fall", {"type": "array"})
    ('spring', ['spring', 'fall'])

    Raises
    ------
    ValueError
        That says in words what the cell is not.
    """
    if cell is EMPTY_FORMULA:
        raise ValueError("a formula without a stored value; open and save the file in a spreadsheet program, or write the value")
    if isinstance(cell, str) and len(cell) > MAX_TEXT:
        raise ValueError(f"a text of {len(cell):,} characters; at most {MAX_TEXT:,}")
    kind = schema.get("type", "string")
    if isinstance(cell, TIMES):
        raise ValueError(f"a date or time ({cell}); format the cell as {'a number' if kind in ('integer', 'number') else 'text'}")
    return _READERS.get(kind, _text)(cell, schema)


def _whole(cell: Any, schema: Mapping[str, Any]) -> int:
    if isinstance(cell, str) and WHOLE.fullmatch(cell.strip()):
        return int(re.split("[.,]", _short_number(cell))[0])
    number = _number(cell, schema)
    if isinstance(cell, str) or number != int(number):
        raise ValueError(f"{_told(cell)} is not a whole number")
    return int(number)


def _number(cell: Any, schema: Mapping[str, Any]) -> int | float:
    if isinstance(cell, str) and DECIMAL.fullmatch(cell.strip()):
        text = _short_number(cell).replace(",", ".")
        number: int | float = float(text) if re.search("[.eE]", text) else int(text)
    elif isinstance(cell, bool) or not isinstance(cell, int | float):
        raise ValueError(f"{_told(cell)} is not a number")
    else:
        number = cell
    if not math.isfinite(number):
        raise ValueError(f"{_told(cell)} is not a number")
    return number


def _short_number(cell: str) -> str:
    if len(cell.strip()) > MAX_DIGITS + 6:
        raise ValueError(f"{_told(cell)}: a number of more than {MAX_DIGITS} digits")
    return cell.strip()


def _yes_or_no(cell: Any, schema: Mapping[str, Any]) -> bool:
    word = str(cell).strip().casefold()
    if isinstance(cell, bool) or word in TRUE | FALSE:
        return bool(cell) if isinstance(cell, bool) else word in TRUE
    if not isinstance(cell, str) and cell in (0, 1):
        return bool(cell)
    raise ValueError(f"{_told(cell)} is neither true nor false")


def _text(cell: Any, schema: Mapping[str, Any]) -> str:
    text = str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).lower() if isinstance(cell, bool) else str(cell)
    text = text.strip()
    if text.startswith('"'):
        try:
            text = str(json.loads(text))
        except (ValueError, RecursionError):
            raise ValueError(f"{_told(cell)}: the quotes do not fit together") from None
    words = schema.get("enum", ())
    alike = [word for word in words if normal(word) == normal(text)]  # programs like to begin a cell with a capital
    return alike[0] if len(alike) == 1 and text not in words else text


def _list(cell: Any, schema: Mapping[str, Any]) -> list[Any]:
    if isinstance(cell, bool) or not isinstance(cell, str):
        return [int(cell) if isinstance(cell, float) and cell.is_integer() else cell]
    text = cell.strip()
    return parse_list(text if text.startswith("[") else f"[{text}]")


_READERS = {"integer": _whole, "number": _number, "boolean": _yes_or_no, "array": _list}


def parse_list(text: str) -> list[Any]:
    """A list in brackets.

    >>> parse_list('[3, -4, [x:y, "a,b"], true]'), parse_list("[]")
    ([3, -4, ['x:y', 'a,b'], True], [])
    """
    pieces, place, text = [], 0, text.rstrip()
    while place < len(text) and (token := TOKEN.match(text, place)):
        pieces.append(_as_json(token["bare"].rstrip()) if token["bare"] else token[token.lastgroup or 0])
        place = token.end()
    try:
        found = json.loads("".join(pieces)) if place == len(text) else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list):
        raise ValueError(f"'{shorten(text)}' is not a list; write [a, b]")
    return found


def _as_json(text: str) -> str:
    """What stands in a list without quotes: a number, true or false, or a word."""
    is_known = NUMBER.fullmatch(text) or text.lower() in ("true", "false")
    return text.lower().lstrip("+") if is_known else json.dumps(text)


def _told(cell: Any) -> str:
    """A cell in a message."""
    return f"'{shorten(cell)}'" if isinstance(cell, str) else str(cell).lower() if isinstance(cell, bool) else f"{cell:g}"
