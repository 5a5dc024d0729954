"""Workbooks that fill every bound of a reader: each is read or refused in bounded memory."""

import pytest

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
