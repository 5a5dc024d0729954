"""Rules to sheets and back: every title through every kind of file, without a difference, and no text of ours as a formula."""

import csv
import zipfile
from dataclasses import replace
from typing import Any

import openpyxl
import pytest

from brewsim.errors import BadInput
from brewsim.games import TITLES
from brewsim.manifest import BLANK
from brewsim.newcards import REMOVE
from brewsim.rules import load_rules, read_variant, read_variant_file, variant_text
from brewsim.sheets import reading
from brewsim.sheets.cells import normal
from brewsim.sheets.layout import DESCRIPTION, Slot, tables_of, whole_table
from brewsim.sheets.reading import Column, read_sheets
from brewsim.sheets.writing import write_sheets

KINDS = ("xlsx", "csv", "tsv")


def other(slot: Slot) -> Any:
    """Another value of the same kind, as the schema alone allows."""
    schema, value = slot.schema, slot.setting.value
    if "enum" in schema:
        return next((word for word in schema["enum"] if word != value), value)
    match schema["type"] if "const" not in schema else "const":
        case "integer":
            return value + 1 if value < schema.get("maximum", value + 1) else value - 1
        case "boolean":
            return not value
        case "string" if "pattern" not in schema:
            return '="not" a, formula; '
        case "array" if value:
            return value[::-1]
    return value


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("title", TITLES)
def test_the_printed_rules_read_back_without_a_difference(tmp_path, title, kind):
    path = tmp_path / f"cards.{kind}"
    write_sheets(path, "--sheet", load_rules(title))
    file = read_variant_file(path)
    assert (file.title, file.set, file.blank, file.description) == (title, {}, [], "")
    assert read_variant(path).values == load_rules(title).values


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("title", TITLES)
def test_every_value_that_is_changed_reads_back(tmp_path, monkeypatch, title, kind):
    """All at once, whether the title could be played like that or not."""
    monkeypatch.setattr(reading, "_impossible", lambda *given: [])
    changes = {path: other(slot) for (path, _), slot in whole_table(title).slots.items() if path not in (DESCRIPTION, BLANK, REMOVE)}
    printed = load_rules(title)
    changes = {path: value for path, value in changes.items() if value != printed.values[path]}
    blank = list(printed.title.items[1:3])
    rules = replace(printed, values=printed.values | changes | {BLANK: blank})
    write_sheets(tmp_path / f"cards.{kind}", "--sheet", rules, description="=1+1, in words")
    back = read_variant_file(tmp_path / f"cards.{kind}", title)
    assert len(changes) > 0.9 * len(printed.values)
    assert back.set == changes
    assert (back.blank, back.description) == (blank, "=1+1, in words")


NEW = """
title = "brew_crafters"
blank = ["cellar"]
remove = ["farm", "mash_tun"]
[set]
"cards.brewmaster.copies" = 4
[add.cards.cellar]
name = "=Cellar & Söhne"
copies = 3
ingredient = "malt"
class = "neither"
saves.ale.hops = 1
[add.cards.press]
copies = 2
ingredient = "hops"
class = "worker"
"""


@pytest.mark.parametrize("kind", KINDS)
def test_new_and_removed_cards_read_back(tmp_path, kind):
    (tmp_path / "new.toml").write_text(NEW, encoding="utf-8")
    rules = read_variant(tmp_path / "new.toml")
    write_sheets(tmp_path / f"new.{kind}", "--sheet", rules)
    back = read_variant(tmp_path / f"new.{kind}")
    assert (back.values, back.numbers, back.patch) == (rules.values, rules.numbers, rules.patch)
    assert variant_text(back) == variant_text(rules)


def test_a_new_row_is_a_new_card_or_says_why_not(tmp_path):
    path = tmp_path / "new.csv"
    head = "brew_crafters.cards,copies,ingredient,class,takes.malt\n"
    path.write_text(head + "farm,5,,,\nIce House,3,malt,neither,1\n")
    said = read_variant_file(path)
    assert said.set == {"cards.farm.copies": 5}
    assert said.add == {"cards": {"ice_house": {"copies": 3, "ingredient": "malt", "class": "neither", "takes": {"malt": 1}}}}
    path.write_text(head + "Mash Tunn,3,malt,neither,1\nStore,three,malt,neither,1\nPress,3,,,1\nale,3,malt,neither,1\n")
    with pytest.raises(BadInput) as caught:
        read_variant_file(path)
    told = str(caught.value)
    assert "row 2: unknown row of brew_crafters.cards 'Mash Tunn'; did you mean 'mash_tun'?" in told
    assert "row 3, copies: 'three' is not a number; 0 to 8" in told
    assert "as a new card: add.cards.press: 'ingredient' is missing" in told
    assert "'ale' is the name of something else" in told
    assert "store" not in told


