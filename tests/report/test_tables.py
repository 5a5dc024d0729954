"""Text in a CSV file is never a formula, and numbers stay numbers."""

import csv
import math

import polars as pl
import pytest

from brewsim.report.tables import write_table

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-", "--5", "=HYPERLINK(1,2)"]
HARMLESS = ["ale", "", "a=b", "'=1", "-3", "+4", "-0.5", "['farm']"]


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_becomes_text(tmp_path, text):
    write_table(pl.DataFrame({"case": [text]}), tmp_path, "t")
    assert read(tmp_path / "t.csv")[1] == ["'" + text]
    assert pl.read_parquet(tmp_path / "t.parquet")["case"].to_list() == [text]


@pytest.mark.parametrize("text", HARMLESS)
def test_other_text_stays_as_it_is(tmp_path, text):
    write_table(pl.DataFrame({"case": [text]}), tmp_path, "t")
    assert read(tmp_path / "t.csv")[1] == [text]


def test_numbers_and_gaps_stay_as_they_are(tmp_path):
    frame = pl.DataFrame({"value": [-0.25, None, math.pi], "n": [-3, 4, None], "text": [None, "a", "=b"], "is_share": [True, None, False]})
    write_table(frame, tmp_path, "t")
    back = pl.read_csv(tmp_path / "t.csv")
    assert back.drop("text").equals(frame.drop("text"))
    assert back["text"].to_list() == [None, "a", "'=b"]


def test_the_name_of_a_column_is_no_formula_either(tmp_path):
    write_table(pl.DataFrame({"path": ["a"], "-variant": ["b"]}), tmp_path, "t")
    assert read(tmp_path / "t.csv")[0] == ["path", "'-variant"]
