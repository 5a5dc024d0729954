"""The rules of a title, printed or of a variant, as a workbook or as a text with separators. No text of ours becomes a formula."""

import datetime
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brewsim.errors import BadInput, unknown
from brewsim.files import check_new_file, disk_errors, write_whole
from brewsim.manifest import BLANK
from brewsim.newcards import REMOVE
from brewsim.rules import ADDED, Rules
from brewsim.sheets import SUFFIXES
from brewsim.sheets.cells import written
from brewsim.sheets.grids import separated_text
from brewsim.sheets.layout import DESCRIPTION, TOLD, VALUE, Table, about_table, tables_by, whole_table_by
from brewsim.sheets.reading import FROM_RUN, Column
from brewsim.sheets.workbooks import missing

COLOURS = {"printed": "#E2EFDA", "inferred": "#FFF2CC", "assumed": "#FCE4D6"}
LEGEND = {
    "printed": "printed: it is in the rulebook",
    "inferred": "inferred: it follows from what is printed",
    "assumed": "assumed: the source is lost; chosen to fit",
    "": "nothing in print: 0, empty, or one copy",
    "none": "there is no such value: leave it empty",
    "changed": "changed: another value than in print",
}
HOW = (
    "Change values, save, and give the file to brewsim: --variant FILE, or brewsim compare TITLE FILE.",
    "An empty cell, a row or a column that is missing: as in print. Columns of your own are kept and not read.",
    "A new row in a table that takes new cards is a new card; cards that are not in the game stand beside `remove`.",
    "A list is written in brackets: [3, 4, 4] or [spring, fall].",
)
PLAIN = "plain"
WIDEST, NARROWEST = 40, 6  # characters of a column
MADE = datetime.datetime(2000, 1, 1)  # no clock: the same rules make the same file


Columns = Mapping[str, Sequence[Column]]  # by section: those of the user, and those about a run


def write_sheets(
    path: Path, flag: str, rules: Rules, section: str | None = None, description: str = "", columns: Columns | None = None
) -> None:
    """Write rules to a new file, whole or not at all; without a section all of them. `flag` is what a message calls the file by."""
    check_new_file(f"{flag} {path}", path, SUFFIXES)
    content = sheet_content(path.suffix.lower(), rules, section, description, columns or {})
    with disk_errors(path):
        write_whole(path, content)


def sheet_content(suffix: str, rules: Rules, section: str | None, description: str, columns: Columns) -> bytes:
    """Rules as a file of this kind: a workbook with a sheet a section, or a text with one section or with every value."""
    title = rules.title.name
    known = tables_by(rules)
    if section and section not in known:
        raise unknown(f"section of {title}", section, known)
    values = rules.values | {DESCRIPTION: description, BLANK: rules.blank, REMOVE: rules.patch.get(REMOVE, [])}
    if suffix == ".xlsx":
        return _workbook([about_table(title), *(table for table in known.values() if section in (None, table.section))], values, columns)
    table = known[section] if section else whole_table_by(rules)
    measured = [name for name, own in columns.items() if any(one.head.startswith(FROM_RUN) for one in own)]
    if measured and table.section not in measured:
        raise BadInput(f"what a run found stands beside cards; name one of these with --section: {', '.join(measured)}")
    shown = _shown(table, values, columns.get(table.section, ()))
    rows = [[one.head for one in shown], *zip(*(one.cells for one in shown))]
    return separated_text(rows, suffix).encode("utf-8-sig")


@dataclass(frozen=True)
class Shown:
    """A column of a sheet as it is written."""

    head: str
    cells: Sequence[Any]
    kinds: Sequence[str]  # how each cell is coloured
    note: str = ""


def _shown(table: Table, values: Mapping[str, Any], beside: Sequence[Column]) -> list[Shown]:
    """The columns of a table: its rows by name, what a run found of them, their values, what is told of these, and the user's own."""
    none = [PLAIN] * len(table.rows)
    from_run = [_beside(table, one, FROM_RUN) for one in beside if one.head.startswith(FROM_RUN)]
    own = [_beside(table, one, PLAIN) for one in beside if not one.head.startswith(FROM_RUN)]
    told = []
    for key in () if table.is_of_cards else TOLD:
        told.append(Shown(key, [getattr(table.slots[row, VALUE].setting, key) for row in table.rows], none))
    return [Shown(table.head, table.rows, none), *from_run, *(_values(table, column, values) for column in table.columns), *told, *own]


