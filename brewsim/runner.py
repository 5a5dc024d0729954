"""Run an experiment: chunks of games to workers, a part of the data set for each, resumable at any moment."""

import math
import os
import shutil
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import starmap
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout

from brewsim.engine.conventions import FOLLOW_EVERY
from brewsim.errors import BadInput, choice
from brewsim.experiment import Case, Experiment, experiment_of
from brewsim.files import TEMPORARY, disk_errors, make_folder, remove_temporary, sync_folder
from brewsim.manifest import CHUNK_GAMES, MANIFEST, Manifest, Part, read_manifest
from brewsim.outcomes import BYTES_PER_CELL, State, schema, to_frame, write_part
from brewsim.play import simulate, simulate_without
from brewsim.results import Results, verify

BACKENDS = ("threading", "loky")  # kernels release the interpreter lock: threads scale like processes, start at once and share memory
LOCK = "run.lock"  # an empty file; who writes to the run holds it. It stays, and may be removed while nobody writes
STEP_SECONDS = 0.2  # of play between two reports to who listens
FASTER = 4  # at most so many times the games of the step before
ORPHAN_SECONDS = 0.5  # how often a worker process looks whether its parent is alive
LOOK_GAMES = 2_048  # games of a part, and at least of each case, where a run may stop early: smaller parts stop nearer to what is enough
GROWTH = 1.25  # of the games from one look to the next: at most a fifth of them were not needed

Task = tuple[Part, Case]
Hear = Callable[[int], object]  # is told of games that were played


@dataclass(frozen=True)
class Run:
    """An experiment in its folder, and how its games are cut into parts."""

    experiment: Experiment
    folder: Path
    manifest: Manifest

    @property
    def games(self) -> int:
        """Games of all cases together."""
        return sum(self.manifest.played(case).games for case in self.manifest.cases)


def prepare(experiment: Experiment, out: Path | None = None, chunk: int = CHUNK_GAMES, command: Sequence[str] = ()) -> Run:
    """Find or make the folder of a run. A folder that holds anything else is refused, and nothing is written then.

    `command` are the words that play the run again; they are kept for the report. A run that was stopped early is to go on.
    """
    folder = out if out is not None else default_folder(experiment)
    manifest = experiment.manifest(chunk, command)
    check_folder(folder)
    with disk_errors(folder):
        if not os.path.lexists(folder / MANIFEST):
            _check_room(folder, *_first_estimate(experiment))
            _begin(folder, manifest)
    found = read_manifest(folder)
    if found.digest != manifest.digest:
        raise BadInput(
            f"{folder} holds a different experiment ({_difference(found, manifest)}); "
            f"choose another folder with {choice('out')}, or remove it"
        )
    if found.limits != manifest.limits:  # they decide no game, so those of the experiment as it is now hold
        found = found.model_copy(update={"limits": manifest.limits})
        with disk_errors(folder), _locked(folder):
            found.write(folder)
    if found.stopped_at is not None:
        found = found.model_copy(update={"stopped_at": None, "command": tuple(command)})
    return Run(experiment, folder, found)


def default_folder(experiment: Experiment) -> Path:
    """Where the run of an experiment lies, unless the user says otherwise."""
    return Path("runs") / experiment.name / experiment.digest


def reopen(folder: Path) -> Run:
    """The run in a folder, made again from its manifest alone, to play what it lacks."""
    manifest = read_manifest(folder)
    return Run(experiment_of(manifest), folder, manifest)


def check_folder(folder: Path) -> None:
    """Refuse a folder for a run without a manifest that holds more than what a kill leaves before the manifest is there."""
    with disk_errors(folder):
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"{folder} is a file, not a folder for a run")
        is_run = os.path.lexists(folder / MANIFEST) or not folder.exists()
        if not is_run and not all(name == LOCK or TEMPORARY.fullmatch(name) for name in os.listdir(folder)):
            raise BadInput(f"{folder} is not empty and holds no run; choose another folder with {choice('out')}")


