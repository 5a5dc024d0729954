"""A hundred bad sheets: each is refused by a clear message that names the place, quickly and in little memory, and nothing in it is run."""

import datetime
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brewsim.errors import MOST_TOLD, BadInput
from brewsim.rules import read_variant
from brewsim.sheets.layout import tables_of
from tests.sheets.files import POTIONS, SHEET, cells_xml, exchange, packed, peak_of_reading, potions, text_row, workbook

ROW = ["change_a", "change", 2, 4, 1]
DATE = datetime.datetime(2026, 2, 1)
HEAD_XML = text_row(1, *POTIONS)
DOCTYPE = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi")) + "]>"
ATTRIBUTES = " ".join(f'a{number}=""' for number in range(300_000))
READING = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>'

Make = Callable[[Path], Any]


def row(place: int, cell: Any) -> Make:
    """A potion with this cell at a place."""
    return lambda path: potions(path, [*ROW[:place], cell, *ROW[place + 1 :]])


def one(head: str, column: str, name: str, cell: Any) -> Make:
    """A sheet with one value."""
    return lambda path: workbook(path, {"x": [[head, column], [name, cell]]})


def sheet(data: str, after: str = "") -> Make:
    """A workbook whose sheet is this XML."""
    return lambda path: exchange(potions(path, ROW), {SHEET: cells_xml(data, after)})


def part(name: str, content: Any) -> Make:
    return lambda path: exchange(potions(path, ROW), {name: content})


def raw(content: bytes) -> Make:
    return lambda path: path.write_bytes(content)


def text(content: str, encoding: str = "utf-8") -> Make:
    return lambda path: path.write_bytes(content.encode(encoding))


def prepended(declaration: str) -> Callable[[bytes], bytes]:
    return lambda xml: xml.replace(b"?>", b"?>" + declaration.encode(), 1)


def merged(cells: str) -> Make:
    def make(path: Path) -> None:
        exchange(potions(path, ROW, ["change_b"]), {SHEET: lambda xml: xml.replace(b"</sheetData>", _merge(cells))})

    return make


def _merge(cells: str) -> bytes:
    return f'</sheetData><mergeCells count="1"><mergeCell ref="{cells}"/></mergeCells>'.encode()


