"""Tables on disk: CSV that no spreadsheet takes for a program, and parquet."""

from pathlib import Path

import polars as pl

FORMULA = r"^[=+\-@\t\r\n]"  # how a cell begins that a spreadsheet would calculate
NUMBER = r"^[+-]?\d+(\.\d+)?$"


def write_table(frame: pl.DataFrame, folder: Path, name: str) -> None:
    """Write a frame as CSV and as parquet."""
    as_plain_text(frame).write_csv(folder / f"{name}.csv")
    frame.write_parquet(folder / f"{name}.parquet")


def as_plain_text(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame for a CSV file: an apostrophe stands before every text, and every name of a column, that would be a formula.

    >>> as_plain_text(pl.DataFrame({"item": ["=1+1", "ale", "-3"], "n": [-1, 2, 3]})).rows()
    [("'=1+1", -1), ('ale', 2), ('-3', 3)]
    """
    return frame.select(
        _neutral(pl.col(name)).alias(_neutral_name(name)) if frame[name].dtype == pl.String else pl.col(name).alias(_neutral_name(name))
        for name in frame.columns
    )


def _neutral(text: pl.Expr) -> pl.Expr:
    is_formula = text.str.contains(FORMULA) & ~text.str.contains(NUMBER)
    return pl.when(is_formula).then(pl.concat_str(pl.lit("'"), text)).otherwise(text)


def _neutral_name(name: str) -> str:
    return str(pl.select(_neutral(pl.lit(name))).item())