def _begin(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into a new folder, or leave nothing behind."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        make_folder(folder)
        with _locked(folder):
            remove_temporary(folder)
            if not (folder / MANIFEST).exists():
                manifest.write(folder)
    except OSError:
        with suppress(OSError):
            if missing:
                (folder / LOCK).unlink(missing_ok=True)
            for parent in missing:
                parent.rmdir()
        raise


def execute(
    run: Run, jobs: int, backend: str = BACKENDS[0], hear: Hear | None = None, is_enough: Callable[[Results], bool] | None = None
) -> Iterator[tuple[int, bool]]:
    """Play what is not there yet; yields (games, whether they were played now) for each part, found or finished.

    `hear` is told of games as they are played, several times a second, by any thread; not by processes.

    Stopping at any moment loses no finished part: the next call goes on with the rest. A run that is whole is not
    locked, so that one in a read-only folder can be read by the command that made it.

    `is_enough` is asked after fixed numbers of games (`looks`), all cases with the same ones, whether the run can end there. So the
    answer is the same for any number of workers and after a resume. Games that are there already stay.
    """
    with disk_errors(run.folder), ExitStack() as held:
        found = verify(run.folder, run.manifest)
        found.refuse_foreign()
        is_held, last = False, 0
        for look in looks(run.manifest) if is_enough else (run.manifest.games,):
            due = [finding for finding in found.findings if last <= finding.part.first_game < look]
            rest = [finding.part for finding in due if finding.state != State.WHOLE]
            if rest and not is_held:
                held.enter_context(_locked(run.folder))
                is_held = True
                _make_case_folders(run)
            yield from ((finding.part.games, False) for finding in due if finding.state == State.WHOLE)
            if rest:
                warm_up(run)
                yield from _play(run, rest, min(jobs, len(rest)), backend, hear)
            last = look
            if is_enough and is_enough(Results(run.folder, _ending(run, look))):
                break
        end = run.manifest if found.is_whole or last == run.manifest.games else _ending(run, last)
        if _is_longer(end.stopped_at, read_manifest(run.folder).stopped_at):
            if not is_held:
                held.enter_context(_locked(run.folder))
            end.write(run.folder)


def looks(manifest: Manifest) -> Iterator[int]:
    """The numbers of games after which a run may end: whole chunks, no fewer than any case with fewer games has, and all of them."""
    fewer = max((case.games for case in manifest.cases if case.games < manifest.games), default=0)
    return (games for games in looks_up_to(manifest.games, manifest.chunk) if games >= fewer)


def looks_up_to(most: int, chunk: int = LOOK_GAMES) -> Iterator[int]:
    """Numbers of games, whole chunks and at last all of them, each at most about `GROWTH` times the one before."""
    games = chunk
    while games < most:
        yield games
        games = chunk * math.ceil(games * GROWTH / chunk)
    yield most


@contextmanager
def writing(run: Run) -> Iterator[None]:
    """Hold the folder of a run, ready for its parts, for a caller that plays them by `play_part` in an order of its own."""
    with disk_errors(run.folder), _locked(run.folder):
        _make_case_folders(run)
        yield


def end_at(run: Run, games: int) -> None:
    """Say in the manifest that the run ends after these games of each case, all of which are there; its folder is held by the caller."""
    end = _ending(run, games)
    if _is_longer(end.stopped_at, read_manifest(run.folder).stopped_at):
        end.write(run.folder)


def _ending(run: Run, games: int) -> Manifest:
    """The manifest of a run that ends after these games of each case."""
    return run.manifest.model_copy(update={"stopped_at": games if games < run.manifest.games else None})


def _is_longer(stopped_at: int | None, known: int | None) -> bool:
    """Whether the manifest must be written again: it knows of fewer games, or takes all of them for played or to come."""
    return stopped_at != known and (stopped_at is None or known is None or stopped_at > known)


def _make_case_folders(run: Run) -> None:
    """A folder for the parts of each case, free of what a kill left. The run's own folder must be there."""
    folders = [next(run.manifest.parts(case)).path(run.folder).parent for case in run.manifest.cases]
    for folder in (folders[0].parent, *folders):
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)
        remove_temporary(folder)


def _play(run: Run, parts: Sequence[Part], jobs: int, backend: str, hear: Hear | None) -> Iterator[tuple[int, bool]]:
    """Play these parts. The first one that is written tells how much room the rest will take."""
    cases = {case.name: case for case in run.experiment.cases}
    is_measured = False
    for part, size in _side_by_side(run, [(part, cases[part.case]) for part in parts], jobs, backend, hear):
        if not is_measured:
            rest = [(other.games, cases[other.case].seats) for other in parts if other != part]
            bytes_per_row = size / (part.games * cases[part.case].seats)
            _check_room(run.folder, sum(games for games, _ in rest), sum(games * seats for games, seats in rest) * bytes_per_row)
            is_measured = True
        yield part.games, True


