"""Rules as data: read a title's rules.toml with the source of each value, patch it into a variant, build the record."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from brewsim.engine.contract import Title
from brewsim.engine.levers import SEAT_NAMES
from brewsim.errors import BadInput, check_folder_name, shorten, unknown
from brewsim.games import load_title
from brewsim.manifest import BLANK, PRINTED
from brewsim.newcards import ADD, REMOVE, change_cards, split_cards, table_of
from brewsim.reading import Change, explain, flatten, in_the_box, nest, read_toml, upward
from brewsim.sheets import is_sheet
from brewsim.showing import html

BASES = ("printed", "inferred", "assumed")
ADDED = "added"  # the basis of what a variant says of a new card
PROVENANCE_KEYS = ("source", "basis", "range", *BASES)
MAX_ITEM_DEPTH = 2  # tables around that of an item; deeper ones name other things by the same word


@dataclass(frozen=True)
class RuleValue:
    """One value of rules.toml and where it comes from."""

    path: str
    value: Any
    basis: str
    source: str
    range: tuple[Any, ...] | None = None  # other values that are as plausible, where the file names them; of a number both ends


@dataclass(frozen=True)
class Setting:
    """One path that can be set: all that a designer needs to know of it."""

    path: str
    value: Any  # in print; of a card that is added, as it was added
    allowed: str
    meaning: str  # the comment beside it in rules.toml, or beside the same key of a table of the same form
    basis: str  # nothing for what rules.toml leaves at its default, ADDED for what a variant says of a new card
    source: str
    table: str  # of rules.toml, that it stands in


@dataclass(frozen=True)
class Item:
    """A thing whose strength is measured, and what the rules say of it."""

    item: str
    kind: str
    path: str  # of its table in the rules; nothing where it has none of its own
    name: str
    does: str


@dataclass(frozen=True)
class Rules:
    """The rules of a title, printed or changed, ready to play."""

    title: Title  # with the items that are counted: those of these rules, or of all rules of an experiment
    variant: str  # PRINTED, or the name of the variant
    values: dict[str, Any]  # by path, with the changes
    changes: dict[str, tuple[Any, Any]]  # path -> (printed, changed); None is printed of what is added
    record: np.record
    numbers: dict[str, int]  # the items of these rules, with the numbers that the kernels have for them

    @property
    def blank(self) -> list[str]:
        """The items that no seat may use as long as it has another choice."""
        return list(self.values.get(BLANK, ()))

    @property
    def assumed(self) -> list[RuleValue]:
        """The values that rest on an assumption and are not replaced by a change."""
        kept = [value for value in rule_values(self.title.name) if value.path in self.values and value.path not in self.changes]
        return [value for value in kept if value.basis == "assumed"]

    @property
    def patch(self) -> dict[str, Any]:
        """The changes that make these rules of the printed ones, by path."""
        return {path: changed for path, (_, changed) in self.changes.items()}

    @property
    def cards(self) -> dict[str, Any]:
        """Those of them that add and remove cards."""
        return split_cards(self.patch)[0]

    def _repr_html_(self) -> str:
        notes = [f"{len(self.values):,} values; {len(self.assumed)} of them rest on an assumption."]
        rows = [(path, "" if printed is None else printed, changed) for path, (printed, changed) in self.changes.items()]
        return html(f"{self.title.label}: {self.variant} rules", ["path", "printed", "changed"], rows, notes)


class VariantFile(BaseModel):
    """A variant: the title, what changes, `"cards.farm.copies" = 3`, cards that are added and removed, and items that nobody may use."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str
    description: str = ""
    blank: list[str] = []
    remove: list[str] = []
    add: dict[str, Any] = {}
    set: dict[str, Any] = {}

    @property
    def patch(self) -> dict[str, Any]:
        """All of its changes by path."""
        own = {BLANK: self.blank, REMOVE: self.remove, ADD: self.add}
        return self.set | {path: value for path, value in own.items() if value}