def _values(table: Table, column: str, values: Mapping[str, Any]) -> Shown:
    cells: list[Any] = []
    kinds = []
    for row in table.rows:
        slot = table.slots.get((row, column))
        value = values[slot.setting.path] if slot else None
        is_changed = slot is not None and (value != slot.setting.value or slot.setting.basis == ADDED)
        cells.append(_cell(value, slot.setting.value) if slot else None)
        kinds.append("none" if slot is None else "changed" if is_changed else slot.setting.basis)
    return Shown(column, cells, kinds, _note(table, column) if table.is_of_cards else "")


def _beside(table: Table, column: Column, kind: str) -> Shown:
    cells = [column.cells.get(row) for row in table.rows]
    return Shown(column.head, [_own(cell) for cell in cells], [kind] * len(cells), column.note)


def _own(cell: Any) -> Any:
    """A cell of the user's own as it can be written: a date as a text."""
    is_number = isinstance(cell, int | float) and math.isfinite(cell)
    return cell if cell is None or is_number else str(cell)


def _cell(value: Any, printed: Any) -> Any:
    """The cell of a value. What is empty in print, too, is left empty: that says the same."""
    return None if value == printed and value in ("", []) else written(value)


def _workbook(tables: Sequence[Table], values: Mapping[str, Any], columns: Columns) -> bytes:
    try:
        from xlsxwriter import Workbook
    except ImportError as error:
        raise missing(error) from None
    content = io.BytesIO()
    book = Workbook(content, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False})
    book.set_properties({"created": MADE})
    formats = _formats(book)
    for table in tables:
        sheet = book.add_worksheet(table.section or "about")
        _fill(sheet, _shown(table, values, columns.get(table.section, ())), formats)
        if not table.section:
            _explain(sheet, len(table.rows) + 2, formats)
    book.close()
    return content.getvalue()


def _formats(book: Any) -> dict[str, Any]:
    """How cells look, by kind."""
    edge = {"border": 1, "border_color": "#D0D0D0"}
    looks = {basis: {"bg_color": colour, **edge} for basis, colour in COLOURS.items()} | {
        "": {"font_color": "#909090"},
        "none": {"bg_color": "#D9D9D9"},
        "changed": {"bg_color": "#BDD7EE", "bold": True, **edge},
        "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"},
        PLAIN: {},
        FROM_RUN: {"italic": True, "font_color": "#1F4E79"},
    }
    return {kind: book.add_format(look) for kind, look in looks.items()}


def _fill(sheet: Any, columns: Sequence[Shown], formats: Mapping[str, Any]) -> None:
    for place, column in enumerate(columns):
        head = column.head.replace(".", ".\n") if column.note else column.head  # a long head of ours in two lines
        _write(sheet, 0, place, head, formats["head"])
        for number, (cell, kind) in enumerate(zip(column.cells, column.kinds), 1):
            _write(sheet, number, place, cell, formats[kind])
        if column.note:
            sheet.write_comment(0, place, column.note, {"author": "brewsim", "width": 260, "height": 36 + 16 * (len(column.note) // 36)})
        longest = max([*map(len, head.split()), *(len(str(cell)) for cell in column.cells if cell is not None)])
        sheet.set_column(place, place, min(max(NARROWEST, longest), WIDEST) + 2)
    sheet.set_row(0, 15 * max(len(column.head.replace(".", " ").split()) for column in columns))  # heads are wrapped
    sheet.freeze_panes(1, 1)


def _write(sheet: Any, row: int, place: int, cell: Any, style: Any) -> None:
    """One cell by its kind. The library's own guess would take a text for a formula or a link."""
    if cell is None or cell == "":
        sheet.write_blank(row, place, None, style)
    elif isinstance(cell, bool):
        sheet.write_boolean(row, place, cell, style)
    elif isinstance(cell, str):
        sheet.write_string(row, place, cell, style)
    else:
        sheet.write_number(row, place, cell, style)


def _note(table: Table, column: str) -> str:
    """Meaning and limits of a column."""
    own = [slot.setting for (_, name), slot in table.slots.items() if name == column]
    meanings, limits = (list(dict.fromkeys(filter(None, texts))) for texts in ((one.meaning for one in own), (one.allowed for one in own)))
    return "\n".join([column, *meanings[:1], f"Allowed: {' | '.join(limits[:3])}"])


def _explain(sheet: Any, row: int, formats: Mapping[str, Any]) -> None:
    """The legend and what to do, below the table and in a column that is not read."""
    place = 1 + 1 + TOLD.index("meaning")
    for kind, words in LEGEND.items():
        _write(sheet, row, place - 1, "" if kind == "none" else "text", formats[kind])
        _write(sheet, row, place, words, formats[PLAIN])
        row += 1
    for line in HOW:
        row += 1
        _write(sheet, row, place, line, formats[PLAIN])
