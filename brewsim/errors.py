"""The one error that a user's input can raise: a single line that says what was wrong and what is allowed."""

import difflib
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

MAX_NAME = 64  # characters of a variant or a bot
MAX_FOLDER_NAME = 200  # bytes; file systems allow 255, and a temporary name is longer than the final one
NOT_IN_FOLDER_NAMES = frozenset('/\\:*?"<>|')  # on one system or another
MOST_TOLD = 20  # things that are wrong with one file
SHOWN = 80  # characters of a long input that a message repeats


_speaks_flags = False  # of the whole process, since workers are threads


class BadInput(Exception):
    """Something the user gave cannot be used. The command line prints it and exits with code 2."""

    @property
    def lines(self) -> list[str]:
        """What is wrong, a line each."""
        return [str(self)]


class ManyBadInputs(BadInput):
    """Several things in one file cannot be used; all are told at once, as far as they fit on a screen."""

    def __init__(self, problems: Sequence[str]) -> None:
        more = [f"and {len(problems) - MOST_TOLD:,} more"] if len(problems) > MOST_TOLD else []
        self.told = [*problems[:MOST_TOLD], *more]
        super().__init__("\n".join(self.told))

    @property
    def lines(self) -> list[str]:
        """What is wrong, a line each."""
        return self.told


@contextmanager
def speaking_flags() -> Iterator[None]:
    """Let messages name what the user can choose by its flag, as the command line does."""
    global _speaks_flags
    before, _speaks_flags = _speaks_flags, True
    try:
        yield
    finally:
        _speaks_flags = before


def command_line(words: Sequence[str]) -> str:
    """A command as it is typed: quoted as the shell of this system reads it."""
    if os.name == "nt":
        from subprocess import list2cmdline  # loads for a while, which other systems need not wait for

        return list2cmdline(words)
    return shlex.join(words)


def choice(name: str, given: Any = None) -> str:
    """What the user chose or can choose, as he writes it: a flag on the command line, else a keyword of Python.

    >>> choice("seed", -1), choice("out")
    ('seed=-1', 'out=...')
    >>> with speaking_flags():
    ...     choice("seed", -1), choice("out")
    ('--seed -1', '--out')
    """
    if _speaks_flags:
        return f"--{name}" if given is None else f"--{name} {shorten(str(given))}"
    return f"{name}=..." if given is None else f"{name}={shorten(str(given))}"


@contextmanager
def needing_extra(extra: str, what: str) -> Iterator[None]:
    """Import what only an extra brings; where it is missing, say how to get it."""
    try:
        yield
    except ImportError:
        raise BadInput(f"{what} needs more libraries: pip install 'brewsim[{extra}]'") from None


def shorten(text: str, shown: int = SHOWN) -> str:
    """The text, or both ends of a long one.

    >>> shorten("farm"), len(shorten("9" * 5000))
    ('farm', 80)
    """
    return text if len(text) <= shown else f"{text[: shown - 25]} ... {text[-20:]}"


def check_name(what: str, name: str, taken: str = "") -> None:
    """Refuse a name of a variant or a bot that is not fit for a case, or that is taken."""
    if name == taken or len(name) > MAX_NAME or not name.replace("_", "").replace("-", "").isalnum():
        allowed = f"a name has letters, digits, - and _, at most {MAX_NAME} of them" + (f", and is not '{taken}'" if taken else "")
        raise BadInput(f"{what} '{shorten(name)}': {allowed}")


def check_folder_name(what: str, name: str) -> None:
    """Refuse a name that cannot be that of a folder on every system, or that leads out of one."""
    if len(name.encode(errors="surrogatepass")) > MAX_FOLDER_NAME:
        raise BadInput(f"{what} '{shorten(name)}': its name is too long for a folder; at most {MAX_FOLDER_NAME} bytes")
    is_plain = name.isprintable() and not NOT_IN_FOLDER_NAMES & set(name)
    if not name or not is_plain or name[0] in ". " or name[-1] in ". ":
        odd = " ".join(sorted(NOT_IN_FOLDER_NAMES))
        raise BadInput(
            f"{what} '{shorten(name)}': its name cannot be that of a folder; it has no line breaks and none of {odd}, "
            "and no dot or space at an end"
        )


def unknown(what: str, given: str, allowed: Iterable[str]) -> BadInput:
    """The error for a name that is not in a list, with the nearest one that is."""
    names = [str(name) for name in allowed]
    given = shorten(given)
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
