"""The manifest of a run: what was played, which parts it has, and all that reading them needs. Free of the engine."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from brewsim.errors import BadInput, check_folder_name
from brewsim.files import NotPlain
from brewsim.folders import Folder, folder_of

MANIFEST, PARTS = "manifest.json", "parts"
BLANK = "blank"  # the path of the items that no seat may use; nothing is blank in print
PRINTED = "printed"  # the variant that is the unchanged rules
CHUNK_GAMES = 16_384  # fewer make small parts, more make a long wait between two steps of the progress bar
Limit = Annotated[float, Field(ge=0, allow_inf_nan=False)]
SLOW_PARTS = 8  # of a level of skill with fewer games than the others, since they take long: enough to share among workers
# Fields that change no outcome.
NOT_DECISIVE = {"name", "question", "versions", "machine", "chunk", "command", "experiment_file", "bot_files", "limits", "stopped_at"}


class Limits(BaseModel):
    """The sizes that make a problem: settings of an experiment, `[limits]` in its file, in percent and points."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    seat: Limit = 2.0  # points of win share that a seat has above or below its fair share
    item: Limit = 5.0  # points of win share that an item is worth above or below the other items of its kind
    tie: Limit = 20.0  # % of games in which first place is tied before the tie-break
    shared: Limit = 10.0  # % of games that end in a shared victory
    aborted: Limit = 0.1  # % of games that reach the cap on decisions
    length: Limit = 100.0  # % by which a variant makes games longer
    leader: Limit = 85.0  # % of games that the leader at half-time wins
    change: Limit = 1.0  # points by which a variant changes any share, and
    change_score: Limit | None = None  # points of the title by which it changes scores; default: a tenth of their standard deviation
    change_length: Limit = 5.0  # % by which it changes how long games are, in rounds or decisions
    plan: Limit = 10.0  # points of win share below a fair one: a plan that wins less among the plans that are played cannot compete

    def share(self, name: str) -> float:
        """A limit as a share, as frames have them.

        >>> Limits().share("seat")
        0.02
        """
        return float(getattr(self, name)) / 100


@dataclass(frozen=True)
class PlayedCase:
    """A case as the manifest tells it."""

    name: str
    variant: str
    seats: int
    lineup: tuple[str, ...]
    rotates: bool
    without: tuple[str, ...]  # the items that one seat of each game could not use
    games: int
    skill: int | None = None  # its place among the levels of skill: 0 the first that findings go by, weaker ones below; None: no level
    is_extra: bool = False  # played only as a level of skill or a table of plans, no lineup of the experiment's own

    @property
    def is_plain(self) -> bool:
        """Whether it is one of the experiment's own lineups, without restriction: what is asked about if nothing else is said."""
        return not self.without and not self.is_extra


@dataclass(frozen=True)
class TitleFacts:
    """What is read off a title to understand its data."""

    name: str
    label: str
    items: tuple[str, ...]
    item_kinds: tuple[str, ...]
    metrics: tuple[str, ...]
    score_sources: tuple[str, ...]


@dataclass(frozen=True)
class EffectiveRules:
    """The rules of a variant."""

    changes: dict[str, tuple[Any, Any]]  # path -> printed and changed value
    values: dict[str, Any]  # path -> value, all of them


@dataclass(frozen=True)
class Part:
    """Which games a part of the data set holds. Every part carries this, sealed with a checksum."""

    run: str  # digest of the run
    case: str
    first_game: int
    games: int

    @property
    def file(self) -> str:
        """The name of its file in the folder of its run."""
        return f"{PARTS}/{self.case}/{self.first_game:012d}.parquet"


