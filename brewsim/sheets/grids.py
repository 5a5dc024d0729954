"""Files of sheets as plain grids of cells, read within bounds and without running anything; a text with separators in and out."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brewsim.errors import BadInput, shorten
from brewsim.reading import MAX_SHOWN_PATH, read_bytes
from brewsim.sheets import SUFFIXES, is_sheet

MAX_BYTES = 20_000_000  # of a file, pictures and all
MAX_ROWS = 5_000  # with something in them; more than any title has cards
MAX_COLUMNS = 500
SEPARATORS = {".csv": ",;\t", ".tsv": "\t"}
FORMULA = re.compile(r"'*[=+\-@\t\r]")  # what a program could take for a formula, with apostrophes that keep it from that


@dataclass(frozen=True)
class Grid:
    """One sheet: its rows that are not empty, by their number as a spreadsheet program shows it."""

    name: str
    rows: dict[int, list[Any]]
    merged: tuple[str, ...] = ()  # ranges, as B2:B4


def read_grids(path: Path) -> list[Grid]:
    """The sheets of a file; one that is missing, of another kind, damaged or out of bounds is a bad input."""
    where = shorten(str(path), MAX_SHOWN_PATH)
    content = read_bytes(path, MAX_BYTES)
    if not content.strip():
        raise BadInput(f"{where} is empty")
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES and is_sheet(path):
        raise BadInput(f"{where}: save it as {' or '.join(SUFFIXES)}; sheets of other kinds, and those with macros, are not read")
    if suffix in SEPARATORS:
        return [Grid(path.stem, dict(numbered(_separated(content, SEPARATORS[suffix], where), where)))]
    from brewsim.sheets.workbooks import read_workbook

    return read_workbook(content, where)


def numbered(rows: Iterator[Sequence[Any]], where: str) -> Iterator[tuple[int, list[Any]]]:
    """The rows that are not empty, with their numbers."""
    for number, row in enumerate(rows, 1):
        cells = [None if isinstance(cell, str) and not cell.strip() else cell for cell in row]
        if any(cell is not None for cell in cells):
            if number > MAX_ROWS:
                raise too_many_rows(where, number)
            if any(cell is not None for cell in cells[MAX_COLUMNS:]):
                raise BadInput(f"{where}, row {number} has more than {MAX_COLUMNS} columns")
            yield number, cells[:MAX_COLUMNS]


def too_many_rows(where: str, number: int) -> BadInput:
    """The error for a sheet that is too long."""
    return BadInput(f"{where} has something in row {number:,}; at most {MAX_ROWS:,} rows")


def _separated(content: bytes, separators: str, where: str) -> Iterator[list[str]]:
    """The cells of a text with separators, as spreadsheet programs write it: `,` `;` or tab, UTF-8 or (with its mark) UTF-16."""
    is_wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{where} cannot be read: it is not UTF-8 text; save it as CSV UTF-8, or as .xlsx") from None
    if "\0" in text:
        raise BadInput(f"{where} cannot be read: it is no text")
    if named := re.match(r"sep=(.)\r?\n", text):  # a line by which Excel knows the separator
        separator, text = named[1], text[named.end() :]
    else:
        first = re.sub(r'"[^"]*"', "", text.lstrip().partition("\n")[0])
        separator = max(separators, key=first.count)
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True):
            yield [cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell for cell in row]
    except csv.Error as error:
        raise BadInput(f"{where} cannot be read: {error}; quotes that do not fit together?") from None


def separated_text(rows: Sequence[Sequence[Any]], suffix: str) -> str:
    """Cells as a text with separators. A text that looks like a formula stands behind an apostrophe.

    >>> separated_text([["a", None, True], ["=1+1", -2, "b,c"]], ".csv")
    'a,,true\\n\\'=1+1,-2,"b,c"\\n'
    """
    text = io.StringIO()
    csv.writer(text, delimiter=SEPARATORS[suffix][0], lineterminator="\n").writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue()


def _plain(cell: Any) -> Any:
    if isinstance(cell, bool):
        return str(cell).lower()
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
