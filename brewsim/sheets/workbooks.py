"""A workbook (.xlsx) as plain rows of values. It comes from anywhere, so it is looked at before a parser sees it.

Of the archive only its parts in XML are kept, copied within bounds: no pictures, macros or embedded files reach the parser, no entities,
and no more elements than fit into memory. openpyxl then reads row by row; python-calamine, which is faster, makes room for every cell
between the first and the last, so two cells far apart end the process.
"""

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from brewsim.errors import BadInput, shorten
from brewsim.sheets.cells import EMPTY_FORMULA
from brewsim.sheets.grids import MAX_COLUMNS, MAX_ROWS, Grid, numbered, too_many_rows

MAX_PARTS = 1_000  # of an archive
MAX_XML = 8_000_000  # bytes of all its parts in XML, unpacked
MAX_TAGS = 200_000  # in them: about 50,000 cells
MAX_TAG = 20_000  # bytes of one of them: a parser's time grows with the square of its attributes
MAX_SHEETS = 100
OLD_OR_SECRET = b"\xd0\xcf\x11\xe0"  # how old workbooks begin, and those with a password
LONG_TAG = re.compile(rb"<[^<>]{%d}" % MAX_TAG)
FORMULA_TAG = re.compile(rb"<(?:\w+:)?f[\s/>]")
MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*["']([A-Z0-9:]+)["']""")
FILLED = re.compile(rb"""<(?:\w+:)?c\s[^<>]*?r\s*=\s*["'][A-Z]+([0-9]+)["'][^<>]*(?<!/)>""")  # a cell with something in it


def read_workbook(content: bytes, where: str) -> list[Grid]:
    """The sheets of a workbook. A formula is its stored value."""
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise missing(error) from None
    if content.startswith(OLD_OR_SECRET):
        raise BadInput(f"{where} has a password, or is an old .xls; save it as .xlsx without a password")
    try:
        with warnings.catch_warnings(), zipfile.ZipFile(io.BytesIO(content)) as archive:
            warnings.simplefilter("ignore")  # about what openpyxl leaves out
            parts = _checked_parts(archive, where)
            plain = io.BytesIO(_archive_of(parts))
            sheets = load_workbook(plain, read_only=True, data_only=True, keep_links=False).worksheets
            if len(sheets) > MAX_SHEETS:
                raise BadInput(f"{where} has {len(sheets)} sheets; at most {MAX_SHEETS}")
            has_formulas = any(FORMULA_TAG.search(part) for part in parts.values())
            sources = load_workbook(plain, read_only=True, keep_links=False).worksheets if has_formulas else sheets
            return [_grid(sheet, source, parts, where) for sheet, source in zip(sheets, sources)]
    except BadInput:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        raise BadInput(f"{where} is damaged, or no workbook (.xlsx)") from None
    except Exception as error:  # a parser of foreign files fails in more ways than it names
        why = shorten(f"{type(error).__name__}: {error}")
        raise BadInput(f"{where} cannot be read as a workbook ({why}); open it in a spreadsheet program and save it again") from None


def missing(error: ImportError) -> BadInput:
    """What to install."""
    return BadInput(f"workbooks (.xlsx) need {error.name}; install it by `pip install 'brewsim[sheets]'`, or use .csv")


def _checked_parts(archive: zipfile.ZipFile, where: str) -> dict[str, bytes]:
    """The parts in XML by name. What could be a bomb or a trap is refused before anything parses it."""
    infos = archive.infolist()
    names = [info.filename for info in infos]
    if len(infos) > MAX_PARTS or len(set(names)) < len(names):
        raise BadInput(f"{where} is no plain workbook: it has {len(infos):,} parts, at most {MAX_PARTS:,}, each once")
    if "mimetype" in names:
        raise BadInput(f"{where} is an OpenDocument file; save it as .xlsx or .csv")
    if "[Content_Types].xml" not in names:
        raise BadInput(f"{where} is damaged, or no workbook (.xlsx)")
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        raise BadInput(f"{where} has macros; save it as .xlsx without macros")
    chosen = [info for info in infos if info.filename.lower().endswith((".xml", ".rels"))]
    if any(info.flag_bits & 1 for info in chosen):
        raise BadInput(f"{where} has a password; save it without one")
    if sum(info.file_size for info in chosen) > MAX_XML:  # what is read of a part ends at the size that it declares
        raise BadInput(f"{where} is too large when unpacked; at most {MAX_XML:,} bytes of cells and texts")
    parts = {info.filename: archive.read(info) for info in chosen}
    if any(b"<!" in part.replace(b"<!--", b"").replace(b"<![CDATA[", b"") or b"\0" in part for part in parts.values()):
        raise BadInput(f"{where} is no plain workbook: it declares entities, or is not in UTF-8")
    if sum(part.count(b"<") for part in parts.values()) > MAX_TAGS:
        raise BadInput(f"{where} has too many cells; at most about {MAX_TAGS // 4:,}, empty rows with a format count")
    if any(LONG_TAG.search(part) for part in parts.values()):
        raise BadInput(f"{where} is no plain workbook: it has a tag of more than {MAX_TAG:,} bytes")
    return parts


def _archive_of(parts: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return packed.getvalue()


def _grid(sheet: Any, source: Any, parts: dict[str, bytes], where: str) -> Grid:
    """One sheet, from its values and, where it has some, from its formulas."""
    part = parts.get(sheet._worksheet_path.lstrip("/"), b"")
    last = max((int(row[:9]) for row in FILLED.findall(part)), default=0)
    if last > MAX_ROWS:
        raise too_many_rows(f"{where}, {sheet.title}", last)
    merged = tuple(found.decode() for found in MERGED.findall(part))
    return Grid(str(sheet.title), dict(numbered(_rows(sheet, source), f"{where}, {sheet.title}")), merged)


def _rows(sheet: Any, source: Any) -> Iterator[tuple[Any, ...]]:
    """The values of a sheet, row by row. What the sheet says of its own size is not believed."""
    both = []
    for one in (sheet, source):
        one.reset_dimensions()
        both.append(one.iter_rows(max_row=MAX_ROWS + 1, max_col=MAX_COLUMNS + 1, values_only=True))
    for values, formulas in zip(*both):
        yield tuple(EMPTY_FORMULA if value is None and formula is not None else value for value, formula in zip(values, formulas))
