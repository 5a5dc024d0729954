"""What a report is made of: sections of sentences, figures and tables, and the findings taken from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from brewsim.stats import digits
from brewsim.stats.intervals import EACH
from brewsim.stats.verdicts import Grade

PERCENT = (100.0, "\u00a0%")
POINTS = (100.0, " points")
PLAIN = (1.0, "")
NO_FIGURE = ""
EVERY_GAME = "in every game"  # where others have an interval
Candidate = tuple[str, int]  # a variant and a number of seats
SIGNIFICANT = 1  # digits of the error that a page shows: more would be noise to its reader


@dataclass(frozen=True)
class Finding:
    """A sentence with its estimate, the figure that shows it and what would make it untrue.

    One without a sentence has no estimate: it was not tested, or there are too few games. Only the verdict names it.
    """

    headline: str
    sentence: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    figure: str = NO_FIGURE  # its name
    untrue: str = ""  # what would make it so, beside the doubt about all of them
    weight: float = 0.0  # how many times larger than the limit it surely is
    grade: Grade | None = None  # None: a fact, which has no limit
    limit: str = ""  # in words
    games_needed: int | None = None  # more games of each case that tell on which side of the limit it lies
    where: str = ""  # the cases that it is of, where there are others
    skill: str = ""  # a sentence: what becomes of it at other levels of skill
    skill_figure: str = NO_FIGURE  # the chart that shows that
    assumptions: str = ""  # a sentence: its interval over assumptions
    candidate: Candidate | None = None  # that it is about; None: about all of them, or about one case
    brief: str = ""  # the number behind the grade, for the table of candidates


@dataclass(frozen=True)
class Mark:
    """What the table of candidates says of one of them in one respect: the number behind the grade, and the grade."""

    text: str
    grade: Grade | None = None  # None: it has no limit
    word: str = ""  # in place of the grade's name

    @property
    def label(self) -> str:
        """The grade in words.

        >>> Mark("", Grade.NO_PROBLEM).label, Mark("", Grade.PROBLEM, "depends on skill").label, Mark("7 rounds").label
        ('no problem', 'depends on skill', '')
        """
        return self.word or ("" if self.grade is None else self.grade.name.lower().replace("_", " "))


@dataclass(frozen=True)
class Picture:
    """A figure of the page and of the folder."""

    name: str  # of the files, and of the place in the page
    ax: Axes
    caption: str


@dataclass(frozen=True)
class Cell:
    """What a table shows, and what it is sorted by."""

    text: str
    key: float | str | None = None  # None: by the text
    is_code: bool = False  # a command to copy


@dataclass(frozen=True)
class Table:
    """A frame of the folder, and what the page shows of it."""

    name: str
    frame: pl.DataFrame
    header: tuple[str, ...]
    rows: list[list[Cell]]
    caption: str = ""
    is_folded: bool = False
    intervals: str = ""  # which kind its intervals are of; nothing where it has none


@dataclass
class Section:
    """A topic of the report. `why_empty` is said in place of figures where there is nothing to show."""

    name: str
    title: str
    sentences: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    why_empty: str = ""
    marks: dict[Candidate, Mark] = field(default_factory=dict)  # its column in the table of candidates


def marks_of(findings: Iterable[Finding]) -> dict[Candidate, Mark]:
    """The gravest of these findings of each candidate; of two that are as grave the first."""
    gravest: dict[Candidate, Finding] = {}
    for finding in findings:
        if finding.candidate is not None and finding.grade is not None:
            known = gravest.get(finding.candidate)
            if known is None or known.grade is None or finding.grade > known.grade:
                gravest[finding.candidate] = finding
    return {candidate: Mark(finding.brief, finding.grade) for candidate, finding in gravest.items()}


def make_table(
    name: str,
    frame: pl.DataFrame,
    columns: Mapping[str, Callable[[dict[str, Any]], Cell | Sequence[Cell] | str]],
    caption: str = "",
    is_folded: bool = False,
    intervals: str = EACH,
) -> Table:
    """A table from a frame: each column of the page is a function of the frame's row; several cells take several columns.

    A header 'a|b' names two columns.
    """
    header = tuple(title for titles in columns for title in titles.split("|"))
    rows = []
    for row in frame.iter_rows(named=True):
        cells: list[Cell] = []
        for column in columns.values():
            made = column(row)
            cells += [Cell(made)] if isinstance(made, str) else [made] if isinstance(made, Cell) else made
        rows.append(cells)
    has_intervals = any("95 %" in title for title in header)
    return Table(name, frame, header, rows, caption, is_folded, intervals if has_intervals else "")


def estimate(row: Mapping[str, Any], unit: tuple[float, str] = PLAIN, prefix: str = "") -> list[Cell]:
    """The cells of an estimate and its interval; never a number without one."""
    names = [prefix, f"{prefix}_low", f"{prefix}_high"] if prefix else ["value", "low", "high"]
    value, low, high = (row[name] for name in names)
    text, interval = written(value, low, high, unit)
    return [Cell(text, value), Cell(interval, low)]


def plus_minus(row: Mapping[str, Any], name: str, unit: tuple[float, str] = PLAIN) -> Cell:
    """An estimate and its interval in one cell, where there is no room for two."""
    value, low, high = row[name], row[f"{name}_low"], row[f"{name}_high"]
    text, interval = written(value, low, high, unit)
    is_same = interval == EVERY_GAME
    return Cell(text if is_same else digits.plus_minus(value, low, high, *unit, significant=SIGNIFICANT), value)


def number(value: int | None) -> Cell:
    """A count."""
    return Cell("" if value is None else f"{value:,}", value)


def percent(value: float | None) -> Cell:
    """A share that is no estimate, or that is exact."""
    return Cell("" if value is None else f"{100 * value:.0f}\u00a0%", value)


def written(value: float | None, low: float | None, high: float | None, unit: tuple[float, str] = PLAIN) -> tuple[str, str]:
    """A value and its interval in the digits of the page. What is the same in every game has no interval, and is said to be so.

    >>> written(0.5, 0.4, 0.6, PERCENT), written(4.0, 4.0, 4.0)
    (('50\\xa0%', '40 to 60\\xa0%'), ('4', 'in every game'))
    """
    if value is not None and value == low == high:
        return f"{round(unit[0] * value, digits.MOST_PLACES):g}{unit[1]}", EVERY_GAME
    text, interval = digits.show(value, low, high, *unit, significant=SIGNIFICANT)
    if value is not None and low is not None and high is not None and unit[0] * (high - low) < 10**-digits.MOST_PLACES:
        bare, left, right = (f"{round(unit[0] * number, digits.MOST_PLACES):g}" for number in (value, low, high))
        return f"{bare}{unit[1]}", f"{left} to {right}{unit[1]}"  # no row of zeros
    return text, interval


def said(row: Mapping[str, Any], unit: tuple[float, str] = PLAIN) -> tuple[str, str]:
    """An estimate of a frame's row as (number, interval), for a sentence."""
    return written(row["value"], row["low"], row["high"], unit)
