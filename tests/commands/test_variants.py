"""Rules as sheets and variants as files, as the command line has them."""

import json
import sys

import pytest

from brewsim.errors import BadInput
from brewsim.rules import load_rules, read_variant
from brewsim.sheets.reading import FROM_RUN, read_sheets
from brewsim.sheets.writing import write_sheets

pytestmark = pytest.mark.compiled_only

SHORT = 'title = "brew_crafters"\ndescription = "A short game."\n\n[set]\n"game.target_rep" = 18\n"cards.night_shift.copies" = 4\n'


def test_a_sheet_is_edited_and_played(ok, tmp_path):
    told = ok("rules", "brew_crafters", "--section", "cards", "--sheet", "cards.csv")
    assert told == "cards.csv holds brew_crafters.cards; edit it, then: --variant cards.csv\n"
    path = tmp_path / "cards.csv"
    path.write_text(path.read_text(encoding="utf-8-sig").replace("farm,Farm,4", "farm,Farm,2"))
    assert json.loads(ok("rules", "brew_crafters", "--variant", "cards.csv", "--json")) == [
        {"path": "cards.farm.copies", "printed": 4, "variant": 2}
    ]
    played = json.loads(ok("run", "brew_crafters", "--variant", "cards.csv", "-n", "20", "--seats", "2", "-o", "run", "--json"))
    assert played["games"] == 20
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["rules"]["cards"]["values"]["cards.farm.copies"] == 2


def test_all_that_is_wrong_with_a_sheet_is_told_line_by_line(brewsim, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text("brew_crafters.cards,copies,class\nfarm,two,worker\nfram,1,\nboil_kettle,99,boss\n")
    done = brewsim("run", "brew_crafters", "--variant", "cards.csv")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "brewsim: cards.csv, row 2, copies: 'two' is not a number; 0 to 8",
        "brewsim: cards.csv, row 3: unknown row of brew_crafters.cards 'fram'; did you mean 'farm'? "
        "(as a new card: add.cards.fram: 'ingredient' is missing)",
        "brewsim: cards.csv, row 4, copies: 99 is not allowed; 0 to 8",
        "brewsim: cards.csv, row 4, class: boss is not allowed; worker, equipment, neither",
    ]


def test_a_variant_turns_into_a_sheet_and_back(ok, tmp_path):
    (tmp_path / "short.toml").write_text(SHORT)
    ok("variant", "short.toml", "--save", "short.xlsx")
    ok("variant", "short.xlsx", "--save", "again.toml")
    assert (tmp_path / "again.toml").read_text() == SHORT
    assert ok("variant", "short.xlsx", "again.toml").endswith("no difference between short.xlsx and again.toml.\n")


def test_two_variants_are_compared(ok, brewsim, tmp_path):
    (tmp_path / "short.toml").write_text(SHORT)
    (tmp_path / "cards.csv").write_text("brew_crafters.cards,copies,art\nnight_shift,4,moon.png\nfarm,3,\n")
    found = json.loads(ok("variant", "short.toml", "cards.csv", "--json"))
    assert found["differences"] == [
        {"path": "game.target_rep", "a": 18, "b": 21},
        {"path": "cards.farm.copies", "a": 4, "b": 3},
    ]
    text = ok("variant", "cards.csv")
    assert "art" in text.splitlines()[0]
    assert text.splitlines()[2].split() == ["path", "printed", "cards.csv"]
    assert ok("variant", "brew_crafters", "cards.csv").count("copies") == 2
    assert "of 'brew_crafters', not of 'brew'" in brewsim("variant", "brew", "cards.csv").stderr


def test_of_a_card_that_one_variant_lacks_only_what_it_has_is_told(ok, tmp_path):
    card = '[add.cards.cold_cellar]\ncopies = 3\ningredient = "hops"\nclass = "equipment"\nbonus_rep = { ale = 1 }\n'
    (tmp_path / "cellar.toml").write_text(f'title = "brew_crafters"\nremove = ["farm"]\n{card}')
    title, _, *rows = ok("variant", "cellar.toml").splitlines()
    added = {row.split()[0]: row.split()[1:] for row in rows if "cold_cellar" in row}
    assert title.strip().endswith(f"{len(rows)} differences")
    assert added["cards.cold_cellar.bonus_rep.ale"] == ["1"]
    assert "cards.cold_cellar.bonus_rep.porter" not in added
    assert any(row.split()[:2] == ["cards.farm.name", "Farm"] for row in rows)


