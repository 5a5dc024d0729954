"""The rules of a title as sheets: what designers edit in a spreadsheet program, and read back as a variant."""

from pathlib import Path

SUFFIXES = (".xlsx", ".csv", ".tsv")  # what is written and read
OTHER_SUFFIXES = (".xls", ".xlsm", ".xlsb", ".xltx", ".xltm", ".ods", ".numbers")  # what people may try


def is_sheet(path: Path) -> bool:
    """Whether a file is named as a sheet; what is no TOML should not be read as such.

    >>> is_sheet(Path("Cards.XLSX")), is_sheet(Path("old.xls")), is_sheet(Path("short.toml"))
    (True, True, False)
    """
    return path.suffix.lower() in SUFFIXES + OTHER_SUFFIXES
