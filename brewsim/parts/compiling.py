"""The decorators of everything compiled, and the one switch behind them.

With a version of numba that was tested, functions become programs (`parts/programs.py`), which rest on private parts of numba.
With any other, or with BREWSIM_PLAIN_NUMBA=1, numba compiles them as it does for everyone: the games are the same, they are
played more slowly, and no machine code is kept on disk.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.extending import overload

from brewsim.parts.sources import title_digest

# The tested versions of numba: from the first, which can index arrays by enumerations, and below the second. pyproject.toml says the same.
OLDEST, BEYOND = (0, 68), (0, 69)
_PLAIN_OPTIONS = {"nogil": True, "error_model": "numpy"}  # threads scale, and nothing tests for a division by zero


def is_tested(version: str) -> bool:
    """Whether programs were tested with this version of numba."""
    return OLDEST <= tuple(int(number) for number in re.findall(r"\d+", version)[:2]) < BEYOND


MAKES_PROGRAMS = not numba.config.DISABLE_JIT and is_tested(numba.__version__) and os.environ.get("BREWSIM_PLAIN_NUMBA", "") in ("", "0")

if MAKES_PROGRAMS:
    from brewsim.parts import programs


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function."""
    return programs.kernel(function) if MAKES_PROGRAMS else numba.njit(**_PLAIN_OPTIONS)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """The same for small hot helpers: forcing those inline was measured to pay, everything only compiles longer."""
    return programs.kernel(function, is_inlined=True) if MAKES_PROGRAMS else compiled(function)


def note_title(rules: Any, folder: Path) -> None:
    """Say in which folder the title lies whose rules are records of this type: its programs are kept for these sources."""
    title_digest(folder)  # now, before anybody edits what was just loaded
    if MAKES_PROGRAMS:
        programs.note_title(rules, folder)


def in_compiled_code(function: Callable[..., Any]) -> Any:
    """What stands for an interpreted function in compiled code, inline: the decorated one returns it by the types of the arguments."""
    return overload(function, jit_options={"forceinline": True} if MAKES_PROGRAMS else {})