def test_what_a_run_found_stands_beside_the_cards_and_is_not_read(ok, brewsim, tmp_path):
    ok("cards", "brew_crafters", "--items", "brewmaster", "-n", "150", "--seats", "2", "-j", "1", "-o", "run")
    ok("rules", "brew_crafters", "--section", "cards", "--sheet", "cards.csv", "--with", "run")
    head, *rows = (tmp_path / "cards.csv").read_text(encoding="utf-8-sig").splitlines()
    worth = head.split(",").index(f"{FROM_RUN}worth")
    measured = {row.split(",")[0]: row.split(",")[worth : worth + 3] for row in rows}
    low, high = float(measured["brewmaster"][1]), float(measured["brewmaster"][2])
    assert low < float(measured["brewmaster"][0]) < high
    assert measured["farm"] == ["", "", ""]
    assert read_sheets(tmp_path / "cards.csv").own_columns == {}
    assert read_variant(tmp_path / "cards.csv").changes == {}
    assert (
        "name one of these with --section: recipes, cards"
        in brewsim("rules", "brew_crafters", "--sheet", "all.csv", "--with", "run").stderr
    )
    assert "run of brew_crafters, not of brew" in brewsim("rules", "brew", "--sheet", "all.csv", "--with", "run").stderr


def test_columns_of_ones_own_are_carried_on(ok, tmp_path):
    (tmp_path / "cards.csv").write_text("brew_crafters.cards,copies,Art\nfarm,3,=cmd()\n")
    ok("rules", "brew_crafters", "--variant", "cards.csv", "--sheet", "new.xlsx")
    again = read_sheets(tmp_path / "new.xlsx")
    assert again.variant.set == {"cards.farm.copies": 3}
    assert [(one.head, one.cells) for one in again.own_columns["cards"]] == [("Art", {"farm": "=cmd()"})]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["rules", "brew", "--sheet", "letter.csv"], "--sheet letter.csv is there already; remove it, or choose another file"),
        (["rules", "brew", "--sheet", "cards.ods"], "--sheet cards.ods: the file ends in .xlsx or .csv or .tsv"),
        (["rules", "brew", "--sheet", "no/cards.csv"], "--sheet no/cards.csv: there is no folder no"),
        (["rules", "brew", "--sheet", "cards.csv", "--section", "potion"], "unknown section of brew 'potion'; did you mean 'potions'?"),
        (["rules", "brew", "vp", "--sheet", "cards.csv"], "--sheet takes whole sections"),
        (["rules", "brew", "--with", "run"], "--with is for --sheet"),
        (["rules", "brew", "--sheet", "cards.csv", "--with", "run"], "run holds no run"),
        (["variant", "brew", "--save", "cards.txt"], "--save cards.txt: the file ends in"),
        (["variant", "brew", "wizards_brew"], "brew is a variant of 'brew', wizards_brew of 'wizards_brew'"),
        (["variant", "brew", "brew", "--save", "x.toml"], "--save writes one variant; name one file"),
        (["variant", "letter.csv"], "letter.csv does not tell of which title it is"),
        (["compare", "brew", "letter.csv"], "letter.csv has no sheet of brew"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_leaves_nothing_behind(brewsim, monkeypatch, tmp_path, arguments, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.csv").write_text("Dear, publisher\n")
    done = brewsim(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter.csv"]


def test_without_the_libraries_one_line_says_what_to_install(monkeypatch, tmp_path):
    write_sheets(tmp_path / "cards.xlsx", "--sheet", load_rules("brew"))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(BadInput, match=r"need openpyxl; install it by `pip install 'brewsim\[sheets\]'`, or use .csv"):
        read_variant(tmp_path / "cards.xlsx")
    with pytest.raises(BadInput, match="need xlsxwriter; install it"):
        write_sheets(tmp_path / "new.xlsx", "--sheet", load_rules("brew"))
    write_sheets(tmp_path / "new.csv", "--sheet", load_rules("brew"))
    assert read_variant(tmp_path / "new.csv").changes == {}
