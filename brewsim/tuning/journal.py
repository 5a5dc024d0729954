"""The journal of a tuning: what each candidate won, generation by generation, so that a tuning goes on where it was stopped."""

import json
import re
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Any

from brewsim.errors import BadInput, choice
from brewsim.files import BEING_WRITTEN, NotPlain, open_plain, remove_temporary, write_whole


class Journal:
    """JSON lines beside the file of the bot: what decides the tuning, then what each generation or round came to."""

    def __init__(self, path: Path, facts: Mapping[str, Any]) -> None:
        """Open the journal, or begin it. One of another tuning is refused and left alone."""
        self.path = path
        self.before = 0  # generations of earlier tunings
        self.lines = _read(path, facts) if path.exists() or path.is_symlink() else [dict(facts)]
        remove_temporary(path.parent, re.compile(re.escape(path.name) + BEING_WRITTEN))
        self._write()

    def after(self, generations: int) -> "Journal":
        """The same journal for a tuning that follows others in it: its generations are counted from 1 again."""
        rest = copy(self)
        rest.before = self.before + generations
        return rest

    def numbers(self, generation: int) -> list[float] | None:
        """What a generation came to, such as the shares of its candidates; counted from 1, if it is known."""
        number = self.before + generation
        return self.lines[number]["numbers"] if number < len(self.lines) else None

    def add(self, generation: int, numbers: list[float]) -> None:
        """Write down a generation."""
        self.lines.append({"generation": self.before + generation, "numbers": numbers})
        self._write()

    def _write(self) -> None:
        write_whole(self.path, "".join(json.dumps(line) + "\n" for line in self.lines).encode())


def _read(path: Path, facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The lines of the journal of this very tuning."""
    try:
        with open_plain(path) as file:
            lines = [json.loads(line) for line in file.read().splitlines()]
        found, *generations = lines
        is_whole = all(
            line["generation"] == number and all(isinstance(number, float) for number in line["numbers"])
            for number, line in enumerate(generations, 1)
        )
    except NotPlain as error:
        raise BadInput(f"{path} is no journal of a tuning: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        is_whole = False
    if not is_whole or not isinstance(found, dict):
        raise BadInput(f"{path} is no journal of a tuning, or a damaged one; remove it, or choose another file with {choice('out')}")
    other = [name for name, fact in facts.items() if found.get(name) != fact]
    if other:
        raise BadInput(f"{path} belongs to a tuning with another {other[0]}; remove it, or choose another file with {choice('out')}")
    return lines
