"""Waiting that guesses no speed of the machine: until something is so, and commands that wait until the test lets them go on."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from brewsim.parts.sources import PACKAGE

SECONDS = 240  # that anything is waited for, on a busy machine; what takes so long is broken
FIRST = 2  # parts that are there at once; a worker more may write one more
# Every Python that finds this on its path runs it when it starts, the workers of a command too.
WAITING = f"""
import glob, os, time
rename = os.replace

def replace(source, target):
    folder, name = os.path.split(os.fspath(target))
    while (
        name.endswith(".parquet")
        and os.path.exists(os.environ["HELD"])
        and len(glob.glob(os.path.join(glob.escape(folder), "*.parquet"))) >= {FIRST}
    ):
        time.sleep(0.01)
    rename(source, target)

os.replace = replace
"""


def await_that(is_so: Callable[[], object]) -> None:
    """Wait until something is so, or fail."""
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


@contextmanager
def holding() -> Iterator[dict[str, str]]:
    """The variables of processes that write no more than the first parts of a case before the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        gate = Path(folder, "sitecustomize.py")
        gate.write_text(WAITING)
        path = os.pathsep.join([folder, str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
        yield {"PYTHONPATH": path, "HELD": str(gate)}


def await_parts(run: Path, process: subprocess.Popen[str]) -> None:
    """Wait until the first parts are there."""
    await_that(lambda: len(list(run.rglob("*.parquet"))) >= FIRST or process.poll() is not None)
    assert process.poll() is None, process.communicate()
