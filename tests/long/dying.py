"""A brewsim command that kills itself at a rename: python -m tests.long.dying NUMBER before|after ARGUMENT..."""

import itertools
import os
import signal
import sys
from typing import Any

from brewsim.commands.app import main


def die_at(number: int, moment: str) -> None:
    """Send SIGKILL to this process just before or just after the rename of this number, counted from 1."""
    rename, numbers = os.replace, itertools.count(1)

    def replace(*paths: Any) -> None:
        own_number = next(numbers)  # workers rename at the same time
        if own_number == number and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        rename(*paths)
        if own_number == number:
            os.kill(os.getpid(), signal.SIGKILL)

    os.replace = replace  # type: ignore[assignment]


if __name__ == "__main__":
    number, moment, *arguments = sys.argv[1:]
    die_at(int(number), moment)
    sys.argv[1:] = arguments
    main()
