"""The one error that a user's input can raise: a single line that says what was wrong and what is allowed."""

import difflib
from collections.abc import Iterable


class BadInput(Exception):
    """Something the user gave cannot be used. The command line prints it and exits with code 2."""


def check_name(what: str, name: str, taken: str = "") -> None:
    """Refuse a name of the user's that is not fit for a folder, or that is taken."""
    if name == taken or not name.replace("_", "").replace("-", "").isalnum():
        raise BadInput(f"{what} '{name}': a name has letters, digits, - and _" + (f", and is not '{taken}'" if taken else ""))


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
