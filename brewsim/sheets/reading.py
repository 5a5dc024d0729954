"""A sheet becomes a variant here: its cells are held against the printed rules, only differences count, and all errors are told at once."""

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from brewsim.engine.sections import Section
from brewsim.errors import MOST_TOLD, BadInput, ManyBadInputs, shorten, unknown
from brewsim.games import load_title, title_names
from brewsim.manifest import BLANK
from brewsim.newcards import REMOVE, new_card
from brewsim.reading import MAX_SHOWN_PATH, nest, upward
from brewsim.rules import VariantFile, printed_rules, with_changes
from brewsim.sheets.cells import EMPTY_FORMULA, normal, value_of
from brewsim.sheets.grids import Grid, read_grids
from brewsim.sheets.layout import DESCRIPTION, TOLD, VALUE, Slot, Table, tables_of, whole_table

COPIES = ("copies", "qty", "quantity", "count")  # as the tools of card makers head the column
NAMED_BY = ("id", "key", "card", "item", "name")  # heads of a column that names the cards of a sheet from elsewhere
FROM_RUN = "run: "  # how the head of a column begins that tells what a run found; it is not read
NEAR = 0.7  # how like a printed name one must be to be a slip
MISREAD = "\u00ef\u00bb\u00bf"  # the mark at the beginning of a text in UTF-8, as it looks when it is read as Latin-1
HEAD_ROWS = 10  # in which the head of a table is looked for


@dataclass(frozen=True)
class Column:
    """A column that is no value of the rules: of the user's own, or about a run."""

    head: str
    cells: Mapping[str, Any]  # by row
    note: str = ""


@dataclass(frozen=True)
class Content:
    """What a file of sheets says."""

    variant: VariantFile
    own_columns: Mapping[str, Sequence[Column]]  # by section: those of the user, to be kept


@dataclass(frozen=True)
class Found:
    """A table in a sheet: where its head is, and what stands in which column."""

    table: Table
    grid: Grid
    where: str
    head_row: int
    key: int  # place of the column that names the rows
    columns: Mapping[int, str]  # place -> column of the table
    own: Mapping[int, str]  # place -> head of a column of the user


@dataclass
class Reader:
    """Collects values by path, and what is wrong."""

    problems: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)  # path -> sheet, row and column
    own_columns: dict[str, list[Column]] = field(default_factory=dict)
    cards: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)  # section and name of a new card -> its values by path
    is_wrong: set[tuple[str, str]] = field(default_factory=set)  # those of them of which a value is wrong


def read_sheets(path: Path, title: str | None = None) -> Content:
    """Read a file of sheets. `title` is what it should be of; without, the sheets tell."""
    where = shorten(str(path), MAX_SHOWN_PATH)
    grids = read_grids(path)
    if any(str(cell).startswith(MISREAD) for grid in grids for cells in grid.rows.values() for cell in cells[:1]):
        raise BadInput(f"{where} was made of a text in UTF-8 that was opened as if it were another kind of text; open it again as UTF-8")
    title = title or _title_of(grids, where)
    found = [one for grid in grids if (one := _find_table(grid, title, where if len(grids) == 1 else f"{where}, {grid.name}"))]
    if not found:
        heads = [table.head for table in tables_of(title).values()]
        raise BadInput(f"{where} has no sheet of {title}: the first column of one is headed {heads[0]}, {heads[1]} or so")
    reader = Reader()
    for one in found:
        _read_table(one, reader)
    changes = {path: value for path, value in reader.values.items() if value != whole_table(title).slots[path, "value"].setting.value}
    description = changes.pop(DESCRIPTION, "")
    blank, removed = changes.pop(BLANK, []), changes.pop(REMOVE, [])
    cards = _new_cards(title, reader)
    items = [*load_title(title).items, *(one.item(card) for one in load_title(title).sections for card in cards.get(one.path, ()))]
    reader.problems += [f"{reader.places[BLANK]}: {unknown('word', str(name), items)}" for name in blank if name not in items]
    reader.problems += _impossible(title, changes, reader.places, "" if reader.problems else where)
    if reader.problems:
        raise ManyBadInputs(reader.problems)
    said = VariantFile(title=title, description=description, blank=blank, remove=removed, add=cards, set=changes)
    return Content(said, reader.own_columns)


def _title_of(grids: Sequence[Grid], where: str) -> str:
    for grid in grids:
        for _, _, title, _ in _heads(grid):
            return title
    raise BadInput(f"{where} does not tell of which title it is; head its first column TITLE.SECTION, as brew.potions")


def _heads(grid: Grid) -> Iterator[tuple[int, int, str, str]]:
    """Cells near the top that name a title, or a title and its section: row, place, title, section as it is written."""
    titles = {normal(name): name for name in title_names()}
    for number, cells in list(grid.rows.items())[:HEAD_ROWS]:
        for place, cell in enumerate(cells):
            title, _, section = str(cell).partition(".")
            if isinstance(cell, str) and normal(title) in titles:
                yield number, place, titles[normal(title)], section.strip()


