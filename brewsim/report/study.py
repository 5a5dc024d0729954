"""What a report is about: one or more runs of a title taken as one, and the names of its cases and bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from brewsim.errors import BadInput
from brewsim.manifest import PRINTED, Limits, TitleFacts
from brewsim.measured import Measured
from brewsim.results import Merged, Parts, PlayedCase, Results
from brewsim.rules import RuleValue, rule_values
from brewsim.stats.names import words as in_words
from brewsim.stats.skill import by_level, label
from brewsim.stats.variants import ADAPTED_BOT

CASES_IN_A_FIGURE = 4


@dataclass(frozen=True)
class Study:
    """The runs of a report."""

    runs: tuple[Results, ...]
    measured: tuple[Measured, ...] = ()  # beside the runs

    @property
    def title(self) -> TitleFacts:
        return self.runs[0].title

    @property
    def limits(self) -> Limits:
        """The sizes that make a problem."""
        return self.runs[0].manifest.limits

    @cached_property
    def owners(self) -> dict[str, Results]:
        """The run of each case."""
        return {case.name: run for run in self.runs for case in run.cases}

    @cached_property
    def cases(self) -> tuple[PlayedCase, ...]:
        """The plain cases: those that sections are about."""
        return tuple(case for run in self.runs for case in run.cases if case.is_plain)

    @property
    def main(self) -> PlayedCase:
        """The case of those findings that are about one case only: the first by the printed rules."""
        return next((case for case in self.cases if case.variant == PRINTED), self.cases[0])

    @cached_property
    def games(self) -> int:
        """Games of all these cases."""
        return sum(case.games for case in self.cases)

    @cached_property
    def results(self) -> Results:
        """The runs as one."""
        first = self.runs[0]
        return first if len(self.runs) == 1 else Merged(first.folder, first.manifest, self.runs)

    @cached_property
    def levels(self) -> pl.DataFrame:
        """Every measure at each level of skill."""
        return pl.concat(by_level(run) for run in self.runs)

    @cached_property
    def skill_labels(self) -> pl.DataFrame:
        """What becomes of every measure with skill."""
        return label(self.levels)

    def parts(self, *cases: PlayedCase) -> Parts:
        """The rows of these cases, or of all plain ones."""
        return self.results.parts(*cases)

    @cached_property
    def labels(self) -> dict[str, str]:
        """The name of each case: only what differs between the cases."""
        variants, seats, lineups = ({getattr(case, name) for case in self.cases} for name in ("variant", "seats", "lineup"))
        are_same = len({self.lineup_label(case) for case in self.cases}) == 1 or len(lineups) == len(seats) == 1
        labels = {}
        for case in self.cases:
            words = [in_words(case.variant)] if len(variants) > 1 else []
            words += [f"{case.seats} seats"] if len(seats) > 1 else []
            words += [self.lineup_label(case)] if not are_same or not words else []
            labels[case.name] = ", ".join(words)
        repeated = len(set(labels.values())) < len(labels)
        return {case.name: case.name for case in self.cases} if repeated else labels

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each case in the experiment, by its name and by that for people: it has the same colour in all figures."""
        return {name: place for place, case in enumerate(self.cases) for name in (case.name, self.labels[case.name])}

    @cached_property
    def groups(self) -> dict[tuple[str, int], list[PlayedCase]]:
        """The cases by variant and number of seats: what is judged together."""
        found: dict[tuple[str, int], list[PlayedCase]] = {}
        for case in self.cases:
            found.setdefault((case.variant, case.seats), []).append(case)
        return found

    def where(self, variant: str, seats: int) -> str:
        """A variant, if one is named, with a number of seats in words: only what differs between the cases."""
        variants, counts = ({key[place] for key in self.groups} for place in (0, 1))
        words = [in_words(variant)] if variant and len(variants) > 1 else []
        return " with ".join([*words, f"{seats} seats"] if len(counts) > 1 else words)

    def at(self, case: str) -> str:
        """The case in brackets behind a word, if there are others."""
        return f" ({self.labels[case]})" if len(self.cases) > 1 else ""

    def lineup_label(self, case: PlayedCase) -> str:
        """The bots of a case in words."""
        names = self.bots_of(case)
        return f"all {names[0]}" if len(set(names)) == 1 else ", ".join(names) + ("" if case.rotates else " (fixed seats)")

    def bots_of(self, case: PlayedCase) -> tuple[str, ...]:
        """The bots of a case by seat. One that has adapted to the rules is named by what it was tuned from."""
        start = self.results.adapted_from(case)
        return (f"{ADAPTED_BOT}{start}",) * case.seats if start else case.lineup

    def labelled(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The frame in the order of the cases, with their names as people read them."""
        order = {case.name: index for index, case in enumerate(self.cases)}
        return frame.sort(pl.col("case").replace_strict(order), maintain_order=True).with_columns(pl.col("case").replace(self.labels))

    def one(self, frame: pl.DataFrame, case: PlayedCase) -> pl.DataFrame:
        """The rows of one case."""
        return frame.filter(pl.col("case") == case.name)

    def of(self, frame: pl.DataFrame, cases: Sequence[PlayedCase]) -> pl.DataFrame:
        """The rows of these cases of a labelled frame."""
        return frame.filter(pl.col("case").is_in([self.labels[case.name] for case in cases]))

    def in_groups(self) -> list[tuple[str, tuple[PlayedCase, ...]]]:
        """The cases, as many as a figure can hold, each with an ending for the figure's name."""
        groups = [self.cases[first : first + CASES_IN_A_FIGURE] for first in range(0, len(self.cases), CASES_IN_A_FIGURE)]
        return [(f"_{index + 1}" if len(groups) > 1 else "", cases) for index, cases in enumerate(groups)]

    def ending(self, case: str) -> str:
        """The ending of the figures that show this case."""
        return next(ending for ending, cases in self.in_groups() if any(one.name == case for one in cases))

    @cached_property
    def assumed(self) -> list[RuleValue]:
        """The printed rules' values that rest on an assumption."""
        return [value for value in rule_values(self.title.name) if value.basis == "assumed"]

    @cached_property
    def bots(self) -> list[str]:
        """The bots that played, by first appearance."""
        return list(dict.fromkeys(name for case in self.cases for name in self.bots_of(case)))

    @property
    def doubt(self) -> str:
        """What would make any finding untrue, whatever else would."""
        of_all = len(rule_values(self.title.name))
        wrong = f", or if one of {len(self.assumed)} assumed rule values (of {of_all}) is far off" if self.assumed else ""
        return f"Every finding is untrue if people play differently from the bots{wrong}."


def has_estimates(frame: pl.DataFrame) -> bool:
    """Whether there is anything to draw: an estimate that enough finished games stand behind."""
    return bool(frame["value"].is_not_null().any())


def is_fair_table(case: PlayedCase) -> bool:
    """Whether a seat's win share depends on the seat alone: the same bot at all seats, or every bot at every seat in turn."""
    return case.rotates or len(set(case.lineup)) == 1


def count_cases(cases: Sequence[PlayedCase]) -> str:
    """How many cases there are, in words."""
    return "1 case" if len(cases) == 1 else f"{len(cases)} cases"


def make_study(runs: Sequence[Results], measured: Sequence[Measured] = ()) -> Study:
    """Take runs of one title together, with what was measured beside them. What cannot stand in one report is a bad input."""
    titles = list(dict.fromkeys(run.title.name for run in runs))
    if len(titles) > 1:
        raise BadInput(f"a report is about one title, but these runs are of {' and '.join(titles)}; make one report each")
    rules: dict[str, tuple[Results, Any]] = {}
    owners: dict[str, Results] = {}
    for run in runs:
        if run.manifest.limits != runs[0].manifest.limits:
            raise BadInput(f"{run.folder} has other limits than {runs[0].folder}; make one report each")
        for case in run.cases:
            if case.name in owners:
                raise BadInput(f"both {owners[case.name].folder} and {run.folder} have the case {case.name}; make one report each")
            owners[case.name] = run
        for variant, tables in run.manifest.rules.items():
            first, known = rules.setdefault(variant, (run, tables.values))
            if known != tables.values:
                what = "other printed rules" if variant == PRINTED else f"another variant '{variant}'"
                raise BadInput(f"{run.folder} has {what} than {first.folder}; make one report each")
    for one in measured:
        for run in runs:
            one.check_fits(run.manifest)
    about = [one.about for one in measured]
    if twice := [one.kind for one in measured if about.count(one.about) > 1]:
        what = "goals" if twice[0] == "advice" else "number of seats"
        raise BadInput(f"{twice[0]} was given twice for the same {what}; give one of them")
    return Study(tuple(runs), tuple(measured))
