"""Workbooks for tests: made cell by cell, or ours with their parts exchanged."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from xlsxwriter import Workbook

SHEET = "xl/worksheets/sheet1.xml"
POTIONS = ["brew.potions", "effect", "cost.herb", "vp", "copies"]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook(path: Path, sheets: Mapping[str, Sequence[Sequence[Any]]], then: Callable[[Workbook], None] | None = None) -> Path:
    """A workbook with these rows in each sheet; `then` does more to it."""
    with Workbook(path, {"nan_inf_to_errors": True, "default_date_format": "yyyy-mm-dd"}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                for place, cell in enumerate(row):
                    sheet.write(number, place, cell)
        if then:
            then(book)
    return path


def potions(path: Path, *rows: Sequence[Any], head: Sequence[Any] = POTIONS, then: Callable[[Workbook], None] | None = None) -> Path:
    """A workbook with some potions of Brew."""
    return workbook(path, {"potions": [head, *rows]}, then)


def exchange(path: Path, parts: Mapping[str, Callable[[bytes], bytes] | bytes | None]) -> Path:
    """A workbook with parts changed, added or left out."""
    with zipfile.ZipFile(path) as archive:
        own: dict[str, bytes] = {name: archive.read(name) for name in archive.namelist()}
    for name, change in parts.items():
        if change is None:
            del own[name]
        else:
            own[name] = change(own[name]) if callable(change) else change
    path.write_bytes(packed(own))
    return path


def packed(parts: Mapping[str, bytes]) -> bytes:
    """An archive."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


def cells_xml(data: str, after: str = "") -> bytes:
    """The part of a sheet with these rows in XML."""
    return f'<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="{MAIN}"><sheetData>{data}</sheetData>{after}</worksheet>'.encode()


def text_row(number: int, *texts: str) -> str:
    """A row of texts in XML."""
    cells = "".join(f'<c r="{chr(65 + place)}{number}" t="inlineStr"><is><t>{text}</t></is></c>' for place, text in enumerate(texts))
    return f'<row r="{number}">{cells}</row>'


CHILD = r"""
import re, sys
from pathlib import Path
from brewsim.errors import BadInput
from brewsim.sheets.grids import read_grids
import openpyxl

def peak():
    return 1024 * int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])

before = peak()
try:
    read_grids(Path(sys.argv[1]))
except BadInput:
    pass
print(peak() - before)
"""


def peak_of_reading(path: Path) -> int:
    """The bytes that a process of its own takes at most to read a sheet, beyond what it has before."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the system does not tell the peak of a process")
    done = subprocess.run([sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)
