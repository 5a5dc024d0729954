"""Digests of the source files: one names the compile cache, the other is part of a run's identity.

Each covers what all titles share and the folder of one title, wherever that lies, so that an edit in a title concerns that title alone.
Reading the data of a run must not load the compiler, so nothing here loads numba or numpy.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
COMPILED = ("parts", "engine")  # folders with compiled functions that all titles share
DECISIVE = (
    *COMPILED,
    "games/__init__.py",
    "play.py",
    "bots.py",
    "rules.py",
    "newcards.py",
    "outcomes.py",
)  # all that decides any run
# Files of a title that decide nothing but what it says, or whose values the manifest of a run holds.
NOT_DECISIVE = ("words.py", "scene.py", "rules.toml", "bots.toml")


@cache
def compiled_digest() -> str:
    """Names the sources of everything compiled that all titles share."""
    return digest_of(*COMPILED)


@cache
def title_digest(folder: Path) -> str:
    """Names the sources of a title as they were when it was loaded: an edit after that is not in the program that runs."""
    return _digest(title_files(folder), folder.parent)


@cache
def code_digest(folder: Path) -> str:
    """Names the sources of everything that decides the outcomes of games of the title in this folder."""
    return hashlib.sha256(f"{digest_of(*DECISIVE)} {title_digest(folder)}".encode()).hexdigest()[:16]


def decisive_files(folder: Path) -> list[Path]:
    """The files behind `code_digest`."""
    return _files(DECISIVE) + title_files(folder)


def title_files(folder: Path) -> list[Path]:
    """The files of a title that decide its games: its sources, and tables that they read."""
    return sorted(file for ending in ("*.py", "*.toml") for file in folder.rglob(ending) if file.name not in NOT_DECISIVE)


def digest_of(*names: str) -> str:
    """Names the sources in these files and folders of the package."""
    return _digest(_files(names), PACKAGE)


def _files(names: tuple[str, ...]) -> list[Path]:
    paths = [PACKAGE / name for name in names]
    return [file for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]


def _digest(files: Iterable[Path], base: Path) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(base).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
