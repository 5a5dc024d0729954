"""The flags that several commands share, each declared once, and the command line that they make again."""

import functools
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from brewsim.errors import BadInput


def _check_jobs(jobs: int | None) -> int | None:
    if jobs is not None and jobs < 1:
        raise BadInput(f"--jobs {jobs}: at least 1")
    return jobs


Title = Annotated[str, typer.Argument(metavar="TITLE", help="A title; `brewsim games` lists them.")]
TitleOrFile = Annotated[str, typer.Argument(metavar="TITLE_OR_FILE", help="A title, or an experiment file (.toml).")]
Seats = Annotated[int | None, typer.Option("--seats", help="Number of seats.")]
Lineup = Annotated[str | None, typer.Option("--lineup", help="Bots by seat, a,b,c; one name for all seats.")]
Variant = Annotated[Path | None, typer.Option("--variant", help="A variant file: a title and what changes.")]
Jobs = Annotated[int | None, typer.Option("-j", "--jobs", callback=_check_jobs, help="Workers; all cores by default.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(frozen=True)
class Playing:
    """The flags of every command that plays a run."""

    games: Annotated[int | None, typer.Option("-n", "--games", help="Games of each case.")] = None
    seats: Seats = None
    lineup: Lineup = None
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of the whole series of games.")] = None
    rotate: Annotated[bool | None, typer.Option("--rotate/--no-rotate", help="Move the bots on by one seat with every game.")] = None
    jobs: Jobs = None
    folder: Annotated[Path | None, typer.Option("-o", "--out", help="Folder for the data; runs/NAME/DIGEST by default.")] = None
    as_json: Json = False

    def keys(self) -> dict[str, Any]:
        """These flags as keys of an experiment file."""
        return {
            "games": self.games,
            "seats": self.seats,
            "lineups": lineups(self.lineup),
            "seed": self.seed,
            "rotate": self.rotate,
        }

    def command(self, name: str, *arguments: object, **own: Any) -> list[str]:
        """The words that play the same run again; `own` are the flags that only this command has."""
        played = {"games": self.games, "seats": self.seats, "lineup": self.lineup, "seed": self.seed, "rotate": self.rotate}
        words = ["brewsim", name, *map(str, arguments)]
        for flag, value in {**own, **played}.items():
            if isinstance(value, bool):
                words.append(f"--{flag}" if value else f"--no-{flag}")
            elif value is not None:
                for one in value if isinstance(value, list) else [value]:
                    words += [f"--{flag}", str(one)]
        return words


def takes_playing_flags(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the flags of `Playing` in place of its parameter `flags`: typer reads flags from the signature."""
    shared = inspect.signature(Playing).parameters
    own = inspect.signature(command).parameters

    @functools.wraps(command)
    def called(**given: Any) -> None:
        flags = Playing(**{name: given.pop(name) for name in shared})
        command(**given, flags=flags)

    parameters = [*(one for name, one in own.items() if name != "flags"), *shared.values()]
    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def lineups(text: str | None) -> list[str | list[str]] | None:
    """The lineups key of an experiment from the flag: 'a,b,c', or 'a' for all seats."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    return [names[0] if len(names) == 1 else names]


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
