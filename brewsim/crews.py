"""Who plays the parts of a run: threads, processes of this machine, or the workers of a cluster (cluster.py). All by joblib."""

import os
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

from brewsim.errors import BadInput, choice, needing_extra
from brewsim.folders import Folder

# Kernels release the interpreter lock: threads scale like processes, start at once and share memory.
BACKENDS = ("threading", "loky", "dask")
ORPHAN_SECONDS = 0.5  # how often a worker process looks whether its parent is alive
LOST: Final = object()  # what comes of a task that ended its worker

Task = tuple[Any, ...]  # the arguments of a function
Call = tuple[Callable[..., Any], Task]
Answer = tuple[int, Any]  # the number of a task, and what came of it
Hear = Callable[[int], object]  # is told of games that were played


class Crew(Protocol):
    """Workers that do one thing to many tasks."""

    def reaching(self, folder: Folder) -> AbstractContextManager[Folder]:
        """The folder as these workers write to it."""
        return nullcontext(folder)

    def each(self, do: Callable[..., Any], tasks: Sequence[Task], hear: Hear | None = None, one_by_one: bool = False) -> Iterator[Answer]:
        """For each task its number and what `do(*task)` returned, or `LOST`; what is finished first comes first.

        Threads hand `hear` on to `do`. `one_by_one` is for tasks that may end their workers: only so it is known which of them does.
        """
        ...


@dataclass(frozen=True)
class Threads(Crew):
    """Threads of this process, or for one job the process itself. Nothing is lost here that would not end everything."""

    jobs: int

    def each(self, do: Callable[..., Any], tasks: Sequence[Task], hear: Hear | None = None, one_by_one: bool = False) -> Iterator[Answer]:
        """What came of each task."""
        calls = ((_in_thread, (number, do, task, hear)) for number, task in enumerate(tasks))
        jobs = min(self.jobs, len(tasks))
        return in_parallel(calls, 2 * jobs, n_jobs=jobs, backend="threading") if jobs > 1 else (call(*given) for call, given in calls)


@dataclass(frozen=True)
class Processes(Crew):
    """Processes of this machine, which end with this one."""

    jobs: int

    def each(self, do: Callable[..., Any], tasks: Sequence[Task], hear: Hear | None = None, one_by_one: bool = False) -> Iterator[Answer]:
        """What came of each task. When a process dies all tasks are lost that were handed out, and new processes do the rest."""
        for numbers in turns(len(tasks), one_by_one):
            yield from self._answers(do, tasks, deque(numbers))

    def _answers(self, do: Callable[..., Any], tasks: Sequence[Task], waiting: deque[int]) -> Iterator[Answer]:
        handed_out: set[int] = set()  # more than are under way: joblib takes some ahead

        def hand_out() -> Iterator[Call]:
            while waiting:
                number = waiting.popleft()
                handed_out.add(number)
                yield _in_process, (number, do, tasks[number], os.getpid())

        while waiting:
            jobs = max(2, min(self.jobs, len(waiting)))  # with one job joblib would do it in this process
            try:
                with _children_ignore_interrupts():
                    answers = in_parallel(hand_out(), 2 * jobs, n_jobs=jobs, backend="loky", max_nbytes=None)
                for number, result in answers:
                    handed_out.remove(number)
                    yield number, result
            except BrokenExecutor:
                yield from ((number, LOST) for number in sorted(handed_out))
                handed_out.clear()


@contextmanager
def hired(backend: str, jobs: int | None, scheduler: str | None = None) -> Iterator[Crew]:
    """The workers that a user asks for: all cores of this machine, some of them, or the cluster of a scheduler."""
    if backend != "dask":
        if scheduler is not None:
            raise BadInput(f"{choice('scheduler')} is for {choice('backend', 'dask')}")
        jobs = jobs or cores()
        yield Processes(jobs) if backend == "loky" and jobs > 1 else Threads(jobs)
        return
    if scheduler is None:
        raise BadInput(f"{choice('backend', 'dask')} needs {choice('scheduler')}, the address of a Dask scheduler, as in tcp://HOST:8786")
    if jobs is not None:
        raise BadInput(f"{choice('jobs')} is for this machine; a cluster plays with all workers of its scheduler")
    with needing_extra("dask", choice("backend", "dask")):
        from brewsim.cluster import connected
    with connected(scheduler) as cluster:
        yield cluster


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def turns(tasks: int, one_by_one: bool) -> list[Sequence[int]]:
    """The numbers of tasks that are done together: all, or one after the other.

    >>> turns(3, False), turns(3, True)
    ([range(0, 3)], [[0], [1], [2]])
    """
    return [[number] for number in range(tasks)] if one_by_one else [range(tasks)]


def in_parallel(calls: Iterator[Call], ahead: int, **how: Any) -> Iterator[Answer]:
    """What joblib's workers answer to calls, so many of which are handed out ahead; what is finished first comes first."""
    import joblib  # takes an eighth of a second, which a short run need not wait for

    work = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch=ahead, **how)
    return _closed_quietly(work(joblib.delayed(call)(*given) for call, given in calls))


def _closed_quietly(finished: Iterator[Answer]) -> Iterator[Answer]:
    try:
        for done in finished:  # noqa: UP028 - `yield from` would close it by itself, and let joblib warn
            yield done
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib warns of work that is dropped, as it is when a run is stopped
            finished.close()  # type: ignore[attr-defined]


def _in_thread(number: int, do: Callable[..., Any], task: Task, hear: Hear | None) -> Answer:
    return number, do(*task, hear) if hear else do(*task)


def _in_process(number: int, do: Callable[..., Any], task: Task, parent: int) -> Answer:
    _end_with(parent)
    return number, do(*task)


@contextmanager
def _children_ignore_interrupts() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal. Those that start here leave it to this one, which ends them without a word from each."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


@cache
def _end_with(parent: int) -> None:
    """From now on, end this worker process soon after its parent, also where that was killed and could not say so."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(ORPHAN_SECONDS)
        os._exit(1)

    if os.name == "posix":  # elsewhere a parent's number outlives it; workers end there when they next report
        threading.Thread(target=watch, daemon=True).start()