def split_provenance(
    table: Mapping[str, Any], where: str = "", basis: str = "", source: str = "", ranges: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], list[RuleValue]]:
    """Part a table of rules.toml into its plain values and their provenance. Inner tables inherit basis and source."""
    basis, source = table.get("basis", basis), table.get("source", source)
    other_basis = {key: name for name in BASES for key in table.get(name, ())}
    ranges = {**(ranges or {}), **table.get("range", {})}
    values: dict[str, Any] = {}
    listed: list[RuleValue] = []
    for key, value in table.items():
        if key in PROVENANCE_KEYS:
            continue
        key_basis = other_basis.pop(key, basis)
        if isinstance(value, Mapping):
            values[key], inner = split_provenance(value, f"{where}{key}.", key_basis, source, ranges.pop(key, None))
            listed += inner
            continue
        if key_basis not in BASES or not source:
            raise ValueError(f"{where}{key} has no source or no basis ({', '.join(BASES)})")
        values[key] = value
        listed.append(RuleValue(f"{where}{key}", value, key_basis, source, tuple(ranges.pop(key)) if key in ranges else None))
    if other_basis:
        raise ValueError(f"{where.rstrip('.')} gives a basis for keys that it does not have: {', '.join(other_basis)}")
    if ranges:
        raise ValueError(f"{where.rstrip('.')} gives a range for keys that it does not have: {', '.join(ranges)}")
    return values, listed


@cache
def printed_rules(title_name: str) -> tuple[dict[str, Any], tuple[RuleValue, ...]]:
    """The nested values of a title's rules.toml as validated, and the provenance of each value in the file."""
    title = load_title(title_name)
    path = title.folder / "rules.toml"
    try:
        values, listed = split_provenance(read_toml(path))
        return title.schema.model_validate(values).model_dump(by_alias=True), tuple(listed)
    except ValidationError as error:
        raise BadInput(f"{path}: {explain(error)}") from None
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None


def rule_values(title_name: str) -> tuple[RuleValue, ...]:
    """Every value of the title's rules.toml with its basis and source."""
    return printed_rules(title_name)[1]


def settings(rules: Rules | str) -> list[Setting]:
    """Every path of these rules, or of the printed ones of a title, that can be set, in the order of the file."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    title, fields = rules.title, fields_of(rules)
    known = {value.path: (value.basis, value.source) for value in rule_values(title.name)}
    known |= {path.removeprefix(f"{ADD}."): (ADDED, f"variant {rules.variant}") for path in rules.cards if path != REMOVE}
    printed = rules.values | {path: old for path, (old, _) in rules.changes.items()}
    comments = read_comments((title.folder / "rules.toml").read_text(encoding="utf-8"))
    shared: dict[str, str] = {}  # the meaning of a key of a form, from the first table that tells it
    for path, field in fields.items():
        if comments.get(path):
            shared.setdefault(field.form, comments[path])
    tables = [path for path in comments if path.startswith("[")]
    alike: dict[tuple[str, str], str] = {}  # the same by the outermost table and the key, for tables of other forms
    found = []
    for path in (path for path in rules.values if path in fields):
        inside = [table for table in tables if path.startswith(f"{table[1:-1]}.")]
        told = (comments.get(place) or shared.get(fields[place].form, "") for place in upward(path))
        table = max(inside, key=len, default="")
        key = path.partition(".")[0], path.rpartition(".")[2]
        own = fields[path].schema.get("description", "")  # of what no table of the file says
        meaning = next(filter(None, told), "") or own or alike.get(key) or comments.get(table, "")
        alike.setdefault(key, meaning)
        found.append(Setting(path, printed[path], fields[path].allowed, meaning, *known.get(path, ("", "")), table.strip("[]")))
    return found


def items_of(rules: Rules | str) -> list[Item]:
    """Every item of these rules, or of the printed ones of a title, with the values that its table has."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    tables = dict(_tables(nest(rules.values)))
    found = []
    for item, kind in zip(rules.title.items, rules.title.item_kinds):
        path = next((place for place in tables if _is_about(item, place)), "")
        values = {key: value for key, value in flatten(tables.get(path, {})) if value or value is False}
        own = str(values.pop("name", ""))
        name = own if own and path.endswith(item) else item.replace("_", " ")
        texts = [str(value) for value in values.values() if isinstance(value, str) and " " in value]
        numbers = [_told(key, value) for key, value in values.items() if value is not False and str(value) not in texts]
        found.append(Item(item, kind, path, name, "; ".join([*texts, ", ".join(numbers)] if numbers else texts)))
    return found


