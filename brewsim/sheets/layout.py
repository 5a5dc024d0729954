"""Which value of a title's rules stands where: a table a section, a row a card, a column a value.

A section whose values are not those of cards, such as `game`, has a row a value instead. The head of the first column, `brew.potions`,
tells title and section, so a sheet explains itself wherever it is taken. The table without a section, `brew`, has every value of the title.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from brewsim.manifest import BLANK
from brewsim.newcards import REMOVE
from brewsim.reading import nest
from brewsim.rules import Rules, Setting, fields_of, load_rules, settings

DESCRIPTION = "description"
VALUE = "value"  # the one column of a table with a row a value
TOLD = ("allowed", "meaning", "basis", "source")  # columns beside it that tell, and are not read


@dataclass(frozen=True)
class Slot:
    """One value of the rules in a table."""

    setting: Setting
    schema: Mapping[str, Any]  # in JSON's form


@dataclass(frozen=True)
class Table:
    """A section of the rules as rows and columns."""

    title: str
    section: str  # nothing for all of them
    rows: tuple[str, ...]
    columns: tuple[str, ...]  # VALUE alone where a row is a value
    slots: Mapping[tuple[str, str], Slot]
    names: Mapping[str, str]  # row -> the name of the card in print, where it has one

    @property
    def head(self) -> str:
        """The head of the first column, which tells what the table is."""
        return f"{self.title}.{self.section}" if self.section else self.title

    @property
    def is_of_cards(self) -> bool:
        return self.columns != (VALUE,)


@cache
def tables_of(title: str) -> dict[str, Table]:
    """The sections of a title as tables, in the order of its rules."""
    return tables_by(load_rules(title))


def tables_by(rules: Rules) -> dict[str, Table]:
    """The same of rules that may have other cards."""
    known, title = _slots(rules), rules.title.name
    tables = {section: table for section, table in nest(rules.values).items() if section != BLANK}
    return {section: _table(title, section, table, known) for section, table in tables.items()}


@cache
def whole_table(title: str) -> Table:
    """All values of a title and what else a variant says, a row each."""
    return whole_table_by(load_rules(title))


def whole_table_by(rules: Rules) -> Table:
    """The same of rules that may have other cards."""
    slots = {(path, VALUE): slot for path, slot in _slots(rules).items()}
    return Table(rules.title.name, "", tuple(path for path, _ in slots), (VALUE,), slots, {})


@cache
def about_table(title: str) -> Table:
    """What a variant says beside values of the rules."""
    rows = (DESCRIPTION, BLANK, REMOVE)
    return Table(title, "", rows, (VALUE,), {(row, VALUE): whole_table(title).slots[row, VALUE] for row in rows}, {})


def _slots(rules: Rules) -> dict[str, Slot]:
    names = {"type": "array", "items": {"type": "string"}}
    own = {
        DESCRIPTION: Slot(Setting(DESCRIPTION, "", "a text", "what the variant is for", "", "", ""), {"type": "string"}),
        BLANK: Slot(Setting(BLANK, [], "a list of items", "items that nobody may use", "", "", ""), names),
        REMOVE: Slot(Setting(REMOVE, [], "a list of cards", "cards that are not in the game", "", "", ""), names),
    }
    fields = fields_of(rules)
    return own | {one.path: Slot(one, fields[one.path].schema) for one in settings(rules)}


def _table(title: str, section: str, table: Mapping[str, Any], known: Mapping[str, Slot]) -> Table:
    """A section with a row for each outermost table in it that has values of its own, if these have one in common; else a row a value."""
    cards = _cards(table)
    inside = {path.removeprefix(f"{section}."): slot for path, slot in known.items() if path.startswith(f"{section}.")}
    keys = {card: [path.removeprefix(f"{card}.") for path in inside if path.startswith(f"{card}.")] for card in cards}
    shared = set.intersection(*map(set, keys.values())) if "" not in cards else set()
    if not shared:
        return Table(title, section, tuple(inside), (VALUE,), {(path, VALUE): slot for path, slot in inside.items()}, {})
    columns = _in_order([column for own in keys.values() for column in own])
    slots = {(card, column): inside[f"{card}.{column}"] for card, own in keys.items() for column in own}
    names = {card: str(slots[card, "name"].setting.value) for card in cards if (card, "name") in slots}
    return Table(title, section, tuple(cards), columns, slots, names)


def _cards(table: Mapping[str, Any], prefix: str = "") -> list[str]:
    """The outermost tables that have a value of their own, by dotted path; the table itself has none."""
    if any(not isinstance(value, Mapping) for value in table.values()):
        return [prefix.rstrip(".")]
    return [card for key, inner in table.items() for card in _cards(inner, f"{prefix}{key}.")]


def _in_order(columns: list[str]) -> tuple[str, ...]:
    """Each column once; those of one inner table stand together."""
    once = list(dict.fromkeys(columns))
    groups = list(dict.fromkeys(column.partition(".")[0] for column in once))
    return tuple(sorted(once, key=lambda column: groups.index(column.partition(".")[0])))
