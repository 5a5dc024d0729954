"""Digests of the source files: one names the compile cache, the other is part of a run's identity.

Reading the data of a run needs the second, so nothing here loads numba or numpy.
"""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
COMPILED = ("parts", "engine", "games")  # folders with compiled functions
DECISIVE = (*COMPILED, "play.py", "bots.py", "rules.py", "outcomes.py")  # all that decides what a run finds
TELLING = ("words.py", "scene.py")  # tell a game of a title and decide nothing


@cache
def compiled_digest() -> str:
    """Names the sources of everything compiled."""
    return digest_of(*COMPILED)


@cache
def code_digest() -> str:
    """Names the sources of everything that decides the outcomes of games."""
    return digest_of(*DECISIVE)


def decisive_files() -> list[Path]:
    """The files behind `code_digest`."""
    return _files(DECISIVE)


def digest_of(*names: str) -> str:
    """Names the sources in these files and folders of the package."""
    digest = hashlib.sha256()
    for path in _files(names):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _files(names: tuple[str, ...]) -> list[Path]:
    paths = [PACKAGE / name for name in names]
    return [file for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path]) if file.name not in TELLING]
