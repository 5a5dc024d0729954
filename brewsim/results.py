"""A finished run, opened for reading: what was played, and its rows. A run that is damaged or half finished is refused."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from brewsim.engine.contract import Title
from brewsim.errors import BadInput
from brewsim.games import TITLES, load_title
from brewsim.outcomes import count_rows, part_path, scan_part, schema
from brewsim.runner import read_manifest

Parts = Sequence[pl.LazyFrame]  # each holds whole games, so a statistic adds up part by part in bounded memory


@dataclass(frozen=True)
class PlayedCase:
    """A case as the manifest tells it."""

    name: str
    variant: str
    seats: int
    lineup: tuple[str, ...]
    rotates: bool
    without: str | None  # the item that one seat of each game could not use


@dataclass(frozen=True)
class Results:
    """A finished run."""

    folder: Path
    manifest: dict[str, Any]

    @cached_property
    def title(self) -> Title:
        return load_title(self.manifest["title"])

    @cached_property
    def cases(self) -> tuple[PlayedCase, ...]:
        return tuple(PlayedCase(**{**case, "lineup": tuple(case["lineup"])}) for case in self.manifest["cases"])

    @property
    def games(self) -> int:
        """Games of each case."""
        return int(self.manifest["games"])

    def paths(self, case: PlayedCase) -> list[Path]:
        """The files of a case, by first game."""
        return [part_path(self.folder, case.name, first) for first in range(0, self.games, self.manifest["chunk"])]

    def parts(self, *cases: PlayedCase) -> Parts:
        """The rows of these cases, or of all that were played without restriction; a lazy frame per part."""
        chosen = cases or tuple(case for case in self.cases if case.without is None)
        return [scan_part(path) for case in chosen for path in self.paths(case)]


@dataclass(frozen=True)
class Merged(Results):
    """Several runs of one title taken as one; no case is in two of them. Folder and manifest are those of the first."""

    runs: tuple[Results, ...] = ()

    @cached_property
    def cases(self) -> tuple[PlayedCase, ...]:
        return tuple(case for run in self.runs for case in run.cases)

    def paths(self, case: PlayedCase) -> list[Path]:
        return next(run.paths(case) for run in self.runs if case in run.cases)


def open_run(folder: Path | str) -> Results:
    """Open a finished run. What is wrong with any other folder is said in one line, with what to do."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    try:
        results = Results(folder, manifest)
        cases, title = results.cases, manifest["title"]
        paths = [path for case in cases for path in results.paths(case)]
    except (KeyError, TypeError):
        raise BadInput(f"{folder} was written by another version of brewsim; remove it and {_again(manifest)}") from None
    if title not in TITLES:
        raise BadInput(f"{folder} is a run of '{title}', which this version does not have; titles: {', '.join(TITLES)}")
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise BadInput(
            f"{folder} is half finished: {len(missing)} of {len(paths)} parts are missing, the first is {missing[0]}; "
            f"to complete it, {_again(manifest)}"
        )
    expected = schema(results.title)
    for case in cases:
        for path in results.paths(case):
            _check_part(path, case, results, expected)
    return results


def _check_part(path: Path, case: PlayedCase, results: Results, expected: dict[str, pl.DataType]) -> None:
    try:
        part = scan_part(path)
        columns, rows = dict(part.collect_schema()), count_rows(path)
        begins = part.select("case", "game").head(1).collect().rows() if columns == expected else []
    except (pl.exceptions.PolarsError, OSError):
        raise _damaged(path, results) from None
    if columns != expected:
        odd = sorted(set(columns).symmetric_difference(expected)) or ["types"]
        raise BadInput(
            f"{path} was written by another version of brewsim (it differs in {', '.join(odd[:3])}); "
            f"remove the folder and {_again(results.manifest)}"
        )
    first = int(path.stem)
    if rows != min(results.manifest["chunk"], results.games - first) * case.seats:
        raise _damaged(path, results, f": it has {rows} rows")
    if begins != [(case.name, first)]:
        raise _damaged(path, results, ": it holds other games")


@contextmanager
def reading(runs: Sequence[Results]) -> Iterator[None]:
    """What only shows when all of a run is read, such as bytes that were changed, is said as a bad input as well."""
    try:
        yield
    except pl.exceptions.PolarsError:
        for run in runs:
            for path in (path for case in run.cases for path in run.paths(case)):
                try:
                    scan_part(path).collect()
                except pl.exceptions.PolarsError:
                    raise _damaged(path, run) from None
        raise


def _damaged(path: Path, results: Results, how: str = "") -> BadInput:
    return BadInput(f"{path} is damaged{how}; remove it and {_again(results.manifest)}")


def _again(manifest: dict[str, Any]) -> str:
    """What to do about a run that cannot be read."""
    return f"run again: {manifest['command']}" if manifest["command"] else "run the experiment again"
