"""A real Dask cluster for tests: a scheduler and workers, each a process of its own, on loopback only."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from brewsim.parts.sources import PACKAGE
from tests.waiting import await_that

Process = subprocess.Popen[bytes]


class Started(NamedTuple):
    """The processes of a cluster."""

    address: str
    scheduler: Process
    workers: list[Process]


@contextmanager
def started(folder: Path, *worker_flags: str, workers: int = 2, **environment: str) -> Iterator[Started]:
    """A cluster, until the end of the test. Its files lie in the folder, and so do the logs of its processes."""
    with ExitStack() as running:

        def start(name: str, program: str, *flags: str) -> Process:
            command = [sys.executable, "-m", f"distributed.cli.{program}", *flags, "--host", "127.0.0.1", "--no-dashboard"]
            log = running.enter_context(open(folder / f"{name}.log", "wb"))
            variables = os.environ | {"PYTHONPATH": str(PACKAGE.parent)} | environment
            process = subprocess.Popen(command, cwd=folder, env=variables, stdout=log, stderr=log)
            running.callback(_end, process)
            return process

        told = folder / "scheduler.json"
        scheduler = start("scheduler", "dask_scheduler", "--port", "0", "--scheduler-file", str(told))
        await_that(lambda: told.exists() and told.read_text().rstrip().endswith("}"))  # it is not written whole
        flags = ("--scheduler-file", str(told), "--nthreads", "1", "--local-directory", str(folder), *worker_flags)
        started_workers = [start(f"worker{number}", "dask_worker", *flags) for number in range(workers)]
        yield Started(json.loads(told.read_text())["address"], scheduler, started_workers)


def _end(process: Process) -> None:
    process.kill()
    process.wait()
