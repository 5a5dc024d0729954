"""The first screen: a row for each candidate, which is a variant at a number of seats, and the variants ranked by their problems."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import polars as pl

from brewsim.plots.drawing import MARKERS
from brewsim.report.page import Candidate, Mark, Section
from brewsim.report.study import Study
from brewsim.stats.names import words
from brewsim.stats.verdicts import Grade

COLUMNS = {"seats": "fairness", "length": "length", "ties": "ties", "cards": "strongest item", "skill": "robust"}  # by name of section
RANKED_BY = ("seats", "length", "ties", "cards")  # what has a limit
SCORED = (Grade.PROBLEM, Grade.NOT_KNOWN)  # what a ranking counts, the gravest first
NOT_TESTED = Mark("", Grade.NOT_TESTED)


@dataclass(frozen=True)
class Row:
    """A candidate, with a mark for each of `COLUMNS`."""

    candidate: Candidate
    lineups: list[tuple[str, int]]  # in words, and the number of the series whose colour they have in figures
    games: int
    marks: dict[str, Mark]

    @property
    def variant(self) -> str:
        return words(self.candidate[0])


@dataclass(frozen=True)
class Rank:
    """Variants with the same number of problems, and of things that are not known."""

    place: int
    variants: tuple[str, ...]
    problems: int
    unknown: int

    @property
    def sentence(self) -> str:
        """The rank in words.

        >>> Rank(1, ("printed", "to 24"), 0, 2).sentence
        'printed and to 24 (a tie): no problem, 2 not known'
        """
        names = " and ".join(self.variants) + (" (a tie)" if len(self.variants) > 1 else "")
        problems = f"{self.problems or 'no'} problem{'s' if self.problems > 1 else ''}"
        return f"{names}: {problems}, {self.unknown or 'nothing'} not known"


def candidates(study: Study, sections: Sequence[Section]) -> list[Row]:
    """Every variant at every number of seats, in the order of the experiment."""
    columns = {section.name: section.marks for section in sections if section.name in COLUMNS}
    rows = []
    for candidate, cases in study.groups.items():
        marks = {name: columns.get(name, {}).get(candidate, NOT_TESTED) for name in COLUMNS}
        lineups = [(study.lineup_label(case), study.places[case.name] % len(MARKERS)) for case in cases]
        rows.append(Row(candidate, lineups, sum(case.games for case in cases), marks))
    return rows


def ranking(rows: Sequence[Row]) -> list[Rank]:
    """The variants, least problems first, then least that is not known; empty where there is one variant only.

    What counts was looked for in all variants, at numbers of seats that all of them have: otherwise the one that was looked at least
    would be the best.
    """
    by_variant: dict[str, list[Mark]] = {}
    counted, seats = comparable(rows), [row.candidate[1] for row in rows]
    names = {row.variant for row in rows}
    for row in (row for row in rows if seats.count(row.candidate[1]) == len(names)):
        by_variant.setdefault(row.variant, []).extend(row.marks[name] for name in counted)
    if len(by_variant) < 2 or not counted:
        return []
    scores = {name: tuple(sum(mark.grade is grade for mark in marks) for grade in SCORED) for name, marks in by_variant.items()}
    ranks: list[Rank] = []
    for score in sorted(set(scores.values())):
        equal = tuple(name for name in scores if scores[name] == score)
        ranks.append(Rank(1 + sum(len(rank.variants) for rank in ranks), equal, *score))
    return ranks


def comparable(rows: Sequence[Row]) -> list[str]:
    """The columns that count in the ranking."""
    return [name for name in RANKED_BY if all(row.marks[name].grade is not Grade.NOT_TESTED for row in rows)]


def order_in_words(rows: Sequence[Row], ranks: Sequence[Rank]) -> str:
    """What the ranking rests on, and whether more games can change it."""
    counted = ", ".join(COLUMNS[name] for name in comparable(rows))
    are_apart = all(better.problems + better.unknown < worse.problems for better, worse in pairwise(ranks))
    is_sure = are_apart and not any(rank.unknown for rank in ranks if len(rank.variants) > 1)
    sure = "More games will not change the order." if is_sure else "What is not known can change the order."
    at = ", at all numbers of seats" if len({row.candidate[1] for row in rows}) > 1 else ""
    return f"Counted: problems in {counted}{at}. {sure}"


def frame(rows: Sequence[Row]) -> pl.DataFrame:
    """The table as a file."""
    return pl.DataFrame(
        [
            {"variant": row.variant, "seats": row.candidate[1], "lineups": "; ".join(name for name, _ in row.lineups), "games": row.games}
            | {f"{COLUMNS[name]}{end}": text for name, mark in row.marks.items() for end, text in (("", mark.text), (" grade", mark.label))}
            for row in rows
        ]
    )
