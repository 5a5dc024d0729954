"""Run an experiment: chunks of games to worker processes, a part of the data set for each, resumable at any moment."""

import errno
import fcntl
import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from typing import Any

import numpy as np

from brewsim.errors import BadInput
from brewsim.experiment import Case, Experiment, digest_of
from brewsim.outcomes import BYTES_PER_ROW, TEMPORARY, is_whole, part_path, to_frame, write_part
from brewsim.play import simulate, simulate_without

CHUNK_GAMES = 16_384  # fewer make small parts, more make a long wait between two steps of the progress bar
BACKENDS = ("threading", "loky")  # kernels release the interpreter lock: threads scale like processes, start at once and share memory
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Run:
    """An experiment in its folder, and how its games are parted."""

    experiment: Experiment
    folder: Path
    chunk: int

    def tasks(self) -> Iterator[tuple[Case, int, int]]:
        """(case, first game, games) of every chunk."""
        for case in self.experiment.cases:
            for first in range(0, self.experiment.games, self.chunk):
                yield case, first, min(self.chunk, self.experiment.games - first)

    @property
    def games(self) -> int:
        """Games of all cases together."""
        return self.experiment.games * len(self.experiment.cases)


def prepare(experiment: Experiment, out: Path | None = None, chunk: int = CHUNK_GAMES, command: str = "") -> Run:
    """Find or make the folder of a run. A folder that holds anything else is refused, and nothing is written then.

    `command` is what plays the run again; it is kept for the report.
    """
    folder = out if out is not None else Path("runs") / experiment.name / experiment.digest
    manifest = experiment.manifest() | {"digest": experiment.digest, "chunk": chunk, "command": command}
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file, not a folder for a run")
    if (folder / MANIFEST).exists():
        found = read_manifest(folder)
        if found.get("digest") != experiment.digest:
            raise BadInput(
                f"{folder} holds a different experiment ({_difference(found, manifest)}); choose another folder with --out, or remove it"
            )
        return Run(experiment, folder, found["chunk"])
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty and holds no run; choose another folder with --out")
    _check_room(experiment, folder)
    temporary = folder / (MANIFEST + TEMPORARY)
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        os.replace(temporary, folder / MANIFEST)
    except OSError as error:
        with suppress(OSError):  # leave nothing behind
            temporary.unlink(missing_ok=True)
            for parent in missing:
                if parent.exists():
                    parent.rmdir()
        raise BadInput(f"{folder} cannot be written: {error.strerror}") from None
    return Run(experiment, folder, chunk)


def execute(run: Run, jobs: int, backend: str = BACKENDS[0]) -> Iterator[tuple[int, bool]]:
    """Play what is not there yet; yields (games, whether they were played now) for each chunk, found or finished.

    Stopping at any moment loses no finished chunk: the next call goes on with the rest.
    """
    with _locked(run.folder):
        for leftover in run.folder.glob(f"parts/*/*{TEMPORARY}"):
            leftover.unlink()
        open_tasks = []
        for case, first, games in run.tasks():
            if is_whole(part_path(run.folder, case.name, first), games * case.seats):
                yield games, False
            else:
                open_tasks.append((case, first, games))
        if not open_tasks:
            return
        warm_up(run)
        chunks = [(run.folder, *task, run.experiment.seed) for task in open_tasks]
        try:
            yield from _side_by_side(chunks, min(jobs, len(chunks)), backend)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise BadInput(f"no room left on the disk for {run.folder}; free some and run the same command again to go on") from None
            raise


def _side_by_side(chunks: list[tuple[Any, ...]], jobs: int, backend: str) -> Iterator[tuple[int, bool]]:
    """Play chunks with so many workers; what is finished first comes first."""
    if jobs == 1:
        yield from starmap(play_chunk, chunks)
        return
    import joblib  # takes an eighth of a second, which a short run need not wait for

    work = joblib.Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1, pre_dispatch=2 * jobs)
    with _children_ignore_interrupts():
        finished = work(joblib.delayed(play_chunk)(*chunk) for chunk in chunks)
    yield from finished


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


def play_chunk(folder: Path, case: Case, first: int, games: int, seed: int) -> tuple[int, bool]:
    """Play consecutive games of a case and write their part."""
    ids = np.arange(first, first + games)
    if case.without:
        rows = simulate_without(case.without, case.rules, case.lineup, ids, seed)
    else:
        rows = simulate(case.rules, case.lineup, ids, seed)
    write_part(to_frame(case.rules.title, rows, case.name, case.lineup.names), part_path(folder, case.name, first))
    return games, True


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run's folder. One that is damaged, edited or of another version is refused."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{folder} holds no run: it has no {MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} is damaged: {error}; remove the folder and run the experiment again") from None
    if not isinstance(manifest, dict):
        raise BadInput(f"{path} is damaged; remove the folder and run the experiment again")
    kinds = {"name": str, "question": str, "versions": dict, "machine": dict, "chunk": int, "command": str}
    is_ours = all(isinstance(manifest.get(key), kind) for key, kind in kinds.items()) and manifest["chunk"] > 0
    if not is_ours or manifest.get("digest") != digest_of(manifest):
        again = f"run again: {manifest['command']}" if manifest.get("command") else "run the experiment again"
        raise BadInput(f"{path} was edited, or written by another version of brewsim; remove the folder and {again}")
    return manifest


def _difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    """In a few words, what another run's manifest has different."""
    for key in ("title", "games", "seed", "cases", "rules", "bots", "code"):
        if found.get(key) != wanted[key]:
            return f"{key} {found[key]} instead of {wanted[key]}" if key in ("title", "games", "seed") and key in found else f"other {key}"
    return "another version"


def _check_room(experiment: Experiment, folder: Path) -> None:
    """Refuse a run that would not fit on the disk."""
    existing = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    need = experiment.games * sum(case.seats for case in experiment.cases) * BYTES_PER_ROW
    free = shutil.disk_usage(existing).free
    if need > free:
        raise BadInput(
            f"no room on the disk: {experiment.games:,} games a case need about {need / 1e6:,.1f} MB in {folder}, "
            f"{free / 1e6:,.1f} MB are free"
        )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder, so that two processes do not write the same run."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"another process is running the experiment in {folder}") from None
        yield
    finally:
        os.close(handle)