def _find_table(grid: Grid, title: str, where: str) -> Found | None:
    """The table of a sheet; nothing for a sheet that is about something else."""
    by_name = {normal(section): table for section, table in tables_of(title).items()}
    for number, key, own_title, section in _heads(grid):
        if own_title != title:
            raise BadInput(f"{where} is a variant of '{own_title}', not of '{title}'")
        if section and normal(section) not in by_name:
            raise BadInput(f"{where}: {unknown(f'section of {title}', section, tables_of(title))}")
        return _found(by_name[normal(section)] if section else whole_table(title), grid, where, number, key)
    table = by_name.get(normal(grid.name))
    if table:
        for number, cells in list(grid.rows.items())[:HEAD_ROWS]:
            for head in (normal(table.section), *NAMED_BY):
                if head in map(normal, cells):
                    return _found(table, grid, where, number, [normal(cell) for cell in cells].index(head))
    return None


def _found(table: Table, grid: Grid, where: str, head_row: int, key: int) -> Found:
    known = {normal(column): column for column in table.columns}
    if "copies" in table.columns:
        known = dict.fromkeys(COPIES, "copies") | known
    heads = {place: str(head).strip() for place, head in enumerate(grid.rows[head_row]) if head is not None and place != key}
    columns = {place: known[normal(head)] for place, head in heads.items() if normal(head) in known}
    told = () if table.is_of_cards else TOLD
    own = {
        place: head for place, head in heads.items() if place not in columns and normal(head) not in told and not head.startswith(FROM_RUN)
    }
    return Found(table, grid, where, head_row, key, columns, own)


def _read_table(found: Found, reader: Reader) -> None:
    """Add the values of a table. A cell that is empty, a row or a column that is missing: as in print."""
    reader.problems += _twice(found)
    reader.problems += _merged(found)
    keys = {normal(row): row for row in found.table.rows}
    names = {normal(name): row for row, name in found.table.names.items()}
    seen: dict[str, int] = {}
    there = {normal(cells[found.key]) for cells in found.grid.rows.values() if len(cells) > found.key}
    own: dict[int, dict[str, Any]] = {place: {} for place in found.own}
    for number, cells in found.grid.rows.items():
        key = normal(cells[found.key]) if len(cells) > found.key and cells[found.key] is not None else ""
        cells = [*cells, *[None] * (max(found.columns, default=0) + 1 - len(cells))]
        if number <= found.head_row or not (key or any(cells[place] is not None for place in found.columns)):
            continue
        row = keys.get(key) or names.get(key)
        if row is None and key and _is_new_card(found, number, cells, there, reader):
            continue
        if row is None:
            is_told = len(reader.problems) < MOST_TOLD  # to look for the nearest name takes time
            reader.problems.append(_new_row(found, number, cells) if is_told else "")
        elif row in seen:
            reader.problems.append(f"{found.where}, row {number}: {row} stands in row {seen[row]} already")
        else:
            seen[row] = number
            _read_row(found, number, row, cells, reader)
            for place in found.own:
                if place < len(cells) and cells[place] not in (None, EMPTY_FORMULA):
                    own[place][row] = cells[place]
    if found.own:
        reader.own_columns.setdefault(found.table.section, []).extend(Column(head, own[place]) for place, head in found.own.items())


def _is_new_card(found: Found, number: int, cells: Sequence[Any], there: Collection[str], reader: Reader) -> bool:
    """Read a row that is not in print, if it can be of a new card. One in place of a printed row of nearly its name is a slip."""
    name = str(cells[found.key])
    section, card, slots = _card_slots(found, name)
    near = difflib.get_close_matches(card, found.table.rows, n=1, cutoff=NEAR) if found.table.section else []
    if section is None or len(reader.problems) >= MOST_TOLD or any(normal(row) not in there for row in near):
        return False
    values = reader.cards.setdefault((section.path, card), {})
    if values and found.table.section:
        reader.problems.append(f"{found.where}, row {number}: {card} stands there already")
    reader.places.setdefault(f"{section.path}.{card}", _new_row(found, number, cells))
    for place, (key, slot) in slots.items():
        if cells[place] is not None:
            try:
                values[key] = _value(cells[place], slot)
            except ValueError as error:
                reader.problems.append(f"{found.where}, row {number}, {found.columns[place]}: {_with_allowed(error, slot)}")
                reader.is_wrong.add((section.path, card))
    return True