def _side_by_side(run: Run, tasks: Sequence[Task], jobs: int, backend: str, hear: Hear | None) -> Iterator[tuple[Part, int]]:
    """Play parts with this many workers; what is finished first comes first."""
    seed = run.experiment.seed
    if jobs == 1:
        yield from starmap(play_part, ((run.folder, *task, seed, None, hear) for task in tasks))
        return
    import joblib  # takes an eighth of a second, which a short run need not wait for

    parent, listener = (os.getpid(), None) if backend == "loky" else (None, hear)
    work = joblib.Parallel(
        n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1, pre_dispatch=2 * jobs, max_nbytes=None
    )
    with _children_ignore_interrupts():
        finished = work(joblib.delayed(play_part)(run.folder, *task, seed, parent, listener) for task in tasks)
    try:
        for done in finished:  # noqa: UP028 - `yield from` would close it by itself, and let joblib warn
            yield done
    except BrokenExecutor:
        raise BadInput(f"a worker process was ended from outside; run the same command again to go on with {run.folder}") from None
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib warns of work that is dropped, as it is when a run is stopped
            finished.close()


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


def warm_up(run: Run) -> None:
    """Compile, or load what is compiled, once in this process, so that the workers find it in the cache."""
    case = run.experiment.cases[0]
    simulate(case.rules, case.lineup, 0)


def play_part(folder: Path, part: Part, case: Case, seed: int, parent: int | None, hear: Hear | None = None) -> tuple[Part, int]:
    """Play the games of a part and write it; returns its size in bytes. In a process of its own, `parent` is the one that it ends with."""
    if parent is not None:
        _end_with(parent)
    ids = np.arange(part.first_game, part.first_game + part.games)
    rows = np.concatenate([_play_games(case, step, seed) for step in _steps(ids, hear)]) if hear else _play_games(case, ids, seed)
    path = write_part(to_frame(case.rules.title, rows, case.name, case.lineup.names), part, folder)
    return part, path.stat().st_size


def _play_games(case: Case, ids: np.ndarray, seed: int) -> np.ndarray:
    if case.without:
        return simulate_without(case.without, case.rules, case.lineup, ids, seed)
    return simulate(case.rules, case.lineup, ids, seed, follow_every=0 if case.is_extra else FOLLOW_EVERY)


def _steps(ids: np.ndarray, hear: Hear) -> Iterator[np.ndarray]:
    """Games in steps of about STEP_SECONDS each, told as soon as they are played."""
    first, games = 0, 1
    while first < len(ids):
        step = ids[first : first + games]
        start = time.perf_counter()
        yield step
        hear(len(step))
        first += len(step)
        games = max(1, int(len(step) * min(FASTER, STEP_SECONDS / max(time.perf_counter() - start, 1e-9))))


@cache
def _end_with(parent: int) -> None:
    """From now on, end this worker process soon after its parent, also where that was killed and could not say so."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(ORPHAN_SECONDS)
        os._exit(1)

    if os.name == "posix":  # elsewhere a parent's number outlives it; workers end there when they next report
        threading.Thread(target=watch, daemon=True).start()


def _difference(found: Manifest, wanted: Manifest) -> str:
    """In a few words, what another run's manifest has different."""
    if found.title.name != wanted.title.name:
        return f"title {found.title.name} instead of {wanted.title.name}"
    other = [key for key in ("games", "seed", "cases", "rules", "bots", "code") if getattr(found, key) != getattr(wanted, key)]
    if other and other[0] in ("games", "seed"):
        return f"{other[0]} {getattr(found, other[0])} instead of {getattr(wanted, other[0])}"
    return f"other {other[0]}" if other else "another version"


def _first_estimate(experiment: Experiment) -> tuple[int, float]:
    """The games of an experiment, and the bytes that they may take: rows times columns."""
    rows = sum(case.games * case.seats for case in experiment.cases)
    return sum(case.games for case in experiment.cases), rows * len(schema(experiment.title)) * BYTES_PER_CELL


def _check_room(folder: Path, games: int, need: float) -> None:
    """Refuse to play games that would not fit on the disk."""
    existing = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    free = shutil.disk_usage(existing).free
    if need > free:
        raise BadInput(f"no room on the disk: {games:,} games need about {need / 1e6:,.1f} MB in {folder}, {free / 1e6:,.1f} MB are free")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder, so that two processes do not write the same run."""
    os.stat(folder)  # filelock would make it again where it was removed
    try:
        with FileLock(folder / LOCK, timeout=0, thread_local=False):
            yield
    except Timeout:
        raise BadInput(f"another process is running the experiment in {folder}") from None
