"""What a sheet may look like: other heads, other orders, columns of one's own, sheets from elsewhere."""

import pytest

from brewsim.errors import BadInput
from brewsim.rules import read_variant
from brewsim.sheets.reading import Column, read_sheets
from tests.sheets.files import SHEET, cells_xml, exchange, potions, text_row, workbook


def changes(path, title=None):
    return {path: new for path, (_, new) in read_variant(path, title).changes.items()}


@pytest.mark.parametrize("head", ["Copies", "Qty", "QUANTITY", "#count", " copies "])
def test_copies_have_the_heads_that_tools_of_card_makers_write(tmp_path, head):
    path = workbook(tmp_path / "cards.xlsx", {"deck": [["brew_crafters.cards", head], ["farm", 3]]})
    assert changes(path) == {"cards.farm.copies": 3}


def test_order_case_and_signs_of_heads_and_rows_do_not_matter(tmp_path):
    rows = [["Change B", 6, "art.png", 1], [None, None, "a remark", None], ["CHANGE_A", None, None, 3]]
    path = potions(tmp_path / "cards.xlsx", *rows, head=["Brew.Potions", "VP", "Picture", "Cost Herb"])
    assert changes(path) == {"potions.change_b.vp": 6, "potions.change_b.cost.herb": 1, "potions.change_a.cost.herb": 3}
    assert read_sheets(path).own_columns == {"potions": [Column("Picture", {"change_b": "art.png"})]}


def test_a_head_may_stand_lower_and_a_sheet_may_be_about_something_else(tmp_path):
    lower = [["The potions of my game"], [], ["brew.potions", "vp"], ["change_a", 5]]
    path = workbook(tmp_path / "cards.xlsx", {"notes": [["buy milk", 3]], "mine": lower})
    assert changes(path) == {"potions.change_a.vp": 5}


def test_a_sheet_from_elsewhere_is_known_by_its_name_and_its_cards_by_theirs(tmp_path):
    path = workbook(tmp_path / "deck.xlsx", {"Improvements": [["Name", "Qty"], ["Farmer's Market", 7], ["investors", 8]]})
    assert changes(path, "brew_baron") == {"improvements.farmers_market.copies": 7}
    text = tmp_path / "improvements.csv"
    text.write_text("Name,Qty\nFarmer's Market,7\n")
    assert changes(text, "brew_baron") == {"improvements.farmers_market.copies": 7}
    with pytest.raises(BadInput, match="does not tell of which title it is; head its first column TITLE.SECTION"):
        read_variant(text)


@pytest.mark.parametrize(
    "content",
    [
        b"brew.potions,vp,notes\nchange_a,5,x\n",
        '\ufeffbrew.potions;vp;notes\r\nchange_a;5;"1,5; 2"\r\n'.encode(),
        b"sep=;\nbrew.potions;vp\nchange_a;5\n",
        "brew.potions\tvp\nchange_a\t5\n".encode("utf-16"),
        b"brew.potions;vp\nchange_a;5,0\n",
    ],
)
def test_a_text_may_have_any_separator_of_spreadsheet_programs(tmp_path, content):
    path = tmp_path / "cards.csv"
    path.write_bytes(content)
    assert changes(path) == {"potions.change_a.vp": 5}


def test_a_formula_is_its_stored_value_and_what_links_elsewhere_is_left_alone(tmp_path):
    cell = '<row r="2"><c r="A2" t="inlineStr"><is><t>change_a</t></is></c><c r="B2"><f>[1]Other!A1*2</f><v>6</v></c></row>'
    links = {
        SHEET: cells_xml(text_row(1, "brew.potions", "vp") + cell),
        "xl/externalLinks/externalLink1.xml": b"<externalLink/>",
        "xl/embeddings/oleObject1.bin": b"\xd0\xcf\x11\xe0",
        "xl/media/image1.svg": b"<!DOCTYPE svg>",
    }
    assert changes(exchange(potions(tmp_path / "cards.xlsx"), links)) == {"potions.change_a.vp": 6}


def test_merged_cells_beside_the_table_do_no_harm(tmp_path):
    def merge(book):
        book.worksheets()[0].merge_range("F1:G3", "my notes")

    assert changes(potions(tmp_path / "cards.xlsx", ["change_a", None, None, 5], then=merge)) == {"potions.change_a.vp": 5}


def test_what_is_missing_or_empty_is_as_in_print(tmp_path):
    path = workbook(tmp_path / "cards.xlsx", {"a": [["brew.forests", "vp", "seasons"], ["f01", None, "[]"], ["f02"]]})
    with pytest.raises(BadInput, match="row 2, seasons: \\[\\] is not allowed; a list of 1 to 4"):
        read_variant(path)
    path = workbook(tmp_path / "other.xlsx", {"a": [["brew.forests", "vp", "seasons"], ["f01", None, None], ["f02"]]})
    assert changes(path) == {}


def test_a_text_that_was_opened_in_another_encoding_says_so(tmp_path):
    """A program that takes our .csv for Latin-1 shows the mark at its beginning as letters, and breaks letters with an accent."""
    path = workbook(tmp_path / "cards.xlsx", {"cards": [["\u00ef\u00bb\u00bfbrew.potions", "vp"], ["swap_b", 9]]})
    with pytest.raises(BadInput, match="cards.xlsx was made of a text in UTF-8 .* open it again as UTF-8"):
        read_sheets(path)
