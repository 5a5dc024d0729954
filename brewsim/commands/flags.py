"""The flags that several commands share, each declared once, and the command line that they make again."""

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from brewsim.crews import BACKENDS
from brewsim.crews import cores as cores
from brewsim.errors import BadInput, shorten, unknown
from brewsim.folders import DiskFolder, Folder, folder_of
from brewsim.reading import parse_count

MAX_JOBS = 256
MAX_GAMES = 10**8
MAX_SEATS = 20  # more than any title has
MAX_LEVELS = 100  # of folders in each other
ADAPT_GAMES = 100_000  # of each tuning of --adapt


def _up_to(most: int) -> Callable[[typer.CallbackParam, int | None], int | None]:
    """The check of a flag that takes a number from 1 to `most`."""

    def check(flag: typer.CallbackParam, number: int | None) -> int | None:
        if number is not None and not 1 <= number <= most:
            raise BadInput(f"--{flag.name} {shorten(str(number))}: 1 to {most}")
        return number

    return check


def check_folder(flag: typer.CallbackParam, folder: Path | None) -> Path | None:
    """The folder for output, unless it is too deep to be made or cannot be told in a line."""
    if folder is not None:
        _check_path(max(flag.opts, key=len), folder)
    return folder


def _check_path(flag: str, path: Path) -> None:
    given = f"{flag} {shorten(str(path))}"
    if len(path.parts) > MAX_LEVELS:
        raise BadInput(f"{given}: {len(path.parts):,} folders in each other; at most {MAX_LEVELS}")
    if not str(path).isprintable():
        raise BadInput(f"{given}: no line breaks or other control characters")


def run_folder(where: str) -> Folder:
    """The folder of a run, on this disk or in a bucket."""
    folder = folder_of(where)
    if isinstance(folder, DiskFolder):
        _check_path("--out", folder.path)
    return folder


def check_file(flag: typer.CallbackParam, file: Path | None) -> Path | None:
    """The file for output, unless a folder lies there: better said now than after minutes."""
    if check_folder(flag, file) is not None and file is not None and file.is_dir():
        raise BadInput(f"{max(flag.opts, key=len)} {shorten(str(file))} is a folder; name a file")
    return file


def _check_backend(backend: str) -> str:
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    return backend


def _check_games(games: int) -> int:
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"--games {games}: 1 to {MAX_GAMES:,}")
    return games


def games_flag(about: str) -> Any:
    """The flag for the games of a command that plays no run."""
    return typer.Option("-n", "--games", metavar="GAMES", parser=parse_count, callback=_check_games, help=about)


Title = Annotated[str, typer.Argument(metavar="TITLE", help="A title; `brewsim games` lists them.")]
TitleOrFile = Annotated[str, typer.Argument(metavar="TITLE_OR_FILE", help="A title, or an experiment file (.toml).")]
Seats = Annotated[int | None, typer.Option("--seats", callback=_up_to(MAX_SEATS), help="Number of seats.")]
Lineup = Annotated[str | None, typer.Option("--lineup", help="Bots by seat, a,b,c; one name for all seats.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="A change of the rules; `brewsim rules` lists the paths. path=18 sets a number, path=+1 and path=-1 change the printed one, "
        "path==-1 sets a negative one.",
    ),
]
Variant = Annotated[Path | None, typer.Option("--variant", help="A variant file: a title and what changes, in TOML or a sheet.")]
BotFile = Annotated[Path | None, typer.Option("--bot-file", help="A file with bots of one's own, in the form of bots.toml.")]
Jobs = Annotated[int | None, typer.Option("-j", "--jobs", callback=_up_to(MAX_JOBS), help="Workers; all cores by default.")]
Adapt = Annotated[
    int | None,
    typer.Option(
        "--adapt",
        metavar="[GAMES]",
        parser=parse_count,
        help=f"Also play with bots that have adapted: tuned for each of the rules with this number of games ({ADAPT_GAMES:,}).",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the whole series of games.")]
Items = Annotated[
    str | None,
    typer.Option("--items", metavar="A,B", help="Items: what each is worth before and after, by taking it from one seat of each game."),
]
All = Annotated[bool, typer.Option("--all", help="Also print what surely changes too little to matter.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(frozen=True)
class Playing:
    """The flags of every command that plays a run."""

    games: Annotated[
        int | None, typer.Option("-n", "--games", metavar="GAMES", parser=parse_count, help="Games of each case: 5000, 100k, 2M.")
    ] = None
    seats: Seats = None
    lineup: Lineup = None
    bot_file: BotFile = None
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of the whole series of games.")] = None
    rotate: Annotated[bool | None, typer.Option("--rotate/--no-rotate", help="Move the bots on by one seat with every game.")] = None
    jobs: Jobs = None
    backend: Annotated[
        str, typer.Option("--backend", callback=_check_backend, help="threading, loky for processes, or dask for a cluster.")
    ] = BACKENDS[0]
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="The scheduler of a Dask cluster, as in tcp://HOST:8786.")
    ] = None
    folder: Annotated[
        Folder | None,
        typer.Option(
            "-o", "--out", metavar="FOLDER", parser=run_folder, help="For the data: a folder, or s3://BUCKET/PREFIX; else runs/NAME/DIGEST."
        ),
    ] = None
    as_json: Json = False

    def keys(self) -> dict[str, Any]:
        """What is played, as `experiment.override` takes it."""
        keys = {"games": self.games, "seats": self.seats, "seed": self.seed, "rotate": self.rotate, "lineups": lineups(self.lineup)}
        return keys | {"bot_file": self.bot_file}

    def command(self, name: str, *arguments: object, **own: object) -> list[str]:
        """The words that play the same run again, in the same folder; `own` are the flags that only this command has."""
        words = ["brewsim", name, *map(_word, arguments)]
        shared = {"games": self.games, "seats": self.seats, "seed": self.seed, "rotate": self.rotate, "lineup": self.lineup}
        return words + flag_words(own | shared | {"bot-file": self.bot_file, "out": self.folder})


def name_games_to_adapt(words: Sequence[str]) -> list[str]:
    """The words of a command line with the usual number after an --adapt that has none: typer knows no flags with and without a value.

    >>> name_games_to_adapt(["cards", "--adapt", "brew"]), name_games_to_adapt(["cards", "brew", "--adapt", "50k"])
    (['cards', '--adapt', '100000', 'brew'], ['cards', 'brew', '--adapt', '50k'])
    """
    named = []
    for word, after in zip(words, [*words[1:], ""]):
        named.append(word)
        if word == "--adapt" and not re.fullmatch(r"[-+]?\d[\d_.,e]*[kKmM]?", after):
            named.append(str(ADAPT_GAMES))
    return named


def flag_words(flags: Mapping[str, object]) -> list[str]:
    """Flags as they are typed; those without a value are left out."""
    words = []
    for flag, value in flags.items():
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        elif value is not None:
            for one in value if isinstance(value, list) else [value]:
                words += [f"--{flag}", str(one)]
    return words


def _word(argument: object) -> str:
    """An argument of a command. A file whose name begins with a dash is no flag."""
    text = str(argument)
    return f"./{text}" if text.startswith("-") else text


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
    names = split_names(text)
    return [names[0] if len(names) == 1 else names]


def split_names(text: str) -> list[str]:
    """The names in 'a,b,c'."""
    return [name.strip() for name in text.split(",")]


def own_bots(file: Path | None) -> dict[str, Any] | None:
    """The tables of a file of bots, if there is one."""
    from brewsim.bots import read_bot_file

    return read_bot_file(file) if file else None
