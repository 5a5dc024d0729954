"""The workers of a Dask cluster as a crew, by joblib's backend for Dask. Needs the extra `brewsim[dask]`.

A worker may join at any time, so each looks for itself, before its first task, whether it
plays the same games and writes to the same folder.
"""

import logging
import platform
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from distributed import Client
from distributed.scheduler import KilledWorker
from joblib._dask import DaskDistributedBackend  # what joblib.parallel_config(backend="dask") takes

from brewsim.crews import LOST, Answer, Crew, Hear, Task, in_parallel, turns
from brewsim.errors import BadInput
from brewsim.folders import Folder
from brewsim.parts.sources import code_digest

ANSWER_SECONDS = 10  # for a scheduler to answer
WORKER_SECONDS = 60  # for the first worker to come
QUEUE = 256  # tasks handed out ahead at least, so that a cluster sees how much there is to do and may grow


@contextmanager
def connected(address: str, answer_seconds: float = ANSWER_SECONDS, worker_seconds: float = WORKER_SECONDS) -> Iterator["Cluster"]:
    """The workers of the scheduler at this address."""
    with ExitStack() as held:
        held.enter_context(_quiet())
        try:
            client = held.enter_context(Client(address, timeout=answer_seconds, set_as_default=False))
        except (OSError, ValueError):
            raise BadInput(
                f"no Dask scheduler answers at {address}; start one by `dask scheduler`, and name the address that it prints, "
                "as in tcp://HOST:8786"
            ) from None
        try:
            client.wait_for_workers(1, timeout=worker_seconds)
        except OSError:
            raise BadInput(f"the scheduler at {address} has no workers; start one on each machine: dask worker {address}") from None
        yield Cluster(client, address)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep libraries from logging, with tracebacks, what is said here in one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


class Undone(Exception):
    """A task that failed before it began."""


class Backend(DaskDistributedBackend):
    """joblib's backend for Dask. It would wait for ever for what a task that ended its workers returns: here that is an outcome."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        """The cores of the cluster; not one, since joblib would then do all in this process. There are none while workers restart."""
        return max(2, sum(self.client.ncores().values()))

    def submit(self, func: Any, callback: Callable[[Any], None] | None = None) -> Future[Any]:
        """Hand out a batch, which has one task. joblib calls back only if a worker lived to tell what came of it."""
        future: Future[Any] = super().submit(func, callback)

        def tell_failure(done: Future[Any]) -> None:
            if callback and (error := done.exception()):
                callback([(func.items[0][1][0], LOST)] if isinstance(error, KilledWorker) else Undone(error))

        future.add_done_callback(tell_failure)
        return future


@dataclass(frozen=True)
class Cluster(Crew):
    """The workers of a scheduler. The scheduler itself gives the tasks of a dead worker to others, several times, before it says so."""

    client: Client
    address: str

    def reaching(self, folder: Folder) -> AbstractContextManager[Folder]:
        """The folder, if the workers see it."""
        return folder.shared()

    def each(self, do: Callable[..., Any], tasks: Sequence[Task], hear: Hear | None = None, one_by_one: bool = False) -> Iterator[Answer]:
        """What came of each task; nobody hears of games before that."""
        here = code_digest(_folder_of_title(tasks[0])) if tasks else "", version("polars")
        ahead = max(QUEUE, 2 * sum(self.client.ncores().values()))
        try:
            for numbers in turns(len(tasks), one_by_one):
                calls = ((_on_worker, (number, do, tasks[number], *here)) for number in numbers)
                yield from in_parallel(calls, ahead, n_jobs=-1, backend=Backend(client=self.client))
        except Undone as undone:
            why = f"a worker of {self.address} cannot read its task ({undone}); install the same version of brewsim on all machines"
            raise BadInput(why) from None
        except CancelledError:
            raise BadInput(f"the scheduler at {self.address} is gone; start it, and run the same command again to go on") from None


def _on_worker(number: int, do: Callable[..., Any], task: Task, code: str, polars: str) -> Answer:
    _check_versions(_folder_of_title(task), code, polars)
    return number, do(*task)


def _folder_of_title(task: Task) -> Path:
    """Where the sources of the title lie that a task is about, on this machine."""
    folder: Path = next(given.rules.title.folder for given in task if hasattr(given, "rules"))
    return folder


@cache
def _check_versions(title: Path, code: str, polars: str) -> None:
    """Refuse a worker whose games, or whose files, would not be the same byte for byte."""
    for what, there, here in (("brewsim", code, code_digest(title)), ("polars", polars, version("polars"))):
        if there != here:
            raise BadInput(f"the worker on {platform.node()} has another version of {what}; install the same one on all machines")