class Manifest(BaseModel):
    """All that says what was played and how to play it again. No clock, so a resumed run is byte-identical to an undisturbed one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    question: str
    title: TitleFacts
    games: int = Field(ge=1)  # of each case; restricted ones, searching levels of skill and tables of plans may have fewer
    chunk: int = Field(ge=1)  # games of a part
    # Where a run ended before all games were played: the games that each case has, but for those that have fewer anyway. Whole chunks.
    stopped_at: int | None = Field(default=None, ge=1)
    seed: int = Field(ge=0)
    cases: tuple[PlayedCase, ...] = Field(min_length=1)
    rules: dict[str, EffectiveRules]  # variant -> rules
    bots: dict[str, dict[str, Any]]  # as in bots.toml
    columns: dict[str, str]  # those that every title has, with their types
    code: str  # digest of the sources
    versions: dict[str, str]
    machine: dict[str, str]
    command: tuple[str, ...]  # the words that made the run; none if it was made from Python
    experiment_file: str | None
    limits: Limits = Limits()  # what reports judge by
    bot_files: dict[str, str] = {}  # bot -> the file that it was read from, where that is neither the title's nor the experiment's

    @model_validator(mode="after")
    def _names_are_fit_for_folders(self) -> "Manifest":
        check_folder_name("run", self.name)
        for case in self.cases:
            check_folder_name("case", case.name)
        if len({case.name for case in self.cases}) < len(self.cases):
            raise ValueError("a case is listed twice")
        return self

    @cached_property
    def digest(self) -> str:
        """Names the run by all that decides its outcomes."""
        return _sha256(self.model_dump(mode="json", exclude=NOT_DECISIVE))[:12]

    @cached_property
    def _by_name(self) -> dict[str, PlayedCase]:
        return {case.name: case for case in self.cases}

    def played(self, case: PlayedCase) -> PlayedCase:
        """The case with the games that it has in the end: fewer than were asked for where the run was stopped."""
        asked = self._by_name[case.name].games
        return replace(case, games=asked if self.stopped_at is None or asked < self.games else self.stopped_at)

    def parts(self, *cases: PlayedCase) -> Iterator[Part]:
        """The parts of these cases, or of all, by case and first game."""
        for case in cases or self.cases:
            asked = self._by_name[case.name].games
            free = self._free_games.get(_table(case), asked)
            is_table_of_plans = case.is_extra and case.skill is None
            chunk = self.chunk if free == self.games or is_table_of_plans else min(self.chunk, -(-free // SLOW_PARTS))
            for first in range(0, self.played(case).games, chunk):
                yield Part(self.digest, case.name, first, min(chunk, asked - first))

    @cached_property
    def _free_games(self) -> dict[tuple[Any, ...], int]:
        """The games of each case without restriction. Restricted ones are cut into the same parts, to be compared."""
        return {_table(case): case.games for case in self.cases if not case.without}

    def write(self, where: Folder | Path | str) -> None:
        """Write the manifest into the folder of its run."""
        content = {"digest": self.digest, **self.model_dump(mode="json")}
        text = json.dumps(content | {"checksum": _sha256(content)}, indent=1) + "\n"
        folder_of(where).write(MANIFEST, text.encode())


def _table(case: PlayedCase) -> tuple[Any, ...]:
    """What a case shares with those that differ from it by a restriction only."""
    return case.variant, case.lineup, case.rotates


def base_variant(variants: Sequence[str]) -> str:
    """Of the variants of a run, the one that the others are compared with: the printed rules, or else the first."""
    return PRINTED if PRINTED in variants else variants[0]


def find_run(where: Folder | Path | str) -> Folder:
    """The folder of a run: the one that is named, or the only run in it. `runs/NAME` has a folder for each digest."""
    folder = folder_of(where)
    if _is_run(folder):
        return folder
    runs = [inside for inside in map(folder_of, _inside(folder)) if _is_run(inside)]
    if len(runs) > 1:
        raise BadInput(f"{folder} holds {len(runs)} runs; name one of them: {', '.join(map(str, runs))}")
    return runs[0] if runs else folder


def _inside(folder: Folder) -> list[str]:
    try:
        return [folder.at(name) for name in sorted(folder.names())]
    except (BadInput, OSError):  # what is wrong with it is told by who reads it
        return []


def _is_run(folder: Folder) -> bool:
    return folder.at(MANIFEST) in _inside(folder)


def read_manifest(where: Folder | Path | str) -> Manifest:
    """The manifest of a run's folder. One that is damaged, edited or of another version is refused."""
    folder = folder_of(where)
    path = folder.at(MANIFEST)
    try:
        content = json.loads(folder.read(MANIFEST))
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{folder} holds no run: it has no {MANIFEST}") from None
    except NotPlain as error:
        raise BadInput(f"{path} is no manifest: {error.strerror}") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{path} is damaged; remove the folder and run the experiment again") from None
    try:
        checksum, digest = content.pop("checksum"), content.pop("digest")
        manifest = Manifest.model_validate(content)
        if checksum == _sha256({"digest": digest, **content}) and digest == manifest.digest:
            return manifest
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    except (KeyError, AttributeError, TypeError, ValidationError):
        pass
    raise BadInput(f"{path} was edited, or written by another version of brewsim; remove the folder and run the experiment again")


def _sha256(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
