"""The one error that a user's input can raise: a single line that says what was wrong and what is allowed."""

import difflib
from collections.abc import Iterable

LONGEST_NAME = 200  # bytes; file systems take 255, and a temporary name needs some more
NOT_IN_NAMES = '/\\:*?"<>|'


class BadInput(Exception):
    """Something the user gave cannot be used. The command line prints it and exits with code 2."""


def check_name(what: str, name: str, taken: str = "") -> None:
    """Refuse a name of the user's that is not fit for a folder, or that is taken."""
    if name == taken or not name.replace("_", "").replace("-", "").isalnum():
        raise BadInput(f"{what} '{name}': a name has letters, digits, - and _" + (f", and is not '{taken}'" if taken else ""))


def check_folder_name(what: str, name: str) -> None:
    """Refuse a name that is not fit for a folder on every system: one that leads elsewhere, cannot be written, or is too long."""
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        raise BadInput(f"{what} {name!a}: a name is written in UTF-8") from None
    if size > LONGEST_NAME:
        raise BadInput(f"{what} '{name[:40]}...': a name has at most {LONGEST_NAME} bytes, this one has {size}")
    if not name.strip(". ") or name[0] == "." or name[-1] in ". " or not name.isprintable() or set(name) & set(NOT_IN_NAMES):
        raise BadInput(f"{what} {name!r}: a name has no {' '.join(NOT_IN_NAMES)} or line breaks, and no dot at its ends")


def unknown(what: str, given: str, allowed: Iterable[str]) -> BadInput:
    """The error for a name that is not in a list, with the nearest one that is."""
    names = [str(name) for name in allowed]
    near = difflib.get_close_matches(given, names, n=1, cutoff=0.5)
    if near:
        hint = f"did you mean '{near[0]}'?"
    elif len(names) <= 12:
        hint = "allowed: " + ", ".join(names)
    else:
        hint = "allowed are, for example: " + ", ".join(names[:6])
    if near and len(names) <= 12:
        hint += " Allowed: " + ", ".join(names)
    return BadInput(f"unknown {what} '{given}'; {hint}")
