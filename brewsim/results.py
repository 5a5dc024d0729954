"""A finished run, opened for reading: what was played, and its rows. No row is read of a part that is not as it was written."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from brewsim.errors import BadInput, command_line
from brewsim.folders import Folder, folder_of
from brewsim.manifest import PARTS, Manifest, PlayedCase, TitleFacts, find_run, read_manifest
from brewsim.outcomes import Finding, State, common_columns, inspect, scan_part
from brewsim.showing import html

Parts = Sequence[pl.LazyFrame]  # each holds whole games, so a statistic adds up part by part in bounded memory


@dataclass(frozen=True)
class Results:
    """A finished run."""

    folder: Folder
    manifest: Manifest

    @property
    def title(self) -> TitleFacts:
        return self.manifest.title

    @cached_property
    def cases(self) -> tuple[PlayedCase, ...]:
        return tuple(map(self.manifest.played, self.manifest.cases))

    @property
    def games(self) -> int:
        """Games of each plain case."""
        return self.manifest.stopped_at or self.manifest.games

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.title.name}, {len(self.cases)} cases, {str(self.folder)!r})"

    def _repr_html_(self) -> str:
        own = [case for case in self.cases if case.is_plain]
        rows = [(case.name, case.seats, ", ".join(dict.fromkeys(case.lineup)), f"{min(case.games, self.games):,}") for case in own]
        extra = len(self.cases) - len(own)
        notes = [f"{extra} more cases: levels of skill, tables of plans, items taken away."] if extra else []
        heading = self.title.label + (f": {self.manifest.question}" if self.manifest.question else "")
        return html(heading, ["case", "seats", "bots", "games"], rows, [*notes, f"Data: {self.folder}"])

    def owner(self, case: PlayedCase) -> "Results":
        """The run that played a case."""
        return self

    def adapted_from(self, case: PlayedCase) -> str:
        """The bot that the one of this case was tuned from, for the rules of this case; nothing where bots play as they are."""
        return str(self.owner(case).manifest.bots.get(case.lineup[0], {}).get("adapted_from", ""))

    def parts(self, *cases: PlayedCase) -> Parts:
        """The rows of these cases, or of all plain ones; a lazy frame per part."""
        chosen = cases or tuple(case for case in self.cases if case.is_plain)
        return [part for case in chosen for part in self._parts_of(case)]

    def _parts_of(self, case: PlayedCase) -> Parts:
        checked = verify(self.folder, self.manifest, case)
        checked.require_whole()
        return [scan_part(finding.part, self.folder) for finding in checked.findings]


@dataclass(frozen=True, repr=False)
class Merged(Results):
    """Several runs of one title taken as one; no case is in two of them. Folder and manifest are those of the first."""

    runs: tuple[Results, ...] = ()

    @cached_property
    def cases(self) -> tuple[PlayedCase, ...]:
        return tuple(case for run in self.runs for case in run.cases)

    def owner(self, case: PlayedCase) -> Results:
        """The run that played a case."""
        return next(run for run in self.runs if case in run.cases)

    def _parts_of(self, case: PlayedCase) -> Parts:
        return self.owner(case)._parts_of(case)


@dataclass(frozen=True)
class Verification:
    """What became of the parts of a run."""

    folder: Folder
    findings: tuple[Finding, ...]

    def paths(self, state: State) -> list[str]:
        """Where the parts in this state lie."""
        return [self.folder.at(finding.part.file) for finding in self.findings if finding.state == state]

    @property
    def is_whole(self) -> bool:
        return all(finding.state == State.WHOLE for finding in self.findings)

    def require_whole(self) -> None:
        """Refuse a run that is not whole; one line names the first part that is wrong, and what to do."""
        self.refuse_foreign()
        if damaged := [finding for finding in self.findings if finding.state == State.DAMAGED]:
            raise BadInput(f"{self.folder.at(damaged[0].part.file)} is damaged: {damaged[0].why}; {self._to_complete}")
        if missing := self.paths(State.MISSING):
            counted = f"{len(missing)} of {len(self.findings)} parts are missing, the first is {missing[0]}"
            raise BadInput(f"{self.folder} is half finished: {counted}; {self._to_complete}")

    def refuse_foreign(self) -> None:
        """Refuse a run with something in it that is not its own: brewsim does not replace that either."""
        if foreign := [finding for finding in self.findings if finding.state == State.FOREIGN]:
            path = self.folder.at(foreign[0].part.file)
            raise BadInput(f"{path} does not belong to this run: {foreign[0].why}; move it elsewhere, then {self._to_complete}")

    @property
    def _to_complete(self) -> str:
        return f"to play again what is missing: {command_line(['brewsim', 'verify', str(self.folder), '--repair'])}"


def verify(where: Folder | Path | str, manifest: Manifest | None = None, *cases: PlayedCase) -> Verification:
    """Look at every part of a run, or of some of its cases: whole, missing, damaged, or something else."""
    folder = folder_of(where) if manifest else find_run(where)
    manifest = manifest or read_manifest(folder)
    seen = folder.looked_at(f"{PARTS}/{cases[0].name}/" if len(cases) == 1 else f"{PARTS}/")
    return Verification(folder, tuple(inspect(part, seen) for part in manifest.parts(*cases)))


def open_run(where: Folder | Path | str) -> Results:
    """Open a finished run. What is wrong with any other folder is said in one line, with what to do."""
    folder = find_run(where)
    manifest = read_manifest(folder)
    if odd := sorted(set(manifest.columns.items()).symmetric_difference(common_columns().items())):
        columns = ", ".join(dict(odd))
        raise BadInput(f"{folder} was written by another version of brewsim, with other columns ({columns}); remove it and run it again")
    verify(folder, manifest).require_whole()
    return Results(folder, manifest)


@contextmanager
def reading(runs: Sequence[Results]) -> Iterator[None]:
    """Say in one line if parts were damaged or removed while statistics read them."""
    try:
        yield
    except (pl.exceptions.PolarsError, OSError):
        for run in runs:
            verify(run.folder, run.manifest).require_whole()
        raise
