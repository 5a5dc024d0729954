"""Workbooks that fill every bound of a reader, each read or refused in bounded memory; and those that LibreOffice has written."""

import csv
import shutil
import subprocess
from pathlib import Path

import pytest

from brewsim.rules import load_rules, read_variant_file
from brewsim.sheets.writing import write_sheets
from tests.sheets.files import MAIN, POTIONS, SHEET, cells_xml, exchange, peak_of_reading, potions, text_row

pytestmark = pytest.mark.long

LARGEST_PEAK = 300_000_000  # bytes beyond what Python takes
HEAD = text_row(1, *POTIONS)
ATTRIBUTES = " ".join(f'a{number}=""' for number in range(2_000))
TEN = "".join(f'<c r="{letter}%d"><v>1</v></c>' for letter in "ABCDEFGHIJ")
NESTED = 95_000

WORST = {
    "attributes": ("xl/styles.xml", f'<styleSheet xmlns="{MAIN}"><cellXfs>{f"<xf {ATTRIBUTES}/>" * 400}</cellXfs></styleSheet>'.encode()),
    "levels": (SHEET, cells_xml(HEAD + "<row>" * NESTED + "</row>" * NESTED)),
    "levels of styles": ("xl/styles.xml", b"<styleSheet>" + b"<fonts>" * NESTED + b"</fonts>" * NESTED + b"</styleSheet>"),
    "texts": ("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{"<si/>" * 190_000}</sst>'.encode()),
    "one text": (SHEET, cells_xml(HEAD + text_row(2, "x" * 7_000_000))),
    "empty rows": (SHEET, cells_xml(HEAD + "<row/>" * 190_000)),
    "cells": (SHEET, cells_xml(HEAD + "".join(f'<row r="{n}">{TEN.replace("%d", str(n))}</row>' for n in range(2, 4_500)))),
    "far columns": (SHEET, cells_xml(HEAD + "".join(f'<row r="{n}"><c r="SF{n}"><v>1</v></c></row>' for n in range(2, 5_000)))),
    "merged cells": (SHEET, cells_xml(HEAD, f'<mergeCells>{"""<mergeCell ref="A1:B1"/>""" * 190_000}</mergeCells>')),
}


@pytest.mark.parametrize("name", WORST)
def test_the_worst_workbooks_take_little_memory(tmp_path, name):
    path = exchange(potions(tmp_path / "worst.xlsx"), dict([WORST[name]]))
    assert peak_of_reading(path) < LARGEST_PEAK


UTF_8 = "--infilter=CSV:44,34,76,1"  # commas, quotation marks, UTF-8, from the first row on


def saved_by_libreoffice(path: Path, kind: str, *flags: str) -> Path:
    """The same sheets in a file of this kind that LibreOffice has written."""
    if shutil.which("soffice") is None:
        pytest.skip("LibreOffice is not installed: there is no soffice")
    folder = path.parent / f"{path.stem}_{path.suffix[1:]}_{kind}"
    own = f"-env:UserInstallation={(path.parent / 'profile').as_uri()}"  # so that a window that is open elsewhere does not matter
    command = ["soffice", own, "--headless", *flags, "--convert-to", kind, "--outdir", str(folder), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=240)
    return folder / f"{path.stem}.{kind}"


def test_what_libreoffice_saves_reads_back_without_a_difference(tmp_path):
    write_sheets(tmp_path / "cards.xlsx", "--sheet", load_rules("brew"))
    ods = saved_by_libreoffice(tmp_path / "cards.xlsx", "ods")
    for path in (saved_by_libreoffice(tmp_path / "cards.xlsx", "xlsx"), saved_by_libreoffice(ods, "xlsx")):
        file = read_variant_file(path)
        assert (file.title, file.set, file.add, file.remove, file.blank) == ("brew", {}, {}, [], [])


def test_only_the_cell_counts_that_was_edited_in_libreoffice(tmp_path):
    path = tmp_path / "potions.csv"
    write_sheets(path, "--sheet", load_rules("brew"), "potions")
    rows = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    row, column = next(number for number, cells in enumerate(rows) if cells[0] == "swap_b"), rows[0].index("vp")
    rows[row][column] = "9"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    assert read_variant_file(saved_by_libreoffice(path, "xlsx", UTF_8)).set == {"potions.swap_b.vp": 9}
