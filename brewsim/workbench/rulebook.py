"""Titles and their rules as the page shows them: sections of values, and cards of a kind as a grid."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from brewsim.bots import DEFAULT_BOT, read_bots
from brewsim.experiment import default_experiment
from brewsim.games import load_title, look_at_titles
from brewsim.reading import flatten
from brewsim.rules import Field, Setting, fields_of, items_of, printed_rules, settings
from brewsim.stats.names import words

KINDS = {"integer": "integer", "number": "number", "string": "text", "boolean": "flag", "array": "list"}


@cache
def look() -> tuple[list[dict[str, Any]], list[str]]:
    """Every title that can be used, as data, and a sentence for each that cannot."""
    return look_at_titles(_title)


def titles() -> list[dict[str, Any]]:
    """Every title that can be used: its seats, its bots from weak to strong and its plans, and its items."""
    return look()[0]


def _title(name: str) -> dict[str, Any]:
    title = load_title(name)
    file = default_experiment(title)
    return {
        "name": name,
        "label": title.label,
        "seats": list(title.seats),
        "usual_seats": title.default_seats,
        "bots": [{"name": bot, "sentence": table.plan} for bot, table in read_bots(title).items()],
        "usual_bot": DEFAULT_BOT,
        "skill": file.skill or [],
        "plans": file.plans,
        "items": [{"name": one.item, "label": sentence_case(one.name), "kind": words(one.kind)} for one in items_of(name)],
    }


@cache
def rulebook(title_name: str) -> dict[str, Any]:
    """The rules of a title: every value that can be set, in sections."""
    title = load_title(title_name)
    known = {one.path: one for one in settings(title_name)}
    fields = fields_of(title_name)
    items = {one.path: one.item for one in items_of(title_name) if one.path}
    sections = [
        _section(name, table, known, fields, items, is_grid=is_grid) for name, table, is_grid in _tables(printed_rules(title_name)[0])
    ]
    return {"title": title_name, "label": title.label, "sections": sections}


def _tables(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any], bool]]:
    """The tables that make a section each: path, what is in it, and whether it is a grid."""
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    grids = {key for key, value in inner.items() if _is_grid(value)}
    parents = {key for key in inner.keys() - grids if not path or any(_tables_below(inner[key]))}
    own = {key: value for key, value in table.items() if key not in grids | parents}
    if own:
        yield path, own, False
    for key, value in inner.items():
        place = f"{path}.{key}" if path else key
        if key in grids:
            yield place, dict(value), True
        elif key in parents:
            yield from _tables(value, place)


def _tables_below(table: Mapping[str, Any]) -> Iterator[bool]:
    """Whether each table inside is a grid."""
    for value in table.values():
        if isinstance(value, Mapping):
            yield _is_grid(value)
            yield from _tables_below(value)


def _is_grid(table: Mapping[str, Any]) -> bool:
    """Whether these are things of a kind: tables that share keys, with values of their own in each.

    >>> _is_grid({"ale": {"rep": 3}, "porter": {"rep": 3}}), _is_grid({"malt": 1, "hops": 2}), _is_grid({"day": {"fire": {"dice": 1}}})
    (True, False, False)
    """
    rows = list(table.values())
    if len(rows) < 2 or not all(isinstance(row, Mapping) and any(not isinstance(value, Mapping) for value in row.values()) for row in rows):
        return False
    return bool(set.intersection(*({path for path, _ in flatten(row)} for row in rows)))


def _section(
    name: str, table: Mapping[str, Any], known: Mapping[str, Setting], fields: Mapping[str, Field], items: Mapping[str, str], is_grid: bool
) -> dict[str, Any]:
    """One section as the page shows it. Of a grid, a cell is the value at row and column."""
    paths = [f"{name}.{path}" if name else path for path, _ in flatten(table)]
    values = [_value(known[path], fields[path], path.removeprefix(f"{name}.")) for path in paths]
    bases = [known[path].basis for path in paths if known[path].basis]
    section = {
        "name": name or "rules",
        "label": sentence_case(name.replace(".", ", ")) if name else "Rules",
        "source": next((known[path].source for path in paths if known[path].source), ""),
        "basis": max(bases, key=bases.count) if bases else "",
        "is_grid": is_grid,
        "values": values,
    }
    if not is_grid:
        return section
    rows = [_row(f"{name}.{key}", key, row, known, items) for key, row in table.items()]
    return section | {"rows": rows, "columns": list(_columns(name, table, known))}


def _row(path: str, key: str, row: Mapping[str, Any], known: Mapping[str, Setting], items: Mapping[str, str]) -> dict[str, Any]:
    sources = [known[f"{path}.{inner}"].source for inner, _ in flatten(row)]
    label = str(row.get("name") or sentence_case(key))
    return {"name": key, "label": label, "item": items.get(path), "source": next(filter(None, sources), "")}


def _columns(name: str, table: Mapping[str, Any], known: Mapping[str, Setting]) -> Iterator[dict[str, Any]]:
    """The keys of the rows, in the order of the rules; `used` is how many rows say something there in print."""
    keys = dict.fromkeys(path for row in table.values() for path, _ in flatten(row))
    for key in keys:
        cells = [one for row in table if (one := known.get(f"{name}.{row}.{key}"))]
        used = sum(bool(one.basis) or bool(one.value) for one in cells)
        yield {"name": key, "label": sentence_case(key.replace(".", ", ")), "meaning": cells[0].meaning, "used": used}


def _value(setting: Setting, field: Field, own: str) -> dict[str, Any]:
    """One value: what it is in print, what it means, and what it may be."""
    schema = field.schema
    choices = schema.get("enum") or ([schema["const"]] if "const" in schema else _alternatives(schema.get("pattern", "")))
    limits = schema.get("items", schema)
    return {
        "path": setting.path,
        "label": sentence_case(own.replace(".", ", ")),
        "meaning": setting.meaning,
        "printed": setting.value,
        "kind": "choice" if choices else KINDS[schema["type"]],
        "low": limits.get("minimum"),
        "high": limits.get("maximum"),
        "choices": choices or None,
        "allowed": field.allowed,
        "basis": setting.basis,
        "source": setting.source,
    }


def _alternatives(pattern: str) -> list[str]:
    """The words that a pattern allows, where it is a list of words.

    >>> _alternatives("^(a|b_c)$"), _alternatives("^[a-z]+$")
    (['a', 'b_c'], [])
    """
    options = pattern.removeprefix("^").removesuffix("$").removeprefix("(").removesuffix(")").split("|")
    return options if len(options) > 1 and all(option.replace("_", "").isalnum() for option in options) else []


def sentence_case(text: str) -> str:
    """A code or a name as the beginning of a sentence.

    >>> sentence_case("target_rep"), sentence_case("extra_vp")
    ('Target rep', 'Extra VP')
    """
    told = re.sub(r"\bvp\b", "VP", words(text))
    return told[:1].upper() + told[1:]