def _card_slots(found: Found, name: str) -> tuple[Section | None, str, dict[int, tuple[str, Slot]]]:
    """The section and the name of a new card in a row, and its values by column; in a table of paths the one that the path tells."""
    table, sections = found.table, load_title(found.table.title).sections
    if table.section:
        section = next((one for one in sections if one.path == table.section), None)
        card = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
        return section, card, {place: (column, table.slots[table.rows[0], column]) for place, column in found.columns.items()}
    section = next((one for one in sections if name.startswith(f"{one.path}.")), None)
    card, _, key = name.removeprefix(f"{section.path}." if section else "").partition(".")
    slot = table.slots.get((f"{section.path}.{section.printed[0]}.{key}", VALUE)) if section else None
    return (section, card, dict.fromkeys(found.columns, (key, slot))) if slot else (None, "", {})


def _new_cards(title: str, reader: Reader) -> dict[str, dict[str, Any]]:
    """The new cards by section and name, all that is right with them checked."""
    found: dict[str, dict[str, Any]] = {}
    sections = {one.path: one for one in load_title(title).sections}
    for (section, card), values in reader.cards.items():
        found.setdefault(section, {})[card] = nest(values)
        if (section, card) in reader.is_wrong:
            continue
        try:
            new_card(load_title(title), sections[section], card, nest(values))
        except BadInput as error:
            reader.problems.append(f"{reader.places[f'{section}.{card}']} (as a new card: {error})")
    return found


def _new_row(found: Found, number: int, cells: Sequence[Any]) -> str:
    """What is wrong with a row that the section does not have."""
    name = cells[found.key]
    if name is None:
        return f"{found.where}, row {number}: it has values, but no name in the column {found.table.head}"
    return f"{found.where}, row {number}: {unknown(f'row of {found.table.head}', str(name), found.table.rows)}"


def _read_row(found: Found, number: int, row: str, cells: Sequence[Any], reader: Reader) -> None:
    for place, column in found.columns.items():
        if cells[place] is None:
            continue
        where = f"{found.where}, row {number}, {column}"
        slot = found.table.slots.get((row, column))
        if slot is None:
            reader.problems.append(f"{where}: {row} has no such value; leave the cell empty")
            continue
        try:
            value = _value(cells[place], slot)
        except ValueError as error:
            reader.problems.append(f"{where}: {_with_allowed(error, slot)}")
            continue
        path = slot.setting.path
        if reader.values.get(path, value) != value:
            reader.problems.append(f"{where}: {path} has another value in {reader.places[path]}")
        reader.values[path], reader.places[path] = value, where


def _with_allowed(error: ValueError, slot: Slot) -> str:
    """What is wrong with a cell, and what is allowed, if that is not said yet."""
    return f"{error}{'' if '; ' in str(error) else f'; {slot.setting.allowed}'}"


def _value(cell: Any, slot: Slot) -> Any:
    value = value_of(cell, slot.schema)
    words = slot.schema.get("items", {}).get("enum") if isinstance(value, list) else None
    if words and (odd := [one for one in value if one not in words]):
        raise ValueError(str(unknown("word", str(odd[0]), words)))
    return value


def _twice(found: Found) -> Iterator[str]:
    places: dict[str, int] = {}
    for place, column in found.columns.items():
        if column in places:
            yield f"{found.where}, row {found.head_row}: the columns {_letters(places[column])} and {_letters(place)} are both {column}"
        places[column] = place


def _merged(found: Found) -> Iterator[str]:
    """What is wrong with merged cells: all but one of them look empty."""
    read = {found.key, *found.columns}
    for cells in found.grid.merged:
        ends = [_place(end) for end in cells.split(":")]
        (left, _), (right, bottom) = ends[0], ends[-1]
        if read & set(range(left, min(right, max(read)) + 1)) and bottom >= found.head_row:
            yield f"{found.where}, {cells}: merged cells; split them, a cell a value"


def _place(cell: str) -> tuple[int, int]:
    """Column, from 0, and row of a cell named as B2."""
    letters = cell.rstrip("0123456789")
    column = 0
    for letter in letters[:4]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1, int(cell[len(letters) :][:9] or 0)


def _letters(place: int) -> str:
    """The name of a column in a spreadsheet program.

    >>> _letters(0), _letters(26)
    ('A', 'AA')
    """
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def _impossible(title: str, changes: Mapping[str, Any], places: Mapping[str, str], where: str) -> Iterator[str]:
    """What the schema of the title does not allow, by the cell that says it; without `where` only what is wrong in a cell of its own."""
    try:
        load_title(title).schema.model_validate(with_changes(printed_rules(title)[0], changes))
    except ValidationError as error:
        slots = whole_table(title).slots
        for one in error.errors(include_url=False):
            path = ".".join(map(str, one["loc"]))
            own = next((place for place in upward(path) if place in changes), "")
            below = next((place for place in changes if not path or place.startswith(f"{path}.")), "")
            if own:
                yield f"{places[own]}: {shorten(str(changes[own]))} is not allowed; {slots[own, 'value'].setting.allowed}"
            elif where:
                message = one["msg"].removeprefix("Value error, ")
                yield f"{places.get(below, where)}: {f'{path}: ' if path else ''}{message}"