@pytest.mark.parametrize("title", TITLES)
def test_every_section_stands_alone_in_a_text(tmp_path, title):
    for section, table in tables_of(title).items():
        path = tmp_path / f"{section}.csv"
        write_sheets(path, "--sheet", load_rules(title), section)
        assert read_variant_file(path).set == {}
        assert len(path.read_text(encoding="utf-8-sig").splitlines()) == len(table.rows) + 1


@pytest.mark.parametrize("title", TITLES)
def test_heads_and_rows_are_told_apart_without_case_and_signs(title):
    for table in tables_of(title).values():
        assert len(set(map(normal, table.columns))) == len(table.columns)
        assert len(set(map(normal, table.rows))) == len(table.rows)


@pytest.mark.parametrize("kind", ["toml", *KINDS])
def test_a_variant_becomes_any_file_and_comes_back(tmp_path, kind):
    first = tmp_path / "short.toml"
    text = 'title = "brew"\ndescription = "Fewer \\"rounds\\""\nblank = ["move_a"]\n\n[set]\n"game.rounds" = 3\n'
    text += '"creatures.berry_bearer.name" = ""\n"forests.f01.seasons" = ["winter", "fall"]\n'
    first.write_text(text)
    rules, said = read_variant(first), read_variant_file(first)
    (tmp_path / kind).mkdir()
    again = tmp_path / kind / f"short.{kind}"
    if kind == "toml":
        again.write_text(variant_text(rules, said.description))
    else:
        write_sheets(again, "--save", rules, description=said.description)
    assert variant_text(read_variant(again), read_variant_file(again).description) == text


def test_no_text_of_ours_is_a_formula(tmp_path):
    names = {f"creatures.{name}.name": text for name, text in zip(tables_of("brew")["creatures"].rows, ("=1+1", "+1", "-1", "@SUM(A1)"))}
    rules = load_rules("brew", names)
    own = {"creatures": [Column("=notes", {"berry_bearer": "=HYPERLINK(1)", "ash_forager": "http://example.org"})]}
    for kind in ("xlsx", "csv"):
        write_sheets(tmp_path / f"cards.{kind}", "--sheet", rules, "creatures", columns=own)
        back = read_sheets(tmp_path / f"cards.{kind}")
        assert back.variant.set == names
        assert back.own_columns == own
    with zipfile.ZipFile(tmp_path / "cards.xlsx") as archive:
        assert not any(b"<f>" in archive.read(name) or b"hyperlink" in archive.read(name) for name in archive.namelist())
    rows = csv.reader((tmp_path / "cards.csv").read_text(encoding="utf-8-sig").splitlines())
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)


def test_a_workbook_explains_itself(tmp_path):
    path = tmp_path / "cards.xlsx"
    write_sheets(path, "--sheet", load_rules("brew", {"potions.change_a.vp": 9}))
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["about", *tables_of("brew")]
    sheet = book["potions"]
    assert sheet.freeze_panes == "B2"
    assert sheet["C1"].comment.text == "cost.herb\ningredients to brew it\nAllowed: 0 to 6"
    colours = {
        kind: cell.fill.fgColor.rgb for kind, cell in {"inferred": sheet["B2"], "assumed": sheet["C2"], "changed": sheet["F2"]}.items()
    }
    assert len(set(colours.values())) == 3
    legend = {str(row[3].value).partition(":")[0]: row[2].fill.fgColor.rgb for row in book["about"].iter_rows(min_row=6, max_row=11)}
    assert {kind: legend[kind] for kind in colours} == colours
    assert sheet["F2"].font.bold


def test_what_is_there_already_stays(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("mine")
    with pytest.raises(BadInput, match="cards.csv is there already; remove it, or choose another file"):
        write_sheets(path, "--sheet", load_rules("brew"))
    with pytest.raises(BadInput, match="the file ends in .xlsx or .csv or .tsv"):
        write_sheets(tmp_path / "cards.ods", "--sheet", load_rules("brew"))
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]
