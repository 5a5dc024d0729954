"""The titles: those in the box, and those of other packages, which declare them as entry points of the group `brewsim.titles`.

A title in the box is a folder here and a name in TITLES. What is installed is looked up only when a name is not in the box, or when
all titles are listed; a package is imported only when its title is used.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import extract_tb
from typing import TypeVar

from brewsim.engine.contract import BrokenContract, Title, is_bound
from brewsim.errors import BadInput, unknown

TITLES = ("brew", "brew_crafters", "heaven_and_ale", "wizards_brew", "brew_baron")  # in the box
GROUP = "brewsim.titles"  # of entry points: name of the title = its package
NAME = re.compile(r"[a-z][a-z0-9_]*")

Found = TypeVar("Found")


@cache
def installed() -> dict[str, tuple[EntryPoint, ...]]:
    """What other packages declare, by the name of the title."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(entry_points(group=GROUP)):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


def title_names() -> tuple[str, ...]:
    """All titles: those in the box, then those of other packages, of which one may turn out to be of no use."""
    return (*TITLES, *(name for name in installed() if name not in TITLES))


def load_title(name: str) -> Title:
    """Import a title by name; only then are its functions declared, so that unused titles cost nothing."""
    if name in TITLES:
        return _title_of(f"brewsim.games.{name}")
    points = installed().get(name)
    if points is None:
        raise unknown("title", name, title_names())
    if len(points) > 1:
        packages = " and ".join(point.value for point in points)
        raise BadInput(f"title '{name}' cannot be used: packages {packages} have the same name; uninstall one")
    return _load_installed(name, points[0].value)


def version_of(name: str) -> dict[str, str]:
    """The distribution that a title outside of the box comes from, with its version; nothing for one in the box."""
    points = installed().get(name, ()) if name not in TITLES else ()
    return {point.dist.name: point.dist.version for point in points if point.dist}


def look_at_titles(look: Callable[[str], Found]) -> tuple[list[Found], list[str]]:
    """What is found in each title, and a sentence for each that cannot be used: one that is broken stops no other."""
    found = [look(name) for name in TITLES]
    problems = []
    for name, points in installed().items():
        try:
            if name in TITLES:
                raise _unusable(name, points[0].value, "has the name of a title in the box: give it another one")
            found.append(look(name))
        except BadInput as error:
            problems.append(str(error))
        except Exception as error:
            problems.append(str(_unusable(name, points[0].value, f"fails: {_tell(error)}")))
    return found, problems


def _load_installed(name: str, package: str) -> Title:
    try:
        title = _title_of(package)
    except BrokenContract as error:
        raise _unusable(name, package, str(error)) from error
    except (Exception, SystemExit) as error:
        raise _unusable(name, package, f"fails on import: {_tell(error)}") from error
    if title.name != name or not NAME.fullmatch(name):
        rule = "the last part of its package: small letters, digits and _"
        raise _unusable(name, package, f"has '{name}' as the name of its entry point; it must be {rule}")
    return title


def _title_of(package: str) -> Title:
    title = getattr(import_module(package), "TITLE", None)
    if not isinstance(title, Title) or not is_bound(title):
        raise BrokenContract("has no TITLE = bind(Title(...)) in its __init__.py")
    return title


def _unusable(name: str, package: str, what: str) -> BadInput:
    return BadInput(f"title '{name}' cannot be used: package {package} {what}")


def _tell(error: BaseException) -> str:
    """An error in a line, with the place where it was raised."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{place}"