def _tables(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All tables in a table, by dotted path."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield f"{prefix}{key}", value
            yield from _tables(value, f"{prefix}{key}.")


def _is_about(item: str, path: str) -> bool:
    """Whether a table tells of an item: `cards.farm` of farm, `village.day.fire` of day_fire, `forests.f01` of forest_f01.

    >>> _is_about("farm", "cards.farm"), _is_about("day_fire", "village.day.fire"), _is_about("forest_f01", "forests.f01")
    (True, True, True)
    >>> _is_about("grain_7", "ingredients.grain"), _is_about("spot_wood", "resources.wood"), _is_about("ale", "cards.farm.bonus_rep.ale")
    (True, False, False)
    """
    *above, own = path.split(".")
    over = above[-1] if above else ""
    names = {own, f"{over}_{own}", f"{over.removesuffix('s')}_{own}"}
    return (item in names or item.rstrip("0123456789").rstrip("_") == own) and len(above) <= MAX_ITEM_DEPTH


def _told(key: str, value: Any) -> str:
    """A value of an item's table in words."""
    words = key.replace("_", " ").replace(".", " ")
    if value is True:
        return words
    return f"{words} {', '.join(map(str, value)) if isinstance(value, list) else value}"


def read_comments(text: str) -> dict[str, str]:
    """What a file in TOML says beside its values, by path, and above or beside its tables, by path in brackets.

    >>> read_comments('# Beers.\\n\\n[beer.ale] # light\\nrep = 3  # at once\\nname = "a # b"')
    {'[beer.ale]': 'light', 'beer.ale.rep': 'at once', 'beer.ale.name': ''}
    """
    found: dict[str, str] = {}
    table, above = "", ""
    for number, line in enumerate(text.splitlines()):
        code, comment = _split_comment(line)
        key = re.match(r"([A-Za-z0-9_-]+)\s*=", code)
        if code.startswith("[") and code.endswith("]") and not key:
            table = code.strip("[]")
            found[code] = comment or above
        elif key:
            found[f"{table}.{key[1]}" if table else key[1]] = comment
        if comment and not code:  # a line of its own; the head of the file and rules between its parts are about no table
            above = "" if number == 0 or comment.startswith("---") else f"{above} {comment}".strip()
        elif code:
            above = ""
    return found


def _split_comment(line: str) -> tuple[str, str]:
    """A line of TOML before and after the sign of a comment."""
    code = re.match(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#])*""", line)
    end = code.end() if code else 0
    return line[:end].strip(), line[end:].lstrip("#").strip()


@dataclass(frozen=True)
class Field:
    """One value or table of a title's schema."""

    form: str  # the model and the key in it
    schema: Mapping[str, Any]  # in JSON's form

    @property
    def allowed(self) -> str:
        """What it may be, in words; nothing for a table."""
        return "" if self.schema.get("type") == "object" else _allowed(self.schema)


def fields_of(rules: Rules | str) -> dict[str, Field]:
    """Every value and table of these rules, or of the printed ones of a title, as the schema has it, by dotted path."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    return dict(_fields(rules.title.schema.model_json_schema(by_alias=True), nest(rules.values)))


def _fields(schema: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[tuple[str, Field]]:
    """Every value and table of a schema in JSON's form, by dotted path. A table that takes new cards has those of these values."""

    def walk(model: Mapping[str, Any], values: Mapping[str, Any], name: str, prefix: str) -> Iterator[tuple[str, Field]]:
        own = model.get("properties") or dict.fromkeys(values, model["additionalProperties"])
        for key, given in own.items():
            form = given.get("$ref", "").rpartition("/")[2]
            inner = schema["$defs"][form] if form else given
            yield f"{prefix}{key}", Field(f"{name}.{key}", inner)
            if inner.get("type") == "object":
                yield from walk(inner, values.get(key, {}), form, f"{prefix}{key}.")

    yield from walk(schema, values, "", "")


def _allowed(field: Mapping[str, Any]) -> str:
    """What a value may be, in words.

    >>> _allowed({"type": "integer", "minimum": 1, "maximum": 9}), _allowed({"enum": ["all", "none"]}), _allowed({"type": "boolean"})
    ('1 to 9', 'all, none', 'true, false')
    >>> _allowed({"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer", "minimum": 0, "maximum": 20}})
    'a list of 2: each 0 to 20'
    """
    match field:
        case {"enum": list(words)}:
            return ", ".join(words)
        case {"const": word}:
            return str(word)
        case {"type": "boolean"}:
            return "true, false"
        case {"minimum": least, "maximum": most}:
            return f"{least} to {most}"
        case {"type": "array", "items": items}:
            least, most = field.get("minItems", 0), field.get("maxItems")
            many = "" if most is None else f" of {most}" if least == most else f" of {least} to {most}"
            return f"a list{many}: each {_allowed(items)}"
        case {"pattern": pattern}:
            return str(pattern).strip("^$").replace("|", " | ")
    return {"string": "a text", "integer": "a whole number", "number": "a number"}[field["type"]]


def load_rules(title_name: str, changes: Mapping[str, Any] | None = None, variant: str = "") -> Rules:
    """The rules of a title, with `changes` (dotted path -> value) applied to the printed ones.

    A `Change` makes the printed number larger or smaller. A list sets the numbers of all seats at once: `seats.start_points`. The path
    `blank` takes a list of items that nobody may use, `remove` one of cards that are not in the game; tables under `add` are new cards.

    Raises
    ------
    BadInput
        For an unknown path or item, a wrong type or an impossible value.
    """
    title = load_title(title_name)
    base = _deep_copy(printed_rules(title_name)[0])
    cards, changes = split_cards(changes or {})
    cards = change_cards(title, base, cards)
    changes = _by_path(_by_seat(changes, base))
    paths = {**dict(flatten(base)), BLANK: []}
    for path, value in changes.items():
        if path not in paths:
            raise unknown(f"rule of {title_name}", path, paths)
        if isinstance(value, Change):
            changes[path] = value.of(path, paths[path])
    nested = with_changes(base, changes)
    blank = nested.pop(BLANK, [])
    values = _validate(title, nested)
    kinds, numbers = number_items(title, nested)
    title = title if tuple(kinds) == title.items else title.with_items(kinds)
    blank = _items(title, blank)
    return Rules(
        title=title,
        variant=variant or ("changed" if changes or cards else PRINTED),
        values=dict(flatten(values.model_dump(by_alias=True))) | ({BLANK: blank} if blank else {}),
        changes={
            **{path: ([] if path == REMOVE else None, value) for path, value in cards.items()},
            **{path: (paths[path], value) for path, value in changes.items()},
        },
        record=title.build(values),
        numbers=numbers,
    )


def with_changes(printed: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Nested tables in which the values at these dotted paths are others."""
    nested = _deep_copy(printed)
    for path, value in changes.items():
        *parents, key = path.split(".")
        table = nested
        for parent in parents:
            table = table[parent]
        table[key] = value
    return nested


def number_items(title: Title, nested: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, int]]:
    """The items of these values, the printed ones first: their kinds, and the numbers that the kernels have for them."""
    kinds, numbers = dict(zip(title.items, title.item_kinds)), dict(title.item_numbers)
    for section in title.sections:
        first = title.item_numbers[section.items[0]]
        own = {section.item(card): first + slot for card, slot in section.slots(table_of(nested, section)).items()}
        kinds = {item: kind for item, kind in kinds.items() if item in own or item not in section.items}
        kinds |= dict.fromkeys(own, section.kind)
        numbers |= own
    return kinds, {item: numbers[item] for item in kinds}


def read_variant(path: Path | str, title_name: str | None = None) -> Rules:
    """The rules of a variant file, in TOML or a sheet; its name is that of the file."""
    path = Path(path)
    return variant_rules(read_variant_file(path, title_name), path)


def read_variant_file(path: Path, title_name: str | None = None) -> VariantFile:
    """What a variant file says."""
    if is_sheet(path):
        from brewsim.sheets.reading import read_sheets  # which builds on this module

        return read_sheets(path, title_name).variant
    try:
        file = VariantFile.model_validate(read_toml(in_the_box(path)))
    except ValidationError as error:
        raise BadInput(f"{path}: {explain(error, VariantFile.model_fields)}") from None
    if title_name is not None and file.title != title_name:
        raise BadInput(f"{path} is a variant of '{file.title}', not of '{title_name}'")
    return file


def variant_rules(file: VariantFile, path: Path) -> Rules:
    """The rules that a variant file makes."""
    if path.stem == PRINTED:
        raise BadInput(f"{path}: '{PRINTED}' is the name of the unchanged rules; give the file another one")
    check_folder_name("variant", path.stem)
    if twice := [key for key in (BLANK, REMOVE, ADD) if getattr(file, key) and key in file.set]:
        raise BadInput(f"{path}: {twice[0]} is set twice")
    return load_rules(file.title, file.patch, path.stem)


def variant_text(rules: Rules, description: str = "") -> str:
    """The file of a variant: the title, what it is for, and what differs from print."""
    changes = {path: new for path, (printed, new) in rules.changes.items() if new != printed}
    cards, changes = split_cards(changes)
    lines = [f"title = {toml(rules.title.name)}"]
    lines += [f"description = {toml(description)}"] if description else []
    lines += [f"{key} = {toml(names)}" for key, names in ((BLANK, changes.pop(BLANK, [])), (REMOVE, cards.pop(REMOVE, []))) if names]
    lines += ["", "[set]", *(f"{toml(path)} = {toml(value)}" for path, value in changes.items())]
    table = ""
    for path, value in cards.items():
        section = next(one for one in rules.title.sections if path.startswith(f"{ADD}.{one.path}."))
        name, _, key = path.removeprefix(f"{ADD}.{section.path}.").partition(".")
        if table != (table := f"[{ADD}.{section.path}.{name}]"):
            lines += ["", table]
        lines.append(f"{key} = {toml(value)}")
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """A value of the rules as TOML, which is JSON but for one control character.

    >>> print(toml([1, -0.5, True, 'a "b"']))
    [1, -0.5, true, "a \\"b\\""]
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")


def _by_seat(changes: Mapping[str, Any], printed: Mapping[str, Any]) -> dict[str, Any]:
    """Changes in which a list for a table by seat is a table, too."""
    tables = {path: tuple(table) for path, table in _tables(printed) if table and tuple(table) == SEAT_NAMES[: len(table)]}

    def spread(path: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: spread(f"{path}.{key}" if path else key, inner) for key, inner in value.items()}
        if path not in tables:
            return value
        if not isinstance(value, list) or len(value) != len(tables[path]):
            given = f"{value.amount:+}" if isinstance(value, Change) else shorten(repr(value))
            many = len(tables[path])
            raise BadInput(f"{path} = {given}: a list of {many} numbers, one for each seat; or set a single one, {path}.{SEAT_NAMES[0]}")
        return dict(zip(tables[path], value))

    found: dict[str, Any] = spread("", changes)
    return found


def _by_path(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes by dotted path. A path can be written in two ways, dotted and as tables; both at once are refused."""
    found: dict[str, Any] = {}
    for path, value in flatten(changes):
        if path in found:
            raise BadInput(f"{shorten(path)} is set twice")
        found[path] = value
    return found


def _validate(title: Title, nested: dict[str, Any]) -> Any:
    try:
        return title.schema.model_validate(nested)
    except ValidationError as error:
        raise BadInput(f"impossible rules of {title.name}: {explain(error)}") from None


def _items(title: Title, names: Any) -> list[str]:
    """These items of the title, in its order."""
    if not isinstance(names, list):
        raise BadInput(f"{BLANK} = {shorten(repr(names))}: a list of items")
    for name in names:
        if name not in title.items:
            raise unknown(f"item of {title.name}", str(name), title.items)
    blank = [item for item in title.items if item in names]
    if len(blank) == len(title.items):
        raise BadInput(f"{BLANK}: all {len(blank)} items of {title.name}; leave at least one, or no game is played to its end")
    return blank


def _deep_copy(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _deep_copy(value) if isinstance(value, Mapping) else value for key, value in table.items()}
