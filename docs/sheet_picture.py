"""Draw the sheet of docs/sheets.md again: `python docs/sheet_picture.py`. Needs chromium on the system, and playwright.

The cells, colours and widths are read from a workbook that brewsim writes; no spreadsheet program is needed. The run is played first.
"""

import html
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from playwright.sync_api import sync_playwright
from screenshots import keep

IMAGE = Path(__file__).with_name("images") / "sheet.png"
TITLE, SECTION, COLUMNS = "brew_crafters", "cards", 17
STYLE = """
body { margin: 0; font: 13px Carlito, Calibri, Arial, sans-serif } table { border-collapse: collapse; table-layout: fixed; width: 1px }
td, th { border: 1px solid #ddd; padding: 1px 3px; overflow: hidden; white-space: nowrap; vertical-align: top; text-align: left }
th { background: #eee; font-weight: normal; color: #555; text-align: center } .wrap { white-space: pre-wrap } .number { text-align: right }
"""


def brewsim(folder: str, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "brewsim", *words], cwd=folder, check=True)


def main() -> None:
    """Play, write the workbook, draw it."""
    with tempfile.TemporaryDirectory() as folder:
        brewsim(folder, "cards", TITLE, "-n", "2000", "--seats", "3", "-o", "runs/cards")
        change = Path(folder, "mine.toml")
        change.write_text(f'title = "{TITLE}"\n[set]\n"cards.farm.copies" = 3\n"cards.night_shift.copies" = 4\n')
        brewsim(folder, "rules", TITLE, "--variant", "mine.toml", "--with", "runs/cards", "--sheet", "cards.xlsx")
        page = Path(folder, "sheet.html")
        page.write_text(drawn(load_workbook(Path(folder, "cards.xlsx"))[SECTION]), encoding="utf-8")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            tab = browser.new_page(viewport={"width": 1600, "height": 500})
            tab.goto(page.as_uri())
            keep(tab.locator("table").screenshot(), IMAGE)
            browser.close()


def drawn(sheet: Any) -> str:
    """A sheet as a page."""
    found = {place: one.width for one in sheet.column_dimensions.values() for place in range(one.min, one.max + 1)}
    widths = [f"<col style='width:{7 * found[place]:.0f}px'>" for place in range(1, COLUMNS + 1)]
    rows = ["<th></th>" + "".join(f"<th>{get_column_letter(place)}</th>" for place in range(1, COLUMNS + 1))]
    for number, cells in enumerate(sheet.iter_rows(max_col=COLUMNS), 1):
        rows.append(f"<th>{number}</th>" + "".join(map(cell_of, cells)))
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><table><col style='width:28px'>{''.join(widths)}{table}</table>"


def cell_of(cell: Any) -> str:
    """One cell, with the mark of a note at its corner."""
    look = [f"background:#{cell.fill.fgColor.rgb[-6:]}"] if cell.fill.fill_type else []
    look += ["font-weight:bold"] if cell.font.b else []
    look += ["font-style:italic"] if cell.font.i else []
    look += [f"color:#{cell.font.color.rgb[-6:]}"] if cell.font.color and cell.font.color.type == "rgb" else []
    look += ["background:linear-gradient(225deg,#c00 5px,transparent 5px)"] if cell.comment else []
    kinds = ["wrap"] * bool(cell.alignment.wrap_text) + ["number"] * isinstance(cell.value, int | float)
    text = "" if cell.value is None else html.escape(str(cell.value))
    return f"<td class='{' '.join(kinds)}' style='{';'.join(look)}'>{text}</td>"


if __name__ == "__main__":
    main()