def flagged(path: Path) -> None:
    """Its parts say that they are encrypted."""
    content = bytearray(potions(path, ROW).read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        found = content.find(mark)
        while found >= 0:
            content[found + place] |= 1
            found = content.find(mark, found + 4)
    path.write_bytes(content)


def cut(share: float) -> Make:
    def make(path: Path) -> None:
        content = potions(path, ROW).read_bytes()
        path.write_bytes(content[: int(share * len(content))])

    return make


def flipped(path: Path) -> None:
    """One byte in the middle of a packed part is another."""
    content = bytearray(potions(path, *[[f"x{n}", "change", n, n, n] for n in range(500)]).read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def twice_named(path: Path) -> None:
    """An archive with a part of the same name twice."""
    import warnings
    import zipfile

    potions(path, ROW)
    with warnings.catch_warnings(), zipfile.ZipFile(path, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(SHEET, "<other/>")


def bomb(size: int, name: str = SHEET) -> Make:
    """A part that is small packed and large unpacked."""
    return part(name, b"<worksheet>" + b" " * size + b"</worksheet>")


def zero_potions(path: Path) -> None:
    potions(path, *[[row, 0] for row in tables_of("brew")["potions"].rows], head=["brew.potions", "copies"])


def formula(value: str = "") -> Make:
    """A formula in a cell, with a stored value or without."""
    stored = f"<v>{value}</v>" if value else ""
    return sheet(HEAD_XML + f'<row r="2"><c r="A2" t="inlineStr"><is><t>change_a</t></is></c><c r="D2"><f>1+1</f>{stored}</c></row>')


WORKBOOKS: dict[str, tuple[Make, str]] = {
    # wrong kinds of values
    "a word for a number": (row(3, "four"), "potions.xlsx, row 2, vp: 'four' is not a number; 0 to 100"),
    "a half": (row(3, 4.5), "row 2, vp: 4.5 is not a whole number; 0 to 100"),
    "a half as text": (row(3, "4.5"), "row 2, vp: '4.5' is not a whole number"),
    "a thousand in Europe": (row(3, "1.000"), "row 2, vp: '1.000' is not a whole number"),
    "yes for a number": (row(3, True), "row 2, vp: true is not a number"),
    "a date for a number": (row(3, DATE), r"row 2, vp: a date or time \(2026-02-01 00:00:00\); format the cell as a number"),
    "a time for a number": (row(3, datetime.time(4, 30)), "row 2, vp: a date or time"),
    "a date for a word": (row(1, DATE), "row 2, effect: a date or time .*; format the cell as text"),
    "a duration": (row(3, datetime.timedelta(hours=30)), "row 2, vp: a date or time"),
    "too large": (row(3, 101), "row 2, vp: 101 is not allowed; 0 to 100"),
    "negative": (row(3, -1), "row 2, vp: -1 is not allowed; 0 to 100"),
    "huge": (row(3, 1e300), "row 2, vp: .* is not allowed"),
    "infinite": (row(3, float("inf")), "row 2, vp: '#DIV/0!' is not a number|'#NUM!' is not a number"),
    "many digits": (row(3, "9" * 400), "a number of more than 19 digits"),
    "other digits": (row(3, "٣"), "'٣' is not a number"),
    "a percentage": (row(3, "4 %"), "'4 %' is not a number"),
    "a sum": (row(3, "2+2"), r"'2\+2' is not a number"),
    "a space in a number": (row(3, "1 0"), "'1 0' is not a number"),
    "an unknown word": (row(1, "chnage"), "row 2, effect: chnage is not allowed; change, reroll"),
    "a number for a word": (row(1, 7), "row 2, effect: 7 is not allowed"),
    "a huge text": (row(1, "x" * 30_000), "a text of 30,000 characters; at most 4,096"),
    "an error of the program": (
        sheet(HEAD_XML + '<row r="2"><c r="A2" t="inlineStr"><is><t>change_a</t></is></c><c r="D2" t="e"><v>#REF!</v></c></row>'),
        "row 2, vp: '#REF!' is not a number",
    ),
    "a formula without a value": (formula(), "row 2, vp: a formula without a stored value"),
    "a formula with a bad value": (formula("777"), "row 2, vp: 777 is not allowed"),
    "unlike quotes": (row(1, '"change'), "the quotes do not fit together"),
    # rows and columns
    "an unknown card": (row(0, "chnage_a"), "row 2: unknown row of brew.potions 'chnage_a'; did you mean 'change_a'"),
    "a row without a name": (row(0, None), "row 2: it has values, but no name in the column brew.potions"),
    "a number for a name": (row(0, 12), "unknown row of brew.potions '12'"),
    "a card twice": (lambda p: potions(p, ROW, ROW), "row 3: change_a stands in row 2 already"),
    "a card twice, written otherwise": (lambda p: potions(p, ROW, ["Change A"]), "row 3: change_a stands in row 2 already"),
    "a column twice": (lambda p: potions(p, ROW, head=[*POTIONS[:3], "VP", "vp"]), "row 1: the columns D and E are both vp"),
    "copies twice": (lambda p: potions(p, ROW, head=[*POTIONS[:3], "Qty", "copies"]), "the columns D and E are both copies"),
    "a value that the card has not": (
        one("brew.characters", "first_berry", "wren", 2),
        "row 2, first_berry: wren has no such value; leave the cell empty",
    ),
    "another head": (lambda p: potions(p, ROW, head=["my potions", *POTIONS[1:]]), "does not tell of which title|has no sheet of brew"),
    "a section that is not there": (lambda p: potions(p, ROW, head=["brew.potionz"]), "unknown section of brew 'potionz'; did you mean"),
    "another title": (lambda p: potions(p, ROW, head=["brew_baron.instants"]), "is a variant of 'brew_baron', not of 'brew'"),
    "two titles": (
        lambda p: workbook(p, {"a": [["brew.potions"]], "b": [["brew_baron.instants"]]}),
        "is a variant of 'brew_baron', not of 'brew'",
    ),
    "an empty workbook": (lambda p: workbook(p, {"Sheet1": []}), "does not tell of which title|has no sheet of brew"),
    "ten thousand rows": (lambda p: potions(p, *[ROW[:2]] * 10_000), "has something in row 10,001; at most 5,000 rows"),
    "a far row": (sheet(HEAD_XML + '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), "has something in row 1,048,576"),
    "a row beyond all": (sheet(HEAD_XML + '<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>'), "has something in row"),
    "many columns": (lambda p: potions(p, ROW, head=[*POTIONS, *range(600)]), "row 1 has more than 500 columns"),
    "many sheets": (lambda p: workbook(p, {f"s{n}": [["x"]] for n in range(101)}), "has 101 sheets; at most 100"),
    "two values of one thing": (
        lambda p: workbook(p, {"a": [["brew", "value"], ["game.rounds", 5]], "b": [["brew.game", "value"], ["rounds", 3]]}),
        "game.rounds has another value in potions.xlsx, a, row 2",
    ),
    # merged cells
    "merged values": (merged("D2:D3"), "potions.xlsx, D2:D3: merged cells; split them"),
    "merged names": (merged("A2:A3"), "potions.xlsx, A2:A3: merged cells"),
    "merged heads": (merged("A1:C1"), "potions.xlsx, A1:C1: merged cells"),
    "everything merged": (merged("A1:XFD1048576"), "A1:XFD1048576: merged cells"),
    # lists and texts with a form
    "no list": (one("brew.forests", "seasons", "f01", "[spring"), r"'\[spring' is not a list; write \[a, b\]"),
    "an unknown season": (one("brew.forests", "seasons", "f01", "sprng"), "did you mean 'spring'"),
    "an odd space": (one("brew.forests", "spaces", "f01", "[sea:herb]"), "row 2, spaces: .* is not allowed"),
    "too long a list": (one("brew.forests", "spaces", "f01", "[" + "meadow:herb, " * 30 + "meadow:herb]"), "spaces"),
    "a deep list": (one("brew.forests", "seasons", "f01", "[" * 2000 + "]" * 2000), "not a list|unknown word"),
    "an unknown item": (one("brew", "value", "blank", "[chnge_a]"), "did you mean 'change_a'"),
    "neither true nor false": (one("brew.game", "value", "character_powers", "perhaps"), "neither true nor false"),
    "impossible together": (zero_potions, "row 2, copies: potions: 0 cards, but the market shows 4"),
    # archives
    "a truncated archive": (cut(0.9), "damaged, or no workbook"),
    "a stump": (cut(0.1), "damaged, or no workbook"),
    "a flipped byte": (flipped, "damaged, or no workbook|cannot be read as a workbook"),
    "no archive": (raw(b"hello"), "damaged, or no workbook"),
    "only its mark": (raw(b"PK\x03\x04"), "damaged, or no workbook"),
    "an old workbook or a password": (raw(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 5000), "has a password, or is an old .xls"),
    "an encrypted archive": (flagged, "has a password"),
    "an empty file": (raw(b""), "potions.xlsx is empty"),
    "blanks": (raw(b" \n" * 50), "potions.xlsx is empty"),
    "zeros": (raw(b"\0" * 5000), "damaged, or no workbook"),
    "an archive of something else": (raw(packed({"letter.txt": b"Dear"})), "damaged, or no workbook"),
    "an empty archive": (raw(packed({})), "damaged, or no workbook"),
    "a document of OpenOffice": (raw(packed({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"})), "OpenDocument"),
    "TOML": (raw(b'title = "brew"\n'), "damaged, or no workbook"),
    "a page": (raw(b"<html><table><tr><td>brew.potions</td></tr></table></html>"), "damaged, or no workbook"),
    "a picture": (raw(b"\x89PNG\r\n\x1a\n" + bytes(range(256))), "damaged, or no workbook"),
    "a part twice": (twice_named, "each once"),
    "many parts": (lambda p: exchange(potions(p, ROW), {f"xl/media/{n}.png": b"" for n in range(1001)}), "parts, at most 1,000"),
    "macros": (part("xl/vbaProject.bin", b"Sub Auto_Open"), "has macros; save it as .xlsx without macros"),
    "no sheet in it": (part(SHEET, None), "has no sheet of brew"),
    "no list of sheets": (part("xl/workbook.xml", None), "cannot be read as a workbook|damaged"),
    "no types": (part("[Content_Types].xml", None), "damaged, or no workbook"),
    "no links between parts": (part("xl/_rels/workbook.xml.rels", None), "cannot be read as a workbook|damaged"),
    # bombs
    "a bomb of blanks": (bomb(50_000_000), "too large when unpacked"),
    "a bomb of texts": (part("xl/sharedStrings.xml", b"<sst>" + b"<si><t>x</t></si>" * 600_000 + b"</sst>"), "too large when unpacked"),
    "a bomb of rows": (sheet('<row r="1"/>' * 500_000), "too many cells"),
    "a bomb of cells": (sheet("<row>" + "<c><v>1</v></c>" * 150_000 + "</row>"), "too many cells"),
    "a bomb of levels": (sheet("<row>" * 450_000), "too many cells"),
    "a bomb of attributes": (sheet(f"<row {ATTRIBUTES}/>"), "no plain workbook: it has a tag of more than"),
    "a bomb of entities": (part(SHEET, prepended(DOCTYPE)), "declares entities"),
    "an entity that reads a file": (part(SHEET, prepended(READING)), "declares entities"),
    "entities among the styles": (part("xl/styles.xml", prepended(DOCTYPE)), "declares entities"),
    "XML in UTF-16": (part(SHEET, lambda xml: xml.decode().replace("UTF-8", "UTF-16").encode("utf-16")), "not in UTF-8"),
    "XML that does not end": (part(SHEET, lambda xml: xml[:-30]), "cannot be read as a workbook"),
    "XML that is none": (part(SHEET, b"not at all"), "cannot be read as a workbook|has no sheet|does not tell"),
    "a text that is not there": (sheet(HEAD_XML + '<row r="2"><c r="A2" t="s"><v>999</v></c></row>'), "cannot be read as a workbook"),
    "a cell of an odd kind": (sheet(HEAD_XML + '<row r="2"><c r="A2" t="n"><v>x</v></c></row>'), "cannot be read|unknown row"),
    "a cell without a place": (sheet(HEAD_XML + '<row r="2"><c r="2A"><v>1</v></c></row>'), "cannot be read as a workbook"),
}  # fmt: skip

TEXTS: dict[str, tuple[Make, str]] = {
    "a word for a number": (text("brew.potions,vp\nchange_a,two\n"), "potions.csv, row 2, vp: 'two' is not a number; 0 to 100"),
    "a word for a number, semicolons": (text("brew.potions;vp\nchange_a;two\n"), "row 2, vp: 'two' is not a number"),
    "decimal comma for a whole number": (text("brew.potions;vp\nchange_a;4,5\n"), "row 2, vp: '4,5' is not a whole number"),
    "Latin-1": (text("brew.potions,vp\nTränke,2\n", "latin-1"), "it is not UTF-8 text; save it as CSV UTF-8"),
    "NUL bytes": (raw(b"brew.potions,vp\nchange_a,\0\n"), "it is no text"),
    "half of a UTF-16 text": (raw(b"\xff\xfeb\0r"), "not UTF-8 text"),
    "an open quote": (text('brew.potions,vp\nchange_a,"4\n'), "quotes that do not fit together"),
    "a field without end": (text("brew.potions,vp\n" + "x" * 200_000), "cannot be read: field larger than"),
    "empty": (raw(b""), "potions.csv is empty"),
    "a mark alone": (raw(b"\xef\xbb\xbf"), "does not tell|has no sheet of brew|is empty"),
    "a workbook": (lambda p: shutil.copy(potions(p.with_suffix(".xlsx"), ROW), p), "not UTF-8 text|it is no text"),
    "ten thousand rows": (text("brew.potions,vp\n" + "change_a,4\n" * 10_000), "has something in row 5,001; at most 5,000 rows"),
    "many columns": (text("brew.potions" + ",x" * 600), "more than 500 columns"),
    "a card twice": (text("brew.potions,vp\nchange_a,4\nchange_a,4\n"), "row 3: change_a stands in row 2 already"),
    "a column twice": (text("brew.potions,vp,Vp\nchange_a,4,4\n"), "the columns B and C are both vp"),
    "a formula": (text("brew.potions,vp\nchange_a,=1+1\n"), r"row 2, vp: '=1\+1' is not a number"),
    "another title": (text("brew_baron.instants,cost\nbuyback,1\n"), "is a variant of 'brew_baron', not of 'brew'"),
    "no title": (text("potion,vp\nchange_a,1\n"), "has no sheet of brew"),
    "too large": (lambda p: p.write_bytes(b"x" * 20_000_001), "too large; at most 20,000,000 bytes"),
    "a folder": (lambda p: p.mkdir(), "is not a file"),
    "nothing": (lambda p: None, "no such file"),
}  # fmt: skip

OTHER_KINDS = ("potions.xlsm", "potions.xls", "potions.ods", "potions.numbers")


def cases() -> Iterator[Any]:
    for suffix, sheets in (("xlsx", WORKBOOKS), ("csv", TEXTS)):
        for name, (make, complaint) in sheets.items():
            yield pytest.param(f"potions.{suffix}", make, complaint, id=f"{suffix}: {name}")
    for name in OTHER_KINDS:
        yield pytest.param(name, lambda path: potions(path, ROW), "save it as .xlsx or .csv or .tsv", id=name)


def test_there_are_more_than_a_hundred():
    assert len(list(cases())) > 100


@pytest.mark.parametrize(("name", "make", "complaint"), list(cases()))
def test_a_bad_sheet_is_refused(tmp_path, monkeypatch, name, make, complaint):
    monkeypatch.chdir(tmp_path)
    make(Path(name))
    with pytest.raises(BadInput, match=complaint) as refused:
        read_variant(Path(name), "brew")
    assert len(refused.value.lines) <= MOST_TOLD + 1
    assert all(len(line) < 500 for line in refused.value.lines)


def test_all_errors_are_told_at_once_and_counted_beyond_a_screen(tmp_path):
    path = potions(tmp_path / "potions.xlsx", ["change_a", "chnge", "x", 99], ["no_such"], ["change_b", None, 3, "y"])
    with pytest.raises(BadInput) as refused:
        read_variant(path, "brew")
    told = [line.removeprefix(f"{path}, ") for line in refused.value.lines]
    assert [line.partition(":")[0] for line in told] == ["row 2, cost.herb", "row 4, vp", "row 3", "row 2, effect"]
    path = tmp_path / "many.xlsx"
    potions(
        path, *[[f"change_{letter}", None, *["x"] * 3] for letter in "abcd"], *[[f"reroll_{letter}", 1, *["x"] * 3] for letter in "abcd"]
    )
    with pytest.raises(BadInput) as refused:
        read_variant(path, "brew")
    assert refused.value.lines[MOST_TOLD:] == ["and 8 more"]


@pytest.mark.parametrize("name", ["a bomb of blanks", "everything merged"])
def test_a_bomb_takes_little_memory(tmp_path, name):
    WORKBOOKS[name][0](tmp_path / "bomb.xlsx")
    assert peak_of_reading(tmp_path / "bomb.xlsx") < 50_000_000
